/* The platforms' limits: every row holds at its bound, and is named with it beyond. */
#include "tests/unit/core/call/drafts.h"

#include "call/rules/rules.h"
#include "model/limits.h"
#include "model/sent.h"

/* An object with one field set, as its shape would have taken it. */
static struct ad_row *row_with(struct desk *d, enum ad_resource_id resource, const char *field,
			       const char *json)
{
	struct ad_row *row = ad_arena_zalloc(d->call.arena, sizeof(*row));
	size_t index = 0;

	row->res = ad_resource_row(resource);
	assert_true(ad_field_find(&row->res->shape, ad_str(field), &index) != NULL);
	row->v[index] = ad_value_take(d->call.arena, &row->res->shape.fields[index],
				      json_of(d->call.arena, json));
	return row;
}

/* The object and the field under test. */
struct of {
	enum ad_platform platform;
	enum ad_resource_id resource;
	const char *type; /* of an ad, or NULL */
	const char *field;
};

static void check(struct desk *d, struct of of, const char *json)
{
	struct ad_row *row = row_with(d, of.resource, of.field, json);

	if (of.type)
		ad_rule_set(row, "type", ad_str(of.type));
	ad_rule_limits(&d->call, NULL, row, of.platform);
	for (const struct ad_fault *f = d->call.faults; f; f = f->next)
		if (!strstr(f->message, ad_platform_name(of.platform)))
			fail_msg("%s: '%s' names no platform", f->path, f->message);
}

/* The first fault at the field, or NULL. */
static const struct ad_fault *fault_at(const struct desk *d, const char *field)
{
	for (const struct ad_fault *f = d->call.faults; f; f = f->next)
		if (strncmp(f->path, field, strlen(field)) == 0)
			return f;
	return NULL;
}

static void fine(struct desk *d, struct of of, const char *json)
{
	check(d, of, json);
	if (fault_at(d, of.field))
		fail_msg("%s %s %s: %s", ad_platform_name(of.platform), of.field, json, faults(d));
	fresh(d);
}

static void wrong(struct desk *d, struct of of, const char *json, const char *code)
{
	check(d, of, json);
	const struct ad_fault *f = fault_at(d, of.field);
	if (!f || strcmp(f->code, code) != 0)
		fail_msg("%s %s %s: '%s', not %s", ad_platform_name(of.platform), of.field, json,
			 faults(d), code);
	fresh(d);
}

/* As wrong(), with the bound. */
static void beyond(struct desk *d, struct of of, const char *json, const char *code, int64_t limit)
{
	check(d, of, json);
	const struct ad_fault *f = fault_at(d, of.field);
	if (!f || strcmp(f->code, code) != 0 || !f->has_limit || f->limit != limit)
		fail_msg("%s %s %s: '%s', not %s of %lld", ad_platform_name(of.platform), of.field,
			 json, faults(d), code, (long long)limit);
	fresh(d);
}

static const char *times(struct desk *d, const char *letter, int64_t n)
{
	struct ad_text text = ad_text_on(d->call.arena);

	for (int64_t i = 0; i < n; i++)
		ad_text_adds(&text, letter);
	return ad_text_str(&text).p;
}

/* A list of n texts that differ; the last of them as given. */
static const char *items(struct desk *d, int64_t n, const char *last)
{
	struct ad_text text = ad_text_on(d->call.arena);

	ad_text_addc(&text, '[');
	for (int64_t i = 0; i < n; i++) {
		if (i == n - 1 && last)
			ad_text_addf(&text, "%s\"%s\"", i ? "," : "", last);
		else
			ad_text_addf(&text, "%s\"t%lld\"", i ? "," : "", (long long)i);
	}
	ad_text_addc(&text, ']');
	return ad_text_str(&text).p;
}

static const char *quoted(struct desk *d, const char *text)
{
	return ad_arena_printf(d->call.arena, "\"%s\"", text).p;
}

static void list_row(struct desk *d, const struct ad_limit_row *l)
{
	struct of of = { l->platform, l->resource, l->type, l->field };
	bool wide = l->platform == AD_GOOGLE || l->platform == AD_MICROSOFT;
	int64_t n = l->max_items;

	fine(d, of, items(d, l->min_items, NULL));
	fine(d, of, items(d, n, NULL));
	beyond(d, of, items(d, n + 1, NULL), "TOO_MANY", n);
	if (l->min_items)
		beyond(d, of, items(d, l->min_items - 1, NULL), "TOO_FEW", l->min_items);
	if (l->distinct)
		wrong(d, of, items(d, n, "t0"), "DUPLICATE");
	fine(d, of, items(d, n, times(d, "x", l->max_width)));
	beyond(d, of, items(d, n, times(d, "x", l->max_width + 1)), "TOO_LONG", l->max_width);
	/* a wide character counts as two on platforms that state so */
	fine(d, of, items(d, n, times(d, "パ", l->max_width / 2)));
	if (wide)
		beyond(d, of, items(d, n, times(d, "パ", l->max_width / 2 + 1)), "TOO_LONG",
		       l->max_width);
	else
		fine(d, of, items(d, n, times(d, "パ", l->max_width)));
}

