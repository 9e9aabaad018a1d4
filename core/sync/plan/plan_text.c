/* The values that an operation sends, stored or written from its row. */
#include "sync/plan/plan_op.h"

static struct ad_str plan_text_text_of(struct ad_arena *arena, const struct ad_plan_op *op,
				       struct ad_str kept, uint8_t from)
{
	if (kept.p || from == AD_PLAN_KEPT)
		return kept;
	return from == AD_PLAN_PAUSED ? ad_row_paused_json(arena, op->row)
				      : ad_row_sent_json(arena, op->row);
}

struct ad_str ad_plan_want(struct ad_arena *arena, const struct ad_plan_op *op)
{
	return plan_text_text_of(arena, op, op->kept_want, op->want_from);
}

struct ad_str ad_plan_synced(struct ad_arena *arena, const struct ad_plan_op *op)
{
	return plan_text_text_of(arena, op, op->kept_synced, op->synced_from);
}
