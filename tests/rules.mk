# SPDX-License-Identifier: GPL-2.0-or-later
# Test programs and scripts, benches, and the slower checks.  A test is a file here: NNN-property.c (linked against everything
# but main) or NNN-property.sh, the first digit its block; T=4 takes those that begin with 4.

TESTS := $(sort $(wildcard tests/$(T)*.c))
TEST_BIN := $(TESTS:tests/%.c=$(B)/tests/%)
TEST_SH := $(sort $(wildcard tests/$(T)*.sh))
BENCH_BIN := $(patsubst tests/bench/%.c,$(B)/bench/%,$(wildcard tests/bench/*.c))

$(B)/tests/%: $(B)/obj/tests/%.o $(B)/libanalysis.a $(B)/libnicpath.a
	@mkdir -p $(@D)
	$(CXX) $(OPT) $(SAN) -rdynamic -Wl,--as-needed -o $@ $^ -lcmocka $(LDLIBS)
$(B)/bench/%: $(B)/obj/tests/bench/%.o $(B)/libnicpath.a
	@mkdir -p $(@D)
	$(CXX) $(OPT) $(SAN) -rdynamic -Wl,--as-needed -o $@ $^ $(LDLIBS)

.PHONY: tests test asan determinism fuzz bench lint format
tests: $(TEST_BIN)
test: all $(TEST_BIN)
	@B=$(B) JOBS=$(JOBS) tests/run $(TEST_BIN) $(TEST_SH)

# Leaks are looked for where hosts, NICs and kernels, which live until the process ends, do not exist: tests/run-one.
asan:
	@ASAN_OPTIONS=detect_leaks=0 $(MAKE) -j$(JOBS) B=build-asan OPT=-O1 SAN='-fsanitize=address,undefined -fno-omit-frame-pointer' test
# The same results from both compilers, unoptimised and optimised, and however it is run.
determinism: all
	@$(MAKE) -s -j$(JOBS) B=build-det-gcc-O0 OPT=-O0 build-det-gcc-O0/nicpath
	@$(MAKE) -s -j$(JOBS) B=build-det-clang-O2 CC=clang CXX=clang++ build-det-clang-O2/nicpath
	@$(MAKE) -s -j$(JOBS) B=build-det-clang-O0 CC=clang CXX=clang++ OPT=-O0 build-det-clang-O0/nicpath
	@tests/determinism $(B) build-det-gcc-O0 build-det-clang-O2 build-det-clang-O0
# SECONDS of any text at all into the YAML reader; build/fuzz/corpus grows.
SECONDS ?= 60
fuzz: $(wildcard tests/fuzz/*.c sim/yaml*.c)
	@$(MAKE) --no-print-directory setup PKG='clang libclang-rt-14-dev libfyaml-dev'
	@mkdir -p $(B)/fuzz/corpus
	clang -g -O1 -fsanitize=fuzzer,address,undefined -std=gnu11 -D_GNU_SOURCE -I. \
		tests/fuzz/yaml.c $(wildcard sim/yaml*.c) sim/nearest.c sim/check.c -lfyaml -o $(B)/fuzz/yaml
	cp $$(find scenarios -name '*.yaml') $(B)/fuzz/corpus/
	ASAN_OPTIONS=detect_leaks=0 $(B)/fuzz/yaml -max_total_time=$(SECONDS) -max_len=4096 -timeout=10 \
		-artifact_prefix=$(B)/fuzz/ -print_final_stats=1 $(B)/fuzz/corpus
bench: all $(BENCH_BIN)
	@for b in $(BENCH_BIN); do $$b || exit 1; done
lint:
	@$(MAKE) --no-print-directory setup PKG='$(PKG_BUILD) $(PKG_LINT)'
	@tests/lint
format:
	@$(MAKE) --no-print-directory setup PKG=clang-format
	@tests/lint format
