/* The two halves of events: what is told, and how it is written. Private to this room. */
#ifndef AD_STORE_EVENTS_PRIVATE_H
#define AD_STORE_EVENTS_PRIVATE_H

#include "store/events/events.h"
#include "store/db/pending.h"

/* An event to be written before COMMIT; texts on the arena of pending. */
struct ad_pending_event {
	struct ad_str space_id, environment;
	enum ad_event_type type;
	struct ad_str data;   /* JSON object; absent where it names an object */
	struct ad_str object; /* JSON object of one object, or absent */
	struct ad_str kind;   /* of that object */
	bool written;
};

/* Adds the events that follow from the entries of history. */
enum ad_db_status ad_events_told(struct ad_db *db, struct ad_pending *pending) AD_CHECK;
/* Adds one; the texts are copied. */
void ad_events_put(struct ad_pending *pending, const struct ad_pending_event *event);

#endif
