/*
 * forbid: runs a command to which one system call is forbidden, as containers and systemd units do it.
 *
 *   forbid NUMBER ERRNO COMMAND…
 *
 * The call fails with ERRNO in the command and in all that it starts (seccomp(2)).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

static uint32_t number(const char *text)
{
	char *end;
	unsigned long value = strtoul(text, &end, 10);

	if (!*text || *end || value > 4095) {
		fprintf(stderr, "forbid: no number of a system call or an error: %s\n", text);
		exit(2);
	}
	return (uint32_t)value;
}

static int install(uint32_t call, uint32_t error)
{
	struct sock_filter program[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog filter = { sizeof(program) / sizeof(program[0]), program };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
		return -1;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

int main(int argc, char **argv)
{
	if (argc < 4) {
		fprintf(stderr, "forbid NUMBER ERRNO COMMAND...\n");
		return 2;
	}
	if (install(number(argv[1]), number(argv[2]))) {
		fprintf(stderr, "forbid: seccomp: %s\n", strerror(errno));
		return 2;
	}
	execvp(argv[3], argv + 3);
	fprintf(stderr, "forbid: %s: %s\n", argv[3], strerror(errno));
	return 127;
}
