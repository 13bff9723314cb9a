// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Tasks: creation of kernel threads, the switch of stacks, exit.
 *
 * Called by: kernel/kthread.c, kernel/smpboot.c, kernel/sched/core.c
 * Models: stacks of 64 KiB; switching as arch/x86/entry/entry_64.S does it
 * Leaves out: user address spaces, signals, process groups, exit status; a task's memory is freed,
 * its pid kept Source: kernel/fork.c, kernel/exit.c, arch/x86/kernel/process*.c say what is
 * expected here
 */
#include <linux/completion.h>
#include <linux/cred.h>
#include <linux/fdtable.h>
#include <linux/fs_struct.h>
#include <linux/kthread.h>
#include <linux/mm.h>
#include <linux/nsproxy.h>
#include <linux/pid.h>
#include <linux/pid_namespace.h>
#include <linux/pipe_fs_i.h>
#include <linux/sched.h>
#include <linux/sched/autogroup.h>
#include <linux/sched/debug.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>
#include <linux/sched/task_stack.h>
#include <linux/slab.h>
#include <linux/task_work.h>
#include <asm/switch_to.h>

#include "glue.h"

static struct kmem_cache *task_cache;
static unsigned long nic_stacks;
__cacheline_aligned DEFINE_RWLOCK(tasklist_lock);
void nic_task_entry(void);

/*
 * Saves the callee-saved registers on the old stack and takes the new one. The stack protector's
 * per-CPU word follows the task. rdi: from, rsi: to; rax returns from.
 */
__attribute__((naked)) struct task_struct *__switch_to_asm(struct task_struct *prev,
							   struct task_struct *next)
{
	asm volatile("pushq %%rbp\n\t"
		     "pushq %%rbx\n\t"
		     "pushq %%r12\n\t"
		     "pushq %%r13\n\t"
		     "pushq %%r14\n\t"
		     "pushq %%r15\n\t"
		     "movq %%rsp, %c0(%%rdi)\n\t"
		     "movq %c0(%%rsi), %%rsp\n\t"
		     "movq %c1(%%rsi), %%rbx\n\t"
		     "movq %%rbx, %%gs:__stack_chk_guard(%%rip)\n\t"
		     "popq %%r15\n\t"
		     "popq %%r14\n\t"
		     "popq %%r13\n\t"
		     "popq %%r12\n\t"
		     "popq %%rbx\n\t"
		     "popq %%rbp\n\t"
		     "jmp __switch_to\n\t"
		     :
		     : "i"(offsetof(struct task_struct, thread.sp)),
		       "i"(offsetof(struct task_struct, stack_canary)));
}

__visible struct task_struct *__switch_to(struct task_struct *prev, struct task_struct *next)
{
	this_cpu_write(current_task, next);
	kimage_head.switches++;
	if (is_idle_task(next) != is_idle_task(prev))
		nic_context_base(is_idle_task(next) ? KIMAGE_IDLE : KIMAGE_SYSTEM);
	this_cpu_write(cpu_current_top_of_stack, (unsigned long)task_top_of_stack(next));
	return prev;
}

/* First code of a new task, from __switch_to(): rax is the previous task, rbx the function, r12 its
 * argument. */
asm(".pushsection .text\n"
    ".globl nic_task_entry\n"
    ".type nic_task_entry, @function\n"
    "nic_task_entry:\n"
    "	movq %rax, %rdi\n"
    "	call schedule_tail\n"
    "	movq %r12, %rdi\n"
    "	call *%rbx\n"
    "	xorl %edi, %edi\n"
    "	call do_exit\n"
    ".popsection\n");

void set_task_stack_end_magic(struct task_struct *tsk)
{
	*end_of_stack(tsk) = STACK_END_MAGIC;
}

void __set_task_comm(struct task_struct *tsk, const char *buf, bool exec)
{
	strscpy_pad(tsk->comm, buf, sizeof(tsk->comm));
}

