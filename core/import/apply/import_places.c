#include "import/apply/import_places.h"

static const struct ad_str absent = { NULL, 0 };

struct ad_str import_with_member(struct ad_arena *arena, struct ad_str input, const char *key,
				 struct ad_str json)
{
	return ad_arena_printf(arena, "{\"%s\":%.*s,%.*s", key, AD_FMT(json), (int)(input.n - 1),
			       input.p + 1);
}

struct import_places *import_places_of(struct importing *im, struct ad_str campaign, bool make)
{
	uint64_t digest = import_digest(campaign, absent);
	uint64_t index = import_set_get(&im->places, digest);

	if (index)
		return &im->place_lists[index - 1];
	if (!make)
		return NULL;
	AD_ARENA_GROW(im->arena, im->place_lists, im->place_count, im->place_room);
	im->place_lists[im->place_count] = (struct import_places){
		.list = ad_text_on(im->arena),
		.hours = ad_text_on(im->arena),
	};
	import_set_put(im->arena, &im->places, digest, ++im->place_count);
	return &im->place_lists[im->place_count - 1];
}

/* A row that is not imported. Where it narrows, the object that it is about waits for it. */
static void take_refused(struct importing *im, const struct ad_import_row *row)
{
	(void)import_call_fresh(im);
	import_skip_row(im, row);
	if (row->narrows && row->campaign.p)
		import_set_put(im->arena, &im->waits, import_digest(row->campaign, row->ad_group),
			       row->line);
}

/* Adds items to a JSON list. */
static void add_items(struct ad_text *list, struct ad_str items)
{
	if (items.p && list->n)
		ad_text_addc(list, ',');
	ad_text_add(list, items);
}

static void take_place(struct import_places *places, const struct ad_import_row *row)
{
	bool excluded = row->locations.p && strstr(row->locations.p, "true");
	bool refused = row->problems && !row->removed;

	places->held += row->holds && !row->removed;
	places->bad += refused && !row->excludes;
	places->lost += refused && row->excludes;
	places->good += row->locations.p && !excluded;
	add_items(&places->list, row->locations);
}

void import_take_places(struct importing *im)
{
	for (size_t i = 0; i < im->row_count; i++) {
		const struct ad_import_row *row = &im->rows[i];
		if (row->kind == AD_IMPORT_NONE) {
			take_refused(im, row);
			continue;
		}
		struct import_places *places = import_places_of(im, row->campaign, true);
		if (row->geo_mode) {
			places->mode = row->geo_mode;
		} else if (row->of_hours) {
			places->bad_hours += row->problems && !row->removed;
			add_items(&places->hours, row->hours);
		} else {
			take_place(places, row);
		}
	}
}

/* The campaign is not taken for the sake of other rows. */
static void add_place_problem(struct importing *im, struct ad_import_row *row, const char *reason)
{
	struct ad_import_problem *p = ad_arena_zalloc(im->batch, sizeof(*p));

	p->column = ad_columns_name(&im->columns, AD_COL_LOCATION);
	p->reason = reason;
	p->suggestion = "Correct the rows of its locations and hours first.";
	p->next = row->problems;
	row->problems = p;
}

/* Without its places it would show everywhere; without an exclusion, there. */
static void check_places(struct importing *im, struct ad_import_row *row,
			 const struct import_places *places)
{
	if (places->bad && !places->good && !row->locations.n)
		add_place_problem(im, row, "none of the places that it is to show in is known");
	if (places->lost)
		add_place_problem(im, row, "a place that it must not show in is not known");
	if (places->held)
		add_place_problem(im, row,
				  "a row of its places holds a limit that is not imported");
	if (places->bad_hours)
		add_place_problem(im, row,
				  "a row of the hours in which it is to show cannot be "
				  "imported");
}

struct ad_str import_with_places(struct importing *im, struct ad_import_row *row)
{
	struct ad_arena *arena = im->call->arena;
	struct import_places *places = import_places_of(im, row->campaign, false);
	struct ad_text list = ad_text_on(arena);
	struct ad_str input = row->input;

	ad_text_add(&list, row->locations);
	if (places) {
		add_items(&list, ad_text_str(&places->list));
		check_places(im, row, places);
	}
	if (places && places->hours.n)
		input = import_with_member(
			arena, input, "adSchedule",
			ad_arena_printf(arena, "[%.*s]", AD_FMT(ad_text_str(&places->hours))));
	if (places && places->mode)
		input = import_with_member(
			arena, input, "platformOptions",
			ad_arena_printf(arena, "{\"geoMode\":\"%s\"}", places->mode));
	/* An edit that names no place leaves them as they are. */
	if (row->edits && list.n == 0)
		return input;
	return import_with_member(arena, input, "locations",
				  ad_arena_printf(arena, "[%.*s]", AD_FMT(ad_text_str(&list))));
}
