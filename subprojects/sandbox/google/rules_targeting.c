/* Rules of campaign criteria: places, languages, devices, schedules, negatives. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "op.h"

static const char *const criterion_errors_field = "location.geo_target_constant";

static int constant_id(const char *name, const char *collection, char *id)
{
	size_t n = strlen(collection);
	if (strncmp(name, collection, n) != 0 || name[n] != '/' || !name[n + 1] ||
	    strspn(name + n + 1, "0123456789") != strlen(name + n + 1) || strlen(name + n + 1) > 12)
		return -1;
	snprintf(id, G_TAIL_ROOM, "%s", name + n + 1);
	return 0;
}

static void location_id(struct g_op *op, const cJSON *member, char *id)
{
	const char *name = json_text(member, "geoTargetConstant");
	if (!name || !*name)
		return;
	if (constant_id(name, "geoTargetConstants", id) < 0)
		op_fail(op, E_RESOURCE_NAME_MALFORMED, criterion_errors_field, name);
	else if (!g_geo_known(id))
		op_fail(op, E_CRITERION_ID, criterion_errors_field, name);
}

static void language_id(struct g_op *op, const cJSON *member, char *id)
{
	const char *name = json_text(member, "languageConstant");
	if (!name || !*name)
		return;
	if (constant_id(name, "languageConstants", id) < 0)
		op_fail(op, E_RESOURCE_NAME_MALFORMED, "language.language_constant", name);
	else if (!g_language_known(id))
		op_fail(op, E_CRITERION_ID, "language.language_constant", name);
	if (json_true(op->value, "negative"))
		op_fail(op, E_CANNOT_EXCLUDE_TYPE, "language", NULL);
}

static void device_id(struct g_op *op, const cJSON *member, char *id)
{
	static const char *const devices[] = { "DESKTOP", "MOBILE", "TABLET", "CONNECTED_TV" };
	const char *type = json_text(member, "type");
	for (int i = 0; type && i < 4; i++) {
		if (strcmp(devices[i], type) == 0) {
			snprintf(id, G_TAIL_ROOM, "%d", 30000 + i);
			return;
		}
	}
	if (type && strcmp(type, "UNSPECIFIED") != 0)
		op_fail(op, E_CRITERION_ID, "device.type", type);
}

/* Minutes since midnight; -1 when a part is missing. */
static int google_rules_targeting_minutes(const cJSON *member, const char *hour, const char *minute)
{
	static const char *const quarters[] = { "ZERO", "FIFTEEN", "THIRTY", "FORTY_FIVE" };
	const char *m = json_text(member, minute);
	if (!json_at(member, hour) || !m)
		return -1;
	for (int i = 0; i < 4; i++)
		if (strcmp(quarters[i], m) == 0)
			return (int)json_double(member, hour, 0) * 60 + i * 15;
	return -1;
}

#define INTERVALS_A_DAY 6

struct overlap {
	const cJSON *schedule;
	bool found;
	int that_day; /* other intervals of the day */
};

static void find_overlap(void *context, const char *tail, cJSON *value)
{
	struct overlap *o = context;
	const cJSON *other = json_at(value, "adSchedule");
	const char *status = json_text(value, "status");
	(void)tail;
	if (other && strcmp(status ? status : "", "REMOVED") != 0 &&
	    strcmp(json_text(other, "dayOfWeek"), json_text(o->schedule, "dayOfWeek")) == 0) {
		int a = google_rules_targeting_minutes(o->schedule, "startHour", "startMinute");
		int b = google_rules_targeting_minutes(o->schedule, "endHour", "endMinute");
		int c = google_rules_targeting_minutes(other, "startHour", "startMinute");
		int d = google_rules_targeting_minutes(other, "endHour", "endMinute");
		bool same = a == c && b == d;
		o->found = o->found || (!same && a < d && c < b);
		o->that_day += !same;
	}
	cJSON_Delete(value);
}

