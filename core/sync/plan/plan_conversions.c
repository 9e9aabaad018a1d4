/*
 * The conversions of a plan: the target platforms of each, and the uploads still to send. The click
 * id decides the platform; a conversion with only user data goes to the platforms it names, else to
 * every connected platform that maps its action. A conversion without a target stays staged, with
 * one warning per action.
 */
#include "base/clock.h"
#include "base/json_read.h"
#include "model/user_data.h"
#include "sync/state/goals.h"
#include "sync/state/link.h"
#include "sync/plan/plan_part.h"
#include "sync/plan/plan_size.h"
#include "sync/state/upload_rules.h"

/* The state of a platform. */
struct place {
	bool connected;
	const char *lacks;    /* a missing setting that uploads need, or NULL */
	const cJSON *actions; /* the platform's action ids, by action name */
	struct ad_connection connection;
	const cJSON *goals; /* the known conversion goals, or NULL */
};

struct told {
	struct told *next;
	const char *code;
	enum ad_platform platform;
	struct ad_str action;
	struct ad_str reason; /* the reason of a refusal, one warning for each; else absent */
};

struct conversions {
	const struct ad_plan_ask *ask;
	struct ad_sync_plan *plan;
	struct place places[AD_PLATFORM_COUNT];
	struct told *told;
};

static enum ad_db_status load_places(struct conversions *c)
{
	enum ad_db_status status = AD_DB_DONE;

	for (int i = 0; i < AD_PLATFORM_COUNT; i++) {
		enum ad_platform platform = (enum ad_platform)i;
		const struct ad_adapter *adapter = ad_adapter_of(platform);
		struct place *place = &c->places[i];
		status = ad_connection_load(c->ask->db, c->ask->arena, c->ask->realm, platform,
					    &place->connection);
		if (status != AD_DB_ROW && status != AD_DB_DONE)
			return status;
		if (status == AD_DB_DONE || !adapter || !adapter->uploader)
			continue;
		place->connected = ad_str_is(place->connection.status, "CONNECTED");
		if (ad_connection_lacks(c->ask->realm, &place->connection,
					adapter->uploader->setting))
			place->lacks = adapter->uploader->setting;
		place->actions = ad_connection_actions(c->ask->arena, c->ask->realm, platform,
						       &place->connection);
		status = ad_goals_load(c->ask->db, c->ask->arena, c->ask->realm, &place->connection,
				       &place->goals);
		if (status != AD_DB_DONE)
			return status;
	}
	return AD_DB_DONE;
}

static bool is_told(const struct conversions *c, const struct ad_row *row,
		    enum ad_platform platform, const char *code)
{
	struct ad_str action = ad_row_text(row, "conversionAction");

	for (const struct told *t = c->told; t; t = t->next)
		if (t->platform == platform && strcmp(t->code, code) == 0 &&
		    ad_str_eq(t->action, action))
			return true;
	return false;
}

static void plan_conversions_warn(struct conversions *c, const struct ad_row *row,
				  enum ad_platform platform, struct ad_plan_says says)
{
	struct ad_str action = ad_row_text(row, "conversionAction");
	struct told *t;

	if (is_told(c, row, platform, says.code))
		return;
	t = ad_arena_alloc(c->ask->arena, sizeof(*t));
	*t = (struct told){ c->told, says.code, platform, action, { 0 } };
	c->told = t;
	ad_plan_warn(c->ask, c->plan, row, says);
}

static const cJSON *plan_conversions_json_of(struct ad_arena *arena, const struct ad_row *row,
					     const char *field)
{
	struct ad_json_error err;
	struct ad_str text = ad_row_text(row, field);

	return text.n ? ad_json_parse(arena, text, &err) : NULL;
}

static bool has_click(const cJSON *clicks, enum ad_platform platform)
{
	for (size_t i = 0; i < ad_click_id_count; i++)
		if (ad_click_ids[i].platform == platform &&
		    ad_json_get_text(clicks, ad_click_ids[i].name).n)
			return true;
	return false;
}

