/* The three-way merge of last synced, live and drafted values, by field. */
#include "base/json_read.h"
#include "model/sent.h"
#include "sync/state/compare.h"
#include "sync/pull/pull.h"
#include "sync/state/rails.h"
#include "sync/state/unread.h"

/* A row whose AD_SENT fields have the values of a JSON object. */
static struct ad_row *pull_merge_row_of(struct ad_arena *arena, const struct ad_row *like,
					const cJSON *fields)
{
	struct ad_row *row = ad_arena_alloc(arena, sizeof(*row));

	*row = *like;
	for (size_t i = 0; i < row->res->shape.count; i++) {
		const struct ad_field *field = &row->res->shape.fields[i];
		if (field->flags & AD_SENT)
			row->v[i] = ad_value_take(arena, field, ad_json_get(fields, field->name));
	}
	return row;
}

static void write_whole(struct ad_json *j, const struct ad_field *field, const cJSON *value);

static void pull_merge_write_members(struct ad_json *j, const struct ad_field *field,
				     const cJSON *object)
{
	ad_json_object(j);
	for (size_t i = 0; i < field->member_count; i++) {
		ad_json_key(j, field->members[i].name);
		write_whole(j, &field->members[i], ad_json_get(object, field->members[i].name));
	}
	ad_json_object_end(j);
}

/* Writes a value with every member of its type, as a draft has it. */
static void write_whole(struct ad_json *j, const struct ad_field *field, const cJSON *value)
{
	struct ad_text text = ad_text_on(j->out->arena);
	const cJSON *item;

	if (!value || cJSON_IsNull(value)) {
		ad_json_raw(j, ad_str(field->initial ? field->initial : "null"));
	} else if (field->type == AD_T_OBJECT && field->member_count && cJSON_IsObject(value)) {
		pull_merge_write_members(j, field, value);
	} else if (field->type == AD_T_LIST && field->item == AD_T_OBJECT && field->member_count &&
		   cJSON_IsArray(value)) {
		ad_json_array(j);
		cJSON_ArrayForEach(item, value) pull_merge_write_members(j, field, item);
		ad_json_array_end(j);
	} else {
		ad_json_canonical(&text, value);
		ad_json_raw(j, ad_text_str(&text));
	}
}

/* A value that the platform leaves out is the field's default, or null if allowed. */
static struct ad_value pull_merge_value_of(struct ad_arena *arena, const struct ad_field *field,
					   const cJSON *live)
{
	struct ad_json_error err;
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	if (field->member_count && live && !cJSON_IsNull(live)) {
		write_whole(&j, field, live);
		live = ad_json_parse(arena, ad_text_str(&text), &err);
	}
	struct ad_value v = ad_value_take(arena, field, live);

	/* An amount out of range is unknown, and counts as the maximum. */
	if (v.kind == AD_NULL && field->type == AD_T_MONEY && cJSON_IsNumber(live))
		return (struct ad_value){ .kind = AD_INT, .i = AD_MONEY_UNHELD };
	if (v.kind != AD_NULL || !(field->flags & AD_NOT_NULL))
		return v;
	if (field->initial)
		return ad_value_take(arena, field,
				     ad_json_parse(arena, ad_str(field->initial), &err));
	if (field->type == AD_T_MONEY)
		return (struct ad_value){ .kind = AD_INT };
	return (struct ad_value){ .kind = AD_TEXT, .s = AD_S("") };
}

/* The three sides of a merge as JSON, and the resulting rows of the last synced and live values. */
struct sides {
	struct ad_arena *arena;
	const struct ad_adapter *adapter;
	struct ad_row *row;
	const cJSON *base, *draft, *live;
	const cJSON *known;  /* base, plus known values of open fields */
	struct ad_str mixed; /* fields in which the object's parts differ on the platform */
	struct ad_row *synced_row, *live_row;
};

/* A lifetime budget needs its days on each platform: others set them, and guardrails use them. */
static bool is_day_of_lifetime(const struct sides *s, const struct ad_field *field)
{
	return field->type == AD_T_DATE &&
	       ad_str_is(ad_json_get_text(s->live, "budgetPeriod"), "LIFETIME");
}

/* True if the field's earlier value is known: a later difference is someone's change. */
static bool pull_merge_is_known(const struct sides *s, const struct ad_field *field)
{
	const cJSON *base = ad_json_get(s->base, field->name);

	return ad_str_is(s->row->source, "PULL") || (base && !cJSON_IsNull(base)) ||
	       is_day_of_lifetime(s, field) || ad_json_get(s->known, field->name);
}

