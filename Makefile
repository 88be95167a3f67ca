# Two commands on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEMO_READY := $(VENV)/.demo
DEMO := build/dead-air
SITE := build/docs

# Its processes share what one of them has compiled, even where the environment asks not to keep it.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test soak fuzz playtests words lint site docs bench mutants pictures clean help

help:
	@echo "make demo   set up, then lint and print one scenario and build the reference site"
	@echo "make test   set up, then run every check and test"
	@echo "make soak   run in full what make test samples: killed builds, random and invalid input; half an hour"
	@echo "make fuzz   fuzz every reader of users' files, guided by coverage; RUNS and TARGETS limit it; hours"
	@echo "make words  update the expected texts of the lint cases: tests/builder/lint/cases"
	@echo "make playtests  play the scenarios by machine, and keep the summaries that kits and the site show; ten minutes"
	@echo "make docs   set up, then build the reference site"
	@echo "make bench  compare with similar programs, and write benchmarks/RESULTS.md"
	@echo "make mutants  set up, then change the code of the engine and list the changes that no test detects; half an hour"
	@echo "make pictures  redraw the pictures of printed sheets in the README and the guides"
	@echo "make clean  remove build output and the environment"

# The demo needs the command and Sphinx; the tests also need type checkers and a browser driver, among others.
$(DEMO_READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("brainbug needs Python 3.11 or newer; name one with PYTHON=...") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[docs]"
	@touch $@

$(READY): $(DEMO_READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $@

demo: $(DEMO_READY)
	$(BIN)/brainbug lint scenarios/bug_hunter/dead-air.yaml
	$(BIN)/brainbug build scenarios/bug_hunter/dead-air.yaml -o $(DEMO)
	$(BIN)/brainbug resolve bug-hunter:table/random-panic force=marine --roll 5
	$(BIN)/brainbug docs build --kits none -o $(SITE)
	@echo
	@echo "Print this:       $(DEMO)/play-kit.pdf"
	@echo "SVG files:        $(DEMO)/svg/"
	@echo "List of files:    $(DEMO)/manifest.json"
	@echo "Reference site:   $(SITE)/index.html"

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	# Every file that is opened names its encoding; the only preview rule that is used.
	$(BIN)/ruff check --isolated --preview --select PLW1514 --target-version py311 .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(DEMO_READY)
	$(BIN)/brainbug docs build -o $(SITE)

# One site for the demo and the tests. It has none of the user's own games.
site: $(READY)
	$(BIN)/brainbug docs build --kits none $(SITE_OPTIONS) -o $(SITE)

test: export BRAINBUG_CONFIG := $(CURDIR)/build/config
test: export BRAINBUG_GAMES :=
test: $(READY)
	@rm -f $(SITE).ended
	$(MAKE) --jobs 3 lint tested-site tests

# The tests start at once; those that read the site wait for the file with its exit status, which is 0 if it was built.
# One process writes it: two need a third more processor time, which the tests need.
.PHONY: tested-site tests
tested-site: $(READY)
	$(MAKE) site SITE_OPTIONS="--jobs 1"; ended=$$?; mkdir -p build; echo $$ended > $(SITE).ended; exit $$ended

tests: $(READY)
	$(BIN)/brainbug lint scenarios
	BRAINBUG_SITE=$(SITE) $(BIN)/python -m pytest --numprocesses auto --dist loadgroup

words: $(READY)
	$(BIN)/python tests/lint_cases.py

# Kits and the site say how a scenario was playtested if the summary beside it fits its text.
playtests: $(READY)
	for file in scenarios/*/*.yaml; do \
	  $(BIN)/brainbug playtest $$file --games 200 --keep > /dev/null || echo "not played: $$file"; done

# What make test samples, in full: two hundred killed builds, thousands of broken files, every invalid input.
soak: $(READY)
	BRAINBUG_SOAK=1 $(BIN)/python -m pytest --numprocesses auto -m soak

# Runs each target RUNS times; its last line shows executions, failures, slowest input and peak memory.
RUNS ?= 200000
TARGETS ?=
fuzz: $(READY)
	$(BIN)/python -c 'import atheris' 2>/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check "atheris>=3"
	nice -n 19 $(BIN)/python tests/builder/fuzz/guided.py --runs $(RUNS) $(TARGETS)

PEERS := build/peers

$(PEERS)/.ready: benchmarks/peers.txt
	$(PYTHON) -m venv $(PEERS)
	$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check --requirement benchmarks/peers.txt
	@touch $@

bench: $(READY) $(PEERS)/.ready
	$(BIN)/python -m benchmarks --peers $(PEERS)

# Mutation testing: makes one small change at a time to the code of tables, dice and lint checks, and lists those
# that no test detects. ONLY takes names of mutants, as in ONLY='rulesdb.tables.axes.*'.
MUTANTS := build/mutants
mutants: $(READY)
	test -x $(MUTANTS)/bin/mutmut || { $(PYTHON) -m venv $(MUTANTS) && $(MUTANTS)/bin/python -m pip install \
	  --quiet --disable-pip-version-check "mutmut>=3.8" pytest hypothesis "icepool>=2.0,<2.1.4" --editable .; }
	rm -rf mutants
	$(MUTANTS)/bin/mutmut run --max-children 2 $(if $(ONLY),'$(ONLY)')
	$(MUTANTS)/bin/mutmut results | grep -v "not checked" || echo "every change was detected"

pictures: $(READY)
	$(BIN)/python docs/pictures.py

clean:
	rm -rf build mutants $(VENV) docs/reference
