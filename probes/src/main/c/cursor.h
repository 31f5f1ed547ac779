/* cursor.h: where the next operation of a stream goes. */
#ifndef OQ_CURSOR_H
#define OQ_CURSOR_H

#include "oq_engine.h"
#include "random.h"

struct oq_cursor {
	uint64_t region_offset;
	uint64_t region_length;
	uint64_t blocks;
	uint64_t position; /* sequential: within the region */
	uint32_t block_bytes;
	uint32_t pattern;
	struct oq_random random;
};

void oq_cursor_init(struct oq_cursor *cursor, const struct oq_stream_spec *spec, uint32_t stream);

/* Offset of the next block; never a block that crosses the region's end. */
uint64_t oq_cursor_next(struct oq_cursor *cursor);

#endif
