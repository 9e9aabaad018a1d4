/*
 * What conversions go to in an ad account, by each platform's own name: a conversion action of
 * Google's, a conversion goal of Microsoft's, a pixel of Reddit's, a dataset of Meta's. People make
 * them there; a pull hears which there are, so that a preview can say where one is missing.
 */
#ifndef AD_PLATFORM_GOAL_H
#define AD_PLATFORM_GOAL_H

#include "platform/platform.h"

#define AD_GOALS_MAX 1000 /* of an account that are heard */

struct ad_goal {
	struct ad_goal *next;
	struct ad_str id, name;
	bool takes; /* conversions that are uploaded */
};

/* A conversation that asks for all of an account: may take several turns. Begins zeroed. */
struct ad_goals_ask {
	const struct ad_link *link; /* that the answers come by */
	struct ad_str page;         /* the adapter's: page token */
	bool heard;                 /* the adapter's: there is nothing further to ask */
	bool cut;                   /* there are more than were heard */
	struct ad_goal *found;      /* in no order */
	size_t count;
};

struct ad_goal_reader {
	const char *noun; /* what they are called: "conversion action" */
	/* The connection's setting that names the one; NULL: its conversionActions do. */
	const char *setting;
	bool by_name; /* they are named by their names there, else by their ids */
	/* The next request; false when all was heard. */
	bool (*next)(struct ad_arena *arena, const struct ad_link *link, struct ad_goals_ask *ask,
		     struct ad_http_request *out);
	/* Hears the answer, adds to ask->found; anything but DID ends the conversation. */
	void (*hear)(struct ad_arena *arena, struct ad_goals_ask *ask,
		     const struct ad_http_response *response, struct ad_outcome *outcome);
};

/* The reader of a platform; never NULL. */
const struct ad_goal_reader *ad_goal_reader_of(enum ad_platform platform);

/* For adapters: adds one, unless there are too many. */
void ad_goal_add(struct ad_arena *arena, struct ad_goals_ask *ask, const struct ad_goal *goal);
/* The same of a list of { id, name }, each of which takes conversions. */
void ad_goal_add_all(struct ad_arena *arena, struct ad_goals_ask *ask, const cJSON *list);

extern const struct ad_goal_reader ad_google_goals, ad_microsoft_goals, ad_reddit_goals,
	ad_meta_goals;

#endif
