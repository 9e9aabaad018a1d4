/* Texts about runs: see run_parts.h. */
#include "app/sync/run_parts.h"

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
