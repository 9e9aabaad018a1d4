/*
 * The table of sent fields (model/sent.h), compared with the requests that the adapters build:
 * every AD_SENT field of every kind of object on every platform, changed alone.
 */
#include "tests/support/arena.h"

#include "base/clock.h"
#include "model/row.h"
#include "model/sent.h"
#include "platform/platform.h"

#define ANY AD_PLATFORM_COUNT
#define STEPS_MAX 8
#define FIELDS_MAX 40

/* Two values of a field: the object's, and another one. */
static const struct sample {
	enum ad_resource_id resource;
	const char *field;
	enum ad_platform platform; /* ANY: without a row of its own */
	const char *a, *b;
	const char *cleared; /* what an update that clears it wants; NULL: it cannot be cleared */
} samples[] = {
	{ AD_R_CAMPAIGN, "name", ANY, "\"First\"", "\"Second\"", NULL },
	{ AD_R_CAMPAIGN, "type", AD_GOOGLE, "\"SEARCH\"", "\"SEARCH\"", NULL },
	{ AD_R_CAMPAIGN, "type", AD_MICROSOFT, "\"SEARCH\"", "\"SEARCH\"", NULL },
	{ AD_R_CAMPAIGN, "type", ANY, "\"SOCIAL\"", "\"SOCIAL\"", NULL },
	{ AD_R_CAMPAIGN, "budget", ANY, "20", "31", NULL },
	{ AD_R_CAMPAIGN, "status", ANY, "\"ENABLED\"", "\"PAUSED\"", NULL },
	{ AD_R_CAMPAIGN, "objective", ANY, "\"TRAFFIC\"", "\"SALES\"", NULL },
	{ AD_R_CAMPAIGN, "startDate", AD_MICROSOFT, "null", "\"2027-01-02\"", NULL },
	{ AD_R_CAMPAIGN, "startDate", ANY, "\"2027-01-01\"", "\"2027-01-02\"", "null" },
	{ AD_R_CAMPAIGN, "endDate", AD_MICROSOFT, "null", "\"2027-03-02\"", NULL },
	{ AD_R_CAMPAIGN, "endDate", ANY, "\"2027-03-01\"", "\"2027-03-02\"", "null" },
	{ AD_R_CAMPAIGN, "bidding", ANY, "{\"strategy\":\"MAXIMIZE_CLICKS\",\"maxCpc\":2}",
	  "{\"strategy\":\"MANUAL_CPC\"}", NULL },
	{ AD_R_CAMPAIGN, "locations", ANY, "[{\"code\":\"US\",\"excluded\":false}]",
	  "[{\"code\":\"CA\",\"excluded\":false}]", "[]" },
	{ AD_R_CAMPAIGN, "languages", ANY, "[\"en\"]", "[\"de\"]", "[]" },
	{ AD_R_CAMPAIGN, "adSchedule", ANY,
	  "[{\"day\":\"MONDAY\",\"from\":\"09:00\",\"to\":\"17:00\"}]",
	  "[{\"day\":\"SUNDAY\",\"from\":\"00:00\",\"to\":\"24:00\"}]", "null" },
	{ AD_R_CAMPAIGN, "trackingTemplate", ANY, "\"{lpurl}?a\"", "\"{lpurl}?b\"", "null" },
	{ AD_R_CAMPAIGN, "finalUrlSuffix", ANY, "\"a=1\"", "\"b=1\"", "null" },
	/* The first one is not Google's default: clearing it changes the campaign. */
	{ AD_R_CAMPAIGN, "platformOptions", AD_GOOGLE, "{\"networks\":[\"SEARCH\",\"DISPLAY\"]}",
	  "{\"networks\":[\"SEARCH\"]}", "null" },
	{ AD_R_CAMPAIGN, "platformOptions", AD_MICROSOFT, "{\"geoMode\":\"PRESENCE_OR_INTEREST\"}",
	  "{\"geoMode\":\"PRESENCE\"}", "null" },
	{ AD_R_CAMPAIGN, "platformOptions", AD_REDDIT, "{\"conversionPixelId\":\"p1\"}",
	  "{\"conversionPixelId\":\"p2\"}", "null" },
	{ AD_R_CAMPAIGN, "platformOptions", AD_META, "{\"specialAdCategories\":[\"HOUSING\"]}",
	  "{\"specialAdCategories\":[\"CREDIT\"]}", "null" },
	{ AD_R_AD_GROUP, "name", ANY, "\"First\"", "\"Second\"", NULL },
	{ AD_R_AD_GROUP, "status", ANY, "\"ENABLED\"", "\"PAUSED\"", NULL },
	{ AD_R_AD_GROUP, "cpcBid", ANY, "1.5", "2.5", "null" },
	{ AD_R_AD_GROUP, "targeting", ANY, "{\"interests\":[\"1\"]}", "{\"interests\":[\"2\"]}",
	  "null" },
	{ AD_R_AD_GROUP, "budget", ANY, "20", "31", NULL },
	{ AD_R_AD_GROUP, "platformOptions", AD_GOOGLE, "null", "{\"x\":1}", NULL },
	{ AD_R_AD_GROUP, "platformOptions", AD_MICROSOFT,
	  "{\"network\":\"SYNDICATED_SEARCH_ONLY\"}", "{\"network\":\"OWNED_AND_OPERATED_ONLY\"}",
	  "null" },
	{ AD_R_AD_GROUP, "platformOptions", ANY, "{\"optimizationGoal\":\"REACH\"}",
	  "{\"optimizationGoal\":\"IMPRESSIONS\"}", "null" },
	{ AD_R_AD, "type", AD_GOOGLE, "\"RESPONSIVE_SEARCH\"", "\"RESPONSIVE_SEARCH\"", NULL },
	{ AD_R_AD, "type", AD_MICROSOFT, "\"RESPONSIVE_SEARCH\"", "\"RESPONSIVE_SEARCH\"", NULL },
	{ AD_R_AD, "type", AD_REDDIT, "\"IMAGE\"", "\"POST\"", NULL },
	{ AD_R_AD, "type", AD_META, "\"IMAGE\"", "\"VIDEO\"", NULL },
	{ AD_R_AD, "finalUrl", ANY, "\"https://a.example/\"", "\"https://b.example/\"", NULL },
	{ AD_R_AD, "headlines", ANY, "[\"One of three\"]", "[\"Another one\"]", NULL },
	{ AD_R_AD, "descriptions", ANY, "[\"A line\"]", "[\"Another line\"]", "[]" },
	{ AD_R_AD, "path1", ANY, "\"bread\"", "\"rolls\"", "null" },
	{ AD_R_AD, "path2", ANY, "\"rye\"", "\"oat\"", "null" },
	{ AD_R_AD, "primaryText", ANY, "\"Fresh bread\"", "\"Fresh rolls\"", "null" },
	{ AD_R_AD, "callToAction", ANY, "\"SHOP_NOW\"", "\"LEARN_MORE\"", "null" },
	{ AD_R_AD, "assetIds", ANY, "[\"ast_1\"]", "[\"ast_2\"]", NULL },
	{ AD_R_AD, "status", ANY, "\"ENABLED\"", "\"PAUSED\"", NULL },
	{ AD_R_AD, "platformOptions", AD_META, "{\"pageId\":\"1\"}", "{\"pageId\":\"2\"}", "null" },
	{ AD_R_AD, "platformOptions", ANY, "null", "{\"x\":1}", NULL },
	{ AD_R_KEYWORD, "text", ANY, "\"bread\"", "\"rolls\"", NULL },
	{ AD_R_KEYWORD, "matchType", AD_REDDIT, "\"BROAD\"", "\"BROAD\"", NULL },
	{ AD_R_KEYWORD, "matchType", ANY, "\"EXACT\"", "\"PHRASE\"", NULL },
	{ AD_R_KEYWORD, "negative", ANY, "false", "true", NULL },
	{ AD_R_KEYWORD, "cpcBid", ANY, "1.5", "2.5", "null" },
	{ AD_R_KEYWORD, "finalUrl", ANY, "\"https://a.example/\"", "\"https://b.example/\"",
	  "null" },
	{ AD_R_KEYWORD, "status", ANY, "\"ENABLED\"", "\"PAUSED\"", NULL },
	{ AD_R_ASSET, "type", ANY, "\"SITELINK\"", "\"SITELINK\"", NULL },
	{ AD_R_ASSET, "name", ANY, "\"First\"", "\"Second\"", NULL },
	{ AD_R_ASSET, "text", ANY, "\"Find a shop\"", "\"Our shops\"", NULL },
	{ AD_R_ASSET, "finalUrl", ANY, "\"https://a.example/\"", "\"https://b.example/\"", NULL },
	{ AD_R_ASSET, "description1", ANY, "\"One line\"", "\"Another\"", NULL },
	{ AD_R_ASSET, "description2", ANY, "\"One line\"", "\"Another\"", NULL },
	{ AD_R_ASSET, "sha256", ANY, "null", "null", NULL },
};

