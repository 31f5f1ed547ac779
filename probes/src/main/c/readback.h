/* readback.h: when a stream has ended, all that it has written is read once more. */
#ifndef OQ_READBACK_H
#define OQ_READBACK_H

struct oq_worker;

/*
 * In the worker's thread, where its stream is to be checked; until it is abandoned. What the
 * device refuses is an error of the device, as in the run.
 */
void oq_read_back(struct oq_worker *worker);

#endif
