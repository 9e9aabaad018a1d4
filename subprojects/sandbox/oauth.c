#include "oauth.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <openssl/sha.h>

#include "text.h"

enum {
	TOKEN_SIZE = 64
};

static void hash_token(const char *token, char *out)
{
	unsigned char digest[SHA256_DIGEST_LENGTH];
	SHA256((const unsigned char *)token, strlen(token), digest);
	for (int i = 0; i < SHA256_DIGEST_LENGTH; i++)
		snprintf(out + 2 * i, 3, "%02x", digest[i]);
}

bool oauth_account(struct sandbox *sandbox, const char *authorization, char *account)
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
static void oauth_decode(char *s)
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

char *oauth_form_value(const char *form, const char *name)
{
	size_t n = strlen(name);
	for (const char *at = form; at && *at;) {
		size_t size = strcspn(at, "&");
		if (size > n && at[n] == '=' && strncmp(at, name, n) == 0) {
			char *value = sb_copy_n(at + n + 1, size - n - 1);
			oauth_decode(value);
			if (*value)
				return value;
			free(value);
			return NULL;
		}
		at += size + (at[size] == '&');
	}
	return NULL;
}

bool oauth_read_refresh(const char *token, struct store_account *out)
{
	char zone[64] = "";
	int end = 0;
	*out = (struct store_account){ 0 };
	if (sscanf(token, "1//sandbox.%15[0-9a-z_].%3[A-Z].%63[A-Za-z0-9_~+-]%n", out->id,
		   out->currency, zone, &end) != 3)
		return false;
	if (token[end] != '\0' || strlen(out->currency) != 3)
		return false;
	for (char *s = zone; *s; s++)
		if (*s == '~')
			*s = '/';
	snprintf(out->timezone, sizeof(out->timezone), "%s", zone);
	return true;
}

char *oauth_grant(struct sandbox *sandbox, const struct store_account *account, const char *start,
		  long long seconds)
{
	char letters[TOKEN_SIZE + 1], hash[2 * SHA256_DIGEST_LENGTH + 1];
	struct text token = { 0 };
	random_text(letters, TOKEN_SIZE);
	text_format(&token, "%s%s", start, letters);
	hash_token(text_get(&token), hash);
	store_begin(sandbox->store);
	store_add_account(sandbox->store, account);
	store_add_token(sandbox->store, hash, account->id, clock_real() + seconds);
	store_commit(sandbox->store);
	return text_take(&token);
}