static bool has_user_data(const struct ad_row *row, enum ad_platform platform)
{
	for (size_t i = 0; i < ad_user_rule_count; i++)
		if (ad_user_rules[i].platform == platform &&
		    ad_row_text(row, ad_user_rules[i].kept).n)
			return true;
	return false;
}

static bool plan_conversions_names(const cJSON *list, enum ad_platform platform)
{
	const cJSON *item;

	cJSON_ArrayForEach(item,
			   list) if (ad_platform_of(ad_json_text(item)) == platform) return true;
	return false;
}

/* True if nothing is left to do on the platform; a final refusal is sent again only by a retry. */
static bool is_done(const struct conversions *c, const cJSON *results, enum ad_platform platform)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, results)
	{
		if (ad_platform_of(ad_json_get_text(item, "platform")) != platform)
			continue;
		if (!ad_str_is(ad_json_get_text(item, "status"), "FAILED"))
			return true;
		return !cJSON_IsTrue(ad_json_get(item, "retryable")) &&
		       c->ask->filter.object_count == 0;
	}
	return false;
}

static struct ad_str plan_conversions_mapped(const struct place *place, struct ad_str action)
{
	const cJSON *item;

	cJSON_ArrayForEach(
		item,
		place->actions) if (ad_str_is(action, item->string)) return ad_json_text(item);
	return (struct ad_str){ 0 };
}

/* The pixel, dataset or ad account that receives conversions. */
static struct ad_str destination_of(const struct place *place, enum ad_platform platform)
{
	const char *setting = ad_goal_reader_of(platform)->setting;
	struct ad_str named = { 0 };

	if (setting)
		named = ad_json_get_text(place->connection.link.settings, setting);
	return named.n ? named : place->connection.account_id;
}

/* The platform's result if it may have counted the conversion without confirming it; else NULL. */
static const cJSON *doubt_at(const cJSON *results, enum ad_platform platform)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, results)
	{
		if (ad_platform_of(ad_json_get_text(item, "platform")) == platform &&
		    ad_json_get_text(item, "uncertainSince").n &&
		    ad_json_get_text(item, "platformAction").n)
			return item;
	}
	return NULL;
}

/* The values sent, as shown in the plan: without personal data. */
static struct ad_str want_of(struct ad_arena *arena, const struct ad_row *row, struct ad_str action,
			     struct ad_str destination)
{
	static const char *const told[] = { "conversionAction", "occurredAt", "value", "currency",
					    "orderId" };
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	for (size_t i = 0; i < AD_LEN(told); i++) {
		size_t index = 0;
		const struct ad_field *field =
			ad_field_find(&row->res->shape, ad_str(told[i]), &index);
		if (!field || row->v[index].kind == AD_NULL)
			continue;
		ad_json_key(&j, field->name);
		ad_value_write(&j, field, &row->v[index]);
	}
	ad_json_kstr(&j, "platformAction", action);
	ad_json_kstr(&j, "destination", destination);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

static struct ad_plan_says says_lacking(const struct conversions *c, const char *setting,
					enum ad_platform platform)
{
	return (struct ad_plan_says){
		"SETTING_REQUIRED",
		ad_arena_printf(c->ask->arena,
				"The settings of the connection to %s do not set the %s that "
				"receives conversions. Conversions are left out until it is set.",
				ad_platform_name(platform), setting)
			.p
	};
}

/* Warns that the goal of the action does not exist on the platform, or accepts no conversions. */
static void warn_missing(struct conversions *c, const struct ad_row *row, enum ad_platform platform,
			 struct ad_str action)
{
	const struct place *place = &c->places[platform];
	struct ad_str says;

	if (is_told(c, row, platform, "ACTION_NOT_FOUND"))
		return;
	says = ad_goals_fault(c->ask->arena, platform, &place->connection, place->goals, action);
	plan_conversions_warn(c, row, platform,
			      (struct ad_plan_says){ "ACTION_NOT_FOUND", says.p });
}

/*
 * Sends a conversion that may have been counted again under the same action and to the same
 * destination, so that it counts once. False, with a warning, if that is not possible.
 */
static bool keep_name(struct conversions *c, const struct ad_row *row, enum ad_platform platform,
		      struct ad_str *action)
{
	const struct place *place = &c->places[platform];
	const cJSON *doubt =
		doubt_at(plan_conversions_json_of(c->ask->arena, row, "platformResults"), platform);
	struct ad_str was = ad_json_get_text(doubt, "platformAction");
	struct ad_str there = ad_json_get_text(doubt, "destination");
	struct ad_arena *arena = c->ask->arena;

