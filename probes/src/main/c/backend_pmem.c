/*
 * backend_pmem.c: a mapping instead of system calls. A write is stores and cache-line flushes, a
 * commit is the fence after them, a read is a copy.
 *
 * Without durability a write is not fenced: what it takes is what a write costs whose commit
 * comes later, for several at once (as dm-writecache does it).
 *
 * A mapping that is not DAX is page cache. Stores then end there, and a commit is msync(2) of
 * what has been written.
 */
#include <errno.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "clock.h"
#include "pmem.h"
#include "sigbus.h"
#include "sys.h"
#include "worker.h"

/* <linux/mman.h>; Linux 4.15. */
#ifndef MAP_SYNC
#define MAP_SHARED_VALIDATE 0x03
#define MAP_SYNC 0x080000
#endif

/* Linux 5.14, glibc 2.35. */
#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#endif

/* Pages are put into the page table in pieces of this size, for no longer than this. */
#define POPULATE_BYTES (64u << 20)
#define POPULATE_NS (10 * OQ_NS_PER_S)

/* The region or the journal of the stream. */
struct area {
	uint64_t offset;
	uint64_t length; /* 0: there is none */
	uint8_t *map;    /* NULL: not mapped */
	uint64_t map_offset; /* the page that OFFSET is in */
	size_t map_length;
	/* Written since the last flush: [dirty_low, dirty_high), where it is not empty. */
	uint64_t dirty_low;
	uint64_t dirty_high;
};

struct pmem {
	struct area areas[2];
	oq_pmem_store *store;
	uint64_t page;
	bool dax;
	struct oq_sigbus trap;
};

/* A mapping has whole pages; of those at its ends only the stream's bytes are touched. */
static void area_init(struct area *a, uint64_t offset, uint64_t length, uint64_t page)
{
	const uint64_t end = (offset + length + page - 1) / page * page;

	a->offset = offset;
	a->length = length;
	a->map_offset = offset / page * page;
	a->map_length = end - a->map_offset;
	a->dirty_low = UINT64_MAX;
	a->dirty_high = 0;
}

static uint8_t *address(const struct area *a, uint64_t offset)
{
	return a->map + (offset - a->map_offset);
}

/* NULL: LENGTH bytes at OFFSET are in no area. */
static struct area *area_of(struct pmem *p, uint64_t offset, uint64_t length)
{
	for (int i = 0; i < 2; i++) {
		struct area *a = &p->areas[i];

		if (offset >= a->offset && length <= a->length &&
		    offset - a->offset <= a->length - length)
			return a;
	}
	return NULL;
}

/*
 * Else the first access to each page would take the time of a page fault, which a kernel that
 * uses the memory itself never has. What fails here fails again where it is an operation's
 * error; a kernel without it takes the faults.
 */
static void populate(const struct area *a, bool writes)
{
	const int advice = writes ? MADV_POPULATE_WRITE : MADV_POPULATE_READ;
	const uint64_t until_ns = oq_now() + POPULATE_NS;

	for (size_t done = 0; done < a->map_length && oq_now() < until_ns;
	     done += POPULATE_BYTES) {
		const size_t left = a->map_length - done;

		if (oq_sys_madvise(a->map + done, left < POPULATE_BYTES ? left : POPULATE_BYTES,
				   advice))
			return;
	}
}

static bool is_memory(int fd)
{
	struct statfs system;

	return !fstatfs(fd, &system) && system.f_type == TMPFS_MAGIC;
}

/*
 * MAP_SYNC is refused by all that is not DAX (EOPNOTSUPP), and by a kernel that does not know it
 * (EINVAL).
 */
static int map_area(struct pmem *p, struct area *a, int fd, bool writes)
{
	const int protection = writes ? PROT_READ | PROT_WRITE : PROT_READ;
	int error;

	if (!a->length)
		return 0;
	error = oq_sys_map(fd, a->map_offset, a->map_length, protection,
			   MAP_SHARED_VALIDATE | MAP_SYNC, &a->map);
	if (error == -EOPNOTSUPP || error == -EINVAL) {
		p->dax = false;
		error = oq_sys_map(fd, a->map_offset, a->map_length, protection, MAP_SHARED,
				   &a->map);
	}
	/* Page cache is not filled: it may be larger than the memory. */
	if (!error && (p->dax || is_memory(fd)))
		populate(a, writes);
	return error;
}

static int map(struct oq_worker *w, struct pmem *p)
{
	const bool writes = w->spec.read_permille < 1000;
	int error = 0;

	p->page = (uint64_t)sysconf(_SC_PAGESIZE);
	p->dax = true;
	area_init(&p->areas[0], w->spec.region_offset, w->spec.region_length, p->page);
	area_init(&p->areas[1], w->spec.journal_offset, w->spec.journal_length, p->page);
	for (int i = 0; i < 2 && !error; i++)
		error = map_area(p, &p->areas[i], w->fd, writes);
	return error;
}

/* The method is there: the specification was checked. */
static void choose(struct oq_worker *w, struct pmem *p)
{
	const struct oq_pmem_way *way = oq_pmem_find(w->job->spec.pmem_method);

	p->store = oq_pmem_store_of(way->method);
	oq_counter_set(&w->counters.backend_flags,
		       way->flag | (uint32_t)(p->dax ? OQ_USED_DAX : OQ_USED_MSYNC));
}

