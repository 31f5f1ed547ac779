/* Mapped memory: every way of storing, what a commit is, what a fault of the memory becomes. */
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "fixture.h"
#include "pmem.h"
#include "sigbus.h"
#include "sys.h"

#define LENGTH (4u * MIB)

#ifndef MAP_SYNC
#define MAP_SYNC 0x080000
#endif

/*
 * Persistent memory is not to be had in a test: a kernel that maps with MAP_SYNC, one that fails,
 * and a CPU with other instructions (ld --wrap).
 */
static struct {
	bool dax;        /* MAP_SYNC is granted */
	int sync_error;  /* ... is refused with this instead of EOPNOTSUPP */
	int map_error;   /* no mapping at all */
	int msync_error;
	int madvise_error;
	bool other_cpu;
	uint32_t methods; /* of the other CPU */
} fake;

/* What the engine asked for. */
static struct {
	_Atomic uint64_t msyncs;
	_Atomic uint64_t msynced_bytes;
	_Atomic uint64_t madvises;
	_Atomic uint64_t fences;
} seen;

int __real_oq_sys_map(int fd, uint64_t offset, size_t length, int protection, int flags,
		      uint8_t **map);
int __wrap_oq_sys_map(int fd, uint64_t offset, size_t length, int protection, int flags,
		      uint8_t **map);
int __real_oq_sys_msync(uint8_t *at, size_t length);
int __wrap_oq_sys_msync(uint8_t *at, size_t length);
int __real_oq_sys_madvise(uint8_t *at, size_t length, int advice);
int __wrap_oq_sys_madvise(uint8_t *at, size_t length, int advice);
uint32_t __real_oq_pmem_cpu(void);
uint32_t __wrap_oq_pmem_cpu(void);
void __real_oq_pmem_fence(void);
void __wrap_oq_pmem_fence(void);

int __wrap_oq_sys_map(int fd, uint64_t offset, size_t length, int protection, int flags,
		      uint8_t **map)
{
	if (fake.map_error)
		return -fake.map_error;
	if (flags & MAP_SYNC && fake.sync_error)
		return -fake.sync_error;
	if (flags & MAP_SYNC && fake.dax)
		flags = MAP_SHARED;
	return __real_oq_sys_map(fd, offset, length, protection, flags, map);
}

int __wrap_oq_sys_msync(uint8_t *at, size_t length)
{
	atomic_fetch_add(&seen.msyncs, 1);
	atomic_fetch_add(&seen.msynced_bytes, length);
	return fake.msync_error ? -fake.msync_error : __real_oq_sys_msync(at, length);
}

int __wrap_oq_sys_madvise(uint8_t *at, size_t length, int advice)
{
	CHECK(advice == 22 || advice == 23, "%d", advice); /* MADV_POPULATE_READ, _WRITE */
	atomic_fetch_add(&seen.madvises, 1);
	return fake.madvise_error ? -fake.madvise_error :
				    __real_oq_sys_madvise(at, length, advice);
}

uint32_t __wrap_oq_pmem_cpu(void)
{
	return fake.other_cpu ? fake.methods : __real_oq_pmem_cpu();
}

void __wrap_oq_pmem_fence(void)
{
	atomic_fetch_add(&seen.fences, 1);
	__real_oq_pmem_fence();
}

static void forget(void)
{
	memset(&fake, 0, sizeof(fake));
	memset(&seen, 0, sizeof(seen));
}

static int memory(uint64_t length)
{
	char message[256] = "";
	int fd = oq_memory_open(length, message, sizeof(message));

	if (fd < 0)
		fprintf(stderr, "%s\n", message);
	REQUIRE(fd >= 0);
	return fd;
}

static uint32_t flag_of(uint32_t method)
{
	return method == OQ_PMEM_CLFLUSH ? OQ_USED_CLFLUSH : 1u << (4 + method);
}

static bool has(uint32_t method)
{
	return __real_oq_pmem_cpu() & flag_of(method);
}

/* Of the target FD, until COUNT blocks are written. */
static struct oq_job_spec job_of(int fd, uint32_t block, uint32_t count)
{
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_PMEM);

	job.duration_ns = 0;
	job.max_bytes = (uint64_t)block * count;
	return job;
}

