/* The settings of the server and the connection that live ads need before they can be created. */
#include "base/json_read.h"
#include "sync/plan/plan.h"

/* The publisher of a platform's ads. */
static const struct poster {
	enum ad_platform platform;
	const char *setting; /* of the connection, or of the ad's platformOptions */
	const char *message;
} posters[] = {
	{ AD_REDDIT, "profileId",
	  "Ads on Reddit are posts of a profile. Set the profile on the connection." },
	{ AD_META, "pageId",
	  "Ads on Meta are published by a page. Set the page on the connection." },
};

/* True if the operation makes the content of an ad: a new ad, or a new post or creative. */
static bool makes_content(const struct ad_plan_op *op)
{
	if (op->res->id != AD_R_AD || op->op == AD_OP_REMOVE)
		return false;
	if (op->op == AD_OP_CREATE)
		return true;
	for (const char *const *name = op->changed; name && *name; name++)
		if (strcmp(*name, "status") != 0)
			return true;
	return false;
}

static void check_poster(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			 const struct ad_plan_op *op, const cJSON *settings)
{
	struct ad_json_error err;
	const cJSON *want = ad_json_parse(ask->scratch, ad_plan_want(ask->scratch, op), &err);

	for (size_t i = 0; i < AD_LEN(posters); i++) {
		const struct poster *p = &posters[i];
		const cJSON *own = ad_json_get(ad_json_get(want, "platformOptions"), p->setting);
		if (p->platform != op->platform || ad_json_text(own).n ||
		    ad_json_get_text(settings, p->setting).n)
			continue;
		ad_violate(&plan->violations, "DECLARATION_REQUIRED",
			   ad_arena_printf(ask->arena, "\"%s\"", p->setting),
			   ad_arena_printf(ask->arena, "\"%s\"", ad_platform_name(p->platform)),
			   op->row->id);
		ad_violate_say(&plan->violations, ad_str(p->message));
	}
}

static void check_public(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			 const struct ad_plan_op *op)
{
	struct ad_json_error err;
	const cJSON *want = ad_json_parse(ask->scratch, ad_plan_want(ask->scratch, op), &err);
	const cJSON *assets = ad_json_get(want, "assetIds");

	if (ask->is_public || !ad_adapter_of(op->platform)->fetches_media ||
	    cJSON_GetArraySize(assets) == 0)
		return;
	ad_violate(&plan->violations, "PUBLIC_URL_NEEDED", AD_S("\"https\""), AD_S("null"),
		   op->row->id);
	ad_violate_say(&plan->violations,
		       AD_S("The platform fetches the ad's pictures and videos from this server. "
			    "Set public_url to an https URL of the public internet."));
}

void ad_plan_media(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
		   enum ad_platform platform, const cJSON *settings)
{
	for (size_t i = 0; i < plan->count; i++) {
		const struct ad_plan_op *op = plan->ops[i];
		if (op->platform != platform || !makes_content(op))
			continue;
		ad_arena_reset(ask->scratch);
		check_poster(ask, plan, op, settings);
		check_public(ask, plan, op);
	}
}
