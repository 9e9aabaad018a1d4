/* Requests to the platforms while an ad account is connected, and their responses. */
#include "tests/support/unit.h"

#include "base/utf8.h"
#include "platform/connect.h"
#include "platform/version.h"

static const struct ad_consent consent = {
	.client_id = { "a&b", 3 },
	.redirect_uri = { "https://ads.example.com/app/connections/callback", 48 },
	.state = { "v1.x", 4 },
	.verifier = { "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", 43 },
};

static struct ad_link link_to(const char *api)
{
	return (struct ad_link){
		.api_url = ad_str(api),
		.token_url = AD_S("https://id.example/token"),
		.client_id = AD_S("client"),
		.client_secret = AD_S("secret"),
		.refresh_token = AD_S("1//r"),
		.access_token = AD_S("access"),
		.developer_token = AD_S("dev"),
	};
}

static void url_of(struct ad_arena *arena, enum ad_platform platform, const char *want)
{
	const struct ad_connector *c = ad_connector_of(platform);

	assert_string_equal(
		ad_consent_url(arena, c, ad_versioned(arena, platform, c->authorize_url), &consent)
			.p,
		want);
}

#define COMMON                                                                                     \
	"?client_id=a%26b&response_type=code&redirect_uri=https%3A%2F%2Fads.example.com%2Fapp"     \
	"%2Fconnections%2Fcallback&state=v1.x"
/* The challenge of RFC 7636 appendix B. */
#define PKCE                                                                                       \
	"&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"

static void the_browser_is_sent_with_all_that_the_platform_wants(void **state)
{
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	url_of(arena, AD_GOOGLE,
	       "https://accounts.google.com/o/oauth2/v2/auth" COMMON PKCE
	       "&access_type=offline&prompt=consent&scope=https%3A%2F%2Fwww.googleapis.com%2Fauth"
	       "%2Fadwords%20https%3A%2F%2Fwww.googleapis.com%2Fauth%2Fdatamanager");
	url_of(arena, AD_MICROSOFT,
	       "https://login.microsoftonline.com/common/oauth2/v2.0/authorize" COMMON PKCE
	       "&response_mode=query&prompt=select_account&scope=https%3A%2F%2Fads.microsoft.com"
	       "%2Fmsads.manage%20offline_access");
	url_of(arena, AD_REDDIT,
	       "https://www.reddit.com/api/v1/authorize" COMMON
	       "&duration=permanent&scope=adsread%2Cadsedit%2Cadsconversions");
	url_of(arena, AD_META,
	       "https://www.facebook.com/v26.0/dialog/oauth" COMMON
	       "&scope=ads_management%2Cads_read%2Cbusiness_management%2Cpages_show_list"
	       "%2Cpages_read_engagement");
	ad_arena_free(arena);
}

static void a_code_goes_with_its_verifier_and_redirect(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_link link = link_to("https://api.example");
	struct ad_http_request r;

	(void)state;
	for (int i = 0; i < AD_PLATFORM_COUNT; i++) {
		const struct ad_connector *c = ad_connector_of((enum ad_platform)i);
		c->code(arena, &link, &consent, AD_S("4/code"), &r);
		assert_string_equal(r.method, "POST");
		assert_string_equal(r.url.p, "https://id.example/token");
		assert_non_null(strstr(r.body.p, "code=4%2Fcode"));
		assert_non_null(strstr(r.body.p, "redirect_uri=https%3A%2F%2Fads.example.com"));
		assert_int_equal(strstr(r.body.p, "code_verifier=dBjft") != NULL, c->pkce);
		assert_false(r.changes);
	}
	ad_arena_free(arena);
}

/* Answers the requests of an account search in turn, each by (URL's end, status, body). */
struct turn {
	const char *url;
	long status;
	const char *body;
};

static enum ad_outcome_kind talk(struct ad_arena *arena, const struct ad_connector *c,
				 const char *api, const struct turn *turns, size_t count,
				 struct ad_finding *f)
{
	struct ad_link link = link_to(api);
	struct ad_outcome outcome = { .kind = AD_DID };
	struct ad_http_request r;

