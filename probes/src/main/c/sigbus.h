/*
 * sigbus.h: a fault of mapped memory as an error of the operation that met it. The kernel
 * answers an access that has no memory behind it (a poisoned line, a file that was cut short,
 * a file system that is full) with SIGBUS; unhandled it ends the process.
 *
 *	if (sigsetjmp(trap->jump, 0))
 *		return -EIO; (the trap is open again)
 *	oq_sigbus_arm(trap, mapping, length);
 *	... access the mapping; nothing that holds a lock or needs cleaning up ...
 *	oq_sigbus_disarm();
 */
#ifndef OQ_SIGBUS_H
#define OQ_SIGBUS_H

#include <setjmp.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct oq_sigbus {
	sigjmp_buf jump;
	const uint8_t *start;
	size_t length;
};

/*
 * Puts the handler in front of the one that is there, which goes on receiving every SIGBUS that
 * is not a fault in an armed trap. Once in the life of the process; it stays. 0 or -errno.
 */
int oq_sigbus_install(void);

/*
 * The trap of this thread; NULL: none is armed. A handler reads it in threads that never armed
 * one, and the general model would allocate memory there.
 */
extern _Thread_local struct oq_sigbus *oq_sigbus_armed
	__attribute__((tls_model("initial-exec"), visibility("hidden")));

static inline void oq_sigbus_arm(struct oq_sigbus *trap, const uint8_t *start, size_t length)
{
	trap->start = start;
	trap->length = length;
	oq_sigbus_armed = trap;
	atomic_signal_fence(memory_order_seq_cst);
}

static inline void oq_sigbus_disarm(void)
{
	atomic_signal_fence(memory_order_seq_cst);
	oq_sigbus_armed = NULL;
}

#endif
