/*
 * Sends one event to a webhook: a POST signed by Standard Webhooks, guarded like every outgoing
 * fetch, without redirects, ended after 10 s. Blocks; runs on a thread that may wait.
 */
#ifndef AD_CALL_WEBHOOK_SEND_H
#define AD_CALL_WEBHOOK_SEND_H

#include <stdatomic.h>

#include "call/request/core.h"

#define AD_WEBHOOK_PROMPT_US INT64_C(1000000) /* a longer attempt is slow */

struct ad_webhook_message {
	struct ad_str url;
	struct ad_str secret; /* "whsec_…" */
	struct ad_str id;     /* of the event: webhook-id */
	struct ad_str body;   /* JSON */
};

struct ad_webhook_result {
	long status;       /* of the answer; 0: there was none */
	const char *error; /* NULL: accepted; else a word of ours */
	bool gone;         /* it answered 410: send nothing more */
};

/* "v1,…": HMAC-SHA-256 of id, timestamp and body; absent where the secret is malformed. */
struct ad_str ad_webhook_sign(struct ad_arena *arena, const struct ad_webhook_message *message,
			      int64_t timestamp_s);
/* Sends the event; stops when *stop becomes true (NULL: never). */
void ad_webhook_send(struct ad_arena *arena, const struct ad_config *config,
		     const struct ad_webhook_message *message, const _Atomic(bool) *stop,
		     struct ad_webhook_result *out);
/*
 * The pause after that many failed attempts in a row, us: 5 s, 30 s, 2 min, 10 min, 30 min, then an
 * hour each, plus a random part of up to a tenth. ADCORE_WEBHOOK_HASTE divides it, for tests.
 */
int64_t ad_webhook_pause(int64_t failures);
/*
 * The pause after an accepted event that took that long, us: none if it was prompt, otherwise four
 * times as long, divided by the same divisor. So a webhook occupies a thread for at most a fifth of
 * the time.
 */
int64_t ad_webhook_rest(int64_t took);
/*
 * The time that a webhook may fail before it is disabled, in us: 24 hours, divided by the same
 * divisor.
 */
int64_t ad_webhook_patience(void);

#endif