/* Each byte arrives, and none beside them changes. */
static void stores_are_copies(uint32_t method)
{
	static uint8_t from[MIB + 1024] __attribute__((aligned(4096)));
	static uint8_t to[MIB + 1024] __attribute__((aligned(4096)));
	static uint8_t back[MIB + 1024];
	static const uint32_t lengths[] = { 512, 1024, 4096, 66048, MIB };

	for (size_t i = 0; i < sizeof(from); i++)
		from[i] = (uint8_t)(i * 37 + i / 251);
	for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		const uint32_t length = lengths[i];

		memset(to, 0xee, sizeof(to));
		memset(back, 0xdd, sizeof(back));
		oq_pmem_store_of(method)(to + 512, from, length);
		oq_pmem_fence();
		CHECK(!memcmp(to + 512, from, length), "method %u, %u bytes", method, length);
		for (uint32_t k = 0; k < 512; k++)
			REQUIRE(to[k] == 0xee && to[512 + length + k] == 0xee);
		oq_pmem_load(back + 512, to + 512, length);
		CHECK(!memcmp(back + 512, from, length));
		for (uint32_t k = 0; k < 512; k++)
			REQUIRE(back[k] == 0xdd && (k + length + 512 >= sizeof(back) ||
						    back[512 + length + k] == 0xdd));
	}
}

static void check_verified(int64_t handle, uint64_t blocks)
{
	struct oq_verify_result v = { .size = sizeof(v), .version = OQ_ABI_VERSION };
	struct oq_snapshot end = snapshot(handle);
	char message[256] = "";

	EQUAL(oq_job_verify(handle, &v), 0);
	EQUAL(v.verdict, OQ_BLOCK_GOOD);
	EQUAL(v.count[OQ_BLOCK_GOOD], v.blocks);
	CHECK(v.blocks >= blocks, "%llu blocks", (unsigned long long)v.blocks);
	CHECK(end.verified_bytes > 0);
	EQUAL(end.verify_errors, 0);
	EQUAL(end.errors, 0);
	EQUAL(oq_job_message(handle, message, sizeof(message)), 0);
	EQUAL(strlen(message), 0);
}

static void content_is_what_was_written(int fd, uint32_t method, uint32_t block, uint32_t pattern,
					uint32_t durability, uint32_t count)
{
	struct oq_job_spec job = job_of(fd, block, count);
	struct oq_stream_spec stream = stream_of(&job, 1);
	int64_t handle;

	job.pmem_method = method;
	job.stamp_run = 77;
	stream.pattern = pattern;
	stream.durability = durability;
	stream.mix[0].block_bytes = block;
	stream.region_length = job.permit_length / block * block;
	stream.verify = OQ_VERIFY_CHECK;
	handle = run(&job, &stream);
	EQUAL(snapshot(handle).end, OQ_END_BYTES);
	EQUAL(snapshot(handle).total_bytes_written, job.max_bytes);
	EQUAL(snapshot(handle).backend_flags, flag_of(method) | OQ_USED_MSYNC);
	check_verified(handle, 1);
	EQUAL(oq_job_free(handle), 0);
}

static void all_content_is_what_was_written(uint32_t method)
{
	static const uint32_t blocks[] = { 512, 4096, 12288, 65536, MIB };
	int fd = memory(LENGTH), file = scratch(LENGTH);

	for (size_t i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
		for (uint32_t durability = 1; durability <= 4; durability++)
			for (uint32_t pattern = 1; pattern <= 2; pattern++)
				content_is_what_was_written(fd, method, blocks[i], pattern,
							    durability, blocks[i] < MIB ? 60 : 6);
		content_is_what_was_written(file, method, blocks[i], OQ_RANDOM,
					    i % 2 ? OQ_DURABILITY_DSYNC : OQ_DURABILITY_FSYNC, 6);
	}
	oq_target_close(fd);
	oq_target_close(file);
}

