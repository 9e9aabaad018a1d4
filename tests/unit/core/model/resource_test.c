/* The table of resources is consistent for all of its readers. */
#include "tests/support/unit.h"

#include <string.h>

#include "base/json_read.h"
#include "model/errors.h"
#include "model/limits.h"
#include "model/batch.h"
#include "model/options.h"
#include "model/resource.h"
#include "model/scope.h"

static void check_json(struct ad_arena *arena, const char *what, const char *text)
{
	struct ad_json_error err;

	if (text && !ad_json_parse(arena, ad_str(text), &err))
		fail_msg("%s: %s is no JSON: %s", what, text, err.reason);
}

static void check_doc(const struct ad_field *f)
{
	size_t n = f->doc ? strlen(f->doc) : 0;

	if (n < 5 || f->doc[n - 1] != '.')
		fail_msg("%s: '%s' is no sentence", f->name, f->doc ? f->doc : "");
}

static bool is_or_lists(const struct ad_field *f, enum ad_type type)
{
	return f->type == type || (f->type == AD_T_LIST && f->item == type);
}

/* A field has the members that its type needs, and no others. */
static void check_type(const struct ad_field *f)
{
	bool options = is_or_lists(f, AD_T_ENUM);
	bool members = is_or_lists(f, AD_T_OBJECT) || is_or_lists(f, AD_T_AD_TEXT);

	if (options != (f->options != NULL) || members != (f->member_count > 0))
		fail_msg("%s: options or members do not fit its type", f->name);
	if ((f->flags & AD_REQUIRED) && f->initial)
		fail_msg("%s: required, with a default", f->name);
	if (f->type == AD_T_URL && f->max <= 0)
		fail_msg("%s: a URL without a bound", f->name);
}

static void check_fields(struct ad_arena *arena, const struct ad_field *fields, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct ad_field *f = &fields[i];
		for (size_t k = 0; k < i; k++)
			if (strcmp(fields[k].name, f->name) == 0)
				fail_msg("%s is there twice", f->name);
		check_doc(f);
		check_type(f);
		check_json(arena, f->name, f->initial);
		check_json(arena, f->name, f->example);
		check_fields(arena, f->members, f->member_count);
	}
}

static void check_shape(struct ad_arena *arena, const struct ad_shape *shape)
{
	if (!shape)
		return;
	assert_true(shape->count <= AD_FIELDS_MAX);
	check_fields(arena, shape->fields, shape->count);
}

static void check_stored(const struct ad_resource *res)
{
	assert_non_null(res->prefix);
	assert_true(res->read_scope != 0 && res->write_scope != 0);
	for (size_t k = 0; k < res->shape.count; k++) {
		const struct ad_field *f = &res->shape.fields[k];
		assert_null(ad_field_find(&ad_common, ad_str(f->name), NULL));
		/* unseen fields are in no list's query, and in no plan */
		if (f->flags & AD_UNSEEN)
			assert_int_equal(f->flags & (AD_FILTER | AD_SENT), 0);
		/* secret fields cannot be set through an interface */
		assert_true(!(f->flags & AD_SECRET) || (f->flags & AD_READ_ONLY));
	}
}

static void every_row(void **state)
{
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	check_shape(arena, &ad_common);
	for (int i = 0; i < AD_RESOURCE_COUNT; i++) {
		const struct ad_resource *res = ad_resource_row((enum ad_resource_id)i);
		assert_int_equal(res->id, i);
		assert_true(res->path[0] == '/');
		check_shape(arena, &res->shape);
		/* a stored resource has everything that the generic actions need */
		if (res->table)
			check_stored(res);
		assert_true(res->table || !res->staged);
		for (size_t k = 0; k < res->action_count; k++) {
			const struct ad_action *a = &res->actions[k];
			assert_non_null(a->operation_id);
			assert_non_null(a->summary);
			assert_true(a->success >= 200 && a->success < 300);
			assert_ptr_equal(ad_action_of(res, a->verb), a);
			check_shape(arena, a->input);
			check_shape(arena, a->query);
			check_shape(arena, a->output);
		}
	}
	ad_arena_free(arena);
}

