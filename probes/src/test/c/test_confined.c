/*
 * Many short jobs with random options on a file whose content is known: not one byte outside
 * the permit changes, and inside it what was written arrives whole.
 */
#include "fixture.h"
#include "random.h"

#define LENGTH (4u * MIB)
#define JOBS (SANITIZED ? 40 : 150)

static struct oq_random dice;
static bool dsync;
static uint32_t backends[3] = { OQ_BACKEND_PSYNC };
static uint32_t backend_count = 1;

static uint32_t one_of(uint32_t count)
{
	return (uint32_t)oq_random_below(&dice, count);
}

static void fill(int fd, uint8_t *content)
{
	for (uint32_t i = 0; i < LENGTH; i += 8) {
		uint64_t value = oq_random_next(&dice);

		memcpy(content + i, &value, 8);
	}
	EQUAL(pwrite(fd, content, LENGTH, 0), LENGTH);
}

static struct oq_stream_spec random_stream(const struct oq_job_spec *job)
{
	static const uint32_t blocks[] = { 512, 4096, 1536, 16384, 65536 };
	struct oq_stream_spec s = stream_of(job, 1);
	uint64_t first, end;

	do {
		s.mix[0].block_bytes = blocks[one_of(5)];
		first = (job->permit_offset + s.mix[0].block_bytes - 1) / s.mix[0].block_bytes;
		end = (job->permit_offset + job->permit_length) / s.mix[0].block_bytes;
	} while (first >= end);
	if (job->backend != OQ_BACKEND_PSYNC)
		s.depth = 1 + one_of(40);
	s.read_permille = one_of(4) ? 0 : 1000;
	s.durability = s.read_permille == 0 ? 1 + one_of(3) : OQ_DURABILITY_NONE;
	if (s.durability == OQ_DURABILITY_DSYNC && !dsync)
		s.durability = OQ_DURABILITY_NONE;
	s.pattern = 1 + one_of(2);
	first += oq_random_below(&dice, end - first);
	s.region_offset = first * s.mix[0].block_bytes;
	s.region_length = (1 + oq_random_below(&dice, end - first)) * s.mix[0].block_bytes;
	s.seed = oq_random_next(&dice);
	return s;
}

static struct oq_job_spec random_job(int fd)
{
	struct oq_job_spec job = job_on(fd, backends[one_of(backend_count)]);

	job.streams = 1 + one_of(4);
	job.permit_offset = 512ull * one_of(LENGTH / 1024);
	job.permit_length = 512ull * (1 + one_of(LENGTH / 1024));
	job.ramp_ns = one_of(2) * MS;
	job.duration_ns = (1 + one_of(4)) * MS;
	job.max_bytes = one_of(3) ? 0 : 512ull * (1 + one_of(4000));
	return job;
}

static void outside_is_as_before(int fd, const struct oq_job_spec *job, const uint8_t *before)
{
	static uint8_t now[LENGTH] __attribute__((aligned(4096)));
	uint64_t end = job->permit_offset + job->permit_length;

	EQUAL(pread(fd, now, LENGTH, 0), LENGTH);
	CHECK(memcmp(now, before, job->permit_offset) == 0, "before the permit");
	CHECK(memcmp(now + end, before + end, LENGTH - end) == 0, "behind the permit");
}

static void confined(int fd, uint8_t *content)
{
	struct oq_job_spec job = random_job(fd);
	struct oq_stream_spec streams[4];
	struct oq_snapshot end;
	int64_t handle;
	int failures = oq_failures;

	for (uint32_t i = 0; i < job.streams; i++)
		streams[i] = random_stream(&job);
	handle = run(&job, streams);
	end = snapshot(handle);
	EQUAL(end.errors, 0);
	EQUAL(end.state, OQ_ENDED);
	EQUAL(end.oldest_inflight_ns, 0);
	CHECK(end.end == OQ_END_DURATION || end.end == OQ_END_BYTES);
	EQUAL(oq_job_free(handle), 0);
	outside_is_as_before(fd, &job, content);
	if (failures != oq_failures)
		fprintf(stderr, "backend %u, %u streams, permit %llu + %llu\n", job.backend,
			job.streams, (unsigned long long)job.permit_offset,
			(unsigned long long)job.permit_length);
	EQUAL(pread(fd, content, LENGTH, 0), LENGTH);
}

int main(void)
{
	static uint8_t content[LENGTH] __attribute__((aligned(4096)));
	const char *given = getenv("OQ_TEST_SEED");
	uint64_t seed = given ? strtoull(given, NULL, 0) : oq_now();
	int fd = scratch(LENGTH);

	dsync = has_dsync();
	if (has_uring())
		backends[backend_count++] = OQ_BACKEND_IO_URING;
	if (has_libaio())
		backends[backend_count++] = OQ_BACKEND_LIBAIO;
	oq_random_seed(&dice, seed, 0);
	fill(fd, content);
	for (int i = 0; i < JOBS && !oq_failures; i++)
		confined(fd, content);
	if (oq_failures)
		fprintf(stderr, "again with OQ_TEST_SEED=%llu\n", (unsigned long long)seed);
	oq_target_close(fd);
	return REPORT();
}
