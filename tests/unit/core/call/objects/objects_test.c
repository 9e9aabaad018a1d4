/* Creating, changing, removing and restoring one object, on real databases. */
#include "tests/unit/core/call/drafts.h"

static const struct ad_resource *campaigns(void)
{
	return ad_resource_row(AD_R_CAMPAIGN);
}

static bool patch(struct desk *d, enum ad_resource_id resource, const char *id, const char *input)
{
	struct ad_call *call = fresh(d);
	struct ad_row *before, *row;

	return ad_object_patch(call, ad_resource_row(resource), ad_str(id),
			       json_of(call->arena, input), &before, &row);
}

static bool removes(struct desk *d, enum ad_resource_id resource, const char *id)
{
	struct ad_row *row;

	return ad_object_delete(fresh(d), ad_resource_row(resource), ad_str(id), true, &row);
}

static bool restores(struct desk *d, enum ad_resource_id resource, const char *id)
{
	struct ad_row *row;

	return ad_object_restore(fresh(d), ad_resource_row(resource), ad_str(id), true, &row);
}

static void a_draft(void **state)
{
	struct desk *d = *state;
	struct ad_row *row = row_at(d, AD_R_CAMPAIGN, make_campaign(d, "A", "google"));

	assert_true(ad_str_is(row->source, "API"));
	assert_true(ad_str_is(row->environment, "test"));
	assert_true(ad_str_is(row->created_by, d->who.account_id));
	assert_int_equal(row->version, 1);
	assert_int_equal(row->state, AD_STAGED);
	assert_int_equal(number_of(d, "SELECT n FROM counters WHERE resource = 'campaign' AND"
				      " sync_state = 'STAGED' AND status = 'PAUSED'"),
			 1);
}

static void a_patch_counts_and_is_kept(void **state)
{
	struct desk *d = *state;
	const char *id = make_campaign(d, "A", "google");

	assert_true(patch(d, AD_R_CAMPAIGN, id, "{\"budget\":30,\"status\":\"ENABLED\"}"));
	struct ad_row *row = row_at(d, AD_R_CAMPAIGN, id);
	assert_int_equal(row->version, 2);
	assert_int_equal(ad_row_value(row, "budget")->i, 30000000);
	assert_int_equal(number_of(d,
				   "SELECT count(*) FROM history WHERE verb = 'UPDATE' AND before"
				   " LIKE '%\"budget\":20%' AND after LIKE '%\"budget\":30%'"),
			 1);
	assert_int_equal(number_of(d, "SELECT n FROM counters WHERE resource = 'campaign' AND"
				      " status = 'ENABLED'"),
			 1);
	assert_int_equal(number_of(d, "SELECT SUM(n) FROM counters WHERE resource = 'campaign'"),
			 1);
	/* nothing changes: no version, no history */
	assert_true(patch(d, AD_R_CAMPAIGN, id, "{\"budget\":30}"));
	assert_int_equal(row_at(d, AD_R_CAMPAIGN, id)->version, 2);
	assert_int_equal(number_of(d, "SELECT count(*) FROM history WHERE verb = 'UPDATE'"), 1);
}

static void preconditions(void **state)
{
	struct desk *d = *state;
	const char *id = make_campaign(d, "A", "google");
	static const struct {
		const char *tag;
		bool good;
	} tags[] = {
		{ "\"1.0\"", true },   { "\"1.7\"", true },  { "\"1\"", true },
		{ "*", true },         { "\"2.0\"", false }, { "\"x\"", false },
		{ "1.0", false },      { "\"\"", false },    { "W/\"1.0\"", false },
		{ "\"11.0\"", false }, { "\".1\"", false },  { "\"-1\"", false },
	};

	for (size_t i = 0; i < AD_LEN(tags); i++) {
		struct ad_row *row;
		fresh(d);
		d->call.if_match = ad_str(tags[i].tag);
		bool good = ad_object_delete(&d->call, campaigns(), ad_str(id), false, &row);
		if (good != tags[i].good)
			fail_msg("%s is %s", tags[i].tag, good ? "taken" : "refused");
		if (!good)
			assert_int_equal(d->call.status, AD_PRECONDITION);
	}
	d->call.if_match = (struct ad_str){ NULL, 0 };
	assert_true(patch(d, AD_R_CAMPAIGN, id, "{\"budget\":21,\"expectedVersion\":1}"));
	assert_false(patch(d, AD_R_CAMPAIGN, id, "{\"budget\":22,\"expectedVersion\":1}"));
	assert_int_equal(d->call.status, AD_PRECONDITION);
	assert_non_null(strstr(d->call.details.p, "\"currentVersion\":2"));
	assert_false(patch(d, AD_R_CAMPAIGN, id, "{\"expectedVersion\":\"2\"}"));
	FAULTS(d, "expectedVersion WRONG_TYPE");
}

