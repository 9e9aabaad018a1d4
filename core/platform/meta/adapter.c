/* Meta's Marketing API: the adapter. */
#include "platform/meta/put.h"

#include "base/json_read.h"
#include "platform/bidding.h"
#include "model/sent.h"
#include "platform/form.h"
#include "platform/pin.h"
#include "platform/token.h"
#include "platform/unknown_values.h"

static bool meta_sends(const struct ad_resource *res, const char *field)
{
	return ad_sent_carries(AD_META, res->id, field);
}

static bool meta_adapter_refuse(struct ad_platform_error *error, const char *code,
				struct ad_str message)
{
	*error = (struct ad_platform_error){ .code = code, .message = message };
	return false;
}

static bool meta_writes(const struct ad_piece *piece, const char *field)
{
	for (const char *const *name = piece->changed; name && *name; name++)
		if (strcmp(*name, field) == 0)
			return true;
	return piece->op == AD_OP_CREATE;
}

/* The first location of a campaign that is no country; absent if there is none. */
static struct ad_str odd_location(const cJSON *campaign)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, ad_json_get(campaign, "locations"))
	{
		struct ad_str code = ad_json_get_text(item, "code");
		if (code.n != 2 || code.p[0] < 'A' || code.p[0] > 'Z')
			return code.n ? code : AD_S("?");
	}
	return (struct ad_str){ 0 };
}

static bool meta_can_place(struct ad_arena *arena, const struct ad_piece *piece,
			   struct ad_platform_error *error)
{
	struct ad_str odd = odd_location(piece->want);

	if (!meta_writes(piece, "locations") || !odd.n)
		return true;
	if (ad_str_starts(odd, AD_PIN))
		return meta_adapter_refuse(
			error, "UNKNOWN_LOCATION",
			ad_arena_printf(arena,
					"The location \"%.*s\" is a place that was set in Meta "
					"Ads Manager, such as a radius. It cannot be written "
					"from here. Leave locations as they are, or replace "
					"all of them by two-letter countries.",
					AD_FMT(odd)));
	return meta_adapter_refuse(
		error, "UNKNOWN_LOCATION",
		ad_arena_printf(arena,
				"Meta's location \"%.*s\" cannot be targeted yet. Use "
				"two-letter countries in capitals.",
				AD_FMT(odd)));
}

static bool can_speak(struct ad_arena *arena, const struct ad_piece *piece,
		      struct ad_platform_error *error)
{
	const cJSON *item;

	if (!meta_writes(piece, "languages"))
		return true;
	cJSON_ArrayForEach(item, ad_json_get(piece->want, "languages"))
	{
		int64_t keys[META_LOCALES];
		if (meta_locales(ad_json_text(item), keys) == 0)
			return meta_adapter_refuse(
				error, "UNKNOWN_LANGUAGE",
				ad_arena_printf(arena,
						"Meta has no locale for \"%.*s\". Use the language "
						"only (\"en\"), or the number of the locale.",
						AD_FMT(ad_json_text(item))));
	}
	return true;
}

/* Targeting is written from the live one: without it a change would drop all other parts. */
static bool can_read_aim(struct ad_arena *arena, const struct ad_piece *piece,
			 struct ad_platform_error *error)
{
	bool group = piece->res->id == AD_R_AD_GROUP;
	bool known = true;
	const cJSON *set;

	if (piece->op != AD_OP_UPDATE || !piece->live)
		return true;
	if (group &&
	    (meta_writes(piece, "targeting") || meta_changes_option(piece, "advantageAudience")))
		known = cJSON_IsObject(meta_live_part(arena, piece, "targeting"));
	if (piece->res->id == AD_R_CAMPAIGN &&
	    (meta_writes(piece, "locations") || meta_writes(piece, "languages")))
		cJSON_ArrayForEach(set, meta_sets_of(arena, piece->live)) known =
			known && cJSON_IsObject(ad_json_get(set, "targeting"));
	return known ||
	       meta_adapter_refuse(
		       error, "UNREADABLE_ANSWER",
		       AD_S("Meta did not return the targeting of the ad set, and a change "
			    "would overwrite it. Pull, then push again."));
}

