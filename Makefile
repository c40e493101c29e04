# Everything starts here: `make play` plays, `make test` checks. Both set up what they need first, inside .venv.

PYTHON ?= python3
# What `make play` runs: the browser table once the package has a server, a game in the terminal until then.
PLAY ?= $(if $(wildcard src/escarmouche/server/__init__.py),serve,play)
# How many processes run the tests.
JOBS ?= 2
# How many random games `make soak` plays in each scenario of the skirmish; half as many in each of the battles.
GAMES ?= 1000

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
UV_VERSION := 0.13.7
FILES := $(sort $(shell find src -type f -not -name '*.pyc' -not -path '*/server/static/*') pyproject.toml $(wildcard tools/*.py README.md))
# A compiler that is there must be able to compile: a failure is then an error instead of a slower package.
COMPILER := $(shell command -v $(firstword $(or $(filter-out default,$(CC)),cc)) 2>/dev/null || command -v gcc 2>/dev/null)
export ESCARMOUCHE_REQUIRE_COMPILED ?= $(if $(COMPILER),1,)
export PYTHONPATH :=

.DELETE_ON_ERROR:
.PHONY: play test soak bench page-speed lint fmt install dev web lock postgresql chromium clean FORCE

# The first start does not wait for the compiler: it plays on plain Python, with the same results, while the fast package
# is compiled beside it for the next start (tools/play.py).
FIRST := $(if $(ESCARMOUCHE_PURE)$(wildcard $(VENV)/package $(VENV)/plain .build/mypyc/*/stamp),,$(COMPILER))
play: $(if $(FIRST),$(VENV)/plain,install)
	@echo "== escarmouche $(PLAY)"
	@$(BIN)/$(if $(FIRST),python -m tools.play,escarmouche) $(PLAY)

# The page is built while the tools are fetched, and sources are checked while the package is compiled; whoever has no tests
# left takes some of the other's. What an assertion was about is worked out for those that fail, when they run once more.
test: postgresql chromium
	@$(MAKE) --no-print-directory -j2 $(VENV)/dev web
	@$(MAKE) --no-print-directory -j2 lint install
	@echo "== tests of the installed package"
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --assert plain tests || \
	  { echo "== what failed, once more, one at a time: browsers and servers may starve on a busy machine"; \
	    $(BIN)/python -m pytest -n 0 --last-failed --last-failed-no-failures none tests; }

soak: install $(VENV)/dev postgresql
	@echo "== long checks"
	@$(BIN)/python -m pytest -m soak -rP tests
	@echo "== random games, each played twice (Ctrl-C keeps what is done, make soak goes on with it)"
	@$(BIN)/escarmouche soak sbh --games $(GAMES) --folder .build/soak
	@$(BIN)/escarmouche soak masse --games $(shell expr $(GAMES) / 2) --folder .build/soak
	@$(BIN)/escarmouche soak bataille --games $(GAMES) --folder .build/soak
	@$(BIN)/escarmouche soak swidenth --games $(GAMES) --folder .build/soak
	@$(BIN)/escarmouche soak fda --games $(GAMES) --folder .build/soak

bench: install $(VENV)/peers
	@echo "== bench, beside the peers"
	@$(BIN)/escarmouche bench

page-speed: install $(VENV)/dev chromium
	@echo "== the page in Chromium: size, first paint, frames"
	@$(BIN)/python -m tools.page_speed

lint: $(VENV)/dev
	@echo "== ruff"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet . || { echo "Some files are not formatted: run 'make fmt'." >&2; exit 1; }
	@echo "== mypy --strict"
	@$(BIN)/python -m mypy --strict

fmt: $(VENV)/dev
	@echo "== ruff: sort imports, mend what can be mended, format"
	@$(BIN)/ruff check --fix --quiet .
	@$(BIN)/ruff format --quiet .

# The browser client, built into the package; only when something of it changed.
CLIENT := src/escarmouche/server/static/index.html
web: $(CLIENT)

$(CLIENT): $(shell find web -type f -not -path '*/node_modules/*')
	@command -v npm >/dev/null || { echo "The browser table is built with Node.js: install Node 20 with npm first." >&2; exit 1; }
	@echo "== the browser client"
	@cd web && npm ci --no-audit --no-fund --loglevel=error && npm run --silent check && npm run --silent build
	@touch $@

# The package as a user gets it: hot modules compiled where a C compiler is present.
install: $(VENV)/package
	@echo "== escarmouche is installed in $(VENV)"

