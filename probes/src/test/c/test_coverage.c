/* Bounds by bytes: a precondition writes every block of its region exactly once. */
#include "fixture.h"

#define LENGTH (3u * MIB)

/* Every block of the region is written, none outside, and no more bytes than its length. */
static void check_region(int fd, uint64_t offset, uint64_t length, uint32_t block)
{
	static uint8_t content[LENGTH] __attribute__((aligned(4096)));

	EQUAL(pread(fd, content, LENGTH, 0), LENGTH);
	for (uint64_t at = 0; at < LENGTH; at += 512) {
		uint64_t stamp;

		memcpy(&stamp, content + at, sizeof(stamp));
		if (at < offset || at >= offset + length)
			CHECK(stamp == 0, "%llu is outside", (unsigned long long)at);
		else
			CHECK(stamp != 0, "%llu of blocks of %u is not written",
			      (unsigned long long)at, block);
	}
}

static void precondition(uint32_t backend, uint32_t block, uint32_t depth, uint32_t durability)
{
	int fd = scratch(LENGTH);
	struct oq_job_spec job = job_on(fd, backend);
	struct oq_stream_spec stream = stream_of(&job, depth);
	struct oq_snapshot end;
	int64_t handle;

	stream.pattern = OQ_SEQUENTIAL;
	stream.durability = durability;
	stream.mix[0].block_bytes = block;
	stream.region_offset = block;
	stream.region_length = (LENGTH / block - 2) * (uint64_t)block;
	job.duration_ns = 0;
	job.max_bytes = stream.region_length;
	handle = run(&job, &stream);
	end = snapshot(handle);
	EQUAL(end.end, OQ_END_BYTES);
	EQUAL(end.errors, 0);
	EQUAL(end.total_bytes_written, stream.region_length);
	EQUAL(end.bytes, stream.region_length);
	EQUAL(end.operations, stream.region_length / block);
	EQUAL(end.total_flushes,
	      durability == OQ_DURABILITY_FDATASYNC ? stream.region_length / block : 0);
	CHECK(end.measured_ns > 0);
	check_region(fd, stream.region_offset, stream.region_length, block);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
}

static void preconditions_in_flight_are_exact(uint32_t backend)
{
	precondition(backend, 131072, 8, OQ_DURABILITY_NONE);
	precondition(backend, 4096, 64, OQ_DURABILITY_NONE);
	precondition(backend, 12288, 1, OQ_DURABILITY_NONE);
	precondition(backend, 131072, 16, OQ_DURABILITY_DSYNC);
	precondition(backend, 131072, 1, OQ_DURABILITY_FDATASYNC);
	precondition(backend, 131072, 16, OQ_DURABILITY_FDATASYNC);
}

static void preconditions_are_exact(void)
{
	precondition(OQ_BACKEND_PSYNC, 131072, 1, OQ_DURABILITY_NONE);
	precondition(OQ_BACKEND_PSYNC, 4096, 1, OQ_DURABILITY_NONE);
	precondition(OQ_BACKEND_PSYNC, 262144, 1, OQ_DURABILITY_FDATASYNC);
	if (has_uring())
		preconditions_in_flight_are_exact(OQ_BACKEND_IO_URING);
	if (has_libaio())
		preconditions_in_flight_are_exact(OQ_BACKEND_LIBAIO);
	if (has_pmem()) {
		precondition(OQ_BACKEND_PMEM, 131072, 1, OQ_DURABILITY_NONE);
		precondition(OQ_BACKEND_PMEM, 4096, 1, OQ_DURABILITY_NONE);
		precondition(OQ_BACKEND_PMEM, 12288, 1, OQ_DURABILITY_DSYNC);
		precondition(OQ_BACKEND_PMEM, 262144, 1, OQ_DURABILITY_FDATASYNC);
	}
}

/* However many streams share the bound: reached, and passed by less than a block each. */
static void shared_bound(uint32_t backend, uint32_t block, uint64_t max_bytes)
{
	int fd = sink();
	struct oq_job_spec job = job_on(fd, backend);
	struct oq_stream_spec streams[3];
	struct oq_snapshot end;
	int64_t handle;

	job.streams = 3;
	job.duration_ns = 0;
	job.max_bytes = max_bytes;
	for (uint32_t i = 0; i < 3; i++) {
		streams[i] = stream_of(&job, backend == OQ_BACKEND_PSYNC ? 1 : 16);
		streams[i].mix[0].block_bytes = block;
		streams[i].region_length = 16 * (uint64_t)block;
	}
	handle = run(&job, streams);
	end = snapshot(handle);
	EQUAL(end.end, OQ_END_BYTES);
	CHECK(end.total_bytes_written >= max_bytes);
	CHECK(end.total_bytes_written < max_bytes + 3 * (uint64_t)block);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
}

static void shared_bounds_hold(uint32_t backend)
{
	shared_bound(backend, 4096, (SANITIZED ? 8 : 64) * MIB);
	shared_bound(backend, 4096, 1);
	shared_bound(backend, 512, 1000001);
	shared_bound(backend, 2 * MIB, 9 * MIB);
	shared_bound(backend, 12288, 10 * MIB);
}

/* A bound that is reached before the ramp ends leaves nothing that was measured. */
static void the_ramp_counts_for_the_bound(void)
{
	int fd = sink();
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_PSYNC);
	struct oq_stream_spec stream = stream_of(&job, 1);
	struct oq_snapshot end;
	int64_t handle;

	job.ramp_ns = 10000 * MS;
	job.max_bytes = MIB;
	handle = run(&job, &stream);
	end = snapshot(handle);
	EQUAL(end.end, OQ_END_BYTES);
	EQUAL(end.total_bytes_written, MIB);
	EQUAL(end.operations, 0);
	EQUAL(end.measured_ns, 0);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
}

int main(void)
{
	preconditions_are_exact();
	shared_bounds_hold(OQ_BACKEND_PSYNC);
	if (has_uring())
		shared_bounds_hold(OQ_BACKEND_IO_URING);
	if (has_libaio())
		shared_bounds_hold(OQ_BACKEND_LIBAIO);
	the_ramp_counts_for_the_bound();
	return REPORT();
}