/*
 * A new ad set has the campaign's locations. A campaign that was pulled without one may be aimed by
 * its ad sets in ways that adcore does not read: a new ad set would show in all countries.
 */
static bool can_place_group(struct ad_arena *arena, const struct ad_piece *piece,
			    struct ad_platform_error *error)
{
	struct ad_str odd = odd_location(piece->parent);
	bool any = false;
	const cJSON *item;

	if (piece->res->id != AD_R_AD_GROUP || piece->op != AD_OP_CREATE)
		return true;
	if (odd.n)
		return meta_adapter_refuse(
			error, "UNKNOWN_LOCATION",
			ad_arena_printf(arena,
					"The campaign's location \"%.*s\" was set in Meta Ads "
					"Manager and cannot be given to a new ad set. Create "
					"the ad set in Meta Ads Manager and pull, or set the "
					"campaign's locations to two-letter countries.",
					AD_FMT(odd)));
	cJSON_ArrayForEach(item, ad_json_get(piece->parent, "locations")) any =
		any || !cJSON_IsTrue(ad_json_get(item, "excluded"));
	if (any || !piece->parent_pulled)
		return true;
	return meta_adapter_refuse(
		error, "UNSUPPORTED_ON_PLATFORM",
		AD_S("No location of the campaign is known here, so a new ad set would show "
		     "in all countries, whatever its other ad sets target. Create the ad set "
		     "in Meta Ads Manager and pull, or set the campaign's locations first."));
}

/* The places and languages of a campaign, which its ad sets have. */
static bool can_reach(struct ad_arena *arena, const struct ad_piece *piece,
		      struct ad_platform_error *error)
{
	if (piece->res->id == AD_R_CAMPAIGN)
		return meta_can_place(arena, piece, error) && can_speak(arena, piece, error);
	return can_place_group(arena, piece, error);
}

/* Meta has no value of an option that would clear it. */
static bool can_clear(struct ad_arena *arena, const struct ad_piece *piece,
		      struct ad_platform_error *error)
{
	const char *cleared = piece->op == AD_OP_UPDATE && meta_writes(piece, "platformOptions")
				      ? meta_cleared_option(piece->synced, piece->want)
				      : NULL;

	return !cleared ||
	       meta_adapter_refuse(
		       error, "UNSUPPORTED_ON_PLATFORM",
		       ad_arena_printf(arena,
				       "platformOptions.%s cannot be cleared on Meta. Set "
				       "it to another value.",
				       cleared));
}

/* True if an update changes the content of an ad. */
static bool says_more(const struct ad_piece *piece)
{
	for (const char *const *name = piece->changed; name && *name; name++)
		if (meta_is_content(*name))
			return true;
	return false;
}

static bool has_budget(const cJSON *object)
{
	int64_t budget = 0;

	return ad_json_micros_of(ad_json_get(object, "budget"), &budget) && budget > 0;
}

/* True if an ad set is created in a campaign whose ad sets have the budgets. */
static bool is_without_budget(const struct ad_piece *piece)
{
	return piece->res->id == AD_R_AD_GROUP && ad_json_get(piece->parent, "name") &&
	       !has_budget(piece->parent) && !has_budget(piece->want);
}

/* True if a campaign has a category whose ads Meta shows to everyone from 18 on. */
static bool is_restricted(const cJSON *campaign)
{
	static const char *const categories[] = { "HOUSING", "EMPLOYMENT", "CREDIT",
						  "FINANCIAL_PRODUCTS_SERVICES" };
	const cJSON *item, *options = ad_json_get(campaign, "platformOptions");

	cJSON_ArrayForEach(item, ad_json_get(options, "specialAdCategories"))
	{
		for (size_t i = 0; i < AD_LEN(categories); i++)
			if (ad_str_is(ad_json_text(item), categories[i]))
				return true;
	}
	return false;
}

