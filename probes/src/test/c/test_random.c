/*
 * Thousands of short jobs with random options on a file whose content is known: none fails, not
 * one byte outside the permit or outside what the streams may write changes, verify finds
 * nothing, and what verified streams have left carries their stamps.
 *
 *	OQ_TEST_SEED=N               the jobs of a failed run again, in one process
 *	OQ_TEST_SEED=N OQ_TEST_JOB=I only the one that failed
 *	OQ_TEST_JOBS=N               how many in each process
 */
#include <sys/wait.h>

#include "each_backend.h"
#include "random.h"
#include "worker.h"

#define LENGTH (3u * MIB + 7 * 512)
#define SECTORS (LENGTH / 512)
#define STREAMS 4u
#define PROCESSES 2
#define JOBS (SANITIZED ? 150u : 1100u)

static struct oq_random dice;
static bool backends[BACKENDS];
static bool dsync;

static uint8_t before[LENGTH] __attribute__((aligned(4096)));
static uint8_t after[LENGTH] __attribute__((aligned(4096)));
static bool may_change[SECTORS];

static uint32_t one_of(uint32_t count)
{
	return (uint32_t)oq_random_below(&dice, count);
}

static bool one_in(uint32_t count)
{
	return one_of(count) == 0;
}

static uint64_t between(uint64_t low, uint64_t high)
{
	return low + oq_random_below(&dice, high - low + 1);
}

/* Part of a permit that belongs to one stream, in sectors. */
struct slot {
	uint64_t first;
	uint64_t count;
};

/* Somewhere in a slot, a multiple of ALIGN sectors in offset and length. False: no room. */
static bool place_in(const struct slot *slot, uint64_t align, uint64_t *offset, uint64_t *length)
{
	const uint64_t first = (slot->first + align - 1) / align;
	const uint64_t end = (slot->first + slot->count) / align;
	uint64_t from;

	if (first >= end)
		return false;
	from = one_in(2) ? first : between(first, end - 1);
	*offset = from * align * 512;
	*length = (one_in(2) ? end - from : between(1, end - from)) * align * 512;
	return true;
}

/*
 * Blocks of which the largest is a multiple of all others, so that a region of it is made
 * of each. The largest in sectors.
 */
static uint32_t random_mix(struct oq_stream_spec *s)
{
	static const uint32_t bases[] = { 1, 2, 3, 8, 8, 8, 24 };
	static const uint32_t factors[3][5] = { { 1, 2, 4, 8, 16 }, { 1, 3, 6, 12, 24 },
						{ 1, 1, 1, 1, 1 } };
	const uint32_t *factor = factors[one_of(3)];
	const uint32_t base = bases[one_of(7)], largest = one_of(5);

	s->mix_count = 1 + one_of(4);
	for (uint32_t i = 0; i < s->mix_count; i++) {
		s->mix[i].block_bytes = 512 * base * factor[one_of(largest + 1)];
		s->mix[i].weight = 1 + one_of(1000);
	}
	s->mix[one_of(s->mix_count)].block_bytes = 512 * base * factor[largest];
	return base * factor[largest];
}

static void random_chain(struct oq_stream_spec *s, uint32_t largest)
{
	s->step_count = 1 + one_of(OQ_MAX_STEPS);
	for (uint32_t i = 0; i < s->step_count; i++) {
		struct oq_step_spec *step = &s->steps[i];

		step->kind = i ? 1 + one_of(3) : OQ_STEP_WRITE;
		if (step->kind != OQ_STEP_WRITE)
			continue;
		step->block_bytes = one_in(2) ? 0 : largest * 512;
		step->flags = (dsync && one_in(3) ? OQ_STEP_DSYNC : 0) |
			      (s->journal_length && one_in(2) ? OQ_STEP_JOURNAL : 0);
	}
}

/* The page cache writes whole pages, and none of them must be shared. */
static bool is_paged(const struct oq_stream_spec *s)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);

	return s->region_offset % page == 0 && s->region_length % page == 0;
}

static void random_writes(struct oq_stream_spec *s, uint32_t backend)
{
	static const uint32_t shares[] = { 0, 0, 0, 100, 500, 900 };

	s->read_permille = shares[one_of(6)];
	s->durability = 1 + one_of(7);
	if ((s->durability == OQ_DURABILITY_DSYNC && !dsync) ||
	    (s->durability == OQ_DURABILITY_BUFFERED && !(can_buffer(backend) && is_paged(s))))
		s->durability = OQ_DURABILITY_NONE;
	s->flush_every = one_in(2) ? 1 : 1 + one_of(16);
	s->data_permille = one_in(2) ? 1000 : 1 + one_of(1000);
}

static void random_arrival(struct oq_stream_spec *s)
{
	if (one_in(2))
		return;
	s->arrival = one_in(2) ? OQ_FIXED : OQ_POISSON;
	s->rate_hz = 500.0 * (double)(1 + one_of(400));
}

