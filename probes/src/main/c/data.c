#include "data.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "mix.h"
#include "random.h"

/*
 * Far above the window of any compressor in a drive's data path (4 to 64 KiB), small enough
 * to stay in a core's second-level cache.
 */
#define POOL_BYTES (1u << 20)

#define SALT_DATA 0x646174612d6f7131ull
#define STAMP_STEP 0x9e3779b97f4a7c15ull /* odd: adding it visits every 64-bit value */

static uint32_t pool_blocks(uint32_t block_bytes, uint32_t depth)
{
	uint32_t blocks = POOL_BYTES / block_bytes;

	/* One more than is in flight: a block never goes out twice in a row unless alone. */
	return blocks > depth ? blocks : depth + 1;
}

static void fill(struct oq_data *data, struct oq_random *random, uint32_t permille)
{
	size_t share = (size_t)OQ_PAGE * permille / 1000;

	for (size_t at = 0; at < data->length; at += sizeof(uint64_t)) {
		uint64_t value = at % OQ_PAGE < share ? oq_random_next(random) : 0;

		memcpy(data->base + at, &value, sizeof(value));
	}
}

int oq_data_init(struct oq_data *data, const struct oq_stream_spec *spec, uint32_t stream)
{
	struct oq_random random;

	memset(data, 0, sizeof(*data));
	data->block_bytes = oq_mix_largest(spec);
	data->blocks = pool_blocks(data->block_bytes, spec->depth);
	data->length = (size_t)data->blocks * data->block_bytes;
	data->free = malloc(data->blocks * sizeof(*data->free));
	if (!data->free)
		return -ENOMEM;
	data->base = mmap(NULL, data->length, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (data->base == MAP_FAILED) {
		data->base = NULL;
		oq_data_release(data);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < data->blocks; i++)
		data->free[i] = i;
	oq_random_seed(&random, spec->seed ^ SALT_DATA, stream);
	data->key = oq_random_next(&random);
	data->stamp = oq_random_next(&random);
	fill(data, &random, spec->data_permille);
	return 0;
}

void oq_data_release(struct oq_data *data)
{
	if (data->base)
		munmap(data->base, data->length);
	free(data->free);
	data->base = NULL;
	data->free = NULL;
}

static inline uint32_t after(const struct oq_data *data, uint32_t position)
{
	return position + 1 == data->blocks ? 0 : position + 1;
}

uint32_t oq_data_take(struct oq_data *data)
{
	uint32_t block = data->free[data->free_head];

	data->free_head = after(data, data->free_head);
	return block;
}

void oq_data_give(struct oq_data *data, uint32_t block)
{
	data->free[data->free_tail] = block;
	data->free_tail = after(data, data->free_tail);
}

void oq_data_renew(struct oq_data *data, uint8_t *at, uint32_t length)
{
	const uint8_t *end = at + length;
	uint64_t stamp = data->stamp;

	for (; at < end; at += OQ_SECTOR) {
		uint64_t value = stamp ^ data->key;

		memcpy(at, &value, sizeof(value));
		stamp += STAMP_STEP;
	}
	data->stamp = stamp;
}
