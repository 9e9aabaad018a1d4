/* Drift as it is listed, page by page, and each decision about it, on real databases. */
#include "tests/unit/core/call/runs.h"

#include "store/objects/rows.h"

/* The object's AD_SENT fields with one of them replaced. */
static struct ad_str with(struct desk *d, const struct ad_row *row, const char *field,
			  const char *json)
{
	struct ad_row copy = *row;
	size_t index;
	const struct ad_field *found = ad_field_find(&row->res->shape, ad_str(field), &index);

	assert_non_null(found);
	copy.v[index] = ad_value_take(d->arena, found, json_of(d->arena, json));
	return ad_row_sent_json(d->arena, &copy);
}

/* Changes a field on the platform, and in the draft. */
static void drift(struct desk *d, enum ad_resource_id resource, const char *id, const char *field,
		  const char *there, const char *here)
{
	struct ad_row *row = row_at(d, resource, id);
	size_t index;
	const struct ad_field *found = ad_field_find(&row->res->shape, ad_str(field), &index);

	row->live = with(d, row, field, there);
	row->v[index] = ad_value_take(d->arena, found, json_of(d->arena, here));
	GOOD(d->db, ad_row_update(d->db, d->arena, row) == AD_DB_DONE);
}

/* Another user removed it on the platform. */
static void remove_there(struct desk *d, enum ad_resource_id resource, const char *id)
{
	struct ad_row *row = row_at(d, resource, id);

	row->live = AD_LIVE_GONE;
	row->failed = true;
	GOOD(d->db, ad_row_update(d->db, d->arena, row) == AD_DB_DONE);
}

/* A campaign of budget 20 that was pushed, drafted at 25, and 30 there. */
static const char *drifted(struct desk *d, const char *name)
{
	const char *id = make_campaign(d, name, "google");

	pushed(d, AD_R_CAMPAIGN, id);
	drift(d, AD_R_CAMPAIGN, id, "budget", "30", "25");
	return id;
}

static const char *cursor; /* of the last listed page; NULL if it was the last one */
static int64_t total;

/* The ids and fields of a page, "name.field name.field"; with one parameter, or NULL. */
static const char *list(struct desk *d, const char *name, const char *value, const char *behind)
{
	struct ad_call *call = ask(d, AD_V_DRIFT, NULL);
	struct ad_param params[3] = { { AD_S("limit"), AD_S("2") } };
	struct ad_text text = ad_text_on(d->arena);
	const cJSON *row, *rows, *meta;

	call->param_count = 1;
	if (name)
		params[call->param_count++] = (struct ad_param){ ad_str(name), ad_str(value) };
	if (behind)
		params[call->param_count++] = (struct ad_param){ AD_S("cursor"), ad_str(behind) };
	call->params = params;
	ad_sync_drift(call);
	if (call->status == AD_OK) {
		assert_int_equal(call->place, AD_SLOW);
		call->next(call);
	}
	call->param_count = 0;
	if (call->status != AD_OK)
		return outcome(d);
	rows = data_of(d);
	cJSON_ArrayForEach(row, rows)
	{
		ad_text_addf(&text, "%s%s.%s", text.n ? " " : "", ad_json_get_text(row, "name").p,
			     ad_json_get_text(row, "field").p);
	}
	meta = json_of(d->arena, text_of(d, "{%.*s}", AD_FMT(call->meta)));
	cursor = ad_json_get_text(meta, "nextCursor").p;
	assert_true(ad_json_int64(ad_json_get(meta, "total"), &total));
	return ad_text_str(&text).p;
}

