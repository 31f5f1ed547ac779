/* Sizes, places and reads of a stream: shares within statistical bounds, places within bounds. */
#include <math.h>

#include "cursor.h"
#include "each_backend.h"
#include "mix.h"
#include "program.h"

#define DRAWS 1000000u
#define SEED 11u

/*
 * Five standard deviations of a binomial count: a right generator fails once in 1.7 million
 * checks, and always in the same way, as the seed is fixed.
 */
static void check_share(uint32_t count, uint32_t draws, double share)
{
	const double expected = draws * share;

	CHECK(fabs(count - expected) <= 5 * sqrt(expected * (1 - share)) + 1,
	      "%u of %u, not %.0f", count, draws, expected);
}

static void shares_follow_the_weights(const struct oq_mix_entry *entries, uint32_t count)
{
	struct oq_stream_spec spec = { .mix_count = count };
	uint32_t drawn[OQ_MAX_MIX] = { 0 };
	struct oq_random random;
	struct oq_mix mix;
	double sum = 0;

	memcpy(spec.mix, entries, count * sizeof(*entries));
	for (uint32_t i = 0; i < count; i++)
		sum += entries[i].weight;
	oq_mix_init(&mix, &spec);
	oq_random_seed(&random, SEED, 0);
	for (uint32_t i = 0; i < DRAWS; i++) {
		const uint32_t bytes = oq_mix_draw(&mix, &random);
		uint32_t k = 0;

		while (k < count && entries[k].block_bytes != bytes)
			k++;
		REQUIRE(k < count);
		drawn[k]++;
	}
	for (uint32_t i = 0; i < count; i++)
		check_share(drawn[i], DRAWS, entries[i].weight / sum);
}

static void sizes_are_drawn_by_weight(void)
{
	static const struct oq_mix_entry one[] = { { 4096, 7 } };
	static const struct oq_mix_entry osd[] = { { 4096, 70 }, { 16384, 20 }, { 65536, 10 } };
	static const struct oq_mix_entry rare[] = { { 512, OQ_MAX_WEIGHT }, { 1 << 20, 100 } };
	struct oq_mix_entry many[OQ_MAX_MIX];

	shares_follow_the_weights(one, 1);
	shares_follow_the_weights(osd, 3);
	shares_follow_the_weights(rare, 2);
	for (uint32_t i = 0; i < OQ_MAX_MIX; i++)
		many[i] = (struct oq_mix_entry){ 512 * (i + 1), i % 2 ? OQ_MAX_WEIGHT : 500000 };
	shares_follow_the_weights(many, OQ_MAX_MIX);
}

static void largest_and_smallest_know_the_chain(void)
{
	struct oq_stream_spec spec = {
		.mix_count = 2,
		.mix = { { 8192, 1 }, { 4096, 1 } },
		.step_count = 3,
		.steps = { { OQ_STEP_WRITE, 65536, 0 }, { OQ_STEP_FDATASYNC, 0, 0 },
			   { OQ_STEP_WRITE, 512, 0 } },
	};

	EQUAL(oq_mix_largest(&spec), 65536);
	EQUAL(oq_mix_smallest(&spec), 512);
	spec.step_count = 0;
	EQUAL(oq_mix_largest(&spec), 8192);
	EQUAL(oq_mix_smallest(&spec), 4096);
}

static struct oq_stream_spec region(uint32_t pattern, uint64_t offset, uint64_t length)
{
	return (struct oq_stream_spec){
		.pattern = pattern,
		.region_offset = offset,
		.region_length = length,
		.journal_offset = offset + 2 * length,
		.journal_length = length,
		.seed = SEED,
	};
}

/* Each place is after the last one, or the begin where it would not fit; nothing is left out. */
static void check_ring(struct oq_cursor *cursor, const struct oq_mix *mix, uint64_t offset,
		       uint64_t length)
{
	struct oq_random random;
	uint64_t expected = 0, rounds = 0;

	oq_random_seed(&random, SEED, 3);
	for (uint32_t i = 0; i < DRAWS; i++) {
		const uint32_t bytes = oq_mix_draw(mix, &random);

		if (expected + bytes > length) {
			expected = 0;
			rounds++;
		}
		if (oq_cursor_next(cursor, bytes) != offset + expected) {
			CHECK(false, "draw %u", i);
			return;
		}
		expected += bytes;
	}
	CHECK(rounds > 10);
}

