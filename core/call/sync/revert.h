/*
 * Reverting a push: the effect of each of its operations on a platform, and the draft that reverts
 * it. Private to core/call/sync/sync_revert.c and its parts.
 *
 * A run may have hundreds of thousands of operations. So what stays in memory of each is small: its
 * texts are loaded for the time in which it is reverted (ad_revert_open()), on an arena that ends
 * after a page of them.
 */
#ifndef AD_CALL_REVERT_H
#define AD_CALL_REVERT_H

#include "call/request/call.h"
#include "sync/journal/journal.h"

enum ad_coverage {
	AD_COVERS_NONE,
	AD_COVERS_PARTIAL,
	AD_COVERS_FULL
};

/*
 * An operation of the run with an effect on a platform, and its inverse. seq 0: an object or an
 * attachment that went with a removed object, without an operation of its own.
 */
struct ad_inverse {
	int64_t seq;
	enum ad_op op;
	const struct ad_resource *res;
	enum ad_platform platform;
	struct ad_str id;
	struct ad_str was_id; /* the object of the inverse that an earlier revert drafted */
	struct ad_str with;   /* JSON of gone_with.h's entry; seq 0 only */

	bool is_unsettled; /* its result is not known */
	bool is_made;      /* its requests created something */
	bool is_adopted;   /* a create that adopted an existing object: op is UPDATE */
	bool has_stood;    /* of an adopted one: its previous state is known (synced) */
	bool is_half;      /* it did not succeed, but had an effect */
	bool is_unlisted;  /* a removal: what went with it was not recorded, or not all of it */
	bool is_left_out;  /* it is part of another operation: not listed */

	/* The inverse */
	enum ad_coverage coverage;
	const char *reason;
	struct ad_str drafted_id;   /* the object of the drafted inverse, or absent */
	const struct ad_row *draft; /* of a removal: the new draft */
	struct ad_str draft_id;     /* its id, or the id of the draft that replaces it */
	struct ad_str told;         /* the changes, rendered members of the list; cut: absent */
	size_t change_count;
	struct ad_str sure_if; /* fields that are reverted only if the plan sends them */

	/* While it is open: of the call's arena */
	struct ad_str want, synced, changed, remote_id;
	struct ad_str done, part; /* of an update that did not succeed: see journal.h */
	struct ad_text changes, unsure;
};

struct ad_revert {
	struct ad_call *call;
	struct ad_arena *arena; /* the call's, also while that one is replaced */
	struct ad_run_row run;
	struct ad_inverse *at;
	size_t count;
	struct ad_inverse **by_id; /* the same, by the id of their objects */
	struct ad_str *touched;    /* ids of the new plan's objects */
	size_t touched_count, touched_room;
	size_t told_full, told_other; /* operations whose changes are kept */
	bool resumes;                 /* it continues a revert that was interrupted */
	bool is_large;                /* it drafts in several transactions */
	bool any;                     /* it drafted something */
	size_t place, place_done;     /* of the walk: revert_step.c; done: committed */
	size_t touched_done, told_full_done, told_other_done;
	unsigned plan_tries;
	struct ad_str totals; /* of the new plan, JSON; or absent */
	struct ad_str hash;   /* of the new plan, or absent */
	struct ad_str filter; /* of the new plan, JSON */
	int64_t expires;
	struct ad_str id; /* of this revert */
	bool is_claimed;  /* its record is stored: see revert_once.c */
	uint32_t scopes;  /* of the resources of its operations */
};

/* Operations whose changes are kept and listed, of those fully reverted and of the others. */
#define AD_REVERT_TOLD_MAX 10000
/* Memory of what stays of all operations; far below an arena's limit. */
#define AD_REVERT_MEMORY ((size_t)512 << 20)
#define AD_REVERT_TOO_LARGE                                                                        \
	"The run has too many operations to be reverted in one request: their data needs more "    \
	"than 512 MiB. Nothing was drafted. Change its objects back with POST "                    \
	"/<collection>/bulk instead."

/* "FULL", … */
const char *ad_coverage_name(enum ad_coverage coverage);
/* The coverage of the whole run. */
enum ad_coverage ad_revert_coverage(const struct ad_revert *r);
/* Sets the call's data and outcome. revert_answer.c */
void ad_revert_answer(struct ad_revert *r);

/* revert_load.c: loads the operations with an effect. False with the call failed. */
bool ad_revert_load(struct ad_revert *r) AD_CHECK;
/* Loads the texts of an operation, and resets its inverse. False with the call failed. */
bool ad_revert_open(struct ad_revert *r, struct ad_inverse *v) AD_CHECK;
/* Keeps what the inverse changes, and drops the texts. */
void ad_revert_close(struct ad_revert *r, struct ad_inverse *v);
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

/*
 * Drafts the inverse of an operation in one phase of the walk: removals, then updates, then
 * creates. False with the call failed. sync_revert.c
 */
bool ad_revert_one(struct ad_revert *r, struct ad_inverse *v, enum ad_op now) AD_CHECK;
/* Loads the run and its operations and checks that the call may revert it. sync_revert.c */
bool ad_revert_enter(struct ad_revert *r) AD_CHECK;
/*
 * Without the plan that would send them, fields may stay: their operations are not covered. Nor are
 * the operations whose inverse the platform would refuse, by the plan.
 */
void ad_revert_unsure(struct ad_revert *r, const struct ad_sync_plan *plan);

/* revert_once.c: a run is reverted once */
/*
 * Fails with 409 and details.revertedBy if an earlier revert of the run is in progress or still in
 * effect: one of its drafts exists or was pushed. Sets resumes if it was interrupted.
 */
bool ad_revert_check_first(struct ad_revert *r) AD_CHECK;
/* The part of it that concerns a revert that has not ended; needs no operations. */
bool ad_revert_check_open(struct ad_revert *r) AD_CHECK;
/* Records this revert in its run as in progress. */
bool ad_revert_claim(struct ad_revert *r) AD_CHECK;
/* Records the drafted object of an operation. */
bool ad_revert_mark(struct ad_revert *r, const struct ad_inverse *v) AD_CHECK;
/* Records the end of this revert; one that drafted nothing does not block the next one. */
bool ad_revert_record(struct ad_revert *r) AD_CHECK;

#endif
