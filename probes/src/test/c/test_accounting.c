/* What is counted: latencies and their parts, Little's law, ramp, stalls, snapshots. */
#include "backends.h"

#define LENGTH (16u * MIB)

static int target;

/* Blocks that were never written are slower to write: journal and allocation. */
static void write_whole(void)
{
	struct oq_job_spec job = job_on(target, OQ_BACKEND_PSYNC);
	struct oq_stream_spec stream = stream_of(&job, 1);

	stream.pattern = OQ_SEQUENTIAL;
	stream.mix[0].block_bytes = 262144;
	job.duration_ns = 0;
	job.max_bytes = LENGTH;
	EQUAL(oq_job_free(run(&job, &stream)), 0);
}

static int64_t run_streams(struct oq_job_spec *job, uint32_t depth, uint32_t durability,
			   uint32_t operation)
{
	struct oq_stream_spec streams[4];

	for (uint32_t i = 0; i < job->streams; i++) {
		streams[i] = stream_of(job, depth);
		streams[i].durability = durability;
		streams[i].read_permille = operation;
		streams[i].region_length = LENGTH / 4;
		streams[i].region_offset = i * (LENGTH / 4);
	}
	return run(job, streams);
}

/* On a busy machine a short measuring may see no operation end: then a longer one. */
static int64_t run_until_counted(struct oq_job_spec job, uint32_t depth, uint32_t durability,
				 uint32_t operation)
{
	int64_t handle = run_streams(&job, depth, durability, operation);

	while (!snapshot(handle).operations && job.duration_ns < 3000 * MS) {
		EQUAL(oq_job_free(handle), 0);
		job.duration_ns *= 3;
		handle = run_streams(&job, depth, durability, operation);
	}
	EQUAL(snapshot(handle).end, OQ_END_DURATION);
	EQUAL(snapshot(handle).measured_ns, job.duration_ns);
	return handle;
}

static void check_counts(int64_t handle, uint32_t main_kind)
{
	struct oq_snapshot end = snapshot(handle);
	struct oq_histogram h = histogram(handle, main_kind);
	uint64_t operations = 0, sum = 0;

	for (uint32_t i = 0; i < 4; i++) {
		struct oq_stream_result r = { .size = sizeof(r), .version = OQ_ABI_VERSION };

		if (oq_job_stream(handle, i, &r))
			break;
		operations += r.operations;
		sum += r.sum_ns;
		CHECK(!r.operations || (r.min_ns && r.min_ns <= r.max_ns));
		EQUAL(r.inflight_since_ns, 0);
	}
	CHECK(end.operations > 0);
	EQUAL(h.count, end.operations);
	EQUAL(operations, end.operations);
	EQUAL(sum, h.sum_ns);
	EQUAL(end.bytes, end.operations * 4096);
	EQUAL(h.overflow, 0);
	CHECK(end.total_bytes_written + end.total_bytes_read >= end.bytes);
	CHECK(end.cpu_user_ns + end.cpu_system_ns > 0);
	CHECK(end.cpu_user_ns + end.cpu_system_ns <= 5 * end.measured_ns);
}

/*
 * In flight = IOPS x mean latency. Below 20 us the engine's own work counts, and operations
 * that lie across the ends of a short measuring disturb it: a deviation must hold over ever
 * longer ones to be one.
 */
static bool obeys_little(int64_t handle, uint32_t kind, double inflight, bool report)
{
	struct oq_snapshot end = snapshot(handle);
	struct oq_histogram h = histogram(handle, kind);
	double mean = (double)h.sum_ns / (double)h.count;
	double found = (double)h.sum_ns / (double)end.measured_ns;
	bool obeys = mean < 20000 || (found > 0.95 * inflight && found < 1.05 * inflight);

	CHECK(obeys || !report, "%.2f in flight, not %.0f (mean %.0f ns)", found, inflight, mean);
	return obeys;
}

static void check_little(int64_t handle, struct oq_job_spec job, uint32_t depth,
			 uint32_t durability, uint32_t kind)
{
	uint32_t operation = kind == OQ_KIND_READ ? 1000 : 0;
	double inflight = depth * job.streams;
	bool obeys = SANITIZED || obeys_little(handle, kind, inflight, false);

	while (!obeys && job.duration_ns < 3000 * MS) {
		job.duration_ns *= 3;
		handle = run_streams(&job, depth, durability, operation);
		obeys = obeys_little(handle, kind, inflight, job.duration_ns >= 3000 * MS);
		EQUAL(oq_job_free(handle), 0);
	}
}

