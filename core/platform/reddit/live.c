/* Reddit's live objects, in our field names and values as we would write them. */
#include "platform/reddit/adapter.h"

#include "base/json_read.h"
#include "model/row.h"
#include "platform/unseen.h"

/* The overview of all policies, because the API's reasons have no page. */
#define POLICIES "https://business.reddithelp.com/s/article/Reddit-Advertising-Policy"

static int64_t reddit_number(const cJSON *item)
{
	return cJSON_IsNumber(item) ? ad_json_saturate(item->valuedouble) : 0;
}

static void write_micros(struct ad_json *j, const char *key, const cJSON *item)
{
	ad_json_key(j, key);
	if (reddit_number(item) > 0)
		ad_json_micros(j, reddit_number(item));
	else
		ad_json_null(j);
}

static struct ad_str reddit_status_of(const cJSON *data)
{
	struct ad_str status = ad_json_get_text(data, "configured_status");

	if (ad_str_is(status, "ARCHIVED") || ad_str_is(status, "DELETED"))
		return AD_S("REMOVED");
	/* An absent or unknown status counts as live. */
	return ad_str_is(status, "PAUSED") ? AD_S("PAUSED") : AD_S("ENABLED");
}

static struct ad_str objective_of(struct ad_str theirs)
{
	for (size_t i = 0; i < reddit_objective_count; i++)
		if (ad_str_is(theirs, reddit_objectives[i].theirs))
			return ad_str(reddit_objectives[i].ours);
	return AD_S("OTHER");
}

static void reddit_write_bidding(struct ad_json *j, const cJSON *data)
{
	struct ad_str strategy = ad_json_get_text(data, "bid_strategy");
	struct ad_str billed = ad_json_get_text(data, "bid_type");
	const cJSON *value = ad_json_get(data, "bid_value");
	bool target = ad_str_is(strategy, "TARGET_CPX");
	/* A cap on the price of impressions or views is no maxCpc. */
	bool clicks = !billed.n || ad_str_is(billed, "CPC") || reddit_number(value) == 0;
	bool known = target || ad_str_is(strategy, "BIDLESS") ||
		     (ad_str_is(strategy, "MAXIMIZE_VOLUME") && clicks);

	ad_json_key(j, "bidding");
	ad_json_object(j);
	ad_json_kcstr(j, "strategy", !known ? "OTHER" : target ? "TARGET_CPA" : "MAXIMIZE_CLICKS");
	if (known && reddit_number(value) > 0)
		write_micros(j, target ? "targetCpa" : "maxCpc", value);
	ad_json_object_end(j);
}

/* Writes a daily or a lifetime budget; returns true for a lifetime budget. */
static bool reddit_write_budget(struct ad_json *j, const cJSON *data)
{
	bool lifelong = ad_str_is(ad_json_get_text(data, "goal_type"), "LIFETIME_SPEND");

	write_micros(j, "budget", ad_json_get(data, "goal_value"));
	ad_json_kcstr(j, "budgetPeriod", lifelong ? "LIFETIME" : "DAILY");
	return lifelong;
}

static void write_days(struct ad_arena *arena, struct ad_json *j, struct ad_str zone,
		       const cJSON *data)
{
	ad_json_kstr(j, "startDate",
		     reddit_day_of(arena, ad_json_get_text(data, "start_time"), zone, false));
	ad_json_kstr(j, "endDate",
		     reddit_day_of(arena, ad_json_get_text(data, "end_time"), zone, true));
}

static void reddit_write_campaign(struct ad_arena *arena, struct ad_json *j, struct ad_str zone,
				  const cJSON *data)
{
	ad_json_kcstr(j, "type", "SOCIAL");
	reddit_write_budget(j, data);
	/* Without a campaign budget each ad group has one. */
	ad_json_kcstr(j, "budgetLevel",
		      reddit_number(ad_json_get(data, "goal_value")) > 0 ? "CAMPAIGN" : "AD_GROUP");
	ad_json_kstr(j, "objective", objective_of(ad_json_get_text(data, "objective")));
	write_days(arena, j, zone, data);
	reddit_write_bidding(j, data);
}

