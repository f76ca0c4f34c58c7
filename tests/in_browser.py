"""Pages in Chromium: what a page complains about and whom it asks is kept."""

import contextlib
from pathlib import Path

AXE = (Path(__file__).parent / "vendored" / "axe.min.js").read_text()
"""axe-core, which finds what keeps people from using a page."""


@contextlib.contextmanager
def opened(browser, address, *, home=None, width=1200, scheme="light", motion="reduce"):
    """A page that must not complain, nor ask for anything beyond its own address, or beyond its home."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, reduced_motion=motion)
    page = context.new_page()
    complaints, asked = [], []
    page.on("console", lambda message: complaints.append(message.text) if message.type != "log" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    try:
        yield page
        # Chromium itself tells of every answer that is a refusal.
        assert [one for one in complaints if "status of 422" not in one] == []
        home = home or (address.split("#")[0] if address.startswith("file:") else "/".join(address.split("/")[:3]))
        assert [url for url in asked if not url.startswith((home, "data:", "blob:"))] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    finally:
        context.close()


def serious(page):
    """What axe-core calls serious or critical."""
    page.evaluate(AXE)
    found = page.evaluate("axe.run()")["violations"]
    return [
        (one["id"], node["html"]) for one in found if one["impact"] in ("serious", "critical") for node in one["nodes"]
    ]
