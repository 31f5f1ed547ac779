/*
 * oq_engine.h: the native engine of osd-qualify, its one public header.
 *
 * A job runs one phase: N streams, each on a thread of its own with its own file
 * descriptor, buffers, generator and histograms; nothing is shared in the hot loop. The
 * caller starts a job, polls snapshots of it (about once a second) and reads its results
 * when it has ended. There are no callbacks and no memory of the caller is kept.
 *
 * Conventions
 *   - Functions return 0 (or a value >= 0) or -errno. Where a message helps, it is written
 *     to the caller's buffer as one line without a newline.
 *   - Every struct starts with its size and the ABI version; a mismatch is -EPROTO.
 *   - Times are nanoseconds of CLOCK_MONOTONIC, sizes and offsets are bytes.
 *   - A handle is a slot and a generation; a stale one is -EINVAL, never a crash.
 */
#ifndef OQ_ENGINE_H
#define OQ_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OQ_ABI_VERSION 1u
#define OQ_API __attribute__((visibility("default")))

/* Streams of one job: 256 threads is far above the 30 OSDs a profile allows. */
#define OQ_MAX_STREAMS 256u
/* In-flight operations of one stream. */
#define OQ_MAX_DEPTH 1024u
/* Jobs that may exist at the same time in one process. */
#define OQ_MAX_JOBS 16u
/* Largest block of one operation. */
#define OQ_MAX_BLOCK (16u << 20)
/* The slowest operations that each stream keeps with their time and offset. */
#define OQ_STALLS 100u

/*
 * Histograms have HdrHistogram's layout with two significant digits: 256 sub-buckets in the
 * first bucket, 128 in each following one, so that a value is known to 0.8 %. Range 1 ns to
 * one hour; what is longer is counted in `overflow` and in no bucket.
 */
#define OQ_HIST_SUB_BITS 8u
#define OQ_HIST_MAX_NS 3600000000000ull
#define OQ_HIST_BUCKETS 35u
#define OQ_HIST_COUNTS ((OQ_HIST_BUCKETS + 1u) << (OQ_HIST_SUB_BITS - 1u)) /* 4608 */

enum oq_backend {
	OQ_BACKEND_PSYNC = 1,   /* pread, pwrite, pwritev2, fdatasync */
	OQ_BACKEND_IO_URING = 2 /* own rings, registered buffers and file */
};

enum oq_operation { OQ_WRITE = 1, OQ_READ = 2 };

enum oq_pattern {
	OQ_SEQUENTIAL = 1, /* a ring over the stream's region */
	OQ_RANDOM = 2      /* uniform over the stream's region, aligned to the block */
};

enum oq_durability {
	OQ_DURABILITY_NONE = 1,     /* O_DIRECT write only */
	OQ_DURABILITY_DSYNC = 2,    /* RWF_DSYNC on every write: the write is the commit */
	OQ_DURABILITY_FDATASYNC = 3 /* write, then fdatasync: both are one commit */
};

/* Kinds of latency; each has a histogram of its own. */
enum oq_kind {
	OQ_KIND_COMMIT = 0, /* start of the write to the return of the step that makes it durable */
	OQ_KIND_WRITE = 1,  /* submit to completion of a write */
	OQ_KIND_FLUSH = 2,  /* submit to completion of fdatasync */
	OQ_KIND_READ = 3,   /* submit to completion of a read */
	OQ_KINDS = 4
};

enum oq_state {
	OQ_RAMP = 1,    /* running, nothing is counted yet */
	OQ_MEASURE = 2, /* running and counting */
	OQ_ENDED = 3    /* all threads have ended */
};

/* Why a job ended; the first cause wins. */
enum oq_end {
	OQ_END_NONE = 0,
	OQ_END_STOPPED = 1,  /* oq_job_stop */
	OQ_END_DURATION = 2, /* duration_ns has passed */
	OQ_END_BYTES = 3,    /* max_bytes have been completed */
	OQ_END_ERROR = 4     /* more device errors than allowed, or a fault of the engine */
};

struct oq_stream_spec {
	uint32_t size; /* sizeof(struct oq_stream_spec) */
	uint32_t version;
	uint32_t operation;   /* enum oq_operation */
	uint32_t pattern;     /* enum oq_pattern */
	uint32_t durability;  /* enum oq_durability; OQ_DURABILITY_NONE for reads */
	uint32_t block_bytes; /* 512 ... OQ_MAX_BLOCK, a multiple of 512 */
	uint32_t depth;       /* 1 ... OQ_MAX_DEPTH; the psync backend takes 1 only */
	uint32_t reserved;
	uint64_t region_offset; /* a multiple of block_bytes */
	uint64_t region_length; /* a multiple of block_bytes, at least one block */
	uint64_t seed;          /* of offsets and data */
};

struct oq_job_spec {
	uint32_t size; /* sizeof(struct oq_job_spec) */
	uint32_t version;
	int32_t fd;       /* the held descriptor of the target; workers reopen /proc/self/fd/N */
	uint32_t backend; /* enum oq_backend */
	uint32_t streams; /* 1 ... OQ_MAX_STREAMS */
	uint32_t continue_on_error; /* device errors to go on after; 0 ends at the first */
	uint64_t permit_offset; /* no byte outside [offset, offset + length) is ever touched */
	uint64_t permit_length;
	uint64_t ramp_ns;     /* time before counting starts */
	uint64_t duration_ns; /* of counting; 0: until stopped or max_bytes */
	uint64_t max_bytes;   /* of all streams together, ramp included; 0: no bound. Exact
				 where it is a multiple of the block, and a block that fails
				 counts as done; several streams share it as they need it */
	uint32_t writable;    /* 0: a job with a write in it is -EACCES, and files open read-only */
	uint32_t reserved;
};

struct oq_snapshot {
	uint32_t size;
	uint32_t version;
	uint32_t state;        /* enum oq_state */
	uint32_t end;          /* enum oq_end */
	uint32_t threads_alive;
	uint32_t backend_flags; /* what all streams could use, bits as io_uring_flags; 0: psync */
	uint64_t now_ns;       /* when this snapshot was taken */
	uint64_t started_ns;   /* when the threads were let go */
	uint64_t measured_ns;  /* counting time so far; final when ended: what completes
				  later is in the totals and the stalls, in nothing else */
	uint64_t operations;   /* commits, writes or reads counted; a commit counts once */
	uint64_t bytes;        /* of the counted operations */
	uint64_t total_bytes_written; /* ramp included, for checks against disk statistics */
	uint64_t total_bytes_read;
	uint64_t total_flushes;       /* fdatasync calls that ended, ramp included */
	uint64_t errors;
	uint64_t oldest_inflight_ns;  /* start of the oldest operation in flight; 0: none */
	uint64_t cpu_user_ns;         /* of the worker threads while counting */
	uint64_t cpu_system_ns;
};

struct oq_histogram {
	uint32_t size;
	uint32_t version;
	uint64_t count;    /* all that were recorded, overflow included */
	uint64_t overflow; /* longer than OQ_HIST_MAX_NS; in no bucket, in the rest */
	uint64_t min_ns;   /* exact; 0 when count is 0 */
	uint64_t max_ns;   /* exact */
	uint64_t sum_ns;   /* exact */
};

struct oq_stall {
	uint64_t at_ns; /* completion, since counting started */
	uint64_t latency_ns;
	uint64_t offset;
	uint32_t stream;
	uint32_t kind; /* enum oq_kind: commit where the stream commits, else write or read */
};

struct oq_device_error {
	uint32_t size;
	uint32_t version;
	int32_t error;      /* errno; EIO also for a short write that could not be continued */
	uint32_t stream;
	uint32_t operation; /* enum oq_kind that failed: write, flush or read */
	uint32_t length;
	uint64_t offset;
	uint64_t at_ns;     /* since started_ns */
	uint64_t count;     /* errors of the whole job */
};

struct oq_stream_result {
	uint32_t size;
	uint32_t version;
	uint64_t operations;
	uint64_t bytes;
	uint64_t errors;
	uint64_t sum_ns; /* of the stream's main kind: commit, write or read */
	uint64_t min_ns;
	uint64_t max_ns;
	uint64_t inflight_since_ns; /* 0: nothing in flight */
};

/* What this kernel and library can do. */
struct oq_features {
	uint32_t size;
	uint32_t version;
	uint32_t abi;
	uint32_t io_uring;       /* 1: a ring could be made */
	int32_t io_uring_error;  /* errno of the attempt when io_uring is 0 */
	uint32_t io_uring_flags; /* 1 SINGLE_ISSUER, 2 DEFER_TASKRUN, 4 registered buffers */
	uint32_t rwf_dsync;      /* 1: pwritev2 with RWF_DSYNC works on this kernel */
	uint32_t reserved;
	uint64_t clock_cost_ps;  /* one CLOCK_MONOTONIC reading, median, in picoseconds */
};

/*
 * Sizes of all structs in the order of this header, for the layout check of the caller.
 * Returns how many there are; at most `capacity` are written.
 */
OQ_API int oq_abi_sizes(uint32_t *sizes, uint32_t capacity);

OQ_API int oq_features_read(struct oq_features *out);

/*
 * Opens PATH with O_DIRECT and, for a block device, O_EXCL, and returns the descriptor, or
 * -errno. EBUSY means that somebody holds the device; it is never retried and never
 * overridden. `writable` 0 opens read-only.
 */
OQ_API int oq_target_open(const char *path, int writable, char *message, size_t message_length);

/*
 * Creates a nameless regular file in the folder PATH (O_TMPFILE, else a file that is
 * unlinked at once), so that a killed run leaves nothing behind. O_DIRECT as above.
 */
OQ_API int oq_scratch_open(const char *folder, char *message, size_t message_length);

/* Size of the target behind FD in bytes (BLKGETSIZE64 or st_size), or -errno. */
OQ_API int64_t oq_target_size(int fd);

/* Grows or shrinks the regular file behind FD and allocates its blocks; -errno on failure. */
OQ_API int oq_target_allocate(int fd, uint64_t length);

OQ_API int oq_target_close(int fd);

/*
 * Starts a job and returns when all its threads are ready and running. A handle > 0, or
 * -errno with a message that names what is wrong: -EPERM outside the permit, -ERANGE a permit
 * beyond the target's end, -EACCES not writable, -EAGAIN no room for a job or a thread.
 */
OQ_API int64_t oq_job_start(const struct oq_job_spec *job, const struct oq_stream_spec *streams,
			    char *message, size_t message_length);

OQ_API int oq_job_snapshot(int64_t job, struct oq_snapshot *out);

/* Asks the job to end; returns at once. Threads end when what they have in flight ends. */
OQ_API int oq_job_stop(int64_t job);

/* Waits until the job has ended; 0, -ETIMEDOUT, or -EINVAL. */
OQ_API int oq_job_wait(int64_t job, uint32_t timeout_ms);

/*
 * Counts of all streams for one kind, merged; may be called while the job runs (a value can
 * then be missing that was just being counted, never counted twice). `counts` has room for
 * `capacity` >= OQ_HIST_COUNTS values.
 */
OQ_API int oq_job_histogram(int64_t job, uint32_t kind, struct oq_histogram *out, uint64_t *counts,
			    uint32_t capacity);

/* As oq_job_histogram, of one stream. */
OQ_API int oq_job_stream_histogram(int64_t job, uint32_t stream, uint32_t kind,
				   struct oq_histogram *out, uint64_t *counts, uint32_t capacity);

OQ_API int oq_job_stream(int64_t job, uint32_t stream, struct oq_stream_result *out);

/*
 * The slowest operations of the whole job, worst first; only after the end, else -EBUSY.
 * Returns how many. Also those that were in flight when counting ended: their at_ns may be
 * beyond measured_ns and their latency above the histogram's max_ns.
 */
OQ_API int oq_job_stalls(int64_t job, struct oq_stall *out, uint32_t capacity);

/* The first device error. Returns 1 when there is one, 0 when there is none. */
OQ_API int oq_job_error(int64_t job, struct oq_device_error *out);

/* A fault that is no device error (a thread that could not start, a ring that broke). */
OQ_API int oq_job_message(int64_t job, char *message, size_t message_length);

/* Gives the job's memory back; -EBUSY while threads are alive. */
OQ_API int oq_job_free(int64_t job);

/*
 * Bucket index of a latency (-1: overflow), and the lowest value of a bucket (UINT64_MAX: no
 * such bucket): for tests of the layout.
 */
OQ_API int32_t oq_hist_index(uint64_t value_ns);
OQ_API uint64_t oq_hist_value(int32_t index);

#ifdef __cplusplus
}
#endif
#endif