/* Reads beside writes find what was written before, in the running job and at its end. */
static void reads_are_checked(void)
{
	int fd = memory(MIB);
	struct oq_job_spec job = job_of(fd, 4096, 3000);
	struct oq_stream_spec stream = stream_of(&job, 1);
	int64_t handle;

	stream.read_permille = 500;
	stream.verify = OQ_VERIFY_CHECK;
	handle = run(&job, &stream);
	check_verified(handle, 1000);
	CHECK(histogram(handle, OQ_KIND_READ).count > 0 || snapshot(handle).measured_ns == 0);
	CHECK(snapshot(handle).total_bytes_read > 1000 * 4096);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
}

/* A mix of sizes at a fixed rate: each operation has its response, too. */
static void open_loop_and_mix_work(void)
{
	int fd = memory(MIB);
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_PMEM);
	struct oq_stream_spec stream = stream_of(&job, 1);
	struct oq_snapshot end;
	int64_t handle;

	job.duration_ns = 100 * MS;
	stream.durability = OQ_DURABILITY_DSYNC;
	stream.arrival = OQ_FIXED;
	stream.rate_hz = 2000;
	stream.mix_count = 2;
	stream.mix[0] = (struct oq_mix_entry){ 512, 3 };
	stream.mix[1] = (struct oq_mix_entry){ 65536, 1 };
	stream.region_length = MIB;
	stream.verify = OQ_VERIFY_CHECK;
	handle = run(&job, &stream);
	check_verified(handle, 1);
	end = snapshot(handle);
	CHECK(end.operations > 0 && end.operations + end.unserved <= 201, "%llu",
	      (unsigned long long)end.operations);
	CHECK(end.operations + end.unserved >= 199);
	CHECK(end.bytes > end.operations * 512 && end.bytes < end.operations * 65536);
	EQUAL(histogram(handle, OQ_KIND_RESPONSE).count, end.operations);
	EQUAL(histogram(handle, OQ_KIND_COMMIT).count, end.operations);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
}

/* The mapping has whole pages; the permit begins and ends within one. */
static void bytes_outside_stay(int fd, uint64_t size, uint64_t offset, uint64_t length)
{
	static uint8_t content[64 * KIB] __attribute__((aligned(4096)));
	struct oq_job_spec job;
	struct oq_stream_spec stream;
	int64_t handle;

	EQUAL(fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_DIRECT), 0);
	REQUIRE(oq_target_allocate(fd, size) == 0);
	memset(content, 0xa5, size);
	EQUAL(pwrite(fd, content, size, 0), size);
	job = job_of(fd, 512, (uint32_t)(length / 512));
	job.permit_offset = offset;
	job.permit_length = length;
	stream = stream_of(&job, 1);
	stream.pattern = OQ_SEQUENTIAL;
	stream.durability = OQ_DURABILITY_FDATASYNC;
	stream.flush_every = 8;
	stream.mix[0].block_bytes = 512;
	stream.region_length = length;
	stream.verify = OQ_VERIFY_CHECK;
	handle = run(&job, &stream);
	check_verified(handle, length / 512);
	EQUAL(oq_job_free(handle), 0);
	EQUAL(oq_target_size(fd), size);
	EQUAL(pread(fd, content, sizeof(content), 0), size);
	for (uint64_t i = 0; i < size; i++)
		if (i < offset || i >= offset + length)
			REQUIRE(content[i] == 0xa5);
	for (uint64_t i = offset; i < offset + length; i += 512)
		CHECK(memcmp(content + i, "\xa5\xa5\xa5\xa5\xa5\xa5\xa5\xa5", 8), "%llu",
		      (unsigned long long)i);
	oq_target_close(fd);
}

static void no_byte_outside_is_touched(void)
{
	bytes_outside_stay(memory(64 * KIB), 64 * KIB, 9 * 512, 19 * 512);
	bytes_outside_stay(scratch(64 * KIB), 64 * KIB, 9 * 512, 19 * 512);
	bytes_outside_stay(scratch(64 * KIB), 64 * KIB, 4096, 8192);
	/* The last page of the file is not whole. */
	bytes_outside_stay(memory(64 * KIB), 3 * 4096 + 512, 4096 + 512, 2 * 4096);
	bytes_outside_stay(scratch(64 * KIB), 3 * 4096 + 512, 512, 3 * 4096);
}

