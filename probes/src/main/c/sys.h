/*
 * sys.h: system calls without the C library's wrappers. They return a value >= 0 or -errno.
 *
 * Why raw: glibc's pread, pwrite and fdatasync are cancellation points (atomics around each
 * call in a threaded process), it has no wrappers for io_uring, and its stat and fstat are
 * symbols of GLIBC_2.33, newer than what the library may need. They stand in a file of
 * their own so that tests can put faults in their place (ld --wrap).
 */
#ifndef OQ_SYS_H
#define OQ_SYS_H

#include <linux/aio_abi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>

#ifndef RWF_DSYNC
#define RWF_DSYNC 0x00000002 /* Linux 4.7, glibc 2.26 */
#endif

/*
 * BlueStore's KernelDevice::_sync_write: SYNC_FILE_RANGE_WAIT_BEFORE, _WRITE and _WAIT_AFTER
 * (1, 2 and 4 in <linux/fs.h>).
 */
#define OQ_SYNC_RANGE_FLAGS 7u

int64_t oq_sys_pread(int fd, void *buffer, size_t length, uint64_t offset);

/* FLAGS are RWF_*; 0 is a plain pwrite. */
int64_t oq_sys_pwrite(int fd, const void *buffer, size_t length, uint64_t offset, int flags);

int oq_sys_fdatasync(int fd);
int oq_sys_fsync(int fd);

/* FLAGS are SYNC_FILE_RANGE_*. */
int oq_sys_sync_range(int fd, uint64_t offset, uint64_t length, uint32_t flags);

/* The calling thread; a set of SIZE bytes. */
int oq_sys_setaffinity(const uint64_t *cpus, size_t size);
int oq_sys_getaffinity(uint64_t *cpus, size_t size);

/*
 * A mapping of a file, or -errno. FLAGS are MAP_*. These two go by the C library, whose functions
 * are no cancellation points and which the sanitizers watch.
 */
int oq_sys_map(int fd, uint64_t offset, size_t length, int protection, int flags, uint8_t **map);
int oq_sys_unmap(uint8_t *map, size_t length);

/* With MS_SYNC. */
int oq_sys_msync(uint8_t *at, size_t length);
int oq_sys_madvise(uint8_t *at, size_t length, int advice);

int oq_sys_stat(const char *path, struct stat *out);
int oq_sys_fstat(int fd, struct stat *out);

/* How many bytes, without a 0 at the end. */
int64_t oq_sys_readlink(const char *path, char *out, size_t size);

int oq_sys_io_setup(uint32_t entries, aio_context_t *context);
int oq_sys_io_destroy(aio_context_t context);
int oq_sys_io_submit(aio_context_t context, uint32_t count, struct iocb **controls);
int oq_sys_io_getevents(aio_context_t context, uint32_t least, uint32_t most,
			struct io_event *events, struct timespec *timeout);

struct io_uring_params;
int oq_sys_uring_setup(uint32_t entries, struct io_uring_params *params);
int oq_sys_uring_enter(int fd, uint32_t submit, uint32_t complete, uint32_t flags,
		       const void *argument, size_t size);
int oq_sys_uring_register(int fd, uint32_t opcode, const void *argument, uint32_t count);

/* A seccomp filter is active: what it refuses looks like what the kernel refuses. */
bool oq_sys_is_filtered(void);

#endif
