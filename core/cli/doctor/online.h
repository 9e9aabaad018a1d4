/*
 * The checks of 'adcore doctor --online': calls the server by its public URL, through DNS, TLS and
 * proxies, and reports each check.
 */
#ifndef AD_CLI_ONLINE_H
#define AD_CLI_ONLINE_H

#include "auth/secret/secrets.h"
#include "cli/doctor/online_judge.h"

struct ad_online {
	struct ad_online_target target;
	const char *http_url; /* must redirect; NULL: port 80 of the public URL's host */
	const char *ca_file;  /* of additional certificate authorities, or NULL */
	const struct ad_secrets *secrets; /* of the server; NULL: its probe is not asked */
	int wait;                         /* s for all checks, without the silence */
	int silence; /* s that the proxy must wait for an answer; 0: no check */
	/* Called once a check, in order. */
	void (*tell)(void *arg, const char *check, const struct ad_verdict *verdict);
	void *arg;
};

/* Runs the checks. Waits. */
void ad_online_check(struct ad_arena *arena, const struct ad_online *online);

#endif
