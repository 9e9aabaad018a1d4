/* Texts about runs: see run_parts.h. */
#include "app/run_parts.h"

const char *app_run_title(struct ad_str mode, bool pauses)
{
	if (pauses)
		return "Kill switch";
	if (ad_str_is(mode, "PUSH"))
		return "Push";
	return ad_str_is(mode, "PULL") ? "Pull" : "Run";
}

void app_go_run(struct ad_exchange *x, const char *done)
{
	struct ad_str at = x->call.location; /* "/sync/ID" */
	const char *slash = strrchr(ad_arena_copy(x->call.arena, at).p, '/');

	app_go(x, ad_arena_printf(x->call.arena, APP_RUNS_PATH "%s?done=%s", slash, done).p);
}

void app_add_status(struct ad_text *page, struct ad_str status)
{
	static const struct {
		const char *name, *title, *class_name;
	} list[] = {
		{ "AWAITING_APPROVAL", "waits for approval", "tag warn" },
		{ "QUEUED", "queued", "tag" },
		{ "RUNNING", "running", "tag" },
		{ "SUCCEEDED", "done", "tag good" },
		{ "PARTIAL", "partly done", "tag warn" },
		{ "FAILED", "failed", "tag bad" },
		{ "CANCELLED", "cancelled", "tag" },
		{ "PENDING", "not sent yet", "tag" },
		{ "SENT", "sent", "tag" },
		{ "SKIPPED", "skipped", "tag warn" },
		{ "UNKNOWN", "in doubt", "tag bad" },
	};

	for (size_t i = 0; i < AD_LEN(list); i++)
		if (ad_str_is(status, list[i].name)) {
			ad_text_addf(page, "<span class=\"%s\">%s</span>", list[i].class_name,
				     list[i].title);
			return;
		}
	app_html(page, status);
}

void app_add_environment(struct ad_text *page, struct ad_str environment)
{
	ad_text_adds(page, ad_str_is(environment, "live") ? "<span class=\"tag warn\">live</span>"
							  : "<span class=\"tag\">test</span>");
}

void app_add_money(struct ad_text *page, int64_t micros, const char *currency, bool sign)
{
	struct ad_json j = ad_json_on(page);

	if (sign && micros > 0)
		ad_text_addc(page, '+');
	ad_json_micros(&j, micros);
	ad_text_addf(page, " %s", currency);
}
