/*
 * rawio: the bare loop of one workload (see raw.h), for what the kernel and the clock alone cost.
 * One stream, no durability. Prints one line of JSON; times per operation are nanoseconds.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "oq_engine.h"
#include "raw.h"

#define NS_PER_S 1e9
#define PAGE 4096

struct cpu {
	double user_ns;
	double system_ns;
};

static __attribute__((noreturn)) void die(const char *what, int error)
{
	(void)fprintf(stderr, "%s: %s\n", what, strerror(-error));
	exit(1);
}

static struct cpu read_cpu(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return (struct cpu){
		.user_ns = (double)usage.ru_utime.tv_sec * NS_PER_S +
			   (double)usage.ru_utime.tv_usec * 1e3,
		.system_ns = (double)usage.ru_stime.tv_sec * NS_PER_S +
			     (double)usage.ru_stime.tv_usec * 1e3,
	};
}

/* As the engine opens: directly, a block device for itself; character devices take neither. */
static int open_target(const struct bench_options *options)
{
	int flags = O_CLOEXEC | (options->read ? O_RDONLY : O_RDWR);
	struct stat target;
	int fd;

	if (stat(options->target, &target))
		die(options->target, -errno);
	if (!S_ISCHR(target.st_mode))
		flags |= O_DIRECT;
	if (S_ISBLK(target.st_mode))
		flags |= O_EXCL;
	fd = open(options->target, flags);
	if (fd < 0)
		die(options->target, -errno);
	return fd;
}

static uint8_t *random_blocks(struct raw *raw)
{
	size_t size = (size_t)raw->options.depth * raw->options.block_bytes;
	uint8_t *blocks = aligned_alloc(PAGE, (size + PAGE - 1) / PAGE * PAGE);

	if (!blocks)
		die("blocks", -ENOMEM);
	for (size_t at = 0; at < size; at += sizeof(raw->random)) {
		(void)raw_offset(raw);
		memcpy(blocks + at, &raw->random, sizeof(raw->random));
	}
	return blocks;
}

static void run(struct raw *raw, struct raw_ring *ring, uint64_t length_ns)
{
	int error = -EOPNOTSUPP;

	raw->operations = 0;
	raw->sum_ns = 0;
	raw->until_ns = raw_now() + length_ns;
	if (raw->options.backend == OQ_BACKEND_PSYNC)
		error = raw_psync(raw);
	else if (raw->options.backend == OQ_BACKEND_IO_URING)
		error = raw_uring(raw, ring);
	else if (raw->options.backend == OQ_BACKEND_LIBAIO)
		error = raw_libaio(raw);
	if (error)
		die(bench_backend_name(raw->options.backend), error);
}

static void measure(struct raw *raw, struct raw_ring *ring)
{
	struct cpu before, after;
	uint64_t start_ns, end_ns;
	double operations;

	if (raw->options.ramp_ns)
		run(raw, ring, raw->options.ramp_ns);
	before = read_cpu();
	start_ns = raw_now();
	run(raw, ring, raw->options.duration_ns);
	end_ns = raw_now();
	after = read_cpu();
	operations = (double)raw->operations;
	printf("{\"tool\":\"rawio\",\"backend\":\"%s\",\"operations\":%llu,\"iops\":%.1f,",
	       bench_backend_name(raw->options.backend), (unsigned long long)raw->operations,
	       operations * NS_PER_S / (double)(end_ns - start_ns));
	printf("\"user_ns\":%.2f,\"system_ns\":%.2f,\"mean_ns\":%.1f}\n",
	       (after.user_ns - before.user_ns) / operations,
	       (after.system_ns - before.system_ns) / operations,
	       (double)raw->sum_ns / operations);
}

int main(int argc, char **argv)
{
	struct raw raw = { .random = 88172645463325252ull }; /* Marsaglia's own seed */
	struct raw_ring *ring = NULL;

	bench_options_parse(&raw.options, argc, argv);
	if (raw.options.streams != 1 || raw.options.durability != OQ_DURABILITY_NONE)
		die("one stream, no durability", -EINVAL);
	raw.blocks = raw.options.size_bytes / raw.options.block_bytes;
	raw.fd = open_target(&raw.options);
	raw.buffers = random_blocks(&raw);
	if (raw.options.backend == OQ_BACKEND_IO_URING) {
		ring = raw_uring_new(&raw);
		if (!ring)
			return 1;
	}
	measure(&raw, ring);
	if (ring)
		raw_uring_free(ring);
	free(raw.buffers);
	return close(raw.fd) ? 1 : 0;
}
