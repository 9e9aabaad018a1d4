/* Operations of ours as requests to the campaign service. */
#include "base/json_read.h"
#include "platform/microsoft/adapter.h"
#include "platform/pin.h"
#include "platform/unknown_values.h"

#define NEW_AD_TYPE "ResponsiveSearch"

/* The paths of a kind's objects, and the members that name them. */
struct kind {
	const char *path, *items, *ids, *parent;
};

static const struct kind *microsoft_build_kind_of(const struct ad_piece *piece)
{
	static const struct kind campaign = { "Campaigns", "Campaigns", "CampaignIds",
					      "AccountId" };
	static const struct kind group = { "AdGroups", "AdGroups", "AdGroupIds", "CampaignId" };
	static const struct kind ad = { "Ads", "Ads", "AdIds", "AdGroupId" };
	static const struct kind keyword = { "Keywords", "Keywords", "KeywordIds", "AdGroupId" };

	if (piece->res->id == AD_R_CAMPAIGN)
		return &campaign;
	if (piece->res->id == AD_R_AD_GROUP)
		return &group;
	return piece->res->id == AD_R_AD ? &ad : &keyword;
}

bool microsoft_is_negative(const struct ad_piece *piece)
{
	return piece->res->id == AD_R_KEYWORD &&
	       (piece->under_campaign || cJSON_IsTrue(ad_json_get(piece->want, "negative")));
}

/* The chain of a piece's parent: given for a create, otherwise a part of its own id. */
static struct ad_str above_of(const struct ad_piece *piece)
{
	return piece->op == AD_OP_CREATE ? piece->parent_remote_id
					 : microsoft_above(piece->remote_id);
}

bool microsoft_together(const struct ad_piece *a, const struct ad_piece *b)
{
	if (a->op != b->op || a->res != b->res ||
	    microsoft_is_negative(a) != microsoft_is_negative(b))
		return false;
	if (microsoft_is_extension(a->res->id))
		return microsoft_extension_together(a, b);
	/* A campaign's update takes several requests, which depend on its live state. */
	if (a->res->id == AD_R_CAMPAIGN)
		return a->op != AD_OP_UPDATE;
	return ad_str_eq(above_of(a), above_of(b));
}

static bool microsoft_build_refuse(struct ad_platform_error *error, const char *code,
				   struct ad_str message)
{
	*error = (struct ad_platform_error){ .code = code, .message = message };
	return false;
}

/*
 * True if the piece writes the field. A field that an update leaves unchanged may have a value that
 * our model cannot express.
 */
static bool microsoft_writes(const struct ad_piece *piece, const char *field)
{
	for (const char *const *name = piece->changed; name && *name; name++)
		if (strcmp(*name, field) == 0)
			return true;
	return piece->op == AD_OP_CREATE;
}

static const cJSON *microsoft_written(const struct ad_piece *piece, const char *field)
{
	return microsoft_writes(piece, field) ? ad_json_get(piece->want, field) : NULL;
}

static bool microsoft_can_place(struct ad_arena *arena, const struct ad_piece *piece,
				struct ad_platform_error *error)
{
	const cJSON *item;

	if (!ad_pin_can_change(arena, "Microsoft", piece, error))
		return false;
	cJSON_ArrayForEach(item, microsoft_written(piece, "locations"))
	{
		struct ad_str code = ad_json_get_text(item, "code");
		if (microsoft_geo_id(code) == 0)
			return microsoft_build_refuse(
				error, "UNKNOWN_LOCATION",
				ad_arena_printf(
					arena,
					"Microsoft has no known location number for "
					"\"%.*s\". Use the number of the place on Microsoft.",
					AD_FMT(code)));
	}
	cJSON_ArrayForEach(item, microsoft_written(piece, "languages"))
	{
		if (!microsoft_language_name(ad_json_text(item)).n)
			return microsoft_build_refuse(
				error, "UNKNOWN_LANGUAGE",
				ad_arena_printf(arena,
						"Microsoft does not support the language \"%.*s\".",
						AD_FMT(ad_json_text(item))));
	}
	return true;
}

