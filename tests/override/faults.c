// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * One fault of each kind that kernel code makes, at the tenth read of a TCP socket: which one, says
 * net.ipv4.tcp_stdurg, a setting that nothing here needs otherwise. The function that is replaced
 * only tunes buffer sizes.
 */
#include <linux/delay.h>
#include <linux/dma-mapping.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <net/net_namespace.h>
#include <net/tcp.h>

struct thing {
	char name[48];
	struct thing *next;
	char more[72];
};

static DEFINE_SPINLOCK(lock);
static struct thing *volatile nothing;
static volatile int never;

static int fault(void)
{
	return READ_ONCE(init_net.ipv4.sysctl_tcp_stdurg);
}

static noinline void use_after_free(void)
{
	struct thing *t = kzalloc(sizeof(*t), GFP_KERNEL);

	kfree(t);
	OPTIMIZER_HIDE_VAR(t);
	t->next->name[0] = 1;
}

static noinline void write_after_free(void)
{
	struct thing *t = kzalloc(sizeof(*t), GFP_ATOMIC);

	kfree(t);
	OPTIMIZER_HIDE_VAR(t);
	t->more[40] = 1;
	kfree(kmalloc(sizeof(*t), GFP_ATOMIC));
}

static noinline void free_twice(void)
{
	struct thing *t = kzalloc(sizeof(*t), GFP_KERNEL), *u = kzalloc(sizeof(*u), GFP_KERNEL);

	kfree(t);
	kfree(u);
	OPTIMIZER_HIDE_VAR(t);
	kfree(t);
	never = 0;
}

static noinline void sleep_with_lock(void)
{
	spin_lock(&lock);
	msleep(1);
	spin_unlock(&lock);
}

static noinline void lock_twice(void)
{
	spin_lock(&lock);
	spin_lock(&lock);
	spin_unlock(&lock);
}

static noinline void loop(bool irqs_off)
{
	unsigned long flags;

	if (irqs_off)
		local_irq_save(flags);
	else
		local_bh_disable();
	while (!never)
		barrier();
}

void tcp_rcv_space_adjust(struct sock *sk)
{
	static int calls;

	if (++calls != 10)
		return;
	switch (fault()) {
	case 1:
		nothing->name[0] = 1;
		break;
	case 2:
		BUG_ON(!never);
		break;
	case 3:
		WARN(!never, "thing number %d", 3);
		break;
	case 4:
		loop(false);
		break;
	case 5:
		sleep_with_lock();
		break;
	case 6:
		use_after_free();
		break;
	case 7:
		write_after_free();
		break;
	case 8:
		free_twice();
		break;
	case 10:
		lock_twice();
		break;
	case 11:
		loop(true);
		break;
	}
	never = 0; /* so that no case ends in a jump, and callers are seen */
}

/* What drivers call for dma_unmap_page_attrs() in an image. */
void __wrap_dma_unmap_page_attrs(struct device *dev, dma_addr_t addr, size_t size,
				 enum dma_data_direction dir, unsigned long attrs);

/*
 * As the kernel's own where there is no IOMMU; at fault 9 an address beyond memory, at fault 12 one
 * whose mapping is gone before the device comes.
 */
dma_addr_t dma_map_page_attrs(struct device *dev, struct page *page, size_t offset, size_t size,
			      enum dma_data_direction dir, unsigned long attrs)
{
	if (fault() == 12)
		__wrap_dma_unmap_page_attrs(dev, page_to_phys(page) + offset, size, dir, attrs);
	return page_to_phys(page) + offset + (fault() == 9 ? 1ul << 37 : 0);
}
