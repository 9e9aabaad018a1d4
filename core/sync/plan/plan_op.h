/* An operation of a plan, and the order in which operations are sent. */
#ifndef AD_SYNC_PLAN_OP_H
#define AD_SYNC_PLAN_OP_H

#include "model/row.h"
#include "platform/platform.h"

/*
 * The order of sending: removals, children before parents; pauses of objects that other operations
 * edit; updates that lower a budget; creates and other updates, parents before children;
 * conversions; enables last. Each phase has six ranks, one per kind of object; conversions have one
 * rank.
 */
enum {
	AD_RANK_REMOVE = 0,
	AD_RANK_PAUSE = 6,
	AD_RANK_LOWER = 12,
	AD_RANK_CHANGE = 18,
	AD_RANK_CONVERSION = 24,
	AD_RANK_ENABLE = 25
};

/* A range of consecutive operations of a plan, by number (from 0). */
struct ad_plan_span {
	size_t first, last;
};
struct ad_plan_spans {
	struct ad_plan_span *at; /* ascending, without overlap */
	size_t n;
};

/* Selects the source of a text: stored, or written from the row on each use. */
enum ad_plan_text {
	AD_PLAN_KEPT,   /* none: the text is stored, or absent */
	AD_PLAN_DRAFT,  /* the row's AD_SENT fields */
	AD_PLAN_PAUSED, /* the same, PAUSED */
};

/* A plan has up to millions of these: the order of members keeps padding small. */
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
	struct ad_str inherited;    /* CREATE: JSON of the campaign fields it sends, or absent */
	int64_t budget_delta;       /* micros a day */
	int64_t rise;               /* the part that other runs do not add anyway: plan_spread.h */
	int rank;                   /* the order of sending: see ad_plan_rank() */
	int turn;                   /* within a rank: the order of renames */
	const struct ad_plan_op *after;         /* frees the name that this one uses, or NULL */
	struct ad_str campaign_id, ad_group_id; /* of the object's place, or its own; or absent */
	struct ad_plan_spans needs;             /* the operations it depends on: plan_needs.h */
	uint8_t want_from, synced_from;         /* enum ad_plan_text */
	bool negative;                          /* of a keyword */
};

/* JSON of the wanted AD_SENT fields; on the arena if it is not stored. */
struct ad_str ad_plan_want(struct ad_arena *arena, const struct ad_plan_op *op);
/* The same as last sent, or absent. */
struct ad_str ad_plan_synced(struct ad_arena *arena, const struct ad_plan_op *op);

/* True if the operation sends the field: a create sends all, an update its changed fields. */
bool ad_plan_sends_field(const struct ad_plan_op *op, const char *field);

#endif
