/* The names of requests in the log and in faults. */
#include <stdio.h>
#include <string.h>

#include "meta.h"

/* "campaign.create", … of one request; `kinds` knows what an id is. */
static void name_operation(struct m_call *call, const char *method, const char *url, cJSON *into)
{
	static const struct {
		const char *edge, *name;
	} made[] = {
		{ "/campaigns", "campaign" },   { "/adsets", "adset" },   { "/ads", "ad" },
		{ "/adcreatives", "creative" }, { "/adimages", "image" }, { "/advideos", "video" },
		{ "/events", "conversion" },
	};
	static const char *const kinds[] = { "campaign", "adset", "ad", "creative" };
	char name[40] = "", id[32] = "";
	int skip = 0;
	size_t n;
	cJSON *value = NULL;
	if (sscanf(url, "v%*d.0/%n", &skip) != 0 || !skip)
		skip = 0;
	url += skip;
	n = strcspn(url, "?");
	for (size_t i = 0; i < sizeof(made) / sizeof(made[0]); i++) {
		size_t size = strlen(made[i].edge);
		if (strcmp(method, "POST") == 0 && n > size &&
		    strncmp(url + n - size, made[i].edge, size) == 0)
			snprintf(name, sizeof(name), "%s.%s", made[i].name,
				 strcmp(made[i].edge, "/events") == 0 ? "upload" : "create");
	}
	if (!*name && strcmp(method, "GET") != 0 && n < sizeof(id)) {
		snprintf(id, sizeof(id), "%.*s", (int)n, url);
		enum m_kind kind = m_find(call, id, &value);
		if (kind <= M_CREATIVE)
			snprintf(name, sizeof(name), "%s.%s", kinds[kind - M_CAMPAIGN],
				 strcmp(method, "DELETE") == 0 ? "remove" : "update");
		cJSON_Delete(value);
	}
	if (*name)
		cJSON_AddItemToArray(into, cJSON_CreateString(name));
}

cJSON *m_name_operations(struct m_call *call)
{
	cJSON *list = cJSON_CreateArray();
	const char *batch = json_text(call->params, "batch");
	cJSON *parts = batch ? cJSON_Parse(batch) : NULL;
	const cJSON *part;
	cJSON_ArrayForEach(part, parts)
	{
		const char *method = json_text(part, "method");
		const char *url = json_text(part, "relative_url");
		if (method && url)
			name_operation(call, method, url, list);
	}
	cJSON_Delete(parts);
	if (!batch)
		name_operation(call, call->method, call->path, list);
	return list;
}

const char *m_word(int kind)
{
	static const char *const words[] = {
		"campaign", "adset", "ad", "creative", "image", "video"
	};
	return kind == M_EVENT                         ? "conversion"
	       : kind >= M_CAMPAIGN && kind <= M_VIDEO ? words[kind - M_CAMPAIGN]
						       : NULL;
}