	if (!doubt)
		return true;
	if (there.n && !ad_str_eq(there, destination_of(place, platform))) {
		ad_plan_warn(c->ask, c->plan, row,
			     (struct ad_plan_says){
				     "UNSETTLED",
				     ad_arena_printf(
					     arena,
					     "The earlier upload to %s at %.*s has no confirmed "
					     "result, and the connection's settings now name a "
					     "different destination, which would count the "
					     "conversion again. It is left out as long as they do.",
					     ad_platform_name(platform), AD_FMT(there))
					     .p });
		return false;
	}
	if (!ad_str_eq(was, *action))
		ad_plan_warn(
			c->ask, c->plan, row,
			(struct ad_plan_says){
				"ACTION_KEPT",
				ad_arena_printf(arena,
						"The earlier upload to %s as %.*s has no confirmed "
						"result. The conversion is sent as the same action "
						"again, so that it counts once, and not as %.*s.",
						ad_platform_name(platform), AD_FMT(was),
						AD_FMT(*action))
					.p });
	*action = was;
	return true;
}

/* Warns once per action and reason; `left_out`: no operation sends the conversion. */
static void warn_refused(struct conversions *c, const struct ad_row *row, enum ad_platform platform,
			 const struct ad_platform_error *error, bool left_out)
{
	struct ad_arena *arena = c->ask->arena;
	struct ad_str action = ad_row_text(row, "conversionAction");
	struct told *t = c->told;

	while (t && (t->platform != platform || !ad_str_eq(t->action, action) ||
		     !ad_str_eq(t->reason, error->message)))
		t = t->next;
	if (t)
		return;
	t = ad_arena_alloc(arena, sizeof(*t));
	*t = (struct told){ c->told, error->code, platform, action,
			    ad_arena_copy(arena, error->message) };
	c->told = t;
	ad_plan_warn(c->ask, c->plan, row,
		     (struct ad_plan_says){
			     error->code,
			     ad_arena_printf(arena,
					     "%s: %.*s This conversion and others of the action "
					     "\"%.*s\" with the same reason are %s.",
					     ad_platform_name(platform), AD_FMT(error->message),
					     AD_FMT(action),
					     left_out ? "left out and stay staged"
						      : "in the plan, and the push skips them")
				     .p });
}

/*
 * True if the server's own rules allow the upload. A conversion that is too old stays in the plan,
 * and its operation is SKIPPED.
 */
static bool may_send(struct conversions *c, const struct ad_row *row, enum ad_platform platform,
		     struct ad_str action)
{
	const struct place *place = &c->places[platform];
	const struct ad_upload *upload = ad_upload_of(c->ask->scratch, row, platform, action);
	struct ad_platform_error error = { 0 };
	bool allowed = true;

