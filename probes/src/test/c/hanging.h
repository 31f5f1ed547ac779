/*
 * hanging.h: a device that hangs until `hang` is cleared: calls do not return, rings complete
 * nothing. For ld --wrap of oq_sys_pwrite, oq_sys_uring_enter and oq_aio_reap.
 */
#ifndef OQ_HANGING_H
#define OQ_HANGING_H

#include <stdatomic.h>

#include "aio.h"
#include "fixture.h"
#include "sys.h"

/* What the backends wait at most in the kernel, shortened: rings are looked at again then. */
#define HANG_LOOK_US 10000

static _Atomic int hang;
int64_t __real_oq_sys_pwrite(int fd, const void *buffer, size_t length, uint64_t offset, int flags);
int64_t __wrap_oq_sys_pwrite(int fd, const void *buffer, size_t length, uint64_t offset, int flags);
int __real_oq_sys_uring_enter(int fd, uint32_t submit, uint32_t complete, uint32_t flags,
			      const void *argument, size_t size);
int __wrap_oq_sys_uring_enter(int fd, uint32_t submit, uint32_t complete, uint32_t flags,
			      const void *argument, size_t size);
int __real_oq_aio_reap(struct oq_aio *aio, uint64_t wait_ns);
int __wrap_oq_aio_reap(struct oq_aio *aio, uint64_t wait_ns);

int64_t __wrap_oq_sys_pwrite(int fd, const void *buffer, size_t length, uint64_t offset, int flags)
{
	while (atomic_load(&hang))
		usleep(1000);
	return __real_oq_sys_pwrite(fd, buffer, length, offset, flags);
}

int __wrap_oq_sys_uring_enter(int fd, uint32_t submit, uint32_t complete, uint32_t flags,
			      const void *argument, size_t size)
{
	if (!atomic_load(&hang))
		return __real_oq_sys_uring_enter(fd, submit, complete, flags, argument, size);
	usleep(HANG_LOOK_US);
	return -ETIME;
}

int __wrap_oq_aio_reap(struct oq_aio *aio, uint64_t wait_ns)
{
	if (!atomic_load(&hang))
		return __real_oq_aio_reap(aio, wait_ns);
	usleep(HANG_LOOK_US);
	return 0;
}

#endif
