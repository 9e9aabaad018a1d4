/* Form members that several requests to Meta have, and the fields that a request sends. */
#include <stdio.h>

#include "base/json_read.h"
#include "base/timezone.h"
#include "platform/form.h"
#include "platform/meta/put.h"

void meta_put_money(struct ad_text *form, const char *key, const cJSON *value,
		    const struct ad_link *link)
{
	int64_t micros = 0, offset = meta_offset(link->currency);
	char digits[48];

	if (!ad_json_micros_of(value, &micros))
		return;
	if (offset && micros % (1000000 / offset) == 0)
		snprintf(digits, sizeof(digits), "%lld", (long long)(micros / (1000000 / offset)));
	else
		snprintf(digits, sizeof(digits), "%.6f %.*s", (double)micros / 1e6,
			 AD_FMT(link->currency));
	ad_form_add(form, key, ad_str(digits));
}

void meta_put_day(struct ad_text *form, const char *key, const cJSON *value, bool last,
		  const struct ad_link *link)
{
	struct ad_str day = ad_json_text(value);
	char zone[64], text[48];
	int year = 0, month = 0, date = 0;
	int64_t at, offset = 0;

	if (day.n != 10 || sscanf(day.p, "%4d-%2d-%2d", &year, &month, &date) != 3) {
		if (last && cJSON_IsNull(value))
			ad_form_add(form, key, AD_S("0"));
		return;
	}
	snprintf(zone, sizeof(zone), "%.*s", AD_FMT(link->timezone));
	at = ad_day_of_date(year, month, date) * 86400 + (last ? 86399 : 0);
	if (ad_timezone_offset(zone, at, &offset) &&
	    !ad_timezone_offset(zone, at - offset, &offset))
		offset = 0;
	snprintf(text, sizeof(text), "%.10sT%s%c%02d%02d", day.p, last ? "23:59:59" : "00:00:00",
		 offset < 0 ? '-' : '+', (int)((offset < 0 ? -offset : offset) / 3600),
		 (int)((offset < 0 ? -offset : offset) / 60 % 60));
	ad_form_add(form, key, ad_str(text));
}

void meta_put_json(struct ad_text *form, const char *key, const cJSON *value)
{
	struct ad_text text = ad_text_on(form->arena);

	if (!value)
		return;
	ad_json_canonical(&text, value);
	ad_form_add(form, key, ad_text_str(&text));
}

void meta_put_text(struct ad_text *form, const char *key, struct ad_str value)
{
	if (value.p)
		ad_form_add(form, key, value);
}

void meta_put_status(struct ad_text *form, const cJSON *want)
{
	ad_form_add(form, "status",
		    ad_str_is(ad_json_get_text(want, "status"), "ENABLED") ? AD_S("ACTIVE")
									   : AD_S("PAUSED"));
}

const cJSON *meta_option(const cJSON *want, const char *name, const struct ad_link *link)
{
	const cJSON *own = ad_json_get(ad_json_get(want, "platformOptions"), name);

	return own && !cJSON_IsNull(own) ? own : ad_json_get(link->settings, name);
}

bool meta_changes(const struct ad_piece *piece, const char *field)
{
	if (piece->op == AD_OP_CREATE)
		return true;
	for (const char *const *name = piece->changed; name && *name; name++)
		if (strcmp(*name, field) == 0)
			return true;
	return false;
}

bool meta_changes_option(const struct ad_piece *piece, const char *name)
{
	const cJSON *there = piece->live ? piece->live->fields : piece->synced;
	const cJSON *want = ad_json_get(ad_json_get(piece->want, "platformOptions"), name);

	if (piece->op == AD_OP_CREATE)
		return true;
	return meta_changes(piece, "platformOptions") && want && !cJSON_IsNull(want) &&
	       !meta_same_option(name, there, piece->want);
}

const cJSON *meta_live_part(struct ad_arena *arena, const struct ad_piece *piece, const char *name)
{
	struct ad_json_error error;

	if (!piece->live || !piece->live->handle.n)
		return NULL;
	return ad_json_get(ad_json_parse(arena, piece->live->handle, &error), name);
}

void meta_put_member(struct ad_json *j, const cJSON *member)
{
	struct ad_text raw = ad_text_on(j->out->arena);

	ad_json_canonical(&raw, member);
	ad_json_kraw(j, member->string, ad_text_str(&raw));
}
