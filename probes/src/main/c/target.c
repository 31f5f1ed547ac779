#include "target.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "data.h"
#include "message.h"
#include "oq_engine.h"
#include "random.h"
#include "sys.h"

/* Linux, Documentation/admin-guide/devices.txt: 1 char, memory devices. */
#define MEMORY_MAJOR 1
#define MINOR_NULL 3
#define MINOR_ZERO 5

bool oq_target_is_sink(const struct stat *target)
{
	return S_ISCHR(target->st_mode) && major(target->st_rdev) == MEMORY_MAJOR &&
	       (minor(target->st_rdev) == MINOR_NULL || minor(target->st_rdev) == MINOR_ZERO);
}

static bool same_target(const struct stat *a, const struct stat *b)
{
	if (S_ISBLK(a->st_mode) && S_ISBLK(b->st_mode))
		return a->st_rdev == b->st_rdev;
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_rdev == b->st_rdev &&
	       (a->st_mode & S_IFMT) == (b->st_mode & S_IFMT);
}

uint32_t oq_target_logical_block(int fd)
{
	int size = 0;

	if (ioctl(fd, BLKSSZGET, &size) || size <= 0)
		return OQ_SECTOR;
	return (uint32_t)size;
}

static int reopen(int fd, const struct stat *held, bool writable, bool direct)
{
	char path[32];
	int flags = O_CLOEXEC | (writable ? O_RDWR : O_RDONLY);

	if (direct && !oq_target_is_sink(held))
		flags |= O_DIRECT;
	(void)snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	fd = open(path, flags);
	return fd < 0 ? -errno : fd;
}

int oq_target_reopen(int fd, bool writable, bool direct)
{
	struct stat held, opened;
	int error = oq_sys_fstat(fd, &held);
	int again;

	if (error)
		return error;
	again = reopen(fd, &held, writable, direct);
	if (again < 0)
		return again;
	error = oq_sys_fstat(again, &opened);
	if (!error && !same_target(&held, &opened))
		error = -ESTALE;
	if (error) {
		close(again);
		return error;
	}
	return again;
}

static int refuse_open(int error, const char *path, char *message, size_t length)
{
	char text[128];

	switch (error) {
	case EINVAL:
		return oq_fail(error, message, length,
			       "the file system of %s does not support direct I/O", path);
	case EBUSY:
		return oq_fail(error, message, length, "%s is in use (O_EXCL)", path);
	}
	return oq_fail(error, message, length, "%s: %s", path,
		       oq_error_text(error, text, sizeof(text)));
}

/*
 * A device DAX node (/dev/daxX.Y): persistent memory that can only be mapped. Not read either,
 * and what cannot be read by a second way cannot be verified. Linux,
 * Documentation/ABI/testing/sysfs-bus-dax.
 */
static bool is_device_dax(const struct stat *target)
{
	char path[64], link[256];
	int64_t length;

	if (!S_ISCHR(target->st_mode))
		return false;
	(void)snprintf(path, sizeof(path), "/sys/dev/char/%u:%u/subsystem",
		       major(target->st_rdev), minor(target->st_rdev));
	length = oq_sys_readlink(path, link, sizeof(link));
	return length >= 4 && !memcmp(link + length - 4, "/dax", 4);
}

/* 0 or -errno: only drives, files and the sinks are ever opened; others may act on open. */
static int check_type(const struct stat *target, const char *path, char *message, size_t length)
{
	if (S_ISBLK(target->st_mode) || S_ISREG(target->st_mode) || oq_target_is_sink(target))
		return 0;
	if (S_ISDIR(target->st_mode))
		return oq_fail(EISDIR, message, length, "%s is a folder", path);
	if (is_device_dax(target))
		return oq_fail(ENOTBLK, message, length,
			       "%s is device DAX, which can only be mapped: make the namespace "
			       "fsdax (ndctl) and give a file on a file system mounted with dax",
			       path);
	return oq_fail(ENOTBLK, message, length, "%s is neither a block device nor a file", path);
}

/* udev locks a device while it looks at it: waited for that long, as BlueStore waits. */
#define LOCK_TRIES 4
#define LOCK_WAIT_NS 100000000

/*
 * Both locks that an OSD may hold: BlueStore takes an open file description lock on the whole
 * device and opens it without O_EXCL (Ceph, KernelDevice::_lock), older kernels and udev know
 * flock alone. Held, they also keep an OSD from starting on the target. 0 or -errno.
 */
static int lock_once(int fd, bool writable)
{
	struct flock whole = {.l_type = writable ? F_WRLCK : F_RDLCK, .l_whence = SEEK_SET};

	if (flock(fd, LOCK_EX | LOCK_NB))
		return -errno;
	/* EINVAL: a kernel before 3.15, which has no such locks. */
	if (fcntl(fd, F_OFD_SETLK, &whole) && errno != EINVAL)
		return -errno;
	return 0;
}

