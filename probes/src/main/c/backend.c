#include "backend.h"

#include "oq_engine.h"

const struct oq_backend_ops *oq_backend_find(uint32_t backend)
{
	switch (backend) {
	case OQ_BACKEND_PSYNC:
		return &oq_backend_psync;
	case OQ_BACKEND_IO_URING:
		return &oq_backend_uring;
	case OQ_BACKEND_LIBAIO:
		return &oq_backend_libaio;
	case OQ_BACKEND_PMEM:
		return &oq_backend_pmem;
	}
	return NULL;
}
