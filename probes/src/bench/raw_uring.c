/*
 * raw_uring.c: io_uring with as many in flight as asked for. The ring is made by the engine's
 * own ring.h, so that it has the same features; how it is used stands here.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "raw.h"
#include "ring.h"
#include "sys.h"

/* struct io_uring_getevents_arg: the engine's waits have a limit of 100 ms. */
struct wait_argument {
	uint64_t sigmask;
	uint32_t sigmask_size;
	uint32_t pad;
	uint64_t timeout;
};

struct raw_ring {
	struct oq_ring ring;
	bool fixed_buffers;
	bool fixed_file;
	uint32_t inflight;       /* prepared or in the kernel */
	uint32_t prepared_count; /* since the last reading of the clock */
	uint32_t *prepared;
	uint64_t *start_ns;
};

struct raw_ring *raw_uring_new(struct raw *raw)
{
	struct raw_ring *r = calloc(1, sizeof(*r));
	uint32_t depth = raw->options.depth;
	size_t size = (size_t)depth * raw->options.block_bytes;
	char message[256] = "not enough memory";

	if (!r)
		return NULL;
	r->ring.fd = -1;
	r->prepared = calloc(depth, sizeof(*r->prepared));
	r->start_ns = calloc(depth, sizeof(*r->start_ns));
	if (!r->prepared || !r->start_ns ||
	    oq_ring_open(&r->ring, depth, false, message, sizeof(message))) {
		(void)fprintf(stderr, "rawio: %s\n", message);
		raw_uring_free(r);
		return NULL;
	}
	r->fixed_buffers = !oq_ring_register_buffer(&r->ring, raw->buffers, size);
	r->fixed_file = !oq_ring_register_file(&r->ring, raw->fd);
	return r;
}

void raw_uring_free(struct raw_ring *r)
{
	oq_ring_close(&r->ring);
	free(r->prepared);
	free(r->start_ns);
	free(r);
}

static inline uint8_t opcode(const struct raw *raw, const struct raw_ring *r)
{
	if (raw->options.read)
		return r->fixed_buffers ? IORING_OP_READ_FIXED : IORING_OP_READ;
	return r->fixed_buffers ? IORING_OP_WRITE_FIXED : IORING_OP_WRITE;
}

static inline void prepare(struct raw *raw, struct raw_ring *r, uint32_t index)
{
	uint32_t length = raw->options.block_bytes;
	struct io_uring_sqe *sqe = &r->ring.sqes[r->ring.sq_local_tail++ & r->ring.sq_mask];

	memset(sqe, 0, sizeof(*sqe));
	sqe->opcode = opcode(raw, r);
	sqe->flags = r->fixed_file ? IOSQE_FIXED_FILE : 0;
	sqe->fd = r->fixed_file ? 0 : raw->fd;
	sqe->addr = (uint64_t)(uintptr_t)(raw->buffers + (size_t)index * length);
	sqe->len = length;
	sqe->off = raw->options.floor ? 0 : raw_offset(raw);
	sqe->user_data = index;
	r->prepared[r->prepared_count++] = index;
	r->inflight++;
}

static inline void stamp(const struct raw *raw, struct raw_ring *r)
{
	if (!raw->options.floor) {
		uint64_t now_ns = raw_now();

		for (uint32_t i = 0; i < r->prepared_count; i++)
			r->start_ns[r->prepared[i]] = now_ns;
	}
	r->prepared_count = 0;
}

/* A batch; a completion is waited for when nothing is left to submit. */
static inline int enter(struct raw_ring *r, uint32_t batch)
{
	static const int64_t limit[2] = { 0, 100000000 }; /* struct __kernel_timespec */
	const struct wait_argument argument = { .timeout = (uint64_t)(uintptr_t)limit };
	uint32_t pending = oq_ring_pending(&r->ring);
	uint32_t wait = pending <= batch;

	atomic_store_explicit(r->ring.sq_tail, r->ring.sq_local_tail, memory_order_release);
	if (syscall(SYS_io_uring_enter, r->ring.enter_fd, wait ? pending : batch, wait,
		    r->ring.enter_flags, &argument, sizeof(argument)) < 0 &&
	    errno != ETIME && errno != EINTR && errno != EAGAIN)
		return -errno;
	return 0;
}

static inline int reap(struct raw *raw, struct raw_ring *r, bool again)
{
	uint64_t now_ns = raw->options.floor ? 0 : raw_now();
	uint32_t head = atomic_load_explicit(r->ring.cq_head, memory_order_relaxed);
	uint32_t tail = atomic_load_explicit(r->ring.cq_tail, memory_order_acquire);

	for (; head != tail; head++) {
		const struct io_uring_cqe *cqe = &r->ring.cqes[head & r->ring.cq_mask];

		if (cqe->res != (int32_t)raw->options.block_bytes)
			return cqe->res < 0 ? cqe->res : -EIO;
		if (!raw->options.floor)
			raw->sum_ns += now_ns - r->start_ns[cqe->user_data];
		raw->operations++;
		r->inflight--;
		if (again)
			prepare(raw, r, (uint32_t)cqe->user_data);
	}
	atomic_store_explicit(r->ring.cq_head, head, memory_order_release);
	return 0;
}

int raw_uring(struct raw *raw, struct raw_ring *r)
{
	uint32_t batch = raw_batch(raw->options.depth);
	uint64_t check = 0;
	bool again = true;
	int error = 0;

	if (!r->ring.timed_wait)
		return -EOPNOTSUPP;
	for (uint32_t i = 0; i < raw->options.depth; i++)
		prepare(raw, r, i);
	while (!error && r->inflight) {
		stamp(raw, r);
		error = enter(r, batch);
		if (!error)
			error = reap(raw, r, again);
		if (again && ++check % 64 == 0)
			again = raw_now() < raw->until_ns;
	}
	return error;
}
