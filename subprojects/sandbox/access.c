#include "access.h"

#include <stdio.h>
#include <string.h>

static void access_name_of(const char *account, char out[40])
{
	snprintf(out, 40, "denied/%.30s", account);
}

int access_denied(struct sandbox *sandbox, const char *account)
{
	char name[40];
	access_name_of(account, name);
	return (int)store_number(sandbox->store, name);
}

bool access_set(struct sandbox *sandbox, const char *account, bool denied, const char *as,
		const char **why)
{
	char name[40];
	int number = 0;
	const struct simulator *const *s = simulators;
	while (*s && !(*s)->owns(account))
		s++;
	if (!*s) {
		*why = "customerId is no ad account of a simulated platform";
		return false;
	}
	while (as && (*s)->denials[number] && strcmp((*s)->denials[number], as) != 0)
		number++;
	if (!(*s)->denials[number]) {
		*why = "as is no word of the platform for it: see docs/sandbox.md";
		return false;
	}
	access_name_of(account, name);
	store_set_number(sandbox->store, name, denied ? number + 1 : 0);
	return true;
}
