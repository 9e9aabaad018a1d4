/*
 * Live objects of Meta, in our field names and values. Objects are queried by id in a batch, so
 * that a missing one does not hide the others; by natural key, through the edge of their parent.
 */
#include "base/json_read.h"
#include "platform/form.h"
#include "platform/meta/adapter.h"
#include "platform/unseen.h"

#define CAMPAIGN_FIELDS                                                                            \
	"id,name,status,effective_status,objective,daily_budget,lifetime_budget,bid_strategy,"     \
	"adlabels,special_ad_categories,special_ad_category_country"
#define GROUP_FIELDS                                                                               \
	"id,name,status,effective_status,campaign_id,targeting,bid_amount,daily_budget,adlabels,"  \
	"bid_strategy,campaign{id,bid_strategy},optimization_goal,billing_event,destination_type," \
	"promoted_"                                                                                \
	"object,"                                                                                  \
	"dsa_beneficiary,dsa_payor,lifetime_budget,start_time,end_time"
#define AD_FIELDS                                                                                  \
	"id,name,status,effective_status,adset_id,ad_review_feedback,adlabels,creative{id,"        \
	"object_story_spec}"
/* With all members of the creative that an update keeps, or that keep it from an update. */
#define WHOLE_AD_FIELDS                                                                            \
	"id,name,status,effective_status,adset_id,ad_review_feedback,adlabels,creative{id,"        \
	"object_story_spec,url_tags,degrees_of_freedom_spec,contextual_multi_ads,"                 \
	"authorization_category,asset_feed_spec,platform_customizations,product_set_id,"           \
	"template_url_spec,interactive_components_spec}"
#define SET_FIELDS "id,targeting,start_time,end_time,bid_amount,bid_constraints"
#define SETS_PAGE "50"

/* Requests of a campaign: itself and its ad sets. */
static size_t calls_of(const struct ad_ask *ask)
{
	return ask->pieces[0].res->id == AD_R_CAMPAIGN ? 2 : 1;
}

const char *meta_fields(const struct ad_resource *res)
{
	return res->id == AD_R_CAMPAIGN   ? CAMPAIGN_FIELDS
	       : res->id == AD_R_AD_GROUP ? GROUP_FIELDS
					  : AD_FIELDS;
}

static struct ad_str live_fields(const struct ad_resource *res)
{
	return res->id == AD_R_AD ? AD_S(WHOLE_AD_FIELDS) : ad_str(meta_fields(res));
}

/* The call for a page of a campaign's ad sets; the first page without a cursor. */
static struct meta_part sets_part(struct ad_arena *arena, struct ad_str campaign,
				  struct ad_str after)
{
	struct meta_part part = { "GET", ad_arena_printf(arena, "%.*s/adsets", AD_FMT(campaign)),
				  ad_text_on(arena) };

	ad_form_add(&part.form, "fields", AD_S(SET_FIELDS));
	ad_form_add(&part.form, "limit", AD_S(SETS_PAGE));
	if (after.n)
		ad_form_add(&part.form, "after", after);
	return part;
}

/* Reads a line "<campaign> <cursor>" of the campaigns with more ad sets; false if there is none. */
static bool take_line(struct ad_str *lines, struct ad_str *campaign, struct ad_str *after)
{
	const char *end = lines->n ? memchr(lines->p, '\n', lines->n) : NULL;
	const char *space = end ? memchr(lines->p, ' ', (size_t)(end - lines->p)) : NULL;

	if (!space)
		return false;
	*campaign = (struct ad_str){ lines->p, (size_t)(space - lines->p) };
	*after = (struct ad_str){ space + 1, (size_t)(end - space - 1) };
	*lines = (struct ad_str){ end + 1, lines->n - (size_t)(end + 1 - lines->p) };
	return true;
}

/* Queries the next page of ad sets of each campaign that has one. */
static void ask_more(struct ad_arena *arena, const struct ad_link *link, const struct ad_ask *ask,
		     struct ad_http_request *out)
{
	struct ad_str lines = ask->page, campaign, after;
	struct meta_part parts[META_BATCH];
	size_t n = 0;

	while (n < META_BATCH && take_line(&lines, &campaign, &after))
		parts[n++] = sets_part(arena, campaign, after);
	if (n == 1)
		parts[n++] = parts[0];
	meta_request(arena, link, parts, n, out);
}

