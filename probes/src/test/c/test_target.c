/* Opening targets: only what may be one, by nobody else, and never the wrong thing. */
#include <sys/file.h>
#include <sys/wait.h>

#include "backends.h"
#include "loop.h"
#include "sys.h"
#include "target.h"

/* What a look at a path finds, when another thing lies there a moment later (ld --wrap). */
static const char *looked_at;
int __real_oq_sys_stat(const char *path, struct stat *out);
int __wrap_oq_sys_stat(const char *path, struct stat *out);

int __wrap_oq_sys_stat(const char *path, struct stat *out)
{
	return __real_oq_sys_stat(looked_at ? looked_at : path, out);
}

/* Where the subsystem of a device leads, in the place of the kernel's answer; NULL: as it is. */
static const char *subsystem;
int64_t __real_oq_sys_readlink(const char *path, char *out, size_t size);
int64_t __wrap_oq_sys_readlink(const char *path, char *out, size_t size);

int64_t __wrap_oq_sys_readlink(const char *path, char *out, size_t size)
{
	if (!subsystem)
		return __real_oq_sys_readlink(path, out, size);
	CONTAINS(path, "/sys/dev/char/");
	CONTAINS(path, "/subsystem");
	memcpy(out, subsystem, strlen(subsystem)); /* without its end, as the kernel */
	return (int64_t)strlen(subsystem);
}

static void refused(const char *path, int error, const char *words)
{
	char message[256] = "";

	EQUAL(oq_target_open(path, 1, message, sizeof(message)), -error);
	CONTAINS(message, words);
}

static void what_is_no_target_is_refused(void)
{
	refused("", EINVAL, "no target");
	refused("/nowhere/at/all", ENOENT, "/nowhere/at/all: No such file");
	refused("/", EISDIR, "is a folder");
	refused("/dev/tty", ENOTBLK, "neither a block device nor a file");
	EQUAL(oq_target_open("/dev/random", 0, NULL, 0), -ENOTBLK);
	EQUAL(oq_target_open("/proc/version", 0, NULL, 0), -EINVAL);
	EQUAL(oq_target_close(-1), -EBADF);
	EQUAL(oq_target_size(-1), -EBADF);
}

static void device_dax_is_named(void)
{
	subsystem = "../../../bus/dax";
	refused("/dev/tty", ENOTBLK, "/dev/tty is device DAX");
	subsystem = "../../../../class/tty";
	refused("/dev/tty", ENOTBLK, "neither a block device nor a file");
	subsystem = "dax";
	refused("/dev/tty", ENOTBLK, "neither a block device nor a file");
	subsystem = NULL;
}

static void a_missing_o_direct_is_named(void)
{
	char message[256] = "";

	EQUAL(oq_target_open("/proc/version", 0, message, sizeof(message)), -EINVAL);
	CONTAINS(message, "the file system of /proc/version does not support direct I/O");
	CHECK(oq_scratch_open("/proc/self", message, sizeof(message)) < 0);
	CHECK(oq_scratch_open("/nowhere", message, sizeof(message)) == -ENOENT);
}

/* A named file for the length of the test. */
static const char *make_file(char *path, size_t length)
{
	const char *folder = getenv("OQ_TEST_DIR");
	int fd;

	snprintf(path, length, "%s/oq-test-XXXXXX", folder ? folder : "/var/tmp");
	fd = mkstemp(path);
	REQUIRE(fd >= 0);
	REQUIRE(ftruncate(fd, MIB) == 0);
	close(fd);
	return path;
}

static void a_file_has_one_user(const char *path)
{
	char message[256] = "";
	int fd = oq_target_open(path, 1, message, sizeof(message));

	REQUIRE(fd >= 0);
	EQUAL(oq_target_size(fd), MIB);
	EQUAL(oq_target_open(path, 0, message, sizeof(message)), -EBUSY);
	CONTAINS(message, "is locked by another process");
	CHECK(fcntl(fd, F_GETFL) & O_DIRECT);
	CHECK(fcntl(fd, F_GETFD) & FD_CLOEXEC);
	EQUAL(oq_target_close(fd), 0);
	fd = oq_target_open(path, 0, message, sizeof(message));
	CHECK(fd >= 0);
	EQUAL(fcntl(fd, F_GETFL) & O_ACCMODE, O_RDONLY);
	EQUAL(oq_target_close(fd), 0);
}

/* As BlueStore locks a device, and as udev does. */
static int lock_as_bluestore(int fd)
{
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

	return fcntl(fd, F_OFD_SETLK, &whole) ? -errno : 0;
}

static int lock_as_udev(int fd)
{
	return flock(fd, LOCK_SH | LOCK_NB) ? -errno : 0;
}

/* Nothing holds it exclusively, and still it is an OSD's. */
static void a_lock_keeps_others_out(const char *path, int (*lock)(int fd))
{
	char message[256] = "";
	int other = open(path, O_RDWR | O_CLOEXEC), fd;

	REQUIRE(other >= 0);
	EQUAL(lock(other), 0);
	EQUAL(oq_target_open(path, 1, message, sizeof(message)), -EBUSY);
	CONTAINS(message, "is locked by another process");
	close(other);
	fd = oq_target_open(path, 1, message, sizeof(message));
	CHECK(fd >= 0, "%s", message);
	other = open(path, O_RDWR | O_CLOEXEC);
	EQUAL(lock(other), -EAGAIN);
	close(other);
	EQUAL(oq_target_close(fd), 0);
}

