/*
 * Campaign fields that Meta stores with each ad set: locations, languages, dates, and the amount of
 * a capped bid. A field has the wanted value only if every ad set has it.
 */
#include <stdlib.h>

#include "base/json_read.h"
#include "base/timezone.h"
#include "model/row.h"
#include "platform/meta/adapter.h"
#include "platform/pin.h"

int64_t meta_number(const cJSON *item)
{
	struct ad_str s = ad_json_text(item);
	char text[24];

	if (cJSON_IsNumber(item))
		return ad_json_saturate(item->valuedouble);
	if (s.n == 0)
		return 0;
	if (s.n >= sizeof(text))
		return s.p[0] == '-' ? 0 : INT64_MAX;
	memcpy(text, s.p, s.n);
	text[s.n] = '\0';
	return strtoll(text, NULL, 10);
}

void meta_write_money(struct ad_json *j, const char *key, const cJSON *item,
		      const struct ad_link *link)
{
	int64_t offset = meta_offset(link->currency), number = meta_number(item);

	if (!offset || number <= 0)
		return;
	ad_json_key(j, key);
	if (number > INT64_MAX / (1000000 / offset))
		ad_json_micros(j, INT64_MAX);
	else
		ad_json_micros(j, number * (1000000 / offset));
}

static struct ad_str meta_canonical(struct ad_arena *arena, const cJSON *item)
{
	struct ad_text text = ad_text_on(arena);

	if (item)
		ad_json_canonical(&text, item);
	return ad_text_str(&text);
}

/* {"campaign", "adsets"}: as read, for a further page and for updates. */
static struct ad_str handle_of(struct ad_arena *arena, const cJSON *campaign, const cJSON *sets,
			       const cJSON *further)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	const cJSON *set;

	ad_json_object(&j);
	ad_json_kraw(&j, "campaign", meta_canonical(arena, campaign));
	ad_json_key(&j, "adsets");
	ad_json_array(&j);
	cJSON_ArrayForEach(set, sets) ad_json_raw(&j, meta_canonical(arena, set));
	cJSON_ArrayForEach(set, further) ad_json_raw(&j, meta_canonical(arena, set));
	ad_json_array_end(&j);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

struct ad_str meta_sets_handle(struct ad_arena *arena, const cJSON *campaign, const cJSON *sets)
{
	return handle_of(arena, campaign, sets, NULL);
}

const cJSON *meta_sets_of(struct ad_arena *arena, const struct ad_remote *live)
{
	struct ad_json_error error;

	if (!live || !live->handle.n)
		return NULL;
	return ad_json_get(ad_json_parse(arena, live->handle, &error), "adsets");
}

bool meta_is_lifelong(struct ad_arena *arena, const struct ad_remote *live)
{
	struct ad_json_error error;
	const cJSON *campaign = NULL;

	if (live && live->handle.n)
		campaign = ad_json_get(ad_json_parse(arena, live->handle, &error), "campaign");
	return meta_number(ad_json_get(campaign, "lifetime_budget")) != 0;
}

void meta_add_sets(struct ad_arena *arena, const struct ad_ask *ask, struct ad_remote *campaign,
		   const cJSON *further)
{
	struct ad_json_error error;
	const cJSON *was = ad_json_parse(arena, campaign->handle, &error);
	const cJSON *object = ad_json_get(was, "campaign");
	const cJSON *all = ad_json_parse(
		arena, handle_of(arena, object, ad_json_get(was, "adsets"), further), &error);
	struct ad_remote *anew = meta_live(arena, ask, object, ad_json_get(all, "adsets"));
	struct ad_remote *next = campaign->next;

	if (!anew)
		return;
	*campaign = *anew;
	campaign->next = next;
}

/*
 * The code of a place without a key, such as a pin with a radius: it cannot be targeted here, but a
 * change of it is noticed. Meta's names of a pin may change without it.
 */
static struct ad_str pin_of(struct ad_arena *arena, const cJSON *place)
{
	static const char *const names[] = { "latitude", "longitude", "radius", "distance_unit",
					     "address_string" };
	bool located = ad_json_get(place, "latitude") && ad_json_get(place, "longitude");
	struct ad_text text = ad_text_on(arena);

