/*
 * pmem.h: how bytes reach persistent memory: the CPU's instructions (pmem_x86.c, pmem_arm.c),
 * found at run time. Nothing here knows what the memory is.
 */
#ifndef OQ_PMEM_H
#define OQ_PMEM_H

#include <stddef.h>
#include <stdint.h>

#include "oq_engine.h"

/*
 * Copies LENGTH bytes, a multiple of OQ_SECTOR, and starts them on their way to the memory; after
 * the next oq_pmem_fence of this thread they have arrived. TO is aligned to a sector.
 */
typedef void oq_pmem_store(uint8_t *to, const uint8_t *from, size_t length);

struct oq_pmem_way {
	uint32_t method; /* enum oq_pmem_method, not OQ_PMEM_AUTO */
	uint32_t flag;   /* enum oq_backend_flag */
	const char *name;
};

/* The way of METHOD; for OQ_PMEM_AUTO the first that this CPU has. NULL: none such here. */
const struct oq_pmem_way *oq_pmem_find(uint32_t method);

/* OQ_USED_NTSTORE ... OQ_USED_CLFLUSH: what this CPU has. */
uint32_t oq_pmem_methods(void);

/* The name of any method, whether or not this CPU has it. */
const char *oq_pmem_name(uint32_t method);

/* By architecture. */

/* As oq_pmem_methods. */
uint32_t oq_pmem_cpu(void);

/* NULL: not on this architecture. Only to be called where the CPU has the method. */
oq_pmem_store *oq_pmem_store_of(uint32_t method);

/* Waits until what this thread has stored is in the memory's power-fail-safe domain. */
void oq_pmem_fence(void);

/*
 * Copies LENGTH bytes, a multiple of OQ_SECTOR, out of the memory. Not memcpy: a fault inside
 * of it is jumped out of (sigbus.h), and the library's may be a sanitizer's.
 */
void oq_pmem_load(uint8_t *to, const uint8_t *from, size_t length);

#endif