static void reddit_write_group(struct ad_arena *arena, struct ad_json *j, struct ad_str zone,
			       const cJSON *data)
{
	struct ad_str goal = ad_json_get_text(data, "optimization_goal");

	/* Dates are returned only with a lifetime budget. */
	write_days(arena, j, zone, reddit_write_budget(j, data) ? data : NULL);
	reddit_live_targeting(j, ad_json_get(data, "targeting"));
	ad_json_key(j, "platformOptions");
	ad_json_object(j);
	if (goal.n)
		ad_json_kstr(j, "optimizationGoal", goal);
	ad_json_object_end(j);
}

/*
 * The review status from an ad's effective status. A status that means paused or completed, of the
 * ad, its ad group or its campaign, does not show the review.
 */
static struct ad_str reddit_review_of(struct ad_str effect)
{
	static const char *const words[][2] = {
		{ "ACTIVE", "APPROVED" },
		{ "PENDING_APPROVAL", "PENDING_APPROVAL" },
		{ "REJECTED", "REJECTED" },
	};

	for (size_t i = 0; i < AD_LEN(words); i++)
		if (ad_str_is(effect, words[i][0]))
			return ad_str(words[i][1]);
	return AD_S(AD_REVIEW_UNKNOWN);
}

static void read_review(struct ad_arena *arena, struct ad_remote *remote, const cJSON *data)
{
	struct ad_str effect = ad_json_get_text(data, "effective_status");
	struct ad_str reason = ad_json_get_text(data, "rejection_reason");
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	remote->review_status = reddit_review_of(effect);
	ad_json_array(&j);
	if (reason.n) {
		ad_json_object(&j);
		ad_json_kstr(&j, "code", reason);
		ad_json_kcstr(&j, "message", "Reddit's review rejected it for this reason.");
		ad_json_kstr(&j, "evidence", (struct ad_str){ NULL, 0 });
		ad_json_kcstr(&j, "policyUrl", POLICIES);
		ad_json_object_end(&j);
	}
	ad_json_array_end(&j);
	remote->review_reasons = ad_text_str(&text);
}

static struct ad_remote *reddit_finish(struct ad_arena *arena, struct ad_remote *remote,
				       struct ad_text *fields)
{
	struct ad_json_error error;

	remote->fields = ad_json_parse(arena, ad_text_str(fields), &error);
	return remote->id.n && remote->fields ? remote : NULL;
}

static struct ad_str reddit_printed(struct ad_arena *arena, const cJSON *item)
{
	struct ad_text text = ad_text_on(arena);

	if (!cJSON_IsObject(item) && !cJSON_IsArray(item))
		return AD_S("null");
	ad_json_canonical(&text, item);
	return ad_text_str(&text);
}

/* A live ad's parts for an update, as in reddit_ad_part(). */
static struct ad_str ad_handle(struct ad_arena *arena, const cJSON *post_id,
			       const cJSON *profile_id, const cJSON *post)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kstr(&j, "post_id", ad_json_text(post_id));
	ad_json_kstr(&j, "profile_id", ad_json_text(profile_id));
	if (post)
		ad_json_kraw(&j, "post", reddit_printed(arena, post));
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

const cJSON *reddit_ad_part(struct ad_arena *arena, struct ad_str handle, const char *name)
{
	struct ad_json_error error;

	return handle.n ? ad_json_get(ad_json_parse(arena, handle, &error), name) : NULL;
}

struct ad_str reddit_post_id(struct ad_arena *arena, const struct ad_remote *ad)
{
	return ad_json_text(reddit_ad_part(arena, ad->handle, "post_id"));
}

