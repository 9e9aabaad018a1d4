#include "call/rules/foreign.h"

#include "base/json_read.h"
#include "call/rules/rules.h"
#include "sync/state/place_code.h"
#include "sync/plan/plan_lost.h"

#define OWN (AD_OWN_WORDS | AD_OWN_NUMBERS)

static bool foreign_has_letters(struct ad_str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((s.p[i] >= 'A' && s.p[i] <= 'Z') || (s.p[i] >= 'a' && s.p[i] <= 'z'))
			return true;
	return false;
}

/* Translates a value to a form that every platform supports; absent if there is none. */
static struct ad_str foreign_translate(struct ad_arena *arena, enum ad_platform from,
				       const struct ad_field *field, struct ad_str value)
{
	if (field->flags & AD_OWN_WORDS)
		return (struct ad_str){ 0 };
	if (foreign_has_letters(value))
		return value;
	return strcmp(field->name, "code") == 0 ? ad_place_country(arena, from, value)
						: (struct ad_str){ 0 };
}

/* A walk over one field's value: values without a translation are reported and replaced by null. */
struct foreign_walk {
	struct ad_call *call;
	enum ad_platform from;
	void (*lost)(struct foreign_walk *w, const char *path, struct ad_str value);
	const struct ad_row *source;
	struct ad_copy_report *report;
	bool changed;
};

static void foreign_walk_item(struct foreign_walk *w, const struct ad_field *field, cJSON *parent,
			      cJSON *item, const char *path)
{
	struct ad_arena *arena = w->call->arena;
	struct ad_str value = ad_json_text(item);
	struct ad_str ours = foreign_translate(arena, w->from, field, value);

	if (!value.p || ad_str_eq(value, ours))
		return;
	w->changed = true;
	if (!ours.p)
		w->lost(w, path, value);
	cJSON *other =
		ours.p ? cJSON_CreateString(ad_arena_copy(arena, ours).p) : cJSON_CreateNull();
	if (item->string)
		cJSON_ReplaceItemInObjectCaseSensitive(
			parent, ad_arena_copy(arena, ad_str(item->string)).p, other);
	else
		cJSON_ReplaceItemViaPointer(parent, item, other);
}

static void foreign_walk_members(struct foreign_walk *w, const struct ad_field *field,
				 cJSON *object, const char *path);

/* Calls the walk for each leaf of a field that may hold a platform's own terms. */
static void foreign_walk_field(struct foreign_walk *w, const struct ad_field *field, cJSON *parent,
			       cJSON *value, const char *path)
{
	int n = 0;

	if (field->type == AD_T_OBJECT) {
		foreign_walk_members(w, field, value, path);
		return;
	}
	if (field->type != AD_T_LIST) {
		if (field->flags & OWN)
			foreign_walk_item(w, field, parent, value, path);
		return;
	}
	for (cJSON *item = value ? value->child : NULL, *next; item; item = next, n++) {
		const char *at = ad_arena_printf(w->call->arena, "%s[%d]", path, n).p;
		next = item->next;
		if (field->item == AD_T_OBJECT)
			foreign_walk_members(w, field, item, at);
		else if (field->flags & OWN)
			foreign_walk_item(w, field, value, item, at);
	}
}

static void foreign_walk_members(struct foreign_walk *w, const struct ad_field *field,
				 cJSON *object, const char *path)
{
	for (size_t i = 0; i < field->member_count; i++) {
		const struct ad_field *member = &field->members[i];
		cJSON *value = cJSON_GetObjectItemCaseSensitive(object, member->name);
		if (value)
			foreign_walk_field(
				w, member, object, value,
				ad_arena_printf(w->call->arena, "%s.%s", path, member->name).p);
	}
}

/* Removes the nulls of the walk from lists, and objects whose required member became null. */
static void foreign_sweep(const struct ad_field *field, cJSON *value)
{
	for (size_t i = 0; field->type == AD_T_OBJECT && i < field->member_count; i++) {
		cJSON *inner = cJSON_GetObjectItemCaseSensitive(value, field->members[i].name);
		if (inner)
			foreign_sweep(&field->members[i], inner);
	}
	if (field->type != AD_T_LIST || !value)
		return;
	for (cJSON *item = value->child, *next; item; item = next) {
		bool gone = cJSON_IsNull(item);
		next = item->next;
		for (size_t i = 0; field->item == AD_T_OBJECT && i < field->member_count; i++)
			gone = gone || ((field->members[i].flags & AD_REQUIRED) &&
					cJSON_IsNull(cJSON_GetObjectItemCaseSensitive(
						item, field->members[i].name)));
		if (gone)
			cJSON_Delete(cJSON_DetachItemViaPointer(value, item));
	}
}

