/*
 * Update masks: a listed path is set from the request, or cleared when the request has no value
 * there; everything else stays. https://protobuf.dev/reference/protobuf/google.protobuf/#field-mask
 */
#include <stdlib.h>
#include <string.h>

#include "op.h"

/* A path of the mask, walked through the rows. */
struct target {
	const char *entry; /* as sent */
	const struct g_field *fields[8];
	int depth;
};

static void mask_fault(struct g_op *op, enum g_error code, const char *entry)
{
	op_fail_operation(op, code, "update_mask", entry);
}

static bool google_mask_resolve(struct g_op *op, struct target *t)
{
	const struct g_message *message = op->kind->message;
	for (const char *at = t->entry; *at;) {
		size_t n = strcspn(at, ".");
		const struct g_field *f = message ? g_field_find(message, at, n) : NULL;
		if (!f || t->depth == 8 || n == 0) {
			mask_fault(op, E_MASK_FIELD_NOT_FOUND, t->entry);
			return false;
		}
		t->fields[t->depth++] = f;
		message = f->flags & G_REPEATED ? NULL : f->message;
		at += n + (at[n] == '.');
	}
	if (t->depth == 0)
		mask_fault(op, E_MASK_FIELD_NOT_FOUND, t->entry);
	return t->depth > 0;
}

/* The path in snake_case, as locations name it. */
static void put_path(struct text *out, const struct target *t)
{
	for (int i = 0; i < t->depth; i++)
		text_format(out, "%s%s", i ? "." : "", t->fields[i]->name);
}

/* Refuses what no update may set; true when it did. */
static bool google_mask_refuse(struct g_op *op, const struct target *t, const cJSON *value)
{
	const struct g_field *leaf = t->fields[t->depth - 1];
	enum g_error code = E_NONE;
	for (int i = 0; i < t->depth; i++) {
		if (t->fields[i]->flags & G_OUTPUT_ONLY)
			code = E_RESOURCE_READ_ONLY;
		else if (t->fields[i]->flags & G_IMMUTABLE)
			code = E_IMMUTABLE_FIELD;
	}
	if (code != E_NONE) {
		struct text path = { 0 };
		put_path(&path, t);
		op_fail(op, code, text_get(&path), t->entry);
		text_free(&path);
		return true;
	}
	bool subfields = leaf->type == G_MESSAGE && !(leaf->flags & G_REPEATED) &&
			 leaf->message->fields->name;
	if (subfields && value) {
		mask_fault(op, E_FIELD_HAS_SUBFIELDS, t->entry);
		return true;
	}
	return false;
}

static bool google_mask_clears(const cJSON *value)
{
	return !value || (cJSON_IsString(value) && !*value->valuestring) ||
	       (cJSON_IsArray(value) && !value->child);
}

/* Removes what shares a oneof with `f`. */
static void drop_siblings(cJSON *object, const struct g_message *message, const struct g_field *f)
{
	for (const struct g_field *other = message->fields; other->name; other++) {
		char camel[G_NAME_ROOM];
		if (other == f || !other->oneof || strcmp(other->oneof, f->oneof) != 0)
			continue;
		g_camel(other->name, camel, sizeof(camel));
		cJSON_DeleteItemFromObjectCaseSensitive(object, camel);
	}
}

/* Sets or clears the target in op->value. `holder` is whether the request has the message that
 * holds the leaf: naming a leaf of a present message chooses that member of a oneof. */
static void google_mask_apply(struct g_op *op, const struct target *t, const cJSON *value,
			      bool holder)
{
	cJSON *at = op->value;
	const struct g_message *message = op->kind->message;
	char camel[G_NAME_ROOM];
	for (int i = 0; i < t->depth; i++) {
		const struct g_field *f = t->fields[i];
		bool last = i == t->depth - 1;
		g_camel(f->name, camel, sizeof(camel));
		if (f->oneof && (last ? !google_mask_clears(value) : holder))
			drop_siblings(at, message, f);
		if (last)
			break;
		if (!json_at(at, camel) && !holder)
			return;
		at = json_object(at, camel);
		message = f->message;
	}
	if (google_mask_clears(value))
		cJSON_DeleteItemFromObjectCaseSensitive(at, camel);
	else
		json_set(at, camel, cJSON_Duplicate(value, true));
}

static void apply_entry(struct g_op *op, const char *entry)
{
	struct target t = { .entry = entry };
	if (!google_mask_resolve(op, &t))
		return;
	/* Google's own library masks what was set, so also which object it is: that is let pass. */
	if (strcmp(t.fields[0]->name, "resource_name") == 0)
		return;
	const cJSON *value = op->sent;
	bool holder = true;
	for (int i = 0; i < t.depth; i++) {
		char camel[G_NAME_ROOM];
		g_camel(t.fields[i]->name, camel, sizeof(camel));
		value = json_at(value, camel);
		if (i < t.depth - 1)
			holder = value != NULL;
	}
	if (google_mask_refuse(op, &t, value))
		return;
	if (t.depth == 1 && (t.fields[0]->flags & G_REQUIRED) && google_mask_clears(value)) {
		op_fail(op, E_FIELD_CANNOT_BE_CLEARED, t.fields[0]->name, entry);
		return;
	}
	google_mask_apply(op, &t, value, holder);
}

void g_apply_mask(struct g_op *op)
{
	for (const char *at = op->mask; at && *at;) {
		size_t n = strcspn(at, ",");
		size_t lead = strspn(at, " ");
		size_t end = n;
		while (end > lead && at[end - 1] == ' ')
			end--;
		if (lead < end) {
			char *entry = sb_copy_n(at + lead, end - lead);
			apply_entry(op, entry);
			free(entry);
		} else {
			mask_fault(op, E_MASK_FIELD_NOT_FOUND, "");
		}
		at += n + (at[n] == ',');
	}
}
