/* Handles, layouts and specifications: misuse is refused with words, never a crash. */
#include "fixture.h"

static void sizes_are_those_of_the_header(void)
{
	uint32_t sizes[16] = { 0 };

	EQUAL(oq_abi_sizes(sizes, 16), 11);
	EQUAL(sizes[0], sizeof(struct oq_stream_spec));
	EQUAL(sizes[2], sizeof(struct oq_snapshot));
	EQUAL(sizes[10], sizeof(struct oq_features));
	EQUAL(oq_abi_sizes(sizes, 1), 11);
	EQUAL(oq_abi_sizes(NULL, 1), -EINVAL);
}

static void check_stale(int64_t handle)
{
	static uint64_t counts[OQ_HIST_COUNTS];
	struct oq_snapshot s = { .size = sizeof(s), .version = OQ_ABI_VERSION };
	struct oq_histogram h = { .size = sizeof(h), .version = OQ_ABI_VERSION };
	struct oq_stream_result r = { .size = sizeof(r), .version = OQ_ABI_VERSION };
	struct oq_device_error e = { .size = sizeof(e), .version = OQ_ABI_VERSION };
	struct oq_stall stall;
	char message[64];

	EQUAL(oq_job_snapshot(handle, &s), -EINVAL);
	EQUAL(oq_job_stop(handle), -EINVAL);
	EQUAL(oq_job_wait(handle, 1), -EINVAL);
	EQUAL(oq_job_histogram(handle, 0, 0, 0, &h, counts, OQ_HIST_COUNTS), -EINVAL);
	EQUAL(oq_job_stream(handle, 0, &r), -EINVAL);
	EQUAL(oq_job_stalls(handle, &stall, 1), -EINVAL);
	EQUAL(oq_job_error(handle, &e), -EINVAL);
	EQUAL(oq_job_message(handle, message, sizeof(message)), -EINVAL);
	EQUAL(oq_job_free(handle), -EINVAL);
}

static void stale_handles_are_refused(void)
{
	int fd = sink();
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_PSYNC);
	struct oq_stream_spec stream = stream_of(&job, 1);
	int64_t first, second;

	job.duration_ns = MS;
	first = run(&job, &stream);
	EQUAL(oq_job_free(first), 0);
	check_stale(first);
	second = run(&job, &stream);
	CHECK(second != first);
	check_stale(first);
	EQUAL(oq_job_free(second), 0);
	check_stale(0);
	check_stale(-1);
	check_stale(INT64_MAX);
	check_stale(INT64_MIN);
	oq_target_close(fd);
}

static void only_so_many_jobs_exist(void)
{
	int fd = sink();
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_PSYNC);
	struct oq_stream_spec stream = stream_of(&job, 1);
	int64_t handles[OQ_MAX_JOBS];
	char message[256] = "";

	job.duration_ns = MS;
	for (uint32_t i = 0; i < OQ_MAX_JOBS; i++)
		handles[i] = start(&job, &stream);
	EQUAL(oq_job_start(&job, &stream, message, sizeof(message)), -EAGAIN);
	CONTAINS(message, "16 jobs");
	for (uint32_t i = 0; i < OQ_MAX_JOBS; i++) {
		EQUAL(oq_job_wait(handles[i], 5000), 0);
		EQUAL(oq_job_free(handles[i]), 0);
	}
	oq_target_close(fd);
}

