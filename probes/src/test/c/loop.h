/* loop.h: loop devices over memory, for tests that need a block device. */
#ifndef OQ_LOOP_H
#define OQ_LOOP_H

#include <linux/loop.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "fixture.h"
#include "sys.h"

struct loop {
	char path[64];
	int device; /* held open: the device is gone when all descriptors of it are closed */
	int memory; /* the file behind it */
};

static inline int loop_attach(struct loop *loop, int number, uint32_t block_bytes)
{
	struct loop_config config = {
		.fd = (uint32_t)loop->memory,
		.block_size = block_bytes,
		.info.lo_flags = LO_FLAGS_AUTOCLEAR,
	};

	snprintf(loop->path, sizeof(loop->path), "/dev/loop%d", number);
	loop->device = open(loop->path, O_RDWR | O_CLOEXEC);
	if (loop->device < 0)
		return -errno;
	if (!ioctl(loop->device, LOOP_CONFIGURE, &config))
		return 0;
	close(loop->device);
	return -errno;
}

/* A device over FILE, which is the loop's from now on. False: none can be made here. */
static inline bool loop_over(struct loop *loop, int file, uint32_t block_bytes)
{
	int control = open("/dev/loop-control", O_RDWR | O_CLOEXEC);
	int error = -EBUSY;

	loop->memory = file;
	/* Another process may take the free one first. */
	for (int i = 0; control >= 0 && file >= 0 && i < 20 && error == -EBUSY; i++)
		error = loop_attach(loop, ioctl(control, LOOP_CTL_GET_FREE), block_bytes);
	if (control >= 0)
		close(control);
	if (error && file >= 0)
		close(file);
	return !error;
}

static inline bool loop_make(struct loop *loop, uint64_t length, uint32_t block_bytes)
{
	int memory = (int)syscall(SYS_memfd_create, "oq-test", 1u /* MFD_CLOEXEC */);

	if (memory >= 0)
		REQUIRE(ftruncate(memory, (off_t)length) == 0);
	return loop_over(loop, memory, block_bytes);
}

/* Only so much of the file from now on; 0: nothing at all. Whoever uses the device sees it. */
static inline void loop_resize(struct loop *loop, uint64_t length)
{
	struct stat file;
	struct loop_info64 info;

	REQUIRE(oq_sys_fstat(loop->memory, &file) == 0);
	REQUIRE(ioctl(loop->device, LOOP_GET_STATUS64, &info) == 0);
	info.lo_offset = length ? 0 : (uint64_t)file.st_size;
	info.lo_sizelimit = length;
	REQUIRE(ioctl(loop->device, LOOP_SET_STATUS64, &info) == 0);
}

static inline void loop_close(struct loop *loop)
{
	close(loop->device);
	close(loop->memory);
}

#endif
