/*
 * Operations of ours as Graph API calls. Meta stores a campaign's locations, languages and dates
 * with its ad sets: changing them is a second step, a batch with one call per ad set.
 */
#include <stdio.h>

#include "base/digest.h"
#include "base/json_read.h"
#include "base/timezone.h"
#include "platform/form.h"
#include "platform/meta.h"

/* Lower-case hex of HMAC-SHA-256 of the token under the application's secret. */
static void prove(struct ad_text *form, const struct ad_link *link)
{
	uint8_t mac[AD_SHA256_SIZE];
	char proof[2 * AD_SHA256_SIZE + 1];

	ad_hmac_sha256(link->client_secret, link->access_token, mac);
	ad_hex(mac, sizeof(mac), proof);
	ad_form_add(form, "appsecret_proof", ad_str(proof));
}

static struct ad_str batch_of(struct ad_arena *arena, struct meta_part *parts, size_t count)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_array(&j);
	for (size_t i = 0; i < count; i++) {
		bool post = strcmp(parts[i].method, "POST") == 0;
		struct ad_str form = ad_text_str(&parts[i].form);
		ad_json_object(&j);
		ad_json_kcstr(&j, "method", parts[i].method);
		ad_json_kstr(&j, "relative_url",
			     post || !form.n
				     ? ad_arena_printf(arena, "%s/%.*s", META_VERSION,
						       AD_FMT(parts[i].path))
				     : ad_arena_printf(arena, "%s/%.*s?%.*s", META_VERSION,
						       AD_FMT(parts[i].path), AD_FMT(form)));
		if (post)
			ad_json_kstr(&j, "body", form);
		ad_json_object_end(&j);
	}
	ad_json_array_end(&j);
	return ad_text_str(&text);
}

void meta_request(struct ad_arena *arena, const struct ad_link *link, struct meta_part *parts,
		  size_t count, struct ad_http_request *out)
{
	struct meta_part whole = { "POST", AD_S(""), ad_text_on(arena) };
	bool post = count > 1 || strcmp(parts[0].method, "POST") == 0;

	if (count > 1) {
		ad_form_add(&whole.form, "batch", batch_of(arena, parts, count));
		parts = &whole;
	}
	prove(&parts[0].form, link);
	*out = (struct ad_http_request){ .method = parts[0].method,
					 .hears = { "X-Business-Use-Case-Usage",
						    "X-Ad-Account-Usage", "X-App-Usage" } };
	out->parts = count > 1 ? count : 0;
	out->url = ad_arena_printf(arena, "%.*s/%s/%.*s", AD_FMT(link->api_url), META_VERSION,
				   AD_FMT(parts[0].path));
	if (post) {
		out->body = ad_text_str(&parts[0].form);
		out->headers[out->header_count++] =
			(struct ad_http_header){ "Content-Type",
						 AD_S("application/x-www-form-urlencoded") };
		return;
	}
	out->url = ad_arena_printf(arena, "%.*s?%.*s", AD_FMT(out->url),
				   AD_FMT(ad_text_str(&parts[0].form)));
}

struct ad_str meta_account_path(struct ad_arena *arena, const struct ad_link *link,
				const char *edge)
{
	bool full = ad_str_starts(link->account_id, "act_");

	return ad_arena_printf(arena, "%s%.*s/%s", full ? "" : "act_", AD_FMT(link->account_id),
			       edge);
}

/*
 * Writes money in wire units. An amount that the unit cannot express, or a currency that Meta does
 * not list, is written as a text that is not a whole number, which Meta refuses. Amounts are never
 * rounded.
 */
static void put_money(struct ad_text *form, const char *key, const cJSON *value,
		      const struct ad_link *link)
{
	int64_t micros = 0, offset = meta_offset(link->currency);
	char digits[48];

	if (!ad_json_micros_of(value, &micros))
		return;
	if (offset && micros % (1000000 / offset) == 0)
		snprintf(digits, sizeof(digits), "%lld", (long long)(micros / (1000000 / offset)));
	else
		snprintf(digits, sizeof(digits), "%.6f %.*s", (double)micros / 1e6,
			 AD_FMT(link->currency));
	ad_form_add(form, key, ad_str(digits));
}

