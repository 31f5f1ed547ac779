/* options.h: the command line that oq_bench and rawio share, one workload. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct bench_options {
	uint32_t backend;    /* enum oq_backend */
	uint32_t durability; /* enum oq_durability */
	uint32_t depth;
	uint32_t streams;
	uint32_t block_bytes;
	bool read;
	bool floor; /* rawio: the system calls alone, no clock and no generator */
	uint64_t size_bytes; /* of the target that is used, from its start */
	uint64_t ramp_ns;
	uint64_t duration_ns;
	const char *target; /* a file, a block device or /dev/null */
};

/* Reads ARGV; on a mistake says so on stderr and ends the process with status 2. */
void bench_options_parse(struct bench_options *options, int argc, char **argv);

const char *bench_backend_name(uint32_t backend);

#endif