static void it_is_listed_by_pages_newest_first(void **state)
{
	struct desk *d = *state;
	const char *a = drifted(d, "A"), *b = drifted(d, "B"), *c = drifted(d, "C");

	drift(d, AD_R_CAMPAIGN, b, "name", "\"B there\"", "\"B here\"");
	struct ad_row *row = row_at(d, AD_R_CAMPAIGN, b);
	row->live = with(d, row, "budget", "30");
	GOOD(d->db, ad_row_update(d->db, d->arena, row) == AD_DB_DONE);
	(void)c;
	assert_string_equal(list(d, NULL, NULL, NULL), "C.budget B here.budget");
	assert_int_equal(total, 3);
	assert_string_equal(list(d, NULL, NULL, cursor), "A.budget");
	assert_null(cursor);
	assert_string_equal(list(d, "order", "asc", NULL), "A.budget B here.budget");
	assert_string_equal(list(d, "id", a, NULL), "A.budget");
	assert_int_equal(total, 1);
	assert_string_equal(list(d, "platform", "meta,reddit", NULL), "");
	assert_string_equal(list(d, "resource", "ad,keyword", NULL), "");
	assert_string_equal(list(d, "colour", "red", NULL), "400 colour UNKNOWN_PARAMETER");
	assert_string_equal(list(d, NULL, NULL, "bent"), "400 cursor INVALID_CURSOR");
}

static void what_the_cursor_named_may_be_decided_meanwhile(void **state)
{
	struct desk *d = *state;
	const char *behind;

	for (const char *name = "ABCD"; *name; name++)
		drifted(d, text_of(d, "%c", *name));
	assert_string_equal(list(d, NULL, NULL, NULL), "D.budget C.budget");
	behind = cursor;
	execute(d, "UPDATE campaigns SET live = NULL WHERE name = 'C'");
	assert_string_equal(list(d, NULL, NULL, behind), "B.budget A.budget");
	assert_int_equal(total, 3);
}

static void what_is_below_names_its_campaign_and_unreadable_kinds_are_not_there(void **state)
{
	struct desk *d = *state;
	const char *c = make_campaign(d, "A", "google"), *g = make_group(d, c, "G");
	const char *k = make(d, AD_R_KEYWORD,
			     text_of(d,
				     "{\"adGroupId\":\"%s\",\"text\":\"shoes\",\"matchType\":"
				     "\"EXACT\"}",
				     g));

	pushed(d, AD_R_KEYWORD, k);
	drift(d, AD_R_KEYWORD, k, "cpcBid", "3", "2");
	assert_string_equal(list(d, "campaignId", c, NULL), "shoes.cpcBid");
	assert_true(ad_str_is(ad_json_get_text(data_of(d)->child, "campaignId"), c));
	assert_string_equal(list(d, "campaignId", g, NULL), "");
	d->call.scopes = AD_SCOPES_ALL & ~ad_resource_row(AD_R_KEYWORD)->read_scope;
	assert_string_equal(list(d, NULL, NULL, NULL), "");
	assert_int_equal(total, 0);
}

/* --- decisions --- */

/* Decides on the writer's side; *sides as the caller saw them, or NULL. */
static const char *decide(struct desk *d, const char *id, const char *field, const char *keep,
			  struct ad_sync_sides *sides)
{
	struct ad_call *call = ask(
		d, AD_V_RESOLVE,
		text_of(d, "{\"id\":\"%s\",\"field\":\"%s\",\"keep\":\"%s\"}", id, field, keep));

	call->work = sides;
	ad_sync_resolve_write(call);
	return outcome(d);
}