# The tools alone. Run the sources themselves with PYTHONPATH=src .venv/bin/python …
dev: $(VENV)/dev
	@echo "== the developers' tools are in $(BIN)"

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Escarmouche needs Python 3.11 or newer: install it, or say where it is with 'make PYTHON=/path/to/python3'." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "== installing python3-venv"; apt-get update -qq && apt-get install -qq -y python3-venv; \
	  else \
	    echo "Python cannot make virtual environments here: install them first (Debian: sudo apt install python3-venv)." >&2; exit 1; \
	  fi
	@echo "== virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/run: requirements/run.txt | $(BIN)/python
	@echo "== dependencies"
	@$(PIP) install -qq --require-hashes -r $<
	@touch $@

$(VENV)/dev: requirements/dev.txt | $(BIN)/python
	@echo "== dependencies and developers' tools"
	@$(PIP) install -qq --require-hashes -r $<
	@touch $@ $(VENV)/run

$(VENV)/peers: requirements/peers.txt | $(BIN)/python
	@echo "== dependencies, developers' tools and the peers of the bench"
	@$(PIP) install -qq --require-hashes -r $<
	@touch $@ $(VENV)/run $(VENV)/dev

# What goes into the package, written anew only when it changes: a removed module leaves the package, a compiler that
# has come compiles it.
INPUTS = printf '%s\n' 'compiler=$(COMPILER)' 'pure=$(ESCARMOUCHE_PURE)' $(FILES)
$(VENV)/inputs: FORCE | $(BIN)/python
	@$(INPUTS) | cmp -s - $@ || $(INPUTS) >$@

BUILD = rm -rf .build/wheel && mkdir -p .build && \
  { $(BIN)/python -m hatchling build -t wheel -d .build/wheel >.build/wheel.log 2>&1 || { cat .build/wheel.log >&2; exit 1; }; } && \
  $(PIP) install -qq --no-deps --no-index --force-reinstall .build/wheel/*.whl
$(VENV)/package: $(FILES) $(CLIENT) $(VENV)/inputs $(VENV)/run
	@echo "== building and installing escarmouche$(if $(ESCARMOUCHE_PURE),,$(if $(COMPILER), (compiling the hot modules),))"
	@touch $@.begun  # a file saved while this runs is newer than it, so the next make builds again
	@$(BUILD)
	@grep '^warning:' .build/wheel.log >&2 || true
	@mv $@.begun $@

$(VENV)/plain: $(CLIENT) $(VENV)/run
	@echo "== installing escarmouche as plain Python, to play at once"
	@export ESCARMOUCHE_PURE=1; $(BUILD)
	@touch $@

# The browser that the tests drive, and where there is one its shell without windows, in which they take half as long.
# Playwright's driver is linked with libatomic, which a small Debian lacks.
APT = DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends
chromium:
	@test -x /usr/bin/chromium-headless-shell || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
	  { echo "== installing Chromium and its headless shell"; \
	    { apt-get update -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=10 && $(APT) chromium chromium-headless-shell libatomic1; } >/dev/null 2>&1 || \
	    echo "There is no headless shell of Chromium to install: the browser tests take longer without it."; }
	@{ test -x /usr/bin/chromium && PATH="$$PATH:/sbin:/usr/sbin" ldconfig -p | grep -q 'libatomic\.so\.1'; } || \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "== installing Chromium"; apt-get update -qq && $(APT) chromium libatomic1 >/dev/null; \
	  else \
	    echo "The browser tests need Chromium: install it first (Debian: sudo apt install chromium libatomic1)." >&2; exit 1; \
	  fi

# The tests start a PostgreSQL server of their own; only its programs are needed.
postgresql:
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "== installing PostgreSQL"; \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends postgresql >/dev/null; \
	  else \
	    echo "The tests need PostgreSQL: install it first (Debian: sudo apt install postgresql)." >&2; exit 1; \
	  fi

# Fresh pins for everything, all from one resolution: requirements/peers.txt holds the rest.
lock: | $(BIN)/python
	@echo "== pinning the newest versions"
	@$(PIP) install -qq uv==$(UV_VERSION)
	@for lock in peers:--group=peers\ --group=dev dev:--group=dev run:--group=build; do \
	  name=$${lock%%:*}; \
	  $(BIN)/uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes --no-annotate \
	    --custom-compile-command 'make lock' --extra=server $${lock#*:} pyproject.toml \
	    $$(test $$name = peers || echo --constraint requirements/peers.txt) \
	    $$(test $$name != peers || echo --upgrade) --output-file requirements/$$name.txt || exit 1; \
	done

clean:
	@echo "== removing what was made"
	@rm -rf $(VENV) .build dist .ruff_cache .hypothesis
	@find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
