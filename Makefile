# SPDX-License-Identifier: GPL-2.0-or-later
# nicpath: `make help` lists the targets.  One non-recursive makefile; the rules of tests are in tests/rules.mk, the real
# kernel's in nic_model/linux/rules.mk.

B ?= build
CC = gcc
CXX = g++
OPT ?= -O2
WARN = -Wall -Wextra -Werror
# -ffp-contract=off: the same floating-point results on every machine.
BASE = $(OPT) -g -ffp-contract=off -I. -MMD -MP $(SAN)
CFLAGS = -std=gnu11 -D_GNU_SOURCE $(WARN) -Wmissing-prototypes -Wstrict-prototypes $(BASE)
CXXFLAGS = -std=c++17 $(WARN) $(BASE)
LDLIBS = -lsystemc -lgsl -lgslcblas -lfyaml -ljansson -lpcap -lm -ldl
VERSION := $(shell git describe --always --dirty 2>/dev/null || echo unknown)
PREFIX ?= /usr/local
JOBS ?= $(shell nproc)

LIB_C := $(wildcard sim/*.c models/*.c models/*/*.c nic_model/*.c nic_model/simple/*.c \
	nic_model/forcedeth/*.c nic_model/myri10ge/*.c) $(filter-out scenarios/main.c,$(wildcard scenarios/*.c))
LIB_CPP := $(wildcard sim/*.cpp)
LIB_O := $(LIB_C:%.c=$(B)/obj/%.o) $(LIB_CPP:%.cpp=$(B)/obj/%.o)
# analysis/lib*.c are shared; every other file there is a program of its own.
AN_LIB := $(patsubst %.c,$(B)/obj/%.o,$(wildcard analysis/lib*.c))
AN_BIN := $(patsubst analysis/%.c,$(B)/%,$(filter-out analysis/lib%,$(wildcard analysis/*.c)))

# Debian packages: to build and run, to test (real kernel code too), to lint, for long tests (fuzz, the rewriter's).
PKG_BUILD = gcc g++ libsystemc-dev libgsl-dev libfyaml-dev libjansson-dev libpcap-dev gnuplot-nox parallel
PKG_TEST = libcmocka-dev tshark jq bc valgrind pahole linux-source-6.1 linux-headers-amd64 xz-utils clang
PKG_LINT = clang-format clang-tidy cppcheck
PKG_SOAK = libclang-rt-14-dev bison flex libelf-dev

.PHONY: all
all: $(B)/nicpath $(AN_BIN)

include tests/rules.mk
-include nic_model/linux/rules.mk

.PHONY: help setup run check docs install clean
help:
	@echo 'make run      install what is missing, build, run the main job, say where its report is'
	@echo 'make check    install what is missing, build, run every test'
	@echo 'make setup    only install the Debian packages that are missing'
	@echo 'make          build build/nicpath and the programs beside it'
	@echo 'make image    build the unmodified Linux 6.1 of linux-source-6.1 for real-code scenarios'
	@echo 'make test T=4 run the tests whose names begin with 4'
	@echo 'make lint     format, static checks, include ranks, sizes; make format puts the format right'
	@echo 'make asan     every test with address and undefined-behaviour sanitizers'
	@echo 'make determinism  byte-identical results from gcc and clang, -O0 and -O2, any --jobs'
	@echo 'make fuzz     a minute of libFuzzer on the YAML reader (SECONDS=600 for more)'
	@echo 'make soak     GIB=10 each way through real code under every setting, every byte checked, nothing leaked'
	@echo 'make bench    speed of the parts, as ratios within one run'
	@echo 'make docs     generated references (docs/params.md, stages in docs/design.md)'
	@echo 'make install PREFIX=/usr/local'
	@echo 'make clean    remove build/ and what asan and determinism built; results/ stays'

# Says what it installs before it does; does nothing when nothing is missing.  sudo drops the environment: hence env.
PKG = $(PKG_BUILD) $(PKG_TEST) $(PKG_LINT) $(PKG_SOAK)
APT = apt-get install -y -q --no-install-recommends
setup:
	@missing=; for p in $(PKG); do \
		dpkg-query -W -f='$${Status}\n' $$p 2>/dev/null | grep -q ' ok installed' || missing="$$missing $$p"; done; \
	[ -z "$$missing" ] && exit 0; \
	fail() { echo "setup: Debian packages are missing:$$missing" >&2; echo "setup: $$1" >&2; exit 1; }; \
	command -v apt-get >/dev/null || fail "there is no apt-get: nicpath wants Debian 12 or what has these packages"; \
	sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
	[ -z "$$sudo" ] || command -v sudo >/dev/null || fail "neither root nor sudo; as root: $(APT)$$missing"; \
	echo "setup: installing Debian packages:$$missing"; \
	$$sudo apt-get update -q && $$sudo env DEBIAN_FRONTEND=noninteractive $(APT) $$missing || fail "apt-get could not install them"

run:
	@$(MAKE) --no-print-directory setup PKG='$(PKG_BUILD)'
	@$(MAKE) --no-print-directory -j$(JOBS) all
	$(B)/nicpath run scenarios/qdisc-regression.yaml -o results/qdisc-regression

check:
	@$(MAKE) --no-print-directory setup PKG='$(PKG_BUILD) $(PKG_TEST)'
	@$(MAKE) --no-print-directory -j$(JOBS) all tests
	@$(MAKE) --no-print-directory test

$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(CFLAGS_$(basename $(<F))) -c $< -o $@
$(B)/obj/%.o: %.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) -c $< -o $@
$(B)/obj/scenarios/main.o: CFLAGS += -DNICPATH_VERSION='"$(VERSION)"'
$(B)/obj/scenarios/main.o: $(B)/version
# Changes when the version does: results name the program that made them.
.PHONY: force
$(B)/version: force
	@mkdir -p $(@D)
	@echo '$(VERSION)' | cmp -s - $@ || echo '$(VERSION)' >$@

$(B)/libnicpath.a: $(LIB_O)
	@rm -f $@
	ar rcs $@ $^
$(B)/nicpath: $(B)/obj/scenarios/main.o $(B)/libnicpath.a
	$(CXX) $(OPT) $(SAN) -rdynamic -o $@ $^ $(LDLIBS)
# as-needed: they use nothing of SystemC, whose library wants an sc_main.
$(AN_BIN): $(B)/%: $(B)/obj/analysis/%.o $(AN_LIB) $(B)/libnicpath.a
	$(CXX) $(OPT) $(SAN) -Wl,--as-needed -o $@ $^ $(LDLIBS)
$(B)/libanalysis.a: $(AN_LIB)
	@rm -f $@
	ar rcs $@ $^

docs: $(B)/nicpath
	$(B)/nicpath show params --markdown > docs/params.md
	docs/stages.sh $(B)/nicpath > $(B)/stages.md
	sed -i -e '/stages: begin/,/stages: end/{//!d}' -e '/stages: begin/r $(B)/stages.md' docs/design.md

install: D = $(DESTDIR)$(PREFIX)
install: all
	install -d "$(D)/bin" "$(D)/libexec/nicpath" "$(D)/share/nicpath/scenarios" "$(D)/share/man/man1"
	install $(B)/nicpath "$(D)/bin/"
	install $(AN_BIN) "$(D)/libexec/nicpath/"
	tar cf - -C scenarios $$(cd scenarios && find . -name '*.yaml' -o -name '*.csv') | \
		tar xf - --no-same-owner -C "$(D)/share/nicpath/scenarios"
	install -m 644 docs/nicpath.1 "$(D)/share/man/man1/"
clean:
	rm -rf $(B) build-asan build-det-*

.PRECIOUS: $(B)/obj/%.o
-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)