static struct ad_str foreign_message(struct ad_call *call, enum ad_platform from,
				     struct ad_str value)
{
	return ad_arena_printf(call->arena,
			       "\"%.*s\" is an id of %s and is not valid on another platform.",
			       AD_FMT(value), ad_platform_name(from));
}

static void foreign_report(struct foreign_walk *w, const char *path, struct ad_str value)
{
	struct ad_fault fault = { .path = path,
				  .code = "OTHER_PLATFORM",
				  .message = foreign_message(w->call, w->from, value).p };

	ad_copy_report(w->call, w->report, w->source, &fault);
}

static void foreign_refuse(struct foreign_walk *w, const char *path, struct ad_str value)
{
	ad_fault(w->call, path, "OTHER_PLATFORM", "%.*s Set the field for the new platform.",
		 AD_FMT(foreign_message(w->call, w->from, value)));
}

void ad_foreign_take_out(struct ad_call *call, const struct ad_row *source, cJSON *input,
			 struct ad_copy_report *report)
{
	struct foreign_walk w = { .call = call,
				  .from = ad_platform_of(ad_row_text(source, "platform")),
				  .lost = foreign_report,
				  .source = source,
				  .report = report };
	cJSON *value, *next;

	for (value = input->child; value; value = next) {
		const struct ad_field *field =
			ad_field_find(&source->res->shape, ad_str(value->string), NULL);
		next = value->next;
		if (!field)
			continue;
		foreign_walk_field(&w, field, input, value, field->name);
		foreign_sweep(field, cJSON_GetObjectItemCaseSensitive(input, field->name));
	}
}

void ad_foreign_check(struct ad_call *call, const struct ad_row *before, struct ad_row *after)
{
	struct foreign_walk w = { .call = call, .lost = foreign_refuse };

	if (!before || !ad_changed(before, after, "platform"))
		return;
	w.from = ad_platform_of(ad_row_text(before, "platform"));
	for (size_t i = 0; i < after->res->shape.count; i++) {
		const struct ad_field *field = &after->res->shape.fields[i];
		struct ad_text text = ad_text_on(call->arena);
		struct ad_json_error err;
		cJSON *holder;
		if (after->v[i].kind != AD_TEXT || !ad_value_eq(&before->v[i], &after->v[i]))
			continue;
		if (field->type != AD_T_OBJECT && field->type != AD_T_LIST)
			continue;
		holder = cJSON_CreateObject();
		cJSON_AddItemToObject(
			holder, field->name,
			cJSON_Duplicate(ad_json_parse(call->arena, after->v[i].s, &err), true));
		w.changed = false;
		foreign_walk_field(&w, field, holder, holder->child, field->name);
		if (w.changed && call->status == AD_OK) {
			ad_json_canonical(&text, holder->child);
			after->v[i] =
				ad_value_take(call->arena, field,
					      ad_json_parse(call->arena, ad_text_str(&text), &err));
		}
		cJSON_Delete(holder);
	}
}

/* True if the report lists the field, or the source had lost it too. */
static bool foreign_is_lost(const struct ad_copy_report *report, const struct ad_row *source,
			    const struct ad_aim *aim)
{
	/* A long report does not store every line. */
	bool lost = report->count > AD_COPY_LINES_MAX || ad_aim_is_lost(source, aim);

	for (const struct ad_copy_line *l = report->first; l && !lost; l = l->next)
		lost = ad_str_eq(l->id, source->id) &&
		       strncmp(l->path, aim->field, strlen(aim->field)) == 0;
	return lost;
}

void ad_foreign_mark(const struct ad_copy_report *report, const struct ad_row *source,
		     struct ad_row *copy)
{
	for (size_t i = 0; i < ad_aim_count; i++)
		if (ad_aims[i].resource == copy->res->id)
			*ad_row_value(copy, ad_aims[i].lost) = (struct ad_value){
				.kind = AD_INT, .i = foreign_is_lost(report, source, &ad_aims[i])
			};
}

void ad_foreign_guard(struct ad_call *call, const struct ad_row *before, struct ad_row *after)
{
	bool enabled = ad_str_is(ad_row_text(after, "status"), "ENABLED");

	for (size_t i = 0; before && i < ad_aim_count; i++) {
		const struct ad_aim *aim = &ad_aims[i];
		if (!ad_aim_is_lost(after, aim))
			continue;
		if (ad_json_get(call->patch, aim->field) || ad_changed(before, after, aim->field))
			*ad_row_value(after, aim->lost) = (struct ad_value){ .kind = AD_INT };
		else if (enabled)
			ad_fault(call, aim->field, "REQUIRED",
				 "The copy from another platform lost part of its %s, so the ads "
				 "could reach a different audience. Set %s before you set the %s "
				 "to ENABLED.",
				 aim->field, aim->field, after->res->name);
	}
}
