/*
 * kill -9 at a random moment: what a child that commits one block after the other has left on
 * the file is a prefix of its commits, around its ring, without a hole, and nothing is
 * missing that it had reported as done.
 */
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "each_backend.h"
#include "op.h"
#include "random.h"
#include "worker.h"

#define BLOCKS 9u /* of the ring: some children come round, others do not */
#define LARGEST 65536u
#define KILLS (SANITIZED ? 4u : 14u)

/* Seen by parent and child: operations that have ended. */
static _Atomic uint64_t *reported;

bool __real_oq_op_complete(struct oq_worker *worker, struct oq_op *op, int64_t result,
			   uint64_t now_ns);
bool __wrap_oq_op_complete(struct oq_worker *worker, struct oq_op *op, int64_t result,
			   uint64_t now_ns);

bool __wrap_oq_op_complete(struct oq_worker *worker, struct oq_op *op, int64_t result,
			   uint64_t now_ns)
{
	const uint64_t errors = oq_counter_get(&worker->counters.errors);
	const bool goes_on = __real_oq_op_complete(worker, op, result, now_ns);

	if (reported && !goes_on && oq_counter_get(&worker->counters.errors) == errors)
		atomic_fetch_add(reported, 1);
	return goes_on;
}

static struct oq_random dice;
static uint8_t content[BLOCKS * LARGEST] __attribute__((aligned(4096)));

struct what {
	uint32_t backend;
	uint32_t durability;
	uint32_t block;
};

/* Commits until it is killed; the target is the parent's. */
static void commit_forever(int fd, const struct what *what, uint64_t run_id)
{
	struct oq_job_spec job = job_on(fd, what->backend);
	struct oq_stream_spec stream = stream_of(&job, 1);
	struct oq_snapshot end;
	int64_t handle;

	job.duration_ns = 0;
	job.stamp_run = run_id;
	stream.pattern = OQ_SEQUENTIAL;
	stream.durability = what->durability;
	stream.mix[0].block_bytes = what->block;
	stream.region_offset = what->block;
	stream.region_length = (uint64_t)BLOCKS * what->block;
	stream.verify = OQ_VERIFY_STAMP;
	handle = start(&job, &stream);
	(void)oq_job_wait(handle, 60000);
	end = snapshot(handle);
	fprintf(stderr, "the child ended by itself: end %u, %llu errors\n", end.end,
		(unsigned long long)end.errors);
	_exit(1);
}

