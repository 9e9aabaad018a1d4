#include "cli/config/config_values.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "auth/signin/password_list.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/url.h"
#include "cli/config/platform_apps.h"
#include "http/address.h"

/* The state that the checks share. */
struct settle {
	struct ad_arena *arena;
	const struct ad_config_value *values;
	struct ad_config *out;
	struct ad_text *faults;
};

static void config_values_fault(const struct settle *s, int option, const char *sentence)
{
	const struct ad_config_value *v = &s->values[option];
	ad_text_addf(s->faults, "%s: %s: '%s'\n", v->where, sentence, v->text);
}

/* Decimal digits alone, at most max; -1 otherwise. */
static int64_t config_values_number(struct ad_str s, int64_t max)
{
	int64_t n = 0;
	if (s.n == 0 || s.n > 15)
		return -1;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] < '0' || s.p[i] > '9')
			return -1;
		n = n * 10 + (s.p[i] - '0');
	}
	return n <= max ? n : -1;
}

static struct ad_str up_to(struct ad_str s, const char *stops)
{
	size_t n = 0;
	while (n < s.n && !strchr(stops, s.p[n]))
		n++;
	return (struct ad_str){ s.p, n };
}

bool ad_url_is_loopback(struct ad_str url)
{
	struct ad_str host = ad_url_host(url);
	if (ad_str_is(host, "localhost") || ad_str_is(host, "[::1]"))
		return true;
	char text[16];
	if (host.n == 0 || host.n >= sizeof(text))
		return false;
	ad_str_put(text, sizeof(text), host);
	/* Only a numeric address: 127.example.com is a name like any other. */
	struct ad_cidr loopback, address;
	return ad_cidr_parse("127.0.0.0/8", &loopback) && ad_cidr_parse(text, &address) &&
	       ad_cidr_contains(&loopback, text);
}

static const char *default_url(const struct settle *s)
{
	struct ad_listen at;
	if (!ad_listen_parse(s->out->listen, &at))
		return "http://127.0.0.1";
	bool any = strcmp(at.host, "0.0.0.0") == 0 || strcmp(at.host, "::") == 0;
	bool six = strchr(at.host, ':') != NULL;
	return ad_arena_printf(s->arena, six && !any ? "http://[%s]:%d" : "http://%s:%d",
			       any ? "127.0.0.1" : at.host, at.port)
		.p;
}

/* A numeric address of 127.0.0.0/8 or ::1: nobody else can read what is sent to it. */
static bool listens_beyond(const struct settle *s)
{
	struct ad_cidr loopback;
	struct ad_listen at;

	return ad_listen_parse(s->out->listen, &at) && strcmp(at.host, "::1") != 0 &&
	       ad_cidr_parse("127.0.0.0/8", &loopback) && !ad_cidr_contains(&loopback, at.host);
}

/* Plain http on an interface that other machines reach. */
static void check_listener(const struct settle *s, struct ad_str url)
{
	if (!ad_str_starts(url, "http://") || !listens_beyond(s) || s->out->insecure_http)
		return;
	ad_text_addf(s->faults,
		     "--listen: %s is reachable from other machines and sends tokens in the clear. "
		     "Listen on 127.0.0.1 behind a TLS proxy and set --public-url to its https "
		     "address, or set --insecure-http.\n",
		     s->out->listen);
}

static void settle_url(const struct settle *s)
{
	const struct ad_config_value *v = &s->values[AD_OPT_PUBLIC_URL];
	struct ad_str url = ad_str(v->text ? v->text : default_url(s));
	const char *wrong = ad_origin_normal(s->arena, url, &url);
	if (wrong && strchr(v->text ? v->text : "", '@'))
		/* It may hold a password: it is not repeated. */
		ad_text_addf(s->faults, "%s: %s\n", v->where, wrong);
	else if (wrong && v->text)
		config_values_fault(s, AD_OPT_PUBLIC_URL, wrong);
	else if (!wrong && ad_str_starts(url, "http://") && !ad_url_is_loopback(url) &&
		 !s->out->insecure_http)
		ad_text_addf(s->faults,
			     "%s: plain http beyond this machine would send tokens in the clear: "
			     "'%.*s'; use https (a proxy in front), or --insecure-http\n",
			     v->text ? v->where : "--listen", AD_FMT(url));
	else if (!wrong)
		check_listener(s, url);
	s->out->public_url = ad_arena_copy(s->arena, url).p;
	s->out->public_url_given = v->text != NULL;
	s->out->base_url = ad_arena_printf(s->arena, "%s/api/v1", s->out->public_url).p;
	s->out->mcp_url = ad_arena_printf(s->arena, "%s/mcp", s->out->public_url).p;
}

