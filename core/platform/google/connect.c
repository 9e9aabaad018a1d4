/*
 * Consent at Google, and the accounts that a person can access: directly, and all below a manager
 * account, each with the manager that it is accessed through.
 */
#include "platform/connect.h"

#include "base/json_read.h"
#include "platform/form.h"
#include "platform/google/adapter.h"

static const char query[] =
	"{\"query\":\"SELECT customer_client.id, customer_client.descriptive_name,"
	" customer_client.currency_code, customer_client.time_zone, customer_client.manager,"
	" customer_client.status FROM customer_client\"}";

static void form_request(struct ad_text *body, struct ad_str url, struct ad_http_request *out)
{
	*out = (struct ad_http_request){ .method = "POST", .url = url };
	out->headers[out->header_count++] =
		(struct ad_http_header){ "Content-Type",
					 AD_S("application/x-www-form-urlencoded") };
	out->body = ad_text_str(body);
}

static void google_code_request(struct ad_arena *arena, const struct ad_link *link,
				const struct ad_consent *consent, struct ad_str code,
				struct ad_http_request *out)
{
	struct ad_text body = ad_text_on(arena);

	ad_code_form(&body, &ad_google_connector, consent, code);
	ad_form_add(&body, "client_id", link->client_id);
	ad_form_add(&body, "client_secret", link->client_secret);
	form_request(&body, link->token_url, out);
}

static void google_find(struct ad_arena *arena, const struct ad_link *link,
			const struct ad_finding *finding, struct ad_http_request *out)
{
	struct ad_link through = *link;

	if (finding->step == 0) {
		*out = (struct ad_http_request){ .method = "GET" };
		out->url =
			ad_arena_printf(arena, "%.*s/%s/customers:listAccessibleCustomers",
					AD_FMT(link->api_url), ad_api_version_of(AD_GOOGLE)->name);
		if (link->developer_token.n)
			out->headers[out->header_count++] =
				(struct ad_http_header){ "developer-token", link->developer_token };
		return;
	}
	through.account_id = through.login_account_id = finding->leads->id;
	google_request(arena, &through, "googleAds:search", out);
	out->body = ad_str(query);
}

static void take_customers(struct ad_arena *arena, struct ad_finding *finding, const cJSON *body)
{
	const cJSON *name;

	cJSON_ArrayForEach(name, ad_json_get(body, "resourceNames"))
	{
		struct ad_str s = ad_json_text(name);
		size_t skip = sizeof("customers/") - 1;
		if (ad_str_starts(s, "customers/"))
			ad_finding_lead(arena, finding, (struct ad_str){ s.p + skip, s.n - skip });
	}
}

static void take_clients(struct ad_arena *arena, struct ad_finding *finding, const cJSON *body)
{
	struct ad_str through = finding->leads->id;
	const cJSON *row;

	cJSON_ArrayForEach(row, ad_json_get(body, "results"))
	{
		const cJSON *client = ad_json_get(row, "customerClient");
		struct ad_reached account = {
			.id = ad_json_get_text(client, "id"),
			.name = ad_json_get_text(client, "descriptiveName"),
			.currency = ad_json_get_text(client, "currencyCode"),
			.timezone = ad_json_get_text(client, "timeZone"),
		};
		struct ad_str status = ad_json_get_text(client, "status");
		if (cJSON_IsTrue(ad_json_get(client, "manager")) || !account.id.n ||
		    (status.n && !ad_str_is(status, "ENABLED")))
			continue;
		if (!ad_str_eq(account.id, through))
			account.manager = through;
		ad_finding_add(arena, finding, &account);
	}
}

static void google_found(struct ad_arena *arena, const struct ad_link *link,
			 struct ad_finding *finding, const struct ad_http_response *response,
			 struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	/* A closed customer refuses; the other accounts may still be accessible. */
	bool closed = finding->step > 0 && response->status == 403;

	(void)link;
	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (!closed && (response->status != 200 || !body)) {
		google_failure(arena, response, body, outcome);
		return;
	}
	if (finding->step++ == 0) {
		take_customers(arena, finding, body);
	} else {
		if (!closed)
			take_clients(arena, finding, body);
		finding->leads = finding->leads->next;
	}
	finding->over = finding->over || !finding->leads;
}

/* RFC 7009; no client authentication is required. */
static void google_revoke(struct ad_arena *arena, const struct ad_link *link,
			  struct ad_http_request *out)
{
	struct ad_text body = ad_text_on(arena);
	struct ad_str url = link->token_url;

	url.n -= sizeof("token") - 1;
	ad_form_add(&body, "token", link->refresh_token);
	form_request(&body, ad_arena_printf(arena, "%.*srevoke", AD_FMT(url)), out);
}

const struct ad_connector ad_google_connector = {
	.platform = AD_GOOGLE,
	.authorize_url = "https://accounts.google.com/o/oauth2/v2/auth",
	.sandbox_authorize = "/google-oauth/auth",
	/* Both scopes at once, because conversions use the Data Manager API. */
	.parameters = "&access_type=offline&prompt=consent&scope=https%3A%2F%2Fwww.googleapis.com"
		      "%2Fauth%2Fadwords%20https%3A%2F%2Fwww.googleapis.com%2Fauth%2Fdatamanager",
	.pkce = true,
	.code = google_code_request,
	.find = google_find,
	.found = google_found,
	.revoke = google_revoke,
};
