/* Operations of ours as googleAds:mutate requests. */
#include "platform/google/adapter.h"

#include <stdio.h>

#include "base/json_read.h"
#include "platform/pin.h"
#include "platform/unknown_values.h"

void google_request(struct ad_arena *arena, const struct ad_link *link, const char *path,
		    struct ad_http_request *out)
{
	*out = (struct ad_http_request){ .method = "POST" };
	out->url =
		ad_arena_printf(arena, "%.*s/%s/customers/%.*s/%s", AD_FMT(link->api_url),
				ad_api_version_of(AD_GOOGLE)->name, AD_FMT(link->account_id), path);
	out->headers[out->header_count++] =
		(struct ad_http_header){ "Content-Type", AD_S("application/json") };
	if (link->login_account_id.n)
		out->headers[out->header_count++] =
			(struct ad_http_header){ "login-customer-id", link->login_account_id };
	if (link->developer_token.n)
		out->headers[out->header_count++] =
			(struct ad_http_header){ "developer-token", link->developer_token };
}

static bool google_refuse(struct ad_platform_error *error, const char *code, struct ad_str message)
{
	*error = (struct ad_platform_error){ .code = code, .message = message };
	return false;
}

/*
 * True if the piece writes the field. A field that an update leaves unchanged may have a value that
 * our model cannot express.
 */
static bool google_writes(const struct ad_piece *piece, const char *field)
{
	for (const char *const *name = piece->changed; name && *name; name++)
		if (strcmp(*name, field) == 0)
			return true;
	return piece->op == AD_OP_CREATE;
}

static const cJSON *google_written(const struct ad_piece *piece, const char *field)
{
	return google_writes(piece, field) ? ad_json_get(piece->want, field) : NULL;
}

static bool google_can_place(struct ad_arena *arena, const struct ad_piece *piece,
			     struct ad_platform_error *error)
{
	const cJSON *item;

	if (!ad_pin_can_change(arena, "Google", piece, error))
		return false;
	cJSON_ArrayForEach(item, google_written(piece, "locations"))
	{
		struct ad_str code = ad_json_get_text(item, "code");
		if (google_geo_id(code) == 0)
			return google_refuse(
				error, "UNKNOWN_LOCATION",
				ad_arena_printf(
					arena,
					"Google does not support the location \"%.*s\". Use a "
					"two-letter country, or the number of a geo target.",
					AD_FMT(code)));
	}
	cJSON_ArrayForEach(item, google_written(piece, "languages"))
	{
		if (google_language_id(ad_json_text(item)) == 0)
			return google_refuse(
				error, "UNKNOWN_LANGUAGE",
				ad_arena_printf(arena,
						"Google does not support the language \"%.*s\".",
						AD_FMT(ad_json_text(item))));
	}
	return true;
}

static bool can_lead(const struct ad_piece *piece, struct ad_platform_error *error)
{
	static const char *const fields[] = { "trackingTemplate", "finalUrlSuffix" };

	for (size_t i = 0; i < AD_LEN(fields); i++) {
		const char *fault =
			google_url_fault(fields[i], ad_json_text(google_written(piece, fields[i])));
		if (fault)
			return google_refuse(error, "INVALID_URL", ad_str(fault));
	}
	return true;
}

/* The value of a field before an update: as just read, otherwise as last synced. */
static const cJSON *google_standing(const struct ad_piece *piece, const char *field)
{
	return ad_json_get(piece->live ? piece->live->fields : piece->synced, field);
}

/*
 * False if nothing but the declaration differs: options are compared without it, so that it would
 * never be sent.
 */
static bool can_declare(const struct ad_piece *piece, struct ad_platform_error *error)
{
	struct google_options want = google_options_of(google_written(piece, "platformOptions"));
	struct google_options is = google_options_of(google_standing(piece, "platformOptions"));

	if (piece->op != AD_OP_UPDATE || !want.declared || !is.declared ||
	    want.political == is.political || want.search != is.search ||
	    want.partners != is.partners || want.display != is.display ||
	    !ad_str_eq(want.geo, is.geo))
		return true;
	return google_refuse(
		error, "UNSUPPORTED_ON_PLATFORM",
		AD_S("adcore does not change platformOptions.euPolitical of a campaign on "
		     "Google. Change it on Google, then pull."));
}

static bool any_field(const struct ad_piece *piece, bool content)
{
	for (const char *const *name = piece->changed; name && *name; name++) {
		const struct google_field *row = google_field(piece->res->id, *name);
		if (row && row->form != GF_FIXED && row->content == content)
			return true;
	}
	return false;
}

/* False for the content of an ad of another type, which was not read. */
static bool can_edit(const struct ad_piece *piece, struct ad_platform_error *error)
{
	if (piece->op != AD_OP_UPDATE || piece->res->id != AD_R_AD ||
	    !ad_str_is(ad_json_get_text(piece->want, "type"), "OTHER") || !any_field(piece, true))
		return true;
	return google_refuse(
		error, "UNSUPPORTED_ON_PLATFORM",
		AD_S("adcore changes only the status of an ad of this type. Change its content "
		     "on Google, then pull."));
}