static void settle_listen(const struct settle *s)
{
	const struct ad_config_value *v = s->values;
	struct ad_listen at;
	s->out->listen = v[AD_OPT_LISTEN].text ? v[AD_OPT_LISTEN].text : "127.0.0.1:8080";
	if (!ad_listen_parse(s->out->listen, &at))
		config_values_fault(s, AD_OPT_LISTEN,
				    "must be ADDRESS:PORT, such as 127.0.0.1:8080 or [::1]:8080");
	s->out->metrics_listen = v[AD_OPT_METRICS_LISTEN].text;
	if (s->out->metrics_listen && !ad_listen_parse(s->out->metrics_listen, &at))
		config_values_fault(s, AD_OPT_METRICS_LISTEN,
				    "must be ADDRESS:PORT, such as 127.0.0.1:9090");
	s->out->metrics_token = v[AD_OPT_METRICS_TOKEN].text;
	if (s->out->metrics_token && strlen(s->out->metrics_token) < 16)
		/* It is a secret: it is not repeated. */
		ad_text_addf(s->faults, "%s: must have at least 16 characters\n",
			     v[AD_OPT_METRICS_TOKEN].where);
	struct ad_cidr cidr;
	s->out->trusted_proxy = v[AD_OPT_TRUSTED_PROXY].text;
	if (s->out->trusted_proxy && !ad_cidr_parse(s->out->trusted_proxy, &cidr))
		config_values_fault(s, AD_OPT_TRUSTED_PROXY,
				    "must be an address or network, such as 10.0.0.0/8");
}

static void settle_data(const struct settle *s)
{
	const struct ad_config_value *v = s->values;
	s->out->data_dir = v[AD_OPT_DATA_DIR].text ? v[AD_OPT_DATA_DIR].text : "./var";
	if (*s->out->data_dir == 0)
		config_values_fault(s, AD_OPT_DATA_DIR, "must name a folder");
	s->out->database = v[AD_OPT_DATABASE].text;
	if (!s->out->database) {
		s->out->database =
			ad_arena_printf(s->arena, "sqlite:%s/adcore.db", s->out->data_dir).p;
		return;
	}
	struct ad_str url = ad_str(s->out->database);
	if (!(ad_str_starts(url, "sqlite:") && url.n > 7) && !ad_str_starts(url, "postgresql://") &&
	    !ad_str_starts(url, "postgres://"))
		/* It may hold a password: it is not repeated. */
		ad_text_addf(s->faults, "%s: must be sqlite:PATH or postgresql://…\n",
			     v[AD_OPT_DATABASE].where);
}

static void settle_sandbox(const struct settle *s)
{
	const struct ad_config_value *v = &s->values[AD_OPT_SANDBOX];
	s->out->sandbox = v->text ? v->text : "auto";
	if (strcmp(s->out->sandbox, "auto") == 0 || strcmp(s->out->sandbox, "off") == 0)
		return;
	struct ad_str url;
	if (ad_origin_normal(s->arena, ad_str(s->out->sandbox), &url))
		config_values_fault(s, AD_OPT_SANDBOX, "must be auto, off or http://host:port");
	else
		s->out->sandbox = url.p;
}

/* Takes the next item off a list between commas, without the blanks around it. */
static struct ad_str config_values_next_item(struct ad_str *rest)
{
	struct ad_str item = up_to(*rest, ",");
	size_t used = item.n + (item.n < rest->n ? 1 : 0);

	rest->p += used;
	rest->n -= used;
	while (item.n > 0 && item.p[0] == ' ') {
		item.p++;
		item.n--;
	}
	while (item.n > 0 && item.p[item.n - 1] == ' ')
		item.n--;
	return item;
}

