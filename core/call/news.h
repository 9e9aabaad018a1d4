/*
 * What concerns who may come in and what may be spent, told to a person who signs in: new tokens
 * and apps, changes of members and of how the account signs in, loosened guardrails, the kill
 * switch. Read from the histories of the Spaces that the person owns.
 */
#ifndef AD_CALL_NEWS_H
#define AD_CALL_NEWS_H

#include "call/call.h"

#define AD_NEWS_MAX 20

/* One event. */
struct ad_news {
	int64_t at;          /* us */
	const char *event;   /* what happened: a sentence without its full stop */
	struct ad_str name;  /* of the token or app, or absent */
	struct ad_str space; /* the name of the Space; absent of the account itself */
};

/*
 * The newest since a time (us), at most AD_NEWS_MAX; what the session call->who did itself is left
 * out. The caller's realm is changed by nothing here. AD_DB_DONE, or what the database said.
 */
enum ad_db_status ad_news_list(struct ad_call *call, int64_t since,
			       struct ad_news out[static AD_NEWS_MAX], size_t *count) AD_CHECK;

#endif
