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

#define OQ_ABI_VERSION 2u
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
/* Block sizes of one stream's mix. */
#define OQ_MAX_MIX 16u
/* Weight of one block size. */
#define OQ_MAX_WEIGHT 1000000u
/* Steps of one chain. */
#define OQ_MAX_STEPS 8u
/* Writes that one flush may cover. */
#define OQ_MAX_FLUSH_EVERY 65536u
/* CPUs that a job may be bound to: numbers 0 ... OQ_MAX_CPUS - 1. */
#define OQ_MAX_CPUS 1024u
/* Highest rate of one stream in open loop, in operations a second: one a nanosecond. */
#define OQ_MAX_RATE 1e9

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
	OQ_BACKEND_PSYNC = 1,    /* pread, pwrite, pwritev2, fdatasync: one in flight */
	OQ_BACKEND_IO_URING = 2, /* own rings, registered buffers and file */
	OQ_BACKEND_LIBAIO = 3,   /* io_submit and io_getevents, as BlueStore; at depth 1 it
				    flushes by fdatasync(2), as BlueStore's kv thread does */
	OQ_BACKEND_PMEM = 4      /* a mapping: stores, cache-line flushes and fences; see
				    below */
};

/*
 * The pmem backend maps the stream's region and journal. With OQ_USED_DAX that is the
 * persistent memory itself: a write is stores and the flush of its cache lines by
 * `pmem_method`; with OQ_DURABILITY_DSYNC or OQ_STEP_DSYNC the fence follows, and the write is
 * the commit; fdatasync and fsync are both the fence, for all writes before it. Without
 * durability a write is not fenced: it is what a write costs that is committed later.
 *
 * DAX is a file on a file system on persistent memory, mounted with dax. All else is page
 * cache, the pmem block device itself and a file in memory included (OQ_USED_MSYNC). A fault of
 * the memory (SIGBUS: a poisoned line, a file cut short, a full file system) is EIO of the
 * operation; for that the first job of this backend puts a handler of SIGBUS before the one
 * that the process has, which goes on receiving every other SIGBUS.
 */

enum oq_pattern {
	OQ_SEQUENTIAL = 1, /* a ring over the stream's region */
	OQ_RANDOM = 2      /* uniform over the stream's region, aligned to the block */
};

/*
 * What makes a write durable. Where more than one write or a step after it belongs to a
 * commit, the commit is one operation: it counts once, and its latency runs from the start of
 * its first write to the end of its last step.
 */
enum oq_durability {
	OQ_DURABILITY_NONE = 1,      /* O_DIRECT write only */
	OQ_DURABILITY_DSYNC = 2,     /* RWF_DSYNC on every write: the write is the commit */
	OQ_DURABILITY_FDATASYNC = 3, /* `flush_every` writes, then fdatasync */
	OQ_DURABILITY_FSYNC = 4,     /* `flush_every` writes, then fsync */
	OQ_DURABILITY_BUFFERED = 5,  /* `flush_every` times a write through the page cache and
					sync_file_range (WAIT_BEFORE | WRITE | WAIT_AFTER), then
					fdatasync: BlueFS with bluefs_buffered_io */
	OQ_DURABILITY_CHAIN = 6,     /* `steps`, one after the other */
	OQ_DURABILITY_BEHIND = 7     /* each write is an operation of its own, and every
					`flush_every`th one has an fsync after it: a stream that
					makes a file durable now and then. No write is a commit:
					its latency ends before the fsync, that of the fsync is a
					flush, and in open loop the response ends after it */
};

/* One step of a chain. */
enum oq_step_kind {
	OQ_STEP_WRITE = 1,
	OQ_STEP_FDATASYNC = 2,
	OQ_STEP_FSYNC = 3,
	OQ_STEP_SYNC_RANGE = 4, /* made by OQ_DURABILITY_BUFFERED only */
	OQ_STEP_READ = 5        /* made by the engine only */
};

enum oq_step_flag {
	OQ_STEP_DSYNC = 1,  /* RWF_DSYNC: FUA where the drive has it */
	OQ_STEP_JOURNAL = 2 /* the next place in the stream's journal, not in its region */
};

/* When operations start. */
enum oq_arrival {
	OQ_CLOSED = 1, /* the next one when one has ended: always `depth` in flight */
	OQ_FIXED = 2,  /* open loop: one each 1/rate s, however long the others take */
	OQ_POISSON = 3 /* open loop: intervals with an exponential distribution */
};

/* What is checked of the data. */
enum oq_verify {
	OQ_VERIFY_OFF = 0,
	OQ_VERIFY_STAMP = 1, /* each sector is stamped; oq_stamp_check can read it back */
	OQ_VERIFY_CHECK = 2  /* stamped; reads of the stream are checked, and when the job has
				ended all that it has written is read back once */
};

/* Kinds of latency; each has a histogram of its own. */
enum oq_kind {
	OQ_KIND_COMMIT = 0,   /* start of the write to the end of the step that makes it durable */
	OQ_KIND_WRITE = 1,    /* submit to completion of a write */
	OQ_KIND_FLUSH = 2,    /* submit to completion of a flush (fdatasync, fsync,
				 sync_file_range) */
	OQ_KIND_READ = 3,     /* submit to completion of a read */
	OQ_KIND_RESPONSE = 4, /* open loop: intended start to the end of the operation */
	OQ_KINDS = 5
};

enum oq_state {
	OQ_RAMP = 1,    /* running, nothing is counted yet */
	OQ_MEASURE = 2, /* running and counting */
	OQ_ENDED = 3,   /* all threads have ended */
	OQ_VERIFYING = 4 /* counting is over, what was written is being read back */
};

/* Why a job ended; the first cause wins. */
enum oq_end {
	OQ_END_NONE = 0,
	OQ_END_STOPPED = 1,  /* oq_job_stop */
	OQ_END_DURATION = 2, /* duration_ns has passed */
	OQ_END_BYTES = 3,    /* max_bytes have been completed */
	OQ_END_ERROR = 4     /* more device errors than allowed, or a fault of the engine */
};

/* How cache lines reach persistent memory; one that the CPU does not have is -EOPNOTSUPP. */
enum oq_pmem_method {
	OQ_PMEM_AUTO = 0,       /* the first of these that the CPU has */
	OQ_PMEM_NTSTORE = 1,    /* x86: movnti and sfence */
	OQ_PMEM_CLWB = 2,       /* x86: stores, clwb, sfence */
	OQ_PMEM_CLFLUSHOPT = 3, /* x86: stores, clflushopt, sfence */
	OQ_PMEM_DCCVAP = 4,     /* aarch64: stores, dc cvap, dsb */
	OQ_PMEM_CLFLUSH = 5     /* x86: stores, clflush, sfence: one line after the other */
};

/* Options of a job. */
enum oq_job_flag {
	OQ_JOB_IOPOLL = 1, /* io_uring polls the device instead of waiting for its interrupt */
	OQ_JOB_PIN = 2,    /* each stream on one CPU of `cpus`, in turn */
	OQ_JOB_SPIN = 4    /* threads never sleep: they spin for arrivals and completions */
};

/* What a backend could use; bits of backend_flags. */
enum oq_backend_flag {
	OQ_USED_SINGLE_ISSUER = 1 << 0, /* io_uring */
	OQ_USED_DEFER_TASKRUN = 1 << 1, /* io_uring */
	OQ_USED_BUFFERS = 1 << 2,       /* io_uring: registered buffers */
	OQ_USED_IOPOLL = 1 << 3,        /* io_uring */
	OQ_USED_DAX = 1 << 4,           /* pmem: mapped with MAP_SYNC; without it the mapping is
					   page cache or plain memory, and stores are not
					   persistent. Whether the memory under a DAX file system
					   is (and not emulated) is for the caller to know */
	OQ_USED_NTSTORE = 1 << 5,       /* pmem, as oq_pmem_method */
	OQ_USED_CLWB = 1 << 6,
	OQ_USED_CLFLUSHOPT = 1 << 7,
	OQ_USED_DCCVAP = 1 << 8,
	OQ_USED_MSYNC = 1 << 9, /* pmem: the mapping is not DAX: a commit is the fence and then
				  msync(MS_SYNC) of what was written, fdatasync and fsync
				  alike. On a file in memory (memfd, tmpfs) msync does nothing
				  and costs a system call, about 1 us */
	OQ_USED_CLFLUSH = 1 << 10 /* pmem, as oq_pmem_method */
};

struct oq_mix_entry {
	uint32_t block_bytes; /* 512 ... OQ_MAX_BLOCK, a multiple of 512 */
	uint32_t weight;      /* 1 ... OQ_MAX_WEIGHT; shares are weight / sum of weights */
};

struct oq_step_spec {
	uint32_t kind;        /* enum oq_step_kind */
	uint32_t block_bytes; /* of a write; 0: of the mix */
	uint32_t flags;       /* enum oq_step_flag, of a write */
};

