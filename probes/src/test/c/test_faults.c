/* Errors of the device: counted, the first one kept, short and interrupted I/O mended. */
#include <signal.h>
#include <sys/resource.h>

#include "backends.h"
#include "op.h"

/*
 * Faults are put where a backend reports a step's result, so that all backends meet the same
 * ones: the Nth result of a kind of step becomes another one (ld --wrap).
 */
static struct {
	enum oq_step_kind step;
	int at; /* counts down, hit at 0 */
	int64_t result;
	int repeat; /* how many results after the first are changed, too */
} fault;

bool __real_oq_op_complete(struct oq_worker *worker, struct oq_op *op, int64_t result,
			   uint64_t now_ns);
bool __wrap_oq_op_complete(struct oq_worker *worker, struct oq_op *op, int64_t result,
			   uint64_t now_ns);

bool __wrap_oq_op_complete(struct oq_worker *worker, struct oq_op *op, int64_t result,
			   uint64_t now_ns)
{
	if (op->step == fault.step && --fault.at <= 0 && fault.at >= -fault.repeat)
		result = fault.result;
	return __real_oq_op_complete(worker, op, result, now_ns);
}

static int target;

static int64_t run_with(uint32_t backend, uint32_t durability, uint32_t operation,
			uint32_t continue_on_error)
{
	struct oq_job_spec job = job_on(target, backend);
	struct oq_stream_spec stream = stream_of(&job, depth_of(backend));

	job.duration_ns = 10000 * MS;
	job.max_bytes = 200 * 4096;
	job.continue_on_error = continue_on_error;
	stream.durability = durability;
	stream.read_permille = operation;
	return run(&job, &stream);
}

static void set_fault(enum oq_step_kind step, int at, int64_t result, int repeat)
{
	fault.step = step;
	fault.at = at;
	fault.result = result;
	fault.repeat = repeat;
}

/* The job ends at its first error and says what it was. */
static void ends_at(uint32_t backend, enum oq_step_kind step, uint32_t durability, int error)
{
	uint32_t operation = step == OQ_STEP_READ ? 1000 : 0;
	struct oq_device_error e;
	struct oq_snapshot end;
	int64_t handle;

	set_fault(step, 20, -error, 0);
	handle = run_with(backend, durability, operation, 0);
	end = snapshot(handle);
	EQUAL(end.end, OQ_END_ERROR);
	EQUAL(end.errors, 1);
	CHECK(end.operations < 40);
	e = device_error(handle);
	EQUAL(e.error, error);
	EQUAL(e.count, 1);
	EQUAL(e.length, 4096);
	EQUAL(e.offset % 4096, 0);
	CHECK(e.at_ns > 0 && e.at_ns < 10000 * MS);
	EQUAL(e.operation, step == OQ_STEP_READ  ? OQ_KIND_READ :
			   step == OQ_STEP_WRITE ? OQ_KIND_WRITE :
						   OQ_KIND_FLUSH);
	EQUAL(oq_job_free(handle), 0);
}

static void device_errors_end_the_job(uint32_t backend)
{
	static const int errors[] = { EIO, ENODATA, EREMOTEIO, ETIMEDOUT, ENOSPC, ENODEV };

	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
		ends_at(backend, OQ_STEP_WRITE, OQ_DURABILITY_NONE, errors[i]);
	ends_at(backend, OQ_STEP_WRITE, OQ_DURABILITY_FDATASYNC, ENODATA);
	ends_at(backend, OQ_STEP_FDATASYNC, OQ_DURABILITY_FDATASYNC, EIO);
	ends_at(backend, OQ_STEP_READ, OQ_DURABILITY_NONE, ENODATA);
}

static void goes_on_as_told(uint32_t backend)
{
	struct oq_stream_result r = { .size = sizeof(r), .version = OQ_ABI_VERSION };
	struct oq_snapshot end;
	int64_t handle;

	set_fault(OQ_STEP_WRITE, 20, -ENODATA, 4);
	handle = run_with(backend, OQ_DURABILITY_NONE, 0, 5);
	end = snapshot(handle);
	EQUAL(end.end, OQ_END_BYTES);
	EQUAL(end.errors, 5);
	EQUAL(end.operations, 195);
	EQUAL(histogram(handle, OQ_KIND_WRITE).count, 195);
	EQUAL(device_error(handle).count, 5);
	EQUAL(oq_job_stream(handle, 0, &r), 0);
	EQUAL(r.errors, 5);
	EQUAL(oq_job_free(handle), 0);

	set_fault(OQ_STEP_WRITE, 20, -ENODATA, 100);
	handle = run_with(backend, OQ_DURABILITY_NONE, 0, 5);
	end = snapshot(handle);
	EQUAL(end.end, OQ_END_ERROR);
	CHECK(end.errors >= 6 && end.errors <= 14, "%llu", (unsigned long long)end.errors);
	EQUAL(oq_job_free(handle), 0);
}

