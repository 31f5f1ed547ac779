#include "mix.h"

void oq_mix_init(struct oq_mix *mix, const struct oq_stream_spec *spec)
{
	uint32_t sum = 0;

	mix->count = spec->mix_count;
	mix->largest = 0;
	for (uint32_t i = 0; i < mix->count; i++) {
		sum += spec->mix[i].weight;
		mix->bytes[i] = spec->mix[i].block_bytes;
		mix->upto[i] = sum;
		if (mix->bytes[i] > mix->largest)
			mix->largest = mix->bytes[i];
	}
}

uint32_t oq_mix_largest(const struct oq_stream_spec *spec)
{
	uint32_t largest = 0;

	for (uint32_t i = 0; i < spec->mix_count; i++)
		if (spec->mix[i].block_bytes > largest)
			largest = spec->mix[i].block_bytes;
	for (uint32_t i = 0; i < spec->step_count; i++)
		if (spec->steps[i].block_bytes > largest)
			largest = spec->steps[i].block_bytes;
	return largest;
}

uint32_t oq_mix_smallest(const struct oq_stream_spec *spec)
{
	uint32_t smallest = UINT32_MAX;

	for (uint32_t i = 0; i < spec->mix_count; i++)
		if (spec->mix[i].block_bytes < smallest)
			smallest = spec->mix[i].block_bytes;
	for (uint32_t i = 0; i < spec->step_count; i++)
		if (spec->steps[i].block_bytes && spec->steps[i].block_bytes < smallest)
			smallest = spec->steps[i].block_bytes;
	return smallest;
}
