#include "cli/command/command.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/config/config.h"

/* --- help --------------------------------------------------------------------------------- */

static void print_flag(FILE *to, const char *name, const char *value, const char *help)
{
	char left[64];
	snprintf(left, sizeof(left), "--%s%s%s", name, value ? " " : "", value ? value : "");
	fprintf(to, "  %-26s %s\n", left, help);
}

static void print_help(FILE *to, const struct ad_command *c)
{
	fprintf(to, "usage: adcore %s [options]%s%s\n\n%s\n\noptions:\n", c->name,
		c->operands ? " " : "", c->operands ? c->operands : "", c->summary);
	for (size_t i = 0; i < c->flag_count; i++) {
		char help[160];
		snprintf(help, sizeof(help), "%s%s", c->flags[i].help,
			 c->flags[i].required ? " (required)" : "");
		print_flag(to, c->flags[i].name, c->flags[i].value, help);
	}
	size_t count;
	const struct ad_config_row *options = ad_config_options(&count);
	for (size_t i = 0; i < count && !c->bare; i++) {
		if (c->serves || options[i].always)
			print_flag(to, options[i].name, options[i].value, options[i].help);
	}
	print_flag(to, "json", NULL, "print JSON; errors as {\"error\":…} on stderr");
	print_flag(to, "help", NULL, "print this help");
}

/* True if the command belongs to the group of that name: "account" for "account add". */
static bool is_of_group(const struct ad_command *c, const char *group)
{
	size_t n = strlen(group);

	return n > 0 && strncmp(c->name, group, n) == 0 && c->name[n] == ' ';
}

/* Prints the usage of all commands, or of one group. */
static void print_usage(FILE *to, const char *group)
{
	fprintf(to, "usage: adcore %s%sCOMMAND [options]\n\n", group ? group : "",
		group ? " " : "");
	size_t count;
	const struct ad_command *const *commands = ad_cli_commands(&count);
	for (size_t i = 0; i < count; i++) {
		if (!group || is_of_group(commands[i], group))
			fprintf(to, "  %-22s %s\n", commands[i]->name, commands[i]->summary);
	}
	fprintf(to, "\n'adcore COMMAND --help' shows the options of a command.\n");
}

/* --- errors ------------------------------------------------------------------------------- */

