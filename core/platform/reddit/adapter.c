/* Reddit Ads API v3: the adapter. */
#include "platform/reddit/adapter.h"

#include "base/digest.h"
#include "base/json_read.h"
#include "model/sent.h"
#include "platform/form.h"
#include "platform/token.h"

static bool reddit_sends(const struct ad_resource *res, const char *field)
{
	return ad_sent_carries(AD_REDDIT, res->id, field);
}

static bool same_name(const struct ad_piece *piece, const struct ad_remote *remote)
{
	return ad_str_eq(ad_json_get_text(piece->want, "name"),
			 ad_json_get_text(remote->fields, "name"));
}

static bool same_headline(const struct ad_piece *piece, const struct ad_remote *remote)
{
	struct ad_text want = { 0 }, live = { 0 };
	bool same;

	reddit_normal(&want, piece->res, "headlines", piece->want);
	reddit_normal(&live, piece->res, "headlines", remote->fields);
	same = ad_str_eq(ad_text_str(&want), ad_text_str(&live));
	ad_text_free(&want);
	ad_text_free(&live);
	return same;
}

static bool same_key(const struct ad_piece *piece, const struct ad_remote *remote)
{
	bool below = ad_str_eq(piece->parent_remote_id, remote->parent_id);

	switch ((int)piece->res->id) {
	case AD_R_CAMPAIGN:
		return same_name(piece, remote);
	case AD_R_AD_GROUP:
		return below && same_name(piece, remote);
	case AD_R_AD:
		return below && same_headline(piece, remote);
	default:
		/* A keyword's id is derived from its words. */
		return below && ad_piece_same_words(AD_REDDIT, piece, remote) &&
		       reddit_is_negative(piece->want) == reddit_is_negative(remote->fields);
	}
}

/* True if the ad has the post that the create made: that post was made for this ad alone. */
static bool made_of(const struct ad_piece *piece, const struct ad_remote *remote)
{
	const struct ad_made *post = reddit_post_of(piece);
	struct ad_arena *arena;
	bool same;

	if (piece->res->id != AD_R_AD || !post)
		return false;
	arena = ad_arena_new();
	same = ad_str_eq(post->id, ad_json_text(reddit_ad_part(arena, remote->handle, "post_id")));
	ad_arena_free(arena);
	return same;
}

static bool reddit_marks(const struct ad_resource *res)
{
	(void)res;
	return false;
}

static bool reddit_set_like(const struct ad_resource *res)
{
	return res->id == AD_R_KEYWORD;
}

/*
 * True if a create must add the keyword to its ad group: the create only reads the ad group, and an
 * update writes its targeting.
 */
static bool reddit_completes(const struct ad_piece *piece)
{
	return piece->res->id == AD_R_KEYWORD &&
	       (reddit_is_negative(piece->want) ||
		ad_str_is(ad_json_get_text(piece->want, "status"), "ENABLED"));
}

/* RFC 6749 section 6; the client by Basic authentication (section 2.3.1). */
static void reddit_token_request(struct ad_arena *arena, const struct ad_link *link,
				 struct ad_http_request *out)
{
	struct ad_text body = ad_text_on(arena);
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
	ad_form_add(&body, "grant_type", AD_S("refresh_token"));
	ad_form_add(&body, "refresh_token", link->refresh_token);
	out->body = ad_text_str(&body);
}

static void reddit_token_read(struct ad_arena *arena, const struct ad_http_response *response,
			      struct ad_platform_token *token, struct ad_outcome *outcome)
{
	ad_token_read(arena, response, reddit_failure, token, outcome);
}

/* An ad group has the locations of its campaign, and the pixel. */
static const char *const inherits[] = { "objective", "locations", "languages", "platformOptions",
					NULL };

const struct ad_adapter ad_reddit = {
	.platform = AD_REDDIT,
	.batch_max = 100,
	.fetches_media = true,
	.sends = reddit_sends,
	.can = reddit_can,
	.together = reddit_together,
	.normal = reddit_normal,
	.build = reddit_build,
	.inherits = inherits,
	.in_step = reddit_in_step,
	.in_parts = reddit_in_parts,
	.rewrites = reddit_rewrites,
	.read = reddit_read,
	.ask = reddit_ask,
	.hear = reddit_hear,
	.list = reddit_list,
	.list_hear = reddit_list_hear,
	.figures = reddit_figures,
	.figures_hear = reddit_figures_hear,
	.same_key = same_key,
	.marks = reddit_marks,
	.made_of = made_of,
	.set_like = reddit_set_like,
	.completes = reddit_completes,
	.uploader = &reddit_uploader,
	.token_request = reddit_token_request,
	.token_read = reddit_token_read,
};
