/*
 * The queue of a webhook: claiming the next event, and storing the result of the attempt. Events
 * are queued where they are written (store/events/events.h).
 */
#ifndef AD_CALL_WEBHOOK_QUEUE_H
#define AD_CALL_WEBHOOK_QUEUE_H

#include "call/webhooks/webhook_send.h"

#define AD_WEBHOOK_CLAIM_US (20 * INT64_C(1000000)) /* longer than one attempt takes */
#define AD_WEBHOOK_SPACE_MAX 2                      /* events of a Space being sent at a time */

struct ad_webhook_claim {
	struct ad_arena *arena;
	bool prompt_only; /* only webhooks whose last attempt took at most AD_WEBHOOK_PROMPT_US */
	struct ad_str id; /* of the webhook */
	/* Set by the claim; event_id absent: nothing to send. */
	int64_t lease;
	struct ad_str url, sealed, event_id, body;
	bool is_again; /* another event may be due at once */
	/* The result of the attempt. */
	struct ad_webhook_result result;
	int64_t at;       /* us */
	int64_t took;     /* us */
	bool is_aborted;  /* the server stops: not counted as an attempt */
	bool is_disabled; /* set by the end of the claim: the webhook is disabled now */
};

/*
 * Finds a due webhook without a claim: AD_DB_ROW with its id. At most AD_WEBHOOK_SPACE_MAX webhooks
 * of a Space are claimed at a time, and the Space whose last claim is the oldest comes first.
 */
enum ad_db_status ad_webhook_find_due(struct ad_db *db, struct ad_webhook_claim *claim) AD_CHECK;
/* Claims the webhook and reads its oldest event. On the writer's thread; may run twice. */
bool ad_webhook_claim_take(struct ad_db *db, struct ad_webhook_claim *claim) AD_CHECK;
/*
 * Ends the claim: an accepted event is deleted from the queue. On the writer's thread; may run
 * twice.
 */
bool ad_webhook_claim_end(struct ad_db *db, struct ad_webhook_claim *claim) AD_CHECK;
/* Releases all claims. For the only server of a database, before its threads run. */
bool ad_webhook_claims_forget(struct ad_db *db, struct ad_webhook_claim *claim) AD_CHECK;

#endif
