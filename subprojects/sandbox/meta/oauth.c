/*
 * Long-lived tokens: there are no refresh tokens here; a token that still lives is exchanged for
 * another. A sandbox's first token says which account it is for: 1//sandbox.<account>.<CUR>.<zone>.
 * So does each that is granted, EAAB<64 characters>.<account>.<CUR>.<zone>: a simulator that lost
 * its state still takes what is kept elsewhere.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>

#include "../consent.h"
#include "meta.h"

enum {
	TOKEN_SECONDS = 5183944,
	TOKEN_SIZE = 64,
	HASH_SIZE = 65
};

static void hash_token(const char *token, char *out)
{
	unsigned char digest[EVP_MAX_MD_SIZE];
	EVP_Digest(token, strlen(token), digest, NULL, EVP_sha256(), NULL);
	for (size_t i = 0; i < 32; i++)
		snprintf(out + 2 * i, 3, "%02x", digest[i]);
}

int m_authenticate(struct sandbox *sandbox, const char *token, char *account)
{
	char hash[HASH_SIZE];
	struct store_account a;
	hash_token(token, hash);
	if (!store_token(sandbox->store, hash, clock_now(sandbox), account))
		return 463;
	return store_account(sandbox->store, account, &a) && !a.revoked ? 0 : 460;
}

/* Behind what a token begins with: the account that it says; NULL where it says none. */
static const char *account_part(const char *token)
{
	if (strncmp(token, "1//sandbox.", 11) == 0)
		return token + 11;
	if (strncmp(token, "EAAB", 4) != 0 || strlen(token) < 4 + TOKEN_SIZE ||
	    token[4 + TOKEN_SIZE] != '.')
		return NULL;
	return token + 4 + TOKEN_SIZE + 1;
}

/* True if the token was granted here, even if it has expired. */
static bool meta_oauth_is_known(struct sandbox *sandbox, const char *token)
{
	char hash[HASH_SIZE], account[16];
	hash_token(token, hash);
	return store_token(sandbox->store, hash, 0, account);
}

/* Reads a token that says its account; false when it is none. */
static bool read_first(const char *token, struct store_account *out)
{
	char zone[64] = "";
	int end = 0;
	*out = (struct store_account){ 0 };
	token = account_part(token);
	if (!token)
		return false;
	if (strncmp(token, "act_", 4) == 0)
		token += 4;
	if (sscanf(token, "%15[0-9].%3[A-Z].%63[A-Za-z0-9_~+-]%n", out->id, out->currency, zone,
		   &end) != 3 ||
	    token[end] != '\0' || strlen(out->id) != 15 || strlen(out->currency) != 3) {
		*out->id = '\0';
		return false;
	}
	for (char *s = zone; *s; s++)
		if (*s == '~')
			*s = '/';
	snprintf(out->timezone, sizeof(out->timezone), "%s", zone);
	return true;
}

static void meta_oauth_refuse(struct reply *reply, int code, int subcode, const char *message)
{
	struct m_refusal why = { .code = code, .subcode = subcode };
	reply_json(reply, 400, m_error(why, message));
}

static void meta_oauth_grant(struct sandbox *sandbox, const struct store_account *account,
			     struct reply *reply)
{
	char token[TOKEN_SIZE + 128] = "EAAB", hash[HASH_SIZE];
	random_text(token + 4, TOKEN_SIZE);
	snprintf(token + 4 + TOKEN_SIZE, sizeof(token) - 4 - TOKEN_SIZE, ".%s.%s.%s", account->id,
		 account->currency, account->timezone);
	for (char *s = token; *s; s++)
		if (*s == '/')
			*s = '~';
	hash_token(token, hash);
	store_begin(sandbox->store);
	store_add_account(sandbox->store, account);
	store_add_token(sandbox->store, hash, account->id, clock_now(sandbox) + TOKEN_SECONDS);
	store_commit(sandbox->store);
	cJSON *body = cJSON_CreateObject();
	json_set_text(body, "access_token", token);
	json_set_text(body, "token_type", "bearer");
	json_set(body, "expires_in", cJSON_CreateNumber(TOKEN_SECONDS));
	reply_json(reply, 200, body);
}

static const struct consent consent = { "Facebook", 15, "", false };

void m_dialog(struct sandbox *sandbox, const struct request *request, struct reply *reply)
{
	consent_page(sandbox, &consent, request, reply);
}

static void meta_oauth_redeem(struct sandbox *sandbox, const cJSON *params, struct reply *reply)
{
	struct store_account account;
	const struct redemption with = { json_text(params, "code"),
					 json_text(params, "redirect_uri"), NULL };
	if (!consent_redeem(sandbox, &consent, &with, &account) ||
	    !meta_simulator.owns(account.id)) {
		meta_oauth_refuse(reply, 100, 36009, "This authorization code has been used.");
		return;
	}
	account.created = clock_now(sandbox);
	meta_oauth_grant(sandbox, &account, reply);
}

void m_oauth(struct sandbox *sandbox, const cJSON *params, struct reply *reply)
{
	struct store_account wanted = { 0 }, known;
	char id[16] = "";
	const char *type = json_text(params, "grant_type");
	const char *token = json_text(params, "fb_exchange_token");
	if (!json_text(params, "client_id")) {
		meta_oauth_refuse(reply, 101, 0, "Missing client_id parameter.");
	} else if (!json_text(params, "client_secret")) {
		meta_oauth_refuse(reply, 1, 0, "Error validating client secret.");
	} else if (!type && json_text(params, "code")) {
		meta_oauth_redeem(sandbox, params, reply);
	} else if (!type || strcmp(type, "fb_exchange_token") != 0) {
		meta_oauth_refuse(reply, 100, 0, "Unsupported grant_type.");
	} else if (!token) {
		meta_oauth_refuse(reply, 100, 0, "Missing fb_exchange_token parameter.");
	} else if (m_authenticate(sandbox, token, id) != 0 &&
		   (meta_oauth_is_known(sandbox, token) || !read_first(token, &wanted))) {
		meta_oauth_refuse(reply, 190, 467,
				  "Error validating access token: it is no valid token.");
	} else {
		if (*id)
			store_account(sandbox->store, id, &wanted);
		wanted.created = clock_now(sandbox);
		if (store_account(sandbox->store, wanted.id, &known) && known.revoked)
			meta_oauth_refuse(
				reply, 190, 458,
				"Error validating access token: The user has not authorized "
				"application 1.");
		else
			meta_oauth_grant(sandbox, &wanted, reply);
	}
}
