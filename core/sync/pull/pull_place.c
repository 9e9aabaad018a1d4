/* The position and the result of a pull, as stored in the journal. */
#include "base/json_read.h"
#include "base/json_write.h"
#include "base/timezone.h"
#include "sync/pull/pull.h"

static const struct {
	enum ad_resource_id resource;
	bool under_campaign;
} kinds[] = {
	{ AD_R_CAMPAIGN, false }, { AD_R_AD_GROUP, false }, { AD_R_AD, false },
	{ AD_R_KEYWORD, false },  { AD_R_KEYWORD, true },
};

const struct ad_resource *ad_pull_kind(int stage, bool *under_campaign)
{
	int at = stage % AD_PULL_GONE;

	*under_campaign = kinds[at].under_campaign;
	return ad_resource_row(kinds[at].resource);
}

/* The first platform of the set, starting at `from`. */
static enum ad_platform pull_place_first_of(uint32_t platforms, int from)
{
	int at = from;

	while (at < AD_PLATFORM_COUNT && !(platforms & (1u << at)))
		at++;
	return (enum ad_platform)at;
}

static void read_report(const cJSON *object, struct ad_pull_report *out)
{
	struct ad_pull_report r = { .page = ad_json_get_text(object, "page") };

	if (r.page.n && ad_json_int64(ad_json_get(object, "first"), &r.first) &&
	    ad_json_int64(ad_json_get(object, "last"), &r.last) && r.first <= r.last &&
	    ad_json_int64(ad_json_get(object, "since"), &r.since) &&
	    ad_json_int64(ad_json_get(object, "looks"), &r.looks) && r.looks >= 0)
		*out = r;
}

struct ad_pull_place ad_pull_place_read(struct ad_arena *arena, struct ad_str json,
					uint32_t platforms)
{
	struct ad_pull_place place = { .platform = pull_place_first_of(platforms, 0) };
	struct ad_json_error err;
	const cJSON *object = json.n ? ad_json_parse(arena, json, &err) : NULL;
	int64_t stage = 0;

	if (!object)
		return place;
	place.platform = ad_platform_of(ad_json_get_text(object, "platform"));
	place.after = ad_json_get_text(object, "after");
	if (ad_json_int64(ad_json_get(object, "stage"), &stage) && stage >= 0 &&
	    stage < AD_PULL_STAGE_COUNT)
		place.stage = (int)stage;
	read_report(ad_json_get(object, "report"), &place.report);
	return place;
}

struct ad_str ad_pull_place_json(struct ad_arena *arena, const struct ad_pull_place *place)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kcstr(&j, "platform",
		      place->platform < AD_PLATFORM_COUNT ? ad_platform_name(place->platform) : "");
	ad_json_kint(&j, "stage", place->stage);
	ad_json_kstr(&j, "after", place->after);
	if (place->report.page.n) {
		ad_json_key(&j, "report");
		ad_json_object(&j);
		ad_json_kstr(&j, "page", place->report.page);
		ad_json_kint(&j, "first", place->report.first);
		ad_json_kint(&j, "last", place->report.last);
		ad_json_kint(&j, "since", place->report.since);
		ad_json_kint(&j, "looks", place->report.looks);
		ad_json_object_end(&j);
	}
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

struct ad_pull_place ad_pull_place_next(const struct ad_pull_place *place, uint32_t platforms,
					bool platform)
{
	if (!platform && place->stage + 1 < AD_PULL_STAGE_COUNT)
		return (struct ad_pull_place){ .platform = place->platform,
					       .stage = place->stage + 1 };
	return (struct ad_pull_place){ .platform = pull_place_first_of(platforms,
								       (int)place->platform + 1) };
}

static const char *const counts[] = { "created",   "updated", "drifted", "removed",
				      "unchanged", "leftOut", "warned",  "failed" };

static int64_t *count_at(struct ad_pull_result *r, size_t i)
{
	int64_t *const at[] = { &r->created,   &r->updated,  &r->drifted, &r->removed,
				&r->unchanged, &r->left_out, &r->warned,  &r->failed };

	return at[i];
}