/* As deep as verify, or the room, allows. */
static void random_verify(struct oq_stream_spec *s, uint32_t largest)
{
	const uint64_t room = s->journal_length && s->journal_length < s->region_length ?
				      s->journal_length :
				      s->region_length;
	const uint64_t deepest = room / (largest * 512ull) / 4;

	if (one_in(4) || !deepest)
		return;
	s->verify = one_in(4) ? OQ_VERIFY_STAMP : OQ_VERIFY_CHECK;
	if (s->depth > deepest)
		s->depth = (uint32_t)deepest;
}

/* Half of the regions are made of pages, so that buffered writes can be there. */
static uint64_t random_align(uint32_t largest)
{
	uint64_t align = largest;

	if (one_in(2))
		while (align % 8)
			align += largest;
	return align;
}

static struct oq_stream_spec random_stream(const struct oq_job_spec *job, struct slot slot)
{
	struct oq_stream_spec s = stream_of(job, depth_of(job->backend, 1 + one_of(48)));
	uint32_t largest;

	s.pattern = 1 + one_of(2);
	s.seed = oq_random_next(&dice);
	random_arrival(&s);
	do
		largest = random_mix(&s);
	while (!place_in(&slot, random_align(largest), &s.region_offset, &s.region_length));
	if (one_in(6)) {
		s.read_permille = 1000;
		return s;
	}
	random_writes(&s, job->backend);
	if (s.durability == OQ_DURABILITY_CHAIN) {
		const uint64_t end = s.region_offset / 512 + s.region_length / 512;
		const struct slot rest = { end, slot.first + slot.count - end };

		if (!place_in(&rest, largest, &s.journal_offset, &s.journal_length))
			s.journal_length = 0;
		random_chain(&s, largest);
	}
	random_verify(&s, largest);
	return s;
}

static uint32_t random_backend(void)
{
	uint32_t backend;

	do
		backend = 1 + one_of(BACKENDS - 1);
	while (!backends[backend]);
	return backend;
}

static struct oq_job_spec random_job(int fd)
{
	struct oq_job_spec job = job_on(fd, random_backend());
	const uint64_t sectors = one_in(4) ? SECTORS : between(STREAMS, SECTORS);

	job.streams = 1 + one_of(STREAMS);
	job.permit_length = sectors * 512;
	job.permit_offset = between(0, SECTORS - sectors) * 512;
	job.ramp_ns = one_of(2) * MS;
	job.duration_ns = (1 + one_of(3)) * MS;
	job.max_bytes = one_in(3) ? 512ull * (1 + one_of(4000)) : 0;
	job.stamp_run = oq_random_next(&dice);
	if (one_in(8)) {
		job.cpus[0] = 1;
		job.flags = one_in(2) ? OQ_JOB_PIN : 0;
	}
	if (one_in(16))
		job.flags |= OQ_JOB_SPIN;
	return job;
}

/* A slot of its own for each stream, so that verify knows what must be there. */
static void random_streams(const struct oq_job_spec *job, struct oq_stream_spec *streams)
{
	const uint64_t each = job->permit_length / 512 / job->streams;

	for (uint32_t i = 0; i < job->streams; i++) {
		const struct slot slot = { job->permit_offset / 512 + i * each, each };

		streams[i] = random_stream(job, slot);
	}
}

static void allow(uint64_t offset, uint64_t length)
{
	for (uint64_t i = offset / 512; i < (offset + length) / 512; i++)
		may_change[i] = true;
}

static void check_outside(const struct oq_job_spec *job, const struct oq_stream_spec *streams)
{
	memset(may_change, 0, sizeof(may_change));
	for (uint32_t i = 0; i < job->streams; i++) {
		const struct oq_stream_spec *s = &streams[i];

		if (s->read_permille == 1000)
			continue;
		allow(s->region_offset, s->region_length);
		allow(s->journal_offset, s->journal_length);
	}
	for (uint64_t i = 0; i < SECTORS; i++)
		if (!may_change[i])
			CHECK(memcmp(before + i * 512, after + i * 512, 512) == 0,
			      "sector %llu is not the job's", (unsigned long long)i);
}

/* How many sectors of a verified stream have changed; each carries its stamp. */
static uint64_t check_stamps(const struct oq_job_spec *job, uint32_t stream, uint64_t offset,
			     uint64_t length)
{
	uint64_t changed = 0;

	for (uint64_t at = offset; at < offset + length; at += 512) {
		struct oq_stamp stamp;

		if (memcmp(before + at, after + at, 512) == 0)
			continue;
		changed++;
		REQUIRE(oq_stamp_check(after + at, &stamp) == 0);
		CHECK(stamp.verdict == OQ_BLOCK_GOOD && stamp.run == job->stamp_run &&
		      stamp.offset == at && stamp.stream == stream,
		      "sector %llu", (unsigned long long)at / 512);
	}
	return changed;
}

