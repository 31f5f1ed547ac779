/* Nothing outside the permit: refused as a specification and again before it is issued. */
#include <stdatomic.h>

#include "backends.h"
#include "cursor.h"
#include "guard.h"

/* The engine's own source of offsets, made to lie after some honest ones (ld --wrap). */
static _Atomic uint64_t lie;
static _Atomic int honest;
uint64_t __real_oq_cursor_next(struct oq_cursor *cursor, uint32_t length);
uint64_t __wrap_oq_cursor_next(struct oq_cursor *cursor, uint32_t length);

uint64_t __wrap_oq_cursor_next(struct oq_cursor *cursor, uint32_t length)
{
	uint64_t offset = __real_oq_cursor_next(cursor, length);

	return atomic_fetch_sub(&honest, 1) > 0 ? offset : atomic_load(&lie);
}

static void the_guard_knows_its_range(void)
{
	const struct oq_guard guard = { 4096, 8192 };
	const struct oq_guard all = { 0, UINT64_MAX };

	CHECK(oq_guard_allows(&guard, 4096, 8192));
	CHECK(oq_guard_allows(&guard, 8192, 4096));
	CHECK(!oq_guard_allows(&guard, 4095, 1));
	CHECK(!oq_guard_allows(&guard, 4096, 8193));
	CHECK(!oq_guard_allows(&guard, 12288, 1));
	CHECK(!oq_guard_allows(&guard, 12287, 2));
	CHECK(!oq_guard_allows(&guard, 4096, 0));
	CHECK(!oq_guard_allows(&guard, 0, UINT64_MAX));
	CHECK(!oq_guard_allows(&guard, UINT64_MAX - 4095, 8192));
	CHECK(!oq_guard_allows(&guard, 8192, UINT64_MAX - 4096));
	CHECK(oq_guard_allows(&all, UINT64_MAX - 512, 512));
}

static void expect(int fd, uint64_t offset, uint64_t length, uint64_t permit_offset,
		   uint64_t permit_length, int error, const char *words)
{
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_PSYNC);
	struct oq_stream_spec stream = stream_of(&job, 1);
	char message[256] = "";

	job.permit_offset = permit_offset;
	job.permit_length = permit_length;
	stream.region_offset = offset;
	stream.region_length = length;
	EQUAL(oq_job_start(&job, &stream, message, sizeof(message)), -error);
	CONTAINS(message, words);
}

static void regions_outside_are_refused(void)
{
	int fd = scratch(MIB);
	const uint64_t high = UINT64_MAX - 4095;

	expect(fd, 0, 8192, 4096, 8192, EPERM, "outside the permitted");
	expect(fd, 8192, 8192, 4096, 8192, EPERM, "outside the permitted");
	expect(fd, 0, MIB, 4096, 8192, EPERM, "outside the permitted");
	expect(fd, high, 4096, 4096, 8192, EPERM, "outside the permitted");
	expect(fd, 4096, high, 4096, 8192, EPERM, "outside the permitted");
	expect(fd, 0, 4096, 0, 0, EINVAL, "permit_length");
	expect(fd, 0, 4096, 0, MIB + 512, ERANGE, "the target at 1048576");
	expect(fd, 0, 4096, MIB, 4096, ERANGE, "the target at 1048576");
	expect(fd, 0, 4096, UINT64_MAX, 4096, EINVAL, "beyond 64 bits");
	oq_target_close(fd);
}

/* The page cache would write the rest of its pages, too. */
static void buffered_writes_need_whole_pages(void)
{
	int fd = scratch(MIB);
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_PSYNC);
	struct oq_stream_spec stream = stream_of(&job, 1);
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	static const struct {
		int offset;
		int length;
	} beside[] = { { 512, 0 }, { 0, -512 }, { 512, -512 }, { -512, 512 } };
	char message[256];

	job.max_bytes = 4096;
	stream.mix[0].block_bytes = 512;
	stream.durability = OQ_DURABILITY_BUFFERED;
	for (size_t i = 0; i < sizeof(beside) / sizeof(beside[0]); i++) {
		stream.region_offset = page + (uint64_t)beside[i].offset;
		stream.region_length = 2 * page + (uint64_t)beside[i].length;
		EQUAL(oq_job_start(&job, &stream, message, sizeof(message)), -EINVAL);
		CONTAINS(message, "region of whole pages");
	}
	stream.region_offset = page;
	stream.region_length = 2 * page;
	EQUAL(oq_job_free(run(&job, &stream)), 0);
	oq_target_close(fd);
}

static void check_lie(uint32_t backend, uint64_t offset)
{
	static uint8_t content[MIB] __attribute__((aligned(4096)));
	int fd = scratch(MIB);
	struct oq_job_spec job = job_on(fd, backend);
	struct oq_stream_spec stream = stream_of(&job, depth_of(backend));
	struct oq_snapshot end;
	char message[256] = "";
	int64_t handle;

	job.duration_ns = 0;
	job.permit_offset = stream.region_offset = 65536;
	job.permit_length = stream.region_length = 65536;
	atomic_store(&lie, offset);
	atomic_store(&honest, 10);
	handle = start(&job, &stream);
	end = finish(handle);
	EQUAL(end.end, OQ_END_ERROR);
	EQUAL(end.total_bytes_written, 10 * 4096);
	EQUAL(oq_job_message(handle, message, sizeof(message)), 0);
	CONTAINS(message, "outside the permitted range");
	EQUAL(device_error(handle).count, 0);
	EQUAL(oq_job_free(handle), 0);
	EQUAL(pread(fd, content, sizeof(content), 0), sizeof(content));
	for (uint32_t i = 0; i < sizeof(content); i++)
		if (i < 65536 || i >= 131072)
			REQUIRE(content[i] == 0);
	oq_target_close(fd);
}

static void a_wrong_offset_is_never_issued(uint32_t backend)
{
	check_lie(backend, 65536 - 4096);
	check_lie(backend, 131072);
	check_lie(backend, 131072 - 512);
	check_lie(backend, 0);
	check_lie(backend, UINT64_MAX - 4095);
}

int main(void)
{
	the_guard_knows_its_range();
	atomic_store(&honest, INT32_MAX);
	regions_outside_are_refused();
	buffered_writes_need_whole_pages();
	a_wrong_offset_is_never_issued(OQ_BACKEND_PSYNC);
	if (has_uring())
		a_wrong_offset_is_never_issued(OQ_BACKEND_IO_URING);
	if (has_libaio())
		a_wrong_offset_is_never_issued(OQ_BACKEND_LIBAIO);
	if (has_pmem())
		a_wrong_offset_is_never_issued(OQ_BACKEND_PMEM);
	return REPORT();
}
