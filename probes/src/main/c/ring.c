#include "ring.h"

#include <errno.h>
#include <linux/time_types.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "clock.h"
#include "message.h"
#include "sys.h"

/* Constants of kernels newer than the headers that may be installed. */
#ifndef IORING_SETUP_SINGLE_ISSUER
#define IORING_SETUP_SINGLE_ISSUER (1u << 12) /* Linux 6.0 */
#endif
#ifndef IORING_SETUP_DEFER_TASKRUN
#define IORING_SETUP_DEFER_TASKRUN (1u << 13) /* 6.1 */
#endif
#ifndef IORING_FEAT_SINGLE_MMAP
#define IORING_FEAT_SINGLE_MMAP (1u << 0) /* 5.4 */
#endif
#ifndef IORING_FEAT_EXT_ARG
#define IORING_FEAT_EXT_ARG (1u << 8) /* 5.11 */
#endif
#ifndef IORING_ENTER_EXT_ARG
#define IORING_ENTER_EXT_ARG (1u << 3) /* 5.11 */
#endif
#ifndef IORING_ENTER_REGISTERED_RING
#define IORING_ENTER_REGISTERED_RING (1u << 4) /* 5.18 */
#endif
#define REGISTER_RING_FDS 20u /* IORING_REGISTER_RING_FDS, 5.18: an enum, no macro */

/* struct io_uring_getevents_arg */
struct wait_argument {
	uint64_t sigmask;
	uint32_t sigmask_size;
	uint32_t pad;
	uint64_t timeout;
};

/* struct io_uring_rsrc_update */
struct ring_update {
	uint32_t offset;
	uint32_t reserved;
	uint64_t data;
};

/* kernel.io_uring_disabled, or -1 where the kernel has no such setting. */
static int disabled_setting(void)
{
	FILE *file = fopen("/proc/sys/kernel/io_uring_disabled", "re");
	int value = -1;

	if (!file)
		return -1;
	value = fgetc(file) - '0';
	(void)fclose(file);
	return value >= 0 && value <= 9 ? value : -1;
}

static int refuse_permission(int error, char *message, size_t length)
{
	static const char *const what = "io_uring is forbidden to this process";
	int setting = disabled_setting();

	if (setting == 2)
		return oq_fail(error, message, length,
			       "%s and all others: kernel.io_uring_disabled=2", what);
	/* Documentation/admin-guide/sysctl/kernel.rst: 1 leaves it to CAP_SYS_ADMIN, too. */
	if (setting == 1 && geteuid())
		return oq_fail(error, message, length,
			       "%s: kernel.io_uring_disabled=1 leaves it to root and to the group "
			       "of kernel.io_uring_group",
			       what);
	if (oq_sys_is_filtered())
		return oq_fail(error, message, length,
			       "%s: a seccomp filter (of its container or systemd unit) refuses it",
			       what);
	return oq_fail(error, message, length, "%s: a security policy of this host refuses it",
		       what);
}

/* Filters answer with ENOSYS, too, so that a program takes the kernel for an older one. */
static int refuse_missing(int error, char *message, size_t length)
{
	if (!oq_sys_is_filtered())
		return oq_fail(error, message, length, "this kernel has no io_uring");
	if (disabled_setting() >= 0)
		return oq_fail(error, message, length,
			       "a seccomp filter (of the container or systemd unit) hides io_uring "
			       "from this process");
	return oq_fail(error, message, length,
		       "this kernel has no io_uring, or a seccomp filter hides it from this process");
}

/* Linux before 5.12 counts a ring's memory as locked, and so do the newest. */
static int refuse_memory(int error, char *message, size_t length)
{
	struct rlimit limit = { 0, 0 };

	getrlimit(RLIMIT_MEMLOCK, &limit);
	if (limit.rlim_cur == RLIM_INFINITY)
		return oq_fail(error, message, length, "not enough memory for io_uring");
	return oq_fail(error, message, length,
		       "not enough locked memory for io_uring (RLIMIT_MEMLOCK, ulimit -l, is %llu KiB "
		       "for all rings of the user together), or not enough memory",
		       (unsigned long long)limit.rlim_cur >> 10);
}

static int refuse(int error, char *message, size_t length)
{
	char text[128];

	switch (error) {
	case EPERM:
	case EACCES:
		return refuse_permission(error, message, length);
	case ENOSYS:
		return refuse_missing(error, message, length);
	case ENOMEM:
		return refuse_memory(error, message, length);
	case EMFILE:
		return oq_fail(error, message, length,
			       "no io_uring could be made: %s (RLIMIT_NOFILE, ulimit -n)",
			       oq_error_text(error, text, sizeof(text)));
	}
	return oq_fail(error, message, length, "no io_uring could be made: %s",
		       oq_error_text(error, text, sizeof(text)));
}

