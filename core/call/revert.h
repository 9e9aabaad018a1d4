/*
 * A push taken back: what of each of its operations stands on a platform, and the draft that takes
 * it back. Private to core/call/sync_revert.c and its parts.
 */
#ifndef AD_CALL_REVERT_H
#define AD_CALL_REVERT_H

#include "call/call.h"
#include "sync/journal.h"

enum ad_coverage {
	AD_COVERS_NONE,
	AD_COVERS_PARTIAL,
	AD_COVERS_FULL
};

/* One operation of the run that left something on a platform, and what of it is taken back. */
struct ad_inverse {
	int64_t seq;
	enum ad_op op;
	const struct ad_resource *res;
	enum ad_platform platform;
	struct ad_str id, want, synced, changed, status, remote_id;
	struct ad_str done, part; /* of an update that did not succeed: see journal.h */
	struct ad_str was_id;     /* the object on which an earlier revert drafted its inverse */
	unsigned steps;           /* requests of it that succeeded */
	bool is_made;             /* they made something */

	bool is_adopted;  /* a create that took over what stood there before: op is UPDATE */
	bool has_stood;   /* of such a one: it is known how that stood (synced) */
	bool is_half;     /* it did not succeed, but left something there */
	bool is_left_out; /* it is part of another one: not listed */
	enum ad_coverage coverage;
	const char *reason;
	struct ad_str drafted_id;   /* the object on which the inverse was drafted, or absent */
	const struct ad_row *draft; /* of a removal: the new draft */
	struct ad_str draft_id;     /* its id, or that of the draft that stands in its place */
	struct ad_text changes;     /* rendered members of the list */
	size_t change_count;
	struct ad_text unsure; /* fields that are taken back only if the plan sends them */
};

struct ad_revert {
	struct ad_call *call;
	struct ad_arena *arena; /* the call's, also while it stands aside (each_below.h) */
	struct ad_run_row run;
	struct ad_inverse *at;
	size_t count;
	struct ad_inverse **by_id; /* the same, by the id of their objects */
	struct ad_str *touched;    /* ids of the new plan's objects */
	size_t touched_count, touched_room;
	struct ad_str totals; /* of the new plan, JSON; or absent */
	struct ad_str hash;   /* of the new plan, or absent */
	int64_t expires;
	struct ad_str record; /* of this revert, JSON: see revert_once.c */
};

/* "FULL", … */
const char *ad_coverage_name(enum ad_coverage coverage);
/* The coverage of the run as a whole. */
enum ad_coverage ad_revert_coverage(const struct ad_revert *r);

/* revert_load.c: the operations that left something there. False with the call failed. */
bool ad_revert_load(struct ad_revert *r) AD_CHECK;
/* The run's operation of that kind on an object, or NULL. */
struct ad_inverse *ad_revert_find(const struct ad_revert *r, enum ad_op op, struct ad_str id);

/* sync_revert.c, for its parts */
const cJSON *ad_revert_parse(struct ad_revert *r, struct ad_str json);
/* A value as canonical JSON; NULL: "null". */
struct ad_str ad_revert_value(struct ad_revert *r, const cJSON *value);
/* Adds an object to the new plan. */
void ad_revert_touch(struct ad_revert *r, struct ad_str id);
/* Adds a line to the changes of an operation. */
void ad_revert_add_change(struct ad_inverse *v, const char *field, struct ad_str from,
			  struct ad_str to);
/* Nothing of the operation can be taken back, for that reason. */
void ad_revert_cannot(struct ad_inverse *v, const char *reason);
/*
 * Whether a draft's own rules refused the inverse: the reason is noted, and the rest goes on. What
 * the guardrails refuse, and a database that fails, ends all of it (false).
 */
bool ad_revert_refused(struct ad_revert *r, struct ad_inverse *v) AD_CHECK;
/* Loads the object of an operation; NULL where it is gone. False with the call failed. */
bool ad_revert_load_row(struct ad_revert *r, const struct ad_inverse *v,
			struct ad_row **row) AD_CHECK;

/* revert_objects.c, revert_links.c: draft the inverse. False with the call failed. */
bool ad_revert_update(struct ad_revert *r, struct ad_inverse *v) AD_CHECK;
bool ad_revert_adopted(struct ad_revert *r, struct ad_inverse *v) AD_CHECK;
bool ad_revert_create(struct ad_revert *r, struct ad_inverse *v) AD_CHECK;
bool ad_revert_remove(struct ad_revert *r, struct ad_inverse *v) AD_CHECK;
bool ad_revert_link(struct ad_revert *r, struct ad_inverse *v) AD_CHECK;
/* Whether a link stands as an earlier revert drafted it. */
bool ad_revert_link_stands(struct ad_revert *r, const struct ad_inverse *v, bool *stands) AD_CHECK;

/* revert_once.c: a run is reverted once */
/*
 * Fails with 409 and details.revertedBy where a revert of the run stands: one of its drafts is
 * still there, or was pushed. Else its record is of no use any more, and is dropped.
 */
bool ad_revert_check_first(struct ad_revert *r) AD_CHECK;
/* Records this revert with its run, and what it drafted with each operation. */
bool ad_revert_record(struct ad_revert *r) AD_CHECK;

#endif