static void missing_ones(void **state)
{
	struct desk *d = *state;

	assert_false(patch(d, AD_R_CAMPAIGN, "cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3", "{\"budget\":1}"));
	assert_int_equal(d->call.status, AD_NOT_FOUND);
	assert_false(removes(d, AD_R_AD, "ad_x"));
	assert_int_equal(d->call.status, AD_NOT_FOUND);
	/* of another environment alike */
	const char *id = make_campaign(d, "A", "google");
	d->who.environment = AD_LIVE;
	assert_false(patch(d, AD_R_CAMPAIGN, id, "{\"budget\":1}"));
	assert_int_equal(d->call.status, AD_NOT_FOUND);
}

static void drafts_go_at_once_with_all_below(void **state)
{
	struct desk *d = *state;
	const char *c = make_campaign(d, "A", "google"), *g = make_group(d, c, "G");

	(void)make(d, AD_R_AD, text_of(d, "{\"adGroupId\":\"%s\"," RSA "}", g));
	(void)make(d, AD_R_KEYWORD,
		   text_of(d, "{\"adGroupId\":\"%s\",\"text\":\"a\",\"matchType\":\"EXACT\"}", g));
	(void)make(d, AD_R_KEYWORD,
		   text_of(d,
			   "{\"campaignId\":\"%s\",\"text\":\"a\",\"matchType\":\"EXACT\","
			   "\"negative\":true}",
			   c));
	assert_true(removes(d, AD_R_CAMPAIGN, c));
	assert_int_equal(number_of(d, "SELECT (SELECT count(*) FROM campaigns) +"
				      " (SELECT count(*) FROM ad_groups) +"
				      " (SELECT count(*) FROM ads) +"
				      " (SELECT count(*) FROM keywords)"),
			 0);
	assert_int_equal(number_of(d, "SELECT SUM(n) FROM counters WHERE resource <> 'history'"),
			 0);
	assert_int_equal(number_of(d, "SELECT count(*) FROM history WHERE verb = 'DELETE'"), 5);
	assert_false(removes(d, AD_R_CAMPAIGN, c));
	assert_int_equal(d->call.status, AD_NOT_FOUND);
}

static void pushed_ones_are_staged_and_restored(void **state)
{
	struct desk *d = *state;
	const char *c = make_campaign(d, "A", "google"), *g = make_group(d, c, "G");

	pushed(d, AD_R_CAMPAIGN, c);
	pushed(d, AD_R_AD_GROUP, g);
	assert_int_equal(row_at(d, AD_R_CAMPAIGN, c)->state, AD_SYNCED);
	assert_true(removes(d, AD_R_CAMPAIGN, c));
	assert_int_equal(row_at(d, AD_R_CAMPAIGN, c)->state, AD_PENDING_REMOVAL);
	assert_int_equal(row_at(d, AD_R_AD_GROUP, g)->state, AD_PENDING_REMOVAL);
	/* again is the same; changes and objects below are refused */
	int64_t version = row_at(d, AD_R_CAMPAIGN, c)->version;
	assert_true(removes(d, AD_R_CAMPAIGN, c));
	assert_int_equal(row_at(d, AD_R_CAMPAIGN, c)->version, version);
	assert_false(patch(d, AD_R_CAMPAIGN, c, "{\"budget\":1}"));
	assert_int_equal(d->call.status, AD_CONFLICT);
	assert_null(try_draft(d, AD_R_AD_GROUP,
			      text_of(d, "{\"campaignId\":\"%s\",\"name\":\"H\"}", c)));
	FAULTS(d, "campaignId PENDING_REMOVAL");
	/* a child alone cannot come back */
	assert_false(restores(d, AD_R_AD_GROUP, g));
	assert_int_equal(d->call.status, AD_CONFLICT);
	assert_true(restores(d, AD_R_CAMPAIGN, c));
	assert_int_equal(row_at(d, AD_R_CAMPAIGN, c)->state, AD_SYNCED);
	assert_int_equal(row_at(d, AD_R_AD_GROUP, g)->state, AD_SYNCED);
	assert_true(restores(d, AD_R_CAMPAIGN, c));
}

