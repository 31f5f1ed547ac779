/*
 * Open loop: the schedule does not wait for the device. A stall shows in the response latency
 * of all that should have started behind it, in the sync and in the async backends.
 */
#include <math.h>

#include "arrival.h"
#include "fixture.h"
#include "sys.h"

#define STALL_NS (400 * MS)

/* The next call into the kernel takes STALL_NS longer, once, this long after `stall_after`. */
static _Atomic uint64_t stall_after;

int64_t __real_oq_sys_pwrite(int fd, const void *buffer, size_t length, uint64_t offset, int flags);
int64_t __wrap_oq_sys_pwrite(int fd, const void *buffer, size_t length, uint64_t offset, int flags);
int __real_oq_sys_uring_enter(int fd, uint32_t submit, uint32_t complete, uint32_t flags,
			      const void *argument, size_t size);
int __wrap_oq_sys_uring_enter(int fd, uint32_t submit, uint32_t complete, uint32_t flags,
			      const void *argument, size_t size);
int __real_oq_sys_io_submit(aio_context_t context, uint32_t count, struct iocb **controls);
int __wrap_oq_sys_io_submit(aio_context_t context, uint32_t count, struct iocb **controls);

static void stall(void)
{
	uint64_t due = stall_after;

	if (due && oq_now() >= due && atomic_compare_exchange_strong(&stall_after, &due, 0))
		oq_sleep(STALL_NS);
}

int64_t __wrap_oq_sys_pwrite(int fd, const void *buffer, size_t length, uint64_t offset, int flags)
{
	stall();
	return __real_oq_sys_pwrite(fd, buffer, length, offset, flags);
}

int __wrap_oq_sys_uring_enter(int fd, uint32_t submit, uint32_t complete, uint32_t flags,
			      const void *argument, size_t size)
{
	if (submit)
		stall();
	return __real_oq_sys_uring_enter(fd, submit, complete, flags, argument, size);
}

int __wrap_oq_sys_io_submit(aio_context_t context, uint32_t count, struct iocb **controls)
{
	stall();
	return __real_oq_sys_io_submit(context, count, controls);
}

static uint64_t above(int64_t handle, uint32_t kind, uint64_t low_ns)
{
	static uint64_t counts[OQ_HIST_COUNTS];
	struct oq_histogram h = { .size = sizeof(h), .version = OQ_ABI_VERSION };
	uint64_t sum = 0;

	REQUIRE(oq_job_histogram(handle, 0, 0, kind, &h, counts, OQ_HIST_COUNTS) == 0);
	for (int32_t i = oq_hist_index(low_ns) + 1; i < (int32_t)OQ_HIST_COUNTS; i++)
		sum += counts[i];
	return sum;
}

static struct oq_stream_spec open_stream(const struct oq_job_spec *job, uint32_t arrival,
					 double rate_hz)
{
	struct oq_stream_spec stream = stream_of(job, job->backend == OQ_BACKEND_PSYNC ? 1 : 4);

	stream.arrival = arrival;
	stream.rate_hz = rate_hz;
	return stream;
}

/* The rate is that of the schedule, and a sleeping thread costs next to nothing. */
static void a_rate_is_held(uint32_t backend, uint32_t arrival)
{
	int fd = sink();
	struct oq_job_spec job = job_on(fd, backend);
	struct oq_stream_spec streams[2] = { open_stream(&job, arrival, 500),
					     open_stream(&job, arrival, 250) };
	struct oq_snapshot end;
	int64_t handle;

	job.streams = 2;
	job.duration_ns = 1000 * MS;
	handle = run(&job, streams);
	end = snapshot(handle);
	/* Poisson: 5 standard deviations of 750 are 137. */
	CHECK(llabs((long long)end.operations - 750) < (arrival == OQ_FIXED ? 15 : 140),
	      "%llu operations", (unsigned long long)end.operations);
	EQUAL(histogram(handle, OQ_KIND_RESPONSE).count, end.operations);
	EQUAL(histogram(handle, OQ_KIND_WRITE).count, end.operations);
	CHECK(end.unserved < 4);
	CHECK(SANITIZED || end.cpu_user_ns + end.cpu_system_ns < 200 * MS, "%llu ns of CPU",
	      (unsigned long long)(end.cpu_user_ns + end.cpu_system_ns));
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
}

