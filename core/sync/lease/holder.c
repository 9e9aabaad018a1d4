/*
 * A process that works on runs writes its name into its leases: machine, process id, start time. A
 * restarted server can thus resume its runs at once, without waiting for the leases to expire.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "sync/lease/holder.h"

/* The scope of a process id: this boot of this machine, and this PID namespace. */
static void holder_place(char *out, size_t size)
{
	char boot[64] = "", space[64] = "";
	FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
	ssize_t n = readlink("/proc/self/ns/pid", space, sizeof(space) - 1);

	if (file) {
		if (!fgets(boot, sizeof(boot), file))
			boot[0] = '\0';
		fclose(file);
	}
	boot[strcspn(boot, "\n")] = '\0';
	space[n > 0 ? n : 0] = '\0';
	snprintf(out, size, "%.36s/%.30s", boot, space);
}

/*
 * The 22nd field of /proc/PID/stat: the start time. 0 if no such process exists, or if it is a
 * zombie, which some parents never reap.
 */
static unsigned long long holder_began(long pid)
{
	char path[64], line[1024];
	unsigned long long start = 0;
	FILE *file;
	const char *at;

	snprintf(path, sizeof(path), "/proc/%ld/stat", pid);
	file = fopen(path, "re");
	if (!file)
		return 0;
	/* The name, in parentheses, may contain any character: count fields after it. */
	at = fgets(line, sizeof(line), file) ? strrchr(line, ')') : NULL;
	fclose(file);
	if (at && (at[1] != ' ' || at[2] == 'Z' || at[2] == 'X'))
		at = NULL;
	for (int field = 2; at && field < 22; field++) {
		at = strchr(at + 1, ' ');
	}
	if (at)
		start = strtoull(at, NULL, 10);
	return start;
}

void ad_holder_self(char out[static 128])
{
	char here[80];

	holder_place(here, sizeof(here));
	snprintf(out, 128, "%s:%ld:%llu", here, (long)getpid(), holder_began(getpid()));
}

bool ad_holder_dead(struct ad_str holder, const char *self)
{
	char text[128], here[80];
	const char *start, *pid;

	if (holder.n == 0)
		return true;
	if (holder.n >= sizeof(text) || ad_str_is(holder, self))
		return false;
	memcpy(text, holder.p, holder.n);
	text[holder.n] = '\0';
	start = strrchr(text, ':');
	holder_place(here, sizeof(here));
	if (!start || strncmp(text, here, strlen(here)) != 0)
		return false;
	pid = text + strlen(here) + 1;
	return holder_began(strtol(pid, NULL, 10)) != strtoull(start + 1, NULL, 10);
}
