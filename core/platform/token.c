#include "platform/token.h"

#include <string.h>

#include "base/json_read.h"

#define HIDDEN_MIN 8
#define LIFETIME 3600         /* s, if the answer gives none */
#define LIFETIME_MAX 31536000 /* s, a year */

/*
 * The meaning of a token endpoint's error words: those of RFC 6749 section 5.2 and OpenID Connect
 * Core section 3.1.2.6, and additional ones of Google and Entra. A word without a row is about this
 * server.
 */
static const struct oauth_row {
	const char *word, *code;
	enum ad_outcome_kind kind;
} oauth_rows[] = {
	/* The same request may succeed later. */
	{ "temporarily_unavailable", "PLATFORM_UNAVAILABLE", AD_AGAIN },
	{ "server_error", "PLATFORM_UNAVAILABLE", AD_AGAIN },
	{ "internal_failure", "PLATFORM_UNAVAILABLE", AD_AGAIN },
	{ "slow_down", "RATE_LIMITED", AD_AGAIN },
	{ "rate_limit_exceeded", "RATE_LIMITED", AD_AGAIN },
	/* A person must consent again. */
	{ "invalid_grant", "CONNECTION_EXPIRED", AD_REFUSED },
	{ "interaction_required", "CONNECTION_EXPIRED", AD_REFUSED },
	{ "consent_required", "CONNECTION_EXPIRED", AD_REFUSED },
	{ "login_required", "CONNECTION_EXPIRED", AD_REFUSED },
	{ "account_selection_required", "CONNECTION_EXPIRED", AD_REFUSED },
	{ "access_denied", "CONNECTION_EXPIRED", AD_REFUSED },
	/* This server's own secret or configuration: a new consent does not help. */
	{ "invalid_client", "REFUSED", AD_REFUSED }, /* also a secret that ended */
	{ "deleted_client", "REFUSED", AD_REFUSED },
	{ "disabled_client", "REFUSED", AD_REFUSED },
	{ "admin_policy_enforced", "REFUSED", AD_REFUSED },
	{ "org_internal", "REFUSED", AD_REFUSED },
	{ "unauthorized_client", "REFUSED", AD_REFUSED },
	{ "unsupported_grant_type", "REFUSED", AD_REFUSED },
	{ "invalid_scope", "REFUSED", AD_REFUSED },
	{ "invalid_request", "REFUSED", AD_REFUSED },
};

/*
 * RFC 6749 section 5.2: `error` is a word, and the status 400 or 401. NULL if the status decides: a
 * word with 403 that is in no row, or an object, which the platform's adapter reads itself.
 */
static const struct oauth_row *token_row_of(const struct ad_http_response *response,
					    const cJSON *body)
{
	static const struct oauth_row unknown = { "", "REFUSED", AD_REFUSED };
	struct ad_str word = ad_json_get_text(body, "error");
	bool standard = response->status == 400 || response->status == 401;

	if (cJSON_IsObject(ad_json_get(body, "error")) || (!standard && response->status != 403))
		return NULL;
	for (size_t i = 0; i < AD_LEN(oauth_rows); i++)
		if (ad_str_is(word, oauth_rows[i].word))
			return &oauth_rows[i];
	return standard ? &unknown : NULL;
}

/* In seconds; a value of 0 or less is ignored. */
static int64_t read_lifetime(const cJSON *body)
{
	int64_t seconds;

	if (!ad_json_int64(ad_json_get(body, "expires_in"), &seconds) || seconds <= 0)
		return LIFETIME;
	return seconds < LIFETIME_MAX ? seconds : LIFETIME_MAX;
}

void ad_token_read(struct ad_arena *arena, const struct ad_http_response *response,
		   ad_failure_read *failure, struct ad_platform_token *token,
		   struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	struct ad_str access = ad_json_get_text(body, "access_token");
	struct ad_str renewed = ad_json_get_text(body, "refresh_token");
	const struct oauth_row *row;

	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (response->status == 200 && access.n) {
		token->access_token = ad_arena_copy(arena, access);
		if (renewed.n)
			token->refresh_token = ad_arena_copy(arena, renewed);
		token->lifetime = read_lifetime(body);
		return;
	}
	failure(arena, response, body, outcome);
	if (outcome->kind == AD_DOUBT || response->status == 200)
		outcome->kind = AD_AGAIN;
	row = token_row_of(response, body);
	if (row) {
		outcome->kind = row->kind;
		outcome->error.code = row->code;
	} else if (outcome->kind == AD_EXPIRED) {
		outcome->kind = AD_REFUSED;
	}
	outcome->error.retryable = outcome->kind == AD_AGAIN;
}

void ad_hide(char *text, size_t n, struct ad_str secret)
{
	char *end = text + n, *at = text;

	if (secret.n < HIDDEN_MIN || n < secret.n)
		return;
	while ((at = memmem(at, (size_t)(end - at), secret.p, secret.n))) {
		memset(at, '*', secret.n);
		at += secret.n;
	}
}

void ad_token_hide(struct ad_arena *arena, const struct ad_link *link, struct ad_outcome *outcome)
{
	struct ad_str words = outcome->error.message;
	char *text = ad_arena_alloc(arena, words.n + 1);

	if (words.n)
		memcpy(text, words.p, words.n);
	text[words.n] = '\0';
	ad_hide(text, words.n, link->refresh_token);
	ad_hide(text, words.n, link->client_secret);
	ad_hide(text, words.n, link->developer_token);
	if (words.n)
		outcome->error.message = (struct ad_str){ text, words.n };
}
