/*
 * Whose turn it is at an ad account. A lease (journal.h) keeps the runs of one Space apart; the
 * same account may be connected in others, whose runs nobody here knows of. So a run that sends
 * there, or lists what is there, takes its turn first: one run at a time, in the order in which
 * they asked, on every server of the database. Nothing of the other Space is told but that somebody
 * is at work.
 *
 * A turn is held with the lease and lapses with it. It is given up when the run ends, and when it
 * waits for something else while nothing of it is in doubt there, so that no two runs wait for each
 * other; a pull also gives it up between two pages for a push. The kill switch takes no turn and
 * waits for none: it sets nothing live and makes nothing, so it can do no harm beside a push.
 */
#ifndef AD_SYNC_TURN_H
#define AD_SYNC_TURN_H

#include "model/options.h"
#include "store/rows.h"

/* us: who did not ask again for so long waits no more; others go before. */
#define AD_TURN_ASKS INT64_C(20000000)
/* us: a run that waits asks again this often. */
#define AD_TURN_LOOK INT64_C(1000000)

/* The code of such a wait. */
#define AD_TURN_BUSY "ACCOUNT_BUSY"

/* What a run knows of its turns, platforms as bits; all zero at first. */
struct ad_run_turns {
	uint32_t held;
	uint32_t kept; /* held through a wait, because something is in doubt there */
	uint32_t told; /* it was logged that it waits */
	int64_t busy_until[AD_PLATFORM_COUNT]; /* ad_monotonic(): it asks again then; 0: now */
	int64_t asked_at[AD_PLATFORM_COUNT];   /* us of ad_since_boot(): since when it waits */
};

/* One run at one account. All texts are the caller's. */
struct ad_turn {
	struct ad_realm realm;
	struct ad_str run_id, account_id;
	enum ad_platform platform;
	bool pulls;
};

/*
 * Takes the turn until `until`, or queues for it. *has: it is the run's; else *waits says for how
 * long it has waited, us. Here and below times are the database's (ad_db_clock()), for all servers
 * alike. Writer's thread.
 */
enum ad_db_status ad_turn_take(struct ad_db *db, const struct ad_turn *turn, int64_t until,
			       bool *has, int64_t *waits) AD_CHECK;
/* Holds on to all turns of a run until `until`; *held: the platforms (bits). Writer's thread. */
enum ad_db_status ad_turn_hold_on(struct ad_db *db, struct ad_realm realm, struct ad_str run_id,
				  int64_t until, uint32_t *held) AD_CHECK;
/* Gives up a run's turn and its place in the queue. Writer's thread. */
enum ad_db_status ad_turn_give(struct ad_db *db, const struct ad_turn *turn) AD_CHECK;
/* All of them: the run is at its end. Writer's thread. */
enum ad_db_status ad_turn_give_all(struct ad_db *db, struct ad_realm realm,
				   struct ad_str run_id) AD_CHECK;
/* Whether a push of another Space waits for the turn that the run has. */
enum ad_db_status ad_turn_wanted(struct ad_db *db, const struct ad_turn *turn,
				 bool *wanted) AD_CHECK;
/* Where a run waits for its turn: since when, by platform; 0: it does not. Any thread. */
enum ad_db_status ad_turn_waits(struct ad_db *db, struct ad_realm realm, struct ad_str run_id,
				int64_t since[static AD_PLATFORM_COUNT]) AD_CHECK;

#endif