static void print_error(const struct ad_cli *cli, enum ad_status status, struct ad_str message)
{
	const struct ad_status_row *row = ad_status_row(status);
	if (!cli->json) {
		fprintf(stderr, "adcore%s%s: %.*s\n", cli->command ? " " : "",
			cli->command ? cli->command->name : "", AD_FMT(message));
		return;
	}
	struct ad_text text = ad_text_on(cli->arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_object(&j);
	ad_json_key(&j, "error");
	ad_json_object(&j);
	ad_json_kcstr(&j, "code", row->code);
	ad_json_kstr(&j, "message", message);
	ad_json_key(&j, "details");
	ad_json_object(&j);
	ad_json_kcstr(&j, "recovery", row->recovery);
	ad_json_object_end(&j);
	ad_json_object_end(&j);
	ad_json_object_end(&j);
	fprintf(stderr, "%.*s\n", AD_FMT(ad_text_str(&text)));
}

static struct ad_str command_format(struct ad_arena *arena, const char *fmt, va_list args)
{
	struct ad_text text = ad_text_on(arena);
	ad_text_addv(&text, fmt, args);
	return ad_text_str(&text);
}

int ad_cli_fail(const struct ad_cli *cli, enum ad_status status, const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	print_error(cli, status, command_format(cli->arena, fmt, args));
	va_end(args);
	return AD_EXIT_FAILED;
}

int ad_cli_usage(const struct ad_cli *cli, const char *fmt, ...)
{
	va_list args;
	va_start(args, fmt);
	print_error(cli, AD_INVALID, command_format(cli->arena, fmt, args));
	va_end(args);
	if (!cli->json && cli->command)
		fprintf(stderr, "'adcore %s --help' shows the options.\n", cli->command->name);
	return AD_EXIT_USAGE;
}

void ad_cli_print(struct ad_str text)
{
	fwrite(text.p, 1, text.n, stdout);
	fputc('\n', stdout);
}

/* --- flags -------------------------------------------------------------------------------- */

static int flag_index(const struct ad_command *c, struct ad_str name)
{
	for (size_t i = 0; i < c->flag_count; i++) {
		if (ad_str_is(name, c->flags[i].name))
			return (int)i;
	}
	return -1;
}

const char *ad_cli_value(const struct ad_cli *cli, const char *name)
{
	int i = flag_index(cli->command, ad_str(name));
	return i < 0 ? NULL : cli->values[i];
}

bool ad_cli_has(const struct ad_cli *cli, const char *name)
{
	return ad_cli_value(cli, name) != NULL;
}

/* The state of parsing the arguments. */
struct reading {
	struct ad_cli *cli;
	int argc;
	char **argv;
	int at;
	const char **options; /* besides ad_config_options() */
	struct ad_text faults;
	bool help;
};

/* The place of a flag's value, and whether the flag has one; NULL if the flag is unknown. */
static const char **flag_slot(const struct reading *r, struct ad_str name, bool *takes)
{
	const struct ad_command *c = r->cli->command;
	int i = flag_index(c, name);
	if (i >= 0) {
		*takes = c->flags[i].value != NULL;
		return &r->cli->values[i];
	}
	size_t count;
	const struct ad_config_row *options = ad_config_options(&count);
	i = c->bare ? -1 : ad_config_option(name);
	if (i < 0 || !(c->serves || options[i].always))
		return NULL;
	*takes = options[i].value != NULL;
	return &r->options[i];
}

/* Reads one "--name", "--name=value" or "--name value". */
static void read_flag(struct reading *r)
{
	const char *arg = r->argv[r->at++] + 2;
	const char *eq = strchr(arg, '=');
	struct ad_str name = { arg, eq ? (size_t)(eq - arg) : strlen(arg) };
	bool takes = false;
	const char **slot = flag_slot(r, name, &takes);
	if (ad_str_is(name, "help") && !eq) {
		r->help = true;
	} else if (ad_str_is(name, "json") && !eq) {
		r->cli->json = true;
	} else if (!slot) {
		ad_text_addf(&r->faults, "unknown option --%.*s\n", AD_FMT(name));
	} else if (*slot) {
		ad_text_addf(&r->faults, "--%.*s is given twice\n", AD_FMT(name));
	} else if (!takes) {
		*slot = "";
		if (eq)
			ad_text_addf(&r->faults, "--%.*s takes no value\n", AD_FMT(name));
	} else if (eq) {
		*slot = eq + 1;
	} else if (r->at < r->argc) {
		*slot = r->argv[r->at++];
	} else {
		ad_text_addf(&r->faults, "--%.*s requires a value\n", AD_FMT(name));
	}
}

static void read_arguments(struct reading *r)
{
	struct ad_cli *cli = r->cli;
	bool flags = true;
	while (r->at < r->argc) {
		const char *arg = r->argv[r->at];
		if (flags && strcmp(arg, "--") == 0) {
			flags = false;
			r->at++;
		} else if (flags && strncmp(arg, "--", 2) == 0) {
			read_flag(r);
		} else if (flags && strcmp(arg, "-h") == 0) {
			r->help = true;
			r->at++;
		} else {
			cli->operands[cli->operand_count++] = arg;
			r->at++;
		}
	}
}

static void check_arguments(struct reading *r)
{
	const struct ad_command *c = r->cli->command;
	for (size_t i = 0; i < c->flag_count; i++) {
		if (c->flags[i].required && !r->cli->values[i])
			ad_text_addf(&r->faults, "--%s is required\n", c->flags[i].name);
	}
	if (r->cli->operand_count > c->operands_max)
		ad_text_addf(&r->faults, "unexpected argument '%s'\n",
			     r->cli->operands[c->operands_max]);
	else if (r->cli->operand_count < c->operands_min)
		ad_text_addf(&r->faults, "missing argument: %s\n", c->operands);
}

/* --- dispatch ----------------------------------------------------------------------------- */

static const struct ad_command *command_named(const char *name)
{
	size_t count;
	const struct ad_command *const *commands = ad_cli_commands(&count);

	for (size_t i = 0; i < count; i++)
		if (strcmp(name, commands[i]->name) == 0)
			return commands[i];
	return NULL;
}

/* The command named by the first one to three words; *words is their number. */
static const struct ad_command *command_find(int argc, char **argv, int *words)
{
	for (*words = 3; *words > 0; (*words)--) {
		char name[128] = "";
		if (argc <= *words)
			continue;
		for (int i = 1; i <= *words; i++)
			snprintf(name + strlen(name), sizeof(name) - strlen(name), "%s%.30s",
				 i > 1 ? " " : "", argv[i]);
		const struct ad_command *found = command_named(name);
		if (found)
			return found;
	}
	return NULL;
}

/* Each fault is a line; the last line break is removed. */
static int command_refuse(const struct ad_cli *cli, struct ad_text *faults)
{
	struct ad_str s = ad_text_str(faults);
	while (s.n > 0 && s.p[s.n - 1] == '\n')
		s.n--;
	return ad_cli_usage(cli, "%.*s", AD_FMT(s));
}

/* For neither a command nor a request for help: lists the commands in as few lines as possible. */
static int refuse_unknown(int argc, char **argv)
{
	size_t count;
	const struct ad_command *const *commands = ad_cli_commands(&count);
	bool group = false;

	for (size_t i = 0; argc > 1 && i < count; i++)
		group = group || is_of_group(commands[i], argv[1]);
	if (argc < 2) {
		print_usage(stderr, NULL);
	} else if (group && argc > 2 &&
		   (strcmp(argv[2], "--help") == 0 || strcmp(argv[2], "-h") == 0)) {
		print_usage(stdout, argv[1]);
		return AD_EXIT_OK;
	} else if (group) {
		bool word = argc > 2 && argv[2][0] != '-';
		fprintf(stderr, "adcore: no command '%s%s%s'\n\n", argv[1], word ? " " : "",
			word ? argv[2] : "");
		print_usage(stderr, argv[1]);
	} else {
		fprintf(stderr, "adcore: no command '%s'; 'adcore --help' lists them\n", argv[1]);
	}
	return AD_EXIT_USAGE;
}

static const char *from_env(const char *name)
{
	return getenv(name);
}

/*
 * Only the package's program reads the package's configuration; a program built by hand does not.
 */
const char *ad_cli_packaged_config(void)
{
	char self[64];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);

	if (n <= 0)
		return NULL;
	self[n] = 0;
	return strcmp(self, AD_PACKAGED_PROGRAM) == 0 && access(AD_PACKAGED_CONFIG, F_OK) == 0
		       ? AD_PACKAGED_CONFIG
		       : NULL;
}

