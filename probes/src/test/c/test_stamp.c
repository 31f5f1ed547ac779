/* What a sector says of itself, and what a block that was read is judged to be. */
#include <errno.h>

#include "check.h"
#include "clock.h"
#include "data.h"
#include "judge.h"
#include "random.h"
#include "stamp.h"

#define RUN 0x1122334455667788ull
#define STREAM 7u
#define OFFSET (1ull << 40)
#define GENERATION 1000u
#define LARGEST 65536u

static struct oq_random dice;

static void random_bytes(uint8_t *at, uint32_t length)
{
	for (uint32_t i = 0; i < length; i += 8) {
		uint64_t value = oq_random_next(&dice);

		memcpy(at + i, &value, 8);
	}
}

static void stamp_write(uint8_t *at, uint32_t length, struct oq_stamp stamp)
{
	const uint64_t offset = stamp.offset;

	random_bytes(at, length);
	for (uint32_t i = 0; i < length; i += OQ_SECTOR) {
		stamp.offset = offset + i;
		oq_stamp_write(at + i, &stamp);
	}
}

static struct oq_stamp check(const uint8_t *sector)
{
	struct oq_stamp found;

	EQUAL(oq_stamp_check(sector, &found), 0);
	return found;
}

static void a_stamp_is_read_as_written(void)
{
	uint8_t sector[OQ_SECTOR];

	for (int i = 0; i < 10000; i++) {
		const struct oq_stamp stamp = {
			.run = oq_random_next(&dice),
			.offset = oq_random_next(&dice),
			.generation = oq_random_next(&dice) & OQ_MAX_GENERATION,
			.stream = (uint32_t)oq_random_below(&dice, 65536),
		};
		struct oq_stamp found;

		random_bytes(sector, OQ_SECTOR);
		oq_stamp_write(sector, &stamp);
		found = check(sector);
		EQUAL(found.verdict, OQ_BLOCK_GOOD);
		CHECK(found.run == stamp.run && found.offset == stamp.offset &&
		      found.generation == stamp.generation && found.stream == stamp.stream);
	}
}

static void only_the_head_is_changed(void)
{
	uint8_t sector[OQ_SECTOR], before[OQ_SECTOR];

	random_bytes(before, OQ_SECTOR);
	memcpy(sector, before, OQ_SECTOR);
	oq_stamp_write(sector, &(struct oq_stamp){ .run = RUN });
	CHECK(memcmp(sector + OQ_STAMP_BYTES, before + OQ_STAMP_BYTES,
		     OQ_SECTOR - OQ_STAMP_BYTES) == 0);
}

static const struct oq_stamp good = {
	.run = RUN,
	.offset = OFFSET,
	.generation = GENERATION,
	.stream = STREAM,
};

/* The mark, the run, the offset, the generation, the checksum, the data: all 4096 of them. */
static void each_flipped_bit_is_corrupt(void)
{
	uint8_t sector[OQ_SECTOR];
	const struct oq_expected expected = { RUN, STREAM, OQ_SECTOR, OFFSET, OQ_SECTOR,
					      GENERATION };

	stamp_write(sector, OQ_SECTOR, good);
	for (uint32_t bit = 0; bit < OQ_SECTOR * 8; bit++) {
		struct oq_stamp found;

		sector[bit / 8] ^= (uint8_t)(1u << bit % 8);
		CHECK(check(sector).verdict == OQ_BLOCK_CORRUPT, "bit %u", bit);
		CHECK(oq_judge(sector, &expected, &found) == OQ_BLOCK_CORRUPT, "bit %u", bit);
		sector[bit / 8] ^= (uint8_t)(1u << bit % 8);
	}
	EQUAL(check(sector).verdict, OQ_BLOCK_GOOD);
}

/* Any two of the words in each other's place, also across the lanes of the checksum. */
static void changed_words_are_corrupt(void)
{
	uint64_t words[OQ_SECTOR / 8];
	uint8_t sector[OQ_SECTOR];

	stamp_write(sector, OQ_SECTOR, good);
	for (uint32_t a = OQ_STAMP_BYTES / 8; a < OQ_SECTOR / 8; a++)
		for (uint32_t b = a + 1; b < OQ_SECTOR / 8; b++) {
			uint64_t word;

			memcpy(words, sector, sizeof(words));
			word = words[a];
			words[a] = words[b];
			words[b] = word;
			CHECK(check((const uint8_t *)words).verdict == OQ_BLOCK_CORRUPT,
			      "%u and %u", a, b);
		}
}