static void other_layouts_are_refused(void)
{
	static uint64_t counts[OQ_HIST_COUNTS];
	int fd = sink();
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_PSYNC);
	struct oq_stream_spec stream = stream_of(&job, 1);
	struct oq_snapshot s = { .size = sizeof(s) - 8, .version = OQ_ABI_VERSION };
	struct oq_histogram h = { .size = sizeof(h), .version = OQ_ABI_VERSION + 1 };
	struct oq_stream_result r = { .size = 0 };
	struct oq_device_error e = { .size = 0 };
	struct oq_features f = { .size = 1 };
	int64_t handle;

	job.duration_ns = MS;
	handle = run(&job, &stream);
	EQUAL(oq_job_snapshot(handle, &s), -EPROTO);
	EQUAL(oq_job_snapshot(handle, NULL), -EINVAL);
	EQUAL(oq_job_histogram(handle, 0, 1, 0, &h, counts, OQ_HIST_COUNTS), -EPROTO);
	h.version = OQ_ABI_VERSION;
	EQUAL(oq_job_histogram(handle, 0, 1, 0, &h, counts, OQ_HIST_COUNTS - 1), -EINVAL);
	EQUAL(oq_job_histogram(handle, 0, 1, OQ_KINDS, &h, counts, OQ_HIST_COUNTS), -EINVAL);
	EQUAL(oq_job_histogram(handle, 1, 1, 0, &h, counts, OQ_HIST_COUNTS), -EINVAL);
	EQUAL(oq_job_histogram(handle, 1, 0, 0, &h, counts, OQ_HIST_COUNTS), -EINVAL);
	EQUAL(oq_job_histogram(handle, 0, 2, 0, &h, counts, OQ_HIST_COUNTS), -EINVAL);
	EQUAL(oq_job_stream(handle, 0, &r), -EPROTO);
	EQUAL(oq_job_error(handle, &e), -EPROTO);
	EQUAL(oq_features_read(&f), -EPROTO);
	EQUAL(oq_job_free(handle), 0);
	job.size--;
	EQUAL(oq_job_start(&job, &stream, NULL, 0), -EPROTO);
	job.size++;
	stream.version = 9;
	EQUAL(oq_job_start(&job, &stream, NULL, 0), -EPROTO);
	oq_target_close(fd);
}

/* One field of a good specification is set to VALUE; the message must name it. */
#define REFUSED(target, field, value, error, words) \
	do { \
		struct oq_job_spec job = job_on(target, OQ_BACKEND_PSYNC); \
		struct oq_stream_spec stream = stream_of(&job, 1); \
		char message[256] = ""; \
		field = (value); \
		EQUAL(oq_job_start(&job, &stream, message, sizeof(message)), -(error)); \
		CONTAINS(message, words); \
	} while (0)

static void senseless_specifications_are_refused(void)
{
	int fd = sink(), file = scratch(MIB);

	REFUSED(fd, job.backend, 9, EINVAL, "backend");
	REFUSED(fd, job.streams, 0, EINVAL, "streams");
	REFUSED(fd, job.streams, OQ_MAX_STREAMS + 1, EINVAL, "streams");
	REFUSED(fd, job.fd, -1, EBADF, "fd");
	REFUSED(fd, job.writable, 0, EACCES, "read-only");
	REFUSED(fd, job.writable, 2, EINVAL, "writable");
	REFUSED(fd, job.reserved, 1, EINVAL, "reserved");
	REFUSED(fd, job.flags, 8, EINVAL, "flags");
	REFUSED(fd, job.flags, OQ_JOB_IOPOLL, EINVAL, "io_uring");
	REFUSED(fd, job.flags, OQ_JOB_PIN, EINVAL, "cpus");
	REFUSED(fd, job.pmem_method, OQ_PMEM_CLWB, EINVAL, "pmem_method");
	REFUSED(fd, stream.read_permille, 1001, EINVAL, "read_permille");
	REFUSED(fd, stream.arrival, 0, EINVAL, "arrival");
	REFUSED(fd, stream.arrival, OQ_FIXED, EINVAL, "rate_hz");
	REFUSED(fd, stream.rate_hz, 1, EINVAL, "rate_hz");
	REFUSED(fd, stream.flush_every, 0, EINVAL, "flush_every");
	REFUSED(fd, stream.data_permille, 0, EINVAL, "data_permille");
	REFUSED(fd, stream.data_permille, 1001, EINVAL, "data_permille");
	REFUSED(fd, stream.mix_count, 0, EINVAL, "mix_count");
	REFUSED(fd, stream.mix_count, OQ_MAX_MIX + 1, EINVAL, "mix_count");
	REFUSED(fd, stream.mix[0].weight, 0, EINVAL, "weight");
	REFUSED(fd, stream.verify, 3, EINVAL, "verify");
	REFUSED(fd, stream.step_count, 1, EINVAL, "chains");
	REFUSED(fd, stream.journal_length, 4096, EINVAL, "chains");
	REFUSED(fd, stream.pattern, 0, EINVAL, "pattern");
	REFUSED(fd, stream.durability, OQ_DURABILITY_BEHIND + 1, EINVAL, "durability");
	REFUSED(fd, stream.durability, 0, EINVAL, "durability");
	REFUSED(fd, stream.mix[0].block_bytes, 0, EINVAL, "block_bytes");
	REFUSED(fd, stream.mix[0].block_bytes, 513, EINVAL, "block_bytes");
	REFUSED(fd, stream.mix[0].block_bytes, OQ_MAX_BLOCK + 512, EINVAL, "block_bytes");
	REFUSED(fd, stream.depth, 0, EINVAL, "depth");
	REFUSED(fd, stream.depth, 2, EINVAL, "psync");
	REFUSED(file, stream.region_length, 0, EINVAL, "region");
	REFUSED(file, stream.region_offset, 512, EINVAL, "region");
	oq_target_close(file);
	oq_target_close(fd);
}