/* The items of an option that is a list; each passes `good`. */
static struct ad_config_list config_values_words(const struct settle *s, int option,
						 bool (*good)(struct ad_str item),
						 const char *sentence)
{
	struct ad_str rest = ad_str(s->values[option].text);
	struct ad_str *at = ad_arena_zalloc(s->arena, (rest.n / 2 + 1) * sizeof(*at));
	struct ad_config_list list = { at, 0 };

	while (rest.n > 0) {
		struct ad_str item = config_values_next_item(&rest);
		if (!good(item)) {
			config_values_fault(s, option, sentence);
			return list;
		}
		at[list.count++] = ad_arena_copy(s->arena, item);
	}
	return list;
}

/* A name of two labels or more, with "*." before it for all below; no port. */
static bool is_host_word(struct ad_str item)
{
	size_t dots = 0;

	if (ad_str_starts(item, "*.")) {
		item.p += 2;
		item.n -= 2;
	}
	for (size_t i = 0; i < item.n; i++) {
		char c = item.p[i];
		bool alnum = (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
		bool edge = i == 0 || i + 1 == item.n || item.p[i - 1] == '.';
		if (!alnum && (edge || (c != '-' && c != '.')))
			return false;
		dots += c == '.';
	}
	return dots > 0;
}

/* As browsers write it: anything else would never be what one sends. */
static bool is_bare_origin(struct ad_str item)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str normal;
	bool good = !ad_origin_normal(arena, item, &normal) && ad_str_eq(item, normal);

	ad_arena_free(arena);
	return good;
}

static void settle_clients(const struct settle *s)
{
	static const char hosts[] = "must be host names such as claude.ai,*.example.com";
	const char *documents = s->values[AD_OPT_CLIENT_HOSTS].text;

	s->out->documents_off = documents && strcmp(documents, "off") == 0;
	if (documents && !s->out->documents_off && strcmp(documents, "any") != 0)
		s->out->client_hosts =
			config_values_words(s, AD_OPT_CLIENT_HOSTS, is_host_word, hosts);
	s->out->client_hosts_refused =
		config_values_words(s, AD_OPT_CLIENT_HOSTS_REFUSED, is_host_word, hosts);
	s->out->allow_origin =
		config_values_words(s, AD_OPT_ALLOW_ORIGIN, is_bare_origin,
				    "must be origins such as https://inspector.example.com,"
				    "http://localhost:6274");
}

/* --- options of fixed words --- */

/* True if the text is one of the words of an option's row ("on|off"); *index is its place. */
static bool word_find(struct ad_str words, struct ad_str text, int *index)
{
	for (int i = 0;; i++) {
		struct ad_str word = up_to(words, "|");
		*index = i;
		if (ad_str_eq(word, text))
			return true;
		if (word.n == words.n)
			return false;
		words = (struct ad_str){ words.p + word.n + 1, words.n - word.n - 1 };
	}
}

/* "on|off" as "must be on or off". */
static const char *word_sentence(struct ad_arena *arena, struct ad_str words)
{
	struct ad_text text = ad_text_on(arena);

	ad_text_adds(&text, "must be ");
	for (size_t i = 0; i < words.n; i++) {
		struct ad_str rest = { words.p + i + 1, words.n - i - 1 };
		if (words.p[i] != '|')
			ad_text_addc(&text, words.p[i]);
		else
			ad_text_adds(&text, ad_str_find(rest, '|') ? ", " : " or ");
	}
	return ad_text_str(&text).p;
}

/* The place of an option's text among the words of its row; `fallback` if it is not given. */
static int settle_word(const struct settle *s, int option, int fallback)
{
	size_t count;
	struct ad_str words = ad_str(ad_config_options(&count)[option].value);
	const char *text = s->values[option].text;
	int index;

	if (!text)
		return fallback;
	if (word_find(words, ad_str(text), &index))
		return index;
	config_values_fault(s, option, word_sentence(s->arena, words));
	return fallback;
}

/* True if the option is given as this word. */
static bool settle_is(const struct settle *s, int option, const char *word)
{
	const char *text = s->values[option].text;

	return settle_word(s, option, -1) >= 0 && strcmp(text, word) == 0;
}