/* Runs and Spaces are made one by one; a Space has at most 10 webhooks. */
static bool is_written_singly(int resource)
{
	return resource == AD_R_SYNC || resource == AD_R_SPACE || resource == AD_R_WEBHOOK;
}

/* Every collection that can be written to takes many writes in one request. */
static void what_is_written_is_written_in_batches(void **state)
{
	static const enum ad_verb writes[] = { AD_V_CREATE, AD_V_UPDATE, AD_V_DELETE };

	(void)state;
	for (int i = 0; i < AD_RESOURCE_COUNT; i++) {
		const struct ad_resource *res = ad_resource_row((enum ad_resource_id)i);
		const struct ad_action *batch = ad_action_of(res, AD_V_BATCH);
		const struct ad_action *write = NULL;
		for (size_t k = 0; k < AD_LEN(writes); k++)
			write = write ? write : ad_action_of(res, writes[k]);
		if (!write || !ad_action_of(res, AD_V_LIST) || is_written_singly(i)) {
			assert_null(batch);
			continue;
		}
		if (!batch)
			fail_msg("%s has no AD_BATCH_ACTION(…)", res->name);
		assert_int_equal(batch->scopes, write->scopes);
		assert_int_equal(batch->body_max, AD_BATCH_BODY_MAX);
		assert_ptr_equal(batch->input, &ad_batch_input);
		assert_ptr_equal(batch->output, &ad_batch_output);
	}
}

static void operations_are_named_once(void **state)
{
	const char *names[200];
	size_t n = 0;

	(void)state;
	for (int i = 0; i < AD_RESOURCE_COUNT; i++) {
		const struct ad_resource *res = ad_resource_row((enum ad_resource_id)i);
		for (size_t k = 0; k < res->action_count; k++) {
			for (size_t m = 0; m < n; m++)
				assert_string_not_equal(names[m], res->actions[k].operation_id);
			assert_true(n < AD_LEN(names));
			names[n++] = res->actions[k].operation_id;
		}
	}
	assert_true(n > 20);
}

static void look_ups(void **state)
{
	static const char *const none[] = { "", "cmp", "cmpx_1", "zzz_1", "_1" };
	size_t index = 99;

	(void)state;
	assert_ptr_equal(ad_resource_of_id(AD_S("cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3")),
			 &ad_resource_campaign);
	assert_ptr_equal(ad_resource_of_id(AD_S("ad_1")), &ad_resource_ad);
	assert_ptr_equal(ad_resource_of_id(AD_S("agr_1")), &ad_resource_ad_group);
	for (size_t i = 0; i < AD_LEN(none); i++)
		assert_null(ad_resource_of_id(ad_str(none[i])));
	assert_ptr_equal(ad_resource_by_name(AD_S("adGroup")), &ad_resource_ad_group);
	assert_null(ad_resource_by_name(AD_S("adgroup")));
	assert_null(ad_resource_by_name(AD_S("")));
	assert_non_null(ad_field_find(&ad_resource_campaign.shape, AD_S("name"), &index));
	assert_int_equal(index, 0);
	assert_null(ad_field_find(&ad_resource_campaign.shape, AD_S("Name"), &index));
	assert_int_equal(index, 0);
	assert_null(ad_action_of(&ad_resource_campaign, AD_V_APPROVE));
	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		assert_int_equal(ad_platform_of(ad_str(ad_platform_name((enum ad_platform)i))), i);
	assert_int_equal(ad_platform_of(AD_S("Google")), AD_PLATFORM_COUNT);
	assert_int_equal(ad_platform_of(AD_S("")), AD_PLATFORM_COUNT);
	/* A request can contain this value: its name is empty. */
	assert_string_equal(ad_platform_name(AD_PLATFORM_COUNT), "");
}

static void columns(void **state)
{
	char out[64];

	(void)state;
	ad_column_name("adGroupId", out);
	assert_string_equal(out, "ad_group_id");
	ad_column_name("path1", out);
	assert_string_equal(out, "path1");
	ad_column_name("aVeryLongNameThatGoesOnAndOnAndOnAndOnAndOnAndOnAndOnAndOnAndOnAndOn", out);
	assert_true(strlen(out) <= 63);
}

