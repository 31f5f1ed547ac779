/*
 * fakedrive: a drive whose behaviour is set by a text file.
 *
 * Mounts a FUSE file system with two files: "drive", to be put behind a loop device, and "stats",
 * one line of JSON that is live at every read. The drive's content is sparse memory.
 *
 *   fakedrive --size BYTES --control FILE MOUNTPOINT
 *
 * The control file is read at the start and whenever it is replaced or closed after writing. It is
 * taken as a whole: what it doesn't say is off. A file with a mistake is not taken at all, and
 * "control_error" in stats says why; "control_generation" counts the files that were looked at.
 * Blank lines and lines that start with # are ignored. W = write, R = read, F = flush, D = discard;
 * lines that end in _w exist with _r, _f and _d too, and so do wlat_us and wtail_every (rlat_us ..).
 *
 * Time
 *   wlat_us US                each write takes US
 *   wtail_every N US          each Nth write takes US more (tail_every is the same)
 *   jitter_us US              0 .. US more, uniform, for each operation that takes time
 *   qd N                      at most N operations at a time inside, the others queue
 *   write_mbps N, read_mbps N bandwidth in MB/s, shared by all operations of the kind
 *   crowd_us US               US more for each other operation in flight (inverse scaling)
 *   mixed_us US               a write takes US more while a read is in flight
 *   swing US PERIOD_MS        US more for each write and read in the second half of every period
 *   stall PERIOD_MS MS        nothing is started in the first MS of every period
 *   slc BYTES DRAIN_BPS US    a fast area of BYTES, emptied at DRAIN_BPS, also while idle; when full a
 *                             write takes US. A reset empties it
 *   after_writes N LINE       LINE holds once N writes have arrived
 *   after_bytes N LINE        LINE holds once N bytes have arrived to be written
 *   wlat_after N US           = after_writes N wlat_us US
 *
 * Faults
 *   err_w FIRST LAST ERRNO    writes that touch a byte of FIRST .. LAST fail (not err_f)
 *   err_f ERRNO               every flush fails
 *   err_nth_w N ERRNO         the Nth write fails
 *   hang_w N                  from the Nth write on none is answered until the line is gone
 *   offline ERRNO             everything fails, also what is in flight
 *
 * Power
 *   cache 1                   a volatile write cache: written pages are lost at a power cut until a flush
 *   liar 1                    a flush is acknowledged without making anything durable
 *   powercut N                when N is greater than at the last cut: the cache is lost, and what is in
 *                             flight fails with EIO. Power is back at once: stop the writers before,
 *                             or add "offline 5", else they go on as if nothing had happened
 *   keep_percent P            P % of the cached pages survive a power cut, chosen at random
 *   reset N                   when N is greater than at the last reset: all counters start again at 0
 *
 * One thread does it all. An operation's result and the time of its answer are known when it arrives;
 * answers wait in a heap, and the thread sleeps in ppoll until the earliest is due or a request comes.
 */
#define _GNU_SOURCE
#define FUSE_USE_VERSION 31
#include <errno.h>
#include <fcntl.h>
#include <fuse3/fuse_lowlevel.h>
#include <getopt.h>
#include <libgen.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096, MAX_RANGES = 64, MAX_CHANGES = 64, MAX_UNITS = 1024, LINE_MAX_ = 256 };
enum { INODE_ROOT = FUSE_ROOT_ID, INODE_DRIVE, INODE_STATS };
enum kind { WRITE, READ, FLUSH, DISCARD, KINDS };

/* A wait shorter than this is spent looking for the next request instead of asleep. */
static const int64_t SPIN_NS = 5000;
/* The daemon's answers to names and sizes never change. */
static const double FOREVER_S = 86400.0;

/* ---- settings: the control file's content ---------------------------------------------------- */

struct range {
  enum kind kind;
  int64_t first, last, error;
};

struct change {
  bool in_bytes;
  int64_t at;
  char line[LINE_MAX_];
};

/* Every plain value is an int64_t, so that one table (KEYS) can place it. */
struct settings {
  int64_t lat_us[KINDS], tail_every[KINDS], tail_us[KINDS];
  int64_t jitter_us, qd, crowd_us, mixed_us;
  int64_t mbps[KINDS];
  int64_t swing_us, swing_period_ms;
  int64_t stall_period_ms, stall_ms;
  int64_t slc_bytes, slc_drain, slc_us;
  int64_t hang_from[KINDS], nth[KINDS], nth_error[KINDS];
  int64_t flush_error, offline;
  int64_t cache, liar, powercut, keep_percent, reset;
  int range_count, change_count;
  struct range ranges[MAX_RANGES];
  struct change changes[MAX_CHANGES];
};

