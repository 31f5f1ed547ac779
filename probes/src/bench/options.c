#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oq_engine.h"

#define NS_PER_S 1e9

static const char usage[] =
	"[options] TARGET\n"
	"  --backend psync|io_uring|libaio|pmem      (psync)\n"
	"  --durability none|dsync|fdatasync|fsync|buffered   of writes (none)\n"
	"  --depth N        operations in flight of each stream (1)\n"
	"  --streams N      threads (1)\n"
	"  --block BYTES    (4096)\n"
	"  --size BYTES     of TARGET that is used (268435456)\n"
	"  --ramp S         seconds that are not counted (0.2)\n"
	"  --seconds S      seconds that are (1)\n"
	"  --read           reads instead of writes\n"
	"  --floor          rawio: no clock, no generator, the system calls alone\n"
	"Writes to random places of TARGET and prints one line of JSON.\n";

struct name {
	const char *name;
	uint32_t value;
};

static const struct name backends[] = {
	{ "psync", OQ_BACKEND_PSYNC },
	{ "io_uring", OQ_BACKEND_IO_URING },
	{ "libaio", OQ_BACKEND_LIBAIO },
	{ "pmem", OQ_BACKEND_PMEM },
	{ NULL, 0 },
};

static const struct name durabilities[] = {
	{ "none", OQ_DURABILITY_NONE },   { "dsync", OQ_DURABILITY_DSYNC },
	{ "fdatasync", OQ_DURABILITY_FDATASYNC }, { "fsync", OQ_DURABILITY_FSYNC },
	{ "buffered", OQ_DURABILITY_BUFFERED },   { NULL, 0 },
};

static __attribute__((noreturn)) void refuse(char **argv, const char *text)
{
	(void)fprintf(stderr, "%s: %s\nusage: %s %s", argv[0], text, argv[0], usage);
	exit(2);
}

static uint32_t by_name(const struct name *names, const char *text, char **argv)
{
	for (; names->name; names++)
		if (!strcmp(names->name, text))
			return names->value;
	refuse(argv, text);
}

static double number(const char *text, double least, double most, char **argv)
{
	char *end;
	double value;

	errno = 0;
	value = strtod(text, &end);
	if (errno || end == text || *end || !(value >= least && value <= most))
		refuse(argv, text);
	return value;
}

static uint32_t whole(const char *text, uint32_t most, char **argv)
{
	double value = number(text, 1, most, argv);

	if (value != floor(value))
		refuse(argv, text);
	return (uint32_t)value;
}

static void defaults(struct bench_options *options)
{
	memset(options, 0, sizeof(*options));
	options->backend = OQ_BACKEND_PSYNC;
	options->durability = OQ_DURABILITY_NONE;
	options->depth = 1;
	options->streams = 1;
	options->block_bytes = 4096;
	options->size_bytes = 256u << 20;
	options->ramp_ns = 200000000;
	options->duration_ns = 1000000000;
}

static void take(struct bench_options *options, int option, char **argv)
{
	switch (option) {
	case 'b':
		options->backend = by_name(backends, optarg, argv);
		break;
	case 'u':
		options->durability = by_name(durabilities, optarg, argv);
		break;
	case 'd':
		options->depth = whole(optarg, OQ_MAX_DEPTH, argv);
		break;
	case 't':
		options->streams = whole(optarg, OQ_MAX_STREAMS, argv);
		break;
	case 'k':
		options->block_bytes = whole(optarg, OQ_MAX_BLOCK, argv);
		break;
	case 'z':
		options->size_bytes = (uint64_t)number(optarg, 1, 1e15, argv);
		break;
	case 'p':
		options->ramp_ns = (uint64_t)(number(optarg, 0, 1e6, argv) * NS_PER_S);
		break;
	case 's':
		options->duration_ns = (uint64_t)(number(optarg, 0.001, 1e6, argv) * NS_PER_S);
		break;
	case 'r':
		options->read = true;
		break;
	case 'f':
		options->floor = true;
		break;
	default:
		refuse(argv, "unknown option");
	}
}

void bench_options_parse(struct bench_options *options, int argc, char **argv)
{
	static const struct option known[] = {
		{ "backend", required_argument, NULL, 'b' },
		{ "durability", required_argument, NULL, 'u' },
		{ "depth", required_argument, NULL, 'd' },
		{ "streams", required_argument, NULL, 't' },
		{ "block", required_argument, NULL, 'k' },
		{ "size", required_argument, NULL, 'z' },
		{ "ramp", required_argument, NULL, 'p' },
		{ "seconds", required_argument, NULL, 's' },
		{ "read", no_argument, NULL, 'r' },
		{ "floor", no_argument, NULL, 'f' },
		{ NULL, 0, NULL, 0 },
	};
	int option;

	defaults(options);
	while ((option = getopt_long(argc, argv, "", known, NULL)) != -1)
		take(options, option, argv);
	if (optind != argc - 1)
		refuse(argv, "one TARGET is needed");
	options->target = argv[optind];
	if (options->size_bytes / options->streams < options->block_bytes)
		refuse(argv, "--size is less than a block for each stream");
}

const char *bench_backend_name(uint32_t backend)
{
	for (const struct name *name = backends; name->name; name++)
		if (name->value == backend)
			return name->name;
	return "unknown";
}
