/*
 * Operations of ours as Reddit's requests, one object each. A campaign that is created here has its
 * own budget (campaign budget optimization), so its ad groups inherit budget and bids; if a
 * campaign was created at Reddit without one, each ad group has them. An ad has two parts: a post,
 * which never changes, and the ad that promotes it.
 */
#include "platform/reddit/adapter.h"

#include "base/json_read.h"
#include "base/utf8.h"
#include "platform/bidding.h"
#include "platform/unknown_values.h"

void reddit_request(struct ad_arena *arena, const struct ad_link *link, const char *method,
		    struct ad_str path, struct ad_http_request *out)
{
	*out = (struct ad_http_request){ .method = method };
	out->url = ad_arena_printf(arena, "%.*s/%.*s", AD_FMT(link->api_url), AD_FMT(path));
	out->headers[out->header_count++] = (struct ad_http_header){
		"User-Agent", ad_arena_printf(arena, "server:adcore:%s (ad account %.*s)",
					      ADCORE_VERSION, AD_FMT(link->account_id))
	};
	if (strcmp(method, "GET") != 0) {
		out->headers[out->header_count++] =
			(struct ad_http_header){ "Content-Type", AD_S("application/json") };
		out->changes = true;
	}
	out->hears[0] = "RateLimit";
	out->hears[1] = "RateLimit-Policy";
}

static bool reddit_build_refuse(struct ad_platform_error *error, const char *code,
				const char *message)
{
	*error = (struct ad_platform_error){ .code = code, .message = ad_str(message) };
	return false;
}

static bool reddit_changed(const struct ad_piece *piece, const char *field)
{
	for (const char *const *name = piece->changed; name && *name; name++)
		if (strcmp(*name, field) == 0)
			return true;
	return false;
}

static bool has_budget(const cJSON *object)
{
	int64_t micros;

	return ad_json_micros_of(ad_json_get(object, "budget"), &micros) && micros > 0;
}

/* True if an ad group is created in a campaign that has no budget of its own. */
static bool holds_budget(const struct ad_piece *piece)
{
	return piece->parent && ad_json_get(piece->parent, "name") && !has_budget(piece->parent);
}

static bool can_campaign(const struct ad_piece *piece, struct ad_platform_error *error)
{
	const cJSON *bidding = ad_json_get(piece->want, "bidding");
	struct ad_str objective = ad_json_get_text(piece->want, "objective");

	if (piece->op == AD_OP_CREATE &&
	    !ad_str_is(ad_json_get_text(piece->want, "type"), "SOCIAL"))
		return reddit_build_refuse(error, "UNSUPPORTED_ON_PLATFORM",
					   "On Reddit only SOCIAL campaigns can be created.");
	if (piece->op == AD_OP_UPDATE && reddit_changed(piece, "platformOptions"))
		return reddit_build_refuse(
			error, "IMMUTABLE",
			"Reddit fixes the conversion pixel when a campaign is created. "
			"Create a new campaign for another pixel.");
	if (piece->op == AD_OP_UPDATE && !has_budget(piece->want) &&
	    (reddit_changed(piece, "startDate") || reddit_changed(piece, "endDate") ||
	     reddit_changed(piece, "bidding")))
		return reddit_build_refuse(
			error, "UNSUPPORTED_ON_PLATFORM",
			"On Reddit the ad groups of this campaign hold its budgets, dates "
			"and bids. Change them there.");
	/* An unchanged live value may stay. */
	if (piece->op == AD_OP_UPDATE && !reddit_changed(piece, "bidding") &&
	    !reddit_changed(piece, "objective"))
		return true;
	if (ad_str_is(objective, "AWARENESS") && reddit_bidding_of(bidding).value)
		return reddit_build_refuse(
			error, "UNSUPPORTED_ON_PLATFORM",
			"On Reddit an AWARENESS campaign is billed by impressions. Omit "
			"maxCpc and targetCpa.");
	return true;
}

bool reddit_can(struct ad_arena *arena, const struct ad_piece *piece,
		struct ad_platform_error *error)
{
	if (piece->op == AD_OP_REMOVE)
		return true;
	if (piece->res->id == AD_R_CAMPAIGN)
		return can_campaign(piece, error) &&
		       ad_bidding_can_change(arena, "Reddit", piece, error) &&
		       reddit_can_aim(arena, piece, error);
	if (!ad_unknown_can_write(arena, "Reddit", piece, error) ||
	    !reddit_can_aim(arena, piece, error))
		return false;
	if (piece->res->id == AD_R_AD_GROUP && piece->op == AD_OP_CREATE && holds_budget(piece) &&
	    !has_budget(piece->want))
		return reddit_build_refuse(
			error, "BUDGET_REQUIRED",
			"On Reddit the ad groups of this campaign hold its budgets. Set a "
			"budget on this ad group.");
	if (piece->res->id == AD_R_AD_GROUP && piece->op == AD_OP_UPDATE &&
	    reddit_changed(piece, "platformOptions"))
		return reddit_build_refuse(
			error, "IMMUTABLE",
			"Reddit fixes the optimization goal when an ad group is created. "
			"Create a new ad group for another goal.");
	if (piece->res->id == AD_R_AD)
		return reddit_can_ad(piece, error);
	return true;
}

