# Each command does all of its own set-up; the second time it is quick.
#
#   make play     play in the browser
#   make terminal play in the terminal
#   make test     everything that must hold: style, types, layers, tests, coverage
#   make test-quick   most of that, for after each edit
#   make test-browsers   whole games in Firefox and in WebKit (three minutes)
#   make screenshots  pictures of every page in all windows, in build/screenshots
#   make bench    measure speed, side by side with others; writes bench/RESULTS.md
#   make soak     what servers bear, from kills to load; writes docs/reliability.md (hours)
#   make data     play the games of the ladder and of the studies again (a day)
#   make docs     the documentation as a site, in build/site
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

# Bytecode is kept, whatever the machine asks for: every pass would make it anew, in five seconds.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play terminal test lint types layers unit games browser screenshots interpreted coverage \
	test-quick test-browsers data docs quick-games quick-server quick-server-too quick-rest bench soak warm checked format words lock clean

play: $(VENV)/.play
	@$(BIN)/matchwood serve

terminal: $(VENV)/.play
	@$(BIN)/matchwood play

# Before the passes of tests the kernels are compiled, and the tests read, once for all of them. Then
# they run side by side: none has to wait for another, and two cores always have something to do.
test: $(VENV)/.browser $(VENV)/.nginx
	@$(MAKE) --no-print-directory --jobs=5 --output-sync=target \
		coverage browser games types lint layers

lint: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.dev
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32

layers: $(VENV)/.dev
	$(BIN)/lint-imports

# Where tests have changed, each pass would write the assertions of all of them and of plug-ins anew,
# at the same time as the others. What is wrong with a test the passes say.
$(VENV)/.read: $(VENV)/.dev $(shell find tests $(EXAMPLE) -name '*.py') | checked
	@$(CHECKED) $(BIN)/python -m pytest --quiet --collect-only >/dev/null || true
	@touch $@

PYTEST := -m pytest --quiet --durations=5
CHECKED := NUMBA_BOUNDSCHECK=1 NUMBA_OPT=1

# Slipcover notes which lines were run by changing the bytecode, which takes far less time than to
# trace it. Numba has to find the bytecode of kernels unchanged.
COVERED := $(BIN)/python -m slipcover --branch --source=src,$(EXAMPLE)/src --json
KERNELS = $(shell grep --recursive --files-with-matches --extended-regexp \
	'^@(kernel|kernel_helper)' --include='*.py' src $(EXAMPLE)/src)
empty :=
comma := ,

# The tests, compiled, in three parts; of one of them it is noted which lines it runs.
# Marks of lines that were met stay here: so many lines are met that to take them out costs more.
unit: checked $(VENV)/.read
	$(CHECKED) $(COVERED) --threshold=1000000 --omit='$(subst $(empty) ,$(comma),$(KERNELS))' \
		--out=.covered.unit $(PYTEST) -m 'not slow and not kernels' --ignore=tests/browser

games: checked $(VENV)/.read $(VENV)/.release
	$(CHECKED) $(BIN)/python $(PYTEST) -m 'slow or kernels' --ignore=tests/browser

browser: checked $(VENV)/.read $(VENV)/.browser
	$(CHECKED) $(BIN)/python $(PYTEST) tests/browser

# The same pages in other browsers, where these can be had.
test-browsers: warm $(VENV)/.browser
	@$(BIN)/python -m tools.other_browsers || true
	$(BIN)/python $(PYTEST) -rs tests/browser/other_browsers.py

# The same, with pictures of every page to look at.
screenshots: checked $(VENV)/.browser
	SCREENSHOTS=build/screenshots $(CHECKED) $(BIN)/python $(PYTEST) \
		-o python_files='test_*.py gallery.py' tests/browser

# Where tests/conftest.py finds tests of kernels.
OF_KERNELS := tests/bots tests/games tests/examples tests/engine/test_rng.py \
	tests/lab/test_perft.py $(addprefix tests/envs/test_,vector.py threads.py)

