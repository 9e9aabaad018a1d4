/* Responses of token endpoints, which are read alike on every platform. */
#include "tests/support/arena.h"

#include <string.h>

#include "base/clock.h"
#include "platform/platform.h"

static const struct ad_adapter *const adapters[] = { &ad_google, &ad_microsoft, &ad_reddit,
						     &ad_meta };

static int64_t lifetime_of(void **state, const struct ad_adapter *adapter, const char *body)
{
	struct ad_http_response response = { .status = 200, .body = ad_str(body) };
	struct ad_platform_token token = { .lifetime = -1 };
	struct ad_outcome outcome;

	adapter->token_read(*state, &response, &token, &outcome);
	assert_int_equal(outcome.kind, AD_DID);
	assert_true(ad_str_is(token.access_token, "t"));
	return token.lifetime;
}

static void a_lifetime_is_what_was_told(void **state)
{
	for (size_t i = 0; i < sizeof adapters / sizeof *adapters; i++) {
		assert_int_equal(lifetime_of(state, adapters[i],
					     "{\"access_token\":\"t\",\"expires_in\":60}"),
				 60);
		assert_int_equal(lifetime_of(state, adapters[i],
					     "{\"access_token\":\"t\",\"expires_in\":5184000}"),
				 5184000);
	}
}

/* RFC 6749 section 5.1 allows its absence. An invalid lifetime counts as absent. */
static void a_lifetime_that_is_none_is_an_hour(void **state)
{
	static const char *const bodies[] = {
		"{\"access_token\":\"t\"}",
		"{\"access_token\":\"t\",\"expires_in\":null}",
		"{\"access_token\":\"t\",\"expires_in\":\"soon\"}",
		"{\"access_token\":\"t\",\"expires_in\":0}",
		"{\"access_token\":\"t\",\"expires_in\":-3599}",
	};

	for (size_t i = 0; i < sizeof adapters / sizeof *adapters; i++)
		for (size_t k = 0; k < sizeof bodies / sizeof *bodies; k++)
			assert_int_equal(lifetime_of(state, adapters[i], bodies[k]), 3600);
}

/* The expiry in microseconds must not overflow. */
static void a_lifetime_is_a_year_at_most(void **state)
{
	for (size_t i = 0; i < sizeof adapters / sizeof *adapters; i++)
		assert_int_equal(
			lifetime_of(state, adapters[i],
				    "{\"access_token\":\"t\",\"expires_in\":9007199254740991}"),
			365 * 86400);
}

static void assert_word(struct ad_arena *arena, const struct ad_adapter *adapter, long status,
			const char *word, const char *code, enum ad_outcome_kind kind)
{
	struct ad_str body =
		ad_arena_printf(arena, "{\"error\":\"%s\",\"error_description\":\"why\"}", word);
	struct ad_http_response response = { .status = status, .body = body };
	struct ad_platform_token token = { 0 };
	struct ad_outcome outcome;

	adapter->token_read(arena, &response, &token, &outcome);
	if (outcome.kind != kind || strcmp(outcome.error.code, code) != 0)
		fail_msg("%ld %s: %d %s", status, word, (int)outcome.kind, outcome.error.code);
	assert_int_equal(outcome.error.retryable, outcome.kind == AD_AGAIN);
}

static void oauth_words_are_of_a_moment_a_person_or_this_server(void **state)
{
	static const struct {
		const char *word, *code;
		enum ad_outcome_kind kind;
	} rows[] = {
		{ "temporarily_unavailable", "PLATFORM_UNAVAILABLE", AD_AGAIN },
		{ "server_error", "PLATFORM_UNAVAILABLE", AD_AGAIN },
		{ "internal_failure", "PLATFORM_UNAVAILABLE", AD_AGAIN },
		{ "rate_limit_exceeded", "RATE_LIMITED", AD_AGAIN },
		{ "slow_down", "RATE_LIMITED", AD_AGAIN },
		{ "invalid_grant", "CONNECTION_EXPIRED", AD_REFUSED },
		{ "interaction_required", "CONNECTION_EXPIRED", AD_REFUSED },
		{ "login_required", "CONNECTION_EXPIRED", AD_REFUSED },
		{ "consent_required", "CONNECTION_EXPIRED", AD_REFUSED },
		{ "account_selection_required", "CONNECTION_EXPIRED", AD_REFUSED },
		{ "access_denied", "CONNECTION_EXPIRED", AD_REFUSED },
		{ "invalid_client", "REFUSED", AD_REFUSED },
		{ "deleted_client", "REFUSED", AD_REFUSED },
		{ "disabled_client", "REFUSED", AD_REFUSED },
		{ "unauthorized_client", "REFUSED", AD_REFUSED },
		{ "unsupported_grant_type", "REFUSED", AD_REFUSED },
		{ "invalid_scope", "REFUSED", AD_REFUSED },
		{ "invalid_request", "REFUSED", AD_REFUSED },
		{ "admin_policy_enforced", "REFUSED", AD_REFUSED },
		{ "org_internal", "REFUSED", AD_REFUSED },
		{ "a_new_word", "REFUSED", AD_REFUSED },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++)
		for (size_t k = 0; k < AD_LEN(adapters); k++) {
			assert_word(*state, adapters[k], 400, rows[i].word, rows[i].code,
				    rows[i].kind);
			assert_word(*state, adapters[k], 401, rows[i].word, rows[i].code,
				    rows[i].kind);
			/* A server error says nothing about the consent. */
			assert_word(*state, adapters[k], 503, rows[i].word, "PLATFORM_UNAVAILABLE",
				    AD_AGAIN);
			assert_word(*state, adapters[k], 429, rows[i].word, "RATE_LIMITED",
				    AD_AGAIN);
			if (strcmp(rows[i].word, "a_new_word") != 0)
				assert_word(*state, adapters[k], 403, rows[i].word, rows[i].code,
					    rows[i].kind);
		}
	for (size_t k = 0; k < AD_LEN(adapters); k++)
		assert_word(*state, adapters[k], 403, "a_new_word", "PERMISSION_DENIED",
			    AD_REFUSED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(a_lifetime_is_what_was_told),
		IN_ARENA(a_lifetime_that_is_none_is_an_hour),
		IN_ARENA(a_lifetime_is_a_year_at_most),
		IN_ARENA(oauth_words_are_of_a_moment_a_person_or_this_server),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
