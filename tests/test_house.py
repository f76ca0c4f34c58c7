"""The rules of the house that a machine can check."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "nee"
MODULES = {path: ast.parse(path.read_text()) for path in SOURCE.rglob("*.py")}

# Imports go downward only: each layer knows the ones before it.
LAYERS = [
    "errors",
    "numbers",
    "containers",
    "steps",
    "compilation",
    "engine",
    "certificates",
    "composed",
    "programs",
    "instances",
    "subroutines",
    "training",
    "pretrained",
    "graphs",
    "solve",
    "clrs",
    "networkx_backend",
    "evaluation",
    "jobs",
    "baselines",
    "paper",
    "model_cards",
    "player",
    "cli",
]


def layer(name):
    return LAYERS.index(name) if name in LAYERS else None


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_downward(path):
    home = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    if home in ("__init__", "__main__"):
        return
    assert layer(home) is not None, f"{home} has no layer"
    for node in ast.walk(MODULES[path]):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "nee":
            names = [node.module.split(".")[1]] if "." in node.module else [alias.name for alias in node.names]
        for name in names:
            assert name == home or layer(name) < layer(home), f"{home} imports {name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_public_name_is_documented(path):
    tree = MODULES[path]
    assert ast.get_docstring(tree), f"{path} says nothing about itself"
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            assert ast.get_docstring(node), f"{path}: {node.name}"
