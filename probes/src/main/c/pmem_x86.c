/*
 * pmem_x86.c: x86-64. Intel SDM volume 1, 10.4.6.2 (non-temporal stores) and volume 2, CLWB,
 * CLFLUSHOPT, CLFLUSH, SFENCE.
 *
 * Assembler and not intrinsics: no -m flag is needed for instructions that are only used
 * where CPUID shows them.
 */
#include "pmem.h"

#if defined(__x86_64__)

#include <cpuid.h>

#define LINE 64u

/* CPUID leaf 1, EBX bits 15 to 8: size of a line that the flushes work on, in 8 bytes. */
#define LINE_SHIFT 8
#define LINE_MASK 0xffu

/* CPUID leaf 1, EDX. */
#define HAS_CLFLUSH (1u << 19)

/* CPUID leaf 7, EBX. */
#define HAS_CLFLUSHOPT (1u << 23)
#define HAS_CLWB (1u << 24)

uint32_t oq_pmem_cpu(void)
{
	uint32_t methods = OQ_USED_NTSTORE; /* of SSE2, which every x86-64 has */
	uint32_t a, b, c, d;

	if (!__get_cpuid(1, &a, &b, &c, &d) || (b >> LINE_SHIFT & LINE_MASK) * 8 != LINE)
		return methods;
	if (d & HAS_CLFLUSH)
		methods |= OQ_USED_CLFLUSH;
	if (!__get_cpuid_count(7, 0, &a, &b, &c, &d))
		return methods;
	if (b & HAS_CLWB)
		methods |= OQ_USED_CLWB;
	if (b & HAS_CLFLUSHOPT)
		methods |= OQ_USED_CLFLUSHOPT;
	return methods;
}

static inline void copy_line(uint8_t *to, const uint8_t *from)
{
	__asm__ volatile("movups (%1), %%xmm0\n\t"
			 "movups 16(%1), %%xmm1\n\t"
			 "movups 32(%1), %%xmm2\n\t"
			 "movups 48(%1), %%xmm3\n\t"
			 "movups %%xmm0, (%0)\n\t"
			 "movups %%xmm1, 16(%0)\n\t"
			 "movups %%xmm2, 32(%0)\n\t"
			 "movups %%xmm3, 48(%0)"
			 :
			 : "r"(to), "r"(from)
			 : "xmm0", "xmm1", "xmm2", "xmm3", "memory");
}

/* By 8 bytes: what the kernel's memcpy_flushcache does, and so its pmem driver and
 * dm-writecache. They leave the CPU as one line all the same. */
static inline void stream_line(uint8_t *to, const uint8_t *from)
{
	__asm__ volatile("movq (%1), %%r8\n\t"
			 "movq 8(%1), %%r9\n\t"
			 "movq 16(%1), %%r10\n\t"
			 "movq 24(%1), %%r11\n\t"
			 "movnti %%r8, (%0)\n\t"
			 "movnti %%r9, 8(%0)\n\t"
			 "movnti %%r10, 16(%0)\n\t"
			 "movnti %%r11, 24(%0)\n\t"
			 "movq 32(%1), %%r8\n\t"
			 "movq 40(%1), %%r9\n\t"
			 "movq 48(%1), %%r10\n\t"
			 "movq 56(%1), %%r11\n\t"
			 "movnti %%r8, 32(%0)\n\t"
			 "movnti %%r9, 40(%0)\n\t"
			 "movnti %%r10, 48(%0)\n\t"
			 "movnti %%r11, 56(%0)"
			 :
			 : "r"(to), "r"(from)
			 : "r8", "r9", "r10", "r11", "memory");
}

static void store_nt(uint8_t *to, const uint8_t *from, size_t length)
{
	for (size_t i = 0; i < length; i += LINE)
		stream_line(to + i, from + i);
}

static void store_clwb(uint8_t *to, const uint8_t *from, size_t length)
{
	for (size_t i = 0; i < length; i += LINE) {
		copy_line(to + i, from + i);
		__asm__ volatile("clwb (%0)" : : "r"(to + i) : "memory");
	}
}

static void store_clflushopt(uint8_t *to, const uint8_t *from, size_t length)
{
	for (size_t i = 0; i < length; i += LINE) {
		copy_line(to + i, from + i);
		__asm__ volatile("clflushopt (%0)" : : "r"(to + i) : "memory");
	}
}

/* Ordered among themselves by the CPU, so that each line waits for the one before it. */
static void store_clflush(uint8_t *to, const uint8_t *from, size_t length)
{
	for (size_t i = 0; i < length; i += LINE) {
		copy_line(to + i, from + i);
		__asm__ volatile("clflush (%0)" : : "r"(to + i) : "memory");
	}
}

oq_pmem_store *oq_pmem_store_of(uint32_t method)
{
	switch (method) {
	case OQ_PMEM_NTSTORE:
		return store_nt;
	case OQ_PMEM_CLWB:
		return store_clwb;
	case OQ_PMEM_CLFLUSHOPT:
		return store_clflushopt;
	case OQ_PMEM_CLFLUSH:
		return store_clflush;
	}
	return NULL;
}

void oq_pmem_fence(void)
{
	__asm__ volatile("sfence" : : : "memory");
}

void oq_pmem_load(uint8_t *to, const uint8_t *from, size_t length)
{
	for (size_t i = 0; i < length; i += LINE)
		copy_line(to + i, from + i);
}

#endif
