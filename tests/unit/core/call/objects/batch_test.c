/* POST /<collection>/batch: how much memory many operations on one long object take. */
#include "tests/unit/core/call/drafts.h"

#include "call/request/actions.h"

#define KEYWORDS 4000
#define PATCHES 40
#define MEMORY_MAX ((size_t)48 << 20) /* bytes; the objects alone are more */

/* A list of about 500 KB. */
static const char *make_long_list(struct desk *d)
{
	struct ad_text text = ad_text_on(d->arena);
	ad_text_adds(&text, "{\"name\":\"Long\",\"keywords\":[");
	for (int i = 0; i < KEYWORDS; i++)
		ad_text_addf(&text, "%s{\"text\":\"%04d%070d\",\"matchType\":\"EXACT\"}",
			     i ? "," : "", i, 0);
	ad_text_adds(&text, "]}");
	return make(d, AD_R_KEYWORD_LIST, ad_text_str(&text).p);
}

static const cJSON *renames(struct desk *d, const char *id, bool atomic)
{
	struct ad_text text = ad_text_on(d->arena);
	ad_text_adds(&text, "{\"operations\":[");
	for (int i = 0; i < PATCHES; i++)
		ad_text_addf(&text,
			     "%s{\"method\":\"PATCH\",\"id\":\"%s\",\"body\":{\"name\":\"n%d\"}}",
			     i ? "," : "", id, i);
	ad_text_addf(&text, "],\"atomic\":%s}", atomic ? "true" : "false");
	return json_of(d->arena, ad_text_str(&text).p);
}

static void run_batch(struct desk *d, const cJSON *input, bool validate_only)
{
	/* A later part reads the Space again, on the call's arena. */
	struct ad_space space = d->call.space;
	struct ad_call *call = fresh(d);
	call->res = ad_resource_row(AD_R_KEYWORD_LIST);
	call->action = ad_action_of(call->res, AD_V_BATCH);
	call->input = input;
	call->validate_only = validate_only;
	call->work = NULL;
	call->lost = NULL;
	ad_batch(call);
	while (call->next) {
		ad_step_fn *step = call->next;
		call->next = NULL;
		step(call);
	}
	call->validate_only = false;
	call->space = space;
}

static void operations_on_a_long_list_share_their_memory(void **state)
{
	static const struct {
		bool atomic, validate_only;
	} ways[] = { { false, false }, { true, false }, { true, true } };
	struct desk *d = *state;
	const char *id = make_long_list(d);
	for (size_t i = 0; i < AD_LEN(ways); i++) {
		run_batch(d, renames(d, id, ways[i].atomic), ways[i].validate_only);
		assert_int_equal(d->call.status, AD_OK);
		if (ad_arena_used(d->call.arena) > MEMORY_MAX)
			fail_msg("way %zu took %zu bytes", i, ad_arena_used(d->call.arena));
		const cJSON *results = ad_json_get(json_of(d->arena, d->call.data.p), "results");
		assert_int_equal(cJSON_GetArraySize(results), PATCHES);
		const cJSON *result;
		cJSON_ArrayForEach(result, results)
		{
			assert_int_equal(ad_json_get(result, "status")->valueint, 200);
		}
	}
	assert_int_equal(row_at(d, AD_R_KEYWORD_LIST, id)->version, 1 + 2 * PATCHES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(operations_on_a_long_list_share_their_memory),
	};

	return on_each_database("batch", tests);
}