static void text_row(struct desk *d, const struct ad_limit_row *l)
{
	struct of of = { l->platform, l->resource, l->type, l->field };
	int64_t most = l->max_width ? l->max_width : l->max_length;

	if (most) {
		fine(d, of, quoted(d, times(d, "x", most)));
		beyond(d, of, quoted(d, times(d, "x", most + 1)), "TOO_LONG", most);
	}
	if (l->max_length)
		fine(d, of, quoted(d, times(d, "パ", most)));
	if (l->min_length) {
		fine(d, of, quoted(d, times(d, "é", l->min_length)));
		beyond(d, of, quoted(d, times(d, "é", l->min_length - 1)), "TOO_SHORT",
		       l->min_length);
	}
}

static void every_length_and_count(void **state)
{
	struct desk *d = *state;

	for (size_t i = 0; i < ad_limits_count; i++) {
		/* The limit across all platforms: tests/api/test_assets.py checks it. */
		if (ad_limits_rows[i].resource == AD_R_ASSET)
			continue;
		if (ad_limits_rows[i].max_items)
			list_row(d, &ad_limits_rows[i]);
		else
			text_row(d, &ad_limits_rows[i]);
	}
}

static const char *major(struct desk *d, int64_t micros)
{
	struct ad_text text = ad_text_on(d->call.arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_micros(&j, micros);
	return ad_text_str(&text).p;
}

#define CENT 10000

static void every_currency(void **state)
{
	struct desk *d = *state;
	char was[sizeof(d->call.space.currency)];

	memcpy(was, d->call.space.currency, sizeof(was));
	for (size_t i = 0; i < ad_money_count; i++) {
		const struct ad_money_row *m = &ad_money_rows[i];
		struct of budget = { m->platform, AD_R_CAMPAIGN, NULL, "budget" };
		struct of bid = { m->platform, AD_R_KEYWORD, NULL, "cpcBid" };

		memcpy(d->call.space.currency, m->currency, sizeof(m->currency));
		if (m->min_budget) {
			fine(d, budget, major(d, m->min_budget));
			wrong(d, budget, major(d, m->min_budget - CENT), "TOO_SMALL");
		}
		if (m->min_bid) {
			fine(d, bid, major(d, m->min_bid));
			wrong(d, bid, major(d, m->min_bid - CENT), "TOO_SMALL");
		}
		if (m->max_bid) {
			fine(d, bid, major(d, m->max_bid));
			beyond(d, bid, major(d, m->max_bid + CENT), "TOO_LARGE",
			       m->max_bid / 1000000);
		}
		for (size_t k = 0; k < i; k++)
			assert_false(ad_money_rows[k].platform == m->platform &&
				     strcmp(ad_money_rows[k].currency, m->currency) == 0);
	}
	/* A currency without bounds is not checked. */
	memcpy(d->call.space.currency, "KWD", 4);
	fine(d, (struct of){ AD_MICROSOFT, AD_R_CAMPAIGN, NULL, "budget" }, "0.01");
	memcpy(d->call.space.currency, was, sizeof(was));
}

/* Amounts are whole multiples of the platform's own smallest one; other currencies are refused. */
static void every_unit(void **state)
{
	static const struct {
		enum ad_platform platform;
		const char *currency, *fine, *wrong;
		int64_t decimals;
	} rows[] = {
		{ AD_META, "TWD", "300", "300.5", 0 },       { AD_META, "HUF", "2050", "20.01", 0 },
		{ AD_META, "USD", "20.01", "20.001", 2 },    { AD_META, "BHD", "1.25", "1.255", 2 },
		{ AD_META, "JOD", "1.25", "1.255", 2 },      { AD_META, "KWD", NULL, "20", 0 },
		{ AD_MICROSOFT, "KWD", "1.25", "1.255", 2 }, { AD_MICROSOFT, "XAF", NULL, "20", 0 },
		{ AD_REDDIT, "EUR", "5.25", "5.255", 2 },    { AD_REDDIT, "JPY", NULL, "500", 0 },
		{ AD_GOOGLE, "KWD", "1.255", NULL, 0 },      { AD_GOOGLE, "TWD", "20.5", NULL, 0 },
	};
	struct desk *d = *state;
	char was[sizeof(d->call.space.currency)];

	memcpy(was, d->call.space.currency, sizeof(was));
	for (size_t i = 0; i < AD_LEN(rows); i++) {
		struct of budget = { rows[i].platform, AD_R_CAMPAIGN, NULL, "budget" };
		struct of bid = { rows[i].platform, AD_R_AD_GROUP, NULL, "cpcBid" };
		memcpy(d->call.space.currency, rows[i].currency, 4);
		if (rows[i].fine)
			fine(d, budget, rows[i].fine);
		if (!rows[i].wrong)
			continue;
		if (!rows[i].fine) {
			wrong(d, budget, rows[i].wrong, "UNSUPPORTED_ON_PLATFORM");
			wrong(d, bid, rows[i].wrong, "UNSUPPORTED_ON_PLATFORM");
			continue;
		}
		beyond(d, budget, rows[i].wrong, "TOO_MANY_DECIMALS", rows[i].decimals);
		beyond(d, bid, rows[i].wrong, "TOO_MANY_DECIMALS", rows[i].decimals);
	}
	memcpy(d->call.space.currency, was, sizeof(was));
}

/* {"strategy":"X"} for "bidding.strategy", "X" for "objective", in a list where it is one. */
static const char *value_for(struct desk *d, enum ad_resource_id resource, const char *path,
			     const char *value)
{
	const char *dot = strchr(path, '.');
	const struct ad_field *field =
		ad_field_find(&ad_resource_row(resource)->shape,
			      (struct ad_str){ path, strcspn(path, ".") }, NULL);
	bool list;

	assert_non_null(field);
	if (!dot)
		return field->type == AD_T_LIST
			       ? ad_arena_printf(d->call.arena, "[\"%s\"]", value).p
			       : quoted(d, value);
	struct ad_shape members = { .fields = field->members, .count = field->member_count };
	const struct ad_field *member = ad_field_find(&members, ad_str(dot + 1), NULL);
	assert_non_null(member);
	list = member->type == AD_T_LIST;
	if (member->type == AD_T_INT)
		return ad_arena_printf(d->call.arena, "{\"%s\":18}", dot + 1).p;
	return ad_arena_printf(d->call.arena, "{\"%s\":%s\"%s\"%s}", dot + 1, list ? "[" : "",
			       value, list ? "]" : "")
		.p;
}

static void wrong_at(struct desk *d, struct of of, const char *path, const char *json)
{
	check(d, of, json);
	const struct ad_fault *f = fault_at(d, path);
	if (!f || strcmp(f->code, "UNSUPPORTED_ON_PLATFORM") != 0)
		fail_msg("%s %s: '%s'", path, json, faults(d));
	fresh(d);
}

static const char *top(struct desk *d, const char *path)
{
	return ad_arena_copy(d->arena, (struct ad_str){ path, strcspn(path, ".") }).p;
}

static void every_choice(void **state)
{
	struct desk *d = *state;

	for (size_t i = 0; i < ad_choice_count; i++) {
		const struct ad_choice_row *c = &ad_choice_rows[i];
		struct of of = { c->platform, c->resource, NULL, top(d, c->field) };
		for (size_t k = 0; c->options[k]; k++)
			fine(d, of, value_for(d, c->resource, c->field, c->options[k]));
		wrong_at(d, of, c->field, value_for(d, c->resource, c->field, "SOMETHING_ELSE"));
		/* a value that a pull could not model is not a new one */
		fine(d, of, value_for(d, c->resource, c->field, "OTHER"));
	}
}

/* A value for a field that is refused, whatever it holds. */
static const char *refused_value(struct desk *d, const struct ad_sent_row *row)
{
	if (strcmp(row->field, "budget") == 0 || strcmp(row->field, "cpcBid") == 0)
		return "5";
	if (strcmp(row->field, "targeting") == 0)
		return "{\"ageMin\":20}";
	return value_for(d, row->resource, row->field, "x");
}

static void every_refused_field_is_refused_at_the_write(void **state)
{
	struct desk *d = *state;
	size_t refused = 0;

	for (size_t i = 0; i < ad_sent_count; i++) {
		const struct ad_sent_row *row = &ad_sent_rows[i];
		for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
			struct of of = { (enum ad_platform)p, row->resource, NULL,
					 top(d, row->field) };
			if (row->at[p].how != AD_SENT_REFUSED)
				continue;
			wrong_at(d, of, row->field, refused_value(d, row));
			refused++;
		}
	}
	assert_true(refused > 20);
}