/*
 * True if Microsoft can express the amounts: it counts hundredths, so a finer amount would be
 * changed.
 */
static bool can_pay(const struct ad_piece *piece, struct ad_platform_error *error)
{
	static const char *const fields[] = { "budget", "cpcBid", NULL };
	static const char *const members[] = { "maxCpc", "targetCpa", NULL };
	const cJSON *bidding = microsoft_written(piece, "bidding");
	int64_t micros;

	for (size_t i = 0; i < 2; i++)
		for (size_t k = 0; k < 2; k++) {
			const cJSON *amount = k ? ad_json_get(bidding, members[i])
						: microsoft_written(piece, fields[i]);
			if (ad_json_micros_of(amount, &micros) && micros % 10000 != 0)
				return microsoft_build_refuse(
					error, "INVALID_AMOUNT",
					AD_S("Microsoft accepts amounts with at most two "
					     "decimals."));
		}
	return true;
}

/* True if Microsoft can create the object; otherwise false with *error. */
static bool can_make(const struct ad_piece *piece, struct ad_platform_error *error)
{
	struct ad_str type = ad_json_get_text(piece->want, "type");

	if (piece->op != AD_OP_CREATE)
		return true;
	if (piece->res->id == AD_R_CAMPAIGN && !ad_str_is(type, "SEARCH"))
		return microsoft_build_refuse(
			error, "UNSUPPORTED_ON_PLATFORM",
			AD_S("On Microsoft only SEARCH campaigns can be created."));
	if (piece->res->id == AD_R_AD && !ad_str_is(type, "RESPONSIVE_SEARCH"))
		return microsoft_build_refuse(
			error, "UNSUPPORTED_ON_PLATFORM",
			AD_S("On Microsoft only RESPONSIVE_SEARCH ads can be created."));
	return true;
}

/* The value of a field before an update: as just read, otherwise as last synced. */
static const cJSON *microsoft_standing(const struct ad_piece *piece, const char *field)
{
	return ad_json_get(piece->live ? piece->live->fields : piece->synced, field);
}

/*
 * False if a number of the strategy would be cleared: Microsoft leaves the omitted members of a
 * bidding scheme unchanged, and documents no value that clears one.
 */
static bool can_clear_bidding(struct ad_arena *arena, const struct ad_piece *piece,
			      struct ad_platform_error *error)
{
	static const char *const members[] = { "maxCpc", "targetCpa", "targetRoas" };
	const cJSON *want = microsoft_written(piece, "bidding"),
		    *before = microsoft_standing(piece, "bidding");
	const struct microsoft_bidding *row =
		microsoft_bidding_of(ad_json_get_text(want, "strategy"));

	if (piece->op != AD_OP_UPDATE || !want || !microsoft_bidding_stands(before, want))
		return true;
	for (size_t i = 0; i < AD_LEN(members); i++) {
		bool has = (row->ours && strcmp(row->ours, members[i]) == 0) ||
			   (row->capped && strcmp("maxCpc", members[i]) == 0);
		if (has && cJSON_IsNumber(ad_json_get(before, members[i])) &&
		    !cJSON_IsNumber(ad_json_get(want, members[i])))
			return microsoft_build_refuse(
				error, "UNSUPPORTED_ON_PLATFORM",
				ad_arena_printf(arena,
						"adcore cannot clear bidding.%s on Microsoft. Set "
						"another value, or clear it on Microsoft and pull.",
						members[i]));
	}
	return true;
}

