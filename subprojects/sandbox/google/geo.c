/* The places and languages this sandbox knows, and geoTargetConstants:suggest. */
#include "geo.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "op.h"

/* Countries: 2000 + ISO 3166 numeric. */
static const struct g_place places[] = {
	{ 2840, "United States", "US", "Country", false },
	{ 2826, "United Kingdom", "GB", "Country", false },
	{ 2276, "Germany", "DE", "Country", true },
	{ 2250, "France", "FR", "Country", true },
	{ 2124, "Canada", "CA", "Country", false },
	{ 2036, "Australia", "AU", "Country", false },
	{ 2528, "Netherlands", "NL", "Country", true },
	{ 2724, "Spain", "ES", "Country", true },
	{ 2380, "Italy", "IT", "Country", true },
	{ 2040, "Austria", "AT", "Country", true },
	{ 2056, "Belgium", "BE", "Country", true },
	{ 2100, "Bulgaria", "BG", "Country", true },
	{ 2191, "Croatia", "HR", "Country", true },
	{ 2196, "Cyprus", "CY", "Country", true },
	{ 2203, "Czechia", "CZ", "Country", true },
	{ 2208, "Denmark", "DK", "Country", true },
	{ 2233, "Estonia", "EE", "Country", true },
	{ 2246, "Finland", "FI", "Country", true },
	{ 2300, "Greece", "GR", "Country", true },
	{ 2348, "Hungary", "HU", "Country", true },
	{ 2372, "Ireland", "IE", "Country", true },
	{ 2428, "Latvia", "LV", "Country", true },
	{ 2440, "Lithuania", "LT", "Country", true },
	{ 2442, "Luxembourg", "LU", "Country", true },
	{ 2470, "Malta", "MT", "Country", true },
	{ 2616, "Poland", "PL", "Country", true },
	{ 2620, "Portugal", "PT", "Country", true },
	{ 2642, "Romania", "RO", "Country", true },
	{ 2703, "Slovakia", "SK", "Country", true },
	{ 2705, "Slovenia", "SI", "Country", true },
	{ 2752, "Sweden", "SE", "Country", true },
	{ 2756, "Switzerland", "CH", "Country", false },
	{ 2578, "Norway", "NO", "Country", false },
	{ 2352, "Iceland", "IS", "Country", false },
	{ 2554, "New Zealand", "NZ", "Country", false },
	{ 2392, "Japan", "JP", "Country", false },
	{ 2410, "South Korea", "KR", "Country", false },
	{ 2356, "India", "IN", "Country", false },
	{ 2702, "Singapore", "SG", "Country", false },
	{ 2344, "Hong Kong", "HK", "Country", false },
	{ 2158, "Taiwan", "TW", "Country", false },
	{ 2360, "Indonesia", "ID", "Country", false },
	{ 2458, "Malaysia", "MY", "Country", false },
	{ 2608, "Philippines", "PH", "Country", false },
	{ 2764, "Thailand", "TH", "Country", false },
	{ 2704, "Vietnam", "VN", "Country", false },
	{ 2076, "Brazil", "BR", "Country", false },
	{ 2484, "Mexico", "MX", "Country", false },
	{ 2032, "Argentina", "AR", "Country", false },
	{ 2152, "Chile", "CL", "Country", false },
	{ 2170, "Colombia", "CO", "Country", false },
	{ 2604, "Peru", "PE", "Country", false },
	{ 2710, "South Africa", "ZA", "Country", false },
	{ 2566, "Nigeria", "NG", "Country", false },
	{ 2404, "Kenya", "KE", "Country", false },
	{ 2818, "Egypt", "EG", "Country", false },
	{ 2504, "Morocco", "MA", "Country", false },
	{ 2376, "Israel", "IL", "Country", false },
	{ 2784, "United Arab Emirates", "AE", "Country", false },
	{ 2682, "Saudi Arabia", "SA", "Country", false },
	{ 2792, "Turkiye", "TR", "Country", false },
	{ 2804, "Ukraine", "UA", "Country", false },
	{ 1003854, "Berlin", "DE", "City", true },
	{ 1004074, "Cologne", "DE", "City", true },
	{ 1023191, "New York", "US", "City", false },
	{ 1006886, "London", "GB", "City", false },
	{ 1006094, "Paris", "FR", "City", true },
	{ 21137, "California", "US", "State", false },
};

