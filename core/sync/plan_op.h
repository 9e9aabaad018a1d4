/* An operation of a plan, and the order in which operations are sent. */
#ifndef AD_SYNC_PLAN_OP_H
#define AD_SYNC_PLAN_OP_H

#include "model/row.h"
#include "platform/platform.h"

/*
 * The order of sending: removals first, children before parents; pauses of objects that are edited
 * besides; updates that lower a budget; then creates and other updates, parents first;
 * conversions; enables last. Six ranks each, one per kind of object.
 */
enum {
	AD_RANK_REMOVE = 0,
	AD_RANK_PAUSE = 6,
	AD_RANK_LOWER = 12,
	AD_RANK_CHANGE = 18,
	AD_RANK_CONVERSION = 24,
	AD_RANK_ENABLE = 25
};

/* Operations of a plan that follow one another, by their numbers (from 0). */
struct ad_plan_span {
	size_t first, last;
};
struct ad_plan_spans {
	struct ad_plan_span *at; /* rising, without overlap */
	size_t n;
};

/* Says which text is kept, and which is written from the row each time it is asked for. */
enum ad_plan_text {
	AD_PLAN_KEPT,   /* none: the text is kept, or absent */
	AD_PLAN_DRAFT,  /* the row's AD_SENT fields */
	AD_PLAN_PAUSED, /* the same, PAUSED */
};

/* A plan has up to millions of them: members stand so that little room is lost between them. */
struct ad_plan_op {
	enum ad_op op;
	enum ad_platform platform;
	const struct ad_resource *res;
	const struct ad_row *row;
	const struct ad_resource *parent_res; /* NULL for a campaign */
	struct ad_str parent_id;
	struct ad_str kept_want;    /* see ad_plan_want() */
	struct ad_str kept_synced;  /* see ad_plan_synced() */
	const char *const *changed; /* UPDATE: NULL-ended field names */
	struct ad_str
		inherited;    /* CREATE: JSON of fields of its campaign that go along, or absent */
	int64_t budget_delta; /* micros a day */
	int64_t rise;         /* of it what other runs do not bring anyway: plan_spread.h */
	int rank;             /* the order: see rank_of() */
	int turn;             /* within a rank: renames in the order of their names */
	const struct ad_plan_op *after;         /* gives up the name that this one takes, or NULL */
	struct ad_str campaign_id, ad_group_id; /* that hold the object, or are it; or absent */
	struct ad_plan_spans needs;             /* the operations that it relies on: plan_needs.h */
	uint8_t want_from, synced_from;         /* enum ad_plan_text */
	bool negative;                          /* of a keyword */
};

/* JSON of the AD_SENT fields as they shall stand; on the arena where it is not kept. */
struct ad_str ad_plan_want(struct ad_arena *arena, const struct ad_plan_op *op);
/* The same as last sent, or absent. */
struct ad_str ad_plan_synced(struct ad_arena *arena, const struct ad_plan_op *op);

/* True if the operation sends the field: a create sends all, an update what it changes. */
bool ad_plan_sends_field(const struct ad_plan_op *op, const char *field);

#endif
