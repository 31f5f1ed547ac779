/* specs.h: a workload of the command line as the engine's own structs. */
#ifndef BENCH_SPECS_H
#define BENCH_SPECS_H

#include "oq_engine.h"
#include "options.h"

void bench_job_spec(const struct bench_options *options, int fd, struct oq_job_spec *job);

/* STREAMS has room for options->streams; each stream gets an equal part of the target. */
void bench_stream_specs(const struct bench_options *options, struct oq_stream_spec *streams);

/* The kind whose latency is the operation's. */
enum oq_kind bench_main_kind(const struct bench_options *options);

#endif
