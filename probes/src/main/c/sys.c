#include "sys.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* Offsets go in one register and struct stat is the kernel's own: both need 64 bits. */
_Static_assert(sizeof(long) == 8, "the engine is built for 64-bit Linux");

/* The same numbers on all architectures (asm-generic/unistd.h and x86's table). */
#ifndef __NR_io_uring_setup
#define __NR_io_uring_setup 425
#define __NR_io_uring_enter 426
#define __NR_io_uring_register 427
#endif

static int64_t result(long value)
{
	return value < 0 ? -errno : value;
}

int64_t oq_sys_pread(int fd, void *buffer, size_t length, uint64_t offset)
{
	return result(syscall(SYS_pread64, fd, buffer, length, offset));
}

int64_t oq_sys_pwrite(int fd, const void *buffer, size_t length, uint64_t offset, int flags)
{
	struct iovec vector = { .iov_base = (void *)(uintptr_t)buffer, .iov_len = length };

	if (!flags)
		return result(syscall(SYS_pwrite64, fd, buffer, length, offset));
	/* The high half of the offset is unused where a long has 64 bits. */
	return result(syscall(SYS_pwritev2, fd, &vector, 1ul, offset, 0ul, flags));
}

int oq_sys_fdatasync(int fd)
{
	return (int)result(syscall(SYS_fdatasync, fd));
}

int oq_sys_fsync(int fd)
{
	return (int)result(syscall(SYS_fsync, fd));
}

int oq_sys_sync_range(int fd, uint64_t offset, uint64_t length, uint32_t flags)
{
	return (int)result(syscall(SYS_sync_file_range, fd, offset, length, flags));
}

int oq_sys_setaffinity(const uint64_t *cpus, size_t size)
{
	return (int)result(syscall(SYS_sched_setaffinity, 0, size, cpus));
}

int oq_sys_getaffinity(uint64_t *cpus, size_t size)
{
	long got;

	memset(cpus, 0, size); /* the kernel fills as much as its own set has */
	got = result(syscall(SYS_sched_getaffinity, 0, size, cpus));
	return got < 0 ? (int)got : 0;
}

int oq_sys_map(int fd, uint64_t offset, size_t length, int protection, int flags, uint8_t **map)
{
	void *at = mmap(NULL, length, protection, flags, fd, (off_t)offset);

	if (at == MAP_FAILED)
		return -errno;
	*map = at;
	return 0;
}

int oq_sys_unmap(uint8_t *map, size_t length)
{
	return munmap(map, length) ? -errno : 0;
}

int oq_sys_msync(uint8_t *at, size_t length)
{
	return (int)result(syscall(SYS_msync, at, length, MS_SYNC));
}

int oq_sys_madvise(uint8_t *at, size_t length, int advice)
{
	return (int)result(syscall(SYS_madvise, at, length, advice));
}

int oq_sys_stat(const char *path, struct stat *out)
{
	return (int)result(syscall(SYS_newfstatat, AT_FDCWD, path, out, 0));
}

int oq_sys_fstat(int fd, struct stat *out)
{
	return (int)result(syscall(SYS_fstat, fd, out));
}

int64_t oq_sys_readlink(const char *path, char *out, size_t size)
{
	return result(syscall(SYS_readlinkat, AT_FDCWD, path, out, size));
}

int oq_sys_io_setup(uint32_t entries, aio_context_t *context)
{
	return (int)result(syscall(SYS_io_setup, entries, context));
}

int oq_sys_io_destroy(aio_context_t context)
{
	return (int)result(syscall(SYS_io_destroy, context));
}

int oq_sys_io_submit(aio_context_t context, uint32_t count, struct iocb **controls)
{
	return (int)result(syscall(SYS_io_submit, context, (long)count, controls));
}

int oq_sys_io_getevents(aio_context_t context, uint32_t least, uint32_t most,
			struct io_event *events, struct timespec *timeout)
{
	return (int)result(syscall(SYS_io_getevents, context, (long)least, (long)most, events,
				   timeout));
}

int oq_sys_uring_setup(uint32_t entries, struct io_uring_params *params)
{
	return (int)result(syscall(__NR_io_uring_setup, entries, params));
}

int oq_sys_uring_enter(int fd, uint32_t submit, uint32_t complete, uint32_t flags,
		       const void *argument, size_t size)
{
	return (int)result(
		syscall(__NR_io_uring_enter, fd, submit, complete, flags, argument, size));
}

int oq_sys_uring_register(int fd, uint32_t opcode, const void *argument, uint32_t count)
{
	return (int)result(syscall(__NR_io_uring_register, fd, opcode, argument, count));
}

bool oq_sys_is_filtered(void)
{
	return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) == 2; /* SECCOMP_MODE_FILTER */
}
