#include "fetch/fetch.h"

#include <curl/curl.h>
#include <sys/socket.h>
#include <time.h>

#include "base/text.h"
#include "fetch/freshness.h"

#define CONNECT_MS 5000

/* One fetch under way. */
struct fetch {
	const struct ad_fetch_ask *ask;
	struct ad_text body;
	bool too_large;
};

bool ad_fetch_init(void)
{
	return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

static size_t take_body(char *data, size_t size, size_t count, void *arg)
{
	struct fetch *f = arg;
	size_t n = size * count;

	if (n > f->ask->max - f->body.n) {
		f->too_large = true;
		return 0;
	}
	ad_text_add(&f->body, (struct ad_str){ data, n });
	return f->body.failed ? 0 : n;
}

/* The address that is about to be connected, whatever name led to it: looked at here alone. */
static curl_socket_t open_socket(void *arg, curlsocktype purpose, struct curl_sockaddr *address)
{
	const struct fetch *f = arg;

	if (purpose != CURLSOCKTYPE_IPCXN ||
	    !ad_guard_connect(f->ask->allow, &address->addr, address->addrlen))
		return CURL_SOCKET_BAD;
	return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/* Ends the transfer where the server stops. */
static int look_at_stop(void *arg, curl_off_t down_all, curl_off_t down, curl_off_t up_all,
			curl_off_t up)
{
	const struct fetch *f = arg;

	(void)down_all;
	(void)down;
	(void)up_all;
	(void)up;
	return f->ask->stop && atomic_load(f->ask->stop) ? 1 : 0;
}

static bool any_allowed(const struct ad_fetch_ask *ask)
{
	return ask->allow && ask->allow->count;
}

static bool part_is(CURLU *url, CURLUPart part, const char *wanted)
{
	char *text = NULL;
	bool is = curl_url_get(url, part, &text, CURLU_DEFAULT_PORT) == CURLUE_OK &&
		  strcmp(text, wanted) == 0;

	curl_free(text);
	return is;
}

/* Reads the URL as curl will. */
static bool url_ok(const struct ad_fetch_ask *ask, CURLU *url)
{
	if (curl_url_set(url, CURLUPART_URL, ask->url, CURLU_DISALLOW_USER) != CURLUE_OK)
		return false;
	if (any_allowed(ask))
		return part_is(url, CURLUPART_SCHEME, "https") ||
		       part_is(url, CURLUPART_SCHEME, "http");
	return part_is(url, CURLUPART_SCHEME, "https") && part_is(url, CURLUPART_PORT, "443");
}

static void set_rules(CURL *easy, struct fetch *f, CURLU *url)
{
	const struct ad_fetch_ask *ask = f->ask;

	curl_easy_setopt(easy, CURLOPT_CURLU, url);
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, any_allowed(ask) ? "http,https" : "https");
	curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR,
			 any_allowed(ask) ? "http,https" : "https");
	curl_easy_setopt(easy, CURLOPT_PROXY, "");
	curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
	curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)ask->timeout_ms);
	curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
	curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, ask->redirects > 0 ? 1L : 0L);
	curl_easy_setopt(easy, CURLOPT_MAXREDIRS, (long)ask->redirects);
	curl_easy_setopt(easy, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
	curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
	curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
	curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	curl_easy_setopt(easy, CURLOPT_HTTP09_ALLOWED, 0L);
	curl_easy_setopt(easy, CURLOPT_USERAGENT, "adcore/" ADCORE_VERSION);
	curl_easy_setopt(easy, CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)ask->max);
	curl_easy_setopt(easy, CURLOPT_FAILONERROR, 1L);
	curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket);
	curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, f);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, f);
	curl_easy_setopt(easy, CURLOPT_NOPROGRESS, ask->stop ? 0L : 1L);
	curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, look_at_stop);
	curl_easy_setopt(easy, CURLOPT_XFERINFODATA, f);
	if (ask->post.p) {
		curl_easy_setopt(easy, CURLOPT_POST, 1L);
		curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)ask->post.n);
		curl_easy_setopt(easy, CURLOPT_POSTFIELDS, ask->post.p);
	}
	/* The folder of the system's authorities stays trusted. */
	if (ask->ca_file)
		curl_easy_setopt(easy, CURLOPT_CAINFO, ask->ca_file);
}

/* The last header of a name; absent where there is none. */
static struct ad_str fetch_header(CURL *easy, struct ad_arena *arena, const char *name)
{
	struct curl_header *found = NULL;
	size_t amount = 0;

