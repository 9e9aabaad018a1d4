#include "cli/config/config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/config/config_values.h"

enum {
	FILE_MAX = 256 * 1024
};

static const struct ad_config_row options[] = {
	[AD_OPT_CONFIG] = { "config", "FILE", "read options from a file of 'name = value' lines",
			    true },
	[AD_OPT_DATA_DIR] = { "data-dir", "DIR", "data directory (default ./var)", true },
	[AD_OPT_DATABASE] = { "database", "URL",
			      "sqlite:PATH or postgresql://… (default sqlite:DIR/adcore.db)",
			      true },
	[AD_OPT_LISTEN] = { "listen", "ADDR:PORT", "address to serve on (default 127.0.0.1:8080)",
			    false },
	[AD_OPT_PUBLIC_URL] = { "public-url", "URL",
				"URL of the server for browsers and clients (default "
				"http://ADDR:PORT)",
				true },
	[AD_OPT_SANDBOX] = { "sandbox", "auto|URL|off",
			     "simulated ad platforms: started beside the server, elsewhere, or "
			     "none "
			     "(default auto)",
			     false },
	[AD_OPT_TRUSTED_PROXY] = { "trusted-proxy", "CIDR",
				   "proxies whose X-Forwarded-For header is trusted (default none)",
				   false },
	[AD_OPT_METRICS_LISTEN] = { "metrics-listen", "ADDR:PORT",
				    "serve /metrics on this address, without a token (default off)",
				    false },
	[AD_OPT_METRICS_TOKEN] = { "metrics-token", "TOKEN",
				   "serve /metrics on the main port to this bearer token", false },
	[AD_OPT_ACCESS_LOG] = { "access-log", "on|off", "log one line per request (default on)",
				false },
	[AD_OPT_LOG_FORMAT] = { "log-format", "json|text",
				"format of the log lines on stderr (default json)", false },
	[AD_OPT_LOG_LEVEL] = { "log-level", "debug|info|warn|error",
			       "lowest level of the log lines (default info)", false },
	[AD_OPT_INSECURE_HTTP] = { "insecure-http", NULL,
				   "allow a public URL, or a listener, without TLS that is not "
				   "loopback",
				   true },
	[AD_OPT_FETCH_ALLOW] = { "fetch-allow", "CIDR,…",
				 "non-public networks that fetches may reach, for tests only: "
				 "every user can reach them (default none)",
				 false },
	[AD_OPT_FETCH_CA] = { "fetch-ca", "FILE",
			      "PEM file of additional certificate authorities for fetches (default "
			      "none)",
			      false },
	[AD_OPT_LOOPS] = { "loops", "N", "event loops (default one per core)", false },
	[AD_OPT_PLANS] = { "plans", "LIST",
			   "plans to add or override: ID:PER_MINUTE:PER_DAY:api|no-api, then, if "
			   "given, quotas :OBJECTS:MIB of all Spaces of an owner, …",
			   false },
	[AD_OPT_REGISTRATION] = { "client-registration", "open|off",
				  "dynamic registration of OAuth clients: open or off (default "
				  "open)",
				  false },
	[AD_OPT_DPOP_NONCE] = { "dpop-nonce", "on|off",
				"require a server nonce in DPoP proofs (default off)", false },
	[AD_OPT_CLIENT_HOSTS] = { "client-hosts", "any|off|HOST,…",
				  "hosts of accepted client metadata documents: any, none, or a "
				  "list; *.example.com includes all subdomains (default any)",
				  false },
	[AD_OPT_CLIENT_HOSTS_REFUSED] = { "client-hosts-refused", "HOST,…",
					  "hosts whose metadata documents are always rejected "
					  "(default none)",
					  false },
	[AD_OPT_ALLOW_ORIGIN] = { "allow-origin", "ORIGIN,…",
				  "origins of other web pages that may call /mcp, such as "
				  "http://localhost:6274 (default none)",
				  false },
	[AD_OPT_CONNECTIONS] = { "connections", "N",
				 "maximum number of open connections (default 8192)", false },
	[AD_OPT_CONNECTIONS_EACH] = { "connections-each", "N",
				      "open connections per address; for IPv6 per /64, twice as "
				      "many per /56, four times per /48 (default 256)",
				      false },
	[AD_OPT_BODY_MEMORY] = { "body-memory", "MIB",
				 "memory for all request bodies above 16 KiB, in MiB; at most a "
				 "quarter per address (default 256)",
				 false },
	[AD_OPT_ANSWER_MEMORY] = { "answer-memory", "MIB",
				   "memory for all responses above 256 KiB in transfer, in MiB; at "
				   "most half per address (default 32)",
				   false },
	[AD_OPT_PLAN_MEMORY] = { "plan-memory", "MIB",
				 "memory for the plan of one push, in MiB, about 900 operations "
				 "each; above 128, one plan at a time (default a quarter of the "
				 "machine's, at least 256)",
				 false },
	[AD_OPT_DISK_RESERVE] = { "disk-reserve", "MIB",
				  "minimum free disk space of the database for new data, in MiB; "
				  "0: no limit (default 256)",
				  false },
	[AD_OPT_STREAMS] = { "streams", "N",
			     "maximum number of open event streams of connectors; 0: none (default "
			     "1000)",
			     false },
	[AD_OPT_STREAMS_EACH] = { "streams-each", "N",
				  "open event streams per account (default 16)", false },
	[AD_OPT_STREAM_BUFFER] = { "stream-buffer", "BYTES",
				   "maximum number of unsent bytes per event stream (default "
				   "262144)",
				   false },
	[AD_OPT_PUSH_WAIT] = { "push-wait", "SECONDS",
			       "seconds to wait for a push that reports progress to a connector "
			       "before the response (default 240)",
			       false },
	[AD_OPT_PLATFORM_APPS] = { "platform-apps", "FILE",
				   "credentials of this server at the ad platforms, as JSON: "
				   "clientId, clientSecret, developerToken of each (default none)",
				   true },
	[AD_OPT_PASSWORD_LIST] = { "password-list", "FILE",
				   "passwords that nobody may set, such as leaked ones: one a "
				   "line, at most 4,000,000 (default none)",
				   true },
};
static_assert(AD_LEN(options) == AD_OPT_COUNT, "one row an option");

