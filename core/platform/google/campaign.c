/*
 * A campaign of ours has several parts at Google: a budget of its own, the campaign, and a
 * criterion per location, language and interval of hours. They are sent as one atomic request, tied
 * by temporary names.
 */
#include "platform/google/adapter.h"

#include <stdio.h>

#include "base/json_read.h"

#define TEMP_BUDGET "-1"
#define TEMP_CAMPAIGN "-2"

static bool google_changes(const struct ad_piece *piece, enum google_form form)
{
	for (const char *const *name = piece->changed; name && *name; name++) {
		const struct google_field *row = google_field(AD_R_CAMPAIGN, *name);
		if (row && row->form == form)
			return true;
	}
	return false;
}

/* { "<what>Operation": { */
static void open_operation(struct ad_json *j, const char *operation)
{
	ad_json_object(j);
	ad_json_key(j, operation);
	ad_json_object(j);
}

static void close_operation(struct ad_json *j)
{
	ad_json_object_end(j);
	ad_json_object_end(j);
}

static void put_amount(struct ad_json *j, const char *key, const cJSON *want)
{
	char digits[32];
	int64_t micros = 0;

	if (ad_json_micros_of(ad_json_get(want, "budget"), &micros)) {
		snprintf(digits, sizeof(digits), "%lld", (long long)micros);
		ad_json_kcstr(j, key, digits);
	}
}

static void create_budget(struct ad_json *j, const struct ad_link *link,
			  const struct ad_piece *piece)
{
	open_operation(j, "campaignBudgetOperation");
	ad_json_key(j, "create");
	ad_json_object(j);
	google_name(j, "resourceName", link, "campaignBudgets", AD_S(TEMP_BUDGET));
	put_amount(j, "amountMicros", piece->want);
	ad_json_kcstr(j, "deliveryMethod", "STANDARD");
	ad_json_kbool(j, "explicitlyShared", false);
	ad_json_object_end(j);
	close_operation(j);
}

static void put_declaration(struct ad_json *j, const struct ad_link *link, const cJSON *want)
{
	struct google_options o = google_options_of(ad_json_get(want, "platformOptions"));
	bool declared = o.declared || link->eu_political != AD_NOT_DECLARED;
	bool political = o.declared ? o.political : link->eu_political == AD_DECLARED_YES;

	if (declared)
		ad_json_kcstr(j, "containsEuPoliticalAdvertising",
			      political ? "CONTAINS_EU_POLITICAL_ADVERTISING"
					: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING");
}

static void create_campaign(struct ad_json *j, const struct ad_link *link,
			    const struct ad_piece *piece)
{
	open_operation(j, "campaignOperation");
	ad_json_key(j, "create");
	ad_json_object(j);
	google_name(j, "resourceName", link, "campaigns", AD_S(TEMP_CAMPAIGN));
	google_name(j, "campaignBudget", link, "campaignBudgets", AD_S(TEMP_BUDGET));
	for (size_t i = 0; i < google_field_count; i++)
		if (google_fields[i].resource == AD_R_CAMPAIGN)
			google_put(j, &google_fields[i],
				   ad_json_get(piece->want, google_fields[i].field));
	put_declaration(j, link, piece->want);
	google_put_mark(j, piece->id);
	ad_json_object_end(j);
	close_operation(j);
}

static void google_constant(struct ad_json *j, bool location, int64_t id)
{
	char name[64];

	snprintf(name, sizeof(name), "%s/%lld",
		 location ? "geoTargetConstants" : "languageConstants", (long long)id);
	ad_json_key(j, location ? "location" : "language");
	ad_json_object(j);
	ad_json_kcstr(j, location ? "geoTargetConstant" : "languageConstant", name);
	ad_json_object_end(j);
}

static void create_criterion(struct ad_json *j, const struct ad_link *link, struct ad_str campaign,
			     int64_t number, bool location)
{
	open_operation(j, "campaignCriterionOperation");
	ad_json_key(j, "create");
	ad_json_object(j);
	google_name(j, "campaign", link, "campaigns", campaign);
	if (number < 0)
		ad_json_kbool(j, "negative", true);
	google_constant(j, location, number < 0 ? -number : number);
	ad_json_object_end(j);
	close_operation(j);
}

static void remove_criterion(struct ad_json *j, const struct ad_link *link, struct ad_str campaign,
			     int64_t number)
{
	char id[64];

	snprintf(id, sizeof(id), "%.*s~%lld", AD_FMT(campaign),
		 (long long)(number < 0 ? -number : number));
	open_operation(j, "campaignCriterionOperation");
	google_name(j, "remove", link, "campaignCriteria", ad_str(id));
	close_operation(j);
}

/*
 * A criterion as a number: its constant, negative where excluded. 0 if it has none: a place that
 * adcore cannot show, which no update changes.
 */
static int64_t number_of(const cJSON *item, bool location)
{
	int64_t id;

	if (!location)
		return google_language_id(ad_json_text(item));
	id = google_geo_id(ad_json_get_text(item, "code"));
	return cJSON_IsTrue(ad_json_get(item, "excluded")) ? -id : id;
}

/* True if the list has the number before `end` (NULL: anywhere in the list). */
static bool google_listed(const cJSON *list, const cJSON *end, int64_t number, bool location)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		if (item == end)
			return false;
		if (number_of(item, location) == number)
			return true;
	}
	return false;
}

