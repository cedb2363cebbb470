# make .venv  install what is pinned      make chat   talk, in the terminal
# make test   everything that is checked  make bench  the comparisons      make soak  the long run
# make clean  remove what these made

SHELL := bash
.PHONY: chat test bench soak clean

PYTHON ?= python3
PY := .venv/bin/python
PIP_PIN := pip==26.3

.venv: .venv/installed
	@touch .venv

# The stamp is written last, so an installation that broke off starts anew. Everything goes to standard error: what
# `make -s chat` prints is the conversation and nothing else. Each step is one shell, for the make 3.81 of macOS.
# Warnings are off while pip works: setuptools greets every editable installation with a box of general advice.
.venv/installed: pyproject.toml constraints.txt
	@exec >&2; $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Sayso needs Python 3.11 or newer; $(PYTHON) is: $$($(PYTHON) --version 2>&1)"; \
	  echo "Name another one: make PYTHON=python3.12 .venv"; exit 1; }
	@exec >&2; $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv"; exit 1; }
	@exec >&2; echo "1/3  making .venv"; $(PYTHON) -m venv --clear .venv
	@exec >&2; echo "2/3  fetching $(PIP_PIN)"; \
	  $(PY) -m pip install --quiet --disable-pip-version-check "$(PIP_PIN)"
	@exec >&2; set -euo pipefail; all=$$(grep -c == constraints.txt); at=0; \
	  echo "3/3  fetching at most $$all packages (some 300 MB the first time)"; \
	  PYTHONWARNINGS=ignore $(PY) -m pip install --disable-pip-version-check --progress-bar off \
	    --constraint constraints.txt --build-constraint constraints.txt \
	    --editable ".[telegram,discord,embedded]" --group dev \
	  | while read -r word name _; do case "$$word" in \
	      Collecting) at=$$((at + 1)); echo "     $$at $$name" ;; \
	      Installing) test "$$name" != collected || echo "     installing them" ;; esac; done
	@touch $@

chat: .venv
	@$(PY) -m bot models pull --needed >&2
	@$(PY) -m bot chat

test: .venv
	$(PY) -m ruff check .
	$(PY) -m mypy
	.venv/bin/lint-imports
	$(PY) -m pytest

# 2 is what those end with that want a public data set (--data) and were given none.
bench: .venv
	@set -e; for script in $(filter-out %/soak.py,$(wildcard benchmarks/*.py)); do echo "== $$script"; $(PY) "$$script" || test $$? -eq 2; done

soak: .venv
	$(PY) benchmarks/soak.py
	$(PY) benchmarks/histories.py --minutes 20

clean:
	rm -rf .venv build sayso.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find bot memory channels tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +
