/* Google Ads over REST: the adapter. */
#include "platform/google/adapter.h"

#include "base/json_read.h"
#include "model/sent.h"
#include "platform/form.h"
#include "platform/token.h"

static bool google_sends(const struct ad_resource *res, const char *field)
{
	return ad_sent_carries(AD_GOOGLE, res->id, field);
}

static bool same_text(const struct ad_piece *piece, const struct ad_remote *remote,
		      const char *field)
{
	return ad_str_eq(ad_json_get_text(piece->want, field),
			 ad_json_get_text(remote->fields, field));
}

bool google_same_key(const struct ad_piece *piece, const struct ad_remote *remote)
{
	if (google_is_asset(piece->res->id))
		return google_asset_same_key(piece, remote);
	bool below = ad_str_eq(piece->parent_remote_id, remote->parent_id);

	if (piece->res->id == AD_R_CAMPAIGN)
		return same_text(piece, remote, "name");
	if (piece->res->id == AD_R_AD_GROUP)
		return below && same_text(piece, remote, "name");
	if (piece->res->id == AD_R_AD)
		return below; /* two ads of a group differ only in their ids */
	return below && ad_piece_same_words(AD_GOOGLE, piece, remote) &&
	       same_text(piece, remote, "matchType") &&
	       cJSON_IsTrue(ad_json_get(piece->want, "negative")) ==
		       cJSON_IsTrue(ad_json_get(remote->fields, "negative"));
}

static bool google_marks(const struct ad_resource *res)
{
	return res->id != AD_R_KEYWORD && !google_is_asset(res->id);
}

static bool google_set_like(const struct ad_resource *res)
{
	return res->id == AD_R_KEYWORD || res->id == AD_R_ASSET_LINK;
}

/* RFC 6749 section 6 */
static void google_token_request(struct ad_arena *arena, const struct ad_link *link,
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
	ad_form_add(&body, "client_secret", link->client_secret);
	out->body = ad_text_str(&body);
}

static void google_token_read(struct ad_arena *arena, const struct ad_http_response *response,
			      struct ad_platform_token *token, struct ad_outcome *outcome)
{
	ad_token_read(arena, response, google_failure, token, outcome);
}

const struct ad_adapter ad_google = {
	.platform = AD_GOOGLE,
	.batch_max = 100,
	.sends = google_sends,
	.carries = google_carries,
	.can = google_can,
	.together = google_together,
	.normal = google_normal,
	.build = google_build,
	.in_step = google_in_step,
	.read = google_read,
	.ask = google_ask,
	.hear = google_hear,
	.list = google_list,
	.list_hear = google_list_hear,
	.figures = google_figures,
	.figures_hear = google_figures_hear,
	.same_key = google_same_key,
	.marks = google_marks,
	.set_like = google_set_like,
	.uploader = &google_uploader,
	.token_request = google_token_request,
	.token_read = google_token_read,
};
