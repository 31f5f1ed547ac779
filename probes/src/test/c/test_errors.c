/*
 * Errors of a real block device: each is told apart from what worked, the first one is kept
 * with its place, its stream and its time, and the job goes on as long as it may.
 */
#include "backends.h"
#include "loop.h"

#define GOOD (2 * MIB)   /* what lies below still works ... */
#define LENGTH (4 * MIB) /* ... and what lies above does not */
#define STREAMS 4u

/*
 * A device whose upper half goes bad: the file behind it is cut and may not grow again, so
 * that the kernel's own answer to a write there is EIO.
 */
static void break_upper_half(struct loop *loop)
{
	REQUIRE(ftruncate(loop->memory, GOOD) == 0);
	REQUIRE(fcntl(loop->memory, F_ADD_SEALS, F_SEAL_GROW) == 0);
}

static struct loop make_device(void)
{
	struct loop loop;
	int memory = (int)syscall(SYS_memfd_create, "oq-test", 1u | 2u /* ... MFD_ALLOW_SEALING */);

	REQUIRE(memory >= 0 && ftruncate(memory, LENGTH) == 0);
	REQUIRE(loop_over(&loop, memory, 512));
	return loop;
}

struct broken {
	struct loop loop;
	int fd;
	struct oq_job_spec job;
	struct oq_stream_spec streams[STREAMS];
};

/* Each stream has a quarter of the device: the last two live where it goes bad. */
static void prepare(struct broken *b, uint32_t backend, uint32_t streams)
{
	char message[256] = "";

	b->loop = make_device();
	b->fd = oq_target_open(b->loop.path, 1, message, sizeof(message));
	REQUIRE(b->fd >= 0);
	b->job = job_on(b->fd, backend);
	b->job.duration_ns = 20000 * MS;
	b->job.streams = streams;
	for (uint32_t i = 0; i < streams; i++) {
		b->streams[i] = stream_of(&b->job, depth_of(backend));
		b->streams[i].region_length = LENGTH / streams;
		b->streams[i].region_offset = LENGTH / streams * i;
	}
}

static void clean(struct broken *b, int64_t handle)
{
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(b->fd);
	loop_close(&b->loop);
}

static struct oq_stream_result stream_result(int64_t handle, uint32_t stream)
{
	struct oq_stream_result r = { .size = sizeof(r), .version = OQ_ABI_VERSION };

	EQUAL(oq_job_stream(handle, stream, &r), 0);
	return r;
}

static uint64_t streams_errors(int64_t handle, uint32_t streams)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < streams; i++)
		sum += stream_result(handle, i).errors;
	return sum;
}

/* Lets the job run on a device that works, then breaks it; returns when that was. */
static uint64_t break_while_it_runs(struct broken *b, int64_t handle)
{
	uint64_t broken_ns;

	EQUAL(oq_job_wait(handle, 60), -ETIMEDOUT);
	EQUAL(snapshot(handle).errors, 0);
	broken_ns = oq_now();
	break_upper_half(&b->loop);
	return broken_ns;
}

static void the_first_error_is_kept_with_place_and_time(uint32_t backend)
{
	struct broken b;
	struct oq_device_error e;
	struct oq_snapshot end;
	uint64_t broken_ns;
	int64_t handle;

	prepare(&b, backend, STREAMS);
	handle = start(&b.job, b.streams);
	broken_ns = break_while_it_runs(&b, handle);
	end = finish(handle);
	EQUAL(end.end, OQ_END_ERROR);
	CHECK(end.measured_ns > 50 * MS && end.measured_ns < 10000 * MS);
	e = device_error(handle);
	EQUAL(e.error, EIO);
	EQUAL(e.operation, OQ_KIND_WRITE);
	EQUAL(e.length, 4096);
	CHECK(e.stream == 2 || e.stream == 3, "%u", e.stream);
	CHECK(e.offset >= b.streams[e.stream].region_offset &&
	      e.offset < b.streams[e.stream].region_offset + b.streams[e.stream].region_length);
	CHECK(end.started_ns + e.at_ns >= broken_ns && end.started_ns + e.at_ns <= oq_now());
	/* Others that were in flight may have failed, too; all are counted. */
	EQUAL(e.count, end.errors);
	EQUAL(streams_errors(handle, STREAMS), end.errors);
	EQUAL(stream_result(handle, 0).errors + stream_result(handle, 1).errors, 0);
	CHECK(end.errors >= 1 && end.errors <= 2 * depth_of(backend));
	clean(&b, handle);
}