static bool ask_live(struct ad_arena *arena, const struct ad_link *link, struct ad_ask *ask,
		     struct ad_http_request *out)
{
	size_t calls = calls_of(ask), most = META_BATCH / calls, n = 0;
	struct meta_part parts[META_BATCH];

	if (ask->page.n) {
		ask_more(arena, link, ask, out);
		return true;
	}
	for (size_t i = ask->part * most; i < ask->count && i < (ask->part + 1) * most; i++) {
		parts[n] = (struct meta_part){ "GET", ask->pieces[i].remote_id, ad_text_on(arena) };
		ad_form_add(&parts[n++].form, "fields", live_fields(ask->pieces[0].res));
		if (calls == 2)
			parts[n++] =
				sets_part(arena, ask->pieces[i].remote_id, (struct ad_str){ 0 });
	}
	if (n == 0)
		return false;
	/* A single call is sent as a batch too, so that the answers have one form. */
	if (n == 1)
		parts[n++] = parts[0];
	meta_request(arena, link, parts, n, out);
	return true;
}

/* The parent of that number among the pieces' distinct parents; absent after the last. */
static struct ad_str parent_number(const struct ad_ask *ask, unsigned number)
{
	for (size_t i = 0; i < ask->count; i++) {
		bool said = false;
		for (size_t k = 0; k < i && !said; k++)
			said = ad_str_eq(ask->pieces[k].parent_remote_id,
					 ask->pieces[i].parent_remote_id);
		if (!said && number-- == 0)
			return ask->pieces[i].parent_remote_id;
	}
	return (struct ad_str){ 0 };
}

static bool ask_key(struct ad_arena *arena, const struct ad_link *link, struct ad_ask *ask,
		    struct ad_http_request *out)
{
	enum ad_resource_id kind = ask->pieces[0].res->id;
	struct meta_part part = { "GET", { 0 }, ad_text_on(arena) };
	struct ad_str parent = parent_number(ask, ask->part);

	if (kind == AD_R_CAMPAIGN && ask->part > 0)
		return false;
	if (kind == AD_R_CAMPAIGN)
		part.path = meta_account_path(arena, link, "campaigns");
	else if (parent.n)
		part.path = ad_arena_printf(arena, "%.*s/%s", AD_FMT(parent),
					    kind == AD_R_AD_GROUP ? "adsets" : "ads");
	else
		return false;
	ad_form_add(&part.form, "fields", ad_str(meta_fields(ask->pieces[0].res)));
	ad_form_add(&part.form, "limit", AD_S("200"));
	if (ask->page.n)
		ad_form_add(&part.form, "after", ask->page);
	meta_request(arena, link, &part, 1, out);
	return true;
}

bool meta_ask(struct ad_arena *arena, const struct ad_link *link, struct ad_ask *ask,
	      struct ad_http_request *out)
{
	if (ask->pieces[0].res->id == AD_R_ASSET)
		return meta_asset_ask(arena, link, ask, out);
	return ask->question == AD_ASK_LIVE ? ask_live(arena, link, ask, out)
					    : ask_key(arena, link, ask, out);
}

static void meta_add(struct ad_ask *ask, struct ad_remote *remote)
{
	if (!remote)
		return;
	remote->next = ask->found;
	ask->found = remote;
}

/*
 * The body of a part of a batch; NULL with *denied if Meta does not show the object: 100/33 and 803
 * mean that it does not exist or is not visible to us. A removed object has the status DELETED.
 */
static const cJSON *body_of(struct ad_arena *arena, const cJSON *part,
			    const struct ad_http_response *response, struct ad_outcome *outcome,
			    struct ad_platform_error *denied)
{
	struct ad_json_error error;
	struct ad_str text = ad_json_get_text(part, "body");
	const cJSON *code = ad_json_get(part, "code");
	const cJSON *body = text.n ? ad_json_parse(arena, text, &error) : NULL;