static void what_is_fixed_once_pushed(void **state)
{
	struct desk *d = *state;
	const char *c = make_campaign(d, "A", "google");
	const char *k = make(d, AD_R_KEYWORD,
			     text_of(d,
				     "{\"adGroupId\":\"%s\",\"text\":\"a\",\"matchType\":"
				     "\"EXACT\"}",
				     make_group(d, c, "G")));

	assert_true(patch(d, AD_R_KEYWORD, k, "{\"text\":\"b\",\"matchType\":\"BROAD\"}"));
	pushed(d, AD_R_CAMPAIGN, c);
	pushed(d, AD_R_KEYWORD, k);
	assert_false(patch(d, AD_R_KEYWORD, k,
			   "{\"text\":\"c\",\"matchType\":\"PHRASE\","
			   "\"negative\":true}"));
	FAULTS(d, "text IMMUTABLE; matchType IMMUTABLE; negative IMMUTABLE");
	assert_false(patch(d, AD_R_CAMPAIGN, c, "{\"platform\":\"microsoft\"}"));
	FAULTS(d, "platform IMMUTABLE");
	assert_true(patch(d, AD_R_KEYWORD, k, "{\"text\":\"b\",\"cpcBid\":2}"));
	assert_int_equal(row_at(d, AD_R_KEYWORD, k)->state, AD_MODIFIED);
	assert_true(patch(d, AD_R_KEYWORD, k, "{\"cpcBid\":null}"));
	assert_int_equal(row_at(d, AD_R_KEYWORD, k)->state, AD_SYNCED);
}

static void an_edit_ends_a_failure(void **state)
{
	struct desk *d = *state;
	const char *c = make_campaign(d, "A", "google");
	struct ad_row *row = row_at(d, AD_R_CAMPAIGN, c);

	row->failed = true;
	row->last_error = AD_S("{\"code\":\"X\"}");
	GOOD(d->db, ad_row_update(d->db, d->arena, row) == AD_DB_DONE);
	assert_int_equal(row_at(d, AD_R_CAMPAIGN, c)->state, AD_FAILED);
	assert_true(patch(d, AD_R_CAMPAIGN, c, "{\"budget\":21}"));
	row = row_at(d, AD_R_CAMPAIGN, c);
	assert_int_equal(row->state, AD_STAGED);
	assert_null(row->last_error.p);
}

static void answers(void **state)
{
	struct desk *d = *state;
	struct ad_row *row = row_at(d, AD_R_CAMPAIGN, make_campaign(d, "A", "google"));

	fresh(d);
	ad_object_answer(&d->call, row);
	assert_true(ad_str_is(d->call.etag, "\"1.0\""));
	assert_true(
		ad_str_is(ad_json_get_text(json_of(d->arena, d->call.data.p), "id"), row->id.p));
	fresh(d);
	d->call.validate_only = true;
	d->call.etag = (struct ad_str){ NULL, 0 };
	ad_object_answer(&d->call, row);
	assert_null(d->call.etag.p);
	assert_int_equal(d->call.http_status, 200);
	assert_true(ad_str_is(d->call.meta, "\"validateOnly\":true"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(a_draft),
		desk_test(a_patch_counts_and_is_kept),
		desk_test(preconditions),
		desk_test(missing_ones),
		desk_test(drafts_go_at_once_with_all_below),
		desk_test(pushed_ones_are_staged_and_restored),
		desk_test(what_is_fixed_once_pushed),
		desk_test(an_edit_ends_a_failure),
		desk_test(answers),
	};
	return on_each_database("objects", tests);
}
