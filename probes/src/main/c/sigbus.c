#include "sigbus.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <ucontext.h>

_Thread_local struct oq_sigbus *oq_sigbus_armed
	__attribute__((tls_model("initial-exec"), visibility("hidden")));

static struct sigaction previous;
static int install_error;

/*
 * A fault of this very access: what another process sent is none (si_code <= 0), nor is the
 * news of a page that somebody else's access, or none, found poisoned (BUS_MCEERR_AO).
 */
static bool is_trapped(const struct oq_sigbus *trap, const siginfo_t *info)
{
	const uintptr_t start = (uintptr_t)trap->start;

	if (info->si_code <= 0 || info->si_code == BUS_MCEERR_AO)
		return false;
	return (uintptr_t)info->si_addr - start < trap->length;
}

/* As if this handler were not there. */
static void pass_on(int number, siginfo_t *info, void *context)
{
	if (previous.sa_flags & SA_SIGINFO) {
		previous.sa_sigaction(number, info, context);
		return;
	}
	/* A fault that is ignored ends the process: the kernel knows no other way on. */
	if (previous.sa_handler == SIG_IGN && info->si_code <= 0)
		return;
	if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
		previous.sa_handler(number);
		return;
	}
	signal(number, SIG_DFL);
	/* A fault comes again by itself, with its address; what was sent does not. */
	if (info->si_code <= 0)
		raise(number);
}

static void handle(int number, siginfo_t *info, void *context)
{
	struct oq_sigbus *trap = oq_sigbus_armed;

	if (!trap || !is_trapped(trap, info)) {
		pass_on(number, info, context);
		return;
	}
	oq_sigbus_armed = NULL;
	/* Returning would do this; the jump does not. */
	pthread_sigmask(SIG_SETMASK, &((ucontext_t *)context)->uc_sigmask, NULL);
	siglongjmp(trap->jump, 1);
}

/*
 * The previous handler finds what it asked for: the signals that it wants blocked, and its
 * own stack where a thread has one.
 */
static void install(void)
{
	struct sigaction own = { .sa_flags = SA_SIGINFO | SA_ONSTACK };

	/* Set first: a fault may come as soon as the handler is there. */
	if (sigaction(SIGBUS, NULL, &previous)) {
		install_error = -errno;
		return;
	}
	own.sa_sigaction = handle;
	own.sa_mask = previous.sa_mask;
	own.sa_flags |= previous.sa_flags & (SA_RESTART | SA_NODEFER);
	if (sigaction(SIGBUS, &own, NULL))
		install_error = -errno;
}

int oq_sigbus_install(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, install);
	return install_error;
}
