#include "call/request/cursor.h"
#include "call/request/core.h"

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

static void cursor_sign(struct ad_call *call, struct ad_str bound, struct ad_str key,
			uint8_t mac[static AD_SHA256_SIZE])
{
	struct ad_text data = ad_text_on(call->arena);
	/* Added as bytes, because a forged key may contain a NUL. */
	ad_text_add(&data, bound);
	ad_text_addc(&data, '\n');
	ad_text_add(&data, key);
	ad_secrets_mac(ad_auth_secrets(call->core->auth), "cursor", ad_text_str(&data), mac);
}

struct ad_str ad_cursor_make(struct ad_call *call, struct ad_str bound, struct ad_str key)
{
	uint8_t mac[AD_SHA256_SIZE];
	struct ad_text raw = ad_text_on(call->arena);
	cursor_sign(call, bound, key, mac);
	ad_text_add(&raw, (struct ad_str){ (const char *)mac, MAC_SIZE });
	ad_text_add(&raw, key);
	return ad_base64url(call->arena, raw.p, raw.n);
}

bool ad_cursor_take(struct ad_call *call, struct ad_str bound, struct ad_str text,
		    struct ad_str *key)
{
	uint8_t mac[AD_SHA256_SIZE];
	struct ad_str raw;
	if (text.n > 512 || !ad_unbase64url(call->arena, text, &raw) || raw.n <= MAC_SIZE)
		return false;
	*key = (struct ad_str){ raw.p + MAC_SIZE, raw.n - MAC_SIZE };
	cursor_sign(call, bound, *key, mac);
	return ad_secret_eq((struct ad_str){ raw.p, MAC_SIZE },
			    (struct ad_str){ (const char *)mac, MAC_SIZE });
}

bool ad_cursor_read(struct ad_call *call, struct ad_str bound, struct ad_str *key)
{
	struct ad_str cursor = ad_call_param(call, "cursor");
	*key = (struct ad_str){ NULL, 0 };
	if (!cursor.p || ad_cursor_take(call, bound, cursor, key))
		return true;
	*key = (struct ad_str){ NULL, 0 };
	ad_fault(call, "cursor", "INVALID_CURSOR",
		 "cursor does not belong to this list. Use meta.nextCursor with the same filters "
		 "and order, or omit cursor to start again.");
	return false;
}

/* The code of a limit's fault, or NULL. */
static const char *limit_fault(struct ad_str text, int64_t max, int64_t *number)
{
	*number = 0;
	if (text.n == 0 || text.n > 18)
		return text.n == 0 ? "WRONG_TYPE" : "TOO_LARGE";
	for (size_t i = 0; i < text.n; i++) {
		if (text.p[i] < '0' || text.p[i] > '9')
			return "WRONG_TYPE";
		*number = *number * 10 + (text.p[i] - '0');
	}
	if (*number > max)
		return "TOO_LARGE";
	return *number < 1 ? "TOO_SMALL" : NULL;
}

bool ad_limit_read_to(struct ad_call *call, int64_t max, int64_t *limit)
{
	struct ad_str text = ad_call_param(call, "limit");
	*limit = max ? max : LIMIT_DEFAULT;
	max = max ? max : LIMIT_MAX;
	if (!text.p)
		return true;
	const char *fault = limit_fault(text, max, limit);
	if (!fault)
		return true;
	ad_fault_limit(call, "limit", fault, *limit < 1 ? 1 : max,
		       "limit must be a whole number from 1 to %lld.", (long long)max);
	return false;
}

bool ad_limit_read(struct ad_call *call, int64_t *limit)
{
	return ad_limit_read_to(call, 0, limit);
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
