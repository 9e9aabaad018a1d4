#include "cli/describe/manual.h"

#include <string.h>

#include "cli/command/command.h"
#include "cli/config/config.h"

enum {
	COLUMNS = 90
};

/* --- the manual page ------------------------------------------------------------------------ */

/*
 * Escapes a text for a roff page: a backslash, a hyphen, and a dot or quote at the start of a line
 * are special.
 */
static void add_roff(struct ad_text *out, const char *text)
{
	for (const char *c = text; *c; c++) {
		if (c == text && (*c == '.' || *c == '\''))
			ad_text_adds(out, "\\&");
		if (*c == '\\')
			ad_text_adds(out, "\\e");
		else if (*c == '-')
			ad_text_adds(out, "\\-");
		else
			ad_text_addc(out, *c);
	}
}

static void add_option(struct ad_text *out, const char *name, const char *value, const char *help)
{
	ad_text_adds(out, ".TP\n.B \\-\\-");
	add_roff(out, name);
	if (value) {
		ad_text_adds(out, " \\fI");
		add_roff(out, value);
		ad_text_adds(out, "\\fR");
	}
	ad_text_addc(out, '\n');
	add_roff(out, help);
	ad_text_adds(out, ".\n");
}

static void add_command(struct ad_text *out, const struct ad_command *c)
{
	ad_text_adds(out, ".SS \"adcore ");
	add_roff(out, c->name);
	if (c->operands) {
		ad_text_addc(out, ' ');
		add_roff(out, c->operands);
	}
	ad_text_adds(out, "\"\n");
	add_roff(out, c->summary);
	ad_text_addc(out, '\n');
	for (size_t i = 0; i < c->flag_count; i++)
		add_option(out, c->flags[i].name, c->flags[i].value,
			   ad_arena_printf(out->arena, "%s%s", c->flags[i].help,
					   c->flags[i].required ? " (required)" : "")
				   .p);
}

void ad_manual_write_page(struct ad_text *out)
{
	size_t count;
	const struct ad_config_row *options = ad_config_options(&count);

	ad_text_adds(out, ".TH ADCORE 1 \"\" \"adcore " ADCORE_VERSION "\" \"adcore\"\n"
			  ".SH NAME\nadcore \\- manage advertising campaigns by REST and MCP\n"
			  ".SH SYNOPSIS\n.B adcore\n.I COMMAND\n[options]\n"
			  ".SH DESCRIPTION\nOne program is the server and its administration. "
			  "Administrative commands work while the server runs. Each takes "
			  "\\fB\\-\\-json\\fR and \\fB\\-\\-help\\fR.\n.SH COMMANDS\n");
	size_t commands;
	const struct ad_command *const *at = ad_cli_commands(&commands);
	for (size_t i = 0; i < commands; i++)
		add_command(out, at[i]);
	ad_text_adds(out, ".SH OPTIONS\nA flag is stronger than the environment variable "
			  "(ADCORE_DATA_DIR for \\-\\-data\\-dir), which is stronger than the "
			  "configuration file.\n");
	for (size_t i = 0; i < count; i++)
		add_option(out, options[i].name, options[i].value, options[i].help);
	ad_text_adds(out, ".SH EXIT STATUS\n0: done. 1: failed. 2: the command line was not "
			  "understood.\n.SH FILES\n.TP\n.I " AD_PACKAGED_CONFIG
			  "\nthe configuration that the packaged program reads without "
			  "\\fB\\-\\-config\\fR.\n.TP\n.I /var/lib/adcore\nits data.\n");
}

/* --- completion ----------------------------------------------------------------------------- */

/* Adds a command's words, joined by one space, as a case pattern, and its options. */
static void add_case(struct ad_text *out, const struct ad_command *c)
{
	size_t count;
	const struct ad_config_row *options = ad_config_options(&count);

	ad_text_addf(out, "\t\"%s\") words=\"", c->name);
	for (size_t i = 0; i < c->flag_count; i++)
		ad_text_addf(out, "--%s ", c->flags[i].name);
	for (size_t i = 0; i < count && !c->bare; i++) {
		if (c->serves || options[i].always)
			ad_text_addf(out, "--%s ", options[i].name);
	}
	ad_text_adds(out, "--json --help\" ;;\n");
}

/* The nth word of a name, or an empty text. */
static struct ad_str manual_word_of(const char *name, int nth)
{
	const char *space;

	for (; nth > 0 && name; nth--) {
		space = strchr(name, ' ');
		name = space ? space + 1 : NULL;
	}
	return name ? (struct ad_str){ name, strcspn(name, " ") } : (struct ad_str){ "", 0 };
}

