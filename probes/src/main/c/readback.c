#include "readback.h"

#include <errno.h>
#include <stdlib.h>

#include "clock.h"
#include "data.h"
#include "sys.h"
#include "target.h"
#include "worker.h"

/* How much is read at once; a write that is larger is read as a whole. */
#define CHUNK_BYTES (1u << 20)

/* Reads LENGTH bytes whole. 0 or -errno. */
static int read_whole(int fd, uint8_t *buffer, const struct oq_written *written)
{
	uint64_t done = 0;

	while (done < written->length) {
		int64_t got = oq_sys_pread(fd, buffer + done, written->length - done,
					   written->offset + done);

		if (got == -EINTR)
			continue;
		if (got <= 0)
			return got ? (int)got : -EIO;
		done += (uint64_t)got;
	}
	return 0;
}

/* In flight for whom it may concern: a device that hangs now is seen, too. */
static int read_watched(struct oq_worker *w, int fd, uint8_t *buffer,
			const struct oq_written *written)
{
	int error;

	oq_counter_set(&w->ops[0].start_ns, oq_now());
	error = read_whole(fd, buffer, written);
	oq_counter_set(&w->ops[0].start_ns, 0);
	return error;
}

/* False: it was one error too many. */
static bool report(struct oq_worker *w, int error, const struct oq_written *written)
{
	const struct oq_device_error device_error = {
		.size = sizeof(device_error),
		.version = OQ_ABI_VERSION,
		.error = error,
		.stream = w->index,
		.operation = OQ_KIND_READ,
		.length = (uint32_t)written->length,
		.offset = written->offset,
		.at_ns = oq_now() - w->job->started_ns,
	};

	oq_counter_add(&w->counters.errors, 1);
	return oq_job_device_error(w->job, &device_error);
}

static void read_all(struct oq_worker *w, int fd, uint8_t *buffer)
{
	struct oq_written written = { 0 };
	uint64_t most = CHUNK_BYTES, careful_until = 0;

	while (!atomic_load_explicit(&w->job->abandon, memory_order_relaxed) &&
	       oq_verifier_next(w->verifier, &written, most)) {
		int error = read_watched(w, fd, buffer, &written);

		if (error && most) {
			/* Once more, write by write: what can be read of it is compared. */
			careful_until = written.offset + written.length;
			written.length = 0;
			most = 0;
			continue;
		}
		if (!error)
			oq_verifier_compare(w->verifier, buffer, written.offset, written.length);
		else if (!report(w, -error, &written))
			return;
		if (!most && written.offset + written.length >= careful_until)
			most = CHUNK_BYTES;
	}
}

/*
 * Directly from the device, whatever the stream did: the page cache would answer for it. A
 * mapping that is not DAX is page cache itself and is read through it.
 */
void oq_read_back(struct oq_worker *w)
{
	const bool direct = w->job->spec.backend != OQ_BACKEND_PMEM;
	size_t size = (size_t)CHUNK_BYTES + oq_verifier_largest(w->verifier);
	uint8_t *buffer;
	char text[128];
	int fd;

	size = (size + OQ_PAGE - 1) / OQ_PAGE * OQ_PAGE;
	buffer = aligned_alloc(OQ_PAGE, size);
	fd = buffer ? oq_target_reopen(w->job->spec.fd, false, direct) : -ENOMEM;
	if (fd >= 0) {
		read_all(w, fd, buffer);
		oq_target_close(fd);
	} else {
		oq_worker_fault(w, "stream %u: what was written cannot be read back: %s", w->index,
				oq_error_text(-fd, text, sizeof(text)));
	}
	free(buffer);
}
