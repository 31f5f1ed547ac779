/* Each way to make writes durable does the calls it promises and counts them as one commit. */
#include "fixture.h"
#include "sys.h"

#define LENGTH (4 * MIB)

/* Calls that reached the kernel, in their order. */
enum call { PWRITE = 'w', DSYNC = 'D', FDATASYNC = 'f', FSYNC = 'F', RANGE = 'r', PREAD = 'p' };

static char calls[4096];
static uint32_t call_count;
static uint64_t offsets[4096];
static uint32_t lengths[4096];

static void note(enum call call, uint64_t offset, size_t length)
{
	if (call_count >= sizeof(calls) - 1)
		return;
	offsets[call_count] = offset;
	lengths[call_count] = (uint32_t)length;
	calls[call_count++] = (char)call;
	calls[call_count] = '\0';
}

int64_t __real_oq_sys_pread(int fd, void *buffer, size_t length, uint64_t offset);
int64_t __wrap_oq_sys_pread(int fd, void *buffer, size_t length, uint64_t offset);
int64_t __real_oq_sys_pwrite(int fd, const void *buffer, size_t length, uint64_t offset, int flags);
int64_t __wrap_oq_sys_pwrite(int fd, const void *buffer, size_t length, uint64_t offset, int flags);
int __real_oq_sys_fdatasync(int fd);
int __wrap_oq_sys_fdatasync(int fd);
int __real_oq_sys_fsync(int fd);
int __wrap_oq_sys_fsync(int fd);
int __real_oq_sys_sync_range(int fd, uint64_t offset, uint64_t length, uint32_t flags);
int __wrap_oq_sys_sync_range(int fd, uint64_t offset, uint64_t length, uint32_t flags);

int64_t __wrap_oq_sys_pread(int fd, void *buffer, size_t length, uint64_t offset)
{
	note(PREAD, offset, length);
	return __real_oq_sys_pread(fd, buffer, length, offset);
}

int64_t __wrap_oq_sys_pwrite(int fd, const void *buffer, size_t length, uint64_t offset, int flags)
{
	/* features() tries the flag on one byte. */
	if (length > 1)
		note(flags & RWF_DSYNC ? DSYNC : PWRITE, offset, length);
	return __real_oq_sys_pwrite(fd, buffer, length, offset, flags);
}

int __wrap_oq_sys_fdatasync(int fd)
{
	note(FDATASYNC, 0, 0);
	return __real_oq_sys_fdatasync(fd);
}

int __wrap_oq_sys_fsync(int fd)
{
	note(FSYNC, 0, 0);
	return __real_oq_sys_fsync(fd);
}

int __wrap_oq_sys_sync_range(int fd, uint64_t offset, uint64_t length, uint32_t flags)
{
	note(RANGE, offset, length);
	EQUAL(flags, 7);
	return __real_oq_sys_sync_range(fd, offset, length, flags);
}

static int target;

static struct oq_stream_spec sequential(const struct oq_job_spec *job, uint32_t durability)
{
	struct oq_stream_spec stream = stream_of(job, 1);

	stream.pattern = OQ_SEQUENTIAL;
	stream.durability = durability;
	return stream;
}

/* N operations of BYTES each; the calls are left in `calls`. */
static int64_t run_operations(const struct oq_stream_spec *stream, uint64_t n, uint64_t bytes)
{
	struct oq_job_spec job = job_on(target, OQ_BACKEND_PSYNC);
	int64_t handle;

	job.duration_ns = 0;
	job.max_bytes = n * bytes;
	call_count = 0;
	calls[0] = '\0';
	handle = run(&job, stream);
	EQUAL(snapshot(handle).operations, n);
	EQUAL(snapshot(handle).bytes, n * bytes);
	return handle;
}

static void calls_are(const char *expected)
{
	CHECK(strcmp(calls, expected) == 0, "%s instead of %s", calls, expected);
}

static void kinds_are(int64_t handle, uint64_t commits, uint64_t writes, uint64_t flushes)
{
	EQUAL(histogram(handle, OQ_KIND_COMMIT).count, commits);
	EQUAL(histogram(handle, OQ_KIND_WRITE).count, writes);
	EQUAL(histogram(handle, OQ_KIND_FLUSH).count, flushes);
	EQUAL(histogram(handle, OQ_KIND_RESPONSE).count, 0);
	EQUAL(oq_job_free(handle), 0);
}

static void simple_ones(void)
{
	struct oq_job_spec job = job_on(target, OQ_BACKEND_PSYNC);
	struct oq_stream_spec stream = sequential(&job, OQ_DURABILITY_NONE);

	kinds_are(run_operations(&stream, 3, 4096), 0, 3, 0);
	calls_are("www");
	stream.durability = OQ_DURABILITY_FDATASYNC;
	kinds_are(run_operations(&stream, 3, 4096), 3, 3, 3);
	calls_are("wfwfwf");
	stream.durability = OQ_DURABILITY_FSYNC;
	kinds_are(run_operations(&stream, 3, 4096), 3, 3, 3);
	calls_are("wFwFwF");
	if (!has_dsync())
		return;
	stream.durability = OQ_DURABILITY_DSYNC;
	kinds_are(run_operations(&stream, 3, 4096), 3, 3, 0);
	calls_are("DDD");
}

