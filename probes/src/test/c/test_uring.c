/* Rings: what a kernel refuses is said clearly, or done without. */
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/io_uring.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include "fixture.h"
#include "ring.h"
#include "sys.h"

/* What a kernel without a feature, or without memory, would answer (ld --wrap). */
static struct {
	uint32_t refused_flags; /* of io_uring_setup: EINVAL */
	int setup_error;
	int register_error;
	uint32_t hidden_features;
	int enter_error;
	_Atomic int enter_errors; /* how many more times */
} kernel;

int __real_oq_sys_uring_setup(uint32_t entries, struct io_uring_params *params);
int __wrap_oq_sys_uring_setup(uint32_t entries, struct io_uring_params *params);
int __real_oq_sys_uring_register(int fd, uint32_t opcode, const void *argument, uint32_t count);
int __wrap_oq_sys_uring_register(int fd, uint32_t opcode, const void *argument, uint32_t count);

int __wrap_oq_sys_uring_setup(uint32_t entries, struct io_uring_params *params)
{
	int fd;

	if (params->flags & kernel.refused_flags)
		return -EINVAL;
	if (kernel.setup_error)
		return -kernel.setup_error;
	fd = __real_oq_sys_uring_setup(entries, params);
	params->features &= ~kernel.hidden_features;
	return fd;
}

int __wrap_oq_sys_uring_register(int fd, uint32_t opcode, const void *argument, uint32_t count)
{
	if (kernel.register_error)
		return -kernel.register_error;
	return __real_oq_sys_uring_register(fd, opcode, argument, count);
}

int __real_oq_sys_uring_enter(int fd, uint32_t submit, uint32_t complete, uint32_t flags,
			      const void *argument, size_t size);
int __wrap_oq_sys_uring_enter(int fd, uint32_t submit, uint32_t complete, uint32_t flags,
			      const void *argument, size_t size);

int __wrap_oq_sys_uring_enter(int fd, uint32_t submit, uint32_t complete, uint32_t flags,
			      const void *argument, size_t size)
{
	if (atomic_load(&kernel.enter_errors) > 0) {
		atomic_fetch_sub(&kernel.enter_errors, 1);
		return -kernel.enter_error;
	}
	return __real_oq_sys_uring_enter(fd, submit, complete, flags, argument, size);
}

static void works_with_flags(uint32_t flags)
{
	int fd = scratch(MIB);
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_IO_URING);
	struct oq_stream_spec stream = stream_of(&job, 8);
	struct oq_snapshot end;
	int64_t handle;

	stream.durability = OQ_DURABILITY_FDATASYNC;
	job.duration_ns = 0;
	job.max_bytes = 100 * 4096;
	handle = run(&job, &stream);
	end = snapshot(handle);
	EQUAL(end.end, OQ_END_BYTES);
	EQUAL(end.errors, 0);
	EQUAL(end.backend_flags, flags);
	EQUAL(end.operations, 100);
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
	memset(&kernel, 0, sizeof(kernel));
}

static void older_kernels_are_done_with(void)
{
	const uint32_t single_issuer = 1u << 12, defer_taskrun = 1u << 13, ext_arg = 1u << 8;
	const uint32_t flags = features().io_uring_flags;

	works_with_flags(flags);
	if (flags & 1) {
		kernel.refused_flags = defer_taskrun;
		works_with_flags(flags & ~2u);
	}
	kernel.refused_flags = single_issuer | defer_taskrun;
	works_with_flags(flags & ~3u);
	kernel.refused_flags = single_issuer | defer_taskrun;
	kernel.hidden_features = ext_arg;
	works_with_flags(flags & ~3u);
	kernel.register_error = ENOMEM;
	works_with_flags(flags & ~4u);
}

static void start_fails(int error, const char *words)
{
	int fd = sink();
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_IO_URING);
	struct oq_stream_spec streams[3];
	char message[256] = "";

	job.streams = 3;
	for (int i = 0; i < 3; i++)
		streams[i] = stream_of(&job, 4);
	EQUAL(oq_job_start(&job, streams, message, sizeof(message)), -error);
	CONTAINS(message, words);
	memset(&kernel, 0, sizeof(kernel));
	oq_target_close(fd);
}

