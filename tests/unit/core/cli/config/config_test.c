#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/config/config_values.h"

/* A made-up environment: NAME, value, …, NULL. Set by each test before it reads. */
static const char *const *env;

static const char *lookup(const char *name)
{
	for (size_t i = 0; env && env[i]; i += 2) {
		if (strcmp(env[i], name) == 0)
			return env[i + 1];
	}
	return NULL;
}

struct made {
	struct ad_arena *arena;
	const char *flags[AD_OPT_COUNT];
	const char *fallback;
	struct ad_config config;
	struct ad_text faults;
	bool ok;
};

static struct made begin(void)
{
	env = NULL;
	return (struct made){ .arena = ad_arena_new() };
}

static void make(struct made *m)
{
	struct ad_config_sources from = { m->flags, lookup, m->fallback };
	m->faults = ad_text_on(m->arena);
	m->ok = ad_config_make(m->arena, &from, &m->config, &m->faults);
	if (!m->ok)
		ad_text_str(&m->faults);
}

static void end(struct made *m)
{
	ad_arena_free(m->arena);
}

static void has_defaults(void **state)
{
	(void)state;
	struct made m = begin();
	make(&m);
	assert_true(m.ok);
	assert_string_equal(m.config.listen, "127.0.0.1:8080");
	assert_string_equal(m.config.public_url, "http://127.0.0.1:8080");
	assert_string_equal(m.config.base_url, "http://127.0.0.1:8080/api/v1");
	assert_string_equal(m.config.mcp_url, "http://127.0.0.1:8080/mcp");
	assert_string_equal(m.config.data_dir, "./var");
	assert_string_equal(m.config.database, "sqlite:./var/adcore.db");
	assert_string_equal(m.config.sandbox, "auto");
	assert_null(m.config.trusted_proxy);
	assert_null(m.config.metrics_listen);
	assert_false(m.config.insecure_http);
	assert_int_equal(m.config.loops, 0);
	assert_int_equal(m.config.streams, 1000);
	assert_int_equal(m.config.streams_each, 16);
	assert_int_equal(m.config.stream_buffer, 262144);
	assert_int_equal(m.config.push_wait, 240 * AD_SECOND);
	assert_int_equal(m.config.plan_count, 0);
	end(&m);
}

/* A file with that text; the path is the caller's to unlink. */
static void write_file(char path[static 64], const char *text)
{
	snprintf(path, 64, "/tmp/adcore-config-XXXXXX");
	int fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
}

static void flags_beat_environment_beats_file(void **state)
{
	(void)state;
	char path[64];
	write_file(path, "# comment\n\n listen = 127.0.0.1:1 \r\ndata-dir=/file\nsandbox = off\n"
			 "loops=3\n");
	static const char *const vars[] = { "ADCORE_LISTEN", "127.0.0.1:2", "ADCORE_DATA_DIR",
					    "/env", NULL };
	struct made m = begin();
	env = vars;
	m.flags[AD_OPT_CONFIG] = path;
	m.flags[AD_OPT_LISTEN] = "127.0.0.1:3";
	make(&m);
	assert_true(m.ok);
	assert_string_equal(m.config.listen, "127.0.0.1:3");
	assert_string_equal(m.config.data_dir, "/env");
	assert_string_equal(m.config.database, "sqlite:/env/adcore.db");
	assert_string_equal(m.config.sandbox, "off");
	assert_int_equal(m.config.loops, 3);
	end(&m);
	unlink(path);
}

static void the_fallback_is_read_where_no_file_is_named(void **state)
{
	(void)state;
	char path[64], other[64];
	write_file(path, "data-dir = /fallback\npublic-url = https://ads.example.com\n");
	write_file(other, "data-dir = /named\n");
	struct made m = begin();
	m.fallback = path;
	make(&m);
	assert_true(m.ok);
	assert_string_equal(m.config.data_dir, "/fallback");
	assert_true(m.config.public_url_given);
	end(&m);
	m = begin();
	m.fallback = path;
	m.flags[AD_OPT_CONFIG] = other;
	make(&m);
	assert_true(m.ok);
	assert_string_equal(m.config.data_dir, "/named");
	assert_false(m.config.public_url_given);
	end(&m);
	unlink(path);
	unlink(other);
}

