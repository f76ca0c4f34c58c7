# Two commands do everything on a fresh machine with Python 3.11 or newer: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test benchmark clean

demo: $(VENV)/installed
	$(BIN)/nee demo

test: $(VENV)/installed-for-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest

benchmark: $(VENV)/installed
	$(BIN)/python benchmarks/speed.py

# Debian's Python refuses to install outside a virtual environment.
$(VENV)/installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "nee needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/installed-for-tests: $(VENV)/installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[test]'
	touch $@

clean:
	rm -rf $(VENV)