struct key {
  const char *name;
  int count;
  size_t at[3];
};

#define AT(member) offsetof(struct settings, member)
#define KIND_KEYS(c, K)                                                                       \
  {#c "lat_us", 1, {AT(lat_us[K])}}, {#c "tail_every", 2, {AT(tail_every[K]), AT(tail_us[K])}}, \
      {"hang_" #c, 1, {AT(hang_from[K])}}, {"err_nth_" #c, 2, {AT(nth[K]), AT(nth_error[K])}}

static const struct key KEYS[] = {
    KIND_KEYS(w, WRITE),
    KIND_KEYS(r, READ),
    KIND_KEYS(f, FLUSH),
    KIND_KEYS(d, DISCARD),
    {"tail_every", 2, {AT(tail_every[WRITE]), AT(tail_us[WRITE])}},
    {"jitter_us", 1, {AT(jitter_us)}},
    {"qd", 1, {AT(qd)}},
    {"write_mbps", 1, {AT(mbps[WRITE])}},
    {"read_mbps", 1, {AT(mbps[READ])}},
    {"crowd_us", 1, {AT(crowd_us)}},
    {"mixed_us", 1, {AT(mixed_us)}},
    {"swing", 2, {AT(swing_us), AT(swing_period_ms)}},
    {"stall", 2, {AT(stall_period_ms), AT(stall_ms)}},
    {"slc", 3, {AT(slc_bytes), AT(slc_drain), AT(slc_us)}},
    {"err_f", 1, {AT(flush_error)}},
    {"offline", 1, {AT(offline)}},
    {"cache", 1, {AT(cache)}},
    {"liar", 1, {AT(liar)}},
    {"powercut", 1, {AT(powercut)}},
    {"keep_percent", 1, {AT(keep_percent)}},
    {"reset", 1, {AT(reset)}},
};

/* What went wrong with the last control file; empty: nothing. Never holds a quote or a backslash. */
static char control_error[LINE_MAX_ + 128];

__attribute__((format(printf, 1, 2))) static bool mistake(const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(control_error, sizeof control_error, format, args);
  va_end(args);
  for (char *c = control_error; *c; c++)
    if (*c == '"' || *c == '\\' || (unsigned char)*c < ' ') *c = '?';
  return false;
}

static bool take_number(char **text, int64_t *value) {
  char *end;
  errno = 0;
  long long parsed = strtoll(*text, &end, 10);
  if (end == *text || errno || parsed < 0 || (*end && *end != ' ')) return false;
  *text = end + strspn(end, " ");
  *value = parsed;
  return true;
}

static bool take_numbers(const char *name, char *text, int count, int64_t *values) {
  for (int i = 0; i < count; i++)
    if (!take_number(&text, &values[i])) return mistake("%s takes %d whole numbers >= 0", name, count);
  return *text ? mistake("%s takes %d numbers, not more", name, count) : true;
}

static bool take_range(struct settings *s, enum kind kind, const char *name, char *text) {
  int64_t v[3];
  if (!take_numbers(name, text, 3, v)) return false;
  if (s->range_count == MAX_RANGES) return mistake("more than %d error ranges", (int)MAX_RANGES);
  s->ranges[s->range_count++] = (struct range){kind, v[0], v[1], v[2]};
  return true;
}

static bool take_line(struct settings *s, const char *line);

static bool take_change(struct settings *s, bool in_bytes, const char *name, char *text) {
  int64_t at;
  if (!take_number(&text, &at)) return mistake("%s takes a number and a line", name);
  if (s->change_count == MAX_CHANGES) return mistake("more than %d changes", (int)MAX_CHANGES);
  if (!strncmp(text, "after_", 6) || !strncmp(text, "wlat_after", 10)) return mistake("%s inside of %s", text, name);
  struct settings *trial = calloc(1, sizeof *trial); /* so that a mistake shows now, not after N bytes */
  bool good = trial && take_line(trial, text);
  free(trial);
  if (!good) return false;
  struct change *change = &s->changes[s->change_count++];
  change->in_bytes = in_bytes;
  change->at = at;
  snprintf(change->line, sizeof change->line, "%s", text);
  return true;
}

static bool take_line(struct settings *s, const char *line) {
  char copy[LINE_MAX_];
  if (strlen(line) >= sizeof copy) return mistake("a line longer than %zu characters", sizeof copy - 1);
  strcpy(copy, line);
  char *name = copy + strspn(copy, " ");
  if (!*name || *name == '#') return true;
  char *text = name + strcspn(name, " ");
  if (*text) *text++ = '\0';
  text += strspn(text, " ");

  if (!strcmp(name, "err_w")) return take_range(s, WRITE, name, text);
  if (!strcmp(name, "err_r")) return take_range(s, READ, name, text);
  if (!strcmp(name, "err_d")) return take_range(s, DISCARD, name, text);
  if (!strcmp(name, "after_writes")) return take_change(s, false, name, text);
  if (!strcmp(name, "after_bytes")) return take_change(s, true, name, text);
  if (!strcmp(name, "wlat_after")) {
    int64_t v[2];
    char rest[LINE_MAX_];
    if (!take_numbers(name, text, 2, v)) return false;
    snprintf(rest, sizeof rest, "%lld wlat_us %lld", (long long)v[0], (long long)v[1]);
    return take_change(s, false, name, rest);
  }
  for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
    if (strcmp(name, KEYS[i].name)) continue;
    int64_t v[3];
    if (!take_numbers(name, text, KEYS[i].count, v)) return false;
    for (int k = 0; k < KEYS[i].count; k++) memcpy((char *)s + KEYS[i].at[k], &v[k], sizeof v[k]);
    return true;
  }
  return mistake("unknown line: %s", name);
}

/* FUSE takes ENOSYS as "never ask again" and refuses numbers that are no errno. */
static bool errno_fits(int64_t error) { return error >= 0 && error < 512 && error != ENOSYS; }

static bool check(const struct settings *s) {
  bool good = errno_fits(s->flush_error) && errno_fits(s->offline);
  for (int k = 0; k < KINDS; k++) good = good && errno_fits(s->nth_error[k]);
  for (int i = 0; i < s->range_count; i++) good = good && errno_fits(s->ranges[i].error);
  if (!good) return mistake("an errno must be below 512 and not ENOSYS");
  if (s->qd > MAX_UNITS) return mistake("qd is at most %d", (int)MAX_UNITS);
  if (s->stall_ms > s->stall_period_ms) return mistake("stall: longer than its period");
  return true;
}

static bool read_settings(const char *path, struct settings *s) {
  memset(s, 0, sizeof *s);
  FILE *file = fopen(path, "re");
  if (!file) return mistake("%s: %s", path, strerror(errno));
  char line[LINE_MAX_ + 2];
  bool good = true;
  while (good && fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = '\0';
    good = take_line(s, line);
  }
  fclose(file);
  return good && check(s);
}

/* ---- the drive ------------------------------------------------------------------------------- */

/* An operation whose answer is still due. */
struct operation {
  fuse_req_t request;
  enum kind kind;
  int error;
  off_t offset;
  size_t bytes;
  int64_t due;
  uint64_t order; /* equal times are answered in order of arrival */
};

struct operations {
  struct operation *items;
  size_t count, room;
};

struct counters {
  int64_t operations[KINDS], bytes[KINDS], errors;
  int64_t late_ns, late_max_ns, timed; /* how late answers with a set time were given */
  int64_t max_in_flight, powercuts, lost_bytes, kept_bytes;
};

static struct {
  size_t size;
  char *data;       /* what reads see */
  char *durable;    /* of dirty pages only: what a power cut brings back */
  uint8_t *dirty;   /* one byte a page */
  size_t *pages;    /* the dirty pages */
  size_t page_count;

  struct settings set;
  int64_t unit_free_at[MAX_UNITS];
  int64_t channel_free_at[KINDS];
  double slc_fill;
  int64_t slc_at;

  struct operations due;  /* a heap, the earliest first */
  struct operations held; /* by a hang */
  int64_t in_flight[KINDS];
  int64_t last_powercut, last_reset, generation;
  uint64_t order, random;
  struct counters count;
} drive = {.random = 0x9e3779b97f4a7c15u};

static int64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static uint64_t random_below(uint64_t limit) { /* xorshift64: the same sequence in every run */
  drive.random ^= drive.random << 13;
  drive.random ^= drive.random >> 7;
  drive.random ^= drive.random << 17;
  return drive.random % limit;
}

static void *sparse(size_t bytes) {
  void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) {
    perror("fakedrive: memory");
    exit(1);
  }
  madvise(p, bytes, MADV_NOHUGEPAGE); /* one written block must not cost 2 MiB */
  return p;
}

