/* One row per platform: how its headers report the remaining quota. */
#include "platform/quota.h"

#include "base/clock.h"
#include "base/json_read.h"

/*
 * Meta, in percent: of the ad account by kind of use (X-Business-Use-Case-Usage), of the ad account
 * in total (X-Ad-Account-Usage), of the application (X-App-Usage). The windows slide, so that some
 * quota is free again after a minute.
 */
#define LOOK_AGAIN (60 * AD_SECOND)
/* The pause between two requests for every percent above 75 % usage. */
#define SPACE (AD_SECOND / 4)

static void quota_most(const cJSON *object, const char *const *keys, struct ad_quota *out)
{
	for (; *keys; keys++) {
		const cJSON *item = ad_json_get(object, *keys);
		if (cJSON_IsNumber(item) && item->valueint > out->used)
			out->used = item->valueint;
	}
}

/* { "<ad account or business>": [ { type, call_count, … } ] } */
static void by_use(const cJSON *accounts, struct ad_quota *out)
{
	static const char *const keys[] = { "call_count", "total_cputime", "total_time", NULL };
	const cJSON *account, *use;

	cJSON_ArrayForEach(account, accounts)
	{
		cJSON_ArrayForEach(use, account)
		{
			quota_most(use, keys, out);
		}
	}
}

static void meta_quota(struct ad_arena *arena, const struct ad_http_response *response,
		       struct ad_quota *out)
{
	static const char *const keys[] = { "call_count", "total_cputime", "total_time",
					    "acc_id_util_pct", NULL };
	struct ad_json_error error;

	for (size_t i = 0; i < AD_HTTP_HEARD_MAX; i++) {
		struct ad_str text = response->heard[i];
		const cJSON *usage = text.n ? ad_json_parse(arena, text, &error) : NULL;
		if (i == 0)
			by_use(usage, out);
		else
			quota_most(usage, keys, out);
	}
	if (out->used > 100)
		out->used = 100;
	out->regain = LOOK_AGAIN;
	out->space = out->used > 75 ? (out->used - 75) * SPACE : 0;
}

/*
 * Reddit: the fields of draft-ietf-httpapi-ratelimit-headers, lists of RFC 9651.
 *   RateLimit-Policy: "campaign-management-read";q=400;w=60
 *   RateLimit: "campaign-management-read";r=399;t=57
 * No quota has more than MOST; what a member does not say is -1.
 */
#define MOST 1000000000

struct member {
	struct ad_str name;
	int64_t quota, rest, seconds;
};

static void quota_skip(struct ad_str *text, size_t n)
{
	text->p += n;
	text->n -= n;
}

static bool quota_begins(struct ad_str text, const char *with)
{
	return text.n && *text.p && strchr(with, *text.p);
}

/* `;q=400`: a name of one letter is read, other parameters are skipped. */
static void take_parameter(struct ad_str *text, struct member *out)
{
	char name;
	int64_t value = 0;

	quota_skip(text, 1);
	while (quota_begins(*text, " "))
		quota_skip(text, 1);
	if (text->n < 3 || text->p[1] != '=')
		return;
	name = text->p[0];
	quota_skip(text, 2);
	if (!quota_begins(*text, "0123456789"))
		return;
	for (; quota_begins(*text, "0123456789"); quota_skip(text, 1))
		value = value < MOST ? value * 10 + (*text->p - '0') : MOST;
	if (name == 'q')
		out->quota = value;
	if (name == 'r')
		out->rest = value;
	if (name == 't')
		out->seconds = value;
}

/* Reads the next member of a list; false if there is none. */
static bool next_member(struct ad_str *text, struct member *out)
{
	*out = (struct member){ .quota = -1, .rest = -1, .seconds = -1 };
	while (text->n && *text->p != '"')
		quota_skip(text, 1);
	if (!text->n)
		return false;
	quota_skip(text, 1);
	out->name = (struct ad_str){ text->p, 0 };
	for (; text->n && *text->p != '"'; quota_skip(text, 1))
		out->name.n++;
	if (!text->n)
		return false;
	quota_skip(text, 1);
	while (text->n && *text->p != ',') {
		if (*text->p == ';')
			take_parameter(text, out);
		else
			quota_skip(text, 1);
	}
	return true;
}

/* The quota of a policy; 0 if it is not given. */
static int64_t quota_of(struct ad_str policies, struct ad_str name)
{
	struct member policy;

	while (next_member(&policies, &policy))
		if (ad_str_eq(policy.name, name) && policy.quota > 0)
			return policy.quota;
	return 0;
}

static void reddit_quota(struct ad_arena *arena, const struct ad_http_response *response,
			 struct ad_quota *out)
{
	struct ad_str limits = response->heard[0];
	struct member limit;

	(void)arena;
	while (next_member(&limits, &limit)) {
		int64_t quota = quota_of(response->heard[1], limit.name), used;
		if (quota == 0 || limit.rest < 0 || limit.seconds < 0)
			continue;
		used = limit.rest < quota ? (quota - limit.rest) * 100 / quota : 0;
		if (used < out->used)
			continue;
		out->used = (int)used;
		out->regain = (limit.seconds > 0 ? limit.seconds : 1) * AD_SECOND;
		out->space = out->regain / (limit.rest > 0 ? limit.rest : 1);
	}
}

static void (*const rows[AD_PLATFORM_COUNT])(struct ad_arena *arena,
					     const struct ad_http_response *response,
					     struct ad_quota *out) = {
	[AD_META] = meta_quota,
	[AD_REDDIT] = reddit_quota,
};

void ad_quota_read(struct ad_arena *arena, enum ad_platform platform,
		   const struct ad_http_response *response, struct ad_quota *out)
{
	*out = (struct ad_quota){ 0 };
	if (platform < AD_PLATFORM_COUNT && rows[platform])
		rows[platform](arena, response, out);
}