	for (size_t i = 0; located && i < AD_LEN(names); i++) {
		const cJSON *member = ad_json_get(place, names[i]);
		if (member)
			ad_json_canonical(&text, member);
		ad_text_addc(&text, ';');
	}
	if (!located)
		ad_json_canonical(&text, place);
	return ad_pin_code(arena, ad_text_str(&text));
}

/* Locations of one kind: countries by code, others by Meta's key. */
static void write_place_list(struct ad_json *j, const cJSON *list, bool excluded)
{
	const cJSON *item;

	if (!cJSON_IsArray(list) || strcmp(list->string, "location_types") == 0)
		return;
	cJSON_ArrayForEach(item, list)
	{
		struct ad_str code = ad_json_text(item);
		if (cJSON_IsObject(item))
			code = ad_json_get_text(item, "key");
		/* Longer codes are not stored. */
		if (!code.n || code.n > META_CODE_MAX)
			code = pin_of(j->out->arena, item);
		if (ad_str_is(code, "worldwide"))
			continue;
		ad_json_object(j);
		ad_json_kstr(j, "code", code);
		ad_json_kbool(j, "excluded", excluded);
		ad_json_object_end(j);
	}
}

static void meta_write_places(struct ad_json *j, const cJSON *targeting)
{
	static const char *const keys[] = { "geo_locations", "excluded_geo_locations" };
	const cJSON *list;

	ad_json_key(j, "locations");
	ad_json_array(j);
	for (size_t i = 0; i < AD_LEN(keys); i++) {
		cJSON_ArrayForEach(list, ad_json_get(targeting, keys[i]))
			write_place_list(j, list, i == 1);
	}
	ad_json_array_end(j);
}

static void write_languages(struct ad_json *j, struct ad_arena *arena, const cJSON *targeting)
{
	const cJSON *item;

	ad_json_key(j, "languages");
	ad_json_array(j);
	cJSON_ArrayForEach(item, ad_json_get(targeting, "locales"))
		ad_json_str(j, meta_locale_tag(arena, meta_number(item)));
	ad_json_array_end(j);
}

void meta_write_day(struct ad_json *j, const char *key, const cJSON *set, const char *theirs)
{
	struct ad_str time = ad_json_get_text(set, theirs);
	bool ends = strcmp(theirs, "end_time") == 0;

	if (ends)
		time = ad_last_day(j->out->arena, time);
	ad_json_kstr(j, key, time.n >= 10 ? (struct ad_str){ time.p, 10 } : (struct ad_str){ 0 });
}

static void meta_write_bidding(struct ad_json *j, const struct ad_link *link, const cJSON *campaign,
			       const cJSON *set)
{
	struct ad_str theirs = ad_json_get_text(campaign, "bid_strategy");
	const cJSON *floor = ad_json_get(ad_json_get(set, "bid_constraints"), "roas_average_floor");
	bool cost = ad_str_is(theirs, "COST_CAP");
	bool roas = ad_str_is(theirs, "LOWEST_COST_WITH_MIN_ROAS");

	/* The ad sets have the number of a cap: without one it is unknown. */
	if (!theirs.n || ((cost || roas) && !set))
		return;
	ad_json_key(j, "bidding");
	ad_json_object(j);
	if (cost)
		meta_write_money(j, "targetCpa", ad_json_get(set, "bid_amount"), link);
	if (roas) {
		ad_json_key(j, "targetRoas");
		ad_json_double(j, (double)meta_number(floor) / 10000);
	}
	ad_json_kcstr(j, "strategy",
		      cost                                            ? "TARGET_CPA"
		      : roas                                          ? "TARGET_ROAS"
		      : ad_str_is(theirs, "LOWEST_COST_WITH_BID_CAP") ? "MANUAL_CPC"
		      : ad_str_is(theirs, "LOWEST_COST_WITHOUT_CAP")  ? "MAXIMIZE_CLICKS"
								      : "OTHER");
	ad_json_object_end(j);
}