/* Items that only `from` has are removed first, because an exclusion may become a target. */
static void change_criteria(struct ad_json *j, const struct ad_link *link, struct ad_str campaign,
			    const cJSON *const lists[2], bool location)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, lists[0])
	{
		int64_t number = number_of(item, location);
		if (number && !google_listed(lists[1], NULL, number, location) &&
		    !google_listed(lists[0], item, number, location))
			remove_criterion(j, link, campaign, number);
	}
	cJSON_ArrayForEach(item, lists[1])
	{
		int64_t number = number_of(item, location);
		if (number && !google_listed(lists[0], NULL, number, location) &&
		    !google_listed(lists[1], item, number, location))
			create_criterion(j, link, campaign, number, location);
	}
}

static void add_mask(struct ad_text *mask, const char *path)
{
	if (mask->n)
		ad_text_addc(mask, ',');
	ad_text_adds(mask, path);
}

static const cJSON *live_value(const struct ad_piece *piece, const char *field)
{
	return ad_json_get(piece->live ? piece->live->fields : NULL, field);
}

/* A new strategy has all settings in its mask, an unchanged one only its number. */
static void mask_bidding(struct ad_text *mask, const cJSON *value, const cJSON *live)
{
	const struct google_bidding *row = google_bidding_of(ad_json_get_text(value, "strategy"));

	if (!row->leaf || !google_bidding_stands(live, value)) {
		add_mask(mask, row->mask);
		return;
	}
	add_mask(mask, row->member);
	ad_text_addc(mask, '.');
	ad_text_adds(mask, row->leaf);
}

/* True if a draft without a geo mode leaves the live one, which is none of our model. */
static bool leaves_geo(const cJSON *value, const struct google_options *is)
{
	return !ad_json_get_text(value, "geoMode").n && !ad_str_is(is->geo, "PRESENCE") &&
	       !ad_str_is(is->geo, "PRESENCE_OR_INTEREST");
}

/* Only the settings that differ from the live ones: the unchanged ones are not ours to set. */
static void mask_options(struct ad_text *mask, const cJSON *value, const cJSON *live)
{
	struct google_options want = google_options_of(value), is = google_options_of(live);

	if (!live || want.search != is.search)
		add_mask(mask, "networkSettings.targetGoogleSearch");
	if (!live || want.partners != is.partners)
		add_mask(mask, "networkSettings.targetSearchNetwork");
	if (!live || want.display != is.display)
		add_mask(mask, "networkSettings.targetContentNetwork");
	if (!live || (!ad_str_eq(want.geo, is.geo) && !leaves_geo(value, &is)))
		add_mask(mask, "geoTargetTypeSetting.positiveGeoTargetType");
	if (want.declared)
		add_mask(mask, "containsEuPoliticalAdvertising");
}

static void mask_of(struct ad_text *mask, const struct google_field *row,
		    const struct ad_piece *piece)
{
	const cJSON *value = ad_json_get(piece->want, row->field);

	if (row->form == GF_BIDDING)
		mask_bidding(mask, value, live_value(piece, row->field));
	else if (row->form == GF_OPTIONS)
		mask_options(mask, value, live_value(piece, row->field));
	else if (row->mask)
		add_mask(mask, row->mask);
}