struct ad_remote *reddit_live(struct ad_arena *arena, const struct ad_ask *ask, const cJSON *data)
{
	struct ad_remote *remote = ad_arena_zalloc(arena, sizeof(*remote));
	enum ad_resource_id kind = ask->pieces[0].res->id;
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	remote->id = ad_arena_copy(arena, ad_json_get_text(data, "id"));
	remote->status = reddit_status_of(data);
	remote->created = reddit_created(data);
	ad_json_object(&j);
	ad_json_kstr(&j, "status", remote->status);
	if (kind == AD_R_AD) {
		remote->parent_id = ad_arena_copy(arena, ad_json_get_text(data, "ad_group_id"));
		remote->handle = ad_handle(arena, ad_json_get(data, "post_id"),
					   ad_json_get(data, "profile_id"), NULL);
		ad_json_kstr(&j, "finalUrl", ad_json_get_text(data, "click_url"));
		read_review(arena, remote, data);
	} else {
		ad_json_kstr(&j, "name", ad_json_get_text(data, "name"));
	}
	if (kind == AD_R_CAMPAIGN) {
		reddit_write_campaign(arena, &j, ask->link->timezone, data);
	} else if (kind == AD_R_AD_GROUP) {
		remote->parent_id = ad_arena_copy(arena, ad_json_get_text(data, "campaign_id"));
		remote->handle = reddit_printed(arena, ad_json_get(data, "targeting"));
		reddit_write_group(arena, &j, ask->link->timezone, data);
	}
	ad_json_object_end(&j);
	return reddit_finish(arena, remote, &text);
}

/* Copies the members of an object into the open one. */
static void put_members(struct ad_json *j, struct ad_arena *arena, const cJSON *fields)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, fields)
	{
		struct ad_text text = ad_text_on(arena);
		ad_json_canonical(&text, item);
		ad_json_kraw(j, item->string, ad_text_str(&text));
	}
}

/* Writes the button of the picture or video; the ad itself has the URL. */
static void write_button(struct ad_json *j, struct ad_arena *arena, const cJSON *post)
{
	const cJSON *content = ad_json_get(post, "content");
	const cJSON *first = cJSON_IsArray(content) ? content->child : NULL;
	struct ad_text button = ad_text_on(arena);

	reddit_add_button(&button, ad_json_get_text(first, "call_to_action"));
	ad_json_kstr(j, "callToAction",
		     button.n ? ad_text_str(&button) : (struct ad_str){ NULL, 0 });
}

void reddit_live_post(struct ad_arena *arena, struct ad_remote *remote, const cJSON *post)
{
	struct ad_str type = ad_json_get_text(post, "type");
	bool media = ad_str_is(type, "IMAGE") || ad_str_is(type, "VIDEO");
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	put_members(&j, arena, remote->fields);
	ad_json_kstr(&j, "type",
		     media                     ? type
		     : ad_str_is(type, "TEXT") ? AD_S("POST")
					       : AD_S("OTHER"));
	ad_json_key(&j, "headlines");
	ad_json_array(&j);
	ad_json_str(&j, ad_json_get_text(post, "headline"));
	ad_json_array_end(&j);
	ad_json_kstr(&j, "primaryText", ad_json_get_text(post, "body"));
	if (media)
		write_button(&j, arena, post);
	ad_json_object_end(&j);
	remote->handle = ad_handle(arena, reddit_ad_part(arena, remote->handle, "post_id"),
				   reddit_ad_part(arena, remote->handle, "profile_id"), post);
	reddit_finish(arena, remote, &text);
}

static const struct ad_piece *piece_of(const struct ad_ask *ask, struct ad_str campaign)
{
	for (size_t i = 0; i < ask->count; i++)
		if (ad_str_eq(ask->pieces[i].remote_id, campaign))
			return &ask->pieces[i];
	return NULL;
}

/* The campaign fields that are read from its ad groups. */
static const char *const group_fields[] = { "locations", "languages", NULL };

static bool reddit_same(struct ad_arena *arena, const char *field, const cJSON *a, const cJSON *b)
{
	struct ad_text left = ad_text_on(arena), right = ad_text_on(arena);

	reddit_normal(&left, &ad_resource_campaign, field, a);
	reddit_normal(&right, &ad_resource_campaign, field, b);
	return ad_str_eq(ad_text_str(&left), ad_text_str(&right));
}

/*
 * Ranks a live value: 0 if it is the wanted one, 1 if it is not written yet, 2 if others changed
 * it.
 */
static int reddit_weight(struct ad_arena *arena, const struct ad_piece *piece, const char *field,
			 const cJSON *live)
{
	if (reddit_same(arena, field, live, piece->want))
		return 0;
	return reddit_same(arena, field, live, piece->synced) ? 1 : 2;
}

