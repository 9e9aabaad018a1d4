/* Readers of the table of what is sent. */
#include "model/sent.h"

#include <string.h>

#include "base/json_read.h"
#include "base/text.h"

const struct ad_sent_row *ad_sent_row_of(enum ad_resource_id resource, const char *field)
{
	for (size_t i = 0; i < ad_sent_count; i++)
		if (ad_sent_rows[i].resource == resource &&
		    strcmp(ad_sent_rows[i].field, field) == 0)
			return &ad_sent_rows[i];
	return NULL;
}

static bool sent_how_is_carried(enum ad_sent_how how)
{
	return how == AD_SENT_ALWAYS || how == AD_SENT_ONCE || how == AD_SENT_BELOW ||
	       how == AD_SENT_IMPLIED;
}

bool ad_sent_carries(enum ad_platform platform, enum ad_resource_id resource, const char *field)
{
	const struct ad_sent_row *row = ad_sent_row_of(resource, field);

	return row && sent_how_is_carried(row->at[platform].how);
}

static bool sent_condition_holds(enum ad_sent_when when, const struct ad_sent_of *of)
{
	const cJSON *list;
	struct ad_str type;

	switch (when) {
	case AD_SENT_WHENEVER:
		return true;
	case AD_SENT_POSITIVE:
		return !cJSON_IsTrue(ad_json_get(of->object, "negative"));
	case AD_SENT_WITH_MEDIA:
		type = ad_json_get_text(of->object, "type");
		return ad_str_is(type, "IMAGE") || ad_str_is(type, "LOGO") ||
		       ad_str_is(type, "VIDEO");
	case AD_SENT_WITH_PLACE:
		list = ad_json_get(of->object, "locations");
		return list && list->child;
	case AD_SENT_BID_CAP:
		return !of->parent ||
		       ad_str_is(ad_json_get_text(ad_json_get(of->parent, "bidding"), "strategy"),
				 "MANUAL_CPC");
	}
	return true;
}

typedef bool sent_test(enum ad_sent_how how);

static bool sent_any_platform(const struct ad_sent_of *of, const char *field, sent_test *test)
{
	const struct ad_sent_row *row = ad_sent_row_of(of->resource, field);

	for (int p = 0; row && p < AD_PLATFORM_COUNT; p++)
		if ((of->platform == AD_PLATFORM_COUNT || of->platform == (enum ad_platform)p) &&
		    test(row->at[p].how) && sent_condition_holds(row->at[p].when, of))
			return true;
	return false;
}

static bool sent_how_is_changed(enum ad_sent_how how)
{
	return how == AD_SENT_ALWAYS || how == AD_SENT_BELOW;
}

bool ad_sent_by_create(const struct ad_sent_of *of, const char *field)
{
	return sent_any_platform(of, field, sent_how_is_carried);
}

bool ad_sent_by_update(const struct ad_sent_of *of, const char *field)
{
	return sent_any_platform(of, field, sent_how_is_changed);
}

bool ad_sent_is_set(const struct ad_field *field, const cJSON *value)
{
	bool nested = cJSON_IsArray(value) || cJSON_IsObject(value);
	struct ad_text text = { 0 };
	bool set;

	if (!value || cJSON_IsNull(value) || (nested && !value->child))
		return false;
	if (!field->initial)
		return true;
	ad_json_canonical(&text, value);
	set = !ad_str_is(ad_text_str(&text), field->initial);
	ad_text_free(&text);
	return set;
}