static void places_and_languages(void **state)
{
	static const char *const everywhere[] = { "DE", "2276", "1004074" };
	static const char *const nowhere[] = { "de",  "GER", "D1",      "US_VA", "US-",
					       "DE:", "-VA", "US-VIRG", "12a" };
	struct desk *d = *state;
	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		struct of of = { (enum ad_platform)p, AD_R_CAMPAIGN, NULL, "locations" };
		for (size_t i = 0; i < AD_LEN(everywhere); i++)
			fine(d, of, text_of(d, "[{\"code\":\"%s\"}]", everywhere[i]));
		for (size_t i = 0; i < AD_LEN(nowhere); i++)
			wrong(d, of, text_of(d, "[{\"code\":\"%s\"}]", nowhere[i]),
			      "UNKNOWN_VALUE");
		assert_int_equal(ad_place_rows[p].platform, p);
	}
	struct of reddit = { AD_REDDIT, AD_R_CAMPAIGN, NULL, "locations" };
	struct of google = { AD_GOOGLE, AD_R_CAMPAIGN, NULL, "locations" };
	fine(d, reddit, "[{\"code\":\"US-VA\"},{\"code\":\"CA:6167865\"}]");
	wrong(d, google, "[{\"code\":\"US-VA\"}]", "UNKNOWN_VALUE");
	wrong(d, google, "[{\"code\":\"CA:6167865\"}]", "UNKNOWN_VALUE");
	reddit.field = google.field = "languages";
	fine(d, reddit, "[\"de\",\"de-AT\",\"PT-br\"]");
	wrong(d, reddit, "[\"de\",\"xh\"]", "UNSUPPORTED_ON_PLATFORM");
	wrong(d, reddit, "[\"deu\"]", "UNSUPPORTED_ON_PLATFORM");
	fine(d, google, "[\"xh\"]");
}