/* One of our fields as one ad set has it, in an object; NULL if it is not returned. */
static const cJSON *told_by(struct ad_arena *arena, const struct ad_link *link,
			    const cJSON *campaign, const cJSON *set, const char *field)
{
	const cJSON *targeting = ad_json_get(set, "targeting");
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error error;
	const cJSON *object;

	bool aims = strcmp(field, "locations") == 0 || strcmp(field, "languages") == 0;

	/* A targeting that was not returned is unknown. */
	if (aims && !cJSON_IsObject(targeting))
		return NULL;
	ad_json_object(&j);
	if (strcmp(field, "bidding") == 0)
		meta_write_bidding(&j, link, campaign, set);
	else if (strcmp(field, "locations") == 0)
		meta_write_places(&j, targeting);
	else if (strcmp(field, "languages") == 0)
		write_languages(&j, arena, targeting);
	else if (strcmp(field, "startDate") == 0)
		meta_write_day(&j, field, set, "start_time");
	else
		meta_write_day(&j, field, set, "end_time");
	ad_json_object_end(&j);
	object = ad_json_parse(arena, ad_text_str(&text), &error);
	return ad_json_get(object, field) ? object : NULL;
}

static bool meta_same(struct ad_arena *arena, const char *field, const cJSON *a, const cJSON *b)
{
	struct ad_text left = ad_text_on(arena), right = ad_text_on(arena);

	meta_normal(&left, &ad_resource_campaign, field, a);
	meta_normal(&right, &ad_resource_campaign, field, b);
	return ad_str_eq(ad_text_str(&left), ad_text_str(&right));
}

/*
 * One field as all ad sets have it. If they differ, a value that somebody changed at Meta comes
 * first, then one that differs from the wanted value.
 */
static const cJSON *meta_told(struct ad_arena *arena, const struct ad_ask *ask,
			      const cJSON *campaign, const cJSON *sets, const char *field)
{
	const struct ad_piece *piece = meta_piece_of(ask, ad_json_get_text(campaign, "id"));
	const cJSON *first = NULL, *unlike = NULL, *set;

	cJSON_ArrayForEach(set, sets)
	{
		const cJSON *one = told_by(arena, ask->link, campaign, set, field);
		bool wanted = piece && meta_same(arena, field, one, piece->want);
		/* Unknown of one ad set, the field is unknown of the campaign. */
		if (!one)
			return NULL;
		first = first ? first : one;
		if (piece && !wanted && !meta_same(arena, field, one, piece->synced))
			return one;
		if (piece ? !wanted : !meta_same(arena, field, one, first))
			unlike = unlike ? unlike : one;
	}
	return unlike ? unlike : first;
}

static const char *const spread_fields[] = { "bidding",   "locations", "languages",
					     "startDate", "endDate",   NULL };

struct ad_str meta_mixed(struct ad_arena *arena, const struct ad_ask *ask, const cJSON *campaign,
			 const cJSON *sets)
{
	struct ad_str mixed = { 0 };

	for (const char *const *field = spread_fields; *field; field++) {
		const char *const one[] = { *field, NULL };
		const cJSON *first = NULL, *set;
		cJSON_ArrayForEach(set, sets)
		{
			const cJSON *told = told_by(arena, ask->link, campaign, set, *field);
			first = first ? first : told;
			if (told && !meta_same(arena, *field, told, first))
				mixed = ad_names_with(arena, mixed, one);
		}
	}
	return mixed;
}

void meta_write_spread(struct ad_json *j, struct ad_arena *arena, const struct ad_ask *ask,
		       const cJSON *campaign, const cJSON *sets)
{
	if (!sets || !sets->child) {
		/* No ad set has the other fields yet. */
		meta_write_bidding(j, ask->link, campaign, NULL);
		return;
	}
	for (const char *const *field = spread_fields; *field; field++) {
		const cJSON *value =
			ad_json_get(meta_told(arena, ask, campaign, sets, *field), *field);
		if (value)
			ad_json_kraw(j, *field, meta_canonical(arena, value));
	}
}
