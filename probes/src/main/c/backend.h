/*
 * backend.h: how operations reach the kernel. A backend executes the steps that op.h makes;
 * it knows nothing of patterns, durability, errors or what is counted.
 */
#ifndef OQ_BACKEND_H
#define OQ_BACKEND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct oq_worker;

struct oq_backend_ops {
	const char *name;
	uint32_t max_depth;
	bool buffered; /* can do OQ_DURABILITY_BUFFERED */
	/* In the worker's thread, before the common start. 0 or -errno with a message. */
	int (*prepare)(struct oq_worker *worker, char *message, size_t length);
	/* Issues and completes operations until oq_op_begin refuses and none is in flight. */
	void (*run)(struct oq_worker *worker);
	/* In the worker's thread; after prepare, also a failed one. */
	void (*release)(struct oq_worker *worker);
};

extern const struct oq_backend_ops oq_backend_psync;
extern const struct oq_backend_ops oq_backend_uring;
extern const struct oq_backend_ops oq_backend_libaio;
extern const struct oq_backend_ops oq_backend_pmem;

/* The backend of an enum oq_backend, or NULL. */
const struct oq_backend_ops *oq_backend_find(uint32_t backend);

#endif
