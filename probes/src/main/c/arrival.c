#include "arrival.h"

#include <math.h>

#include "clock.h"

#define SALT_ARRIVALS 0x6172726976616c31ull

/* Uniform in (0, 1], 53 bits. */
static double uniform(struct oq_random *random)
{
	return (double)((oq_random_next(random) >> 11) + 1) * 0x1p-53;
}

static double interval(struct oq_arrivals *arrival)
{
	return arrival->poisson ? -log(uniform(&arrival->random)) * arrival->interval_ns :
				  arrival->interval_ns;
}

static void advance(struct oq_arrivals *arrival, double by)
{
	arrival->next += by;
	oq_counter_set(&arrival->next_ns, arrival->start_ns + (uint64_t)arrival->next);
}

void oq_arrival_init(struct oq_arrivals *arrival, const struct oq_stream_spec *spec,
		     uint32_t stream)
{
	arrival->open = spec->arrival != OQ_CLOSED;
	oq_counter_set(&arrival->next_ns, UINT64_MAX);
	if (!arrival->open)
		return;
	arrival->poisson = spec->arrival == OQ_POISSON;
	arrival->interval_ns = (double)OQ_NS_PER_S / spec->rate_hz;
	oq_random_seed(&arrival->random, spec->seed ^ SALT_ARRIVALS, stream);
}

void oq_arrival_start(struct oq_arrivals *arrival, uint64_t start_ns)
{
	if (!arrival->open)
		return;
	arrival->start_ns = start_ns;
	arrival->next = 0;
	advance(arrival, arrival->poisson ? interval(arrival) :
					    uniform(&arrival->random) * arrival->interval_ns);
}

uint64_t oq_arrival_take(struct oq_arrivals *arrival)
{
	uint64_t intended_ns = oq_counter_get(&arrival->next_ns);

	advance(arrival, interval(arrival));
	return intended_ns;
}

uint64_t oq_arrival_unserved(const struct oq_arrivals *arrival, uint64_t end_ns)
{
	uint64_t next_ns = oq_counter_get(&arrival->next_ns);

	if (!arrival->open || next_ns >= end_ns)
		return 0;
	return 1 + (uint64_t)((double)(end_ns - next_ns) / arrival->interval_ns);
}
