/* Reddit's token endpoint: RFC 6749 section 6 with the client's secret in Authorization: Basic. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "../consent.h"
#include "../oauth.h"
#include "reddit.h"

enum {
	TOKEN_SECONDS = 86400
};

static void reddit_oauth_refuse(struct reply *reply, const char *error)
{
	cJSON *body = cJSON_CreateObject();
	json_set_text(body, "error", error);
	reply_json(reply, 400, body);
}

static void reddit_oauth_unauthorized(struct reply *reply)
{
	cJSON *body = cJSON_CreateObject();
	json_set_text(body, "message", "Unauthorized");
	json_set(body, "error", cJSON_CreateNumber(401));
	reply_json(reply, 401, body);
}

/* True if the header is Basic with something on either side of a colon (RFC 7617). */
static bool has_client(const char *authorization)
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char plain[512];
	size_t n = 0;
	unsigned bits = 0, held = 0;
	if (!authorization || strncasecmp(authorization, "Basic ", 6) != 0)
		return false;
	for (const char *s = authorization + 6; *s && *s != '=' && n < sizeof(plain) - 1; s++) {
		const char *at = strchr(letters, *s);
		if (!at)
			return false;
		held = held << 6 | (unsigned)(at - letters);
		bits += 6;
		if (bits >= 8) {
			bits -= 8;
			plain[n++] = (char)(held >> bits & 255);
		}
	}
	plain[n] = '\0';
	const char *colon = strchr(plain, ':');
	return colon && colon > plain && colon[1];
}

static void reddit_oauth_refresh(struct sandbox *sandbox, const char *token, struct reply *reply)
{
	struct store_account wanted, known;
	char id[20];
	if (!token || !oauth_read_refresh(token, &wanted)) {
		reddit_oauth_refuse(reply, "invalid_grant");
		return;
	}
	if (strncmp(wanted.id, "t2_", 3) != 0) {
		snprintf(id, sizeof(id), "t2_%s", wanted.id);
		snprintf(wanted.id, sizeof(wanted.id), "%.15s", id);
	}
	wanted.created = clock_now(sandbox);
	if (store_account(sandbox->store, wanted.id, &known) && known.revoked) {
		reddit_oauth_refuse(reply, "invalid_grant");
		return;
	}
	char *access = oauth_grant(sandbox, &wanted, "eyJ", TOKEN_SECONDS);
	cJSON *body = cJSON_CreateObject();
	json_set_text(body, "access_token", access);
	json_set_text(body, "token_type", "bearer");
	json_set(body, "expires_in", cJSON_CreateNumber(TOKEN_SECONDS));
	json_set_text(body, "scope", "adsread adsedit adsconversions");
	json_set_text(body, "refresh_token", token);
	reply_json(reply, 200, body);
	free(access);
}

static const struct consent consent = { "Reddit", 8, "t2_", false };

static void reddit_oauth_redeem(struct sandbox *sandbox, const struct request *request,
				struct reply *reply)
{
	struct store_account account;
	char *code = oauth_form_value(request->body, "code");
	char *redirect = oauth_form_value(request->body, "redirect_uri");
	const struct redemption with = { code, redirect, NULL };
	char *token = consent_redeem(sandbox, &consent, &with, &account) ? consent_refresh(&account)
									 : NULL;
	reddit_oauth_refresh(sandbox, token, reply);
	free(code);
	free(redirect);
	free(token);
}

static void reddit_oauth_revoke(struct sandbox *sandbox, const char *token, struct reply *reply)
{
	struct store_account account;
	if (token && oauth_read_refresh(token, &account)) {
		store_begin(sandbox->store);
		store_revoke_account(sandbox->store, account.id, true);
		store_commit(sandbox->store);
	}
	/* Also of a token that is none (RFC 7009 section 2.2). */
	reply_text(reply, 204, "text/plain", "");
}

void rd_oauth(struct sandbox *sandbox, const struct request *request, struct reply *reply)
{
	char *grant = oauth_form_value(request->body, "grant_type");
	char *token = oauth_form_value(request->body, "refresh_token");
	char *given = oauth_form_value(request->body, "token");
	bool gives_back = strcmp(request->path, "/reddit-oauth/api/v1/revoke_token") == 0;
	if (strcmp(request->path, "/reddit-oauth/api/v1/authorize") == 0)
		consent_page(sandbox, &consent, request, reply);
	else if ((!gives_back && strcmp(request->path, "/reddit-oauth/api/v1/access_token") != 0) ||
		 strcmp(request->method, "POST") != 0)
		rd_refuse(reply, 404, "Not Found");
	else if (!has_client(request->authorization))
		reddit_oauth_unauthorized(reply);
	else if (gives_back)
		reddit_oauth_revoke(sandbox, given, reply);
	else if (grant && strcmp(grant, "authorization_code") == 0)
		reddit_oauth_redeem(sandbox, request, reply);
	else if (!grant)
		reddit_oauth_refuse(reply, "invalid_request");
	else if (strcmp(grant, "refresh_token") != 0)
		reddit_oauth_refuse(reply, "unsupported_grant_type");
	else if (!token)
		reddit_oauth_refuse(reply, "invalid_request");
	else
		reddit_oauth_refresh(sandbox, token, reply);
	free(given);
	free(grant);
	free(token);
}
