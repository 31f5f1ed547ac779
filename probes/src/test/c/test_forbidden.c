/*
 * What this process is not allowed: each limit is met for real, in a child of its own, and the
 * job either does without or is refused with the reason and the name of the limit.
 */
#include <linux/filter.h>
#include <linux/io_uring.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "backends.h"
#include "sys.h"

#ifndef SYS_io_uring_setup
#define SYS_io_uring_setup 425
#define SYS_io_uring_enter 426
#define SYS_io_uring_register 427
#endif

/* A user that has no other process. */
#define NOBODY 64321u

#define SKIPPED 77

/* kernel.io_uring_disabled as it shall seem, "" where there is none; NULL: as it is. */
static const char *setting;
/* What the kernel answers to io_uring_setup; 0: as it does (ld --wrap). */
static int setup_error;
FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode);
int __real_oq_sys_uring_setup(uint32_t entries, struct io_uring_params *params);
int __wrap_oq_sys_uring_setup(uint32_t entries, struct io_uring_params *params);

FILE *__wrap_fopen(const char *path, const char *mode)
{
	if (!setting || strcmp(path, "/proc/sys/kernel/io_uring_disabled") != 0)
		return __real_fopen(path, mode);
	if (!*setting)
		return NULL;
	return fmemopen((void *)(uintptr_t)setting, strlen(setting), "r");
}

int __wrap_oq_sys_uring_setup(uint32_t entries, struct io_uring_params *params)
{
	return setup_error ? -setup_error : __real_oq_sys_uring_setup(entries, params);
}

/* In a child, because limits stay; it says itself what it skips. */
static void in_a_child(int (*test)(void))
{
	pid_t child;
	int status = -1;

	fflush(NULL);
	child = fork();
	REQUIRE(child >= 0);
	if (!child) {
		oq_failures = 0;
		exit(test());
	}
	EQUAL(waitpid(child, &status, 0), child);
	if (status != SKIPPED << 8)
		EQUAL(status, 0);
}

/* A job of STREAMS on FD; its handle, or -errno. */
static int64_t start_on(int fd, uint32_t backend, uint32_t streams, char *message, size_t length)
{
	struct oq_job_spec job = job_on(fd, backend);
	struct oq_stream_spec specs[16];

	REQUIRE(streams <= 16);
	job.streams = streams;
	job.duration_ns = 20000 * MS;
	job.max_bytes = 100 * 4096;
	for (uint32_t i = 0; i < streams; i++)
		specs[i] = stream_of(&job, depth_of(backend));
	message[0] = '\0';
	return oq_job_start(&job, specs, message, length);
}

static void refused(int fd, uint32_t backend, uint32_t streams, int error, const char *words)
{
	char message[256];

	EQUAL(start_on(fd, backend, streams, message, sizeof(message)), -error);
	CONTAINS(message, words);
}

/* 100 blocks without an error; what the backend could use. */
static uint32_t works(int fd, uint32_t backend, uint32_t streams)
{
	char message[256];
	int64_t handle = start_on(fd, backend, streams, message, sizeof(message));
	struct oq_snapshot end;

	CHECK(handle > 0, "%s", message);
	if (handle <= 0)
		return 0;
	end = finish(handle);
	EQUAL(end.errors, 0);
	EQUAL(end.total_bytes_written, 100 * 4096);
	EQUAL(oq_job_free(handle), 0);
	return end.backend_flags;
}

/* From now on these system calls fail with ERROR. */
static bool filter(int error, long a, long b, long c)
{
	struct sock_filter program[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)a, 2, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)b, 1, 0),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)c, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (uint32_t)error),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog filter = { sizeof(program) / sizeof(program[0]), program };

	if (!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) &&
	    !prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
		return true;
	printf("skipped: seccomp filters are not allowed here\n");
	return false;
}

/* The one that is forbidden is refused, in whatever way it is asked for; another works. */
static void only_psync_works(uint32_t backend, int error, const char *words)
{
	int fd = scratch(MIB);
	char message[256];

	refused(fd, backend, 2, error, words);
	EQUAL(oq_backend_check(backend, message, sizeof(message)), -error);
	CONTAINS(message, words);
	works(fd, OQ_BACKEND_PSYNC, 2);
	oq_target_close(fd);
}

static int io_uring_filtered(int error, const char *words)
{
	if (!filter(error, SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register))
		return SKIPPED;
	only_psync_works(OQ_BACKEND_IO_URING, error, words);
	EQUAL(features().io_uring, 0);
	EQUAL(features().io_uring_error, error);
	return REPORT();
}

static int libaio_filtered(int error, const char *words)
{
	if (!filter(error, SYS_io_setup, SYS_io_submit, SYS_io_getevents))
		return SKIPPED;
	only_psync_works(OQ_BACKEND_LIBAIO, error, words);
	EQUAL(features().libaio, 0);
	EQUAL(features().libaio_error, error);
	return REPORT();
}

