/* Calls that come back short or interrupted: each block is whole all the same, and the right one. */
#include "fixture.h"
#include "sys.h"

#define BLOCKS 600u
#define BLOCK_BYTES 8192u

/* Each third call transfers only some sectors, each seventh is interrupted (ld --wrap). */
static uint32_t calls, cut, interrupted;
int64_t __real_oq_sys_pwrite(int fd, const void *buffer, size_t length, uint64_t offset, int flags);
int64_t __wrap_oq_sys_pwrite(int fd, const void *buffer, size_t length, uint64_t offset, int flags);
int64_t __real_oq_sys_pread(int fd, void *buffer, size_t length, uint64_t offset);
int64_t __wrap_oq_sys_pread(int fd, void *buffer, size_t length, uint64_t offset);

/* How much of LENGTH this call transfers; 0: it is interrupted. */
static size_t piece(size_t length)
{
	calls++;
	if (calls % 7 == 0) {
		interrupted++;
		return 0;
	}
	if (calls % 3 || length <= 512)
		return length;
	cut++;
	return 512 * (1 + calls / 3 % (length / 512 - 1));
}

int64_t __wrap_oq_sys_pwrite(int fd, const void *buffer, size_t length, uint64_t offset, int flags)
{
	length = piece(length);
	return length ? __real_oq_sys_pwrite(fd, buffer, length, offset, flags) : -EINTR;
}

int64_t __wrap_oq_sys_pread(int fd, void *buffer, size_t length, uint64_t offset)
{
	length = piece(length);
	return length ? __real_oq_sys_pread(fd, buffer, length, offset) : -EINTR;
}

static void nothing_is_lost(uint32_t durability)
{
	int fd = scratch(MIB);
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_PSYNC);
	struct oq_stream_spec stream = stream_of(&job, 1);
	struct oq_snapshot end;
	int64_t handle;

	calls = cut = interrupted = 0;
	job.duration_ns = 20000 * MS;
	job.max_bytes = BLOCKS * BLOCK_BYTES;
	job.stamp_run = 77;
	stream.mix[0].block_bytes = BLOCK_BYTES;
	stream.read_permille = 300;
	stream.durability = durability;
	stream.verify = OQ_VERIFY_CHECK;
	handle = run(&job, &stream);
	end = snapshot(handle);
	EQUAL(end.end, OQ_END_BYTES);
	EQUAL(end.errors, 0);
	EQUAL(end.operations, BLOCKS);
	EQUAL(end.total_bytes_written + end.total_bytes_read, BLOCKS * BLOCK_BYTES);
	EQUAL(end.verify_errors, 0);
	/* All that was written is read back, and much of it was read before. */
	CHECK(end.verified_bytes > MIB, "%llu", (unsigned long long)end.verified_bytes);
	CHECK(cut > BLOCKS / 4 && interrupted > BLOCKS / 8, "%u %u", cut, interrupted);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
}

int main(void)
{
	nothing_is_lost(OQ_DURABILITY_NONE);
	nothing_is_lost(OQ_DURABILITY_FDATASYNC);
	if (has_dsync())
		nothing_is_lost(OQ_DURABILITY_DSYNC);
	return REPORT();
}
