/*
 * Operations of ours as Graph API calls. Meta stores a campaign's locations, languages and dates
 * with its ad sets: changing them is a second step, a batch with one call per ad set.
 */
#include "base/digest.h"
#include "base/json_read.h"
#include "platform/form.h"
#include "platform/meta/put.h"

/* Lower-case hex of HMAC-SHA-256 of the token under the application's secret. */
static void meta_prove(struct ad_text *form, const struct ad_link *link)
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
	meta_prove(&parts[0].form, link);
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

static void put_mark(struct ad_text *form, struct ad_str id)
{
	struct ad_str json =
		ad_arena_printf(form->arena, "[{\"name\":\"" META_MARK "%.*s\"}]", AD_FMT(id));

	ad_form_add(form, "adlabels", json);
}

/* Each list alone: an update sends the one that changed. */
static void put_categories(struct ad_text *form, const struct ad_piece *piece,
			   const struct ad_link *link)
{
	const cJSON *list = meta_option(piece->want, "specialAdCategories", link);
	const cJSON *options = ad_json_get(piece->want, "platformOptions");
	const cJSON *countries = ad_json_get(options, "specialAdCategoryCountries");

	if (meta_changes_option(piece, "specialAdCategories")) {
		if (cJSON_IsArray(list))
			meta_put_json(form, "special_ad_categories", list);
		else
			ad_form_add(form, "special_ad_categories", AD_S("[]"));
	}
	if (cJSON_IsArray(countries) && meta_changes_option(piece, "specialAdCategoryCountries"))
		meta_put_json(form, "special_ad_category_country", countries);
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
	meta_put_money(&cost, "", ad_json_get(bidding, "targetCpa"), link);
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

	if (meta_changes(piece, "name"))
		meta_put_text(form, "name", ad_json_get_text(want, "name"));
	if (meta_changes(piece, "status"))
		meta_put_status(form, want);
	if (meta_changes(piece, "budget"))
		meta_put_money(form,
			       meta_is_lifelong(form->arena, piece->live) ? "lifetime_budget"
									  : "daily_budget",
			       ad_json_get(want, "budget"), link);
	put_categories(form, piece, link);
	if (meta_changes(piece, "bidding")) {
		struct ad_str ours = ad_json_get_text(ad_json_get(want, "bidding"), "strategy");
		ad_form_add(form, "bid_strategy", ad_str(meta_strategy(ours)));
		put_bids(form, piece, link);
	}
}

static void put_ad(struct ad_text *form, const struct ad_piece *piece, const struct ad_link *link)
{
	struct ad_str name = meta_ad_name(piece->want);
	bool content = piece->op == AD_OP_CREATE;

	for (const char *const *field = piece->changed; !content && field && *field; field++)
		content = meta_is_content(*field);
	if (piece->op == AD_OP_CREATE)
		ad_form_add(form, "name", name.n ? name : piece->id);
	if (meta_changes(piece, "status"))
		meta_put_status(form, piece->want);
	if (content)
		meta_put_creative(form, piece, link);
}

static struct meta_part meta_part_of(struct ad_arena *arena, const struct ad_link *link,
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
		meta_put_text(&part.form, "objective",
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
		meta_put_group(&part.form, piece, link);
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

/* Of an ad set's own targeting only what changes in the campaign is replaced. */
static void put_aim(struct ad_text *form, const struct ad_piece *piece, const cJSON *set)
{
	const struct meta_aim aim = {
		.base = ad_json_get(set, "targeting"),
		.campaign = piece->want,
		.places = meta_changes(piece, "locations"),
		.languages = meta_changes(piece, "languages"),
	};
	struct ad_text text = ad_text_on(form->arena);
	struct ad_json j = ad_json_on(&text);

	if (!aim.places && !aim.languages)
		return;
	meta_put_targeting(&j, &aim);
	ad_form_add(form, "targeting", ad_text_str(&text));
}

/*
 * Builds the calls that write a campaign's locations, languages and dates to the ad sets of a
 * batch, counted from 0; returns their number.
 */
static size_t meta_spread(struct ad_arena *arena, const struct ad_link *link,
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
		put_aim(&form, piece, set);
		if (meta_changes(piece, "startDate"))
			meta_put_day(&form, "start_time", ad_json_get(piece->want, "startDate"),
				     false, link);
		if (meta_changes(piece, "endDate"))
			meta_put_day(&form, "end_time", ad_json_get(piece->want, "endDate"), true,
				     link);
		if (meta_changes(piece, "bidding") && cJSON_IsNumber(roas))
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
		n = meta_spread(arena, link, &pieces[0], step - spread_step(&pieces[0]), parts);
	} else if (step == 0) {
		for (size_t i = 0; i < count; i++)
			parts[n++] = meta_part_of(arena, link, &pieces[i]);
	}
	if (n == 0)
		return AD_BUILT_ALL;
	meta_request(arena, link, parts, n, out);
	out->changes = true;
	return AD_BUILT;
}
