#include "sync/state/drift.h"

#include "base/json_read.h"
#include "platform/unseen.h"
#include "sync/state/operation.h"

static const cJSON *drift_parse(struct ad_arena *arena, struct ad_str json)
{
	struct ad_json_error err;

	return json.n ? ad_json_parse(arena, json, &err) : NULL;
}

static struct ad_str drift_text_of(struct ad_arena *arena, const cJSON *value)
{
	struct ad_text text = ad_text_on(arena);

	if (!value)
		return AD_S("null");
	ad_json_canonical(&text, value);
	return ad_text_str(&text);
}

bool ad_drift_is_gone(const struct ad_row *row)
{
	return !row->removed && row->live.p && ad_str_eq(row->live, AD_LIVE_GONE);
}

void ad_drift_lose(struct ad_row *row)
{
	row->remote_status = AD_S("REMOVED");
	row->review_status = (struct ad_str){ 0 };
	row->removed = row->removal;
	/* An undecided object may come back: its unknown fields stay unknown. */
	if (row->removed)
		row->unknown = (struct ad_str){ 0 };
	row->live = row->removed ? (struct ad_str){ 0 } : AD_LIVE_GONE;
}

static struct ad_str drift_quoted(struct ad_arena *arena, struct ad_str word)
{
	return ad_arena_printf(arena, "\"%.*s\"", AD_FMT(word));
}

size_t ad_drift_of(struct ad_arena *arena, const struct ad_row *row,
		   struct ad_drift out[static AD_FIELDS_MAX])
{
	const cJSON *synced = drift_parse(arena, row->synced),
		    *live = drift_parse(arena, row->live);
	const cJSON *staged = drift_parse(arena, ad_row_sent_json(arena, row));
	size_t n = 0;

	if (!row->live.p || row->removed)
		return 0;
	if (ad_drift_is_gone(row)) {
		out[0] = (struct ad_drift){
			.field = "status",
			.synced = drift_text_of(arena, ad_json_get(synced, "status")),
			.staged = row->removal
					  ? AD_S("\"REMOVED\"")
					  : drift_text_of(arena, ad_json_get(staged, "status")),
			.live = drift_quoted(arena, AD_S("REMOVED")),
		};
		return 1;
	}
	for (size_t i = 0; i < row->res->shape.count; i++) {
		const struct ad_field *field = &row->res->shape.fields[i];
		struct ad_drift one = { .field = field->name };
		if (!(field->flags & AD_SENT) || !live)
			continue;
		one.synced = drift_text_of(arena, ad_json_get(synced, field->name));
		one.staged = drift_text_of(arena, ad_json_get(staged, field->name));
		one.live = drift_text_of(arena, ad_json_get(live, field->name));
		/* A draft equal to the platform's value needs no decision. */
		if (!ad_str_eq(one.live, one.synced) && !ad_str_eq(one.live, one.staged))
			out[n++] = one;
	}
	return n;
}

bool ad_drift_is_unproven(const struct ad_row *row)
{
	struct ad_arena *arena;
	bool unproven;

	if (!row->removal || row->removed || !row->remote_id.p || !row->failed || row->open_op.p)
		return false;
	arena = ad_arena_new();
	unproven = cJSON_IsTrue(ad_json_get(
		ad_json_get(drift_parse(arena, row->last_error), "details"), AD_NOT_SHOWN));
	ad_arena_free(arena);
	return unproven;
}

static struct ad_drift *drift_find(struct ad_drift *all, size_t n, const char *field)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(all[i].field, field) == 0)
			return &all[i];
	return NULL;
}

size_t ad_drift_list(struct ad_arena *arena, const struct ad_row *row,
		     struct ad_drift out[static AD_FIELDS_MAX])
{
	const cJSON *synced = drift_parse(arena, row->synced);
	const cJSON *staged = drift_parse(arena, ad_row_sent_json(arena, row));
	size_t n = ad_drift_of(arena, row, out), drifted = n;