struct oq_stream_spec {
	uint32_t size; /* sizeof(struct oq_stream_spec) */
	uint32_t version;
	uint32_t pattern;       /* enum oq_pattern */
	uint32_t durability;    /* enum oq_durability of the writes; none where all are reads */
	uint32_t arrival;       /* enum oq_arrival */
	uint32_t depth;         /* most operations in flight, 1 ... OQ_MAX_DEPTH; psync and pmem
				   take 1 only */
	uint32_t read_permille; /* reads of 1000 operations; 1000: a stream that never writes */
	uint32_t flush_every;   /* 1 ... OQ_MAX_FLUSH_EVERY, see enum oq_durability */
	uint32_t data_permille; /* incompressible share of each block, 1 ... 1000; the rest is
				   zero but for the stamps */
	uint32_t verify;        /* enum oq_verify; region and journal then have room for 4 times
				   `depth` of the largest block */
	uint32_t mix_count;     /* 1 ... OQ_MAX_MIX */
	uint32_t step_count;    /* of OQ_DURABILITY_CHAIN, 1 ... OQ_MAX_STEPS; else 0 */
	struct oq_mix_entry mix[OQ_MAX_MIX];
	struct oq_step_spec steps[OQ_MAX_STEPS];
	uint64_t region_offset; /* a multiple of each block of the mix and the steps, and of
				   a page where writes are buffered */
	uint64_t region_length; /* as region_offset; at least one block of each */
	uint64_t journal_offset; /* ring of the steps with OQ_STEP_JOURNAL, always sequential */
	uint64_t journal_length; /* 0 where no step needs it */
	uint64_t seed;           /* of offsets, sizes, arrivals and data */
	double rate_hz;          /* open loop: operations a second, above 0 to OQ_MAX_RATE;
				    closed loop: 0 */
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
				 where it is a multiple of what one operation transfers, and
				 one that fails counts as done; several streams share it as
				 they need it */
	uint32_t writable;    /* 0: a job with a write in it is -EACCES, and files open read-only */
	uint32_t flags;       /* enum oq_job_flag */
	uint32_t pmem_method; /* enum oq_pmem_method; 0 for other backends */
	uint32_t reserved;
	uint64_t stamp_run;   /* stamped into each sector by verify: tells this run's data */
	uint64_t cpus[OQ_MAX_CPUS / 64]; /* CPUs that threads may run on; all zero: any. Memory
					    comes from the node of the CPU that a thread is on */
};

struct oq_snapshot {
	uint32_t size;
	uint32_t version;
	uint32_t state;        /* enum oq_state */
	uint32_t end;          /* enum oq_end */
	uint32_t threads_alive;
	uint32_t backend_flags; /* enum oq_backend_flag: what all streams could use; psync: 0 */
	uint64_t now_ns;       /* when this snapshot was taken */
	uint64_t started_ns;   /* when the threads were let go */
	uint64_t measured_ns;  /* counting time so far; final when ended: what completes
				  later is in the totals and the stalls, in nothing else */
	uint64_t operations;   /* commits, writes or reads counted; a commit counts once */
	uint64_t bytes;        /* of the counted operations */
	uint64_t total_bytes_written; /* ramp included, for checks against disk statistics */
	uint64_t total_bytes_read;
	uint64_t total_flushes;       /* fdatasync and fsync calls that ended, ramp included;
					 pmem: fences or msyncs in their place */
	uint64_t total_dsyncs;        /* writes with RWF_DSYNC that ended, ramp included; pmem:
					 writes with their fence */
	uint64_t errors;
	uint64_t oldest_inflight_ns;  /* start of the oldest operation in flight; 0: none */
	uint64_t cpu_user_ns;         /* of the worker threads while counting */
	uint64_t cpu_system_ns;
	uint64_t unserved;     /* open loop: operations that were due when counting ended and
				  had not started, because the device was behind. They are in
				  no histogram: with many of them percentiles say too little */
	uint64_t verified_bytes; /* read and compared with their stamps */
	uint64_t verify_errors;  /* blocks that were not what was written */
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
	uint64_t sum_ns; /* of the stream's operations: commits, writes and reads */
	uint64_t min_ns;
	uint64_t max_ns;
	uint64_t inflight_since_ns; /* 0: nothing in flight */
	uint64_t unserved;          /* as in the snapshot */
};

/* What a block was instead of what was written there. */
enum oq_verdict {
	OQ_BLOCK_GOOD = 0,
	OQ_BLOCK_LOST = 1,      /* nothing of this run: the write never arrived */
	OQ_BLOCK_STALE = 2,     /* an earlier write of this place */
	OQ_BLOCK_MISPLACED = 3, /* a whole write of this run that belongs elsewhere */
	OQ_BLOCK_TORN = 4,      /* sectors of several writes in one block */
	OQ_BLOCK_CORRUPT = 5,   /* a sector of this run with a wrong checksum */
	OQ_VERDICTS = 6
};

