/* Assets: the fields of a type, the format of the bytes, the length of the texts. */
#include "call/rules/rules.h"

#include "base/digest.h"
#include "call/request/core.h"
#include "call/rules/asset_rules.h"
#include "media/media.h"
#include "model/limits.h"

enum {
	IMAGE = 1 << 0,
	VIDEO = 1 << 1,
	LOGO = 1 << 2,
	TEXT = 1 << 3,
	SITELINK = 1 << 4,
	CALLOUT = 1 << 5,
	WITH_BYTES = IMAGE | VIDEO | LOGO
};

static const char *const type_names[] = { "IMAGE", "VIDEO", "LOGO", "TEXT", "SITELINK", "CALLOUT" };

static unsigned asset_rules_type_of(const struct ad_row *row)
{
	struct ad_str type = ad_row_text(row, "type");
	for (size_t i = 0; i < AD_LEN(type_names); i++)
		if (ad_str_is(type, type_names[i]))
			return 1u << i;
	return 0;
}

/* The types that have a field, and those that need it. */
struct use {
	const char *field;
	unsigned has, needs;
};
static const struct use uses[] = {
	{ "text", TEXT | SITELINK | CALLOUT, TEXT | SITELINK | CALLOUT },
	{ "finalUrl", SITELINK, SITELINK },
	{ "description1", SITELINK, 0 },
	{ "description2", SITELINK, 0 },
	{ "data", WITH_BYTES, 0 },
	{ "sourceUrl", WITH_BYTES, 0 },
};

/* True if the field is set, or was set to an invalid value. */
static bool asset_rules_is_given(struct ad_call *call, const struct ad_row *row, const char *field)
{
	return !ad_row_is_null(row, field) || ad_has_fault(call, field);
}

static void asset_rules_check_fields(struct ad_call *call, const struct ad_row *before,
				     const struct ad_row *after, unsigned type)
{
	struct ad_str name = ad_row_text(after, "type");
	for (size_t i = 0; i < AD_LEN(uses); i++) {
		const struct use *u = &uses[i];
		bool given = asset_rules_is_given(call, after, u->field);
		if (given && !(u->has & type))
			ad_fault(call, u->field, "NOT_FOR_TYPE",
				 "%s is not available for an asset of type %.*s. Omit it.",
				 u->field, AD_FMT(name));
		else if (!given && (u->needs & type) &&
			 (!before || ad_changed(before, after, u->field)))
			ad_fault(call, u->field, "REQUIRED",
				 "%s is required for an asset of type %.*s.", u->field,
				 AD_FMT(name));
	}
	if (type == SITELINK && asset_rules_is_given(call, after, "description1") !=
					asset_rules_is_given(call, after, "description2")) {
		bool first = asset_rules_is_given(call, after, "description1");
		ad_fault(call, first ? "description2" : "description1", "BOTH_OR_NONE",
			 "A SITELINK must have both description1 and description2, or neither.");
	}
}

static void check_source(struct ad_call *call, const struct ad_row *row, unsigned type)
{
	bool data = asset_rules_is_given(call, row, "data");
	bool url = asset_rules_is_given(call, row, "sourceUrl");
	struct ad_str source = ad_row_text(row, "sourceUrl");
	bool http_too = call->core->config->fetch_allow.count > 0;
	if (!(type & WITH_BYTES))
		return;
	if (data && url)
		ad_fault(call, "sourceUrl", "ONE_OF", "Give data or sourceUrl, not both.");
	else if (!data && !url)
		ad_fault(call, "data", "REQUIRED",
			 "data (the bytes as base64) or sourceUrl is required for an asset of type "
			 "%.*s.",
			 AD_FMT(ad_row_text(row, "type")));
	else if (source.p && !http_too && !ad_str_starts(source, "https://"))
		ad_fault(call, "sourceUrl", "INVALID_URL",
			 "sourceUrl must be an https URL of the public internet.");
}

/* Accepts a text that fits at least one platform with such assets; otherwise adds a fault. */
static void asset_rules_check_text(struct ad_call *call, const struct ad_row *row,
				   const char *field)
{
	const struct ad_limit_row *widest = NULL;
	struct ad_str text = ad_row_text(row, field);
	for (size_t i = 0; i < ad_limits_count; i++) {
		const struct ad_limit_row *l = &ad_limits_rows[i];
		if (l->resource == AD_R_ASSET && strcmp(l->field, field) == 0 &&
		    ad_str_is(ad_row_text(row, "type"), l->type) &&
		    (!widest || l->max_width > widest->max_width))
			widest = l;
	}
	if (text.p && widest)
		ad_rule_width(call, widest->platform, field, text, widest->max_width);
}

static void set_int(struct ad_row *row, const char *field, int64_t value)
{
	*ad_row_value(row, field) =
		(struct ad_value){ .kind = value > 0 ? AD_INT : AD_NULL, .i = value };
}

bool ad_asset_take(struct ad_call *call, struct ad_row *row, const char *path, struct ad_str bytes)
{
	struct ad_media media;
	const char *wrong = ad_media_read(bytes, &media);
	bool video = asset_rules_type_of(row) == VIDEO;
	uint8_t digest[AD_SHA256_SIZE];
	char hex[2 * AD_SHA256_SIZE + 1];
	if (wrong && !media.mime) {
		ad_fault(call, path, "UNSUPPORTED_FORMAT",
			 "The file in %s %s. Convert the file to one of these formats.", path,
			 wrong);
		return false;
	}
	if (wrong) {
		ad_fault(call, path, "INVALID_MEDIA",
			 "The file in %s (%s) %s. Export the file again.", path, media.mime, wrong);
		return false;
	}
	if (media.video != video) {
		ad_fault(call, path, "WRONG_MEDIA",
			 "The file in %s is %s; an asset of type %.*s requires a %s.", path,
			 media.mime, AD_FMT(ad_row_text(row, "type")), video ? "video" : "picture");
		return false;
	}
	ad_sha256(bytes, digest);
	ad_hex(digest, sizeof(digest), hex);
	ad_rule_set(row, "mimeType", ad_str(media.mime));
	ad_rule_set(row, "sha256", ad_arena_copy(call->arena, ad_str(hex)));
	set_int(row, "width", media.width);
	set_int(row, "height", media.height);
	set_int(row, "durationMs", media.duration_ms);
	set_int(row, "bytes", (int64_t)bytes.n);
	*ad_row_value(row, "data") = (struct ad_value){ .kind = AD_TEXT, .s = bytes };
	return true;
}

void ad_asset_rules(struct ad_call *call, const struct ad_row *before, struct ad_row *after)
{
	static const char *const texts[] = { "text", "description1", "description2" };
	unsigned type = asset_rules_type_of(after);
	if (call->rules == AD_RULES_STORED || !type)
		return;
	asset_rules_check_fields(call, before, after, type);
	if (!before)
		check_source(call, after, type);
	for (size_t i = 0; i < AD_LEN(texts); i++)
		if (ad_changed(before, after, texts[i]))
			asset_rules_check_text(call, after, texts[i]);
	struct ad_str data = ad_row_text(after, "data");
	if (!before && data.p && (type & WITH_BYTES) && !ad_row_text(after, "sourceUrl").p)
		(void)ad_asset_take(call, after, "data", data);
}