static void settle_words(const struct settle *s)
{
	s->out->access_log_off = settle_is(s, AD_OPT_ACCESS_LOG, "off");
	s->out->log_text = settle_is(s, AD_OPT_LOG_FORMAT, "text");
	s->out->log_level = (enum ad_log_level)settle_word(s, AD_OPT_LOG_LEVEL, (int)AD_LOG_INFO);
	s->out->registration_off = settle_is(s, AD_OPT_REGISTRATION, "off");
	s->out->dpop_nonce = settle_is(s, AD_OPT_DPOP_NONCE, "on");
	const char *insecure = s->values[AD_OPT_INSECURE_HTTP].text;
	if (insecure && (strcmp(insecure, "true") == 0 || strcmp(insecure, "1") == 0))
		s->out->insecure_http = true;
	else if (insecure && strcmp(insecure, "false") != 0 && strcmp(insecure, "0") != 0)
		config_values_fault(s, AD_OPT_INSECURE_HTTP, "must be true or false");
}

/* --- options of whole numbers --- */

/* MiB: a quarter of what the machine has, or of what the process may use. */
static int plan_memory(void)
{
	int64_t mib = ad_memory_size() / 4 >> 20;

	return mib < 256 ? 256 : mib > 1 << 20 ? 1 << 20 : (int)mib;
}

struct number_row {
	int option;
	size_t at; /* of the int in struct ad_config */
	int fallback, low, high;
};

#define AT(member) offsetof(struct ad_config, member)

static const struct number_row numbers[] = {
	{ AD_OPT_LOOPS, AT(loops), 0, 0, 256 },
	{ AD_OPT_CONNECTIONS, AT(connections), 8192, 64, 1000000 },
	{ AD_OPT_CONNECTIONS_EACH, AT(connections_each), 256, 1, 1000000 },
	{ AD_OPT_DISK_RESERVE, AT(disk_reserve), 256, 0, 1 << 30 },
	{ AD_OPT_BODY_MEMORY, AT(body_memory), 256, 64, 65536 },
	{ AD_OPT_ANSWER_MEMORY, AT(answer_memory), 32, 32, 65536 },
	{ AD_OPT_STREAMS, AT(streams), 1000, 0, 100000 },
	{ AD_OPT_STREAMS_EACH, AT(streams_each), 16, 1, 100000 },
	/* The longest answer of a tool must fit. */
	{ AD_OPT_STREAM_BUFFER, AT(stream_buffer), 262144, 131072, 1 << 30 },
};

#undef AT

/* The whole number of an option, or its default. */
static int settle_number(const struct settle *s, const struct number_row *row)
{
	const char *text = s->values[row->option].text;
	int64_t n = text ? config_values_number(ad_str(text), row->high) : row->fallback;

	if (n >= row->low)
		return (int)n;
	config_values_fault(
		s, row->option,
		ad_arena_printf(s->arena, "must be a number from %d to %d", row->low, row->high).p);
	return row->fallback;
}

static void settle_numbers(const struct settle *s)
{
	const struct number_row plan = { AD_OPT_PLAN_MEMORY, 0, plan_memory(), 256, 1 << 20 };
	/* Clients commonly give a tool up after five minutes. */
	const struct number_row wait = { AD_OPT_PUSH_WAIT, 0, 240, 1, 3600 };

	for (size_t i = 0; i < AD_LEN(numbers); i++) {
		int n = settle_number(s, &numbers[i]);
		memcpy((char *)s->out + numbers[i].at, &n, sizeof(n));
	}
	s->out->plan_memory = settle_number(s, &plan);
	s->out->push_wait = settle_number(s, &wait) * AD_SECOND;
	/* Proxies commonly close what was silent for a minute or half of one. */
	s->out->stream_beat = 15 * AD_SECOND;
}

static void settle_passwords(const struct settle *s)
{
	const struct ad_config_value *list = &s->values[AD_OPT_PASSWORD_LIST];
	char err[256];

	if (list->text && !ad_password_list_read(list->text, err))
		ad_text_addf(s->faults, "%s: %s\n", list->where, err);
}

static bool plan_id_ok(struct ad_str id)
{
	for (size_t i = 0; i < id.n; i++) {
		char c = id.p[i];
		if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'))
			return false;
	}
	return id.n > 0 && id.n <= 31;
}

#define PLAN_PARTS 6

