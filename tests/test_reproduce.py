"""`nee reproduce` as people run it, and its report in a real browser."""

import fcntl
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from browser import CHROMIUM, chromium
from nee.checkpoints import fingerprint
from nee.compilation import cache_folder
from nee.paper.items import ITEMS, Plan

ROOT = Path(__file__).parents[1]
CACHE = os.environ.get("JAX_COMPILATION_CACHE_DIR", str(cache_folder()))


def command(*arguments):
    return [sys.executable, "-m", "nee", "reproduce", *map(str, arguments)]


def reproduce(*arguments, cache=None):
    """Run the command to its end. With another cache folder it finds no finished jobs, only compiled programs."""
    own = {"XDG_CACHE_HOME": str(cache), "JAX_COMPILATION_CACHE_DIR": CACHE} if cache else {}
    return subprocess.run(command(*arguments), capture_output=True, text=True, check=False, env=os.environ | own)


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    """The smoke run of every item. Test processes share it: one runs the jobs, the others find them done."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "quick"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        finished = reproduce("--quick", "--json", "--out", folder)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return folder, json.loads(finished.stdout)


def test_every_item_passes_the_quick_run(quick):
    folder, answer = quick
    assert answer["items"].keys() == ITEMS.keys()
    for name, item in answer["items"].items():
        assert item["failed"] == []
        assert f'id="{name}"' in (folder / "report.html").read_text()


def test_the_list_names_every_item():
    listed = json.loads(reproduce("--list", "--json").stdout)
    assert [item["name"] for item in listed] == list(ITEMS)
    assert set(re.findall(r"[\w-]+", reproduce("--list").stdout)) >= ITEMS.keys()


@pytest.mark.parametrize("plan", [Plan(), Plan(retrain=True, seeds=2), Plan(quick=True)])
@pytest.mark.parametrize("item", ITEMS.values(), ids=ITEMS)
def test_every_item_knows_its_jobs(item, plan):
    for job in item.jobs(plan).values():
        json.dumps(job.arguments)
        assert len(job.key) == 64
        trains = any(needed.title.startswith("train") for needed in job.needs)
        assert trains == (plan.retrain and bool(job.inputs))


def test_published_measured_and_difference_stand_side_by_side(quick):
    folder, answer = quick
    (comparison,) = answer["items"]["table1"]["comparisons"]
    for row in comparison["rows"]:
        assert row["published"] == 100
        assert row["difference"] == pytest.approx(row["ours"]["mean"] - row["published"])
        assert row["whole_instances_exact"]["worst"] == 100
    assert (
        "| algorithm | size | paper | ours | difference | whole instances exact |" in (folder / "report.md").read_text()
    )


def test_stored_figures_say_so(quick):
    folder, answer = quick
    rows = {row["label"][0]: row for row in answer["items"]["addition"]["comparisons"][0]["rows"]}
    assert rows["256"]["stored"] == ["add-256-1.json", "add-256-2.json"]  # The first set is the shipped engine's.
    assert rows["64"]["stored"][0] == "add-64-0.json"
    assert "64: stored figures, not measured by this run: add-64-0.json of 20" in (folder / "report.md").read_text()


def test_more_seeds_show_the_worst_and_the_best(tmp_path):
    finished = reproduce("steps", "embedding-sorting", "--quick", "--seeds", 2, "--out", tmp_path)
    assert finished.returncode == 0, finished.stderr
    assert "| embedding | paper | ours, mean | worst | best | difference |" in (tmp_path / "report.md").read_text()


def test_retraining_trains_and_measures_what_was_trained(tmp_path):
    finished = reproduce("embedding-sorting", "--retrain", "--quick", "--json", "--out", tmp_path)
    assert finished.returncode == 0, finished.stderr
    answer = json.loads(finished.stdout)
    (trained,) = tmp_path.glob("jobs/*/engine.safetensors")
    assert answer["weights"] == {"train minimum, recipe counted, seed 0": fingerprint(trained)}


def test_a_run_that_was_killed_goes_on_and_ends_in_the_same_report(tmp_path):
    items = [name for name in ITEMS if name.startswith("embedding-")]
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    assert reproduce(*items, cache=whole).returncode == 0
    environment = os.environ | {"XDG_CACHE_HOME": str(killed), "JAX_COMPILATION_CACHE_DIR": CACHE}
    run = subprocess.Popen(command(*items), env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while not (finished := list(killed.rglob("result.json"))):
        assert run.poll() is None, "it ended before it could be killed"
        time.sleep(0.01)
    run.send_signal(signal.SIGKILL)
    run.wait()
    assert not list(killed.rglob("report.html"))
    before = {path: path.stat().st_mtime_ns for path in finished}
    assert len(before) < len(items)
    assert reproduce(*items, cache=killed).returncode == 0
    assert {path: path.stat().st_mtime_ns for path in finished} == before
    for name in ("report.md", "report.html"):
        assert (killed / "nee/reproduce" / name).read_text() == (whole / "nee/reproduce" / name).read_text()


def test_ray_gives_the_same_figures(tmp_path):
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'nee[ray]'")
    items = ["embedding-sorting", "embedding-multiplication", "--json"]
    here, on_ray = reproduce(*items, "--out", tmp_path / "here"), reproduce(*items, "--ray", "--out", tmp_path / "ray")
    assert on_ray.returncode == 0, on_ray.stderr
    assert len(list(tmp_path.glob("ray/jobs/*/result.json"))) == 2
    assert json.loads(on_ray.stdout)["items"] == json.loads(here.stdout)["items"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["table9"], "There is no item 'table9'; there are: table1, addition"),
        (["--seeds", "0"], "0 seeds are none"),
        (["table1", "--ray", "auto"], "There is no Ray at 'auto'"),
        (["table1", "--out", __file__], f"{__file__} cannot be the folder of the report"),
    ],
)
def test_a_mistake_is_answered_with_one_sentence(arguments, sentence, tmp_path):
    refused = reproduce("--out", tmp_path, *arguments)
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"nee: {sentence}")
    assert len(refused.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_without_ray_it_says_what_to_install(tmp_path):
    (tmp_path / "ray.py").write_text("raise ImportError")
    paths = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    refused = subprocess.run(
        command("steps", "--ray"), env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True, check=False
    )
    assert refused.returncode == 2
    assert refused.stderr == "nee: Ray is not installed: pip install 'nee[ray]' brings it.\n"


@pytest.fixture(scope="module")
def page():
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here: apt-get install chromium")
    with chromium() as page:
        yield page


@pytest.mark.parametrize("width", [390, 1200])
def test_the_report_in_a_real_browser(quick, page, width):
    folder, _ = quick
    page.open(folder / "report.html", width=width)
    # Nothing is wider than the screen; wide tables scroll in their own frame.
    assert page.run("document.documentElement.scrollWidth") <= width
    assert page.run("document.querySelectorAll('section[id] h2').length") == len(ITEMS) + 1
    assert page.run("document.querySelectorAll('table').length") >= len(ITEMS)
    images = page.run("[...document.images].map(i => [i.complete, i.naturalWidth, i.getBoundingClientRect().width])")
    assert images
    assert all(complete and natural > 100 and 100 < shown <= width for complete, natural, shown in images)
    # Text on a phone is as large as text should be.
    assert page.run("parseFloat(getComputedStyle(document.querySelector('td')).fontSize)") >= 12
    # The embeddings are drawn, and turn.
    canvas = "document.querySelector('.turnable canvas')"
    before = page.run(f"{canvas}.toDataURL()")
    page.run(f"{canvas}.scrollIntoView({{block: 'center', behavior: 'instant'}})")
    x, y = page.run(f"(r => [r.x + r.width / 2, r.y + r.height / 2])({canvas}.getBoundingClientRect())")
    for kind, at, buttons in (("mousePressed", x, 1), ("mouseMoved", x + 40, 1), ("mouseReleased", x + 40, 0)):
        page.call("Input.dispatchMouseEvent", type=kind, x=at, y=y, button="left", buttons=buttons, clickCount=1)
    assert page.run(f"{canvas}.toDataURL()") != before
    # An execution is walked through.
    shown = "document.querySelector('.player .note').textContent"
    assert page.run(shown).startswith("Step 1 of ")
    page.run("document.querySelector('.player button:last-of-type').click()")
    assert page.run(shown).startswith("Step 2 of ")
    page.screenshot(folder / f"report-{width}.png")
    assert (folder / f"report-{width}.png").stat().st_size > 10_000
    assert page.complaints == []


def test_the_report_needs_nothing_from_elsewhere(quick):
    text = (quick[0] / "report.html").read_text()
    sources = re.findall(r"""(?:src|href)=["']?([^"'> ]+)""", text)
    assert sources
    assert all(source.startswith(("data:", "#")) for source in sources)
    assert not re.search(r"https?://|url\(|@import|fetch\(", re.sub(r"data:[^\"]*", "", text))
