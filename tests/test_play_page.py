"""The page of `nee play`, in a real browser, with the networks that ship."""

import pytest

from in_browser import opened, serious
from serving import serving

PROGRAMS = ["Selection sort", "Merge sort", "Shortest paths", "Spanning tree", "Addition", "Multiplication"]
FINAL = {
    "Selection sort": "Done: 1 3 3 5 64 77 128 250.",
    "Merge sort": "Done: 1 3 3 5 64 77 128 250.",
    "Shortest paths": "Done. Distances: a 0, b 5, c 2, d 6, e 10, f 11.",
    "Spanning tree": "Done: 5 edges, of weight 12 together.",
    "Addition": "Done: 128.",
    "Multiplication": "Done: 408.",
}


@pytest.fixture(scope="module")
def address():
    with serving() as address:
        yield address


def says(page):
    return page.locator("nee-player:not([follows]) .says")


def answered(page, sentence=None):
    """Wait for a run's answer and go to its end."""
    page.wait_for_selector("nee-player header", timeout=60_000)
    page.locator("h1").click()
    page.keyboard.press("End")
    if sentence:
        page.get_by_text(sentence, exact=True).wait_for(timeout=60_000)


def test_the_page_sorts_draws_others_and_says_what_is_wrong(browser, address):
    with opened(browser, address) as page:
        answered(page, FINAL["Selection sort"])
        assert page.locator(".verdict").text_content() == "✓ right"
        page.get_by_label("Whole numbers").fill(f"9 4 {2**62}")
        page.get_by_role("button", name="Run").click()
        page.get_by_text("4611686018427387904 is too large: the largest number here is 4611686018427387903.").wait_for()
        page.get_by_label("Whole numbers").fill("9 4 x")
        page.get_by_role("button", name="Run").click()
        page.get_by_text("x is not a whole number from 0 on.").wait_for()
        page.get_by_label("How many").fill("5")
        page.get_by_role("button", name="Draw others").click()
        page.locator(".slots > li:nth-child(5):last-child").wait_for()
        assert len(page.get_by_label("Whole numbers").input_value().split()) == 5
        assert serious(page) == []


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1200])
def test_every_program_plays_to_its_end_by_keyboard(browser, address, width):
    with opened(browser, address, width=width, scheme="dark" if width == 390 else "light") as page:
        page.wait_for_selector("nee-player header", timeout=60_000)
        for name in PROGRAMS:
            page.get_by_label(name, exact=True).check(force=True)
            page.locator("nee-player h2").get_by_text(name).wait_for(timeout=60_000)
            page.locator("h1").click()
            for _ in range(int(page.get_by_label("step", exact=True).get_attribute("max"))):
                page.keyboard.press("ArrowRight")
            assert says(page).text_content() == FINAL[name]
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert serious(page) == []


@pytest.mark.long
def test_a_plain_transformer_follows_and_its_mistakes_are_marked(browser, address):
    with opened(browser, address) as page:
        page.get_by_label("Whole numbers").fill(" ".join(map(str, range(40, 0, -2))))
        page.get_by_label("Run it on the same list").check()
        page.wait_for_selector("nee-player[follows] header", timeout=60_000)
        page.locator("h1").click()
        page.keyboard.press("End")
        assert page.locator("nee-player:not([follows]) .place.wrong").count() == 0
        assert page.locator("nee-player[follows] .place.wrong").count() > 0
        assert page.locator("nee-player[follows] .verdict").text_content() == "✗ wrong"
        assert serious(page) == []


@pytest.mark.long
def test_wide_numbers_are_not_rounded_and_have_no_plain_transformer(browser, address):
    with opened(browser, address, width=390) as page:
        page.get_by_label("Whole numbers").fill("300 9007199254740993 4611686018427387903")
        page.get_by_role("button", name="Run").click()
        page.locator(".slots > li:nth-child(3):last-child").wait_for(timeout=120_000)
        answered(page, "Done: 300 9007199254740993 4611686018427387903.")
        assert page.locator(".verdict").text_content() == "✓ right"
        assert serious(page) == []
        page.get_by_label("Run it on the same list").check()
        page.get_by_text("The plain transformer has words for the numbers 0 to 255 only.").wait_for()


@pytest.mark.long
def test_break_it_shows_wrong_answers_as_wrong(browser, address):
    with opened(browser, address) as page:
        answered(page, FINAL["Selection sort"])
        page.get_by_label("Part").select_option("value head")
        page.get_by_label("Noise").fill("3")
        page.locator(".verdict.wrong").wait_for(timeout=60_000)
        answered(page)
        assert "This is wrong." in says(page).text_content()
        assert serious(page) == []


@pytest.mark.long
def test_a_graph_is_drawn_by_clicking_and_read_from_a_file(browser, address):
    with opened(browser, address) as page:
        page.get_by_label("Shortest paths", exact=True).check(force=True)
        page.locator("nee-player h2").get_by_text("Shortest paths").wait_for(timeout=60_000)
        answered(page, FINAL["Shortest paths"])
        page.get_by_role("button", name="Start empty").click()
        drawing = page.locator(".drawing")
        for x, y in ((100, 100), (300, 120)):
            drawing.click(position={"x": x, "y": y})
        for x, y in ((100, 100), (300, 120), (200, 110)):  # Two nodes make an edge; a click on it adds one.
            drawing.click(position={"x": x, "y": y})
        assert page.get_by_label("Edges, one on each line").input_value() == "a b 2"
        page.get_by_role("button", name="Run").click()
        page.locator("tbody tr:nth-child(2):last-child").wait_for(timeout=60_000)
        answered(page, "Done. Distances: a 0, b 2.")
        file = {"name": "roads.csv", "mimeType": "text/csv", "buffer": b"x,y,4\ny,z,5\n"}
        page.get_by_label("A file").set_input_files(file)
        page.locator("tbody tr:nth-child(3):last-child").wait_for(timeout=60_000)
        answered(page, "Done. Distances: x 0, y 4, z 9.")
        both = {"name": "ways.gr", "mimeType": "text/plain", "buffer": b"p sp 3 3\na 1 2 9\na 2 1 4\na 2 3 1\n"}
        page.get_by_label("A file").set_input_files(both)
        page.locator("tbody th").get_by_text("1", exact=True).wait_for(timeout=60_000)
        answered(page, "Done. Distances: 1 0, 2 9, 3 10.")
        assert page.get_by_label("Edges, one on each line").input_value().split("\n") == ["1 2 9", "2 1 4", "2 3 1"]
        page.get_by_label("Edges, one on each line").fill("a b 2.5")
        page.get_by_role("button", name="Run").click()
        page.get_by_text("“a b 2.5” is no edge: write two names and a whole number from 0 to 255.").wait_for()
        page.get_by_role("button", name="Start empty").click()
        page.get_by_role("button", name="Run").click()
        page.get_by_text("There is no graph yet").wait_for()
        bad = {"name": "roads.csv", "mimeType": "text/csv", "buffer": b"x,y\n"}
        page.get_by_label("A file").set_input_files(bad)
        page.locator(".problem").get_by_text("roads.csv, line 1").wait_for()


@pytest.mark.long
def test_the_description_is_shown_without_help_from_elsewhere(browser, address):
    with opened(browser, f"{address}/docs", width=390) as page:
        page.get_by_text("POST /api/sort").wait_for()
        assert serious(page) == []