static int64_t commits(int fd, uint32_t durability, uint32_t flush_every, uint32_t block,
		       uint32_t count)
{
	struct oq_job_spec job = job_of(fd, block, count);
	struct oq_stream_spec stream = stream_of(&job, 1);

	stream.pattern = OQ_SEQUENTIAL;
	stream.durability = durability;
	stream.flush_every = flush_every;
	stream.mix[0].block_bytes = block;
	atomic_store(&seen.msyncs, 0);
	atomic_store(&seen.msynced_bytes, 0);
	atomic_store(&seen.fences, 0);
	return run(&job, &stream);
}

/* On page cache a commit is msync of just what was written; one more fence ends the job. */
static void page_cache_is_synced(int fd)
{
	int64_t handle = commits(fd, OQ_DURABILITY_NONE, 1, 4096, 40);

	/* Nothing is left for the kernel to write while the next job runs. */
	EQUAL(atomic_load(&seen.msyncs), 1);
	EQUAL(atomic_load(&seen.msynced_bytes), 40 * 4096);
	EQUAL(atomic_load(&seen.fences), 1);
	EQUAL(oq_job_free(handle), 0);
	handle = commits(fd, OQ_DURABILITY_DSYNC, 1, 4096, 40);
	EQUAL(snapshot(handle).total_dsyncs, 40);
	EQUAL(snapshot(handle).total_flushes, 0);
	EQUAL(atomic_load(&seen.msyncs), 40);
	EQUAL(atomic_load(&seen.msynced_bytes), 40 * 4096);
	EQUAL(atomic_load(&seen.fences), 41);
	EQUAL(oq_job_free(handle), 0);
	handle = commits(fd, OQ_DURABILITY_FDATASYNC, 4, 4096, 40);
	EQUAL(snapshot(handle).operations, 10);
	EQUAL(snapshot(handle).total_flushes, 10);
	EQUAL(snapshot(handle).total_dsyncs, 0);
	EQUAL(histogram(handle, OQ_KIND_COMMIT).count, 10);
	EQUAL(histogram(handle, OQ_KIND_WRITE).count, 40);
	EQUAL(histogram(handle, OQ_KIND_FLUSH).count, 10);
	EQUAL(atomic_load(&seen.msyncs), 10);
	EQUAL(atomic_load(&seen.msynced_bytes), 40 * 4096);
	EQUAL(atomic_load(&seen.fences), 11);
	EQUAL(snapshot(handle).backend_flags & (OQ_USED_DAX | OQ_USED_MSYNC), OQ_USED_MSYNC);
	EQUAL(atomic_load(&seen.madvises), 0);
	EQUAL(oq_job_free(handle), 0);
}

/* A chain into journal and region: both are flushed, the write with its own fence at once. */
static void chains_flush_both_places(bool dax)
{
	int fd = scratch(LENGTH);
	struct oq_job_spec job = job_of(fd, 3 * 4096, 8);
	struct oq_stream_spec stream = stream_of(&job, 1);
	int64_t handle;

	forget();
	fake.dax = dax;
	stream.durability = OQ_DURABILITY_CHAIN;
	stream.step_count = 4;
	stream.steps[0] = (struct oq_step_spec){ OQ_STEP_WRITE, 0, 0 };
	stream.steps[1] = (struct oq_step_spec){ OQ_STEP_WRITE, 4096, OQ_STEP_JOURNAL };
	stream.steps[2] = (struct oq_step_spec){ OQ_STEP_WRITE, 4096,
						 OQ_STEP_JOURNAL | OQ_STEP_DSYNC };
	stream.steps[3] = (struct oq_step_spec){ OQ_STEP_FSYNC, 0, 0 };
	stream.region_offset = MIB;
	stream.region_length = MIB;
	stream.journal_offset = 3 * MIB + 4096;
	stream.journal_length = 64 * KIB;
	stream.verify = OQ_VERIFY_CHECK;
	handle = run(&job, &stream);
	check_verified(handle, 1);
	EQUAL(snapshot(handle).operations, 8);
	EQUAL(snapshot(handle).total_dsyncs, 8);
	EQUAL(snapshot(handle).total_flushes, 8);
	EQUAL(atomic_load(&seen.msyncs), dax ? 0 : 8 + 2 * 8);
	EQUAL(atomic_load(&seen.fences), 8 + 8 + 1);
	EQUAL(snapshot(handle).backend_flags & (OQ_USED_DAX | OQ_USED_MSYNC),
	      dax ? OQ_USED_DAX : OQ_USED_MSYNC);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
	forget();
}