static void refusals_are_named(void)
{
	kernel.setup_error = ENOMEM;
	start_fails(ENOMEM, "RLIMIT_MEMLOCK");
	kernel.setup_error = ENOSYS;
	start_fails(ENOSYS, "this kernel has no io_uring");
	kernel.setup_error = EMFILE;
	start_fails(EMFILE, "Too many open files");
	kernel.setup_error = EPERM;
	start_fails(EPERM, "io_uring is forbidden");
}

/* As containers do: io_uring_setup is answered with EPERM. Only in a child: it stays. */
static int forbid_by_seccomp(void)
{
	struct sock_filter program[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 425 /* io_uring_setup */, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog filter = { sizeof(program) / sizeof(program[0]), program };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -errno;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) ? -errno : 0;
}

static int in_the_child(void)
{
	if (forbid_by_seccomp()) {
		printf("skipped: seccomp filters are not allowed here\n");
		return 0;
	}
	start_fails(EPERM, "io_uring is forbidden");
	EQUAL(features().io_uring, 0);
	EQUAL(features().io_uring_error, EPERM);
	return REPORT();
}

static void seccomp_is_named(void)
{
	pid_t child = fork();
	int status = -1;

	REQUIRE(child >= 0);
	if (!child)
		_exit(in_the_child());
	EQUAL(waitpid(child, &status, 0), child);
	EQUAL(status, 0);
}

/* A device that cannot be polled is no failing device: the job says what is missing. */
static void polling_needs_poll_queues(void)
{
	int fd = sink();
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_IO_URING);
	struct oq_stream_spec stream = stream_of(&job, 16);
	char message[256] = "";
	struct oq_snapshot end;
	int64_t handle;

	job.flags = OQ_JOB_IOPOLL;
	job.duration_ns = 10000 * MS;
	handle = run(&job, &stream);
	end = snapshot(handle);
	EQUAL(end.end, OQ_END_ERROR);
	EQUAL(end.errors, 0);
	EQUAL(end.operations, 0);
	EQUAL(end.oldest_inflight_ns, 0);
	EQUAL(device_error(handle).count, 0);
	EQUAL(oq_job_message(handle, message, sizeof(message)), 0);
	CONTAINS(message, "no poll queues (nvme.poll_queues)");
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
}

/* No memory for a moment is waited for; none for ever ends the job with a word. */
static void a_kernel_without_memory_is_given_up(int error)
{
	int fd = sink();
	struct oq_job_spec job = job_on(fd, OQ_BACKEND_IO_URING);
	struct oq_stream_spec stream = stream_of(&job, 4);
	char message[256] = "";
	struct oq_snapshot end;
	int64_t handle;

	job.duration_ns = 10000 * MS;
	oq_ring_patience_ns = 300 * MS;
	kernel.enter_error = error;
	atomic_store(&kernel.enter_errors, INT32_MAX);
	handle = run(&job, &stream);
	end = snapshot(handle);
	EQUAL(end.end, OQ_END_ERROR);
	EQUAL(end.operations, 0);
	EQUAL(device_error(handle).count, 0);
	EQUAL(oq_job_message(handle, message, sizeof(message)), 0);
	CONTAINS(message, "the kernel has taken no request for 0 s");
	CONTAINS(message, "no memory for io_uring");
	EQUAL(oq_job_free(handle), 0);
	oq_target_close(fd);
	atomic_store(&kernel.enter_errors, 50);
	works_with_flags(features().io_uring_flags);
	oq_ring_patience_ns = 10000 * MS;
}

int main(void)
{
	if (!has_uring())
		SKIP("this kernel lets nobody make an io_uring");
	seccomp_is_named();
	refusals_are_named();
	older_kernels_are_done_with();
	polling_needs_poll_queues();
	a_kernel_without_memory_is_given_up(EAGAIN);
	a_kernel_without_memory_is_given_up(EBUSY);
	return REPORT();
}