static int lock_target(int fd, bool writable, const char *path, char *message, size_t length)
{
	const struct timespec pause = {.tv_nsec = LOCK_WAIT_NS};
	int error = lock_once(fd, writable);

	for (int tries = 1; (error == -EAGAIN || error == -EACCES) && tries < LOCK_TRIES; tries++) {
		(void)nanosleep(&pause, NULL);
		error = lock_once(fd, writable);
	}
	if (error)
		return oq_fail(EBUSY, message, length,
			       "%s is locked by another process (an OSD, another run)", path);
	return 0;
}

/* What was opened is what was looked at, and neither an OSD nor another run has it. */
static int check_opened(int fd, bool writable, const struct stat *before, const char *path,
			char *message, size_t length)
{
	struct stat opened;
	int error = oq_sys_fstat(fd, &opened);

	if (error)
		return refuse_open(-error, path, message, length);
	if (!same_target(before, &opened))
		return oq_fail(ESTALE, message, length, "%s was replaced while it was opened",
			       path);
	return oq_target_is_sink(&opened) ? 0 : lock_target(fd, writable, path, message, length);
}

int oq_target_open(const char *path, int writable, char *message, size_t length)
{
	struct stat before;
	int flags = O_CLOEXEC | (writable ? O_RDWR : O_RDONLY);
	int error, fd;

	if (!path || !*path)
		return oq_fail(EINVAL, message, length, "no target");
	error = oq_sys_stat(path, &before);
	if (error)
		return refuse_open(-error, path, message, length);
	error = check_type(&before, path, message, length);
	if (error)
		return error;
	if (S_ISBLK(before.st_mode))
		flags |= O_EXCL;
	if (!oq_target_is_sink(&before))
		flags |= O_DIRECT;
	fd = open(path, flags);
	if (fd < 0)
		return refuse_open(errno, path, message, length);
	error = check_opened(fd, writable != 0, &before, path, message, length);
	if (error) {
		close(fd);
		return error;
	}
	return fd;
}

/* For file systems without O_TMPFILE: a name that nobody has, gone at once. */
static int open_unlinked(const char *folder)
{
	char path[4096];
	uint64_t state = oq_now() ^ (uint64_t)getpid() << 32;
	int length, fd;

	length = snprintf(path, sizeof(path), "%s/.osd-qualify-%016llx", folder,
			  (unsigned long long)oq_splitmix(&state));
	if (length < 0 || (size_t)length >= sizeof(path))
		return -ENAMETOOLONG;
	fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_DIRECT | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0) {
		int error = errno;

		/* Where O_DIRECT is refused the file may have been made all the same. */
		if (error == EINVAL)
			unlink(path);
		return -error;
	}
	unlink(path);
	return fd;
}

int oq_scratch_open(const char *folder, char *message, size_t length)
{
	int fd;

	if (!folder || !*folder)
		return oq_fail(EINVAL, message, length, "no folder");
	fd = open(folder, O_TMPFILE | O_RDWR | O_DIRECT | O_EXCL | O_CLOEXEC, 0600);
	if (fd >= 0)
		return fd;
	/* open(2): EOPNOTSUPP from the file system, EISDIR from a kernel without O_TMPFILE. */
	if (errno != EOPNOTSUPP && errno != EISDIR)
		return refuse_open(errno, folder, message, length);
	fd = open_unlinked(folder);
	return fd < 0 ? refuse_open(-fd, folder, message, length) : fd;
}

int oq_memory_open(uint64_t length, char *message, size_t message_length)
{
	char text[128];
	long fd = syscall(SYS_memfd_create, "osd-qualify", 1u /* MFD_CLOEXEC */);
	int error;

	if (fd < 0)
		return oq_fail(errno, message, message_length, "no file in memory: %s",
			       oq_error_text(errno, text, sizeof(text)));
	error = oq_target_allocate((int)fd, length);
	if (!error)
		return (int)fd;
	close((int)fd);
	return oq_fail(-error, message, message_length, "no room in memory for %llu bytes: %s",
		       (unsigned long long)length, oq_error_text(-error, text, sizeof(text)));
}

int64_t oq_target_size(int fd)
{
	struct stat target;
	uint64_t bytes;
	int error = oq_sys_fstat(fd, &target);

	if (error)
		return error;
	if (S_ISREG(target.st_mode))
		return target.st_size;
	if (!S_ISBLK(target.st_mode))
		return -ENOTBLK;
	if (ioctl(fd, BLKGETSIZE64, &bytes))
		return -errno;
	return (int64_t)bytes;
}

int oq_target_allocate(int fd, uint64_t length)
{
	struct stat target;
	int error = oq_sys_fstat(fd, &target);

	if (error)
		return error;
	if (!S_ISREG(target.st_mode) || length > INT64_MAX)
		return -EINVAL;
	if (ftruncate(fd, (off_t)length))
		return -errno;
	/* A file system that cannot allocate ahead does so with the first write. */
	if (length && fallocate(fd, 0, 0, (off_t)length) && errno != EOPNOTSUPP)
		return -errno;
	return 0;
}

int oq_target_close(int fd)
{
	return close(fd) ? -errno : 0;
}
