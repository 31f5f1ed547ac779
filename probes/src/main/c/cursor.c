#include "cursor.h"

#include <string.h>

/* Keeps the sequence of offsets apart from that of the data, which has the same seed. */
#define SALT_OFFSETS 0x6f66667365747331ull

void oq_cursor_init(struct oq_cursor *cursor, const struct oq_stream_spec *spec, uint32_t stream)
{
	memset(cursor, 0, sizeof(*cursor));
	cursor->region_offset = spec->region_offset;
	cursor->region_length = spec->region_length;
	cursor->pattern = spec->pattern;
	oq_random_seed(&cursor->random, spec->seed ^ SALT_OFFSETS, stream);
}

void oq_cursor_init_journal(struct oq_cursor *cursor, const struct oq_stream_spec *spec)
{
	memset(cursor, 0, sizeof(*cursor));
	cursor->region_offset = spec->journal_offset;
	cursor->region_length = spec->journal_length;
	cursor->pattern = OQ_SEQUENTIAL;
}

static uint64_t next_sequential(struct oq_cursor *cursor, uint32_t length)
{
	uint64_t position = cursor->position;

	if (cursor->region_length - position < length)
		position = 0;
	cursor->position = position + length;
	return cursor->region_offset + position;
}

uint64_t oq_cursor_next(struct oq_cursor *cursor, uint32_t length)
{
	if (cursor->pattern == OQ_SEQUENTIAL)
		return next_sequential(cursor, length);
	if (length != cursor->block_bytes) {
		cursor->block_bytes = length;
		cursor->blocks = cursor->region_length / length;
	}
	return cursor->region_offset + oq_random_below(&cursor->random, cursor->blocks) * length;
}
