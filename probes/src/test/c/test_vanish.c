/*
 * Devices that become smaller or go away under a job, and file systems that are full: the job
 * ends by itself and says where, when and with what.
 */
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "backends.h"
#include "loop.h"

#define LENGTH (4 * MIB)

static int open_target(const char *path)
{
	char message[256] = "";
	int fd = oq_target_open(path, 1, message, sizeof(message));

	if (fd < 0)
		fprintf(stderr, "%s\n", message);
	REQUIRE(fd >= 0);
	return fd;
}

/* A job on a device of LENGTH that gets SIZE while it runs; its first error. */
static struct oq_device_error resized(uint32_t backend, uint64_t size, uint32_t block_bytes,
				      bool read)
{
	struct loop loop;
	struct oq_job_spec job;
	struct oq_stream_spec stream;
	struct oq_device_error e;
	struct oq_snapshot end;
	char message[256] = "";
	uint64_t resized_ns;
	int64_t handle;
	int fd;

	REQUIRE(loop_make(&loop, LENGTH, 512));
	fd = open_target(loop.path);
	job = job_on(fd, backend);
	job.duration_ns = 20000 * MS;
	stream = stream_of(&job, depth_of(backend));
	stream.mix[0].block_bytes = block_bytes;
	stream.read_permille = read ? 1000 : 0;
	handle = start(&job, &stream);
	EQUAL(oq_job_wait(handle, 50), -ETIMEDOUT);
	resized_ns = oq_now();
	loop_resize(&loop, size);
	end = finish(handle);
	EQUAL(end.end, OQ_END_ERROR);
	CHECK(end.operations > 0);
	e = device_error(handle);
	EQUAL(e.operation, read ? OQ_KIND_READ : OQ_KIND_WRITE);
	EQUAL(e.length, block_bytes);
	CHECK(e.offset + e.length > size);
	CHECK(end.started_ns + e.at_ns >= resized_ns && end.started_ns + e.at_ns <= oq_now());
	EQUAL(oq_job_message(handle, message, sizeof(message)), 0);
	EQUAL(message[0], 0);
	EQUAL(oq_job_free(handle), 0);
	/* What has changed can be asked, and a next job is not begun. */
	EQUAL(oq_target_size(fd), size);
	EQUAL(oq_job_start(&job, &stream, message, sizeof(message)), -ERANGE);
	CONTAINS(message, "permit: ends at 4194304, the target at");
	oq_target_close(fd);
	loop_close(&loop);
	return e;
}

/*
 * What the kernel makes of a drive that was pulled out (its capacity is set to 0): writes
 * behind the end are ENOSPC, reads there return nothing, and what was in flight is EIO.
 */
static void a_device_that_is_gone_ends_the_job(uint32_t backend)
{
	struct oq_device_error e = resized(backend, 0, 4096, false);

	CHECK(e.error == ENOSPC || e.error == EIO, "%d", e.error);
	EQUAL(resized(backend, 0, 4096, true).error, EIO);
}

/* Cut in the middle of a block: what is written of it is short, and the rest has no room. */
static void a_smaller_device_ends_the_job(uint32_t backend)
{
	const uint64_t size = LENGTH / 2 + 512;
	struct oq_device_error e = resized(backend, size, 8192, false);

	CHECK(e.error == ENOSPC || e.error == EIO, "%d", e.error);
	EQUAL(resized(backend, size, 8192, true).error, EIO);
}

/* The kernel detaches a loop device that is in use only when its last user has left. */
static void a_detached_loop_device_serves_its_job(uint32_t backend)
{
	struct loop loop;
	struct oq_job_spec job;
	struct oq_stream_spec stream;
	struct oq_snapshot end;
	int64_t handle;
	int fd;

	REQUIRE(loop_make(&loop, LENGTH, 512));
	fd = open_target(loop.path);
	job = job_on(fd, backend);
	job.duration_ns = 150 * MS;
	stream = stream_of(&job, depth_of(backend));
	handle = start(&job, &stream);
	EQUAL(oq_job_wait(handle, 30), -ETIMEDOUT);
	EQUAL(ioctl(loop.device, LOOP_CLR_FD, 0), 0);
	end = finish(handle);
	EQUAL(end.end, OQ_END_DURATION);
	EQUAL(end.errors, 0);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
	loop_close(&loop);
}

