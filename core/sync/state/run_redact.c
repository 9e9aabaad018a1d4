#include "sync/state/run_redact.h"

#include "base/json_read.h"
#include "model/resource.h"

bool ad_run_may_read(struct ad_str resource, uint32_t scopes)
{
	const struct ad_resource *res = ad_resource_by_name(resource);

	return res && (scopes & res->read_scope) == res->read_scope;
}

static void redact_copy(struct ad_json *j, const cJSON *item)
{
	struct ad_text value = ad_text_on(j->out->arena);

	ad_json_canonical(&value, item);
	ad_json_raw(j, ad_text_str(&value));
}

/* An object that may not be read keeps its resource and loses its id and message. */
static void redact_names(struct ad_json *j, const cJSON *object, uint32_t scopes)
{
	struct ad_str resource = ad_json_get_text(object, "resource");
	bool hidden = resource.p && !ad_run_may_read(resource, scopes);
	const char *name;
	const cJSON *item;

	ad_json_object(j);
	cJSON_ArrayForEach(item, object)
	{
		name = item->string;
		ad_json_key(j, name);
		if (hidden && (strcmp(name, "id") == 0 || strcmp(name, "message") == 0))
			ad_json_null(j);
		else
			redact_copy(j, item);
	}
	ad_json_object_end(j);
}

static const cJSON *redact_parse(struct ad_json *j, struct ad_str json)
{
	struct ad_json_error err;

	return json.n ? ad_json_parse(j->out->arena, json, &err) : NULL;
}

void ad_run_write_error(struct ad_json *j, struct ad_str error, uint32_t scopes)
{
	const cJSON *object = redact_parse(j, error), *item;

	if (!cJSON_IsObject(ad_json_get(object, "details"))) {
		ad_json_kraw(j, "error", error);
		return;
	}
	ad_json_key(j, "error");
	ad_json_object(j);
	cJSON_ArrayForEach(item, object)
	{
		ad_json_key(j, item->string);
		if (strcmp(item->string, "details") == 0)
			redact_names(j, item, scopes);
		else
			redact_copy(j, item);
	}
	ad_json_object_end(j);
}

void ad_run_write_pulled(struct ad_json *j, struct ad_str pulled, uint32_t scopes)
{
	const cJSON *object = redact_parse(j, pulled), *item, *warning;

	if (!object) {
		ad_json_kraw(j, "pulled", pulled);
		return;
	}
	ad_json_key(j, "pulled");
	ad_json_object(j);
	cJSON_ArrayForEach(item, object)
	{
		ad_json_key(j, item->string);
		if (!cJSON_IsArray(item)) {
			redact_copy(j, item);
			continue;
		}
		ad_json_array(j);
		cJSON_ArrayForEach(warning, item)
		{
			redact_names(j, warning, scopes);
		}
		ad_json_array_end(j);
	}
	/* Pulls of an earlier version have none. */
	if (!ad_json_get(object, "gaps"))
		ad_json_kraw(j, "gaps", AD_S("[]"));
	ad_json_object_end(j);
}
