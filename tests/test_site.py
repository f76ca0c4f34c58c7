"""The site of docs/: every public name, a build without a warning, and pages that need nothing from elsewhere."""

import re
import subprocess
import sys
import zlib
from pathlib import Path
from types import ModuleType

import pytest

import nee
from in_browser import opened
from nee import clrs, composed, programs

DOCS = Path(__file__).parents[1] / "docs"
VIEWS = [(1200, "light"), (390, "dark")]
ROOMS = {"clrs", "programs"}
"""Names of `nee` that are rooms: all that is in them is documented."""


def test_the_api_has_every_public_name():
    text = (DOCS / "api.md").read_text()
    assert sorted(re.findall(r"auto(?:function|class|exception):: nee\.(\w+)", text)) == sorted({*nee.__all__} - ROOMS)
    assert {*re.findall(r"automodule:: nee\.(\w+)", text)} >= ROOMS


@pytest.mark.long
def test_the_site_is_built_without_a_warning_and_needs_no_network(browser, tmp_path):
    site = tmp_path / "html"  # What the notebooks leave is put beside it.
    command = [sys.executable, "-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet", str(DOCS), str(site)]
    built = subprocess.run(command, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    assert public_names() - documented(site / "objects.inv") == set()
    pages = [page for page in sorted(site.rglob("*.html")) if "_static" not in page.parts]
    assert {page.stem for page in pages} >= {path.stem for path in DOCS.glob("*.md")}
    for address in (page.as_uri() for page in pages):
        for width, scheme in VIEWS:
            with opened(browser, address, home=site.as_uri(), width=width, scheme=scheme) as page:
                assert page.get_by_role("heading").first.text_content()
    with opened(browser, (site / "start.html").as_uri(), home=site.as_uri()) as page:
        player = page.frame_locator("iframe").first
        assert "The mask shows 8 of 8 slots" in player.locator("main").inner_text()
        page.evaluate("document.documentElement.dataset.theme = 'dark'")
        player.locator("html[style*=dark]").wait_for(state="attached")


def public_names():
    """What `nee` and its rooms for people offer."""
    rooms = {
        f"{room.__name__}.{name}"
        for room in (clrs, composed, programs)
        for name, value in vars(room).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    return rooms | {f"nee.{name}" for name in nee.__all__}


def documented(inventory):
    """The names that other sites could link to: four lines of head, and a compressed line for each name."""
    lines = zlib.decompress(inventory.read_bytes().split(b"\n", 4)[4]).decode().splitlines()
    return {line.split()[0] for line in lines}
