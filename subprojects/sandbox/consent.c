#include "consent.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>
#include <openssl/rand.h>

#include "oauth.h"
#include "text.h"

enum {
	DIGEST_SIZE = 32,
	DIGEST_TEXT = 44, /* base64url of it, and a NUL */
	CODE_GIVEN = 1,
	CODE_USED = 2,
};

static void consent_fingerprint(const char *text, char out[DIGEST_TEXT])
{
	static const char letters[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
	unsigned char digest[EVP_MAX_MD_SIZE] = { 0 };
	size_t n = 0;
	EVP_Digest(text, strlen(text), digest, NULL, EVP_sha256(), NULL);
	for (size_t i = 0; i < DIGEST_SIZE; i += 3) {
		unsigned v = (unsigned)digest[i] << 16 | (unsigned)digest[i + 1] << 8 |
			     (i + 2 < DIGEST_SIZE ? digest[i + 2] : 0u);
		for (int k = 18; k >= 0 && n < DIGEST_TEXT - 1; k -= 6)
			out[n++] = letters[v >> k & 63];
	}
	out[n] = '\0';
}

/* Percent-encodes what is not unreserved. */
static void consent_encode(struct text *out, const char *s)
{
	for (; *s; s++) {
		char c = *s;
		if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
		    strchr("-._~", c))
			text_put_n(out, s, 1);
		else
			text_format(out, "%%%02X", (unsigned)(unsigned char)c);
	}
}

static void consent_html(struct text *out, const char *s)
{
	for (; *s; s++) {
		if (*s == '&' || *s == '<' || *s == '>' || *s == '"')
			text_format(out, "&#%d;", *s);
		else
			text_put_n(out, s, 1);
	}
}

static const char *or_else(const char *value, const char *otherwise)
{
	return value && *value ? value : otherwise;
}

/* A parameter of the query or, of the page's form, of the body; owned by the caller, or NULL. */
static char *consent_parameter(const struct request *request, const char *name)
{
	const char *value = request_argument(request, name);
	if (value)
		return *value ? sb_copy(value) : NULL;
	return request->size ? oauth_form_value(request->body, name) : NULL;
}

/* The account that the request named or the person chose. */
struct ask {
	char *redirect, *state, *challenge, *decision;
	char account[16], currency[4], zone[64];
};

static void consent_copy(char *out, size_t size, char *value, const char *otherwise)
{
	snprintf(out, size, "%s", or_else(value, otherwise));
	free(value);
}

static void read_ask(const struct consent *consent, const struct request *request, struct ask *ask)
{
	char fresh[16] = "";
	unsigned char random[16] = { 0 };
	RAND_bytes(random, sizeof(random));
	snprintf(fresh, sizeof(fresh), "%s", consent->prefix);
	for (size_t n = strlen(fresh), i = 0; i < consent->digits && n + i < 15; i++)
		fresh[n + i] = (char)('1' + random[i] % 9);
	*ask = (struct ask){
		.redirect = consent_parameter(request, "redirect_uri"),
		.state = consent_parameter(request, "state"),
		.challenge = consent_parameter(request, "code_challenge"),
		.decision = consent_parameter(request, "sandbox"),
	};
	consent_copy(ask->account, sizeof(ask->account), consent_parameter(request, "account"),
		     fresh);
	consent_copy(ask->currency, sizeof(ask->currency), consent_parameter(request, "currency"),
		     "USD");
	consent_copy(ask->zone, sizeof(ask->zone), consent_parameter(request, "timezone"), "UTC");
}

static void free_ask(struct ask *ask)
{
	free(ask->redirect);
	free(ask->state);
	free(ask->challenge);
	free(ask->decision);
}

/* The fault of the request itself. It is shown here and never sent to the redirect URI. */
static const char *consent_wrong(const struct consent *consent, const struct request *request,
				 const struct ask *ask)
{
	char *client = consent_parameter(request, "client_id"),
	     *type = consent_parameter(request, "response_type");
	char *method = consent_parameter(request, "code_challenge_method");
	const char *fault = NULL;
	if (!client)
		fault = "invalid_client: client_id is missing";
	else if (!ask->redirect ||
		 (strncmp(ask->redirect, "http://127.0.0.1:", 17) != 0 &&
		  strncmp(ask->redirect, "http://localhost:", 17) != 0 &&
		  strncmp(ask->redirect, "https://", 8) != 0) ||
		 !strstr(ask->redirect, "/app/connections/callback"))
		fault = "redirect_uri_mismatch: it is not registered";
	else if (!type || strcmp(type, "code") != 0)
		fault = "unsupported_response_type: response_type must be code";
	else if (consent->pkce && ask->challenge && (!method || strcmp(method, "S256") != 0))
		fault = "invalid_request: code_challenge_method must be S256";
	free(client);
	free(type);
	free(method);
	return fault;
}

static void consent_mark(struct sandbox *sandbox, const char *letters, long long state)
{
	char name[40];
	snprintf(name, sizeof(name), "code.%s", letters);
	store_begin(sandbox->store);
	store_set_number(sandbox->store, name, state);
	store_commit(sandbox->store);
}

/* 4/<random>.<redirect>.<challenge>.<account>.<CURRENCY>.<zone>: all that redeeming it compares. */
static void write_code(struct sandbox *sandbox, struct text *out, const struct ask *ask)
{
	char letters[25], redirect[DIGEST_TEXT];
	random_text(letters, 24);
	consent_mark(sandbox, letters, CODE_GIVEN);
	consent_fingerprint(ask->redirect, redirect);
	text_format(out, "4/%s.%s.%s.%s.%s.", letters, redirect, or_else(ask->challenge, "plain"),
		    ask->account, ask->currency);
	for (const char *s = ask->zone; *s; s++)
		text_put_n(out, *s == '/' ? "~" : s, 1);
}

