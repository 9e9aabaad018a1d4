/*
 * An ad set's targeting, which Meta replaces as a whole: the live object with the changed members
 * replaced. A live member that already has the wanted meaning stays as it is, with all that adcore
 * does not know of it.
 */
#include "base/json_read.h"
#include "platform/meta/put.h"
#include "platform/unknown_values.h"

static const char *const of_group[] = {
	"age_min", "age_max", "genders", "flexible_spec", "publisher_platforms", "device_platforms"
};

static bool meta_is_among(const char *name, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

static bool meta_is_full(const cJSON *list)
{
	return list && cJSON_IsArray(list) && list->child;
}

static bool meta_holds_text(const cJSON *list, struct ad_str text)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		if (ad_str_eq(ad_json_text(item), text))
			return true;
	}
	return false;
}

static bool meta_is_within(const cJSON *list, const cJSON *other)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		if (!meta_holds_text(other, ad_json_text(item)))
			return false;
	}
	return true;
}

/* True if two lists of texts have the same items in any order. */
static bool is_same_set(const cJSON *a, const cJSON *b)
{
	return meta_is_within(a, b) && meta_is_within(b, a);
}

static void meta_write_texts(struct ad_json *j, const char *key, const cJSON *list,
			     const char *member)
{
	const cJSON *item;

	if (!cJSON_IsArray(list) || !list->child)
		return;
	ad_json_key(j, key);
	ad_json_array(j);
	cJSON_ArrayForEach(item, list)
		ad_json_str(j, member ? ad_json_get_text(item, member) : ad_json_text(item));
	ad_json_array_end(j);
}

/* Meta's number 0 means everybody: it adds no gender. */
static void write_genders(struct ad_json *j, const cJSON *genders)
{
	const cJSON *item;

	if (!cJSON_IsArray(genders))
		return;
	ad_json_key(j, "genders");
	ad_json_array(j);
	cJSON_ArrayForEach(item, genders)
	{
		int64_t number = meta_number(item);
		if (number != 0)
			ad_json_str(j, number == 1   ? AD_S("MALE")
				       : number == 2 ? AD_S("FEMALE")
						     : AD_S(AD_UNKNOWN_GENDER));
	}
	ad_json_array_end(j);
}

/* Devices that adcore does not know, such as connected_tv, read as OTHER. */
static void write_devices(struct ad_json *j, const cJSON *devices)
{
	const cJSON *item;

	if (!cJSON_IsArray(devices))
		return;
	ad_json_key(j, "devices");
	ad_json_array(j);
	cJSON_ArrayForEach(item, devices)
	{
		struct ad_str device = ad_json_text(item);
		ad_json_str(j, ad_str_is(device, "mobile")    ? AD_S("MOBILE")
			       : ad_str_is(device, "desktop") ? AD_S("DESKTOP")
							      : AD_S(AD_OTHER_WORD));
	}
	ad_json_array_end(j);
}

void meta_write_targeting(struct ad_json *j, const cJSON *targeting)
{
	const cJSON *spec = ad_json_get(targeting, "flexible_spec");
	const cJSON *least = ad_json_get(targeting, "age_min");
	const cJSON *most = ad_json_get(targeting, "age_max");

	/* A targeting that was not returned is unknown. */
	if (!cJSON_IsObject(targeting))
		return;
	ad_json_key(j, "targeting");
	ad_json_object(j);
	if (cJSON_IsNumber(least))
		ad_json_kint(j, "ageMin", least->valueint);
	if (cJSON_IsNumber(most))
		ad_json_kint(j, "ageMax", most->valueint);
	write_genders(j, ad_json_get(targeting, "genders"));
	if (cJSON_IsArray(spec) && spec->child)
		meta_write_texts(j, "interests", ad_json_get(spec->child, "interests"), "id");
	meta_write_texts(j, "placements", ad_json_get(targeting, "publisher_platforms"), NULL);
	write_devices(j, ad_json_get(targeting, "device_platforms"));
	ad_json_object_end(j);
}

/* The live targeting, its reading in our form, and ours. */
struct writing {
	struct ad_json *j;
	const cJSON *base, *read, *want;
};