static void reads_have_no_durability_and_rings_a_bound(void)
{
	int fd = sink();
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_IO_URING);
	struct oq_stream_spec stream = stream_of(&job, OQ_MAX_DEPTH + 1);
	char message[256] = "";

	EQUAL(oq_job_start(&job, &stream, message, sizeof(message)), -EINVAL);
	CONTAINS(message, "depth");
	stream = stream_of(&job, 64);
	stream.mix[0].block_bytes = OQ_MAX_BLOCK;
	stream.region_length = OQ_MAX_BLOCK;
	EQUAL(oq_job_start(&job, &stream, message, sizeof(message)), -EINVAL);
	CONTAINS(message, "1 GiB");
	stream = stream_of(&job, 1);
	stream.read_permille = 1000;
	stream.durability = OQ_DURABILITY_DSYNC;
	EQUAL(oq_job_start(&job, &stream, message, sizeof(message)), -EINVAL);
	CONTAINS(message, "durability");
	oq_target_close(fd);
}

static void a_descriptor_for_reading_is_not_written_through(void)
{
	int fd = oq_target_open("/dev/null", 0, NULL, 0);
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_PSYNC);
	struct oq_stream_spec stream = stream_of(&job, 1);
	char message[256] = "";

	EQUAL(oq_job_start(&job, &stream, message, sizeof(message)), -EACCES);
	CONTAINS(message, "not open for reading and writing");
	oq_target_close(fd);
}

static void features_are_plausible(void)
{
	struct oq_features f = { .size = sizeof(f), .version = OQ_ABI_VERSION };

	EQUAL(oq_features_read(&f), 0);
	EQUAL(f.abi, OQ_ABI_VERSION);
	CHECK(f.clock_cost_ps > 500 && f.clock_cost_ps < 100000000);
	CHECK(f.io_uring ? !f.io_uring_error && f.io_uring_flags : f.io_uring_error > 0);
	CHECK(f.libaio ? f.libaio == 1 && !f.libaio_error : f.libaio_error > 0);
	CHECK(f.rwf_dsync <= 1);
}

int main(void)
{
	sizes_are_those_of_the_header();
	stale_handles_are_refused();
	only_so_many_jobs_exist();
	other_layouts_are_refused();
	senseless_specifications_are_refused();
	reads_have_no_durability_and_rings_a_bound();
	a_descriptor_for_reading_is_not_written_through();
	features_are_plausible();
	return REPORT();
}