struct oq_verify_result {
	uint32_t size;
	uint32_t version;
	uint64_t blocks;              /* checked, good ones included */
	uint64_t count[OQ_VERDICTS];  /* blocks by enum oq_verdict */
	/* The first that was not good; all zero where all were. */
	uint32_t verdict;
	uint32_t stream;
	uint64_t offset;
	uint64_t expected_generation; /* the how manieth write of its stream, from 1 */
	uint64_t found_generation;    /* of the first sector that differs; 0: none */
	uint64_t found_offset;        /* where that sector belongs */
};

/* What one sector says of itself. */
struct oq_stamp {
	uint64_t run;
	uint64_t offset;
	uint64_t generation;
	uint32_t stream;
	uint32_t verdict; /* OQ_BLOCK_GOOD, OQ_BLOCK_LOST (no stamp at all) or OQ_BLOCK_CORRUPT */
};

/* One check of the engine against itself. */
struct oq_check {
	char name[64];     /* as "p99 of a device that takes 100 us" */
	char unit[8];      /* "ns", "1" ... */
	double expected;
	double measured;
	double tolerance;  /* largest allowed |measured - expected|, in the same unit */
	uint32_t passed;
	uint32_t reserved;
};

/* What this kernel and library can do. */
struct oq_features {
	uint32_t size;
	uint32_t version;
	uint32_t abi;
	uint32_t io_uring;       /* 1: a ring could be made */
	int32_t io_uring_error;  /* errno of the attempt when io_uring is 0 */
	uint32_t io_uring_flags; /* enum oq_backend_flag */
	uint32_t rwf_dsync;      /* 1: pwritev2 with RWF_DSYNC works on this kernel */
	uint32_t libaio;         /* 1: a context could be made */
	int32_t libaio_error;    /* errno of the attempt when libaio is 0 */
	uint32_t pmem_methods;   /* OQ_USED_NTSTORE ... OQ_USED_CLFLUSH: what this CPU has */
	uint64_t clock_cost_ps;  /* one CLOCK_MONOTONIC reading, median, in picoseconds */
};

/*
 * Sizes of all structs in the order of this header, for the layout check of the caller.
 * Returns how many there are; at most `capacity` are written.
 */
OQ_API int oq_abi_sizes(uint32_t *sizes, uint32_t capacity);

OQ_API int oq_features_read(struct oq_features *out);

/*
 * Whether this process can use a backend (enum oq_backend) here: one write to a sink. 0, or
 * -errno with a message that names what forbids it, and which setting or limit that is.
 */
OQ_API int oq_backend_check(uint32_t backend, char *message, size_t message_length);

/*
 * The engine against itself: a device made of a clock whose latencies are known exactly, a
 * stall of known length in it, open loop behind that stall, blocks of known faults for verify.
 * Takes about two seconds and touches no device. How many checks there are; at most CAPACITY
 * are written. -errno when one could not be run at all.
 */
OQ_API int oq_self_test(struct oq_check *out, uint32_t capacity, char *message, size_t length);

/*
 * Opens PATH with O_DIRECT and, for a block device, O_EXCL, and returns the descriptor, or
 * -errno. EBUSY means that somebody holds or locks the device; it is never overridden. The
 * target is locked as long as the descriptor is open (flock and an open file description lock,
 * which is what BlueStore takes); a lock that goes within 0.3 s, such as udev's, is waited for.
 * `writable` 0 opens read-only.
 */
OQ_API int oq_target_open(const char *path, int writable, char *message, size_t message_length);

/*
 * Creates a nameless regular file in the folder PATH (O_TMPFILE, else a file that is
 * unlinked at once), so that a killed run leaves nothing behind. O_DIRECT as above.
 */
OQ_API int oq_scratch_open(const char *folder, char *message, size_t message_length);

/* A nameless file in memory (memfd), for ceilings and self-tests of the pmem backend. */
OQ_API int oq_memory_open(uint64_t length, char *message, size_t message_length);

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
 * Counts of the streams FIRST ... FIRST + STREAMS - 1 (STREAMS 0: all from FIRST on) for one
 * kind, merged; may be called while the job runs (a value can then be missing that was just being counted, never counted twice).
 * `counts` has room for `capacity` >= OQ_HIST_COUNTS values.
 */
OQ_API int oq_job_histogram(int64_t job, uint32_t first, uint32_t streams, uint32_t kind,
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

/* What verify has found so far, all streams. */
OQ_API int oq_job_verify(int64_t job, struct oq_verify_result *out);

/* Reads the stamp of one sector of 512 bytes. */
OQ_API int oq_stamp_check(const void *sector, struct oq_stamp *out);

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
