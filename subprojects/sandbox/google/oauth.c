/*
 * Google's OAuth token endpoint (RFC 6749 section 6: refresh), and what an access token reaches.
 * A sandbox refresh token says which account it is for: 1//sandbox.<customer>.<CURRENCY>.<zone>.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <openssl/sha.h>

#include "google.h"

enum {
	TOKEN_SECONDS = 3600,
	TOKEN_SIZE = 64
};

static void hash_token(const char *token, char *out)
{
	unsigned char digest[SHA256_DIGEST_LENGTH];
	SHA256((const unsigned char *)token, strlen(token), digest);
	for (int i = 0; i < SHA256_DIGEST_LENGTH; i++)
		snprintf(out + 2 * i, 3, "%02x", digest[i]);
}

bool g_authenticate(struct sandbox *sandbox, const char *authorization, char *account)
{
	char hash[2 * SHA256_DIGEST_LENGTH + 1];
	struct store_account a;
	if (!authorization || strncasecmp(authorization, "Bearer ", 7) != 0)
		return false;
	hash_token(authorization + 7, hash);
	return store_token(sandbox->store, hash, clock_real(), account) &&
	       store_account(sandbox->store, account, &a) && !a.revoked;
}

/* Percent-decoding of a form value (application/x-www-form-urlencoded), in place. */
static void decode(char *s)
{
	char *out = s;
	for (; *s; s++) {
		unsigned c;
		if (*s == '+') {
			*out++ = ' ';
		} else if (*s == '%' && isxdigit((unsigned char)s[1]) &&
			   isxdigit((unsigned char)s[2]) && sscanf(s + 1, "%2x", &c) == 1) {
			*out++ = (char)c;
			s += 2;
		} else {
			*out++ = *s;
		}
	}
	*out = '\0';
}

/* The decoded value of a form's field, owned by the caller; NULL when absent or empty. */
static char *form_value(const char *form, const char *name)
{
	size_t n = strlen(name);
	for (const char *at = form; at && *at;) {
		size_t size = strcspn(at, "&");
		if (size > n && at[n] == '=' && strncmp(at, name, n) == 0) {
			char *value = sb_copy_n(at + n + 1, size - n - 1);
			decode(value);
			if (*value)
				return value;
			free(value);
			return NULL;
		}
		at += size + (at[size] == '&');
	}
	return NULL;
}

static void refuse(struct reply *reply, int status, const char *error, const char *description)
{
	cJSON *body = cJSON_CreateObject();
	json_set_text(body, "error", error);
	json_set_text(body, "error_description", description);
	reply_json(reply, status, body);
}

/* Reads a sandbox refresh token; false when it is none. */
static bool read_refresh_token(const char *token, struct store_account *out)
{
	char zone[64] = "";
	int end = 0;
	*out = (struct store_account){ 0 };
	if (sscanf(token, "1//sandbox.%10[0-9].%3[A-Z].%63[A-Za-z0-9_~+-]%n", out->id,
		   out->currency, zone, &end) != 3)
		return false;
	if (token[end] != '\0' || strlen(out->id) != 10 || strlen(out->currency) != 3)
		return false;
	for (char *s = zone; *s; s++)
		if (*s == '~')
			*s = '/';
	snprintf(out->timezone, sizeof(out->timezone), "%s", zone);
	return true;
}

static void grant(struct sandbox *sandbox, const struct store_account *account, struct reply *reply)
{
	char token[TOKEN_SIZE + 6] = "ya29.", hash[2 * SHA256_DIGEST_LENGTH + 1];
	random_text(token + 5, TOKEN_SIZE);
	hash_token(token, hash);
	store_begin(sandbox->store);
	store_add_account(sandbox->store, account);
	store_add_token(sandbox->store, hash, account->id, clock_real() + TOKEN_SECONDS);
	store_commit(sandbox->store);
	cJSON *body = cJSON_CreateObject();
	json_set_text(body, "access_token", token);
	json_set(body, "expires_in", cJSON_CreateNumber(TOKEN_SECONDS - 1));
	json_set_text(body, "scope", "https://www.googleapis.com/auth/adwords");
	json_set_text(body, "token_type", "Bearer");
	reply_json(reply, 200, body);
}

static void refresh(struct sandbox *sandbox, const char *token, struct reply *reply)
{
	struct store_account wanted, known;
	if (!read_refresh_token(token, &wanted)) {
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
	char *grant_type = form_value(request->body, "grant_type");
	char *client = form_value(request->body, "client_id");
	char *secret = form_value(request->body, "client_secret");
	char *token = form_value(request->body, "refresh_token");
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
