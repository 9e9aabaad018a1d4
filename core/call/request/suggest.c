/* The allowed values nearest to a given text. */
#include <ctype.h>

#include "base/text.h"
#include "call/request/check_value.h"
#include "call/request/validate.h"

#define LONGEST 40

static size_t suggest_smallest(size_t a, size_t b, size_t c)
{
	size_t ab = a < b ? a : b;
	return ab < c ? ab : c;
}

static bool same_letter(char a, char b)
{
	return toupper((unsigned char)a) == toupper((unsigned char)b);
}

/* Levenshtein distance, case-insensitive; texts over LONGEST count as far away. */
static size_t suggest_distance(struct ad_str a, struct ad_str b)
{
	size_t row[LONGEST + 1];
	if (a.n > LONGEST || b.n > LONGEST)
		return LONGEST;
	for (size_t i = 0; i <= b.n; i++)
		row[i] = i;
	for (size_t i = 1; i <= a.n; i++) {
		size_t corner = row[0];
		row[0] = i;
		for (size_t k = 1; k <= b.n; k++) {
			size_t above = row[k];
			size_t change = same_letter(a.p[i - 1], b.p[k - 1]) ? 0 : 1;
			row[k] = suggest_smallest(row[k - 1] + 1, above + 1, corner + change);
			corner = above;
		}
	}
	return row[b.n];
}

/* True if one text contains the other, ignoring case. */
static bool suggest_holds(struct ad_str whole, struct ad_str part)
{
	for (size_t at = 0; part.n >= 3 && at + part.n <= whole.n; at++) {
		size_t i = 0;
		while (i < part.n && same_letter(whole.p[at + i], part.p[i]))
			i++;
		if (i == part.n)
			return true;
	}
	return false;
}

/*
 * True if a distance is small enough for a typing error; false for a text that is too long to
 * compare.
 */
static bool is_near(size_t d, struct ad_str written)
{
	return d < LONGEST && d <= written.n / 2 + 1;
}

/*
 * True if the text means this value: a typing error, or a part or an extension of the same word. A
 * value selects an action, so a wrong guess is worse than none: MINE must not become LIVE.
 */
static bool suggest_means(size_t d, struct ad_str written, struct ad_str option)
{
	size_t slip = written.n < 8 ? 1 : written.n / 4;
	return d < LONGEST &&
	       (d <= slip || suggest_holds(written, option) || suggest_holds(option, written));
}

void ad_fault_option(struct ad_call *call, const char *path, struct ad_str value,
		     const char *const *options)
{
	if (ad_faults_full(call)) {
		ad_fault(call, path, "UNKNOWN_VALUE", "%s", "");
		return;
	}
	struct ad_text list = ad_text_on(call->arena);
	const char *nearest = NULL;
	size_t best = LONGEST + 1;
	for (size_t i = 0; options[i]; i++) {
		size_t d = suggest_distance(value, ad_str(options[i]));
		if (d < best) {
			best = d;
			nearest = options[i];
		}
		ad_text_addf(&list, "%s%s", i ? ", " : "", options[i]);
	}
	ad_fault(call, path, "UNKNOWN_VALUE", "%s must be one of %s.", path, ad_text_str(&list).p);
	if (nearest && suggest_means(best, value, ad_str(nearest)))
		ad_fault_suggest(call, "Did you mean %s? Allowed for %s: %s.", nearest, path,
				 ad_text_str(&list).p);
	else
		ad_fault_suggest(call, "Allowed for %s: %s.", path, ad_text_str(&list).p);
}

void ad_suggest_name(struct ad_call *call, struct ad_str written, const char *const *names)
{
	const char *nearest = NULL;
	size_t best = LONGEST + 1;
	for (size_t i = 0; names[i]; i++) {
		size_t d = suggest_distance(written, ad_str(names[i]));
		if (d < best) {
			best = d;
			nearest = names[i];
		}
	}
	if (nearest && is_near(best, written))
		ad_fault_suggest(call, "Did you mean %s?", nearest);
	else
		ad_fault_suggest(call, "Omit %.*s.", AD_FMT(written));
}