/*
 * Merges one field of an ad group into its campaign's, if its value ranks higher than the previous
 * ones, and notes a difference. Returns the deciding value.
 */
static const cJSON *reddit_speaker(struct ad_arena *arena, const struct ad_ask *ask,
				   struct ad_remote *remote, const cJSON *live, const char *field)
{
	const struct ad_piece *piece = piece_of(ask, remote->id);
	const char *const name[] = { field, NULL };
	bool first_unlike = !ad_names_hold(remote->mixed, field);

	if (!ad_json_get(remote->fields, field))
		return live;
	if (reddit_same(arena, field, live, remote->fields))
		return remote->fields;
	if (first_unlike)
		remote->mixed = ad_names_with(arena, remote->mixed, name);
	if (!piece)
		return first_unlike ? live : remote->fields;
	return reddit_weight(arena, piece, field, live) >
			       reddit_weight(arena, piece, field, remote->fields)
		       ? live
		       : remote->fields;
}

/* Copies the fields besides locations and languages into the open object. */
static void put_without_places(struct ad_json *j, struct ad_arena *arena, const cJSON *fields)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, fields)
	{
		struct ad_text value = ad_text_on(arena);
		if (ad_names_hold(AD_S("locations,languages"), item->string))
			continue;
		ad_json_canonical(&value, item);
		ad_json_kraw(j, item->string, ad_text_str(&value));
	}
}

static void drop_places(struct ad_arena *arena, struct ad_remote *remote)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	put_without_places(&j, arena, remote->fields);
	ad_json_object_end(&j);
	reddit_finish(arena, remote, &text);
}

/* Merges an ad group's locations and languages into those of its campaign. */
static void take_group(struct ad_arena *arena, const struct ad_ask *ask, struct ad_remote *remote,
		       const cJSON *targeting)
{
	struct ad_text places = ad_text_on(arena), text = ad_text_on(arena);
	struct ad_json p = ad_json_on(&places), j = ad_json_on(&text);
	struct ad_json_error error;
	const cJSON *live;

	ad_json_object(&p);
	reddit_live_places(&p, targeting);
	ad_json_object_end(&p);
	live = ad_json_parse(arena, ad_text_str(&places), &error);
	ad_json_object(&j);
	put_without_places(&j, arena, remote->fields);
	for (const char *const *field = group_fields; *field; field++) {
		const cJSON *from = reddit_speaker(arena, ask, remote, live, *field);
		struct ad_text value = ad_text_on(arena);
		ad_json_canonical(&value, ad_json_get(from, *field));
		ad_json_kraw(&j, *field, ad_text_str(&value));
	}
	ad_json_object_end(&j);
	reddit_finish(arena, remote, &text);
}

/*
 * Merges the ad groups into the campaigns that were read: a campaign's locations are those of its
 * groups. If the groups differ, a value that others changed comes first, then one that is not yet
 * as wanted. All groups are stored for the update.
 */
void reddit_live_groups(struct ad_arena *arena, struct ad_ask *ask, const cJSON *groups)
{
	const cJSON *group;

	cJSON_ArrayForEach(group, groups)
	{
		struct ad_str campaign = ad_json_get_text(group, "campaign_id");
		struct ad_remote *remote = ask->found;
		while (remote && !ad_str_eq(remote->id, campaign))
			remote = remote->next;
		if (!remote || ad_str_is(reddit_status_of(group), "REMOVED"))
			continue;
		remote->handle =
			ad_arena_printf(arena, "%s%.*s,{\"id\":\"%.*s\",\"targeting\":%s}]",
					remote->handle.n ? "" : "[",
					(int)(remote->handle.n ? remote->handle.n - 1 : 0),
					remote->handle.n ? remote->handle.p : "",
					AD_FMT(ad_json_get_text(group, "id")),
					reddit_printed(arena, ad_json_get(group, "targeting")).p);
		if (ad_str_starts(remote->handle, "[,"))
			remote->handle = ad_arena_printf(arena, "[%s", remote->handle.p + 2);
		/* Unknown of one ad group, the places are unknown of the campaign. */
		if (reddit_has_targeting(arena, remote->handle))
			take_group(arena, ask, remote, ad_json_get(group, "targeting"));
		else
			drop_places(arena, remote);
	}
}

