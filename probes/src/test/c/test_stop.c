/* Ending: on request within a second, on a device that does not answer with its age. */
#include "hanging.h"

static void stops_within_a_second(uint32_t backend, uint32_t streams, uint32_t depth,
				  uint32_t durability)
{
	int fd = scratch(4 * MIB);
	struct oq_job_spec job = job_on(fd, backend);
	struct oq_stream_spec specs[8];
	struct oq_snapshot end;
	uint64_t asked_ns;
	int64_t handle;

	job.streams = streams;
	job.duration_ns = 0;
	for (uint32_t i = 0; i < streams; i++) {
		specs[i] = stream_of(&job, depth);
		specs[i].durability = durability;
	}
	handle = start(&job, specs);
	EQUAL(oq_job_wait(handle, 30), -ETIMEDOUT);
	asked_ns = oq_now();
	EQUAL(oq_job_stop(handle), 0);
	end = finish(handle);
	CHECK(oq_now() - asked_ns < 1000 * MS);
	EQUAL(end.end, OQ_END_STOPPED);
	EQUAL(end.state, OQ_ENDED);
	EQUAL(end.threads_alive, 0);
	EQUAL(end.oldest_inflight_ns, 0);
	CHECK(end.measured_ns <= asked_ns - end.started_ns + 50 * MS);
	/* Later requests change nothing. */
	EQUAL(oq_job_stop(handle), 0);
	EQUAL(snapshot(handle).measured_ns, end.measured_ns);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
}

static void a_hanging_device_is_reported(uint32_t backend)
{
	static struct oq_stall stall;
	int fd = sink();
	struct oq_job_spec job = job_on(fd, backend);
	struct oq_stream_spec stream = stream_of(&job, backend == OQ_BACKEND_PSYNC ? 1 : 4);
	struct oq_snapshot s;
	uint64_t hung_ns;
	int64_t handle;

	job.duration_ns = 100 * MS;
	handle = start(&job, &stream);
	EQUAL(oq_job_wait(handle, 20), -ETIMEDOUT);
	atomic_store(&hang, 1);
	hung_ns = oq_now();
	EQUAL(oq_job_wait(handle, 300), -ETIMEDOUT);
	s = snapshot(handle);
	EQUAL(s.state, OQ_MEASURE);
	EQUAL(s.end, OQ_END_DURATION);
	EQUAL(s.measured_ns, 100 * MS);
	EQUAL(s.threads_alive, 1);
	CHECK(s.oldest_inflight_ns > hung_ns - 100 * MS && s.oldest_inflight_ns < hung_ns + 100 * MS);
	EQUAL(oq_job_stop(handle), 0);
	EQUAL(oq_job_free(handle), -EBUSY);
	atomic_store(&hang, 0);
	s = finish(handle);
	EQUAL(s.end, OQ_END_DURATION);
	EQUAL(s.oldest_inflight_ns, 0);
	EQUAL(s.measured_ns, 100 * MS);
	/* It ended after the counting, yet it is among the stalls. */
	EQUAL(oq_job_stalls(handle, &stall, 1), 1);
	CHECK(stall.latency_ns > 200 * MS && stall.at_ns > 200 * MS);
	CHECK(histogram(handle, OQ_KIND_WRITE).max_ns < 200 * MS);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
}

int main(void)
{
	stops_within_a_second(OQ_BACKEND_PSYNC, 1, 1, OQ_DURABILITY_FDATASYNC);
	stops_within_a_second(OQ_BACKEND_PSYNC, 8, 1, OQ_DURABILITY_NONE);
	a_hanging_device_is_reported(OQ_BACKEND_PSYNC);
	if (has_pmem()) {
		stops_within_a_second(OQ_BACKEND_PMEM, 1, 1, OQ_DURABILITY_NONE);
		stops_within_a_second(OQ_BACKEND_PMEM, 8, 1, OQ_DURABILITY_FDATASYNC);
	}
	if (has_uring()) {
		stops_within_a_second(OQ_BACKEND_IO_URING, 4, 16, OQ_DURABILITY_FDATASYNC);
		stops_within_a_second(OQ_BACKEND_IO_URING, 1, 128, OQ_DURABILITY_DSYNC);
		a_hanging_device_is_reported(OQ_BACKEND_IO_URING);
	}
	if (has_libaio()) {
		stops_within_a_second(OQ_BACKEND_LIBAIO, 4, 1, OQ_DURABILITY_FDATASYNC);
		stops_within_a_second(OQ_BACKEND_LIBAIO, 4, 16, OQ_DURABILITY_FDATASYNC);
		stops_within_a_second(OQ_BACKEND_LIBAIO, 1, 128, OQ_DURABILITY_DSYNC);
		a_hanging_device_is_reported(OQ_BACKEND_LIBAIO);
	}
	return REPORT();
}
