/*
 * ring.h: one io_uring, over the kernel's interface (io_uring(7), <linux/io_uring.h>). Made
 * and used by one thread.
 */
#ifndef OQ_RING_H
#define OQ_RING_H

#include <linux/io_uring.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "oq_engine.h"

struct oq_ring {
	int fd;
	int enter_fd; /* FD, or its index among the thread's registered rings */
	uint32_t enter_flags;
	uint32_t flags; /* enum oq_backend_flag: what it could use */
	bool timed_wait;
	bool has_file;

	/* Submission: the tail is ours, the head the kernel's. */
	_Atomic uint32_t *sq_head;
	_Atomic uint32_t *sq_tail;
	uint32_t sq_mask;
	uint32_t sq_local_tail;
	struct io_uring_sqe *sqes;

	/* Completion: the head is ours, the tail the kernel's. */
	_Atomic uint32_t *cq_head;
	_Atomic uint32_t *cq_tail;
	uint32_t cq_mask;
	const struct io_uring_cqe *cqes;

	void *sq_memory;
	size_t sq_size;
	void *cq_memory;
	size_t cq_size;
	size_t sqes_size;

	/* Since when the kernel has taken and given nothing (0: it does), and what it had given. */
	uint64_t refused_ns;
	uint32_t refused_head;
};

/* How long the kernel may refuse all requests before the ring counts as broken; for tests. */
extern uint64_t oq_ring_patience_ns;

/*
 * Room for ENTRIES in flight; IOPOLL: completions are polled for at the device. 0, or -errno
 * with a message that names what forbids it.
 */
int oq_ring_open(struct oq_ring *ring, uint32_t entries, bool iopoll, char *message, size_t length);
void oq_ring_close(struct oq_ring *ring);

/* Buffer 0 and file 0 of the ring. 0 or -errno; the ring works without them, slower. */
int oq_ring_register_buffer(struct oq_ring *ring, void *base, size_t length);
int oq_ring_register_file(struct oq_ring *ring, int fd);

/* The next submission entry, cleared. There is room for as many as the ring has entries. */
struct io_uring_sqe *oq_ring_prepare(struct oq_ring *ring);

/* How many prepared entries the kernel has not taken yet. */
static inline uint32_t oq_ring_pending(const struct oq_ring *ring)
{
	return ring->sq_local_tail - atomic_load_explicit(ring->sq_head, memory_order_acquire);
}

/*
 * Gives the kernel the first SUBMIT of the prepared entries and waits for a completion, at most
 * WAIT_NS (0: not at all). 0 (also when interrupted, or when nothing completed in time)
 * or -errno; -EAGAIN: the kernel has had no memory for a request for oq_ring_patience_ns.
 */
int oq_ring_enter(struct oq_ring *ring, uint32_t submit, uint64_t wait_ns);

/* The next completion, or NULL; to be given back by oq_ring_seen. */
static inline const struct io_uring_cqe *oq_ring_peek(const struct oq_ring *ring)
{
	uint32_t head = atomic_load_explicit(ring->cq_head, memory_order_relaxed);

	if (head == atomic_load_explicit(ring->cq_tail, memory_order_acquire))
		return NULL;
	return &ring->cqes[head & ring->cq_mask];
}

static inline void oq_ring_seen(struct oq_ring *ring)
{
	uint32_t head = atomic_load_explicit(ring->cq_head, memory_order_relaxed);

	atomic_store_explicit(ring->cq_head, head + 1, memory_order_release);
}

#endif