static void check_parts(int64_t handle)
{
	struct oq_histogram commit = histogram(handle, OQ_KIND_COMMIT);
	struct oq_histogram write = histogram(handle, OQ_KIND_WRITE);
	struct oq_histogram flush = histogram(handle, OQ_KIND_FLUSH);
	struct oq_snapshot end = snapshot(handle);

	EQUAL(write.count, commit.count);
	EQUAL(flush.count, commit.count);
	CHECK(commit.sum_ns >= write.sum_ns + flush.sum_ns);
	/* Between the parts lies only the engine's own work. */
	CHECK(SANITIZED || commit.sum_ns - write.sum_ns - flush.sum_ns < commit.sum_ns / 20);
	CHECK(commit.min_ns >= write.min_ns + flush.min_ns);
	CHECK(commit.max_ns >= write.max_ns && commit.max_ns >= flush.max_ns);
	CHECK(end.total_flushes >= commit.count);
}

static void measure(uint32_t backend, uint32_t streams, uint32_t depth)
{
	static const uint32_t main_kinds[] = { 0, OQ_KIND_WRITE, OQ_KIND_COMMIT, OQ_KIND_COMMIT };
	struct oq_job_spec job = job_on(target, backend);
	int64_t handle;

	job.streams = streams;
	job.ramp_ns = 20 * MS;
	job.duration_ns = (SANITIZED ? 40 : 120) * MS;
	for (uint32_t durability = 1; durability <= 3; durability++) {
		if (durability == OQ_DURABILITY_DSYNC && !has_dsync())
			continue;
		handle = run_until_counted(job, depth, durability, 0);
		check_counts(handle, main_kinds[durability]);
		check_little(handle, job, depth, durability, main_kinds[durability]);
		if (durability == OQ_DURABILITY_FDATASYNC)
			check_parts(handle);
		if (durability == OQ_DURABILITY_DSYNC)
			EQUAL(histogram(handle, OQ_KIND_WRITE).count,
			      histogram(handle, OQ_KIND_COMMIT).count);
		EQUAL(oq_job_free(handle), 0);
	}
	handle = run_until_counted(job, depth, OQ_DURABILITY_NONE, 1000);
	check_counts(handle, OQ_KIND_READ);
	check_little(handle, job, depth, OQ_DURABILITY_NONE, OQ_KIND_READ);
	EQUAL(histogram(handle, OQ_KIND_WRITE).count, 0);
	EQUAL(oq_job_free(handle), 0);
}

static void the_ramp_is_not_counted(void)
{
	int fd = sink();
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_PSYNC);
	struct oq_stream_spec stream = stream_of(&job, 1);
	struct oq_snapshot s;
	int64_t handle;

	job.ramp_ns = 200 * MS;
	job.duration_ns = 100 * MS;
	handle = start(&job, &stream);
	EQUAL(oq_job_wait(handle, 100), -ETIMEDOUT);
	s = snapshot(handle);
	EQUAL(s.state, OQ_RAMP);
	EQUAL(s.operations, 0);
	EQUAL(s.measured_ns, 0);
	EQUAL(s.threads_alive, 1);
	CHECK(s.total_bytes_written > 0);
	CHECK(s.now_ns > s.started_ns);
	s = finish(handle);
	EQUAL(s.measured_ns, 100 * MS);
	/* The ramp was twice as long as the measuring. */
	CHECK(s.total_bytes_written > s.bytes);
	CHECK(SANITIZED || (double)s.bytes < 0.6 * (double)s.total_bytes_written);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
}