static const struct ad_resource *const kinds[] = {
	&ad_resource_campaign, &ad_resource_ad_group, &ad_resource_ad,
	&ad_resource_keyword,  &ad_resource_asset,
};

static const struct sample *sample_of(const struct ad_resource *res, const char *field,
				      enum ad_platform platform)
{
	const struct sample *found = NULL;

	for (size_t i = 0; i < AD_LEN(samples); i++) {
		const struct sample *s = &samples[i];
		if (s->resource != res->id || strcmp(s->field, field) != 0)
			continue;
		if (s->platform == platform || (s->platform == ANY && !found))
			found = s;
	}
	if (!found)
		fail_msg("%s.%s has no sample", res->name, field);
	return found;
}

/* An object of the samples with at most two other field values. */
struct other {
	const char *field, *value;
};

static const cJSON *object_with(struct ad_arena *arena, const struct ad_resource *res,
				enum ad_platform platform, struct other one, struct other two)
{
	struct ad_text text = ad_text_on(arena);

	ad_text_addc(&text, '{');
	for (size_t i = 0; i < res->shape.count; i++) {
		const struct ad_field *field = &res->shape.fields[i];
		const char *value;
		if (!(field->flags & AD_SENT))
			continue;
		value = sample_of(res, field->name, platform)->a;
		if (one.field && strcmp(one.field, field->name) == 0)
			value = one.value;
		if (two.field && strcmp(two.field, field->name) == 0)
			value = two.value;
		ad_text_addf(&text, "%s\"%s\":%s", text.n > 1 ? "," : "", field->name, value);
	}
	ad_text_addc(&text, '}');
	return json(arena, ad_text_str(&text).p);
}

