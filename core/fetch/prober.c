#include "fetch/prober.h"

#include <curl/curl.h>
#include <stdio.h>
#include <strings.h>

#include "base/clock.h"
#include "base/text.h"

#define CONNECT_MS 5000

/* One request under way. */
struct probing {
	const struct ad_probe *probe;
	struct ad_probed *out;
	struct ad_text body;
	size_t sent; /* bytes of the filler */
};

static size_t probing_take(char *data, size_t size, size_t count, void *arg)
{
	struct probing *p = arg;
	size_t n = size * count, room = AD_PROBE_BODY_MAX - p->body.n;

	p->out->last_at = ad_monotonic();
	if (!p->out->first_at)
		p->out->first_at = p->out->last_at;
	ad_text_add(&p->body, (struct ad_str){ data, n < room ? n : room });
	return n;
}

static size_t probing_fill(char *data, size_t size, size_t count, void *arg)
{
	struct probing *p = arg;
	size_t n = size * count, left = p->probe->filler - p->sent;

	if (n > left)
		n = left;
	memset(data, 0, n);
	p->sent += n;
	return n;
}

static void probing_set_body(CURL *easy, struct probing *p)
{
	const struct ad_probe *probe = p->probe;

	if (!probe->post.p && probe->filler == 0)
		return;
	curl_easy_setopt(easy, CURLOPT_POST, 1L);
	curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE,
			 (curl_off_t)(probe->post.p ? probe->post.n : probe->filler));
	if (probe->post.p) {
		curl_easy_setopt(easy, CURLOPT_POSTFIELDS, probe->post.p);
		return;
	}
	curl_easy_setopt(easy, CURLOPT_READFUNCTION, probing_fill);
	curl_easy_setopt(easy, CURLOPT_READDATA, p);
}

static void probing_set_rules(CURL *easy, struct probing *p)
{
	curl_easy_setopt(easy, CURLOPT_URL, p->probe->url);
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(easy, CURLOPT_PROXY, "");
	curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
	curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)p->probe->timeout_ms);
	curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_MS);
	curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
	curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
	curl_easy_setopt(easy, CURLOPT_CERTINFO, 1L);
	curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	curl_easy_setopt(easy, CURLOPT_HTTP09_ALLOWED, 0L);
	curl_easy_setopt(easy, CURLOPT_USERAGENT, "adcore/" ADCORE_VERSION);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, probing_take);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, p);
	/* The folder of the system's authorities stays trusted. */
	if (p->probe->ca_file)
		curl_easy_setopt(easy, CURLOPT_CAINFO, p->probe->ca_file);
	probing_set_body(easy, p);
}

/* All headers of a name, with commas between; absent where there is none. */
static struct ad_str probing_header(CURL *easy, struct ad_arena *arena, const char *name)
{
	struct ad_text text = ad_text_on(arena);
	struct curl_header *found = NULL;
	size_t i = 0;

	while (curl_easy_header(easy, name, i, CURLH_HEADER, -1, &found) == CURLHE_OK) {
		ad_text_adds(&text, i++ ? ", " : "");
		ad_text_adds(&text, found->value);
	}
	return i ? ad_text_str(&text) : (struct ad_str){ 0 };
}

/* Reads a date of the server's own certificate, which is the first; 0: there is none. */
static int64_t probing_date(const struct curl_certinfo *chain, const char *name)
{
	size_t n = strlen(name);

	if (!chain || chain->num_of_certs < 1)
		return 0;
	for (const struct curl_slist *row = chain->certinfo[0]; row; row = row->next) {
		if (strncasecmp(row->data, name, n) == 0 && row->data[n] == ':') {
			time_t at = curl_getdate(row->data + n + 1, NULL);
			return at > 0 ? (int64_t)at : 0;
		}
	}
	return 0;
}

static enum ad_probe_end probing_end(CURLcode code)
{
	switch ((int)code) {
	case CURLE_OK:
		return AD_PROBE_ANSWERED;
	case CURLE_URL_MALFORMAT:
	case CURLE_UNSUPPORTED_PROTOCOL:
		return AD_PROBE_URL;
	case CURLE_COULDNT_RESOLVE_HOST:
		return AD_PROBE_NAME;
	case CURLE_COULDNT_CONNECT:
		return AD_PROBE_CONNECT;
	case CURLE_OPERATION_TIMEDOUT:
		return AD_PROBE_SLOW;
	case CURLE_SSL_CONNECT_ERROR:
	case CURLE_SSL_CERTPROBLEM:
	case CURLE_SSL_CIPHER:
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_SSL_CACERT_BADFILE:
	case CURLE_SSL_ISSUER_ERROR:
		return AD_PROBE_TLS;
	default:
		return AD_PROBE_BROKEN;
	}
}

static void probing_read(CURL *easy, struct ad_arena *arena, struct ad_probed *out)
{
	struct curl_certinfo *chain = NULL;
	char *local = NULL;
	long port = 0;

	curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &out->status);
	out->location = probing_header(easy, arena, "Location");
	out->hsts = probing_header(easy, arena, "Strict-Transport-Security");
	out->challenge = probing_header(easy, arena, "WWW-Authenticate");
	if (curl_easy_getinfo(easy, CURLINFO_CERTINFO, &chain) == CURLE_OK) {
		out->valid_from = probing_date(chain, "Start date");
		out->valid_until = probing_date(chain, "Expire date");
	}
	if (curl_easy_getinfo(easy, CURLINFO_LOCAL_IP, &local) == CURLE_OK && local)
		snprintf(out->local, sizeof(out->local), "%s", local);
	if (curl_easy_getinfo(easy, CURLINFO_LOCAL_PORT, &port) == CURLE_OK)
		out->local_port = (int)port;
}

void ad_probe_send(struct ad_arena *arena, const struct ad_probe *probe, struct ad_probed *out)
{
	struct probing p = { .probe = probe, .out = out, .body = ad_text_on(arena) };
	char words[CURL_ERROR_SIZE] = "";
	struct curl_slist *headers = NULL;
	CURL *easy = curl_easy_init();

	*out = (struct ad_probed){ .end = AD_PROBE_BROKEN, .why = "out of memory" };
	if (!easy)
		return;
	for (const char *const *line = probe->headers; line && *line; line++)
		headers = curl_slist_append(headers, *line);
	probing_set_rules(easy, &p);
	curl_easy_setopt(easy, CURLOPT_HTTPHEADER, headers);
	curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, words);
	CURLcode code = curl_easy_perform(easy);
	out->end = probing_end(code);
	out->why = ad_arena_copy(arena, ad_str(words[0] ? words : curl_easy_strerror(code))).p;
	out->body = ad_text_str(&p.body);
	probing_read(easy, arena, out);
	curl_slist_free_all(headers);
	curl_easy_cleanup(easy);
}
