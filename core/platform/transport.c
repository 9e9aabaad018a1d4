#include "platform/transport.h"

#include <stdio.h>
#include <stdlib.h>

#include <curl/curl.h>

#include "base/text.h"
#include "platform/token.h"

#define TIMEOUT_MS 60000
#define CONNECT_TIMEOUT_MS 10000
#define ANSWER_MAX ((size_t)64 << 20)

struct ad_transport {
	CURLM *multi;
};

struct ad_transport *ad_transport_new(void)
{
	struct ad_transport *t;
	CURLM *multi;

	if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
		return NULL;
	multi = curl_multi_init();
	if (!multi)
		return NULL;
	t = ad_xcalloc(1, sizeof(*t));
	t->multi = multi;
	return t;
}

void ad_transport_free(struct ad_transport *transport)
{
	if (!transport)
		return;
	curl_multi_cleanup(transport->multi);
	free(transport);
}

static size_t take_body(char *data, size_t size, size_t count, void *arg)
{
	struct ad_text *body = arg;

	ad_text_add(body, (struct ad_str){ data, size * count });
	return body->failed ? 0 : size * count;
}

static struct curl_slist *add_header(struct curl_slist *list, const char *name, struct ad_str value)
{
	struct ad_text line = { 0 };
	struct curl_slist *longer;

	ad_text_addf(&line, "%s: %.*s", name, AD_FMT(value));
	longer = curl_slist_append(list, ad_text_str(&line).p);
	ad_text_free(&line);
	return longer ? longer : list;
}

static struct curl_slist *header_list(const struct ad_transfer *transfer)
{
	const struct ad_http_request *request = &transfer->request;
	struct ad_text bearer = { 0 };
	struct curl_slist *list = NULL;

	for (size_t i = 0; i < request->header_count; i++)
		list = add_header(list, request->headers[i].name, request->headers[i].value);
	if (transfer->access_token.p) {
		ad_text_adds(&bearer, "Bearer ");
		ad_text_add(&bearer, transfer->access_token);
		list = add_header(list, "Authorization", ad_text_str(&bearer));
		ad_text_free(&bearer);
	}
	/* Does not wait for 100 Continue, because the bodies are small. */
	return add_header(list, "Expect", AD_S(""));
}

static void set_rules(CURL *easy, const struct ad_transfer *transfer)
{
	long timeout = transfer->timeout_ms > 0 ? transfer->timeout_ms : TIMEOUT_MS;

	curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
	/* Some URLs come from a platform's answer, so files and other protocols are refused. */
	curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
	curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, timeout);
	curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)CONNECT_TIMEOUT_MS);
	curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
	curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
	curl_easy_setopt(easy, CURLOPT_NOPROXY, "localhost,127.0.0.1,::1");
	curl_easy_setopt(easy, CURLOPT_USERAGENT, "adcore/" ADCORE_VERSION);
	curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
	curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
	/*
	 * curl repeats a request by itself if a reused connection ends before the first byte of an
	 * answer. The platform may have done the work by then, so a change uses a new connection.
	 */
	if (transfer->request.changes)
		curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
}

void ad_transport_send(struct ad_transport *transport, struct ad_transfer *transfer)
{
	const struct ad_http_request *request = &transfer->request;
	CURL *easy = curl_easy_init();
	struct ad_text *body = ad_xcalloc(1, sizeof(*body));
	char *url = ad_xstrdup(request->url);

	if (!easy)
		abort();
	body->max = ANSWER_MAX;
	transfer->handle = easy;
	transfer->buffer = body;
	transfer->headers = header_list(transfer);
	transfer->response = (struct ad_http_response){ 0 };
	set_rules(easy, transfer);
	curl_easy_setopt(easy, CURLOPT_URL, url);
	free(url);
	curl_easy_setopt(easy, CURLOPT_HTTPHEADER, (struct curl_slist *)transfer->headers);
	curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, take_body);
	curl_easy_setopt(easy, CURLOPT_WRITEDATA, body);
	curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer);
	/*
	 * PUT, PATCH and DELETE have bodies too: some platforms name the objects to delete there.
	 */
	if (request->body.n || strcmp(request->method, "POST") == 0) {
		curl_easy_setopt(easy, CURLOPT_POST, 1L);
		curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request->body.p ? request->body.p : "");
		curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body.n);
	}
	if (strcmp(request->method, "POST") != 0)
		curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
	if (curl_multi_add_handle(transport->multi, easy) != CURLM_OK)
		abort();
}

