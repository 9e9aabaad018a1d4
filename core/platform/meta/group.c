/*
 * Ad sets: options, bids and targeting. Meta replaces targeting and promoted_object as a whole, so
 * an update starts from the live value and replaces only what changed. Defaults are for creates.
 */
#include "base/json_read.h"
#include "platform/form.h"
#include "platform/meta/put.h"

/* The default optimization goal. */
static const char *goal_of(struct ad_str objective)
{
	return ad_str_is(objective, "AWARENESS") ? "REACH" : "LINK_CLICKS";
}

/* True if the goal needs the Page that the ad set promotes. */
static bool needs_page(struct ad_arena *arena, struct ad_str goal)
{
	static const char pages[] =
		" LEAD_GENERATION QUALITY_LEAD PAGE_LIKES POST_ENGAGEMENT CONVERSATIONS ";

	return goal.n && strstr(pages, ad_arena_printf(arena, " %.*s ", AD_FMT(goal)).p);
}

static struct ad_str own_or_live(const cJSON *options, const char *own, const cJSON *live,
				 const char *theirs)
{
	struct ad_str value = ad_json_get_text(options, own);

	return value.n ? value : ad_json_get_text(live, theirs);
}

static bool is_replaced(const char *member)
{
	return strcmp(member, "pixel_id") == 0 || strcmp(member, "custom_event_type") == 0 ||
	       strcmp(member, "page_id") == 0;
}

/* The promoted object of the options; `live` has the members that are not options. */
static void put_promoted(struct ad_text *form, const struct ad_piece *piece,
			 const struct ad_link *link, const cJSON *live)
{
	const cJSON *options = ad_json_get(piece->want, "platformOptions"), *member;
	struct ad_str pixel = own_or_live(options, "pixelId", live, "pixel_id");
	struct ad_str event = own_or_live(options, "customEventType", live, "custom_event_type");
	struct ad_str page = ad_json_get_text(live, "page_id");
	struct ad_text text = ad_text_on(form->arena);
	struct ad_json j = ad_json_on(&text);

	if (!page.n && !pixel.n &&
	    needs_page(form->arena, ad_json_get_text(options, "optimizationGoal")))
		page = ad_json_get_text(link->settings, "pageId");
	ad_json_object(&j);
	cJSON_ArrayForEach(member, live)
	{
		if (!is_replaced(member->string))
			meta_put_member(&j, member);
	}
	if (pixel.n)
		ad_json_kstr(&j, "pixel_id", pixel);
	if (pixel.n || ad_json_get(live, "custom_event_type"))
		ad_json_kstr(&j, "custom_event_type", event);
	if (page.n)
		ad_json_kstr(&j, "page_id", page);
	ad_json_object_end(&j);
	if (text.n > 2)
		ad_form_add(form, "promoted_object", ad_text_str(&text));
}

static void put_defaults(struct ad_text *form, const struct ad_piece *piece,
			 const struct ad_link *link)
{
	const cJSON *options = ad_json_get(piece->want, "platformOptions");
	struct ad_str goal = ad_json_get_text(options, "optimizationGoal");
	struct ad_str billing = ad_json_get_text(options, "billingEvent");
	struct ad_str objective = ad_json_get_text(piece->parent, "objective");

	ad_form_add(form, "optimization_goal", goal.n ? goal : ad_str(goal_of(objective)));
	ad_form_add(form, "billing_event", billing.n ? billing : AD_S("IMPRESSIONS"));
	meta_put_text(form, "destination_type", ad_json_get_text(options, "destinationType"));
	put_promoted(form, piece, link, NULL);
	meta_put_text(form, "dsa_beneficiary",
		      ad_json_text(meta_option(piece->want, "dsaBeneficiary", link)));
	meta_put_text(form, "dsa_payor", ad_json_text(meta_option(piece->want, "dsaPayor", link)));
}