static void a_stall_is_in_all_that_should_have_started(uint32_t backend)
{
	int fd = sink();
	struct oq_job_spec job = job_on(fd, backend);
	struct oq_stream_spec stream = open_stream(&job, OQ_FIXED, 1000);
	uint64_t long_ones, max_ns;
	struct oq_stall worst;
	int64_t handle;

	job.duration_ns = 1000 * MS;
	handle = start(&job, &stream);
	stall_after = snapshot(handle).started_ns + 300 * MS;
	EQUAL(oq_job_wait(handle, 20000), 0);
	EQUAL(stall_after, 0);
	/* Of the 400 that were due in it the first 200 waited for more than its half. */
	long_ones = above(handle, OQ_KIND_RESPONSE, STALL_NS / 2);
	CHECK(long_ones >= 180 && long_ones <= 280, "%llu", (unsigned long long)long_ones);
	max_ns = histogram(handle, OQ_KIND_RESPONSE).max_ns;
	CHECK(max_ns >= STALL_NS - 5 * MS && max_ns < STALL_NS + 300 * MS);
	/* The device served no more than what was in flight for so long. */
	CHECK(above(handle, OQ_KIND_WRITE, STALL_NS / 2) <= stream.depth);
	CHECK(histogram(handle, OQ_KIND_RESPONSE).sum_ns >= histogram(handle, OQ_KIND_WRITE).sum_ns);
	CHECK(snapshot(handle).operations >= 950);
	EQUAL(oq_job_stalls(handle, &worst, 1), 1);
	CHECK(worst.latency_ns >= STALL_NS && worst.latency_ns < STALL_NS + 300 * MS);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
}

/* A stall to the end: those that never started are not forgotten. */
static void what_was_never_served_is_told(uint32_t backend)
{
	int fd = sink();
	struct oq_job_spec job = job_on(fd, backend);
	struct oq_stream_spec stream = open_stream(&job, OQ_FIXED, 1000);
	struct oq_stream_result one = { .size = sizeof(one), .version = OQ_ABI_VERSION };
	struct oq_snapshot end;
	int64_t handle;

	job.duration_ns = 500 * MS;
	handle = start(&job, &stream);
	stall_after = snapshot(handle).started_ns + 300 * MS;
	EQUAL(oq_job_wait(handle, 20000), 0);
	end = snapshot(handle);
	/* 200 were due in it; on a busy machine others were late already. */
	CHECK(end.unserved >= 190 && end.unserved <= 330, "%llu",
	      (unsigned long long)end.unserved);
	/* Those in flight at the end are neither counted nor unserved. */
	CHECK(end.operations + end.unserved + stream.depth >= 495);
	EQUAL(end.measured_ns, job.duration_ns);
	EQUAL(oq_job_stream(handle, 0, &one), 0);
	EQUAL(one.unserved, end.unserved);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
}

static void a_stream_that_waits_can_be_stopped(uint32_t backend)
{
	int fd = sink();
	struct oq_job_spec job = job_on(fd, backend);
	struct oq_stream_spec stream = open_stream(&job, OQ_FIXED, 0.01);
	uint64_t start_ns;
	int64_t handle;

	job.duration_ns = 100 * OQ_NS_PER_S;
	handle = start(&job, &stream);
	oq_sleep(50 * MS);
	start_ns = oq_now();
	EQUAL(oq_job_stop(handle), 0);
	EQUAL(oq_job_wait(handle, 5000), 0);
	CHECK(oq_now() - start_ns < 1000 * MS);
	EQUAL(oq_job_free(handle), 0);
	/* And it ends by itself when its time is over. */
	job.duration_ns = 150 * MS;
	start_ns = oq_now();
	handle = run(&job, &stream);
	CHECK(oq_now() - start_ns < 1000 * MS);
	EQUAL(snapshot(handle).end, OQ_END_DURATION);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
}