static void keeping_live_edits_the_draft_and_keeping_staged_does_not(void **state)
{
	struct desk *d = *state;
	const char *a = drifted(d, "A"), *b = drifted(d, "B");
	struct ad_row *row = row_at(d, AD_R_CAMPAIGN, a);
	int64_t version = row->version, revision = row->sync_revision;

	assert_string_equal(decide(d, a, "budget", "LIVE", NULL), "");
	const cJSON *made = data_of(d);
	assert_true(ad_json_get(made, "from")->valuedouble == 25.0);
	assert_true(ad_json_get(made, "to")->valuedouble == 30.0);
	assert_true(ad_str_is(ad_json_get_text(made, "syncState"), "SYNCED"));
	row = row_at(d, AD_R_CAMPAIGN, a);
	assert_int_equal(ad_row_value(row, "budget")->i, 30000000);
	assert_int_equal(row->version, version + 1);
	assert_int_equal(row->sync_revision, revision + 1);
	assert_string_equal(decide(d, b, "budget", "STAGED", NULL), "");
	row = row_at(d, AD_R_CAMPAIGN, b);
	assert_int_equal(ad_row_value(row, "budget")->i, 25000000);
	assert_int_equal(row->version, version);
	assert_int_equal(row->state, AD_MODIFIED);
	assert_null(row->live.p);
	assert_int_equal(number_of(d, "SELECT count(*) FROM history WHERE verb = 'RESOLVE'"), 2);
	/* A decision sends nothing. */
	assert_int_equal(number_of(d, "SELECT count(*) FROM sync_runs"), 0);
}

static void what_is_refused_changes_nothing(void **state)
{
	struct desk *d = *state;
	const char *a = drifted(d, "A");
	struct ad_row *row;

	assert_string_equal(decide(d, a, "name", "LIVE", NULL), "409 NOT_DRIFTED");
	assert_string_equal(decide(d, a, "colour", "LIVE", NULL), "409 NOT_DRIFTED");
	assert_string_equal(decide(d, a, "budget", "BOTH", NULL), "400 keep UNKNOWN_VALUE");
	assert_string_equal(decide(d, "cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3", "budget", "LIVE", NULL),
			    "400 id REFERENCE_NOT_FOUND");
	assert_string_equal(decide(d, "syn_1", "status", "LIVE", NULL),
			    "400 id REFERENCE_NOT_FOUND");
	d->who.environment = AD_LIVE;
	assert_string_equal(decide(d, a, "budget", "LIVE", NULL), "400 id REFERENCE_NOT_FOUND");
	d->who.environment = AD_TEST;
	d->call.scopes = AD_SYNC_WRITE;
	assert_string_equal(decide(d, a, "budget", "LIVE", NULL), "403");
	assert_int_equal(d->call.required_scopes, ad_resource_row(AD_R_CAMPAIGN)->write_scope);
	d->call.scopes = AD_SCOPES_ALL;
	row = row_at(d, AD_R_CAMPAIGN, a);
	row->open_op = AD_S("syn_1:1");
	GOOD(d->db, ad_row_update(d->db, d->arena, row) == AD_DB_DONE);
	assert_string_equal(decide(d, a, "budget", "LIVE", NULL), "409 UNSETTLED");
	assert_int_equal(d->call.retry_after, 1);
	row = row_at(d, AD_R_CAMPAIGN, a);
	assert_int_equal(ad_row_value(row, "budget")->i, 25000000);
	assert_true(row->live.p != NULL);
	assert_int_equal(number_of(d, "SELECT count(*) FROM history WHERE verb = 'RESOLVE'"), 0);
}

static void it_is_decided_for_what_was_shown(void **state)
{
	struct desk *d = *state;
	const char *a = drifted(d, "A");
	struct ad_sync_sides seen = { AD_S("25"), AD_S("30") };
	struct ad_sync_sides others[] = { { AD_S("25"), AD_S("300") },
					  { AD_S("24"), AD_S("30") },
					  { AD_S("25"), { NULL, 0 } } };

	for (size_t i = 0; i < AD_LEN(others); i++) {
		assert_string_equal(decide(d, a, "budget", "LIVE", &others[i]),
				    "409 CHANGED_SINCE");
		assert_string_equal(decide(d, a, "budget", "STAGED", &others[i]),
				    "409 CHANGED_SINCE");
	}
	assert_int_equal(ad_row_value(row_at(d, AD_R_CAMPAIGN, a), "budget")->i, 25000000);
	assert_string_equal(decide(d, a, "name", "LIVE", &seen), "409 NOT_DRIFTED");
	assert_string_equal(decide(d, a, "budget", "LIVE", &seen), "");
	assert_int_equal(ad_row_value(row_at(d, AD_R_CAMPAIGN, a), "budget")->i, 30000000);
}

