/* backend_uring.c: io_uring with as many operations in flight as the stream is deep. */
#include <errno.h>
#include <stdlib.h>

#include "clock.h"
#include "ring.h"
#include "sys.h"
#include "worker.h"

/*
 * The kernel submits one entry after the other (1 to 5 us each) before it looks at
 * completions: a longer batch would make what has completed wait, and count that wait as
 * latency of the drive.
 */
#define MAX_BATCH 8u

struct uring {
	struct oq_ring ring;
	struct oq_worker *worker;
	bool fixed_file;
	bool spin; /* never waits in the kernel */
	uint32_t batch;
	uint32_t inflight; /* in the kernel or prepared for it */
	uint32_t free_count;
	uint32_t *free; /* operations that are not in flight, a stack */
	uint32_t prepared_count;
	struct oq_op **prepared; /* since the last reading of the clock */
};

static uint32_t batch_of(uint32_t depth)
{
	uint32_t batch = depth / 4;

	if (batch < 1)
		return 1;
	return batch < MAX_BATCH ? batch : MAX_BATCH;
}

static void describe_transfer(const struct uring *u, const struct oq_op *op,
			      struct io_uring_sqe *sqe)
{
	bool fixed = u->ring.flags & OQ_USED_BUFFERS;

	if (op->step == OQ_STEP_READ)
		sqe->opcode = fixed ? IORING_OP_READ_FIXED : IORING_OP_READ;
	else
		sqe->opcode = fixed ? IORING_OP_WRITE_FIXED : IORING_OP_WRITE;
	sqe->addr = (uint64_t)(uintptr_t)(op->buffer + op->done);
	sqe->len = op->length - op->done;
	sqe->off = op->offset + op->done;
	/* rw_flags under the name whose type all versions of the header agree on. */
	sqe->fsync_flags = (uint32_t)op->rw_flags;
}

static void describe_sync(const struct oq_op *op, struct io_uring_sqe *sqe)
{
	if (op->step == OQ_STEP_SYNC_RANGE) {
		sqe->opcode = IORING_OP_SYNC_FILE_RANGE;
		sqe->off = op->offset;
		sqe->len = op->length;
		sqe->sync_range_flags = OQ_SYNC_RANGE_FLAGS;
		return;
	}
	sqe->opcode = IORING_OP_FSYNC;
	if (op->step == OQ_STEP_FDATASYNC)
		sqe->fsync_flags = IORING_FSYNC_DATASYNC;
}

static void prepare_step(struct uring *u, struct oq_op *op)
{
	struct io_uring_sqe *sqe = oq_ring_prepare(&u->ring);

	if (oq_step_is_transfer(op->step))
		describe_transfer(u, op, sqe);
	else
		describe_sync(op, sqe);
	sqe->fd = u->fixed_file ? 0 : u->worker->fd;
	if (u->fixed_file)
		sqe->flags = IOSQE_FIXED_FILE;
	sqe->user_data = (uint64_t)(op - u->worker->ops);
	u->prepared[u->prepared_count++] = op;
}

/*
 * A new operation in each free place, in open loop as far as they are due. All are prepared, though only one batch at a time goes
 * to the kernel: a place is then always in use, and what the rest waits for is counted (in
 * flight = IOPS x mean latency, always).
 */
static void fill(struct uring *u)
{
	while (u->free_count && oq_arrival_due(&u->worker->arrival, u->worker->now_ns)) {
		uint32_t index = u->free[u->free_count - 1];
		struct oq_op *op = &u->worker->ops[index];

		if (!oq_op_begin(u->worker, op))
			return;
		u->free_count--;
		u->inflight++;
		prepare_step(u, op);
	}
}

/* One reading of the clock for all, after their data is ready and before the kernel. */
static void stamp_prepared(struct uring *u)
{
	uint64_t now_ns = oq_now();

	for (uint32_t i = 0; i < u->prepared_count; i++)
		oq_op_submitted(u->prepared[i], now_ns);
	u->prepared_count = 0;
}

