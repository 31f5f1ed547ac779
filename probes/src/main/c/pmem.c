#include "pmem.h"

static const struct oq_pmem_way ways[] = {
	{ OQ_PMEM_NTSTORE, OQ_USED_NTSTORE, "ntstore" },
	{ OQ_PMEM_CLWB, OQ_USED_CLWB, "clwb" },
	{ OQ_PMEM_CLFLUSHOPT, OQ_USED_CLFLUSHOPT, "clflushopt" },
	{ OQ_PMEM_DCCVAP, OQ_USED_DCCVAP, "dc cvap" },
	{ OQ_PMEM_CLFLUSH, OQ_USED_CLFLUSH, "clflush" },
};

#define WAYS (sizeof(ways) / sizeof(ways[0]))

uint32_t oq_pmem_methods(void)
{
	return oq_pmem_cpu();
}

const struct oq_pmem_way *oq_pmem_find(uint32_t method)
{
	const uint32_t present = oq_pmem_methods();

	for (size_t i = 0; i < WAYS; i++)
		if (ways[i].flag & present && (!method || ways[i].method == method))
			return &ways[i];
	return NULL;
}

const char *oq_pmem_name(uint32_t method)
{
	for (size_t i = 0; i < WAYS; i++)
		if (ways[i].method == method)
			return ways[i].name;
	return "any method";
}

#if !defined(__x86_64__) && !defined(__aarch64__)
/* No other architecture's way to persistent memory is known here: it has no method. */
uint32_t oq_pmem_cpu(void)
{
	return 0;
}

oq_pmem_store *oq_pmem_store_of(uint32_t method)
{
	(void)method;
	return NULL;
}

void oq_pmem_fence(void)
{
	__sync_synchronize();
}

void oq_pmem_load(uint8_t *to, const uint8_t *from, size_t length)
{
	while (length--)
		*to++ = *(const volatile uint8_t *)from++;
}
#endif
