/*
 * Turns at an ad account. A lease (journal.h) separates the runs of one Space; other Spaces may
 * have the same account connected, and their runs are not visible here. So a run that sends to the
 * account, or lists its objects, takes its turn first: one run at a time, in the order of the
 * requests, on every server of the database. The other Space learns only that a run is active.
 *
 * A turn is renewed with the lease and expires with it. A run releases it at its end, and while it
 * waits for something else without an operation in doubt on the account, so that no two runs wait
 * for each other; a pull also releases it between two pages for a push. The kill switch takes no
 * turn and waits for none: it enables and creates nothing, so it cannot harm a concurrent push.
 */
#ifndef AD_SYNC_TURN_H
#define AD_SYNC_TURN_H

#include "model/options.h"
#include "store/objects/rows.h"

/* us: a waiting run that does not request again for so long loses its place. */
#define AD_TURN_ASKS INT64_C(20000000)
/* us: the interval at which a waiting run requests its turn again. */
#define AD_TURN_LOOK INT64_C(1000000)

/* The code of such a wait. */
#define AD_TURN_BUSY "ACCOUNT_BUSY"

/* The state of a run's turns, platforms as bits; all zero at first. */
struct ad_run_turns {
	uint32_t held;
	uint32_t kept; /* kept during a wait, because of operations in doubt */
	uint32_t told; /* the wait was logged */
	int64_t busy_until[AD_PLATFORM_COUNT]; /* ad_monotonic(): next request; 0: now */
	int64_t asked_at[AD_PLATFORM_COUNT];   /* us of ad_since_boot(): start of the wait */
};

/* One run at one account. The caller owns all texts. */
struct ad_turn {
	struct ad_realm realm;
	struct ad_str run_id, account_id;
	enum ad_platform platform;
	bool pulls;
};

/*
 * Takes the turn until `until`, or queues for it. *has: the run has it; otherwise *waits: how long
 * it has waited, us. All times here and below are by the database's clock (ad_db_clock()), the same
 * for all servers. Writer's thread.
 */
enum ad_db_status ad_turn_take(struct ad_db *db, const struct ad_turn *turn, int64_t until,
			       bool *has, int64_t *waits) AD_CHECK;
/* Renews all turns of a run until `until`; *held: the platforms (bits). Writer's thread. */
enum ad_db_status ad_turn_hold_on(struct ad_db *db, struct ad_realm realm, struct ad_str run_id,
				  int64_t until, uint32_t *held) AD_CHECK;
/* Releases a run's turn and its place in the queue. Writer's thread. */
enum ad_db_status ad_turn_give(struct ad_db *db, const struct ad_turn *turn) AD_CHECK;
/* Releases all of them: the run has ended. Writer's thread. */
enum ad_db_status ad_turn_give_all(struct ad_db *db, struct ad_realm realm,
				   struct ad_str run_id) AD_CHECK;
/* *wanted: a push waits for the turn that the run has. */
enum ad_db_status ad_turn_wanted(struct ad_db *db, const struct ad_turn *turn,
				 bool *wanted) AD_CHECK;
/* The start of the run's wait for its turn, by platform; 0: it does not wait. Any thread. */
enum ad_db_status ad_turn_waits(struct ad_db *db, struct ad_realm realm, struct ad_str run_id,
				int64_t since[static AD_PLATFORM_COUNT]) AD_CHECK;

#endif
