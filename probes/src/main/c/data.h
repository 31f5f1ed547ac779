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

#include "oq_engine.h"

/*
 * The smallest unit that a drive could deduplicate or tear, and the smallest block: each
 * one is stamped.
 */
#define OQ_SECTOR 512u

/* Alignment of memory that every O_DIRECT accepts, and the unit of the compressible share. */
#define OQ_PAGE 4096u

struct oq_data {
	uint8_t *base; /* page-aligned */
	size_t length;
	uint32_t block_bytes; /* the stream's largest */
	uint32_t slice;       /* where in its block the next smaller transfer begins */
	uint32_t blocks;
	uint32_t *free; /* ring of the blocks that are not lent, longest idle first */
	uint32_t free_head;
	uint32_t free_tail;
	uint64_t key;   /* of this stream's stamps */
	uint64_t stamp; /* goes through all 2^64 values before one repeats */
};

/*
 * A pool for a stream's blocks, with room for its depth in flight. A share of each 4 KiB that
 * is not to be random is zero. 0 or -ENOMEM.
 */
int oq_data_init(struct oq_data *data, const struct oq_stream_spec *spec, uint32_t stream);
void oq_data_release(struct oq_data *data);

/* Lends a block; there is one as long as no more than DEPTH are lent. */
uint32_t oq_data_take(struct oq_data *data);
void oq_data_give(struct oq_data *data, uint32_t block);

/*
 * Where LENGTH bytes of a lent block are. Smaller transfers go through the block from one to
 * the next, page by page, so that they do not all carry its beginning.
 */
static inline uint8_t *oq_data_address(struct oq_data *data, uint32_t block, uint32_t length)
{
	uint8_t *base = data->base + (size_t)block * data->block_bytes;

	if (length == data->block_bytes)
		return base;
	if (data->slice > data->block_bytes - length)
		data->slice = 0;
	base += data->slice;
	data->slice += OQ_PAGE;
	return base;
}

/* Makes the content of a write new. */
void oq_data_renew(struct oq_data *data, uint8_t *at, uint32_t length);

#endif