static void put_changed_options(struct ad_text *form, const struct ad_piece *piece,
				const struct ad_link *link)
{
	static const char *const texts[][2] = {
		{ "optimizationGoal", "optimization_goal" },
		{ "billingEvent", "billing_event" },
		{ "destinationType", "destination_type" },
		{ "dsaBeneficiary", "dsa_beneficiary" },
		{ "dsaPayor", "dsa_payor" },
	};
	const cJSON *options = ad_json_get(piece->want, "platformOptions");
	const cJSON *promoted = meta_live_part(form->arena, piece, "promoted_object");
	bool page = meta_changes_option(piece, "optimizationGoal") &&
		    !ad_json_get_text(promoted, "page_id").n &&
		    needs_page(form->arena, ad_json_get_text(options, "optimizationGoal"));

	for (size_t i = 0; i < AD_LEN(texts); i++)
		if (meta_changes_option(piece, texts[i][0]))
			meta_put_text(form, texts[i][1], ad_json_get_text(options, texts[i][0]));
	if (page || meta_changes_option(piece, "pixelId") ||
	    meta_changes_option(piece, "customEventType"))
		put_promoted(form, piece, link, promoted);
}

/* The campaign's strategy decides which number an ad set has, and its source. */
static void put_bid(struct ad_text *form, const struct ad_piece *piece, const struct ad_link *link)
{
	const cJSON *bidding = ad_json_get(piece->parent, "bidding");
	const char *strategy = meta_strategy(ad_json_get_text(bidding, "strategy"));
	const cJSON *roas = ad_json_get(bidding, "targetRoas");

	if (strcmp(strategy, "LOWEST_COST_WITH_BID_CAP") == 0)
		meta_put_money(form, "bid_amount", ad_json_get(piece->want, "cpcBid"), link);
	if (piece->op != AD_OP_CREATE)
		return;
	if (strcmp(strategy, "COST_CAP") == 0)
		meta_put_money(form, "bid_amount", ad_json_get(bidding, "targetCpa"), link);
	if (strcmp(strategy, "LOWEST_COST_WITH_MIN_ROAS") == 0 && cJSON_IsNumber(roas))
		ad_form_add(form, "bid_constraints",
			    ad_arena_printf(form->arena, "{\"roas_average_floor\":%lld}",
					    (long long)(roas->valuedouble * 10000 + 0.5)));
}

static void put_targeting(struct ad_text *form, const struct meta_aim *aim)
{
	struct ad_text text = ad_text_on(form->arena);
	struct ad_json j = ad_json_on(&text);

	meta_put_targeting(&j, aim);
	ad_form_add(form, "targeting", ad_text_str(&text));
}

/* A create has the campaign's locations and languages; an update leaves the live ones. */
static void put_aim(struct ad_text *form, const struct ad_piece *piece)
{
	bool make = piece->op == AD_OP_CREATE;
	const cJSON *options = ad_json_get(piece->want, "platformOptions");
	struct meta_aim aim = {
		.base = make ? NULL : meta_live_part(form->arena, piece, "targeting"),
		.group = meta_changes(piece, "targeting") ? piece->want : NULL,
		.campaign = make ? piece->parent : NULL,
		.places = make,
		.languages = make,
		.sets_advantage = meta_changes_option(piece, "advantageAudience"),
		.advantage = cJSON_IsTrue(ad_json_get(options, "advantageAudience")),
	};

	if (aim.group || aim.sets_advantage)
		put_targeting(form, &aim);
}

/* True if an ad set has a lifetime budget of its own. */
static bool is_lifelong_group(const struct ad_piece *piece)
{
	return piece->live &&
	       ad_str_is(ad_json_get_text(piece->live->fields, "budgetPeriod"), "LIFETIME");
}

void meta_put_group(struct ad_text *form, const struct ad_piece *piece, const struct ad_link *link)
{
	bool make = piece->op == AD_OP_CREATE;

	if (meta_changes(piece, "name"))
		meta_put_text(form, "name", ad_json_get_text(piece->want, "name"));
	if (meta_changes(piece, "status"))
		meta_put_status(form, piece->want);
	if (meta_changes(piece, "cpcBid"))
		put_bid(form, piece, link);
	if (meta_changes(piece, "budget"))
		meta_put_money(form, is_lifelong_group(piece) ? "lifetime_budget" : "daily_budget",
			       ad_json_get(piece->want, "budget"), link);
	if (make)
		put_defaults(form, piece, link);
	else
		put_changed_options(form, piece, link);
	put_aim(form, piece);
	if (!make)
		return;
	meta_put_day(form, "start_time", ad_json_get(piece->parent, "startDate"), false, link);
	if (!cJSON_IsNull(ad_json_get(piece->parent, "endDate")))
		meta_put_day(form, "end_time", ad_json_get(piece->parent, "endDate"), true, link);
}