static void add_keyword(struct ad_arena *arena, struct ad_ask *ask, const struct ad_piece *piece,
			const cJSON *group, bool stands)
{
	struct ad_remote *remote = ad_arena_zalloc(arena, sizeof(*remote));
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	bool negative = reddit_is_negative(piece->want);

	remote->parent_id = ad_arena_copy(arena, ad_json_get_text(group, "id"));
	remote->id = reddit_keyword_id(arena, remote->parent_id, piece);
	/* For a removal, a missing keyword is removed, even by that removal itself. */
	remote->status = stands                      ? AD_S("ENABLED")
			 : piece->op == AD_OP_REMOVE ? AD_S("REMOVED")
						     : AD_S("PAUSED");
	remote->nowhere = !stands;
	remote->handle = reddit_printed(arena, ad_json_get(group, "targeting"));
	ad_json_object(&j);
	ad_json_kstr(&j, "text", ad_json_get_text(piece->want, "text"));
	ad_json_kcstr(&j, "matchType", "BROAD");
	ad_json_kbool(&j, "negative", negative);
	ad_json_kcstr(&j, "status", stands ? "ENABLED" : negative ? "REMOVED" : "PAUSED");
	ad_json_object_end(&j);
	if (!reddit_finish(arena, remote, &text))
		return;
	remote->next = ask->found;
	ask->found = remote;
}

/*
 * A keyword that its ad group does not list counts as paused, because it has no other state. So
 * every keyword already exists, and the second of two equal drafts is reported as a duplicate.
 */
void reddit_live_keywords(struct ad_arena *arena, struct ad_ask *ask, const cJSON *group)
{
	struct ad_str id = ad_json_get_text(group, "id");
	bool key = ask->question == AD_ASK_KEY;
	bool removed = ad_str_is(reddit_status_of(group), "REMOVED");

	for (size_t i = 0; i < ask->count; i++) {
		const struct ad_piece *piece = &ask->pieces[i];
		bool stands = reddit_keyword_stands(ad_json_get(group, "targeting"), piece->want);
		struct ad_str own =
			key ? piece->parent_remote_id : reddit_group_of(piece->remote_id);
		/* Without the targeting it is unknown if the keyword exists. */
		if (!ad_str_eq(own, id) ||
		    (!removed && !cJSON_IsObject(ad_json_get(group, "targeting"))))
			continue;
		if (!removed)
			add_keyword(arena, ask, piece, group, stands);
		else if (!key)
			ad_ask_add_removed(arena, ask, piece->remote_id);
	}
}

static struct ad_remote *reddit_standing(struct ad_arena *arena, struct ad_str group,
					 struct ad_str words, bool negative)
{
	struct ad_remote *remote = ad_arena_zalloc(arena, sizeof(*remote));
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	remote->parent_id = group;
	remote->id = reddit_keyword_name(arena, group, words, negative);
	remote->status = AD_S("ENABLED");
	ad_json_object(&j);
	ad_json_kstr(&j, "text", words);
	ad_json_kcstr(&j, "matchType", "BROAD");
	ad_json_kbool(&j, "negative", negative);
	ad_json_kcstr(&j, "status", "ENABLED");
	ad_json_object_end(&j);
	return reddit_finish(arena, remote, &text);
}

struct ad_remote *reddit_standing_keywords(struct ad_arena *arena, struct ad_str group,
					   const cJSON *targeting)
{
	static const char *const lists[] = { "keywords", "excluded_keywords" };
	struct ad_remote *found = NULL, **end = &found;
	const cJSON *item;

	for (size_t i = 0; i < AD_LEN(lists); i++)
		cJSON_ArrayForEach(item, ad_json_get(targeting, lists[i]))
		{
			struct ad_str words = ad_json_text(item);
			*end = words.n ? reddit_standing(arena, group, words, i == 1) : NULL;
			if (*end)
				end = &(*end)->next;
		}
	return found;
}
