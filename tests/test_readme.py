import importlib.util
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_tables_are_those_of_the_results():
    spec = importlib.util.spec_from_file_location("table", ROOT / "results" / "table.py")
    table = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(table)
    for page in table.PAGES:
        assert page.read_text() == table.written(page), "run `python results/table.py`"
