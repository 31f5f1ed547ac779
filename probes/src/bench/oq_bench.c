/*
 * oq_bench: one workload of the native engine, from the command line, without Java. Prints one
 * line of JSON; times per operation are nanoseconds.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "options.h"
#include "oq_engine.h"
#include "specs.h"

#define NS_PER_S 1e9

/* How often it looks whether the job has ended: as often as osd-qualify polls. */
#define POLL_MS 1000

struct latency {
	struct oq_histogram summary;
	uint64_t counts[OQ_HIST_COUNTS];
};

static char message[512];

static __attribute__((noreturn)) void die(const char *what, int64_t error)
{
	(void)fprintf(stderr, "%s: %s (%s)\n", what, message, strerror((int)-error));
	exit(1);
}

static int64_t start(const struct bench_options *options)
{
	struct oq_stream_spec *streams = calloc(options->streams, sizeof(*streams));
	struct oq_job_spec job;
	int64_t handle;
	int fd = oq_target_open(options->target, !options->read, message, sizeof(message));

	if (fd < 0)
		die("open", fd);
	if (!streams)
		die("start", -ENOMEM);
	bench_job_spec(options, fd, &job);
	bench_stream_specs(options, streams);
	handle = oq_job_start(&job, streams, message, sizeof(message));
	if (handle < 0)
		die("start", handle);
	free(streams);
	return handle;
}

static void finish(int64_t handle, struct oq_snapshot *snapshot)
{
	int error;

	while ((error = oq_job_wait(handle, POLL_MS)) == -ETIMEDOUT)
		;
	memset(snapshot, 0, sizeof(*snapshot));
	snapshot->size = sizeof(*snapshot);
	snapshot->version = OQ_ABI_VERSION;
	if (!error)
		error = oq_job_snapshot(handle, snapshot);
	(void)oq_job_message(handle, message, sizeof(message));
	if (!error && (snapshot->errors || snapshot->end != OQ_END_DURATION))
		error = -EIO;
	if (!error && !snapshot->operations)
		error = -ENODATA;
	if (error)
		die("run", error);
}

static void read_latency(int64_t handle, const struct bench_options *options, struct latency *out)
{
	int error;

	memset(out, 0, sizeof(*out));
	out->summary.size = sizeof(out->summary);
	out->summary.version = OQ_ABI_VERSION;
	error = oq_job_histogram(handle, 0, options->streams, bench_main_kind(options),
				 &out->summary, out->counts, OQ_HIST_COUNTS);
	if (error)
		die("histogram", error);
}

/* The highest value that the bucket of the quantile can hold, as HdrHistogram reports it. */
static uint64_t quantile(const struct latency *latency, double q)
{
	uint64_t seen = 0, wanted = (uint64_t)(q * (double)latency->summary.count);

	for (int32_t i = 0; i < (int32_t)OQ_HIST_COUNTS; i++) {
		uint64_t next = oq_hist_value(i + 1);

		seen += latency->counts[i];
		if (latency->counts[i] && seen >= wanted)
			return next <= latency->summary.max_ns ? next - 1 :
								 latency->summary.max_ns;
	}
	return latency->summary.max_ns;
}

/* Of the whole process and all that it did, start and ramp included. */
static double process_cpu_ns(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return ((double)usage.ru_utime.tv_sec + (double)usage.ru_stime.tv_sec) * NS_PER_S +
	       ((double)usage.ru_utime.tv_usec + (double)usage.ru_stime.tv_usec) * 1e3;
}

/* Peak resident memory in KiB (getrusage(2)). */
static long peak_kib(void)
{
	struct rusage usage;

	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_maxrss;
}

static void print(const struct bench_options *options, const struct oq_snapshot *s,
		  const struct latency *latency)
{
	double operations = (double)s->operations;
	double all = (double)(s->total_bytes_written + s->total_bytes_read) / options->block_bytes;

	printf("{\"tool\":\"oq_bench\",\"backend\":\"%s\",\"operations\":%llu,\"iops\":%.1f,",
	       bench_backend_name(options->backend), (unsigned long long)s->operations,
	       operations * NS_PER_S / (double)s->measured_ns);
	printf("\"user_ns\":%.2f,\"system_ns\":%.2f,\"process_ns\":%.2f,",
	       (double)s->cpu_user_ns / operations, (double)s->cpu_system_ns / operations,
	       process_cpu_ns() / all);
	printf("\"mean_ns\":%.1f,\"p50_ns\":%llu,\"p99_ns\":%llu,\"max_ns\":%llu,",
	       (double)latency->summary.sum_ns / (double)latency->summary.count,
	       (unsigned long long)quantile(latency, 0.5),
	       (unsigned long long)quantile(latency, 0.99),
	       (unsigned long long)latency->summary.max_ns);
	printf("\"backend_flags\":%u,\"peak_kib\":%ld}\n", s->backend_flags, peak_kib());
}

int main(int argc, char **argv)
{
	static struct latency latency;
	struct bench_options options;
	struct oq_snapshot snapshot;
	int64_t handle;

	bench_options_parse(&options, argc, argv);
	handle = start(&options);
	finish(handle, &snapshot);
	read_latency(handle, &options, &latency);
	print(&options, &snapshot, &latency);
	return oq_job_free(handle) ? 1 : 0;
}
