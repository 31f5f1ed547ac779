/* backend_uring.c: io_uring with as many operations in flight as the stream is deep. */
#include <errno.h>
#include <stdlib.h>

#include "clock.h"
#include "ring.h"
#include "slots.h"
#include "sys.h"
#include "worker.h"

struct uring {
	struct oq_ring ring;
	struct oq_slots slots;
	bool fixed_file;
};

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
	/* An unsigned number, an int in older headers of the kernel. */
	sqe->rw_flags = (__typeof__(sqe->rw_flags))op->rw_flags;
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
	const struct oq_worker *w = u->slots.worker;
	struct io_uring_sqe *sqe = oq_ring_prepare(&u->ring);

	if (oq_step_is_transfer(op->step))
		describe_transfer(u, op, sqe);
	else
		describe_sync(op, sqe);
	sqe->fd = u->fixed_file ? 0 : w->fd;
	if (u->fixed_file)
		sqe->flags = IOSQE_FIXED_FILE;
	sqe->user_data = (uint64_t)(op - w->ops);
	oq_slots_prepared(&u->slots, op);
}

static void fill(struct uring *u)
{
	struct oq_op *op;

	while ((op = oq_slots_begin(&u->slots)))
		prepare_step(u, op);
}

/* A polled ring is never waited on: that wait has no timeout, and could not be stopped. */
static uint64_t patience(const struct uring *u)
{
	return u->ring.flags & OQ_USED_IOPOLL ? 0 : oq_slots_patience(&u->slots);
}

/* The next batch. Completions are waited for only when nothing is left to submit. */
static int enter(struct uring *u)
{
	uint32_t pending = oq_ring_pending(&u->ring);

	if (pending > u->slots.batch)
		return oq_ring_enter(&u->ring, u->slots.batch, 0);
	return oq_ring_enter(&u->ring, pending, patience(u));
}

/*
 * A polled request to what cannot be polled is answered with EOPNOTSUPP (io_uring's own check of
 * the file, and since Linux 6.12 the block layer's of the queue): no error of the device.
 */
static bool cannot_be_polled(const struct uring *u, int64_t result)
{
	return u->ring.flags & OQ_USED_IOPOLL && result == -EOPNOTSUPP;
}

static void report_unpolled(struct oq_worker *w)
{
	oq_worker_fault(w, "stream %u: the device has no poll queues (nvme.poll_queues), or its "
			   "file system cannot be polled: io_uring cannot poll it",
			w->index);
}

static void complete(struct uring *u, struct oq_op *op, int64_t result, uint64_t now_ns)
{
	struct oq_worker *w = u->slots.worker;

	if (cannot_be_polled(u, result)) {
		report_unpolled(w);
		oq_op_drop(w, op);
	} else if (oq_op_complete(w, op, result, now_ns)) {
		prepare_step(u, op);
		return;
	}
	oq_slots_end(&u->slots, op);
}

/* One reading for all that has completed. */
static void reap(struct uring *u)
{
	struct oq_worker *w = u->slots.worker;
	uint64_t now_ns = oq_now();
	const struct io_uring_cqe *cqe;

	oq_worker_tick(w, now_ns);
	while ((cqe = oq_ring_peek(&u->ring))) {
		struct oq_op *op = &w->ops[cqe->user_data];
		int64_t result = cqe->res;

		oq_ring_seen(&u->ring);
		complete(u, op, result, now_ns);
	}
}

static void report_broken(const struct uring *u, int error)
{
	struct oq_worker *w = u->slots.worker;
	char text[128];

	if (error == EAGAIN || error == EBUSY) {
		oq_worker_fault(w,
				"stream %u: the kernel has taken no request for %llu s (%s): it has no "
				"memory for io_uring",
				w->index,
				(unsigned long long)(oq_ring_patience_ns / OQ_NS_PER_S),
				oq_error_text(error, text, sizeof(text)));
		return;
	}
	oq_worker_fault(w, "stream %u: io_uring broke with %u in flight: %s",
			w->index, u->slots.inflight, oq_error_text(error, text, sizeof(text)));
}

static void run(struct oq_worker *w)
{
	struct uring *u = w->backend_state;

	for (;;) {
		int error;

		fill(u);
		if (!u->slots.inflight && !w->issuing)
			return;
		oq_slots_stamp(&u->slots);
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
	struct oq_worker *w = u->slots.worker;

	(void)oq_ring_register_buffer(&u->ring, w->data.base, w->data.length);
	u->fixed_file = oq_ring_register_file(&u->ring, w->fd) == 0;
	oq_counter_set(&w->counters.backend_flags, u->ring.flags);
}

static int prepare(struct oq_worker *w, char *message, size_t length)
{
	struct uring *u = calloc(1, sizeof(*u));
	int error;

	if (!u)
		return oq_fail(ENOMEM, message, length, "not enough memory");
	w->backend_state = u;
	u->ring.fd = -1;
	if (oq_slots_init(&u->slots, w))
		return oq_fail(ENOMEM, message, length, "not enough memory");
	error = oq_ring_open(&u->ring, w->spec.depth, w->job->spec.flags & OQ_JOB_IOPOLL, message,
			     length);
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
	oq_slots_release(&u->slots);
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
