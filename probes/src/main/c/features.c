/* features.c: what this kernel can do and what the clock costs. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "aio.h"
#include "clock.h"
#include "oq_engine.h"
#include "pmem.h"
#include "ring.h"
#include "sys.h"

/* Enough for the median to be that of an undisturbed reading; about 1 ms in all. */
#define CLOCK_ROUNDS 101
#define CLOCK_READINGS 400

static void try_ring(struct oq_features *out)
{
	struct oq_ring ring;
	void *page;
	int error = oq_ring_open(&ring, 8, false, NULL, 0);

	if (error) {
		out->io_uring_error = -error;
		return;
	}
	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page != MAP_FAILED) {
		(void)oq_ring_register_buffer(&ring, page, 4096);
		munmap(page, 4096);
	}
	out->io_uring = 1;
	out->io_uring_flags = ring.flags;
	oq_ring_close(&ring);
}

static void try_aio(struct oq_features *out)
{
	struct oq_aio aio;
	int error = oq_aio_open(&aio, 1, NULL, 0);

	out->libaio = !error;
	out->libaio_error = -error;
	if (!error)
		oq_aio_close(&aio);
}

/* On memory of our own: the kernel checks the flag before the file is asked. */
static uint32_t try_rwf_dsync(void)
{
	long fd = syscall(SYS_memfd_create, "oq-features", 1u /* MFD_CLOEXEC */);
	uint8_t byte = 0;
	int64_t written;

	if (fd < 0)
		return 0;
	written = oq_sys_pwrite((int)fd, &byte, 1, 0, RWF_DSYNC);
	close((int)fd);
	return written == 1;
}

static int compare(const void *a, const void *b)
{
	uint64_t x, y;

	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	return x < y ? -1 : x > y;
}

static uint64_t clock_cost_ps(void)
{
	uint64_t rounds[CLOCK_ROUNDS];

	for (int i = 0; i < CLOCK_ROUNDS; i++) {
		uint64_t start = oq_now(), end = start;

		for (int k = 0; k < CLOCK_READINGS; k++)
			end = oq_now();
		rounds[i] = (end - start) * 1000 / CLOCK_READINGS;
	}
	qsort(rounds, CLOCK_ROUNDS, sizeof(rounds[0]), compare);
	return rounds[CLOCK_ROUNDS / 2];
}

int oq_features_read(struct oq_features *out)
{
	if (!out)
		return -EINVAL;
	if (out->size != sizeof(*out) || out->version != OQ_ABI_VERSION)
		return -EPROTO;
	memset(out, 0, sizeof(*out));
	out->size = sizeof(*out);
	out->version = OQ_ABI_VERSION;
	out->abi = OQ_ABI_VERSION;
	try_ring(out);
	try_aio(out);
	out->rwf_dsync = try_rwf_dsync();
	out->pmem_methods = oq_pmem_methods();
	out->clock_cost_ps = clock_cost_ps();
	return 0;
}
