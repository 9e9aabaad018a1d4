/* Compares and merges values in the platform's normal form. */
#include "sync/state/compare.h"

#include "base/json_read.h"
#include "sync/state/rails.h"
#include "sync/state/unread.h"

bool ad_same_json(struct ad_arena *arena, const cJSON *a, const cJSON *b)
{
	struct ad_text left = ad_text_on(arena);
	struct ad_text right = ad_text_on(arena);

	if (!a || !b)
		return (!a || cJSON_IsNull(a)) && (!b || cJSON_IsNull(b));
	ad_json_canonical(&left, a);
	ad_json_canonical(&right, b);
	return ad_str_eq(ad_text_str(&left), ad_text_str(&right));
}

const cJSON *ad_parsed(struct ad_arena *arena, struct ad_str json)
{
	struct ad_json_error err;

	return json.n ? ad_json_parse(arena, json, &err) : NULL;
}

bool ad_same_there(struct ad_arena *arena, const struct ad_adapter *adapter,
		   const struct ad_resource *res, const char *field, const cJSON *a, const cJSON *b)
{
	struct ad_text left = ad_text_on(arena);
	struct ad_text right = ad_text_on(arena);

	adapter->normal(&left, res, field, a);
	adapter->normal(&right, res, field, b);
	return ad_str_eq(ad_text_str(&left), ad_text_str(&right));
}

bool ad_drifted_there(struct ad_arena *arena, const struct ad_adapter *adapter,
		      const struct ad_resource *res, const char *field, const cJSON *synced,
		      const cJSON *live)
{
	/* The platform does not report some fields; for others the last value is not known. */
	if (!ad_json_get(synced, field) || !ad_json_get(live, field) || !adapter->sends(res, field))
		return false;
	return !ad_same_there(arena, adapter, res, field, synced, live);
}

/* The normal form of an item: that of a list with only this item. */
static struct ad_str item_form(struct ad_arena *arena, const struct ad_adapter *adapter,
			       const struct ad_resource *res, const char *field, const cJSON *item)
{
	struct ad_text text = ad_text_on(arena);
	cJSON *object = cJSON_CreateObject();
	cJSON *list = cJSON_AddArrayToObject(object, field);

	cJSON_AddItemToArray(list, cJSON_Duplicate(item, true));
	adapter->normal(&text, res, field, object);
	cJSON_Delete(object);
	return ad_text_str(&text);
}

static bool compare_holds(struct ad_arena *arena, const struct ad_adapter *adapter,
			  const struct ad_resource *res, const char *field, const cJSON *object,
			  const cJSON *wanted)
{
	struct ad_str form = item_form(arena, adapter, res, field, wanted);
	const cJSON *item;

	cJSON_ArrayForEach(item, ad_json_get(object, field))
	{
		if (ad_str_eq(item_form(arena, adapter, res, field, item), form))
			return true;
	}
	return false;
}

bool ad_on_the_way(struct ad_arena *arena, const struct ad_adapter *adapter,
		   const struct ad_resource *res, const struct ad_between *b)
{
	const cJSON *item;

	if (strcmp(b->field, "locations") != 0 && strcmp(b->field, "adSchedule") != 0)
		return false;
	cJSON_ArrayForEach(item, ad_json_get(b->live, b->field))
	{
		if (!compare_holds(arena, adapter, res, b->field, b->synced, item) &&
		    !compare_holds(arena, adapter, res, b->field, b->want, item))
			return false;
	}
	cJSON_ArrayForEach(item, ad_json_get(b->synced, b->field))
	{
		if (compare_holds(arena, adapter, res, b->field, b->want, item) &&
		    !compare_holds(arena, adapter, res, b->field, b->live, item))
			return false;
	}
	return true;
}

bool ad_same_all(struct ad_arena *arena, const struct ad_adapter *adapter,
		 const struct ad_resource *res, const cJSON *live, const cJSON *want)
{
	for (size_t i = 0; i < res->shape.count; i++) {
		const struct ad_field *field = &res->shape.fields[i];
		const cJSON *wanted = ad_json_get(want, field->name);
		/*
		 * A field that was not sent has the platform's default; some fields are not
		 * reported.
		 */
		if (!(field->flags & AD_SENT) || !adapter->sends(res, field->name) ||
		    cJSON_IsNull(wanted) || !ad_json_get(live, field->name))
			continue;
		if (!ad_same_there(arena, adapter, res, field->name, live, want))
			return false;
	}
	return true;
}

static struct ad_str compare_mixed(struct ad_arena *arena, const struct ad_resource *res,
				   const cJSON *base, const cJSON *other, const bool *from_other)
{
	struct ad_row *row = ad_arena_zalloc(arena, sizeof(*row));

	row->res = res;
	for (size_t i = 0; i < res->shape.count; i++) {
		const struct ad_field *field = &res->shape.fields[i];
		if (field->flags & AD_SENT)
			row->v[i] = ad_value_take(
				arena, field,
				ad_json_get(from_other[i] ? other : base, field->name));
	}
	return ad_row_sent_json(arena, row);
}

