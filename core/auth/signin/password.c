/* Passwords: see password.h. */
#include "auth/signin/password.h"

#include <sodium.h>

#include "auth/signin/password_list.h"
#include "base/fold.h"
#include "base/json_read.h"
#include "base/utf8.h"

#define PASSES 2
#define MEMORY (19 * 1024 * 1024)
#define OWN_MIN 4 /* bytes of a word that counts as the person's own */
#define BESIDE 6  /* characters beside a word that anybody would try first */
#define PERIOD_MAX 8

_Static_assert(crypto_pwhash_STRBYTES <= AD_PASSWORD_HASH_SIZE, "a hash must fit");

/* The hash of nothing anybody knows: what an unknown account is measured against. */
static const char dummy[] = "$argon2id$v=19$m=19456,t=2,p=1$yk/5FMb6H2gZR4mGrgeaAg$"
			    "R7gB8WHPUPtQPtYAYwIbsg5KtLMdNM3wmLmNVFvCgF0";

/*
 * The most frequent words in lists of leaked passwords of this length. Repetitions and sequences
 * are recognised separately.
 */
static const char *const common[] = {
	"password",
	"passwort",
	"motdepasse",
	"contrasena",
	"qwertyuiop",
	"qwertzuiop",
	"asdfghjkl",
	"zxcvbnm",
	"1q2w3e4r",
	"1qaz2wsx",
	"qazwsxedc",
	"q1w2e3r4",
	"zaq12wsx",
	"iloveyou",
	"letmein",
	"welcome",
	"changeme",
	"administrator",
	"superman",
	"starwars",
	"princess",
	"sunshine",
	"football",
	"baseball",
	"1234567890",
	"0987654321",
	"123456789",
	"987654321",
	"12345678",
	"abcdefghi",
	"trustno1",
	"whatever",
	"liverpool",
	"dragonball",
	"unbelievable",
	"adcoreadcore",
	"correcthorsebatterystaple",
};

/* --- what is too easy --- */

static bool password_has_control(struct ad_str text)
{
	uint32_t c;
	size_t n;

	while ((n = ad_utf8_next(text, &c)) > 0) {
		if (c < 0x20 || (c >= 0x7f && c < 0xa0))
			return true;
		text.p += n;
		text.n -= n;
	}
	return false;
}

/* In lower case, without what people put between words. */
static struct ad_str password_bare(struct ad_arena *arena, struct ad_str text)
{
	struct ad_str lower = ad_lower(arena, text);
	char *out = ad_arena_alloc(arena, lower.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < lower.n; i++) {
		if (!strchr(" -_.,+@/", lower.p[i]))
			out[n++] = lower.p[i];
	}
	out[n] = '\0';
	return (struct ad_str){ out, n };
}

/* True if the text contains the word and little else. */
static bool is_mostly(struct ad_str text, struct ad_str word)
{
	return word.n >= OWN_MIN && word.n <= text.n &&
	       memmem(text.p, text.n, word.p, word.n) != NULL &&
	       ad_utf8_length(text) - ad_utf8_length(word) < BESIDE;
}

/* "abcabcabcabc", "aaaaaaaaaaaa". */
static bool password_repeats(struct ad_str text)
{
	for (size_t period = 1; period <= PERIOD_MAX && 2 * period <= text.n; period++) {
		size_t i = period;
		while (i < text.n && text.p[i] == text.p[i - period])
			i++;
		if (i == text.n)
			return true;
	}
	return false;
}

/* "abcdefghijkl", "123456789012", "ponmlkjihgfe": each a step from the one before, 9 before 0. */
static bool password_counts(struct ad_str text, int step)
{
	for (size_t i = 1; i < text.n; i++) {
		int difference = text.p[i] - text.p[i - 1];
		if (difference != step && difference != -9 * step)
			return false;
	}
	return true;
}

static bool password_is_common(struct ad_str text)
{
	for (size_t i = 0; i < AD_LEN(common); i++)
		if (is_mostly(text, ad_str(common[i])))
			return true;
	return text.n < OWN_MIN || password_repeats(text) || password_counts(text, 1) ||
	       password_counts(text, -1);
}

