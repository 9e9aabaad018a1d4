/* The plan of a run as a table: operations, objects and fields. */
#include "app/page/pages.h"
#include "app/sync/run_parts.h"
#include "app/page/values.h"

#define OPERATIONS_SHOWN 200 /* on one page */

#define HEAD(label) "<th scope=\"col\" role=\"columnheader\">" label "</th>"

/* Columns of the query. */
enum {
	C_SEQ,
	C_OP,
	C_RESOURCE,
	C_ID,
	C_PLATFORM,
	C_CHANGES,
	C_BUDGET,
	C_STATUS,
	C_ERROR,
	C_WANT,
	C_SYNCED,
	C_CAMPAIGN,
	C_AD_GROUP
};

static const cJSON *run_ops_parse(struct ad_arena *arena, struct ad_str json)
{
	struct ad_json_error err;

	return json.n > 0 ? ad_json_parse(arena, json, &err) : NULL;
}

static void run_ops_add_kind(struct ad_text *page, struct ad_stmt *s)
{
	static const struct {
		const char *name, *title;
	} words[] = {
		{ "CREATE", "Create" },        { "UPDATE", "Change" },
		{ "REMOVE", "Remove" },        { "UPLOAD", "Upload" },
		{ "campaign", "campaign" },    { "adGroup", "ad group" },
		{ "assetLink", "attachment" }, { "conversion", "conversion" },
	};

	for (int column = C_OP; column <= C_RESOURCE; column++) {
		struct ad_str name = ad_col(s, column);
		for (size_t i = 0; i < AD_LEN(words); i++)
			if (ad_str_is(name, words[i].name))
				name = ad_str(words[i].title);
		app_html(page, name);
		ad_text_adds(page, column == C_OP ? " " : "<br><small class=\"soft\">");
	}
	app_html(page, ad_col(s, C_PLATFORM));
	ad_text_adds(page, "</small>");
}

/* The label of an object: its name, a keyword's text, an ad's first headline or address. */
static struct ad_str run_ops_name_of(const cJSON *fields)
{
	static const char *const names[] = { "name", "text", "headlines", "primaryText",
					     "finalUrl" };

	for (size_t i = 0; i < AD_LEN(names); i++) {
		const cJSON *item = ad_json_get(fields, names[i]);
		if (cJSON_IsArray(item))
			item = item->child;
		if (cJSON_IsObject(item))
			item = ad_json_get(item, "text");
		if (ad_json_text(item).n > 0)
			return ad_json_text(item);
	}
	return (struct ad_str){ 0 };
}

static void run_ops_add_object(struct ad_exchange *x, struct ad_text *page, struct ad_stmt *s)
{
	struct ad_arena *arena = x->call.arena;
	struct ad_str name = run_ops_name_of(run_ops_parse(arena, ad_col(s, C_WANT)));
	struct ad_str parent = ad_col(s, C_AD_GROUP);

	if (name.n == 0)
		name = run_ops_name_of(run_ops_parse(arena, ad_col(s, C_SYNCED)));
	if (parent.n == 0)
		parent = ad_col(s, C_CAMPAIGN);
	ad_text_adds(page, "<b>");
	ad_page_words(page, name);
	ad_text_adds(page, "</b>");
	if (parent.n > 0) {
		ad_text_adds(page, "<br>in ");
		ad_page_words(page, parent);
	}
	ad_text_adds(page, "<br><small><code>");
	app_html(page, ad_col(s, C_ID));
	ad_text_adds(page, "</code></small>");
}

static void run_ops_add_value(struct ad_text *page, const cJSON *value)
{
	const cJSON *item;
	struct ad_text json = ad_text_on(page->arena);

	if (!value || cJSON_IsNull(value)) {
		ad_text_adds(page, "<span class=\"soft\">empty</span>");
	} else if (cJSON_IsString(value)) {
		ad_page_words(page, ad_json_text(value));
	} else if (cJSON_IsArray(value)) {
		cJSON_ArrayForEach(item, value)
		{
			run_ops_add_value(page, item);
			if (item->next)
				ad_text_adds(page, ", ");
		}
	} else {
		ad_json_canonical(&json, value);
		ad_page_words(page, ad_text_str(&json));
	}
}

static void add_changes(struct ad_exchange *x, struct ad_text *page, struct ad_stmt *s)
{
	const cJSON *change, *changes = run_ops_parse(x->call.arena, ad_col(s, C_CHANGES));
	bool creates = ad_str_is(ad_col(s, C_OP), "CREATE");

	ad_text_adds(page, "<ul>");
	cJSON_ArrayForEach(change, changes)
	{
		ad_text_adds(page, "<li><span class=\"soft\">");
		app_html(page, ad_json_get_text(change, "field"));
		ad_text_adds(page, ":</span> ");
		const cJSON *from = ad_json_get(change, "from"), *to = ad_json_get(change, "to");
		bool same = cJSON_Compare(from, to, true);
		if (!creates && !same) {
			run_ops_add_value(page, from);
			ad_text_adds(page,
				     " <span aria-label=\"to\" role=\"img\">\xe2\x86\x92</span> ");
		}
		run_ops_add_value(page, to);
		/*
		 * The kill switch also checks campaigns that were paused according to the last
		 * pull.
		 */
		ad_text_adds(page, !creates && same ? ", the last known value" : "");
		ad_text_adds(page, "</li>");
	}
	ad_text_adds(page, "</ul>");
}

