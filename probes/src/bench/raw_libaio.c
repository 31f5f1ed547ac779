/* raw_libaio.c: io_submit and io_getevents, with as many in flight as asked for. */
#include <errno.h>
#include <linux/aio_abi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "raw.h"

struct aio {
	aio_context_t context;
	struct iocb *iocbs;     /* one of each place */
	struct iocb **pending;  /* to be submitted */
	struct io_event *events;
	uint64_t *start_ns;
	uint32_t count; /* of pending */
	uint32_t inflight;
};

static int open_aio(struct aio *aio, uint32_t depth)
{
	memset(aio, 0, sizeof(*aio));
	aio->iocbs = calloc(depth, sizeof(*aio->iocbs));
	aio->pending = calloc(depth, sizeof(struct iocb *));
	aio->events = calloc(depth, sizeof(*aio->events));
	aio->start_ns = calloc(depth, sizeof(*aio->start_ns));
	if (!aio->iocbs || !aio->pending || !aio->events || !aio->start_ns)
		return -ENOMEM;
	return syscall(SYS_io_setup, depth, &aio->context) ? -errno : 0;
}

static void close_aio(struct aio *aio)
{
	if (aio->context)
		syscall(SYS_io_destroy, aio->context);
	free(aio->iocbs);
	free(aio->pending);
	free(aio->events);
	free(aio->start_ns);
}

static inline void prepare(struct raw *raw, struct aio *aio, uint64_t index)
{
	struct iocb *iocb = &aio->iocbs[index];
	uint32_t length = raw->options.block_bytes;

	memset(iocb, 0, sizeof(*iocb));
	iocb->aio_data = index;
	iocb->aio_lio_opcode = raw->options.read ? IOCB_CMD_PREAD : IOCB_CMD_PWRITE;
	iocb->aio_fildes = (uint32_t)raw->fd;
	iocb->aio_buf = (uint64_t)(uintptr_t)(raw->buffers + index * length);
	iocb->aio_nbytes = length;
	iocb->aio_offset = raw->options.floor ? 0 : (int64_t)raw_offset(raw);
	aio->pending[aio->count++] = iocb;
}

/* The first batch of what is prepared, and one reading of the clock for it. */
static inline int submit(const struct raw *raw, struct aio *aio)
{
	uint32_t batch = raw_batch(raw->options.depth);
	long result;

	if (batch > aio->count)
		batch = aio->count;
	if (!raw->options.floor) {
		uint64_t now_ns = raw_now();

		for (uint32_t i = 0; i < batch; i++)
			aio->start_ns[aio->pending[i]->aio_data] = now_ns;
	}
	result = syscall(SYS_io_submit, aio->context, batch, aio->pending);
	if (result < 0)
		return -errno;
	aio->inflight += (uint32_t)result;
	aio->count -= (uint32_t)result;
	memmove(aio->pending, aio->pending + result, aio->count * sizeof(struct iocb *));
	return 0;
}

/* Waits for one where nothing is left to submit, and takes all that there are. */
static inline int reap(struct raw *raw, struct aio *aio, bool again)
{
	struct timespec limit = { 0, 100000000 };
	long count = syscall(SYS_io_getevents, aio->context, aio->count ? 0l : 1l,
			     raw->options.depth, aio->events, &limit);
	uint64_t now_ns = raw->options.floor ? 0 : raw_now();

	if (count < 0)
		return -errno;
	for (long i = 0; i < count; i++) {
		uint64_t index = aio->events[i].data;

		if (aio->events[i].res != raw->options.block_bytes)
			return aio->events[i].res < 0 ? (int)aio->events[i].res : -EIO;
		if (!raw->options.floor)
			raw->sum_ns += now_ns - aio->start_ns[index];
		if (again)
			prepare(raw, aio, index);
	}
	aio->inflight -= (uint32_t)count;
	raw->operations += (uint64_t)count;
	return 0;
}

static int loop(struct raw *raw, struct aio *aio)
{
	uint64_t check = 0;
	bool again = true;
	int error = 0;

	for (uint32_t i = 0; i < raw->options.depth; i++)
		prepare(raw, aio, i);
	while (!error && (aio->count || aio->inflight)) {
		if (aio->count)
			error = submit(raw, aio);
		if (!error)
			error = reap(raw, aio, again);
		if (again && ++check % 64 == 0)
			again = raw_now() < raw->until_ns;
	}
	return error;
}

int raw_libaio(struct raw *raw)
{
	struct aio aio;
	int error = open_aio(&aio, raw->options.depth);

	if (!error)
		error = loop(raw, &aio);
	close_aio(&aio);
	return error;
}
