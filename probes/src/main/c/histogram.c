#include "histogram.h"

#include <stdlib.h>
#include <string.h>

struct oq_hist *oq_hist_new(void)
{
	size_t size = (sizeof(struct oq_hist) + OQ_CACHE_LINE - 1) & ~(size_t)(OQ_CACHE_LINE - 1);
	struct oq_hist *hist = aligned_alloc(OQ_CACHE_LINE, size);

	if (!hist)
		return NULL;
	memset(hist, 0, size);
	oq_counter_set(&hist->min_ns, UINT64_MAX);
	return hist;
}

void oq_hist_merge(const struct oq_hist *hist, struct oq_histogram *out, uint64_t *counts)
{
	uint64_t overflow, min, max, recorded = 0;

	if (!hist)
		return;
	for (uint32_t i = 0; i < OQ_HIST_COUNTS; i++) {
		uint64_t count =
			atomic_load_explicit(&hist->counts[i], memory_order_acquire);

		counts[i] += count;
		recorded += count;
	}
	overflow = atomic_load_explicit(&hist->overflow, memory_order_acquire);
	recorded += overflow;
	if (!recorded)
		return;
	min = oq_counter_get(&hist->min_ns);
	max = oq_counter_get(&hist->max_ns);
	if (!out->count || min < out->min_ns)
		out->min_ns = min;
	if (max > out->max_ns)
		out->max_ns = max;
	out->count += recorded;
	out->overflow += overflow;
	out->sum_ns += oq_counter_get(&hist->sum_ns);
}

int32_t oq_hist_index(uint64_t value_ns)
{
	return value_ns <= OQ_HIST_MAX_NS ? (int32_t)oq_hist_slot(value_ns) : -1;
}

uint64_t oq_hist_value(int32_t index)
{
	const uint32_t half_bits = OQ_HIST_SUB_BITS - 1;
	const uint32_t half = 1u << half_bits;
	uint32_t slot = (uint32_t)index;

	if (index < 0 || slot >= OQ_HIST_COUNTS)
		return UINT64_MAX;
	if (slot < half)
		return slot;
	return (uint64_t)((slot & (half - 1)) + half) << ((slot >> half_bits) - 1);
}
