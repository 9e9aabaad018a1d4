/*
 * Events: what people want to be told of, a row each, written in the transaction of the change that
 * they tell of, so none is lost or untrue. Most follow from the rows of history (events_told.c).
 * They are written once, before COMMIT, and put into the queue of each webhook that wants them.
 * Data holds ids, numbers and words of ours: no secret, no address, no text that a person wrote.
 */
#ifndef AD_STORE_EVENTS_H
#define AD_STORE_EVENTS_H

#include "base/json_write.h"
#include "model/event_types.h"
#include "store/db/realm.h"
#include "store/db/store.h"

#define AD_EVENT_OBJECTS_MAX 50                  /* objects that one event names */
#define AD_EVENT_AGE (30 * INT64_C(86400000000)) /* us; older ones are deleted */
#define AD_EVENTS_MAX 10000                      /* of a Space and environment; older ones go */
/* SQL: who made the row of webhooks is an OWNER still, and may do what an OWNER may. */
#define AD_WEBHOOK_STANDS                                                                          \
	"EXISTS (SELECT 1 FROM members wm JOIN accounts wa ON wa.id = wm.account_id WHERE"         \
	" wm.space_id = webhooks.space_id AND wm.account_id = webhooks.created_by AND wm.role ="   \
	" 'OWNER' AND wa.disabled_at IS NULL)"
#define AD_WEBHOOK_QUEUE_MAX 1000 /* events that wait, of a Space and environment */

/* An object that an event names; those of one type and transaction share an event. */
struct ad_event_object {
	struct ad_str resource, id, platform;
	struct ad_str campaign_id, review_status; /* or absent */
};

/* Adds an event with its data, a JSON object. Inside a write transaction. */
enum ad_db_status ad_event_add(struct ad_db *db, struct ad_realm realm, enum ad_event_type type,
			       struct ad_str data) AD_CHECK;
/* Adds an object to the event of that type. Inside a write transaction. */
enum ad_db_status ad_event_add_object(struct ad_db *db, struct ad_realm realm,
				      enum ad_event_type type,
				      const struct ad_event_object *object) AD_CHECK;
/*
 * Tells of a share of a limit, percent: an event with the data where it reached 80 or 100 and was
 * lower before. A share that fell is noted, and is told again when it rises again.
 */
enum ad_db_status ad_event_alarm(struct ad_db *db, struct ad_realm realm, enum ad_event_type type,
				 int64_t percent, struct ad_str data) AD_CHECK;
/* The level of a share: 0, 80 or 100. */
int64_t ad_alarm_level(int64_t percent);
/* Writes an event as GET /events and webhooks show it. */
struct ad_event_shown {
	struct ad_str id, type, environment, data;
	int64_t created_at; /* us */
};
void ad_event_write(struct ad_json *j, const struct ad_event_shown *event);
/* Deletes events beyond AD_EVENT_AGE and AD_EVENTS_MAX. */
enum ad_db_status ad_events_sweep(struct ad_db *db) AD_CHECK;

#endif
