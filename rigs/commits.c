/*
 * commits: how a block device answers single commits; the self-test's eye, not a measuring instrument.
 *
 *   commits DEVICE none|dsync|fdatasync BLOCK_SIZE MILLISECONDS [STREAMS]
 *
 * Prints "IOPS MEAN_US MAX_US" of sequential O_DIRECT writes, summed over the streams (each in its own
 * part of the device), or the first error and exits with 1.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MAX_STREAMS = 64 };

struct stream {
  pthread_t thread;
  off_t first, bytes;
  int64_t count, sum_ns, max_ns;
  int error;
};

static const char *device;
static bool dsync, fdatasync_each;
static size_t block;
static int64_t end_ns;

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int commit(int fd, const void *data, off_t at) {
  ssize_t n = pwrite(fd, data, block, at);
  if (n < 0) return errno;
  if ((size_t)n != block) return ENOSPC;
  return fdatasync_each && fdatasync(fd) ? errno : 0;
}

static void *run(void *argument) {
  struct stream *s = argument;
  void *data = NULL;
  int fd = open(device, O_RDWR | O_DIRECT | O_CLOEXEC | (dsync ? O_DSYNC : 0));
  s->error = fd < 0 ? errno : posix_memalign(&data, 4096, block);
  if (!s->error) memset(data, 0xa5, block);
  off_t at = 0;
  for (int64_t start = now_ns(); !s->error && start < end_ns;) {
    s->error = commit(fd, data, s->first + at);
    int64_t done = now_ns(), ns = done - start;
    s->count++;
    s->sum_ns += ns;
    if (ns > s->max_ns) s->max_ns = ns;
    start = done;
    at += (off_t)block;
    if (at + (off_t)block > s->bytes) at = 0;
  }
  free(data);
  if (fd >= 0) close(fd);
  return NULL;
}

int main(int argc, char **argv) {
  if (argc < 5) {
    fprintf(stderr, "usage: commits DEVICE none|dsync|fdatasync BLOCK_SIZE MILLISECONDS [STREAMS]\n");
    return 2;
  }
  device = argv[1];
  dsync = !strcmp(argv[2], "dsync");
  fdatasync_each = !strcmp(argv[2], "fdatasync");
  block = strtoul(argv[3], NULL, 10);
  int streams = argc > 5 ? atoi(argv[5]) : 1;
  if (streams < 1 || streams > MAX_STREAMS || !block) return 2;
  int fd = open(device, O_RDONLY | O_CLOEXEC);
  off_t size = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
  if (size < 0) {
    printf("%s\n", strerror(errno));
    return 1;
  }
  close(fd);

  static struct stream all[MAX_STREAMS];
  int64_t begin = now_ns();
  end_ns = begin + strtol(argv[4], NULL, 10) * 1000000;
  for (int i = 0; i < streams; i++) {
    all[i].bytes = size / streams / (off_t)block * (off_t)block;
    all[i].first = all[i].bytes * i;
    if (pthread_create(&all[i].thread, NULL, run, &all[i])) return 2;
  }
  int64_t count = 0, sum = 0, max = 0;
  int error = 0;
  for (int i = 0; i < streams; i++) {
    pthread_join(all[i].thread, NULL);
    count += all[i].count;
    sum += all[i].sum_ns;
    if (all[i].max_ns > max) max = all[i].max_ns;
    if (!error) error = all[i].error;
  }
  if (error || !count) {
    printf("%s\n", error ? strerror(error) : "nothing written");
    return 1;
  }
  printf("%lld %lld %lld\n", (long long)(count * 1000000000 / (now_ns() - begin)), (long long)(sum / count / 1000),
         (long long)(max / 1000));
  return 0;
}