/* Copies the live member if it reads as the wanted list; returns true if it did. */
static bool put_live(const struct writing *w, const char *theirs, const char *ours)
{
	const cJSON *member = ad_json_get(w->base, theirs);
	const cJSON *want = ad_json_get(w->want, ours);

	if (!member || !meta_is_full(want) || !is_same_set(ad_json_get(w->read, ours), want))
		return false;
	meta_put_member(w->j, member);
	return true;
}

static void meta_put_list(const struct writing *w, const char *theirs, const char *ours)
{
	const cJSON *list = ad_json_get(w->want, ours), *item;

	if (put_live(w, theirs, ours) || !meta_is_full(list))
		return;
	ad_json_key(w->j, theirs);
	ad_json_array(w->j);
	cJSON_ArrayForEach(item, list) ad_json_str(w->j, ad_json_text(item));
	ad_json_array_end(w->j);
}

static void put_genders(const struct writing *w)
{
	const cJSON *list = ad_json_get(w->want, "genders"), *item;

	if (put_live(w, "genders", "genders") || !meta_is_full(list))
		return;
	ad_json_key(w->j, "genders");
	ad_json_array(w->j);
	cJSON_ArrayForEach(item, list)
		ad_json_int(w->j, ad_str_is(ad_json_text(item), "MALE") ? 1 : 2);
	ad_json_array_end(w->j);
}

static void put_devices(const struct writing *w)
{
	const cJSON *list = ad_json_get(w->want, "devices"), *item;

	if (put_live(w, "device_platforms", "devices") || !meta_is_full(list))
		return;
	ad_json_key(w->j, "device_platforms");
	ad_json_array(w->j);
	cJSON_ArrayForEach(item, list) ad_json_str(
		w->j, ad_str_is(ad_json_text(item), "DESKTOP") ? AD_S("desktop") : AD_S("mobile"));
	ad_json_array_end(w->j);
}

static void put_interests(struct ad_json *j, const cJSON *list)
{
	const cJSON *item;

	ad_json_key(j, "interests");
	ad_json_array(j);
	cJSON_ArrayForEach(item, list)
	{
		ad_json_object(j);
		ad_json_kstr(j, "id", ad_json_text(item));
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
}

/* True if the first spec has a member besides the interests. */
static bool has_others(const cJSON *spec)
{
	const cJSON *member;

	cJSON_ArrayForEach(member, spec)
	{
		if (strcmp(member->string, "interests") != 0)
			return true;
	}
	return false;
}

/* The first spec with the wanted interests; nothing if it would be empty. */
static void put_first_spec(struct ad_json *j, const cJSON *spec, const cJSON *interests)
{
	const cJSON *member;

	if (!meta_is_full(interests) && !has_others(spec))
		return;
	ad_json_object(j);
	cJSON_ArrayForEach(member, spec)
	{
		if (strcmp(member->string, "interests") != 0)
			meta_put_member(j, member);
	}
	if (meta_is_full(interests))
		put_interests(j, interests);
	ad_json_object_end(j);
}

/* Our interests are those of the first spec; the audience must also match each of the others. */
static void put_specs(const struct writing *w)
{
	const cJSON *specs = ad_json_get(w->base, "flexible_spec");
	const cJSON *want = ad_json_get(w->want, "interests");
	const cJSON *first = meta_is_full(specs) ? specs->child : NULL, *spec;
	struct ad_text raw = ad_text_on(w->j->out->arena);
	struct ad_json list = ad_json_on(&raw);

	if (specs && is_same_set(ad_json_get(w->read, "interests"), want)) {
		meta_put_member(w->j, specs);
		return;
	}
	ad_json_array(&list);
	put_first_spec(&list, first, want);
	for (spec = first ? first->next : NULL; spec; spec = spec->next) {
		struct ad_text one = ad_text_on(raw.arena);
		ad_json_canonical(&one, spec);
		ad_json_raw(&list, ad_text_str(&one));
	}
	ad_json_array_end(&list);
	if (raw.n > 2)
		ad_json_kraw(w->j, "flexible_spec", ad_text_str(&raw));
}

static const cJSON *reading_of(struct ad_arena *arena, const cJSON *base)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error error;

	ad_json_object(&j);
	meta_write_targeting(&j, base);
	ad_json_object_end(&j);
	return ad_json_get(ad_json_parse(arena, ad_text_str(&text), &error), "targeting");
}

