/* libaio: how it flushes, what a kernel takes only in part, and what it refuses. */
#include <linux/aio_abi.h>

#include "fixture.h"
#include "sys.h"

#define OPERATIONS 200u

/* What a kernel of another age, or without memory, would answer (ld --wrap). */
static struct {
	int setup_error;
	bool hides_ring;        /* its completions are not to be read from memory */
	bool takes_one;         /* of each batch */
	uint32_t no_room_every; /* EAGAIN each so many submissions; 1: always */
	int refused_opcode;     /* -1: none */
	int getevents_error;
} kernel = { .refused_opcode = -1 };

/* What the engine has called. */
static struct {
	uint32_t submits;
	uint32_t largest_batch;
	uint32_t taken[IOCB_CMD_PWRITEV + 1]; /* by opcode */
	uint32_t dsyncs;                      /* writes with RWF_DSYNC */
	uint32_t getevents;
	uint32_t waits;
	uint32_t fdatasyncs;
	uint32_t fsyncs;
} calls;

int __real_oq_sys_io_setup(uint32_t entries, aio_context_t *context);
int __wrap_oq_sys_io_setup(uint32_t entries, aio_context_t *context);
int __real_oq_sys_io_submit(aio_context_t context, uint32_t count, struct iocb **controls);
int __wrap_oq_sys_io_submit(aio_context_t context, uint32_t count, struct iocb **controls);
int __real_oq_sys_io_getevents(aio_context_t context, uint32_t least, uint32_t most,
			       struct io_event *events, struct timespec *timeout);
int __wrap_oq_sys_io_getevents(aio_context_t context, uint32_t least, uint32_t most,
			       struct io_event *events, struct timespec *timeout);
int __real_oq_sys_fdatasync(int fd);
int __wrap_oq_sys_fdatasync(int fd);
int __real_oq_sys_fsync(int fd);
int __wrap_oq_sys_fsync(int fd);

int __wrap_oq_sys_io_setup(uint32_t entries, aio_context_t *context)
{
	int error = kernel.setup_error ? -kernel.setup_error :
					 __real_oq_sys_io_setup(entries, context);

	/* The mark of the ring is for its readers only. */
	if (!error && kernel.hides_ring)
		((uint32_t *)(uintptr_t)*context)[4] = 0;
	return error;
}

int __wrap_oq_sys_io_submit(aio_context_t context, uint32_t count, struct iocb **controls)
{
	int taken;

	calls.submits++;
	if (count > calls.largest_batch)
		calls.largest_batch = count;
	if (kernel.no_room_every && calls.submits % kernel.no_room_every == 0)
		return -EAGAIN;
	if (controls[0]->aio_lio_opcode == kernel.refused_opcode)
		return -EINVAL;
	for (uint32_t i = 0; i < count; i++)
		if (controls[i]->aio_lio_opcode == kernel.refused_opcode)
			count = i;
	taken = __real_oq_sys_io_submit(context, kernel.takes_one ? 1 : count, controls);
	for (int i = 0; i < taken; i++) {
		calls.taken[controls[i]->aio_lio_opcode]++;
		calls.dsyncs += controls[i]->aio_rw_flags == RWF_DSYNC;
	}
	return taken;
}

int __wrap_oq_sys_io_getevents(aio_context_t context, uint32_t least, uint32_t most,
			       struct io_event *events, struct timespec *timeout)
{
	calls.getevents++;
	calls.waits += least > 0;
	if (kernel.getevents_error)
		return -kernel.getevents_error;
	return __real_oq_sys_io_getevents(context, least, most, events, timeout);
}

int __wrap_oq_sys_fdatasync(int fd)
{
	calls.fdatasyncs++;
	return __real_oq_sys_fdatasync(fd);
}

int __wrap_oq_sys_fsync(int fd)
{
	calls.fsyncs++;
	return __real_oq_sys_fsync(fd);
}

static void as_it_is(void)
{
	memset(&kernel, 0, sizeof(kernel));
	kernel.refused_opcode = -1;
	memset(&calls, 0, sizeof(calls));
}

/* OPERATIONS of them, with the kernel as it has been set; the handle. */
static int64_t run_some(int fd, uint32_t depth, uint32_t durability)
{
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_LIBAIO);
	struct oq_stream_spec stream = stream_of(&job, depth);

	job.duration_ns = 0;
	job.max_bytes = OPERATIONS * 4096;
	stream.durability = durability;
	return run(&job, &stream);
}

static void ends_well(int fd, uint32_t depth, uint32_t durability)
{
	int64_t handle = run_some(fd, depth, durability);
	struct oq_snapshot end = snapshot(handle);

	EQUAL(end.end, OQ_END_BYTES);
	EQUAL(end.errors, 0);
	EQUAL(end.operations, OPERATIONS);
	EQUAL(end.total_bytes_written, OPERATIONS * 4096);
	EQUAL(end.oldest_inflight_ns, 0);
	EQUAL(oq_job_free(handle), 0);
}

