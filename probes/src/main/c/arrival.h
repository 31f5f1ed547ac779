/*
 * arrival.h: when operations are to start. In open loop the schedule is made without regard
 * to what the device does, so that an operation that has to wait behind a stalled device
 * keeps its intended start and the wait is in its response latency (no coordinated omission).
 */
#ifndef OQ_ARRIVAL_H
#define OQ_ARRIVAL_H

#include <stdbool.h>

#include "counter.h"
#include "oq_engine.h"
#include "random.h"

struct oq_arrivals {
	bool open;          /* false: closed loop, always due, and nothing below is used */
	bool poisson;
	double interval_ns; /* mean */
	double next;        /* ns since the start; a double is exact to 1 ns for 104 days */
	uint64_t start_ns;
	oq_counter next_ns; /* intended start of the next operation; snapshots read it */
	struct oq_random random;
};

/* Nothing is due before the start. */
void oq_arrival_init(struct oq_arrivals *arrival, const struct oq_stream_spec *spec,
		     uint32_t stream);

/*
 * The first operation of a fixed schedule is due at a random part of the interval, so that
 * streams of one rate do not all start at once.
 */
void oq_arrival_start(struct oq_arrivals *arrival, uint64_t start_ns);

/* Takes the next intended start. Only in open loop. */
uint64_t oq_arrival_take(struct oq_arrivals *arrival);

static inline bool oq_arrival_due(const struct oq_arrivals *arrival, uint64_t now_ns)
{
	return !arrival->open || oq_counter_get(&arrival->next_ns) <= now_ns;
}

/*
 * How many operations were due before END_NS and have not been taken; for a Poisson schedule
 * how many are to be expected. May be called by a reader at any time.
 */
uint64_t oq_arrival_unserved(const struct oq_arrivals *arrival, uint64_t end_ns);

#endif
