/* Rules of assets and of their links to campaigns and ad groups. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "op.h"

enum {
	IMAGE_LIMIT = 5120 * 1024
};

static void check_length(struct g_op *op, const cJSON *data, const char *camel, size_t max,
			 const char *field)
{
	const char *text = json_text(data, camel);
	if (text && *text && g_length(text, true) > max)
		op_fail(op, E_STRING_TOO_LONG, field, text);
}

static void check_sitelink(struct g_op *op, const cJSON *data)
{
	const char *one = json_text(data, "description1"), *two = json_text(data, "description2");
	bool has_one = one && *one, has_two = two && *two;
	check_length(op, data, "linkText", 25, "sitelink_asset.link_text");
	check_length(op, data, "description1", 35, "sitelink_asset.description1");
	check_length(op, data, "description2", 35, "sitelink_asset.description2");
	if (has_one != has_two)
		op_fail(op, E_REQUIRED,
			has_one ? "sitelink_asset.description2" : "sitelink_asset.description1",
			NULL);
	if (cJSON_GetArraySize(json_at(op->value, "finalUrls")) == 0)
		op_fail(op, E_REQUIRED_NONEMPTY_LIST, "final_urls", NULL);
}

static void check_callout(struct g_op *op, const cJSON *data)
{
	check_length(op, data, "calloutText", 25, "callout_asset.callout_text");
}

static void check_snippet(struct g_op *op, const cJSON *data)
{
	static const char *const headers[] = { "Amenities",
					       "Brands",
					       "Courses",
					       "Degree programs",
					       "Destinations",
					       "Featured hotels",
					       "Insurance coverage",
					       "Models",
					       "Neighborhoods",
					       "Service catalog",
					       "Shows",
					       "Styles",
					       "Types" };
	const char *header = json_text(data, "header");
	const cJSON *values = json_at(data, "values"), *item;
	bool known = !header || !*header;
	for (size_t i = 0; !known && i < sizeof(headers) / sizeof(headers[0]); i++)
		known = strcmp(headers[i], header) == 0;
	if (!known)
		op_fail(op, E_INVALID_VALUE, "structured_snippet_asset.header", header);
	int n = cJSON_GetArraySize(values), i = 0;
	if (n > 0 && n < 3)
		op_fail(op, E_TOO_FEW, "structured_snippet_asset.values", NULL);
	if (n > 10)
		op_fail(op, E_TOO_MANY, "structured_snippet_asset.values", NULL);
	cJSON_ArrayForEach(item, values)
	{
		if (g_length(item->valuestring, true) > 25)
			op_fail_at(op, E_STRING_TOO_LONG, item->valuestring,
				   "structured_snippet_asset.values[%d]", i);
		i++;
	}
}

static void check_call(struct g_op *op, const cJSON *data)
{
	const char *country = json_text(data, "countryCode");
	const char *phone = json_text(data, "phoneNumber");
	if (country && *country &&
	    !(strlen(country) == 2 && isupper((unsigned char)country[0]) &&
	      isupper((unsigned char)country[1])))
		op_fail(op, E_COUNTRY_CODE, "call_asset.country_code", country);
	int digits = 0;
	for (const char *s = phone ? phone : ""; *s; s++)
		digits += isdigit((unsigned char)*s) != 0;
	if (phone && *phone &&
	    (digits < 4 || digits > 15 || strspn(phone, "0123456789 +-().") != strlen(phone)))
		op_fail(op, E_ASSET_PHONE, "call_asset.phone_number", phone);
}

static void check_text_asset(struct g_op *op, const cJSON *data)
{
	check_length(op, data, "text", 90, "text_asset.text");
}

/* The bytes are looked at only as far as their first ones: JPEG, PNG or GIF. */
static void check_image(struct g_op *op, const cJSON *data)
{
	static const char *const starts[][2] = { { "/9j/", "IMAGE_JPEG" },
						 { "iVBORw0KGgo", "IMAGE_PNG" },
						 { "R0lGOD", "IMAGE_GIF" } };
	const char *bytes = json_text(data, "data");
	if (!bytes || !*bytes) {
		op_fail(op, E_REQUIRED, "image_asset.data", NULL);
		return;
	}
	if (strlen(bytes) / 4 * 3 > IMAGE_LIMIT)
		op_fail(op, E_IMAGE_TOO_LARGE, "image_asset.data", NULL);
	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
		if (strncmp(bytes, starts[i][0], strlen(starts[i][0])) == 0) {
			json_set_text(json_at(op->value, "imageAsset"), "mimeType", starts[i][1]);
			return;
		}
	}
	op_fail(op, E_IMAGE_INVALID, "image_asset.data", NULL);
}