/* As many as it likes within some milliseconds of its first commit. */
static void kill_one(int fd, const struct what *what, uint64_t run_id)
{
	pid_t child;
	int status = 0;

	atomic_store(reported, 0);
	child = fork();
	REQUIRE(child >= 0);
	if (!child)
		commit_forever(fd, what, run_id);
	for (int i = 0; i < 20000 && !atomic_load(reported); i++)
		usleep(1000);
	usleep((unsigned)oq_random_below(&dice, 50000));
	REQUIRE(kill(child, SIGKILL) == 0);
	REQUIRE(waitpid(child, &status, 0) == child);
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

/*
 * What one block holds: the generation of all its sectors, 0 for nothing of this run, -1 for a
 * mixture.
 */
static int64_t generation_at(const uint8_t *block, const struct what *what, uint64_t offset,
			     uint64_t run_id)
{
	int64_t generation = 0;

	for (uint32_t i = 0; i < what->block; i += 512) {
		struct oq_stamp stamp;
		int64_t found;

		REQUIRE(oq_stamp_check(block + i, &stamp) == 0);
		if (stamp.run == run_id && stamp.verdict == OQ_BLOCK_GOOD)
			CHECK(stamp.offset == offset + i && stamp.stream == 0);
		/* A mapping can be left in the middle of a sector. */
		if (stamp.run == run_id && stamp.verdict != OQ_BLOCK_GOOD)
			return -1;
		found = stamp.run == run_id ? (int64_t)stamp.generation : 0;
		if (i && found != generation)
			return -1;
		generation = found;
	}
	return generation;
}

/* The generation that a place of the ring holds after DONE writes; 0: none has come there. */
static int64_t generation_after(uint64_t done, uint32_t place)
{
	return done > place ? (int64_t)((done - 1 - place) / BLOCKS * BLOCKS + place + 1) : 0;
}

/* 0: no number of writes explains what is there. */
static uint64_t explain(const int64_t *generations, uint64_t at_least)
{
	uint64_t most = 0;

	for (uint32_t i = 0; i < BLOCKS; i++)
		if (generations[i] > (int64_t)most)
			most = (uint64_t)generations[i];
	/* All are there; the next one, that was in flight, may be in parts (and then is -1). */
	for (uint32_t i = 0; i < BLOCKS; i++)
		if (generations[i] != generation_after(most, i) &&
		    !(generations[i] == -1 && i == most % BLOCKS))
			return 0;
	return most >= at_least ? most : 0;
}

static uint64_t check_prefix(int fd, const struct what *what, uint64_t run_id)
{
	const uint64_t length = (uint64_t)BLOCKS * what->block, done = atomic_load(reported);
	int64_t generations[BLOCKS];
	uint64_t found;

	EQUAL(pread(fd, content, length, what->block), length);
	for (uint32_t i = 0; i < BLOCKS; i++) {
		const uint64_t at = (uint64_t)i * what->block;

		generations[i] = generation_at(content + at, what, what->block + at, run_id);
	}
	found = explain(generations, done);
	CHECK(found, "%llu were reported", (unsigned long long)done);
	CHECK(!found || found <= done + 1, "%llu were reported, %llu are there",
	      (unsigned long long)done, (unsigned long long)found);
	if (!found)
		for (uint32_t i = 0; i < BLOCKS; i++)
			fprintf(stderr, "block %u: generation %lld\n", i,
				(long long)generations[i]);
	return done;
}

static void kills(const struct what *what)
{
	const int failed = oq_failures;
	uint64_t least = UINT64_MAX, most = 0;
	int fd = scratch((BLOCKS + 2) * (uint64_t)what->block);

	/* On one file: what a run before has left is not of this run. */
	for (uint32_t i = 0; i < KILLS; i++) {
		uint64_t run_id = oq_random_next(&dice), done;

		kill_one(fd, what, run_id);
		done = check_prefix(fd, what, run_id);
		least = done < least ? done : least;
		most = done > most ? done : most;
	}
	printf("backend %u, durability %u, blocks of %u: %u kills after %llu to %llu commits\n",
	       what->backend, what->durability, what->block, KILLS, (unsigned long long)least,
	       (unsigned long long)most);
	if (failed != oq_failures)
		fprintf(stderr, "... backend %u, durability %u, blocks of %u\n", what->backend,
			what->durability, what->block);
	oq_target_close(fd);
}

static void kills_of(uint32_t backend)
{
	static const uint32_t blocks[] = { 4096, 65536 };
	static const uint32_t durabilities[] = { OQ_DURABILITY_DSYNC, OQ_DURABILITY_FDATASYNC };

	for (int b = 0; b < 2; b++)
		for (int d = 0; d < 2; d++) {
			const struct what what = { backend, durabilities[d], blocks[b] };

			if (what.durability != OQ_DURABILITY_DSYNC || has_dsync())
				kills(&what);
		}
}

int main(void)
{
	const char *given = getenv("OQ_TEST_SEED");
	const uint64_t seed = given ? strtoull(given, NULL, 0) : oq_now();
	void *shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	bool backends[BACKENDS];

	REQUIRE(shared != MAP_FAILED);
	oq_random_seed(&dice, seed, 0);
	for (uint32_t b = OQ_BACKEND_PSYNC; b < BACKENDS; b++)
		backends[b] = has_backend(b);
	reported = shared;
	for (uint32_t b = OQ_BACKEND_PSYNC; b < BACKENDS; b++)
		if (backends[b])
			kills_of(b);
	printf("seed %llu\n", (unsigned long long)seed);
	return REPORT();
}
