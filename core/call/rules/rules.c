#include "call/rules/rules.h"

#include "base/fold.h"
#include "base/json_read.h"
#include "base/utf8.h"
#include "call/request/check_value.h"
#include "model/options.h"
#include "store/db/lookup.h"

static void no_rules(struct ad_call *call, const struct ad_row *before, struct ad_row *after)
{
	(void)call;
	(void)before;
	(void)after;
}

ad_rule_fn *ad_rules_of(enum ad_resource_id resource)
{
	static ad_rule_fn *const rules[AD_RESOURCE_COUNT] = {
		[AD_R_CAMPAIGN] = ad_campaign_rules,
		[AD_R_AD_GROUP] = ad_ad_group_rules,
		[AD_R_AD] = ad_ad_rules,
		[AD_R_KEYWORD] = ad_keyword_rules,
		[AD_R_KEYWORD_LIST] = ad_keyword_list_rules,
		[AD_R_BUSINESS] = ad_business_rules,
		[AD_R_CONVERSION] = ad_conversion_rules,
		[AD_R_ASSET] = ad_asset_rules,
	};
	return rules[resource] ? rules[resource] : no_rules;
}

bool ad_changed(const struct ad_row *before, const struct ad_row *after, const char *field)
{
	size_t index = 0;
	if (!ad_field_find(&after->res->shape, ad_str(field), &index))
		return false;
	if (!before)
		return after->v[index].kind != AD_NULL;
	return !ad_value_eq(&before->v[index], &after->v[index]);
}

struct ad_row *ad_rule_parent(struct ad_call *call, const struct ad_row *row, const char *field)
{
	const struct ad_field *ref = ad_field_find(&row->res->shape, ad_str(field), NULL);
	struct ad_str id = ad_row_text(row, field);
	struct ad_row *parent = NULL;
	if (!id.p || ad_has_fault(call, field))
		return NULL;
	if (call->parent_hint && ad_str_eq(call->parent_hint->id, id))
		return call->parent_hint;
	enum ad_db_status status = ad_row_load(call->db, call->arena, ad_call_realm(call),
					       ad_resource_row(ref->ref), id, &parent);
	if (status == AD_DB_ROW && !parent->removed && !parent->removal)
		return parent;
	if (status == AD_DB_ROW && parent->removal)
		ad_fault(call, field, "PENDING_REMOVAL",
			 "%s refers to an object that is staged for removal. Restore the object "
			 "first.",
			 field);
	else if (status == AD_DB_ROW || status == AD_DB_DONE)
		ad_fault(call, field, "REFERENCE_NOT_FOUND",
			 "%s does not match any object of this Space and environment.", field);
	else
		ad_fail_db(call, status);
	return NULL;
}

void ad_rule_same_platform(struct ad_call *call, const struct ad_row *before,
			   const struct ad_row *parent, const char *field)
{
	struct ad_str here = before ? ad_row_text(before, "platform") : (struct ad_str){ NULL, 0 };
	struct ad_str there = ad_row_text(parent, "platform");
	if (here.p && !ad_str_eq(here, there))
		ad_fault(call, field, "PLATFORM_MISMATCH",
			 "%s refers to an object on %.*s, and this object is on %.*s. Create a new "
			 "object there instead.",
			 field, AD_FMT(there), AD_FMT(here));
}

void ad_rule_options(struct ad_call *call, struct ad_row *after, enum ad_platform platform)
{
	struct ad_json_error err;
	struct ad_value *value = ad_row_value(after, "platformOptions");
	if (value->kind != AD_TEXT || platform == AD_PLATFORM_COUNT)
		return;
	const cJSON *item = ad_json_parse(call->arena, value->s, &err);
	*value = ad_check_options(call, platform, after->res->id, item);
}

/* The value of an option in platformOptions; NULL if it is not set. */
static const cJSON *option_in(const cJSON *options, const char *name)
{
	const cJSON *value = ad_json_get(options, name);
	return cJSON_IsNull(value) ? NULL : value;
}

void ad_rule_kept_options(struct ad_call *call, const struct ad_row *before,
			  const struct ad_row *after, enum ad_platform platform)
{
	struct ad_json_error err;
	if (platform != AD_META || !before || !after->remote_id.p || call->door == AD_DOOR_PULL)
		return;
	struct ad_str was = ad_row_text(before, "platformOptions");
	struct ad_str is = ad_row_text(after, "platformOptions");
	const cJSON *synced =
		after->synced.n ? ad_json_parse(call->arena, after->synced, &err) : NULL;
	const cJSON *there = ad_json_get(synced, "platformOptions");
	const cJSON *here = was.n ? ad_json_parse(call->arena, was, &err) : NULL;
	const cJSON *now = is.n ? ad_json_parse(call->arena, is, &err) : NULL;
	for (size_t i = 0; i < ad_option_count; i++) {
		const struct ad_option *o = &ad_options[i];
		const char *name = o->field.name;
		if (o->platform != platform || o->resource != after->res->id ||
		    !option_in(there, name) || !option_in(here, name) || option_in(now, name))
			continue;
		struct ad_str path = ad_arena_printf(call->arena, "platformOptions.%s", name);
		ad_fault(call, path.p, "UNSUPPORTED_ON_PLATFORM",
			 "%s is set on meta, where it cannot be cleared. Set it to another value, "
			 "or repeat the present one.",
			 path.p);
	}
}