static const struct {
	const char *member;
	const char *type;
	const char *field_types; /* those its links may have */
	bool is_content;         /* the same content is the same asset, and cannot be changed */
	void (*check)(struct g_op *op, const cJSON *data);
} types[] = {
	{ "sitelinkAsset", "SITELINK", " SITELINK ", false, check_sitelink },
	{ "calloutAsset", "CALLOUT", " CALLOUT ", false, check_callout },
	{ "structuredSnippetAsset", "STRUCTURED_SNIPPET", " STRUCTURED_SNIPPET ", false,
	  check_snippet },
	{ "callAsset", "CALL", " CALL ", false, check_call },
	{ "textAsset", "TEXT", " HEADLINE DESCRIPTION LONG_HEADLINE BUSINESS_NAME ", true,
	  check_text_asset },
	{ "imageAsset", "IMAGE",
	  " AD_IMAGE MARKETING_IMAGE SQUARE_MARKETING_IMAGE LOGO LANDSCAPE_LOGO BUSINESS_LOGO ",
	  true, check_image },
	{ "youtubeVideoAsset", "YOUTUBE_VIDEO", " YOUTUBE_VIDEO VIDEO ", true, NULL },
};

static int google_rules_asset_type_of(const cJSON *asset)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (json_at(asset, types[i].member))
			return (int)i;
	return -1;
}

/* Finds an asset of the same content, which is then answered instead of a new one. */
static bool google_rules_asset_reuse(struct g_op *op, const cJSON *data)
{
	char digest[G_TAIL_ROOM], counter[96];
	char *printed = json_print(data);
	g_criterion_id(printed, digest);
	free(printed);
	snprintf(counter, sizeof(counter), "%s/content/%s", op->call->account.id, digest);
	long long known = store_number(op->call->sandbox->store, counter);
	if (known) {
		snprintf(op->tail, sizeof(op->tail), "%lld", known);
		op->existing = true;
		return true;
	}
	op_new_id(op, K_ASSET, op->tail);
	store_set_number(op->call->sandbox->store, counter, sb_number(op->tail));
	return false;
}

void asset_create(struct g_op *op)
{
	int type = google_rules_asset_type_of(op->value);
	if (type < 0) {
		if (!op->failed)
			op_fail(op, E_ASSET_DATA_MISSING, "", NULL);
		return;
	}
	const cJSON *data = json_at(op->value, types[type].member);
	if (types[type].check)
		types[type].check(op, data);
	json_set_text(op->value, "type", types[type].type);
	json_set_text(op->value, "source", "ADVERTISER");
	if (op->failed)
		return;
	if (types[type].is_content) {
		if (google_rules_asset_reuse(op, data))
			return;
	} else {
		op_new_id(op, K_ASSET, op->tail);
	}
	json_set_text(op->value, "id", op->tail);
}

void asset_update(struct g_op *op)
{
	int type = google_rules_asset_type_of(op->value);
	if (type < 0) {
		op_fail(op, E_ASSET_DATA_MISSING, "", NULL);
		return;
	}
	if (types[type].is_content && !op_touches(op, "name"))
		op_fail(op, E_ASSET_CANNOT_MODIFY, "", NULL);
	else if (types[type].check && !types[type].is_content)
		types[type].check(op, json_at(op->value, types[type].member));
}

/* A link is its object, asset and field type: to make it again is to have it. */
static void link_create(struct g_op *op, const char *holder, enum g_kind_id of, enum g_kind_id link)
{
	char above[G_TAIL_ROOM], asset_tail[G_TAIL_ROOM], wanted[64];
	op_reference(op, holder, of, above);
	const cJSON *asset = op_reference(op, "asset", K_ASSET, asset_tail);
	const char *field_type = json_text(op->value, "fieldType");
	json_default_text(op->value, "status", "ENABLED");
	json_set_text(op->value, "source", "ADVERTISER");
	if (!field_type)
		return;
	snprintf(wanted, sizeof(wanted), " %s ", field_type);
	int type = asset ? google_rules_asset_type_of(asset) : -1;
	if (type >= 0 && !strstr(types[type].field_types, wanted))
		op_fail(op, E_ASSET_FIELD_TYPE, "field_type", field_type);
	snprintf(op->tail, sizeof(op->tail), "%.16s~%.16s~%.28s", above, asset_tail, field_type);
	cJSON *old = store_get(op->call->sandbox->store, op->call->account.id, (int)link, op->tail);
	const char *status = json_text(old, "status");
	op->existing = old && !(status && strcmp(status, "REMOVED") == 0);
	cJSON_Delete(old);
}

void campaign_asset_create(struct g_op *op)
{
	link_create(op, "campaign", K_CAMPAIGN, K_CAMPAIGN_ASSET);
}

void ad_group_asset_create(struct g_op *op)
{
	link_create(op, "ad_group", K_AD_GROUP, K_AD_GROUP_ASSET);
}

void asset_link_update(struct g_op *op)
{
	(void)op; /* only its status can change, and the rows see to that */
}
