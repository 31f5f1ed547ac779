/*
 * timed.h: a device made of a clock, for the engine's self-test. It moves no data; each of its
 * operations takes a time that is known, and it writes down what it really took.
 */
#ifndef OQ_TIMED_H
#define OQ_TIMED_H

#include "backend.h"

struct oq_timed {
	uint64_t (*latency_ns)(uint64_t nth); /* what the NTH operation is to take, from 0 */
	uint64_t *took_ns;                    /* what each took by the device's own clock */
	uint64_t *done_ns;                    /* when each had ended, CLOCK_MONOTONIC */
	uint64_t capacity;                    /* of both; what is beyond is not kept */
	uint64_t count;                       /* operations so far */
};

/* One operation at a time; the job's device is a struct oq_timed. */
extern const struct oq_backend_ops oq_backend_timed;

#endif