/* The parts from which one operation is made. */
struct operation {
	struct ad_arena *arena;
	const struct ad_adapter *adapter;
	struct ad_piece piece;
	struct ad_remote live;
	const char *changed[FIELDS_MAX];
};

static struct ad_link link_of(struct ad_arena *arena)
{
	return (struct ad_link){
		.api_url = AD_S("https://ads.example"),
		.token_url = AD_S("https://ads.example/token"),
		.account_id = AD_S("12"),
		.login_account_id = AD_S("34"),
		.currency = AD_S("USD"),
		.timezone = AD_S("America/New_York"),
		.now = INT64_C(1795250000) * AD_SECOND,
		.settings = json(arena, "{\"profileId\":\"t2_2\",\"pageId\":\"77\"}"),
		.client_id = AD_S("client"),
		.client_secret = AD_S("secret"),
		.access_token = AD_S("token"),
	};
}

/* The state of the platform's own pieces below an object, as its adapter stores it. */
static const char *notes_of(enum ad_platform platform, const struct ad_resource *res)
{
	if (platform == AD_META && res->id == AD_R_CAMPAIGN)
		return "{\"adsets\":[{\"id\":\"901\",\"targeting\":{}}]}";
	if (platform == AD_REDDIT && res->id == AD_R_CAMPAIGN)
		return "[{\"id\":\"901\",\"targeting\":{}}]";
	if (platform == AD_MICROSOFT && res->id == AD_R_CAMPAIGN)
		return "{\"intent\":\"5\",\"option\":\"PeopleInOrSearchingForOrViewingPages\","
		       "\"190\":\"6\"}";
	return "{}";
}

static const struct ad_piece_asset *assets_of(struct ad_arena *arena, const cJSON *want)
{
	const struct ad_piece_asset *first = NULL, **end = &first;
	bool video = ad_str_is(ad_json_get_text(want, "type"), "VIDEO");
	const cJSON *id;

	cJSON_ArrayForEach(id, ad_json_get(want, "assetIds"))
	{
		for (int moving = 0; moving <= (int)video; moving++) {
			struct ad_piece_asset *one = ad_arena_zalloc(arena, sizeof(*one));
			one->id = ad_json_text(id);
			one->remote_id = ad_arena_printf(arena, "there-%s", id->valuestring);
			one->role = moving ? AD_S("VIDEO") : AD_S("IMAGE");
			one->media.mime = moving ? AD_S("video/mp4") : AD_S("image/png");
			one->url =
				ad_arena_printf(arena, "https://media.example/%s", id->valuestring);
			*end = one;
			end = &one->next;
		}
	}
	return first;
}

