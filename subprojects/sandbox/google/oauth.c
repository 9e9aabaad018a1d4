/* Google's OAuth: consent (../consent.h), tokens (RFC 6749), revocation (RFC 7009). */
#include <stdlib.h>
#include <string.h>

#include "../consent.h"
#include "../oauth.h"
#include "google.h"

enum {
	TOKEN_SECONDS = 3600
};

bool g_authenticate(struct sandbox *sandbox, const char *authorization, char *account)
{
	return oauth_account(sandbox, authorization, account);
}

static void google_oauth_refuse(struct reply *reply, int status, const char *error,
				const char *description)
{
	cJSON *body = cJSON_CreateObject();
	json_set_text(body, "error", error);
	json_set_text(body, "error_description", description);
	reply_json(reply, status, body);
}

static const struct consent consent = { "Google", 10, "", true };

/* `refresh`: as it goes with a code's answer, or NULL. */
static void google_oauth_grant(struct sandbox *sandbox, const struct store_account *account,
			       const char *refresh, struct reply *reply)
{
	char *token = oauth_grant(sandbox, account, "ya29.", TOKEN_SECONDS);
	cJSON *body = cJSON_CreateObject();
	json_set_text(body, "access_token", token);
	json_set(body, "expires_in", cJSON_CreateNumber(TOKEN_SECONDS - 1));
	json_set_text(body, "scope", "https://www.googleapis.com/auth/adwords");
	json_set_text(body, "token_type", "Bearer");
	if (refresh)
		json_set_text(body, "refresh_token", refresh);
	reply_json(reply, 200, body);
	free(token);
}

static void google_oauth_refresh(struct sandbox *sandbox, const char *token, struct reply *reply)
{
	struct store_account wanted, known;
	if (!oauth_read_refresh(token, &wanted) || !google_simulator.owns(wanted.id)) {
		google_oauth_refuse(reply, 400, "invalid_grant", "Bad Request");
		return;
	}
	wanted.created = clock_now(sandbox);
	if (store_account(sandbox->store, wanted.id, &known) && known.revoked)
		google_oauth_refuse(reply, 400, "invalid_grant",
				    "Token has been expired or revoked.");
	else
		google_oauth_grant(sandbox, &wanted, NULL, reply);
}

static void google_oauth_redeem(struct sandbox *sandbox, const struct request *request,
				struct reply *reply)
{
	struct store_account account;
	char *code = oauth_form_value(request->body, "code");
	char *redirect = oauth_form_value(request->body, "redirect_uri");
	char *verifier = oauth_form_value(request->body, "code_verifier");
	const struct redemption with = { code, redirect, verifier };
	if (!consent_redeem(sandbox, &consent, &with, &account) ||
	    !google_simulator.owns(account.id)) {
		google_oauth_refuse(reply, 400, "invalid_grant", "Malformed auth code.");
	} else {
		char *token = consent_refresh(&account);
		account.created = clock_now(sandbox);
		google_oauth_grant(sandbox, &account, token, reply);
		free(token);
	}
	free(code);
	free(redirect);
	free(verifier);
}

static void google_oauth_revoke(struct sandbox *sandbox, const struct request *request,
				struct reply *reply)
{
	struct store_account account;
	char *token = oauth_form_value(request->body, "token");
	if (!token || !oauth_read_refresh(token, &account)) {
		google_oauth_refuse(reply, 400, "invalid_token", "Token expired or revoked");
	} else {
		store_begin(sandbox->store);
		store_revoke_account(sandbox->store, account.id, true);
		store_commit(sandbox->store);
		reply_json(reply, 200, cJSON_CreateObject());
	}
	free(token);
}

void g_oauth(struct sandbox *sandbox, const struct request *request, struct reply *reply)
{
	bool gives_back = strcmp(request->path, "/google-oauth/revoke") == 0;
	if (strcmp(request->path, "/google-oauth/auth") == 0) {
		consent_page(sandbox, &consent, request, reply);
		return;
	}
	if (!gives_back && strcmp(request->path, "/google-oauth/token") != 0) {
		reply_text(reply, 404, "text/html; charset=UTF-8",
			   "<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>\n");
		return;
	}
	if (strcmp(request->method, "POST") != 0) {
		google_oauth_refuse(reply, 405, "invalid_request", "Use POST.");
		return;
	}
	if (gives_back) {
		google_oauth_revoke(sandbox, request, reply);
		return;
	}
	char *grant_type = oauth_form_value(request->body, "grant_type");
	char *client = oauth_form_value(request->body, "client_id");
	char *secret = oauth_form_value(request->body, "client_secret");
	char *token = oauth_form_value(request->body, "refresh_token");
	if (!grant_type)
		google_oauth_refuse(reply, 400, "invalid_request",
				    "Required parameter is missing: grant_type");
	else if (strcmp(grant_type, "refresh_token") != 0 &&
		 strcmp(grant_type, "authorization_code") != 0)
		google_oauth_refuse(reply, 400, "unsupported_grant_type", "Invalid grant_type");
	else if (!client)
		google_oauth_refuse(reply, 400, "invalid_request",
				    "Could not determine client ID from request.");
	else if (!secret)
		google_oauth_refuse(reply, 401, "invalid_client", "Unauthorized");
	else if (strcmp(grant_type, "authorization_code") == 0)
		google_oauth_redeem(sandbox, request, reply);
	else if (!token)
		google_oauth_refuse(reply, 400, "invalid_request",
				    "Missing required parameter: refresh_token");
	else
		google_oauth_refresh(sandbox, token, reply);
	free(grant_type);
	free(client);
	free(secret);
	free(token);
}
