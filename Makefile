# Nothing is needed beforehand but Python 3.11 or later and make.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
BIN := .venv/bin
READY := .venv/.ready
WORDS := $(patsubst %.po,%.mo,$(wildcard frontend/locale/*/LC_MESSAGES/*.po))

.DEFAULT_GOAL := help
.PHONY: help run cluster test check format bench bench-data messages clean

help:  ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1	/' | expand -t 20

$(READY): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Samedeal needs Python 3.11 or later: make PYTHON=/path/to/python3.11")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

%.mo: %.po $(READY)
	$(BIN)/pybabel --quiet compile --input-file $< --output-file $@

run: $(READY) $(WORDS)  ## the site on this machine (HOST=0.0.0.0 for your network, PORT=…, HTTPS=1 for a self-made certificate)
	DEVELOPMENT=1 $(BIN)/python manage.py migrate --verbosity 0
	DEVELOPMENT=1 $(BIN)/python manage.py serve --host $(HOST) --port $(PORT) $(if $(HTTPS),--https)

cluster: $(READY) $(WORDS)  ## PostgreSQL, Redis, four processes and nginx on loopback, as an operator runs them (PORT=…)
	$(BIN)/python deploy/cluster.py --port $(PORT)

# A fifth of their time tests wait for something: three at once keep two cores busy.
test: $(READY) $(WORDS)  ## every test that this machine has the services for
	$(BIN)/python -m pytest --numprocesses 3 --dist loadfile

check: $(READY)  ## lint, format, types, browser types, import rules, known vulnerabilities of dependencies
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.dependencies
	npm --prefix frontend ci --silent --no-audit --no-fund
	npm --prefix frontend run --silent check

format: $(READY)  ## let ruff put the code in order
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY)  ## speed, as ratios against limits of the same run (ONLY=rules for one group, ONLY=load for those of the load)
	$(BIN)/python -m tests.bench $(ONLY)

bench-data: $(READY)  ## a million results for the group of the boards, and ten million events for that of growth, made once (5 GB)
	$(BIN)/python -m tests.bench.board_data

messages: $(READY)  ## collect the texts to translate (needs Debian's gettext)
	for domain in django djangojs; do \
		DEVELOPMENT=1 $(BIN)/python manage.py makemessages --domain $$domain --all --no-location --no-obsolete \
			--ignore tests --ignore build --ignore var --ignore node_modules || exit 1; \
	done
	sed -i '/^"\(POT-Creation-Date\|Report-Msgid-Bugs-To\):/d' $(WORDS:.mo=.po)

clean:  ## forget the virtual environment and everything built (var/, with the database, stays)
	rm -rf .venv build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis frontend/node_modules
