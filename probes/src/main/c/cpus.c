#include "cpus.h"

#include <string.h>

#define WORDS (OQ_MAX_CPUS / 64)

uint32_t oq_cpus_count(const uint64_t *cpus)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < WORDS; i++)
		count += (uint32_t)__builtin_popcountll(cpus[i]);
	return count;
}

/* The number of the NTH CPU of a set that has more than NTH. */
static uint32_t nth(const uint64_t *cpus, uint32_t n)
{
	uint32_t cpu = 0;

	for (;; cpu++)
		if (cpus[cpu / 64] >> (cpu % 64) & 1 && n-- == 0)
			return cpu;
}

bool oq_cpus_of_stream(uint64_t *cpus, const struct oq_job_spec *job, uint32_t index)
{
	uint32_t count = oq_cpus_count(job->cpus), cpu;

	if (!count)
		return false;
	memcpy(cpus, job->cpus, sizeof(job->cpus));
	if (!(job->flags & OQ_JOB_PIN))
		return true;
	cpu = nth(job->cpus, index % count);
	memset(cpus, 0, sizeof(job->cpus));
	cpus[cpu / 64] = 1ull << (cpu % 64);
	return true;
}