static void ends_with(int64_t handle, const char *words)
{
	struct oq_snapshot end = snapshot(handle);
	char message[256] = "";

	EQUAL(end.end, OQ_END_ERROR);
	EQUAL(end.errors, 0);
	EQUAL(end.threads_alive, 0);
	EQUAL(end.oldest_inflight_ns, 0);
	EQUAL(oq_job_message(handle, message, sizeof(message)), 0);
	CONTAINS(message, words);
	EQUAL(oq_job_free(handle), 0);
}

/* As BlueStore's kv thread, which has one thing to do at a time. */
static void one_at_a_time_flushes_by_a_call(int fd)
{
	as_it_is();
	ends_well(fd, 1, OQ_DURABILITY_FDATASYNC);
	EQUAL(calls.fdatasyncs, OPERATIONS);
	EQUAL(calls.taken[IOCB_CMD_PWRITE], OPERATIONS);
	EQUAL(calls.taken[IOCB_CMD_FDSYNC], 0);
	as_it_is();
	ends_well(fd, 1, OQ_DURABILITY_FSYNC);
	EQUAL(calls.fsyncs, OPERATIONS);
	EQUAL(calls.taken[IOCB_CMD_FSYNC], 0);
	EQUAL(calls.fdatasyncs, 0);
}

static void among_others_a_flush_is_submitted(int fd)
{
	as_it_is();
	ends_well(fd, 8, OQ_DURABILITY_FDATASYNC);
	EQUAL(calls.fdatasyncs, 0);
	EQUAL(calls.taken[IOCB_CMD_PWRITE], OPERATIONS);
	EQUAL(calls.taken[IOCB_CMD_FDSYNC], OPERATIONS);
	as_it_is();
	ends_well(fd, 2, OQ_DURABILITY_FSYNC);
	EQUAL(calls.fsyncs, 0);
	EQUAL(calls.taken[IOCB_CMD_FSYNC], OPERATIONS);
}

static void each_write_carries_its_flag(int fd)
{
	as_it_is();
	ends_well(fd, 4, OQ_DURABILITY_NONE);
	EQUAL(calls.dsyncs, 0);
	as_it_is();
	ends_well(fd, 4, OQ_DURABILITY_DSYNC);
	EQUAL(calls.dsyncs, OPERATIONS);
}

static void batches_are_small(int fd)
{
	/* Depth and batch. */
	static const uint32_t batches[][2] = {
		{ 1, 1 }, { 7, 1 }, { 8, 2 }, { 32, 8 }, { 128, 8 },
	};

	for (size_t i = 0; i < sizeof(batches) / sizeof(batches[0]); i++) {
		as_it_is();
		ends_well(fd, batches[i][0], OQ_DURABILITY_NONE);
		EQUAL(calls.largest_batch, batches[i][1]);
	}
}

static void what_is_not_taken_goes_again(int fd)
{
	as_it_is();
	kernel.takes_one = true;
	ends_well(fd, 40, OQ_DURABILITY_FDATASYNC);
	CHECK(calls.submits >= 2 * OPERATIONS && calls.largest_batch > 1);
	as_it_is();
	kernel.no_room_every = 3;
	ends_well(fd, 1, OQ_DURABILITY_NONE);
	CHECK(calls.submits > OPERATIONS);
	as_it_is();
	kernel.takes_one = true;
	kernel.no_room_every = 2;
	ends_well(fd, 100, OQ_DURABILITY_NONE);
}

/* And does not keep a job from its end. */
static void no_room_at_all_is_a_fault(int fd)
{
	as_it_is();
	kernel.no_room_every = 1;
	ends_with(run_some(fd, 16, OQ_DURABILITY_NONE), "io_submit refuses a write: ");
	EQUAL(calls.taken[IOCB_CMD_PWRITE], 0);
}

static void an_old_kernel_is_named(int fd)
{
	as_it_is();
	kernel.refused_opcode = IOCB_CMD_FDSYNC;
	ends_with(run_some(fd, 16, OQ_DURABILITY_FDATASYNC), "IOCB_CMD_FSYNC: Linux 4.18");
	as_it_is();
	kernel.refused_opcode = IOCB_CMD_PWRITE;
	ends_with(run_some(fd, 16, OQ_DURABILITY_DSYNC), "RWF_DSYNC (Linux 4.13)");
	/* It has asked for nothing that this kernel lacks. */
	as_it_is();
	kernel.refused_opcode = IOCB_CMD_FDSYNC;
	ends_well(fd, 1, OQ_DURABILITY_FDATASYNC);
}

/* By the real kernel: /dev/null has no flush. */
static void what_cannot_be_flushed_is_named(void)
{
	int fd = sink();

	as_it_is();
	ends_with(run_some(fd, 4, OQ_DURABILITY_FDATASYNC), "a target that can be flushed");
	oq_target_close(fd);
}

