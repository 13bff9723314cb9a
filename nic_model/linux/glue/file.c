// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Files in the page cache for sendfile(): one a buffer of a program's, its pages made at first use.
 *
 * Called by: user.c. Calls: fs/splice.c, which goes through a pipe to the socket
 * Models: pages that are there already (splice_read gives them by reference)
 * Leaves out: finding them in the page cache (mm/filemap.c), reading from a disk, names
 * Source: do_sendfile() in fs/read_write.c, generic_file_splice_read() in fs/splice.c
 */
#include <linux/anon_inodes.h>
#include <linux/file.h>
#include <linux/fs.h>
#include <linux/mm.h>
#include <linux/pipe_fs_i.h>
#include <linux/slab.h>
#include <linux/splice.h>

#include "glue.h"

struct nic_file {
	struct nic_file *next;
	struct file *file;
	void *buf;
	unsigned long len;
	struct page **page;
};

static unsigned long nic_pages;

/* Of files; user.c has those of programs' buffers. */
unsigned long nic_file_pages(void)
{
	return nic_pages + nic_buffer_pages();
}

static void nic_release_page(struct splice_pipe_desc *spd, unsigned int i)
{
	put_page(spd->pages[i]);
}

static ssize_t nic_splice_read(struct file *in, loff_t *pos, struct pipe_inode_info *pipe,
			       size_t len, unsigned int flags)
{
	struct nic_file *f = in->private_data;
	struct page *pages[PIPE_DEF_BUFFERS];
	struct partial_page partial[PIPE_DEF_BUFFERS];
	struct splice_pipe_desc spd = {.pages = pages,
				       .partial = partial,
				       .nr_pages_max = PIPE_DEF_BUFFERS,
				       .ops = &page_cache_pipe_buf_ops,
				       .spd_release = nic_release_page};
	unsigned long at = *pos, end = min_t(unsigned long, f->len, *pos + len);
	ssize_t n;

	for (; at < end && spd.nr_pages < PIPE_DEF_BUFFERS; spd.nr_pages++) {
		unsigned long off = at % PAGE_SIZE;

		pages[spd.nr_pages] = f->page[at / PAGE_SIZE];
		get_page(pages[spd.nr_pages]);
		partial[spd.nr_pages] =
			(struct partial_page){.offset = off, .len = min(PAGE_SIZE - off, end - at)};
		at += partial[spd.nr_pages].len;
	}
	n = spd.nr_pages ? splice_to_pipe(pipe, &spd) : 0;
	if (n > 0)
		*pos += n;
	return n;
}

static const struct file_operations nic_file_ops = {.splice_read = nic_splice_read};

static struct nic_file *nic_file_of(void *buf, unsigned long len)
{
	static struct nic_file *files;
	unsigned long i, n = PFN_UP(len);
	struct nic_file *f;

	for (f = files; f; f = f->next)
		if (f->buf == buf && f->len >= len)
			return f;
	f = kmalloc(sizeof(*f), GFP_KERNEL);
	*f = (struct nic_file){.next = files, .buf = buf, .len = len};
	f->page = kvcalloc(n, sizeof(struct page *), GFP_KERNEL);
	for (i = 0; i < n; i++) {
		f->page[i] = alloc_page(GFP_KERNEL);
		memcpy(page_address(f->page[i]), buf + i * PAGE_SIZE,
		       min(PAGE_SIZE, len - i * PAGE_SIZE));
		SetPageUptodate(f->page[i]);
	}
	f->file = anon_inode_getfile("[file]", &nic_file_ops, f, O_RDONLY);
	f->file->f_mode |= FMODE_LSEEK;
	nic_pages += n;
	files = f;
	return f;
}

long nic_file_send(int fd, void *buf, unsigned long len)
{
	struct nic_file *f = nic_file_of(buf, len);
	struct fd out = fdget(fd);
	loff_t pos = 0;
	long n = -EBADF;

	if (out.file) {
		n = do_splice_direct(f->file, &pos, out.file, &out.file->f_pos, len, 0);
		fdput(out);
	}
	return n;
}
