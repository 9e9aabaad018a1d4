/*
 * Queries: collections of the account, filtered by id or by parent; they cannot be filtered by
 * name. An ad's text belongs to its post, which is queried one by one.
 */
#include "platform/reddit/adapter.h"

#include "base/json_read.h"

static const char *const collections[] = {
	[AD_R_CAMPAIGN] = "campaigns",
	[AD_R_AD_GROUP] = "ad_groups",
	[AD_R_AD] = "ads",
	[AD_R_KEYWORD] = "ad_groups",
};

/*
 * The value that the pieces are queried by: the parent's id with a natural key, otherwise their own
 * id.
 */
static struct ad_str reddit_value_of(const struct ad_ask *ask, const struct ad_piece *piece)
{
	bool key = ask->question == AD_ASK_KEY;

	if (piece->res->id == AD_R_KEYWORD)
		return key ? piece->parent_remote_id : reddit_group_of(piece->remote_id);
	return key ? piece->parent_remote_id : piece->remote_id;
}

static void reddit_add_values(struct ad_text *path, const struct ad_ask *ask)
{
	for (size_t i = 0; i < ask->count; i++) {
		struct ad_str value = reddit_value_of(ask, &ask->pieces[i]);
		bool said = false;
		for (size_t k = 0; k < i; k++)
			said = said || ad_str_eq(reddit_value_of(ask, &ask->pieces[k]), value);
		if (said)
			continue;
		if (i)
			ad_text_addc(path, ',');
		ad_text_add(path, value);
	}
}

static const char *filter_of(const struct ad_ask *ask)
{
	enum ad_resource_id kind = ask->pieces[0].res->id;

	if (ask->question == AD_ASK_LIVE || kind == AD_R_KEYWORD)
		return "id";
	return kind == AD_R_AD_GROUP ? "campaign_id" : kind == AD_R_AD ? "ad_group_id" : NULL;
}

/* The object whose post this part queries; the objects do not change once all were read. */
static struct ad_remote *reddit_at(const struct ad_ask *ask, unsigned number)
{
	struct ad_remote *remote = ask->found;

	while (remote && number-- > 0)
		remote = remote->next;
	return remote;
}

static void first_part(struct ad_arena *arena, const struct ad_link *link, const struct ad_ask *ask,
		       struct ad_http_request *out)
{
	struct ad_text path = ad_text_on(arena);
	const char *filter = filter_of(ask);

	ad_text_addf(&path, "ad_accounts/%.*s/%s?page.size=1000", AD_FMT(link->account_id),
		     collections[ask->pieces[0].res->id]);
	if (filter) {
		ad_text_addf(&path, "&%s=", filter);
		reddit_add_values(&path, ask);
	}
	reddit_request(arena, link, "GET", ad_text_str(&path), out);
}

/*
 * The request of a further page. The token is sent to no other server: of Reddit's URL only the
 * part after the version is used.
 */
bool reddit_next_page(struct ad_arena *arena, const struct ad_link *link, const char *method,
		      struct ad_str url, struct ad_http_request *out)
{
	struct ad_str version = ad_versioned(arena, AD_REDDIT, "/api/{version}/");
	const char *found = url.n ? memmem(url.p, url.n, version.p, version.n) : NULL;
	struct ad_str rest;

	if (!found)
		return false;
	rest.p = found + version.n;
	rest.n = url.n - (size_t)(rest.p - url.p);
	reddit_request(arena, link, method, rest, out);
	return true;
}

bool reddit_ask(struct ad_arena *arena, const struct ad_link *link, struct ad_ask *ask,
		struct ad_http_request *out)
{
	enum ad_resource_id kind = ask->pieces[0].res->id;
	struct ad_remote *remote;