void ad_rule_bind_name(struct ad_call *call, struct ad_stmt *query, struct ad_str name)
{
	ad_bind(query, 3, ad_sql_lower(call->arena, name));
	ad_bind(query, 6, ad_sql_lower(call->arena, ad_composed(call->arena, name)));
	ad_bind(query, 7, ad_sql_lower(call->arena, ad_decomposed(call->arena, name)));
}

/*
 * The exact comparison is not part of the query: SQLite would use it instead of the folded one, and
 * lose its index.
 */
struct ad_str ad_rule_same_name(struct ad_call *call, struct ad_stmt *query, struct ad_str name,
				enum ad_platform platform)
{
	struct ad_str found = { NULL, 0 };
	struct ad_str composed = ad_composed(call->arena, name);
	enum ad_db_status status;
	while ((status = ad_step(query)) == AD_DB_ROW) {
		if (platform != AD_MICROSOFT &&
		    !ad_str_eq(ad_composed(call->arena, ad_col(query, 1)), composed))
			continue;
		found = ad_arena_copy(call->arena, ad_col(query, 0));
		ad_reset(query);
		return found;
	}
	if (status != AD_DB_DONE)
		ad_fail_db(call, status);
	return found;
}

void ad_rule_set(struct ad_row *row, const char *field, struct ad_str value)
{
	*ad_row_value(row, field) =
		(struct ad_value){ .kind = value.p ? AD_TEXT : AD_NULL, .s = value };
}

/* {KeyWord:default} counts as its default. */
static size_t inserted_width(struct ad_str text)
{
	static const char open[] = "{keyword:";
	size_t width = 0;
	size_t plain = 0;
	for (size_t i = 0; i < text.n; i++) {
		bool here = i + sizeof(open) - 1 <= text.n;
		for (size_t k = 0; here && k < sizeof(open) - 1; k++) {
			char c = text.p[i + k];
			here = (c >= 'A' && c <= 'Z' ? (char)(c + 32) : c) == open[k];
		}
		const char *close = here ? memchr(text.p + i, '}', text.n - i) : NULL;
		if (!close)
			continue;
		size_t from = i + sizeof(open) - 1;
		width += ad_utf8_width((struct ad_str){ text.p + plain, i - plain });
		width += ad_utf8_width(
			(struct ad_str){ text.p + from, (size_t)(close - text.p) - from });
		i = (size_t)(close - text.p);
		plain = i + 1;
	}
	return width + ad_utf8_width((struct ad_str){ text.p + plain, text.n - plain });
}

void ad_rule_width(struct ad_call *call, enum ad_platform platform, const char *path,
		   struct ad_str text, int64_t max)
{
	bool wide = platform == AD_GOOGLE || platform == AD_MICROSOFT;
	int64_t n = (int64_t)(wide ? inserted_width(text) : ad_utf8_length(text));
	if (n > max)
		ad_fault_limit(call, path, "TOO_LONG", max,
			       "%s has %lld characters on %s (wide characters count 2); at most "
			       "%lld are allowed. Shorten the text.",
			       path, (long long)n, ad_platform_name(platform), (long long)max);
}

void ad_rule_locations(struct ad_call *call, const struct ad_row *row)
{
	struct ad_json_error err;
	const cJSON *item;
	int i = 0;
	struct ad_str text = ad_row_text(row, "locations");
	const cJSON *list = text.p ? ad_json_parse(call->arena, text, &err) : NULL;
	cJSON_ArrayForEach(item, list)
	{
		struct ad_str code = ad_json_get_text(item, "code");
		bool country = code.n == 2;
		bool digits = code.n > 0;
		for (size_t k = 0; k < code.n; k++) {
			country = country && code.p[k] >= 'A' && code.p[k] <= 'Z';
			digits = digits && code.p[k] >= '0' && code.p[k] <= '9';
		}
		struct ad_str path = ad_arena_printf(call->arena, "locations[%d].code", i++);
		if (!country && !digits)
			ad_fault(call, path.p, "UNKNOWN_VALUE",
				 "%s must be an ISO 3166 country in capitals, such as DE, or the "
				 "platform's numeric geo id.",
				 path.p);
	}
}
