/* Google's OAuth token endpoint (RFC 6749 section 6: refresh). */
#include <stdlib.h>
#include <string.h>

#include "../oauth.h"
#include "google.h"

enum {
	TOKEN_SECONDS = 3600
};

bool g_authenticate(struct sandbox *sandbox, const char *authorization, char *account)
{
	return oauth_account(sandbox, authorization, account);
}

static void refuse(struct reply *reply, int status, const char *error, const char *description)
{
	cJSON *body = cJSON_CreateObject();
	json_set_text(body, "error", error);
	json_set_text(body, "error_description", description);
	reply_json(reply, status, body);
}

static void grant(struct sandbox *sandbox, const struct store_account *account, struct reply *reply)
{
	char *token = oauth_grant(sandbox, account, "ya29.", TOKEN_SECONDS);
	cJSON *body = cJSON_CreateObject();
	json_set_text(body, "access_token", token);
	json_set(body, "expires_in", cJSON_CreateNumber(TOKEN_SECONDS - 1));
	json_set_text(body, "scope", "https://www.googleapis.com/auth/adwords");
	json_set_text(body, "token_type", "Bearer");
	reply_json(reply, 200, body);
	free(token);
}

static void refresh(struct sandbox *sandbox, const char *token, struct reply *reply)
{
	struct store_account wanted, known;
	if (!oauth_read_refresh(token, &wanted) || !google_simulator.owns(wanted.id)) {
		refuse(reply, 400, "invalid_grant", "Bad Request");
		return;
	}
	wanted.created = clock_now(sandbox);
	if (store_account(sandbox->store, wanted.id, &known) && known.revoked)
		refuse(reply, 400, "invalid_grant", "Token has been expired or revoked.");
	else
		grant(sandbox, &wanted, reply);
}

void g_oauth(struct sandbox *sandbox, const struct request *request, struct reply *reply)
{
	if (strcmp(request->path, "/google-oauth/token") != 0) {
		reply_text(reply, 404, "text/html; charset=UTF-8",
			   "<!DOCTYPE html><title>Error 404 (Not Found)!!1</title>\n");
		return;
	}
	if (strcmp(request->method, "POST") != 0) {
		refuse(reply, 405, "invalid_request", "Use POST.");
		return;
	}
	char *grant_type = oauth_form_value(request->body, "grant_type");
	char *client = oauth_form_value(request->body, "client_id");
	char *secret = oauth_form_value(request->body, "client_secret");
	char *token = oauth_form_value(request->body, "refresh_token");
	if (!grant_type)
		refuse(reply, 400, "invalid_request", "Required parameter is missing: grant_type");
	else if (strcmp(grant_type, "refresh_token") != 0)
		refuse(reply, 400, "unsupported_grant_type", "Invalid grant_type");
	else if (!client)
		refuse(reply, 400, "invalid_request",
		       "Could not determine client ID from request.");
	else if (!secret)
		refuse(reply, 401, "invalid_client", "Unauthorized");
	else if (!token)
		refuse(reply, 400, "invalid_request", "Missing required parameter: refresh_token");
	else
		refresh(sandbox, token, reply);
	free(grant_type);
	free(client);
	free(secret);
	free(token);
}
