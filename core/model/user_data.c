#include "model/user_data.h"

#include "base/digest.h"
#include "base/fold.h"
#include "base/text.h"
#include "base/utf8.h"

/* RFC 5321 section 4.5.3.1: a path of 256 octets, of which two are its brackets. */
#define EMAIL_MAX 254
#define PHONE_MIN 7
#define PHONE_MAX 15

/*
 * Google: Data Manager API, "Format user data". Microsoft: help "Enhanced conversions", "Format
 * and hash the data". Reddit: help "Manual advanced matching". Meta: Conversions API, "Customer
 * information parameters".
 */
const struct ad_user_rule ad_user_rules[] = {
	{ AD_GOOGLE, AD_USER_EMAIL, AD_U_AT_GOOGLE | AD_U_DROP_SUFFIX | AD_U_DROP_DOTS,
	  "googleEmail", "emailSha256",
	  "Trimmed and lower-cased. At gmail.com and googlemail.com only: dots before the `@` are "
	  "removed, and `+` with the text after it.",
	  "Equal, except at gmail.com and googlemail.com: an address there with dots or a `+` "
	  "matches only as `email`." },
	{ AD_MICROSOFT, AD_USER_EMAIL, AD_U_DROP_SUFFIX | AD_U_DROP_DOTS | AD_U_DROP_ACCENTS,
	  "microsoftEmail", NULL,
	  "Trimmed and lower-cased; dots before the `@` are removed, and `+` with the text after "
	  "it; letters lose their accents.",
	  "Not used: the platform's rule cannot be applied to a hash." },
	{ AD_REDDIT, AD_USER_EMAIL, AD_U_DROP_SUFFIX | AD_U_DROP_SYMBOLS, "redditEmail", NULL,
	  "Trimmed and lower-cased; before the `@`, `+` and the text after it are removed, and "
	  "then all characters except letters and digits. An address with non-ASCII letters before "
	  "the `@` is not sent, because the rule does not define them.",
	  "Not used: the platform's rule cannot be applied to a hash." },
	{ AD_META, AD_USER_EMAIL, 0, "metaEmail", "emailSha256", "Trimmed and lower-cased.",
	  "Equal." },
	{ AD_GOOGLE, AD_USER_PHONE, 0, "googlePhone", "phoneSha256", "E.164 with `+`.", "Equal." },
	{ AD_MICROSOFT, AD_USER_PHONE, 0, "microsoftPhone", "phoneSha256", "E.164 with `+`.",
	  "Equal." },
	{ AD_REDDIT, AD_USER_PHONE, 0, "redditPhone", "phoneSha256", "E.164 with `+`.", "Equal." },
	{ AD_META, AD_USER_PHONE, AD_U_NO_PLUS, "metaPhone", "phoneDigitsSha256",
	  "The digits of E.164, with country code, without `+`.",
	  "Equal. `phoneSha256` is not used because it includes the `+`." },
};
const size_t ad_user_rule_count = AD_LEN(ad_user_rules);

const struct ad_click_id ad_click_ids[] = {
	{ "gclid", AD_GOOGLE },      { "gbraid", AD_GOOGLE }, { "wbraid", AD_GOOGLE },
	{ "msclkid", AD_MICROSOFT }, { "rdtCid", AD_REDDIT }, { "fbclid", AD_META },
};
const size_t ad_click_id_count = AD_LEN(ad_click_ids);

/* Separators that no real address holds but many malformed ones do: "A <a@b.c>", "a,b@c.d". */
static bool has_separator(struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (strchr("<>()[],;:\\\"", s.p[i]))
			return true;
	return false;
}

static bool is_label(struct ad_str label)
{
	bool ok = label.n > 0 && label.n <= 63 && label.p[0] != '-' && label.p[label.n - 1] != '-';
	for (size_t i = 0; ok && i < label.n; i++) {
		char c = label.p[i];
		ok = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
		     (unsigned char)c >= 0x80;
	}
	return ok;
}

/* At least two labels, the last one no number (that would be an address of a machine). */
static bool is_domain(struct ad_str s)
{
	size_t labels = 0;
	for (;;) {
		const char *dot = ad_str_find(s, '.');
		struct ad_str label = { s.p, dot ? (size_t)(dot - s.p) : s.n };
		if (!is_label(label))
			return false;
		labels++;
		if (!dot)
			return labels > 1 && !(label.p[0] >= '0' && label.p[0] <= '9');
		s = (struct ad_str){ dot + 1, s.n - label.n - 1 };
	}
}

/* The parts before and behind the one "@". */
static bool user_data_split(struct ad_str address, struct ad_str *local, struct ad_str *domain)
{
	const char *at = ad_str_find(address, '@');
	if (!at)
		return false;
	*local = (struct ad_str){ address.p, (size_t)(at - address.p) };
	*domain = (struct ad_str){ at + 1, address.n - local->n - 1 };
	return memchr(domain->p, '@', domain->n) == NULL;
}

enum ad_user_fault ad_user_email(struct ad_arena *arena, struct ad_str text, struct ad_str *out)
{
	struct ad_str local, domain;
	struct ad_str s = ad_lower(arena, ad_trimmed(text));
	*out = (struct ad_str){ NULL, 0 };
	if (s.n > EMAIL_MAX || ad_has_unseen(s) || has_separator(s) ||
	    !user_data_split(s, &local, &domain) || local.n == 0 || !is_domain(domain))
		return AD_USER_MALFORMED;
	*out = s;
	return AD_USER_GOOD;
}

