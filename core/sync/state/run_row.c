#include "sync/state/run_row.h"

#include "base/json_read.h"
#include "sync/state/compare.h"

bool ad_pause_is(struct ad_arena *arena, const struct ad_run_row *run)
{
	return cJSON_IsTrue(ad_json_get(ad_parsed(arena, run->filters), "pauseAll"));
}

enum ad_pause_at ad_pause_at(const struct ad_run_row *run, enum ad_platform platform)
{
	if (ad_run_is_final(run->status))
		return AD_PAUSE_DONE;
	if (run->position.n != AD_PLATFORM_COUNT)
		return ad_str_is(run->status, "QUEUED") ? AD_PAUSE_WAITS : AD_PAUSE_SENDS;
	return (enum ad_pause_at)run->position.p[platform];
}

bool ad_pause_is_done(const struct ad_run_row *run)
{
	for (int i = 0; i < AD_PLATFORM_COUNT; i++)
		if (ad_pause_at(run, (enum ad_platform)i) != AD_PAUSE_DONE)
			return false;
	return true;
}