static struct operation operation_of(struct ad_arena *arena, enum ad_platform platform,
				     const struct ad_resource *res, enum ad_op op,
				     const cJSON *want)
{
	struct operation o = { .arena = arena, .adapter = ad_adapter_of(platform) };

	o.piece = (struct ad_piece){
		.op = op,
		.res = res,
		.id = AD_S("cmp_01KAH2V5T3Q8Z6J4N9W7X1Y2B3"),
		.want = want,
		.parent_remote_id = AD_S("700"),
		.media = { .bytes = AD_S("x"),
			   .mime = AD_S("image/png"),
			   .width = 300,
			   .height = 300 },
		.assets = res->id == AD_R_AD ? assets_of(arena, want) : NULL,
	};
	if (res->id == AD_R_AD_GROUP)
		o.piece.parent = json(arena, "{\"name\":\"Above\",\"objective\":\"TRAFFIC\","
					     "\"budget\":null,\"bidding\":{\"strategy\":"
					     "\"MANUAL_CPC\"}}");
	return o;
}

/* All requests of an operation, step by step, as one text. */
static void add_requests(struct operation *o, struct ad_text *out)
{
	struct ad_link link = link_of(o->arena);

	for (unsigned step = 0; step < STEPS_MAX; step++) {
		struct ad_http_request request;
		if (o->adapter->build(o->arena, &link, &o->piece, 1, step, &request) != AD_BUILT)
			return;
		ad_text_addf(out, "%s %.*s %.*s\n", request.method, AD_FMT(request.url),
			     AD_FMT(request.body));
	}
	fail_msg("%s: more steps than expected", o->piece.res->name);
}

/* Makes an update of an object in the state `live`; with `field` NULL, of no field. */
static void turn_to_update(struct operation *o, const cJSON *live, const char *field)
{
	enum ad_platform platform = o->adapter->platform;

	o->piece.op = AD_OP_UPDATE;
	o->piece.synced = live;
	o->piece.changed = o->changed;
	o->changed[0] = field;
	o->changed[1] = NULL;
	o->piece.remote_id = o->piece.res->id == AD_R_KEYWORD || o->piece.res->id == AD_R_AD
				     ? (platform == AD_MICROSOFT ? AD_S("1/2/3") : AD_S("700~801"))
				     : AD_S("801");
	o->live = (struct ad_remote){
		.id = o->piece.remote_id,
		.parent_id = AD_S("700"),
		.handle = ad_str(notes_of(platform, o->piece.res)),
		.fields = live,
	};
	o->piece.live = &o->live;
}

/* The requests of a create until it is complete: its own, and the completing updates. */
static struct ad_str requests_of_create(struct ad_arena *arena, enum ad_platform platform,
					const struct ad_resource *res, const cJSON *want)
{
	struct operation o = operation_of(arena, platform, res, AD_OP_CREATE, want);
	struct ad_text text = ad_text_on(arena);
	struct ad_piece child;
	size_t n = 0;

	add_requests(&o, &text);
	if (o.adapter->completes && o.adapter->completes(&o.piece)) {
		turn_to_update(&o, json(arena, "{}"), NULL);
		for (size_t i = 0; i < res->shape.count; i++)
			if ((res->shape.fields[i].flags & (AD_SENT | AD_IMMUTABLE)) == AD_SENT)
				o.changed[n++] = res->shape.fields[i].name;
		o.changed[n] = NULL;
		add_requests(&o, &text);
	}
	if (res->id != AD_R_CAMPAIGN)
		return ad_text_str(&text);
	/* The values that its ad groups carry. */
	o = operation_of(arena, platform, &ad_resource_ad_group, AD_OP_CREATE,
			 object_with(arena, &ad_resource_ad_group, platform, (struct other){ 0 },
				     (struct other){ 0 }));
	child = o.piece;
	child.parent = want;
	o.piece = child;
	add_requests(&o, &text);
	return ad_text_str(&text);
}