static struct ad_str keyword_group(const struct ad_piece *piece)
{
	return piece->op == AD_OP_CREATE ? piece->parent_remote_id
					 : reddit_group_of(piece->remote_id);
}

bool reddit_together(const struct ad_piece *a, const struct ad_piece *b)
{
	return a->res == b->res && a->op == b->op && a->res->id == AD_R_KEYWORD &&
	       ad_str_eq(keyword_group(a), keyword_group(b));
}

struct ad_str reddit_ad_name(struct ad_arena *arena, const cJSON *ad)
{
	const cJSON *list = ad_json_get(ad, "headlines");
	const cJSON *first = cJSON_IsArray(list) ? list->child : NULL;
	struct ad_str text =
		cJSON_IsObject(first) ? ad_json_get_text(first, "text") : ad_json_text(first);

	return ad_utf8_length(text) < 3 ? ad_arena_printf(arena, "Ad: %.*s", AD_FMT(text)) : text;
}

const char *reddit_status(const cJSON *want)
{
	return ad_str_is(ad_json_get_text(want, "status"), "ENABLED") ? "ACTIVE" : "PAUSED";
}

static void put_money(struct ad_json *j, const char *key, const cJSON *value)
{
	int64_t micros;

	ad_json_key(j, key);
	if (ad_json_micros_of(value, &micros))
		ad_json_int(j, micros);
	else
		ad_json_null(j);
}

static void put_bidding(struct ad_json *j, const cJSON *want, bool make)
{
	struct reddit_bidding b = reddit_bidding_of(ad_json_get(want, "bidding"));

	ad_json_kcstr(j, "bid_strategy", b.strategy);
	/* The event that is billed is not read: an update leaves it. */
	if (make)
		ad_json_kcstr(j, "bid_type",
			      reddit_objective_of(ad_json_get_text(want, "objective"))->bid_type);
	ad_json_key(j, "bid_value");
	if (b.value)
		ad_json_int(j, b.value);
	else
		ad_json_null(j);
}

static void put_start(struct ad_arena *arena, struct ad_json *j, const struct ad_link *link,
		      const cJSON *want)
{
	struct ad_str day = ad_json_get_text(want, "startDate");

	ad_json_kstr(j, "start_time",
		     day.n ? reddit_day(arena, day, link->timezone, false)
			   : reddit_moment(arena, link->now));
}

static void put_end(struct ad_arena *arena, struct ad_json *j, const struct ad_link *link,
		    const cJSON *want)
{
	ad_json_kstr(j, "end_time",
		     reddit_day(arena, ad_json_get_text(want, "endDate"), link->timezone, true));
}

/*
 * The pixel of the campaign, otherwise of the connection, otherwise the account's own, which has
 * the account's id.
 */
static struct ad_str pixel_of(const struct ad_link *link, const cJSON *campaign)
{
	struct ad_str pixel =
		ad_json_get_text(ad_json_get(campaign, "platformOptions"), "conversionPixelId");

	if (!pixel.n)
		pixel = ad_json_get_text(link->settings, "conversionPixelId");
	return pixel.n ? pixel : link->account_id;
}

static void create_campaign(struct ad_arena *arena, struct ad_json *j, const struct ad_link *link,
			    const cJSON *want)
{
	const struct reddit_objective *objective =
		reddit_objective_of(ad_json_get_text(want, "objective"));
	struct ad_str funding = ad_json_get_text(link->settings, "fundingInstrumentId");

	ad_json_kstr(j, "name", ad_json_get_text(want, "name"));
	ad_json_kcstr(j, "objective", objective->theirs);
	ad_json_kcstr(j, "configured_status", reddit_status(want));
	ad_json_key(j, "special_ad_categories");
	ad_json_array(j);
	ad_json_str(j, AD_S("NONE"));
	ad_json_array_end(j);
	if (funding.n)
		ad_json_kstr(j, "funding_instrument_id", funding);
	ad_json_kbool(j, "is_campaign_budget_optimization", true);
	ad_json_kcstr(j, "goal_type", "DAILY_SPEND");
	put_money(j, "goal_value", ad_json_get(want, "budget"));
	put_bidding(j, want, true);
	if (objective->goal)
		ad_json_kcstr(j, "optimization_goal", objective->goal);
	put_start(arena, j, link, want);
	put_end(arena, j, link, want);
	ad_json_kstr(j, "conversion_pixel_id", pixel_of(link, want));
}