void ad_pull_result_read(struct ad_arena *arena, struct ad_str json, struct ad_pull_result *out)
{
	struct ad_json_error err;
	const cJSON *object = json.n ? ad_json_parse(arena, json, &err) : NULL;

	*out = (struct ad_pull_result){ .arena = arena };
	for (size_t i = 0; i < AD_LEN(counts); i++)
		if (!ad_json_int64(ad_json_get(object, counts[i]), count_at(out, i)))
			*count_at(out, i) = 0;
	out->told = ad_json_get(object, "warnings");
	out->told_gaps = ad_json_get(object, "gaps");
}

static void write_warning(struct ad_json *j, const struct ad_pull_warning *w)
{
	ad_json_object(j);
	ad_json_kcstr(j, "code", w->code);
	ad_json_kcstr(j, "resource", w->res ? w->res->name : NULL);
	ad_json_kstr(j, "id", w->id);
	ad_json_kstr(j, "message", w->message);
	ad_json_object_end(j);
}

static void pull_place_write_day(struct ad_json *j, const char *key, int64_t day)
{
	struct ad_date date = ad_date_of_day(day);

	ad_json_kstr(j, key,
		     ad_arena_printf(j->out->arena, "%04d-%02d-%02d", (int)date.year,
				     (int)date.month, (int)date.day));
}

static void write_gap(struct ad_json *j, const struct ad_pull_gap *gap)
{
	ad_json_object(j);
	ad_json_kcstr(j, "platform", ad_platform_name(gap->platform));
	ad_json_kcstr(j, "level", ad_level_name(gap->level));
	pull_place_write_day(j, "from", gap->first);
	pull_place_write_day(j, "to", gap->last);
	ad_json_kcstr(j, "reason", gap->code);
	ad_json_kstr(j, "message", gap->message);
	ad_json_object_end(j);
}

static void write_told(struct ad_json *j, const cJSON *list)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		struct ad_text one = ad_text_on(j->out->arena);
		ad_json_canonical(&one, item);
		ad_json_raw(j, ad_text_str(&one));
	}
}

struct ad_str ad_pull_result_json(struct ad_arena *arena, const struct ad_pull_result *result)
{
	struct ad_pull_result r = *result;
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	for (size_t i = 0; i < AD_LEN(counts); i++)
		ad_json_kint(&j, counts[i], *count_at(&r, i));
	ad_json_key(&j, "warnings");
	ad_json_array(&j);
	write_told(&j, r.told);
	for (const struct ad_pull_warning *w = r.warnings; w; w = w->next)
		write_warning(&j, w);
	ad_json_array_end(&j);
	ad_json_key(&j, "gaps");
	ad_json_array(&j);
	write_told(&j, r.told_gaps);
	for (const struct ad_pull_gap *gap = r.gaps; gap; gap = gap->next)
		write_gap(&j, gap);
	ad_json_array_end(&j);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

void ad_pull_add_gap(struct ad_pull_result *result, const struct ad_pull_gap *gap)
{
	struct ad_pull_gap *copy, **end = &result->gaps;
	int n = cJSON_GetArraySize(result->told_gaps);

	for (; *end; end = &(*end)->next)
		n++;
	if (n >= AD_PULL_GAPS)
		return;
	copy = ad_arena_alloc(result->arena, sizeof(*copy));
	*copy = *gap;
	copy->next = NULL;
	*end = copy;
}

void ad_pull_warn(struct ad_pull_result *result, const char *code, const struct ad_row *row,
		  struct ad_str message)
{
	struct ad_pull_warning *w;

	if (result->warned++ >= AD_PULL_WARNINGS)
		return;
	w = ad_arena_zalloc(result->arena, sizeof(*w));
	w->code = code;
	w->res = row ? row->res : NULL;
	w->id = row ? row->id : (struct ad_str){ 0 };
	w->message = message;
	if (!result->end)
		result->end = &result->warnings;
	*result->end = w;
	result->end = &w->next;
}
