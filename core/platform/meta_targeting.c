/*
 * An ad set's targeting, from the ad group's targeting and the campaign's locations and languages.
 */
#include "base/json_read.h"
#include "platform/meta.h"

static const char *const of_group[] = { "age_min",
					"age_max",
					"genders",
					"flexible_spec",
					"publisher_platforms",
					"device_platforms",
					"targeting_automation" };
static const char *const of_campaign[] = { "geo_locations", "excluded_geo_locations", "locales" };

static bool is_among(const char *name, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

static void put_list(struct ad_json *j, const char *key, const cJSON *list)
{
	const cJSON *item;

	if (!cJSON_IsArray(list) || !list->child)
		return;
	ad_json_key(j, key);
	ad_json_array(j);
	cJSON_ArrayForEach(item, list) ad_json_str(j, ad_json_text(item));
	ad_json_array_end(j);
}

static void put_genders(struct ad_json *j, const cJSON *list)
{
	const cJSON *item;

	if (!cJSON_IsArray(list) || !list->child)
		return;
	ad_json_key(j, "genders");
	ad_json_array(j);
	cJSON_ArrayForEach(item, list)
		ad_json_int(j, ad_str_is(ad_json_text(item), "MALE") ? 1 : 2);
	ad_json_array_end(j);
}

static void put_interests(struct ad_json *j, const cJSON *list)
{
	const cJSON *item;

	if (!cJSON_IsArray(list) || !list->child)
		return;
	ad_json_key(j, "flexible_spec");
	ad_json_array(j);
	ad_json_object(j);
	ad_json_key(j, "interests");
	ad_json_array(j);
	cJSON_ArrayForEach(item, list)
	{
		ad_json_object(j);
		ad_json_kstr(j, "id", ad_json_text(item));
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
	ad_json_object_end(j);
	ad_json_array_end(j);
}

static void put_devices(struct ad_json *j, const cJSON *list)
{
	const cJSON *item;

	if (!cJSON_IsArray(list) || !list->child)
		return;
	ad_json_key(j, "device_platforms");
	ad_json_array(j);
	cJSON_ArrayForEach(item, list) ad_json_str(
		j, ad_str_is(ad_json_text(item), "DESKTOP") ? AD_S("desktop") : AD_S("mobile"));
	ad_json_array_end(j);
}

static void put_group(struct ad_json *j, const cJSON *group)
{
	const cJSON *targeting = ad_json_get(group, "targeting");
	const cJSON *options = ad_json_get(group, "platformOptions");
	const cJSON *least = ad_json_get(targeting, "ageMin");
	const cJSON *most = ad_json_get(targeting, "ageMax");

	if (cJSON_IsNumber(least))
		ad_json_kint(j, "age_min", least->valueint);
	if (cJSON_IsNumber(most))
		ad_json_kint(j, "age_max", most->valueint);
	put_genders(j, ad_json_get(targeting, "genders"));
	put_interests(j, ad_json_get(targeting, "interests"));
	put_list(j, "publisher_platforms", ad_json_get(targeting, "placements"));
	put_devices(j, ad_json_get(targeting, "devices"));
	ad_json_key(j, "targeting_automation");
	ad_json_object(j);
	ad_json_kint(j, "advantage_audience",
		     cJSON_IsTrue(ad_json_get(options, "advantageAudience")));
	ad_json_object_end(j);
}

/* Writes the targets of the list, or the exclusions; returns true if there are any. */
static bool put_countries(struct ad_json *j, const char *key, const cJSON *list, bool excluded)
{
	const cJSON *item;
	bool any = false;

	cJSON_ArrayForEach(item, list)
	{
		if (cJSON_IsTrue(ad_json_get(item, "excluded")) != excluded)
			continue;
		if (!any) {
			ad_json_key(j, key);
			ad_json_object(j);
			ad_json_key(j, "countries");
			ad_json_array(j);
		}
		any = true;
		ad_json_str(j, ad_json_get_text(item, "code"));
	}
	if (any) {
		ad_json_array_end(j);
		ad_json_object_end(j);
	}
	return any;
}

static void put_campaign(struct ad_json *j, const cJSON *campaign)
{
	const cJSON *languages = ad_json_get(campaign, "languages");
	const cJSON *item;

	if (!put_countries(j, "geo_locations", ad_json_get(campaign, "locations"), false))
		ad_json_kraw(j, "geo_locations", AD_S("{\"country_groups\":[\"worldwide\"]}"));
	put_countries(j, "excluded_geo_locations", ad_json_get(campaign, "locations"), true);
	if (!cJSON_IsArray(languages) || !languages->child)
		return;
	ad_json_key(j, "locales");
	ad_json_array(j);
	cJSON_ArrayForEach(item, languages)
	{
		int64_t keys[META_LOCALES];
		size_t n = meta_locales(ad_json_text(item), keys);
		for (size_t i = 0; i < n; i++)
			ad_json_int(j, keys[i]);
	}
	ad_json_array_end(j);
}

void meta_put_targeting(struct ad_json *j, const cJSON *base, const cJSON *group,
			const cJSON *campaign)
{
	const cJSON *member;

	ad_json_object(j);
	cJSON_ArrayForEach(member, base)
	{
		struct ad_text raw = ad_text_on(j->out->arena);
		if ((group && is_among(member->string, of_group, AD_LEN(of_group))) ||
		    (campaign && is_among(member->string, of_campaign, AD_LEN(of_campaign))))
			continue;
		ad_json_canonical(&raw, member);
		ad_json_kraw(j, member->string, ad_text_str(&raw));
	}
	if (campaign)
		put_campaign(j, campaign);
	if (group)
		put_group(j, group);
	ad_json_object_end(j);
}