/* On DAX a commit is a fence; the page table is filled before, where the kernel can. */
static void dax_is_only_fenced(int fd, int madvise_error)
{
	int64_t handle;

	forget();
	fake.dax = true;
	fake.madvise_error = madvise_error;
	handle = commits(fd, OQ_DURABILITY_DSYNC, 1, 4096, 40);
	EQUAL(snapshot(handle).backend_flags & (OQ_USED_DAX | OQ_USED_MSYNC), OQ_USED_DAX);
	EQUAL(atomic_load(&seen.msyncs), 0);
	EQUAL(atomic_load(&seen.fences), 41);
	EQUAL(atomic_load(&seen.madvises), 1);
	EQUAL(oq_job_free(handle), 0);
	handle = commits(fd, OQ_DURABILITY_FSYNC, 8, 512, 40);
	EQUAL(snapshot(handle).total_flushes, 5);
	EQUAL(atomic_load(&seen.msyncs), 0);
	EQUAL(atomic_load(&seen.fences), 6);
	EQUAL(oq_job_free(handle), 0);
	forget();
}

/* A file in memory is not persistent, but has no page faults either once it is mapped. */
static void memory_is_populated(void)
{
	int fd = memory(MIB);
	int64_t handle;

	forget();
	handle = commits(fd, OQ_DURABILITY_DSYNC, 1, 4096, 40);
	EQUAL(snapshot(handle).backend_flags & (OQ_USED_DAX | OQ_USED_MSYNC), OQ_USED_MSYNC);
	EQUAL(atomic_load(&seen.madvises), 1);
	EQUAL(atomic_load(&seen.msyncs), 40);
	EQUAL(oq_job_free(handle), 0);
	forget();
	oq_target_close(fd);
}

static void start_fails(int fd, uint32_t method, int error, const char *words)
{
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_PMEM);
	struct oq_stream_spec stream = stream_of(&job, 1);
	char message[256] = "";

	job.pmem_method = method;
	EQUAL(oq_job_start(&job, &stream, message, sizeof(message)), -error);
	CONTAINS(message, words);
	forget();
}

static void kernels_that_refuse_are_named(void)
{
	int fd = memory(MIB);
	int64_t handle;

	fake.sync_error = EINVAL; /* before Linux 4.15 */
	handle = commits(fd, OQ_DURABILITY_DSYNC, 1, 4096, 5);
	EQUAL(snapshot(handle).backend_flags & (OQ_USED_DAX | OQ_USED_MSYNC), OQ_USED_MSYNC);
	EQUAL(oq_job_free(handle), 0);
	fake.sync_error = EPERM;
	start_fails(fd, 0, EPERM, "cannot be mapped: Operation not permitted");
	fake.map_error = ENOMEM;
	start_fails(fd, 0, ENOMEM, "cannot be mapped: Cannot allocate memory");
	oq_target_close(fd);
}

static void other_cpu(uint32_t methods)
{
	fake.other_cpu = true;
	fake.methods = methods;
}

static void methods_that_are_missing_are_refused(void)
{
	int fd = memory(MIB);

	other_cpu(0);
	start_fails(fd, OQ_PMEM_AUTO, EOPNOTSUPP, "this CPU does not have any method");
	other_cpu(OQ_USED_NTSTORE);
	start_fails(fd, OQ_PMEM_CLWB, EOPNOTSUPP, "does not have clwb");
	other_cpu(OQ_USED_NTSTORE | OQ_USED_CLWB);
	start_fails(fd, OQ_PMEM_CLFLUSHOPT, EOPNOTSUPP, "does not have clflushopt");
	other_cpu(OQ_USED_DCCVAP);
	start_fails(fd, OQ_PMEM_NTSTORE, EOPNOTSUPP, "does not have ntstore");
	other_cpu(OQ_USED_NTSTORE | OQ_USED_CLWB | OQ_USED_CLFLUSHOPT);
	start_fails(fd, OQ_PMEM_DCCVAP, EOPNOTSUPP, "does not have dc cvap");
	other_cpu(OQ_USED_NTSTORE);
	start_fails(fd, OQ_PMEM_CLFLUSH, EOPNOTSUPP, "does not have clflush");
	start_fails(fd, 9, EINVAL, "pmem_method");
	oq_target_close(fd);
}

