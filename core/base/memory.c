#include "base/memory.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The first line of a file without its newline; false where it cannot be read. */
static bool memory_read_line(const char *path, char *line, int size)
{
	FILE *file = fopen(path, "re");
	bool found = file && fgets(line, size, file);

	if (file)
		fclose(file);
	if (found)
		line[strcspn(line, "\n")] = '\0';
	return found;
}

/* The limit of one group; INT64_MAX where it has none. */
static int64_t group_limit(const char *group)
{
	char path[4200], line[64];

	snprintf(path, sizeof(path), "/sys/fs/cgroup%s/memory.max", group);
	if (!memory_read_line(path, line, sizeof(line)) || line[0] < '0' || line[0] > '9')
		return INT64_MAX;
	return strtoll(line, NULL, 10);
}

/* The smallest limit of the process's group and of those above it. */
static int64_t limit_of_groups(void)
{
	char line[4096], *group = line + strlen("0::");
	int64_t least = INT64_MAX;

	if (!memory_read_line("/proc/self/cgroup", line, sizeof(line)) ||
	    strncmp(line, "0::/", 4) != 0)
		return INT64_MAX;
	for (;;) {
		int64_t limit = group_limit(group);
		char *slash = strrchr(group, '/');

		least = limit < least ? limit : least;
		if (!slash)
			return least;
		*slash = '\0';
	}
}

int64_t ad_memory_size(void)
{
	int64_t pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
	int64_t machine = pages > 0 && size > 0 ? pages * size : INT64_MAX;
	int64_t limit = limit_of_groups();

	machine = limit < machine ? limit : machine;
	return machine > 0 ? machine : 1;
}