/* Below a campaign with a budget the ad group has none, and the bids are the campaign's. */
static void put_group_budget(struct ad_json *j, const struct ad_piece *piece)
{
	struct ad_str objective = ad_json_get_text(piece->parent, "objective");

	if (!holds_budget(piece)) {
		ad_json_kraw(j, "bid_strategy", AD_S("null"));
		ad_json_kraw(j, "bid_type", AD_S("null"));
		return;
	}
	ad_json_kcstr(j, "bid_strategy", "BIDLESS");
	ad_json_kcstr(j, "bid_type", reddit_objective_of(objective)->bid_type);
	ad_json_kcstr(j, "goal_type", "DAILY_SPEND");
	put_money(j, "goal_value", ad_json_get(piece->want, "budget"));
}

static void create_group(struct ad_json *j, const struct ad_link *link,
			 const struct ad_piece *piece)
{
	struct ad_str goal =
		ad_json_get_text(ad_json_get(piece->want, "platformOptions"), "optimizationGoal");

	ad_json_kstr(j, "campaign_id", piece->parent_remote_id);
	ad_json_kstr(j, "name", ad_json_get_text(piece->want, "name"));
	ad_json_kcstr(j, "configured_status", reddit_status(piece->want));
	put_group_budget(j, piece);
	if (goal.n)
		ad_json_kstr(j, "optimization_goal", goal);
	ad_json_kstr(j, "conversion_pixel_id", pixel_of(link, piece->parent));
	ad_json_key(j, "targeting");
	reddit_targeting(j, NULL, piece->want, piece->parent);
}

const struct ad_made *reddit_post_of(const struct ad_piece *piece)
{
	const struct ad_made *found = NULL;

	for (const struct ad_made *made = piece->made; made; made = made->next)
		if (ad_str_is(made->kind, "post"))
			found = made;
	return found;
}

/* The profile that posts: of a live ad, its own, so that a change moves it to no other. */
static struct ad_str profile_of(struct ad_arena *arena, const struct ad_link *link,
				const struct ad_piece *piece)
{
	struct ad_str handle = piece->live ? piece->live->handle : (struct ad_str){ 0 };
	struct ad_str own = ad_json_text(reddit_ad_part(arena, handle, "profile_id"));

	return own.n ? own : ad_json_get_text(link->settings, "profileId");
}

static void put_post(struct ad_json *j, const struct ad_link *link, const struct ad_piece *piece)
{
	const struct ad_made *post = reddit_post_of(piece);
	struct ad_str profile = profile_of(j->out->arena, link, piece);

	if (post)
		ad_json_kstr(j, "post_id", post->id);
	if (post && profile.n)
		ad_json_kstr(j, "profile_id", profile);
}

static void create_ad(struct ad_arena *arena, struct ad_json *j, const struct ad_link *link,
		      const struct ad_piece *piece)
{
	ad_json_kstr(j, "ad_group_id", piece->parent_remote_id);
	ad_json_kstr(j, "name", reddit_ad_name(arena, piece->want));
	ad_json_kcstr(j, "configured_status", reddit_status(piece->want));
	put_post(j, link, piece);
	ad_json_kstr(j, "click_url", ad_json_get_text(piece->want, "finalUrl"));
}

static void reddit_change(struct ad_arena *arena, struct ad_json *j, const struct ad_link *link,
			  const struct ad_piece *piece)
{
	struct ad_json_error err;
	const cJSON *live;

	for (const char *const *name = piece->changed; *name; name++) {
		const struct reddit_field *row = reddit_field(piece->res->id, *name);
		/* The ad also stores its URL, if its post links there. */
		if (!row || row->content)
			continue;
		if (row->form == RF_TEXT)
			ad_json_kstr(j, row->key, ad_json_get_text(piece->want, *name));
		else if (row->form == RF_STATUS)
			ad_json_kcstr(j, row->key, reddit_status(piece->want));
		else if (row->form == RF_MONEY)
			put_money(j, row->key, ad_json_get(piece->want, *name));
		else if (row->form == RF_START)
			put_start(arena, j, link, piece->want);
		else if (row->form == RF_END)
			put_end(arena, j, link, piece->want);
		else if (row->form == RF_BIDDING)
			put_bidding(j, piece->want, false);
		else if (row->form == RF_TARGETING) {
			live = ad_json_parse(arena, piece->live->handle, &err);
			ad_json_key(j, "targeting");
			reddit_targeting(j, live, piece->want, NULL);
		}
	}
	if (piece->res->id == AD_R_AD)
		put_post(j, link, piece);
}