static void only_checked_it_stays(void **state)
{
	struct desk *d = *state;
	const char *a = drifted(d, "A");

	d->call.validate_only = true;
	assert_string_equal(decide(d, a, "budget", "LIVE", NULL), "");
	assert_true(ad_str_is(d->call.meta, "\"validateOnly\":true"));
	assert_true(ad_json_get(data_of(d), "to")->valuedouble == 30.0);
	assert_string_equal(decide(d, a, "name", "LIVE", NULL), "409 NOT_DRIFTED");
	d->call.validate_only = false;
	assert_int_equal(ad_row_value(row_at(d, AD_R_CAMPAIGN, a), "budget")->i, 25000000);
	assert_int_equal(number_of(d, "SELECT count(*) FROM history WHERE verb = 'RESOLVE'"), 0);
}

static void what_went_with_its_parent_is_decided_with_it(void **state)
{
	static const enum ad_resource_id kinds[] = { AD_R_CAMPAIGN, AD_R_AD_GROUP, AD_R_AD_GROUP };
	struct desk *d = *state;

	for (int live = 0; live < 2; live++) {
		const char *c = make_campaign(d, live ? "L" : "S", "google");
		const char *ids[] = { c, make_group(d, c, "G"), make_group(d, c, "H") };
		for (size_t i = 0; i < AD_LEN(ids); i++) {
			pushed(d, kinds[i], ids[i]);
			remove_there(d, kinds[i], ids[i]);
		}
		/* The outcome of this one is unknown. */
		struct ad_row *row = row_at(d, AD_R_AD_GROUP, ids[2]);
		row->open_op = AD_S("syn_1:1");
		GOOD(d->db, ad_row_update(d->db, d->arena, row) == AD_DB_DONE);
		assert_string_equal(decide(d, c, "status", live ? "LIVE" : "STAGED", NULL), "");
		assert_true(ad_str_is(ad_json_get_text(data_of(d), "syncState"),
				      live ? "REMOVED" : "STAGED"));
		for (size_t i = 0; i < 2; i++) {
			row = row_at(d, kinds[i], ids[i]);
			assert_int_equal(row->removed, live);
			assert_int_equal(row->state, live ? AD_REMOVED : AD_STAGED);
			assert_int_equal(row->remote_id.p == NULL, !live);
		}
		assert_int_equal(row_at(d, AD_R_AD_GROUP, ids[2])->state, AD_SYNCING);
	}
	assert_int_equal(number_of(d, "SELECT count(*) FROM history WHERE verb = 'RESOLVE'"), 4);
}

/* A push of what a connector decided may need an approval, also of an operation in doubt. */
static void what_a_connector_decides_is_marked_on_all_that_goes_with_it(void **state)
{
	struct desk *d = *state;

	for (int grant = 0; grant < 2; grant++) {
		const char *c = make_campaign(d, grant ? "A" : "B", "google");
		const char *g = make_group(d, c, "G");
		struct ad_row *row;

		pushed(d, AD_R_CAMPAIGN, c);
		pushed(d, AD_R_AD_GROUP, g);
		remove_there(d, AD_R_CAMPAIGN, c);
		row = row_at(d, AD_R_AD_GROUP, g);
		row->open_op = AD_S("syn_1:1");
		GOOD(d->db, ad_row_update(d->db, d->arena, row) == AD_DB_DONE);
		d->who.kind = grant ? AD_BY_GRANT : AD_BY_TOKEN;
		assert_string_equal(decide(d, c, "status", "LIVE", NULL), "");
		d->who.kind = AD_BY_TOKEN;
		row = row_at(d, AD_R_AD_GROUP, g);
		assert_true(row->removal);
		assert_int_equal(row->connector_version, grant ? row->version : 0);
	}
}