static void the_first_method_is_taken(void)
{
	int fd = memory(MIB);

	for (uint32_t method = OQ_PMEM_NTSTORE; method <= OQ_PMEM_CLFLUSH; method++) {
		int64_t handle;

		if (!has(method))
			continue;
		/* This one and those after it. */
		other_cpu(__real_oq_pmem_cpu() & ~(flag_of(method) - 1));
		handle = commits(fd, OQ_DURABILITY_NONE, 1, 4096, 5);
		EQUAL(snapshot(handle).backend_flags, flag_of(method) | OQ_USED_MSYNC);
		EQUAL(features().pmem_methods, fake.methods);
		EQUAL(oq_job_free(handle), 0);
		forget();
	}
	oq_target_close(fd);
}

static void what_cannot_be_is_refused(void)
{
	int fd = sink(), file = memory(MIB);
	struct oq_job_spec job = job_on(file, OQ_BACKEND_PMEM);
	struct oq_stream_spec stream = stream_of(&job, 2);
	char message[256] = "";

	start_fails(fd, 0, ENODEV, "cannot be mapped");
	EQUAL(oq_job_start(&job, &stream, message, sizeof(message)), -EINVAL);
	CONTAINS(message, "depth 2 is not in 1 to 1 (pmem)");
	stream.depth = 1;
	stream.durability = OQ_DURABILITY_BUFFERED;
	EQUAL(oq_job_start(&job, &stream, message, sizeof(message)), -EINVAL);
	CONTAINS(message, "pmem has no buffered write");
	oq_target_close(fd);
	oq_target_close(file);
}

static void a_failed_msync_is_an_error(void)
{
	int fd = scratch(MIB);
	int64_t handle;

	fake.msync_error = ENOSPC;
	handle = commits(fd, OQ_DURABILITY_DSYNC, 1, 4096, 5);
	EQUAL(snapshot(handle).end, OQ_END_ERROR);
	EQUAL(device_error(handle).error, ENOSPC);
	EQUAL(device_error(handle).operation, OQ_KIND_WRITE);
	EQUAL(oq_job_free(handle), 0);
	handle = commits(fd, OQ_DURABILITY_FDATASYNC, 1, 4096, 5);
	EQUAL(snapshot(handle).end, OQ_END_ERROR);
	EQUAL(device_error(handle).error, ENOSPC);
	EQUAL(device_error(handle).operation, OQ_KIND_FLUSH);
	EQUAL(snapshot(handle).total_flushes, 1);
	EQUAL(oq_job_free(handle), 0);
	forget();
	oq_target_close(fd);
}

/*
 * The file loses its second half under a running job: what is there goes on, the rest are
 * errors of their operations, again and again in the same thread.
 */
static void a_file_that_is_cut_short_is_an_error(int fd, uint32_t read_permille, bool dax)
{
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_PMEM);
	struct oq_stream_spec streams[2];
	struct oq_device_error error;
	struct oq_snapshot end;
	uint64_t before;
	int64_t handle;

	fake.dax = dax;
	job.streams = 2;
	job.duration_ns = 0;
	job.continue_on_error = 200;
	for (int i = 0; i < 2; i++) {
		streams[i] = stream_of(&job, 1);
		streams[i].read_permille = read_permille;
	}
	handle = start(&job, streams);
	EQUAL(oq_job_wait(handle, 20), -ETIMEDOUT);
	before = snapshot(handle).operations;
	EQUAL(snapshot(handle).errors, 0);
	EQUAL(ftruncate(fd, MIB / 2), 0);
	end = finish(handle);
	error = device_error(handle);
	EQUAL(end.end, OQ_END_ERROR);
	CHECK(end.errors >= 201 && end.errors <= 202, "%llu", (unsigned long long)end.errors);
	CHECK(end.operations > before);
	EQUAL(error.error, EIO);
	EQUAL(error.length, 4096);
	CHECK(error.offset >= MIB / 2 && error.offset < MIB);
	EQUAL(error.operation, read_permille ? OQ_KIND_READ : OQ_KIND_WRITE);
	EQUAL(oq_job_free(handle), 0);
	REQUIRE(oq_target_allocate(fd, MIB) == 0);
	job.streams = 1;
	job.max_bytes = MIB;
	handle = run(&job, streams);
	EQUAL(snapshot(handle).end, OQ_END_BYTES);
	EQUAL(snapshot(handle).errors, 0);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
	forget();
}