/*
 * No platform sets a budget, an end date or a URL parameter by itself: an open one is known to be
 * absent.
 */
static bool is_unfilled(const struct ad_field *field)
{
	bool budget = field->type == AD_T_MONEY && !(field->flags & AD_BID);

	return (field->flags & AD_SENT) && (budget || (field->flags & AD_UNFILLED));
}

const cJSON *ad_known_there(struct ad_arena *arena, const struct ad_resource *res,
			    const cJSON *synced, struct ad_str defaults)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	const cJSON *open = ad_parsed(arena, defaults);

	ad_json_object(&j);
	for (size_t i = 0; i < res->shape.count; i++) {
		const char *name = res->shape.fields[i].name;
		const cJSON *value = ad_json_get(synced, name);
		struct ad_text one = ad_text_on(arena);
		if (!value || cJSON_IsNull(value))
			value = ad_json_get(open, name);
		if (!value && is_unfilled(&res->shape.fields[i]))
			ad_json_kraw(&j, name, (struct ad_str){ 0 });
		if (!value)
			continue;
		ad_json_canonical(&one, value);
		ad_json_kraw(&j, name, ad_text_str(&one));
	}
	ad_json_object_end(&j);
	return ad_parsed(arena, ad_text_str(&text));
}

static bool is_open(const struct ad_adapter *adapter, const struct ad_resource *res,
		    const struct ad_field *field, const cJSON *object)
{
	const cJSON *value = ad_json_get(object, field->name);

	return (field->flags & AD_SENT) && !(field->flags & AD_IMMUTABLE) &&
	       (!value || cJSON_IsNull(value)) && adapter->sends(res, field->name);
}

bool ad_has_open(const struct ad_adapter *adapter, const struct ad_resource *res,
		 const cJSON *object)
{
	for (size_t i = 0; i < res->shape.count; i++)
		if (is_open(adapter, res, &res->shape.fields[i], object))
			return true;
	return false;
}

struct ad_str ad_open_late_json(struct ad_arena *arena, const struct ad_adapter *adapter,
				const struct ad_resource *res, const cJSON *object,
				const cJSON *live)
{
	cJSON *rest = cJSON_Duplicate(live, true), *known;
	const cJSON *all;
	struct ad_text text = ad_text_on(arena);
	struct ad_str unread = { 0 };

	for (size_t i = 0; i < res->shape.count; i++)
		if (is_unfilled(&res->shape.fields[i]))
			cJSON_DeleteItemFromObjectCaseSensitive(rest, res->shape.fields[i].name);
	all = ad_parsed(arena, ad_open_json(arena, adapter, res, object, rest));
	cJSON_Delete(rest);
	known = cJSON_Duplicate(all, true);
	for (size_t i = 0; i < res->shape.count; i++) {
		const char *const name[] = { res->shape.fields[i].name, NULL };
		const cJSON *value = ad_json_get(known, *name);
		if (!ad_rails_is_bid(&res->shape.fields[i]) || !value || cJSON_IsNull(value))
			continue;
		cJSON_DeleteItemFromObjectCaseSensitive(known, *name);
		unread = ad_names_with(arena, unread, name);
	}
	ad_json_canonical(&text, known);
	cJSON_Delete(known);
	return ad_unread_set(arena, ad_text_str(&text), unread);
}

struct ad_str ad_open_json(struct ad_arena *arena, const struct ad_adapter *adapter,
			   const struct ad_resource *res, const cJSON *object, const cJSON *live)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	for (size_t i = 0; i < res->shape.count; i++) {
		const struct ad_field *field = &res->shape.fields[i];
		const cJSON *value = ad_json_get(live, field->name);
		struct ad_text canonical = ad_text_on(arena);
		if (!is_open(adapter, res, field, object))
			continue;
		if (value)
			ad_json_canonical(&canonical, value);
		ad_json_kraw(&j, field->name,
			     value ? ad_text_str(&canonical) : (struct ad_str){ 0 });
	}
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

struct ad_str ad_live_json(struct ad_arena *arena, const struct ad_adapter *adapter,
			   const struct ad_resource *res, const cJSON *base, const cJSON *known,
			   const cJSON *live)
{
	bool differs[AD_FIELDS_MAX] = { false };

	for (size_t i = 0; i < res->shape.count; i++) {
		const struct ad_field *field = &res->shape.fields[i];
		differs[i] = (field->flags & AD_SENT) &&
			     ad_drifted_there(arena, adapter, res, field->name, known, live);
	}
	return compare_mixed(arena, res, base, live, differs);
}

struct ad_str ad_mixed_json(struct ad_arena *arena, const struct ad_resource *res,
			    const cJSON *base, const cJSON *want, const char *const *names)
{
	bool chosen[AD_FIELDS_MAX] = { false };

	for (size_t i = 0; i < res->shape.count; i++)
		for (const char *const *name = names; name && *name; name++)
			if (strcmp(*name, res->shape.fields[i].name) == 0)
				chosen[i] = true;
	return compare_mixed(arena, res, base, want, chosen);
}
