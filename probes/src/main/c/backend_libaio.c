/*
 * backend_libaio.c: io_submit and io_getevents, as BlueStore's KernelDevice, with as many
 * operations in flight as the stream is deep.
 */
#include <errno.h>
#include <stdlib.h>

#include "aio.h"
#include "clock.h"
#include "slots.h"
#include "sys.h"
#include "worker.h"

/*
 * How often the kernel may have no room (EAGAIN) while nothing of ours is in it, and the time
 * between: that is want of memory, and a stream that is told to end shall not wait for it.
 */
#define MAX_REFUSALS 500u
#define REFUSAL_WAIT_NS OQ_NS_PER_MS

struct libaio {
	struct oq_aio aio;
	struct oq_slots slots;
	struct iocb *controls; /* one for each place */
	uint32_t refusals;     /* one after the other */
};

static uint16_t opcode_of(enum oq_step_kind step)
{
	switch (step) {
	case OQ_STEP_READ:
		return IOCB_CMD_PREAD;
	case OQ_STEP_WRITE:
		return IOCB_CMD_PWRITE;
	case OQ_STEP_FDATASYNC:
		return IOCB_CMD_FDSYNC; /* Linux 4.18, as IOCB_CMD_FSYNC */
	case OQ_STEP_FSYNC:
		return IOCB_CMD_FSYNC;
	case OQ_STEP_SYNC_RANGE:
		break;
	}
	return IOCB_CMD_NOOP; /* oq_validate lets none through, and the kernel refuses it */
}

static void prepare_step(struct libaio *a, struct oq_op *op)
{
	const struct oq_worker *w = a->slots.worker;
	const size_t index = (size_t)(op - w->ops);
	struct iocb *control = &a->controls[index];

	*control = (struct iocb){
		.aio_data = index,
		.aio_lio_opcode = opcode_of(op->step),
		.aio_fildes = (uint32_t)w->fd,
	};
	if (oq_step_is_transfer(op->step)) {
		control->aio_buf = (uint64_t)(uintptr_t)(op->buffer + op->done);
		control->aio_nbytes = op->length - op->done;
		control->aio_offset = (int64_t)(op->offset + op->done);
		control->aio_rw_flags = op->rw_flags;
	}
	oq_aio_prepare(&a->aio, control);
	oq_slots_prepared(&a->slots, op);
}

static void fill(struct libaio *a)
{
	struct oq_op *op;

	while ((op = oq_slots_begin(&a->slots)))
		prepare_step(a, op);
}

/* In words, and what the kernel needs for it. */
static const char *demand_of(const struct oq_op *op)
{
	if (!oq_step_is_transfer(op->step))
		return "a flush (IOCB_CMD_FDSYNC and IOCB_CMD_FSYNC: Linux 4.18, and a target "
		       "that can be flushed)";
	if (op->step == OQ_STEP_READ)
		return "a read";
	return op->rw_flags ? "a write with RWF_DSYNC (Linux 4.13)" : "a write";
}

/*
 * What the device says of an operation comes with its completion: what io_submit says is about
 * the request. What waits behind it is dropped; what is in the kernel still ends.
 */
static void give_up(struct libaio *a, int error)
{
	struct oq_worker *w = a->slots.worker;
	const struct iocb *first = a->aio.queue[a->aio.head & a->aio.mask];
	char text[128];

	oq_worker_fault(w, "stream %u: io_submit refuses %s: %s", w->index,
			demand_of(&w->ops[first->aio_data]),
			oq_error_text(error, text, sizeof(text)));
	while (oq_aio_pending(&a->aio)) {
		struct oq_op *op = &w->ops[oq_aio_withdraw(&a->aio)->aio_data];

		oq_op_drop(w, op);
		oq_slots_end(&a->slots, op);
	}
}

/* The next batch. False: the kernel has no room now. */
static bool submit(struct libaio *a)
{
	int taken = oq_aio_submit(&a->aio, a->slots.batch);

	if (taken >= 0) {
		a->refusals = 0;
		return true;
	}
	if (taken == -EAGAIN && (a->aio.inflight || a->refusals++ < MAX_REFUSALS))
		return false;
	give_up(a, -taken);
	return true;
}

