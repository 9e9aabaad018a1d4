#include "model/row.h"

#include <assert.h>

#include "base/clock.h"
#include "base/json_read.h"
#include "model/sent.h"

#define KEPT_ITEMS 3 /* of a list, in history */

static const char *const state_names[AD_SYNC_STATE_COUNT] = {
	[AD_SYNCING] = "SYNCING",   [AD_FAILED] = "FAILED",
	[AD_DRIFTED] = "DRIFTED",   [AD_PENDING_REMOVAL] = "PENDING_REMOVAL",
	[AD_MODIFIED] = "MODIFIED", [AD_STAGED] = "STAGED",
	[AD_SYNCED] = "SYNCED",     [AD_REMOVED] = "REMOVED",
};

const char *ad_sync_state_name(enum ad_sync_state state)
{
	return state < AD_SYNC_STATE_COUNT ? state_names[state] : "";
}

enum ad_sync_state ad_sync_state_of(struct ad_str name)
{
	for (int i = 0; i < AD_SYNC_STATE_COUNT; i++)
		if (ad_str_is(name, state_names[i]))
			return (enum ad_sync_state)i;
	return AD_SYNC_STATE_COUNT;
}

static size_t index_of(const struct ad_row *row, const char *field)
{
	size_t index = 0;
	const struct ad_field *found = ad_field_find(&row->res->shape, ad_str(field), &index);
	assert(found != NULL);
	return index;
}

struct ad_value *ad_row_value(struct ad_row *row, const char *field)
{
	return &row->v[index_of(row, field)];
}

struct ad_str ad_row_text(const struct ad_row *row, const char *field)
{
	const struct ad_value *v = &row->v[index_of(row, field)];
	return v->kind == AD_TEXT ? v->s : (struct ad_str){ NULL, 0 };
}

bool ad_row_is_null(const struct ad_row *row, const char *field)
{
	return row->v[index_of(row, field)].kind == AD_NULL;
}

bool ad_value_eq(const struct ad_value *a, const struct ad_value *b)
{
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case AD_NULL:
		return true;
	case AD_INT:
		return a->i == b->i;
	case AD_REAL:
		return !(a->d < b->d) && !(a->d > b->d);
	case AD_TEXT:
		return ad_str_eq(a->s, b->s);
	}
	return false;
}

static void write_int(struct ad_json *j, enum ad_type type, int64_t i)
{
	switch (type) {
	case AD_T_MONEY:
		ad_json_micros(j, i);
		break;
	case AD_T_BOOL:
		ad_json_bool(j, i != 0);
		break;
	case AD_T_TIME:
		ad_json_time(j, i);
		break;
	case AD_T_INT:
	case AD_T_TEXT:
	case AD_T_URL:
	case AD_T_ENUM:
	case AD_T_NUMBER:
	case AD_T_DATE:
	case AD_T_REF:
	case AD_T_OBJECT:
	case AD_T_LIST:
	case AD_T_AD_TEXT:
	case AD_T_OPTIONS:
	case AD_T_ID:
	case AD_T_BYTES:
	case AD_T_ANY:
		ad_json_int(j, i);
		break;
	}
}

static bool row_is_json(enum ad_type type)
{
	return type == AD_T_OBJECT || type == AD_T_LIST || type == AD_T_OPTIONS ||
	       type == AD_T_ANY || type == AD_T_AD_TEXT;
}

void ad_value_write(struct ad_json *j, const struct ad_field *field, const struct ad_value *value)
{
	switch (value->kind) {
	case AD_NULL:
		ad_json_null(j);
		break;
	case AD_INT:
		write_int(j, field->type, value->i);
		break;
	case AD_REAL:
		ad_json_double(j, value->d);
		break;
	case AD_TEXT:
		if (row_is_json(field->type))
			ad_json_raw(j, value->s);
		else
			ad_json_str(j, value->s);
		break;
	}
}

static struct ad_value take_int(const struct ad_field *field, const cJSON *item)
{
	struct ad_value v = { .kind = AD_INT };
	bool ok = true;
	if (field->type == AD_T_MONEY)
		ok = ad_json_micros_of(item, &v.i);
	else if (field->type == AD_T_BOOL)
		v.i = cJSON_IsTrue(item) ? 1 : 0;
	else if (field->type == AD_T_TIME)
		ok = ad_time_parse(ad_json_text(item), &v.i);
	else
		ok = ad_json_int64(item, &v.i);
	if (!ok)
		v.kind = AD_NULL;
	return v;
}

