/*
 * slots.h: the operations of a stream that has several in flight. Each place holds one; a
 * backend takes the free ones, prepares their steps, gives the kernel a batch at a time and
 * hands back the places of what has ended.
 */
#ifndef OQ_SLOTS_H
#define OQ_SLOTS_H

#include <stdbool.h>
#include <stdint.h>

#include "op.h"

struct oq_slots {
	struct oq_worker *worker;
	uint32_t batch;    /* most operations that go to the kernel at once */
	uint32_t inflight; /* in the kernel or prepared for it */
	uint32_t free_count;
	uint32_t *free; /* operations that are not in flight, a stack */
	uint32_t prepared_count;
	struct oq_op **prepared; /* since the last reading of the clock */
};

/* All places of the worker, free. 0 or -ENOMEM; to be released in both cases. */
int oq_slots_init(struct oq_slots *slots, struct oq_worker *worker);
void oq_slots_release(struct oq_slots *slots);

/*
 * A new operation in a free place, in open loop as far as one is due; NULL: no place, nothing
 * due, or the stream is at its end. All that it gives are to be prepared, though only one batch
 * at a time goes to the kernel: a place is then always in use, and what the rest waits for is
 * counted (in flight = IOPS x mean latency, always).
 */
struct oq_op *oq_slots_begin(struct oq_slots *slots);

/* The place of an operation that has ended. */
void oq_slots_end(struct oq_slots *slots, const struct oq_op *op);

/* The step of OP is described and waits for the kernel. */
static inline void oq_slots_prepared(struct oq_slots *slots, struct oq_op *op)
{
	slots->prepared[slots->prepared_count++] = op;
}

/* One reading of the clock for all prepared, after their data is ready and before the kernel. */
void oq_slots_stamp(struct oq_slots *slots);

/* How long to wait for a completion, and for what else becomes due; 0 for a job that spins. */
uint64_t oq_slots_patience(const struct oq_slots *slots);

#endif