	*f = (struct ad_finding){ .wanted = f->wanted, .only = f->only };
	for (size_t i = 0; !f->over && outcome.kind == AD_DID; i++) {
		assert_true(i < count);
		c->find(arena, &link, f, &r);
		assert_non_null(strstr(r.url.p, turns[i].url));
		c->found(arena, &link, f,
			 &(struct ad_http_response){ .status = turns[i].status,
						     .body = ad_str(turns[i].body) },
			 &outcome);
		if (i + 1 == count)
			assert_true(f->over || outcome.kind != AD_DID);
	}
	return outcome.kind;
}

static void google_finds_direct_accounts_and_those_below_a_manager(void **state)
{
	static const struct turn turns[] = {
		{ "/customers:listAccessibleCustomers", 200,
		  "{\"resourceNames\":[\"customers/1\",\"customers/9\",\"customers/7\"]}" },
		{ "/customers/1/googleAds:search", 200,
		  "{\"results\":[{\"customerClient\":{\"id\":\"1\",\"descriptiveName\":\"Own\","
		  "\"currencyCode\":\"USD\",\"timeZone\":\"Europe/"
		  "Berlin\",\"status\":\"ENABLED\"}}]}" },
		{ "/customers/9/googleAds:search", 200,
		  "{\"results\":[{\"customerClient\":{\"id\":\"9\",\"manager\":true}},"
		  "{\"customerClient\":{\"id\":\"2\",\"currencyCode\":\"EUR\",\"status\":"
		  "\"ENABLED\"}},"
		  "{\"customerClient\":{\"id\":\"3\",\"status\":\"CLOSED\"}},"
		  "{\"customerClient\":{\"id\":\"1\",\"status\":\"ENABLED\"}}]}" },
		{ "/customers/7/googleAds:search", 403, "{\"error\":{\"code\":403}}" },
	};
	struct ad_arena *arena = ad_arena_new();
	struct ad_finding f = { 0 };

	(void)state;
	assert_int_equal(talk(arena, &ad_google_connector, "https://g", turns, AD_LEN(turns), &f),
			 AD_DID);
	assert_int_equal(f.count, 2);
	assert_true(ad_str_is(f.found->id, "1"));
	assert_int_equal(f.found->manager.n, 0);
	assert_true(ad_str_is(f.found->next->id, "2"));
	assert_true(ad_str_is(f.found->next->manager, "9"));
	ad_arena_free(arena);
}

static void microsoft_asks_for_the_user_and_knows_its_zones(void **state)
{
	static const struct turn turns[] = {
		{ "/User/Query", 200, "{\"User\":{\"Id\":\"12\"}}" },
		{ "/Accounts/Search", 200,
		  "{\"Accounts\":[{\"Id\":\"5678\",\"Name\":\"A\",\"ParentCustomerId\":\"99\","
		  "\"CurrencyCode\":\"USD\",\"TimeZone\":\"PacificTimeUSCanadaTijuana\","
		  "\"AccountLifeCycleStatus\":\"Active\"},{\"Id\":5,\"TimeZone\":\"New\"},"
		  "{\"Id\":\"6\",\"AccountLifeCycleStatus\":\"Inactive\"}]}" },
	};
	static const struct turn odd[] = { { "/User/Query", 200,
					     "{\"User\":{\"Id\":\"1\\\"},{\"}}" } };
	struct ad_arena *arena = ad_arena_new();
	struct ad_finding f = { 0 };

	(void)state;
	assert_int_equal(
		talk(arena, &ad_microsoft_connector, "https://m", turns, AD_LEN(turns), &f),
		AD_DID);
	assert_int_equal(f.count, 2);
	assert_true(ad_str_is(f.found->timezone, "America/Los_Angeles"));
	assert_true(ad_str_is(f.found->manager, "99"));
	assert_true(ad_str_is(f.found->next->id, "5"));
	assert_int_equal(f.found->next->timezone.n, 0);
	assert_int_not_equal(talk(arena, &ad_microsoft_connector, "https://m", odd, 1, &f), AD_DID);
	ad_arena_free(arena);
}