static bool reddit_any(const struct ad_piece *piece, bool content)
{
	for (const char *const *name = piece->changed; name && *name; name++) {
		const struct reddit_field *row = reddit_field(piece->res->id, *name);
		bool groups = row && (row->form == RF_PLACES || row->form == RF_LANGUAGES);
		if (row && !groups && row->form != RF_FIXED &&
		    reddit_is_content(row, piece->want) == content)
			return true;
	}
	return false;
}

/* The ad groups whose targeting has the campaign's locations and languages, as just read. */
static const cJSON *groups_of(struct ad_arena *arena, const struct ad_piece *piece)
{
	struct ad_json_error err;
	bool wanted = reddit_changed(piece, "locations") || reddit_changed(piece, "languages");

	if (piece->res->id != AD_R_CAMPAIGN || !wanted || !piece->live || !piece->live->handle.n)
		return NULL;
	return ad_json_parse(arena, piece->live->handle, &err);
}

static const char *const collections[] = {
	[AD_R_CAMPAIGN] = "campaigns",
	[AD_R_AD_GROUP] = "ad_groups",
	[AD_R_AD] = "ads",
	[AD_R_KEYWORD] = "ad_groups",
};

static void reddit_patch(struct ad_arena *arena, const struct ad_link *link,
			 enum ad_resource_id resource, struct ad_str id,
			 struct ad_http_request *out)
{
	reddit_request(arena, link, "PATCH",
		       ad_arena_printf(arena, "%s/%.*s", collections[resource], AD_FMT(id)), out);
}

static struct ad_json reddit_begin(struct ad_text *body)
{
	struct ad_json j = ad_json_on(body);

	ad_json_object(&j);
	ad_json_key(&j, "data");
	ad_json_object(&j);
	return j;
}

static enum ad_built reddit_end(struct ad_json *j, struct ad_text *body,
				struct ad_http_request *out)
{
	ad_json_object_end(j);
	ad_json_object_end(j);
	out->body = ad_text_str(body);
	return AD_BUILT;
}

static enum ad_built build_create(struct ad_arena *arena, const struct ad_link *link,
				  const struct ad_piece *piece, unsigned step,
				  struct ad_http_request *out)
{
	bool ad = piece->res->id == AD_R_AD;
	struct ad_text body = ad_text_on(arena);
	struct ad_json j;

	if (step > (ad ? 1u : 0u))
		return AD_BUILT_ALL;
	if (ad && step == 0)
		reddit_request(arena, link, "POST",
			       ad_arena_printf(arena, "profiles/%.*s/posts",
					       AD_FMT(profile_of(arena, link, piece))),
			       out);
	else
		reddit_request(arena, link, "POST",
			       ad_arena_printf(arena, "ad_accounts/%.*s/%s",
					       AD_FMT(link->account_id),
					       collections[piece->res->id]),
			       out);
	j = reddit_begin(&body);
	if (ad && step == 0)
		reddit_put_post(&j, piece);
	else if (ad)
		create_ad(arena, &j, link, piece);
	else if (piece->res->id == AD_R_AD_GROUP)
		create_group(&j, link, piece);
	else
		create_campaign(arena, &j, link, piece->want);
	return reddit_end(&j, &body, out);
}

/* Updates the campaign itself if it changes, then its ad groups one by one. */
static enum ad_built build_campaign_groups(struct ad_arena *arena, const struct ad_link *link,
					   const struct ad_piece *piece, unsigned number,
					   struct ad_http_request *out)
{
	const cJSON *group = groups_of(arena, piece);
	struct ad_text body = ad_text_on(arena);
	struct ad_json j;

	group = group ? group->child : NULL;
	for (; group && number > 0; number--)
		group = group->next;
	if (!group)
		return AD_BUILT_ALL;
	reddit_patch(arena, link, AD_R_AD_GROUP, ad_json_get_text(group, "id"), out);
	j = reddit_begin(&body);
	ad_json_key(&j, "targeting");
	reddit_targeting_places(&j, ad_json_get(group, "targeting"), piece->want,
				reddit_changed(piece, "locations"),
				reddit_changed(piece, "languages"));
	return reddit_end(&j, &body, out);
}