struct ad_value ad_value_take(struct ad_arena *arena, const struct ad_field *field,
			      const cJSON *item)
{
	struct ad_value v = { .kind = AD_NULL };
	if (item == NULL || cJSON_IsNull(item))
		return v;
	if (row_is_json(field->type)) {
		struct ad_text text = ad_text_on(arena);
		ad_json_canonical(&text, item);
		v.kind = AD_TEXT;
		v.s = ad_text_str(&text);
		return v;
	}
	if (field->type == AD_T_NUMBER) {
		v.kind = AD_REAL;
		v.d = item->valuedouble;
		return v;
	}
	if (field->type == AD_T_MONEY || field->type == AD_T_INT || field->type == AD_T_BOOL ||
	    field->type == AD_T_TIME)
		return take_int(field, item);
	v.kind = AD_TEXT;
	v.s = ad_arena_copy(arena, ad_json_text(item));
	return v;
}

bool ad_sent_same(struct ad_str a, struct ad_str b)
{
	struct ad_arena *arena;
	struct ad_text left, right;
	struct ad_json_error err;
	const cJSON *x, *y;
	bool same;
	if (ad_str_eq(a, b) || !a.n || !b.n)
		return ad_str_eq(a, b);
	arena = ad_arena_new();
	left = ad_text_on(arena);
	right = ad_text_on(arena);
	x = ad_json_parse(arena, a, &err);
	y = ad_json_parse(arena, b, &err);
	if (x)
		ad_json_canonical(&left, x);
	if (y)
		ad_json_canonical(&right, y);
	same = x && y && ad_str_eq(ad_text_str(&left), ad_text_str(&right));
	ad_arena_free(arena);
	return same;
}

bool ad_row_is_incomplete(const struct ad_row *row)
{
	return row->unknown.n > 0 && !row->removed && !ad_str_eq(row->live, AD_LIVE_GONE);
}

bool ad_names_hold(struct ad_str names, const char *name)
{
	size_t n = strlen(name);

	for (size_t at = 0; at + n <= names.n; at++) {
		const char *p = names.p + at;
		bool ends = at + n == names.n || p[n] == ',';
		if ((at == 0 || p[-1] == ',') && ends && memcmp(p, name, n) == 0)
			return true;
	}
	return false;
}

struct ad_str ad_names_with(struct ad_arena *arena, struct ad_str names, const char *const *more)
{
	struct ad_text text = ad_text_on(arena);

	ad_text_add(&text, names);
	for (; more && *more; more++) {
		if (ad_names_hold(ad_text_str(&text), *more))
			continue;
		if (text.n)
			ad_text_addc(&text, ',');
		ad_text_adds(&text, *more);
	}
	return text.n ? ad_text_str(&text) : (struct ad_str){ 0 };
}

struct ad_str ad_names_without(struct ad_arena *arena, struct ad_str names, const char *const *less)
{
	struct ad_text text = ad_text_on(arena);

	for (size_t at = 0; at < names.n;) {
		const char *comma = memchr(names.p + at, ',', names.n - at);
		size_t end = comma ? (size_t)(comma - names.p) : names.n;
		struct ad_str one = { names.p + at, end - at };
		bool taken = false;
		for (const char *const *name = less; name && *name && !taken; name++)
			taken = ad_str_is(one, *name);
		if (!taken && text.n)
			ad_text_addc(&text, ',');
		if (!taken)
			ad_text_add(&text, one);
		at = end + 1;
	}
	return text.n ? ad_text_str(&text) : (struct ad_str){ 0 };
}

bool ad_row_is_unknown(const struct ad_row *row, const char *field)
{
	return !row->removed && ad_names_hold(row->unknown, field);
}

bool ad_value_is_unheld(const struct ad_field *field, const struct ad_value *value)
{
	return field->type == AD_T_MONEY && value->kind == AD_INT && value->i >= AD_MONEY_UNHELD;
}

bool ad_row_holds_unheld(const struct ad_row *row)
{
	for (size_t i = 0; i < row->res->shape.count; i++)
		if (ad_value_is_unheld(&row->res->shape.fields[i], &row->v[i]))
			return true;
	return false;
}