/* The requests of an update; absent if the adapter refuses it. */
static struct ad_str requests_of_update(struct ad_arena *arena, enum ad_platform platform,
					const struct ad_resource *res, const char *field,
					const cJSON *want)
{
	struct operation o = operation_of(arena, platform, res, AD_OP_UPDATE, want);
	struct ad_text text = ad_text_on(arena);
	struct ad_platform_error error = { 0 };

	turn_to_update(&o,
		       object_with(arena, res, platform, (struct other){ 0 }, (struct other){ 0 }),
		       field);
	if (!o.adapter->can(arena, &o.piece, &error)) {
		assert_non_null(error.code);
		assert_true(error.message.n > 0);
		return (struct ad_str){ 0 };
	}
	add_requests(&o, &text);
	return text.n ? ad_text_str(&text) : AD_S("");
}

static bool is_there(enum ad_platform platform, const struct ad_resource *res, const char *field)
{
	const struct ad_sent_row *row = ad_sent_row_of(res->id, field);

	return row && row->at[platform].how != AD_SENT_NO_OBJECT;
}

/* On a platform without text assets the asset is an image, whose text is unused. */
static struct other kind_of_asset(enum ad_platform platform, const struct ad_resource *res)
{
	bool texts = platform == AD_GOOGLE || platform == AD_MICROSOFT;

	return res->id == AD_R_ASSET && !texts ? (struct other){ "type", "\"IMAGE\"" }
					       : (struct other){ 0 };
}

static void check_create(struct ad_arena *arena, enum ad_platform platform,
			 const struct ad_resource *res, const char *field)
{
	const struct sample *s = sample_of(res, field, platform);
	struct other kind = kind_of_asset(platform, res);
	const cJSON *a = object_with(arena, res, platform, kind, (struct other){ 0 });
	const cJSON *b = object_with(arena, res, platform, kind, (struct other){ field, s->b });
	struct ad_sent_of of = { .platform = platform, .resource = res->id, .object = b };
	bool depends = !ad_str_eq(requests_of_create(arena, platform, res, a),
				  requests_of_create(arena, platform, res, b));
	bool said = ad_sent_by_create(&of, field);

	if (ad_sent_row_of(res->id, field)->at[platform].how == AD_SENT_IMPLIED)
		assert_string_equal(s->a, s->b);
	else if (depends != said)
		fail_msg("create %s %s.%s: the table says %s, the requests %s",
			 ad_platform_name(platform), res->name, field, said ? "sent" : "not sent",
			 depends ? "depend on it" : "do not depend on it");
}

/* True if the field cannot change once the object was pushed. */
static bool is_fixed(const struct ad_resource *res, const char *field)
{
	uint32_t flags = ad_field_find(&res->shape, ad_str(field), NULL)->flags;

	return flags & (AD_IMMUTABLE | AD_ONCE | AD_READ_ONLY);
}

static void check_update(struct ad_arena *arena, enum ad_platform platform,
			 const struct ad_resource *res, const char *field)
{
	const struct sample *s = sample_of(res, field, platform);
	struct other kind = kind_of_asset(platform, res);
	const cJSON *b = object_with(arena, res, platform, kind, (struct other){ field, s->b });
	const cJSON *a = object_with(arena, res, platform, kind, (struct other){ 0 });
	struct ad_sent_of of = { .platform = platform, .resource = res->id, .object = b };
	struct ad_str with_b = requests_of_update(arena, platform, res, field, b);
	struct ad_str with_a = requests_of_update(arena, platform, res, field, a);
	bool said = ad_sent_by_update(&of, field), depends = !ad_str_eq(with_b, with_a);

	/* The plan warns of a change that the adapter refuses, so the table need not match. */
	if (!with_b.p || is_fixed(res, field))
		return;
	if (depends != said)
		fail_msg("update %s %s.%s: the table says %s, the requests %s",
			 ad_platform_name(platform), res->name, field, said ? "sent" : "not sent",
			 depends ? "depend on it" : "do not depend on it");
}

