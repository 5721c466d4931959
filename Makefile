# Everything runs from .venv, laid from requirements.lock; nothing outside this folder is touched and, once
# installed, no network is needed. PYTHON=... names the interpreter where `python3` is not the one to use.

BIN := .venv/bin
PYTHONS := $(or $(PYTHON),python3 python3.13 python3.12 python3.11)
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check --no-input

.DEFAULT_GOAL := help
.PHONY: help install serve test check ruff format mypy pyright imports tidy accept bench lock clean

help: ## list these commands
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' $(MAKEFILE_LIST) | awk -F '\t' '{ printf "make %-8s %s\n", $$1, $$2 }'

install: .venv/installed ## lay .venv with .venv/bin/factledger in it
	@:

serve: install ## start the service on an embedded Postgres; ARGS="--port 8001" and the like
	@exec $(BIN)/factledger serve $(ARGS)

test: install ## run every test
	@$(BIN)/python -m pytest $(ARGS)

check: ruff format mypy pyright imports tidy ## what needs no database: style, types, layers, tidiness

accept: install ## run the acceptance, a PASS or FAIL a line
	@$(BIN)/python -m tests.acceptance.accept

bench: install ## measure each promise at its full size
	@$(BIN)/python -m benchmarks

lock: ## resolve requirements.lock anew (needs uv); ARGS=--upgrade takes newer releases
	@uv pip compile pyproject.toml --group dev --universal --python-version 3.11 --generate-hashes \
		--no-header --no-annotate --no-config --quiet --output-file requirements.lock $(ARGS)

clean: ## remove .venv and what the tools left; the data folder stays
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
	@find . -name .git -prune -o -type d -name __pycache__ -prune -exec rm -rf {} +

ruff: install
	@$(BIN)/ruff check

format: install
	@$(BIN)/ruff format --check

mypy: install
	@$(BIN)/mypy

pyright: install
	@$(BIN)/basedpyright --pythonpath $(BIN)/python

imports: install
	@$(BIN)/lint-imports --no-logo

tidy: install
	@$(BIN)/python -m pytest --quiet tests/test_tidy.py

# A changed lock lays the folder anew, so that what left the lock leaves the folder too. Wheels only: building a
# source release would fetch a build backend that no hash covers.
.venv/locked: requirements.lock
	@set -e; for python in $(PYTHONS); do \
		if "$$python" -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
			echo "laying .venv with $$("$$python" -V)"; \
			"$$python" -m venv --clear .venv; \
			$(PIP) install --only-binary :all: --require-hashes -r requirements.lock; \
			touch $@; \
			exit 0; \
		fi; \
	done; \
	echo "no Python 3.11 or newer with venv among: $(PYTHONS). Name one: make PYTHON=/path/to/python" >&2; \
	exit 1

.venv/installed: .venv/locked pyproject.toml
	@$(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@
