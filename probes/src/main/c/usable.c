/* usable.c: whether a backend works here, found out by using it. */
#include <errno.h>

#include "backend.h"
#include "job.h"
#include "message.h"
#include "oq_engine.h"

#define BLOCK_BYTES 4096u

/* One write to a sink takes microseconds. */
#define PATIENCE_MS 10000u

/* A place without a device behind it; a mapping needs memory. */
static int open_sink(uint32_t backend, char *message, size_t length)
{
	if (backend == OQ_BACKEND_PMEM)
		return oq_memory_open(BLOCK_BYTES, message, length);
	return oq_target_open("/dev/null", 1, message, length);
}

static int64_t start(int fd, uint32_t backend, char *message, size_t length)
{
	const struct oq_job_spec job = {
		.size = sizeof(job),
		.version = OQ_ABI_VERSION,
		.fd = fd,
		.backend = backend,
		.streams = 1,
		.permit_length = BLOCK_BYTES,
		.max_bytes = BLOCK_BYTES,
		.writable = 1,
	};
	const struct oq_stream_spec stream = {
		.size = sizeof(stream),
		.version = OQ_ABI_VERSION,
		.pattern = OQ_SEQUENTIAL,
		.durability = OQ_DURABILITY_NONE,
		.arrival = OQ_CLOSED,
		.depth = 1,
		.flush_every = 1,
		.data_permille = 1000,
		.mix_count = 1,
		.mix = { { BLOCK_BYTES, 1 } },
		.region_length = BLOCK_BYTES,
	};

	return oq_job_start(&job, &stream, message, length);
}

/* What the only operation came to. */
static int result(int64_t handle, char *message, size_t length)
{
	struct oq_device_error error = { .size = sizeof(error), .version = OQ_ABI_VERSION };
	char fault[OQ_MESSAGE_MAX] = "", text[128];

	(void)oq_job_message(handle, fault, sizeof(fault));
	if (fault[0])
		return oq_fail(EIO, message, length, "%s", fault);
	if (oq_job_error(handle, &error) == 1)
		return oq_fail(error.error, message, length, "a write to a sink failed: %s",
			       oq_error_text(error.error, text, sizeof(text)));
	return 0;
}

int oq_backend_check(uint32_t backend, char *message, size_t length)
{
	int64_t handle;
	int error, fd;

	if (!oq_backend_find(backend))
		return oq_fail(EINVAL, message, length, "backend: %u is unknown", backend);
	fd = open_sink(backend, message, length);
	if (fd < 0)
		return fd;
	handle = start(fd, backend, message, length);
	error = handle < 0 ? (int)handle : oq_job_wait(handle, PATIENCE_MS);
	if (handle > 0 && error)
		return oq_fail(-error, message, length, "a write to a sink does not end");
	if (handle > 0) {
		error = result(handle, message, length);
		(void)oq_job_free(handle);
	}
	(void)oq_target_close(fd);
	return error;
}
