/*
 * data.h: the blocks that a stream writes, and the memory that it reads into.
 *
 * A pool of random data, filled once; a block is made new each time it is used by a stamp in
 * every 512-byte sector, which costs some nanoseconds where filling it would cost a
 * microsecond. A block is lent by oq_data_take and not touched until oq_data_give returns
 * it, so no buffer changes while it is in flight. Reads have blocks of their own: what they
 * bring (zeros, mostly) must not be written again as if it were random.
 */
#ifndef OQ_DATA_H
#define OQ_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oq_engine.h"

/*
 * The smallest unit that a drive could deduplicate or tear, and the smallest block: each
 * one is stamped.
 */
#define OQ_SECTOR 512u

/* Alignment of memory that every O_DIRECT accepts. */
#define OQ_PAGE 4096u

/* A ring of blocks that are not lent, longest idle first. */
struct oq_blocks {
	uint32_t *free;
	uint32_t count;
	uint32_t head;
	uint32_t tail;
};

struct oq_data {
	uint8_t *base; /* page-aligned */
	size_t length;
	uint32_t block_bytes; /* the stream's largest */
	struct oq_blocks writes; /* the first blocks of the memory */
	struct oq_blocks reads;  /* the rest */
	uint32_t *slice; /* of each block: where its next smaller transfer begins */
	uint32_t *memory; /* of the three arrays */
	uint64_t key;   /* of this stream's stamps */
	uint64_t stamp; /* goes through all 2^64 values before one repeats */
};

/* How much memory the blocks of a stream need. */
uint64_t oq_data_bytes(const struct oq_stream_spec *spec);

/*
 * A pool for a stream's blocks, with room for its depth in flight. The share of each sector
 * that is not to be random is zero. 0 or -ENOMEM.
 */
int oq_data_init(struct oq_data *data, const struct oq_stream_spec *spec, uint32_t stream);
void oq_data_release(struct oq_data *data);

/* Lends a block; there is one as long as no more than DEPTH are lent. */
uint32_t oq_data_take(struct oq_data *data, bool for_read);
void oq_data_give(struct oq_data *data, uint32_t block);

/*
 * Where LENGTH bytes of a lent block are. Smaller transfers go through the block from one to
 * the next, page by page, so that they do not all carry its beginning.
 */
static inline uint8_t *oq_data_address(struct oq_data *data, uint32_t block, uint32_t length)
{
	uint8_t *base = data->base + (size_t)block * data->block_bytes;
	uint32_t at;

	if (length == data->block_bytes)
		return base;
	at = data->slice[block];
	if (at > data->block_bytes - length)
		at = 0;
	data->slice[block] = at + OQ_PAGE;
	return base + at;
}

/* Makes the content of a write new. */
void oq_data_renew(struct oq_data *data, uint8_t *at, uint32_t length);

#endif