static void it_goes_on_after_as_many_as_allowed(uint32_t backend)
{
	struct broken b;
	struct oq_device_error e;
	struct oq_snapshot end;
	int64_t handle;

	prepare(&b, backend, 1);
	b.job.continue_on_error = 50;
	handle = start(&b.job, b.streams);
	break_while_it_runs(&b, handle);
	end = finish(handle);
	EQUAL(end.end, OQ_END_ERROR);
	/* It ends with the 51st; what was in flight then can only add to it. */
	CHECK(end.errors >= 51 && end.errors < 51 + depth_of(backend), "%llu",
	      (unsigned long long)end.errors);
	e = device_error(handle);
	EQUAL(e.error, EIO);
	EQUAL(e.count, end.errors);
	CHECK(e.offset >= GOOD);
	clean(&b, handle);
}

/* More than it ever meets: it ends by its duration, and knows what of it worked. */
static void failed_operations_are_in_no_figure(uint32_t backend)
{
	struct oq_histogram h;
	struct broken b;
	struct oq_snapshot end;
	struct oq_stall stalls[OQ_STALLS];
	uint64_t sum = 0;
	int64_t handle;
	int count;

	prepare(&b, backend, STREAMS);
	break_upper_half(&b.loop);
	b.job.continue_on_error = UINT32_MAX;
	b.job.duration_ns = 150 * MS;
	handle = start(&b.job, b.streams);
	end = finish(handle);
	EQUAL(end.end, OQ_END_DURATION);
	CHECK(end.errors > 0);
	EQUAL(device_error(handle).count, end.errors);
	for (uint32_t i = 0; i < STREAMS; i++) {
		struct oq_stream_result r = stream_result(handle, i);

		CHECK(i < 2 ? r.errors == 0 && r.operations > 0 :
			      r.errors > 0 && r.operations == 0,
		      "stream %u: %llu errors, %llu operations", i, (unsigned long long)r.errors,
		      (unsigned long long)r.operations);
		sum += r.operations;
	}
	h = histogram(handle, OQ_KIND_WRITE);
	EQUAL(h.count, sum);
	EQUAL(end.operations, sum);
	EQUAL(end.bytes, sum * 4096);
	count = oq_job_stalls(handle, stalls, OQ_STALLS);
	CHECK(count > 0);
	for (int i = 0; i < count; i++)
		CHECK(stalls[i].offset < GOOD);
	clean(&b, handle);
}

/* Also before counting starts: a device that fails in the ramp is no better. */
static void errors_in_the_ramp_count(uint32_t backend)
{
	struct broken b;
	struct oq_snapshot end;
	int64_t handle;

	prepare(&b, backend, 1);
	break_upper_half(&b.loop);
	b.job.ramp_ns = 5000 * MS;
	handle = start(&b.job, b.streams);
	end = finish(handle);
	EQUAL(end.end, OQ_END_ERROR);
	EQUAL(end.measured_ns, 0);
	EQUAL(end.operations, 0);
	EQUAL(device_error(handle).error, EIO);
	CHECK(device_error(handle).at_ns < 5000 * MS);
	clean(&b, handle);
}

/* A commit of which the write fails has no flush, and is no commit. */
static void a_failed_write_is_not_flushed(uint32_t backend)
{
	struct broken b;
	struct oq_snapshot end;
	int64_t handle;

	prepare(&b, backend, 1);
	break_upper_half(&b.loop);
	b.job.continue_on_error = UINT32_MAX;
	b.job.duration_ns = 100 * MS;
	b.streams[0].durability = OQ_DURABILITY_FDATASYNC;
	handle = start(&b.job, b.streams);
	end = finish(handle);
	EQUAL(end.end, OQ_END_DURATION);
	CHECK(end.errors > 0);
	EQUAL(device_error(handle).operation, OQ_KIND_WRITE);
	EQUAL(histogram(handle, OQ_KIND_COMMIT).count, end.operations);
	EQUAL(histogram(handle, OQ_KIND_FLUSH).count, end.operations);
	CHECK(end.total_flushes >= end.operations &&
	      end.total_flushes <= end.operations + depth_of(backend));
	clean(&b, handle);
}

static void all_with(uint32_t backend)
{
	the_first_error_is_kept_with_place_and_time(backend);
	it_goes_on_after_as_many_as_allowed(backend);
	failed_operations_are_in_no_figure(backend);
	errors_in_the_ramp_count(backend);
	a_failed_write_is_not_flushed(backend);
}

int main(void)
{
	struct loop loop;

	if (!loop_make(&loop, MIB, 512))
		SKIP("no loop device can be made here");
	loop_close(&loop);
	with_each_backend(all_with);
	return REPORT();
}