static const char *too_easy(struct ad_arena *arena, struct ad_str password, struct ad_str email,
			    struct ad_str name)
{
	struct ad_str text = password_bare(arena, password);
	const char *at = email.n > 0 ? memrchr(email.p, '@', email.n) : NULL;
	struct ad_str local = { email.p, at ? (size_t)(at - email.p) : 0 };

	if (!ad_utf8_valid(email) || !ad_utf8_valid(name))
		email = local = name = (struct ad_str){ 0 };
	if ((email.n > 0 && is_mostly(text, password_bare(arena, email))) ||
	    (local.n > 0 && is_mostly(text, password_bare(arena, local))) ||
	    (name.n > 0 && is_mostly(text, password_bare(arena, name))))
		return "The password must not be little more than your address or name.";
	if (password_is_common(text))
		return "The password is one of those that are tried first. Take a few words that "
		       "do not belong together.";
	if (ad_password_is_listed(password))
		return "The password is on a list of leaked passwords. Take another one.";
	return NULL;
}

const char *ad_password_fault(struct ad_str password, struct ad_str email, struct ad_str name)
{
	if (!ad_utf8_valid(password))
		return "The password must be UTF-8 text.";
	if (password.n > AD_PASSWORD_MAX)
		return "The password must have at most 1,024 bytes.";
	if (password_has_control(password))
		return "The password must not hold control characters, such as a tab or a line "
		       "end.";
	struct ad_arena *arena = ad_arena_new();
	const char *fault = "The password must have at least 12 characters.";
	if (password.n > 0 && ad_utf8_length(ad_composed(arena, password)) >= AD_PASSWORD_MIN)
		fault = too_easy(arena, password, email, name);
	ad_arena_free(arena);
	return fault;
}

/* --- hashes --- */

bool ad_password_hash(struct ad_str password, char out[static AD_PASSWORD_HASH_SIZE])
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str text = ad_utf8_is_ascii(password) || !ad_utf8_valid(password)
				     ? password
				     : ad_composed(arena, password);
	bool good = sodium_init() >= 0 && crypto_pwhash_str_alg(out, text.p, text.n, PASSES, MEMORY,
								crypto_pwhash_ALG_ARGON2ID13) == 0;

	ad_arena_free(arena);
	return good;
}

static bool password_fits(const char *hash, struct ad_str password)
{
	return crypto_pwhash_str_verify(hash, password.p ? password.p : "", password.n) == 0;
}

bool ad_password_verify(struct ad_str hash, struct ad_str password)
{
	char text[AD_PASSWORD_HASH_SIZE] = { 0 };
	bool known = hash.n > 0 && hash.n < sizeof(text);

	if (sodium_init() < 0 || password.n > AD_PASSWORD_MAX)
		return false;
	if (known)
		memcpy(text, hash.p, hash.n);
	else
		memcpy(text, dummy, sizeof(dummy));
	if (ad_utf8_is_ascii(password) || !ad_utf8_valid(password))
		return password_fits(text, password) && known;
	struct ad_arena *arena = ad_arena_new();
	struct ad_str composed = ad_composed(arena, password);
	/* A hash may be of the bytes as they were typed, from before they were composed. */
	bool good = password_fits(text, composed) ||
		    (!ad_str_eq(composed, password) && password_fits(text, password));
	ad_arena_free(arena);
	return good && known;
}

/* The number behind a name such as "m="; 0 where it is not there. */
static uint64_t password_parameter(struct ad_str hash, const char *name)
{
	const char *at = memmem(hash.p, hash.n, name, strlen(name));
	uint64_t n = 0;

	if (!at)
		return 0;
	for (at += strlen(name); at < hash.p + hash.n && *at >= '0' && *at <= '9'; at++)
		n = n < UINT32_MAX ? n * 10 + (uint64_t)(*at - '0') : n;
	return n;
}

bool ad_password_stale(struct ad_str hash)
{
	uint64_t memory = password_parameter(hash, "$m="), passes = password_parameter(hash, ",t=");

	return !ad_str_starts(hash, "$argon2id$v=19$") || memory < MEMORY / 1024 ||
	       memory * passes < (uint64_t)(MEMORY / 1024) * PASSES;
}
