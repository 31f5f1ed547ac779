/* mix.h: the block sizes of a stream, drawn by their weights. */
#ifndef OQ_MIX_H
#define OQ_MIX_H

#include "oq_engine.h"
#include "random.h"

struct oq_mix {
	uint32_t count;
	uint32_t largest; /* of these; a chain may have larger ones */
	uint32_t bytes[OQ_MAX_MIX];
	uint32_t upto[OQ_MAX_MIX]; /* sum of the weights up to and with this one */
};

void oq_mix_init(struct oq_mix *mix, const struct oq_stream_spec *spec);

/* The largest and the smallest block of a stream, its chain's included. */
uint32_t oq_mix_largest(const struct oq_stream_spec *spec);
uint32_t oq_mix_smallest(const struct oq_stream_spec *spec);

static inline uint32_t oq_mix_draw(const struct oq_mix *mix, struct oq_random *random)
{
	uint32_t drawn, i = 0;

	if (mix->count == 1)
		return mix->bytes[0];
	drawn = (uint32_t)oq_random_below(random, mix->upto[mix->count - 1]);
	while (drawn >= mix->upto[i])
		i++;
	return mix->bytes[i];
}

#endif
