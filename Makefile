# Two commands on a fresh Debian 12 machine:  make run  and  make test.
# Each installs what is missing, configures, builds and does its job.

SCENE ?= scenes/gallery/rotating-drum.toml
ARGS ?=
PRESET ?= release
JOBS ?= $(shell nproc)

.PHONY: run test program build setup reproduce mutants soak fuzz sanitize bench bench-scenes bench-checkpoint docs format clean help

run: program ## run a scene: make run SCENE=scenes/… ARGS="…"
	build/$(PRESET)/bin/galet run $(SCENE) $(ARGS)

test: build ## all tests
	ctest --test-dir build/$(PRESET) --output-on-failure --parallel $(JOBS)

program: ## build the program alone
	@tools/setup program
	cmake --preset $(PRESET) $(call unless_configured,-DGALET_TESTS=OFF -DGALET_BENCH=OFF)
	cmake --build --preset $(PRESET) --parallel $(JOBS) --target galet

build: setup ## build everything: program, tests, benchmarks
	cmake --preset $(PRESET) -DGALET_TESTS=ON -DGALET_BENCH=ON
	cmake --build --preset $(PRESET) --parallel $(JOBS)

setup: ## install the packages of tools/packages that are missing, of all lists
	@tools/setup program tests bench

# A build folder keeps the tests that it has.
unless_configured = $(if $(wildcard build/$(PRESET)/CMakeCache.txt),,$(1))

reproduce: program ## run all quick experiments of the papers
	build/$(PRESET)/bin/galet reproduce --quick

mutants: setup ## errors put into the formulas, one by one: what notices (long)
	tools/mutants --jobs $(JOBS) --docs docs/evidence.md $(ARGS)

soak: build ## thousands of random kills, each resumed and compared (long)
	FAULT_KILLS=3000 ctest --test-dir build/$(PRESET) -L fault --output-on-failure --timeout 86400

fuzz: ## random bytes into all readers, under sanitizers, by clang: make fuzz ARGS="--seconds 3600" (long)
	@tools/setup program fuzz
	cmake --preset fuzz
	cmake --build --preset fuzz --parallel $(JOBS) --target galet_fuzz
	tools/fuzz build/fuzz/bin/galet_fuzz $(ARGS)

sanitize: setup ## unit and property tests under sanitizers: make sanitize ARGS="unit_io property_solver" (long)
	JOBS=$(JOBS) tools/sanitize $(ARGS)

bench: build ## speed of the parts, by google-benchmark
	build/$(PRESET)/bin/galet_bench $(ARGS)

bench-scenes: program ## speed of whole runs, as a table
	tools/bench-scenes build/$(PRESET)/bin/galet $(ARGS)

bench-checkpoint: program ## what a checkpoint costs
	tools/bench-checkpoint build/$(PRESET)/bin/galet $(ARGS)

docs: program ## regenerate the generated pages and tables of docs/; LONG=1: those of long experiments, too
	build/$(PRESET)/bin/galet reference > docs/scene-reference.md
	build/$(PRESET)/bin/galet reference --sweep > docs/sweep-reference.md
	build/$(PRESET)/bin/galet reference --records > docs/record-reference.md
	tools/docs-tables build/$(PRESET)/bin/galet $(if $(LONG),--long)

format: ## clang-format all sources
	git ls-files '*.cpp' '*.hpp' | xargs clang-format -i

clean: ## remove the build
	rm -rf build

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12
