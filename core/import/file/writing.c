/* Parts that the writers of all files share: see writing.h. */
#include "import/file/writing.h"

#include "base/json_read.h"
#include "import/file/countries.h"

struct ad_str writing_word(const struct writing_word *words, size_t count, struct ad_str ours)
{
	for (size_t i = 0; i < count; i++)
		if (ad_str_is(ours, words[i].ours))
			return ad_str(words[i].theirs);
	return (struct ad_str){ NULL, 0 };
}

void writing_put(struct ad_bulk_writer *w, int id, const char *text)
{
	w->cells[id] = ad_str(text);
}

static const struct ad_field *writing_field_of(const struct ad_row *row, const char *name)
{
	return ad_field_find(&row->res->shape, ad_str(name), NULL);
}

void writing_field(struct ad_bulk_writer *w, int id, const struct ad_row *row, const char *field)
{
	const struct ad_field *f = writing_field_of(row, field);
	const struct ad_value *value = &row->v[f - row->res->shape.fields];

	if (value->kind == AD_TEXT) {
		w->cells[id] = value->s;
	} else if (value->kind != AD_NULL) {
		struct ad_text text = ad_text_on(w->arena);
		struct ad_json j = ad_json_on(&text);
		ad_value_write(&j, f, value);
		w->cells[id] = ad_text_str(&text);
	}
}

bool writing_true(const struct ad_row *row, const char *field)
{
	return row->v[writing_field_of(row, field) - row->res->shape.fields].i != 0;
}

const cJSON *writing_json(struct ad_bulk_writer *w, const struct ad_row *row, const char *field)
{
	struct ad_json_error err;
	struct ad_str text = ad_row_text(row, field);

	return text.p ? ad_json_parse(w->arena, text, &err) : NULL;
}

size_t writing_places_known(const struct ad_bulk_writer *w, const cJSON *places)
{
	const cJSON *item;
	size_t known = 0;

	cJSON_ArrayForEach(item, places)
	{
		struct ad_str code = ad_json_get_text(item, "code");
		bool has = w->words && w->words->geo_id ? w->words->geo_id(code) > 0
							: ad_country_code(code) != NULL;
		known += has && !cJSON_IsTrue(ad_json_get(item, "excluded"));
	}
	return known;
}

bool writing_place_needed(const cJSON *place, size_t known)
{
	return known == 0 || cJSON_IsTrue(ad_json_get(place, "excluded"));
}

void writing_number(struct ad_bulk_writer *w, int id, const cJSON *object, const char *member,
		    bool percent)
{
	const cJSON *item = ad_json_get(object, member);
	struct ad_text text = ad_text_on(w->arena);
	struct ad_json j = ad_json_on(&text);
	int64_t micros;

	if (!cJSON_IsNumber(item))
		return;
	if (percent)
		ad_text_addf(&text, "%.15g%%", item->valuedouble * 100);
	else if (ad_json_micros_of(item, &micros))
		ad_json_micros(&j, micros);
	w->cells[id] = ad_text_str(&text);
}

void writing_whole(struct ad_bulk_writer *w, int id, const cJSON *object, const char *member)
{
	const cJSON *item = ad_json_get(object, member);

	if (cJSON_IsNumber(item))
		w->cells[id] = ad_arena_printf(w->arena, "%.0f", item->valuedouble);
}

void writing_list(struct ad_bulk_writer *w, int id, const struct ad_row *row, const char *path,
		  const cJSON *list, struct ad_str (*word)(struct ad_str item))
{
	struct ad_text text = ad_text_on(w->arena);
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		struct ad_str given = ad_json_text(item);
		struct ad_str name = ad_bulk_trim(word ? word(given) : given);
		if (!name.p || ad_str_find(name, ';')) {
			w->left(w->arg, row, path,
				name.p ? "an item with a semicolon cannot stand in its column"
				       : "the file has no word for an item of it");
			continue;
		}
		if (text.n)
			ad_text_addc(&text, ';');
		ad_text_add(&text, name);
	}
	w->cells[id] = ad_text_str(&text);
}

void writing_left(struct ad_bulk_writer *w, const struct ad_row *row, const char *const *fields)
{
	for (; *fields; fields++) {
		const struct ad_field *f = writing_field_of(row, *fields);
		const struct ad_value *value = &row->v[f - row->res->shape.fields];
		if (value->kind != AD_NULL && !ad_str_is(value->s, "[]"))
			w->left(w->arg, row, *fields, "the file has no column for it");
	}
}