/* True if an earlier command begins with the same words up to the nth. */
static bool is_repeated(const struct ad_command *const *at, size_t i, int nth)
{
	struct ad_str word = manual_word_of(at[i]->name, nth);
	size_t n = (size_t)(word.p - at[i]->name) + word.n;

	for (size_t k = 0; k < i; k++) {
		const char *name = at[k]->name;
		if (strncmp(name, at[i]->name, n) == 0 && (name[n] == ' ' || name[n] == 0))
			return true;
	}
	return false;
}

void ad_manual_write_completion(struct ad_text *out)
{
	size_t count;
	const struct ad_command *const *at = ad_cli_commands(&count);

	ad_text_adds(out, "# bash completion for adcore\n_adcore()\n{\n"
			  "\tlocal word=${COMP_WORDS[COMP_CWORD]} first=${COMP_WORDS[1]} "
			  "words=\n"
			  "\tif [ \"$COMP_CWORD\" = 1 ]; then\n\t\twords=\"");
	for (size_t i = 0; i < count; i++) {
		if (!is_repeated(at, i, 0))
			ad_text_addf(out, "%.*s ", AD_FMT(manual_word_of(at[i]->name, 0)));
	}
	ad_text_adds(out, "\"\n\telif [ \"$COMP_CWORD\" = 2 ]; then\n\t\tcase $first in\n");
	for (size_t i = 0; i < count; i++) {
		if (is_repeated(at, i, 0) || !strchr(at[i]->name, ' '))
			continue;
		struct ad_str first = manual_word_of(at[i]->name, 0);
		ad_text_addf(out, "\t\t%.*s) words=\"", AD_FMT(first));
		for (size_t k = i; k < count; k++) {
			if (ad_str_eq(manual_word_of(at[k]->name, 0), first) &&
			    !is_repeated(at, k, 1))
				ad_text_addf(out, "%.*s ", AD_FMT(manual_word_of(at[k]->name, 1)));
		}
		ad_text_adds(out, "\" ;;\n");
	}
	ad_text_adds(out, "\t\tesac\n\tfi\n\tif [ -n \"$words\" ]; then\n"
			  "\t\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
			  "\t\treturn\n\tfi\n\tif [[ $word != -* ]]; then\n"
			  "\t\tmapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n"
			  "\t\treturn\n\tfi\n"
			  "\tlocal name=$first\n"
			  "\tif [[ ${COMP_WORDS[2]} != -* ]]; then\n"
			  "\t\tname=\"$first ${COMP_WORDS[2]}\"\n\tfi\n"
			  "\tcase $name in\n");
	for (size_t i = 0; i < count; i++)
		add_case(out, at[i]);
	ad_text_adds(out, "\t*) words=\"--json --help\" ;;\n\tesac\n"
			  "\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n}\n"
			  "complete -o filenames -F _adcore adcore\n");
}

/* --- the configuration file ----------------------------------------------------------------- */

/*
 * Help texts end with "(default X)": returns X, or the help's name of the value if X is a sentence.
 */
static struct ad_str example_of(const struct ad_config_row *row)
{
	static const char mark[] = "(default ";
	const char *at = strstr(row->help, mark);
	struct ad_str value;

	if (!row->value)
		return AD_S("false");
	if (!at)
		return ad_str(row->value);
	at += sizeof(mark) - 1;
	value = (struct ad_str){ at, strcspn(at, ");") };
	return ad_str_find(value, ' ') || ad_str_find(value, '\'') || ad_str_is(value, "none") ||
			       ad_str_is(value, "not")
		       ? ad_str(row->value)
		       : value;
}

/* Adds comment lines of at most COLUMNS bytes, broken at spaces. */
static void add_comment(struct ad_text *out, const char *text)
{
	while (*text) {
		size_t n = strlen(text), cut = n;
		if (n > COLUMNS) {
			cut = COLUMNS;
			while (cut > 0 && text[cut] != ' ')
				cut--;
			cut = cut ? cut : n;
		}
		ad_text_addf(out, "# %.*s\n", (int)cut, text);
		text += cut;
		text += *text == ' ';
	}
}

void ad_manual_write_config(struct ad_text *out)
{
	size_t count;
	const struct ad_config_row *options = ad_config_options(&count);

	ad_text_adds(out,
		     "# Configuration of adcore: one 'name = value' a line. Flags and ADCORE_* "
		     "variables are\n# stronger. Restart the server after a change.\n");
	for (size_t i = 0; i < count; i++) {
		if (strcmp(options[i].name, "config") == 0)
			continue; /* names this file */
		ad_text_addc(out, '\n');
		add_comment(out, options[i].help);
		ad_text_addf(out, "#%s = %.*s\n", options[i].name, AD_FMT(example_of(&options[i])));
	}
}
