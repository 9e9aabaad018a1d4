/* Removing what is below an object: in parts, and how much of it inside a batch. */
#include "tests/unit/core/call/drafts.h"

#define KEYWORDS 2100 /* more than one part */

static const char *make_full_campaign(struct desk *d, int keywords)
{
	const char *campaign = make_campaign(d, "A", "google");
	const char *group = make_group(d, campaign, "G");

	for (int i = 0; i < keywords; i++)
		make(d, AD_R_KEYWORD,
		     text_of(d,
			     "{\"adGroupId\":\"%s\",\"text\":\"word %d\",\"matchType\":\"EXACT\"}",
			     group, i));
	return campaign;
}

static enum ad_remove_part remove_part(struct desk *d, const char *campaign)
{
	return ad_object_remove_part(fresh(d), ad_resource_row(AD_R_CAMPAIGN), ad_str(campaign),
				     true);
}

static void a_large_tree_goes_in_parts_and_its_root_last(void **state)
{
	struct desk *d = *state;
	const char *campaign = make_full_campaign(d, KEYWORDS);
	int parts = 0, left = KEYWORDS;
	struct ad_row *row;

	for (enum ad_remove_part part = AD_REMOVE_MORE; part == AD_REMOVE_MORE; parts++) {
		part = remove_part(d, campaign);
		assert_int_not_equal(part, AD_REMOVE_FAILED);
		int now = (int)number_of(d, "SELECT count(*) FROM keywords");
		assert_true(now < left && left - now <= 2000);
		left = now;
		assert_int_equal(number_of(d, "SELECT count(*) FROM campaigns"), 1);
	}
	assert_true(parts > 1);
	assert_true(ad_object_delete(fresh(d), ad_resource_row(AD_R_CAMPAIGN), ad_str(campaign),
				     true, &row));
	assert_int_equal(number_of(d, "SELECT count(*) FROM campaigns"), 0);
	assert_int_equal(remove_part(d, campaign), AD_REMOVE_FAILED);
	assert_int_equal(d->call.status, AD_NOT_FOUND);
}

/* A batch has one transaction for many objects; a revert, for example, has its own for each. */
static void a_batch_alone_is_held_to_a_number(void **state)
{
	struct desk *d = *state;
	const char *campaign = make_full_campaign(d, AD_REMOVE_MAX);
	const struct ad_resource *res = ad_resource_row(AD_R_CAMPAIGN);
	struct ad_call *call = fresh(d);
	struct ad_row *row;

	assert_int_equal(ad_db_savepoint(d->db), AD_DB_DONE);
	call->inside = true;
	assert_false(ad_object_delete(call, res, ad_str(campaign), true, &row));
	assert_int_equal(call->status, AD_CONFLICT);
	call->inside = false;
	ad_db_rollback_savepoint(d->db);
	assert_true(ad_object_delete(fresh(d), res, ad_str(campaign), true, &row));
	assert_int_equal(number_of(d, "SELECT count(*) FROM keywords"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(a_large_tree_goes_in_parts_and_its_root_last),
		desk_test(a_batch_alone_is_held_to_a_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
