"""What is published: its version, its citation, and the wheel."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
DATA = {".safetensors", ".json", ".npz", ".html", ".css", ".js", ".typed", ".LICENSE"}
"""Weights, certificates and stored figures, tables, pages, the mark of types, and the licence of what others wrote."""


def test_changelog_and_citation_know_the_version():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    newest = re.search(r"^## (\S+), (\S+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert newest.groups() == (version, citation["date-released"])
    assert citation["version"] == version


@pytest.mark.long
def test_a_wheel_has_what_it_needs_and_runs_in_an_empty_environment(tmp_path):
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path, ROOT)
    (wheel,) = tmp_path.glob("nee-*.whl")
    with zipfile.ZipFile(wheel) as file:
        names = {Path(name) for name in file.namelist() if ".dist-info" not in name}
    source = {path.relative_to(ROOT / "src") for path in (ROOT / "src" / "nee").rglob("*") if path.is_file()}
    results = {"nee" / path.relative_to(ROOT) for path in (ROOT / "results").rglob("*.json")}
    assert names == {path for path in source if "__pycache__" not in path.parts} | results
    assert {path.suffix for path in names} == DATA | {".py"}

    python, nee = (tmp_path / "empty" / "bin" / name for name in ("python", "nee"))
    run(sys.executable, "-m", "venv", tmp_path / "empty")
    run(python, "-m", "pip", "install", "--quiet", "--constraint", ROOT / "constraints.txt", wheel)
    where = run(python, "-c", "import nee; print(nee.__file__)", cwd=tmp_path)
    assert (tmp_path / "empty") in Path(where.strip()).parents
    assert "sorted: 1 3 3 5 64 77 128 250" in run(nee, "demo", cwd=tmp_path)
    assert "198,533 questions" in run(nee, "list", "minimum", cwd=tmp_path)


def run(*command, cwd=None):
    """What a command prints, without the paths of this environment."""
    outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=cwd, env=outside).stdout