static void names_every_bad_option(void **state)
{
	(void)state;
	char path[64];
	write_file(path, "nonsense\nlisten = x\nunknown = 1\nconfig = y\nloops = 1\nloops = 2\n");
	static const char *const vars[] = { "ADCORE_SANDBOX", "maybe", NULL };
	struct made m = begin();
	env = vars;
	m.flags[AD_OPT_CONFIG] = path;
	m.flags[AD_OPT_TRUSTED_PROXY] = "10.0.0.1/8";
	m.flags[AD_OPT_PLANS] = "a:b:c:d";
	m.flags[AD_OPT_DATABASE] = "mysql://user:hidden@host";
	m.flags[AD_OPT_METRICS_TOKEN] = "short-secret";
	m.flags[AD_OPT_STREAMS] = "-1";
	m.flags[AD_OPT_STREAMS_EACH] = "0";
	m.flags[AD_OPT_STREAM_BUFFER] = "131071";
	m.flags[AD_OPT_PUSH_WAIT] = "0";
	make(&m);
	assert_false(m.ok);
	static const char *const named[] = {
		":1: not a 'name = value' line",
		":2: must be ADDRESS:PORT",
		":3: unknown option 'unknown'",
		":4: unknown option 'config'",
		":6: 'loops' is there twice",
		"ADCORE_SANDBOX: must be auto",
		"--trusted-proxy: must be",
		"--plans: must be",
		"--database: must be",
		"--metrics-token: must have",
		"--streams: must be",
		"--streams-each: must be",
		"--stream-buffer: must be",
		"--push-wait: must be",
	};
	for (size_t i = 0; i < AD_LEN(named); i++) {
		if (!strstr(m.faults.p, named[i]))
			fail_msg("no '%s' in:\n%s", named[i], m.faults.p);
	}
	assert_null(strstr(m.faults.p, "hidden"));
	assert_null(strstr(m.faults.p, "short-secret"));
	end(&m);
	unlink(path);
}

static void a_missing_file_is_a_fault(void **state)
{
	(void)state;
	struct made m = begin();
	m.flags[AD_OPT_CONFIG] = "/nonexistent/adcore.conf";
	make(&m);
	assert_false(m.ok);
	assert_non_null(strstr(m.faults.p, "--config: cannot read /nonexistent/adcore.conf"));
	end(&m);
}

static void check_url(const char *url, bool insecure, bool ok)
{
	struct made m = begin();
	m.flags[AD_OPT_PUBLIC_URL] = url;
	m.flags[AD_OPT_INSECURE_HTTP] = insecure ? "" : NULL;
	make(&m);
	if (m.ok != ok)
		fail_msg("%s: %s", url, ok ? m.faults.p : "taken");
	end(&m);
}

static void public_urls_are_https_or_loopback(void **state)
{
	(void)state;
	check_url("https://ads.example.com", false, true);
	check_url("https://ads.example.com/", false, true);
	check_url("http://localhost:8080", false, true);
	check_url("http://127.0.0.5", false, true);
	check_url("http://[::1]:8080", false, true);
	check_url("http://ads.example.com", false, false);
	check_url("http://ads.example.com", true, true);
	check_url("http://127.evil.example", false, false);
	check_url("http://localhost.evil.example", false, false);
	check_url("http://localhost@evil.example", true, false);
	check_url("https://ads.example.com/path", false, false);
	check_url("https://ads.example.com?x", false, false);
	check_url("https://", false, false);
	check_url("ftp://localhost", false, false);
	check_url("ads.example.com", false, false);
	check_url("https://ads.example.com:99999", false, false);
}

/* The public URL: the issuer, the value compared with Origin and Host, and the base of cookies. */
static void a_public_url_is_normalised(void **state)
{
	(void)state;
	struct made m = begin();
	m.flags[AD_OPT_PUBLIC_URL] = "HTTPS://Ads.Example.COM:443/";
	make(&m);
	assert_true(m.ok);
	assert_string_equal(m.config.public_url, "https://ads.example.com");
	assert_string_equal(m.config.base_url, "https://ads.example.com/api/v1");
	assert_string_equal(m.config.mcp_url, "https://ads.example.com/mcp");
	end(&m);
	m = begin();
	m.flags[AD_OPT_PUBLIC_URL] = "https://ads.example.com/?x=1";
	make(&m);
	assert_false(m.ok);
	assert_non_null(strstr(m.faults.p, "--public-url: must not hold a query"));
	end(&m);
	m = begin();
	m.flags[AD_OPT_PUBLIC_URL] = "https://ada:hunter2@ads.example.com";
	make(&m);
	assert_false(m.ok);
	assert_non_null(strstr(m.faults.p, "--public-url: must not hold a user name"));
	assert_null(strstr(m.faults.p, "hunter2"));
	end(&m);
}

static void the_default_url_follows_listen(void **state)
{
	(void)state;
	static const char *const pairs[][2] = {
		{ "127.0.0.1:99", "http://127.0.0.1:99" }, { "[::1]:99", "http://[::1]:99" },
		{ ":99", "http://127.0.0.1:99" },          { "[::]:99", "http://127.0.0.1:99" },
		{ "localhost:99", "http://127.0.0.1:99" }, { "127.0.0.1:80", "http://127.0.0.1" },
	};
	for (size_t i = 0; i < AD_LEN(pairs); i++) {
		struct made m = begin();
		m.flags[AD_OPT_LISTEN] = pairs[i][0];
		m.flags[AD_OPT_INSECURE_HTTP] = ""; /* some of them are no loopback address */
		make(&m);
		assert_true(m.ok);
		assert_string_equal(m.config.public_url, pairs[i][1]);
		end(&m);
	}
	/* Every interface, although the public URL is this machine's alone. */
	static const char *const open[] = { "0.0.0.0:99", "[::]:99", ":99" };
	for (size_t i = 0; i < AD_LEN(open); i++) {
		struct made m = begin();
		m.flags[AD_OPT_LISTEN] = open[i];
		make(&m);
		assert_false(m.ok);
		end(&m);
		m = begin();
		m.flags[AD_OPT_LISTEN] = open[i];
		m.flags[AD_OPT_PUBLIC_URL] = "https://ads.example";
		make(&m);
		assert_true(m.ok);
		end(&m);
	}
	/* A network address without TLS: only with --insecure-http. */
	struct made m = begin();
	m.flags[AD_OPT_LISTEN] = "192.0.2.1:80";
	make(&m);
	assert_false(m.ok);
	assert_non_null(strstr(m.faults.p, "--insecure-http"));
	end(&m);
}