	if (ad_upload_too_old(c->ask->scratch, platform, ad_now(), upload, &error)) {
		warn_refused(c, row, platform, &error, false);
	} else if (!ad_upload_allowed(c->ask->scratch, &place->connection.link, platform, upload,
				      &error)) {
		warn_refused(c, row, platform, &error, true);
		allowed = false;
	}
	ad_arena_reset(c->ask->scratch);
	return allowed;
}

/*
 * Adds the operation, or warns why there is none; true if the platform is a target of the
 * conversion.
 */
static bool plan_at(struct conversions *c, const struct ad_row *row, enum ad_platform platform,
		    bool named)
{
	const struct place *place = &c->places[platform];
	struct ad_str action = plan_conversions_mapped(place, ad_row_text(row, "conversionAction"));
	struct ad_plan_op *op;

	if (named && !(c->ask->rails.allowed_platforms & (1u << platform)))
		plan_conversions_warn(
			c, row, platform,
			(struct ad_plan_says){
				"PLATFORM_NOT_ALLOWED",
				"This Space does not allow the platform of the click "
				"or of the conversion. The conversion is left out." });
	else if (named && !place->connected)
		plan_conversions_warn(
			c, row, platform,
			(struct ad_plan_says){
				"CONNECTION_REQUIRED",
				"The platform has no usable ad account. The conversion "
				"is left out until one is connected." });
	else if (named && !action.n)
		plan_conversions_warn(
			c, row, platform,
			(struct ad_plan_says){
				"ACTION_NOT_MAPPED",
				"The connection's settings (conversionActions) do not map the "
				"conversionAction to an action of the platform. All conversions of "
				"the action are left out until they do." });
	if (!(c->ask->rails.allowed_platforms & (1u << platform)) || !place->connected || !action.n)
		return false;
	if (place->lacks) {
		plan_conversions_warn(c, row, platform, says_lacking(c, place->lacks, platform));
		return true;
	}
	if (!keep_name(c, row, platform, &action))
		return true;
	if (!ad_goals_take(platform, &place->connection, place->goals, action)) {
		warn_missing(c, row, platform, action);
		return true;
	}
	if (!(c->ask->filter.platforms & (1u << platform)) || !may_send(c, row, platform, action))
		return true;
	op = ad_plan_add(c->ask, c->plan, row, AD_OP_UPLOAD, platform);
	op->kept_want = want_of(c->ask->arena, row, action, destination_of(place, platform));
	op->rank = AD_RANK_CONVERSION;
	return true;
}

static void plan_row(struct conversions *c, const struct ad_row *row)
{
	const cJSON *clicks = plan_conversions_json_of(c->ask->arena, row, "clickIds");
	const cJSON *listed = plan_conversions_json_of(c->ask->arena, row, "platforms");
	const cJSON *results = plan_conversions_json_of(c->ask->arena, row, "platformResults");
	bool by_click = clicks && clicks->child;
	bool anywhere = false;

	if (row->open_op.p) {
		ad_plan_warn(
			c->ask, c->plan, row,
			(struct ad_plan_says){ "UNSETTLED",
					       "An earlier operation on the object is unresolved. "
					       "The object is left out until it is resolved." });
		return;
	}
	for (int i = 0; i < AD_PLATFORM_COUNT; i++) {
		enum ad_platform platform = (enum ad_platform)i;
		bool wide = !by_click && !(listed && listed->child);
		bool named = by_click ? has_click(clicks, platform)
				      : plan_conversions_names(listed, platform);
		if (!wide && !named)
			continue;
		if (!by_click && !has_user_data(row, platform))
			continue;
		anywhere = is_done(c, results, platform) || plan_at(c, row, platform, named) ||
			   named || anywhere;
	}
	if (!anywhere)
		plan_conversions_warn(
			c, row, AD_PLATFORM_COUNT,
			(struct ad_plan_says){
				"ACTION_NOT_MAPPED",
				"No connected platform that could match the person maps the "
				"conversionAction (conversionActions in the connection's "
				"settings). "
				"All conversions of the action are left out until one does." });
}

enum ad_db_status ad_plan_conversions(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	const struct ad_resource *res = ad_resource_row(AD_R_CONVERSION);
	struct conversions c = { .ask = ask, .plan = plan };
	struct ad_plan_ids ids;
	enum ad_db_status status;

	/* Conversions belong to no campaign. */
	if (!ask->filter.conversions || ad_plan_is_part(&ask->filter))
		return AD_DB_DONE;
	status = ad_plan_open_ids(ask, res, &ids);
	if (status == AD_DB_DONE && ids.count)
		status = load_places(&c);
	for (size_t i = 0; i < ids.count && status == AD_DB_DONE && !plan->too_broad; i++) {
		struct ad_row *row;
		size_t seen = plan->count;
		status = ad_row_load(ask->db, ask->arena, ask->realm, res, ids.at[i], &row);
		if (status != AD_DB_ROW)
			continue;
		status = AD_DB_DONE;
		if (ad_plan_wants(ask, row))
			plan_row(&c, row);
		ad_plan_fits(ask, plan, seen);
	}
	return status;
}
