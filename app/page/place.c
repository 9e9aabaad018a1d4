/* The Space and environment that a page is about: see place.h. */
#include "app/page/place.h"

#include "app/page/ask.h"
#include "app/page/door.h"

#define SPACE_COOKIE "adcore_space"
#define ENVIRONMENT_COOKIE "adcore_environment" /* "live" or "test" */
#define REMEMBERED_SECONDS (30 * AD_DAY / AD_SECOND)

static struct app_place_space place_read_space(struct ad_arena *arena, struct ad_stmt *s)
{
	return (struct app_place_space){
		.id = ad_arena_copy(arena, ad_col(s, 0)),
		.name = ad_arena_copy(arena, ad_col(s, 1)),
		.currency = ad_arena_copy(arena, ad_col(s, 2)),
		.timezone = ad_arena_copy(arena, ad_col(s, 3)),
		.role = ad_arena_copy(arena, ad_col(s, 4)),
		.live = ad_col_int(s, 5) != 0,
		.owner = ad_col_is_null(s, 6) ? (struct ad_str){ 0 }
					      : ad_arena_copy(arena, ad_col(s, 6)),
	};
}

static enum ad_db_status place_load_spaces(struct ad_exchange *x, struct app_visit *v)
{
	struct ad_arena *arena = x->call.arena;
	struct app_place_space *list = ad_arena_zalloc(arena, APP_PLACES_SHOWN * sizeof(*list));
	enum ad_db_status status;
	struct ad_stmt *s = ad_sql(
		x->call.db,
		"SELECT s.id, s.name, s.currency, s.timezone, m.role, CASE WHEN EXISTS (SELECT 1"
		" FROM connections c WHERE c.space_id = s.id AND c.environment = 'live') THEN 1"
		" ELSE 0 END, " AD_WORKSPACES_OWNER
		" FROM members AS m JOIN spaces AS s ON s.id = m.space_id WHERE"
		" m.account_id = $1" AD_WORKSPACES_ORDER " LIMIT 500");

	ad_bind(s, 1, v->account.id);
	while ((status = ad_step(s)) == AD_DB_ROW)
		list[v->place.count++] = place_read_space(arena, s);
	v->place.spaces = list;
	return status;
}

static const struct app_place_space *place_find_space(const struct app_place *place,
						      struct ad_str id)
{
	for (size_t i = 0; i < place->count; i++)
		if (ad_str_eq(place->spaces[i].id, id))
			return &place->spaces[i];
	return NULL;
}

static void place_choose_space(struct ad_exchange *x, struct app_visit *v)
{
	struct app_place *place = &v->place;
	struct ad_str named = app_query(x, "space");
	struct ad_str kept = ad_cookie(x, SPACE_COOKIE);

	if (!named.p && ad_str_starts(v->id, "spc_"))
		named = v->id;
	if (named.p) {
		place->space = place_find_space(place, named);
		place->missing = !place->space;
		if (place->space && !ad_str_eq(named, kept))
			ad_cookie_set(x, SPACE_COOKIE, place->space->id, REMEMBERED_SECONDS);
	} else {
		place->space = place_find_space(place, kept);
	}
	if (!place->space && place->count > 0)
		place->space = &place->spaces[0];
}

static void place_choose_environment(struct ad_exchange *x, struct app_place *place)
{
	struct ad_str named = app_query(x, "environment");
	struct ad_str kept = ad_cookie(x, ENVIRONMENT_COOKIE);
	bool known = ad_str_is(named, "live") || ad_str_is(named, "test");

	if (known && !ad_str_eq(named, kept))
		ad_cookie_set(x, ENVIRONMENT_COOKIE, named, REMEMBERED_SECONDS);
	if (!known)
		named = kept;
	if (ad_str_is(named, "live") || ad_str_is(named, "test"))
		place->environment = ad_str_is(named, "live") ? AD_LIVE : AD_TEST;
	else
		place->environment = place->space && place->space->live ? AD_LIVE : AD_TEST;
}

enum ad_db_status app_place_find(struct ad_exchange *x, struct app_visit *v)
{
	enum ad_db_status status = place_load_spaces(x, v);

	if (status != AD_DB_DONE)
		return status;
	place_choose_space(x, v);
	place_choose_environment(x, &v->place);
	return AD_DB_DONE;
}

void app_place_enter(struct app_place *place, struct ad_str space_id,
		     enum ad_environment environment)
{
	const struct app_place_space *space = place_find_space(place, space_id);

	if (space)
		place->space = space;
	place->environment = environment;
}

void app_place_add_query(struct ad_text *page, const struct app_place *place)
{
	if (place->space)
		ad_text_addf(page, "?space=%.*s&amp;environment=%s", AD_FMT(place->space->id),
			     ad_environment_name(place->environment));
}

const char *app_environment_title(enum ad_environment environment)
{
	return environment == AD_LIVE ? "Live" : "Test";
}