/* The best the kernel has first: a kernel refuses flags it does not know with EINVAL. */
static int setup(uint32_t entries, uint32_t always, struct io_uring_params *params,
		 uint32_t *flags)
{
	static const struct {
		uint32_t setup;
		uint32_t flags;
	} tries[] = {
		{ IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN,
		  OQ_USED_SINGLE_ISSUER | OQ_USED_DEFER_TASKRUN },
		{ IORING_SETUP_SINGLE_ISSUER, OQ_USED_SINGLE_ISSUER },
		{ 0, 0 },
	};
	int fd = -EINVAL;

	for (size_t i = 0; i < sizeof(tries) / sizeof(tries[0]) && fd == -EINVAL; i++) {
		memset(params, 0, sizeof(*params));
		params->flags = tries[i].setup | always;
		fd = oq_sys_uring_setup(entries, params);
		*flags = tries[i].flags;
	}
	return fd;
}

static void *map(const struct oq_ring *ring, size_t size, uint64_t offset)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE,
			    ring->fd, (off_t)offset);

	return memory == MAP_FAILED ? NULL : memory;
}

static int map_rings(struct oq_ring *ring, const struct io_uring_params *p)
{
	ring->sq_size = p->sq_off.array + p->sq_entries * sizeof(uint32_t);
	ring->cq_size = p->cq_off.cqes + p->cq_entries * sizeof(struct io_uring_cqe);
	ring->sqes_size = p->sq_entries * sizeof(struct io_uring_sqe);
	if (p->features & IORING_FEAT_SINGLE_MMAP && ring->sq_size < ring->cq_size)
		ring->sq_size = ring->cq_size;
	ring->sq_memory = map(ring, ring->sq_size, IORING_OFF_SQ_RING);
	if (!(p->features & IORING_FEAT_SINGLE_MMAP))
		ring->cq_memory = map(ring, ring->cq_size, IORING_OFF_CQ_RING);
	ring->sqes = map(ring, ring->sqes_size, IORING_OFF_SQES);
	if (!ring->sq_memory || !ring->sqes)
		return -ENOMEM;
	if (!(p->features & IORING_FEAT_SINGLE_MMAP) && !ring->cq_memory)
		return -ENOMEM;
	return 0;
}

static _Atomic uint32_t *word(void *base, uint32_t offset)
{
	return (_Atomic uint32_t *)(void *)((uint8_t *)base + offset);
}

static void find_words(struct oq_ring *ring, const struct io_uring_params *p)
{
	void *sq = ring->sq_memory;
	void *cq = ring->cq_memory ? ring->cq_memory : ring->sq_memory;
	_Atomic uint32_t *array = word(sq, p->sq_off.array);

	ring->sq_head = word(sq, p->sq_off.head);
	ring->sq_tail = word(sq, p->sq_off.tail);
	ring->sq_mask = p->sq_entries - 1;
	ring->sq_local_tail = atomic_load_explicit(ring->sq_tail, memory_order_relaxed);
	ring->cq_head = word(cq, p->cq_off.head);
	ring->cq_tail = word(cq, p->cq_off.tail);
	ring->cq_mask = p->cq_entries - 1;
	ring->cqes = (const struct io_uring_cqe *)(void *)word(cq, p->cq_off.cqes);
	/* Entries are used in order, so that the indirection is filled once. */
	for (uint32_t i = 0; i < p->sq_entries; i++)
		atomic_store_explicit(&array[i], i, memory_order_relaxed);
}

/* Saves the kernel the look-up of the ring's file in each enter. Not needed, only faster. */
static void register_ring(struct oq_ring *ring)
{
	struct ring_update update = { .offset = UINT32_MAX, .data = (uint64_t)ring->fd };

	ring->enter_fd = ring->fd;
	if (oq_sys_uring_register(ring->fd, REGISTER_RING_FDS, &update, 1) != 1)
		return;
	ring->enter_fd = (int)update.offset;
	ring->enter_flags |= IORING_ENTER_REGISTERED_RING;
}

int oq_ring_open(struct oq_ring *ring, uint32_t entries, bool iopoll, char *message, size_t length)
{
	struct io_uring_params params;
	int error;

	memset(ring, 0, sizeof(*ring));
	ring->fd = setup(entries, iopoll ? IORING_SETUP_IOPOLL : 0, &params, &ring->flags);
	if (ring->fd < 0)
		return refuse(-ring->fd, message, length);
	error = map_rings(ring, &params);
	if (error) {
		oq_ring_close(ring);
		return refuse(-error, message, length);
	}
	find_words(ring, &params);
	if (iopoll)
		ring->flags |= OQ_USED_IOPOLL;
	ring->timed_wait = params.features & IORING_FEAT_EXT_ARG;
	ring->enter_flags = IORING_ENTER_GETEVENTS;
	if (ring->timed_wait)
		ring->enter_flags |= IORING_ENTER_EXT_ARG;
	register_ring(ring);
	return 0;
}