static void go_back(struct sandbox *sandbox, const struct ask *ask, struct reply *reply)
{
	struct text url = { 0 }, code = { 0 };
	text_format(&url, "%s%c", ask->redirect, strchr(ask->redirect, '?') ? '&' : '?');
	if (strcmp(ask->decision, "allow") == 0) {
		write_code(sandbox, &code, ask);
		text_put(&url, "code=");
		consent_encode(&url, text_get(&code));
	} else {
		text_put(&url, "error=access_denied");
	}
	if (ask->state) {
		text_put(&url, "&state=");
		consent_encode(&url, ask->state);
	}
	reply_text(reply, 302, "text/html; charset=UTF-8", "");
	reply_location(reply, text_get(&url));
	text_free(&url);
	text_free(&code);
}

static void consent_field(struct text *page, const char *label, const char *name, const char *value)
{
	text_format(page, "<p><label>%s <input name=\"%s\" value=\"", label, name);
	consent_html(page, value);
	text_put(page, "\"></label></p>");
}

static void consent_hidden(struct text *page, const char *name, const char *value)
{
	text_format(page, "<input type=\"hidden\" name=\"%s\" value=\"", name);
	consent_html(page, value ? value : "");
	text_put(page, "\">");
}

static void consent_show(const struct consent *consent, const struct request *request,
			 const struct ask *ask, struct reply *reply)
{
	struct text page = { 0 };
	char *client = consent_parameter(request, "client_id");
	char *method = consent_parameter(request, "code_challenge_method");
	text_format(&page,
		    "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\"><title>%s "
		    "(simulated)</title><h1>%s (simulated)</h1><p>A program wants to manage an ad "
		    "account. Nothing here is real.</p><form method=\"post\">",
		    consent->title, consent->title);
	consent_hidden(&page, "client_id", client);
	consent_hidden(&page, "response_type", "code");
	consent_hidden(&page, "redirect_uri", ask->redirect);
	consent_hidden(&page, "state", ask->state);
	consent_hidden(&page, "code_challenge", ask->challenge);
	consent_hidden(&page, "code_challenge_method", method);
	consent_field(&page, "Ad account", "account", ask->account);
	consent_field(&page, "Currency", "currency", ask->currency);
	consent_field(&page, "Time zone", "timezone", ask->zone);
	text_put(&page, "<p><button name=\"sandbox\" value=\"allow\">Allow</button> <button "
			"name=\"sandbox\" value=\"deny\">Deny</button></p></form></html>\n");
	reply_text(reply, 200, "text/html; charset=UTF-8", text_get(&page));
	text_free(&page);
	free(client);
	free(method);
}

void consent_page(struct sandbox *sandbox, const struct consent *consent,
		  const struct request *request, struct reply *reply)
{
	struct ask ask;
	read_ask(consent, request, &ask);
	const char *fault = consent_wrong(consent, request, &ask);
	if (fault)
		reply_text(reply, 400, "text/plain", fault);
	else if (ask.decision)
		go_back(sandbox, &ask, reply);
	else
		consent_show(consent, request, &ask, reply);
	free_ask(&ask);
}

/* Takes what stands before the next dot off the text; false where there is no dot. */
static bool consent_part(const char **at, char *out, size_t size)
{
	size_t n = strcspn(*at, ".");
	if ((*at)[n] != '.' || n >= size)
		return false;
	memcpy(out, *at, n);
	out[n] = '\0';
	*at += n + 1;
	return true;
}

/* True if the code was issued here and not used before; marks it as used. */
static bool first_use(struct sandbox *sandbox, const char *letters)
{
	char name[40];
	snprintf(name, sizeof(name), "code.%s", letters);
	if (store_number(sandbox->store, name) != CODE_GIVEN)
		return false;
	consent_mark(sandbox, letters, CODE_USED);
	return true;
}

bool consent_redeem(struct sandbox *sandbox, const struct consent *consent,
		    const struct redemption *with, struct store_account *out)
{
	char letters[32], redirect[DIGEST_TEXT], challenge[64], shown[DIGEST_TEXT];
	const char *at = with->code ? with->code : "";
	*out = (struct store_account){ 0 };
	if (strncmp(at, "4/", 2) != 0)
		return false;
	at += 2;
	if (!consent_part(&at, letters, sizeof(letters)) ||
	    !consent_part(&at, redirect, sizeof(redirect)) ||
	    !consent_part(&at, challenge, sizeof(challenge)) ||
	    !consent_part(&at, out->id, sizeof(out->id)) ||
	    !consent_part(&at, out->currency, sizeof(out->currency)))
		return false;
	snprintf(out->timezone, sizeof(out->timezone), "%s", at);
	for (char *s = out->timezone; *s; s++)
		if (*s == '~')
			*s = '/';
	consent_fingerprint(or_else(with->redirect_uri, ""), shown);
	if (strcmp(shown, redirect) != 0 || !first_use(sandbox, letters))
		return false;
	if (consent->pkce && strcmp(challenge, "plain") != 0) {
		consent_fingerprint(or_else(with->verifier, ""), shown);
		if (strcmp(shown, challenge) != 0)
			return false;
	}
	/* A new consent restores the access. */
	store_begin(sandbox->store);
	store_add_account(sandbox->store, out);
	store_revoke_account(sandbox->store, out->id, false);
	store_commit(sandbox->store);
	return true;
}

char *consent_refresh(const struct store_account *account)
{
	struct text token = { 0 };
	text_format(&token, "1//sandbox.%s.%s.", account->id, account->currency);
	for (const char *s = account->timezone; *s; s++)
		text_put_n(&token, *s == '/' ? "~" : s, 1);
	return text_take(&token);
}