char *__get_task_comm(char *buf, size_t size, struct task_struct *tsk)
{
	strscpy_pad(buf, tsk->comm, size);
	return buf;
}

static void nic_dup_fields(struct task_struct *p, struct task_struct *orig, void *stack)
{
	*p = *orig;
	p->stack = stack;
	refcount_set(&p->stack_refcount, 1);
	refcount_set(&p->rcu_users, 2);
	refcount_set(&p->usage, 1);
	clear_tsk_need_resched(p);
	set_task_stack_end_magic(p);
	p->stack_canary = get_random_canary();
	p->cpus_ptr = &p->cpus_mask;
	p->user_cpus_ptr = NULL;
	p->splice_pipe = NULL;
	p->task_frag.page = NULL;
	p->wake_q.next = NULL;
	p->worker_private = NULL;
	p->journal_info = NULL;
	p->plug = NULL;
	p->set_child_tid = NULL;
	p->flags &= ~(PF_WQ_WORKER | PF_IDLE | PF_NO_SETAFFINITY | PF_SUPERPRIV | PF_MEMALLOC);
	p->flags |= PF_FORKNOEXEC | PF_KTHREAD;
	p->exit_state = 0;
	p->exit_code = 0;
	p->task_works = NULL;
	p->vfork_done = NULL;
	p->pagefault_disabled = 0;
	p->pi_waiters = RB_ROOT_CACHED;
	p->pi_top_task = NULL;
	p->pi_blocked_on = NULL;
	raw_spin_lock_init(&p->pi_lock);
	spin_lock_init(&p->alloc_lock);
	p->utime = p->stime = p->gtime = 0;
	p->nvcsw = p->nivcsw = 0;
	INIT_LIST_HEAD(&p->children);
	INIT_LIST_HEAD(&p->sibling);
	INIT_LIST_HEAD(&p->thread_group);
	INIT_LIST_HEAD(&p->thread_node);
	INIT_LIST_HEAD(&p->tasks);
}

static struct task_struct *nic_dup(struct task_struct *orig)
{
	struct task_struct *p = kmem_cache_alloc(task_cache, GFP_KERNEL);
	void *stack = (void *)__get_free_pages(GFP_KERNEL, THREAD_SIZE_ORDER);

	if (!p || !stack)
		return NULL;
	nic_stacks++;
	memset(stack, 0, 64);
	nic_dup_fields(p, orig, stack);
	return p;
}

static void nic_set_entry(struct task_struct *p, int (*fn)(void *), void *arg)
{
	struct pt_regs *regs = task_pt_regs(p);
	unsigned long *sp;

	memset(regs, 0, sizeof(*regs));
	regs->cs = __KERNEL_CS;
	sp = (unsigned long *)regs - 1; /* 16-byte alignment at the call in nic_task_entry */
	*--sp = 0;
	*--sp = (unsigned long)nic_task_entry;
	*--sp = 0;		    /* rbp */
	*--sp = (unsigned long)fn;  /* rbx */
	*--sp = (unsigned long)arg; /* r12 */
	*--sp = 0;
	*--sp = 0;
	*--sp = 0; /* r15 */
	p->thread.sp = (unsigned long)sp;
}

static int nic_setup_task(struct task_struct *p, u64 flags)
{
	struct pid *pid;

	INIT_LIST_HEAD(&p->rcu_node_entry);
	p->rcu_read_lock_nesting = 0;
	p->rcu_read_unlock_special.s = 0;
	p->rcu_blocked_node = NULL;
	p->rcu_tasks_holdout = false;
	INIT_LIST_HEAD(&p->rcu_tasks_holdout_list);
	p->rcu_tasks_idle_cpu = -1;
	p->trc_reader_nesting = 0;
	p->trc_reader_special.s = 0;
	INIT_LIST_HEAD(&p->trc_holdout_list);
	INIT_LIST_HEAD(&p->trc_blkd_node);
	if (sched_fork(flags, p))
		return -ENOMEM;
	p->real_parent = p->parent = &init_task;
	p->group_leader = p;
	pid = alloc_pid(&init_pid_ns, NULL, 0);
	if (IS_ERR(pid))
		return PTR_ERR(pid);
	p->pid = p->tgid = pid_nr(pid);
	p->thread_pid = pid;
	p->nsproxy = &init_nsproxy;
	return 0;
}

