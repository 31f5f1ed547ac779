/*
 * raw_libaio.c: Linux' own asynchronous I/O with as many in flight as asked for. The context and
 * its calls are the engine's own aio.h, so that it makes the same ones: completions are taken
 * from memory where the kernel shows them there, and waited for when there is none.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aio.h"
#include "raw.h"

/* The engine's waits have a limit, too. */
#define WAIT_NS 100000000u

struct raw_aio {
	struct oq_aio aio;
	struct iocb *controls; /* one of each place */
	uint64_t *start_ns;
	uint32_t prepared_count; /* since the last reading of the clock */
	uint64_t *prepared;
};

static int open_aio(struct raw_aio *a, uint32_t depth)
{
	char message[256];
	int error;

	memset(a, 0, sizeof(*a));
	a->controls = calloc(depth, sizeof(*a->controls));
	a->start_ns = calloc(depth, sizeof(*a->start_ns));
	a->prepared = calloc(depth, sizeof(*a->prepared));
	if (!a->controls || !a->start_ns || !a->prepared)
		return -ENOMEM;
	error = oq_aio_open(&a->aio, depth, message, sizeof(message));
	if (error)
		(void)fprintf(stderr, "%s\n", message);
	return error;
}

static void close_aio(struct raw_aio *a)
{
	oq_aio_close(&a->aio);
	free(a->controls);
	free(a->start_ns);
	free(a->prepared);
}

static inline void prepare(struct raw *raw, struct raw_aio *a, uint64_t index)
{
	struct iocb *control = &a->controls[index];
	uint32_t length = raw->options.block_bytes;

	memset(control, 0, sizeof(*control));
	control->aio_data = index;
	control->aio_lio_opcode = raw->options.read ? IOCB_CMD_PREAD : IOCB_CMD_PWRITE;
	control->aio_fildes = (uint32_t)raw->fd;
	control->aio_buf = (uint64_t)(uintptr_t)(raw->buffers + index * length);
	control->aio_nbytes = length;
	control->aio_offset = raw->options.floor ? 0 : (int64_t)raw_offset(raw);
	oq_aio_prepare(&a->aio, control);
	a->prepared[a->prepared_count++] = index;
}

static inline void stamp(const struct raw *raw, struct raw_aio *a)
{
	if (!raw->options.floor) {
		uint64_t now_ns = raw_now();

		for (uint32_t i = 0; i < a->prepared_count; i++)
			a->start_ns[a->prepared[i]] = now_ns;
	}
	a->prepared_count = 0;
}

/* A completion is waited for when nothing is left to submit. */
static inline int reap(struct raw *raw, struct raw_aio *a, bool again)
{
	int found = oq_aio_reap(&a->aio, oq_aio_pending(&a->aio) ? 0 : WAIT_NS);
	uint64_t now_ns = raw->options.floor ? 0 : raw_now();

	for (int i = 0; i < found; i++) {
		const struct io_event *event = &a->aio.events[i];

		if (event->res != raw->options.block_bytes)
			return event->res < 0 ? (int)event->res : -EIO;
		if (!raw->options.floor)
			raw->sum_ns += now_ns - a->start_ns[event->data];
		raw->operations++;
		if (again)
			prepare(raw, a, event->data);
	}
	return found < 0 ? found : 0;
}

static int loop(struct raw *raw, struct raw_aio *a)
{
	uint32_t batch = raw_batch(raw->options.depth);
	uint64_t check = 0;
	bool again = true;
	int error = 0;

	for (uint32_t i = 0; i < raw->options.depth; i++)
		prepare(raw, a, i);
	while (!error && (oq_aio_pending(&a->aio) || a->aio.inflight)) {
		stamp(raw, a);
		error = oq_aio_submit(&a->aio, batch);
		if (error >= 0)
			error = reap(raw, a, again);
		if (again && ++check % 64 == 0)
			again = raw_now() < raw->until_ns;
	}
	return error;
}

int raw_libaio(struct raw *raw)
{
	struct raw_aio a;
	int error = open_aio(&a, raw->options.depth);

	if (!error)
		error = loop(raw, &a);
	close_aio(&a);
	return error;
}
