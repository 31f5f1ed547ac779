/* validate.h: a job's specification against the contract, its target and its permit. */
#ifndef OQ_VALIDATE_H
#define OQ_VALIDATE_H

#include <stddef.h>

#include "backend.h"
#include "oq_engine.h"

/* The kind of latency that a write of a stream counts as. */
enum oq_kind oq_write_kind(const struct oq_stream_spec *spec);

/* BACKEND is what will run it, NULL an unknown one. 0, or -errno naming the field. */
int oq_validate(const struct oq_job_spec *job, const struct oq_stream_spec *streams,
		const struct oq_backend_ops *backend, char *message, size_t length);

#endif
