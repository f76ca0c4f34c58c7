"""`nee reproduce` as people run it, and its report in a real browser."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

import chores
from nee.cli.reproduce import reproduce as reproduce_command
from nee.compilation import cache_folder
from nee.jobs.job import Job, Output
from nee.jobs.workers import LocalWorkers
from nee.paper import results
from nee.paper.items import ITEMS, Item, Plan
from nee.paper.report import pages
from nee.paper.report.blocks import Table
from nee.paper.reproduction import QUICK, reproduce, store
from nee.paper.results import Measurement
from nee.training.checkpoints import weights_hash

CACHE = os.environ.get("JAX_COMPILATION_CACHE_DIR", str(cache_folder()))


def command(*arguments):
    return [sys.executable, "-m", "nee", "reproduce", *map(str, arguments)]


def run(*arguments, cache=None, **environment):
    """Run the command to its end. With another cache folder it finds no finished jobs, only compiled programs."""
    own = {"XDG_CACHE_HOME": str(cache), "JAX_COMPILATION_CACHE_DIR": CACHE} if cache else {}
    whole = os.environ | own | environment
    return subprocess.run(command(*arguments), capture_output=True, text=True, check=False, env=whole)


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """The report on every item, of stored figures: no job runs."""
    folder = tmp_path_factory.mktemp("stored")
    finished = run("--stored", "--json", "--out", folder)
    assert finished.returncode == 0, finished.stderr
    return folder, json.loads(finished.stdout)


def test_every_item_is_in_the_report(stored):
    folder, answer = stored
    assert answer["items"].keys() == ITEMS.keys()
    assert not (folder / "jobs").exists()
    for name, item in answer["items"].items():
        assert item["failed"] == []
        assert f'id="{name}"' in (folder / "report.html").read_text()


def test_published_measured_and_difference_stand_side_by_side(stored):
    folder, answer = stored
    (comparison,) = answer["items"]["table1"]["comparisons"]
    assert len(comparison["rows"]) == 16
    for row in comparison["rows"]:
        assert row["published"] == 100
        assert row["difference"] == pytest.approx(row["ours"]["mean"] - row["published"])
        assert row["whole_instances_exact"]["worst"] == 100
    assert (
        "| algorithm | size | paper | ours | difference | whole instances exact |" in (folder / "report.md").read_text()
    )


def test_the_list_names_every_item():
    listed = json.loads(run("--list", "--json").stdout)
    assert [item["name"] for item in listed] == list(ITEMS)


@pytest.mark.long
def test_every_item_passes_the_quick_run(tmp_path):
    finished = run("--quick", "--json", "--out", tmp_path)
    assert finished.returncode == 0, finished.stderr
    answer = json.loads(finished.stdout)
    assert answer["items"].keys() == ITEMS.keys()
    assert not any(item["failed"] for item in answer["items"].values())
    assert "not trained" not in (tmp_path / "report.md").read_text()


def show(measurements):
    rows = [[each.weights["weights"]["recipe"], str(each.answer["bits"])] for each in measurements]
    return [Table("", ["recipe", "bits"], rows)]


def chore_jobs(plan):
    trained = Job("train nothing", chores.leave_engine, {"seed": 3})
    return [Job("look", chores.look, {}, {"weights": Output(trained, "engine.safetensors")})]


CHORES = Item("chores", "no paper", "Jobs that take no time", chore_jobs, show, "chores")


def test_what_jobs_measure_is_shown_stored_and_shown_again(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "results_folder", lambda: tmp_path)
    workers = LocalWorkers()
    try:
        report, measured = reproduce([CHORES], Plan(retrain=True), tmp_path, workers, lambda progress: None)
        again, _ = reproduce([CHORES], Plan(retrain=True), tmp_path, workers, lambda progress: None)
    finally:
        workers.close()
    assert report.sections[0].blocks == again.sections[0].blocks == [Table("", ["recipe", "bits"], [["none", "8"]])]
    assert (report.identity, report.jobs) == (again.identity, again.jobs)
    (trained,) = tmp_path.glob("jobs/*/engine.safetensors")
    assert report.weights == [("train nothing", weights_hash(trained))]
    store(measured)
    (kept,) = results.read("chores")
    assert kept.weights["weights"] == {
        "subroutine": "minimum", "recipe": "none", "seed": 3, "tensors": weights_hash(trained)
    }  # fmt: skip
    assert kept.answer == {"bits": 8}
    made = json.loads(kept.run)
    assert {"command", "versions", "machine", "date"} == made.keys()
    from_stored, _ = reproduce([CHORES], Plan(stored=True), tmp_path, workers, lambda progress: None)
    *blocks, says = from_stored.sections[0].blocks
    assert blocks == report.sections[0].blocks
    assert says == f"Stored figures, measured on {made['date']}, not by this run."
    assert from_stored.jobs == []


def test_a_whole_run_that_trains_is_stored_by_itself(tmp_path, monkeypatch):
    monkeypatch.setattr("nee.paper.items.ITEMS", {"chores": CHORES})
    monkeypatch.setattr("nee.paper.reproduction.ITEMS", {"chores": CHORES})
    everything = [
        (None, True, "retrained/chores.json"), (["chores"], True, "chores.json"), (None, False, "chores.json")
    ]  # fmt: skip
    for number, (items, retrain, file) in enumerate(everything):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.setattr(results, "results_folder", lambda folder=folder: folder)
        reproduce_command(items, retrain=retrain, store=True, out=tmp_path / "out")
        assert [path.relative_to(folder).as_posix() for path in folder.rglob("*.json")] == [file]


def test_a_page_shows_what_everything_trained_again_has_measured(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "results_folder", lambda: tmp_path)
    monkeypatch.setattr(pages, "ITEMS", {"chores": CHORES, "shared": ITEMS["shared"]})
    for recipe, folder in (("ships", ""), ("first", results.RETRAINED), ("second", results.RETRAINED)):
        new = Measurement("look", {}, {"weights": {"recipe": recipe}}, {"bits": 8})
        results.store("chores", [new], {"command": "nee", "date": "2026-01-01"}, folder)
    heading, *_, one, other = pages.retrained().splitlines()
    assert heading == "## Jobs that take no time (no paper)"
    assert (one, other) == ("| first | 8 |", "| second | 8 |")
    assert "ships" not in pages.retrained()
    assert pages.files().splitlines()[2:] == [
        "| chores.json | `nee` | 2026-01-01 | 1 |",
        "| retrained/chores.json | `nee` | 2026-01-01 | 2 |",
    ]


def test_a_quick_run_says_so_and_a_file_gets_a_line_for_each_job(tmp_path):
    finished = run("embeddings", "long-lists", "--quick", "--out", tmp_path)
    assert finished.returncode == 0, finished.stderr
    assert " ".join(finished.stdout.split()).startswith(QUICK)
    assert "This run measures nothing here: a whole run does." in finished.stdout
    assert QUICK in (tmp_path / "report.md").read_text()
    assert QUICK in (tmp_path / "report.html").read_text()
    lines = finished.stderr.splitlines()
    assert len(lines) == 4
    assert re.fullmatch(r"1 of 4 jobs: embeddings of .*, seed 0, \d+ s", lines[0])
    assert lines[-1].startswith("4 of 4 jobs: ")


@pytest.mark.long
def test_a_run_that_was_killed_goes_on_and_ends_in_the_same_report(tmp_path):
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert run("embeddings", cache=whole).returncode == 0
    environment = os.environ | {"XDG_CACHE_HOME": str(killed), "JAX_COMPILATION_CACHE_DIR": CACHE}
    process = subprocess.Popen(
        command("embeddings"), env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    while not (finished := list(killed.rglob("result.json"))):
        assert process.poll() is None, "it ended before it could be killed"
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not list(killed.rglob("report.html"))
    before = {path: path.stat().st_mtime_ns for path in finished}
    assert len(before) < len(ITEMS["embeddings"].jobs(Plan()))
    assert run("embeddings", cache=killed).returncode == 0
    assert {path: path.stat().st_mtime_ns for path in finished} == before
    for name in ("report.md", "report.html"):
        assert (killed / "nee/reproduce" / name).read_text() == (whole / "nee/reproduce" / name).read_text()


@pytest.mark.long
def test_ray_gives_the_same_figures(tmp_path):
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'nee[ray]'")
    here = run("embeddings", "--json", "--out", tmp_path / "here")
    on_ray = run("embeddings", "--json", "--ray", "--out", tmp_path / "ray")
    assert on_ray.returncode == 0, on_ray.stderr
    assert len(list(tmp_path.glob("ray/jobs/*/result.json"))) == 4
    assert json.loads(on_ray.stdout)["items"] == json.loads(here.stdout)["items"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["table9"], "There is no item 'table9'; there are: table1, addition"),
        (["--stored", "--quick"], "--stored measures nothing"),
        (["--store", "--quick"], "Only what a whole run has measured is stored"),
        (["table1", "--ray", "auto"], "There is no Ray at 'auto'"),
        (["table1", "--out", __file__], f"{__file__} cannot be written"),
    ],
)
def test_a_mistake_is_answered_with_one_sentence(arguments, sentence, tmp_path):
    refused = run("--out", tmp_path, *arguments)
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"nee: {sentence}")
    assert len(refused.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("seeds", [-1, 0, 21, 100_000_000])
@pytest.mark.parametrize("more", [[], ["--stored"]])
def test_as_many_seeds_as_can_be_trained_and_no_more(seeds, more, tmp_path):
    refused = run("steps", "--seeds", seeds, *more, "--out", tmp_path)
    assert refused.returncode == 2
    assert refused.stderr == f"nee: It is repeated with 1 to 20 seeds: --seeds {seeds} is not among them.\n"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("seeds", [1, 20])
def test_the_fewest_and_the_most_seeds_are_taken(seeds, tmp_path):
    assert run("steps", "--stored", "--seeds", seeds, "--out", tmp_path).returncode == 0


def test_without_ray_it_says_what_to_install(tmp_path):
    (tmp_path / "ray.py").write_text("raise ImportError")
    paths = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    refused = run("steps", "--ray", PYTHONPATH=paths)
    assert refused.returncode == 2
    assert refused.stderr == "nee: Ray is not installed: pip install 'nee[ray]' brings it.\n"


@pytest.mark.parametrize("width", [390, 1200])
def test_the_report_in_a_real_browser(stored, browser, width):
    folder, _ = stored
    page = browser.new_page(viewport={"width": width, "height": 900})
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto((folder / "report.html").as_uri())
    # Nothing is wider than the screen; wide tables scroll in their own frame.
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("section[id] h2").count() == len(ITEMS) + 1
    assert page.locator("table").count() >= len(ITEMS)
    sizes = "[...document.images].map(i => [i.complete, i.naturalWidth, i.getBoundingClientRect().width])"
    images = page.evaluate(sizes)
    assert images
    assert all(complete and natural > 100 and 100 < shown <= width for complete, natural, shown in images)
    # Text on a phone is as large as text should be.
    assert page.evaluate("parseFloat(getComputedStyle(document.querySelector('td')).fontSize)") >= 12
    # The embeddings are drawn, and turn.
    canvas = page.locator(".turnable canvas").first
    canvas.scroll_into_view_if_needed()
    before = canvas.evaluate("canvas => canvas.toDataURL()")
    box = canvas.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + 40, box["y"] + box["height"] / 2)
    page.mouse.up()
    assert canvas.evaluate("canvas => canvas.toDataURL()") != before
    page.screenshot(path=folder / f"report-{width}.png", full_page=True)
    assert (folder / f"report-{width}.png").stat().st_size > 10_000
    assert complaints == []
    page.close()


def test_the_report_needs_nothing_from_elsewhere(stored):
    text = (stored[0] / "report.html").read_text()
    sources = re.findall(r"""(?:src|href)=["']?([^"'> ]+)""", text)
    assert sources
    assert all(source.startswith(("data:", "#")) for source in sources)
    assert not re.search(r"https?://|url\(|@import|fetch\(", re.sub(r"data:[^\"]*", "", text))
