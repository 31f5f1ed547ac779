/*
 * guard.h: the permitted range. Every offset passes here twice, as a stream's region when a
 * job starts and as an operation before it is issued, so that a fault in the code that
 * makes offsets cannot become a write to somebody's data.
 */
#ifndef OQ_GUARD_H
#define OQ_GUARD_H

#include <stdbool.h>
#include <stdint.h>

struct oq_guard {
	uint64_t offset;
	uint64_t length;
};

/* No sum of the arguments is made, so that none can overflow. */
static inline bool oq_guard_allows(const struct oq_guard *guard, uint64_t offset, uint64_t length)
{
	return length > 0 && offset >= guard->offset && length <= guard->length &&
	       offset - guard->offset <= guard->length - length;
}

#endif
