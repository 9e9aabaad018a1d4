/*
 * adcore setup: from a domain to a server that its owner can sign in to. Asks for missing answers,
 * writes the configuration, and ends as 'account invite', whose link it prints.
 */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/command/command.h"

/* One question: its flag, its text, and the value of an empty answer (NULL: not allowed). */
struct question {
	const char *flag, *text, *otherwise;
};

static const struct question questions[] = {
	{ "domain", "Domain of the server, such as ads.example.com", NULL },
	{ "email", "Email address of the owner", NULL },
	{ "data-dir", "Data directory", "/var/lib/adcore" },
	{ "proxy", "Proxy with the certificate: caddy, nginx, apache or none", "caddy" },
};
enum {
	DOMAIN,
	EMAIL,
	DATA_DIR,
	PROXY,
	QUESTIONS
};
static_assert(AD_LEN(questions) == QUESTIONS, "one row a question");

/* Reads a line of stdin without its line break; absent at the end of the input. */
static struct ad_str setup_read_answer(struct ad_arena *arena)
{
	char line[1024];
	size_t n;

	if (!fgets(line, sizeof(line), stdin))
		return (struct ad_str){ 0 };
	n = strcspn(line, "\r\n");
	return ad_arena_copy(arena, (struct ad_str){ line, n });
}

/* Reads the answers from flags or questions; false after printing the missing ones. */
static bool ask_all(const struct ad_cli *cli, const char *answers[static QUESTIONS])
{
	for (int i = 0; i < QUESTIONS; i++) {
		const struct question *q = &questions[i];
		struct ad_str answer;

		answers[i] = ad_cli_value(cli, q->flag);
		if (answers[i])
			continue;
		fprintf(stderr, "%s%s%s%s: ", q->text, q->otherwise ? " [" : "",
			q->otherwise ? q->otherwise : "", q->otherwise ? "]" : "");
		answer = setup_read_answer(cli->arena);
		if (!isatty(STDIN_FILENO))
			fputc('\n', stderr);
		answers[i] = answer.n ? answer.p : q->otherwise;
		if (!answers[i]) {
			ad_cli_usage(cli, "--%s is required", q->flag);
			return false;
		}
	}
	return true;
}

static bool is_local(const char *domain)
{
	return strcmp(domain, "localhost") == 0;
}

/* True for a host name: labels of letters, digits and hyphens. */
static bool is_domain(const char *domain)
{
	size_t n = strlen(domain);

	for (size_t i = 0; i < n; i++) {
		char c = domain[i];
		bool edge = i == 0 || i + 1 == n || domain[i - 1] == '.' || domain[i + 1] == '.';
		bool word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
		if (!word && (edge || (c != '-' && c != '.')))
			return false;
	}
	return n > 0 && n <= 253 && (is_local(domain) || strchr(domain, '.'));
}

/* The configuration of a proxy. docs/operate/proxy.md has the same blocks; a test compares them. */
struct proxy {
	const char *name;
	const char *place; /* where the block goes; DOMAIN stands for the domain */
	const char *block; /* the same; NULL: none is printed */
};

static const struct proxy proxies[] = {
	{ "caddy", "Caddy gets the certificate of DOMAIN by itself. In /etc/caddy/Caddyfile:",
	  "DOMAIN {\n\treverse_proxy 127.0.0.1:8080\n}\n" },
	{ "nginx", "In a server block of nginx that has the certificate of DOMAIN:",
	  "client_max_body_size 12m;\n"
	  "location / {\n"
	  "\tproxy_pass http://127.0.0.1:8080;\n"
	  "\tproxy_set_header Host $host;\n"
	  "\tproxy_set_header X-Forwarded-For $remote_addr;\n"
	  "\tproxy_read_timeout 300s;\n"
	  "}\n" },
	{ "apache",
	  "In a virtual host of Apache that has the certificate of DOMAIN, with the modules "
	  "proxy_http "
	  "and ssl:",
	  "ProxyPreserveHost On\n"
	  "ProxyPass / http://127.0.0.1:8080/\n"
	  "ProxyTimeout 300\n" },
	{ "none", NULL, NULL },
};

static const struct proxy *proxy_named(const char *name)
{
	for (size_t i = 0; i < AD_LEN(proxies); i++) {
		if (strcmp(name, proxies[i].name) == 0)
			return &proxies[i];
	}
	return NULL;
}

/* False after printing the error. */
static bool setup_check(const struct ad_cli *cli, const char *const answers[static QUESTIONS])
{
	if (!is_domain(answers[DOMAIN]))
		ad_cli_usage(cli,
			     "--domain: '%s' is no domain in lower case; give the name alone, such "
			     "as ads.example.com, or localhost",
			     answers[DOMAIN]);
	else if (answers[DATA_DIR][0] != '/')
		ad_cli_usage(cli, "--data-dir: give the whole path, from / on");
	else if (!proxy_named(answers[PROXY]))
		ad_cli_usage(cli, "--proxy: must be caddy, nginx, apache or none");
	else
		return true;
	return false;
}