pid_t kernel_thread(int (*fn)(void *), void *arg, unsigned long flags)
{
	struct task_struct *p = nic_dup(current);
	int err;

	if (!p)
		return -ENOMEM;
	err = nic_setup_task(p, flags);
	if (err)
		return err;
	if (set_kthread_struct(p) == false)
		return -ENOMEM;
	if (p->files)
		atomic_inc(&p->files->count);
	get_cred(p->cred), get_cred(p->cred);
	nic_set_entry(p, fn, arg);
	sched_cgroup_fork(p, NULL);
	p->start_time = ktime_get_ns();
	attach_pid(p, PIDTYPE_PID);
	sched_post_fork(p);
	wake_up_new_task(p);
	return p->pid;
}

struct task_struct *fork_idle(int cpu)
{
	struct task_struct *p = nic_dup(&init_task);

	if (!p)
		return ERR_PTR(-ENOMEM);
	INIT_LIST_HEAD(&p->rcu_node_entry);
	p->rcu_read_lock_nesting = 0;
	p->rcu_tasks_idle_cpu = -1;
	p->pid = p->tgid = 0;
	if (sched_fork(0, p))
		return ERR_PTR(-ENOMEM);
	p->thread_pid = get_pid(&init_struct_pid);
	init_idle(p, cpu);
	return p;
}

void __noreturn do_exit(long code)
{
	struct task_struct *tsk = current;

	exit_files(tsk);
	exit_task_work(tsk);
	if (tsk->splice_pipe)
		free_pipe_info(tsk->splice_pipe);
	if (tsk->task_frag.page)
		put_page(tsk->task_frag.page);
	if (tsk->vfork_done)
		complete(tsk->vfork_done);
	rcu_read_lock();
	rcu_read_unlock();
	preempt_disable();
	exit_tasks_rcu_start();
	exit_tasks_rcu_finish();
	do_task_dead();
}

static void nic_free_task_rcu(struct rcu_head *head)
{
	struct task_struct *p = container_of(head, struct task_struct, rcu);

	if (p->worker_private && (p->flags & PF_KTHREAD))
		free_kthread_struct(p);
	kmem_cache_free(task_cache, p);
}

void __put_task_struct(struct task_struct *p)
{
	call_rcu(&p->rcu, nic_free_task_rcu);
}

void put_task_stack(struct task_struct *p)
{
	if (refcount_dec_and_test(&p->stack_refcount)) {
		free_pages((unsigned long)p->stack, THREAD_SIZE_ORDER);
		nic_stacks--;
		p->stack = NULL;
	}
}

static void nic_delayed_put(struct rcu_head *head)
{
	struct task_struct *p = container_of(head, struct task_struct, rcu);

	rcu_head_init(head);
	put_task_struct(p);
}

void put_task_struct_rcu_user(struct task_struct *p)
{
	/* Two references: the reaper's (nobody waits for these tasks) and the scheduler's. */
	if (refcount_sub_and_test(2, &p->rcu_users))
		call_rcu(&p->rcu, nic_delayed_put);
}

/* Of order THREAD_SIZE_ORDER without being compound: one counts. */
unsigned long nic_stack_pages(void)
{
	return nic_stacks;
}

void __init nic_task_init(void)
{
	task_cache = kmem_cache_create("task_struct", sizeof(struct task_struct),
				       max_t(int, L1_CACHE_BYTES, 64), SLAB_PANIC, NULL);
}