static void reddit_follows_its_own_pages_only(void **state)
{
	static const struct turn turns[] = {
		{ "https://r/me/businesses", 200,
		  "{\"data\":[{\"id\":\"b1\"}],\"pagination\":{\"next_url\":\"https://r/next\"}}" },
		{ "https://r/next", 200,
		  "{\"data\":[{\"id\":\"b2\"}],\"pagination\":{\"next_url\":null}}" },
		{ "https://r/businesses/b1/ad_accounts", 200,
		  "{\"data\":[{\"id\":\"t2_a\",\"currency\":\"USD\",\"time_zone_id\":\"UTC\"}],"
		  "\"pagination\":{\"next_url\":\"https://evil/next\"}}" },
		{ "https://r/businesses/b2/ad_accounts", 403, "{\"error\":{}}" },
	};
	static const struct turn near[] = {
		{ "https://r/me/businesses", 200,
		  "{\"data\":[{\"id\":\"b1\"}],\"pagination\":{\"next_url\":\"https://r.evil/"
		  "x\"}}" },
		{ "https://r/businesses/b1/ad_accounts", 200, "{\"data\":[]}" },
	};
	static const struct turn round[] = {
		{ "https://r/me/businesses", 200,
		  "{\"data\":[{\"id\":\"b1\"}],\"pagination\":{\"next_url\":\"https://r/p\"}}" },
		{ "https://r/p", 200,
		  "{\"data\":[],\"pagination\":{\"next_url\":\"https://r/p\"}}" },
		{ "https://r/businesses/b1/ad_accounts", 200, "{\"data\":[]}" },
	};
	struct ad_arena *arena = ad_arena_new();
	struct ad_finding f = { 0 };

	(void)state;
	assert_int_equal(talk(arena, &ad_reddit_connector, "https://r", turns, AD_LEN(turns), &f),
			 AD_DID);
	assert_int_equal(f.count, 1);
	assert_true(ad_str_is(f.found->timezone, "UTC"));
	assert_true(f.cut);
	assert_int_equal(talk(arena, &ad_reddit_connector, "https://r", near, AD_LEN(near), &f),
			 AD_DID);
	assert_true(f.cut);
	assert_int_equal(talk(arena, &ad_reddit_connector, "https://r", round, AD_LEN(round), &f),
			 AD_DID);
	ad_arena_free(arena);
}

static void meta_pages_and_leaves_out_what_is_closed(void **state)
{
	static const struct turn turns[] = {
		{ "me/adaccounts?fields=", 200,
		  "{\"data\":[{\"id\":\"act_1\",\"currency\":\"USD\",\"timezone_name\":\"UTC\","
		  "\"account_status\":1},{\"id\":\"act_2\",\"account_status\":101}],\"paging\":"
		  "{\"cursors\":{\"after\":\"Q\"},\"next\":\"https://x\"}}" },
		{ "after=Q", 200, "{\"data\":[{\"id\":\"act_3\",\"account_status\":1}]}" },
	};
	static const struct turn expired[] = {
		{ "me/adaccounts", 400,
		  "{\"error\":{\"message\":\"m\",\"type\":\"OAuthException\",\"code\":190}}" },
	};
	struct ad_arena *arena = ad_arena_new();
	struct ad_finding f = { 0 };

	(void)state;
	assert_int_equal(talk(arena, &ad_meta_connector, "https://f", turns, AD_LEN(turns), &f),
			 AD_DID);
	assert_int_equal(f.count, 2);
	assert_true(ad_str_is(f.found->next->id, "act_3"));
	assert_int_not_equal(talk(arena, &ad_meta_connector, "https://f", expired, 1, &f), AD_DID);
	ad_arena_free(arena);
}

static void no_more_are_told_than_a_page_can_show(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_finding f = { 0 };

	(void)state;
	for (int i = 0; i <= AD_REACHED_MAX; i++)
		ad_finding_add(arena, &f,
			       &(struct ad_reached){ .id = ad_arena_printf(arena, "%d", i) });
	assert_int_equal(f.count, AD_REACHED_MAX);
	assert_true(f.cut && f.over);
	ad_arena_free(arena);
}

static void add(struct ad_arena *arena, struct ad_finding *f, const char *id)
{
	ad_finding_add(arena, f, &(struct ad_reached){ .id = ad_arena_printf(arena, "%s", id) });
}

