/* backend_psync.c: pread, pwrite, pwritev2 and the syncs, one operation at a time. */
#include "clock.h"
#include "sys.h"
#include "worker.h"

static int64_t execute(const struct oq_worker *w, const struct oq_op *op)
{
	uint8_t *buffer = op->buffer + op->done;
	uint32_t length = op->length - op->done;
	uint64_t offset = op->offset + op->done;

	switch (op->step) {
	case OQ_STEP_READ:
		return oq_sys_pread(w->fd, buffer, length, offset);
	case OQ_STEP_WRITE:
		return oq_sys_pwrite(w->fd, buffer, length, offset, op->rw_flags);
	case OQ_STEP_FDATASYNC:
		return oq_sys_fdatasync(w->fd);
	case OQ_STEP_FSYNC:
		return oq_sys_fsync(w->fd);
	case OQ_STEP_SYNC_RANGE:
		break;
	}
	return oq_sys_sync_range(w->fd, op->offset, op->length, OQ_SYNC_RANGE_FLAGS);
}

/*
 * Two readings of the clock for an operation of one step, one more for each further step: the
 * end of one is the start of the next.
 */
static void run(struct oq_worker *w)
{
	struct oq_op *op = w->ops;

	while (oq_worker_due(w) && oq_op_begin(w, op)) {
		uint64_t now_ns = oq_now();
		int64_t result;

		do {
			oq_op_submitted(op, now_ns);
			result = execute(w, op);
			now_ns = oq_now();
			oq_worker_tick(w, now_ns);
		} while (oq_op_complete(w, op, result, now_ns));
	}
}

const struct oq_backend_ops oq_backend_psync = {
	.name = "psync",
	.max_depth = 1,
	.buffered = true,
	.run = run,
};
