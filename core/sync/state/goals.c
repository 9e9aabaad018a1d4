#include "sync/state/goals.h"

#include "base/json_read.h"
#include "base/json_write.h"

#define TOLD 5 /* goals listed in a message */

static struct ad_str goals_json_of(struct ad_arena *arena, struct ad_str account,
				   const struct ad_goals_ask *ask)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kstr(&j, "account", account);
	ad_json_key(&j, "goals");
	ad_json_array(&j);
	for (const struct ad_goal *g = ask->found; g; g = g->next) {
		ad_json_object(&j);
		ad_json_kstr(&j, "id", g->id);
		ad_json_kstr(&j, "name", g->name);
		ad_json_kbool(&j, "takes", g->takes);
		ad_json_object_end(&j);
	}
	ad_json_array_end(&j);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

enum ad_db_status ad_goals_keep(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				const struct ad_connection *connection,
				const struct ad_goals_ask *ask)
{
	struct ad_stmt *s = ad_sql(db, "UPDATE connections SET goals = $4 WHERE space_id = $1 AND"
				       " environment = $2 AND id = $3");

	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, connection->id);
	ad_bind(s, 4,
		ask && !ask->cut ? goals_json_of(arena, connection->account_id, ask)
				 : (struct ad_str){ 0 });
	return ad_step(s);
}

enum ad_db_status ad_goals_load(struct ad_db *db, struct ad_arena *arena, struct ad_realm realm,
				const struct ad_connection *connection, const cJSON **out)
{
	struct ad_stmt *s = ad_sql(db, "SELECT goals FROM connections WHERE space_id = $1 AND"
				       " environment = $2 AND id = $3");
	struct ad_json_error err;
	const cJSON *kept = NULL;
	enum ad_db_status status;

	*out = NULL;
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, connection->id);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	if (ad_col(s, 0).n)
		kept = ad_json_parse(arena, ad_col_copy(s, arena, 0), &err);
	ad_reset(s);
	if (ad_str_eq(ad_json_get_text(kept, "account"), connection->account_id))
		*out = ad_json_get(kept, "goals");
	return AD_DB_DONE;
}

/* Lists the goals that accept conversions: "7000000001 (Order), 7000000002 (Lead)". */
static struct ad_str goals_told(struct ad_arena *arena, const cJSON *known, bool by_name)
{
	struct ad_text text = ad_text_on(arena);
	const cJSON *item;
	size_t n = 0;

	cJSON_ArrayForEach(item, known)
	{
		struct ad_str id = ad_json_get_text(item, "id");
		struct ad_str name = ad_json_get_text(item, "name");
		if (!cJSON_IsTrue(ad_json_get(item, "takes")) || n++ >= TOLD)
			continue;
		ad_text_adds(&text, n > 1 ? ", " : "");
		ad_text_add(&text, by_name ? name : id);
		if (!by_name && name.n)
			ad_text_addf(&text, " (%.*s)", AD_FMT(name));
	}
	if (n > TOLD)
		ad_text_addf(&text, " and %zu more", n - TOLD);
	return n ? ad_text_str(&text) : AD_S("none");
}

/* True if the list has a goal with that name or id; *takes: one of them accepts conversions. */
static bool goals_find(const cJSON *known, bool by_name, struct ad_str named, bool *takes)
{
	const cJSON *item;
	bool found = false;

	*takes = false;
	cJSON_ArrayForEach(item, known)
	{
		if (!ad_str_eq(ad_json_get_text(item, by_name ? "name" : "id"), named))
			continue;
		found = true;
		*takes = *takes || cJSON_IsTrue(ad_json_get(item, "takes"));
	}
	return found;
}

/* The name or id of the goal that must exist. */
static struct ad_str goals_named(const struct ad_goal_reader *reader,
				 const struct ad_connection *connection, struct ad_str action)
{
	if (!reader->setting)
		return action;
	return ad_json_get_text(connection->link.settings, reader->setting);
}

bool ad_goals_take(enum ad_platform platform, const struct ad_connection *connection,
		   const cJSON *known, struct ad_str action)
{
	const struct ad_goal_reader *reader = ad_goal_reader_of(platform);
	struct ad_str name = goals_named(reader, connection, action);
	bool takes;

	return !known || !name.n || (goals_find(known, reader->by_name, name, &takes) && takes);
}

struct ad_str ad_goals_fault(struct ad_arena *arena, enum ad_platform platform,
			     const struct ad_connection *connection, const cJSON *known,
			     struct ad_str action)
{
	const struct ad_goal_reader *reader = ad_goal_reader_of(platform);
	struct ad_str name = goals_named(reader, connection, action);
	bool takes;
	bool found = goals_find(known, reader->by_name, name, &takes);

	return ad_arena_printf(
		arena,
		"The settings of the connection to %s (%s) name the %s %.*s for this action, %s, "
		"as of the last pull. Available: %.*s. All conversions of the action are left "
		"out. Set one of these, or create it on the platform and pull again.",
		ad_platform_name(platform), reader->setting ? reader->setting : "conversionActions",
		reader->noun, AD_FMT(name),
		found ? "which accepts no uploaded conversions"
		      : "which the ad account does not have",
		AD_FMT(goals_told(arena, known, reader->by_name)));
}
