/* The places and languages this sandbox knows, and geoTargetConstants:suggest. */
#include "geo.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "op.h"

static const struct g_place *google_geo_place_of(long long id)
{
	for (size_t i = 0; g_place_at(i); i++)
		if (g_place_at(i)->id == id)
			return g_place_at(i);
	return NULL;
}

/* Regions and cities are too many to list: those ids are believed. */
bool g_geo_known(const char *id)
{
	long long n = sb_number(id);
	return google_geo_place_of(n) || (n >= 20000 && n < 30000) || (n >= 1000000 && n < 9999999);
}

bool g_language_known(const char *id)
{
	for (size_t i = 0; g_language_at(i); i++)
		if (g_language_at(i)->id == sb_number(id))
			return true;
	return false;
}

bool g_outside_eu(const char *geo_target_constant)
{
	const char *slash = strrchr(geo_target_constant, '/');
	const struct g_place *place = slash ? google_geo_place_of(sb_number(slash + 1)) : NULL;
	return place && !place->eu;
}

cJSON *g_place_json(const struct g_place *place)
{
	char name[64];
	const struct g_place *country = NULL;
	cJSON *o = cJSON_CreateObject();
	snprintf(name, sizeof(name), "geoTargetConstants/%lld", place->id);
	json_set_text(o, "resourceName", name);
	json_set_long(o, "id", place->id);
	json_set_text(o, "name", place->name);
	json_set_text(o, "countryCode", place->country);
	json_set_text(o, "targetType", place->type);
	json_set_text(o, "status", "ENABLED");
	for (size_t i = 0; g_place_at(i); i++)
		if (strcmp(g_place_at(i)->type, "Country") == 0 &&
		    strcmp(g_place_at(i)->country, place->country) == 0)
			country = g_place_at(i);
	struct text canonical = { 0 };
	text_put(&canonical, place->name);
	if (country && country != place) {
		text_format(&canonical, ",%s", country->name);
		snprintf(name, sizeof(name), "geoTargetConstants/%lld", country->id);
		json_set_text(o, "parentGeoTarget", name);
	}
	json_set_text(o, "canonicalName", text_get(&canonical));
	text_free(&canonical);
	return o;
}

cJSON *g_language_json(const struct g_language *language)
{
	char name[64];
	cJSON *o = cJSON_CreateObject();
	snprintf(name, sizeof(name), "languageConstants/%lld", language->id);
	json_set_text(o, "resourceName", name);
	json_set_long(o, "id", language->id);
	json_set_text(o, "code", language->code);
	json_set_text(o, "name", language->name);
	json_set_bool(o, "targetable", true);
	return o;
}

static void google_geo_suggest(cJSON *list, const struct g_place *place, const char *locale,
			       const char *term)
{
	cJSON *s = cJSON_CreateObject();
	json_set_text(s, "locale", locale);
	json_set_text(s, "reach", "3920000");
	if (term)
		json_set_text(s, "searchTerm", term);
	cJSON *constant = g_place_json(place);
	const char *parent = json_text(constant, "parentGeoTarget");
	json_set(s, "geoTargetConstant", constant);
	if (parent)
		cJSON_AddItemToArray(
			json_array(s, "geoTargetConstantParents"),
			g_place_json(google_geo_place_of(sb_number(strrchr(parent, '/') + 1))));
	cJSON_AddItemToArray(list, s);
}

static void suggest_names(cJSON *list, const cJSON *names, const char *country, const char *locale)
{
	const cJSON *name;
	cJSON_ArrayForEach(name, names)
	{
		for (size_t i = 0; g_place_at(i); i++)
			if (strncasecmp(g_place_at(i)->name, name->valuestring,
					strlen(name->valuestring)) == 0 &&
			    (!country || strcmp(g_place_at(i)->country, country) == 0))
				google_geo_suggest(list, g_place_at(i), locale, name->valuestring);
	}
}

static void check_names(cJSON *errors, const cJSON *names)
{
	const cJSON *name;
	if (cJSON_GetArraySize(names) > 25)
		g_error_add(errors, E_GEO_TOO_MANY_NAMES, "location_names.names", NULL);
	cJSON_ArrayForEach(name, names)
	{
		if (g_length(name->valuestring, false) > 300)
			g_error_add(errors, E_GEO_NAME_TOO_LONG, "location_names.names", NULL);
	}
}

void g_suggest(struct g_call *call, struct reply *reply)
{
	const char *country = json_text(call->body, "countryCode");
	const char *locale = json_text(call->body, "locale");
	const cJSON *names = json_at(json_at(call->body, "locationNames"), "names");
	const cJSON *ids = json_at(json_at(call->body, "geoTargets"), "geoTargetConstants");
	cJSON *errors = cJSON_CreateArray();
	if (country && !(strlen(country) == 2 && isupper((unsigned char)country[0]) &&
			 isupper((unsigned char)country[1])))
		g_error_add(errors, E_GEO_COUNTRY_CODE, "country_code", country);
	if (!cJSON_GetArraySize(names) && !cJSON_GetArraySize(ids))
		g_error_add(errors, E_GEO_PARAMETERS_UNSET, NULL, NULL);
	check_names(errors, names);
	if (errors->child) {
		reply_json(reply, 400, g_envelope(400, g_failure(call->version, errors)));
		return;
	}
	cJSON_Delete(errors);
	cJSON *answer = cJSON_CreateObject();
	cJSON *list = cJSON_CreateArray();
	suggest_names(list, names, country, locale ? locale : "en");
	const cJSON *id;
	cJSON_ArrayForEach(id, ids)
	{
		const char *slash = strrchr(id->valuestring, '/');
		const struct g_place *place =
			slash ? google_geo_place_of(sb_number(slash + 1)) : NULL;
		if (place)
			google_geo_suggest(list, place, locale ? locale : "en", NULL);
	}
	if (list->child)
		json_set(answer, "geoTargetConstantSuggestions", list);
	else
		cJSON_Delete(list);
	reply_json(reply, 200, answer);
}
