/*
 * E-mail addresses and phone numbers, by which platforms match a conversion with a person: each
 * platform's published rule as a row, and the pure functions that apply it. A plain value lives in
 * the memory of the request that brought it and nowhere else; what is kept is the SHA-256 of each
 * platform's normal form.
 */
#ifndef AD_MODEL_USER_DATA_H
#define AD_MODEL_USER_DATA_H

#include "base/arena.h"
#include "model/resource.h"

enum ad_user_kind {
	AD_USER_EMAIL,
	AD_USER_PHONE
};

/* The platform's changes to the common form before hashing. */
enum ad_user_step {
	AD_U_DROP_SUFFIX = 1 << 0,  /* "+" and what follows it in the local part */
	AD_U_DROP_DOTS = 1 << 1,    /* dots of the local part */
	AD_U_DROP_SYMBOLS = 1 << 2, /* all but letters and digits of the local part */
	AD_U_DROP_ACCENTS = 1 << 3, /* marks upon letters */
	AD_U_AT_GOOGLE = 1 << 4,    /* all this only of addresses at gmail.com, googlemail.com */
	AD_U_NO_PLUS = 1 << 5       /* a number's digits without the "+" */
};

struct ad_user_rule {
	enum ad_platform platform;
	enum ad_user_kind kind;
	uint32_t steps;    /* enum ad_user_step, after the common form */
	const char *kept;  /* the conversion's private field of the hash */
	const char *given; /* the field with a hash that is taken as it is, or NULL */
	const char *doc;   /* the normal form, for people */
	const char *given_doc;
};

extern const struct ad_user_rule ad_user_rules[];
extern const size_t ad_user_rule_count;

/* One platform's click id and the member of clickIds that holds it. */
struct ad_click_id {
	const char *name;
	enum ad_platform platform;
};
extern const struct ad_click_id ad_click_ids[];
extern const size_t ad_click_id_count;

enum ad_user_fault {
	AD_USER_GOOD,
	AD_USER_MALFORMED,
	AD_USER_NO_COUNTRY /* a number without "+" (or 00) and country code */
};

/* The common form of an address: trimmed, in lower case, NFC. At most 254 bytes. */
enum ad_user_fault ad_user_email(struct ad_arena *arena, struct ad_str text,
				 struct ad_str *out) AD_CHECK;
/* The common form of a number: E.164, "+" and 7 to 15 digits. */
enum ad_user_fault ad_user_phone(struct ad_arena *arena, struct ad_str text,
				 struct ad_str *out) AD_CHECK;
/* A platform's normal form of a common form; absent where its rule leaves nothing to match by. */
struct ad_str ad_user_normal(struct ad_arena *arena, const struct ad_user_rule *rule,
			     struct ad_str common);
/* SHA-256 as 64 lower-case hex digits. */
struct ad_str ad_user_hash(struct ad_arena *arena, struct ad_str normal);
/* A given hash in lower case; absent where it is not 64 hex digits. */
struct ad_str ad_user_given(struct ad_arena *arena, struct ad_str hash);

#endif
