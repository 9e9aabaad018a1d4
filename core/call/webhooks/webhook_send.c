#include "call/webhooks/webhook_send.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/id.h"
#include "fetch/fetch.h"

#define SEND_MS 10000
#define ANSWER_MAX ((size_t)64 * 1024) /* bytes of an answer that are read and discarded */
#define PREFIX "whsec_"

struct ad_str ad_webhook_sign(struct ad_arena *arena, const struct ad_webhook_message *message,
			      int64_t timestamp_s)
{
	struct ad_str secret = message->secret, key;
	struct ad_str signed_text = ad_arena_printf(arena, "%.*s.%lld.%.*s", AD_FMT(message->id),
						    (long long)timestamp_s, AD_FMT(message->body));
	uint8_t mac[AD_SHA256_SIZE];

	if (!ad_str_starts(secret, PREFIX))
		return (struct ad_str){ 0 };
	secret.p += strlen(PREFIX);
	secret.n -= strlen(PREFIX);
	if (!ad_unbase64(arena, secret, &key))
		return (struct ad_str){ 0 };
	ad_hmac_sha256(key, signed_text, mac);
	return ad_arena_printf(arena, "v1,%.*s", AD_FMT(ad_base64(arena, mac, sizeof(mac))));
}

static const char *webhook_send_error_of(const struct ad_fetched *got)
{
	switch (got->end) {
	case AD_FETCHED:
		return NULL;
	case AD_FETCH_TOO_LARGE: /* the answer was read so far, and its status counts */
		return got->status / 100 == 2 ? NULL : "HTTP_STATUS";
	case AD_FETCH_STATUS:
		return "HTTP_STATUS";
	case AD_FETCH_TOO_SLOW:
		return "TOO_SLOW";
	case AD_FETCH_URL:
		return "URL_REFUSED";
	case AD_FETCH_UNREACHABLE:
		break;
	}
	return "UNREACHABLE";
}

void ad_webhook_send(struct ad_arena *arena, const struct ad_config *config,
		     const struct ad_webhook_message *message, const _Atomic(bool) *stop,
		     struct ad_webhook_result *out)
{
	int64_t now = ad_now() / AD_SECOND;
	struct ad_fetched got;
	const char *headers[] = {
		"Content-Type: application/json",
		"Expect:",
		ad_arena_printf(arena, "webhook-id: %.*s", AD_FMT(message->id)).p,
		ad_arena_printf(arena, "webhook-timestamp: %lld", (long long)now).p,
		ad_arena_printf(arena, "webhook-signature: %.*s",
				AD_FMT(ad_webhook_sign(arena, message, now)))
			.p,
		NULL,
	};
	struct ad_fetch_ask ask = {
		.url = ad_arena_copy(arena, message->url).p,
		.accept = "*/*",
		.max = ANSWER_MAX,
		.timeout_ms = SEND_MS,
		.allow = &config->fetch_allow,
		.ca_file = config->fetch_ca,
		.post = message->body,
		.headers = headers,
		.stop = stop,
	};

	ad_fetch(arena, &ask, &got);
	*out = (struct ad_webhook_result){
		.status = got.status,
		.error = webhook_send_error_of(&got),
		.gone = got.status == 410,
	};
}

/* Tests set it, so that they need not wait. */
static int64_t webhook_haste(void)
{
	const char *text = getenv("ADCORE_WEBHOOK_HASTE");
	long long number = text ? strtoll(text, NULL, 10) : 1;

	return number > 0 ? number : 1;
}

int64_t ad_webhook_pause(int64_t failures)
{
	static const int64_t pauses[] = {
		5 * AD_SECOND,  30 * AD_SECOND, 2 * AD_MINUTE,
		10 * AD_MINUTE, 30 * AD_MINUTE, AD_HOUR,
	};
	size_t at = failures < 1 ? 0 : (size_t)failures - 1;
	int64_t pause = pauses[at < AD_LEN(pauses) ? at : AD_LEN(pauses) - 1] / webhook_haste();
	uint32_t chance;

	ad_random(&chance, sizeof(chance));
	return pause + pause / 10 * (int64_t)(chance % 1000) / 1000;
}

int64_t ad_webhook_rest(int64_t took)
{
	return took > AD_WEBHOOK_PROMPT_US ? 4 * took / webhook_haste() : 0;
}

int64_t ad_webhook_patience(void)
{
	return AD_DAY / webhook_haste();
}