static bool chooses_people(const cJSON *targeting)
{
	const cJSON *least = ad_json_get(targeting, "ageMin");
	const cJSON *most = ad_json_get(targeting, "ageMax");
	const cJSON *genders = ad_json_get(targeting, "genders");

	return (cJSON_IsNumber(least) && least->valueint != 18) ||
	       (cJSON_IsNumber(most) && most->valueint != 65) || (genders && genders->child);
}

static bool meta_can_aim(const struct ad_piece *piece, struct ad_platform_error *error)
{
	if (piece->res->id != AD_R_AD_GROUP || !is_restricted(piece->parent) ||
	    !chooses_people(ad_json_get(piece->want, "targeting")))
		return true;
	return meta_adapter_refuse(
		error, "UNSUPPORTED_ON_PLATFORM",
		AD_S("A campaign of this special ad category is shown to all ages from 18 "
		     "on and to all genders: clear ageMin, ageMax and genders of the ad "
		     "group's targeting."));
}

static bool can_make(const struct ad_piece *piece, struct ad_platform_error *error)
{
	struct ad_str type = ad_json_get_text(piece->want, "type");
	const cJSON *bidding = ad_json_get(piece->parent, "bidding");

	if (piece->res->id == AD_R_CAMPAIGN && !ad_str_is(type, "SOCIAL"))
		return meta_adapter_refuse(error, "UNSUPPORTED_ON_PLATFORM",
					   AD_S("On Meta only SOCIAL campaigns can be created."));
	if (piece->res->id == AD_R_AD && !ad_str_is(type, "IMAGE") && !ad_str_is(type, "VIDEO"))
		return meta_adapter_refuse(
			error, "UNSUPPORTED_ON_PLATFORM",
			AD_S("On Meta only IMAGE and VIDEO ads can be created."));
	if (piece->res->id == AD_R_AD_GROUP &&
	    ad_str_is(ad_json_get_text(bidding, "strategy"), "MANUAL_CPC") &&
	    !cJSON_IsNumber(ad_json_get(piece->want, "cpcBid")))
		return meta_adapter_refuse(
			error, "BID_REQUIRED",
			AD_S("With MANUAL_CPC, Meta requires a cpcBid on each ad group. Set "
			     "it, or choose another strategy."));
	if (is_without_budget(piece))
		return meta_adapter_refuse(
			error, "BUDGET_REQUIRED",
			AD_S("On Meta the ad sets of this campaign hold its budgets. Set a "
			     "budget on this ad group."));
	return true;
}

static bool meta_names_field(const struct ad_piece *piece, const char *field)
{
	for (const char *const *name = piece->changed; name && *name; name++)
		if (strcmp(*name, field) == 0)
			return true;
	return false;
}

/* An ad set has a bid only with a bid cap, and then the bid is required. */
static bool meta_can_bid(const struct ad_piece *piece, struct ad_platform_error *error)
{
	const struct ad_sent_of of = { AD_META, piece->res->id, piece->want, piece->parent };

	if (piece->res->id != AD_R_AD_GROUP || !meta_names_field(piece, "cpcBid"))
		return true;
	if (!ad_sent_by_update(&of, "cpcBid"))
		return meta_adapter_refuse(
			error, "UNSUPPORTED_ON_PLATFORM",
			AD_S("Meta accepts a cpcBid only with the bidding strategy "
			     "MANUAL_CPC. Change the campaign's strategy first."));
	if (!cJSON_IsNumber(ad_json_get(piece->want, "cpcBid")))
		return meta_adapter_refuse(
			error, "BID_REQUIRED",
			AD_S("With MANUAL_CPC, an ad group on Meta must have a bid. Set "
			     "another cpcBid instead of clearing it."));
	return true;
}