/* Completions are waited for only when nothing is left to submit, or nothing can be. */
static uint64_t patience(const struct libaio *a, bool room)
{
	if (room && oq_aio_pending(&a->aio))
		return 0;
	return room || a->aio.inflight ? oq_slots_patience(&a->slots) : REFUSAL_WAIT_NS;
}

/*
 * A flush of a stream with one operation at a time is a call of fdatasync(2), as BlueStore's
 * kv thread makes it; among several it must not stop the others.
 */
static bool flushes_by_call(const struct libaio *a, const struct oq_op *op)
{
	return a->slots.worker->spec.depth == 1 && !oq_step_is_transfer(op->step);
}

/* The end of one step is the start of the next. */
static uint64_t flush(struct oq_worker *w, struct oq_op *op, int *result, uint64_t now_ns)
{
	oq_op_submitted(op, now_ns);
	*result = op->step == OQ_STEP_FSYNC ? oq_sys_fsync(w->fd) : oq_sys_fdatasync(w->fd);
	now_ns = oq_now();
	oq_worker_tick(w, now_ns);
	return now_ns;
}

static void complete(struct libaio *a, struct oq_op *op, int64_t result, uint64_t now_ns)
{
	struct oq_worker *w = a->slots.worker;

	while (oq_op_complete(w, op, result, now_ns)) {
		int flushed;

		if (!flushes_by_call(a, op)) {
			prepare_step(a, op);
			return;
		}
		now_ns = flush(w, op, &flushed, now_ns);
		result = flushed;
	}
	oq_slots_end(&a->slots, op);
}

/* One reading of the clock for all that has completed. 0 or -errno. */
static int reap(struct libaio *a, uint64_t wait_ns)
{
	struct oq_worker *w = a->slots.worker;
	int found = oq_aio_reap(&a->aio, wait_ns);
	uint64_t now_ns = oq_now();

	oq_worker_tick(w, now_ns);
	for (int i = 0; i < found; i++) {
		const struct io_event *event = &a->aio.events[i];

		complete(a, &w->ops[event->data], event->res, now_ns);
	}
	return found < 0 ? found : 0;
}

static void report_broken(const struct libaio *a, int error)
{
	struct oq_worker *w = a->slots.worker;
	char text[128];

	oq_worker_fault(w, "stream %u: io_getevents failed with %u in flight: %s", w->index,
			a->slots.inflight, oq_error_text(error, text, sizeof(text)));
}

static void run(struct oq_worker *w)
{
	struct libaio *a = w->backend_state;

	for (;;) {
		bool room;
		int error;

		fill(a);
		if (!a->slots.inflight && !w->issuing)
			return;
		oq_slots_stamp(&a->slots);
		room = submit(a);
		error = reap(a, patience(a, room));
		if (error) {
			report_broken(a, -error);
			return;
		}
	}
}

static int prepare(struct oq_worker *w, char *message, size_t length)
{
	struct libaio *a = calloc(1, sizeof(*a));

	if (!a)
		return oq_fail(ENOMEM, message, length, "not enough memory");
	w->backend_state = a;
	a->controls = calloc(w->spec.depth, sizeof(*a->controls));
	if (oq_slots_init(&a->slots, w) || !a->controls)
		return oq_fail(ENOMEM, message, length, "not enough memory");
	return oq_aio_open(&a->aio, w->spec.depth, message, length);
}

static void release(struct oq_worker *w)
{
	struct libaio *a = w->backend_state;

	if (!a)
		return;
	oq_aio_close(&a->aio);
	oq_slots_release(&a->slots);
	free(a->controls);
	free(a);
	w->backend_state = NULL;
}

const struct oq_backend_ops oq_backend_libaio = {
	.name = "libaio",
	.max_depth = OQ_MAX_DEPTH,
	.buffered = false,
	.prepare = prepare,
	.run = run,
	.release = release,
};
