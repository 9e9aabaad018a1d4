/* The text of a keyword, and the match type that its cells and the marks around it say. */
#include "import/editor/editor.h"

#include <string.h>

/* Every word begins with a plus: the broad match modifier of old, which is phrase match now. */
static bool has_plus_words(struct ad_str text)
{
	bool starts = true;

	for (size_t i = 0; i < text.n; i++) {
		if (starts && (text.p[i] != '+' || i + 1 == text.n || text.p[i + 1] == ' '))
			return false;
		starts = text.p[i] == ' ';
	}
	return text.n > 0;
}

static struct ad_str without_plus(struct ad_arena *arena, struct ad_str text)
{
	struct ad_text out = ad_text_on(arena);

	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] != '+' || (i > 0 && text.p[i - 1] != ' '))
			ad_text_addc(&out, text.p[i]);
	return ad_text_str(&out);
}

/* Quotation marks of documents and other countries as plain ones. */
static struct ad_str with_plain_quotes(struct ad_arena *arena, struct ad_str text)
{
	static const char *const quotes[] = { "\xe2\x80\x9c", "\xe2\x80\x9d", "\xe2\x80\x9e",
					      "\xc2\xab", "\xc2\xbb" };
	struct ad_text out = ad_text_on(arena);

	for (size_t i = 0; i < text.n;) {
		struct ad_str rest = { text.p + i, text.n - i };
		size_t k = 0;
		while (k < AD_LEN(quotes) && !ad_str_starts(rest, quotes[k]))
			k++;
		ad_text_addc(&out, k < AD_LEN(quotes) ? '"' : text.p[i]);
		i += k < AD_LEN(quotes) ? strlen(quotes[k]) : 1;
	}
	return ad_text_str(&out);
}

/*
 * True if a mark of a match type stands at an end of the text without the other one. A quotation
 * mark at the end may mean inches.
 */
static bool has_open_mark(struct ad_str text)
{
	return text.n > 0 && (text.p[0] == '[' || text.p[0] == '"' || text.p[text.n - 1] == ']');
}

/* [exact], "phrase", +word and -negative, as people write them: *match says what the marks say. */
static struct ad_str bare_keyword(struct ad_arena *arena, struct ad_str text,
				  struct ad_match *match)
{
	if (text.n > 1 && text.p[0] == '-') {
		match->negative = true;
		text = (struct ad_str){ text.p + 1, text.n - 1 };
	}
	char a = text.p[0], b = text.p[text.n - 1];
	if (text.n > 2 && a == '[' && b == ']')
		match->type = "EXACT";
	else if (text.n > 2 && a == '"' && b == '"')
		match->type = "PHRASE";
	else if (has_plus_words(text))
		match->type = "PHRASE";
	if (!match->type)
		return text;
	if (a == '+')
		return without_plus(arena, text);
	return (struct ad_str){ text.p + 1, text.n - 2 };
}

struct ad_str editor_keyword_bare(struct reading *r, struct ad_str text, struct ad_match *marks)
{
	text = bare_keyword(r->arena, with_plain_quotes(r->arena, text), marks);
	if (has_open_mark(text))
		editor_problem(r, editor_has(r, AD_COL_KEYWORD) ? AD_COL_KEYWORD : AD_COL_NEGATIVE,
			       "the marks around it are not whole",
			       "Write [text], \"text\", or the text without marks.");
	return text;
}

/* A column of the match type and another of the kind, in either order. */
static bool read_type(struct reading *r, struct ad_match *match)
{
	bool open = true; /* nothing says a match type yet: "Negative" alone does not */

	for (int nth = 0; nth < 2; nth++) {
		struct ad_match one = { NULL, false, false };
		struct ad_str cell = ad_columns_nth(r->columns, r->from, AD_COL_CRITERION, nth);
		bool bare =
			ad_words_are(cell, "negative") || ad_words_are(cell, "campaign negative");
		if (!cell.p || ad_words_are(cell, "keyword"))
			continue;
		if (!ad_cell_match(cell, &one)) {
			editor_problem(r, AD_COL_CRITERION, "it is no match type",
				       "Write Exact, Phrase or Broad, with Negative or Campaign "
				       "Negative before it where it keeps ads away.");
			return false;
		}
		if (!open && !bare && strcmp(match->type, one.type) != 0)
			editor_problem(r, AD_COL_CRITERION, "two columns say other match types",
				       "Write the same match type into both, or empty one.");
		if (open)
			match->type = one.type;
		open = open && bare;
		match->negative = match->negative || one.negative;
		match->campaign = match->campaign || one.campaign;
	}
	return true;
}

/* The marks must not disagree with the type of the cells: a plus may, it is phrase match now. */
void editor_match_marks(struct reading *r, struct ad_match *match, const struct ad_match *marks,
			bool plus)
{
	if (marks->type && match->type && !plus && strcmp(marks->type, match->type) != 0)
		editor_problem(r, AD_COL_CRITERION,
			       "the marks around the keyword say another match type",
			       "Leave out the marks [ ] or \" \", or write the same match type.");
	if (marks->type)
		match->type = marks->type;
}

struct ad_match editor_match(struct reading *r, struct ad_str *text)
{
	struct ad_match match = { NULL, false, false }, marks = { NULL, false, false };
	bool typed = editor_has(r, AD_COL_CRITERION);
	bool plus = text->n > 1 && text->p[0] == '+';

	*text = editor_keyword_bare(r, *text, &marks);
	if (!read_type(r, &match))
		return match;
	r->out->match_open = !marks.type && !match.type;
	editor_match_marks(r, &match, &marks, plus);
	if (!match.type)
		match.type = "BROAD";
	match.negative = match.negative || match.campaign || (marks.negative && !typed);
	return match;
}
