#include "slots.h"

#include <errno.h>
#include <stdlib.h>

#include "clock.h"
#include "worker.h"

/*
 * The kernel submits one operation after the other (1 to 5 us each) before it looks at
 * completions: a longer batch would make what has completed wait, and count that wait as
 * latency of the drive.
 */
#define MAX_BATCH 8u

static uint32_t batch_of(uint32_t depth)
{
	uint32_t batch = depth / 4;

	if (batch < 1)
		return 1;
	return batch < MAX_BATCH ? batch : MAX_BATCH;
}

int oq_slots_init(struct oq_slots *slots, struct oq_worker *worker)
{
	const uint32_t depth = worker->spec.depth;

	slots->worker = worker;
	slots->batch = batch_of(depth);
	slots->inflight = 0;
	slots->free_count = 0;
	slots->prepared_count = 0;
	slots->free = calloc(depth, sizeof(*slots->free));
	slots->prepared = calloc(depth, sizeof(struct oq_op *));
	if (!slots->free || !slots->prepared)
		return -ENOMEM;
	while (slots->free_count < depth) {
		slots->free[slots->free_count] = slots->free_count;
		slots->free_count++;
	}
	return 0;
}

void oq_slots_release(struct oq_slots *slots)
{
	free(slots->free);
	free(slots->prepared);
}

struct oq_op *oq_slots_begin(struct oq_slots *slots)
{
	struct oq_worker *w = slots->worker;
	struct oq_op *op;

	if (!slots->free_count || !oq_arrival_due(&w->arrival, w->now_ns))
		return NULL;
	op = &w->ops[slots->free[slots->free_count - 1]];
	if (!oq_op_begin(w, op))
		return NULL;
	slots->free_count--;
	slots->inflight++;
	return op;
}

void oq_slots_end(struct oq_slots *slots, const struct oq_op *op)
{
	slots->inflight--;
	slots->free[slots->free_count++] = (uint32_t)(op - slots->worker->ops);
}

void oq_slots_stamp(struct oq_slots *slots)
{
	uint64_t now_ns;

	if (!slots->prepared_count)
		return;
	now_ns = oq_now();
	for (uint32_t i = 0; i < slots->prepared_count; i++)
		oq_op_submitted(slots->prepared[i], now_ns);
	slots->prepared_count = 0;
}

uint64_t oq_slots_patience(const struct oq_slots *slots)
{
	const struct oq_worker *w = slots->worker;

	if (w->job->spec.flags & OQ_JOB_SPIN)
		return 0;
	return oq_worker_patience(w, w->now_ns, slots->free_count > 0);
}