static void rings_of_mixed_sizes_stay_within(void)
{
	const struct oq_stream_spec mixed = {
		.mix_count = 3,
		.mix = { { 4096, 5 }, { 16384, 2 }, { 65536, 1 } },
	};
	const struct oq_stream_spec spec = region(OQ_SEQUENTIAL, 3 * 65536, 7 * 65536);
	struct oq_cursor cursor;
	struct oq_mix mix;

	oq_mix_init(&mix, &mixed);
	oq_cursor_init(&cursor, &spec, 0);
	check_ring(&cursor, &mix, 3 * 65536, 7 * 65536);
	oq_cursor_init_journal(&cursor, &spec);
	check_ring(&cursor, &mix, 17 * 65536, 7 * 65536);
}

/*
 * Chi-square with 63 degrees of freedom is between 21.6 and 136.3 within five standard
 * deviations (Wilson and Hilferty, 1931: 63 (1 - 2/567 +- 5 sqrt(2/567))^3).
 */
static void check_uniform(const uint32_t *cells, double draws)
{
	double sum = 0;

	for (int i = 0; i < 64; i++)
		sum += (cells[i] - draws / 64) * (cells[i] - draws / 64) / (draws / 64);
	CHECK(sum < 137, "chi-square is %.0f", sum);
	CHECK(sum > 20, "chi-square is %.0f: too even to be random", sum);
}

/* Sizes in turn, so that each comes after another; the region is no power of two. */
static void random_places_are_uniform(uint64_t offset, uint64_t length)
{
	static const uint32_t sizes[] = { 4096, 65536, 4096, 16384 };
	const struct oq_stream_spec spec = region(OQ_RANDOM, offset, length);
	uint32_t cells[4][64] = { { 0 } };
	struct oq_cursor cursor;

	oq_cursor_init(&cursor, &spec, 0);
	for (uint32_t i = 0; i < DRAWS; i++) {
		const uint32_t bytes = sizes[i % 4];
		const uint64_t at = oq_cursor_next(&cursor, bytes) - offset;

		REQUIRE(at <= length - bytes && at % bytes == 0);
		cells[i % 4][(unsigned __int128)at * 64 / length]++;
	}
	for (int i = 0; i < 4; i++)
		check_uniform(cells[i], DRAWS / 4);
}

/* Each block of a small region comes as often as any other, the first and the last too. */
static void all_blocks_are_reached(void)
{
	const struct oq_stream_spec spec = region(OQ_RANDOM, 4096, 64 * 4096);
	struct oq_cursor cursor;
	uint32_t cells[64] = { 0 };

	oq_cursor_init(&cursor, &spec, 0);
	for (uint32_t i = 0; i < DRAWS; i++)
		cells[(oq_cursor_next(&cursor, 4096) - 4096) / 4096]++;
	check_uniform(cells, DRAWS);
}

/* How many of 10000 places two cursors have in common. */
static int in_common(uint64_t seed_a, uint32_t stream_a, uint64_t seed_b, uint32_t stream_b)
{
	struct oq_stream_spec a = region(OQ_RANDOM, 0, 1ull << 40);
	struct oq_stream_spec b = a;
	struct oq_cursor x, y;
	int same = 0;

	a.seed = seed_a;
	b.seed = seed_b;
	oq_cursor_init(&x, &a, stream_a);
	oq_cursor_init(&y, &b, stream_b);
	for (int i = 0; i < 10000; i++)
		same += oq_cursor_next(&x, 4096) == oq_cursor_next(&y, 4096);
	return same;
}

static void seeds_and_streams_make_sequences(void)
{
	EQUAL(in_common(1, 0, 1, 0), 10000);
	EQUAL(in_common(1ull << 63, 255, 1ull << 63, 255), 10000);
	/* 10000 of 2^28 places: the same by chance once in 27000 checks. */
	CHECK(in_common(1, 0, 2, 0) < 2);
	CHECK(in_common(1, 0, 1, 1) < 2);
	CHECK(in_common(1, 0, 0, 1) < 2);
	CHECK(in_common(1, 2, 2, 1) < 2);
	CHECK(in_common(1, 0, 1ull << 63 | 1, 0) < 2);
}