void oq_ring_close(struct oq_ring *ring)
{
	if (ring->fd < 0)
		return;
	/* The kernel takes a ring apart later: until then it would hold the target open. */
	if (ring->has_file)
		(void)oq_sys_uring_register(ring->fd, IORING_UNREGISTER_FILES, NULL, 0);
	if (ring->sqes)
		munmap(ring->sqes, ring->sqes_size);
	if (ring->cq_memory)
		munmap(ring->cq_memory, ring->cq_size);
	if (ring->sq_memory)
		munmap(ring->sq_memory, ring->sq_size);
	close(ring->fd);
	ring->fd = -1;
}

int oq_ring_register_buffer(struct oq_ring *ring, void *base, size_t length)
{
	struct iovec vector = { .iov_base = base, .iov_len = length };
	int error = oq_sys_uring_register(ring->fd, IORING_REGISTER_BUFFERS, &vector, 1);

	if (!error)
		ring->flags |= OQ_USED_BUFFERS;
	return error;
}

int oq_ring_register_file(struct oq_ring *ring, int fd)
{
	int error = oq_sys_uring_register(ring->fd, IORING_REGISTER_FILES, &fd, 1);

	ring->has_file = !error;
	return error;
}

struct io_uring_sqe *oq_ring_prepare(struct oq_ring *ring)
{
	struct io_uring_sqe *sqe = &ring->sqes[ring->sq_local_tail++ & ring->sq_mask];

	memset(sqe, 0, sizeof(*sqe));
	return sqe;
}

/* Before Linux 5.11 a wait has no timeout: wait for the ring's descriptor instead. */
static int enter_and_poll(struct oq_ring *ring, uint32_t submit, uint64_t wait_ns)
{
	const struct timespec limit = { .tv_sec = (time_t)(wait_ns / OQ_NS_PER_S),
					.tv_nsec = (long)(wait_ns % OQ_NS_PER_S) };
	struct pollfd ready = { .fd = ring->fd, .events = POLLIN };
	int error = oq_sys_uring_enter(ring->enter_fd, submit, 0, ring->enter_flags, NULL, 0);

	if (error >= 0 && wait_ns)
		(void)ppoll(&ready, 1, &limit, NULL);
	return error;
}

static int enter_timed(struct oq_ring *ring, uint32_t submit, uint64_t wait_ns)
{
	const struct __kernel_timespec limit = { .tv_sec = (int64_t)(wait_ns / OQ_NS_PER_S),
						 .tv_nsec = (int64_t)(wait_ns % OQ_NS_PER_S) };
	const struct wait_argument argument = { .timeout = (uint64_t)(uintptr_t)&limit };

	return oq_sys_uring_enter(ring->enter_fd, submit, wait_ns > 0, ring->enter_flags, &argument,
				  sizeof(argument));
}

/* A shortage of memory ends, by the OOM killer at the latest. */
uint64_t oq_ring_patience_ns = 10 * OQ_NS_PER_S;

/* Completions that come all the same are progress. Lets other threads run meanwhile. */
static int refused(struct oq_ring *ring, int error)
{
	const uint32_t head = atomic_load_explicit(ring->cq_head, memory_order_relaxed);
	const uint64_t now_ns = oq_now();

	if (!ring->refused_ns || head != ring->refused_head) {
		ring->refused_ns = now_ns;
		ring->refused_head = head;
	}
	(void)sched_yield();
	return now_ns - ring->refused_ns > oq_ring_patience_ns ? error : 0;
}

int oq_ring_enter(struct oq_ring *ring, uint32_t submit, uint64_t wait_ns)
{
	int result;

	atomic_store_explicit(ring->sq_tail, ring->sq_local_tail, memory_order_release);
	result = ring->timed_wait ? enter_timed(ring, submit, wait_ns) :
				    enter_and_poll(ring, submit, wait_ns);
	switch (result) {
	case -EAGAIN: /* no memory for a request now: what is left goes with the next enter */
	case -EBUSY:  /* completions must be taken first */
		return refused(ring, result);
	case -EINTR:
	case -ETIME:
		return 0;
	}
	ring->refused_ns = 0;
	return result < 0 ? result : 0;
}
