/* The fields changed by an unsuccessful update, merged across its attempts. */
#include "sync/journal/journal.h"

bool ad_fields_hold(struct ad_str joined, const char *field)
{
	for (size_t at = 0; at < joined.n;) {
		const char *comma = memchr(joined.p + at, ',', joined.n - at);
		size_t end = comma ? (size_t)(comma - joined.p) : joined.n;
		if (ad_str_is((struct ad_str){ joined.p + at, end - at }, field))
			return true;
		at = end + 1;
	}
	return false;
}

static void field_add(struct ad_text *out, const char *field)
{
	if (ad_fields_hold(ad_text_str(out), field))
		return;
	ad_text_addf(out, "%s%s", out->n ? "," : "", field);
}

/* An empty list becomes absent, as for an operation without such fields. */
static struct ad_str fields_end(struct ad_text *out)
{
	return out->n ? ad_text_str(out) : (struct ad_str){ NULL, 0 };
}

void ad_journal_join_done(struct ad_arena *arena, struct ad_journal_op *op)
{
	struct ad_text done = ad_text_on(arena), part = ad_text_on(arena);
	const struct ad_shape *shape = &op->res->shape;

	for (const char *const *name = op->done; name && *name; name++)
		field_add(&done, *name);
	for (const char *const *name = op->unknown; name && *name; name++)
		field_add(&part, *name);
	for (size_t i = 0; i < shape->count; i++) {
		const char *field = shape->fields[i].name;
		if (ad_fields_hold(op->was_done, field) &&
		    !ad_fields_hold(ad_text_str(&part), field))
			field_add(&done, field);
	}
	for (size_t i = 0; i < shape->count; i++) {
		const char *field = shape->fields[i].name;
		if (ad_fields_hold(op->was_part, field) &&
		    !ad_fields_hold(ad_text_str(&done), field))
			field_add(&part, field);
	}
	op->was_done = fields_end(&done);
	op->was_part = fields_end(&part);
}
