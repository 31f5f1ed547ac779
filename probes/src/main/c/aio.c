#include "aio.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "message.h"
#include "sys.h"

/*
 * struct aio_ring of the kernel's fs/aio.c: a context is the address of one, mapped into the
 * process. Not in a header of the kernel, but a contract all the same: libaio reads it, too,
 * and both check the mark, because an emulated kernel may have something else there.
 */
struct oq_aio_ring {
	uint32_t id;
	uint32_t count;         /* of events */
	_Atomic uint32_t head;  /* the next completion; ours */
	_Atomic uint32_t tail;  /* the kernel's */
	uint32_t magic;
	uint32_t compatible;
	uint32_t incompatible;
	uint32_t header_length;
	struct io_event events[];
};

#define RING_MAGIC 0xa10a10a1u
#define RING_COMPATIBLE 1u /* AIO_RING_COMPAT_FEATURES */

/* A number of /proc/sys/fs, or -1. */
static long long setting(const char *path)
{
	FILE *file = fopen(path, "re");
	char line[32] = "";
	char *end = line;
	long long value = -1;

	if (!file)
		return -1;
	if (fgets(line, sizeof(line), file))
		value = strtoll(line, &end, 10);
	(void)fclose(file);
	return end == line ? -1 : value;
}

static int refuse(int error, uint32_t entries, char *message, size_t length)
{
	char text[128];

	switch (error) {
	case EAGAIN:
		return oq_fail(error, message, length,
			       "no room for %u more asynchronous operations (fs.aio-max-nr is "
			       "%lld, of which fs.aio-nr %lld are taken)",
			       entries, setting("/proc/sys/fs/aio-max-nr"),
			       setting("/proc/sys/fs/aio-nr"));
	case ENOSYS:
		return oq_fail(error, message, length,
			       "this kernel has no asynchronous I/O (CONFIG_AIO)%s",
			       oq_sys_is_filtered() ? ", or a seccomp filter hides it" : "");
	case EPERM:
	case EACCES:
		return oq_fail(error, message, length,
			       "asynchronous I/O is forbidden to this process (seccomp or a "
			       "container's policy)");
	case ENOMEM:
		return oq_fail(error, message, length, "not enough memory for %u asynchronous "
			       "operations", entries);
	}
	return oq_fail(error, message, length, "asynchronous I/O could not be set up: %s",
		       oq_error_text(error, text, sizeof(text)));
}

static struct oq_aio_ring *ring_of(aio_context_t context)
{
	struct oq_aio_ring *ring = (void *)(uintptr_t)context;

	if (ring->magic != RING_MAGIC || ring->compatible != RING_COMPATIBLE ||
	    ring->incompatible || ring->header_length != sizeof(*ring) || !ring->count)
		return NULL;
	return ring;
}

static uint32_t power_of_two(uint32_t least)
{
	uint32_t value = 1;

	while (value < least)
		value *= 2;
	return value;
}

int oq_aio_open(struct oq_aio *aio, uint32_t entries, char *message, size_t length)
{
	const uint32_t places = power_of_two(entries);
	int error;

	memset(aio, 0, sizeof(*aio));
	aio->capacity = entries;
	aio->mask = places - 1;
	aio->queue = calloc(places, sizeof(struct iocb *));
	aio->events = calloc(entries, sizeof(*aio->events));
	error = aio->queue && aio->events ? oq_sys_io_setup(entries, &aio->context) : -ENOMEM;
	if (error) {
		oq_aio_close(aio);
		return refuse(-error, entries, message, length);
	}
	aio->ring = ring_of(aio->context);
	return 0;
}

void oq_aio_close(struct oq_aio *aio)
{
	if (aio->context)
		(void)oq_sys_io_destroy(aio->context);
	free(aio->queue);
	free(aio->events);
	memset(aio, 0, sizeof(*aio));
}

int oq_aio_submit(struct oq_aio *aio, uint32_t most)
{
	const uint32_t at = aio->head & aio->mask;
	const uint32_t to_end = aio->mask + 1 - at;
	uint32_t count = oq_aio_pending(aio);
	int taken;

	if (count > most)
		count = most;
	if (count > to_end)
		count = to_end;
	if (!count)
		return 0;
	taken = oq_sys_io_submit(aio->context, count, &aio->queue[at]);
	if (taken > 0) {
		aio->head += (uint32_t)taken;
		aio->inflight += (uint32_t)taken;
	}
	return taken;
}

/* Without a call: what the kernel has put into the ring. */
static int take(struct oq_aio *aio)
{
	struct oq_aio_ring *ring = aio->ring;
	uint32_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
	const uint32_t tail = atomic_load_explicit(&ring->tail, memory_order_acquire);
	uint32_t found = 0;

	while (head != tail && found < aio->capacity) {
		aio->events[found++] = ring->events[head];
		head = head + 1 == ring->count ? 0 : head + 1;
	}
	if (found)
		atomic_store_explicit(&ring->head, head, memory_order_release);
	return (int)found;
}

static int get_events(struct oq_aio *aio, uint64_t wait_ns)
{
	struct timespec limit = { .tv_sec = (time_t)(wait_ns / OQ_NS_PER_S),
				  .tv_nsec = (long)(wait_ns % OQ_NS_PER_S) };
	int found = oq_sys_io_getevents(aio->context, wait_ns > 0, aio->capacity, aio->events,
					&limit);

	return found == -EINTR ? 0 : found;
}

int oq_aio_reap(struct oq_aio *aio, uint64_t wait_ns)
{
	int found = aio->ring ? take(aio) : 0;

	if (!found && (!aio->ring || wait_ns))
		found = get_events(aio, wait_ns);
	if (found > 0)
		aio->inflight -= (uint32_t)found;
	return found;
}