bool google_can(struct ad_arena *arena, const struct ad_piece *piece,
		struct ad_platform_error *error)
{
	struct ad_str type = ad_json_get_text(piece->want, "type");

	if (google_is_asset(piece->res->id))
		return google_asset_can(piece, error);
	if (piece->op == AD_OP_CREATE && piece->res->id == AD_R_CAMPAIGN &&
	    !ad_str_is(type, "SEARCH"))
		return google_refuse(error, "UNSUPPORTED_ON_PLATFORM",
				     AD_S("On Google only SEARCH campaigns can be created."));
	if (piece->op == AD_OP_CREATE && piece->res->id == AD_R_AD &&
	    !ad_str_is(type, "RESPONSIVE_SEARCH"))
		return google_refuse(error, "UNSUPPORTED_ON_PLATFORM",
				     AD_S("On Google only RESPONSIVE_SEARCH ads can be created."));
	if (!can_edit(piece, error) || !ad_unknown_can_write(arena, "Google", piece, error))
		return false;
	if (piece->op != AD_OP_REMOVE && piece->res->id == AD_R_CAMPAIGN)
		return ad_bidding_can_change(arena, "Google", piece, error) &&
		       can_declare(piece, error) && can_lead(piece, error) &&
		       google_can_place(arena, piece, error);
	return true;
}

/*
 * True for the step of an ad's content (step 0, if any), which belongs to the ad; the status
 * belongs to its link to the group.
 */
static bool content_step(const struct ad_piece *piece, unsigned step)
{
	return piece->res->id == AD_R_AD && step == 0 && any_field(piece, true);
}

bool google_in_step(const struct ad_piece *piece, unsigned step, const char *field)
{
	const struct google_field *row = google_field(piece->res->id, field);
	bool two = any_field(piece, true) && any_field(piece, false);

	if (!row || !two)
		return step == 0;
	return row->content == (step == 0);
}

bool google_together(const struct ad_piece *a, const struct ad_piece *b)
{
	if (a->op != b->op || a->res != b->res || a->under_campaign != b->under_campaign)
		return false;
	if (google_is_asset(a->res->id))
		return google_asset_together(a, b);
	/* A campaign has several parts in one atomic request, so it is sent alone. */
	if (a->res->id == AD_R_CAMPAIGN)
		return a->op == AD_OP_REMOVE;
	if (a->op != AD_OP_UPDATE || a->res->id != AD_R_AD)
		return true;
	return any_field(a, true) == any_field(b, true) &&
	       any_field(a, false) == any_field(b, false) &&
	       !(any_field(a, true) && any_field(a, false));
}

static const char *const operations[][2] = {
	[AD_R_CAMPAIGN] = { "campaignOperation", "campaigns" },
	[AD_R_AD_GROUP] = { "adGroupOperation", "adGroups" },
	[AD_R_AD] = { "adGroupAdOperation", "adGroupAds" },
	[AD_R_KEYWORD] = { "adGroupCriterionOperation", "adGroupCriteria" },
};

static void put_all(struct ad_json *j, const struct ad_piece *piece, bool content)
{
	for (size_t i = 0; i < google_field_count; i++) {
		const struct google_field *row = &google_fields[i];
		/* path1, path2 and the texts are members of responsiveSearchAd. */
		bool nested = row->mask && strchr(row->mask, '.');
		if (row->resource == piece->res->id && row->content == content && !nested)
			google_put(j, row, ad_json_get(piece->want, row->field));
	}
}

static void put_responsive(struct ad_json *j, const struct ad_piece *piece, const char *const *only)
{
	bool open = false;

	for (size_t i = 0; i < google_field_count; i++) {
		const struct google_field *row = &google_fields[i];
		bool wanted = only == NULL;
		if (row->resource != AD_R_AD || !row->mask || !strchr(row->mask, '.'))
			continue;
		for (const char *const *name = only; name && *name; name++)
			wanted = wanted || strcmp(*name, row->field) == 0;
		if (!wanted)
			continue;
		if (!open) {
			ad_json_key(j, "responsiveSearchAd");
			ad_json_object(j);
			open = true;
		}
		google_put(j, row, ad_json_get(piece->want, row->field));
	}
	if (open)
		ad_json_object_end(j);
}

static void create_keyword(struct ad_json *j, const struct ad_piece *piece)
{
	bool negative = cJSON_IsTrue(ad_json_get(piece->want, "negative"));

	if (negative)
		ad_json_kbool(j, "negative", true);
	else
		put_all(j, piece, false);
	ad_json_key(j, "keyword");
	ad_json_object(j);
	ad_json_kstr(j, "text", ad_json_get_text(piece->want, "text"));
	ad_json_kstr(j, "matchType", ad_json_get_text(piece->want, "matchType"));
	ad_json_object_end(j);
}