/* Forgets an object with that id on the platform. Returns the outcome. */
static const char *forget(struct desk *d, const char *id, struct ad_str remote_id)
{
	struct ad_call *call =
		ask(d, AD_V_RESOLVE,
		    text_of(d,
			    "{\"id\":\"%s\",\"field\":\"status\",\"keep\":\"FORGET\",\"remoteId\":"
			    "\"%.*s\"}",
			    id, AD_FMT(remote_id)));

	call->work = NULL;
	ad_sync_resolve_write(call);
	return outcome(d);
}

static void a_removal_without_proof_is_forgotten_by_a_person_alone(void **state)
{
	struct desk *d = *state;
	const char *c = make_campaign(d, "A", "google"), *g = make_group(d, c, "G");
	struct ad_row *row;

	pushed(d, AD_R_CAMPAIGN, c);
	row = row_at(d, AD_R_CAMPAIGN, c);
	row->removal = row->failed = true;
	row->last_error = AD_S("{\"code\":\"PERMISSION_DENIED\"}");
	GOOD(d->db, ad_row_update(d->db, d->arena, row) == AD_DB_DONE);
	assert_string_equal(list(d, NULL, NULL, NULL), "");
	assert_string_equal(forget(d, c, row->remote_id), "409 NOT_FORGETTABLE");
	row = row_at(d, AD_R_CAMPAIGN, c);
	row->last_error = AD_S("{\"code\":\"NOT_FOUND\",\"details\":{\"notShown\":true}}");
	GOOD(d->db, ad_row_update(d->db, d->arena, row) == AD_DB_DONE);
	assert_string_equal(list(d, NULL, NULL, NULL), "A.status");
	d->who.kind = AD_BY_GRANT;
	assert_string_equal(forget(d, c, row->remote_id), "403 NOT_BY_CONNECTOR");
	d->who.kind = AD_BY_TOKEN;
	d->call.door = AD_DOOR_MCP;
	assert_string_equal(forget(d, c, row->remote_id), "403 NOT_BY_CONNECTOR");
	d->call.door = AD_DOOR_API;
	assert_string_equal(forget(d, c, AD_S("0")), "400 remoteId MISMATCH");
	execute(d, text_of(d, "UPDATE ad_groups SET open_op = 'syn_1:1' WHERE id = '%s'", g));
	assert_string_equal(forget(d, c, row->remote_id), "409 UNSETTLED");
	execute(d, "UPDATE ad_groups SET open_op = NULL");
	assert_int_equal(number_of(d, "SELECT count(*) FROM campaigns"), 1);
	assert_string_equal(forget(d, c, row->remote_id), "");
	assert_int_equal(number_of(d, "SELECT count(*) FROM campaigns"), 0);
	assert_int_equal(number_of(d, "SELECT count(*) FROM ad_groups"), 0);
	assert_int_equal(number_of(d, "SELECT count(*) FROM history WHERE verb = 'FORGET'"), 2);
	assert_int_equal(number_of(d, "SELECT count(*) FROM sync_runs"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(it_is_listed_by_pages_newest_first),
		desk_test(what_the_cursor_named_may_be_decided_meanwhile),
		desk_test(what_is_below_names_its_campaign_and_unreadable_kinds_are_not_there),
		desk_test(keeping_live_edits_the_draft_and_keeping_staged_does_not),
		desk_test(what_is_refused_changes_nothing),
		desk_test(it_is_decided_for_what_was_shown),
		desk_test(only_checked_it_stays),
		desk_test(what_went_with_its_parent_is_decided_with_it),
		desk_test(what_a_connector_decides_is_marked_on_all_that_goes_with_it),
		desk_test(a_removal_without_proof_is_forgotten_by_a_person_alone),
	};

	return on_each_database("sync_drift", tests);
}
