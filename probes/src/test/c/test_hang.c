/* A device that hangs and comes back: the job goes on, and the stall is known to the byte. */
#include "backends.h"
#include "hanging.h"

#define HANG_MS 400

static struct oq_snapshot seen_while_it_hangs(int64_t handle, uint64_t hung_ns)
{
	struct oq_snapshot s;

	EQUAL(oq_job_wait(handle, HANG_MS), -ETIMEDOUT);
	s = snapshot(handle);
	EQUAL(s.state, OQ_MEASURE);
	EQUAL(s.end, OQ_END_NONE);
	EQUAL(s.errors, 0);
	CHECK(s.oldest_inflight_ns > hung_ns - 100 * MS && s.oldest_inflight_ns < hung_ns + 100 * MS);
	CHECK(s.now_ns - s.oldest_inflight_ns > (HANG_MS - 100) * MS);
	return s;
}

static void check_worst_stall(int64_t handle, const struct oq_snapshot *end, uint64_t back_ns)
{
	struct oq_stall worst;
	uint64_t back_at_ns = back_ns - end->started_ns;

	EQUAL(oq_job_stalls(handle, &worst, 1), 1);
	CHECK(worst.latency_ns > (HANG_MS - 100) * MS && worst.latency_ns < (HANG_MS + 500) * MS);
	CHECK(worst.at_ns >= back_at_ns && worst.at_ns < back_at_ns + 300 * MS);
	EQUAL(worst.stream, 0);
	EQUAL(worst.kind, OQ_KIND_WRITE);
	EQUAL(worst.offset % 4096, 0);
	CHECK(worst.offset < 4 * MIB);
	EQUAL(histogram(handle, OQ_KIND_WRITE).max_ns, worst.latency_ns);
}

static void a_job_outlives_a_hang(uint32_t backend)
{
	int fd = scratch(4 * MIB);
	struct oq_job_spec job = job_on(fd, backend);
	struct oq_stream_spec stream = stream_of(&job, depth_of(backend));
	struct oq_snapshot hung, end;
	uint64_t hung_ns, back_ns;
	int64_t handle;

	job.duration_ns = 0;
	handle = start(&job, &stream);
	EQUAL(oq_job_wait(handle, 50), -ETIMEDOUT);
	hung_ns = oq_now();
	atomic_store(&hang, 1);
	hung = seen_while_it_hangs(handle, hung_ns);
	back_ns = oq_now();
	atomic_store(&hang, 0);
	EQUAL(oq_job_wait(handle, 100), -ETIMEDOUT);
	EQUAL(oq_job_stop(handle), 0);
	end = finish(handle);
	EQUAL(end.end, OQ_END_STOPPED);
	EQUAL(end.errors, 0);
	CHECK(end.operations > hung.operations + depth_of(backend));
	check_worst_stall(handle, &end, back_ns);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
}

int main(void)
{
	with_each_backend(a_job_outlives_a_hang);
	return REPORT();
}