/* Several writes and the flush that covers them are one commit. */
static void one_flush_for_several_writes(void)
{
	struct oq_job_spec job = job_on(target, OQ_BACKEND_PSYNC);
	struct oq_stream_spec stream = sequential(&job, OQ_DURABILITY_FDATASYNC);
	struct oq_histogram commit, write, flush;
	int64_t handle;

	stream.flush_every = 4;
	handle = run_operations(&stream, 2, 4 * 4096);
	calls_are("wwwwfwwwwf");
	commit = histogram(handle, OQ_KIND_COMMIT);
	write = histogram(handle, OQ_KIND_WRITE);
	flush = histogram(handle, OQ_KIND_FLUSH);
	CHECK(commit.sum_ns >= write.sum_ns + flush.sum_ns);
	EQUAL(snapshot(handle).total_flushes, 2);
	for (uint32_t i = 0; i < 4; i++)
		EQUAL(offsets[i], i * 4096);
	EQUAL(offsets[5], 4 * 4096);
	kinds_are(handle, 2, 8, 2);
	stream.durability = OQ_DURABILITY_FSYNC;
	kinds_are(run_operations(&stream, 1, 4 * 4096), 1, 4, 1);
	calls_are("wwwwF");
}

/* Each write counts as it ends; the fsync behind every third belongs to none of them. */
static void flushes_behind_writes(void)
{
	struct oq_job_spec job = job_on(target, OQ_BACKEND_PSYNC);
	struct oq_stream_spec stream = sequential(&job, OQ_DURABILITY_BEHIND);
	struct oq_stream_result result = { .size = sizeof(result), .version = OQ_ABI_VERSION };
	int64_t handle;

	stream.flush_every = 3;
	handle = run_operations(&stream, 7, 4096);
	calls_are("wwwFwwwFw");
	EQUAL(snapshot(handle).total_flushes, 2);
	EQUAL(oq_job_stream(handle, 0, &result), 0);
	EQUAL(result.sum_ns, histogram(handle, OQ_KIND_WRITE).sum_ns);
	kinds_are(handle, 0, 7, 2);
	stream.flush_every = 1;
	kinds_are(run_operations(&stream, 2, 4096), 0, 2, 2);
	calls_are("wFwF");
}

/* What BlueFS does with bluefs_buffered_io: through the page cache, each range at once. */
static void buffered_writes_sync_their_range(void)
{
	struct oq_job_spec job = job_on(target, OQ_BACKEND_PSYNC);
	struct oq_stream_spec stream = sequential(&job, OQ_DURABILITY_BUFFERED);

	stream.flush_every = 2;
	kinds_are(run_operations(&stream, 2, 2 * 4096), 2, 4, 6);
	calls_are("wrwrfwrwrf");
	EQUAL(offsets[1], offsets[0]);
	EQUAL(lengths[1], 4096);
	EQUAL(offsets[3], 4096);
}

static void chain_is(struct oq_stream_spec *stream, uint32_t count, const struct oq_step_spec *steps)
{
	stream->durability = OQ_DURABILITY_CHAIN;
	stream->step_count = count;
	memcpy(stream->steps, steps, count * sizeof(*steps));
}

/* bcache: data, then a journal write with flush and FUA, one after the other. */
static void bcache_chain(void)
{
	static const struct oq_step_spec steps[] = {
		{ OQ_STEP_WRITE, 0, 0 },
		{ OQ_STEP_FDATASYNC, 0, 0 },
		{ OQ_STEP_WRITE, 8192, OQ_STEP_DSYNC | OQ_STEP_JOURNAL },
	};
	struct oq_job_spec job = job_on(target, OQ_BACKEND_PSYNC);
	struct oq_stream_spec stream = sequential(&job, OQ_DURABILITY_CHAIN);
	int64_t handle;

	stream.region_length = 2 * MIB;
	stream.journal_offset = 2 * MIB;
	stream.journal_length = 16384;
	chain_is(&stream, 3, steps);
	handle = run_operations(&stream, 4, 4096 + 8192);
	calls_are("wfDwfDwfDwfD");
	for (uint32_t i = 0; i < 4; i++) {
		EQUAL(offsets[3 * i], i * 4096);
		EQUAL(lengths[3 * i], 4096);
		EQUAL(offsets[3 * i + 2], 2 * MIB + i % 2 * 8192); /* a ring of two */
		EQUAL(lengths[3 * i + 2], 8192);
	}
	EQUAL(snapshot(handle).total_dsyncs, 4);
	EQUAL(snapshot(handle).total_flushes, 4);
	EQUAL(snapshot(handle).total_bytes_written, 4 * 12288);
	kinds_are(handle, 4, 8, 4);
}