/* A SIGBUS that is not the engine's, in a process of its own. */

static sigjmp_buf escape;
static void *_Atomic fault_address;

static void on_fault(int number, siginfo_t *info, void *context)
{
	(void)context;
	fault_address = info->si_addr;
	siglongjmp(escape, number);
}

static void on_signal(int number)
{
	siglongjmp(escape, number);
}

static void set_handler(void (*action)(int, siginfo_t *, void *), void (*handler)(int))
{
	struct sigaction own = { .sa_flags = action ? SA_SIGINFO : 0 };

	if (action)
		own.sa_sigaction = action;
	else
		own.sa_handler = handler;
	REQUIRE(sigaction(SIGBUS, &own, NULL) == 0);
}

/* A page of ours without memory behind it. */
static volatile uint8_t *hole(void)
{
	int fd = memory(4096);
	uint8_t *map = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	REQUIRE(map != MAP_FAILED && ftruncate(fd, 0) == 0);
	close(fd);
	return map;
}

static void run_a_job(void)
{
	int fd = memory(MIB);

	EQUAL(oq_job_free(commits(fd, OQ_DURABILITY_DSYNC, 1, 4096, 5)), 0);
	oq_target_close(fd);
}

/* Its handlers are called as if the engine's were not there. */
static int with_handlers(bool with_information)
{
	static volatile uint8_t *at;
	static volatile int returned;

	set_handler(with_information ? on_fault : NULL, on_signal);
	run_a_job();
	at = hole();
	if (!sigsetjmp(escape, 1)) {
		at[17] = 1;
		returned++;
	}
	if (with_information)
		CHECK(fault_address == (void *)(uintptr_t)(at + 17));
	if (!sigsetjmp(escape, 1)) {
		kill(getpid(), SIGBUS);
		returned++;
	}
	EQUAL(returned, 0);
	return REPORT();
}

static int with_information(void)
{
	return with_handlers(true);
}

static int without_information(void)
{
	return with_handlers(false);
}

static int by_default_a_fault_kills(void)
{
	set_handler(NULL, SIG_DFL);
	run_a_job();
	hole()[0] = 1;
	return 1;
}

static int by_default_a_signal_kills(void)
{
	set_handler(NULL, SIG_DFL);
	run_a_job();
	kill(getpid(), SIGBUS);
	return 1;
}

static int ignored_a_fault_kills(void)
{
	set_handler(NULL, SIG_IGN);
	run_a_job();
	kill(getpid(), SIGBUS); /* is ignored */
	hole()[0] = 1;
	return 1;
}

/* What the kernel would say of a page: si_code CODE at ADDRESS. */
static void say(int code, volatile uint8_t *address)
{
	siginfo_t info = { .si_signo = SIGBUS, .si_code = code };

	info.si_addr = (void *)(uintptr_t)address;
	syscall(SYS_rt_tgsigqueueinfo, getpid(), syscall(SYS_gettid), SIGBUS, &info);
}

enum { TRAPPED = 1, PASSED_ON = 2, RETURNED = 3 };

/* Where a SIGBUS goes while a trap is armed for the page OWN. */
static int way_of(int code, volatile uint8_t *address, volatile uint8_t *own)
{
	static struct oq_sigbus trap;
	static volatile int way;

	way = RETURNED;
	if (sigsetjmp(trap.jump, 0))
		return TRAPPED;
	if (sigsetjmp(escape, 1)) {
		way = PASSED_ON;
	} else {
		oq_sigbus_arm(&trap, (const uint8_t *)(uintptr_t)own, 4096);
		if (code)
			say(code, address);
		else
			*address = 1;
	}
	oq_sigbus_disarm();
	return way;
}