static void what_has_no_stamp_is_lost(void)
{
	uint8_t sector[OQ_SECTOR] = { 0 };

	EQUAL(check(sector).verdict, OQ_BLOCK_LOST);
	memset(sector, 0xff, sizeof(sector));
	EQUAL(check(sector).verdict, OQ_BLOCK_LOST);
	for (int i = 0; i < 1000; i++) {
		random_bytes(sector, OQ_SECTOR);
		EQUAL(check(sector).verdict, OQ_BLOCK_LOST);
	}
	EQUAL(oq_stamp_check(NULL, &(struct oq_stamp){ 0 }), -EINVAL);
	EQUAL(oq_stamp_check(sector, NULL), -EINVAL);
}

/* What lies in a part of a block. */
struct part {
	enum { NEW, ZERO, NOISE, OLD, OLDER, ELSEWHERE, ELSEWHERE2, OTHER_STREAM, OTHER_RUN,
	       ROTTEN, ROTTEN_RUN, OTHER_RUN_ROTTEN } what;
	uint32_t upto; /* bytes of the block; the parts follow one another */
};

struct example {
	uint32_t granule;
	uint32_t length;
	enum oq_verdict verdict;
	struct part parts[5];
};

static void put_part(uint8_t *block, uint32_t from, const struct part *part)
{
	struct oq_stamp stamp = good;
	uint8_t *at = block + from;
	uint32_t length = part->upto - from;

	stamp.offset += from;
	switch (part->what) {
	case ZERO:
		memset(at, 0, length);
		return;
	case NOISE:
		random_bytes(at, length);
		return;
	case OLD:
		stamp.generation -= 3;
		break;
	case OLDER:
		stamp.generation -= 5;
		break;
	case ELSEWHERE:
		stamp.offset += 1 << 20;
		break;
	case ELSEWHERE2:
		stamp.offset += 1 << 21;
		stamp.generation++;
		break;
	case OTHER_STREAM:
		stamp.stream++;
		stamp.offset += 1 << 30;
		break;
	case OTHER_RUN:
	case OTHER_RUN_ROTTEN:
		stamp.run += 3;
		break;
	default:
		break;
	}
	stamp_write(at, length, stamp);
	if (part->what == ROTTEN || part->what == OTHER_RUN_ROTTEN)
		at[length - 1] ^= 4;
	if (part->what == ROTTEN_RUN)
		at[8] ^= 4;
}

static const struct example examples[] = {
	{ 4096, 4096, OQ_BLOCK_GOOD, { { NEW, 4096 } } },
	{ 4096, 65536, OQ_BLOCK_GOOD, { { NEW, 65536 } } },
	{ 512, 512, OQ_BLOCK_GOOD, { { NEW, 512 } } },
	/* nothing of this run */
	{ 4096, 4096, OQ_BLOCK_LOST, { { ZERO, 4096 } } },
	{ 4096, 4096, OQ_BLOCK_LOST, { { NOISE, 4096 } } },
	{ 4096, 4096, OQ_BLOCK_LOST, { { OTHER_RUN, 4096 } } },
	{ 4096, 4096, OQ_BLOCK_LOST, { { OTHER_RUN_ROTTEN, 4096 } } },
	{ 4096, 65536, OQ_BLOCK_LOST, { { ZERO, 4096 }, { OTHER_RUN, 65536 } } },
	{ 512, 512, OQ_BLOCK_LOST, { { ZERO, 512 } } },
	/* what was there before, and nothing of the write */
	{ 4096, 4096, OQ_BLOCK_STALE, { { OLD, 4096 } } },
	{ 4096, 65536, OQ_BLOCK_STALE, { { OLD, 65536 } } },
	{ 4096, 65536, OQ_BLOCK_STALE, { { OLD, 4096 }, { OLDER, 8192 }, { OLD, 65536 } } },
	{ 4096, 65536, OQ_BLOCK_STALE, { { ZERO, 4096 }, { OLDER, 8192 }, { ZERO, 65536 } } },
	/* a whole one that belongs elsewhere, alone or within a larger one */
	{ 4096, 4096, OQ_BLOCK_MISPLACED, { { ELSEWHERE, 4096 } } },
	{ 4096, 4096, OQ_BLOCK_MISPLACED, { { OTHER_STREAM, 4096 } } },
	{ 4096, 65536, OQ_BLOCK_MISPLACED, { { ELSEWHERE, 65536 } } },
	{ 4096, 65536, OQ_BLOCK_MISPLACED,
	  { { NEW, 8192 }, { ELSEWHERE, 12288 }, { NEW, 65536 } } },
	{ 4096, 16384, OQ_BLOCK_MISPLACED,
	  { { ELSEWHERE, 4096 }, { ELSEWHERE2, 8192 }, { OLD, 16384 } } },
	/* half of one and half of another */
	{ 4096, 4096, OQ_BLOCK_TORN, { { NEW, 2048 }, { OLD, 4096 } } },
	{ 4096, 4096, OQ_BLOCK_TORN, { { OLD, 512 }, { NEW, 4096 } } },
	{ 4096, 4096, OQ_BLOCK_TORN, { { NEW, 2048 }, { ZERO, 4096 } } },
	{ 4096, 4096, OQ_BLOCK_TORN, { { NEW, 3584 }, { OTHER_RUN, 4096 } } },
	{ 4096, 4096, OQ_BLOCK_TORN, { { OLD, 2048 }, { OLDER, 4096 } } },
	{ 4096, 4096, OQ_BLOCK_TORN, { { OLD, 2048 }, { ZERO, 4096 } } },
	{ 4096, 4096, OQ_BLOCK_TORN, { { NEW, 2048 }, { ELSEWHERE, 4096 } } },
	{ 4096, 4096, OQ_BLOCK_TORN, { { ELSEWHERE, 2048 }, { ELSEWHERE2, 4096 } } },
	{ 4096, 65536, OQ_BLOCK_TORN, { { NEW, 32768 }, { OLD, 65536 } } },
	{ 4096, 65536, OQ_BLOCK_TORN, { { NEW, 61440 }, { ZERO, 65536 } } },
	{ 4096, 65536, OQ_BLOCK_TORN, { { OLD, 4608 }, { OLDER, 65536 } } },
	/* a rotten sector says more than what else is wrong */
	{ 4096, 4096, OQ_BLOCK_CORRUPT, { { ROTTEN, 512 }, { NEW, 4096 } } },
	{ 4096, 4096, OQ_BLOCK_CORRUPT, { { NEW, 3584 }, { ROTTEN, 4096 } } },
	{ 4096, 4096, OQ_BLOCK_CORRUPT, { { NEW, 512 }, { ROTTEN_RUN, 1024 }, { NEW, 4096 } } },
	{ 4096, 4096, OQ_BLOCK_CORRUPT, { { NEW, 512 }, { ROTTEN, 1024 }, { OLD, 4096 } } },
	{ 4096, 65536, OQ_BLOCK_CORRUPT, { { ZERO, 32768 }, { ROTTEN, 65536 } } },
};