/* False for the content of an ad of another type, which was not read. */
static bool can_edit(const struct ad_piece *piece, struct ad_platform_error *error)
{
	if (piece->op != AD_OP_UPDATE || piece->res->id != AD_R_AD ||
	    !ad_str_is(ad_json_get_text(piece->want, "type"), "OTHER"))
		return true;
	for (const char *const *name = piece->changed; name && *name; name++)
		if (strcmp(*name, "status") != 0)
			return microsoft_build_refuse(
				error, "UNSUPPORTED_ON_PLATFORM",
				AD_S("adcore changes only the status of an ad of this type. "
				     "Change its content on Microsoft, then pull."));
	return true;
}

/* False for a geo mode that adcore does not know and the campaign does not have. */
static bool can_set_mode(const struct ad_piece *piece, struct ad_platform_error *error)
{
	struct ad_str mode = microsoft_geo_mode(microsoft_written(piece, "platformOptions"));

	if (piece->res->id != AD_R_CAMPAIGN || !ad_str_is(mode, AD_OTHER_WORD) ||
	    (piece->op == AD_OP_UPDATE &&
	     ad_str_eq(mode, microsoft_geo_mode(microsoft_standing(piece, "platformOptions")))))
		return true;
	return microsoft_build_refuse(
		error, "UNSUPPORTED_ON_PLATFORM",
		AD_S("The campaign has a location intent that adcore does not support. Set "
		     "platformOptions.geoMode to PRESENCE or PRESENCE_OR_INTEREST, or set "
		     "the intent on Microsoft and pull."));
}

static bool can_clear(const struct ad_piece *piece, struct ad_platform_error *error)
{
	if (piece->op != AD_OP_UPDATE)
		return true;
	if (piece->res->id == AD_R_AD_GROUP && microsoft_writes(piece, "cpcBid") &&
	    !cJSON_IsNumber(ad_json_get(piece->want, "cpcBid")))
		return microsoft_build_refuse(
			error, "BID_REQUIRED",
			AD_S("An ad group on Microsoft must have a bid. Set another "
			     "cpcBid instead of clearing it."));
	/* Microsoft leaves a URL unchanged if the list is empty. */
	if (piece->res->id == AD_R_KEYWORD && microsoft_writes(piece, "finalUrl") &&
	    !ad_json_get_text(piece->want, "finalUrl").n &&
	    ad_json_text(microsoft_standing(piece, "finalUrl")).n)
		return microsoft_build_refuse(
			error, "UNSUPPORTED_ON_PLATFORM",
			AD_S("adcore cannot clear finalUrl of a keyword on Microsoft. Set "
			     "another URL, or clear it on Microsoft and pull."));
	return true;
}

bool microsoft_can(struct ad_arena *arena, const struct ad_piece *piece,
		   struct ad_platform_error *error)
{
	bool campaign = piece->res->id == AD_R_CAMPAIGN;

	if (piece->op == AD_OP_REMOVE)
		return true;
	if (microsoft_is_extension(piece->res->id))
		return microsoft_extension_can(piece, error);
	if (campaign && (ad_json_get_text(piece->want, "startDate").p ||
			 ad_json_get_text(piece->want, "endDate").p))
		return microsoft_build_refuse(
			error, "UNSUPPORTED_ON_PLATFORM",
			AD_S("Search campaigns on Microsoft have no dates. Clear startDate "
			     "and endDate, and pause the campaign after its last day."));
	return can_make(piece, error) && can_edit(piece, error) && can_clear(piece, error) &&
	       can_set_mode(piece, error) &&
	       ad_unknown_can_write(arena, "Microsoft", piece, error) &&
	       ad_bidding_can_change(arena, "Microsoft", piece, error) &&
	       can_clear_bidding(arena, piece, error) && can_pay(piece, error) &&
	       (!campaign || microsoft_can_place(arena, piece, error));
}