/* A fault of another mapping, what is sent, and news of a page that nobody accessed are none. */
static int only_its_own_faults_are_trapped(void)
{
	volatile uint8_t *own, *other;

	set_handler(on_fault, NULL);
	EQUAL(oq_sigbus_install(), 0);
	own = hole();
	other = hole();
	EQUAL(way_of(0, own, own), TRAPPED);
	CHECK(!oq_sigbus_armed);
	EQUAL(way_of(0, own + 4095, own), TRAPPED);
	EQUAL(way_of(0, other + 7, own), PASSED_ON);
	CHECK(fault_address == (void *)(uintptr_t)(other + 7));
	EQUAL(way_of(BUS_MCEERR_AR, own, own), TRAPPED);
	EQUAL(way_of(BUS_MCEERR_AR, other, own), PASSED_ON);
	EQUAL(way_of(BUS_MCEERR_AO, own, own), PASSED_ON);
	EQUAL(way_of(SI_QUEUE, own, own), PASSED_ON);
	EQUAL(way_of(0, own, own), TRAPPED);
	return REPORT();
}

/* Ends by KILLED, or with 0 where that is 0. */
static void in_a_child(int (*test)(void), int killed)
{
	pid_t child = fork();
	int status = -1;

	REQUIRE(child >= 0);
	if (!child)
		_exit(test());
	EQUAL(waitpid(child, &status, 0), child);
	EQUAL(WIFSIGNALED(status) ? WTERMSIG(status) : 0, killed);
	if (!killed)
		EQUAL(status, 0);
}

static void other_faults_are_passed_on(void)
{
	in_a_child(with_information, 0);
	in_a_child(without_information, 0);
	in_a_child(only_its_own_faults_are_trapped, 0);
	in_a_child(by_default_a_fault_kills, SIGBUS);
	in_a_child(by_default_a_signal_kills, SIGBUS);
	in_a_child(ignored_a_fault_kills, SIGBUS);
}

/* QEMU before 8.0 announces DC CVAP to programs and does not know the instruction. */
static bool is_emulated_badly(void)
{
	static uint8_t from[512], to[512] __attribute__((aligned(512)));
	pid_t child = fork();
	int status = 0;

	REQUIRE(child >= 0);
	if (!child) {
		oq_pmem_store_of(oq_pmem_find(OQ_PMEM_AUTO)->method)(to, from, sizeof(to));
		_exit(0);
	}
	EQUAL(waitpid(child, &status, 0), child);
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGILL;
}

int main(void)
{
	int fd;

	if (!features().pmem_methods)
		SKIP("this CPU has no way to persistent memory");
	if (is_emulated_badly())
		SKIP("this CPU announces what it does not have");
	/* First: the handler is installed once in the life of a process. */
	other_faults_are_passed_on();
	EQUAL(features().pmem_methods, __real_oq_pmem_cpu());
	for (uint32_t method = OQ_PMEM_NTSTORE; method <= OQ_PMEM_CLFLUSH; method++) {
		if (!has(method))
			continue;
		stores_are_copies(method);
		all_content_is_what_was_written(method);
	}
	forget();
	reads_are_checked();
	open_loop_and_mix_work();
	no_byte_outside_is_touched();
	fd = scratch(LENGTH);
	forget();
	page_cache_is_synced(fd);
	dax_is_only_fenced(fd, 0);
	dax_is_only_fenced(fd, EINVAL);
	oq_target_close(fd);
	memory_is_populated();
	chains_flush_both_places(false);
	chains_flush_both_places(true);
	kernels_that_refuse_are_named();
	methods_that_are_missing_are_refused();
	the_first_method_is_taken();
	what_cannot_be_is_refused();
	a_failed_msync_is_an_error();
	a_file_that_is_cut_short_is_an_error(scratch(MIB), 0, false);
	a_file_that_is_cut_short_is_an_error(scratch(MIB), 1000, false);
	a_file_that_is_cut_short_is_an_error(memory(MIB), 0, true);
	return REPORT();
}
