#include "stamp.h"

#include <errno.h>
#include <string.h>

#include "data.h"

#define MARK 0x31706d6174735153ull /* "SQstamp1" */
#define GENERATION_BITS 48
#define WORDS (OQ_SECTOR / sizeof(uint64_t))

enum word { WORD_MARK, WORD_RUN, WORD_OFFSET, WORD_WRITE, WORD_CHECKSUM };

/*
 * A multiplication by an odd constant and a rotation per word, in four lanes that a CPU works
 * on at the same time: each of the 512 bytes changes the sum, and so does the order of the
 * words. It is to find torn and rotten sectors, not to resist anybody. The constant is that
 * of splitmix64's finalizer; the lanes start apart, so that words cannot change lanes unseen.
 */
static inline uint64_t mix(uint64_t sum, uint64_t word)
{
	sum = (sum ^ word) * 0xbf58476d1ce4e5b9ull;
	return (sum << 29) | (sum >> 35);
}

/* Of a sector whose own checksum is 0. */
static uint64_t checksum(const uint64_t *words)
{
	uint64_t a = 1, b = 2, c = 3, d = 4;

	for (uint32_t i = 0; i < WORDS; i += 4) {
		a = mix(a, words[i]);
		b = mix(b, words[i + 1]);
		c = mix(c, words[i + 2]);
		d = mix(d, words[i + 3]);
	}
	return mix(mix(mix(a, b), c), d);
}

void oq_stamp_write(void *sector, const struct oq_stamp *stamp)
{
	uint64_t words[WORDS];

	memcpy(words, sector, sizeof(words));
	words[WORD_MARK] = MARK;
	words[WORD_RUN] = stamp->run;
	words[WORD_OFFSET] = stamp->offset;
	words[WORD_WRITE] = stamp->generation | (uint64_t)stamp->stream << GENERATION_BITS;
	words[WORD_CHECKSUM] = 0;
	words[WORD_CHECKSUM] = checksum(words);
	memcpy(sector, words, OQ_STAMP_BYTES);
}

/* Whether the sector would be good if WORD were VALUE. */
static bool fits(const void *sector, enum word word, uint64_t value)
{
	uint64_t words[WORDS], sum;

	memcpy(words, sector, sizeof(words));
	sum = words[WORD_CHECKSUM];
	words[WORD_CHECKSUM] = 0;
	words[word] = value;
	return words[WORD_MARK] == MARK && sum == checksum(words);
}

bool oq_stamp_fits(const void *sector, uint64_t run)
{
	return fits(sector, WORD_RUN, run);
}

int oq_stamp_check(const void *sector, struct oq_stamp *out)
{
	uint64_t words[WORD_CHECKSUM];
	bool fit;

	if (!sector || !out)
		return -EINVAL;
	memset(out, 0, sizeof(*out));
	memcpy(words, sector, sizeof(words));
	fit = fits(sector, WORD_MARK, MARK);
	if (words[WORD_MARK] != MARK && !fit) {
		out->verdict = OQ_BLOCK_LOST;
		return 0;
	}
	out->run = words[WORD_RUN];
	out->offset = words[WORD_OFFSET];
	out->generation = words[WORD_WRITE] & OQ_MAX_GENERATION;
	out->stream = (uint32_t)(words[WORD_WRITE] >> GENERATION_BITS);
	/* All but the mark is right: it is the mark that is rotten. */
	out->verdict = words[WORD_MARK] == MARK && fit ? OQ_BLOCK_GOOD : OQ_BLOCK_CORRUPT;
	return 0;
}
