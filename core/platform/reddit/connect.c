/* Consent at Reddit, and the ad accounts of the person's businesses. */
#include "platform/connect.h"

#include "base/digest.h"
#include "base/json_read.h"
#include "platform/form.h"
#include "platform/reddit/adapter.h"

/* A form with the client's secret in Authorization: Basic (RFC 6749 section 2.3.1). */
static void client_request(struct ad_arena *arena, const struct ad_link *link, struct ad_text *body,
			   struct ad_http_request *out)
{
	struct ad_str client = ad_arena_printf(arena, "%.*s:%.*s", AD_FMT(link->client_id),
					       AD_FMT(link->client_secret));

	reddit_request(arena, link, "POST", AD_S(""), out);
	out->url = link->token_url;
	out->changes = false;
	out->headers[1].value = AD_S("application/x-www-form-urlencoded");
	out->headers[out->header_count++] =
		(struct ad_http_header){ "Authorization",
					 ad_arena_printf(arena, "Basic %s",
							 ad_base64(arena, client.p, client.n).p) };
	out->body = ad_text_str(body);
}

static void reddit_code_request(struct ad_arena *arena, const struct ad_link *link,
				const struct ad_consent *consent, struct ad_str code,
				struct ad_http_request *out)
{
	struct ad_text body = ad_text_on(arena);

	ad_code_form(&body, &ad_reddit_connector, consent, code);
	client_request(arena, link, &body, out);
}

static void reddit_find(struct ad_arena *arena, const struct ad_link *link,
			const struct ad_finding *finding, struct ad_http_request *out)
{
	struct ad_str path = AD_S("me/businesses?page.size=100");

	if (finding->step > 0)
		path = ad_arena_printf(arena, "businesses/%.*s/ad_accounts?page.size=100",
				       AD_FMT(finding->leads->id));
	reddit_request(arena, link, "GET", path, out);
	if (finding->page.n)
		out->url = finding->page;
}

/* True if the next page may be requested: its URL must be the API's, and not the same again. */
static bool may_follow(const struct ad_link *link, const struct ad_finding *finding,
		       struct ad_str next)
{
	struct ad_str api = link->api_url;

	return next.n > api.n && memcmp(next.p, api.p, api.n) == 0 && next.p[api.n] == '/' &&
	       !ad_str_eq(next, finding->page);
}

static void reddit_take(struct ad_arena *arena, struct ad_finding *finding, const cJSON *data)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, data)
	{
		struct ad_reached account = {
			.id = ad_json_get_text(item, "id"),
			.name = ad_json_get_text(item, "name"),
			.currency = ad_json_get_text(item, "currency"),
			.timezone = ad_json_get_text(item, "time_zone_id"),
		};
		if (account.id.n && finding->step == 0)
			ad_finding_lead(arena, finding, account.id);
		else if (account.id.n)
			ad_finding_add(arena, finding, &account);
	}
}

static void reddit_found(struct ad_arena *arena, const struct ad_link *link,
			 struct ad_finding *finding, const struct ad_http_response *response,
			 struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	struct ad_str next = ad_json_get_text(ad_json_get(body, "pagination"), "next_url");
	/* Not every member of a business may read its ad accounts. */
	bool closed = finding->step > 0 && response->status == 403;

	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (!closed && (response->status != 200 || !body)) {
		reddit_failure(arena, response, body, outcome);
		return;
	}
	reddit_take(arena, finding, ad_json_get(body, "data"));
	finding->cut = finding->cut || (next.n && !may_follow(link, finding, next));
	finding->page =
		may_follow(link, finding, next) ? ad_arena_copy(arena, next) : (struct ad_str){ 0 };
	if (!finding->page.n && finding->step++ > 0)
		finding->leads = finding->leads->next;
	finding->over = finding->over || (finding->step > 0 && !finding->leads);
}

static void reddit_revoke(struct ad_arena *arena, const struct ad_link *link,
			  struct ad_http_request *out)
{
	struct ad_text body = ad_text_on(arena);
	struct ad_str url = link->token_url;

	url.n -= sizeof("access_token") - 1;
	ad_form_add(&body, "token", link->refresh_token);
	ad_form_add(&body, "token_type_hint", AD_S("refresh_token"));
	client_request(arena, link, &body, out);
	out->url = ad_arena_printf(arena, "%.*srevoke_token", AD_FMT(url));
}

const struct ad_connector ad_reddit_connector = {
	.platform = AD_REDDIT,
	.authorize_url = "https://www.reddit.com/api/v1/authorize",
	.sandbox_authorize = "/reddit-oauth/api/v1/authorize",
	.parameters = "&duration=permanent&scope=adsread%2Cadsedit%2Cadsconversions",
	.code = reddit_code_request,
	.find = reddit_find,
	.found = reddit_found,
	.revoke = reddit_revoke,
};
