/* The written data: new in every sector, incompressible, untouched while in flight. */
#include <math.h>
#include <time.h>

#include "check.h"
#include "data.h"
#include "random.h"

static int compare_u64(const void *a, const void *b)
{
	uint64_t x, y;

	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	return x < y ? -1 : x > y;
}

/* FNV-1a (Fowler, Noll, Vo), enough to tell sectors apart. */
static uint64_t hash(const uint8_t *sector)
{
	uint64_t value = 0xcbf29ce484222325ull;

	for (uint32_t i = 0; i < OQ_SECTOR; i++)
		value = (value ^ sector[i]) * 0x100000001b3ull;
	return value;
}

/* A pool for a mix of two sizes. */
static void mixed_pool(struct oq_data *data, uint32_t small, uint32_t large, uint32_t depth,
		       uint32_t permille)
{
	const struct oq_stream_spec spec = {
		.mix_count = 2,
		.mix = { { small, 1 }, { large, 1 } },
		.depth = depth,
		.seed = 9,
		.read_permille = 500,
		.data_permille = permille,
	};

	REQUIRE(oq_data_init(data, &spec, 0) == 0);
}

static int pool(struct oq_data *data, uint32_t block_bytes, uint32_t depth, uint64_t seed,
		uint32_t stream)
{
	const struct oq_stream_spec spec = {
		.mix_count = 1,
		.mix = { { block_bytes, 1 } },
		.depth = depth,
		.seed = seed,
		.data_permille = 1000,
	};

	return oq_data_init(data, &spec, stream);
}

static uint8_t *whole(struct oq_data *data, uint32_t block)
{
	return oq_data_address(data, block, data->block_bytes);
}

static void renew(struct oq_data *data, uint32_t block)
{
	oq_data_renew(data, whole(data, block), data->block_bytes);
}

static uint32_t hash_block(struct oq_data *data, uint32_t block, uint64_t *hashes)
{
	uint32_t count = 0;

	for (uint32_t at = 0; at < data->block_bytes; at += OQ_SECTOR)
		hashes[count++] = hash(whole(data, block) + at);
	return count;
}

/* Two streams with one seed, more than one pass over their pools. */
static void no_sector_comes_twice(uint32_t block_bytes, uint32_t blocks)
{
	uint32_t total = 2 * blocks * (block_bytes / OQ_SECTOR), count = 0;
	uint64_t *hashes = calloc(total, sizeof(*hashes));
	struct oq_data data;

	REQUIRE(hashes);
	for (uint32_t stream = 0; stream < 2; stream++) {
		REQUIRE(pool(&data, block_bytes, 4, 7, stream) == 0);
		for (uint32_t i = 0; i < blocks; i++) {
			uint32_t block = oq_data_take(&data, false);

			renew(&data, block);
			count += hash_block(&data, block, hashes + count);
			oq_data_give(&data, block);
		}
		oq_data_release(&data);
	}
	EQUAL(count, total);
	qsort(hashes, count, sizeof(*hashes), compare_u64);
	for (uint32_t i = 1; i < count; i++)
		CHECK(hashes[i] != hashes[i - 1], "%u bytes: a sector is repeated", block_bytes);
	free(hashes);
}

/* Bits a byte; random data of this length has 7.99 or more. */
static double entropy(const uint8_t *bytes, size_t length)
{
	size_t counts[256] = { 0 };
	double sum = 0;

	for (size_t i = 0; i < length; i++)
		counts[bytes[i]]++;
	for (int i = 0; i < 256; i++) {
		double share = (double)counts[i] / (double)length;

		if (counts[i])
			sum -= share * log2(share);
	}
	return sum;
}