	if (ask->page.n)
		return reddit_next_page(arena, link, "GET", ask->page, out);
	if (ask->part == 0) {
		first_part(arena, link, ask, out);
		return true;
	}
	if (kind == AD_R_AD) {
		while ((remote = reddit_at(ask, ask->part - 1)) && !reddit_post_id(arena, remote).n)
			ask->part++;
		if (!remote)
			return false;
		reddit_request(
			arena, link, "GET",
			ad_arena_printf(arena, "posts/%.*s", AD_FMT(reddit_post_id(arena, remote))),
			out);
		return true;
	}
	if (kind == AD_R_CAMPAIGN && ask->question == AD_ASK_LIVE && ask->part == 1) {
		struct ad_text path = ad_text_on(arena);
		ad_text_addf(&path, "ad_accounts/%.*s/ad_groups?page.size=1000&campaign_id=",
			     AD_FMT(link->account_id));
		reddit_add_values(&path, ask);
		reddit_request(arena, link, "GET", ad_text_str(&path), out);
		return true;
	}
	return false;
}

static bool has_name(struct ad_arena *arena, const struct ad_piece *piece, struct ad_str name)
{
	return ad_str_eq(name, piece->res->id == AD_R_AD ? reddit_ad_name(arena, piece->want)
							 : ad_json_get_text(piece->want, "name"));
}

/* True if a create in doubt may have made the object, which may have been renamed since. */
static bool may_have_made(const struct ad_piece *piece, const cJSON *data)
{
	const struct ad_made *post = reddit_post_of(piece);
	int64_t created = reddit_created(data);

	if (piece->res->id == AD_R_AD)
		return post && ad_str_eq(post->id, ad_json_get_text(data, "post_id"));
	return piece->since && (created == 0 || created >= piece->since);
}

/* True if a piece asks about the object of the list; others are discarded. */
static bool reddit_concerns(struct ad_arena *arena, const struct ad_ask *ask, const cJSON *data)
{
	struct ad_str status = ad_json_get_text(data, "configured_status");
	bool ad = ask->pieces[0].res->id == AD_R_AD;

	if (ask->question == AD_ASK_LIVE)
		return true;
	if (ad_str_is(status, "ARCHIVED") || ad_str_is(status, "DELETED"))
		return false;
	if (!ask->doubt && !ad && reddit_created(data) >= ask->newest - AD_ASK_NEWEST)
		return true;
	for (size_t i = 0; i < ask->count; i++)
		if (has_name(arena, &ask->pieces[i], ad_json_get_text(data, "name")) ||
		    (ask->doubt && may_have_made(&ask->pieces[i], data)))
			return true;
	return false;
}

static void hear_list(struct ad_arena *arena, struct ad_ask *ask, const cJSON *list)
{
	const cJSON *data;

	cJSON_ArrayForEach(data, list)
	{
		int64_t created = reddit_created(data);
		if (created > ask->newest)
			ask->newest = created;
	}
	cJSON_ArrayForEach(data, list)
	{
		struct ad_remote *remote;
		if (ask->pieces[0].res->id == AD_R_KEYWORD) {
			reddit_live_keywords(arena, ask, data);
			continue;
		}
		if (!reddit_concerns(arena, ask, data))
			continue;
		remote = reddit_live(arena, ask, data);
		if (!remote)
			continue;
		remote->next = ask->found;
		ask->found = remote;
	}
}

static struct ad_str next_of(struct ad_arena *arena, const cJSON *body)
{
	return ad_arena_copy(arena, ad_json_get_text(ad_json_get(body, "pagination"), "next_url"));
}

void reddit_hear(struct ad_arena *arena, struct ad_ask *ask,
		 const struct ad_http_response *response, struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	const cJSON *data = ad_json_get(body, "data");
	bool post = ask->part > 0 && ask->pieces[0].res->id == AD_R_AD;

	*outcome = (struct ad_outcome){ .kind = AD_DID };
	/* An ad may promote a deleted post: its content is then unknown. */
	if (post && response->status == 404) {
		ask->part++;
		return;
	}
	if (response->status != 200 || !data) {
		reddit_failure(arena, response, body, outcome);
		/* A query changes nothing, so it can always be repeated. */
		if (outcome->kind == AD_DOUBT || response->status == 200)
			outcome->kind = AD_AGAIN;
		return;
	}
	if (post) {
		reddit_live_post(arena, reddit_at(ask, ask->part - 1), data);
		ask->part++;
		return;
	}
	if (ask->part == 0)
		hear_list(arena, ask, data);
	else
		reddit_live_groups(arena, ask, data);
	ask->page = next_of(arena, body);
	if (!ask->page.n)
		ask->part++;
}