static void options_and_limits(void **state)
{
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < ad_option_count; i++) {
		check_fields(arena, &ad_options[i].field, 1);
		for (size_t k = 0; k < i; k++)
			assert_false(ad_options[k].platform == ad_options[i].platform &&
				     ad_options[k].resource == ad_options[i].resource &&
				     strcmp(ad_options[k].field.name, ad_options[i].field.name) ==
					     0);
	}
	/* a limit binds a field that is there, and no wider than the field itself */
	for (size_t i = 0; i < ad_limits_count; i++) {
		const struct ad_limit_row *l = &ad_limits_rows[i];
		const struct ad_field *f =
			ad_field_find(&ad_resource_row(l->resource)->shape, ad_str(l->field), NULL);
		assert_non_null(f);
		assert_true(!l->max_items || (f->type == AD_T_LIST && l->max_items <= f->max));
		assert_true(l->min_items <= l->max_items || !l->max_items);
	}
	ad_arena_free(arena);
}

static void statuses_and_fault_codes(void **state)
{
	(void)state;
	for (int i = 0; i < AD_STATUS_COUNT; i++) {
		const struct ad_status_row *row = ad_status_row((enum ad_status)i);
		assert_true(row->http >= 200 && row->http < 600);
		assert_true(strcmp(row->recovery, "transient") == 0 ||
			    strcmp(row->recovery, "correctable") == 0 ||
			    strcmp(row->recovery, "terminal") == 0);
		assert_int_equal(row->sentence[strlen(row->sentence) - 1], '.');
	}
	for (size_t i = 1; i < ad_fault_code_count; i++)
		assert_true(strcmp(ad_fault_codes[i - 1].code, ad_fault_codes[i].code) < 0);
}

/* Texts that mean the same on each platform, or that a choice table holds by platform. */
static const char *const common_texts[] = {
	"name",
	"trackingTemplate",
	"finalUrlSuffix",
	"labels",
	"headlines",
	"descriptions",
	"path1",
	"path2",
	"primaryText",
	"callToAction",
	"text",
	"from",
	"to",
	NULL,
};

static void classified(const char *resource, const struct ad_field *field)
{
	bool is_text = field->type == AD_T_TEXT || field->type == AD_T_AD_TEXT ||
		       (field->type == AD_T_LIST &&
			(field->item == AD_T_TEXT || field->item == AD_T_AD_TEXT));
	bool known = (field->flags & (AD_OWN_WORDS | AD_OWN_NUMBERS)) != 0;

	if (field->flags & (AD_READ_ONLY | AD_SECRET))
		return;
	for (size_t i = 0; i < field->member_count && field->item != AD_T_AD_TEXT; i++)
		classified(resource, &field->members[i]);
	for (const char *const *name = common_texts; is_text && *name; name++)
		known = known || strcmp(*name, field->name) == 0;
	if (is_text && !known)
		fail_msg("%s.%s: say AD_OWN_WORDS or AD_OWN_NUMBERS where it holds ids of a "
			 "platform's own, or add it to common_texts",
			 resource, field->name);
}

/* A copy to another platform carries only fields that are common to both or mapped. */
static void each_text_is_common_or_a_platforms_own(void **state)
{
	static const enum ad_resource_id copied[] = { AD_R_CAMPAIGN, AD_R_AD_GROUP, AD_R_AD,
						      AD_R_KEYWORD };

	(void)state;
	for (size_t r = 0; r < AD_LEN(copied); r++) {
		const struct ad_resource *res = ad_resource_row(copied[r]);
		for (size_t i = 0; i < res->shape.count; i++)
			classified(res->name, &res->shape.fields[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_row),
		cmocka_unit_test(operations_are_named_once),
		cmocka_unit_test(what_is_written_is_written_in_batches),
		cmocka_unit_test(look_ups),
		cmocka_unit_test(columns),
		cmocka_unit_test(options_and_limits),
		cmocka_unit_test(statuses_and_fault_codes),
		cmocka_unit_test(each_text_is_common_or_a_platforms_own),
	};
	return cmocka_run_group_tests_name("resource", tests, NULL, NULL);
}