void microsoft_request(struct ad_arena *arena, const struct ad_link *link, const char *method,
		       const char *path, struct ad_http_request *out)
{
	*out = (struct ad_http_request){ .method = method };
	out->url = ad_arena_printf(arena, "%.*s/%s", AD_FMT(link->api_url), path);
	out->headers[out->header_count++] =
		(struct ad_http_header){ "Content-Type", AD_S("application/json") };
	out->headers[out->header_count++] =
		(struct ad_http_header){ "DeveloperToken", link->developer_token };
	out->headers[out->header_count++] =
		(struct ad_http_header){ "CustomerId", link->login_account_id };
	out->headers[out->header_count++] =
		(struct ad_http_header){ "CustomerAccountId", link->account_id };
}

static void put_mark(struct ad_json *j, struct ad_str id)
{
	ad_json_key(j, "UrlCustomParameters");
	ad_json_object(j);
	ad_json_key(j, "Parameters");
	ad_json_array(j);
	ad_json_object(j);
	ad_json_kcstr(j, "Key", MICROSOFT_MARK);
	ad_json_kstr(j, "Value", id);
	ad_json_object_end(j);
	ad_json_array_end(j);
	ad_json_object_end(j);
}

/* Writes the match type; nothing for one that adcore does not know. */
static void put_match(struct ad_json *j, const struct ad_piece *piece)
{
	const char *match = microsoft_match(ad_json_get_text(piece->want, "matchType"));

	if (match)
		ad_json_kcstr(j, "MatchType", match);
}

static void put_new(struct ad_json *j, const struct ad_link *link, const struct ad_piece *piece)
{
	ad_json_object(j);
	if (piece->res->id == AD_R_CAMPAIGN) {
		ad_json_kcstr(j, "CampaignType", "Search");
		ad_json_kstr(j, "TimeZone", microsoft_zone(link->timezone));
	} else if (piece->res->id == AD_R_AD) {
		ad_json_kcstr(j, "Type", NEW_AD_TYPE);
	} else if (piece->res->id == AD_R_KEYWORD) {
		ad_json_kstr(j, "Text", ad_json_get_text(piece->want, "text"));
		put_match(j, piece);
	}
	for (size_t i = 0; i < microsoft_field_count; i++) {
		const struct microsoft_field *row = &microsoft_fields[i];
		const cJSON *value = ad_json_get(piece->want, row->field);
		bool absent = !value || cJSON_IsNull(value);
		if (row->resource == piece->res->id && (!absent || row->form == MF_LANGUAGES))
			microsoft_put(j, row, value);
	}
	if (piece->res->id != AD_R_KEYWORD)
		put_mark(j, piece->id);
	ad_json_object_end(j);
}

/* The type of an existing ad, as Microsoft named it. */
static struct ad_str ad_type(const struct ad_piece *piece)
{
	return piece->live && piece->live->handle.n ? piece->live->handle : AD_S(NEW_AD_TYPE);
}

void microsoft_put_changed(struct ad_json *j, const struct ad_piece *piece)
{
	const cJSON *live = piece->live ? piece->live->fields : NULL;

	ad_json_object(j);
	ad_json_kstr(j, "Id", microsoft_own(piece->remote_id));
	if (piece->res->id == AD_R_AD)
		ad_json_kstr(j, "Type", ad_type(piece));
	for (const char *const *name = piece->changed; *name; name++) {
		const struct microsoft_field *row = microsoft_field(piece->res->id, *name);
		/* The budget type was chosen on the platform and does not change. */
		if (row && row->form == MF_BUDGET)
			microsoft_put_budget(j, NULL, ad_json_get(piece->want, *name));
		else if (row && row->form == MF_BIDDING)
			microsoft_put_bidding(j, ad_json_get(piece->want, *name),
					      ad_json_get(live, *name));
		else if (row)
			microsoft_put(j, row, ad_json_get(piece->want, *name));
	}
	ad_json_object_end(j);
}

