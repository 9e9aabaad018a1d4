#include "rest/life.h"

#include <time.h>

static bool is_aged(const struct ad_life *life)
{
	return life && life->deprecated;
}

/* A field of the shape that the name is of, deprecated; or NULL. */
static const struct ad_life *of_name(const struct ad_shape *shape, struct ad_str name)
{
	const struct ad_field *f = shape ? ad_field_find(shape, name, NULL) : NULL;
	return f && is_aged(f->life) ? f->life : NULL;
}

static const struct ad_life *of_fields(const struct ad_call *call)
{
	const struct ad_action *a = call->action;
	const struct ad_shape *shape = a->input ? a->input : &call->res->shape;
	const struct ad_life *life = NULL;
	const cJSON *item;
	for (size_t i = 0; !life && i < call->param_count; i++) {
		life = of_name(a->query, call->params[i].name);
		if (!life)
			life = of_name(&call->res->shape, call->params[i].name);
	}
	cJSON_ArrayForEach(item, call->input)
	{
		if (!life && item->string)
			life = of_name(shape, ad_str(item->string));
	}
	return life;
}

const struct ad_life *ad_life_of(const struct ad_call *call)
{
	if (!call->res || !call->action)
		return NULL;
	if (is_aged(call->action->life))
		return call->action->life;
	return is_aged(call->res->life) ? call->res->life : of_fields(call);
}

/* Seconds since 1970 at the begin of a day in UTC. */
static bool life_day(struct ad_arena *arena, const char *date, int64_t *out)
{
	int64_t us;
	if (!date || !ad_time_parse(ad_arena_printf(arena, "%sT00:00:00Z", date), &us))
		return false;
	*out = us / AD_SECOND;
	return true;
}

struct ad_str ad_life_deprecation(struct ad_arena *arena, const struct ad_life *life)
{
	int64_t at;
	if (!life_day(arena, life->deprecated, &at))
		return (struct ad_str){ NULL, 0 };
	return ad_arena_printf(arena, "@%lld", (long long)at);
}

struct ad_str ad_life_sunset(struct ad_arena *arena, const struct ad_life *life)
{
	static const char days[][4] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
	static const char months[][4] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
					  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
	int64_t at;
	struct tm tm;
	if (!life_day(arena, life->sunset, &at))
		return (struct ad_str){ NULL, 0 };
	time_t seconds = (time_t)at;
	gmtime_r(&seconds, &tm);
	return ad_arena_printf(arena, "%s, %02d %s %04d 00:00:00 GMT", days[tm.tm_wday], tm.tm_mday,
			       months[tm.tm_mon], tm.tm_year + 1900);
}
