/*
 * What streams tell about: objects that somebody watches. One thread looks once a second, for all
 * of them, and only where the database's change mark moved; so what another server changed is seen
 * too. It runs while something is watched, and wakes who waits (ad_core_notify()) where it found
 * something. All functions: any thread.
 */
#ifndef AD_CALL_WATCH_H
#define AD_CALL_WATCH_H

#include "base/id.h"
#include "call/call.h"
#include "call/core.h"

enum ad_watch_kind {
	AD_WATCH_CAMPAIGN, /* its draft, and how it stands on the platform */
	AD_WATCH_RUN,      /* its status and progress */
	AD_WATCH_HISTORY,  /* how many rows a Space's history has in an environment; its id */
	AD_WATCH_KINDS
};

/* An object, and its state in a few characters ("": there is none in that Space). */
struct ad_watch_key {
	enum ad_watch_kind kind;
	char space_id[AD_ID_SIZE];
	char environment[8];
	char id[AD_ID_SIZE];
	char stamp[64];
};

struct ad_watch;
struct ad_watches;

/* Made with the core, whose store must live longer. Nothing runs yet. */
struct ad_watches *ad_watches_new(struct ad_core *core);
/* Ends the thread. After it nothing is found any more. */
void ad_watches_stop(struct ad_watches *watches);
/* Frees it, unless something is still watched. NULL is allowed. */
void ad_watches_free(struct ad_watches *watches);

/* Sets all but kind and stamp: the object of the call's Space and environment with that id. */
void ad_watch_key_set(struct ad_watch_key *key, const struct ad_call *call, struct ad_str id);
/* Fills the stamps of n keys of one kind; db reads. */
enum ad_db_status ad_watch_stamps(struct ad_db *db, enum ad_watch_kind kind,
				  struct ad_watch_key *keys, size_t n) AD_CHECK;
/*
 * Watches an object whose stamp was read. *seen: the count to compare with from then on; where it
 * changed since the stamp was read, they differ. Ended with ad_watch_give().
 */
struct ad_watch *ad_watch_take(struct ad_watches *watches, const struct ad_watch_key *key,
			       uint64_t *seen);
void ad_watch_give(struct ad_watches *watches, struct ad_watch *watch);
/* Counts up with each change that was found. */
uint64_t ad_watch_count(const struct ad_watch *watch);
/* Counts up where a credential or membership may have changed. */
uint64_t ad_watch_access(const struct ad_watches *watches);

#endif
