# SPDX-License-Identifier: GPL-2.0-or-later
# Kernel images: unmodified Linux 6.1 of Debian's packages, compiled for user space.  Everything else builds without them.
#	make image	builds $(KB)/plain.img and hooked.img (about 200 s of CPU time once, then cached)
#	make image-check	says whether the packages are there

KB ?= build/linux
KDIR := nic_model/linux
KTAR := /usr/src/linux-source-6.1.tar.xz
# The newest of the installed ones: 6.1.0-40 comes after 6.1.0-9.
KHDR := $(shell ls -d /usr/src/linux-headers-6.1.0-*-amd64 2>/dev/null | grep -v -e cloud -e rt- | sort -V | tail -n 1)
KSRC := $(KB)/src

-include $(KDIR)/rewrite/rules.mk

# The main program knows images only as files.
KLIB_C := $(wildcard $(KDIR)/*.c)
LIB_O += $(KLIB_C:%.c=$(B)/obj/%.o)

KFILES := $(basename $(shell sed 's/\#.*//' $(KDIR)/files.list))
KGLUE := $(patsubst $(KDIR)/glue/%.c,$(KB)/plain/glue/%.o,$(wildcard $(KDIR)/glue/*.c))
KRT := $(patsubst %,$(KB)/hooked/rt/%.o,hook_entry hook_rt hook_image)
KLAYER := $(wildcard $(KDIR)/include/*.h $(KDIR)/include/*/*.h $(KDIR)/include/*/*/*.h)
# Only what is compiled or included is unpacked.
KUNPACK := Makefile arch/x86 block crypto drivers/base drivers/net/ethernet/nvidia drivers/net/loopback.c drivers/net/veth.c fs \
	include init io_uring ipc kernel lib mm net scripts security

KINC = -nostdinc -I$(KDIR)/include -I$(KSRC)/arch/x86/include -I$(KHDR)/arch/x86/include/generated \
	-I$(KSRC)/include -I$(KHDR)/include -I$(KSRC)/arch/x86/include/uapi \
	-I$(KHDR)/arch/x86/include/generated/uapi -I$(KSRC)/include/uapi -I$(KHDR)/include/generated/uapi \
	-include $(KSRC)/include/linux/compiler-version.h -include $(KSRC)/include/linux/kconfig.h \
	-include $(KDIR)/include/nicpath-config.h -include $(KSRC)/include/linux/compiler_types.h
# The kernel's own options (its Makefile and arch/x86/Makefile), without what needs objtool.  -fno-ipa-ra is implied there by
# -pg and live patching; hooks rely on it (docs/rewriter.md).
KOPT = -D__KERNEL__ -std=gnu11 -O2 -g1 -m64 -mcmodel=kernel -fno-PIE -mno-red-zone -mno-sse -mno-mmx -mno-sse2 \
	-mno-3dnow -mno-avx -mno-80387 -mno-fp-ret-in-387 -mpreferred-stack-boundary=3 -mskip-rax-setup \
	-mtune=generic -falign-jumps=1 -falign-loops=1 -fno-strict-aliasing -fno-common -fshort-wchar \
	-fno-asynchronous-unwind-tables -fno-jump-tables -fno-delete-null-pointer-checks \
	-fno-allow-store-data-races -fstack-protector-strong -mstack-protector-guard-reg=gs \
	-mstack-protector-guard-symbol=__stack_chk_guard -fno-strict-overflow -fno-stack-check -fconserve-stack \
	-fno-ipa-ra -ffile-prefix-map=$(KSRC)/= '-ffile-prefix-map=$(CURDIR)=.' \
	$(if $(N),-ffile-prefix-map=$(KB)/over/src/$(N).c=$(notdir $(F)))
KWARN = -w -Werror=implicit-function-declaration -Werror=int-conversion -Werror=incompatible-pointer-types
kname = $(subst -,_,$(basename $(notdir $(1))))
knames = -DKBUILD_MODNAME='"$(call kname,$(1))"' -DKBUILD_BASENAME='"$(call kname,$(1))"' \
	-DKBUILD_MODFILE='"$(call kname,$(1))"' -D__KBUILD_MODNAME=kmod_$(call kname,$(1))
# The kernel's options are gcc's: whatever compiles the rest.
KGCC ?= gcc
KCC = $(KGCC) $(KINC) $(KOPT)

.PHONY: image image-check
ifeq ($(and $(wildcard $(KTAR)),$(KHDR)),)
image image-check:
	@echo 'real kernel code needs the Debian packages linux-source-6.1 and linux-headers-amd64: make setup' >&2; exit 1
else
image-check:
	@echo 'real kernel code: $(KTAR), $(notdir $(KHDR))'
# Tests of real code want it.
test tests: image
# One at a time: several makes may run in a tree.
image:
	@mkdir -p $(KB)
	@flock $(KB)/.lock $(MAKE) --no-print-directory $(KB)/plain.img $(KB)/hooked.img
endif

# Source and configuration must be of the same sublevel: layouts and constants come from both.
$(KB)/unpacked: $(KTAR)
	@mkdir -p $(KSRC)
	tar -C $(KSRC) --strip-components=1 -xf $< $(KUNPACK:%=linux-source-6.1/%)
	@code=$$(sed -n 's/.*LINUX_VERSION_CODE //p' $(KHDR)/include/generated/uapi/linux/version.h); \
	sub=$$(sed -n 's/^SUBLEVEL = //p' $(KSRC)/Makefile); [ $$sub -gt 255 ] && sub=255; \
	[ "$$code" -eq $$((6 * 65536 + 256 + sub)) ] || { echo "$(KTAR) is Linux 6.1.$$sub, $(KHDR) is of another version" >&2; \
		exit 1; }
	@touch $@

$(KB)/plain/glue/%.o: $(KDIR)/glue/%.c $(KDIR)/glue/glue.h $(KDIR)/kimage.h $(KLAYER) $(KB)/unpacked
	@mkdir -p $(@D)
	@$(KCC) -I$(KSRC) -g -Wall -Wno-unused-but-set-variable -Wno-pointer-sign -Wno-address-of-packed-member -Werror=implicit-function-declaration \
		$(call knames,$<) -c $< -o $@
# Changes when the rewriter's code does.
.PHONY: force
$(KB)/rewriter: force
	@mkdir -p $(KB)
	@id=$$(cat $(RW)/*.c $(RW)/*.h | cksum); [ "$$id" = "$$(cat $@ 2>/dev/null)" ] || { \
		[ -f $@ ] && new=1; echo "$$id" >$@; [ -n "$$new" ] || touch -d @0 $@; }
# One compilation, two objects: as it is, and with hooks.  Assembler files go through clang's assembler, which writes them
# out with their macros expanded; without clang they stay without hooks.
$(KB)/plain/%.o $(KB)/hooked/%.o: $(KLAYER) $(KB)/unpacked $(KB)/rewriter | $(B)/rewrite
	@mkdir -p $(KB)/plain/$(*D) $(KB)/hooked/$(*D)
	@$(KDIR)/compile.sh $(KSRC) $(KB) $* $(B)/rewrite '$(KGCC)' $(KINC) $(KOPT) $(KWARN) $(call knames,$*)
$(KB)/hooked/rt/%.o: $(RW)/rt/%.c $(wildcard $(RW)/rt/*.h) $(KDIR)/hook.h
	@mkdir -p $(@D)
	@$(KGCC) -std=gnu11 -I. $(filter -m%,$(KOPT)) -fno-PIE -O2 -g -fno-stack-protector -ffreestanding -c $< -o $@
$(KB)/hooked/rt/%.o: $(RW)/rt/%.S $(wildcard $(RW)/rt/*.h)
	@mkdir -p $(@D)
	@$(KGCC) -I. -c $< -o $@

# The same files in the same order in both images: the block tables of one belong to the addresses of the other.
$(KB)/plain.all.o: $(KFILES:%=$(KB)/plain/%.o) $(KGLUE)
$(KB)/hooked.all.o: $(KFILES:%=$(KB)/hooked/%.o) $(KGLUE) $(KRT)
# Counted in glue/levels.c; watched in glue/slab.c.
KWRAP := $(addprefix --wrap=,dma_map_page_attrs dma_unmap_page_attrs dma_alloc_attrs dma_free_attrs \
	kmem_cache_alloc kmem_cache_alloc_lru kmem_cache_alloc_node __kmem_cache_alloc_node kmem_cache_alloc_bulk \
	kmem_cache_free kmem_cache_free_bulk __kmem_cache_free __free_pages)
$(KB)/%.all.o: $(KDIR)/files.list
	@echo "kernel image $*: linking $(words $(KFILES)) kernel files and $(words $(KGLUE)) of glue"
	@objcopy $(addprefix --globalize-symbol=,napi_alloc_cache netdev_alloc_cache) $(KB)/$*/net/core/skbuff.o
	@ld -r -o $@ $(filter %.o,$^) --no-warn-execstack $(KWRAP)
# For tests/753-real-layout.sh: layouts of the image's configuration, and the packaged kernel's (a download of 70 MB).
$(KB)/layout/structs.o: $(KDIR)/layout/structs.c $(KLAYER) $(KB)/unpacked
	@mkdir -p $(@D)
	@$(KCC) -g -w -DKBUILD_MODNAME='"structs"' -c $< -o $@
.PHONY: vmlinux
vmlinux: $(KB)/vmlinux
$(KB)/vmlinux: $(KB)/unpacked
	@mkdir -p $(KB)/package && cd $(KB)/package && \
		apt-get download linux-image-$(KHDR:/usr/src/linux-headers-%=%)-unsigned && dpkg-deb -x *.deb . && \
		sh $(abspath $(KSRC))/scripts/extract-vmlinux boot/vmlinuz-* >../vmlinux.part && mv ../vmlinux.part ../vmlinux
	@rm -rf $(KB)/package
# Each point of the sweep with GIB GiB each way, every byte checked; SOAK="NAME ..." picks points.
GIB ?= 10
.PHONY: soak
soak: image $(B)/soak/soak
	NICPATH_IMAGES=$(abspath $(KB)) $(B)/soak/soak $(GIB) $(SOAK)
$(B)/soak/%: $(B)/obj/tests/soak/%.o $(B)/libnicpath.a
	@mkdir -p $(@D)
	$(CXX) $(OPT) $(SAN) -rdynamic -Wl,--as-needed -o $@ $^ -lcmocka $(LDLIBS)
# Undefined symbols become stubs (stubs.list); the linker script defines some itself.
$(KB)/%.stubs.o: $(KB)/%.all.o $(KDIR)/stubs.list $(KDIR)/stubs.awk $(KDIR)/image.lds
	@grep -oE '\b[_a-z0-9]+ = ' $(KDIR)/image.lds | tr -d '= ' | sort -u >$(KB)/$*.linker-symbols
	@nm -u $< | awk '{ print $$2 }' | grep -vxFf $(KB)/$*.linker-symbols >$(KB)/$*.undefined
	@awk -f $(KDIR)/stubs.awk $(KDIR)/stubs.list $(KB)/$*.undefined >$(KB)/$*.stubs.S
	@$(KGCC) -c $(KB)/$*.stubs.S -o $@
$(KB)/%.img: $(KB)/%.all.o $(KB)/%.stubs.o $(KDIR)/image.lds
	@ld -q -T $(KDIR)/image.lds -o $@ $(KB)/$*.all.o $(KB)/$*.stubs.o --no-warn-rwx-segments -z noexecstack --build-id=sha1
.PRECIOUS: $(KB)/%.all.o $(KB)/%.stubs.o $(KB)/plain/%.o $(KB)/hooked/%.o

# An image whose functions of the same name are replaced by those of a file: make image-override F=/path/to/file.c N=name
# With R=drivers/.../name.c that whole file of the kernel is replaced.
.PHONY: image-override
image-override:
	@[ -f "$(F)" ] && [ -n "$(N)" ] || { echo "image-override needs F=FILE.c and N=name" >&2; exit 1; }
	@[ -z "$(R)" ] || [ -n "$(filter $(R:.c=),$(KFILES))" ] || { echo "$(R): the image has no such file" >&2; exit 1; }
	@$(MAKE) --no-print-directory image
	@flock $(KB)/.lock $(MAKE) --no-print-directory $(KB)/$(N)-plain.img $(KB)/$(N)-hooked.img
ifneq ($(N),)
$(KB)/over/plain/$(N).o $(KB)/over/hooked/$(N).o &: $(F) $(KLAYER) $(KB)/unpacked
	@mkdir -p $(KB)/over/src $(KB)/over/plain $(KB)/over/hooked
	@cp "$(F)" $(KB)/over/src/$(N).c
	@$(KDIR)/compile.sh $(KB)/over/src $(KB)/over $(N) $(B)/rewrite '$(KGCC)' $(KINC) $(KOPT) $(if $(R),$(KWARN),-Wall \
		-Werror=implicit-function-declaration) $(if $(R),-I$(KSRC)/$(dir $(R))) $(call knames,$(or $(R:.c=),override))
ifneq ($(R),)
$(KB)/$(N)-%.all.o: $(KB)/%.all.o $(KB)/over/plain/$(N).o $(KB)/over/hooked/$(N).o
	@ld -r -o $@ $(patsubst $(KB)/$*/$(R:.c=.o),$(KB)/over/$*/$(N).o,$(KFILES:%=$(KB)/$*/%.o)) $(KGLUE) \
		$(if $(filter hooked,$*),$(KRT)) --no-warn-execstack $(KWRAP)
else
# What the file defines must be there to be replaced; static functions are not.
$(KB)/$(N)-%.all.o: $(KB)/%.all.o $(KB)/over/plain/$(N).o $(KB)/over/hooked/$(N).o
	@nm -g --defined-only $(KB)/over/plain/$(N).o | awk '{ print $$3 }' | sort >$(KB)/over/$(N).names
	@nm -g --defined-only $< | awk '{ print $$3 }' | sort | comm -13 - $(KB)/over/$(N).names | while read s; do \
		echo "$(F): the image has no global function $$s to replace" >&2; exit 1; done
	@objcopy --weaken-symbols=$(KB)/over/$(N).names $< $(KB)/over/$(N)-$*.weak.o
	@ld -r -o $@ $(KB)/over/$(N)-$*.weak.o $(KB)/over/$*/$(N).o --no-warn-execstack
endif
endif
