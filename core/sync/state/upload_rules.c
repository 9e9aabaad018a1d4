#include "sync/state/upload_rules.h"

#include "base/clock.h"
#include "base/json_read.h"
#include "model/user_data.h"

static struct ad_str kept_hash(const struct ad_row *row, enum ad_platform platform,
			       enum ad_user_kind kind)
{
	for (size_t i = 0; i < ad_user_rule_count; i++)
		if (ad_user_rules[i].platform == platform && ad_user_rules[i].kind == kind)
			return ad_row_text(row, ad_user_rules[i].kept);
	return (struct ad_str){ 0 };
}

static const cJSON *upload_rules_json_of(struct ad_arena *arena, const struct ad_row *row,
					 const char *field)
{
	struct ad_json_error error;
	struct ad_str text = ad_row_text(row, field);

	return text.n ? ad_json_parse(arena, text, &error) : NULL;
}

static bool is_denied(const struct ad_upload *upload)
{
	return ad_str_is(upload->ad_user_data, "DENIED");
}

static bool has_click(const struct ad_upload *upload, enum ad_platform platform)
{
	for (size_t i = 0; i < ad_click_id_count; i++)
		if (ad_click_ids[i].platform == platform &&
		    ad_json_get_text(upload->clicks, ad_click_ids[i].name).n)
			return true;
	return false;
}

struct ad_upload *ad_upload_of(struct ad_arena *arena, const struct ad_row *row,
			       enum ad_platform platform, struct ad_str action)
{
	struct ad_upload *upload = ad_arena_zalloc(arena, sizeof(*upload));
	const cJSON *consent = upload_rules_json_of(arena, row, "consent");
	size_t value = 0, at = 0;

	(void)ad_field_find(&row->res->shape, AD_S("value"), &value);
	(void)ad_field_find(&row->res->shape, AD_S("occurredAt"), &at);
	*upload = (struct ad_upload){
		.key = ad_row_text(row, "orderId"),
		.action = action,
		.occurred_at = row->v[at].i,
		.clicks = upload_rules_json_of(arena, row, "clickIds"),
		.email = kept_hash(row, platform, AD_USER_EMAIL),
		.phone = kept_hash(row, platform, AD_USER_PHONE),
		.has_value = row->v[value].kind == AD_INT,
		.value = row->v[value].i,
		.currency = ad_row_text(row, "currency"),
		.order_id = ad_row_text(row, "orderId"),
		.source = ad_row_text(row, "actionSource"),
		.ad_user_data = ad_json_get_text(consent, "adUserData"),
		.ad_personalization = ad_json_get_text(consent, "adPersonalization"),
	};
	if (!upload->key.n)
		upload->key = row->id;
	/* Without consent, personal data is not sent. */
	if (is_denied(upload))
		upload->email = upload->phone = (struct ad_str){ 0 };
	return upload;
}

bool ad_upload_too_old(struct ad_arena *arena, enum ad_platform platform, int64_t now,
		       const struct ad_upload *upload, struct ad_platform_error *error)
{
	const struct ad_uploader *uploader = ad_adapter_of(platform)->uploader;
	bool store = ad_str_is(upload->source, "PHYSICAL_STORE");
	int64_t oldest =
		store && uploader->oldest_in_store ? uploader->oldest_in_store : uploader->oldest;

	if (upload->occurred_at >= now - oldest)
		return false;
	*error = (struct ad_platform_error){
		.code = "TOO_OLD",
		.message =
			ad_arena_printf(arena, "%s accepts only conversions of the last %lld days.",
					ad_platform_name(platform), (long long)(oldest / AD_DAY)),
	};
	return true;
}

bool ad_upload_allowed(struct ad_arena *arena, const struct ad_link *link,
		       enum ad_platform platform, const struct ad_upload *upload,
		       struct ad_platform_error *error)
{
	const struct ad_uploader *uploader = ad_adapter_of(platform)->uploader;

	if (is_denied(upload) && !has_click(upload, platform)) {
		*error = (struct ad_platform_error){
			.code = "CONSENT_DENIED",
			.message = AD_S("The person did not consent (consent.adUserData), and "
					"without a click id no data can be sent."),
		};
		return false;
	}
	return !uploader->can || uploader->can(arena, link, upload, error);
}