static void buttons_and_shown_urls(void **state)
{
	struct desk *d = *state;
	struct of of = { AD_REDDIT, AD_R_AD, "IMAGE", "callToAction" };

	for (int p = 0; p < AD_PLATFORM_COUNT; p++) {
		of.platform = (enum ad_platform)p;
		for (size_t i = 0; ad_platform_buttons[p] && ad_platform_buttons[p][i]; i++)
			fine(d, of, quoted(d, ad_platform_buttons[p][i]));
		wrong(d, of, "\"PUSH_ME\"", "UNSUPPORTED_ON_PLATFORM");
	}
	of.platform = AD_REDDIT;
	fine(d, of, "\"Shop Now\"");
	fine(d, of, "\"Pre-order Now\"");
	wrong(d, of, "\"Shop Now!\"", "UNSUPPORTED_ON_PLATFORM");
	wrong(d, of, "\"SHOP\"", "UNSUPPORTED_ON_PLATFORM");

	struct of url = { AD_MICROSOFT, AD_R_AD, "RESPONSIVE_SEARCH", "finalUrl" };
	const char *host = times(d, "x", 67);
	fine(d, url, text_of(d, "\"https://%s/a/long/path\"", host));
	host = times(d, "x", 68);
	beyond(d, url, text_of(d, "\"https://%s/\"", host), "TOO_LONG", 67);
	url.platform = AD_GOOGLE;
	host = times(d, "x", 68);
	fine(d, url, text_of(d, "\"https://%s/\"", host));
}

/* Unchanged values are not checked, even if the platform would refuse them today. */
static void only_what_is_written(void **state)
{
	struct desk *d = *state;
	struct ad_call *call = fresh(d);
	struct ad_row *before = row_with(d, AD_R_CAMPAIGN, "budget", "0.01");
	struct ad_row after;

	memcpy(call->space.currency, "USD", 4);
	ad_rule_set(before, "platform", AD_S("microsoft"));
	after = *before;
	ad_rule_limits(call, before, &after, AD_MICROSOFT);
	FAULTS(d, "");
	after.v[0].kind = AD_TEXT;
	after.v[0].s = AD_S("new name");
	ad_rule_limits(call, before, &after, AD_MICROSOFT);
	FAULTS(d, "");
	/* on another platform everything is new */
	ad_rule_set(&after, "platform", AD_S("meta"));
	ad_rule_limits(call, before, &after, AD_META);
	FAULTS(d, "budget TOO_SMALL");
	/* a pull stores the platform's values */
	fresh(d);
	call->door = AD_DOOR_PULL;
	ad_rule_limits(call, NULL, &after, AD_META);
	FAULTS(d, "");
	call->door = AD_DOOR_API;
}

/* Setup without a database: the limits need none. */
static int up(void **state)
{
	struct desk *d = calloc(1, sizeof(*d));

	assert_non_null(d);
	desk_open(d, "EUR");
	*state = d;
	return 0;
}

static int down(void **state)
{
	struct desk *d = *state;

	desk_close(d);
	free(d);
	return 0;
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, up, down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(every_length_and_count),
		TEST(every_currency),
		TEST(every_unit),
		TEST(every_choice),
		TEST(every_refused_field_is_refused_at_the_write),
		TEST(places_and_languages),
		TEST(buttons_and_shown_urls),
		TEST(only_what_is_written),
	};
	return cmocka_run_group_tests_name("limit_rules", tests, NULL, NULL);
}