static void add_result(struct ad_exchange *x, struct ad_text *page, struct ad_stmt *s)
{
	const cJSON *error = run_ops_parse(x->call.arena, ad_col(s, C_ERROR));

	ad_text_adds(page, "<td role=\"cell\" data-label=\"Result\">");
	app_add_status(page, ad_col(s, C_STATUS));
	if (error) {
		ad_text_adds(page, "<br>");
		ad_page_words(page, ad_json_get_text(error, "message"));
	}
	if (ad_str_is(ad_json_get_text(error, "code"), "DRIFTED")) {
		ad_text_addf(page,
			     "<br><a href=\"" APP_DRIFT_PATH "?space=%s&amp;environment=%s&amp;id=",
			     x->call.space.id, ad_environment_name(x->call.who->environment));
		app_html(page, ad_col(s, C_ID));
		ad_text_adds(page, "\">Decide the drift</a>");
	}
	ad_text_adds(page, "</td>");
}

static void add_operation(struct ad_exchange *x, struct ad_text *page, struct ad_stmt *s,
			  bool waits)
{
	ad_text_adds(page, "<tr role=\"row\"><td role=\"cell\" data-label=\"Operation\">");
	run_ops_add_kind(page, s);
	ad_text_adds(page, "</td><td role=\"cell\" data-label=\"Object\">");
	run_ops_add_object(x, page, s);
	ad_text_adds(page, "</td><td role=\"cell\" data-label=\"Fields\">");
	add_changes(x, page, s);
	ad_text_adds(page, "</td><td role=\"cell\" data-label=\"Daily budget\">");
	if (ad_col_int(s, C_BUDGET) != 0)
		app_add_money(page, ad_col_int(s, C_BUDGET), x->call.space.currency, true);
	ad_text_adds(page, "</td>");
	if (!waits)
		add_result(x, page, s);
	ad_text_adds(page, "</tr>");
}

/* Operations after a number, with the current names of their parents. */
static struct ad_stmt *run_ops_ask(struct ad_exchange *x, struct ad_str run_id, int64_t after)
{
	struct ad_stmt *s = ad_sql(
		x->call.db,
		"SELECT o.seq, o.op, o.resource, o.object_id, o.platform, o.changes,"
		" o.budget_delta, o.status, o.error, o.want, o.synced, c.name, g.name"
		" FROM sync_operations o"
		" LEFT JOIN campaigns c ON c.space_id = o.space_id AND c.environment ="
		" o.environment AND c.id = o.parent_id"
		" LEFT JOIN ad_groups g ON g.space_id = o.space_id AND g.environment ="
		" o.environment AND g.id = o.parent_id"
		" WHERE o.space_id = $1 AND o.environment = $2 AND o.run_id = $3 AND o.seq > $4"
		" ORDER BY o.seq LIMIT $5");

	ad_bind_cstr(s, 1, x->call.space.id);
	ad_bind_cstr(s, 2, ad_environment_name(x->call.who->environment));
	ad_bind(s, 3, run_id);
	ad_bind_int(s, 4, after);
	ad_bind_int(s, 5, OPERATIONS_SHOWN);
	return s;
}

bool app_add_operations(struct ad_exchange *x, struct ad_text *page,
			const struct ad_sync_review *run, int64_t after)
{
	struct ad_stmt *s = run_ops_ask(x, run->id, after);
	enum ad_db_status status;
	int64_t last = after;

	ad_text_adds(page, "<section class=\"card\" aria-labelledby=\"plan\"><h2 "
			   "id=\"plan\">Operations on the platforms</h2>");
	ad_text_adds(page, "<table role=\"table\"><thead><tr role=\"row\">" HEAD("Operation")
				   HEAD("Object") HEAD("Fields") HEAD("Daily budget"));
	if (!run->waits)
		ad_text_adds(page, HEAD("Result"));
	ad_text_adds(page, "</tr></thead><tbody>");
	while ((status = ad_step(s)) == AD_DB_ROW) {
		add_operation(x, page, s, run->waits);
		last = ad_col_int(s, C_SEQ);
	}
	ad_text_adds(page, "</tbody></table>");
	if (last < run->total)
		ad_text_addf(page,
			     "<p><a class=\"button quiet\" href=\"" APP_RUNS_PATH
			     "/%.*s?after=%lld\">Operations from %lld of %lld</a></p>",
			     AD_FMT(run->id), (long long)last, (long long)last + 1,
			     (long long)run->total);
	ad_text_adds(page, "</section>");
	return status == AD_DB_DONE;
}
