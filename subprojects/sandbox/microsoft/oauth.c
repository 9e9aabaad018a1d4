/*
 * The token endpoint of the Microsoft identity platform (RFC 6749 section 6). A refresh gives
 * another refresh token: the sandbox's with a tail of its own; the one before stays good.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../consent.h"
#include "../oauth.h"
#include "microsoft.h"

enum {
	TOKEN_SECONDS = 3600
};

static void microsoft_oauth_refuse(struct reply *reply, int status, const char *error,
				   const char *description)
{
	cJSON *body = cJSON_CreateObject();
	json_set_text(body, "error", error);
	json_set_text(body, "error_description", description);
	reply_json(reply, status, body);
}

bool ms_authenticate(struct sandbox *sandbox, const char *authorization, char *account)
{
	return oauth_account(sandbox, authorization, account);
}

/* The token without the tail of a renewed one, owned by the caller. */
static char *plain_token(const char *token)
{
	size_t dots = 0, n = 0;
	while (token[n] && !(token[n] == '.' && ++dots == 4))
		n++;
	return sb_copy_n(token, n);
}

static void microsoft_oauth_grant(struct sandbox *sandbox, const struct store_account *account,
				  const char *plain, struct reply *reply)
{
	char tail[25];
	char *access = oauth_grant(sandbox, account, "EwB", TOKEN_SECONDS);
	struct text renewed = { 0 };
	cJSON *body = cJSON_CreateObject();
	random_text(tail, sizeof(tail) - 1);
	text_format(&renewed, "%s.%s", plain, tail);
	json_set_text(body, "token_type", "Bearer");
	json_set_text(body, "scope", "https://ads.microsoft.com/msads.manage");
	json_set(body, "expires_in", cJSON_CreateNumber(TOKEN_SECONDS - 1));
	json_set(body, "ext_expires_in", cJSON_CreateNumber(TOKEN_SECONDS - 1));
	json_set_text(body, "access_token", access);
	json_set_text(body, "refresh_token", text_get(&renewed));
	reply_json(reply, 200, body);
	text_free(&renewed);
	free(access);
}

static void microsoft_oauth_refresh(struct sandbox *sandbox, const char *token, struct reply *reply)
{
	struct store_account wanted, known;
	char *plain = plain_token(token);
	bool readable = oauth_read_refresh(plain, &wanted) && microsoft_simulator.owns(wanted.id);
	wanted.created = clock_now(sandbox);
	if (!readable || (store_account(sandbox->store, wanted.id, &known) && known.revoked))
		microsoft_oauth_refuse(
			reply, 400, "invalid_grant",
			"AADSTS70000: The grant is expired, revoked or none of ours. The user must "
			"sign in and grant access again.");
	else
		microsoft_oauth_grant(sandbox, &wanted, plain, reply);
	free(plain);
}

static const struct consent consent = { "Microsoft", 9, "", true };

static void microsoft_oauth_redeem(struct sandbox *sandbox, const struct request *request,
				   struct reply *reply)
{
	struct store_account account;
	char *code = oauth_form_value(request->body, "code");
	char *redirect = oauth_form_value(request->body, "redirect_uri");
	char *verifier = oauth_form_value(request->body, "code_verifier");
	const struct redemption with = { code, redirect, verifier };
	if (!consent_redeem(sandbox, &consent, &with, &account) ||
	    !microsoft_simulator.owns(account.id)) {
		microsoft_oauth_refuse(
			reply, 400, "invalid_grant",
			"AADSTS70008: The provided authorization code is expired or was redeemed.");
	} else {
		char *token = consent_refresh(&account);
		account.created = clock_now(sandbox);
		microsoft_oauth_grant(sandbox, &account, token, reply);
		free(token);
	}
	free(code);
	free(redirect);
	free(verifier);
}

void ms_oauth(struct sandbox *sandbox, const struct request *request, struct reply *reply)
{
	if (strcmp(request->path, "/microsoft-oauth/common/oauth2/v2.0/authorize") == 0) {
		consent_page(sandbox, &consent, request, reply);
		return;
	}
	if (strcmp(request->path, "/microsoft-oauth/common/oauth2/v2.0/token") != 0) {
		reply_text(reply, 404, "text/plain", "Not Found\n");
		return;
	}
	if (strcmp(request->method, "POST") != 0) {
		microsoft_oauth_refuse(reply, 405, "invalid_request",
				       "AADSTS900561: The endpoint takes POST.");
		return;
	}
	char *grant_type = oauth_form_value(request->body, "grant_type");
	char *client = oauth_form_value(request->body, "client_id");
	char *scope = oauth_form_value(request->body, "scope");
	char *token = oauth_form_value(request->body, "refresh_token");
	bool redeems = grant_type && strcmp(grant_type, "authorization_code") == 0;
	if (!grant_type || !client || (!token && !redeems))
		microsoft_oauth_refuse(reply, 400, "invalid_request",
				       "AADSTS900144: The body must hold grant_type, client_id and "
				       "refresh_token.");
	else if (!redeems && strcmp(grant_type, "refresh_token") != 0)
		microsoft_oauth_refuse(reply, 400, "unsupported_grant_type",
				       "AADSTS70003: The grant type is not supported.");
	else if (!scope || !strstr(scope, "https://ads.microsoft.com/msads.manage"))
		microsoft_oauth_refuse(reply, 400, "invalid_scope",
				       "AADSTS70011: The scope is not valid.");
	else if (redeems)
		microsoft_oauth_redeem(sandbox, request, reply);
	else
		microsoft_oauth_refresh(sandbox, token, reply);
	free(grant_type);
	free(client);
	free(scope);
	free(token);
}
