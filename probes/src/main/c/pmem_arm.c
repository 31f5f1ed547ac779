/*
 * pmem_arm.c: aarch64. Arm ARM (DDI 0487), DC CVAP and CTR_EL0; Linux,
 * Documentation/arch/arm64/elf_hwcaps.rst.
 */
#include "pmem.h"

#if defined(__aarch64__)

#include <sys/auxv.h>

#ifndef HWCAP_DCPOP
#define HWCAP_DCPOP (1ul << 16)
#endif

/* What one step of a copy moves; a line of the cache is this or a multiple of it. */
#define CHUNK 64u

uint32_t oq_pmem_cpu(void)
{
	return getauxval(AT_HWCAP) & HWCAP_DCPOP ? OQ_USED_DCCVAP : 0;
}

static inline void copy(uint8_t *to, const uint8_t *from, size_t length)
{
	for (size_t i = 0; i < length; i += CHUNK)
		__asm__ volatile("ldp q0, q1, [%1]\n\t"
				 "ldp q2, q3, [%1, #32]\n\t"
				 "stp q0, q1, [%0]\n\t"
				 "stp q2, q3, [%0, #32]"
				 :
				 : "r"(to + i), "r"(from + i)
				 : "v0", "v1", "v2", "v3", "memory");
}

/* CTR_EL0.DminLine, bits 19 to 16: log2 of the smallest line in words of 4 bytes. */
static inline size_t line_bytes(void)
{
	uint64_t type;

	__asm__("mrs %0, ctr_el0" : "=r"(type));
	return 4ul << (type >> 16 & 0xf);
}

/*
 * DC CVAP by its number, which every assembler knows. Lines are flushed after all stores, as
 * the kernel's memcpy_flushcache does.
 */
static void store_cvap(uint8_t *to, const uint8_t *from, size_t length)
{
	const size_t line = line_bytes();

	copy(to, from, length);
	for (size_t i = 0; i < length; i += line)
		__asm__ volatile("sys #3, c7, c12, #1, %0" : : "r"(to + i) : "memory");
}

oq_pmem_store *oq_pmem_store_of(uint32_t method)
{
	return method == OQ_PMEM_DCCVAP ? store_cvap : NULL;
}

void oq_pmem_fence(void)
{
	__asm__ volatile("dsb sy" : : : "memory");
}

void oq_pmem_load(uint8_t *to, const uint8_t *from, size_t length)
{
	copy(to, from, length);
}

#endif
