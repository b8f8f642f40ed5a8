# Commands for readers, authors and reviewers. `make` alone lists them.
# Each works by itself on a machine with Python 3.11 or newer, git and make: what is missing is set up first.

PORT ?= 8000
PY := .venv/bin/python
# The theme's makers print a long notice about its end of life, May 2027, at every build.
export NO_MKDOCS_2_WARNING := 1

# Dates in the built site are those of the last commit, so that two builds of it are the same bytes.
EPOCH = $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct 2>/dev/null),0)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help serve test together lint format check runtime site check-site links cells pytest browser mutate mutate-code test-numpy build pictures numbers bench bench-web firefox measure clean moved

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

serve: .venv/complete ## read the lesson at http://127.0.0.1:8000/, rebuilt as you edit (PORT=8001 for another port)
	@$(PY) -c 'import socket; socket.create_server(("127.0.0.1", $(PORT)))' 2>/dev/null \
		|| { echo "Port $(PORT) of this machine is taken. Choose another: make serve PORT=$$(( $(PORT) + 1 ))"; exit 1; }
	@$(PY) scripts/fetch_runtime.py || echo "All the rest can be read; cells run once that has been fetched."
	@$(PY) scripts/fetch_editor.py || echo "Cells are edited in a plain text field until that is mended."
	@echo "The lesson: http://127.0.0.1:$(PORT)/ (stop with Ctrl-C)"
	@exec env SITE_URL=http://127.0.0.1:$(PORT)/ PYTHONDONTWRITEBYTECODE=1 $(PY) -m mkdocs serve --livereload --no-strict --dev-addr 127.0.0.1:$(PORT)

# Most of these keep no machine busy alone: two at a time, each saying all of what it found when it is done, where make is not
# too old to keep that together.
TOGETHER := lint check cells mutate

test: together site check-site links browser pytest ## everything that must pass: lint, check, cells, mutate, site, check-site, links, browser, pytest

together: .venv/complete
	@$(MAKE) --no-print-directory --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) $(TOGETHER)

lint: .venv/complete ## style and types of the code
	@echo "== lint: ruff, mypy"
	@$(PY) -m ruff check
	@$(PY) -m ruff format --check --output-format concise || { echo "make format lays them out"; exit 1; }
	@$(PY) -m mypy

format: .venv/complete ## lay the code out as lint wants it
	@$(PY) -m ruff check --fix
	@$(PY) -m ruff format

check: .venv/complete ## compare every number in the pages with the code (changes nothing)
	@echo "== check: pages against code"
	@$(PY) scripts/lesson.py check

runtime: .venv/complete ## fetch, once, the Python that runs cells in a browser, and the editor of cells
	@$(PY) scripts/fetch_runtime.py
	@$(PY) scripts/fetch_editor.py

site: runtime ## build the site into site/, stopping at any warning (SITE_URL= for its public address)
	@echo "== site: strict build"
	@SOURCE_DATE_EPOCH=$(EPOCH) $(PY) -m mkdocs build --strict --clean

check-site: site ## build the site and check the pages that came out
	@echo "== check-site: the built pages"
	@$(PY) scripts/lesson.py check-site site

links: site ## build the site and let another program look at its links (offline)
	@echo "== links: a second opinion"
	@$(PY) scripts/ask_lychee.py site

# Two runs: in one, the tests' own files would be read as documentation too.
cells: .venv/complete ## run every Python cell of pages, README and docstrings
	@echo "== cells: code in pages, README and docstrings"
	@$(PY) -m pytest --markdown-docs docs README.md src

pytest: .venv/complete ## unit and property tests
	@echo "== pytest: unit and property tests"
	@PYTHONDONTWRITEBYTECODE= $(PY) -m pytest -n auto --dist loadgroup -m "not of_changes"

browser: site ## build the site; run, edit and stop cells in a browser (needs Chromium; CHROMIUM= for another than the one on the path)
	@echo "== browser: cells run in the built pages"
	@KVLESSON_SITE=site PYTHONDONTWRITEBYTECODE= $(PY) -m pytest -n 2 --dist loadgroup tests/browser

mutate: .venv/complete ## change every digit, word, row and line that is bound: does the check notice? (PAGE= for one page)
	@echo "== mutate: every bound digit changed"
	@$(PY) scripts/lesson.py mutate $(if $(PAGE),--page $(PAGE)) --sample $(or $(SAMPLE),30) --seed $(or $(SEED),0)

mutate-code: .venv/complete ## change the library: do the tests and the lesson notice? (FILES= for some of it; an hour for all)
	@$(PY) -m pip install --disable-pip-version-check --quiet --require-hashes --requirement requirements-mutate.lock
	@PYTHONDONTWRITEBYTECODE= $(PY) -m pytest -n auto -q -m of_changes tests/test_constants.py tests/test_equivalent_mutants.py
	@$(PY) scripts/mutate_code.py $(FILES) $(if $(RECORD),--record)

test-numpy: .venv/complete ## check and test with the lowest and the newest NumPy that pyproject.toml allows
	@$(PY) scripts/numpy_range.py

build: .venv/complete ## write the numbers that the code gives into the pages
	@$(PY) scripts/lesson.py build

pictures: .venv/complete ## say that you have looked at the pictures and they are right as they are
	@$(PY) scripts/lesson.py approve
	@APPROVE_PICTURES=1 $(PY) -m pytest -q tests/drawing/test_unusual.py

numbers: .venv/complete ## print every number that the lesson quotes, chapter by chapter
	@$(PY) scripts/show_numbers.py

bench: .venv/complete ## compare the time of a check with that of running the cells as notebooks
	@$(PY) scripts/bench.py

bench-web: runtime ## measure the built site in Chromium: weight, first Run, Lighthouse (RECORD=1 into docs/measured.toml; ONLY=cold for a part)
	@$(PY) scripts/bench_web.py $(addprefix --only ,$(ONLY)) $(if $(RECORD),--record)

firefox: runtime ## run every cell in Firefox too, and show cards (needs Firefox and npm; FIREFOX= for another than the one on the path)
	@$(PY) scripts/try_firefox.py

measure: .venv/complete ## ask this machine for times and scores, into docs/measured.toml (WHAT=attention for one of them)
	@for what in $(or $(WHAT),attention usual mutation); do $(PY) scripts/measure.py $$what && $(PY) scripts/lesson.py build || exit 1; done

clean: ## remove everything that was made here, .venv too
	rm -rf .venv .venv-numpy site .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis

# Set up again when what it installs has changed, when it was interrupted, or when this folder has moved.
.venv/complete: requirements.lock pyproject.toml
	@sh scripts/setup.sh
ifneq ("$(shell cat .venv/place 2>/dev/null)","$(CURDIR)")
.venv/complete: moved
endif