static void programs_add_up(void)
{
	struct oq_stream_spec spec = { .durability = OQ_DURABILITY_FDATASYNC, .flush_every = 5 };
	struct oq_program program;
	uint32_t at = 0, rounds, writes = 1, flushes = 0;

	oq_program_of_writes(&program, &spec);
	EQUAL(oq_program_most_bytes(&program, 4096), 5 * 4096);
	rounds = program.rounds;
	while (oq_program_next(&program, &at, &rounds)) {
		writes += program.steps[at].kind == OQ_STEP_WRITE;
		flushes += program.steps[at].kind == OQ_STEP_FDATASYNC;
	}
	EQUAL(writes, 5);
	EQUAL(flushes, 1);
	spec.durability = OQ_DURABILITY_CHAIN;
	spec.step_count = 4;
	spec.steps[0] = (struct oq_step_spec){ OQ_STEP_WRITE, 0, OQ_STEP_JOURNAL };
	spec.steps[1] = (struct oq_step_spec){ OQ_STEP_WRITE, 65536, 0 };
	spec.steps[2] = (struct oq_step_spec){ OQ_STEP_FSYNC, 0, 0 };
	spec.steps[3] = (struct oq_step_spec){ OQ_STEP_WRITE, 512, OQ_STEP_DSYNC };
	oq_program_of_writes(&program, &spec);
	EQUAL(program.count, 4);
	EQUAL(program.rounds, 1);
	EQUAL(oq_program_most_bytes(&program, 65536), 2 * 65536 + 512);
	CHECK(program.steps[0].journal && !program.steps[1].journal);
	CHECK(!program.steps[0].rw_flags && program.steps[3].rw_flags);
	oq_program_of_reads(&program);
	EQUAL(program.count, 1);
	EQUAL(oq_program_most_bytes(&program, 8192), 8192);
}

/* In a job as a whole: a share of reads, sizes by weight in both. */
static void jobs_keep_their_shares(uint32_t backend, uint32_t depth, uint32_t permille)
{
	const uint32_t count = SANITIZED ? 20000 : 200000;
	/* It takes all and gives all. */
	int fd = oq_target_open("/dev/zero", 1, NULL, 0);
	struct oq_job_spec job = job_on(fd, backend);
	struct oq_stream_spec stream = stream_of(&job, depth);
	struct oq_snapshot end;
	int64_t handle;
	double operations, bytes;

	stream.read_permille = permille;
	stream.mix_count = 2;
	stream.mix[0] = (struct oq_mix_entry){ 4096, 3 };
	stream.mix[1] = (struct oq_mix_entry){ 8192, 1 };
	stream.region_length = 1 << 20;
	job.duration_ns = 0;
	job.max_bytes = count * 5120ull;
	handle = run(&job, &stream);
	end = snapshot(handle);
	operations = (double)end.operations;
	bytes = (double)end.bytes;
	/* One block of 8 KiB is one block of 4 KiB more. */
	check_share((uint32_t)((bytes - 4096 * operations) / 4096), (uint32_t)operations, 0.25);
	check_share((uint32_t)histogram(handle, OQ_KIND_READ).count, (uint32_t)operations,
		    permille / 1000.0);
	EQUAL(histogram(handle, OQ_KIND_READ).count + histogram(handle, OQ_KIND_WRITE).count,
	      end.operations);
	EQUAL(end.errors, 0);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
}

int main(void)
{
	sizes_are_drawn_by_weight();
	largest_and_smallest_know_the_chain();
	rings_of_mixed_sizes_stay_within();
	random_places_are_uniform(0, 64 * 65536);
	random_places_are_uniform(65536, 192 * 65536);
	random_places_are_uniform(1ull << 45, 64 * 123457ull * 65536);
	all_blocks_are_reached();
	seeds_and_streams_make_sequences();
	programs_add_up();
	for (uint32_t b = OQ_BACKEND_PSYNC; b < OQ_BACKEND_PMEM; b++) {
		if (!has_backend(b))
			continue;
		jobs_keep_their_shares(b, depth_of(b, 16), 300);
		jobs_keep_their_shares(b, 1, 995);
	}
	return REPORT();
}