static void schedule_id(struct g_op *op, const cJSON *member, const char *campaign, char *id)
{
	int start = google_rules_targeting_minutes(member, "startHour", "startMinute");
	int end = google_rules_targeting_minutes(member, "endHour", "endMinute");
	const char *day = json_text(member, "dayOfWeek");
	if (!day || strcmp(day, "UNSPECIFIED") == 0)
		op_fail(op, E_REQUIRED, "ad_schedule.day_of_week", NULL);
	if (start < 0 || end < 0)
		op_fail(op, E_REQUIRED,
			start < 0 ? "ad_schedule.start_hour" : "ad_schedule.end_hour", NULL);
	else if (start >= end || end > 24 * 60)
		op_fail(op, E_SCHEDULE_INTERVAL, "ad_schedule", NULL);
	if (op->failed)
		return;
	struct overlap o = { .schedule = member };
	struct store_object under = { .kind = K_CAMPAIGN_CRITERION, .parent = campaign };
	store_walk_under(op->call->sandbox->store, op->call->account.id, &under, find_overlap, &o);
	if (o.found)
		op_fail(op, E_SCHEDULE_OVERLAP, "ad_schedule", NULL);
	else if (o.that_day >= INTERVALS_A_DAY)
		op_fail(op, E_SCHEDULE_A_DAY, "ad_schedule", NULL);
	char what[64];
	snprintf(what, sizeof(what), "schedule:%s:%d:%d", day, start, end);
	g_criterion_id(what, id);
}

static void proximity_id(struct g_op *op, const cJSON *member, char *id)
{
	const cJSON *point = json_at(member, "geoPoint");
	const char *units = json_text(member, "radiusUnits");
	double radius = json_double(member, "radius", 0);
	double latitude = json_double(point, "latitudeInMicroDegrees", 0);
	double longitude = json_double(point, "longitudeInMicroDegrees", 0);
	if (!point && !json_at(member, "address"))
		op_fail(op, E_PROXIMITY_PLACE, "proximity", NULL);
	if (!units || strncmp(units, "UN", 2) == 0)
		op_fail(op, E_PROXIMITY_UNITS, "proximity.radius_units", units);
	double limit = units && strcmp(units, "MILES") == 0 ? 500 : 800;
	if (radius <= 0 || radius > limit)
		op_fail(op, E_PROXIMITY_RADIUS, "proximity.radius", NULL);
	if (latitude < -90e6 || latitude > 90e6)
		op_fail(op, E_LATITUDE, "proximity.geo_point", NULL);
	if (longitude < -180e6 || longitude > 180e6)
		op_fail(op, E_LONGITUDE, "proximity.geo_point", NULL);
	char *printed = json_print(member);
	g_criterion_id(printed, id);
	free(printed);
}

/* 0.1 to 10; 0 excludes, and only a device can be excluded so. */
static void check_modifier(struct g_op *op, const char *type)
{
	if (!json_at(op->value, "bidModifier") || !op_touches(op, "bid_modifier"))
		return;
	double m = json_double(op->value, "bidModifier", 1);
	bool device = strcmp(type, "device") == 0;
	if (json_true(op->value, "negative"))
		op_fail(op, E_CANNOT_BID_MODIFY_NEGATIVE, "bid_modifier", NULL);
	else if (strcmp(type, "language") == 0 || strcmp(type, "keyword") == 0)
		op_fail(op, E_CANNOT_BID_MODIFY_TYPE, "bid_modifier", NULL);
	else if (m < 0.1 && !(device && m == 0))
		op_fail(op, E_RANGE_TOO_LOW, "bid_modifier", NULL);
	else if (m > 10)
		op_fail(op, E_RANGE_TOO_HIGH, "bid_modifier", NULL);
}