/* Negative keywords of one entity: adds by text, deletes by id. */
static void build_negatives(struct ad_arena *arena, const struct ad_link *link,
			    const struct ad_piece *pieces, size_t count,
			    struct ad_http_request *out)
{
	struct ad_text body = ad_text_on(arena);
	struct ad_json j = ad_json_on(&body);
	bool create = pieces[0].op == AD_OP_CREATE;

	microsoft_request(arena, link, create ? "POST" : "DELETE", "EntityNegativeKeywords", out);
	ad_json_object(&j);
	ad_json_key(&j, "EntityNegativeKeywords");
	ad_json_array(&j);
	ad_json_object(&j);
	ad_json_kstr(&j, "EntityId", microsoft_own(above_of(&pieces[0])));
	ad_json_kcstr(&j, "EntityType", pieces[0].under_campaign ? "Campaign" : "AdGroup");
	ad_json_key(&j, "NegativeKeywords");
	ad_json_array(&j);
	for (size_t i = 0; i < count; i++) {
		ad_json_object(&j);
		ad_json_kcstr(&j, "Type", "NegativeKeyword");
		if (!create)
			ad_json_kstr(&j, "Id", microsoft_own(pieces[i].remote_id));
		ad_json_kstr(&j, "Text", ad_json_get_text(pieces[i].want, "text"));
		put_match(&j, &pieces[i]);
		ad_json_object_end(&j);
	}
	ad_json_array_end(&j);
	ad_json_object_end(&j);
	ad_json_array_end(&j);
	ad_json_object_end(&j);
	out->body = ad_text_str(&body);
}

static void build_items(struct ad_arena *arena, const struct ad_link *link,
			const struct ad_piece *pieces, size_t count, struct ad_http_request *out)
{
	static const char *const methods[AD_OP_COUNT] = {
		[AD_OP_CREATE] = "POST",
		[AD_OP_UPDATE] = "PUT",
		[AD_OP_REMOVE] = "DELETE",
	};
	const struct kind *kind = microsoft_build_kind_of(&pieces[0]);
	struct ad_text body = ad_text_on(arena);
	struct ad_json j = ad_json_on(&body);
	enum ad_op op = pieces[0].op;
	bool campaign = pieces[0].res->id == AD_R_CAMPAIGN;

	microsoft_request(arena, link, methods[op], kind->path, out);
	ad_json_object(&j);
	ad_json_kstr(&j, kind->parent,
		     campaign ? link->account_id : microsoft_own(above_of(&pieces[0])));
	ad_json_key(&j, op == AD_OP_REMOVE ? kind->ids : kind->items);
	ad_json_array(&j);
	for (size_t i = 0; i < count; i++) {
		if (op == AD_OP_CREATE)
			put_new(&j, link, &pieces[i]);
		else if (op == AD_OP_UPDATE)
			microsoft_put_changed(&j, &pieces[i]);
		else
			ad_json_str(&j, microsoft_own(pieces[i].remote_id));
	}
	ad_json_array_end(&j);
	ad_json_object_end(&j);
	out->body = ad_text_str(&body);
}

enum ad_built microsoft_build(struct ad_arena *arena, const struct ad_link *link,
			      const struct ad_piece *pieces, size_t count, unsigned step,
			      struct ad_http_request *out)
{
	bool negative = microsoft_is_negative(&pieces[0]);

	if (microsoft_is_extension(pieces[0].res->id))
		return microsoft_extension_build(arena, link, pieces, count, step, out);
	if (pieces[0].res->id == AD_R_CAMPAIGN && pieces[0].op == AD_OP_UPDATE)
		return microsoft_update_campaign(arena, link, &pieces[0], step, out);
	/* A negative keyword has no fields that can change. */
	if (step > 0 || (negative && pieces[0].op == AD_OP_UPDATE))
		return AD_BUILT_ALL;
	if (negative)
		build_negatives(arena, link, pieces, count, out);
	else
		build_items(arena, link, pieces, count, out);
	out->changes = true;
	return AD_BUILT;
}
