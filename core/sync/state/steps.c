#include "sync/state/steps.h"

#include "base/json_read.h"

static const char *const names[AD_STEP_STATUS_COUNT] = {
	[AD_STEP_SENT] = "SENT",
	[AD_STEP_SUCCEEDED] = "SUCCEEDED",
	[AD_STEP_FAILED] = "FAILED",
	[AD_STEP_UNKNOWN] = "UNKNOWN",
};

static enum ad_step_status steps_status_of(struct ad_str name)
{
	enum ad_step_status status = AD_STEP_SENT;

	while (status < AD_STEP_UNKNOWN && !ad_str_is(name, names[status]))
		status++;
	return status;
}

static struct ad_made *read_made(struct ad_arena *arena, const cJSON *list)
{
	struct ad_made *first = NULL, **end = &first;
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		*end = ad_arena_zalloc(arena, sizeof(**end));
		(*end)->kind = ad_json_get_text(item, "kind");
		(*end)->id = ad_json_get_text(item, "remoteId");
		end = &(*end)->next;
	}
	return first;
}

struct ad_step *ad_steps_read(struct ad_arena *arena, struct ad_str json)
{
	struct ad_json_error err;
	struct ad_step *first = NULL, **end = &first;
	const cJSON *log = json.n ? ad_json_parse(arena, json, &err) : NULL;
	const cJSON *item;

	cJSON_ArrayForEach(item, log)
	{
		*end = ad_arena_zalloc(arena, sizeof(**end));
		(*end)->status = steps_status_of(ad_json_get_text(item, "status"));
		(*end)->made = read_made(arena, ad_json_get(item, "pieces"));
		end = &(*end)->next;
	}
	return first;
}

struct ad_str ad_steps_json(struct ad_arena *arena, const struct ad_step *steps)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	if (!steps)
		return (struct ad_str){ 0 };
	ad_json_array(&j);
	for (; steps; steps = steps->next) {
		ad_json_object(&j);
		ad_json_kcstr(&j, "status", names[steps->status]);
		ad_json_key(&j, "pieces");
		ad_json_array(&j);
		for (const struct ad_made *made = steps->made; made; made = made->next) {
			ad_json_object(&j);
			ad_json_kstr(&j, "kind", made->kind);
			ad_json_kstr(&j, "remoteId", made->id);
			ad_json_object_end(&j);
		}
		ad_json_array_end(&j);
		ad_json_object_end(&j);
	}
	ad_json_array_end(&j);
	return ad_text_str(&text);
}

void ad_steps_begin(struct ad_arena *arena, struct ad_step **steps)
{
	while (*steps && (*steps)->status == AD_STEP_SUCCEEDED)
		steps = &(*steps)->next;
	*steps = ad_arena_zalloc(arena, sizeof(**steps));
	(*steps)->status = AD_STEP_SENT;
}

void ad_steps_undo(struct ad_step **steps)
{
	while (*steps && (*steps)->status == AD_STEP_SUCCEEDED)
		steps = &(*steps)->next;
	*steps = NULL;
}

void ad_steps_end(struct ad_step *steps, enum ad_step_status status, const struct ad_made *made)
{
	for (; steps; steps = steps->next) {
		if (steps->status == AD_STEP_SUCCEEDED)
			continue;
		steps->status = status;
		steps->made = status == AD_STEP_SUCCEEDED ? made : NULL;
	}
}

unsigned ad_steps_done(const struct ad_step *steps)
{
	unsigned n = 0;

	for (; steps; steps = steps->next)
		n += steps->status == AD_STEP_SUCCEEDED;
	return n;
}

const struct ad_made *ad_steps_made(struct ad_arena *arena, const struct ad_step *steps)
{
	struct ad_made *first = NULL, **end = &first;

	for (; steps; steps = steps->next) {
		if (steps->status != AD_STEP_SUCCEEDED)
			continue;
		for (const struct ad_made *made = steps->made; made; made = made->next) {
			*end = ad_arena_alloc(arena, sizeof(**end));
			**end = *made;
			(*end)->next = NULL;
			end = &(*end)->next;
		}
	}
	return first;
}