static struct ad_str write_config(const struct ad_cli *cli,
				  const char *const answers[static QUESTIONS])
{
	bool local = is_local(answers[DOMAIN]);
	struct ad_text text = ad_text_on(cli->arena);

	ad_text_addf(&text,
		     "# Written by adcore setup; 'adcore serve --help' lists every option.\n"
		     "data-dir = %s\n"
		     "listen = 127.0.0.1:8080\n",
		     answers[DATA_DIR]);
	if (local)
		ad_text_adds(&text, "public-url = http://localhost:8080\n");
	else
		ad_text_addf(&text, "public-url = https://%s\n", answers[DOMAIN]);
	if (!local && strcmp(answers[PROXY], "none") != 0)
		ad_text_adds(&text, "trusted-proxy = 127.0.0.1/32\n");
	return ad_text_str(&text);
}

/* The next line of a text, without its line break; *rest becomes the text after it. */
static struct ad_str setup_next_line(struct ad_str *rest)
{
	const char *end = memchr(rest->p, '\n', rest->n);
	struct ad_str line = { rest->p, end ? (size_t)(end - rest->p) : rest->n };
	size_t used = line.n + (end ? 1 : 0);

	rest->p += used;
	rest->n -= used;
	return line;
}

/* The length of the name and the equals sign of "name = value", in bytes. */
static size_t name_length(struct ad_str line)
{
	const char *sign = ad_str_find(line, '=');

	return sign ? (size_t)(sign - line.p) + 1 : 0;
}

/* 1: the file has the line; -1: it has another value for the name; 0: it does not have the name. */
static int find_line(struct ad_str there, struct ad_str wanted)
{
	size_t n = name_length(wanted);

	while (there.n > 0) {
		struct ad_str line = setup_next_line(&there);
		if (ad_str_eq(line, wanted))
			return 1;
		if (n > 0 && name_length(line) == n && memcmp(line.p, wanted.p, n) == 0)
			return -1;
	}
	return 0;
}

/* The lines missing in the file, in *lacking; false if the file gives an option another value. */
static bool compare_config(struct ad_str there, struct ad_str text, struct ad_text *lacking)
{
	while (text.n > 0) {
		struct ad_str line = setup_next_line(&text);
		int found = line.n && line.p[0] == '#' ? 1 : find_line(there, line);
		if (found < 0)
			return false;
		if (found == 0)
			ad_text_addf(lacking, "%.*s\n", AD_FMT(line));
	}
	return true;
}