void ad_row_mark_unheld(struct ad_arena *arena, struct ad_row *row)
{
	struct ad_json_error err;
	const cJSON *synced = row->synced.n ? ad_json_parse(arena, row->synced, &err) : NULL;

	for (size_t i = 0; synced && i < row->res->shape.count; i++) {
		const struct ad_field *field = &row->res->shape.fields[i];
		struct ad_value v;
		if (!(field->flags & AD_SENT) || field->type != AD_T_MONEY)
			continue;
		v = ad_value_take(arena, field, ad_json_get(synced, field->name));
		if (ad_value_is_unheld(field, &v))
			row->unknown = ad_names_with(arena, row->unknown,
						     (const char *const[]){ field->name, NULL });
	}
}

bool ad_row_drifted(const struct ad_row *row)
{
	return row->live.p && row->synced.p && !ad_sent_same(row->live, row->synced);
}

static enum ad_sync_state row_derive(const struct ad_row *row)
{
	if (row->removed)
		return AD_REMOVED;
	if (row->open_op.p)
		return AD_SYNCING;
	if (row->failed)
		return AD_FAILED;
	if (ad_row_drifted(row))
		return AD_DRIFTED;
	if (row->removal)
		return AD_PENDING_REMOVAL;
	return row->remote_id.p ? AD_SYNCED : AD_STAGED;
}

/* The platform that an object says it is on; AD_PLATFORM_COUNT: none of its own. */
static enum ad_platform row_platform(const struct ad_row *row)
{
	size_t index = 0;
	if (!ad_field_find(&row->res->shape, AD_S("platform"), &index) ||
	    row->v[index].kind != AD_TEXT)
		return AD_PLATFORM_COUNT;
	return ad_platform_of(row->v[index].s);
}

bool ad_row_sent_differs(const struct ad_resource *res, enum ad_platform platform,
			 struct ad_str synced, struct ad_str draft)
{
	struct ad_arena *arena;
	struct ad_sent_of of = { .platform = platform, .resource = res->id };
	struct ad_json_error err;
	const cJSON *was;
	bool differs = false;
	if (ad_sent_same(synced, draft))
		return false;
	if (!synced.n || !draft.n)
		return true;
	arena = ad_arena_new();
	was = ad_json_parse(arena, synced, &err);
	of.object = ad_json_parse(arena, draft, &err);
	/* Half made: nothing is known to stand as it is drafted. */
	differs = !was || !was->child;
	for (size_t i = 0; i < res->shape.count && !differs; i++) {
		const struct ad_field *field = &res->shape.fields[i];
		struct ad_text a = ad_text_on(arena);
		struct ad_text b = ad_text_on(arena);
		if (!(field->flags & AD_SENT) || !ad_sent_by_update(&of, field->name))
			continue;
		ad_json_canonical(&a, ad_json_get(was, field->name));
		ad_json_canonical(&b, ad_json_get(of.object, field->name));
		differs = !ad_str_eq(ad_text_str(&a), ad_text_str(&b));
	}
	ad_arena_free(arena);
	return differs;
}

void ad_row_derive_state(struct ad_row *row)
{
	row->state = row_derive(row);
	if (row->state != AD_SYNCED)
		return;
	struct ad_arena *arena = ad_arena_new();
	if (!row->synced.p || ad_row_is_incomplete(row) ||
	    ad_row_sent_differs(row->res, row_platform(row), row->synced,
				ad_row_sent_json(arena, row)))
		row->state = AD_MODIFIED;
	ad_arena_free(arena);
}

static struct ad_str sent_json(struct ad_arena *arena, const struct ad_row *row,
			       const struct ad_value *status)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	ad_json_object(&j);
	for (size_t i = 0; i < row->res->shape.count; i++) {
		const struct ad_field *field = &row->res->shape.fields[i];
		if (!(field->flags & AD_SENT))
			continue;
		ad_json_key(&j, field->name);
		ad_value_write(&j, field,
			       status && strcmp(field->name, "status") == 0 ? status : &row->v[i]);
	}
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

struct ad_str ad_row_sent_json(struct ad_arena *arena, const struct ad_row *row)
{
	return sent_json(arena, row, NULL);
}

struct ad_str ad_row_paused_json(struct ad_arena *arena, const struct ad_row *row)
{
	const struct ad_value paused = { .kind = AD_TEXT, .s = AD_S("PAUSED") };
	return sent_json(arena, row, &paused);
}

