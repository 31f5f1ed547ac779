#include "cursor.h"

/* Keeps the sequence of offsets apart from that of the data, which has the same seed. */
#define SALT_OFFSETS 0x6f66667365747331ull

void oq_cursor_init(struct oq_cursor *cursor, const struct oq_stream_spec *spec, uint32_t stream)
{
	cursor->region_offset = spec->region_offset;
	cursor->region_length = spec->region_length;
	cursor->blocks = spec->region_length / spec->block_bytes;
	cursor->position = 0;
	cursor->block_bytes = spec->block_bytes;
	cursor->pattern = spec->pattern;
	oq_random_seed(&cursor->random, spec->seed ^ SALT_OFFSETS, stream);
}

static uint64_t next_sequential(struct oq_cursor *cursor)
{
	uint64_t position = cursor->position;

	cursor->position += cursor->block_bytes;
	if (cursor->position >= cursor->region_length)
		cursor->position = 0;
	return cursor->region_offset + position;
}

uint64_t oq_cursor_next(struct oq_cursor *cursor)
{
	if (cursor->pattern == OQ_SEQUENTIAL)
		return next_sequential(cursor);
	return cursor->region_offset +
	       oq_random_below(&cursor->random, cursor->blocks) * cursor->block_bytes;
}
