/* References of an object: the target must exist, and cannot be removed while it is referenced. */
#include "tests/unit/core/call/drafts.h"

#include "call/objects/references.h"

static const char *a_business(struct desk *d)
{
	return make(d, AD_R_BUSINESS, "{\"name\":\"B\",\"website\":\"https://b.example\"}");
}

static const char *a_campaign(struct desk *d, const char *name, const char *business)
{
	return make(d, AD_R_CAMPAIGN,
		    text_of(d,
			    "{\"name\":\"%s\",\"type\":\"SEARCH\",\"budget\":20,"
			    "\"businessId\":\"%s\"}",
			    name, business));
}

static bool removes(struct desk *d, enum ad_resource_id resource, const char *id)
{
	struct ad_row *row;

	return ad_object_delete(fresh(d), ad_resource_row(resource), ad_str(id), true, &row);
}

static void it_must_be_there(void **state)
{
	struct desk *d = *state;
	const char *business = a_business(d);

	a_campaign(d, "A", business);
	assert_null(try_draft(d, AD_R_CAMPAIGN,
			      "{\"name\":\"C\",\"type\":\"SEARCH\",\"budget\":20,\"businessId\":"
			      "\"biz_00000000000000000000000000\"}"));
	FAULTS(d, "businessId REFERENCE_NOT_FOUND");
	/* removed between draft and insert */
	const char *other = a_business(d);
	struct ad_row *row = try_draft(d, AD_R_CAMPAIGN,
				       text_of(d,
					       "{\"name\":\"D\",\"type\":\"SEARCH\",\"budget\":20,"
					       "\"businessId\":\"%s\"}",
					       other));
	assert_non_null(row);
	struct ad_row *gone = row_at(d, AD_R_BUSINESS, other);
	GOOD(d->db, ad_row_delete(d->db, d->arena, gone) == AD_DB_DONE);
	assert_false(ad_object_insert(&d->call, row));
	FAULTS(d, "businessId REFERENCE_NOT_FOUND");
}

static void it_stays_while_it_is_named(void **state)
{
	struct desk *d = *state;
	const char *business = a_business(d);
	const char *campaign = a_campaign(d, "A", business);

	assert_false(removes(d, AD_R_BUSINESS, business));
	assert_int_equal(d->call.status, AD_CONFLICT);
	assert_non_null(strstr(d->call.details.p, campaign));
	/* a staged removal can be reverted, a pushed one cannot */
	struct ad_row *row = row_at(d, AD_R_CAMPAIGN, campaign);
	row->remote_id = AD_S("123");
	row->removal = true;
	GOOD(d->db, ad_row_update(d->db, d->arena, row) == AD_DB_DONE);
	assert_false(removes(d, AD_R_BUSINESS, business));
	row = row_at(d, AD_R_CAMPAIGN, campaign);
	row->removed = true;
	GOOD(d->db, ad_row_update(d->db, d->arena, row) == AD_DB_DONE);
	assert_true(removes(d, AD_R_BUSINESS, business));
	assert_null(row_at(d, AD_R_BUSINESS, business));
}

static void many_are_told_up_to_a_number(void **state)
{
	struct desk *d = *state;
	const char *business = a_business(d);
	char name[16];

	for (int i = 0; i < 23; i++) {
		snprintf(name, sizeof(name), "C%d", i);
		a_campaign(d, name, business);
	}
	assert_false(removes(d, AD_R_BUSINESS, business));
	struct ad_json_error err;
	const cJSON *details = ad_json_parse(
		d->call.arena, ad_arena_printf(d->call.arena, "{%.*s}", AD_FMT(d->call.details)),
		&err);
	assert_int_equal(cJSON_GetArraySize(ad_json_get(details, "referredBy")), 20);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(it_must_be_there),
		desk_test(it_stays_while_it_is_named),
		desk_test(many_are_told_up_to_a_number),
	};

	return cmocka_run_group_tests_name("references", tests, NULL, NULL);
}