/*
 * Meta requires the bid of every ad set in the request that changes a campaign to a bid cap. Ad
 * sets with another strategy's number would keep that number as their bid. No preview shows either
 * case, so neither is sent.
 */
static bool meta_can_cap(struct ad_arena *arena, const struct ad_piece *piece,
			 struct ad_platform_error *error)
{
	const cJSON *bidding = ad_json_get(piece->want, "bidding");
	const cJSON *sets = meta_sets_of(arena, piece->live);

	if (piece->res->id != AD_R_CAMPAIGN || !meta_names_field(piece, "bidding") ||
	    !ad_str_is(ad_json_get_text(bidding, "strategy"), "MANUAL_CPC") ||
	    (!piece->has_groups && !(sets && sets->child)))
		return true;
	return meta_adapter_refuse(
		error, "UNSUPPORTED_ON_PLATFORM",
		AD_S("A Meta campaign with ad groups cannot change to MANUAL_CPC here: Meta "
		     "requires the bids of all ad sets in the same request. Create a new "
		     "campaign with MANUAL_CPC, or choose another strategy."));
}

/*
 * If a campaign has no budget, its ad sets have the budgets, and each may have its own dates. An
 * update of the campaign would set the same dates on all of them: a lifetime budget would be spent
 * in fewer days than planned, and an ended ad set would spend again.
 */
static bool meta_can_move_days(const struct ad_piece *piece, struct ad_platform_error *error)
{
	if (piece->res->id != AD_R_CAMPAIGN ||
	    (!meta_names_field(piece, "startDate") && !meta_names_field(piece, "endDate")) ||
	    has_budget(piece->want))
		return true;
	return meta_adapter_refuse(
		error, "UNSUPPORTED_ON_PLATFORM",
		AD_S("The ad sets of this campaign hold its budgets and dates. Change the "
		     "dates of each ad set in Meta Ads Manager, then pull."));
}

static bool can_change(struct ad_arena *arena, const struct ad_piece *piece,
		       struct ad_platform_error *error)
{
	if (!meta_can_bid(piece, error) || !meta_can_cap(arena, piece, error) ||
	    !meta_can_move_days(piece, error))
		return false;
	if (piece->res->id == AD_R_CAMPAIGN && meta_names_field(piece, "startDate") &&
	    !ad_json_get_text(piece->want, "startDate").n)
		return meta_adapter_refuse(
			error, "UNSUPPORTED_ON_PLATFORM",
			AD_S("An ad set on Meta must have a first day. Set another startDate "
			     "instead of clearing it."));
	if (piece->res->id == AD_R_AD && says_more(piece) &&
	    ad_str_is(ad_json_get_text(piece->want, "type"), "OTHER"))
		return meta_adapter_refuse(
			error, "UNSUPPORTED_ON_PLATFORM",
			AD_S("This ad format on Meta cannot be changed here. Change the ad "
			     "on Meta, or create a new ad."));
	if (piece->res->id == AD_R_AD && says_more(piece) && piece->live)
		return meta_creative_can(arena, piece, error);
	return true;
}

bool meta_can(struct ad_arena *arena, const struct ad_piece *piece, struct ad_platform_error *error)
{
	if (piece->op == AD_OP_REMOVE)
		return true;
	if (piece->res->id == AD_R_KEYWORD)
		return meta_adapter_refuse(error, "UNSUPPORTED_ON_PLATFORM",
					   AD_S("Meta does not support keywords. Use interests."));
	if (piece->res->id == AD_R_ASSET)
		return meta_asset_can(piece, error);
	if (!ad_bidding_can_change(arena, "Meta", piece, error) ||
	    !ad_unknown_can_write(arena, "Meta", piece, error))
		return false;
	if (piece->res->id == AD_R_AD && (piece->op == AD_OP_CREATE || says_more(piece)) &&
	    !meta_picture_can(piece, error))
		return false;
	if (piece->op == AD_OP_CREATE ? !can_make(piece, error) : !can_change(arena, piece, error))
		return false;
	if (!meta_can_aim(piece, error))
		return false;
	return can_clear(arena, piece, error) && can_read_aim(arena, piece, error) &&
	       can_reach(arena, piece, error);
}

