/* backends.h: the same test with each backend that this kernel and this build have. */
#ifndef OQ_BACKENDS_H
#define OQ_BACKENDS_H

#include "fixture.h"

static const char *const backend_names[] = {
	[OQ_BACKEND_PSYNC] = "psync",
	[OQ_BACKEND_IO_URING] = "io_uring",
	[OQ_BACKEND_LIBAIO] = "libaio",
	[OQ_BACKEND_PMEM] = "pmem",
};

static inline uint32_t depth_of(uint32_t backend)
{
	return backend == OQ_BACKEND_PSYNC || backend == OQ_BACKEND_PMEM ? 1 : 8;
}

/* One block on a sink: says what refuses it. */
static inline int try_backend(uint32_t backend, char *message, size_t length)
{
	int fd = sink();
	struct oq_job_spec job = job_on(fd, backend);
	struct oq_stream_spec stream = stream_of(&job, 1);
	int64_t handle;

	job.max_bytes = 4096;
	handle = oq_job_start(&job, &stream, message, length);
	if (handle > 0) {
		EQUAL(oq_job_wait(handle, 20000), 0);
		EQUAL(oq_job_free(handle), 0);
	}
	oq_target_close(fd);
	return handle > 0 ? 0 : (int)handle;
}

/* Those that give operations to the kernel: a mapping has no results. psync must be there. */
static inline void with_each_backend(void (*test)(uint32_t backend))
{
	for (uint32_t b = OQ_BACKEND_PSYNC; b <= OQ_BACKEND_LIBAIO; b++) {
		char message[256] = "";
		int failed = oq_failures;
		int error = b == OQ_BACKEND_PSYNC ? 0 : try_backend(b, message, sizeof(message));

		if (error) {
			printf("skipped: %s: %s\n", backend_names[b], message);
			continue;
		}
		test(b);
		if (oq_failures > failed)
			fprintf(stderr, "... with %s\n", backend_names[b]);
	}
}

#endif