/* How long to wait for a completion, and for what else becomes due. */
static uint64_t patience(const struct uring *u)
{
	if (u->spin)
		return 0;
	return oq_worker_patience(u->worker, u->worker->now_ns, u->free_count > 0);
}

/* The next batch. Completions are waited for only when nothing is left to submit. */
static int enter(struct uring *u)
{
	uint32_t pending = oq_ring_pending(&u->ring);

	if (pending > u->batch)
		return oq_ring_enter(&u->ring, u->batch, 0);
	return oq_ring_enter(&u->ring, pending, patience(u));
}

/* One reading for all that has completed. */
static void reap(struct uring *u)
{
	uint64_t now_ns = oq_now();
	const struct io_uring_cqe *cqe;

	oq_worker_tick(u->worker, now_ns);
	while ((cqe = oq_ring_peek(&u->ring))) {
		uint32_t index = (uint32_t)cqe->user_data;
		struct oq_op *op = &u->worker->ops[index];
		int64_t result = cqe->res;

		oq_ring_seen(&u->ring);
		if (oq_op_complete(u->worker, op, result, now_ns)) {
			prepare_step(u, op);
			continue;
		}
		u->inflight--;
		u->free[u->free_count++] = index;
	}
}

static void report_broken(const struct uring *u, int error)
{
	char text[128];

	oq_worker_fault(u->worker, "stream %u: io_uring broke with %u in flight: %s",
			u->worker->index, u->inflight, oq_error_text(error, text, sizeof(text)));
}

static void run(struct oq_worker *w)
{
	struct uring *u = w->backend_state;

	for (;;) {
		int error;

		fill(u);
		if (!u->inflight && !w->issuing)
			return;
		if (u->prepared_count)
			stamp_prepared(u);
		error = enter(u);
		if (error) {
			report_broken(u, -error);
			return;
		}
		reap(u);
	}
}

/* What the kernel refuses here makes the ring slower, not wrong; the flags say so. */
static void register_resources(struct uring *u)
{
	struct oq_worker *w = u->worker;

	(void)oq_ring_register_buffer(&u->ring, w->data.base, w->data.length);
	u->fixed_file = oq_ring_register_file(&u->ring, w->fd) == 0;
	oq_counter_set(&w->counters.backend_flags, u->ring.flags);
}

static int prepare(struct oq_worker *w, char *message, size_t length)
{
	uint32_t depth = w->spec.depth;
	struct uring *u = calloc(1, sizeof(*u));
	int error;

	if (!u)
		return oq_fail(ENOMEM, message, length, "not enough memory");
	w->backend_state = u;
	u->worker = w;
	u->ring.fd = -1;
	u->batch = batch_of(depth);
	u->free = calloc(depth, sizeof(*u->free));
	u->prepared = calloc(depth, sizeof(struct oq_op *));
	if (!u->free || !u->prepared)
		return oq_fail(ENOMEM, message, length, "not enough memory");
	for (uint32_t i = 0; i < depth; i++)
		u->free[u->free_count++] = i;
	/* A polled ring is never waited on: that wait has no timeout, and could not be stopped. */
	u->spin = w->job->spec.flags & (OQ_JOB_IOPOLL | OQ_JOB_SPIN);
	error = oq_ring_open(&u->ring, depth, w->job->spec.flags & OQ_JOB_IOPOLL, message, length);
	if (!error)
		register_resources(u);
	return error;
}

static void release(struct oq_worker *w)
{
	struct uring *u = w->backend_state;

	if (!u)
		return;
	oq_ring_close(&u->ring);
	free(u->free);
	free(u->prepared);
	free(u);
	w->backend_state = NULL;
}

const struct oq_backend_ops oq_backend_uring = {
	.name = "io_uring",
	.max_depth = OQ_MAX_DEPTH,
	.buffered = true,
	.prepare = prepare,
	.run = run,
	.release = release,
};
