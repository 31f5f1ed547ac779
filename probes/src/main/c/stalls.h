/* stalls.h: the slowest operations of one stream, a bounded heap with the fastest on top. */
#ifndef OQ_STALLS_H
#define OQ_STALLS_H

#include <stdbool.h>

#include "oq_engine.h"

struct oq_stalls {
	uint64_t floor_ns; /* an operation must take longer than this to be kept */
	uint32_t count;
	struct oq_stall heap[OQ_STALLS];
};

static inline bool oq_stalls_wants(const struct oq_stalls *stalls, uint64_t latency_ns)
{
	return latency_ns > stalls->floor_ns;
}

void oq_stalls_add(struct oq_stalls *stalls, const struct oq_stall *stall);

/* Order of the results: worst first, earlier first among equals. For qsort. */
int oq_stall_compare(const void *a, const void *b);

#endif
