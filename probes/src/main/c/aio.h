/*
 * aio.h: one context of Linux' own asynchronous I/O, over the kernel's interface (io_submit(2),
 * <linux/aio_abi.h>), which libaio only wraps. Made and used by one thread.
 */
#ifndef OQ_AIO_H
#define OQ_AIO_H

#include <linux/aio_abi.h>
#include <stddef.h>
#include <stdint.h>

struct oq_aio_ring;

struct oq_aio {
	aio_context_t context; /* 0: none */
	uint32_t inflight;     /* given to the kernel and not reaped */

	/* Prepared and not in the kernel yet: a ring of pointers, as io_submit takes them. */
	struct iocb **queue;
	uint32_t mask;
	uint32_t head;
	uint32_t tail;

	/* What the last oq_aio_reap has found. */
	struct io_event *events;
	uint32_t capacity;

	struct oq_aio_ring *ring; /* completions, where the kernel shows them; else NULL */
};

/* Room for ENTRIES in flight. 0, or -errno with a message that names what forbids it. */
int oq_aio_open(struct oq_aio *aio, uint32_t entries, char *message, size_t length);

/* Returns when the device has answered what is in flight. */
void oq_aio_close(struct oq_aio *aio);

/* CONTROL stays the caller's, and unchanged until its completion. */
static inline void oq_aio_prepare(struct oq_aio *aio, struct iocb *control)
{
	aio->queue[aio->tail++ & aio->mask] = control;
}

/* How many are prepared that the kernel has not taken yet. */
static inline uint32_t oq_aio_pending(const struct oq_aio *aio)
{
	return aio->tail - aio->head;
}

/*
 * Gives the kernel at most MOST of them. How many it took, or -errno when it refused the first;
 * that one stays the first.
 */
int oq_aio_submit(struct oq_aio *aio, uint32_t most);

/* The first of them, taken back. There must be one. */
static inline struct iocb *oq_aio_withdraw(struct oq_aio *aio)
{
	return aio->queue[aio->head++ & aio->mask];
}

/*
 * Moves completions to `events`; where there is none, waits for one, at most WAIT_NS (0: not at
 * all). How many (0 also when interrupted), or -errno.
 */
int oq_aio_reap(struct oq_aio *aio, uint64_t wait_ns);

#endif