void ad_transfer_clear(struct ad_transfer *transfer)
{
	struct ad_text *body = transfer->buffer;

	if (transfer->handle)
		curl_easy_cleanup(transfer->handle);
	curl_slist_free_all(transfer->headers);
	if (body)
		ad_text_free(body);
	free(body);
	transfer->handle = transfer->headers = transfer->buffer = NULL;
	transfer->response = (struct ad_http_response){ 0 };
}

void ad_transport_drop(struct ad_transport *transport, struct ad_transfer *transfer)
{
	if (transfer->handle)
		curl_multi_remove_handle(transport->multi, transfer->handle);
	ad_transfer_clear(transfer);
}

/* True for failures before any byte of the request can have been sent. */
static bool never_left(CURL *easy, CURLcode code)
{
	curl_off_t connected = 0;
	long size = 0;

	switch ((int)code) {
	case CURLE_UNSUPPORTED_PROTOCOL:
	case CURLE_URL_MALFORMAT:
	case CURLE_COULDNT_RESOLVE_PROXY:
	case CURLE_COULDNT_RESOLVE_HOST:
	case CURLE_COULDNT_CONNECT:
	case CURLE_SSL_CONNECT_ERROR:
	case CURLE_PEER_FAILED_VERIFICATION:
		return true;
	case CURLE_OPERATION_TIMEDOUT:
		curl_easy_getinfo(easy, CURLINFO_PRETRANSFER_TIME_T, &connected);
		curl_easy_getinfo(easy, CURLINFO_REQUEST_SIZE, &size);
		return connected == 0 && size == 0;
	default:
		return false;
	}
}

/* A header of the last answer (redirects are not followed); owned by curl until the handle ends. */
static struct ad_str transport_heard(CURL *easy, const char *name)
{
	struct curl_header *header = NULL;

	if (!name || curl_easy_header(easy, name, 0, CURLH_HEADER, -1, &header) != CURLHE_OK)
		return (struct ad_str){ 0 };
	return ad_str(header->value);
}

static void transport_finish(struct ad_transport *transport, CURL *easy, CURLcode code)
{
	struct ad_transfer *transfer = NULL;
	curl_off_t retry_after = 0;
	struct ad_text *body;

	curl_easy_getinfo(easy, CURLINFO_PRIVATE, (char **)&transfer);
	if (code == CURLE_OK) {
		transfer->sent = AD_ANSWERED;
		curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &transfer->response.status);
		transfer->response.parts = transfer->request.parts;
		curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &retry_after);
		transfer->response.retry_after = (int64_t)retry_after;
		body = transfer->buffer;
		ad_hide(body->p, body->n, transfer->access_token);
		transfer->response.body = ad_text_str(body);
		for (size_t i = 0; i < AD_HTTP_HEARD_MAX; i++)
			transfer->response.heard[i] =
				transport_heard(easy, transfer->request.hears[i]);
	} else {
		transfer->sent = never_left(easy, code) ? AD_NOT_SENT : AD_UNKNOWN;
		snprintf(transfer->reason, sizeof(transfer->reason), "%s",
			 curl_easy_strerror(code));
	}
	curl_multi_remove_handle(transport->multi, easy);
	transfer->done(transfer);
}

/* Transfers bytes and calls done() for finished transfers; returns true if there were any. */
static bool transport_move(struct ad_transport *transport)
{
	CURLMsg *message;
	int running = 0, left = 0;
	bool any = false;

	curl_multi_perform(transport->multi, &running);
	while ((message = curl_multi_info_read(transport->multi, &left))) {
		if (message->msg != CURLMSG_DONE)
			continue;
		transport_finish(transport, message->easy_handle, message->data.result);
		any = true;
	}
	return any;
}

void ad_transport_run(struct ad_transport *transport, int timeout_ms)
{
	/* A transfer that ends without waiting must not wait for the next event either. */
	if (transport_move(transport) ||
	    curl_multi_poll(transport->multi, NULL, 0, timeout_ms, NULL) != CURLM_OK)
		return;
	transport_move(transport);
}

void ad_transport_wake(struct ad_transport *transport)
{
	curl_multi_wakeup(transport->multi);
}
