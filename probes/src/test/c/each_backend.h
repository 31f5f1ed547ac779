/* each_backend.h: which backends this build and this kernel have, and what they can do. */
#ifndef OQ_EACH_BACKEND_H
#define OQ_EACH_BACKEND_H

#include "backend.h"
#include "fixture.h"

#define BACKENDS (OQ_BACKEND_PMEM + 1u)

/* Found out by one write to a place without a device behind it. */
static inline bool has_backend(uint32_t backend)
{
	int fd = backend == OQ_BACKEND_PMEM ? oq_memory_open(4096, NULL, 0) : sink();
	struct oq_job_spec job;
	struct oq_stream_spec stream;
	int64_t handle;

	REQUIRE(fd >= 0);
	job = job_on(fd, backend);
	job.permit_length = job.max_bytes = 4096;
	stream = stream_of(&job, 1);
	handle = oq_job_start(&job, &stream, NULL, 0);
	if (handle > 0) {
		REQUIRE(oq_job_wait(handle, 20000) == 0);
		REQUIRE(oq_job_free(handle) == 0);
	}
	REQUIRE(backend != OQ_BACKEND_PSYNC || handle > 0);
	oq_target_close(fd);
	return handle > 0;
}

/* DEPTH, or as deep as the backend can be. */
static inline uint32_t depth_of(uint32_t backend, uint32_t depth)
{
	const uint32_t most = oq_backend_find(backend)->max_depth;

	return depth < most ? depth : most;
}

static inline bool can_buffer(uint32_t backend)
{
	return oq_backend_find(backend)->buffered;
}

#endif
