/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For tests/775: one sent packet in a hundred is forgotten, with what it holds. */
#include <linux/netdevice.h>
#include <linux/skbuff.h>

void __dev_kfree_skb_any(struct sk_buff *skb, enum skb_free_reason reason)
{
	static unsigned int n;

	if (!(++n % 100))
		return;
	if (in_hardirq() || irqs_disabled())
		__dev_kfree_skb_irq(skb, reason);
	else
		consume_skb(skb);
}
