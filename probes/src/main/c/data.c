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

static uint32_t write_blocks(const struct oq_stream_spec *spec)
{
	const uint32_t blocks = POOL_BYTES / oq_mix_largest(spec);

	if (spec->read_permille == 1000)
		return 0;
	/* One more than is in flight: a block never goes out twice in a row unless alone. */
	return blocks > spec->depth ? blocks : spec->depth + 1;
}

static uint32_t read_blocks(const struct oq_stream_spec *spec)
{
	return spec->read_permille ? spec->depth : 0;
}

uint64_t oq_data_bytes(const struct oq_stream_spec *spec)
{
	return ((uint64_t)write_blocks(spec) + read_blocks(spec)) * oq_mix_largest(spec);
}

static void fill(struct oq_data *data, struct oq_random *random, uint32_t permille)
{
	const size_t length = (size_t)data->writes.count * data->block_bytes;
	const size_t share = OQ_SECTOR * permille / 1000;

	for (size_t at = 0; at < length; at += sizeof(uint64_t)) {
		const uint64_t value = oq_random_next(random);
		const size_t in_sector = at % OQ_SECTOR;

		if (in_sector + sizeof(value) <= share)
			memcpy(data->base + at, &value, sizeof(value));
		else if (in_sector < share)
			memcpy(data->base + at, &value, share - in_sector);
	}
}

static uint32_t *ring_init(struct oq_blocks *ring, uint32_t *memory, uint32_t first, uint32_t count)
{
	ring->free = memory;
	ring->count = count;
	for (uint32_t i = 0; i < count; i++)
		ring->free[i] = first + i;
	return memory + count;
}

int oq_data_init(struct oq_data *data, const struct oq_stream_spec *spec, uint32_t stream)
{
	const uint32_t writes = write_blocks(spec), reads = read_blocks(spec);
	struct oq_random random;

	memset(data, 0, sizeof(*data));
	data->block_bytes = oq_mix_largest(spec);
	data->length = oq_data_bytes(spec);
	data->memory = calloc(2 * ((size_t)writes + reads), sizeof(*data->memory));
	if (!data->memory)
		return -ENOMEM;
	data->base = mmap(NULL, data->length, PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (data->base == MAP_FAILED) {
		data->base = NULL;
		oq_data_release(data);
		return -ENOMEM;
	}
	data->slice = ring_init(&data->writes, data->memory, 0, writes);
	data->slice = ring_init(&data->reads, data->slice, writes, reads);
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
	free(data->memory);
	data->base = NULL;
	data->memory = NULL;
}

static inline uint32_t after(const struct oq_blocks *ring, uint32_t position)
{
	return position + 1 == ring->count ? 0 : position + 1;
}

uint32_t oq_data_take(struct oq_data *data, bool for_read)
{
	struct oq_blocks *ring = for_read ? &data->reads : &data->writes;
	uint32_t block = ring->free[ring->head];

	ring->head = after(ring, ring->head);
	return block;
}

void oq_data_give(struct oq_data *data, uint32_t block)
{
	struct oq_blocks *ring = block < data->writes.count ? &data->writes : &data->reads;

	ring->free[ring->tail] = block;
	ring->tail = after(ring, ring->tail);
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