static void check_inside(const struct oq_job_spec *job, const struct oq_stream_spec *streams,
			 const struct oq_snapshot *end)
{
	uint64_t changed = 0;
	bool all = true;

	for (uint32_t i = 0; i < job->streams; i++) {
		const struct oq_stream_spec *s = &streams[i];

		if (s->read_permille == 1000)
			continue;
		all &= s->verify == OQ_VERIFY_CHECK;
		if (!s->verify)
			continue;
		changed += check_stamps(job, i, s->region_offset, s->region_length);
		changed += check_stamps(job, i, s->journal_offset, s->journal_length);
	}
	/* What is there was compared, once at least. */
	if (all)
		CHECK(end->verified_bytes >= changed * 512, "%llu of %llu bytes are verified",
		      (unsigned long long)end->verified_bytes, (unsigned long long)changed * 512);
	CHECK(changed * 512 <= end->total_bytes_written);
}

static void check_end(int64_t handle, const struct oq_snapshot *end)
{
	char message[256] = "";

	EQUAL(oq_job_message(handle, message, sizeof(message)), 0);
	CHECK(message[0] == '\0', "%s", message);
	EQUAL(end->errors, 0);
	EQUAL(end->verify_errors, 0);
	EQUAL(end->state, OQ_ENDED);
	EQUAL(end->threads_alive, 0);
	EQUAL(end->oldest_inflight_ns, 0);
	CHECK(end->end == OQ_END_DURATION || end->end == OQ_END_BYTES, "end %u", end->end);
}

static void describe(const struct oq_job_spec *job, const struct oq_stream_spec *streams)
{
	fprintf(stderr, "backend %u, permit %llu + %llu, max %llu\n", job->backend,
		(unsigned long long)job->permit_offset, (unsigned long long)job->permit_length,
		(unsigned long long)job->max_bytes);
	for (uint32_t i = 0; i < job->streams; i++) {
		const struct oq_stream_spec *s = &streams[i];

		fprintf(stderr,
			"stream %u: region %llu + %llu, journal %llu + %llu, pattern %u, "
			"durability %u every %u, depth %u, reads %u, verify %u, arrival %u, mix",
			i, (unsigned long long)s->region_offset,
			(unsigned long long)s->region_length,
			(unsigned long long)s->journal_offset,
			(unsigned long long)s->journal_length, s->pattern, s->durability,
			s->flush_every, s->depth, s->read_permille, s->verify, s->arrival);
		for (uint32_t k = 0; k < s->mix_count; k++)
			fprintf(stderr, " %u", s->mix[k].block_bytes);
		fputc('\n', stderr);
	}
}

static void one_job(int fd)
{
	struct oq_job_spec job = random_job(fd);
	struct oq_stream_spec streams[STREAMS];
	struct oq_snapshot end;
	int64_t handle;

	random_streams(&job, streams);
	handle = run(&job, streams);
	end = snapshot(handle);
	check_end(handle, &end);
	EQUAL(oq_job_free(handle), 0);
	EQUAL(pread(fd, after, LENGTH, 0), LENGTH);
	check_outside(&job, streams);
	check_inside(&job, streams, &end);
	if (oq_failures)
		describe(&job, streams);
	memcpy(before, after, LENGTH);
}

static void fill(int fd)
{
	oq_random_seed(&dice, 1, 0);
	for (uint32_t i = 0; i < LENGTH; i += 8) {
		uint64_t value = oq_random_next(&dice);

		memcpy(before + i, &value, 8);
	}
	EQUAL(pwrite(fd, before, LENGTH, 0), LENGTH);
}

static int jobs(uint64_t seed, uint32_t first, uint32_t count)
{
	int fd = scratch(LENGTH);
	uint32_t i;

	fill(fd);
	for (i = first; i < first + count && !oq_failures; i++) {
		oq_random_seed(&dice, seed, i);
		one_job(fd);
	}
	if (oq_failures)
		fprintf(stderr, "again with OQ_TEST_SEED=%llu OQ_TEST_JOB=%u\n",
			(unsigned long long)seed, i - 1);
	oq_target_close(fd);
	return REPORT();
}

static uint64_t number(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 0) : otherwise;
}

/* Each on a file of its own. */
static int in_processes(uint64_t seed, uint32_t count)
{
	int failed = 0;

	for (uint32_t i = 0; i < PROCESSES; i++) {
		pid_t child = fork();

		REQUIRE(child >= 0);
		if (!child)
			exit(jobs(seed + i, 0, count));
	}
	for (uint32_t i = 0; i < PROCESSES; i++) {
		int status = 0;

		REQUIRE(wait(&status) > 0);
		if (!WIFEXITED(status) || (WEXITSTATUS(status) && WEXITSTATUS(status) != 77))
			failed++;
	}
	printf("%u jobs, seeds %llu and the next\n", PROCESSES * count, (unsigned long long)seed);
	return failed ? 1 : 0;
}

int main(void)
{
	const uint64_t seed = number("OQ_TEST_SEED", oq_now());
	const uint32_t count = (uint32_t)number("OQ_TEST_JOBS", JOBS);
	const uint32_t only = (uint32_t)number("OQ_TEST_JOB", UINT32_MAX);

	dsync = has_dsync();
	for (uint32_t b = OQ_BACKEND_PSYNC; b < BACKENDS; b++)
		backends[b] = has_backend(b);
	if (only != UINT32_MAX)
		return jobs(seed, only, 1);
	if (getenv("OQ_TEST_SEED"))
		return jobs(seed, 0, count);
	return in_processes(seed, count);
}