/* The generation that a part has, for what is told of the first bad sector. */
static uint64_t generation_of(const struct part *part)
{
	switch (part->what) {
	case ZERO:
	case NOISE:
		return 0;
	case OLD:
		return GENERATION - 3;
	case OLDER:
		return GENERATION - 5;
	case ELSEWHERE2:
		return GENERATION + 1;
	default:
		return GENERATION;
	}
}

static void blocks_are_told_apart(void)
{
	static uint8_t block[LARGEST];

	for (size_t i = 0; i < sizeof(examples) / sizeof(examples[0]); i++) {
		const struct example *e = &examples[i];
		const struct oq_expected expected = { RUN,    STREAM,    e->granule,
						      OFFSET, e->length, GENERATION };
		const struct part *bad = NULL;
		struct oq_stamp found;
		uint32_t at = 0;

		for (const struct part *p = e->parts; at < e->length; at = p++->upto) {
			put_part(block, at, p);
			if (!bad && p->what != NEW)
				bad = p;
		}
		CHECK(oq_judge(block, &expected, &found) == e->verdict, "example %zu", i);
		if (bad)
			CHECK(found.generation == generation_of(bad), "example %zu: %llu", i,
			      (unsigned long long)found.generation);
	}
}

/* Not judged here: a busy machine would make it fail. The best of many rounds. */
static void show_the_cost(void)
{
	static uint8_t block[LARGEST];
	const struct oq_expected expected = { RUN, STREAM, 4096, OFFSET, 4096, GENERATION };
	uint64_t best_write = UINT64_MAX, best_judge = UINT64_MAX;
	struct oq_stamp found;

	for (int round = 0; round < 300; round++) {
		uint64_t start = oq_now(), took;

		for (uint32_t i = 0; i < LARGEST; i += OQ_SECTOR) {
			struct oq_stamp stamp = good;

			stamp.offset += i % 4096;
			oq_stamp_write(block + i, &stamp);
		}
		took = oq_now() - start;
		best_write = took < best_write ? took : best_write;
		start = oq_now();
		for (uint32_t i = 0; i < LARGEST; i += 4096)
			EQUAL(oq_judge(block + i, &expected, &found), OQ_BLOCK_GOOD);
		took = oq_now() - start;
		best_judge = took < best_judge ? took : best_judge;
	}
	printf("a block of 4096 bytes: %.0f ns to stamp for verify, %.0f ns to judge\n",
	       (double)best_write / (LARGEST / 4096), (double)best_judge / (LARGEST / 4096));
}

int main(void)
{
	oq_random_seed(&dice, 1, 0);
	a_stamp_is_read_as_written();
	only_the_head_is_changed();
	each_flipped_bit_is_corrupt();
	changed_words_are_corrupt();
	what_has_no_stamp_is_lost();
	blocks_are_told_apart();
	show_the_cost();
	return REPORT();
}