static void google_create(struct ad_json *j, const struct ad_link *link,
			  const struct ad_piece *piece)
{
	bool at_campaign = piece->res->id == AD_R_AD_GROUP || piece->under_campaign;

	ad_json_key(j, "create");
	ad_json_object(j);
	google_name(j, at_campaign ? "campaign" : "adGroup", link,
		    at_campaign ? "campaigns" : "adGroups", piece->parent_remote_id);
	if (piece->res->id == AD_R_KEYWORD) {
		create_keyword(j, piece);
	} else {
		put_all(j, piece, false);
		if (piece->res->id == AD_R_AD_GROUP) {
			ad_json_kcstr(j, "type", "SEARCH_STANDARD");
			google_put_mark(j, piece->id);
		}
	}
	if (piece->res->id == AD_R_AD) {
		ad_json_key(j, "ad");
		ad_json_object(j);
		put_all(j, piece, true);
		google_put_mark(j, piece->id);
		put_responsive(j, piece, NULL);
		ad_json_object_end(j);
	}
	ad_json_object_end(j);
}

/* The ad itself, of "group~ad". */
static struct ad_str ad_part(struct ad_str id)
{
	const char *tilde = ad_str_find(id, '~');

	if (!tilde)
		return id;
	return (struct ad_str){ tilde + 1, id.n - (size_t)(tilde + 1 - id.p) };
}

static void google_update(struct ad_json *j, const struct ad_link *link,
			  const struct ad_piece *piece, unsigned step)
{
	bool content = content_step(piece, step);
	const char *collection = content ? "ads" : operations[piece->res->id][1];
	struct ad_text mask = { 0 };

	if (piece->under_campaign)
		collection = "campaignCriteria";
	ad_json_key(j, "update");
	ad_json_object(j);
	google_name(j, "resourceName", link, collection,
		    content ? ad_part(piece->remote_id) : piece->remote_id);
	for (const char *const *name = piece->changed; *name; name++) {
		const struct google_field *row = google_field(piece->res->id, *name);
		if (!row || !row->mask || row->content != content)
			continue;
		if (mask.n)
			ad_text_addc(&mask, ',');
		ad_text_adds(&mask, row->mask);
		if (!strchr(row->mask, '.'))
			google_put(j, row, ad_json_get(piece->want, *name));
	}
	if (content)
		put_responsive(j, piece, piece->changed);
	ad_json_object_end(j);
	ad_json_kstr(j, "updateMask", ad_text_str(&mask));
	ad_text_free(&mask);
}

static void one_operation(struct ad_json *j, const struct ad_link *link,
			  const struct ad_piece *piece, unsigned step)
{
	const char *name = operations[piece->res->id][0];

	if (piece->under_campaign)
		name = "campaignCriterionOperation";
	else if (piece->op == AD_OP_UPDATE && content_step(piece, step))
		name = "adOperation";
	ad_json_object(j);
	ad_json_key(j, name);
	ad_json_object(j);
	switch (piece->op) {
	case AD_OP_CREATE:
		google_create(j, link, piece);
		break;
	case AD_OP_UPDATE:
		google_update(j, link, piece, step);
		break;
	case AD_OP_REMOVE:
		google_name(j, "remove", link,
			    piece->under_campaign ? "campaignCriteria"
						  : operations[piece->res->id][1],
			    piece->remote_id);
		break;
	case AD_OP_UPLOAD:
	case AD_OP_COUNT:
		break;
	}
	ad_json_object_end(j);
	ad_json_object_end(j);
}

/* The number of requests that a piece takes. */
static unsigned steps_of(const struct ad_piece *piece)
{
	bool negative = piece->res->id == AD_R_KEYWORD &&
			cJSON_IsTrue(ad_json_get(piece->want, "negative"));

	if (google_is_asset(piece->res->id))
		return google_asset_steps(piece);
	if (piece->op != AD_OP_UPDATE)
		return 1;
	if (negative)
		return 0;
	return (unsigned)any_field(piece, true) + (unsigned)any_field(piece, false);
}

enum ad_built google_build(struct ad_arena *arena, const struct ad_link *link,
			   const struct ad_piece *pieces, size_t count, unsigned step,
			   struct ad_http_request *out)
{
	struct ad_text body = ad_text_on(arena);
	struct ad_json j = ad_json_on(&body);

	if (step >= steps_of(&pieces[0]))
		return AD_BUILT_ALL;
	google_request(arena, link, "googleAds:mutate", out);
	ad_json_object(&j);
	ad_json_key(&j, "mutateOperations");
	ad_json_array(&j);
	for (size_t i = 0; i < count; i++) {
		if (pieces[i].res->id == AD_R_CAMPAIGN)
			google_campaign_operations(&j, link, &pieces[i]);
		else if (google_is_asset(pieces[i].res->id))
			google_asset_operation(arena, &j, link, &pieces[i]);
		else
			one_operation(&j, link, &pieces[i], step);
	}
	ad_json_array_end(&j);
	/* Pieces of one request are independent: each succeeds or fails alone. */
	ad_json_kbool(&j, "partialFailure", count > 1);
	ad_json_object_end(&j);
	out->body = ad_text_str(&body);
	out->changes = true;
	/* If the live object already has every wanted value, nothing is left to send. */
	if (ad_str_starts(out->body, "{\"mutateOperations\":[]"))
		return AD_BUILT_ALL;
	return AD_BUILT;
}