/* Clearing a sent field is sent too, or refused. */
static void check_cleared(struct ad_arena *arena, enum ad_platform platform,
			  const struct ad_resource *res, const char *field)
{
	const struct sample *s = sample_of(res, field, platform);
	const cJSON *without;
	struct ad_sent_of of = { .platform = platform, .resource = res->id };
	struct ad_str cleared;

	if (!s->cleared)
		return;
	without = object_with(arena, res, platform, (struct other){ field, s->cleared },
			      (struct other){ 0 });
	of.object = without;
	if (!ad_sent_by_update(&of, field))
		return;
	cleared = requests_of_update(arena, platform, res, field, without);
	if (cleared.p && (!cleared.n || ad_str_eq(cleared, requests_of_update(arena, platform, res,
									      NULL, without))))
		fail_msg("update %s %s.%s: clearing it sends nothing", ad_platform_name(platform),
			 res->name, field);
}

typedef void check_fn(struct ad_arena *arena, enum ad_platform platform,
		      const struct ad_resource *res, const char *field);

static void each_field(check_fn *check)
{
	size_t checked = 0;

	for (int p = 0; p < AD_PLATFORM_COUNT; p++)
		for (size_t k = 0; k < AD_LEN(kinds); k++)
			for (size_t i = 0; i < kinds[k]->shape.count; i++) {
				const struct ad_field *field = &kinds[k]->shape.fields[i];
				struct ad_arena *arena = ad_arena_new();
				if ((field->flags & AD_SENT) &&
				    is_there((enum ad_platform)p, kinds[k], field->name)) {
					check(arena, (enum ad_platform)p, kinds[k], field->name);
					checked++;
				}
				ad_arena_free(arena);
			}
	assert_true(checked > 120);
}

static void a_create_depends_on_exactly_what_the_table_calls_sent(void **state)
{
	(void)state;
	each_field(check_create);
}

static void an_update_depends_on_exactly_what_the_table_calls_sent(void **state)
{
	(void)state;
	each_field(check_update);
}

static void clearing_a_sent_field_is_sent_or_refused(void **state)
{
	(void)state;
	each_field(check_cleared);
}

static void every_sent_field_has_one_row_and_no_row_is_of_another_field(void **state)
{
	(void)state;
	for (int r = 0; r <= AD_R_ASSET_LINK; r++) {
		const struct ad_resource *res = r == AD_R_ASSET_LINK
							? &ad_resource_asset_link
							: ad_resource_row((enum ad_resource_id)r);
		for (size_t i = 0; res && i < res->shape.count; i++)
			if ((res->shape.fields[i].flags & AD_SENT) &&
			    !ad_sent_row_of(res->id, res->shape.fields[i].name))
				fail_msg("%s.%s has no row", res->name, res->shape.fields[i].name);
		if (r == AD_R_ASSET)
			r = AD_R_ASSET_LINK - 1;
	}
	for (size_t i = 0; i < ad_sent_count; i++) {
		const struct ad_sent_row *row = &ad_sent_rows[i];
		const struct ad_resource *res = row->resource == AD_R_ASSET_LINK
							? &ad_resource_asset_link
							: ad_resource_row(row->resource);
		struct ad_str top = { row->field, strcspn(row->field, ".") };
		const struct ad_field *field = ad_field_find(&res->shape, top, NULL);
		assert_ptr_equal(ad_sent_row_of(row->resource, row->field), row);
		assert_non_null(field);
		assert_true(field->flags & AD_SENT);
		for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
			bool kept = row->at[p].how == AD_SENT_KEPT ||
				    row->at[p].how == AD_SENT_REFUSED ||
				    row->at[p].when != AD_SENT_WHENEVER;
			if (kept && !row->at[p].why)
				fail_msg("%s of %s has no reason", row->field, res->name);
		}
	}
}

