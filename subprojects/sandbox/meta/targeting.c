/* The audience of an ad set. */
#include <string.h>

#include "meta.h"

/* Where the DSA wants to know who pays. */
static const char eu[] = " AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK "
			 "SI ES SE ";

static void meta_targeting_bad(struct m_call *call, int subcode, const char *title,
			       const char *message)
{
	m_refuse(call,
		 (struct m_refusal){
			 .code = 100, .subcode = subcode, .field = "targeting", .title = title },
		 "%s", message);
}

static bool is_country(const char *code)
{
	return strlen(code) == 2 && strspn(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 2;
}

/* A pin has its coordinates or an address, and the unit of its radius. */
static void check_pin(struct m_call *call, const cJSON *pin)
{
	const char *unit = json_text(pin, "distance_unit");
	bool located = json_at(pin, "latitude") && json_at(pin, "longitude");
	if (!located && !json_text(pin, "address_string"))
		meta_targeting_bad(
			call, 1487079, "Invalid Custom Location",
			"A custom location needs latitude and longitude, or address_string.");
	if (unit && strcmp(unit, "mile") != 0 && strcmp(unit, "kilometer") != 0)
		meta_targeting_bad(call, 1487079, "Invalid Custom Location",
				   "distance_unit is mile or kilometer.");
}

static void meta_targeting_check_places(struct m_call *call, const cJSON *places)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, json_at(places, "custom_locations"))
	{
		check_pin(call, item);
	}
	cJSON_ArrayForEach(item, json_at(places, "countries"))
	{
		if (!is_country(item->valuestring))
			meta_targeting_bad(call, 1885366, "Invalid Country",
					   "A country is two capital letters.");
	}
	cJSON_ArrayForEach(item, json_at(places, "country_groups"))
	{
		if (strcmp(item->valuestring, "worldwide") != 0)
			meta_targeting_bad(call, 1885366, "Invalid Country",
					   "There is no such group of countries.");
	}
	cJSON_ArrayForEach(item, json_at(places, "cities"))
	{
		if (!json_at(item, "key"))
			meta_targeting_bad(call, 1487079, "Invalid City", "A city needs its key.");
	}
	cJSON_ArrayForEach(item, json_at(places, "regions"))
	{
		if (!json_at(item, "key"))
			meta_targeting_bad(call, 1487079, "Invalid Region",
					   "A region needs its key.");
	}
}

static bool any_place(const cJSON *places)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, places)
	{
		if (strcmp(item->string, "location_types") != 0 && item->child)
			return true;
	}
	return false;
}

static void check_ages(struct m_call *call, const cJSON *t, bool widened, bool special)
{
	double least = json_double(t, "age_min", 18), most = json_double(t, "age_max", 65);
	if (least < 13 || most > 65 || least > most)
		meta_targeting_bad(call, 1487089, "Invalid Age",
				   "Ages go from 13 to 65, the youngest first.");
	if (widened && (least > 25 || most < 65))
		meta_targeting_bad(
			call, 1870189, "Age Too Narrow",
			"With an Advantage+ audience age_min is 25 at most and age_max 65.");
	if (special && (least != 18 || most != 65 || json_at(t, "genders")))
		meta_targeting_bad(call, 1885560, "Targeting Not Allowed",
				   "This special ad category is shown to all ages from 18 and to "
				   "all genders.");
}

static void check_genders(struct m_call *call, const cJSON *t)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, json_at(t, "genders"))
	{
		if (item->valuedouble < 1 || item->valuedouble > 2)
			meta_targeting_bad(call, 1487090, "Invalid Gender", "Genders are 1 and 2.");
	}
	cJSON_ArrayForEach(item, json_at(t, "locales"))
	{
		if (item->valuedouble < 1)
			meta_targeting_bad(call, 1487091, "Invalid Locale",
					   "Locales are numbers from 1.");
	}
}

static void check_interests(struct m_call *call, const cJSON *t)
{
	const cJSON *spec, *item;
	cJSON_ArrayForEach(spec, json_at(t, "flexible_spec"))
	{
		cJSON_ArrayForEach(item, json_at(spec, "interests"))
		{
			const char *id = json_text(item, "id");
			if (!id || strlen(id) < 10)
				meta_targeting_bad(call, 1487694, "Interest Not Available",
						   "An interest of the audience does not exist.");
		}
	}
}

static bool is_restricted(const cJSON *campaign)
{
	const cJSON *item;
	cJSON_ArrayForEach(item, json_at(campaign, "special_ad_categories"))
	{
		const char *c = item->valuestring;
		if (strcmp(c, "HOUSING") == 0 || strcmp(c, "EMPLOYMENT") == 0 ||
		    strcmp(c, "CREDIT") == 0 || strcmp(c, "FINANCIAL_PRODUCTS_SERVICES") == 0)
			return true;
	}
	return false;
}

void m_targeting(struct m_call *call, const cJSON *t, const cJSON *campaign)
{
	const cJSON *flag = json_at(json_at(t, "targeting_automation"), "advantage_audience");
	if (!flag)
		meta_targeting_bad(call, 1870227, "Advantage Audience Flag Required",
				   "Set targeting_automation.advantage_audience to 0 or 1.");
	else if (flag->valuedouble > 1)
		meta_targeting_bad(call, 1870227, "Advantage Audience Flag Required",
				   "advantage_audience is 0 or 1.");
	if (!any_place(json_at(t, "geo_locations")) && !json_at(t, "custom_audiences"))
		meta_targeting_bad(call, 1885364, "Missing Target Audience Location",
				   "Select at least one location, or choose a custom audience.");
	meta_targeting_check_places(call, json_at(t, "geo_locations"));
	meta_targeting_check_places(call, json_at(t, "excluded_geo_locations"));
	check_ages(call, t, flag && flag->valuedouble == 1, is_restricted(campaign));
	check_genders(call, t);
	check_interests(call, t);
}

bool m_reaches_eu(const cJSON *targeting)
{
	const cJSON *places = json_at(targeting, "geo_locations");
	const cJSON *item;
	cJSON_ArrayForEach(item, json_at(places, "countries"))
	{
		if (strstr(eu, item->valuestring))
			return true;
	}
	return json_at(places, "country_groups") != NULL;
}
