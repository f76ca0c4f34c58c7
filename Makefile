# On a fresh machine with Python 3.11 or newer: `make demo`, `make play` and `make test` need nothing before them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo play test types types-of-tests test-long test-networkx docs tables benchmark constraints clean

demo: $(VENV)/installed
	$(BIN)/nee demo
	@echo 'To find nee from here on: source $(BIN)/activate'

# A page on which one watches the networks run.
play: $(VENV)/installed-for-play
	$(BIN)/nee play

test: $(VENV)/installed-for-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(MAKE) --no-print-directory --jobs 2 types types-of-tests
	$(BIN)/pytest

types: $(VENV)/installed-for-tests
	$(BIN)/mypy

types-of-tests: $(VENV)/installed-for-tests
	$(BIN)/mypy --config-file tests/mypy.ini tests

# Tests that take minutes each, on code that the compiler has made fast; one of them builds the docs.
test-long: $(VENV)/installed-for-tests $(VENV)/installed-for-docs
	XLA_FLAGS=--xla_backend_optimization_level=3 $(BIN)/pytest -m long

# The site of docs/, in docs/_build/html. Its tutorials run while it is built, and warnings are errors.
docs: $(VENV)/installed-for-docs
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet docs docs/_build/html
	@echo "The site is in docs/_build/html/index.html."

# networkx's own tests with nee for a back end. What came of them goes to results/, and from there to docs.
test-networkx: $(VENV)/installed-for-tests
	$(BIN)/nee reproduce networkx --store

# Writes the tables of README and docs, and the pictures of docs, from results/.
tables: $(VENV)/installed
	$(BIN)/python -m nee.paper.report.pages
	$(BIN)/nee plot generalization attention --out docs

benchmark: $(VENV)/installed
	$(BIN)/python benchmarks/speed.py
	$(BIN)/python benchmarks/wide.py
	$(BIN)/python benchmarks/networkx_backend.py

# New releases come; this tries them. Commit the file once `make test` passes with every Python.
constraints:
	.ci/constraints

# The versions that were tested; a Python that was not gets the newest. `pip install .` keeps pyproject's open ranges.
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt

# Debian's Python refuses to install outside a virtual environment.
$(VENV)/installed: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "nee needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --editable .
	touch $@

$(VENV)/installed-for-play: $(VENV)/installed
	$(INSTALL) --editable '.[web]'
	touch $@

$(VENV)/installed-for-tests: $(VENV)/installed
	$(INSTALL) --editable '.[test]'
	touch $@

$(VENV)/installed-for-docs: $(VENV)/installed
	$(INSTALL) --editable '.[docs]'
	touch $@

clean:
	rm -rf $(VENV) docs/_build