/* Adds the missing options to an existing file, such as the package's. False with the error. */
static bool extend_config(const struct ad_cli *cli, const char *path, struct ad_str text,
			  char err[static 256])
{
	static const size_t max = 65536;
	char *there = ad_arena_alloc(cli->arena, max);
	struct ad_text lacking = ad_text_on(cli->arena);
	int fd = open(path, O_RDWR | O_APPEND | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, there, max);
	bool done;

	if (n >= 0 && !compare_config((struct ad_str){ there, (size_t)n }, text, &lacking)) {
		close(fd);
		snprintf(err, 256, "%.200s is there and says something else: move it away", path);
		return false;
	}
	done = n >= 0 && (lacking.n == 0 ||
			  (write(fd, ad_text_str(&lacking).p, lacking.n) == (ssize_t)lacking.n &&
			   fsync(fd) == 0));
	if (!done)
		snprintf(err, 256, "%.180s cannot be written: %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	return done;
}

/* Writes the whole file or none, even if the command is killed or the disk is full. */
static bool config_write(const char *path, const char *beside, struct ad_str text)
{
	int fd = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
	bool whole = false;

	if (fd < 0)
		return false;
	ssize_t n = fchmod(fd, 0600) == 0 ? write(fd, text.p, text.n) : -1;
	if (n >= 0 && (size_t)n < text.n)
		errno = ENOSPC;
	else
		whole = n >= 0 && fsync(fd) == 0;
	close(fd);
	if (whole && rename(beside, path) == 0)
		return true;
	int why = errno;
	unlink(beside);
	errno = why;
	return false;
}

/* Extends an existing file. False with the error. */
static bool store_config(const struct ad_cli *cli, const char *path, struct ad_str text,
			 char err[static 256])
{
	char beside[4096];
	int n = snprintf(beside, sizeof(beside), "%s.new", path);

	if (access(path, F_OK) == 0)
		return extend_config(cli, path, text, err);
	if (n > 0 && (size_t)n < sizeof(beside) && config_write(path, beside, text))
		return true;
	snprintf(err, 256, "%.180s cannot be written: %s", path, strerror(errno));
	return false;
}

static void print_for(const char *domain, const char *text)
{
	const char *at = strstr(text, "DOMAIN");

	if (at)
		fprintf(stderr, "%.*s%s%s", (int)(at - text), text, domain, at + strlen("DOMAIN"));
	else
		fputs(text, stderr);
}

static void tell_proxy(const char *const answers[static QUESTIONS])
{
	const struct proxy *proxy = proxy_named(answers[PROXY]);

	if (is_local(answers[DOMAIN]) || !proxy || !proxy->block)
		return;
	fputc('\n', stderr);
	print_for(answers[DOMAIN], proxy->place);
	fputs("\n\n", stderr);
	print_for(answers[DOMAIN], proxy->block);
}

/* Executes another command of this program; returns only if that cannot be started. */
static int setup_become(const struct ad_cli *cli, const char *const *args)
{
	fflush(stderr);
	/* execv() does not change its arguments; its prototype is older than const. */
	execv("/proc/self/exe", (char *const *)(uintptr_t)args);
	return ad_cli_fail(cli, AD_INTERNAL, "'adcore %s' cannot be started: %s", args[1],
			   strerror(errno));
}

/* Creates the database with 'adcore migrate'; returns its exit code. */
static int make_database(const struct ad_cli *cli, const char *config)
{
	const char *args[] = { "adcore", "migrate", "--config", config, NULL };
	int status = 0;
	pid_t child = fork();

	if (child == 0) {
		/* Only the link is printed on stdout. */
		dup2(STDERR_FILENO, STDOUT_FILENO);
		_exit(setup_become(cli, args));
	}
	if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
		return ad_cli_fail(cli, AD_INTERNAL, "'adcore migrate' did not end: %s",
				   strerror(errno));
	return WEXITSTATUS(status);
}

static int setup_invite(const struct ad_cli *cli, const char *config, const char *email)
{
	const char *args[] = { "adcore",   "account", "invite", "--email", email,
			       "--config", config,    NULL,     NULL };

	if (cli->json)
		args[7] = "--json";
	return setup_become(cli, args);
}

static int setup_run(struct ad_cli *cli)
{
	const char *answers[QUESTIONS] = { 0 }, *config = ad_cli_value(cli, "config");
	char err[256];
	int code;

	if (!ask_all(cli, answers) || !setup_check(cli, answers))
		return AD_EXIT_USAGE;
	if (mkdir(answers[DATA_DIR], 0700) != 0 && errno != EEXIST)
		return ad_cli_fail(cli, AD_UNAVAILABLE, "%s cannot be made: %s", answers[DATA_DIR],
				   strerror(errno));
	if (!config)
		config = ad_cli_packaged_config();
	if (!config)
		config = ad_arena_printf(cli->arena, "%s/adcore.conf", answers[DATA_DIR]).p;
	if (!store_config(cli, config, write_config(cli, answers), err))
		return ad_cli_fail(cli, AD_CONFLICT, "%s", err);
	code = make_database(cli, config);
	if (code != AD_EXIT_OK)
		return code;
	if (ad_cli_packaged_config())
		fprintf(stderr, "%s is written. Start the server with: systemctl restart adcore\n",
			config);
	else
		fprintf(stderr, "%s is written. Start the server with: adcore serve --config %s\n",
			config, config);
	tell_proxy(answers);
	if (!is_local(answers[DOMAIN]))
		fprintf(stderr,
			"\nWhen server and proxy run, check them with: adcore doctor "
			"--online%s%s\n",
			ad_cli_packaged_config() ? "" : " --config ",
			ad_cli_packaged_config() ? "" : config);
	fprintf(stderr, "\nOnce it runs, the owner opens this link:\n");
	return setup_invite(cli, config, answers[EMAIL]);
}

static const struct ad_cli_flag flags[] = {
	{ "domain", "NAME", "domain of the server: ads.example.com, or localhost", false },
	{ "email", "E", "email address of the owner", false },
	{ "data-dir", "DIR", "data directory (/var/lib/adcore)", false },
	{ "proxy", "P", "caddy, nginx, apache or none (caddy)", false },
	{ "config", "FILE", "the configuration to write (DIR/adcore.conf)", false },
};

const struct ad_command ad_command_setup = {
	.name = "setup",
	.summary = "Set up a server: asks for domain, owner, data directory and proxy; prints the "
		   "owner's link.",
	.flags = flags,
	.flag_count = AD_LEN(flags),
	.bare = true,
	.run = setup_run,
};
