/* target.h: what a descriptor stands for. */
#ifndef OQ_TARGET_H
#define OQ_TARGET_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

/*
 * /dev/null or /dev/zero: what the engine's own cost is measured on. The only character
 * devices that are a target; they take no O_DIRECT.
 */
bool oq_target_is_sink(const struct stat *target);

/* The smallest block the target takes directly; 512 where it does not say. */
uint32_t oq_target_logical_block(int fd);

/*
 * Opens the target behind FD again for a worker, by /proc and not by its path; DIRECT:
 * with O_DIRECT. The descriptor, or -errno; -ESTALE when another thing was opened.
 */
int oq_target_reopen(int fd, bool writable, bool direct);

#endif
