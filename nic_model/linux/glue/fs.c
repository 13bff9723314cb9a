// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The corner of the file system that sockets need: one mounted pseudo file system, no names.
 *
 * Called by: net/socket.c, fs/{file,file_table,inode,dcache}.c
 * Models: a super block and a mount for sockfs; inodes, dentries, files and descriptors are the
 * kernel's own Leaves out: path lookup, mounting, writeback, notification, locks on files
 */
#include <linux/dcache.h>
#include <linux/fdtable.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/fs_context.h>
#include <linux/fs_struct.h>
#include <linux/ipc_namespace.h>
#include <linux/mount.h>
#include <linux/nsproxy.h>
#include <linux/pseudo_fs.h>
#include <linux/slab.h>
#include <linux/time_namespace.h>
#include <linux/utsname.h>
#include <generated/utsrelease.h>

#include "glue.h"

struct fs_struct init_fs = {
	.users = 1,
	.lock = __SPIN_LOCK_UNLOCKED(init_fs.lock),
	.seq = SEQCNT_SPINLOCK_ZERO(init_fs.seq, &init_fs.lock),
	.umask = 0022,
};
struct uts_namespace init_uts_ns = {
	.ns.count = REFCOUNT_INIT(2),
	.name = {.sysname = "Linux",
		 .nodename = "nicpath",
		 .release = UTS_RELEASE,
		 .machine = "x86_64"},
	.user_ns = &init_user_ns,
};
struct ipc_namespace init_ipc_ns = {.ns.count = REFCOUNT_INIT(1), .user_ns = &init_user_ns};
struct time_namespace init_time_ns = {.ns.count = REFCOUNT_INIT(3), .user_ns = &init_user_ns};
DECLARE_RWSEM(uts_sem);
__cacheline_aligned_in_smp DEFINE_SEQLOCK(mount_lock);
struct kmem_cache *files_cachep;
static struct pseudo_fs_context nic_pseudo;

struct pseudo_fs_context *init_pseudo(struct fs_context *fc, unsigned long magic)
{
	memset(&nic_pseudo, 0, sizeof(nic_pseudo));
	nic_pseudo.magic = magic;
	return &nic_pseudo;
}

static void nic_super_init(struct super_block *s)
{
	INIT_LIST_HEAD(&s->s_list);
	INIT_HLIST_NODE(&s->s_instances);
	INIT_LIST_HEAD(&s->s_inodes);
	spin_lock_init(&s->s_inode_list_lock);
	spin_lock_init(&s->s_inode_wblist_lock);
	INIT_LIST_HEAD(&s->s_inodes_wb);
	init_rwsem(&s->s_umount);
	atomic_set(&s->s_active, 1);
	s->s_count = 1;
	s->s_blocksize = PAGE_SIZE;
	s->s_maxbytes = MAX_LFS_FILESIZE;
	s->s_time_gran = 1;
	s->s_user_ns = &init_user_ns;
	s->s_flags = SB_KERNMOUNT | SB_NOUSER | SB_ACTIVE;
}

struct vfsmount *kern_mount(struct file_system_type *type)
{
	static const struct super_operations simple;
	struct fs_context *fc = kzalloc(sizeof(*fc), GFP_KERNEL);
	struct super_block *s = kzalloc(sizeof(*s), GFP_KERNEL);
	struct vfsmount *m = kzalloc(sizeof(*m), GFP_KERNEL);
	int err = type->init_fs_context(fc);

	if (err)
		return ERR_PTR(err);
	nic_super_init(s);
	s->s_type = type;
	s->s_op = nic_pseudo.ops ?: &simple;
	s->s_d_op = nic_pseudo.dops;
	s->s_magic = nic_pseudo.magic;
	m->mnt_sb = s;
	m->mnt_userns = &init_user_ns;
	return m;
}

/* epoll's descriptors share one inode without a name. */
struct inode *alloc_anon_inode(struct super_block *s)
{
	static const struct address_space_operations none;
	struct inode *inode = new_inode_pseudo(s);

	if (!inode)
		return ERR_PTR(-ENOMEM);
	inode->i_ino = get_next_ino();
	inode->i_mapping->a_ops = &none;
	inode->i_state = I_DIRTY;
	inode->i_mode = S_IRUSR | S_IWUSR;
	inode->i_flags |= S_PRIVATE;
	return inode;
}

loff_t noop_llseek(struct file *file, loff_t offset, int whence)
{
	return file->f_pos;
}

struct vfsmount *mntget(struct vfsmount *mnt)
{
	return mnt;
}
void mntput(struct vfsmount *mnt)
{
}

void path_get(const struct path *path)
{
	dget(path->dentry);
}

void path_put(const struct path *path)
{
	dput(path->dentry);
}

int stream_open(struct inode *inode, struct file *filp)
{
	filp->f_mode &= ~(FMODE_LSEEK | FMODE_PREAD | FMODE_PWRITE | FMODE_ATOMIC_POS);
	filp->f_mode |= FMODE_STREAM;
	return 0;
}

int filp_close(struct file *filp, fl_owner_t id)
{
	if (filp->f_op->flush)
		filp->f_op->flush(filp, id);
	fput(filp);
	return 0;
}

char *simple_dname(struct dentry *dentry, char *buffer, int buflen)
{
	return "socket:";
}

/* Names of devices are hashed with this (fs/namei.c has a faster one): FNV-1a. */
unsigned int full_name_hash(const void *salt, const char *name, unsigned int len)
{
	unsigned int h = 2166136261u;

	while (len--)
		h = (h ^ (unsigned char)*name++) * 16777619u;
	return h;
}

void __init nic_fs_init(void)
{
	files_cachep = kmem_cache_create("files_cache", sizeof(struct files_struct), 0,
					 SLAB_HWCACHE_ALIGN | SLAB_PANIC, NULL);
}

/* What vfs_caches_init() expects besides inodes, dentries and files. */
void __init mnt_init(void)
{
}
void __init bdev_cache_init(void)
{
}
void __init chrdev_init(void)
{
}