/* Each list, whether it is accepted, and the number of its items. */
static void lists_are_read_item_by_item(void **state)
{
	static const struct {
		int option;
		const char *text;
		int count; /* -1: refused */
	} cases[] = {
		{ AD_OPT_CLIENT_HOSTS, "any", 0 },
		{ AD_OPT_CLIENT_HOSTS, "off", 0 },
		{ AD_OPT_CLIENT_HOSTS, "claude.ai", 1 },
		{ AD_OPT_CLIENT_HOSTS, " claude.ai , *.example.com ", 2 },
		{ AD_OPT_CLIENT_HOSTS, "xn--mnchen-3ya.example", 1 },
		{ AD_OPT_CLIENT_HOSTS, "localhost", -1 },
		{ AD_OPT_CLIENT_HOSTS, "claude.ai,", 1 },
		{ AD_OPT_CLIENT_HOSTS, "claude.ai,,x.example", -1 },
		{ AD_OPT_CLIENT_HOSTS, "claude.ai chatgpt.com", -1 },
		{ AD_OPT_CLIENT_HOSTS, "https://claude.ai", -1 },
		{ AD_OPT_CLIENT_HOSTS, "claude.ai:443", -1 },
		{ AD_OPT_CLIENT_HOSTS, "claude.*.ai", -1 },
		{ AD_OPT_CLIENT_HOSTS, "*claude.ai", -1 },
		{ AD_OPT_CLIENT_HOSTS, "claude..ai", -1 },
		{ AD_OPT_CLIENT_HOSTS, ".claude.ai", -1 },
		{ AD_OPT_CLIENT_HOSTS, "claude.ai.", -1 },
		{ AD_OPT_CLIENT_HOSTS_REFUSED, "evil.example", 1 },
		{ AD_OPT_CLIENT_HOSTS_REFUSED, "off", -1 },
		{ AD_OPT_ALLOW_ORIGIN, "https://inspector.example, http://localhost:6274", 2 },
		{ AD_OPT_ALLOW_ORIGIN, "https://inspector.example/", -1 },
		{ AD_OPT_ALLOW_ORIGIN, "inspector.example", -1 },
		{ AD_OPT_ALLOW_ORIGIN, "*", -1 },
		{ AD_OPT_ALLOW_ORIGIN, "null", -1 },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(cases); i++) {
		struct made m = begin();
		m.flags[cases[i].option] = cases[i].text;
		make(&m);
		size_t count = m.config.client_hosts.count + m.config.client_hosts_refused.count +
			       m.config.allow_origin.count;
		if (m.ok != (cases[i].count >= 0) || (m.ok && (int)count != cases[i].count))
			fail_msg("%s: %s", cases[i].text, m.ok ? "taken" : m.faults.p);
		assert_int_equal(m.config.documents_off,
				 strcmp(cases[i].text, "off") == 0 && cases[i].count == 0);
		end(&m);
	}
}

static void plans_are_read(void **state)
{
	(void)state;
	struct made m = begin();
	m.flags[AD_OPT_PLANS] = "team:600:100000:api, trial:10:100:no-api";
	make(&m);
	assert_true(m.ok);
	assert_int_equal(m.config.plan_count, 2);
	assert_string_equal(m.config.plans[0].id, "team");
	assert_int_equal(m.config.plans[0].minute_limit, 600);
	assert_int_equal(m.config.plans[0].daily_limit, 100000);
	assert_true(m.config.plans[0].api_access);
	assert_string_equal(m.config.plans[1].id, "trial");
	assert_false(m.config.plans[1].api_access);
	end(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(has_defaults),
		cmocka_unit_test(flags_beat_environment_beats_file),
		cmocka_unit_test(the_fallback_is_read_where_no_file_is_named),
		cmocka_unit_test(names_every_bad_option),
		cmocka_unit_test(a_missing_file_is_a_fault),
		cmocka_unit_test(public_urls_are_https_or_loopback),
		cmocka_unit_test(a_public_url_is_normalised),
		cmocka_unit_test(the_default_url_follows_listen),
		cmocka_unit_test(lists_are_read_item_by_item),
		cmocka_unit_test(plans_are_read),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