/* udev looks at a device that has just changed, and goes. */
static void a_short_lock_is_waited_for(const char *path)
{
	const struct timespec look = {.tv_nsec = 120000000};
	int other = open(path, O_RDWR | O_CLOEXEC), fd;
	pid_t child;

	REQUIRE(other >= 0);
	EQUAL(lock_as_udev(other), 0);
	child = fork();
	REQUIRE(child >= 0);
	if (!child) {
		nanosleep(&look, NULL);
		_exit(0); /* the last descriptor of the lock goes with it */
	}
	close(other);
	fd = oq_target_open(path, 1, NULL, 0);
	CHECK(fd >= 0);
	oq_target_close(fd);
	EQUAL(waitpid(child, NULL, 0), child);
}

static void a_changed_target_is_noticed(const char *path)
{
	char other[512];

	looked_at = make_file(other, sizeof(other));
	refused(path, ESTALE, "was replaced");
	looked_at = NULL;
	unlink(other);
}

static void a_scratch_file_has_no_name(void)
{
	int fd = scratch(3 * MIB);
	struct stat found;

	EQUAL(oq_sys_fstat(fd, &found), 0);
	EQUAL(found.st_nlink, 0);
	EQUAL(found.st_size, 3 * MIB);
	CHECK((uint64_t)found.st_blocks * 512 >= 3 * MIB);
	EQUAL(oq_target_allocate(fd, MIB), 0);
	EQUAL(oq_target_size(fd), MIB);
	EQUAL(oq_target_allocate(fd, 0), 0);
	EQUAL(oq_target_allocate(fd, UINT64_MAX), -EINVAL);
	EQUAL(oq_target_close(fd), 0);
	fd = sink();
	EQUAL(oq_target_allocate(fd, MIB), -EINVAL);
	EQUAL(oq_target_size(fd), -ENOTBLK);
	EQUAL(oq_target_close(fd), 0);
}

static void workers_get_descriptors_of_their_own(void)
{
	int fd = scratch(MIB);
	int again = oq_target_reopen(fd, false, true);

	REQUIRE(again >= 0);
	EQUAL(fcntl(again, F_GETFL) & (O_ACCMODE | O_DIRECT), O_RDONLY | O_DIRECT);
	EQUAL(pwrite(again, "x", 1, 0), -1);
	close(again);
	EQUAL(oq_target_reopen(987654, false, true), -EBADF);
	oq_target_close(fd);
}

/* Nobody holds it any more, not even the kernel on behalf of a ring: else no lease is given. */
static void a_target_is_free_when_its_job_is_over(uint32_t backend)
{
	int fd = scratch(MIB);
	struct oq_job_spec job = job_on(fd, backend);
	struct oq_stream_spec streams[4];

	job.streams = 4;
	job.duration_ns = 20 * MS;
	for (int i = 0; i < 4; i++)
		streams[i] = stream_of(&job, depth_of(backend));
	EQUAL(fcntl(fd, F_SETLEASE, F_WRLCK), 0);
	EQUAL(fcntl(fd, F_SETLEASE, F_UNLCK), 0);
	for (int i = 0; i < 10; i++) {
		EQUAL(oq_job_free(run(&job, streams)), 0);
		EQUAL(fcntl(fd, F_SETLEASE, F_WRLCK), 0);
		EQUAL(fcntl(fd, F_SETLEASE, F_UNLCK), 0);
	}
	oq_target_close(fd);
}

static void check_device_job(int fd)
{
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_PSYNC);
	struct oq_stream_spec stream = stream_of(&job, 1);
	char message[256] = "";
	int64_t handle;

	stream.durability = has_dsync() ? OQ_DURABILITY_DSYNC : OQ_DURABILITY_FDATASYNC;
	job.duration_ns = 0;
	job.max_bytes = 100 * 4096;
	handle = run(&job, &stream);
	EQUAL(snapshot(handle).errors, 0);
	EQUAL(snapshot(handle).operations, 100);
	EQUAL(oq_job_free(handle), 0);
	stream.mix[0].block_bytes = 512;
	EQUAL(oq_job_start(&job, &stream, message, sizeof(message)), -EINVAL);
	CONTAINS(message, "logical block 4096");
	job.permit_length += 4096;
	EQUAL(oq_job_start(&job, &stream, message, sizeof(message)), -ERANGE);
}

static void a_block_device_has_one_user(void)
{
	char message[256] = "";
	struct loop loop;
	int fd;

	if (!loop_make(&loop, MIB, 4096)) {
		printf("skipped: no loop device can be made here\n");
		return;
	}
	fd = oq_target_open(loop.path, 1, message, sizeof(message));
	CHECK(fd >= 0, "%s", message);
	EQUAL(oq_target_size(fd), MIB);
	EQUAL(oq_target_logical_block(fd), 4096);
	EQUAL(oq_target_open(loop.path, 0, message, sizeof(message)), -EBUSY);
	CONTAINS(message, "is in use");
	check_device_job(fd);
	EQUAL(oq_target_close(fd), 0);
	a_lock_keeps_others_out(loop.path, lock_as_bluestore);
	a_lock_keeps_others_out(loop.path, lock_as_udev);
	loop_close(&loop);
}

int main(void)
{
	char path[512];

	what_is_no_target_is_refused();
	device_dax_is_named();
	a_missing_o_direct_is_named();
	make_file(path, sizeof(path));
	a_file_has_one_user(path);
	a_lock_keeps_others_out(path, lock_as_bluestore);
	a_lock_keeps_others_out(path, lock_as_udev);
	a_short_lock_is_waited_for(path);
	a_changed_target_is_noticed(path);
	unlink(path);
	a_scratch_file_has_no_name();
	workers_get_descriptors_of_their_own();
	a_block_device_has_one_user();
	with_each_backend(a_target_is_free_when_its_job_is_over);
	return REPORT();
}
