/* Metadata documents as bytes. tests/oauth/document.test.mjs has the tests over HTTP. */
#include "tests/support/unit.h"

#include "oauth/client/document.h"

#define URL "https://a.example/x"
#define HEAD "{\"client_id\":\"" URL "\",\"client_name\":\"N\","
#define BODY HEAD "\"redirect_uris\":[\"http://localhost/callback\"]}"

static bool reads(struct ad_arena *arena, const char *type, const char *body,
		  struct oauth_client *out)
{
	const char *fault = NULL;
	bool good = oauth_document_read(arena, AD_S(URL), ad_str(type), ad_str(body), out, &fault);

	assert_true(good == (fault == NULL));
	return good;
}

static void what_is_kept_says_the_same_again(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct oauth_client client, again;

	(void)state;
	assert_true(reads(arena, "application/json", BODY, &client));
	assert_int_equal(client.methods, OAUTH_AUTH_NONE);
	assert_int_equal(client.grants, OAUTH_GRANT_CODE);
	assert_true(oauth_document_reread(arena, client.document, &again));
	assert_true(ad_str_is(again.id, URL));
	assert_true(ad_str_is(again.name, "N"));
	assert_int_equal(again.methods, client.methods);
	assert_int_equal(again.grants, client.grants);
	assert_true(ad_str_eq(again.document, client.document));
	assert_int_equal(cJSON_GetArraySize(again.redirect_uris), 1);
	/* Neither the order nor unstored members change the result. */
	assert_true(reads(arena, "application/json",
			  "{\"x\":1,\"redirect_uris\":[\"http://localhost/callback\"],"
			  "\"client_name\":\"N\",\"client_id\":\"" URL "\"}",
			  &again));
	assert_true(ad_str_eq(again.document, client.document));
	ad_arena_free(arena);
}

static void what_is_kept_is_read_only_whole(void **state)
{
	static const char *const wrong[] = { "", "[]", "{}", "{\"grants\":1,\"methods\":1}",
					     "{\"grants\":\"1\",\"methods\":1}" };
	struct ad_arena *arena = ad_arena_new();
	struct oauth_client client;

	(void)state;
	for (size_t i = 0; i < AD_LEN(wrong); i++)
		assert_false(oauth_document_reread(arena, ad_str(wrong[i]), &client));
	assert_false(oauth_document_reread(arena, (struct ad_str){ 0 }, &client));
	ad_arena_free(arena);
}

static void types_are_media_types(void **state)
{
	static const char *const right[] = { "application/json", "Application/JSON ; a=b",
					     "application/x+json", "application/json;" };
	static const char *const wrong[] = { "",
					     "text/json",
					     "json",
					     "application/",
					     "application/+json",
					     "application/jsonp",
					     "application/xjson",
					     "text/html; x=application/json",
					     " application/json" };

	(void)state;
	for (size_t i = 0; i < AD_LEN(right); i++)
		if (!oauth_type_is_json(ad_str(right[i])))
			fail_msg("%s", right[i]);
	for (size_t i = 0; i < AD_LEN(wrong); i++)
		if (oauth_type_is_json(ad_str(wrong[i])))
			fail_msg("%s", wrong[i]);
	assert_false(oauth_type_is_json((struct ad_str){ 0 }));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_kept_says_the_same_again),
		cmocka_unit_test(what_is_kept_is_read_only_whole),
		cmocka_unit_test(types_are_media_types),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