/* dm-writecache: 4k + 64k, flush, 4k with FUA. */
static void writecache_chain(void)
{
	static const struct oq_step_spec steps[] = {
		{ OQ_STEP_WRITE, 4096, 0 },
		{ OQ_STEP_WRITE, 65536, 0 },
		{ OQ_STEP_FDATASYNC, 0, 0 },
		{ OQ_STEP_WRITE, 4096, OQ_STEP_DSYNC },
	};
	struct oq_job_spec job = job_on(target, OQ_BACKEND_PSYNC);
	struct oq_stream_spec stream = sequential(&job, OQ_DURABILITY_CHAIN);

	chain_is(&stream, 4, steps);
	kinds_are(run_operations(&stream, 3, 4096 + 65536 + 4096), 3, 9, 3);
	calls_are("wwfDwwfDwwfD");
	EQUAL(lengths[1], 65536);
	EQUAL(offsets[1], 4096);
	EQUAL(offsets[3], 4096 + 65536);
}

static void chains_are_checked(void)
{
	static const struct oq_step_spec flush_first[] = { { OQ_STEP_FDATASYNC, 0, 0 } };
	static const struct oq_step_spec journal[] = { { OQ_STEP_WRITE, 0, OQ_STEP_JOURNAL } };
	static const struct oq_step_spec range[] = { { OQ_STEP_WRITE, 0, 0 },
						     { OQ_STEP_SYNC_RANGE, 0, 0 } };
	static const struct oq_step_spec odd[] = { { OQ_STEP_WRITE, 700, 0 } };
	static const struct {
		const struct oq_step_spec *steps;
		uint32_t count;
		const char *words;
	} cases[] = {
		{ flush_first, 1, "starts with a write" },
		{ journal, 1, "journal" },
		{ range, 2, "cannot be in a chain" },
		{ odd, 1, "multiple of 512" },
		{ odd, 0, "step_count" },
	};
	struct oq_job_spec job = job_on(target, OQ_BACKEND_PSYNC);

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct oq_stream_spec stream = sequential(&job, OQ_DURABILITY_CHAIN);
		char message[256] = "";

		chain_is(&stream, cases[i].count, cases[i].steps);
		EQUAL(oq_job_start(&job, &stream, message, sizeof(message)), -EINVAL);
		CONTAINS(message, cases[i].words);
	}
}

/* All of them, several in flight: counts agree, nothing is left out. */
static void in_flight(uint32_t backend)
{
	static const struct oq_step_spec steps[] = {
		{ OQ_STEP_WRITE, 4096, 0 },
		{ OQ_STEP_WRITE, 16384, 0 },
		{ OQ_STEP_FDATASYNC, 0, 0 },
		{ OQ_STEP_WRITE, 4096, OQ_STEP_DSYNC | OQ_STEP_JOURNAL },
	};
	struct oq_job_spec job = job_on(target, backend);

	for (uint32_t d = OQ_DURABILITY_NONE; d <= OQ_DURABILITY_BEHIND; d++) {
		struct oq_stream_spec stream = stream_of(&job, 8);
		struct oq_snapshot end;
		int64_t handle;

		if (d == OQ_DURABILITY_BUFFERED && backend == OQ_BACKEND_LIBAIO)
			continue; /* refused, see test_libaio */
		stream.durability = d;
		stream.flush_every = 3;
		stream.region_length = 2 * MIB;
		if (d == OQ_DURABILITY_CHAIN) {
			stream.journal_offset = 3 * MIB;
			stream.journal_length = MIB;
			chain_is(&stream, 4, steps);
		}
		job.duration_ns = 150 * MS;
		handle = run(&job, &stream);
		end = snapshot(handle);
		EQUAL(end.errors, 0);
		CHECK(end.operations > 0, "durability %u", d);
		if (d == OQ_DURABILITY_BEHIND) {
			EQUAL(histogram(handle, OQ_KIND_WRITE).count, end.operations);
			CHECK(histogram(handle, OQ_KIND_FLUSH).count <= end.operations / 3 + 8);
			CHECK(histogram(handle, OQ_KIND_FLUSH).count >= end.operations / 3 - 8);
		} else if (d != OQ_DURABILITY_NONE) {
			EQUAL(histogram(handle, OQ_KIND_COMMIT).count, end.operations);
		}
		if (d == OQ_DURABILITY_CHAIN) {
			EQUAL(histogram(handle, OQ_KIND_WRITE).count, 3 * end.operations);
			EQUAL(end.bytes, end.operations * (4096 + 16384 + 4096));
		}
		EQUAL(oq_job_free(handle), 0);
	}
}

int main(void)
{
	target = scratch(LENGTH);
	simple_ones();
	one_flush_for_several_writes();
	flushes_behind_writes();
	buffered_writes_sync_their_range();
	if (has_dsync()) {
		bcache_chain();
		writecache_chain();
	}
	chains_are_checked();
	if (has_uring())
		in_flight(OQ_BACKEND_IO_URING);
	if (has_libaio())
		in_flight(OQ_BACKEND_LIBAIO);
	oq_target_close(target);
	return REPORT();
}