/* -- its volatile cache: the durable copy of a page is kept aside from its first write until a flush */

static void remember_durable(off_t offset, size_t bytes) {
  size_t last = ((size_t)offset + bytes - 1) / PAGE;
  for (size_t page = (size_t)offset / PAGE; page <= last; page++) {
    if (drive.dirty[page]) continue;
    memcpy(drive.durable + page * PAGE, drive.data + page * PAGE, PAGE);
    drive.dirty[page] = 1;
    drive.pages[drive.page_count++] = page;
  }
}

static void make_durable(void) {
  for (size_t i = 0; i < drive.page_count; i++) drive.dirty[drive.pages[i]] = 0;
  drive.page_count = 0;
}

static void lose_cache(void) {
  for (size_t i = 0; i < drive.page_count; i++) {
    size_t page = drive.pages[i];
    if ((int64_t)random_below(100) < drive.set.keep_percent) {
      drive.count.kept_bytes += PAGE;
    } else {
      memcpy(drive.data + page * PAGE, drive.durable + page * PAGE, PAGE);
      drive.count.lost_bytes += PAGE;
    }
  }
  make_durable();
  drive.count.powercuts++;
}

static void zero(char *from, size_t bytes) {
  char *first = (char *)(((uintptr_t)from + PAGE - 1) / PAGE * PAGE), *end = from + bytes;
  char *last = (char *)((uintptr_t)end / PAGE * PAGE);
  if (first >= last) {
    memset(from, 0, bytes);
    return;
  }
  memset(from, 0, (size_t)(first - from));
  madvise(first, (size_t)(last - first), MADV_DONTNEED);
  memset(last, 0, (size_t)(end - last));
}

