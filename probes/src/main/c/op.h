/*
 * op.h: one operation from its offset to its place in the histogram, as a small state
 * machine that is the same for all backends. An operation is one or two steps (a write and
 * the flush that makes it durable); a backend executes a step and reports its result.
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

struct oq_worker;

enum oq_step {
	OQ_STEP_READ = 1,
	OQ_STEP_WRITE = 2,
	OQ_STEP_FLUSH = 3
};

struct oq_op {
	oq_counter start_ns; /* of its first step; 0: not in flight. Snapshots read it */
	uint64_t step_ns;    /* start of this step; 0: not submitted yet */
	uint64_t write_ns;   /* what the write took, while its flush runs */
	uint64_t offset;
	uint8_t *buffer;
	uint32_t length;
	uint32_t done; /* bytes of a step that came back short */
	uint32_t block;
	enum oq_step step;
};

/* The next operation of the stream; false: none, the stream is at its end. */
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

/* RESULT is bytes or -errno. True: the operation has a step to execute; false: it ended. */
bool oq_op_complete(struct oq_worker *worker, struct oq_op *op, int64_t result, uint64_t now_ns);

#endif