static void stalls_are_the_worst_in_order(void)
{
	static struct oq_stall stalls[2 * OQ_STALLS + 10];
	struct oq_job_spec job = job_on(target, OQ_BACKEND_PSYNC);
	struct oq_histogram h;
	int64_t handle;
	int count;

	job.streams = 2;
	job.duration_ns = 0;
	job.max_bytes = 600 * 4096;
	handle = run_streams(&job, 1, OQ_DURABILITY_NONE, 0);
	h = histogram(handle, OQ_KIND_WRITE);
	count = oq_job_stalls(handle, stalls, 2 * OQ_STALLS + 10);
	CHECK(count > (int)OQ_STALLS && count <= (int)(2 * OQ_STALLS), "%d stalls", count);
	EQUAL(stalls[0].latency_ns, h.max_ns);
	for (int i = 0; i < count; i++) {
		CHECK(!i || stalls[i].latency_ns <= stalls[i - 1].latency_ns);
		EQUAL(stalls[i].kind, OQ_KIND_WRITE);
		CHECK(stalls[i].stream < 2);
		CHECK(stalls[i].offset / (LENGTH / 4) == stalls[i].stream);
		CHECK(stalls[i].at_ns >= stalls[i].latency_ns);
	}
	EQUAL(oq_job_stalls(handle, stalls, 3), 3);
	EQUAL(oq_job_stalls(handle, NULL, 0), 0);
	EQUAL(oq_job_free(handle), 0);
}

static void snapshots_only_grow(uint32_t backend)
{
	struct oq_job_spec job = job_on(target, backend);
	struct oq_stream_spec streams[2];
	struct oq_snapshot last = { 0 };
	struct oq_stall stall;
	int64_t handle;

	job.streams = 2;
	job.duration_ns = 150 * MS;
	streams[0] = stream_of(&job, depth_of(backend));
	streams[0].durability = OQ_DURABILITY_FDATASYNC;
	streams[1] = streams[0];
	handle = start(&job, streams);
	EQUAL(oq_job_stalls(handle, &stall, 1), -EBUSY);
	EQUAL(oq_job_free(handle), -EBUSY);
	do {
		struct oq_snapshot s = snapshot(handle);
		struct oq_histogram h = histogram(handle, OQ_KIND_COMMIT);

		CHECK(s.operations >= last.operations && s.bytes >= last.bytes);
		CHECK(s.total_flushes >= last.total_flushes);
		CHECK(s.measured_ns >= last.measured_ns && s.measured_ns <= 150 * MS);
		CHECK(s.state >= last.state && s.now_ns > last.now_ns);
		CHECK(s.oldest_inflight_ns <= oq_now());
		CHECK(h.count + 4 >= s.operations);
		CHECK(!h.count || (h.min_ns && h.min_ns <= h.max_ns));
		last = s;
	} while (last.state != OQ_ENDED);
	EQUAL(last.end, OQ_END_DURATION);
	EQUAL(oq_job_wait(handle, 0), 0);
	EQUAL(oq_job_free(handle), 0);
}

/* CPU time shows while the job runs, renewed once a second. */
static void cpu_time_is_renewed(void)
{
	int fd = sink();
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_PSYNC);
	struct oq_stream_spec stream = stream_of(&job, 1);
	struct oq_snapshot s;
	int64_t handle;

	job.duration_ns = 0;
	handle = start(&job, &stream);
	EQUAL(oq_job_wait(handle, 1100), -ETIMEDOUT);
	s = snapshot(handle);
	CHECK(s.cpu_user_ns + s.cpu_system_ns > 100 * MS);
	EQUAL(oq_job_stop(handle), 0);
	EQUAL(finish(handle).end, OQ_END_STOPPED);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
}

int main(void)
{
	target = scratch(LENGTH);
	write_whole();
	measure(OQ_BACKEND_PSYNC, 1, 1);
	measure(OQ_BACKEND_PSYNC, 4, 1);
	the_ramp_is_not_counted();
	stalls_are_the_worst_in_order();
	snapshots_only_grow(OQ_BACKEND_PSYNC);
	cpu_time_is_renewed();
	if (has_uring()) {
		measure(OQ_BACKEND_IO_URING, 1, 1);
		measure(OQ_BACKEND_IO_URING, 1, 32);
		measure(OQ_BACKEND_IO_URING, 3, 4);
		snapshots_only_grow(OQ_BACKEND_IO_URING);
	}
	if (has_libaio()) {
		measure(OQ_BACKEND_LIBAIO, 1, 1);
		measure(OQ_BACKEND_LIBAIO, 1, 32);
		measure(OQ_BACKEND_LIBAIO, 3, 4);
		snapshots_only_grow(OQ_BACKEND_LIBAIO);
	}
	if (has_pmem()) {
		measure(OQ_BACKEND_PMEM, 1, 1);
		measure(OQ_BACKEND_PMEM, 4, 1);
		snapshots_only_grow(OQ_BACKEND_PMEM);
	}
	oq_target_close(target);
	return REPORT();
}