/* What is mounted from now on is seen by this process alone and gone with it. */
static bool mount_apart(void)
{
	return !unshare(CLONE_NEWNS) && !mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
}

static int sparse_file(const char *folder, const char *name)
{
	char path[128];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	REQUIRE(fd >= 0 && ftruncate(fd, LENGTH) == 0);
	return fd;
}

static void runs_out_of_space(int fd, uint32_t backend)
{
	struct oq_job_spec job = job_on(fd, backend);
	struct oq_stream_spec stream = stream_of(&job, depth_of(backend));
	struct oq_snapshot end;
	int64_t handle;

	stream.pattern = OQ_SEQUENTIAL;
	job.duration_ns = 20000 * MS;
	handle = start(&job, &stream);
	end = finish(handle);
	EQUAL(end.end, OQ_END_ERROR);
	EQUAL(device_error(handle).error, ENOSPC);
	EQUAL(device_error(handle).operation, OQ_KIND_WRITE);
	CHECK(end.total_bytes_written > 0 && end.total_bytes_written <= MIB);
	CHECK(device_error(handle).offset >= end.total_bytes_written - 8 * 4096);
	EQUAL(oq_job_free(handle), 0);
}

static char small[] = "/tmp/oq-test-XXXXXX";

/* 1 MiB for a sparse file of 4 MiB: under a loop device, and as the target itself. */
static void a_full_file_system_is_enospc(uint32_t backend)
{
	struct loop loop;
	char path[128], message[256] = "";
	int fd;

	REQUIRE(mount("oq-test", small, "tmpfs", 0, "size=1m") == 0);
	snprintf(path, sizeof(path), "%s/target", small);
	REQUIRE(loop_over(&loop, sparse_file(small, "behind"), 512));
	fd = open_target(loop.path);
	runs_out_of_space(fd, backend);
	oq_target_close(fd);
	REQUIRE(ftruncate(loop.memory, 0) == 0);
	loop_close(&loop);
	close(sparse_file(small, "target"));
	fd = oq_target_open(path, 1, message, sizeof(message));
	if (fd == -EINVAL) {
		printf("skipped: %s\n", message); /* tmpfs before Linux 6.6 */
	} else {
		REQUIRE(fd >= 0);
		runs_out_of_space(fd, backend);
		EQUAL(oq_target_allocate(fd, LENGTH), -ENOSPC);
		oq_target_close(fd);
	}
	EQUAL(umount2(small, MNT_DETACH), 0);
}

static int in_the_child(void)
{
	if (!mount_apart()) {
		printf("skipped: no file system can be mounted here\n");
		return 0;
	}
	REQUIRE(mkdtemp(small));
	with_each_backend(a_full_file_system_is_enospc);
	EQUAL(rmdir(small), 0);
	return REPORT();
}

/* A scratch file is made whole before anything runs: too little space is said at once. */
static void full_file_systems(void)
{
	pid_t child;
	int status = -1;

	fflush(NULL);
	child = fork();
	REQUIRE(child >= 0);
	if (!child) {
		oq_failures = 0;
		exit(in_the_child());
	}
	EQUAL(waitpid(child, &status, 0), child);
	EQUAL(status, 0);
}

static void all_with(uint32_t backend)
{
	a_device_that_is_gone_ends_the_job(backend);
	a_smaller_device_ends_the_job(backend);
	a_detached_loop_device_serves_its_job(backend);
}

int main(void)
{
	struct loop loop;

	if (!loop_make(&loop, MIB, 512))
		SKIP("no loop device can be made here");
	loop_close(&loop);
	with_each_backend(all_with);
	full_file_systems();
	return REPORT();
}