static int prepare(struct oq_worker *w, char *message, size_t length)
{
	struct pmem *p = calloc(1, sizeof(*p));
	char text[128];
	int error;

	if (!p)
		return oq_fail(ENOMEM, message, length, "stream %u: not enough memory", w->index);
	w->backend_state = p;
	error = oq_sigbus_install();
	if (error)
		return oq_fail(-error, message, length, "SIGBUS cannot be handled: %s",
			       oq_error_text(-error, text, sizeof(text)));
	error = map(w, p);
	if (error)
		return oq_fail(-error, message, length,
			       "stream %u: the target cannot be mapped: %s", w->index,
			       oq_error_text(-error, text, sizeof(text)));
	choose(w, p);
	return 0;
}

/* The bytes from LOW to HIGH of an area that is page cache. */
static int write_back(const struct pmem *p, const struct area *a, uint64_t low, uint64_t high)
{
	low = low / p->page * p->page;
	return oq_sys_msync(address(a, low), high - low);
}

static int flush_area(const struct pmem *p, struct area *a)
{
	const uint64_t low = a->dirty_low, high = a->dirty_high;

	if (low >= high)
		return 0;
	a->dirty_low = UINT64_MAX;
	a->dirty_high = 0;
	return write_back(p, a, low, high);
}

static int flush(struct pmem *p)
{
	int error = 0;

	oq_pmem_fence();
	if (p->dax)
		return 0;
	for (int i = 0; i < 2; i++) {
		int result = flush_area(p, &p->areas[i]);

		if (!error)
			error = result;
	}
	return error;
}

static inline void note_dirty(struct area *a, uint64_t offset, uint64_t length)
{
	if (offset < a->dirty_low)
		a->dirty_low = offset;
	if (offset + length > a->dirty_high)
		a->dirty_high = offset + length;
}

/* LENGTH bytes of OP's block, from what is done of it. False: the memory behind them failed. */
static bool copy(struct pmem *p, const struct area *a, const struct oq_op *op, uint32_t length)
{
	uint8_t *at = address(a, op->offset + op->done);

	if (sigsetjmp(p->trap.jump, 0))
		return false;
	oq_sigbus_arm(&p->trap, a->map, a->map_length);
	if (op->step == OQ_STEP_READ)
		oq_pmem_load(op->buffer + op->done, at, length);
	else
		p->store(at, op->buffer + op->done, length);
	oq_sigbus_disarm();
	return true;
}

static int commit(const struct pmem *p, const struct area *a, const struct oq_op *op)
{
	oq_pmem_fence();
	return p->dax ? 0 : write_back(p, a, op->offset, op->offset + op->length);
}

/* Never short. */
static int64_t transfer(struct oq_worker *w, struct pmem *p, const struct oq_op *op)
{
	const uint32_t length = op->length - op->done;
	struct area *a = area_of(p, op->offset, op->length);
	int error = 0;

	if (!a) {
		oq_worker_fault(w, "offset %llu + %u of stream %u is not mapped",
				(unsigned long long)op->offset, op->length, w->index);
		return -EFAULT;
	}
	/* With a flag it is written back at once. */
	if (op->step == OQ_STEP_WRITE && !op->rw_flags)
		note_dirty(a, op->offset, op->length);
	if (!copy(p, a, op, length))
		return -EIO;
	if (op->step == OQ_STEP_WRITE && op->rw_flags)
		error = commit(p, a, op);
	return error ? error : (int64_t)length;
}

static inline int64_t execute(struct oq_worker *w, struct pmem *p, const struct oq_op *op)
{
	return oq_step_is_transfer(op->step) ? transfer(w, p, op) : flush(p);
}

/* The clock is read as in backend_psync.c. */
static void run(struct oq_worker *w)
{
	struct pmem *p = w->backend_state;
	struct oq_op *op = w->ops;

	while (oq_worker_due(w) && oq_op_begin(w, op)) {
		uint64_t now_ns = oq_now();
		int64_t result;

		do {
			oq_op_submitted(op, now_ns);
			result = execute(w, p, op);
			now_ns = oq_now();
			oq_worker_tick(w, now_ns);
		} while (oq_op_complete(w, op, result, now_ns));
	}
	/*
	 * Nothing stays in the CPU, nor in the page cache, that the job has reported as written:
	 * what the kernel wrote back later would disturb the job after this one. An error here is
	 * of no operation; a device that fails shows it in those.
	 */
	(void)flush(p);
}

static void release(struct oq_worker *w)
{
	struct pmem *p = w->backend_state;

	if (!p)
		return;
	for (int i = 0; i < 2; i++)
		if (p->areas[i].map)
			oq_sys_unmap(p->areas[i].map, p->areas[i].map_length);
	free(p);
	w->backend_state = NULL;
}

const struct oq_backend_ops oq_backend_pmem = {
	.name = "pmem",
	.max_depth = 1,
	.buffered = false,
	.prepare = prepare,
	.run = run,
	.release = release,
};