/* A day's first or last second in the account's zone; "0" clears an end. */
static void put_day(struct ad_text *form, const char *key, const cJSON *value, bool last,
		    const struct ad_link *link)
{
	struct ad_str day = ad_json_text(value);
	char zone[64], text[48];
	int year = 0, month = 0, date = 0;
	int64_t at, offset = 0;

	if (day.n != 10 || sscanf(day.p, "%4d-%2d-%2d", &year, &month, &date) != 3) {
		if (last && cJSON_IsNull(value))
			ad_form_add(form, key, AD_S("0"));
		return;
	}
	snprintf(zone, sizeof(zone), "%.*s", AD_FMT(link->timezone));
	at = ad_day_of_date(year, month, date) * 86400 + (last ? 86399 : 0);
	if (ad_timezone_offset(zone, at, &offset) &&
	    !ad_timezone_offset(zone, at - offset, &offset))
		offset = 0;
	snprintf(text, sizeof(text), "%.10sT%s%c%02d%02d", day.p, last ? "23:59:59" : "00:00:00",
		 offset < 0 ? '-' : '+', (int)((offset < 0 ? -offset : offset) / 3600),
		 (int)((offset < 0 ? -offset : offset) / 60 % 60));
	ad_form_add(form, key, ad_str(text));
}

static void put_json(struct ad_text *form, const char *key, const cJSON *value)
{
	struct ad_text text = ad_text_on(form->arena);

	if (!value)
		return;
	ad_json_canonical(&text, value);
	ad_form_add(form, key, ad_text_str(&text));
}

static void put_text(struct ad_text *form, const char *key, struct ad_str value)
{
	if (value.p)
		ad_form_add(form, key, value);
}

static void put_status(struct ad_text *form, const cJSON *want)
{
	ad_form_add(form, "status",
		    ad_str_is(ad_json_get_text(want, "status"), "ENABLED") ? AD_S("ACTIVE")
									   : AD_S("PAUSED"));
}

static void put_mark(struct ad_text *form, struct ad_str id)
{
	struct ad_str json =
		ad_arena_printf(form->arena, "[{\"name\":\"" META_MARK "%.*s\"}]", AD_FMT(id));

	ad_form_add(form, "adlabels", json);
}

/* An option of the object, otherwise the connection's setting of that name. */
static const cJSON *option(const cJSON *want, const char *name, const struct ad_link *link)
{
	const cJSON *own = ad_json_get(ad_json_get(want, "platformOptions"), name);

	return own && !cJSON_IsNull(own) ? own : ad_json_get(link->settings, name);
}

static bool changes(const struct ad_piece *piece, const char *field)
{
	if (piece->op == AD_OP_CREATE)
		return true;
	for (const char *const *name = piece->changed; name && *name; name++)
		if (strcmp(*name, field) == 0)
			return true;
	return false;
}

static void put_categories(struct ad_text *form, const cJSON *want, const struct ad_link *link)
{
	const cJSON *list = option(want, "specialAdCategories", link);
	const cJSON *options = ad_json_get(want, "platformOptions");
	const cJSON *countries = ad_json_get(options, "specialAdCategoryCountries");

	if (cJSON_IsArray(list))
		put_json(form, "special_ad_categories", list);
	else
		ad_form_add(form, "special_ad_categories", AD_S("[]"));
	if (cJSON_IsArray(countries))
		put_json(form, "special_ad_category_country", countries);
}

/* With a cost cap each ad set has the cost. */
static void put_bids(struct ad_text *form, const struct ad_piece *piece, const struct ad_link *link)
{
	const cJSON *bidding = ad_json_get(piece->want, "bidding");
	const cJSON *sets = meta_sets_of(form->arena, piece->live);
	struct ad_text cost = ad_text_on(form->arena), map = ad_text_on(form->arena);
	struct ad_json j = ad_json_on(&map);
	const cJSON *set;

	if (strcmp(meta_strategy(ad_json_get_text(bidding, "strategy")), "COST_CAP") != 0 ||
	    !sets || !sets->child)
		return;
	put_money(&cost, "", ad_json_get(bidding, "targetCpa"), link);
	if (!cost.n) /* the cost of an adopted one may be unknown */
		return;
	ad_json_object(&j);
	cJSON_ArrayForEach(set, sets)
		ad_json_kraw(&j, ad_arena_copy(form->arena, ad_json_get_text(set, "id")).p,
			     (struct ad_str){ cost.p + 1, cost.n - 1 });
	ad_json_object_end(&j);
	ad_form_add(form, "adset_bid_amounts", ad_text_str(&map));
}

