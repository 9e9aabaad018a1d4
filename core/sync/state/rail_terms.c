/* The guardrail blockedTerms: words and phrases as displayed. */
#include "base/json_read.h"
#include "base/skeleton.h"
#include "base/utf8.h"
#include "sync/state/rails.h"

#define PLURAL "(s)" /* at the end of a term: includes its plurals */

static struct ad_str term_json(struct ad_arena *arena, struct ad_str text)
{
	struct ad_text out = ad_text_on(arena);
	struct ad_json j = ad_json_on(&out);

	ad_json_str(&j, text);
	return ad_text_str(&out);
}

/* Replaces "{KeyWord:cheap}" by "cheap", the text that shows if nothing is inserted. */
struct ad_str ad_terms_inserted(struct ad_arena *arena, struct ad_str text)
{
	char *out = ad_arena_alloc(arena, text.n + 1);
	size_t used = 0, at = 0;

	while (at < text.n) {
		const char *from = text.p + at;
		size_t left = text.n - at;
		const char *close = *from == '{' ? memchr(from, '}', left) : NULL;
		const char *colon = close ? memchr(from, ':', (size_t)(close - from)) : NULL;
		if (!colon) {
			out[used++] = *from;
			at++;
			continue;
		}
		memcpy(out + used, colon + 1, (size_t)(close - colon - 1));
		used += (size_t)(close - colon - 1);
		at = (size_t)(close - text.p) + 1;
	}
	out[used] = '\0';
	return (struct ad_str){ out, used };
}

static bool is_letter_at(struct ad_str text, size_t at)
{
	uint32_t c;

	return at < text.n && ad_utf8_next((struct ad_str){ text.p + at, text.n - at }, &c) > 0 &&
	       ad_is_word_letter(c);
}

/* True if the character before `at` is a word letter. */
static bool is_letter_before(struct ad_str text, size_t at)
{
	size_t start = at;

	while (start > 0 && ((unsigned char)text.p[start - 1] & 0xc0) == 0x80)
		start--;
	return start > 0 && is_letter_at(text, start - 1);
}

static bool ends_word(struct ad_str text, size_t at)
{
	return !is_letter_before(text, at) || !is_letter_at(text, at);
}

static bool has_ending(struct ad_str text, size_t at, const char *ending)
{
	size_t n = strlen(ending);

	return at + n <= text.n && memcmp(text.p + at, ending, n) == 0 && ends_word(text, at + n);
}

static bool holds_word(struct ad_str text, struct ad_str word, const char *const *endings)
{
	for (size_t at = 0; word.n && at + word.n <= text.n; at++) {
		if (memcmp(text.p + at, word.p, word.n) != 0 ||
		    (is_letter_before(text, at) && is_letter_at(text, at)))
			continue;
		for (size_t i = 0; endings[i]; i++)
			if (has_ending(text, at + word.n, endings[i]))
				return true;
	}
	return false;
}

static struct ad_rail_term term_of(struct ad_arena *arena, struct ad_str shown)
{
	size_t n = sizeof(PLURAL) - 1;
	struct ad_rail_term term = { .shown = shown, .read = shown };

	if (shown.n > n && memcmp(shown.p + shown.n - n, PLURAL, n) == 0) {
		term.read.n -= n;
		term.plural = true;
	}
	term.read = ad_skeleton(arena, term.read);
	return term;
}

void ad_rails_fold(struct ad_arena *arena, struct ad_rails *rails)
{
	size_t count = (size_t)cJSON_GetArraySize(rails->blocked_terms);
	struct ad_rail_term *terms = ad_arena_alloc(arena, (count + 1) * sizeof(*terms));
	const cJSON *item;

	rails->term_count = 0;
	cJSON_ArrayForEach(item, rails->blocked_terms) terms[rails->term_count++] =
		term_of(arena, ad_json_text(item));
	rails->terms = terms;
}

static bool text_holds_term(struct ad_str text, const struct ad_rail_term *term)
{
	static const char *const alone[] = { "", NULL };
	static const char *const plurals[] = { "", "s", "es", NULL };
	static const char *const of_y[] = { "ies", NULL };
	struct ad_str word = term->read;

	if (holds_word(text, word, term->plural ? plurals : alone))
		return true;
	if (!term->plural || word.n < 2 || word.p[word.n - 1] != 'y')
		return false;
	return holds_word(text, (struct ad_str){ word.p, word.n - 1 }, of_y);
}

/* The forms in which a text may be read. */
struct readings {
	struct ad_str at[4];
};

/* If the platform inserts nothing into "{KeyWord:…}", it may show the braces. */
static struct readings rail_terms_read(struct ad_arena *arena, struct ad_str text)
{
	struct ad_str inserted = ad_terms_inserted(arena, text);

	return (struct readings){ {
		ad_skeleton(arena, inserted),
		ad_skeleton(arena, text),
		ad_skeleton_capitals(arena, inserted),
		ad_skeleton_capitals(arena, text),
	} };
}

static bool readings_hold(const struct readings *read, const struct ad_rail_term *term)
{
	for (size_t i = 0; i < AD_LEN(read->at); i++)
		if (text_holds_term(read->at[i], term))
			return true;
	return false;
}

static void rail_terms_check_text(const struct ad_rails *rails, struct ad_str id,
				  struct ad_str text, struct ad_violations *out)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_rails folded = *rails;
	struct readings read = rail_terms_read(arena, text);

	if (!folded.terms)
		ad_rails_fold(arena, &folded);
	for (size_t i = 0; i < folded.term_count; i++) {
		const struct ad_rail_term *term = &folded.terms[i];
		if (!readings_hold(&read, term))
			continue;
		ad_violate(out, "blockedTerms", term_json(out->arena, term->shown),
			   term_json(out->arena, text), id);
		ad_violate_say(out,
			       AD_S("This Space does not allow this term in ads and keywords."));
	}
	ad_arena_free(arena);
}

void ad_rails_terms(const struct ad_rails *rails, struct ad_str id, const cJSON *value,
		    struct ad_violations *out)
{
	const cJSON *item;
	struct ad_str text = ad_json_text(value);

	if (cJSON_IsArray(value) || cJSON_IsObject(value)) {
		cJSON_ArrayForEach(item, value) ad_rails_terms(rails, id, item, out);
		return;
	}
	if (text.n && rails->blocked_terms && rails->blocked_terms->child)
		rail_terms_check_text(rails, id, text, out);
}