/* A commit whose flush fails is in no histogram, not even its write. */
static void failed_commits_are_not_counted(uint32_t backend)
{
	int64_t handle;

	set_fault(OQ_STEP_FDATASYNC, 20, -EIO, 2);
	handle = run_with(backend, OQ_DURABILITY_FDATASYNC, 0, 10);
	EQUAL(snapshot(handle).operations, 197);
	EQUAL(snapshot(handle).errors, 3);
	EQUAL(histogram(handle, OQ_KIND_COMMIT).count, 197);
	EQUAL(histogram(handle, OQ_KIND_WRITE).count, 197);
	EQUAL(histogram(handle, OQ_KIND_FLUSH).count, 197);
	EQUAL(oq_job_free(handle), 0);
}

static void mended(uint32_t backend, enum oq_step_kind step, uint32_t durability, int64_t result,
		   int repeat, uint64_t bytes)
{
	uint32_t operation = step == OQ_STEP_READ ? 1000 : 0;
	struct oq_snapshot end;
	int64_t handle;

	set_fault(step, 20, result, repeat);
	handle = run_with(backend, durability, operation, 0);
	end = snapshot(handle);
	EQUAL(end.end, OQ_END_BYTES);
	EQUAL(end.errors, 0);
	EQUAL(end.operations, 200);
	EQUAL(end.total_bytes_written + end.total_bytes_read, bytes);
	EQUAL(oq_job_free(handle), 0);
}

static void short_and_interrupted_io_goes_on(uint32_t backend)
{
	const uint64_t all = 200 * 4096;

	mended(backend, OQ_STEP_WRITE, OQ_DURABILITY_NONE, 512, 0, all);
	mended(backend, OQ_STEP_WRITE, OQ_DURABILITY_FDATASYNC, 1024, 2, all);
	mended(backend, OQ_STEP_READ, OQ_DURABILITY_NONE, 2048, 0, all);
	mended(backend, OQ_STEP_WRITE, OQ_DURABILITY_NONE, -EINTR, 3, all);
	mended(backend, OQ_STEP_READ, OQ_DURABILITY_NONE, -EINTR, 0, all);
	mended(backend, OQ_STEP_FDATASYNC, OQ_DURABILITY_FDATASYNC, -EINTR, 3, all);
}

/* Nothing transferred, or a rest that O_DIRECT cannot take. */
static void what_cannot_go_on_is_eio(uint32_t backend)
{
	static const int64_t results[] = { 0, 100, 4095 };

	for (size_t i = 0; i < sizeof(results) / sizeof(results[0]); i++) {
		int64_t handle;

		set_fault(OQ_STEP_WRITE, 20, results[i], 0);
		handle = run_with(backend, OQ_DURABILITY_NONE, 0, 0);
		EQUAL(snapshot(handle).end, OQ_END_ERROR);
		EQUAL(device_error(handle).error, EIO);
		EQUAL(device_error(handle).operation, OQ_KIND_WRITE);
		EQUAL(oq_job_free(handle), 0);
	}
}

/* The kernel itself refuses to write behind the limit of the file's size. */
static void errors_of_the_kernel_arrive(uint32_t backend)
{
	struct rlimit before, limit;
	struct oq_device_error e;
	int64_t handle;

	set_fault(OQ_STEP_WRITE, 0, 0, -1);
	fault.step = 0;
	REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
	limit = before;
	limit.rlim_cur = MIB;
	REQUIRE(setrlimit(RLIMIT_FSIZE, &limit) == 0);
	handle = run_with(backend, OQ_DURABILITY_NONE, 0, 0);
	REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
	EQUAL(snapshot(handle).end, OQ_END_ERROR);
	e = device_error(handle);
	EQUAL(e.error, EFBIG);
	CHECK(e.offset >= MIB);
	EQUAL(oq_job_free(handle), 0);
}

static void all_with(uint32_t backend)
{
	device_errors_end_the_job(backend);
	goes_on_as_told(backend);
	failed_commits_are_not_counted(backend);
	short_and_interrupted_io_goes_on(backend);
	what_cannot_go_on_is_eio(backend);
	/* Stores are no calls of the kernel. */
	if (backend != OQ_BACKEND_PMEM)
		errors_of_the_kernel_arrive(backend);
}

int main(void)
{
	signal(SIGXFSZ, SIG_IGN);
	target = scratch(4 * MIB);
	all_with(OQ_BACKEND_PSYNC);
	if (has_uring())
		all_with(OQ_BACKEND_IO_URING);
	if (has_libaio())
		all_with(OQ_BACKEND_LIBAIO);
	if (has_pmem())
		all_with(OQ_BACKEND_PMEM);
	oq_target_close(target);
	return REPORT();
}
