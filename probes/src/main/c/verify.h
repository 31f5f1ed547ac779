/*
 * verify.h: what a stream has written where, and whether it is there.
 *
 * A table of the last generation that was written to each of the stream's smallest blocks. No
 * two operations in flight touch the same bytes, so that the table always knows what must be
 * read. A write that failed leaves its place unknown: nothing is expected there until it
 * is written again.
 */
#ifndef OQ_VERIFY_H
#define OQ_VERIFY_H

#include <stdbool.h>

#include "counter.h"
#include "oq_engine.h"

struct oq_op;
struct oq_verifier;

/* Memory of the table of one stream; 128 GiB of 4 KiB blocks need 256 MiB. */
#define OQ_VERIFY_TABLE_BYTES (1ull << 28)

/* Blocks of its largest size, per operation in flight, that a verified region has at least. */
#define OQ_VERIFY_ROOM 4u

/* 0 where the table of SPEC would be too large. */
uint64_t oq_verifier_table_entries(const struct oq_stream_spec *spec);

/* NULL: out of memory. */
struct oq_verifier *oq_verifier_new(const struct oq_stream_spec *spec, uint64_t run,
				    uint32_t stream);
void oq_verifier_free(struct oq_verifier *verifier);

/* OFFSET, or the next place after it where nothing is in flight; it is taken until the end. */
uint64_t oq_verifier_reserve(struct oq_verifier *verifier, uint64_t offset, uint32_t length);

/* Stamps the content of a write; its generation. */
uint64_t oq_verifier_stamp(struct oq_verifier *verifier, uint8_t *at, uint64_t offset,
			   uint32_t length);

/*
 * The transfer of OP has ended, well or not: a good read is compared, one that failed changes
 * nothing, a write that failed leaves its place unknown.
 */
void oq_verifier_done(struct oq_verifier *verifier, const struct oq_op *op);
void oq_verifier_failed(struct oq_verifier *verifier, const struct oq_op *op);

/* Compares LENGTH bytes that were read at OFFSET with what is expected there, write by write. */
void oq_verifier_compare(struct oq_verifier *verifier, const uint8_t *at, uint64_t offset,
			 uint64_t length);

/* A walk over all that is expected; starts with all zero. */
struct oq_written {
	uint64_t offset;
	uint64_t length;
	uint32_t area;
	bool begun; /* the area */
};

/*
 * The whole writes that come next after OFFSET + LENGTH, together at most MOST bytes unless
 * the first alone is larger. False: there are no more.
 */
bool oq_verifier_next(const struct oq_verifier *verifier, struct oq_written *written,
		      uint64_t most);

/* The largest write of the stream. */
uint32_t oq_verifier_largest(const struct oq_verifier *verifier);

/* Adds what was found to OUT; may be called while the stream runs, with oq_lock held. */
void oq_verifier_merge(const struct oq_verifier *verifier, struct oq_verify_result *out);

/* Bytes compared, and blocks that were not good. */
uint64_t oq_verifier_bytes(const struct oq_verifier *verifier);
uint64_t oq_verifier_errors(const struct oq_verifier *verifier);

#endif
