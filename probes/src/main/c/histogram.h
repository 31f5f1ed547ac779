/* histogram.h: latencies of one kind of one stream; one writer, any number of readers. */
#ifndef OQ_HISTOGRAM_H
#define OQ_HISTOGRAM_H

#include "counter.h"
#include "oq_engine.h"

struct oq_hist {
	oq_counter sum_ns;
	oq_counter min_ns; /* UINT64_MAX while empty */
	oq_counter max_ns;
	oq_counter overflow;
	oq_counter counts[OQ_HIST_COUNTS];
};

/* An empty histogram on cache lines of its own, or NULL. */
struct oq_hist *oq_hist_new(void);

/*
 * HdrHistogram's counts array index with unit magnitude 0: the bucket is the power of two
 * above the sub-buckets' range, the sub-bucket the value's upper eight bits; the lower half
 * of the sub-buckets is used by the first bucket only.
 */
static inline uint32_t oq_hist_slot(uint64_t value_ns)
{
	uint64_t mask = (1u << OQ_HIST_SUB_BITS) - 1;
	uint32_t high_bit = 63u - (uint32_t)__builtin_clzll(value_ns | mask);
	uint32_t bucket = high_bit - (OQ_HIST_SUB_BITS - 1);

	return (bucket << (OQ_HIST_SUB_BITS - 1)) + (uint32_t)(value_ns >> bucket);
}

/*
 * The count comes last and with release order: a reader that sees it sees sum and extremes
 * that include it.
 */
static inline void oq_hist_record(struct oq_hist *hist, uint64_t value_ns)
{
	oq_counter *count = value_ns <= OQ_HIST_MAX_NS ? &hist->counts[oq_hist_slot(value_ns)] :
							 &hist->overflow;

	oq_counter_add(&hist->sum_ns, value_ns);
	if (value_ns < oq_counter_get(&hist->min_ns))
		oq_counter_set(&hist->min_ns, value_ns);
	if (value_ns > oq_counter_get(&hist->max_ns))
		oq_counter_set(&hist->max_ns, value_ns);
	atomic_store_explicit(count, oq_counter_get(count) + 1, memory_order_release);
}

/* Adds HIST to OUT and to COUNTS; both start at zero. HIST may be NULL: nothing to add. */
void oq_hist_merge(const struct oq_hist *hist, struct oq_histogram *out, uint64_t *counts);

#endif