/* Splits at colons; how many parts, or 0 where there are more than PLAN_PARTS. */
static int plan_split(struct ad_str item, struct ad_str part[static PLAN_PARTS])
{
	for (int i = 0; i < PLAN_PARTS; i++) {
		part[i] = up_to(item, ":");
		if (part[i].n == item.n)
			return i + 1;
		item.p += part[i].n + 1;
		item.n -= part[i].n + 1;
	}
	return 0;
}

/* One "ID:PER_MINUTE:PER_DAY:api|no-api", and then the quotas if given: ":OBJECTS", ":MIB". */
static bool plan_parse(const struct settle *s, struct ad_str item, struct ad_config_plan *plan)
{
	struct ad_str part[PLAN_PARTS] = { 0 };
	int parts = plan_split(item, part);
	if (parts < 4 || !plan_id_ok(part[0]))
		return false;
	int64_t mib = parts > 5 ? config_values_number(part[5], INT64_C(1) << 30) : 0;
	plan->max_objects = parts > 4 ? config_values_number(part[4], INT64_C(10000000000)) : 0;
	if ((parts > 4 && plan->max_objects < 1) || (parts > 5 && mib < 1))
		return false;
	plan->max_bytes = mib << 20;
	int64_t minute = config_values_number(part[1], 10000000);
	plan->id = ad_arena_copy(s->arena, part[0]).p;
	plan->minute_limit = (int)minute;
	plan->daily_limit = config_values_number(part[2], INT64_C(10000000000));
	plan->api_access = ad_str_is(part[3], "api");
	return minute >= 1 && plan->daily_limit >= 1 &&
	       (plan->api_access || ad_str_is(part[3], "no-api"));
}

static void settle_plans(const struct settle *s)
{
	struct ad_str rest = ad_str(s->values[AD_OPT_PLANS].text);
	size_t room = 1;
	for (size_t i = 0; i < rest.n; i++)
		room += rest.p[i] == ',';
	struct ad_config_plan *plans = ad_arena_zalloc(s->arena, room * sizeof(*plans));
	s->out->plans = plans;
	while (rest.n > 0) {
		struct ad_str item = config_values_next_item(&rest);
		if (!plan_parse(s, item, &plans[s->out->plan_count++])) {
			config_values_fault(
				s, AD_OPT_PLANS,
				"must be a list such as team:600:100000:api,trial:10:100:no-api");
			return;
		}
	}
}

static void settle_fetch(const struct settle *s)
{
	struct ad_str rest = ad_str(s->values[AD_OPT_FETCH_ALLOW].text);
	s->out->fetch_ca = s->values[AD_OPT_FETCH_CA].text;
	if (s->out->fetch_ca && access(s->out->fetch_ca, R_OK) != 0)
		config_values_fault(s, AD_OPT_FETCH_CA, "cannot be read");
	struct ad_cidr *nets = ad_arena_alloc(s->arena, (rest.n / 2 + 1) * sizeof(*nets));
	s->out->fetch_allow.at = nets;
	while (rest.n > 0) {
		struct ad_str item = up_to(rest, ",");
		size_t used = item.n + (item.n < rest.n ? 1 : 0);
		rest.p += used;
		rest.n -= used;
		const char *text = ad_arena_copy(s->arena, item).p;
		if (!ad_cidr_parse(text, &nets[s->out->fetch_allow.count++])) {
			config_values_fault(
				s, AD_OPT_FETCH_ALLOW,
				"must be addresses or networks, such as 127.0.0.0/8,::1");
			return;
		}
	}
}

void ad_config_settle(struct ad_arena *arena,
		      const struct ad_config_value values[static AD_OPT_COUNT],
		      struct ad_config *out, struct ad_text *faults)
{
	struct settle s = { arena, values, out, faults };
	out->config_file = values[AD_OPT_CONFIG].text;
	settle_words(&s);
	settle_clients(&s);
	settle_data(&s);
	settle_listen(&s);
	settle_url(&s);
	settle_sandbox(&s);
	settle_plans(&s);
	settle_fetch(&s);
	settle_numbers(&s);
	settle_passwords(&s);
	out->apps = ad_platform_apps_read(arena, values[AD_OPT_PLATFORM_APPS].text,
					  values[AD_OPT_PLATFORM_APPS].where, faults);
}