const struct ad_config_row *ad_config_options(size_t *count)
{
	*count = AD_LEN(options);
	return options;
}

int ad_config_option(struct ad_str name)
{
	for (int i = 0; i < AD_OPT_COUNT; i++) {
		if (ad_str_is(name, options[i].name))
			return i;
	}
	return -1;
}

/* "data-dir" -> "ADCORE_DATA_DIR" */
static void env_name(const char *option, char out[static 64])
{
	size_t n = (size_t)snprintf(out, 64, "ADCORE_%s", option);
	for (size_t i = 0; i < n; i++) {
		if (out[i] == '-')
			out[i] = '_';
		else if (out[i] >= 'a' && out[i] <= 'z')
			out[i] = (char)(out[i] - 'a' + 'A');
	}
}

static struct ad_str config_trim(struct ad_str s)
{
	while (s.n > 0 && strchr(" \t\r", s.p[0])) {
		s.p++;
		s.n--;
	}
	while (s.n > 0 && strchr(" \t\r", s.p[s.n - 1]))
		s.n--;
	return s;
}

/* One line of the file: blank, a comment, or name = value. */
static void config_read_line(struct ad_arena *arena, struct ad_str line, const char *where,
			     struct ad_config_value values[static AD_OPT_COUNT],
			     struct ad_text *faults)
{
	line = config_trim(line);
	if (line.n == 0 || line.p[0] == '#')
		return;
	const char *eq = ad_str_find(line, '=');
	if (!eq) {
		ad_text_addf(faults, "%s: not a 'name = value' line\n", where);
		return;
	}
	struct ad_str name = config_trim((struct ad_str){ line.p, (size_t)(eq - line.p) });
	struct ad_str value =
		config_trim((struct ad_str){ eq + 1, line.n - (size_t)(eq - line.p) - 1 });
	int i = ad_config_option(name);
	if (i < 0 || i == AD_OPT_CONFIG) {
		ad_text_addf(faults, "%s: unknown option '%.*s'\n", where, AD_FMT(name));
		return;
	}
	if (values[i].text && values[i].from_file) {
		ad_text_addf(faults, "%s: '%s' is there twice\n", where, options[i].name);
		return;
	}
	if (values[i].text)
		return;
	values[i].text = ad_arena_copy(arena, value).p;
	values[i].where = where;
	values[i].from_file = true;
}

static void config_read_file(struct ad_arena *arena, const char *path,
			     struct ad_config_value values[static AD_OPT_COUNT],
			     struct ad_text *faults)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	if (fd < 0 || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size > FILE_MAX) {
		ad_text_addf(faults, "--config: cannot read %s: %s\n", path,
			     fd < 0 ? strerror(errno) : "no file, or above 256 KiB");
		if (fd >= 0)
			close(fd);
		return;
	}
	size_t size = (size_t)st.st_size;
	char *text = ad_arena_alloc(arena, size + 1);
	ssize_t got = read(fd, text, size);
	close(fd);
	if (got < 0 || memchr(text, 0, (size_t)got)) {
		ad_text_addf(faults, "--config: %s is not a text file\n", path);
		return;
	}
	struct ad_str rest = { text, (size_t)got };
	for (int line = 1; rest.n > 0; line++) {
		const char *end = ad_str_find(rest, '\n');
		size_t n = end ? (size_t)(end - rest.p) : rest.n;
		const char *where = ad_arena_printf(arena, "%s:%d", path, line).p;
		config_read_line(arena, (struct ad_str){ rest.p, n }, where, values, faults);
		rest.p += n + (end ? 1 : 0);
		rest.n -= n + (end ? 1 : 0);
	}
}

/* Collects each option's text, the strongest source first. */
static void config_collect(struct ad_arena *arena, const struct ad_config_sources *from,
			   struct ad_config_value values[static AD_OPT_COUNT],
			   struct ad_text *faults)
{
	for (int i = 0; i < AD_OPT_COUNT; i++) {
		char name[64];
		env_name(options[i].name, name);
		const char *env = from->env(name);
		if (from->flags && from->flags[i]) {
			/* A switch given as a flag has no value of its own. */
			values[i].text = options[i].value ? from->flags[i] : "true";
			values[i].where = ad_arena_printf(arena, "--%s", options[i].name).p;
		} else if (env && *env) {
			values[i].text = ad_arena_copy(arena, ad_str(env)).p;
			values[i].where = ad_arena_copy(arena, ad_str(name)).p;
		}
	}
	if (!values[AD_OPT_CONFIG].text)
		values[AD_OPT_CONFIG].text = from->fallback;
	if (values[AD_OPT_CONFIG].text)
		config_read_file(arena, values[AD_OPT_CONFIG].text, values, faults);
}

bool ad_config_make(struct ad_arena *arena, const struct ad_config_sources *from,
		    struct ad_config *out, struct ad_text *faults)
{
	struct ad_config_value values[AD_OPT_COUNT] = { 0 };
	size_t before = faults->n;
	config_collect(arena, from, values, faults);
	*out = (struct ad_config){ 0 };
	ad_config_settle(arena, values, out, faults);
	return faults->n == before;
}
