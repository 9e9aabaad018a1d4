/*
 * Types of events: what a Space tells the people who watch it, by GET /events and by webhooks. One
 * table lists them.
 */
#ifndef AD_MODEL_EVENT_TYPES_H
#define AD_MODEL_EVENT_TYPES_H

#include "base/base.h"

enum ad_event_type {
	AD_EVENT_PUSH_AWAITS_APPROVAL,
	AD_EVENT_RUN_ENDED,
	AD_EVENT_DRIFT_FOUND,
	AD_EVENT_AD_DISAPPROVED,
	AD_EVENT_AD_LIMITED,
	AD_EVENT_KILL_SWITCH_ON,
	AD_EVENT_KILL_SWITCH_OFF,
	AD_EVENT_SPEND_ALARM,
	AD_EVENT_STORAGE_ALARM,
	AD_EVENT_CONNECTION_CONNECTED,
	AD_EVENT_CONNECTION_EXPIRED,
	AD_EVENT_CONNECTION_REVOKED,
	AD_EVENT_MEMBER_ADDED,
	AD_EVENT_MEMBER_CHANGED,
	AD_EVENT_MEMBER_REMOVED,
	AD_EVENT_TOKEN_CREATED,
	AD_EVENT_TOKEN_ROTATED,
	AD_EVENT_TOKEN_REVOKED,
	AD_EVENT_GRANT_CREATED,
	AD_EVENT_GRANT_REVOKED,
	AD_EVENT_SIGN_IN_REFUSED,
	AD_EVENT_ACCOUNT_CHANGED,
	AD_EVENT_WEBHOOK_DISABLED,
	AD_EVENT_WEBHOOK_TEST,
	AD_EVENT_TYPE_COUNT
};

struct ad_event_row {
	const char *name; /* "run.ended" */
	/* Of the history: who reads such rows reads these events. NULL: an event names objects of
	 * one kind, and who reads that kind reads it. */
	const char *kind;
	const char *doc;  /* one sentence */
	const char *data; /* the members of its data, in words */
};

/*
 * The scope that reads history and events of a kind; 0: every credential reads them. The history
 * has further rules for connected apps and for webhooks.
 */
uint32_t ad_kind_read_scope(struct ad_str kind);
/* The row of a type. */
const struct ad_event_row *ad_event_row(enum ad_event_type type);
/* The names of all types, ended by NULL, in the order of the table. */
extern const char *const ad_event_names[];
/* The type of a name; AD_EVENT_TYPE_COUNT where there is none. */
enum ad_event_type ad_event_type_of(struct ad_str name);

#endif
