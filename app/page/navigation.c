/* The frame's navigation: see navigation.h. */
#include "app/page/navigation.h"

#include <ctype.h>

#include "app/page/pages.h"
#include "app/page/values.h"

/* The target of an entry. */
enum place_kind {
	PLACE_QUERY, /* the path with Space and environment in the query */
	PLACE_BELOW, /* the Space's id is the last segment of the path */
	PLACE_PLAIN, /* not about a Space */
};

struct entry {
	const char *path, *label;
	enum place_kind kind;
	const char *also[2]; /* further paths that mark the entry as current, or NULL */
};

static const struct entry main_entries[] = {
	{ AD_APP_PATH, "Home", PLACE_QUERY, { NULL } },
	{ APP_CAMPAIGNS_PATH, "Campaigns", PLACE_QUERY, { NULL } },
	{ APP_REVIEW_PATH, "Review", PLACE_QUERY, { APP_PLAN_PATH } },
	{ APP_PUSHES_PATH, "Runs", PLACE_QUERY, { APP_RUNS_PATH, APP_REVERT_PATH } },
	{ APP_REPORTS_PATH, "Reports", PLACE_QUERY, { NULL } },
	{ APP_DISAPPROVALS_PATH, "Disapprovals", PLACE_QUERY, { NULL } },
	{ APP_DRIFTS_PATH, "Drift", PLACE_QUERY, { APP_DRIFT_PATH } },
	{ APP_ASSETS_PATH, "Assets", PLACE_QUERY, { NULL } },
	{ APP_BUSINESSES_PATH, "Businesses", PLACE_QUERY, { NULL } },
	{ APP_HISTORY_PATH, "History", PLACE_QUERY, { NULL } },
	{ APP_CONNECTIONS_PATH, "Connections", PLACE_BELOW, { NULL } },
	{ AD_APP_PATH "/spaces", "Settings", PLACE_BELOW, { APP_ACCESS_PATH } },
};

static const struct entry account_entries[] = {
	{ AD_APP_PATH "/spaces", "Spaces", PLACE_PLAIN, { NULL } },
	{ AD_APP_PATH "/connected-apps", "Connected apps", PLACE_PLAIN, { NULL } },
	{ AD_APP_PATH "/tools/api", "Tools \xe2\x86\x92 API", PLACE_PLAIN, { NULL } },
	{ APP_ACCOUNT_PATH, "Account", PLACE_PLAIN, { NULL } },
};

static bool path_is_below(const char *path, const char *top)
{
	size_t n = top ? strlen(top) : 0;

	return top && strcmp(top, AD_APP_PATH) != 0 && strncmp(path, top, n) == 0 && path[n] == '/';
}

static bool navigation_is_alias(const struct entry *e, const char *path)
{
	return path_is_below(path, e->also[0]) || path_is_below(path, e->also[1]);
}

/* "page" for the page itself, "true" for one below it, NULL for any other. */
static const char *entry_current(const struct entry *e, const char *path)
{
	if (e->kind == PLACE_BELOW) {
		bool own = path_is_below(path, e->path) && strstr(path, "/:id");
		return own ? "page" : navigation_is_alias(e, path) ? "true" : NULL;
	}
	if (strcmp(path, e->path) == 0 || (e->also[0] && strcmp(path, e->also[0]) == 0))
		return "page";
	if (e->kind == PLACE_PLAIN && strcmp(e->path, AD_APP_PATH "/spaces") == 0)
		return NULL; /* a page of one Space is Settings */
	return path_is_below(path, e->path) || navigation_is_alias(e, path) ? "true" : NULL;
}

static void add_address(struct ad_text *page, const struct entry *e, const struct app_place *place)
{
	ad_text_adds(page, e->path);
	if (e->kind == PLACE_BELOW && place->space)
		ad_text_addf(page, "/%.*s", AD_FMT(place->space->id));
	if (e->kind != PLACE_PLAIN)
		app_place_add_query(page, place);
}

/* Appends the number of pushes that wait for approval; nothing if it is 0 or unknown. */
static void add_waiting(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v)
{
	struct ad_stmt *s =
		ad_sql(x->call.db, "SELECT COUNT(*) FROM sync_runs r JOIN members m ON m.space_id ="
				   " r.space_id AND m.account_id = $1 AND m.role IN ('OWNER',"
				   " 'PUBLISHER') WHERE r.status = 'AWAITING_APPROVAL'");

	ad_bind(s, 1, v->account.id);
	if (ad_step(s) != AD_DB_ROW)
		return;
	int64_t waiting = ad_col_int(s, 0);
	ad_reset(s);
	if (waiting > 0)
		ad_text_addf(page,
			     " <span class=\"badge\">%lld<span class=\"unseen\"> %s for "
			     "approval</span></span>",
			     (long long)waiting, waiting == 1 ? "waits" : "wait");
}

static void add_entries(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			const struct entry *list, size_t count)
{
	ad_text_adds(page, "<ul>");
	for (size_t i = 0; i < count; i++) {
		const char *current = entry_current(&list[i], v->page->path);
		ad_text_adds(page, "<li><a href=\"");
		add_address(page, &list[i], &v->place);
		ad_text_adds(page, "\"");
		if (current)
			ad_text_addf(page, " aria-current=\"%s\"", current);
		ad_text_addf(page, ">%s", list[i].label);
		if (strcmp(list[i].path, APP_PUSHES_PATH) == 0)
			add_waiting(x, page, v);
		ad_text_adds(page, "</a></li>");
	}
	ad_text_adds(page, "</ul>");
}

