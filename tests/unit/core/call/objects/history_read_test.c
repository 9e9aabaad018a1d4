/* GET /history: a page of long entries ends early, with a cursor. */
#include "tests/unit/core/call/desk.h"

#include "call/request/actions.h"
#include "call/rules/rules.h"
#include "store/history/history.h"

#define ENTRIES 11
#define LONG ((size_t)1 << 20)       /* bytes of an entry */
#define PAGE_MOST ((size_t)10 << 20) /* 8 MiB and the entry that ends it */

static void add_long_entries(struct desk *d)
{
	static const uint8_t key[AD_HISTORY_KEY_SIZE] = { 1 };
	struct ad_realm realm = ad_call_realm(&d->call);
	struct ad_text text = ad_text_on(d->arena);
	ad_text_adds(&text, "{\"keywords\":\"");
	while (text.n < LONG)
		ad_text_adds(&text, "0123456789abcdef");
	ad_text_adds(&text, "\"}");
	ad_history_key(d->db, key);
	for (int i = 0; i < ENTRIES; i++) {
		struct ad_history_entry entry = { .space_id = realm.space_id,
						  .environment = realm.environment,
						  .door = AD_S("API"),
						  .resource = AD_S("keywordList"),
						  .object_id = AD_S("kwl_1"),
						  .verb = AD_S("UPDATE"),
						  .after = ad_text_str(&text) };
		GOOD(d->db, ad_history_append(d->db, &entry) == AD_DB_DONE);
	}
	(void)number_of(d, "SELECT count(*) FROM history");
}

/* The number of entries of a page; *cursor where the next begins, absent at the end. */
static int read_page(struct desk *d, struct ad_str *cursor)
{
	struct ad_param params[] = { { AD_S("resource"), AD_S("keywordList") },
				     { AD_S("limit"), AD_S("200") },
				     { AD_S("cursor"), *cursor } };
	struct ad_call *call = fresh(d);
	call->res = ad_resource_row(AD_R_HISTORY);
	call->action = ad_action_of(call->res, AD_V_LIST);
	call->params = params;
	call->param_count = cursor->p ? 3 : 2;
	ad_history_list(call);
	assert_int_equal(call->status, AD_OK);
	if (call->data.n > PAGE_MOST)
		fail_msg("a page of %zu bytes", call->data.n);
	struct ad_str meta = ad_arena_printf(d->arena, "{%.*s}", AD_FMT(call->meta));
	*cursor = ad_json_get_text(json_of(d->arena, meta.p), "nextCursor");
	const cJSON *page = json_of(d->arena, ad_arena_copy(d->arena, call->data).p);
	call->params = NULL;
	call->param_count = 0;
	return cJSON_GetArraySize(page);
}

static void a_page_of_long_entries_ends_early(void **state)
{
	struct desk *d = *state;
	struct ad_str cursor = { NULL, 0 };
	add_long_entries(d);
	int first = read_page(d, &cursor);
	assert_true(first > 1 && first < ENTRIES);
	assert_non_null(cursor.p);
	assert_int_equal(read_page(d, &cursor), ENTRIES - first);
	assert_null(cursor.p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(a_page_of_long_entries_ends_early),
	};
	return cmocka_run_group_tests_name("history_read", tests, NULL, NULL);
}
