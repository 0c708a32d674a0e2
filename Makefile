# Each command does all of its own set-up; the second time it is quick.
#
#   make play     play in the browser
#   make terminal play in the terminal
#   make test     everything that must hold: style, types, layers, tests, coverage
#   make bench    measure speed, side by side with others; writes bench/RESULTS.md
#   make format   let ruff lay out the code
#   make words    bring the catalogues of translations up to date with the sources
#   make lock     choose the versions anew: writes requirements/*.txt (needs uv)
#   make clean    remove what the other commands made

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
EXAMPLE := examples/connect_four

# uv installs many times faster where it is there; pip does the same work.
INSTALL := $(if $(shell command -v uv),uv pip install --quiet --compile-bytecode --python $(BIN)/python,$(BIN)/python -m pip install --quiet --disable-pip-version-check)
EDITABLE := $(INSTALL) --no-deps --no-build-isolation --editable

.PHONY: play terminal test lint types layers unit browser coverage bench format words lock clean

play: $(VENV)/.play
	@$(BIN)/matchwood serve

terminal: $(VENV)/.play
	@$(BIN)/matchwood play

# Side by side, the longest first: while the browser tests wait for pages, two cores do the rest.
test: $(VENV)/.dev $(VENV)/.browser
	@$(MAKE) --no-print-directory --jobs=3 --output-sync=target \
		coverage browser unit types lint layers

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/mypy

layers: $(VENV)/.dev
	$(BIN)/lint-imports

# Kernels are compiled with bounds checks here.
unit: $(VENV)/.dev
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest --quiet --durations=10 --ignore=tests/browser

browser: $(VENV)/.dev $(VENV)/.browser
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest --quiet --durations=10 tests/browser

# Lines inside kernels only count when Python runs them.
coverage: $(VENV)/.dev
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest --quiet --durations=5
	$(BIN)/coverage report

bench: $(VENV)/.bench
	$(BIN)/python -m bench

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

words: $(VENV)/.dev
	$(BIN)/python -m tools.catalogues

lock:
	for extra in play dev bench; do \
		uv pip compile --quiet --universal --generate-hashes --no-annotate --no-header \
			--extra build $$([ $$extra = play ] || echo --extra $$extra) \
			pyproject.toml --output-file requirements/$$extra.txt; \
	done

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.play: requirements/play.txt pyproject.toml | $(BIN)/python
	$(INSTALL) --require-hashes --requirement requirements/play.txt
	$(EDITABLE) .
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(EXAMPLE)/pyproject.toml $(VENV)/.play
	$(INSTALL) --require-hashes --requirement requirements/dev.txt
	$(EDITABLE) $(EXAMPLE)
	@touch $@

# Where no browser can be had, the browser tests say so and are skipped.
$(VENV)/.browser: $(VENV)/.dev
	@if $(BIN)/python -m tools.browser; then touch $@; fi

$(VENV)/.bench: requirements/bench.txt $(VENV)/.dev
	$(INSTALL) --require-hashes --requirement requirements/bench.txt
	@touch $@

clean:
	rm -rf $(VENV) build .coverage htmlcov .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
