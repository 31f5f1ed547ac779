/* cpus.h: which CPUs the thread of a stream may run on. */
#ifndef OQ_CPUS_H
#define OQ_CPUS_H

#include <stdbool.h>

#include "oq_engine.h"

/* How many CPUs a set has. */
uint32_t oq_cpus_count(const uint64_t *cpus);

/*
 * Fills CPUS for stream INDEX: all of the job's, or with OQ_JOB_PIN one of them in turn. False:
 * the job is bound to none.
 */
bool oq_cpus_of_stream(uint64_t *cpus, const struct oq_job_spec *job, uint32_t index);

#endif
