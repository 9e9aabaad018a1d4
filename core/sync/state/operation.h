/* One operation of a run: its state in the journal, and its result. */
#ifndef AD_SYNC_OPERATION_H
#define AD_SYNC_OPERATION_H

#include "base/states.h"
#include "platform/platform.h"
#include "sync/state/steps.h"

enum ad_op_status {
	AD_OPS_PENDING,
	AD_OPS_SENT,
	AD_OPS_SUCCEEDED,
	AD_OPS_FAILED,
	AD_OPS_SKIPPED,
	AD_OPS_UNKNOWN,
	AD_OPS_COUNT
};

/* One operation as journalled and, once known, its result. */
struct ad_journal_op {
	int64_t seq;
	enum ad_op op;
	const struct ad_resource *res;
	enum ad_platform platform;
	struct ad_str object_id;
	const struct ad_resource *parent_res; /* NULL for a campaign */
	struct ad_str parent_id;
	int64_t object_version;
	struct ad_str remote_id;
	struct ad_str want, synced;
	const char *const *changed; /* NULL-ended */
	struct ad_str needs;        /* sequence numbers of the operations it depends on: "1-3,7" */
	struct ad_str inherited;    /* JSON of the campaign's fields sent with it, or absent */
	int64_t rise;               /* micros a day added to the Space's total */
	enum ad_op_status status;
	int64_t attempts;
	int64_t sent_at;                  /* us: when its last request was journalled; 0: never */
	struct ad_str known_ids;          /* JSON array recorded before a create, or absent */
	struct ad_step *steps;            /* the requests sent for it, in order */
	bool anyway;                      /* kill switch: overrides drift and staged removals */
	struct ad_str there_defaults;     /* JSON of open fields, as known remotely (model/row.h) */
	struct ad_str there_unknown;      /* fields whose remote value is unknown (model/row.h) */
	struct ad_str was_done, was_part; /* as journalled so far: "name,budget", or absent */
	/*
	 * CREATE that adopted an existing value: JSON of the fields that it changes, before the
	 * change (null: there was none); REMOVE, or another operation whose object went with its
	 * parent: what went with it (gone_with.h); or absent
	 */
	struct ad_str stood;

	/* The result */
	enum ad_op_status next;
	bool finished; /* this run is finished with it */
	/* The journal has another status than `status`: the change has to be rolled back. */
	bool refused;
	struct ad_platform_error error;
	const char *const *done;    /* FAILED, PENDING: fields changed all the same, NULL-ended */
	const char *const *unknown; /* the same: fields possibly changed in part */
	struct ad_str defaults; /* SUCCEEDED CREATE: JSON of the fields left open, as read back */
	struct ad_str live;     /* DRIFTED: the values on the platform, in the form of `synced` */
	/* CREATE found on the platform: changes by others since, as `live`, or absent */
	struct ad_str changed_there;
	struct ad_str live_status, review_status, review_reasons;
	size_t below_most; /* of a change: how many objects below gone ones it may still mark */
};

/* The name used by the interfaces and the journal, and back (AD_OPS_COUNT if unknown). */
const char *ad_op_status_name(enum ad_op_status status);
enum ad_op_status ad_op_status_of(struct ad_str name);
/* Its transitions: operation_status.c. */
extern const struct ad_states ad_op_statuses;
/* True if `finished` fits `next`, and `next` is a result: the journal stores no other pair. */
bool ad_op_is_consistent(const struct ad_journal_op *op);

/* An error as JSON: { platformCode, code, message, retryable, details }. */
struct ad_str ad_error_json(struct ad_arena *arena, const struct ad_platform_error *error);
/* "<run>.<seq>": the value of an object's open_op. */
struct ad_str ad_op_id(struct ad_arena *arena, struct ad_str run_id, int64_t seq);
/* True if the operation is an update that sets its object to ENABLED. */
bool ad_op_sets_live(struct ad_arena *arena, const struct ad_journal_op *op);

#endif
