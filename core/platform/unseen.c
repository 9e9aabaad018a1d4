#include "platform/unseen.h"

#include "base/json_read.h"

void ad_ask_add_unseen(struct ad_arena *arena, struct ad_ask *ask, struct ad_str id,
		       const struct ad_platform_error *error)
{
	struct ad_unseen *unseen = ad_arena_zalloc(arena, sizeof(*unseen));

	unseen->id = id;
	unseen->error = *error;
	unseen->next = ask->unseen;
	ask->unseen = unseen;
}

void ad_ask_add_removed(struct ad_arena *arena, struct ad_ask *ask, struct ad_str id)
{
	struct ad_remote *remote;
	struct ad_json_error error;

	if (ad_ask_find(ask, id))
		return;
	remote = ad_arena_zalloc(arena, sizeof(*remote));
	remote->id = id;
	remote->status = AD_S("REMOVED");
	remote->fields = ad_json_parse(arena, AD_S("{}"), &error);
	remote->next = ask->found;
	ask->found = remote;
}

struct ad_remote *ad_ask_find(const struct ad_ask *ask, struct ad_str id)
{
	struct ad_remote *remote = ask->found;

	while (remote && !ad_str_eq(remote->id, id))
		remote = remote->next;
	return remote;
}

void ad_ask_drop(struct ad_ask *ask, const struct ad_remote *remote)
{
	struct ad_remote **at = &ask->found;

	while (*at && *at != remote)
		at = &(*at)->next;
	if (*at)
		*at = remote->next;
}

struct ad_platform_error ad_ask_why_unseen(const struct ad_ask *ask, struct ad_str id)
{
	const struct ad_unseen *unseen = ask->unseen;

	while (unseen && !ad_str_eq(unseen->id, id))
		unseen = unseen->next;
	if (unseen)
		return unseen->error;
	return (struct ad_platform_error){
		.code = AD_NOT_FOUND_THERE,
		.message = AD_S("The platform did not return this object and did not say that it "
				"was removed. Check that the connection can access the ad "
				"account, then try again."),
		.retryable = true,
		.details = AD_S(AD_NOT_SHOWN_DETAILS),
	};
}

void ad_outcome_accept_gone(const struct ad_piece *piece, struct ad_outcome *outcome)
{
	if (piece->op == AD_OP_REMOVE && outcome->kind == AD_REFUSED &&
	    strcmp(outcome->error.code, "GONE") == 0)
		*outcome = (struct ad_outcome){ .kind = AD_DID };
}

void ad_outcome_leave_gone(struct ad_outcome *outcome)
{
	if (outcome->kind != AD_REFUSED || strcmp(outcome->error.code, "GONE") != 0)
		return;
	outcome->kind = AD_AGAIN;
	outcome->error.code = "REFUSED";
	outcome->error.message = AD_S("The platform refused the request because of another of its "
				      "operations.");
	outcome->error.retryable = true;
}

bool ad_outcome_speaks(const struct ad_outcome *was, const struct ad_outcome *one)
{
	return !was->error.code || (one->kind == AD_DOUBT && was->kind != AD_DOUBT);
}
