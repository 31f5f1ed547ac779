/*
 * data.h: the blocks that a stream writes, and the memory that it reads into.
 *
 * A pool of random data, filled once; a block is made new each time it is used by a stamp in
 * every 512-byte sector, which costs some nanoseconds where filling it would cost a
 * microsecond. A block is lent by oq_data_take and not touched until oq_data_give returns
 * it, so no buffer changes while it is in flight.
 */
#ifndef OQ_DATA_H
#define OQ_DATA_H

#include <stddef.h>
#include <stdint.h>

/*
 * The smallest unit that a drive could deduplicate or tear, and the smallest block: each
 * one is stamped.
 */
#define OQ_SECTOR 512u

struct oq_data {
	uint8_t *base; /* page-aligned */
	size_t length;
	uint32_t block_bytes;
	uint32_t blocks;
	uint32_t *free; /* ring of the blocks that are not lent, longest idle first */
	uint32_t free_head;
	uint32_t free_tail;
	uint64_t key;   /* of this stream's stamps */
	uint64_t stamp; /* goes through all 2^64 values before one repeats */
};

/* A pool with room for DEPTH blocks in flight. 0 or -ENOMEM. */
int oq_data_init(struct oq_data *data, uint32_t block_bytes, uint32_t depth, uint64_t seed,
		 uint32_t stream);
void oq_data_release(struct oq_data *data);

/* Lends a block; there is one as long as no more than DEPTH are lent. */
uint32_t oq_data_take(struct oq_data *data);
void oq_data_give(struct oq_data *data, uint32_t block);

static inline uint8_t *oq_data_address(const struct oq_data *data, uint32_t block)
{
	return data->base + (size_t)block * data->block_bytes;
}

/* Makes a lent block new; the content of a write. */
void oq_data_renew(struct oq_data *data, uint32_t block);

#endif