static int libaio_filtered_with_eperm(void)
{
	return libaio_filtered(EPERM, "asynchronous I/O is forbidden to this process (seccomp");
}

static int libaio_filtered_with_enosys(void)
{
	return libaio_filtered(ENOSYS, "or a seccomp filter hides it");
}

static int filtered_with_eperm(void)
{
	return io_uring_filtered(EPERM, "io_uring is forbidden to this process: a seccomp filter");
}

static int filtered_with_enosys(void)
{
	setting = "0";
	return io_uring_filtered(ENOSYS, "a seccomp filter (of the container or systemd unit) hides");
}

static int filtered_on_an_older_kernel(void)
{
	setting = "";
	return io_uring_filtered(ENOSYS, "this kernel has no io_uring, or a seccomp filter hides");
}

/* A ring can be made and not be used: a fault of the engine, never one of the device. */
static int enter_filtered(void)
{
	int fd = scratch(MIB);
	char message[256];
	struct oq_snapshot end;
	int64_t handle;

	if (!filter(EPERM, SYS_io_uring_enter, 0xffff, 0xffff))
		return SKIPPED;
	handle = start_on(fd, OQ_BACKEND_IO_URING, 1, message, sizeof(message));
	if (handle < 0) {
		CONTAINS(message, "io_uring");
		return REPORT();
	}
	end = finish(handle);
	EQUAL(end.end, OQ_END_ERROR);
	EQUAL(end.errors, 0);
	EQUAL(oq_job_message(handle, message, sizeof(message)), 0);
	CONTAINS(message, "stream 0: io_uring broke");
	CONTAINS(message, "Operation not permitted");
	EQUAL(oq_job_free(handle), 0);
	EQUAL(oq_backend_check(OQ_BACKEND_IO_URING, message, sizeof(message)), -EIO);
	CONTAINS(message, "io_uring broke");
	return REPORT();
}

/* Registering makes a ring cheaper, nothing else. */
static int register_filtered(void)
{
	int fd = scratch(MIB);

	if (!filter(EPERM, SYS_io_uring_register, 0xffff, 0xffff))
		return SKIPPED;
	EQUAL(works(fd, OQ_BACKEND_IO_URING, 2) & OQ_USED_BUFFERS, 0);
	EQUAL(features().io_uring_flags & OQ_USED_BUFFERS, 0);
	return REPORT();
}

/* From root to somebody who may do nothing but write to FD. */
static void become_nobody(int fd)
{
	if (geteuid())
		return;
	REQUIRE(fchown(fd, NOBODY, NOBODY) == 0);
	REQUIRE(setgid(NOBODY) == 0 && setuid(NOBODY) == 0);
	/* /proc/self is not root's any more. */
	REQUIRE(prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0);
}

static int disabled_for_all_but_root(void)
{
	int fd = scratch(MIB);

	setup_error = EPERM;
	setting = "1";
	if (!geteuid())
		refused(fd, OQ_BACKEND_IO_URING, 1, EPERM, "a security policy of this host");
	become_nobody(fd);
	refused(fd, OQ_BACKEND_IO_URING, 1, EPERM,
		"kernel.io_uring_disabled=1 leaves it to root and to the group");
	return REPORT();
}

static int disabled_for_all(void)
{
	int fd = scratch(MIB);

	setup_error = EPERM;
	setting = "2";
	refused(fd, OQ_BACKEND_IO_URING, 1, EPERM, "kernel.io_uring_disabled=2");
	setting = "0";
	refused(fd, OQ_BACKEND_IO_URING, 1, EPERM, "a security policy of this host");
	setting = "";
	refused(fd, OQ_BACKEND_IO_URING, 1, EPERM, "a security policy of this host");
	setup_error = ENOSYS;
	refused(fd, OQ_BACKEND_IO_URING, 1, ENOSYS, "this kernel has no io_uring");
	return REPORT();
}

static void set_limit(__rlimit_resource_t what, rlim_t value)
{
	struct rlimit limit;

	REQUIRE(getrlimit(what, &limit) == 0);
	limit.rlim_cur = value;
	REQUIRE(setrlimit(what, &limit) == 0);
}

/* Registered buffers are locked memory: without it the ring works, and the flags say how. */
static int no_locked_memory(void)
{
	int fd = scratch(MIB);
	char message[256];
	int64_t handle;

	become_nobody(fd);
	set_limit(RLIMIT_MEMLOCK, 0);
	handle = start_on(fd, OQ_BACKEND_IO_URING, 2, message, sizeof(message));
	if (handle == -ENOMEM) { /* before Linux 5.12 */
		CONTAINS(message, "RLIMIT_MEMLOCK, ulimit -l, is 0 KiB");
		return REPORT();
	}
	CHECK(handle > 0, "%s", message);
	EQUAL(oq_job_wait(handle, 20000), 0);
	EQUAL(snapshot(handle).errors, 0);
	EQUAL(snapshot(handle).total_bytes_written, 100 * 4096);
	EQUAL(snapshot(handle).backend_flags & OQ_USED_BUFFERS, 0);
	EQUAL(features().io_uring_flags & OQ_USED_BUFFERS, 0);
	EQUAL(oq_job_free(handle), 0);
	return REPORT();
}