# What compiling hides: which lines inside kernels were run, and numbers that grow too large. So
# only tests of kernels run here, and not those that play many games or count how often something
# comes by chance.
interpreted: $(VENV)/.read
	NUMBA_DISABLE_JIT=1 $(COVERED) --out=.covered.interpreted $(PYTEST) \
		-m 'kernels and not slow and not compiled' $(OF_KERNELS)

# The lines that the two ran, together.
coverage: unit interpreted
	$(BIN)/python -m slipcover --merge .covered.unit .covered.interpreted --out=.covered \
		--skip-covered --fail-under=97

# With the kernels that are played with. While the tests of the server wait, two cores do the rest.
test-quick: $(VENV)/.dev
	@$(MAKE) --no-print-directory --jobs=4 --output-sync=target \
		quick-server quick-server-too quick-games quick-rest types lint layers

QUICK := $(PYTEST) -m 'not slow and not database' --hypothesis-profile=quick

GAMES := tests/bots tests/games
ARENAS := tests/lab/test_stats.py tests/lab/test_arena.py tests/terminal/test_arena.py

quick-games: warm
	$(BIN)/python $(QUICK) $(GAMES)

PAGES := $(addprefix tests/server/,pages routes live)

# Half of what they take is waiting, so there are two parts of them.
quick-server: warm
	$(BIN)/python $(QUICK) $(filter-out $(PAGES),$(wildcard tests/server/*))

quick-server-too: warm
	$(BIN)/python $(QUICK) $(PAGES)

quick-rest: warm
	$(BIN)/python $(QUICK) $(addprefix --ignore=,$(GAMES) $(ARENAS) tests/browser tests/server)

bench: $(VENV)/.bench
	$(BIN)/python -m bench

# Faults and load, which talk to this machine only and end by themselves. A run of kills that was
# stopped goes on; each is a line in docs/reliability.
soak: warm $(VENV)/.nginx
	$(BIN)/python -m soak.kills servers --kills 1000
	$(BIN)/python -m soak.kills postgres --kills 50
	$(BIN)/python -m soak.kills stops --kills 50
	$(BIN)/python -m soak.requests
	$(BIN)/python -m soak.memory
	$(BIN)/python -m soak.rolling
	$(BIN)/python -m soak.load

# The games behind docs/ladder.md and docs/studies, which Git does not keep.
data: warm
	$(BIN)/python docs/ladder/make.py
	$(BIN)/python docs/studies/make.py 120

# Quick where everything is compiled already.
warm: $(VENV)/.dev
	@$(BIN)/matchwood warm --environments

# As tests want the kernels: with bounds checks.
checked: $(VENV)/.dev
	@$(CHECKED) $(BIN)/matchwood warm --environments

docs: warm
	@$(BIN)/python -m tools.site && echo 'Open build/site/index.html.'

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

words: $(VENV)/.dev
	$(BIN)/python -m tools.catalogues

lock:
	for extra in play postgres dev bench; do \
		uv pip compile --quiet --universal --generate-hashes --no-annotate --no-header \
			--extra build $$([ $$extra = play ] || echo --extra $$extra) \
			pyproject.toml --output-file requirements/$$extra.txt; \
	done
	uv pip compile --quiet --universal --generate-hashes --no-annotate --no-header \
		--group release --output-file requirements/release.txt

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

# Where nginx cannot be had, the tests behind a proxy say so and are skipped.
$(VENV)/.nginx: $(VENV)/.dev
	@if $(BIN)/python -m tools.nginx; then touch $@; fi

# What checks wheels is no part of the environment in which servers are tested.
$(VENV)/.release: requirements/release.txt $(VENV)/.dev
	$(INSTALL) --require-hashes --requirement requirements/release.txt --target $(VENV)/release
	@touch $@

$(VENV)/.bench: requirements/bench.txt $(VENV)/.dev
	$(INSTALL) --require-hashes --requirement requirements/bench.txt
	@touch $@

clean:
	rm -rf $(VENV) build .covered* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
