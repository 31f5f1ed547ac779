/*
 * pull: a loop device has no capacity any more, as the kernel gives a drive that was pulled out.
 *
 *   pull DEVICE
 *
 * It begins where its file ends (LOOP_SET_STATUS64), which takes effect at once, whoever uses it.
 * Cutting the file short would not do: who writes makes it longer again.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/loop.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int pull(int fd)
{
	struct loop_info64 info;
	uint64_t size;

	if (ioctl(fd, BLKGETSIZE64, &size) || ioctl(fd, LOOP_GET_STATUS64, &info))
		return -1;
	info.lo_offset += size;
	return ioctl(fd, LOOP_SET_STATUS64, &info);
}

int main(int argc, char **argv)
{
	int fd, failed;

	if (argc != 2) {
		fprintf(stderr, "pull DEVICE\n");
		return 2;
	}
	fd = open(argv[1], O_RDWR | O_CLOEXEC);
	failed = fd < 0 || pull(fd);
	if (failed)
		perror(argv[1]);
	if (fd >= 0)
		close(fd);
	return failed;
}
