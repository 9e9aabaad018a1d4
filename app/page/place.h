/*
 * Inside app/: the place, which is the Space and environment of a page. Both come from the
 * address, else from a cookie.
 */
#ifndef APP_PLACE_H
#define APP_PLACE_H

#include "http/server.h"

#define APP_PLACES_SHOWN 500 /* Spaces of one user in the switch */

struct app_visit;

/* A Space of which the user is a member; on the call's arena. */
struct app_place_space {
	struct ad_str id, name, currency, timezone, role;
	struct ad_str owner; /* e-mail; absent: the user created the Space */
	bool live;           /* it has an ad account of the live environment */
};

struct app_place {
	const struct app_place_space *spaces; /* in the order of AD_WORKSPACES_ORDER */
	size_t count;
	const struct app_place_space *space; /* NULL: the user has no Space */
	enum ad_environment environment;
	bool missing; /* the address names a Space of others */
};

/*
 * Finds the place of a request: query "space", else an ":id" that is a Space's, else the cookie,
 * else the first. The environment: query, else the cookie, else live where the Space has a live ad
 * account. DONE, or the database failed. Remembers what the query names.
 */
enum ad_db_status app_place_find(struct ad_exchange *x, struct app_visit *v) AD_CHECK;
/* Sets the place to the Space and environment of a run or a form. */
void app_place_enter(struct app_place *place, struct ad_str space_id,
		     enum ad_environment environment);
/* Appends "?space=…&environment=…", escaped for an href; nothing where there is no Space. */
void app_place_add_query(struct ad_text *page, const struct app_place *place);
/* "Test" or "Live". */
const char *app_environment_title(enum ad_environment environment);

#endif