	if (curl_easy_header(easy, name, 0, CURLH_HEADER, -1, &found) != CURLHE_OK)
		return (struct ad_str){ 0 };
	amount = found->amount;
	if (amount > 1 &&
	    curl_easy_header(easy, name, amount - 1, CURLH_HEADER, -1, &found) != CURLHE_OK)
		return (struct ad_str){ 0 };
	return ad_arena_copy(arena, ad_str(found->value));
}

/*
 * Reads the headers of the response. Several Cache-Control lines are one list; the strictest wins.
 */
static void take_headers(CURL *easy, struct ad_arena *arena, struct ad_fetched *out)
{
	struct curl_header *line = NULL;
	struct ad_text control = ad_text_on(arena);
	struct ad_str expires = fetch_header(easy, arena, "Expires");
	struct ad_str date = fetch_header(easy, arena, "Date");

	out->type = fetch_header(easy, arena, "Content-Type");
	for (size_t i = 0;
	     curl_easy_header(easy, "Cache-Control", i, CURLH_HEADER, -1, &line) == CURLHE_OK;
	     i++) {
		ad_text_adds(&control, i ? "," : "");
		ad_text_adds(&control, line->value);
	}
	out->fresh_s = ad_fetch_max_age(ad_text_str(&control));
	if (out->fresh_s >= 0 || !expires.p)
		return;
	/* An Expires that is no date has passed (RFC 9111 section 5.3). */
	time_t until = curl_getdate(expires.p, NULL);
	time_t from = date.p ? curl_getdate(date.p, NULL) : -1;
	if (from < 0)
		from = time(NULL);
	out->fresh_s = until > from ? (int64_t)(until - from) : 0;
}

static enum ad_fetch_end end_of(CURLcode code, const struct fetch *f, long status)
{
	switch ((int)code) {
	case CURLE_OK:
		return status == 200 || (f->ask->post.p && status / 100 == 2) ? AD_FETCHED
									      : AD_FETCH_STATUS;
	case CURLE_HTTP_RETURNED_ERROR:
	case CURLE_TOO_MANY_REDIRECTS:
		return AD_FETCH_STATUS;
	case CURLE_FILESIZE_EXCEEDED:
		return AD_FETCH_TOO_LARGE;
	case CURLE_OPERATION_TIMEDOUT:
		return AD_FETCH_TOO_SLOW;
	case CURLE_URL_MALFORMAT:
	case CURLE_UNSUPPORTED_PROTOCOL:
	case CURLE_LOGIN_DENIED:
		/* The URL was looked at: a redirect's, or what answered speaks no HTTP. */
		return status ? AD_FETCH_STATUS : AD_FETCH_UNREACHABLE;
	default:
		return f->too_large ? AD_FETCH_TOO_LARGE : AD_FETCH_UNREACHABLE;
	}
}

static void fetch_run(CURL *easy, struct fetch *f, CURLU *url, struct ad_fetched *out)
{
	struct ad_text accept = ad_text_on(f->body.arena);
	struct curl_slist *headers;

	ad_text_addf(&accept, "Accept: %s", f->ask->accept);
	headers = curl_slist_append(NULL, ad_text_str(&accept).p);
	for (const char *const *line = f->ask->headers; line && *line; line++)
		headers = curl_slist_append(headers, *line);
	set_rules(easy, f, url);
	curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
	CURLcode code = curl_easy_perform(easy);
	curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &out->status);
	out->end = end_of(code, f, out->status);
	if (out->end == AD_FETCHED) {
		out->body = ad_text_str(&f->body);
		take_headers(easy, f->body.arena, out);
	}
	curl_slist_free_all(headers);
}

void ad_fetch(struct ad_arena *arena, const struct ad_fetch_ask *ask, struct ad_fetched *out)
{
	struct fetch f = { .ask = ask, .body = ad_text_on(arena) };
	CURLU *url = curl_url();
	CURL *easy = curl_easy_init();

	*out = (struct ad_fetched){ .end = AD_FETCH_URL, .fresh_s = -1 };
	f.body.max = ask->max + 1; /* an uncounted NUL stands behind it */
	if (!url || !easy)
		out->end = AD_FETCH_UNREACHABLE;
	else if (url_ok(ask, url))
		fetch_run(easy, &f, url, out);
	curl_easy_cleanup(easy);
	curl_url_cleanup(url);
}