/* --- Space and environment --- */

/*
 * The address of the same page in another Space or environment; for a page of one object it is
 * Home.
 */
static const char *switch_path(const struct app_visit *v)
{
	return v->page->of_space ? v->page->path : AD_APP_PATH;
}

static void add_spaces(struct ad_text *page, const struct app_visit *v)
{
	const struct app_place *place = &v->place;

	if (!place->space)
		return;
	if (place->count == 1) {
		ad_text_adds(page, "<p class=\"here\">");
		ad_page_name(page, place->space->name);
		app_add_owner(page, place->space->owner);
		ad_text_adds(page, "</p>");
		return;
	}
	ad_text_adds(page, "<details class=\"switch\"><summary><span class=\"unseen\">Space: "
			   "</span>");
	ad_page_name(page, place->space->name);
	app_add_owner(page, place->space->owner);
	ad_text_adds(page, "</summary><ul>");
	for (size_t i = 0; i < place->count; i++) {
		const struct app_place other = { .space = &place->spaces[i],
						 .environment = place->environment };
		ad_text_addf(page, "<li><a href=\"%s", switch_path(v));
		app_place_add_query(page, &other);
		ad_text_addf(page, "\"%s>",
			     other.space == place->space ? " aria-current=\"true\"" : "");
		ad_page_name(page, other.space->name);
		app_add_owner(page, other.space->owner);
		ad_text_adds(page, "</a></li>");
	}
	ad_text_adds(page, "</ul></details>");
}

static void add_environments(struct ad_text *page, const struct app_visit *v)
{
	static const enum ad_environment each[] = { AD_TEST, AD_LIVE };

	ad_text_adds(page, "<p class=\"environments\" role=\"group\" aria-label=\"Environment\">");
	for (size_t i = 0; i < AD_LEN(each); i++) {
		const struct app_place other = { .space = v->place.space, .environment = each[i] };
		ad_text_addf(page, "<a class=\"%s\" href=\"%s", ad_environment_name(each[i]),
			     switch_path(v));
		app_place_add_query(page, &other);
		ad_text_addf(page, "\"%s>%s</a>",
			     each[i] == v->place.environment ? " aria-current=\"true\"" : "",
			     app_environment_title(each[i]));
	}
	ad_text_adds(page, "</p>");
}

void app_add_side(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v)
{
	ad_text_adds(page, "<div class=\"side\"><nav aria-label=\"Space and environment\" "
			   "class=\"switches\">");
	add_spaces(page, v);
	add_environments(page, v);
	ad_text_adds(page, "</nav><nav aria-label=\"Main\">");
	add_entries(x, page, v, main_entries, AD_LEN(main_entries));
	ad_text_adds(page, "</nav><nav aria-label=\"Your account\">");
	add_entries(x, page, v, account_entries, AD_LEN(account_entries));
	ad_text_adds(page, "</nav></div>\n");
}

void app_add_banner(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v)
{
	const struct app_place *place = &v->place;

	ad_text_adds(page, "<header class=\"bar\"><a class=\"brand\" href=\"" AD_APP_PATH);
	app_place_add_query(page, place);
	ad_text_addf(page,
		     "\">adcore</a><p class=\"environment %s\"><strong>%s</strong> <span>%s</span>"
		     "</p>",
		     ad_environment_name(place->environment),
		     app_environment_title(place->environment),
		     place->environment == AD_LIVE ? "real money" : "the sandbox, no money");
	ad_text_adds(page, "<div class=\"who\"><span>");
	app_html(page, v->account.email);
	ad_text_adds(page, "</span>");
	app_form(x, page, v, AD_APP_PATH "/sign-out");
	ad_text_adds(page, "<button type=\"submit\" class=\"link\">Sign out</button></form></div>"
			   "</header>\n");
}

/* --- old addresses --- */

static bool is_plain_id(struct ad_str id)
{
	for (size_t i = 0; i < id.n; i++) {
		unsigned char c = (unsigned char)id.p[i];
		if (c >= 0x80 || !(isalnum(c) || c == '_' || c == '-'))
			return false;
	}
	return id.n > 0 && id.n < AD_ID_SIZE;
}

bool app_navigate_moved(struct ad_exchange *x, const struct app_visit *v)
{
	struct ad_text url = ad_text_on(x->call.arena);
	const char *moved = v->page->moved, *hole = strstr(moved, ":id");

	ad_text_adds(&url, x->call.core->config->public_url);
	if (hole && !is_plain_id(v->id))
		return false;
	if (hole)
		ad_text_addf(&url, "%.*s%.*s", (int)(hole - moved), moved, AD_FMT(v->id));
	else
		ad_text_adds(&url, moved);
	if (x->query.n > 0)
		ad_text_addf(&url, "%s%.*s", strchr(moved, '?') ? "&" : "?", AD_FMT(x->query));
	ad_redirect(x, ad_text_str(&url));
	return true;
}
