/* backends.h: the same test with each backend that this kernel and this build have. */
#ifndef OQ_BACKENDS_H
#define OQ_BACKENDS_H

#include "fixture.h"

static const char *const backend_names[] = {
	[OQ_BACKEND_PSYNC] = "psync",
	[OQ_BACKEND_IO_URING] = "io_uring",
	[OQ_BACKEND_LIBAIO] = "libaio",
	[OQ_BACKEND_PMEM] = "pmem",
};

static inline uint32_t depth_of(uint32_t backend)
{
	return backend == OQ_BACKEND_PSYNC || backend == OQ_BACKEND_PMEM ? 1 : 8;
}

/* Those that give operations to the kernel: a mapping has no results. psync must be there. */
static inline void with_each_backend(void (*test)(uint32_t backend))
{
	for (uint32_t b = OQ_BACKEND_PSYNC; b <= OQ_BACKEND_LIBAIO; b++) {
		char message[256] = "";
		int failed = oq_failures;
		int error = oq_backend_check(b, message, sizeof(message));

		REQUIRE(!error || b != OQ_BACKEND_PSYNC);
		if (error) {
			printf("skipped: %s: %s\n", backend_names[b], message);
			continue;
		}
		test(b);
		if (oq_failures > failed)
			fprintf(stderr, "... with %s\n", backend_names[b]);
	}
}

#endif
