/*
 * Consent at Meta: a short-lived token, exchanged for one of about 60 days; there is no refresh
 * token.
 */
#include "platform/connect.h"

#include "base/json_read.h"
#include "platform/form.h"
#include "platform/meta/adapter.h"

enum {
	ACCOUNT_CLOSED = 101
};

static void meta_code_request(struct ad_arena *arena, const struct ad_link *link,
			      const struct ad_consent *consent, struct ad_str code,
			      struct ad_http_request *out)
{
	struct ad_text form = ad_text_on(arena);

	*out = (struct ad_http_request){ .method = "POST", .url = link->token_url };
	out->headers[out->header_count++] =
		(struct ad_http_header){ "Content-Type",
					 AD_S("application/x-www-form-urlencoded") };
	ad_form_add(&form, "client_id", link->client_id);
	ad_form_add(&form, "client_secret", link->client_secret);
	ad_form_add(&form, "redirect_uri", consent->redirect_uri);
	ad_form_add(&form, "code", code);
	out->body = ad_text_str(&form);
}

static void meta_find(struct ad_arena *arena, const struct ad_link *link,
		      const struct ad_finding *finding, struct ad_http_request *out)
{
	struct meta_part part = { "GET", AD_S("me/adaccounts"), ad_text_on(arena) };

	ad_form_add(&part.form, "fields",
		    AD_S("id,account_id,name,currency,timezone_name,account_status"));
	ad_form_add(&part.form, "limit", AD_S("100"));
	if (finding->page.n)
		ad_form_add(&part.form, "after", finding->page);
	meta_request(arena, link, &part, 1, out);
}

static void meta_found(struct ad_arena *arena, const struct ad_link *link,
		       struct ad_finding *finding, const struct ad_http_response *response,
		       struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	const cJSON *paging = ad_json_get(body, "paging"), *item;

	(void)link;
	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (response->status != 200 || !body) {
		meta_failure(arena, response->status, body, response, outcome);
		return;
	}
	cJSON_ArrayForEach(item, ad_json_get(body, "data"))
	{
		struct ad_reached account = {
			.id = ad_json_get_text(item, "id"),
			.name = ad_json_get_text(item, "name"),
			.currency = ad_json_get_text(item, "currency"),
			.timezone = ad_json_get_text(item, "timezone_name"),
		};
		if (account.id.n &&
		    meta_number(ad_json_get(item, "account_status")) != ACCOUNT_CLOSED)
			ad_finding_add(arena, finding, &account);
	}
	finding->step++;
	finding->page = (struct ad_str){ 0 };
	if (ad_json_get_text(paging, "next").n)
		finding->page = ad_arena_copy(
			arena, ad_json_get_text(ad_json_get(paging, "cursors"), "after"));
	finding->over = finding->over || !finding->page.n;
}

/* Revokes the application's permissions, and thereby all its tokens of that person. */
static void meta_revoke(struct ad_arena *arena, const struct ad_link *link,
			struct ad_http_request *out)
{
	struct meta_part part = { "DELETE", AD_S("me/permissions"), ad_text_on(arena) };

	meta_request(arena, link, &part, 1, out);
}

const struct ad_connector ad_meta_connector = {
	.platform = AD_META,
	.authorize_url = "https://www.facebook.com/{version}/dialog/oauth",
	.sandbox_authorize = "/meta/{version}/dialog/oauth",
	.parameters = "&scope=ads_management%2Cads_read%2Cbusiness_management%2Cpages_show_list"
		      "%2Cpages_read_engagement",
	.exchanges = true,
	.code = meta_code_request,
	.find = meta_find,
	.found = meta_found,
	.revoke = meta_revoke,
	.revoke_bears = true,
};