static void it_cannot_be_compressed(void)
{
	uint8_t stamps[4096 / OQ_SECTOR * 8 * 64];
	size_t stamp_bytes = 0;
	struct oq_data data;

	REQUIRE(pool(&data, 4096, 1, 1, 0) == 0);
	for (int i = 0; i < 64; i++) {
		uint32_t block = oq_data_take(&data, false);

		renew(&data, block);
		for (uint32_t at = 0; at < 4096; at += OQ_SECTOR, stamp_bytes += 8)
			memcpy(stamps + stamp_bytes, whole(&data, block) + at, 8);
		oq_data_give(&data, block);
	}
	CHECK(entropy(data.base, data.length) > 7.99);
	CHECK(entropy(stamps, stamp_bytes) > 7.9, "the stamps are regular");
	oq_data_release(&data);
}

static void a_lent_block_is_not_touched(uint32_t block_bytes, uint32_t depth)
{
	uint8_t *copy = malloc(block_bytes);
	struct oq_data data;
	uint32_t held;

	REQUIRE(copy && pool(&data, block_bytes, depth, 3, 0) == 0);
	CHECK(data.writes.count > depth);
	CHECK((uintptr_t)data.base % 4096 == 0);
	held = oq_data_take(&data, false);
	renew(&data, held);
	memcpy(copy, whole(&data, held), block_bytes);
	for (uint32_t i = 0; i < 3 * data.writes.count; i++) {
		uint32_t block = oq_data_take(&data, false);

		CHECK(block != held);
		renew(&data, block);
		oq_data_give(&data, block);
	}
	CHECK(memcmp(copy, whole(&data, held), block_bytes) == 0);
	oq_data_release(&data);
	free(copy);
}

/* Bytes of zero in a row of eight or more: what any compressor finds. */
static size_t zeros_in_rows(const uint8_t *at, size_t length)
{
	size_t zeros = 0, row = 0;

	for (size_t i = 0; i <= length; i++) {
		if (i < length && !at[i]) {
			row++;
			continue;
		}
		if (row >= 8)
			zeros += row;
		row = 0;
	}
	return zeros;
}

/* Whatever the size of the writes and wherever in the pool they come from. */
static void check_ratio(uint32_t small, uint32_t large, uint32_t permille)
{
	struct oq_data data;
	size_t zeros[2] = { 0 }, bytes[2] = { 0 };

	mixed_pool(&data, small, large, 4, permille);
	for (uint32_t i = 0; i < 40 + 4000000 / large; i++) {
		const uint32_t length = i % 2 ? large : small, block = oq_data_take(&data, false);
		uint8_t *at = oq_data_address(&data, block, length);

		oq_data_renew(&data, at, length);
		zeros[i % 2] += zeros_in_rows(at, length);
		bytes[i % 2] += length;
		oq_data_give(&data, block);
	}
	for (int i = 0; i < 2; i++) {
		const double share = (double)zeros[i] / (double)bytes[i];

		CHECK(fabs(share - (1 - permille / 1000.0)) < 0.02,
		      "%u of %u and %u: %.3f is zero, not %.3f", i ? large : small, small, large,
		      share, 1 - permille / 1000.0);
	}
	oq_data_release(&data);
}

static void the_ratio_is_true(void)
{
	static const uint32_t sizes[][2] = { { 4096, 4096 }, { 512, 512 }, { 512, 4096 },
					     { 4096, 65536 }, { 1536, 12288 }, { 512, 1 << 20 } };

	for (uint32_t permille = 1; permille <= 1000; permille += 111)
		for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
			check_ratio(sizes[i][0], sizes[i][1], permille);
}

/* Slices of small writes are in their block, aligned, and many before one comes again. */
static void slices_stay_in_their_blocks(uint32_t small, uint32_t large, uint32_t depth)
{
	static uint64_t starts[256];
	const uint32_t window = 65536 / small; /* that a compressor may look back */
	struct oq_data data;

	mixed_pool(&data, small, large, depth, 1000);
	CHECK(data.length >= (data.writes.count + data.reads.count) * (size_t)large);
	for (uint32_t i = 0; i < 3000; i++) {
		const bool read = i % 3 == 0;
		const uint32_t block = oq_data_take(&data, read);
		const uint8_t *base = data.base + (size_t)block * large;
		const uint8_t *at = oq_data_address(&data, block, small);

		CHECK(read == (block >= data.writes.count));
		CHECK(at >= base && at + small <= base + large && (at - base) % 512 == 0);
		CHECK(at + small <= data.base + data.length);
		CHECK(oq_data_address(&data, block, large) == base);
		oq_data_give(&data, block);
	}
	for (uint32_t i = 0; i < 200; i++) {
		const uint32_t block = oq_data_take(&data, false);

		starts[i] = (uint64_t)(oq_data_address(&data, block, small) - data.base);
		for (uint32_t k = i > window ? i - window : 0; k < i; k++)
			CHECK(starts[k] != starts[i], "%u of %u: data comes again after %u", small,
			      large, i - k);
		oq_data_give(&data, block);
	}
	oq_data_release(&data);
}

