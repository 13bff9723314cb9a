/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Device registers and ports: each access is a call into the device model. */
#ifndef _ASM_X86_IO_H
#define _ASM_X86_IO_H

#define ARCH_HAS_IOREMAP_WC
#define ARCH_HAS_IOREMAP_WT

#include <linux/string.h>
#include <linux/compiler.h>
#include <linux/cc_platform.h>
#include <asm/page.h>
#include <asm/early_ioremap.h>
#include <asm/pgtable_types.h>

extern u64 nic_mmio_read(const volatile void __iomem *addr, unsigned int size);
extern void nic_mmio_write(u64 value, volatile void __iomem *addr, unsigned int size);

#define NIC_MMIO(suffix, type)							\
static inline type read##suffix(const volatile void __iomem *addr)		\
{ return (type)nic_mmio_read(addr, sizeof(type)); }				\
static inline void write##suffix(type val, volatile void __iomem *addr)		\
{ nic_mmio_write(val, addr, sizeof(type)); }
NIC_MMIO(b, u8)
NIC_MMIO(w, u16)
NIC_MMIO(l, u32)
NIC_MMIO(q, u64)
#undef NIC_MMIO
#define readb readb
#define readw readw
#define readl readl
#define readq readq
#define writeb writeb
#define writew writew
#define writel writel
#define writeq writeq
#define readb_relaxed readb
#define readw_relaxed readw
#define readl_relaxed readl
#define readq_relaxed readq
#define writeb_relaxed writeb
#define writew_relaxed writew
#define writel_relaxed writel
#define writeq_relaxed writeq
#define __raw_readb readb
#define __raw_readw readw
#define __raw_readl readl
#define __raw_readq readq
#define __raw_writeb writeb
#define __raw_writew writew
#define __raw_writel writel
#define __raw_writeq writeq

static inline phys_addr_t virt_to_phys(volatile void *address)
{
	return __pa(address);
}
#define virt_to_phys virt_to_phys

static inline void *phys_to_virt(phys_addr_t address)
{
	return __va(address);
}
#define phys_to_virt phys_to_virt
#define page_to_phys(page)    ((dma_addr_t)page_to_pfn(page) << PAGE_SHIFT)

extern void __iomem *ioremap(resource_size_t offset, unsigned long size);
#define ioremap ioremap
#define ioremap_uc ioremap
#define ioremap_cache ioremap
#define ioremap_wc ioremap
#define ioremap_wt ioremap
extern void iounmap(volatile void __iomem *addr);
#define iounmap iounmap
extern void memcpy_fromio(void *to, const volatile void __iomem *from, size_t n);
extern void memcpy_toio(volatile void __iomem *to, const void *from, size_t n);
extern void memset_io(volatile void __iomem *to, int c, size_t n);
#define memcpy_fromio memcpy_fromio
#define memcpy_toio memcpy_toio
#define memset_io memset_io
extern void *xlate_dev_mem_ptr(phys_addr_t phys);
extern void unxlate_dev_mem_ptr(phys_addr_t phys, void *addr);
#define xlate_dev_mem_ptr xlate_dev_mem_ptr
#define unxlate_dev_mem_ptr unxlate_dev_mem_ptr

extern int io_delay_type;

#include <asm-generic/iomap.h>
#include <asm-generic/io.h>
#undef PCI_IOBASE
#endif