/* Sets a field that a push left unknown, unless the object's parts differ in it. */
static enum ad_pull_effect take_unknown(struct sides *s, size_t i, const cJSON *live)
{
	const struct ad_field *field = &s->row->res->shape.fields[i];
	const char *const name[] = { field->name, NULL };
	bool as_drafted =
		ad_same_there(s->arena, s->adapter, s->row->res, field->name, s->draft, s->live);

	if (ad_names_hold(s->mixed, field->name))
		return AD_PULL_SAME;
	if (ad_value_is_unheld(field, &s->synced_row->v[i])) {
		struct ad_value there = pull_merge_value_of(s->arena, field, live);
		if (ad_value_is_unheld(field, &there))
			return AD_PULL_SAME;
		/* An unedited draft gets the platform's value. */
		if (ad_value_is_unheld(field, &s->row->v[i]))
			s->row->v[i] = there;
	}
	s->synced_row->v[i] =
		as_drafted ? s->row->v[i] : pull_merge_value_of(s->arena, field, live);
	s->live_row->v[i] = s->synced_row->v[i];
	s->row->unknown = ad_names_without(s->arena, s->row->unknown, name);
	return AD_PULL_TAKEN;
}

/*
 * Makes a field known that a push left unknown, if the platform has no such value beside the values
 * that were read: without locations Microsoft has no location intent. No push would send it.
 */
static enum ad_pull_effect take_absent(struct sides *s, const struct ad_field *field)
{
	const struct ad_sent_row *sent = ad_sent_row_of(s->row->res->id, field->name);
	const cJSON *places = ad_json_get(s->live, "locations");
	const char *const name[] = { field->name, NULL };
	enum ad_platform platform = s->row->res->id == AD_R_CAMPAIGN
					    ? ad_platform_of(ad_row_text(s->row, "platform"))
					    : AD_PLATFORM_COUNT;

	if (!sent || platform == AD_PLATFORM_COUNT || !cJSON_IsArray(places) || places->child ||
	    sent->at[platform].when != AD_SENT_WITH_PLACE ||
	    !ad_row_is_unknown(s->row, field->name))
		return AD_PULL_SAME;
	s->row->unknown = ad_names_without(s->arena, s->row->unknown, name);
	return AD_PULL_TAKEN;
}

/* Sets a read-only field to the platform's value, if the platform returned one. */
static enum ad_pull_effect take_told(struct sides *s, size_t i, const cJSON *live)
{
	const struct ad_field *field = &s->row->res->shape.fields[i];
	struct ad_value told;

	if (!live)
		return AD_PULL_SAME;
	told = pull_merge_value_of(s->arena, field, live);
	if (ad_value_eq(&told, &s->row->v[i]))
		return AD_PULL_SAME;
	s->row->v[i] = told;
	return AD_PULL_TAKEN;
}

/*
 * Sets a bid that was left open and never read since the create: it may be the platform's default,
 * or set by someone since. The platform's value is stored as it is, and counts from now on.
 */
static enum ad_pull_effect take_bid(struct sides *s, size_t i, const cJSON *live)
{
	const struct ad_field *field = &s->row->res->shape.fields[i];
	struct ad_value there = pull_merge_value_of(s->arena, field, live);

	if (ad_names_hold(s->mixed, field->name) || there.kind == AD_NULL)
		return AD_PULL_SAME;
	if (ad_same_json(s->arena, ad_json_get(s->base, field->name),
			 ad_json_get(s->draft, field->name)))
		s->row->v[i] = there;
	s->synced_row->v[i] = s->live_row->v[i] = there;
	return AD_PULL_TAKEN;
}

static enum ad_pull_effect merge_field(struct sides *s, size_t i)
{
	const struct ad_field *field = &s->row->res->shape.fields[i];
	const struct ad_resource *res = s->row->res;
	const cJSON *live = ad_json_get(s->live, field->name);

	if (field->flags & AD_READ_ONLY)
		return take_told(s, i, live);
	s->live_row->v[i] = s->synced_row->v[i];
	if (!(field->flags & AD_SENT) || !s->adapter->sends(res, field->name))
		return AD_PULL_SAME;
	if (!live)
		return take_absent(s, field);
	if (ad_row_is_unknown(s->row, field->name))
		return take_unknown(s, i, live);
	if (ad_rails_is_bid(field) && !pull_merge_is_known(s, field))
		return take_bid(s, i, live);
	/* An open day counts once the budget is a lifetime budget, even if it did not change. */
	if (!pull_merge_is_known(s, field) ||
	    ad_same_there(s->arena, s->adapter, res, field->name,
			  is_day_of_lifetime(s, field) ? s->base : s->known, s->live))
		return AD_PULL_SAME;
	if (ad_same_there(s->arena, s->adapter, res, field->name, s->draft, s->live)) {
		/* Both sides made the same change. */
		s->synced_row->v[i] = s->row->v[i];
		s->live_row->v[i] = s->row->v[i];
		return AD_PULL_TAKEN;
	}
	s->live_row->v[i] = pull_merge_value_of(s->arena, field, live);
	/*
	 * If only a part of the object changed on the platform, there is no single value to store.
	 */
	if (ad_names_hold(s->mixed, field->name) ||
	    !ad_same_json(s->arena, ad_json_get(s->base, field->name),
			  ad_json_get(s->draft, field->name)))
		return AD_PULL_DRIFTED;
	s->row->v[i] = s->synced_row->v[i] = s->live_row->v[i];
	return AD_PULL_TAKEN;
}

