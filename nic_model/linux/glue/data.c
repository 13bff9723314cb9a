// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Variables of subsystems that are left out, with the values that they have when nobody uses those
 * subsystems.
 */
#include <linux/binfmts.h>
#include <linux/blkdev.h>
#include <linux/cgroup.h>
#include <linux/cpu.h>
#include <linux/cpuset.h>
#include <linux/filter.h>
#include <linux/freezer.h>
#include <linux/gfp.h>
#include <linux/highuid.h>
#include <linux/huge_mm.h>
#include <linux/hugetlb.h>
#include <linux/kernel.h>
#include <linux/memcontrol.h>
#include <linux/memremap.h>
#include <linux/mm.h>
#include <linux/oom.h>
#include <linux/pipe_fs_i.h>
#include <linux/proc_ns.h>
#include <linux/rcupdate.h>
#include <linux/sched/sysctl.h>
#include <linux/suspend.h>
#include <linux/swap.h>
#include <linux/umh.h>
#include <linux/vmstat.h>
#include <net/netfilter/nf_conntrack.h>
#include <net/sch_generic.h>
#include <linux/dma-map-ops.h>
#include <linux/entry-common.h>
#include <linux/static_call.h>
#include <net/xfrm.h>
#include <net/seg6.h>
#include <net/seg6_local.h>
#include <asm/setup.h>
#include <asm/x86_init.h>

/* Static keys of control groups: no controller is attached. */
DEFINE_STATIC_KEY_ARRAY_FALSE(cgroup_bpf_enabled_key, MAX_CGROUP_BPF_ATTACH_TYPE);
DEFINE_STATIC_KEY_TRUE(memory_cgrp_subsys_enabled_key);
DEFINE_STATIC_KEY_TRUE(memory_cgrp_subsys_on_dfl_key);
DEFINE_STATIC_KEY_FALSE(memcg_sockets_enabled_key);
DEFINE_STATIC_KEY_FALSE(cpusets_pre_enable_key);
DEFINE_STATIC_KEY_FALSE(cpusets_enabled_key);
DEFINE_STATIC_KEY_FALSE(cpusets_insane_config_key);
DEFINE_STATIC_KEY_FALSE(freezer_active);
DEFINE_STATIC_KEY_FALSE(devmap_managed_key);
DEFINE_STATIC_KEY_FALSE(bpf_stats_enabled_key);
DEFINE_STATIC_KEY_FALSE(hugetlb_optimize_vmemmap_key);
struct cgroup_namespace init_cgroup_ns = {.ns.count = REFCOUNT_INIT(2), .user_ns = &init_user_ns};
struct mem_cgroup *root_mem_cgroup;

/* Everybody is in the root control group. */
static struct cgroup nic_root_cgroup;
static struct cgroup_subsys_state nic_root_css[CGROUP_SUBSYS_COUNT];
static struct css_set nic_css_set = {.refcount = REFCOUNT_INIT(1), .dfl_cgrp = &nic_root_cgroup};

void nic_cgroup_init(void)
{
	unsigned int i;

	for (i = 0; i < CGROUP_SUBSYS_COUNT; i++) {
		nic_root_css[i].cgroup = &nic_root_cgroup;
		nic_root_css[i].flags = CSS_NO_REF;
		nic_css_set.subsys[i] = &nic_root_css[i];
	}
	nic_root_cgroup.self.flags = CSS_NO_REF;
	RCU_INIT_POINTER(init_task.cgroups, &nic_css_set);
}

DEFINE_PER_CPU(struct seg6_bpf_srh_state, seg6_bpf_srh_states);

int overflowuid = DEFAULT_OVERFLOWUID;
int overflowgid = DEFAULT_OVERFLOWGID;
int vm_swappiness = 60;
s32 vm_committed_as_batch = 32;
int randomize_va_space = 2;
int rcu_expedited, rcu_normal;
DEFINE_MUTEX(oom_lock);
DEFINE_MUTEX(system_transition_mutex);
long total_swap_pages;
struct bpf_empty_prog_array bpf_empty_prog_array;
int bpf_jit_enable, bpf_jit_harden, bpf_jit_kallsyms;
long bpf_jit_limit, bpf_jit_limit_max;
struct x86_platform_ops x86_platform;
enum zone_type policy_zone;
struct page *huge_zero_page;
struct pid *cad_pid;

/* No IPsec offload: the packet goes on as it is. */
struct sk_buff *validate_xmit_xfrm(struct sk_buff *skb, netdev_features_t features, bool *again)
{
	return skb;
}

void *high_memory;
const struct dma_map_ops *dma_ops;
int show_unhandled_signals = 1;
unsigned int dirtytime_expire_interval = 12 * 60 * 60;

/* kernel/entry/common.c: preemption on return from an interrupt; off in the voluntary model. */
void raw_irqentry_exit_cond_resched(void)
{
}
DEFINE_STATIC_CALL(irqentry_exit_cond_resched, raw_irqentry_exit_cond_resched);