static bool same_key(const struct ad_piece *piece, const struct ad_remote *remote)
{
	bool name = ad_str_eq(ad_json_get_text(piece->want, "name"),
			      ad_json_get_text(remote->fields, "name"));

	if (piece->res->id == AD_R_ASSET)
		return false;
	if (piece->res->id == AD_R_CAMPAIGN)
		return name;
	if (!ad_str_eq(piece->parent_remote_id, remote->parent_id))
		return false;
	/* Two ads of an ad set differ only in their ids and marks. */
	return piece->res->id == AD_R_AD || name;
}

static bool meta_marks(const struct ad_resource *res)
{
	return res->id != AD_R_KEYWORD && res->id != AD_R_ASSET;
}

static bool meta_set_like(const struct ad_resource *res)
{
	(void)res;
	return false;
}

/* Meta has no refresh tokens: a long-lived token is exchanged for a newer one. */
static void meta_token_request(struct ad_arena *arena, const struct ad_link *link,
			       struct ad_http_request *out)
{
	struct ad_text form = ad_text_on(arena);

	*out = (struct ad_http_request){ .method = "POST", .url = link->token_url };
	out->headers[out->header_count++] =
		(struct ad_http_header){ "Content-Type",
					 AD_S("application/x-www-form-urlencoded") };
	ad_form_add(&form, "grant_type", AD_S("fb_exchange_token"));
	ad_form_add(&form, "client_id", link->client_id);
	ad_form_add(&form, "client_secret", link->client_secret);
	ad_form_add(&form, "fb_exchange_token", link->refresh_token);
	out->body = ad_text_str(&form);
}

static void token_failure(struct ad_arena *arena, const struct ad_http_response *response,
			  const cJSON *body, struct ad_outcome *outcome)
{
	meta_failure(arena, response->status, body, response, outcome);
}

static void meta_token_read(struct ad_arena *arena, const struct ad_http_response *response,
			    struct ad_platform_token *token, struct ad_outcome *outcome)
{
	ad_token_read(arena, response, token_failure, token, outcome);
	/* The new token is the next one to exchange; the old one expires. */
	if (outcome->kind == AD_DID)
		token->refresh_token = token->access_token;
}

static bool meta_together(const struct ad_piece *a, const struct ad_piece *b)
{
	bool alone = a->op == AD_OP_UPDATE && a->res->id == AD_R_CAMPAIGN;

	/* A picture has megabytes, so it is sent alone. */
	return a->op == b->op && a->res == b->res && !alone && a->res->id != AD_R_ASSET;
}

/* An ad set has the locations, dates and bids of its campaign. */
static const char *const inherits[] = { "objective", "bidding", "locations", "languages",
					"startDate", "endDate", NULL };

const struct ad_adapter ad_meta = {
	.platform = AD_META,
	.batch_max = META_BATCH,
	.sends = meta_sends,
	.carries = meta_carries,
	.can = meta_can,
	.together = meta_together,
	.normal = meta_normal,
	.build = meta_build,
	.inherits = inherits,
	.in_step = meta_in_step,
	.in_parts = meta_in_parts,
	.read = meta_read,
	.ask = meta_ask,
	.hear = meta_hear,
	.list = meta_list,
	.list_hear = meta_list_hear,
	.figures = meta_figures,
	.figures_hear = meta_figures_hear,
	.figures_apart = true,
	.same_key = same_key,
	.marks = meta_marks,
	.set_like = meta_set_like,
	.uploader = &meta_uploader,
	.token_request = meta_token_request,
	.token_read = meta_token_read,
};
