#include "platform/bidding.h"

#include "base/json_read.h"

static bool is_other(const cJSON *fields)
{
	return ad_str_is(ad_json_get_text(ad_json_get(fields, "bidding"), "strategy"),
			 AD_BIDDING_OTHER);
}

static bool sends_bidding(const struct ad_piece *piece)
{
	for (const char *const *name = piece->changed; name && *name; name++)
		if (strcmp(*name, "bidding") == 0)
			return true;
	return piece->op == AD_OP_CREATE;
}

bool ad_bidding_can_change(struct ad_arena *arena, const char *title, const struct ad_piece *piece,
			   struct ad_platform_error *error)
{
	const cJSON *before = piece->live ? piece->live->fields : piece->synced;
	const char *message = NULL;

	if (piece->res->id != AD_R_CAMPAIGN || !sends_bidding(piece))
		return true;
	if (is_other(piece->want))
		message = "adcore cannot set the bidding strategy OTHER. Choose another strategy, "
			  "or set it on %s and pull.";
	else if (piece->op == AD_OP_UPDATE && is_other(before))
		message = "The campaign has a bidding strategy that adcore does not support, such "
			  "as a portfolio strategy. Change the bidding on %s, then pull.";
	if (!message)
		return true;
	*error = (struct ad_platform_error){ .code = "UNSUPPORTED_ON_PLATFORM",
					     .message = ad_arena_printf(arena, message, title) };
	return false;
}
