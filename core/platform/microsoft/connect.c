/* Consent at Microsoft, and the accounts of the user. */
#include "platform/connect.h"

#include "base/json_read.h"
#include "platform/form.h"
#include "platform/microsoft/adapter.h"

#define PAGE_SIZE 100
#define SCOPE "https://ads.microsoft.com/msads.manage offline_access"

static void microsoft_code_request(struct ad_arena *arena, const struct ad_link *link,
				   const struct ad_consent *consent, struct ad_str code,
				   struct ad_http_request *out)
{
	struct ad_text body = ad_text_on(arena);

	*out = (struct ad_http_request){ .method = "POST", .url = link->token_url };
	out->headers[out->header_count++] =
		(struct ad_http_header){ "Content-Type",
					 AD_S("application/x-www-form-urlencoded") };
	ad_code_form(&body, &ad_microsoft_connector, consent, code);
	ad_form_add(&body, "client_id", link->client_id);
	if (link->client_secret.n)
		ad_form_add(&body, "client_secret", link->client_secret);
	ad_form_add(&body, "scope", AD_S(SCOPE));
	out->body = ad_text_str(&body);
}

static void microsoft_find(struct ad_arena *arena, const struct ad_link *link,
			   const struct ad_finding *finding, struct ad_http_request *out)
{
	bool user = finding->step == 0;

	*out = (struct ad_http_request){ .method = "POST" };
	out->url = ad_arena_printf(arena, "%.*s/%s", AD_FMT(link->api_url),
				   user ? "User/Query" : "Accounts/Search");
	out->headers[out->header_count++] =
		(struct ad_http_header){ "Content-Type", AD_S("application/json") };
	out->headers[out->header_count++] =
		(struct ad_http_header){ "DeveloperToken", link->developer_token };
	out->body =
		user ? AD_S("{\"UserId\":null}")
		     : ad_arena_printf(arena,
				       "{\"Predicates\":[{\"Field\":\"UserId\",\"Operator\":"
				       "\"Equals\",\"Value\":\"%.*s\"}],\"Ordering\":null,"
				       "\"PageInfo\":{\"Index\":%u,\"Size\":%d}}",
				       AD_FMT(finding->leads->id), finding->step - 1, PAGE_SIZE);
}

/* A long is a text of digits, or a number. */
static struct ad_str microsoft_connect_digits(struct ad_arena *arena, const cJSON *item)
{
	struct ad_str text = ad_json_text(item);
	int64_t number;

	if (!text.p && ad_json_int64(item, &number))
		text = ad_arena_printf(arena, "%lld", (long long)number);
	for (size_t i = 0; text.p && i < text.n; i++)
		if (text.p[i] < '0' || text.p[i] > '9')
			return (struct ad_str){ 0 };
	return text;
}

static int microsoft_take(struct ad_arena *arena, struct ad_finding *finding, const cJSON *list)
{
	const cJSON *item;
	int seen = 0;

	cJSON_ArrayForEach(item, list)
	{
		struct ad_reached account = {
			.id = microsoft_connect_digits(arena, ad_json_get(item, "Id")),
			.name = ad_json_get_text(item, "Name"),
			.currency = ad_json_get_text(item, "CurrencyCode"),
			.timezone = microsoft_zone_place(ad_json_get_text(item, "TimeZone")),
			.manager = microsoft_connect_digits(arena,
							    ad_json_get(item, "ParentCustomerId")),
		};
		struct ad_str cycle = ad_json_get_text(item, "AccountLifeCycleStatus");
		seen++;
		if (account.id.n && (!cycle.n || !ad_str_is(cycle, "Inactive")))
			ad_finding_add(arena, finding, &account);
	}
	return seen;
}

static void microsoft_found(struct ad_arena *arena, const struct ad_link *link,
			    struct ad_finding *finding, const struct ad_http_response *response,
			    struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	struct ad_str user =
		microsoft_connect_digits(arena, ad_json_get(ad_json_get(body, "User"), "Id"));

	(void)link;
	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (response->status != 200 || !body || (finding->step == 0 && !user.n)) {
		microsoft_failure(arena, response, body, outcome);
		return;
	}
	if (finding->step == 0)
		ad_finding_lead(arena, finding, user);
	else if (microsoft_take(arena, finding, ad_json_get(body, "Accounts")) < PAGE_SIZE)
		finding->over = true;
	finding->step++;
}

const struct ad_connector ad_microsoft_connector = {
	.platform = AD_MICROSOFT,
	.authorize_url = "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
	.sandbox_authorize = "/microsoft-oauth/common/oauth2/v2.0/authorize",
	.find_url = "https://clientcenter.api.bingads.microsoft.com/CustomerManagement/{version}",
	.sandbox_find = "/microsoft/CustomerManagement/{version}",
	.parameters = "&response_mode=query&prompt=select_account&scope=https%3A%2F%2F"
		      "ads.microsoft.com%2Fmsads.manage%20offline_access",
	.pkce = true,
	.code = microsoft_code_request,
	.find = microsoft_find,
	.found = microsoft_found,
};
