/* Microsoft Advertising over REST: the adapter. */
#include "platform/microsoft/adapter.h"

#include "base/json_read.h"
#include "model/sent.h"
#include "platform/form.h"
#include "platform/token.h"

static bool microsoft_sends(const struct ad_resource *res, const char *field)
{
	return ad_sent_carries(AD_MICROSOFT, res->id, field);
}

static bool microsoft_marks(const struct ad_resource *res)
{
	return res->id != AD_R_KEYWORD && !microsoft_is_extension(res->id);
}

static bool microsoft_set_like(const struct ad_resource *res)
{
	return res->id == AD_R_KEYWORD || res->id == AD_R_ASSET_LINK;
}

/* True if a create has locations or hours: they are criterions of an existing campaign. */
static bool microsoft_completes(const struct ad_piece *piece)
{
	const cJSON *places = ad_json_get(piece->want, "locations");
	const cJSON *hours = ad_json_get(piece->want, "adSchedule");

	return piece->res->id == AD_R_CAMPAIGN &&
	       ((places && places->child) || (hours && hours->child));
}

/* True for locations, their intent and hours; the other fields are sent with the campaign. */
static bool completes_field(const struct ad_resource *res, const char *field)
{
	const struct microsoft_field *row = microsoft_field(res->id, field);

	return row &&
	       (row->form == MF_LOCATIONS || row->form == MF_INTENT || row->form == MF_SCHEDULE);
}

/* RFC 6749 section 6; Microsoft identity platform v2.0. */
static void microsoft_token_request(struct ad_arena *arena, const struct ad_link *link,
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

static void microsoft_token_read(struct ad_arena *arena, const struct ad_http_response *response,
				 struct ad_platform_token *token, struct ad_outcome *outcome)
{
	ad_token_read(arena, response, microsoft_failure, token, outcome);
}

const struct ad_adapter ad_microsoft = {
	.platform = AD_MICROSOFT,
	.batch_max = 20, /* ads are read 20 at a time; other kinds allow more */
	.sends = microsoft_sends,
	.carries = microsoft_carries,
	.can = microsoft_can,
	.together = microsoft_together,
	.normal = microsoft_normal,
	.build = microsoft_build,
	.in_step = microsoft_in_step,
	.in_parts = microsoft_in_parts,
	.read = microsoft_read,
	.ask = microsoft_ask,
	.hear = microsoft_hear,
	.list = microsoft_list,
	.list_hear = microsoft_list_hear,
	.figures = microsoft_figures,
	.figures_hear = microsoft_figures_hear,
	.same_key = microsoft_same_key,
	.marks = microsoft_marks,
	.set_like = microsoft_set_like,
	.completes = microsoft_completes,
	.completes_field = completes_field,
	.uploader = &microsoft_uploader,
	.token_request = microsoft_token_request,
	.token_read = microsoft_token_read,
};
