/* fixture.h: targets and jobs for the tests. */
#ifndef OQ_FIXTURE_H
#define OQ_FIXTURE_H

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <unistd.h>

#include "check.h"
#include "clock.h"
#include "oq_engine.h"

#define MS OQ_NS_PER_MS
#define KIB 1024u
#define MIB (1024u * 1024u)

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

/* A nameless file in $OQ_TEST_DIR, with blocks but no data; gone when it is closed. */
static inline int scratch(uint64_t length)
{
	const char *folder = getenv("OQ_TEST_DIR");
	char message[256] = "";
	int fd = oq_scratch_open(folder ? folder : "/var/tmp", message, sizeof(message));

	if (fd == -EINVAL)
		SKIP("%s", message);
	if (fd < 0)
		fprintf(stderr, "%s\n", message);
	REQUIRE(fd >= 0);
	REQUIRE(oq_target_allocate(fd, length) == 0);
	return fd;
}

static inline int sink(void)
{
	int fd = oq_target_open("/dev/null", 1, NULL, 0);

	REQUIRE(fd >= 0);
	return fd;
}

/* All of the target is permitted; 50 ms without a ramp. */
static inline struct oq_job_spec job_on(int fd, uint32_t backend)
{
	int64_t size = oq_target_size(fd);
	struct oq_job_spec job = {
		.size = sizeof(job),
		.version = OQ_ABI_VERSION,
		.fd = fd,
		.backend = backend,
		.streams = 1,
		.permit_length = size > 0 ? (uint64_t)size : 1u << 30,
		.duration_ns = 50 * MS,
		.writable = 1,
	};

	return job;
}

/* Random 4 KiB writes over what the job permits. */
static inline struct oq_stream_spec stream_of(const struct oq_job_spec *job, uint32_t depth)
{
	struct oq_stream_spec stream = {
		.size = sizeof(stream),
		.version = OQ_ABI_VERSION,
		.pattern = OQ_RANDOM,
		.durability = OQ_DURABILITY_NONE,
		.arrival = OQ_CLOSED,
		.flush_every = 1,
		.data_permille = 1000,
		.mix_count = 1,
		.mix = { { 4096, 1 } },
		.depth = depth,
		.region_offset = job->permit_offset,
		.region_length = job->permit_length / 4096 * 4096,
		.seed = 42,
	};

	return stream;
}

static inline int64_t start(const struct oq_job_spec *job, const struct oq_stream_spec *streams)
{
	char message[256] = "";
	int64_t handle = oq_job_start(job, streams, message, sizeof(message));

	if (handle <= 0)
		fprintf(stderr, "%s\n", message);
	REQUIRE(handle > 0);
	return handle;
}

static inline struct oq_snapshot snapshot(int64_t handle)
{
	struct oq_snapshot out = { .size = sizeof(out), .version = OQ_ABI_VERSION };

	REQUIRE(oq_job_snapshot(handle, &out) == 0);
	return out;
}

/* Of all streams. */
static inline struct oq_histogram histogram(int64_t handle, uint32_t kind)
{
	static uint64_t counts[OQ_HIST_COUNTS];
	struct oq_histogram out = { .size = sizeof(out), .version = OQ_ABI_VERSION };

	REQUIRE(oq_job_histogram(handle, 0, 0, kind, &out, counts, OQ_HIST_COUNTS) == 0);
	return out;
}

static inline struct oq_device_error device_error(int64_t handle)
{
	struct oq_device_error out = { .size = sizeof(out), .version = OQ_ABI_VERSION };
	int found = oq_job_error(handle, &out);

	REQUIRE(found >= 0);
	if (!found)
		memset(&out, 0, sizeof(out));
	return out;
}

static inline struct oq_snapshot finish(int64_t handle)
{
	EQUAL(oq_job_wait(handle, 20000), 0);
	return snapshot(handle);
}

/* From start to end; the handle is for reading results and has to be freed. */
static inline int64_t run(const struct oq_job_spec *job, const struct oq_stream_spec *streams)
{
	int64_t handle = start(job, streams);

	EQUAL(oq_job_wait(handle, 20000), 0);
	return handle;
}

static inline struct oq_features features(void)
{
	struct oq_features out = { .size = sizeof(out), .version = OQ_ABI_VERSION };

	REQUIRE(oq_features_read(&out) == 0);
	return out;
}

static inline bool has_uring(void)
{
	return features().io_uring != 0;
}

static inline bool has_libaio(void)
{
	return features().libaio != 0;
}

static inline bool has_pmem(void)
{
	return features().pmem_methods != 0;
}

/* Emulators of another architecture may lack it. */
static inline bool has_dsync(void)
{
	return features().rwf_dsync != 0;
}

#endif