	*denied = (struct ad_platform_error){ 0 };
	if (cJSON_IsNumber(code) && code->valueint == 200 && body)
		return body;
	meta_failure(arena, cJSON_IsNumber(code) ? code->valueint : 500, body, response, outcome);
	if (outcome->kind == AD_REFUSED && strcmp(outcome->error.code, "PERMISSION_DENIED") == 0) {
		*denied = outcome->error;
		if (meta_is_unseen(outcome))
			denied->details = AD_S(AD_NOT_SHOWN_DETAILS);
		*outcome = (struct ad_outcome){ .kind = AD_DID };
	}
	return NULL;
}

struct ad_str meta_next_page(struct ad_arena *arena, const cJSON *body)
{
	const cJSON *paging = ad_json_get(body, "paging");

	/* The last page has a cursor too; only its link to the next page is missing. */
	if (!ad_json_get_text(paging, "next").n)
		return (struct ad_str){ 0 };
	return ad_arena_copy(arena, ad_json_get_text(ad_json_get(paging, "cursors"), "after"));
}

static void add_line(struct ad_text *lines, struct ad_str campaign, struct ad_str after)
{
	if (after.n)
		ad_text_addf(lines, "%.*s %.*s\n", AD_FMT(campaign), AD_FMT(after));
}

static bool is_removed(const cJSON *object)
{
	struct ad_str own = ad_json_get_text(object, "status");
	struct ad_str effective = ad_json_get_text(object, "effective_status");

	return ad_str_is(own, "DELETED") || ad_str_is(own, "ARCHIVED") ||
	       ad_str_is(effective, "DELETED") || ad_str_is(effective, "ARCHIVED");
}

/* An absent or unknown status counts as live: only PAUSED is paused. */
static struct ad_str meta_status_of(const cJSON *object)
{
	if (is_removed(object))
		return AD_S("REMOVED");
	return ad_str_is(ad_json_get_text(object, "status"), "PAUSED") ? AD_S("PAUSED")
								       : AD_S("ENABLED");
}

/* The answers about one piece. A campaign is reported with its ad sets, or as removed. */
struct reading {
	const cJSON *object, *sets;
	struct ad_platform_error denied, no_sets; /* why one is missing; no code: it is present */
};

static void add_reading(struct ad_arena *arena, struct ad_ask *ask, struct ad_str id,
			const struct reading *r, struct ad_text *lines)
{
	if (r->object && (!r->no_sets.code || is_removed(r->object))) {
		meta_add(ask, meta_live(arena, ask, r->object, ad_json_get(r->sets, "data")));
		add_line(lines, ad_json_get_text(r->object, "id"), meta_next_page(arena, r->sets));
	} else if (r->denied.code || r->no_sets.code) {
		ad_ask_add_unseen(arena, ask, id, r->denied.code ? &r->denied : &r->no_sets);
	}
}

static void hear_live(struct ad_arena *arena, struct ad_ask *ask, const cJSON *parts,
		      const struct ad_http_response *response, struct ad_outcome *outcome)
{
	size_t calls = calls_of(ask), most = META_BATCH / calls;
	size_t at = ask->part * most, end = at + most < ask->count ? at + most : ask->count;
	const cJSON *part = parts ? parts->child : NULL;
	struct ad_text lines = ad_text_on(arena);

	/* A single call is sent twice; its second answer is ignored. */
	for (; part && at < end; part = part->next, at++) {
		struct reading r = { 0 };
		r.object = body_of(arena, part, response, outcome, &r.denied);
		if (calls == 2)
			part = part->next;
		if (calls == 2 && r.object)
			r.sets = body_of(arena, part, response, outcome, &r.no_sets);
		if (outcome->kind != AD_DID)
			return;
		add_reading(arena, ask, ask->pieces[at].remote_id, &r, &lines);
		if (!part)
			break;
	}
	/* An answer with fewer parts than requested leaves the rest unknown. */
	if (at < end) {
		meta_failure(arena, 500, NULL, response, outcome);
		return;
	}
	ask->page = ad_text_str(&lines);
	ask->part++;
}

