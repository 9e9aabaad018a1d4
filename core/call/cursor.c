#include "call/cursor.h"
#include "call/core.h"

#include "auth/auth.h"
#include "base/digest.h"
#include "base/text.h"

#define MAC_SIZE 16
#define LIMIT_DEFAULT 50
#define LIMIT_MAX 200

struct ad_str ad_cursor_bound(struct ad_call *call, struct ad_str filters, bool ascending)
{
	return ad_arena_printf(call->arena, "%s\n%.*s\n%s\n%s\n%d", call->res->path,
			       AD_FMT(filters), ascending ? "asc" : "desc", call->space.id,
			       (int)call->who->environment);
}

static void sign(struct ad_call *call, struct ad_str bound, struct ad_str key,
		 uint8_t mac[static AD_SHA256_SIZE])
{
	struct ad_str data = ad_arena_printf(call->arena, "%.*s\n%.*s", AD_FMT(bound), AD_FMT(key));
	ad_secrets_mac(ad_auth_secrets(call->core->auth), "cursor", data, mac);
}

struct ad_str ad_cursor_make(struct ad_call *call, struct ad_str bound, struct ad_str key)
{
	uint8_t mac[AD_SHA256_SIZE];
	struct ad_text raw = ad_text_on(call->arena);
	sign(call, bound, key, mac);
	ad_text_add(&raw, (struct ad_str){ (const char *)mac, MAC_SIZE });
	ad_text_add(&raw, key);
	return ad_base64url(call->arena, raw.p, raw.n);
}

bool ad_cursor_read(struct ad_call *call, struct ad_str bound, struct ad_str *key)
{
	uint8_t mac[AD_SHA256_SIZE];
	struct ad_str raw;
	struct ad_str cursor = ad_call_param(call, "cursor");
	*key = (struct ad_str){ NULL, 0 };
	if (!cursor.p)
		return true;
	if (cursor.n <= 512 && ad_unbase64url(call->arena, cursor, &raw) && raw.n > MAC_SIZE) {
		struct ad_str found = { raw.p + MAC_SIZE, raw.n - MAC_SIZE };
		sign(call, bound, found, mac);
		if (ad_secret_eq((struct ad_str){ raw.p, MAC_SIZE },
				 (struct ad_str){ (const char *)mac, MAC_SIZE })) {
			*key = found;
			return true;
		}
	}
	ad_fault(call, "cursor", "INVALID_CURSOR",
		 "cursor is none of this list's: use meta.nextCursor with the same filters and "
		 "order, or leave it out to start again.");
	return false;
}

bool ad_limit_read(struct ad_call *call, int64_t *limit)
{
	struct ad_str text = ad_call_param(call, "limit");
	int64_t number = 0;
	*limit = LIMIT_DEFAULT;
	if (!text.p)
		return true;
	bool digits = text.n >= 1 && text.n <= 3;
	for (size_t i = 0; digits && i < text.n; i++) {
		digits = text.p[i] >= '0' && text.p[i] <= '9';
		number = number * 10 + (text.p[i] - '0');
	}
	if (digits && number >= 1 && number <= LIMIT_MAX) {
		*limit = number;
		return true;
	}
	ad_fault_limit(call, "limit", number > LIMIT_MAX ? "TOO_LARGE" : "TOO_SMALL", LIMIT_MAX,
		       "limit must be a whole number from 1 to %d.", LIMIT_MAX);
	return false;
}

bool ad_order_read(struct ad_call *call, bool *ascending)
{
	struct ad_str text = ad_call_param(call, "order");
	*ascending = ad_str_is(text, "asc");
	if (!text.p || *ascending || ad_str_is(text, "desc"))
		return true;
	ad_fault(call, "order", "UNKNOWN_VALUE", "order must be asc or desc.");
	return false;
}
