#include "stamp.h"

#include <errno.h>
#include <string.h>

#include "data.h"

#define MARK 0x31706d6174735153ull /* "SQstamp1" */
#define GENERATION_BITS 48
#define WORDS (OQ_SECTOR / sizeof(uint64_t))

enum word { WORD_MARK, WORD_RUN, WORD_OFFSET, WORD_WRITE, WORD_CHECKSUM };

/*
 * A multiplication by an odd constant and a rotation per word: each of the 512 bytes changes
 * the sum, and so does the order of the words. It is to find torn and rotten sectors, not
 * to resist anybody. The constant is that of splitmix64's finalizer.
 */
static uint64_t checksum(const uint64_t *words)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < WORDS; i++) {
		if (i == WORD_CHECKSUM)
			continue;
		sum = (sum ^ words[i]) * 0xbf58476d1ce4e5b9ull;
		sum = (sum << 29) | (sum >> 35);
	}
	return sum;
}

void oq_stamp_write(void *sector, const struct oq_stamp *stamp)
{
	uint64_t words[WORDS];

	memcpy(words, sector, sizeof(words));
	words[WORD_MARK] = MARK;
	words[WORD_RUN] = stamp->run;
	words[WORD_OFFSET] = stamp->offset;
	words[WORD_WRITE] = stamp->generation | (uint64_t)stamp->stream << GENERATION_BITS;
	words[WORD_CHECKSUM] = checksum(words);
	memcpy(sector, words, OQ_STAMP_BYTES);
}

int oq_stamp_check(const void *sector, struct oq_stamp *out)
{
	uint64_t words[WORDS];

	if (!sector || !out)
		return -EINVAL;
	memset(out, 0, sizeof(*out));
	memcpy(words, sector, sizeof(words));
	if (words[WORD_MARK] != MARK) {
		out->verdict = OQ_BLOCK_LOST;
		return 0;
	}
	out->run = words[WORD_RUN];
	out->offset = words[WORD_OFFSET];
	out->generation = words[WORD_WRITE] & OQ_MAX_GENERATION;
	out->stream = (uint32_t)(words[WORD_WRITE] >> GENERATION_BITS);
	out->verdict = words[WORD_CHECKSUM] == checksum(words) ? OQ_BLOCK_GOOD : OQ_BLOCK_CORRUPT;
	return 0;
}