static enum ad_built build_update(struct ad_arena *arena, const struct ad_link *link,
				  const struct ad_piece *piece, unsigned step,
				  struct ad_http_request *out)
{
	bool content = reddit_any(piece, true), own = content || reddit_any(piece, false);
	struct ad_text body = ad_text_on(arena);
	struct ad_json j;

	if (content && step == 0) {
		struct ad_piece post = *piece;
		post.op = AD_OP_CREATE; /* `live` stays: the new post starts from it */
		return build_create(arena, link, &post, 0, out);
	}
	step -= content;
	if (own && step == 0) {
		struct ad_piece self = *piece;
		if (!content)
			self.made = NULL;
		reddit_patch(arena, link, piece->res->id, piece->remote_id, out);
		j = reddit_begin(&body);
		reddit_change(arena, &j, link, &self);
		return reddit_end(&j, &body, out);
	}
	return build_campaign_groups(arena, link, piece, step - own, out);
}

static enum ad_built build_remove(struct ad_arena *arena, const struct ad_link *link,
				  const struct ad_piece *piece, unsigned step,
				  struct ad_http_request *out)
{
	struct ad_text body = ad_text_on(arena);
	struct ad_json j;

	if (step > 0)
		return AD_BUILT_ALL;
	reddit_patch(arena, link, piece->res->id, piece->remote_id, out);
	j = reddit_begin(&body);
	/*
	 * DELETED is allowed only hours later; an archived object no longer delivers and stays
	 * archived.
	 */
	ad_json_kcstr(&j, "configured_status", "ARCHIVED");
	return reddit_end(&j, &body, out);
}

/* A create only checks that the ad group exists: an update writes the keyword itself. */
static enum ad_built build_keywords(struct ad_arena *arena, const struct ad_link *link,
				    const struct ad_piece *pieces, size_t count, unsigned step,
				    struct ad_http_request *out)
{
	struct ad_str group = keyword_group(&pieces[0]);
	struct ad_text body = ad_text_on(arena);
	struct ad_json_error err;
	struct ad_json j;

	if (step > 0)
		return AD_BUILT_ALL;
	if (pieces[0].op == AD_OP_CREATE) {
		reddit_request(arena, link, "GET",
			       ad_arena_printf(arena, "ad_groups/%.*s", AD_FMT(group)), out);
		return AD_BUILT;
	}
	if (!pieces[0].live || !pieces[0].live->handle.n)
		return AD_BUILT_ALL;
	reddit_patch(arena, link, AD_R_KEYWORD, group, out);
	j = reddit_begin(&body);
	ad_json_key(&j, "targeting");
	reddit_targeting_keywords(&j, ad_json_parse(arena, pieces[0].live->handle, &err), pieces,
				  count);
	return reddit_end(&j, &body, out);
}

enum ad_built reddit_build(struct ad_arena *arena, const struct ad_link *link,
			   const struct ad_piece *pieces, size_t count, unsigned step,
			   struct ad_http_request *out)
{
	if (pieces[0].res->id == AD_R_KEYWORD)
		return build_keywords(arena, link, pieces, count, step, out);
	switch (pieces[0].op) {
	case AD_OP_CREATE:
		return build_create(arena, link, &pieces[0], step, out);
	case AD_OP_UPDATE:
		return build_update(arena, link, &pieces[0], step, out);
	case AD_OP_REMOVE:
		return build_remove(arena, link, &pieces[0], step, out);
	case AD_OP_UPLOAD:
	case AD_OP_COUNT:
		break;
	}
	return AD_BUILT_ALL;
}

bool reddit_in_parts(const struct ad_piece *piece, unsigned step, const char *field)
{
	const struct reddit_field *row = reddit_field(piece->res->id, field);
	bool content = reddit_any(piece, true), own = content || reddit_any(piece, false);

	return piece->res->id == AD_R_CAMPAIGN && row &&
	       (row->form == RF_PLACES || row->form == RF_LANGUAGES) &&
	       step >= (unsigned)content + own;
}

bool reddit_in_step(const struct ad_piece *piece, unsigned step, const char *field)
{
	const struct reddit_field *row = reddit_field(piece->res->id, field);
	bool content = reddit_any(piece, true), own = content || reddit_any(piece, false);

	/* Locations count as done with the last of the ad groups, not before. */
	if (row && (row->form == RF_PLACES || row->form == RF_LANGUAGES)) {
		struct ad_arena *arena = ad_arena_new();
		const cJSON *groups = groups_of(arena, piece);
		unsigned last = (unsigned)content + own + (unsigned)cJSON_GetArraySize(groups);
		ad_arena_free(arena);
		return last > 0 && step == last - 1;
	}
	/* A post without an ad has no effect. */
	return step == (unsigned)content;
}
