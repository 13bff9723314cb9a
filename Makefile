# SPDX-License-Identifier: GPL-2.0-or-later
# nicpath: `make help` lists the targets.  One non-recursive makefile; the real
# kernel's rules are in nic_model/linux/rules.mk.

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

LIB_C := $(wildcard sim/*.c models/*.c models/*/*.c nic_model/*.c nic_model/simple/*.c \
	nic_model/forcedeth/*.c nic_model/myri10ge/*.c) $(filter-out scenarios/main.c,$(wildcard scenarios/*.c))
LIB_CPP := $(wildcard sim/*.cpp)
LIB_O := $(LIB_C:%.c=$(B)/obj/%.o) $(LIB_CPP:%.cpp=$(B)/obj/%.o)
TESTS := $(sort $(wildcard tests/$(T)*.c))
TEST_BIN := $(TESTS:tests/%.c=$(B)/tests/%)
TEST_SH := $(sort $(wildcard tests/$(T)*.sh))
# analysis/lib*.c are shared; every other file there is a program of its own.
AN_LIB := $(patsubst %.c,$(B)/obj/%.o,$(wildcard analysis/lib*.c))
AN_BIN := $(patsubst analysis/%.c,$(B)/%,$(filter-out analysis/lib%,$(wildcard analysis/*.c)))

.PHONY: all
all: $(B)/nicpath $(AN_BIN)

-include nic_model/linux/rules.mk

$(B)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(CFLAGS_$(basename $(<F))) -c $< -o $@
$(B)/obj/%.o: %.cpp
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) -c $< -o $@
$(B)/obj/scenarios/main.o: CFLAGS += -DNICPATH_VERSION='"$(VERSION)"'

$(B)/libnicpath.a: $(LIB_O)
	@rm -f $@
	ar rcs $@ $^
$(B)/nicpath: $(B)/obj/scenarios/main.o $(B)/libnicpath.a
	$(CXX) $(OPT) $(SAN) -rdynamic -o $@ $^ $(LDLIBS)
$(AN_BIN): $(B)/%: $(B)/obj/analysis/%.o $(AN_LIB) $(B)/libnicpath.a
	$(CXX) $(OPT) $(SAN) -o $@ $^ $(LDLIBS)
$(B)/tests/%: $(B)/obj/tests/%.o $(B)/libnicpath.a
	@mkdir -p $(@D)
	$(CXX) $(OPT) $(SAN) -rdynamic -o $@ $^ -lcmocka $(LDLIBS)

.PHONY: test
test: all $(TEST_BIN)
	@B=$(B) tests/run $(TEST_BIN) $(TEST_SH)

.PRECIOUS: $(B)/obj/%.o
-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)
