/* Counts the requests of an ad account in a window of time. Kept in memory only, like faults. */
#ifndef SANDBOX_QUOTA_H
#define SANDBOX_QUOTA_H

#include "sandbox.h"

/* A quota of a platform as its row: `window` seconds from the first request on. */
struct quota {
	const char *name;
	long long most;
	long long window;
};

/* The state after a request, which exceeded the quota if `left` is negative. */
struct quota_state {
	long long most, left;
	long long wait; /* seconds until the window ends */
};

/* Counts `n` requests of the account. What is one too many is not counted. */
struct quota_state quota_take(struct sandbox *sandbox, const char *account,
			      const struct quota *quota, long long n);
/*
 * Control: from now on every quota of the account is `quota` requests, of which `used` are used;
 * without `quota` they are the platform's again. False with the reason in `*why`.
 */
bool quota_set(struct sandbox *sandbox, const cJSON *wish, const char **why);

#endif
