/*
 * The conversion goals of an ad account, by each platform's own name: a conversion action at
 * Google, a conversion goal at Microsoft, a pixel at Reddit, a dataset at Meta. People create them
 * on the platform; a pull reads the list, so that a preview can report a missing one.
 */
#ifndef AD_PLATFORM_GOAL_H
#define AD_PLATFORM_GOAL_H

#include "platform/platform.h"

#define AD_GOALS_MAX 1000 /* goals that are read per account */

struct ad_goal {
	struct ad_goal *next;
	struct ad_str id, name;
	bool takes; /* accepts uploaded conversions */
};

/* A query for all goals of an account; may take several requests. Starts zeroed. */
struct ad_goals_ask {
	const struct ad_link *link; /* the link of the requests */
	struct ad_str page;         /* the adapter's: page token */
	bool heard;                 /* the adapter's: nothing is left to query */
	bool cut;                   /* there are more goals than were read */
	struct ad_goal *found;      /* in no order */
	size_t count;
};

struct ad_goal_reader {
	const char *noun; /* the platform's noun: "conversion action" */
	/* The connection's setting that names the goal; NULL: its conversionActions do. */
	const char *setting;
	bool by_name; /* the setting has names, otherwise ids */
	/* The next request; false when all was read. */
	bool (*next)(struct ad_arena *arena, const struct ad_link *link, struct ad_goals_ask *ask,
		     struct ad_http_request *out);
	/* Reads the answer and adds to ask->found; any outcome but DID ends the query. */
	void (*hear)(struct ad_arena *arena, struct ad_goals_ask *ask,
		     const struct ad_http_response *response, struct ad_outcome *outcome);
};

/* The goal reader of a platform; never NULL. */
const struct ad_goal_reader *ad_goal_reader_of(enum ad_platform platform);

/* For adapters: adds a goal, unless the limit is reached. */
void ad_goal_add(struct ad_arena *arena, struct ad_goals_ask *ask, const struct ad_goal *goal);
/* The same for a list of { id, name }, each of which accepts conversions. */
void ad_goal_add_all(struct ad_arena *arena, struct ad_goals_ask *ask, const cJSON *list);

extern const struct ad_goal_reader ad_google_goals, ad_microsoft_goals, ad_reddit_goals,
	ad_meta_goals;

#endif
