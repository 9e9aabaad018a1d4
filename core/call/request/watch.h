/*
 * Watched objects, for event streams. One thread polls once a second for all watches, and reads
 * only if the database's change mark moved; so changes by other servers are found too. The thread
 * runs while something is watched, and wakes waiting streams (ad_core_notify()) when it found a
 * change. All functions: any thread.
 */
#ifndef AD_CALL_WATCH_H
#define AD_CALL_WATCH_H

#include "base/id.h"
#include "call/request/call.h"
#include "call/request/core.h"

enum ad_watch_kind {
	AD_WATCH_CAMPAIGN, /* its draft, and its state on the platform */
	AD_WATCH_RUN,      /* its status and progress */
	AD_WATCH_HISTORY,  /* the number of rows in the history of a Space and environment */
	AD_WATCH_KINDS
};

/* An object, and its state in a few characters ("": it does not exist in that Space). */
struct ad_watch_key {
	enum ad_watch_kind kind;
	char space_id[AD_ID_SIZE];
	char environment[8];
	char id[AD_ID_SIZE];
	char stamp[64];
};

struct ad_watch;
struct ad_watches;

/* Created with the core, whose store must live longer. Starts no thread. */
struct ad_watches *ad_watches_new(struct ad_core *core);
/* Ends the thread. No further changes are found. */
void ad_watches_stop(struct ad_watches *watches);
/* Frees the watches, unless something is still watched. NULL is allowed. */
void ad_watches_free(struct ad_watches *watches);

/*
 * Sets all members but kind and stamp: the object of that id in the call's Space and environment.
 */
void ad_watch_key_set(struct ad_watch_key *key, const struct ad_call *call, struct ad_str id);
/* Fills the stamps of n keys of one kind; db reads. */
enum ad_db_status ad_watch_stamps(struct ad_db *db, enum ad_watch_kind kind,
				  struct ad_watch_key *keys, size_t n) AD_CHECK;
/*
 * Watches an object whose stamp was read. *seen: the count to compare with from then on; if the
 * object changed since the stamp was read, they differ. Ended with ad_watch_give().
 */
struct ad_watch *ad_watch_take(struct ad_watches *watches, const struct ad_watch_key *key,
			       uint64_t *seen);
void ad_watch_give(struct ad_watches *watches, struct ad_watch *watch);
/* Counts the changes that were found. */
uint64_t ad_watch_count(const struct ad_watch *watch);
/* Counts possible changes of credentials and memberships. */
uint64_t ad_watch_access(const struct ad_watches *watches);

#endif
