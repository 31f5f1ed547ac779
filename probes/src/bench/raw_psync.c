/* raw_psync.c: pread or pwrite, one after the other. */
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "raw.h"

static inline int transfer(const struct raw *raw, long call, uint64_t offset)
{
	long length = raw->options.block_bytes;
	long result = syscall(call, raw->fd, raw->buffers, length, offset);

	if (result < 0)
		return -errno;
	return result == length ? 0 : -EIO;
}

static int with_clock(struct raw *raw, long call)
{
	for (;;) {
		uint64_t offset = raw_offset(raw);
		uint64_t start_ns = raw_now(), end_ns;
		int error = transfer(raw, call, offset);

		if (error)
			return error;
		end_ns = raw_now();
		raw->sum_ns += end_ns - start_ns;
		raw->operations++;
		if (end_ns >= raw->until_ns)
			return 0;
	}
}

static int without_clock(struct raw *raw, long call)
{
	while (raw_now() < raw->until_ns)
		for (uint32_t i = 0; i < RAW_FLOOR_CHECK; i++) {
			int error = transfer(raw, call, 0);

			if (error)
				return error;
			raw->operations++;
		}
	return 0;
}

int raw_psync(struct raw *raw)
{
	long call = raw->options.read ? SYS_pread64 : SYS_pwrite64;

	return raw->options.floor ? without_clock(raw, call) : with_clock(raw, call);
}
