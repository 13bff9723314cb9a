# SPDX-License-Identifier: GPL-2.0-or-later
# The assembler rewriter (a program of its own), the hook run time for programs
# under test, and the long tests of both.  Kernel images compile rt/ themselves.

RW := nic_model/linux/rewrite
RW_C := $(wildcard $(RW)/*.c)
HOOK_O := $(B)/hook/hook_entry.o $(B)/hook/hook_rt.o

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

# The hooked kernel image.  Each file becomes assembler once and is written twice: with hooks, and as it was with a table
# of its blocks' places (layout.img, whose code lies as the hooked code is to be seen).  Glue costs nothing: no hooks.
ifdef KCC
# Hooks use caller-saved registers of callees; the distribution's kernel has no such allocation either (-pg, live patching).
KOPT += -fno-ipa-ra
PKG_LINUX += clang
HOOK_KOBJ = $(patsubst %,$(KB)/hooked/%.o,$(basename $(KFILES)))
HOOK_KRT = $(KB)/hooked/rt/hook_entry.o $(KB)/hooked/rt/hook_rt.o $(KB)/hooked/rt/hook_image.o

# clang's assembler expands macros and writes assembler again.
$(KB)/hooked/%.o: $(KLAYER) $(KB)/unpacked $(B)/rewrite
	@mkdir -p $(@D) $(dir $(KB)/layout/$*)
	@if [ -f $(KSRC)/$*.c ]; then $(KCC) $(KWARN) $(call knames,$*) -S $(KSRC)/$*.c -o $(KB)/hooked/$*.s; \
	else o=-a; $(KCC) -D__ASSEMBLY__ -E $(KSRC)/$*.S -o $(KB)/hooked/$*.i && \
		clang -cc1as -triple x86_64-linux-gnu -filetype asm $(KB)/hooked/$*.i -o $(KB)/hooked/$*.s; fi && \
	$(B)/rewrite $$o -o $(KB)/hooked/$*.h.s -p $(KB)/layout/$*.s $(KB)/hooked/$*.s && \
	$(CC) -c $(KB)/layout/$*.s -o $(KB)/layout/$*.o && $(CC) -c $(KB)/hooked/$*.h.s -o $@ || \
		{ echo "kernel file $*: cannot be hooked" >&2; exit 1; }
	@rm -f $(KB)/hooked/$*.h.s $(KB)/layout/$*.s $(KB)/hooked/$*.i
$(KB)/hooked/rt/%.o: $(RW)/rt/%.c $(RW)/rt/hook_int.h $(RW)/rt/hook_asm.h nic_model/linux/hook.h
	@mkdir -p $(@D)
	@$(CC) -std=gnu11 $(WARN) -O2 -I. -ffreestanding -mcmodel=kernel -fno-pic -mno-red-zone -mgeneral-regs-only \
		-fno-stack-protector -fno-asynchronous-unwind-tables -c $< -o $@
$(KB)/hooked/rt/%.o: $(RW)/rt/%.S $(RW)/rt/hook_asm.h
	@mkdir -p $(@D)
	@$(CC) -I. -c $< -o $@
# One order of objects for both, so that the tables match.
$(KB)/hooked/all.o: $(HOOK_KOBJ) $(KGLUE) $(HOOK_KRT)
	@echo "kernel image with hooks: linking $(words $(HOOK_KOBJ)) kernel files"
	@ld -r -o $@ $(HOOK_KOBJ) $(KGLUE) $(HOOK_KRT) --no-warn-execstack
$(KB)/layout/all.o: $(HOOK_KOBJ) $(KGLUE)
	@ld -r -o $@ $(HOOK_KOBJ:$(KB)/hooked/%=$(KB)/layout/%) $(KGLUE) --no-warn-execstack
$(KB)/hooked/stubs.o $(KB)/layout/stubs.o: $(KB)/plain/stubs.o
	@mkdir -p $(@D)
	@cp $< $@
.PHONY: image-hooked
image-hooked: $(KB)/hooked.img $(KB)/layout.img
endif