static const struct g_language languages[] = {
	{ 1000, "en", "English" },    { 1001, "de", "German" },     { 1002, "fr", "French" },
	{ 1003, "es", "Spanish" },    { 1004, "it", "Italian" },    { 1005, "ja", "Japanese" },
	{ 1009, "da", "Danish" },     { 1010, "nl", "Dutch" },      { 1011, "fi", "Finnish" },
	{ 1012, "ko", "Korean" },     { 1013, "no", "Norwegian" },  { 1014, "pt", "Portuguese" },
	{ 1015, "sv", "Swedish" },    { 1019, "ar", "Arabic" },     { 1020, "bg", "Bulgarian" },
	{ 1021, "cs", "Czech" },      { 1022, "el", "Greek" },      { 1023, "hi", "Hindi" },
	{ 1024, "hu", "Hungarian" },  { 1025, "id", "Indonesian" }, { 1027, "iw", "Hebrew" },
	{ 1028, "lv", "Latvian" },    { 1029, "lt", "Lithuanian" }, { 1030, "pl", "Polish" },
	{ 1031, "ru", "Russian" },    { 1032, "ro", "Romanian" },   { 1033, "sk", "Slovak" },
	{ 1034, "sl", "Slovenian" },  { 1035, "sr", "Serbian" },    { 1036, "uk", "Ukrainian" },
	{ 1037, "tr", "Turkish" },    { 1038, "ca", "Catalan" },    { 1039, "hr", "Croatian" },
	{ 1040, "vi", "Vietnamese" }, { 1043, "et", "Estonian" },   { 1044, "th", "Thai" },
};

enum {
	PLACES = sizeof(places) / sizeof(places[0]),
	LANGUAGES = sizeof(languages) / sizeof(languages[0]),
};

const struct g_place *g_place_at(size_t i)
{
	return i < PLACES ? &places[i] : NULL;
}

const struct g_language *g_language_at(size_t i)
{
	return i < LANGUAGES ? &languages[i] : NULL;
}

static const struct g_place *place_of(long long id)
{
	for (size_t i = 0; i < PLACES; i++)
		if (places[i].id == id)
			return &places[i];
	return NULL;
}

/* Regions and cities are too many to list: those ids are believed. */
bool g_geo_known(const char *id)
{
	long long n = sb_number(id);
	return place_of(n) || (n >= 20000 && n < 30000) || (n >= 1000000 && n < 9999999);
}

bool g_language_known(const char *id)
{
	for (size_t i = 0; i < LANGUAGES; i++)
		if (languages[i].id == sb_number(id))
			return true;
	return false;
}

bool g_outside_eu(const char *geo_target_constant)
{
	const char *slash = strrchr(geo_target_constant, '/');
	const struct g_place *place = slash ? place_of(sb_number(slash + 1)) : NULL;
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
	for (size_t i = 0; i < PLACES; i++)
		if (strcmp(places[i].type, "Country") == 0 &&
		    strcmp(places[i].country, place->country) == 0)
			country = &places[i];
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

static void suggest(cJSON *list, const struct g_place *place, const char *locale, const char *term)
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
		cJSON_AddItemToArray(json_array(s, "geoTargetConstantParents"),
				     g_place_json(place_of(sb_number(strrchr(parent, '/') + 1))));
	cJSON_AddItemToArray(list, s);
}

static void suggest_names(cJSON *list, const cJSON *names, const char *country, const char *locale)
{
	const cJSON *name;
	cJSON_ArrayForEach(name, names)
	{
		for (size_t i = 0; i < PLACES; i++)
			if (strncasecmp(places[i].name, name->valuestring,
					strlen(name->valuestring)) == 0 &&
			    (!country || strcmp(places[i].country, country) == 0))
				suggest(list, &places[i], locale, name->valuestring);
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
		const struct g_place *place = slash ? place_of(sb_number(slash + 1)) : NULL;
		if (place)
			suggest(list, place, locale ? locale : "en", NULL);
	}
	if (list->child)
		json_set(answer, "geoTargetConstantSuggestions", list);
	else
		cJSON_Delete(list);
	reply_json(reply, 200, answer);
}