static void the_wanted_account_is_told_first_however_many_there_are(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_finding f = { .wanted = AD_S("w") };

	(void)state;
	for (int i = 0; i <= AD_REACHED_MAX; i++)
		add(arena, &f, ad_arena_printf(arena, "%d", i).p);
	assert_true(f.cut);
	assert_false(f.over);
	add(arena, &f, "w");
	add(arena, &f, "w");
	assert_int_equal(f.count, AD_REACHED_MAX + 1);
	assert_true(ad_str_is(f.found->id, "w"));
	assert_true(ad_str_is(f.found->next->id, "0"));
	add(arena, &f, "more");
	assert_true(f.over);
	ad_arena_free(arena);
}

static void one_alone_is_looked_for(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_finding f = { .wanted = AD_S("w"), .only = true };

	(void)state;
	for (int i = 0; i < 3 * AD_REACHED_MAX; i++)
		add(arena, &f, ad_arena_printf(arena, "%d", i).p);
	assert_int_equal(f.count, 0);
	assert_false(f.over || f.cut);
	add(arena, &f, "w");
	assert_true(f.over && ad_str_is(f.found->id, "w") && !f.found->next);
	ad_arena_free(arena);
}

static void names_are_cut_between_characters(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_finding f = { 0 };
	struct ad_text name = ad_text_on(arena);

	(void)state;
	ad_text_adds(&name, "n");
	while (name.n < 200)
		ad_text_adds(&name, "\xc3\xa9");
	ad_finding_add(arena, &f,
		       &(struct ad_reached){ .id = AD_S("1"), .name = ad_text_str(&name) });
	assert_int_equal(f.found->name.n, AD_REACHED_NAME - 1);
	assert_true(ad_utf8_valid(f.found->name));
	ad_arena_free(arena);
}

static void ids_are_read_as_people_write_them(void **state)
{
	static const struct {
		enum ad_platform platform;
		const char *typed, *id;
	} rows[] = {
		{ AD_GOOGLE, "123-456-7890", "1234567890" },
		{ AD_GOOGLE, " 1234567890 ", "1234567890" },
		{ AD_META, "55", "act_55" },
		{ AD_META, "act_55", "act_55" },
		{ AD_REDDIT, "t2_a-b", "t2_a-b" },
		{ AD_MICROSOFT, "12", "12" },
		{ AD_META, "", "" },
	};
	struct ad_arena *arena = ad_arena_new();

	(void)state;
	for (size_t i = 0; i < AD_LEN(rows); i++)
		assert_true(ad_str_is(ad_account_id(arena, rows[i].platform, ad_str(rows[i].typed)),
				      rows[i].id));
	ad_arena_free(arena);
}

static void what_is_given_back_is_the_refresh_token(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_link link = link_to("https://api.example");
	struct ad_http_request r;

	(void)state;
	ad_google_connector.revoke(arena, &link, &r);
	assert_string_equal(r.url.p, "https://id.example/revoke");
	assert_string_equal(r.body.p, "token=1%2F%2Fr");
	link.token_url = AD_S("https://id.example/access_token");
	ad_reddit_connector.revoke(arena, &link, &r);
	assert_string_equal(r.url.p, "https://id.example/revoke_token");
	ad_meta_connector.revoke(arena, &link, &r);
	assert_string_equal(r.method, "DELETE");
	assert_null(ad_microsoft_connector.revoke);
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_browser_is_sent_with_all_that_the_platform_wants),
		cmocka_unit_test(a_code_goes_with_its_verifier_and_redirect),
		cmocka_unit_test(google_finds_direct_accounts_and_those_below_a_manager),
		cmocka_unit_test(microsoft_asks_for_the_user_and_knows_its_zones),
		cmocka_unit_test(reddit_follows_its_own_pages_only),
		cmocka_unit_test(meta_pages_and_leaves_out_what_is_closed),
		cmocka_unit_test(no_more_are_told_than_a_page_can_show),
		cmocka_unit_test(the_wanted_account_is_told_first_however_many_there_are),
		cmocka_unit_test(one_alone_is_looked_for),
		cmocka_unit_test(names_are_cut_between_characters),
		cmocka_unit_test(ids_are_read_as_people_write_them),
		cmocka_unit_test(what_is_given_back_is_the_refresh_token),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