static void write_remote(struct ad_json *j, const struct ad_row *row)
{
	ad_json_key(j, "remote");
	ad_json_object(j);
	ad_json_kstr(j, "id", row->remote_id);
	ad_json_kstr(j, "status", row->remote_status);
	ad_json_kstr(j, "reviewStatus", row->review_status);
	ad_json_ktime(j, "lastSyncedAt", row->last_synced_at);
	ad_json_kraw(j, "lastError", row->last_error);
	ad_json_object_end(j);
}

/* As history keeps a value: of a long list how many items it has, and the first of them. */
static void write_kept(struct ad_json *j, const struct ad_field *field,
		       const struct ad_value *value)
{
	struct ad_json_error err;
	const cJSON *item;
	int n = 0;
	if (!(field->flags & AD_COUNTED) || value->kind != AD_TEXT) {
		ad_value_write(j, field, value);
		return;
	}
	struct ad_arena *arena = ad_arena_new();
	const cJSON *list = ad_json_parse(arena, value->s, &err);
	ad_json_object(j);
	ad_json_kint(j, "count", cJSON_GetArraySize(list));
	ad_json_key(j, "first");
	ad_json_array(j);
	cJSON_ArrayForEach(item, list)
	{
		if (n++ == KEPT_ITEMS)
			break;
		struct ad_text text = ad_text_on(arena);
		ad_json_canonical(&text, item);
		ad_json_raw(j, ad_text_str(&text));
	}
	ad_json_array_end(j);
	ad_json_object_end(j);
	ad_arena_free(arena);
}

/* The own fields that have a value: null tells nothing where there is no other side. */
static void write_values(struct ad_json *j, const struct ad_row *row)
{
	ad_json_object(j);
	for (size_t i = 0; i < row->res->shape.count; i++) {
		const struct ad_field *field = &row->res->shape.fields[i];
		if ((field->flags & AD_UNSEEN) || row->v[i].kind == AD_NULL)
			continue;
		ad_json_key(j, field->name);
		write_kept(j, field, &row->v[i]);
	}
	ad_json_object_end(j);
}

static bool same_remote(const struct ad_row *a, const struct ad_row *b)
{
	return ad_str_eq(a->remote_id, b->remote_id) &&
	       ad_str_eq(a->remote_status, b->remote_status) &&
	       ad_str_eq(a->review_status, b->review_status) &&
	       a->last_synced_at == b->last_synced_at && ad_str_eq(a->last_error, b->last_error);
}

static void write_differing(struct ad_json *j, const struct ad_row *row, const struct ad_row *other)
{
	ad_json_object(j);
	for (size_t i = 0; i < row->res->shape.count; i++) {
		const struct ad_field *field = &row->res->shape.fields[i];
		if ((field->flags & AD_UNSEEN) || ad_value_eq(&row->v[i], &other->v[i]))
			continue;
		ad_json_key(j, field->name);
		write_kept(j, field, &row->v[i]);
	}
	if (row->res->staged && row->state != other->state)
		ad_json_kcstr(j, "syncState", ad_sync_state_name(row->state));
	if (row->res->staged && !same_remote(row, other))
		write_remote(j, row);
	ad_json_object_end(j);
}

void ad_row_write_changes(struct ad_json *from, struct ad_json *to, const struct ad_row *before,
			  const struct ad_row *after)
{
	if (!after) {
		write_values(from, before);
	} else if (!before) {
		write_values(to, after);
	} else {
		write_differing(from, before, after);
		write_differing(to, after, before);
	}
}

void ad_row_write(struct ad_json *j, const struct ad_row *row)
{
	ad_json_object(j);
	ad_json_kstr(j, "id", row->id);
	ad_json_kstr(j, "spaceId", row->space_id);
	ad_json_kstr(j, "environment", row->environment);
	for (size_t i = 0; i < row->res->shape.count; i++) {
		const struct ad_field *field = &row->res->shape.fields[i];
		if (field->flags & AD_UNSEEN)
			continue;
		ad_json_key(j, field->name);
		ad_value_write(j, field, &row->v[i]);
	}
	ad_json_kstr(j, "source", row->source);
	ad_json_kstr(j, "createdBy", row->created_by);
	ad_json_ktime(j, "createdAt", row->created_at);
	ad_json_ktime(j, "updatedAt", row->updated_at);
	ad_json_kint(j, "version", row->version);
	if (row->res->staged) {
		ad_json_kcstr(j, "syncState", ad_sync_state_name(row->state));
		if (ad_row_is_incomplete(row))
			ad_json_kbool(j, "incomplete", true);
		write_remote(j, row);
	}
	ad_json_object_end(j);
}