/* Conditions of one field on another. */
static void conditions_hold_against_the_requests(void **state)
{
	static const struct {
		enum ad_platform platform;
		const struct ad_resource *res;
		const char *field;
		struct other unless;
	} rows[] = {
		{ AD_GOOGLE, &ad_resource_keyword, "cpcBid", { "negative", "true" } },
		{ AD_GOOGLE, &ad_resource_keyword, "finalUrl", { "negative", "true" } },
		{ AD_GOOGLE, &ad_resource_keyword, "status", { "negative", "true" } },
		{ AD_MICROSOFT, &ad_resource_keyword, "cpcBid", { "negative", "true" } },
		{ AD_MICROSOFT, &ad_resource_keyword, "finalUrl", { "negative", "true" } },
		{ AD_MICROSOFT, &ad_resource_keyword, "status", { "negative", "true" } },
		{ AD_REDDIT, &ad_resource_keyword, "status", { "negative", "true" } },
		{ AD_MICROSOFT, &ad_resource_campaign, "platformOptions", { "locations", "[]" } },
		{ AD_GOOGLE, &ad_resource_asset, "name", { "type", "\"IMAGE\"" } },
		{ AD_MICROSOFT, &ad_resource_asset, "name", { "type", "\"IMAGE\"" } },
	};

	for (size_t i = 0; i < AD_LEN(rows); i++) {
		enum ad_platform p = rows[i].platform;
		const struct sample *s = sample_of(rows[i].res, rows[i].field, p);
		const cJSON *a =
			object_with(*state, rows[i].res, p, rows[i].unless, (struct other){ 0 });
		const cJSON *b = object_with(*state, rows[i].res, p, rows[i].unless,
					     (struct other){ rows[i].field, s->b });
		struct ad_sent_of of = { p, rows[i].res->id, b, NULL };
		bool sent = !ad_str_eq(requests_of_create(*state, p, rows[i].res, a),
				       requests_of_create(*state, p, rows[i].res, b));
		if (sent != ad_sent_by_create(&of, rows[i].field))
			fail_msg("%s %s: the request %s", ad_platform_name(p), rows[i].field,
				 sent ? "depends on it" : "does not depend on it");
		assert_false(
			ad_str_eq(requests_of_update(*state, p, rows[i].res, rows[i].field, a),
				  requests_of_update(*state, p, rows[i].res, rows[i].field, b)) ==
			ad_sent_by_update(&of, rows[i].field));
	}
}

/* Meta takes an ad group's bid with a bid cap alone. */
static void a_bid_on_meta_needs_a_bid_cap(void **state)
{
	static const char *const strategies[] = { "MANUAL_CPC", "MAXIMIZE_CLICKS", "TARGET_CPA",
						  "TARGET_ROAS" };

	for (size_t i = 0; i < AD_LEN(strategies); i++) {
		const cJSON *parent =
			json(*state, ad_arena_printf(*state,
						     "{\"name\":\"Above\",\"bidding\":{"
						     "\"strategy\":\"%s\",\"targetCpa\":9}}",
						     strategies[i])
					     .p);
		struct ad_text texts[2] = { ad_text_on(*state), ad_text_on(*state) };
		struct ad_sent_of of = { AD_META, AD_R_AD_GROUP, NULL, parent };
		for (int k = 0; k < 2; k++) {
			struct operation o =
				operation_of(*state, AD_META, &ad_resource_ad_group, AD_OP_CREATE,
					     object_with(*state, &ad_resource_ad_group, AD_META,
							 (struct other){ "cpcBid", k ? "3" : "4" },
							 (struct other){ 0 }));
			o.piece.parent = parent;
			add_requests(&o, &texts[k]);
		}
		assert_int_equal(!ad_str_eq(ad_text_str(&texts[0]), ad_text_str(&texts[1])),
				 ad_sent_by_create(&of, "cpcBid"));
		assert_int_equal(i == 0, ad_sent_by_update(&of, "cpcBid"));
	}
}

static void defaults_and_empty_values_are_not_set(void **state)
{
	const struct ad_field *status =
		ad_field_find(&ad_resource_campaign.shape, AD_S("status"), NULL);
	const struct ad_field *list = ad_field_find(&ad_resource_ad.shape, AD_S("assetIds"), NULL);

	assert_false(ad_sent_is_set(status, NULL));
	assert_false(ad_sent_is_set(status, json(*state, "null")));
	assert_false(ad_sent_is_set(status, json(*state, "\"PAUSED\"")));
	assert_true(ad_sent_is_set(status, json(*state, "\"ENABLED\"")));
	assert_false(ad_sent_is_set(list, json(*state, "[]")));
	assert_true(ad_sent_is_set(list, json(*state, "[\"ast_1\"]")));
	assert_false(ad_sent_is_set(list, json(*state, "{}")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_create_depends_on_exactly_what_the_table_calls_sent),
		cmocka_unit_test(an_update_depends_on_exactly_what_the_table_calls_sent),
		cmocka_unit_test(clearing_a_sent_field_is_sent_or_refused),
		cmocka_unit_test(every_sent_field_has_one_row_and_no_row_is_of_another_field),
		IN_ARENA(conditions_hold_against_the_requests),
		IN_ARENA(a_bid_on_meta_needs_a_bid_cap),
		IN_ARENA(defaults_and_empty_values_are_not_set),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
