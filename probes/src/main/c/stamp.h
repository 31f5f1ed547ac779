/*
 * stamp.h: what verify writes into the first bytes of each sector, so that a sector tells by
 * itself which write it came from. Little-endian, as memory is on all machines we build for.
 *
 *	 0  mark of the format
 *	 8  run
 *	16  offset of the sector on the target
 *	24  generation (48 bits: the how manieth write of its stream) and stream (16 bits)
 *	32  checksum of the bytes above and of the rest of the sector
 */
#ifndef OQ_STAMP_H
#define OQ_STAMP_H

#include <stdbool.h>

#include "oq_engine.h"

#define OQ_STAMP_BYTES 40u
#define OQ_MAX_GENERATION ((1ull << 48) - 1)

/* Fills the head of a sector whose rest is the data. The verdict of STAMP is not used. */
void oq_stamp_write(void *sector, const struct oq_stamp *stamp);

/* Whether a sector with a wrong checksum would be right if it were stamped with RUN. */
bool oq_stamp_fits(const void *sector, uint64_t run);

#endif