static int command_run(struct ad_cli *cli, struct reading *r)
{
	size_t option_count;
	ad_config_options(&option_count);
	r->options = ad_arena_zalloc(cli->arena, option_count * sizeof(*r->options));
	r->faults = ad_text_on(cli->arena);
	cli->values =
		ad_arena_zalloc(cli->arena, (cli->command->flag_count + 1) * sizeof(*cli->values));
	cli->operands = ad_arena_zalloc(cli->arena, (size_t)r->argc * sizeof(*cli->operands));
	read_arguments(r);
	if (r->help) {
		print_help(stdout, cli->command);
		return AD_EXIT_OK;
	}
	check_arguments(r);
	struct ad_config config;
	if (!cli->command->bare) {
		struct ad_config_sources from = { r->options, from_env, ad_cli_packaged_config() };
		if (ad_config_make(cli->arena, &from, &config, &r->faults))
			cli->config = &config;
	}
	if (r->faults.n > 0)
		return command_refuse(cli, &r->faults);
	if (cli->config && !ad_cli_has_database(cli))
		return AD_EXIT_FAILED;
	return cli->command->run(cli);
}

int ad_cli_main(int argc, char **argv)
{
	struct ad_cli cli = { .arena = ad_arena_new() };
	int words = 0;
	int code = AD_EXIT_OK;
	cli.command = command_find(argc, argv, &words);
	if (cli.command) {
		struct reading r = { .cli = &cli, .argc = argc, .argv = argv, .at = words + 1 };
		code = command_run(&cli, &r);
	} else if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
				 strcmp(argv[1], "help") == 0)) {
		print_usage(stdout, NULL);
	} else if (argc == 2 && strcmp(argv[1], "--version") == 0) {
		const struct ad_command *version = command_named("version");
		assert(version);
		code = version->run(&cli);
	} else {
		code = refuse_unknown(argc, argv);
	}
	/* Output that could not be written is a failure, for example a full disk behind stdout. */
	if (fflush(stdout) != 0 && code == AD_EXIT_OK)
		code = AD_EXIT_FAILED;
	ad_arena_free(cli.arena);
	return code;
}