static void check_declared(struct g_op *op, const cJSON *campaign, const char *type,
			   const cJSON *member)
{
	bool place = strcmp(type, "location") == 0;
	if (!place && strcmp(type, "proximity") != 0 && strcmp(type, "location_group") != 0)
		return;
	if (json_at(campaign, "containsEuPoliticalAdvertising"))
		return;
	const char *constant = json_text(member, "geoTargetConstant");
	bool outside =
		place && constant && (g_outside_eu(constant) || json_true(op->value, "negative"));
	if (op->call->version < 26 || !outside)
		op_fail(op, E_EU_SELF_DECLARATION, type, NULL);
}

static void make_id(struct g_op *op, const struct g_field *f, const cJSON *member,
		    const char *campaign, char *id)
{
	if (strcmp(f->name, "location") == 0) {
		location_id(op, member, id);
	} else if (strcmp(f->name, "language") == 0) {
		language_id(op, member, id);
	} else if (strcmp(f->name, "device") == 0) {
		device_id(op, member, id);
	} else if (strcmp(f->name, "ad_schedule") == 0) {
		schedule_id(op, member, campaign, id);
	} else if (strcmp(f->name, "proximity") == 0) {
		proximity_id(op, member, id);
	} else if (strcmp(f->name, "keyword") == 0) {
		if (!json_true(op->value, "negative"))
			op_fail(op, E_CANNOT_ADD_TYPE, "keyword", NULL);
		keyword_rules(op, member);
		keyword_key(member, id);
	} else {
		char *printed = json_print(member);
		g_criterion_id(printed, id);
		free(printed);
	}
}

static void merge_existing(struct g_op *op, const char *type)
{
	cJSON *old = store_get(op->call->sandbox->store, op->call->account.id, K_CAMPAIGN_CRITERION,
			       op->tail);
	if (!old)
		return;
	const char *status = json_text(old, "status");
	bool alive = !status || strcmp(status, "REMOVED") != 0;
	if (alive && json_true(old, "negative") != json_true(op->value, "negative"))
		op_fail(op, E_CAMPAIGN_TARGET_AND_EXCLUDE, type, NULL);
	op->existing = alive;
	cJSON_Delete(old);
}

static const struct g_field *criterion_of(const cJSON *value, const cJSON **member)
{
	for (const cJSON *item = value->child; item; item = item->next) {
		const struct g_field *f =
			g_field_find(&gm_campaign_criterion, item->string, strlen(item->string));
		if (f && f->oneof) {
			*member = item;
			return f;
		}
	}
	return NULL;
}

void campaign_criterion_create(struct g_op *op)
{
	char campaign_tail[G_TAIL_ROOM], id[G_TAIL_ROOM] = "";
	const cJSON *member = NULL;
	const cJSON *campaign = op_reference(op, "campaign", K_CAMPAIGN, campaign_tail);
	const struct g_field *f = criterion_of(op->value, &member);
	json_default_bool(op->value, "negative", false);
	json_default_text(op->value, "status", "ENABLED");
	if (!f) {
		op_fail(op, E_CAMPAIGN_CRITERION_TYPE_REQUIRED, "", NULL);
		return;
	}
	make_id(op, f, member, campaign_tail, id);
	check_modifier(op, f->name);
	if (campaign)
		check_declared(op, campaign, f->name, member);
	char type[G_NAME_ROOM];
	size_t n = 0;
	for (; f->name[n] && n + 1 < sizeof(type); n++)
		type[n] = (char)toupper((unsigned char)f->name[n]);
	type[n] = '\0';
	json_set_text(op->value, "type", type);
	json_set_text(op->value, "criterionId", id);
	snprintf(op->tail, sizeof(op->tail), "%.30s~%.30s", campaign_tail, id);
	if (*campaign_tail && !op->failed)
		merge_existing(op, f->name);
}

void campaign_criterion_update(struct g_op *op)
{
	const cJSON *member = NULL;
	const struct g_field *f = criterion_of(op->value, &member);
	if (json_true(op->before, "negative"))
		op_fail(op, E_CAMPAIGN_NEGATIVE_UPDATE, "", op->sent_name);
	else if (f)
		check_modifier(op, f->name);
}
