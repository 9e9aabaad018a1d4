#include "tests/support/unit.h"

#include "oauth/client/trust.h"

struct judged {
	const char *url;
	bool taken;
};

static void check(const struct ad_config *config, const struct judged *cases, size_t count)
{
	struct ad_core core = { .config = config };
	struct ad_arena *arena = ad_arena_new();

	for (size_t i = 0; i < count; i++) {
		const char *fault = oauth_trust_fault(&core, arena, ad_str(cases[i].url));
		if ((fault == NULL) != cases[i].taken)
			fail_msg("%s: %s", cases[i].url, fault ? fault : "taken");
	}
	ad_arena_free(arena);
}

static void every_host_unless_said_otherwise(void **state)
{
	static const struct judged cases[] = {
		{ "https://claude.ai/oauth/client", true },
		{ "https://evil.example/client", true },
	};
	struct ad_config config = { 0 };

	(void)state;
	check(&config, cases, AD_LEN(cases));
}

static void hosts_are_compared_by_whole_labels(void **state)
{
	static const struct ad_str words[] = { { "claude.ai", 9 }, { "*.Example.com", 13 } };
	static const struct judged cases[] = {
		{ "https://claude.ai/client", true },
		{ "https://CLAUDE.AI/client", true },
		{ "https://claude.ai:8443/client", true },
		{ "https://a.example.com/client", true },
		{ "https://a.b.EXAMPLE.com/client", true },
		{ "https://example.com/client", false },
		{ "https://evilexample.com/client", false },
		{ "https://evilclaude.ai/client", false },
		{ "https://claude.ai.evil.example/client", false },
		{ "https://x.claude.ai/client", false },
		{ "https://laude.ai/client", false },
		{ "https://evil.example/claude.ai", false },
		{ "https://evil.example/?claude.ai", false },
	};
	struct ad_config config = { .client_hosts = { words, AD_LEN(words) } };

	(void)state;
	check(&config, cases, AD_LEN(cases));
}

static void what_is_refused_wins(void **state)
{
	static const struct ad_str words[] = { { "*.example.com", 13 } };
	static const struct ad_str refused[] = { { "bad.example.com", 15 } };
	static const struct judged cases[] = {
		{ "https://a.example.com/client", true },
		{ "https://bad.example.com/client", false },
		{ "https://x.bad.example.com/client", true },
	};
	static const struct judged others[] = {
		{ "https://a.example/client", true },
		{ "https://bad.example.com/client", false },
	};
	struct ad_config config = { .client_hosts = { words, AD_LEN(words) },
				    .client_hosts_refused = { refused, AD_LEN(refused) } };

	(void)state;
	check(&config, cases, AD_LEN(cases));
	config.client_hosts = (struct ad_config_list){ 0 };
	check(&config, others, AD_LEN(others));
}

static void off_is_off(void **state)
{
	static const struct judged cases[] = { { "https://claude.ai/client", false } };
	struct ad_config config = { .documents_off = true };

	(void)state;
	check(&config, cases, AD_LEN(cases));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_host_unless_said_otherwise),
		cmocka_unit_test(hosts_are_compared_by_whole_labels),
		cmocka_unit_test(what_is_refused_wins),
		cmocka_unit_test(off_is_off),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