	if (ad_drift_is_unproven(row)) {
		out[0] = (struct ad_drift){
			.field = "status",
			.synced = drift_text_of(arena, ad_json_get(synced, "status")),
			.staged = AD_S("\"REMOVED\""),
			.live = AD_S("null"),
			.not_shown = true,
		};
		return 1;
	}
	for (size_t i = 0; i < row->res->shape.count; i++) {
		const char *field = row->res->shape.fields[i].name;
		/* A value that was read since is normal drift, and can be decided. */
		if (ad_drift_is_gone(row) || !ad_row_is_unknown(row, field) ||
		    drift_find(out, drifted, field))
			continue;
		out[n++] = (struct ad_drift){
			.field = field,
			.synced = drift_text_of(arena, ad_json_get(synced, field)),
			.staged = drift_text_of(arena, ad_json_get(staged, field)),
			.live = AD_S("null"),
			.incomplete = true,
		};
	}
	return n;
}

static void settle_gone(struct ad_row *row, bool keep_live)
{
	row->live = row->unknown = row->defaults = (struct ad_str){ 0 };
	row->failed = false;
	row->last_error = (struct ad_str){ 0 };
	if (keep_live) {
		row->removed = true;
		return;
	}
	row->remote_id = row->remote_status = row->review_status = (struct ad_str){ 0 };
	row->synced = (struct ad_str){ 0 };
	row->last_synced_at = 0;
}

/* The JSON object with one member replaced. */
static struct ad_str drift_with(struct ad_arena *arena, const struct ad_row *row,
				struct ad_str base, const char *name, const cJSON *value)
{
	struct ad_row *copy = ad_arena_alloc(arena, sizeof(*copy));
	const cJSON *object = drift_parse(arena, base);

	*copy = *row;
	for (size_t i = 0; i < row->res->shape.count; i++) {
		const struct ad_field *field = &row->res->shape.fields[i];
		bool replaced = strcmp(field->name, name) == 0;
		if (field->flags & AD_SENT)
			copy->v[i] = ad_value_take(
				arena, field, replaced ? value : ad_json_get(object, field->name));
	}
	return ad_row_sent_json(arena, copy);
}

bool ad_drift_resolve(struct ad_arena *arena, struct ad_row *row, struct ad_str field,
		      bool keep_live)
{
	struct ad_drift all[AD_FIELDS_MAX];
	size_t n = ad_drift_of(arena, row, all), at = 0, index = 0;
	const struct ad_field *found = ad_field_find(&row->res->shape, field, &index);
	const cJSON *live;

	while (at < n && !ad_str_is(field, all[at].field))
		at++;
	if (at == n || !found)
		return false;
	if (ad_drift_is_gone(row)) {
		/* The object was to be removed and is gone: both sides agree. */
		settle_gone(row, keep_live || row->removal);
		return true;
	}
	live = ad_json_get(drift_parse(arena, row->live), found->name);
	if (keep_live)
		row->v[index] = ad_value_take(arena, found, live);
	row->synced = drift_with(arena, row, row->synced, found->name, live);
	ad_row_mark_unheld(arena, row);
	row->failed = false;
	if (ad_sent_same(row->synced, row->live))
		row->live = (struct ad_str){ 0 };
	if (!row->live.p)
		row->last_error = (struct ad_str){ 0 };
	return true;
}

bool ad_drift_blocks(struct ad_arena *arena, const struct ad_row *row, const char *const *changed)
{
	struct ad_drift all[AD_FIELDS_MAX];
	size_t n = ad_drift_of(arena, row, all);

	if (n && (!changed || ad_drift_is_gone(row)))
		return true;
	for (size_t i = 0; i < n; i++)
		for (const char *const *name = changed; *name; name++)
			if (strcmp(*name, all[i].field) == 0)
				return true;
	return false;
}