/* Clears a failure if the values of the failed operation are now on the platform. */
static void end_failure(struct sides *s)
{
	struct ad_row *row = s->row;

	if (!row->failed || row->removal || ad_row_is_incomplete(row) || ad_row_drifted(row) ||
	    !ad_sent_same(ad_row_sent_json(s->arena, row), row->synced))
		return;
	row->failed = false;
	row->last_error = (struct ad_str){ 0 };
}

/*
 * Clears the unread mark: the platform's value was stored or is shown as drift, unless the object's
 * parts differ in it.
 */
static void end_unread(struct sides *s)
{
	struct ad_str was = ad_unread_names(s->arena, s->row->defaults), left = { 0 };

	for (size_t i = 0; was.n && i < s->row->res->shape.count; i++) {
		const char *const name[] = { s->row->res->shape.fields[i].name, NULL };
		if (ad_names_hold(was, *name) && ad_names_hold(s->mixed, *name))
			left = ad_names_with(s->arena, left, name);
	}
	if (was.n)
		s->row->defaults = ad_unread_set(s->arena, s->row->defaults, left);
}

enum ad_pull_effect ad_pull_merge(struct ad_arena *arena, const struct ad_adapter *adapter,
				  struct ad_row *row, const struct ad_remote *remote)
{
	enum ad_pull_effect effect = AD_PULL_SAME;
	struct sides s = { .arena = arena,
			   .adapter = adapter,
			   .row = row,
			   .live = remote->fields,
			   .mixed = remote->mixed };

	if (!row->synced.p)
		row->synced = ad_row_sent_json(arena, row);
	s.base = ad_parsed(arena, row->synced);
	s.draft = ad_parsed(arena, ad_row_sent_json(arena, row));
	s.known = ad_known_there(arena, row->res, s.base, row->defaults);
	s.synced_row = pull_merge_row_of(arena, row, s.base);
	s.live_row = pull_merge_row_of(arena, row, s.base);
	for (size_t i = 0; i < row->res->shape.count; i++) {
		enum ad_pull_effect one = merge_field(&s, i);
		if (one > effect)
			effect = one;
	}
	if (effect != AD_PULL_SAME)
		row->synced = ad_row_sent_json(arena, s.synced_row);
	ad_row_mark_unheld(arena, row);
	/* If nothing was read back after the create, the first pull sets the defaults. */
	if (!row->defaults.p && !ad_str_is(row->source, "PULL"))
		row->defaults = ad_open_late_json(arena, adapter, row->res, s.base, remote->fields);
	end_unread(&s);
	row->live = effect == AD_PULL_DRIFTED ? ad_row_sent_json(arena, s.live_row)
					      : (struct ad_str){ 0 };
	end_failure(&s);
	return effect;
}

/* True for a negative keyword: it has no status, so its draft is PAUSED. */
static bool pull_merge_is_negative(const struct ad_row *row)
{
	size_t index = 0;

	return ad_field_find(&row->res->shape, AD_S("negative"), &index) && row->v[index].i != 0;
}

static void settle_status(struct ad_row *row)
{
	struct ad_value *status = ad_row_value(row, "status");

	if (pull_merge_is_negative(row) || !ad_str_is(status->s, "ENABLED"))
		*status = (struct ad_value){ .kind = AD_TEXT, .s = AD_S("PAUSED") };
}

struct ad_row *ad_pull_new(struct ad_arena *arena, const struct ad_resource *res,
			   const struct ad_remote *remote)
{
	struct ad_row *row = ad_arena_zalloc(arena, sizeof(*row));

	row->res = res;
	for (size_t i = 0; i < res->shape.count; i++)
		row->v[i] =
			pull_merge_value_of(arena, &res->shape.fields[i],
					    ad_json_get(remote->fields, res->shape.fields[i].name));
	settle_status(row);
	row->source = AD_S("PULL");
	row->version = 1;
	row->remote_id = remote->id;
	row->synced = ad_row_sent_json(arena, row);
	ad_row_mark_unheld(arena, row);
	return row;
}