/* -- its answers */

static bool earlier(const struct operation *a, const struct operation *b) {
  return a->due != b->due ? a->due < b->due : a->order < b->order;
}

static struct operation *room_for_one(struct operations *list) {
  if (list->count == list->room) {
    list->room = list->room ? list->room * 2 : 256;
    list->items = realloc(list->items, list->room * sizeof *list->items);
    if (!list->items) abort();
  }
  return &list->items[list->count++];
}

static void heap_push(const struct operation *op) {
  room_for_one(&drive.due);
  struct operation *heap = drive.due.items;
  size_t at = drive.due.count - 1;
  for (; at && earlier(op, &heap[(at - 1) / 2]); at = (at - 1) / 2) heap[at] = heap[(at - 1) / 2];
  heap[at] = *op;
}

static struct operation heap_pop(void) {
  struct operation *heap = drive.due.items, top = heap[0], last = heap[--drive.due.count];
  size_t at = 0, child;
  while ((child = 2 * at + 1) < drive.due.count) {
    if (child + 1 < drive.due.count && earlier(&heap[child + 1], &heap[child])) child++;
    if (!earlier(&heap[child], &last)) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return top;
}

static void answer(const struct operation *op) {
  drive.in_flight[op->kind]--;
  if (op->error) {
    drive.count.errors++;
    fuse_reply_err(op->request, op->error);
    return;
  }
  switch (op->kind) {
    case WRITE:
      fuse_reply_write(op->request, op->bytes);
      return;
    case READ:
      fuse_reply_buf(op->request, drive.data + op->offset, op->bytes);
      return;
    case FLUSH:
      if (!drive.set.liar) make_durable();
      break;
    case DISCARD:
    case KINDS:
      break;
  }
  fuse_reply_err(op->request, 0);
}

static void answer_due(int64_t now) {
  while (drive.due.count && drive.due.items[0].due <= now) {
    struct operation op = heap_pop();
    int64_t late = now - op.due;
    drive.count.timed++;
    drive.count.late_ns += late;
    if (late > drive.count.late_max_ns) drive.count.late_max_ns = late;
    answer(&op);
    now = now_ns();
  }
}

static void fail_all(int error) {
  for (; drive.due.count; drive.due.count--) {
    drive.due.items[drive.due.count - 1].error = error;
    answer(&drive.due.items[drive.due.count - 1]);
  }
  for (; drive.held.count; drive.held.count--) {
    drive.held.items[drive.held.count - 1].error = error;
    answer(&drive.held.items[drive.held.count - 1]);
  }
  memset(drive.unit_free_at, 0, sizeof drive.unit_free_at);
  memset(drive.channel_free_at, 0, sizeof drive.channel_free_at);
}

/* -- its times */

static bool slc_full(size_t bytes, int64_t now) {
  const struct settings *s = &drive.set;
  drive.slc_fill -= (double)s->slc_drain * (double)(now - drive.slc_at) / 1e9;
  drive.slc_at = now;
  if (drive.slc_fill < 0) drive.slc_fill = 0;
  if (drive.slc_fill + (double)bytes > (double)s->slc_bytes) return true;
  drive.slc_fill += (double)bytes;
  return false;
}

static int64_t service_ns(enum kind kind, size_t bytes, int64_t now) {
  const struct settings *s = &drive.set;
  int64_t us = s->lat_us[kind];
  if (kind == WRITE && s->slc_bytes && slc_full(bytes, now)) us = s->slc_us;
  if (s->tail_every[kind] && drive.count.operations[kind] % s->tail_every[kind] == 0) us += s->tail_us[kind];
  if (kind == WRITE && drive.in_flight[READ]) us += s->mixed_us;
  if (s->crowd_us)
    for (int k = 0; k < KINDS; k++) us += s->crowd_us * drive.in_flight[k];
  if (s->crowd_us) us -= s->crowd_us; /* not for itself */
  if (s->swing_period_ms && kind <= READ) {
    int64_t period = s->swing_period_ms * 1000000;
    if (now % period >= period / 2) us += s->swing_us;
  }
  int64_t ns = us * 1000;
  if (ns && s->jitter_us) ns += (int64_t)random_below((uint64_t)s->jitter_us * 1000);
  return ns;
}

/* When an operation that arrives now will be done. */
static int64_t done_at(enum kind kind, size_t bytes, int64_t now) {
  const struct settings *s = &drive.set;
  int64_t start = now, *unit = NULL;
  if (s->qd) {
    unit = drive.unit_free_at;
    for (int64_t i = 1; i < s->qd; i++)
      if (drive.unit_free_at[i] < *unit) unit = &drive.unit_free_at[i];
    if (*unit > start) start = *unit;
  }
  if (s->stall_period_ms) {
    int64_t into = start % (s->stall_period_ms * 1000000);
    if (into < s->stall_ms * 1000000) start += s->stall_ms * 1000000 - into;
  }
  if (s->mbps[kind]) { /* 1 MB/s = 1 000 ns a byte */
    if (drive.channel_free_at[kind] > start) start = drive.channel_free_at[kind];
    start += (int64_t)bytes * 1000 / s->mbps[kind];
    drive.channel_free_at[kind] = start;
  }
  int64_t done = start + service_ns(kind, bytes, now);
  if (unit) *unit = done;
  return done;
}

/* -- an operation from arrival to answer */

static int error_of(enum kind kind, off_t offset, size_t bytes) {
  const struct settings *s = &drive.set;
  if (s->offline) return (int)s->offline;
  if (kind == FLUSH && s->flush_error) return (int)s->flush_error;
  if (s->nth[kind] && drive.count.operations[kind] == s->nth[kind]) return (int)s->nth_error[kind];
  for (int i = 0; i < s->range_count; i++) {
    const struct range *r = &s->ranges[i];
    if (r->kind == kind && offset <= r->last && offset + (off_t)bytes > r->first) return (int)r->error;
  }
  return 0;
}

static void schedule(struct operation *op, int64_t now) {
  op->due = drive.set.offline ? now : done_at(op->kind, op->bytes, now);
  if (op->due <= now)
    answer(op);
  else
    heap_push(op);
}

/* What settings do once, when they come: by the control file or by an after_ line. */
static void take_effect(void) {
  const struct settings *s = &drive.set;
  if (s->reset > drive.last_reset) {
    drive.last_reset = s->reset;
    memset(&drive.count, 0, sizeof drive.count);
    drive.slc_fill = 0;
  }
  if (s->powercut > drive.last_powercut) {
    drive.last_powercut = s->powercut;
    lose_cache();
    fail_all(EIO);
  }
  if (s->offline) fail_all((int)s->offline);
  if (!s->cache) make_durable();
}

static void take_changes(void) {
  struct settings *s = &drive.set;
  for (int i = 0; i < s->change_count; i++) {
    struct change *change = &s->changes[i];
    int64_t done = change->in_bytes ? drive.count.bytes[WRITE] : drive.count.operations[WRITE];
    if (done < change->at || !change->line[0]) continue;
    char line[LINE_MAX_];
    strcpy(line, change->line);
    change->line[0] = '\0'; /* once */
    take_line(s, line);
    take_effect();
  }
}

/* Counts an operation and decides its result and time; its data is stored by the caller. */
static struct operation arrive(fuse_req_t request, enum kind kind, off_t offset, size_t bytes) {
  drive.count.operations[kind]++;
  drive.count.bytes[kind] += (int64_t)bytes;
  drive.in_flight[kind]++;
  int64_t all = 0;
  for (int k = 0; k < KINDS; k++) all += drive.in_flight[k];
  if (all > drive.count.max_in_flight) drive.count.max_in_flight = all;
  struct operation op = {.request = request, .kind = kind, .offset = offset, .bytes = bytes, .order = drive.order++};
  op.error = error_of(kind, offset, bytes);
  return op;
}

static void go_on(struct operation *op, int64_t now) {
  int64_t hang_from = drive.set.hang_from[op->kind];
  if (hang_from && drive.count.operations[op->kind] >= hang_from && !drive.set.offline)
    *room_for_one(&drive.held) = *op;
  else
    schedule(op, now);
  if (drive.set.change_count) take_changes();
}

/* -- the control file takes effect */

static void release_held(void) {
  struct operations held = drive.held;
  memset(&drive.held, 0, sizeof drive.held);
  int64_t now = now_ns();
  for (size_t i = 0; i < held.count; i++) go_on(&held.items[i], now);
  free(held.items);
}

static void apply(const char *path) {
  static struct settings wanted;
  control_error[0] = '\0';
  if (read_settings(path, &wanted)) {
    if (drive.set.qd != wanted.qd) memset(drive.unit_free_at, 0, sizeof drive.unit_free_at);
    if (drive.set.slc_bytes != wanted.slc_bytes) drive.slc_fill = 0;
    drive.set = wanted;
    take_effect();
    take_changes();
    release_held();
  } else {
    fprintf(stderr, "fakedrive: %s\n", control_error);
  }
  drive.generation++;
}

static int print_stats(char *to, size_t room) {
  const struct counters *c = &drive.count;
  int64_t in_flight = 0;
  for (int k = 0; k < KINDS; k++) in_flight += drive.in_flight[k];
  return snprintf(to, room,
                  "{\"writes\":%lld,\"reads\":%lld,\"flushes\":%lld,\"discards\":%lld,\"errors\":%lld,"
                  "\"write_bytes\":%lld,\"read_bytes\":%lld,\"discard_bytes\":%lld,"
                  "\"in_flight\":%lld,\"max_in_flight\":%lld,\"held\":%zu,"
                  "\"late_mean_ns\":%lld,\"late_max_ns\":%lld,"
                  "\"unflushed_bytes\":%zu,\"powercuts\":%lld,\"lost_bytes\":%lld,\"kept_bytes\":%lld,"
                  "\"control_generation\":%lld,\"control_error\":\"%s\"}\n",
                  (long long)c->operations[WRITE], (long long)c->operations[READ], (long long)c->operations[FLUSH],
                  (long long)c->operations[DISCARD], (long long)c->errors, (long long)c->bytes[WRITE],
                  (long long)c->bytes[READ], (long long)c->bytes[DISCARD], (long long)in_flight,
                  (long long)c->max_in_flight, drive.held.count, (long long)(c->timed ? c->late_ns / c->timed : 0),
                  (long long)c->late_max_ns, drive.page_count * PAGE, (long long)c->powercuts,
                  (long long)c->lost_bytes, (long long)c->kept_bytes, (long long)drive.generation, control_error);
}

/* ---- the file system ------------------------------------------------------------------------- */

static void on_init(void *user, struct fuse_conn_info *connection) {
  (void)user;
  connection->max_background = 1024; /* a loop device keeps 128 requests in flight */
  connection->congestion_threshold = 1024;
}

static struct stat attributes(fuse_ino_t inode) {
  struct stat s = {.st_ino = inode, .st_nlink = 1, .st_blksize = PAGE};
  if (inode == INODE_ROOT) s.st_mode = S_IFDIR | 0755, s.st_nlink = 2;
  if (inode == INODE_DRIVE) s.st_mode = S_IFREG | 0600, s.st_size = (off_t)drive.size;
  if (inode == INODE_STATS) s.st_mode = S_IFREG | 0444;
  return s;
}

static void on_lookup(fuse_req_t request, fuse_ino_t parent, const char *name) {
  struct fuse_entry_param entry = {.attr_timeout = FOREVER_S, .entry_timeout = FOREVER_S};
  if (parent == INODE_ROOT && !strcmp(name, "drive")) entry.ino = INODE_DRIVE;
  if (parent == INODE_ROOT && !strcmp(name, "stats")) entry.ino = INODE_STATS;
  if (!entry.ino) {
    fuse_reply_err(request, ENOENT);
    return;
  }
  entry.attr = attributes(entry.ino);
  fuse_reply_entry(request, &entry);
}

static void on_getattr(fuse_req_t request, fuse_ino_t inode, struct fuse_file_info *file) {
  (void)file;
  struct stat s = attributes(inode);
  fuse_reply_attr(request, &s, FOREVER_S);
}

static void on_setattr(fuse_req_t request, fuse_ino_t inode, struct stat *wanted, int what,
                       struct fuse_file_info *file) {
  (void)wanted;
  if (what & FUSE_SET_ATTR_SIZE)
    fuse_reply_err(request, EPERM);
  else
    on_getattr(request, inode, file);
}

static void on_readdir(fuse_req_t request, fuse_ino_t inode, size_t room, off_t offset, struct fuse_file_info *file) {
  (void)file;
  static const char *const names[] = {".", "..", "drive", "stats"};
  static const fuse_ino_t inodes[] = {INODE_ROOT, INODE_ROOT, INODE_DRIVE, INODE_STATS};
  char entries[1024];
  size_t used = 0;
  if (inode != INODE_ROOT) {
    fuse_reply_err(request, ENOTDIR);
    return;
  }
  for (off_t i = offset; i < 4; i++) {
    struct stat s = attributes(inodes[i]);
    size_t limit = room < sizeof entries ? room : sizeof entries;
    size_t need = fuse_add_direntry(request, entries + used, limit - used, names[i], &s, i + 1);
    if (need > limit - used) break;
    used += need;
  }
  fuse_reply_buf(request, entries, used);
}

struct text {
  size_t length;
  char characters[2048];
};

static void on_open(fuse_req_t request, fuse_ino_t inode, struct fuse_file_info *file) {
  if (inode == INODE_STATS) { /* a reader of several bites gets the counters of one moment */
    struct text *text = malloc(sizeof *text);
    if (!text) {
      fuse_reply_err(request, ENOMEM);
      return;
    }
    text->length = (size_t)print_stats(text->characters, sizeof text->characters);
    file->fh = (uint64_t)(uintptr_t)text;
    file->direct_io = 1; /* its size is not known before */
  }
  fuse_reply_open(request, file);
}

static void on_release(fuse_req_t request, fuse_ino_t inode, struct fuse_file_info *file) {
  if (inode == INODE_STATS) free((void *)(uintptr_t)file->fh);
  fuse_reply_err(request, 0);
}

static void on_read(fuse_req_t request, fuse_ino_t inode, size_t bytes, off_t offset, struct fuse_file_info *file) {
  if (inode == INODE_STATS) {
    const struct text *text = (const struct text *)(uintptr_t)file->fh;
    size_t from = (size_t)offset < text->length ? (size_t)offset : text->length;
    fuse_reply_buf(request, text->characters + from, bytes < text->length - from ? bytes : text->length - from);
    return;
  }
  int64_t now = now_ns();
  if ((size_t)offset >= drive.size) {
    fuse_reply_buf(request, NULL, 0);
    return;
  }
  if (bytes > drive.size - (size_t)offset) bytes = drive.size - (size_t)offset;
  struct operation op = arrive(request, READ, offset, bytes);
  go_on(&op, now);
}

static void on_write(fuse_req_t request, fuse_ino_t inode, const char *data, size_t bytes, off_t offset,
                     struct fuse_file_info *file) {
  (void)file;
  int64_t now = now_ns();
  if (inode != INODE_DRIVE || (size_t)offset > drive.size || bytes > drive.size - (size_t)offset) {
    fuse_reply_err(request, inode == INODE_DRIVE ? ENOSPC : EPERM);
    return;
  }
  struct operation op = arrive(request, WRITE, offset, bytes);
  if (!op.error && bytes) {
    if (drive.set.cache) remember_durable(offset, bytes);
    memcpy(drive.data + offset, data, bytes);
  }
  go_on(&op, now);
}

static void on_fsync(fuse_req_t request, fuse_ino_t inode, int data_only, struct fuse_file_info *file) {
  (void)inode, (void)data_only, (void)file;
  int64_t now = now_ns();
  struct operation op = arrive(request, FLUSH, 0, 0);
  go_on(&op, now);
}

/* The loop device's discard and write-zeroes. What was discarded is gone at once, cache or not. */
static void on_fallocate(fuse_req_t request, fuse_ino_t inode, int mode, off_t offset, off_t length,
                         struct fuse_file_info *file) {
  (void)file;
  int64_t now = now_ns();
  if (inode != INODE_DRIVE || !(mode & FALLOC_FL_KEEP_SIZE) || !(mode & (FALLOC_FL_PUNCH_HOLE | FALLOC_FL_ZERO_RANGE))) {
    fuse_reply_err(request, EOPNOTSUPP);
    return;
  }
  if (offset < 0 || length <= 0 || (size_t)offset > drive.size || (size_t)length > drive.size - (size_t)offset) {
    fuse_reply_err(request, EINVAL);
    return;
  }
  struct operation op = arrive(request, DISCARD, offset, (size_t)length);
  if (!op.error) {
    zero(drive.data + offset, (size_t)length);
    zero(drive.durable + offset, (size_t)length);
  }
  go_on(&op, now);
}

static const struct fuse_lowlevel_ops OPERATIONS = {
    .init = on_init,
    .lookup = on_lookup,
    .getattr = on_getattr,
    .setattr = on_setattr,
    .readdir = on_readdir,
    .open = on_open,
    .release = on_release,
    .read = on_read,
    .write = on_write,
    .fsync = on_fsync,
    .fallocate = on_fallocate,
};

/* ---- the loop -------------------------------------------------------------------------------- */

/* True if one of the events is about the control file. */
static bool control_changed(int watch, const char *name) {
  char events[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
  ssize_t length = read(watch, events, sizeof events);
  bool changed = false;
  for (ssize_t at = 0; at < length;) {
    const struct inotify_event *event = (const struct inotify_event *)(const void *)(events + at);
    changed = changed || (event->len && !strcmp(event->name, name));
    at += (ssize_t)(sizeof *event + event->len);
  }
  return changed;
}

static int serve(struct fuse_session *session, int watch, const char *control, const char *control_name) {
  struct fuse_buf buffer = {0};
  struct pollfd fds[2] = {{.fd = fuse_session_fd(session), .events = POLLIN}, {.fd = watch, .events = POLLIN}};
  sigset_t open_mask;
  sigemptyset(&open_mask);
  while (!fuse_session_exited(session)) {
    struct timespec wait = {0}, *timeout = NULL;
    if (drive.due.count) {
      int64_t now = now_ns();
      answer_due(now);
      if (drive.due.count) {
        int64_t left = drive.due.items[0].due - now_ns();
        if (left > SPIN_NS) wait = (struct timespec){left / 1000000000, left % 1000000000};
        timeout = &wait;
      }
    }
    int ready = ppoll(fds, 2, timeout, &open_mask);
    if (ready < 0 && errno != EINTR) return 1;
    if (ready <= 0) continue;
    if (fds[1].revents && control_changed(watch, control_name)) apply(control);
    if (!fds[0].revents) continue;
    int got = fuse_session_receive_buf(session, &buffer);
    if (got == -EINTR || got == -EAGAIN) continue;
    if (got <= 0) break; /* unmounted */
    fuse_session_process_buf(session, &buffer);
  }
  free(buffer.mem);
  return 0;
}

static int watch_folder_of(const char *control) {
  char copy[PATH_MAX];
  snprintf(copy, sizeof copy, "%s", control);
  int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (watch >= 0 && inotify_add_watch(watch, dirname(copy), IN_CLOSE_WRITE | IN_MOVED_TO) >= 0) return watch;
  fprintf(stderr, "fakedrive: can't watch %s: %s\n", control, strerror(errno));
  exit(1);
}

static void block_signals(void) { /* they arrive in ppoll only */
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, SIGTERM);
  sigaddset(&mask, SIGINT);
  sigaddset(&mask, SIGHUP);
  sigprocmask(SIG_BLOCK, &mask, NULL);
}

int main(int argc, char **argv) {
  static const struct option options[] = {
      {"size", required_argument, NULL, 's'}, {"control", required_argument, NULL, 'c'}, {NULL, 0, NULL, 0}};
  const char *control = NULL;
  int option;
  while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
    if (option == 's') drive.size = strtoull(optarg, NULL, 10) / PAGE * PAGE;
    if (option == 'c') control = optarg;
    if (option == '?') return 2;
  }
  if (!drive.size || !control || optind != argc - 1) {
    fprintf(stderr, "usage: fakedrive --size BYTES --control FILE MOUNTPOINT\n");
    return 2;
  }
  drive.data = sparse(drive.size);
  drive.durable = sparse(drive.size);
  drive.dirty = sparse(drive.size / PAGE);
  drive.pages = sparse(drive.size / PAGE * sizeof *drive.pages);

  char copy[PATH_MAX];
  snprintf(copy, sizeof copy, "%s", control);
  int watch = watch_folder_of(control);
  apply(control);
  if (control_error[0]) return 2;

  char program[] = "fakedrive", dash_o[] = "-o", mount_options[] = "fsname=fakedrive,allow_other";
  char *fuse_argv[] = {program, dash_o, mount_options, NULL};
  struct fuse_args fuse_args = FUSE_ARGS_INIT(3, fuse_argv);
  struct fuse_session *session = fuse_session_new(&fuse_args, &OPERATIONS, sizeof OPERATIONS, NULL);
  if (!session || fuse_set_signal_handlers(session) || fuse_session_mount(session, argv[optind])) return 1;
  prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL); /* the default lets each wait end 50 us late */
  setpriority(PRIO_PROCESS, 0, -20); /* busy neighbours must not be part of its latency; fails without rights */
  block_signals();
  fcntl(fuse_session_fd(session), F_SETFL, fcntl(fuse_session_fd(session), F_GETFL) | O_NONBLOCK);

  int status = serve(session, watch, control, basename(copy));
  fail_all(EIO);
  fuse_session_unmount(session);
  fuse_remove_signal_handlers(session);
  fuse_session_destroy(session);
  return status;
}