/* A campaign's further ad sets: the campaign is rebuilt with all of them. */
static void hear_more(struct ad_arena *arena, struct ad_ask *ask, const cJSON *parts,
		      const struct ad_http_response *response, struct ad_outcome *outcome)
{
	const cJSON *part = parts ? parts->child : NULL;
	struct ad_str lines = ask->page, campaign, after;
	struct ad_text rest = ad_text_on(arena);

	for (size_t n = 0; n < META_BATCH && take_line(&lines, &campaign, &after); n++) {
		struct ad_platform_error denied;
		const cJSON *body = body_of(arena, part, response, outcome, &denied);
		struct ad_remote *remote = ad_ask_find(ask, campaign);
		part = part ? part->next : NULL;
		if (outcome->kind != AD_DID)
			return;
		if (!remote)
			continue;
		if (denied.code) {
			ad_ask_drop(ask, remote);
			ad_ask_add_unseen(arena, ask, remote->id, &denied);
			continue;
		}
		meta_add_sets(arena, ask, remote, ad_json_get(body, "data"));
		add_line(&rest, campaign, meta_next_page(arena, body));
	}
	ad_text_add(&rest, lines);
	ask->page = ad_text_str(&rest);
}

const struct ad_piece *meta_piece_of(const struct ad_ask *ask, struct ad_str remote_id)
{
	for (size_t i = 0; i < ask->count; i++)
		if (ask->pieces[i].want && ask->pieces[i].remote_id.n &&
		    ad_str_eq(ask->pieces[i].remote_id, remote_id))
			return &ask->pieces[i];
	return NULL;
}

static void hear_key(struct ad_arena *arena, struct ad_ask *ask, const cJSON *body)
{
	const cJSON *object;

	cJSON_ArrayForEach(object, ad_json_get(body, "data"))
		meta_add(ask, meta_live(arena, ask, object, NULL));
	ask->page = meta_next_page(arena, body);
	if (!ask->page.n)
		ask->part++;
}

void meta_hear(struct ad_arena *arena, struct ad_ask *ask, const struct ad_http_response *response,
	       struct ad_outcome *outcome)
{
	struct ad_json_error error;
	const cJSON *body = response->body.n ? ad_json_parse(arena, response->body, &error) : NULL;
	bool live = ask->question == AD_ASK_LIVE;
	bool whole = !live || !meta_is_torn(body, response);
	bool right = response->status == 200 && whole &&
		     (live ? cJSON_IsArray(body) : cJSON_IsArray(ad_json_get(body, "data")));

	if (ask->pieces[0].res->id == AD_R_ASSET) {
		meta_asset_hear(arena, ask, response, outcome);
		return;
	}
	*outcome = (struct ad_outcome){ .kind = AD_DID };
	if (!right)
		meta_failure(arena, whole ? response->status : 500, whole ? body : NULL, response,
			     outcome);
	else if (live && ask->page.n)
		hear_more(arena, ask, body, response, outcome);
	else if (live)
		hear_live(arena, ask, body, response, outcome);
	else
		hear_key(arena, ask, body);
	/* A query changes nothing, so it can always be repeated. */
	if (outcome->kind == AD_DOUBT)
		outcome->kind = AD_AGAIN;
}

static struct ad_str meta_mark_of(struct ad_arena *arena, const cJSON *object)
{
	const cJSON *label;

	cJSON_ArrayForEach(label, ad_json_get(object, "adlabels"))
	{
		struct ad_str name = ad_json_get_text(label, "name");
		size_t n = strlen(META_MARK);
		if (ad_str_starts(name, META_MARK))
			return ad_arena_copy(arena, (struct ad_str){ name.p + n, name.n - n });
	}
	return (struct ad_str){ 0 };
}

static struct ad_str meta_canonical(struct ad_arena *arena, const cJSON *item)
{
	struct ad_text text = ad_text_on(arena);

	if (item)
		ad_json_canonical(&text, item);
	return ad_text_str(&text);
}

static void meta_write_one(struct ad_json *j, const char *key, struct ad_str text)
{
	ad_json_key(j, key);
	ad_json_array(j);
	if (text.n)
		ad_json_str(j, text);
	ad_json_array_end(j);
}

static void write_video(struct ad_json *j, const cJSON *video)
{
	const cJSON *button = ad_json_get(video, "call_to_action");
	struct ad_str message = ad_json_get_text(video, "message");
	struct ad_str type = ad_json_get_text(button, "type");

	ad_json_kcstr(j, "type", "VIDEO");
	ad_json_kstr(j, "finalUrl", ad_json_get_text(ad_json_get(button, "value"), "link"));
	ad_json_kstr(j, "primaryText", message.n ? message : (struct ad_str){ 0 });
	ad_json_kstr(j, "callToAction", type.n ? type : (struct ad_str){ 0 });
	meta_write_one(j, "headlines", ad_json_get_text(video, "title"));
	meta_write_one(j, "descriptions", ad_json_get_text(video, "link_description"));
}

