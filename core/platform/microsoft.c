/* Microsoft Advertising over REST: the adapter. */
#include "platform/microsoft.h"

#include "base/json_read.h"
#include "platform/form.h"

static bool sends(const struct ad_resource *res, const char *field)
{
	return microsoft_field(res->id, field) != NULL;
}

static bool marks(const struct ad_resource *res)
{
	return res->id != AD_R_KEYWORD;
}

static bool set_like(const struct ad_resource *res)
{
	return res->id == AD_R_KEYWORD;
}

/* Places are criterions, which can only stand below a campaign that is there. */
static bool completes(const struct ad_piece *piece)
{
	const cJSON *places = ad_json_get(piece->want, "locations");

	return piece->res->id == AD_R_CAMPAIGN && places && places->child;
}

/* RFC 6749 section 6; Microsoft identity platform v2.0. */
static void token_request(struct ad_arena *arena, const struct ad_link *link,
			  struct ad_http_request *out)
{
	struct ad_text body = ad_text_on(arena);

	*out = (struct ad_http_request){ .method = "POST", .url = link->token_url };
	out->headers[out->header_count++] =
		(struct ad_http_header){ "Content-Type",
					 AD_S("application/x-www-form-urlencoded") };
	ad_form_add(&body, "grant_type", AD_S("refresh_token"));
	ad_form_add(&body, "refresh_token", link->refresh_token);
	ad_form_add(&body, "client_id", link->client_id);
	if (link->client_secret.n)
		ad_form_add(&body, "client_secret", link->client_secret);
	ad_form_add(&body, "scope", AD_S("https://ads.microsoft.com/msads.manage offline_access"));
	out->body = ad_text_str(&body);
}

static void token_read(struct ad_arena *arena, const struct ad_http_response *response,
		       struct ad_platform_token *token, struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	struct ad_str access = ad_json_get_text(body, "access_token");
	struct ad_str renewed = ad_json_get_text(body, "refresh_token");

	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (response->status == 200 && access.n) {
		token->access_token = ad_arena_copy(arena, access);
		if (renewed.n)
			token->refresh_token = ad_arena_copy(arena, renewed);
		if (!ad_json_int64(ad_json_get(body, "expires_in"), &token->lifetime))
			token->lifetime = 3600;
		return;
	}
	microsoft_failure(arena, response, body, outcome);
	if (outcome->kind == AD_DOUBT || response->status == 200)
		outcome->kind = AD_AGAIN;
	/* 400 invalid_grant, 401 invalid_client: a person must connect anew. */
	if (response->status == 400 || response->status == 401) {
		outcome->kind = AD_REFUSED;
		outcome->error.code = "CONNECTION_EXPIRED";
	}
	outcome->error.retryable = outcome->kind == AD_AGAIN;
}

const struct ad_adapter ad_microsoft = {
	.platform = AD_MICROSOFT,
	.api_url = "https://campaign.api.bingads.microsoft.com/CampaignManagement/v13",
	.token_url = "https://login.microsoftonline.com/common/oauth2/v2.0/token",
	.sandbox_api = "/microsoft/CampaignManagement/v13",
	.sandbox_token_url = "/microsoft-oauth/common/oauth2/v2.0/token",
	.batch_max = 20, /* ads are read 20 at a time; the others could be more */
	.sends = sends,
	.can = microsoft_can,
	.together = microsoft_together,
	.normal = microsoft_normal,
	.build = microsoft_build,
	.in_step = microsoft_in_step,
	.read = microsoft_read,
	.ask = microsoft_ask,
	.hear = microsoft_hear,
	.list = microsoft_list,
	.list_hear = microsoft_list_hear,
	.same_key = microsoft_same_key,
	.marks = marks,
	.set_like = set_like,
	.completes = completes,
	.token_request = token_request,
	.token_read = token_read,
};
