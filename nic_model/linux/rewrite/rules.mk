# SPDX-License-Identifier: GPL-2.0-or-later
# The assembler rewriter (a program of its own), the hook run time for programs
# under test, and the long tests of both.  Kernel images compile rt/ themselves.

RW := nic_model/linux/rewrite
RW_C := $(wildcard $(RW)/*.c)
HOOK_O := $(B)/hook/hook_entry.o $(B)/hook/hook_rt.o $(B)/obj/nic_model/linux/hook_layout.o

all: $(B)/rewrite $(B)/libhook.a

$(B)/rewrite: $(RW_C:%.c=$(B)/obj/%.o)
	@mkdir -p $(@D)
	$(CC) $(OPT) $(SAN) -o $@ $^

# No vector registers: hooks run between instructions of code that does not save them.
$(B)/hook/hook_rt.o: $(RW)/rt/hook_rt.c $(wildcard $(RW)/rt/*.h) nic_model/linux/hook.h
	@mkdir -p $(@D)
	$(CC) -std=gnu11 $(WARN) -O2 -g -I. -mgeneral-regs-only -fno-stack-protector -c $< -o $@
$(B)/hook/hook_entry.o: $(RW)/rt/hook_entry.S $(wildcard $(RW)/rt/*.h)
	@mkdir -p $(@D)
	$(CC) -I. -c $< -o $@
$(B)/libhook.a: $(HOOK_O)
	@rm -f $@
	ar rcs $@ $^

# Hours if you let it: FUZZ=from-to seeds; csmith programs; every kernel file that compiles; callgrind.
.PHONY: soak-rewrite
soak-rewrite: $(B)/rewrite $(B)/libhook.a
	B=$(B) $(RW)/test/soak.sh