static void put_group(struct ad_json *j, const struct meta_aim *aim)
{
	const struct writing w = { .j = j,
				   .base = aim->base,
				   .read = reading_of(j->out->arena, aim->base),
				   .want = ad_json_get(aim->group, "targeting") };
	const cJSON *least = ad_json_get(w.want, "ageMin");
	const cJSON *most = ad_json_get(w.want, "ageMax");

	if (cJSON_IsNumber(least))
		ad_json_kint(j, "age_min", least->valueint);
	if (cJSON_IsNumber(most))
		ad_json_kint(j, "age_max", most->valueint);
	put_genders(&w);
	put_specs(&w);
	meta_put_list(&w, "publisher_platforms", "placements");
	put_devices(&w);
}

/* The live automation, with Advantage audience set if it changes or if Meta returned none. */
static void put_automation(struct ad_json *j, const struct meta_aim *aim)
{
	const cJSON *live = ad_json_get(aim->base, "targeting_automation"), *member;
	bool sets = aim->sets_advantage || !ad_json_get(live, "advantage_audience");

	ad_json_key(j, "targeting_automation");
	ad_json_object(j);
	cJSON_ArrayForEach(member, live)
	{
		if (!sets || strcmp(member->string, "advantage_audience") != 0)
			meta_put_member(j, member);
	}
	if (sets)
		ad_json_kint(j, "advantage_audience", aim->advantage);
	ad_json_object_end(j);
}

/* The wanted countries, and the live location_types, which are no places. */
static void put_countries(struct ad_json *j, const struct meta_aim *aim, const char *key,
			  bool excluded)
{
	const cJSON *types = ad_json_get(ad_json_get(aim->base, key), "location_types");
	const cJSON *item;
	bool any = false;

	cJSON_ArrayForEach(item, ad_json_get(aim->campaign, "locations")) any =
		any || cJSON_IsTrue(ad_json_get(item, "excluded")) == excluded;
	if (!any && excluded)
		return;
	ad_json_key(j, key);
	ad_json_object(j);
	if (types)
		meta_put_member(j, types);
	ad_json_key(j, any ? "countries" : "country_groups");
	ad_json_array(j);
	cJSON_ArrayForEach(item, ad_json_get(aim->campaign, "locations"))
	{
		if (cJSON_IsTrue(ad_json_get(item, "excluded")) == excluded)
			ad_json_str(j, ad_json_get_text(item, "code"));
	}
	if (!any)
		ad_json_str(j, AD_S("worldwide"));
	ad_json_array_end(j);
	ad_json_object_end(j);
}

static void put_locales(struct ad_json *j, const cJSON *languages)
{
	const cJSON *item;

	if (!meta_is_full(languages))
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

/* True if the member is written anew. */
static bool is_rewritten(const struct meta_aim *aim, const char *name)
{
	if (aim->group && meta_is_among(name, of_group, AD_LEN(of_group)))
		return true;
	if (strcmp(name, "targeting_automation") == 0)
		return aim->group || aim->sets_advantage;
	if (strcmp(name, "locales") == 0)
		return aim->languages;
	return aim->places &&
	       (strcmp(name, "geo_locations") == 0 || strcmp(name, "excluded_geo_locations") == 0);
}

void meta_put_targeting(struct ad_json *j, const struct meta_aim *aim)
{
	const cJSON *member;

	ad_json_object(j);
	cJSON_ArrayForEach(member, aim->base)
	{
		if (!is_rewritten(aim, member->string))
			meta_put_member(j, member);
	}
	if (aim->places) {
		put_countries(j, aim, "geo_locations", false);
		put_countries(j, aim, "excluded_geo_locations", true);
	}
	if (aim->languages)
		put_locales(j, ad_json_get(aim->campaign, "languages"));
	if (aim->group)
		put_group(j, aim);
	if (aim->group || aim->sets_advantage)
		put_automation(j, aim);
	ad_json_object_end(j);
}