/* What a read brings is never written. */
static void reads_do_not_touch_what_is_written(void)
{
	struct oq_data data;

	mixed_pool(&data, 4096, 16384, 8, 1000);
	for (uint32_t i = 0; i < 3 * data.reads.count; i++) {
		const uint32_t block = oq_data_take(&data, true);

		memset(oq_data_address(&data, block, 16384), 0, 16384);
		oq_data_give(&data, block);
	}
	CHECK(entropy(data.base, (size_t)data.writes.count * 16384) > 7.99);
	oq_data_release(&data);
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Not judged here: a busy machine would make it fail. The best of many rounds. */
static void show_the_cost(uint32_t bytes)
{
	uint64_t best = UINT64_MAX;
	struct oq_data data;

	REQUIRE(pool(&data, bytes, 32, 3, 0) == 0);
	for (int round = 0; round < 100; round++) {
		const uint64_t start = now_ns();
		uint64_t took;

		for (int i = 0; i < 1000; i++) {
			const uint32_t block = oq_data_take(&data, false);

			oq_data_renew(&data, oq_data_address(&data, block, bytes), bytes);
			oq_data_give(&data, block);
		}
		took = now_ns() - start;
		best = took < best ? took : best;
	}
	printf("a new block of %u bytes: %.1f ns\n", bytes, (double)best / 1000);
	oq_data_release(&data);
}

static void random_numbers_are_uniform_and_repeatable(void)
{
	uint32_t counts[16] = { 0 };
	struct oq_random a, b, other;
	int same = 0;

	oq_random_seed(&a, 5, 0);
	oq_random_seed(&b, 5, 0);
	oq_random_seed(&other, 5, 1);
	for (int i = 0; i < 160000; i++) {
		uint64_t value = oq_random_below(&a, 16ull << 40);

		CHECK(value < 16ull << 40);
		EQUAL(oq_random_below(&b, 16ull << 40), value);
		same += oq_random_below(&other, 16ull << 40) == value;
		counts[value >> 40]++;
	}
	CHECK(same < 3);
	/* 10000 each; five standard deviations are 484. */
	for (int i = 0; i < 16; i++)
		CHECK(counts[i] > 9500 && counts[i] < 10500, "%u in sixteenth %d", counts[i], i);
}

int main(void)
{
	no_sector_comes_twice(512, 5000);
	no_sector_comes_twice(4096, 3000);
	no_sector_comes_twice(1536, 1500);
	no_sector_comes_twice(1 << 20, 4);
	it_cannot_be_compressed();
	a_lent_block_is_not_touched(4096, 1);
	a_lent_block_is_not_touched(4096, 300);
	a_lent_block_is_not_touched(2 << 20, 3);
	random_numbers_are_uniform_and_repeatable();
	the_ratio_is_true();
	slices_stay_in_their_blocks(512, 4096, 4);
	slices_stay_in_their_blocks(4096, 65536, 1);
	slices_stay_in_their_blocks(512, 65536, 1);
	slices_stay_in_their_blocks(4096, 65536, 300);
	slices_stay_in_their_blocks(4096, 1 << 20, 1);
	slices_stay_in_their_blocks(1536, 12288, 8);
	slices_stay_in_their_blocks(8192, 12288, 8);
	reads_do_not_touch_what_is_written();
	show_the_cost(4096);
	show_the_cost(65536);
	return REPORT();
}
