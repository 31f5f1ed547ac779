/* cursor.h: where the next transfer of a stream goes. */
#ifndef OQ_CURSOR_H
#define OQ_CURSOR_H

#include "oq_engine.h"
#include "random.h"

struct oq_cursor {
	uint64_t region_offset;
	uint64_t region_length;
	uint64_t position; /* sequential: within the region */
	uint64_t blocks;   /* random: of `block_bytes` each in the region */
	uint32_t block_bytes;
	uint32_t pattern;
	struct oq_random random;
};

/* Over the stream's region, and over its journal (a ring, whatever the stream's pattern). */
void oq_cursor_init(struct oq_cursor *cursor, const struct oq_stream_spec *spec, uint32_t stream);
void oq_cursor_init_journal(struct oq_cursor *cursor, const struct oq_stream_spec *spec);

/*
 * Offset of the next LENGTH bytes, never across the region's end: a ring starts again where
 * they would not fit. Random ones are aligned to LENGTH from the region's start.
 */
uint64_t oq_cursor_next(struct oq_cursor *cursor, uint32_t length);

#endif