static void too_many_threads(int fd)
{
	char message[256], words[64];
	unsigned int at = 0;

	EQUAL(start_on(fd, OQ_BACKEND_PSYNC, 16, message, sizeof(message)), -EAGAIN);
	EQUAL(sscanf(message, "thread %u of 16", &at), 1);
	/* Sanitizers and emulators have threads of their own. */
	CHECK(at >= 2 && at <= 8, "%s", message);
	snprintf(words, sizeof(words), "thread %u of 16 could not be started", at);
	CONTAINS(message, words);
	CONTAINS(message, "ulimit -u");
	CONTAINS(message, "pids.max");
	/* Those that had started are gone again: there is room for as many once more. */
	works(fd, OQ_BACKEND_PSYNC, 1);
	works(fd, OQ_BACKEND_PSYNC, at - 1);
}

static int too_many_for_the_user(void)
{
	int fd = scratch(MIB);

	if (geteuid()) {
		printf("skipped: only root can become a user without other processes\n");
		return SKIPPED;
	}
	become_nobody(fd);
	set_limit(RLIMIT_NPROC, 8);
	too_many_threads(fd);
	return REPORT();
}

static bool write_file(const char *folder, const char *name, const char *text)
{
	char path[256];
	FILE *file;
	bool done;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = __real_fopen(path, "we");
	if (!file)
		return false;
	done = fputs(text, file) >= 0;
	return !fclose(file) && done;
}

static char group[128];

static bool make_group(void)
{
	static const char *const roots[] = { "/sys/fs/cgroup/pids", "/sys/fs/cgroup" };

	for (size_t i = 0; i < sizeof(roots) / sizeof(roots[0]); i++) {
		snprintf(group, sizeof(group), "%s/oq-test-%d", roots[i], (int)getpid());
		if (mkdir(group, 0700))
			continue;
		if (write_file(group, "pids.max", "8"))
			return true;
		rmdir(group);
	}
	return false;
}

static int too_many_for_the_group(void)
{
	char self[16];
	int fd = scratch(MIB);

	snprintf(self, sizeof(self), "%d", (int)getpid());
	if (!write_file(group, "cgroup.procs", self))
		return 1;
	too_many_threads(fd);
	return REPORT();
}

static void control_groups(void)
{
	if (!make_group()) {
		printf("skipped: no control group with pids.max can be made here\n");
		return;
	}
	in_a_child(too_many_for_the_group);
	EQUAL(rmdir(group), 0);
}

static int open_files(void)
{
	int count = 0;

	for (int fd = 0; fd < 256; fd++)
		count += fcntl(fd, F_GETFD) >= 0;
	return count;
}

/* Nothing stays open of what was refused. */
static void too_many_files(uint32_t backend)
{
	int fd = scratch(MIB);
	int before = open_files();

	set_limit(RLIMIT_NOFILE, (rlim_t)before + 5);
	refused(fd, backend, 16, EMFILE, "Too many open files");
	EQUAL(open_files(), before);
	works(fd, backend, 1);
	set_limit(RLIMIT_NOFILE, 200);
	works(fd, backend, 16);
	EQUAL(open_files(), before);
	oq_target_close(fd);
}

static int too_many_files_with_each(void)
{
	with_each_backend(too_many_files);
	return REPORT();
}

static void rings(void)
{
	if (!has_uring()) {
		printf("skipped: this kernel lets nobody make an io_uring\n");
		return;
	}
	in_a_child(filtered_with_eperm);
	in_a_child(filtered_with_enosys);
	in_a_child(filtered_on_an_older_kernel);
	in_a_child(enter_filtered);
	in_a_child(register_filtered);
	in_a_child(no_locked_memory);
}

static void unknown_backends_are_named(void)
{
	char message[256] = "";

	EQUAL(oq_backend_check(0, message, sizeof(message)), -EINVAL);
	EQUAL(oq_backend_check(OQ_BACKEND_PMEM + 1, message, sizeof(message)), -EINVAL);
	CONTAINS(message, "backend: 5 is unknown");
	EQUAL(oq_backend_check(OQ_BACKEND_PSYNC, NULL, 0), 0);
}

int main(void)
{
	unknown_backends_are_named();
	rings();
	if (features().libaio) {
		in_a_child(libaio_filtered_with_eperm);
		in_a_child(libaio_filtered_with_enosys);
	} else {
		printf("skipped: this kernel has no libaio\n");
	}
	in_a_child(disabled_for_all_but_root);
	in_a_child(disabled_for_all);
	in_a_child(too_many_for_the_user);
	control_groups();
	in_a_child(too_many_files_with_each);
	return REPORT();
}
