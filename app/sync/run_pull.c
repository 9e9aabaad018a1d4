/* The changes that a pull applied, on the page of its run. */
#include "app/sync/run_parts.h"

static const struct {
	const char *name, *title;
} counts[] = {
	{ "created", "New: added as drafts" },
	{ "updated", "Changed on the platform: drafts updated" },
	{ "unchanged", "Unchanged" },
	{ "drifted", "Changed on both sides: undecided" },
	{ "removed", "Removed on the platform: undecided" },
	{ "leftOut",
	  "Skipped: an operation is unresolved, or the platform did not return the object" },
	{ "failed", "Platforms that were not pulled completely" },
};

static int64_t run_pull_count_of(const cJSON *pulled, const char *name)
{
	int64_t n = 0;

	return ad_json_int64(ad_json_get(pulled, name), &n) ? n : 0;
}

static void add_warnings(struct ad_text *page, const cJSON *pulled)
{
	const cJSON *one, *list = ad_json_get(pulled, "warnings");
	int64_t all = run_pull_count_of(pulled, "warned");

	if (!list || !list->child)
		return;
	ad_text_adds(page, "<div class=\"note\"><p>Warnings:</p><ul>");
	cJSON_ArrayForEach(one, list)
	{
		ad_text_adds(page, "<li>");
		ad_page_words(page, ad_json_get_text(one, "message"));
		ad_text_adds(page, " <small><code>");
		app_html(page, ad_json_get_text(one, "id"));
		ad_text_adds(page, "</code></small></li>");
	}
	ad_text_adds(page, "</ul>");
	if (all > cJSON_GetArraySize(list))
		ad_text_addf(page, "<p>%lld in total. The first are listed.</p>", (long long)all);
	ad_text_adds(page, "</div>");
}

void app_add_pulled(struct ad_exchange *x, struct ad_text *page, const struct ad_sync_review *run)
{
	struct ad_json_error err;
	const cJSON *pulled = run->pulled.n > 0 && ad_str_is(run->mode, "PULL")
				      ? ad_json_parse(x->call.arena, run->pulled, &err)
				      : NULL;

	if (!pulled)
		return;
	ad_text_adds(page, "<section class=\"card\" aria-labelledby=\"pulled\"><h2 "
			   "id=\"pulled\">Result of the pull</h2><dl class=\"wide\">");
	for (size_t i = 0; i < AD_LEN(counts); i++)
		ad_text_addf(page, "<dt>%s</dt><dd>%lld</dd>", counts[i].title,
			     (long long)run_pull_count_of(pulled, counts[i].name));
	ad_text_adds(page, "</dl>");
	if (run_pull_count_of(pulled, "drifted") > 0 || run_pull_count_of(pulled, "removed") > 0)
		ad_text_addf(page,
			     "<p><a class=\"button quiet\" href=\"" APP_DRIFT_PATH
			     "?space=%s&amp;environment=%s\">Decide the drift</a></p>",
			     x->call.space.id, ad_environment_name(x->call.who->environment));
	add_warnings(page, pulled);
	ad_text_adds(page, "<p class=\"soft\">A pull sends nothing. It updates the drafts and the "
			   "stored state of the platforms.</p></section>");
}
