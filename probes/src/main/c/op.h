/*
 * op.h: one operation from its intended start to its place in the histogram, as a state
 * machine that is the same for all backends. An operation is one or more steps (a write and
 * the flush that makes it durable, a chain); a backend executes a step and reports its result.
 *
 *	if (oq_op_begin(worker, op))
 *		do {
 *			oq_op_submitted(op, clock);
 *			result = execute op->step;
 *		} while (oq_op_complete(worker, op, result, clock));
 */
#ifndef OQ_OP_H
#define OQ_OP_H

#include <stdbool.h>

#include "counter.h"
#include "program.h"

struct oq_worker;

struct oq_op {
	oq_counter start_ns; /* of its first step; 0: not in flight. Snapshots read it */
	uint64_t step_ns;    /* start of this step; 0: not submitted yet */
	uint64_t intended_ns; /* open loop: when it was to start */
	uint64_t bytes;      /* of its transfers so far */

	/* The step to execute. For a sync range: of the write before it. */
	enum oq_step_kind step;
	int rw_flags; /* RWF_* of a write */
	uint64_t offset;
	uint8_t *buffer;
	uint32_t length;
	uint32_t done; /* bytes of a transfer that came back short */

	/* Where in its program it is. */
	const struct oq_program *program;
	uint32_t at;
	uint32_t rounds;
	uint32_t block;      /* lent for this transfer; OQ_NO_BLOCK: none is */
	uint64_t generation; /* of this write, for verify */
	uint64_t took_ns[OQ_MAX_STEPS]; /* by its steps; see count_parts in op.c */
};

#define OQ_NO_BLOCK UINT32_MAX

/*
 * The next operation of the stream; false: none, the stream is at its end. In open loop only
 * when oq_worker_due says so.
 */
bool oq_op_begin(struct oq_worker *worker, struct oq_op *op);

/* The clock before the step is given to the kernel and after its data is ready. */
static inline void oq_op_submitted(struct oq_op *op, uint64_t now_ns)
{
	if (op->step_ns)
		return; /* the rest of an interrupted or short one */
	op->step_ns = now_ns;
	if (!oq_counter_get(&op->start_ns))
		oq_counter_set(&op->start_ns, now_ns);
}

/*
 * Ends an operation that the kernel would not even take: nothing is counted, and it is no error
 * of the device.
 */
void oq_op_drop(struct oq_worker *worker, struct oq_op *op);

/* RESULT is bytes or -errno. True: the operation has a step to execute; false: it ended. */
bool oq_op_complete(struct oq_worker *worker, struct oq_op *op, int64_t result, uint64_t now_ns);

#endif
