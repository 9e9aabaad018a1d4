/*
 * Security news for a person who signs in: new tokens and apps, changes of members and of the
 * account's sign-in methods, loosened guardrails, the kill switch. Read from the histories of the
 * Spaces that the person owns.
 */
#ifndef AD_CALL_NEWS_H
#define AD_CALL_NEWS_H

#include "call/request/call.h"

#define AD_NEWS_MAX 20

/* One event. */
struct ad_news {
	int64_t at;          /* us */
	const char *event;   /* the event: a sentence without its full stop */
	struct ad_str name;  /* of the token or app, or absent */
	struct ad_str space; /* the name of the Space; absent: the account itself */
};

/*
 * Lists the newest events since a time (us), at most AD_NEWS_MAX, without the acts of the session
 * call->who itself. Leaves the caller's realm unchanged. AD_DB_DONE, or the database's error.
 */
enum ad_db_status ad_news_list(struct ad_call *call, int64_t since,
			       struct ad_news out[static AD_NEWS_MAX], size_t *count) AD_CHECK;

#endif
