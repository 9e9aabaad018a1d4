/*
 * Reverting a push: the effect of each of its operations on a platform, and the draft that reverts
 * it. Private to core/call/sync_revert.c and its parts.
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

/* An operation of the run with an effect on a platform, and its inverse. */
struct ad_inverse {
	int64_t seq;
	enum ad_op op;
	const struct ad_resource *res;
	enum ad_platform platform;
	struct ad_str id, want, synced, changed, status, remote_id;
	struct ad_str done, part; /* of an update that did not succeed: see journal.h */
	struct ad_str was_id;     /* the object of the inverse that an earlier revert drafted */
	unsigned steps;           /* its requests that succeeded */
	bool is_made;             /* they created something */

	bool is_adopted;  /* a create that adopted an existing object: op is UPDATE */
	bool has_stood;   /* of an adopted one: its previous state is known (synced) */
	bool is_half;     /* it did not succeed, but had an effect */
	bool is_left_out; /* it is part of another operation: not listed */
	enum ad_coverage coverage;
	const char *reason;
	struct ad_str drafted_id;   /* the object of the drafted inverse, or absent */
	const struct ad_row *draft; /* of a removal: the new draft */
	struct ad_str draft_id;     /* its id, or the id of the draft that replaces it */
	struct ad_text changes;     /* rendered members of the list */
	size_t change_count;
	struct ad_text unsure; /* fields that are reverted only if the plan sends them */
};

struct ad_revert {
	struct ad_call *call;
	struct ad_arena *arena; /* the call's, also while that one is replaced (each_below.h) */
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
/* The coverage of the whole run. */
enum ad_coverage ad_revert_coverage(const struct ad_revert *r);

/* revert_load.c: loads the operations with an effect. False with the call failed. */
bool ad_revert_load(struct ad_revert *r) AD_CHECK;
/* The run's operation of that kind on the object, or NULL. */
struct ad_inverse *ad_revert_find(const struct ad_revert *r, enum ad_op op, struct ad_str id);

/* sync_revert.c, for its parts */
const cJSON *ad_revert_parse(struct ad_revert *r, struct ad_str json);
/* A value as canonical JSON; NULL: "null". */
struct ad_str ad_revert_value(struct ad_revert *r, const cJSON *value);
/* Adds an object to the new plan. */
void ad_revert_touch(struct ad_revert *r, struct ad_str id);
/* Adds an entry to the changes of an operation. */
void ad_revert_add_change(struct ad_inverse *v, const char *field, struct ad_str from,
			  struct ad_str to);
/* Marks the operation as not revertible, with the reason. */
void ad_revert_cannot(struct ad_inverse *v, const char *reason);
/*
 * True if the draft's own rules refused the inverse: the reason is recorded and the revert
 * continues. False if a guardrail refused it or the database failed: the revert ends.
 */
bool ad_revert_refused(struct ad_revert *r, struct ad_inverse *v) AD_CHECK;
/* Loads the object of an operation; NULL if it no longer exists. False with the call failed. */
bool ad_revert_load_row(struct ad_revert *r, const struct ad_inverse *v,
			struct ad_row **row) AD_CHECK;

/* revert_objects.c, revert_links.c: draft the inverse. False with the call failed. */
bool ad_revert_update(struct ad_revert *r, struct ad_inverse *v) AD_CHECK;
bool ad_revert_adopted(struct ad_revert *r, struct ad_inverse *v) AD_CHECK;
bool ad_revert_create(struct ad_revert *r, struct ad_inverse *v) AD_CHECK;
bool ad_revert_remove(struct ad_revert *r, struct ad_inverse *v) AD_CHECK;
bool ad_revert_link(struct ad_revert *r, struct ad_inverse *v) AD_CHECK;
/* Sets *stands if a link is still as an earlier revert drafted it. */
bool ad_revert_link_stands(struct ad_revert *r, const struct ad_inverse *v, bool *stands) AD_CHECK;

/* revert_once.c: a run is reverted once */
/*
 * Fails with 409 and details.revertedBy if an earlier revert of the run is still in effect: one of
 * its drafts exists or was pushed. Otherwise deletes the record of the earlier revert.
 */
bool ad_revert_check_first(struct ad_revert *r) AD_CHECK;
/* Records this revert in its run, and the drafted object of each operation. */
bool ad_revert_record(struct ad_revert *r) AD_CHECK;

#endif