static void a_broken_context_is_a_fault(int fd)
{
	int64_t handle;
	char message[256] = "";

	as_it_is();
	kernel.hides_ring = true;
	kernel.getevents_error = EINVAL;
	handle = run_some(fd, 4, OQ_DURABILITY_NONE);
	EQUAL(snapshot(handle).end, OQ_END_ERROR);
	EQUAL(oq_job_message(handle, message, sizeof(message)), 0);
	CONTAINS(message, "io_getevents failed with 4 in flight");
	EQUAL(oq_job_free(handle), 0);
}

/* Where the kernel shows them, completions cost no call. */
static void completions_are_read_from_memory(int fd)
{
	int null = sink();

	as_it_is();
	ends_well(null, 1, OQ_DURABILITY_NONE);
	EQUAL(calls.getevents, 0);
	kernel.hides_ring = true;
	ends_well(null, 1, OQ_DURABILITY_NONE);
	EQUAL(calls.getevents, OPERATIONS);
	ends_well(fd, 8, OQ_DURABILITY_FDATASYNC);
	ends_well(fd, 300, OQ_DURABILITY_NONE);
	oq_target_close(null);
}

static struct oq_snapshot in_open_loop(int fd, uint32_t flags)
{
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_LIBAIO);
	struct oq_stream_spec stream = stream_of(&job, 4);
	struct oq_snapshot end;
	int64_t handle;

	as_it_is();
	job.flags = flags;
	job.duration_ns = 300 * MS;
	stream.arrival = OQ_FIXED;
	stream.rate_hz = 500;
	handle = run(&job, &stream);
	end = snapshot(handle);
	EQUAL(end.end, OQ_END_DURATION);
	EQUAL(end.errors, 0);
	/* What was due: 150, less what was in flight at the end. */
	CHECK(end.operations + end.unserved >= 145 && end.operations + end.unserved <= 151,
	      "%llu and %llu", (unsigned long long)end.operations,
	      (unsigned long long)end.unserved);
	EQUAL(histogram(handle, OQ_KIND_RESPONSE).count, end.operations);
	EQUAL(oq_job_free(handle), 0);
	return end;
}

/* Between arrivals it sleeps in the kernel, and only then. */
static void it_waits_for_arrivals(int fd)
{
	(void)in_open_loop(fd, 0);
	CHECK(calls.waits > 0 && calls.waits <= 2 * 151 + 10, "%u", calls.waits);
	EQUAL(calls.waits, calls.getevents);
	(void)in_open_loop(fd, OQ_JOB_SPIN);
	EQUAL(calls.waits, 0);
}

static void start_fails(int error, const char *words)
{
	int fd = sink();
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_LIBAIO);
	struct oq_stream_spec streams[3];
	char message[256] = "";

	as_it_is();
	kernel.setup_error = error;
	job.streams = 3;
	for (int i = 0; i < 3; i++)
		streams[i] = stream_of(&job, 4);
	EQUAL(oq_job_start(&job, streams, message, sizeof(message)), -error);
	CONTAINS(message, words);
	EQUAL(features().libaio, 0);
	EQUAL(features().libaio_error, error);
	oq_target_close(fd);
}

static void refusals_are_named(void)
{
	char words[64] = "fs.aio-max-nr is ";
	FILE *file = fopen("/proc/sys/fs/aio-max-nr", "re");
	size_t length = strlen(words);

	REQUIRE(file && fgets(words + length, (int)(sizeof(words) - length), file));
	fclose(file);
	words[strcspn(words, "\n")] = '\0';
	start_fails(EAGAIN, words);
	start_fails(EAGAIN, "for 4 more");
	start_fails(ENOSYS, "CONFIG_AIO");
	start_fails(EPERM, "seccomp");
	start_fails(ENOMEM, "not enough memory");
	start_fails(EINVAL, "could not be set up: Invalid argument");
	as_it_is();
}

static void buffered_writes_are_refused(int fd)
{
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_LIBAIO);
	struct oq_stream_spec stream = stream_of(&job, 1);
	char message[256] = "";

	stream.durability = OQ_DURABILITY_BUFFERED;
	EQUAL(oq_job_start(&job, &stream, message, sizeof(message)), -EINVAL);
	CONTAINS(message, "libaio has no buffered write");
}

int main(void)
{
	int fd;

	if (!has_libaio())
		SKIP("this kernel has no asynchronous I/O for this process");
	fd = scratch(4 * MIB);
	one_at_a_time_flushes_by_a_call(fd);
	among_others_a_flush_is_submitted(fd);
	if (has_dsync())
		each_write_carries_its_flag(fd);
	batches_are_small(fd);
	what_is_not_taken_goes_again(fd);
	no_room_at_all_is_a_fault(fd);
	an_old_kernel_is_named(fd);
	what_cannot_be_flushed_is_named();
	a_broken_context_is_a_fault(fd);
	completions_are_read_from_memory(fd);
	it_waits_for_arrivals(fd);
	refusals_are_named();
	buffered_writes_are_refused(fd);
	oq_target_close(fd);
	return REPORT();
}
