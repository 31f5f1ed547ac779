#include "stalls.h"

static void swap(struct oq_stall *a, struct oq_stall *b)
{
	struct oq_stall old = *a;

	*a = *b;
	*b = old;
}

static void sift_up(struct oq_stall *heap, uint32_t at)
{
	while (at && heap[at].latency_ns < heap[(at - 1) / 2].latency_ns) {
		swap(&heap[at], &heap[(at - 1) / 2]);
		at = (at - 1) / 2;
	}
}

static void sift_down(struct oq_stall *heap, uint32_t count)
{
	uint32_t at = 0;

	for (;;) {
		uint32_t child = 2 * at + 1;

		if (child + 1 < count && heap[child + 1].latency_ns < heap[child].latency_ns)
			child++;
		if (child >= count || heap[at].latency_ns <= heap[child].latency_ns)
			return;
		swap(&heap[at], &heap[child]);
		at = child;
	}
}

void oq_stalls_add(struct oq_stalls *stalls, const struct oq_stall *stall)
{
	if (stalls->count < OQ_STALLS) {
		stalls->heap[stalls->count] = *stall;
		sift_up(stalls->heap, stalls->count++);
	} else {
		stalls->heap[0] = *stall;
		sift_down(stalls->heap, OQ_STALLS);
	}
	if (stalls->count == OQ_STALLS)
		stalls->floor_ns = stalls->heap[0].latency_ns;
}

int oq_stall_compare(const void *a, const void *b)
{
	const struct oq_stall *x = a, *y = b;

	if (x->latency_ns != y->latency_ns)
		return x->latency_ns > y->latency_ns ? -1 : 1;
	if (x->at_ns != y->at_ns)
		return x->at_ns < y->at_ns ? -1 : 1;
	return 0;
}
