# The front door. Each target installs what it needs first, and is quick when
# there is nothing to do.

JOBS ?= $(shell nproc)
FUZZ_SECS ?= 60
# Of each fuzzer inside `make test`.
TEST_FUZZ_SECS ?= 60
LOGDIR ?= runs

PYTHON := $(CURDIR)/.venv/bin/python
STAGE := tools/stage.sh
SOURCES = $(shell find include src tests examples bench fuzz python/bindings -name '*.h' -o -name '*.cc' 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help build demo test bench scale soak fuzz gpu serve python wheel pictures format tidy clean

help: ## List the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

build: ## Build the program, the library and the examples into build/
	@tools/setup.sh build
	@cmake --preset release -DSTEPLINE_BUILD_TESTS=OFF -DSTEPLINE_BUILD_BENCH=OFF --log-level=WARNING
	@cmake --build build -j $(JOBS)

demo: ## Train a small model, with the page open, every kind of summary in it
	@tools/setup.sh build
	@cmake --preset release --log-level=WARNING -DSTEPLINE_BUILD_TESTS=OFF -DSTEPLINE_BUILD_BENCH=OFF
	@cmake --build build -j $(JOBS) --target train_demo stepline_cli
	@tools/demo.sh

# Slow or noisy stages first, so that the last lines are ctest's and pytest's.
test: ## Run every test: C++, sanitizers, fuzzers, page, docs, interop, Python
	@$(STAGE) setup tools/setup.sh build test browser
	@$(STAGE) python tools/test_env.sh $(JOBS)
	@$(STAGE) format clang-format-16 --dry-run --Werror $(SOURCES)
	@$(STAGE) configure cmake --preset release -DSTEPLINE_BUILD_TESTS=ON -DSTEPLINE_BUILD_BENCH=ON -DSTEPLINE_BUILD_PYTHON=ON -DSTEPLINE_PYTHON=$(PYTHON)
	@$(STAGE) build cmake --build build -j $(JOBS)
	@$(STAGE) headers cmake --build build -j $(JOBS) --target all_verify_interface_header_sets
	@$(STAGE) page sh -c 'cd web && npm run check && npm test'
	@$(STAGE) browser sh -c 'cd web && npm run test:browser'
	@$(STAGE) bench $(PYTHON) bench/run.py --smoke
	@$(STAGE) asan tools/sanitized_tests.sh asan $(JOBS)
	@$(STAGE) asan-python tools/sanitized_python.sh $(PYTHON) $(JOBS)
	@$(STAGE) tsan tools/sanitized_tests.sh tsan $(JOBS)
	@$(STAGE) fuzz $(MAKE) --no-print-directory fuzz FUZZ_SECS=$(TEST_FUZZ_SECS)
	@echo "==> ctest"
	@ctest --test-dir build --output-on-failure -j $(JOBS)
	@if [ -d tests/interop ]; then \
	  echo "==> interop" && STEPLINE_BUILD_DIR=$(CURDIR)/build $(PYTHON) -m pytest -q -p no:cacheprovider -n $(JOBS) --dist worksteal tests/interop; fi
	@echo "==> the Python package"
	@PYTHONPATH=$(CURDIR)/build/python $(PYTHON) -m pytest -q -p no:cacheprovider -n $(JOBS) --dist worksteal python/tests

bench: ## Measure, as ratios to the peers, in one run
	@tools/setup.sh build test browser
	@tools/python_env.sh
	@tools/python_env.sh .venv-rivals tools/rivals.txt
	@cmake --preset release --log-level=WARNING -DSTEPLINE_BUILD_TESTS=ON -DSTEPLINE_BUILD_BENCH=ON -DSTEPLINE_BUILD_PYTHON=ON -DSTEPLINE_PYTHON=$(PYTHON)
	@cmake --build build -j $(JOBS)
	@$(PYTHON) bench/run.py

scale: ## Read logs of uncommon size, find every point (minutes, 6 GB of disk)
	@tools/setup.sh build
	@cmake --preset release --log-level=WARNING -DSTEPLINE_BUILD_TESTS=OFF -DSTEPLINE_BUILD_BENCH=ON
	@cmake --build build -j $(JOBS)
	@python3 bench/scale.py

soak: ## 400 live clients and 5,000 points a second, for two minutes
	@tools/setup.sh build test
	@cmake --preset release --log-level=WARNING -DSTEPLINE_BUILD_TESTS=ON
	@cmake --build build -j $(JOBS) --target server_soak
	@build/tests/server/soak/server_soak build/stepline 400 50 100 120 strict

fuzz: ## Run each fuzzer for FUZZ_SECS seconds (60), two at a time
	@tools/setup.sh build fuzz
	@cmake --preset asan -DSTEPLINE_BUILD_TESTS=OFF --log-level=WARNING
	@cmake --build build/asan -j $(JOBS) --target fuzzers
	@tools/fuzz.sh $(FUZZ_SECS)

gpu: ## Log arrays that are in a GPU's memory (needs one, and torch, cupy and jax for it)
	@cmake --preset release --log-level=WARNING -DSTEPLINE_BUILD_TESTS=OFF -DSTEPLINE_BUILD_BENCH=OFF -DSTEPLINE_BUILD_PYTHON=ON -DSTEPLINE_PYTHON=$$(command -v python3)
	@cmake --build build -j $(JOBS) --target stepline_python
	@PYTHONPATH=$(CURDIR)/build/python python3 -m pytest -q -p no:cacheprovider python/gpu_tests

serve: ## Show LOGDIR (runs) in the browser
	@tools/setup.sh build
	@cmake --preset release --log-level=WARNING -DSTEPLINE_BUILD_TESTS=OFF -DSTEPLINE_BUILD_BENCH=OFF
	@cmake --build build -j $(JOBS) --target stepline_cli
	@build/stepline serve $(LOGDIR)

python: ## Make .venv with the package, and the peers that tests compare with
	@tools/setup.sh build
	@tools/python_env.sh
	@cmake --preset release --log-level=WARNING -DSTEPLINE_BUILD_TESTS=OFF -DSTEPLINE_BUILD_BENCH=OFF -DSTEPLINE_BUILD_PYTHON=ON -DSTEPLINE_PYTHON=$(PYTHON)
	@cmake --build build -j $(JOBS) --target stepline_python stepline_python_stub stepline_cli
	@echo $(CURDIR)/build/python > $$($(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/stepline.pth
	@ln -sf $(CURDIR)/build/stepline .venv/bin/stepline

wheel: ## Build the Python package, program and page inside, into build/wheels
	@tools/setup.sh build
	@tools/python_env.sh
	@$(PYTHON) -m pip wheel --no-deps --no-build-isolation -w build/wheels .

pictures: ## Take the pictures of docs/pictures.md (needs Chromium, and a build with the tests)
	@cmake --build build -j $(JOBS) --target train_demo stepline_cli log_script
	@node tools/pictures.mjs

format: ## Format the C++ in place
	@tools/setup.sh format
	@clang-format-16 -i $(SOURCES)

tidy: ## Run clang-tidy over src/
	@tools/setup.sh build tidy
	@cmake --preset release --log-level=WARNING
	@find src -name '*.cc' | xargs -P $(JOBS) -n 4 clang-tidy-16 -p build --quiet --warnings-as-errors='*'

clean: ## Remove everything that was built
	@rm -rf build .venv .venv-rivals .venv-tensorflow