static void meta_write_ad(struct ad_json *j, const cJSON *ad)
{
	const cJSON *story = ad_json_get(ad_json_get(ad, "creative"), "object_story_spec");
	const cJSON *link = ad_json_get(story, "link_data");
	const cJSON *video = ad_json_get(story, "video_data");
	struct ad_str message = ad_json_get_text(link, "message");
	struct ad_str button = ad_json_get_text(ad_json_get(link, "call_to_action"), "type");

	if (video &&
	    ad_json_get_text(ad_json_get(ad_json_get(video, "call_to_action"), "value"), "link")
		    .n) {
		write_video(j, video);
		return;
	}
	/* An ad of another form than ours: its texts are not read. */
	if (!link || ad_json_get(link, "child_attachments")) {
		ad_json_kcstr(j, "type", "OTHER");
		return;
	}
	ad_json_kcstr(j, "type", "IMAGE");
	ad_json_kstr(j, "finalUrl", ad_json_get_text(link, "link"));
	ad_json_kstr(j, "primaryText", message.n ? message : (struct ad_str){ 0 });
	ad_json_kstr(j, "callToAction", button.n ? button : (struct ad_str){ 0 });
	meta_write_one(j, "headlines", ad_json_get_text(link, "name"));
	meta_write_one(j, "descriptions", ad_json_get_text(link, "description"));
}

/*
 * The review status from an ad's effective status. A status that means paused, archived or waiting
 * for a payment method, of the ad or of a parent, does not show the review.
 */
static struct ad_str meta_review_of(const cJSON *ad)
{
	static const char *const words[][2] = {
		{ "ACTIVE", "APPROVED" },
		{ "PREAPPROVED", "APPROVED" },
		{ "PENDING_REVIEW", "PENDING_REVIEW" },
		{ "DISAPPROVED", "DISAPPROVED" },
		{ "WITH_ISSUES", "WITH_ISSUES" },
		{ "IN_PROCESS", "IN_PROCESS" },
	};
	struct ad_str word = ad_json_get_text(ad, "effective_status");

	for (size_t i = 0; i < AD_LEN(words); i++)
		if (ad_str_is(word, words[i][0]))
			return ad_str(words[i][1]);
	return AD_S(AD_REVIEW_UNKNOWN);
}

static struct ad_str reasons_of(struct ad_arena *arena, const cJSON *ad)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	const cJSON *reason;

	ad_json_array(&j);
	cJSON_ArrayForEach(reason, ad_json_get(ad_json_get(ad, "ad_review_feedback"), "global"))
	{
		ad_json_object(&j);
		ad_json_kstr(&j, "code", ad_str(reason->string));
		ad_json_kstr(&j, "message", ad_json_text(reason));
		ad_json_kstr(&j, "evidence", (struct ad_str){ 0 });
		ad_json_kcstr(&j, "policyUrl",
			      "https://transparency.meta.com/policies/ad-standards/");
		ad_json_object_end(&j);
	}
	ad_json_array_end(&j);
	return ad_text_str(&text);
}

/*
 * Writes a live budget; null if there is none, or it was removed. A number below zero, or too large
 * to multiply, is not read.
 */
static void write_own_budget(struct ad_json *j, const struct ad_link *link, const cJSON *item)
{
	if (meta_number(item) != 0) {
		meta_write_money(j, "budget", item, link);
		return;
	}
	ad_json_key(j, "budget");
	ad_json_null(j);
}

/* Writes an ad set's daily or lifetime budget; a lifetime budget is for the ad set's dates. */
static void write_group_budget(struct ad_json *j, const struct ad_link *link, const cJSON *group)
{
	const cJSON *life = ad_json_get(group, "lifetime_budget");
	bool lifelong = meta_number(life) != 0;

	write_own_budget(j, link, lifelong ? life : ad_json_get(group, "daily_budget"));
	ad_json_kcstr(j, "budgetPeriod", lifelong ? "LIFETIME" : "DAILY");
	meta_write_day(j, "startDate", lifelong ? group : NULL, "start_time");
	meta_write_day(j, "endDate", lifelong ? group : NULL, "end_time");
}