static void put_field(struct ad_json *j, const struct ad_link *link, const struct google_field *row,
		      const struct ad_piece *piece)
{
	const cJSON *value = ad_json_get(piece->want, row->field);

	if (row->form == GF_BIDDING)
		google_put_bidding(j, value, live_value(piece, row->field));
	else
		google_put(j, row, value);
	if (row->form == GF_OPTIONS)
		put_declaration(j, link, piece->want);
}

static void update_campaign(struct ad_json *j, const struct ad_link *link,
			    const struct ad_piece *piece)
{
	struct ad_text mask = { 0 };

	for (const char *const *name = piece->changed; *name; name++) {
		const struct google_field *row = google_field(AD_R_CAMPAIGN, *name);
		if (row)
			mask_of(&mask, row, piece);
	}
	if (mask.n) {
		open_operation(j, "campaignOperation");
		ad_json_key(j, "update");
		ad_json_object(j);
		google_name(j, "resourceName", link, "campaigns", piece->remote_id);
		for (const char *const *name = piece->changed; *name; name++) {
			const struct google_field *row = google_field(AD_R_CAMPAIGN, *name);
			if (row)
				put_field(j, link, row, piece);
		}
		ad_json_object_end(j);
		ad_json_kstr(j, "updateMask", ad_text_str(&mask));
		close_operation(j);
	}
	ad_text_free(&mask);
}

/* The period is fixed when a budget is created, and each period has a separate amount member. */
static void update_budget(struct ad_json *j, const struct ad_piece *piece)
{
	bool lifelong = ad_str_is(ad_json_text(live_value(piece, "budgetPeriod")), "LIFETIME");
	const char *amount = lifelong ? "totalAmountMicros" : "amountMicros";

	open_operation(j, "campaignBudgetOperation");
	ad_json_key(j, "update");
	ad_json_object(j);
	/*
	 * Without the budget's name Google refuses the request, so that the update is never
	 * reported as done.
	 */
	ad_json_kstr(j, "resourceName",
		     piece->live ? google_budget_of(piece->live->handle)
				 : (struct ad_str){ NULL, 0 });
	put_amount(j, amount, piece->want);
	ad_json_object_end(j);
	ad_json_kcstr(j, "updateMask", amount);
	close_operation(j);
}

static void google_update(struct ad_json *j, const struct ad_link *link,
			  const struct ad_piece *piece)
{
	const cJSON *locations[2] = { live_value(piece, "locations"),
				      ad_json_get(piece->want, "locations") };
	const cJSON *languages[2] = { live_value(piece, "languages"),
				      ad_json_get(piece->want, "languages") };

	if (google_changes(piece, GF_BUDGET))
		update_budget(j, piece);
	update_campaign(j, link, piece);
	if (google_changes(piece, GF_LOCATIONS))
		change_criteria(j, link, piece->remote_id, locations, true);
	if (google_changes(piece, GF_LANGUAGES))
		change_criteria(j, link, piece->remote_id, languages, false);
	if (google_changes(piece, GF_SCHEDULE))
		google_schedule_operations(j, link, piece->remote_id, piece);
}

void google_campaign_operations(struct ad_json *j, const struct ad_link *link,
				const struct ad_piece *piece)
{
	const cJSON *locations[2] = { NULL, ad_json_get(piece->want, "locations") };
	const cJSON *languages[2] = { NULL, ad_json_get(piece->want, "languages") };

	switch (piece->op) {
	case AD_OP_CREATE:
		create_budget(j, link, piece);
		create_campaign(j, link, piece);
		change_criteria(j, link, AD_S(TEMP_CAMPAIGN), locations, true);
		change_criteria(j, link, AD_S(TEMP_CAMPAIGN), languages, false);
		google_schedule_operations(j, link, AD_S(TEMP_CAMPAIGN), piece);
		break;
	case AD_OP_UPDATE:
		google_update(j, link, piece);
		break;
	case AD_OP_REMOVE:
		open_operation(j, "campaignOperation");
		google_name(j, "remove", link, "campaigns", piece->remote_id);
		close_operation(j);
		break;
	case AD_OP_UPLOAD:
	case AD_OP_COUNT:
		break;
	}
}
