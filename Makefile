# Two commands on a fresh Debian 12 machine:  make run  and  make test.
# Each installs what is missing, configures, builds and does its job.

SCENE ?= scenes/gallery/rotating-drum.toml
ARGS ?=
PRESET ?= release
JOBS ?= $(shell nproc)
PREFIX ?= /usr/local

.PHONY: run test program experiments python install build setup reproduce mutants soak fuzz sanitize bench bench-scenes bench-checkpoint bench-study bench-seeing docs viewer format clean help

run: program ## run a scene: make run SCENE=scenes/… ARGS="…"
	build/$(PRESET)/bin/galet run $(SCENE) $(ARGS)

test: build ## all tests
	ctest --test-dir build/$(PRESET) --output-on-failure --parallel $(JOBS)

program: ## build the program alone
	@tools/setup program
	cmake --preset $(PRESET) $(call unless_configured,-DGALET_TESTS=OFF -DGALET_BENCH=OFF)
	cmake --build --preset $(PRESET) --parallel $(JOBS) --target galet

experiments: program ## build the experiments of the papers, too
	cmake --build --preset $(PRESET) --parallel $(JOBS) --target galet-reproduce

python: ## build the Python module into build/release/python and test it
	@tools/setup program tests python
	cmake --preset $(PRESET) -DGALET_PYTHON_MODULE=ON $(call unless_configured,-DGALET_BENCH=OFF)
	cmake --build --preset $(PRESET) --parallel $(JOBS) --target galet galet_python
	ctest --test-dir build/$(PRESET) -L '^python$$' --output-on-failure --parallel $(JOBS)

install: experiments ## install the program, and the Python module where it is built: make install PREFIX=…
	cmake --install build/$(PRESET) --prefix $(PREFIX)

build: setup ## build everything: program, Python module, tests, benchmarks
	cmake --preset $(PRESET) -DGALET_TESTS=ON -DGALET_BENCH=ON -DGALET_PYTHON_MODULE=ON
	cmake --build --preset $(PRESET) --parallel $(JOBS)

setup: ## install the packages of tools/packages that are missing, of all lists
	@tools/setup program tests bench viewer python
	@$(MAKE) --no-print-directory viewer/node_modules

# Without them (no network, say) the tests that need them are skipped.
viewer/node_modules: viewer/package-lock.json
	cd viewer && npm ci --no-fund --no-audit && touch node_modules || echo "npm ci failed: tests of the viewer are skipped"

viewer: setup ## make the page of the viewer, viewer/dist/viewer.html, from its sources
	cd viewer && node node_modules/typescript/bin/tsc --noEmit && node build.mjs

# A build folder keeps the tests that it has.
unless_configured = $(if $(wildcard build/$(PRESET)/CMakeCache.txt),,$(1))

reproduce: experiments ## run all quick experiments of the papers
	build/$(PRESET)/bin/galet reproduce --quick

mutants: setup ## errors put into the formulas, one by one: what notices (long)
	tools/mutants --jobs $(JOBS) --docs docs/evidence.md $(ARGS)

soak: build ## thousands of random kills, each resumed and compared; of mutated scenes; a checkpoint of 2 GiB (long)
	GALET_SOAK=1 build/$(PRESET)/bin/unit_io --gtest_filter='Checkpoint.*'
	SCENE_MUTATIONS=5500 ctest --test-dir build/$(PRESET) -R '^cli.test_mutated$$' --output-on-failure --timeout 86400
	FAULT_KILLS=3000 ctest --test-dir build/$(PRESET) -L fault --output-on-failure --timeout 86400

fuzz: ## random bytes into all readers, under sanitizers, by clang: make fuzz ARGS="--seconds 3600" (long)
	@tools/setup program fuzz
	cmake --preset fuzz
	cmake --build --preset fuzz --parallel $(JOBS) --target galet_fuzz
	tools/fuzz build/fuzz/bin/galet_fuzz $(ARGS)

sanitize: setup ## unit and property tests under sanitizers: make sanitize ARGS="unit_io property_solver" (long; ARGS=--quick: minutes)
	@tools/setup fuzz
	JOBS=$(JOBS) tools/sanitize $(ARGS)

bench: build ## speed of the parts, by google-benchmark
	build/$(PRESET)/bin/galet_bench $(ARGS)

bench-scenes: program ## speed of whole runs, as a table
	tools/bench-scenes build/$(PRESET)/bin/galet $(ARGS)

bench-checkpoint: program ## what a checkpoint costs
	tools/bench-checkpoint build/$(PRESET)/bin/galet $(ARGS)

bench-study: program ## what a parameter study costs
	tools/bench-study build/$(PRESET)/bin/galet $(ARGS)

bench-seeing: program ## what a picture and the start of the viewer cost, of 100 000 spheres (16 GB on the disk)
	tools/bench-seeing build/$(PRESET)/bin/galet $(ARGS)

docs: experiments ## regenerate the generated pages and tables of docs/; LONG=1: those of long experiments, too
	build/$(PRESET)/bin/galet reference > docs/scene-reference.md
	build/$(PRESET)/bin/galet reference --sweep > docs/sweep-reference.md
	build/$(PRESET)/bin/galet reference --study > docs/study-reference.md
	build/$(PRESET)/bin/galet reference --records > docs/record-reference.md
	tools/docs-tables build/$(PRESET)/bin/galet $(if $(LONG),--long)
	if [ -e build/$(PRESET)/python ]; then PYTHONPATH=build/$(PRESET)/python tools/python-docs; fi

format: ## clang-format all sources
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

clean: ## remove the build
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12