static void put_campaign(struct ad_text *form, const struct ad_piece *piece,
			 const struct ad_link *link)
{
	const cJSON *want = piece->want;

	if (changes(piece, "name"))
		put_text(form, "name", ad_json_get_text(want, "name"));
	if (changes(piece, "status"))
		put_status(form, want);
	if (changes(piece, "budget"))
		put_money(form,
			  meta_is_lifelong(form->arena, piece->live) ? "lifetime_budget"
								     : "daily_budget",
			  ad_json_get(want, "budget"), link);
	if (changes(piece, "platformOptions"))
		put_categories(form, want, link);
	if (changes(piece, "bidding")) {
		struct ad_str ours = ad_json_get_text(ad_json_get(want, "bidding"), "strategy");
		ad_form_add(form, "bid_strategy", ad_str(meta_strategy(ours)));
		put_bids(form, piece, link);
	}
}

/* The default optimization goal. */
static const char *goal_of(struct ad_str objective)
{
	return ad_str_is(objective, "AWARENESS") ? "REACH" : "LINK_CLICKS";
}

static void put_promoted(struct ad_text *form, const cJSON *want, const struct ad_link *link)
{
	static const char pages[] =
		" LEAD_GENERATION QUALITY_LEAD PAGE_LIKES POST_ENGAGEMENT CONVERSATIONS ";
	const cJSON *options = ad_json_get(want, "platformOptions");
	struct ad_str pixel = ad_json_get_text(options, "pixelId");
	struct ad_str goal = ad_json_get_text(options, "optimizationGoal");
	struct ad_text text = ad_text_on(form->arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	if (pixel.n) {
		ad_json_kstr(&j, "pixel_id", pixel);
		ad_json_kstr(&j, "custom_event_type", ad_json_get_text(options, "customEventType"));
	} else if (goal.n &&
		   strstr(pages, ad_arena_printf(form->arena, " %.*s ", AD_FMT(goal)).p)) {
		ad_json_kstr(&j, "page_id", ad_json_get_text(link->settings, "pageId"));
	}
	ad_json_object_end(&j);
	if (text.n > 2)
		ad_form_add(form, "promoted_object", ad_text_str(&text));
}

static void put_options(struct ad_text *form, const struct ad_piece *piece,
			const struct ad_link *link)
{
	const cJSON *options = ad_json_get(piece->want, "platformOptions");
	struct ad_str goal = ad_json_get_text(options, "optimizationGoal");
	struct ad_str billing = ad_json_get_text(options, "billingEvent");
	struct ad_str objective = ad_json_get_text(piece->parent, "objective");

	ad_form_add(form, "optimization_goal", goal.n ? goal : ad_str(goal_of(objective)));
	ad_form_add(form, "billing_event", billing.n ? billing : AD_S("IMPRESSIONS"));
	put_text(form, "destination_type", ad_json_get_text(options, "destinationType"));
	put_promoted(form, piece->want, link);
	put_text(form, "dsa_beneficiary",
		 ad_json_text(option(piece->want, "dsaBeneficiary", link)));
	put_text(form, "dsa_payor", ad_json_text(option(piece->want, "dsaPayor", link)));
}

/* The campaign's strategy decides which number an ad set has, and its source. */
static void put_bid(struct ad_text *form, const struct ad_piece *piece, const struct ad_link *link)
{
	const cJSON *bidding = ad_json_get(piece->parent, "bidding");
	const char *strategy = meta_strategy(ad_json_get_text(bidding, "strategy"));
	const cJSON *roas = ad_json_get(bidding, "targetRoas");

	if (strcmp(strategy, "LOWEST_COST_WITH_BID_CAP") == 0)
		put_money(form, "bid_amount", ad_json_get(piece->want, "cpcBid"), link);
	if (piece->op != AD_OP_CREATE)
		return;
	if (strcmp(strategy, "COST_CAP") == 0)
		put_money(form, "bid_amount", ad_json_get(bidding, "targetCpa"), link);
	if (strcmp(strategy, "LOWEST_COST_WITH_MIN_ROAS") == 0 && cJSON_IsNumber(roas))
		ad_form_add(form, "bid_constraints",
			    ad_arena_printf(form->arena, "{\"roas_average_floor\":%lld}",
					    (long long)(roas->valuedouble * 10000 + 0.5)));
}

static void put_targeting(struct ad_text *form, const cJSON *base, const cJSON *group,
			  const cJSON *campaign)
{
	struct ad_text text = ad_text_on(form->arena);
	struct ad_json j = ad_json_on(&text);

	meta_put_targeting(&j, base, group, campaign);
	ad_form_add(form, "targeting", ad_text_str(&text));
}

/* True if an ad set has a lifetime budget of its own. */
static bool is_lifelong_group(const struct ad_piece *piece)
{
	return piece->live &&
	       ad_str_is(ad_json_get_text(piece->live->fields, "budgetPeriod"), "LIFETIME");
}

static void put_group(struct ad_text *form, const struct ad_piece *piece,
		      const struct ad_link *link)
{
	bool make = piece->op == AD_OP_CREATE;
	struct ad_json_error error;
	const cJSON *base = piece->live && piece->live->handle.n
				    ? ad_json_parse(form->arena, piece->live->handle, &error)
				    : NULL;

	if (changes(piece, "name"))
		put_text(form, "name", ad_json_get_text(piece->want, "name"));
	if (changes(piece, "status"))
		put_status(form, piece->want);
	if (changes(piece, "cpcBid"))
		put_bid(form, piece, link);
	if (changes(piece, "budget"))
		put_money(form, is_lifelong_group(piece) ? "lifetime_budget" : "daily_budget",
			  ad_json_get(piece->want, "budget"), link);
	if (changes(piece, "platformOptions"))
		put_options(form, piece, link);
	if (changes(piece, "targeting") || changes(piece, "platformOptions"))
		put_targeting(form, base, piece->want, make || !base ? piece->parent : NULL);
	if (!make)
		return;
	put_day(form, "start_time", ad_json_get(piece->parent, "startDate"), false, link);
	if (!cJSON_IsNull(ad_json_get(piece->parent, "endDate")))
		put_day(form, "end_time", ad_json_get(piece->parent, "endDate"), true, link);
}

static struct ad_str first_of(const cJSON *list)
{
	const cJSON *item = cJSON_IsArray(list) ? list->child : NULL;

	return cJSON_IsObject(item) ? ad_json_get_text(item, "text") : ad_json_text(item);
}

static void kmaybe(struct ad_json *j, const char *key, struct ad_str value)
{
	if (value.n)
		ad_json_kstr(j, key, value);
}

static void put_button(struct ad_json *j, struct ad_str button, struct ad_str link)
{
	if (!button.n)
		return;
	ad_json_key(j, "call_to_action");
	ad_json_object(j);
	ad_json_kstr(j, "type", button);
	if (link.n) {
		ad_json_key(j, "value");
		ad_json_object(j);
		ad_json_kstr(j, "link", link);
		ad_json_object_end(j);
	}
	ad_json_object_end(j);
}

/* Writes the video and its texts; only its button carries the link. */
static void put_video(struct ad_json *j, const struct ad_piece *piece)
{
	const cJSON *want = piece->want;
	const struct ad_piece_asset *video = meta_shown(piece, true);
	const struct ad_piece_asset *picture = meta_shown(piece, false);

	ad_json_key(j, "video_data");
	ad_json_object(j);
	if (video)
		kmaybe(j, "video_id", video->remote_id);
	if (picture)
		kmaybe(j, "image_hash", picture->remote_id);
	kmaybe(j, "message", ad_json_get_text(want, "primaryText"));
	kmaybe(j, "title", first_of(ad_json_get(want, "headlines")));
	kmaybe(j, "link_description", first_of(ad_json_get(want, "descriptions")));
	put_button(j, ad_json_get_text(want, "callToAction"), ad_json_get_text(want, "finalUrl"));
	ad_json_object_end(j);
}

static void put_link(struct ad_json *j, const struct ad_piece *piece)
{
	const cJSON *want = piece->want;

	ad_json_key(j, "link_data");
	ad_json_object(j);
	ad_json_kstr(j, "link", ad_json_get_text(want, "finalUrl"));
	kmaybe(j, "message", ad_json_get_text(want, "primaryText"));
	kmaybe(j, "name", first_of(ad_json_get(want, "headlines")));
	kmaybe(j, "description", first_of(ad_json_get(want, "descriptions")));
	if (piece->assets)
		kmaybe(j, "image_hash", piece->assets->remote_id);
	put_button(j, ad_json_get_text(want, "callToAction"), (struct ad_str){ 0 });
	ad_json_object_end(j);
}

/* Writes a creative, created in one call with its ad so that none is left without an ad. */
static void put_creative(struct ad_text *form, const struct ad_piece *piece,
			 const struct ad_link *link)
{
	const cJSON *want = piece->want;
	struct ad_text text = ad_text_on(form->arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_key(&j, "object_story_spec");
	ad_json_object(&j);
	kmaybe(&j, "page_id", ad_json_text(option(want, "pageId", link)));
	kmaybe(&j, "instagram_user_id", ad_json_get_text(link->settings, "instagramUserId"));
	if (ad_str_is(ad_json_get_text(want, "type"), "VIDEO"))
		put_video(&j, piece);
	else
		put_link(&j, piece);
	ad_json_object_end(&j);
	ad_json_object_end(&j);
	ad_form_add(form, "creative", ad_text_str(&text));
}

static void put_ad(struct ad_text *form, const struct ad_piece *piece, const struct ad_link *link)
{
	struct ad_str name = first_of(ad_json_get(piece->want, "headlines"));
	bool content = piece->op == AD_OP_CREATE;

	for (const char *const *field = piece->changed; !content && field && *field; field++)
		content = meta_is_content(*field);
	if (piece->op == AD_OP_CREATE)
		ad_form_add(form, "name", name.n ? name : piece->id);
	if (changes(piece, "status"))
		put_status(form, piece->want);
	if (content)
		put_creative(form, piece, link);
}

static struct meta_part part_of(struct ad_arena *arena, const struct ad_link *link,
				const struct ad_piece *piece)
{
	static const char *const edges[] = {
		[AD_R_CAMPAIGN] = "campaigns", [AD_R_AD_GROUP] = "adsets", [AD_R_AD] = "ads"
	};
	struct meta_part part = { "POST", piece->remote_id, ad_text_on(arena) };

	if (piece->op == AD_OP_REMOVE) {
		part.method = "DELETE";
		return part;
	}
	if (piece->op == AD_OP_CREATE)
		part.path = meta_account_path(arena, link, edges[piece->res->id]);
	switch (piece->op == AD_OP_CREATE ? (int)piece->res->id : -1) {
	case AD_R_CAMPAIGN:
		put_text(&part.form, "objective",
			 meta_objective(ad_json_get_text(piece->want, "objective")));
		ad_form_add(&part.form, "buying_type", AD_S("AUCTION"));
		break;
	case AD_R_AD_GROUP:
		ad_form_add(&part.form, "campaign_id", piece->parent_remote_id);
		break;
	case AD_R_AD:
		ad_form_add(&part.form, "adset_id", piece->parent_remote_id);
		break;
	default:
		break;
	}
	if (piece->res->id == AD_R_CAMPAIGN)
		put_campaign(&part.form, piece, link);
	else if (piece->res->id == AD_R_AD_GROUP)
		put_group(&part.form, piece, link);
	else
		put_ad(&part.form, piece, link);
	if (piece->op == AD_OP_CREATE)
		put_mark(&part.form, piece->id);
	return part;
}

/* True if the ad sets store the wanted value of a campaign's field, such as a minimum ROAS. */
static bool is_spread(const struct ad_piece *piece, const char *field)
{
	const cJSON *bidding = ad_json_get(piece->want, "bidding");

	return meta_is_spread(field) ||
	       (strcmp(field, "bidding") == 0 &&
		ad_str_is(ad_json_get_text(bidding, "strategy"), "TARGET_ROAS"));
}

static bool any_changed(const struct ad_piece *piece, bool spread)
{
	for (const char *const *name = piece->changed; name && *name; name++)
		if (meta_is_spread(*name) == spread || (spread && is_spread(piece, *name)))
			return true;
	return false;
}

/*
 * Builds the calls that write a campaign's locations, languages and dates to the ad sets of a
 * batch, counted from 0; returns their number.
 */
static size_t spread(struct ad_arena *arena, const struct ad_link *link,
		     const struct ad_piece *piece, size_t batch, struct meta_part *parts)
{
	const cJSON *sets = meta_sets_of(arena, piece->live);
	const cJSON *set;
	size_t before = batch * META_BATCH;
	const cJSON *roas = ad_json_get(ad_json_get(piece->want, "bidding"), "targetRoas");
	size_t n = 0;

	cJSON_ArrayForEach(set, sets)
	{
		struct ad_text form = ad_text_on(arena);
		if (before > 0) {
			before--;
			continue;
		}
		if (n == META_BATCH)
			break;
		if (changes(piece, "locations") || changes(piece, "languages"))
			put_targeting(&form, ad_json_get(set, "targeting"), NULL, piece->want);
		if (changes(piece, "startDate"))
			put_day(&form, "start_time", ad_json_get(piece->want, "startDate"), false,
				link);
		if (changes(piece, "endDate"))
			put_day(&form, "end_time", ad_json_get(piece->want, "endDate"), true, link);
		if (changes(piece, "bidding") && cJSON_IsNumber(roas))
			ad_form_add(&form, "bid_constraints",
				    ad_arena_printf(arena, "{\"roas_average_floor\":%lld}",
						    (long long)(roas->valuedouble * 10000 + 0.5)));
		if (form.n)
			parts[n++] =
				(struct meta_part){ "POST", ad_json_get_text(set, "id"), form };
	}
	return n;
}

/* The first step of an update that writes ad sets: the second step if the campaign changes too. */
static unsigned spread_step(const struct ad_piece *piece)
{
	return any_changed(piece, false) ? 1 : 0;
}

bool meta_in_step(const struct ad_piece *piece, unsigned step, const char *field)
{
	struct ad_arena *arena;
	size_t sets = 0;

	if (piece->res->id != AD_R_CAMPAIGN || !is_spread(piece, field))
		return step == 0;
	/* The field is complete when the last ad set has it. */
	arena = ad_arena_new();
	sets = (size_t)cJSON_GetArraySize(meta_sets_of(arena, piece->live));
	ad_arena_free(arena);
	return step == spread_step(piece) + (sets ? (sets - 1) / META_BATCH : 0);
}

bool meta_in_parts(const struct ad_piece *piece, unsigned step, const char *field)
{
	return piece->res->id == AD_R_CAMPAIGN && is_spread(piece, field) &&
	       step >= spread_step(piece);
}

enum ad_built meta_build(struct ad_arena *arena, const struct ad_link *link,
			 const struct ad_piece *pieces, size_t count, unsigned step,
			 struct ad_http_request *out)
{
	bool campaign = pieces[0].op == AD_OP_UPDATE && pieces[0].res->id == AD_R_CAMPAIGN;
	size_t room = count > META_BATCH ? count : META_BATCH;
	struct meta_part *parts = ad_arena_zalloc(arena, room * sizeof(*parts));
	size_t n = 0;

	if (pieces[0].res->id == AD_R_ASSET)
		return meta_asset_build(arena, link, &pieces[0], step, out);
	if (campaign && any_changed(&pieces[0], true) && step >= spread_step(&pieces[0])) {
		n = spread(arena, link, &pieces[0], step - spread_step(&pieces[0]), parts);
	} else if (step == 0) {
		for (size_t i = 0; i < count; i++)
			parts[n++] = part_of(arena, link, &pieces[i]);
	}
	if (n == 0)
		return AD_BUILT_ALL;
	meta_request(arena, link, parts, n, out);
	out->changes = true;
	return AD_BUILT;
}