/* The next digit of a number as people write it, behind what they put between; 0 at its end. */
static char next_digit(struct ad_str s, size_t *at, bool *bad)
{
	static const char *const between[] = { " ",      "-",      ".",      "/",
					       "(",      ")",      "\t",     "\u00a0",
					       "\u202f", "\u2010", "\u2011", "\u2013" };
	while (*at < s.n) {
		size_t skipped = 0;
		struct ad_str rest = { s.p + *at, s.n - *at };
		if (rest.p[0] >= '0' && rest.p[0] <= '9') {
			++*at;
			return rest.p[0];
		}
		for (size_t i = 0; i < AD_LEN(between) && !skipped; i++)
			if (ad_str_starts(rest, between[i]))
				skipped = strlen(between[i]);
		if (!skipped) {
			*bad = true;
			return 0;
		}
		*at += skipped;
	}
	return 0;
}

/* "+44 (0)20 …": a zero that is dialled only at home, shown between brackets. */
static bool is_trunk_zero(struct ad_str s, size_t at)
{
	return at >= 2 && at < s.n && s.p[at - 2] == '(' && s.p[at] == ')';
}

enum ad_user_fault ad_user_phone(struct ad_arena *arena, struct ad_str text, struct ad_str *out)
{
	struct ad_str s = ad_trimmed(text);
	char number[PHONE_MAX + 2] = "+";
	size_t n = 1;
	size_t at = 0;
	bool bad = false;
	bool international = ad_str_starts(s, "+") || ad_str_starts(s, "00");
	*out = (struct ad_str){ NULL, 0 };
	if (international)
		at = s.p[0] == '+' ? 1 : 2;
	for (char digit; (digit = next_digit(s, &at, &bad)) != 0;) {
		if (digit == '0' && n > 1 && is_trunk_zero(s, at))
			continue;
		if (n > PHONE_MAX)
			return AD_USER_MALFORMED;
		number[n++] = digit;
	}
	if (bad || n <= PHONE_MIN)
		return AD_USER_MALFORMED;
	if (!international || number[1] == '0')
		return AD_USER_NO_COUNTRY;
	*out = ad_arena_copy(arena, (struct ad_str){ number, n });
	return AD_USER_GOOD;
}

static bool is_google(struct ad_str domain)
{
	return ad_str_is(domain, "gmail.com") || ad_str_is(domain, "googlemail.com");
}

/* The local part as the steps leave it; absent where they cannot be taken. */
static struct ad_str local_by(struct ad_arena *arena, uint32_t steps, struct ad_str local)
{
	struct ad_text out = ad_text_on(arena);
	for (size_t i = 0; i < local.n; i++) {
		char c = local.p[i];
		bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
		if (c == '+' && (steps & AD_U_DROP_SUFFIX))
			break;
		if ((steps & AD_U_DROP_SYMBOLS) && (unsigned char)c >= 0x80)
			return (struct ad_str){ NULL, 0 };
		if ((c == '.' && (steps & AD_U_DROP_DOTS)) ||
		    (!plain && (steps & AD_U_DROP_SYMBOLS)))
			continue;
		ad_text_addc(&out, c);
	}
	return ad_text_str(&out);
}

static struct ad_str email_by(struct ad_arena *arena, uint32_t steps, struct ad_str address)
{
	struct ad_str local, domain;
	if (steps & AD_U_DROP_ACCENTS)
		address = ad_unaccented(arena, address);
	if (!user_data_split(address, &local, &domain))
		return (struct ad_str){ NULL, 0 };
	if (!steps || ((steps & AD_U_AT_GOOGLE) && !is_google(domain)))
		return address;
	local = local_by(arena, steps, local);
	if (local.n == 0)
		return (struct ad_str){ NULL, 0 };
	return ad_arena_printf(arena, "%.*s@%.*s", AD_FMT(local), AD_FMT(domain));
}

struct ad_str ad_user_normal(struct ad_arena *arena, const struct ad_user_rule *rule,
			     struct ad_str common)
{
	if (rule->kind == AD_USER_EMAIL)
		return email_by(arena, rule->steps, common);
	if (rule->steps & AD_U_NO_PLUS)
		return (struct ad_str){ common.p + 1, common.n - 1 };
	return common;
}

struct ad_str ad_user_hash(struct ad_arena *arena, struct ad_str normal)
{
	uint8_t sum[AD_SHA256_SIZE];
	char hex[2 * AD_SHA256_SIZE + 1];
	ad_sha256(normal, sum);
	ad_hex(sum, sizeof(sum), hex);
	return ad_arena_copy(arena, ad_str(hex));
}

struct ad_str ad_user_given(struct ad_arena *arena, struct ad_str hash)
{
	uint8_t sum[AD_SHA256_SIZE];
	char hex[2 * AD_SHA256_SIZE + 1];
	if (hash.n != sizeof(hex) - 1 || !ad_unhex(hash, sum, sizeof(sum)))
		return (struct ad_str){ NULL, 0 };
	ad_hex(sum, sizeof(sum), hex);
	return ad_arena_copy(arena, ad_str(hex));
}