static void meta_write_group(struct ad_json *j, const struct ad_link *link, const cJSON *group)
{
	struct ad_str strategy = ad_json_get_text(group, "bid_strategy");

	/* An ad set has a strategy of its own if its campaign has no budget. */
	if (!strategy.n)
		strategy = ad_json_get_text(ad_json_get(group, "campaign"), "bid_strategy");
	meta_write_targeting(j, ad_json_get(group, "targeting"));
	write_group_budget(j, link, group);
	/* With other strategies the number belongs to the campaign. */
	if (ad_str_is(strategy, "LOWEST_COST_WITH_BID_CAP"))
		meta_write_money(j, "cpcBid", ad_json_get(group, "bid_amount"), link);
}

/* A campaign has one budget, daily or lifetime, or each of its ad sets has its own. */
static void meta_write_budget(struct ad_json *j, const struct ad_link *link, const cJSON *campaign)
{
	const cJSON *life = ad_json_get(campaign, "lifetime_budget");
	const cJSON *daily = ad_json_get(campaign, "daily_budget");
	bool lifelong = meta_number(life) != 0;

	write_own_budget(j, link, lifelong ? life : daily);
	ad_json_kcstr(j, "budgetPeriod", lifelong ? "LIFETIME" : "DAILY");
	ad_json_kcstr(j, "budgetLevel",
		      !lifelong && meta_number(daily) == 0 ? "AD_GROUP" : "CAMPAIGN");
}

/* The members that Meta replaces as a whole: an update starts from them. */
static const char *const group_parts[] = { "targeting", "promoted_object", NULL };
static const char *const ad_parts[] = { "creative", NULL };

static struct ad_str parts_of(struct ad_arena *arena, const cJSON *object, const char *const *names)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	for (; *names; names++)
		if (ad_json_get(object, *names))
			ad_json_kraw(&j, *names,
				     meta_canonical(arena, ad_json_get(object, *names)));
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

struct ad_remote *meta_live(struct ad_arena *arena, const struct ad_ask *ask, const cJSON *object,
			    const cJSON *adsets)
{
	struct ad_remote *remote = ad_arena_zalloc(arena, sizeof(*remote));
	enum ad_resource_id kind = ask->pieces[0].res->id;
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error error;

	remote->id = ad_arena_copy(arena, ad_json_get_text(object, "id"));
	remote->mark = meta_mark_of(arena, object);
	remote->status = meta_status_of(object);
	ad_json_object(&j);
	ad_json_kstr(&j, "status", remote->status);
	if (kind != AD_R_AD)
		ad_json_kstr(&j, "name", ad_json_get_text(object, "name"));
	if (kind == AD_R_CAMPAIGN) {
		ad_json_kcstr(&j, "type", "SOCIAL");
		ad_json_kstr(&j, "objective",
			     meta_objective_back(ad_json_get_text(object, "objective")));
		meta_write_budget(&j, ask->link, object);
		meta_write_spread(&j, arena, ask, object, adsets);
		remote->handle = meta_sets_handle(arena, object, adsets);
		remote->mixed = meta_mixed(arena, ask, object, adsets);
	} else if (kind == AD_R_AD_GROUP) {
		remote->parent_id = ad_arena_copy(arena, ad_json_get_text(object, "campaign_id"));
		meta_write_group(&j, ask->link, object);
		remote->handle = parts_of(arena, object, group_parts);
	} else {
		remote->parent_id = ad_arena_copy(arena, ad_json_get_text(object, "adset_id"));
		remote->review_status = meta_review_of(object);
		remote->review_reasons = reasons_of(arena, object);
		remote->handle = parts_of(arena, object, ad_parts);
		meta_write_ad(&j, object);
	}
	meta_write_options(&j, meta_piece_of(ask, remote->id), object);
	ad_json_object_end(&j);
	remote->fields = ad_json_parse(arena, ad_text_str(&text), &error);
	return remote->id.n && remote->fields ? remote : NULL;
}
