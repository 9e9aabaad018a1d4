#include "base/json_read.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json_scan.h"
#include "base/json_write.h"

#define INTEGER_MAX 9007199254740991.0 /* 2^53 - 1 */

static void drop_tree(void *tree)
{
	cJSON_Delete(tree);
}

const cJSON *ad_json_parse(struct ad_arena *arena, struct ad_str text, struct ad_json_error *err)
{
	cJSON *tree;

	*err = (struct ad_json_error){ 0 };
	if (!ad_json_scan(arena, text, err))
		return NULL;
	tree = cJSON_ParseWithLengthOpts(text.p, text.n, NULL, false);
	if (!tree) {
		snprintf(err->reason, sizeof(err->reason), "not JSON");
		return NULL;
	}
	ad_arena_defer(arena, drop_tree, tree);
	return tree;
}

const cJSON *ad_json_get(const cJSON *obj, const char *name)
{
	return cJSON_IsObject(obj) ? cJSON_GetObjectItemCaseSensitive(obj, name) : NULL;
}

struct ad_str ad_json_text(const cJSON *item)
{
	return ad_str(cJSON_IsString(item) ? item->valuestring : NULL);
}

struct ad_str ad_json_get_text(const cJSON *obj, const char *name)
{
	return ad_json_text(ad_json_get(obj, name));
}

static bool is_integer(double v)
{
	return fabs(v) <= INTEGER_MAX && trunc(v) == v;
}

bool ad_json_int64(const cJSON *item, int64_t *out)
{
	if (!cJSON_IsNumber(item) || !is_integer(item->valuedouble))
		return false;
	*out = (int64_t)item->valuedouble;
	return true;
}

bool ad_json_micros_of(const cJSON *item, int64_t *out)
{
	double v;
	int64_t micros;

	if (!cJSON_IsNumber(item))
		return false;
	v = item->valuedouble;
	if (!(fabs(v) <= AD_JSON_MONEY_MAX))
		return false;
	micros = llround(v * 1e6);
	/*
	 * Up to 2^32 a decimal of six places has a double of its own, as has micros / 10^6, which
	 * the division rounds correctly: they are equal only where there were six decimals or less.
	 */
	if ((double)micros / 1e6 != v)
		return false;
	*out = micros;
	return true;
}

int64_t ad_json_saturate(double number)
{
	if (isnan(number))
		return 0;
	if (number >= 9223372036854775807.0)
		return INT64_MAX;
	return number <= -9223372036854775808.0 ? INT64_MIN : (int64_t)number;
}

static int json_read_by_name(const void *a, const void *b)
{
	const cJSON *const *x = a, *const *y = b;

	return strcmp((*x)->string, (*y)->string);
}

static void canonical_string(struct ad_text *out, const char *s)
{
	ad_text_addc(out, '"');
	ad_json_escape(out, ad_str(s));
	ad_text_addc(out, '"');
}

static void canonical_object(struct ad_text *out, const cJSON *object)
{
	size_t n = 0, i = 0;
	const cJSON *few[16], **items = few;
	const cJSON *item;

	cJSON_ArrayForEach(item, object) n++;
	if (n > AD_LEN(few))
		items = ad_xcalloc(n, sizeof(*items));
	cJSON_ArrayForEach(item, object) items[i++] = item;
	if (n > 1)
		qsort(items, n, sizeof(*items), json_read_by_name);
	ad_text_addc(out, '{');
	for (i = 0; i < n; i++) {
		if (i)
			ad_text_addc(out, ',');
		canonical_string(out, items[i]->string);
		ad_text_addc(out, ':');
		ad_json_canonical(out, items[i]);
	}
	ad_text_addc(out, '}');
	if (items != few)
		free(items);
}

static void canonical_array(struct ad_text *out, const cJSON *array)
{
	const cJSON *item;

	ad_text_addc(out, '[');
	cJSON_ArrayForEach(item, array)
	{
		if (item != array->child)
			ad_text_addc(out, ',');
		ad_json_canonical(out, item);
	}
	ad_text_addc(out, ']');
}

void ad_json_canonical(struct ad_text *out, const cJSON *item)
{
	struct ad_json j = ad_json_on(out);

	if (cJSON_IsObject(item))
		canonical_object(out, item);
	else if (cJSON_IsArray(item))
		canonical_array(out, item);
	else if (cJSON_IsString(item))
		canonical_string(out, item->valuestring);
	else if (cJSON_IsBool(item))
		ad_text_adds(out, cJSON_IsTrue(item) ? "true" : "false");
	else if (!cJSON_IsNumber(item))
		ad_text_adds(out, "null");
	else if (is_integer(item->valuedouble))
		ad_text_addi(out, (int64_t)item->valuedouble);
	else
		ad_json_double(&j, item->valuedouble);
}