static void spinning_is_punctual(uint32_t backend)
{
	int fd = sink();
	struct oq_job_spec job = job_on(fd, backend);
	struct oq_stream_spec stream = open_stream(&job, OQ_FIXED, 200);
	int64_t handle;

	job.flags = OQ_JOB_SPIN;
	job.duration_ns = 300 * MS;
	handle = run(&job, &stream);
	CHECK(snapshot(handle).operations >= 50);
	/* The best has no sleep in it: 50 us are far above a write to a sink. */
	CHECK(SANITIZED || histogram(handle, OQ_KIND_RESPONSE).min_ns < 50000);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
}

/* The schedule alone: its mean and its spread. */
static void schedules_are_as_their_names_say(uint32_t arrival, double spread)
{
	enum { N = 200000 };
	struct oq_stream_spec spec = { .arrival = arrival, .rate_hz = 1000, .seed = 5 };
	struct oq_arrivals a, other;
	double sum = 0, squares = 0, mean;
	uint64_t last, same = 0;

	oq_arrival_init(&a, &spec, 0);
	EQUAL(oq_arrival_due(&a, UINT64_MAX - 1), 0);
	oq_arrival_start(&a, 7 * MS);
	oq_arrival_init(&other, &spec, 1);
	oq_arrival_start(&other, 7 * MS);
	last = oq_arrival_take(&a);
	CHECK(last >= 7 * MS && last < 50 * MS);
	for (int i = 0; i < N; i++) {
		uint64_t next = oq_arrival_take(&a);
		double ns = (double)(next - last);

		sum += ns;
		squares += ns * ns;
		same += next == oq_arrival_take(&other);
		last = next;
	}
	mean = sum / N;
	/* 5 standard errors of the mean are 1.1 %. */
	CHECK(fabs(mean / 1e6 - 1) < (spread > 0 ? 0.012 : 1e-6), "%f", mean);
	CHECK(fabs(sqrt(squares / N - mean * mean) / mean - spread) < 0.03);
	CHECK(same < 10, "two streams start together %llu times", (unsigned long long)same);
}

static void what_is_unserved_is_counted(void)
{
	struct oq_stream_spec spec = { .arrival = OQ_FIXED, .rate_hz = 1000, .seed = 1 };
	struct oq_arrivals a;
	uint64_t first;

	oq_arrival_init(&a, &spec, 0);
	EQUAL(oq_arrival_unserved(&a, 1000 * MS), 0);
	oq_arrival_start(&a, 0);
	first = oq_counter_get(&a.next_ns);
	EQUAL(oq_arrival_unserved(&a, first), 0);
	EQUAL(oq_arrival_unserved(&a, first + 1), 1);
	EQUAL(oq_arrival_unserved(&a, first + 10 * MS - 2), 10);
	(void)oq_arrival_take(&a);
	EQUAL(oq_arrival_unserved(&a, first + 10 * MS - 2), 9);
}

int main(void)
{
	schedules_are_as_their_names_say(OQ_FIXED, 0);
	schedules_are_as_their_names_say(OQ_POISSON, 1);
	what_is_unserved_is_counted();
	for (uint32_t backend = OQ_BACKEND_PSYNC; backend <= OQ_BACKEND_LIBAIO; backend++) {
		if (backend == OQ_BACKEND_IO_URING && !has_uring())
			continue;
		if (backend == OQ_BACKEND_LIBAIO && !has_libaio())
			continue;
		a_rate_is_held(backend, OQ_FIXED);
		a_rate_is_held(backend, OQ_POISSON);
		a_stall_is_in_all_that_should_have_started(backend);
		what_was_never_served_is_told(backend);
		a_stream_that_waits_can_be_stopped(backend);
		spinning_is_punctual(backend);
	}
	return REPORT();
}
