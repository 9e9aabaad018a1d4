/*
 * A campaign's update: first its locations, then the intent criterion that comes with them, then
 * its hours, last the campaign itself, so that it is not enabled before its targeting is complete.
 * Criterions are added before others are removed, because a campaign without locations shows
 * everywhere, and one without hours always. Only those that cannot exist beside a new one are
 * removed first: a location that changes between target and exclusion, and hours that overlap.
 */
#include "platform/microsoft/adapter.h"
#include "platform/microsoft/schedule.h"

#include <stdio.h>

#include "base/json_read.h"
#include "model/hours.h"
#include "platform/pin.h"
#include "platform/unknown_values.h"

/* The stages of an update. A request has at most MICROSOFT_CRITERIA_MAX criterions. */
enum stage {
	SWAP,   /* places that change sides are removed */
	ADD,    /* places are added */
	DROP,   /* places are removed */
	ASK,    /* the id of the criterion on intent */
	INTENT, /* the criterion on intent */
	FREE,   /* hours that overlap new ones are removed */
	OPEN,   /* hours are added */
	CLOSE,  /* hours are removed */
	PUT,    /* the campaign */
	STAGES
};

static bool microsoft_changes(const struct ad_piece *piece, const char *field)
{
	for (const char *const *name = piece->changed; name && *name; name++)
		if (strcmp(*name, field) == 0)
			return true;
	return false;
}

static const cJSON *live_places(const struct ad_piece *piece)
{
	return ad_json_get(piece->live ? piece->live->fields : NULL, "locations");
}

static const cJSON *wanted_places(const struct ad_piece *piece)
{
	return ad_json_get(piece->want, "locations");
}

/* True if the list has the number before `end` (NULL: anywhere in the list). */
static bool microsoft_listed(const cJSON *list, const cJSON *end, int64_t number)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		if (item == end)
			return false;
		if (microsoft_place(item) == number)
			return true;
	}
	return false;
}

/*
 * True if an item of the live list (SWAP, DROP) or of the wanted list (ADD) belongs to the stage.
 */
static bool microsoft_belongs(const struct ad_piece *piece, enum stage stage, const cJSON *item)
{
	const cJSON *live = live_places(piece), *want = wanted_places(piece);
	int64_t number = microsoft_place(item);

	/* No update changes a place that adcore cannot show. */
	if (ad_pin_number(ad_json_get_text(item, "code")))
		return false;
	if (stage == ADD)
		return !microsoft_listed(live, NULL, number) &&
		       !microsoft_listed(want, item, number);
	return !microsoft_listed(want, NULL, number) &&
	       microsoft_listed(want, NULL, -number) == (stage == SWAP);
}

/* The list of candidate items of a stage. */
static const cJSON *microsoft_candidates(const struct ad_piece *piece, enum stage stage)
{
	return stage == ADD ? wanted_places(piece) : live_places(piece);
}

static size_t microsoft_places(const struct ad_piece *piece, enum stage stage)
{
	const cJSON *item;
	size_t n = 0;

	cJSON_ArrayForEach(item, microsoft_candidates(piece, stage)) n +=
		microsoft_belongs(piece, stage, item);
	return n;
}

/* The adapter's own data of a live campaign: { "intent": id, "option": …, "<location>": id }. */
static const cJSON *microsoft_notes(struct ad_arena *arena, const struct ad_piece *piece)
{
	struct ad_json_error error;

	return piece->live && piece->live->handle.n
		       ? ad_json_parse(arena, piece->live->handle, &error)
		       : NULL;
}

static const cJSON *live_hours(const struct ad_piece *piece)
{
	return ad_json_get(piece->live ? piece->live->fields : NULL, "adSchedule");
}

static const cJSON *wanted_hours(const struct ad_piece *piece)
{
	return ad_json_get(piece->want, "adSchedule");
}

/* True if an interval that the update adds overlaps the live one. */
static bool is_in_the_way(const struct ad_piece *piece, int64_t number)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, wanted_hours(piece))
	{
		int64_t other = ad_hours_number(item);
		if (other >= 0 && !ad_hours_listed(live_hours(piece), NULL, other) &&
		    ad_hours_overlap(ad_hours_of_number(other), ad_hours_of_number(number)))
			return true;
	}
	return false;
}

/* True if an item of the live list (FREE, CLOSE) or of the wanted list (OPEN) is of the stage. */
static bool hours_belong(const struct ad_piece *piece, enum stage stage, const cJSON *item)
{
	const cJSON *live = live_hours(piece), *want = wanted_hours(piece);
	int64_t number = ad_hours_number(item);

	if (number < 0)
		return false;
	if (stage == OPEN)
		return !ad_hours_listed(live, NULL, number) && !ad_hours_listed(want, item, number);
	return !ad_hours_listed(want, NULL, number) && !ad_hours_listed(live, item, number) &&
	       is_in_the_way(piece, number) == (stage == FREE);
}

static const cJSON *hours_of(const struct ad_piece *piece, enum stage stage)
{
	return stage == OPEN ? wanted_hours(piece) : live_hours(piece);
}

static size_t microsoft_intervals(const struct ad_piece *piece, enum stage stage)
{
	const cJSON *item;
	size_t n = 0;

	cJSON_ArrayForEach(item, hours_of(piece, stage)) n += hours_belong(piece, stage, item);
	return n;
}

static bool intent_differs(struct ad_arena *arena, const struct ad_piece *piece)
{
	const cJSON *want = wanted_places(piece);
	struct ad_str option = ad_json_get_text(microsoft_notes(arena, piece), "option");
	struct ad_str mode = microsoft_geo_mode(ad_json_get(piece->want, "platformOptions"));
	bool presence = ad_str_is(mode, "PRESENCE");
	bool third = option.n && !ad_str_is(option, MICROSOFT_PRESENCE) &&
		     !ad_str_is(option, MICROSOFT_EVERYBODY);

	if (!want || !want->child ||
	    (!microsoft_changes(piece, "locations") &&
	     !microsoft_changes(piece, "platformOptions")))
		return false;
	/* A value that adcore does not know is replaced only by a change of the mode itself. */
	if (third)
		return microsoft_changes(piece, "platformOptions") &&
		       !ad_str_is(mode, AD_OTHER_WORD);
	/* A missing criterion is created with everybody as its value. */
	return presence != ad_str_is(option, MICROSOFT_PRESENCE);
}

static bool any_plain(const struct ad_piece *piece)
{
	for (const char *const *name = piece->changed; name && *name; name++) {
		const struct microsoft_field *row = microsoft_field(AD_R_CAMPAIGN, *name);
		if (row && row->form != MF_LOCATIONS && row->form != MF_INTENT &&
		    row->form != MF_SCHEDULE && row->form != MF_FIXED)
			return true;
	}
	return false;
}

/* The number of requests that a stage takes. */
static size_t microsoft_requests(struct ad_arena *arena, const struct ad_piece *piece,
				 enum stage stage)
{
	switch (stage) {
	case SWAP:
	case ADD:
	case DROP:
		if (!microsoft_changes(piece, "locations"))
			return 0;
		return (microsoft_places(piece, stage) + MICROSOFT_CRITERIA_MAX - 1) /
		       MICROSOFT_CRITERIA_MAX;
	case ASK:
		return intent_differs(arena, piece) &&
		       !ad_json_get_text(microsoft_notes(arena, piece), "intent").n;
	case INTENT:
		return intent_differs(arena, piece);
	case FREE:
	case OPEN:
	case CLOSE:
		if (!microsoft_changes(piece, "adSchedule"))
			return 0;
		return (microsoft_intervals(piece, stage) + MICROSOFT_CRITERIA_MAX - 1) /
		       MICROSOFT_CRITERIA_MAX;
	case PUT:
		return any_plain(piece);
	case STAGES:
		break;
	}
	return 0;
}

/* The stage of a step, and the index of the request within the stage; STAGES after the last. */
static enum stage stage_of(struct ad_arena *arena, const struct ad_piece *piece, unsigned step,
			   size_t *nth)
{
	for (int stage = SWAP; stage < STAGES; stage++) {
		size_t n = microsoft_requests(arena, piece, (enum stage)stage);
		if (step < n) {
			*nth = step;
			return (enum stage)stage;
		}
		step -= (unsigned)n;
	}
	return STAGES;
}

static void put_location(struct ad_json *j, const struct ad_piece *piece, const cJSON *item)
{
	int64_t number = microsoft_place(item);
	char id[24];

	snprintf(id, sizeof(id), "%lld", (long long)(number < 0 ? -number : number));
	ad_json_object(j);
	ad_json_kcstr(j, "Type",
		      number < 0 ? "NegativeCampaignCriterion" : "BiddableCampaignCriterion");
	ad_json_kstr(j, "CampaignId", piece->remote_id);
	ad_json_key(j, "Criterion");
	ad_json_object(j);
	ad_json_kcstr(j, "Type", "LocationCriterion");
	ad_json_kcstr(j, "LocationId", id);
	ad_json_object_end(j);
	if (number > 0) {
		ad_json_key(j, "CriterionBid");
		ad_json_object(j);
		ad_json_kcstr(j, "Type", "BidMultiplier");
		ad_json_kint(j, "Multiplier", 0);
		ad_json_object_end(j);
	}
	ad_json_object_end(j);
}

static void put_places(struct ad_json *j, struct ad_arena *arena, const struct ad_piece *piece,
		       enum stage stage, size_t nth)
{
	const cJSON *known = microsoft_notes(arena, piece), *item;
	size_t n = 0;

	cJSON_ArrayForEach(item, microsoft_candidates(piece, stage))
	{
		char name[24];
		if (!microsoft_belongs(piece, stage, item) || n++ / MICROSOFT_CRITERIA_MAX != nth)
			continue;
		snprintf(name, sizeof(name), "%lld", (long long)microsoft_place(item));
		if (stage == ADD)
			put_location(j, piece, item);
		else
			ad_json_str(j, ad_json_get_text(known, name));
	}
}

static void put_schedule(struct ad_json *j, struct ad_arena *arena, const struct ad_piece *piece,
			 enum stage stage, size_t nth)
{
	const cJSON *known = microsoft_notes(arena, piece), *item;
	size_t n = 0;

	cJSON_ArrayForEach(item, hours_of(piece, stage))
	{
		int64_t number = ad_hours_number(item);
		if (!hours_belong(piece, stage, item) || n++ / MICROSOFT_CRITERIA_MAX != nth)
			continue;
		if (stage == OPEN)
			microsoft_put_hours(j, piece->remote_id, number);
		else
			ad_json_str(j,
				    ad_json_get_text(known, microsoft_hours_key(arena, number).p));
	}
}

static void put_intent(struct ad_json *j, struct ad_arena *arena, const struct ad_piece *piece)
{
	struct ad_str id = ad_json_get_text(microsoft_notes(arena, piece), "intent");
	struct ad_str mode = microsoft_geo_mode(ad_json_get(piece->want, "platformOptions"));

	for (const struct ad_made *made = piece->made; made; made = made->next)
		if (ad_str_is(made->kind, "locationIntent"))
			id = made->id;
	ad_json_object(j);
	ad_json_kcstr(j, "Type", "BiddableCampaignCriterion");
	ad_json_kstr(j, "Id", id);
	ad_json_kstr(j, "CampaignId", piece->remote_id);
	ad_json_key(j, "Criterion");
	ad_json_object(j);
	ad_json_kcstr(j, "Type", "LocationIntentCriterion");
	ad_json_kcstr(j, "IntentOption",
		      ad_str_is(mode, "PRESENCE") ? MICROSOFT_PRESENCE : MICROSOFT_EVERYBODY);
	ad_json_object_end(j);
	ad_json_object_end(j);
}

static bool is_of_hours(enum stage stage)
{
	return stage == FREE || stage == OPEN || stage == CLOSE;
}

static bool is_a_removal(enum stage stage)
{
	return stage == SWAP || stage == DROP || stage == FREE || stage == CLOSE;
}

static void put_body(struct ad_json *j, struct ad_arena *arena, const struct ad_link *link,
		     const struct ad_piece *piece, enum stage stage, size_t nth)
{
	bool drops = is_a_removal(stage);

	if (drops || stage == ASK)
		ad_json_kstr(j, "CampaignId", piece->remote_id);
	if (stage == PUT)
		ad_json_kstr(j, "AccountId", link->account_id);
	if (stage != ASK) {
		ad_json_key(j, drops          ? "CampaignCriterionIds"
			       : stage == PUT ? "Campaigns"
					      : "CampaignCriterions");
		ad_json_array(j);
		if (stage == PUT)
			microsoft_put_changed(j, piece);
		else if (stage == INTENT)
			put_intent(j, arena, piece);
		else if (is_of_hours(stage))
			put_schedule(j, arena, piece, stage, nth);
		else
			put_places(j, arena, piece, stage, nth);
		ad_json_array_end(j);
	}
	if (stage != PUT)
		ad_json_kcstr(j, "CriterionType", stage == ASK ? "LocationIntent" : "Targets");
}

enum ad_built microsoft_update_campaign(struct ad_arena *arena, const struct ad_link *link,
					const struct ad_piece *piece, unsigned step,
					struct ad_http_request *out)
{
	static const char *const methods[STAGES] = { "DELETE", "POST", "DELETE", "POST", "PUT",
						     "DELETE", "POST", "DELETE", "PUT" };
	size_t nth = 0;
	enum stage stage = stage_of(arena, piece, step, &nth);
	struct ad_text body = ad_text_on(arena);
	struct ad_json j = ad_json_on(&body);

	if (stage == STAGES)
		return AD_BUILT_ALL;
	microsoft_request(arena, link, methods[stage],
			  stage == PUT   ? "Campaigns"
			  : stage == ASK ? "CampaignCriterions/QueryByIds"
					 : "CampaignCriterions",
			  out);
	ad_json_object(&j);
	put_body(&j, arena, link, piece, stage, nth);
	ad_json_object_end(&j);
	out->body = ad_text_str(&body);
	out->changes = stage != ASK;
	return AD_BUILT;
}

bool microsoft_in_parts(const struct ad_piece *piece, unsigned step, const char *field)
{
	const struct microsoft_field *row = microsoft_field(piece->res->id, field);
	struct ad_arena *arena;
	enum stage stage;
	size_t nth;

	if (!row || piece->res->id != AD_R_CAMPAIGN ||
	    (row->form != MF_LOCATIONS && row->form != MF_SCHEDULE))
		return false;
	arena = ad_arena_new();
	stage = stage_of(arena, piece, step, &nth);
	ad_arena_free(arena);
	return row->form == MF_LOCATIONS ? stage <= DROP : is_of_hours(stage);
}

bool microsoft_in_step(const struct ad_piece *piece, unsigned step, const char *field)
{
	const struct microsoft_field *row = microsoft_field(piece->res->id, field);
	struct ad_arena *arena;
	enum stage stage, next;
	size_t nth;

	if (!row)
		return false;
	if (piece->res->id != AD_R_CAMPAIGN)
		return step == 0;
	arena = ad_arena_new();
	stage = stage_of(arena, piece, step, &nth);
	next = stage_of(arena, piece, step + 1, &nth);
	ad_arena_free(arena);
	if (row->form == MF_INTENT)
		return stage == INTENT;
	/* Locations, and hours, are complete once all of their requests succeeded. */
	if (row->form == MF_LOCATIONS)
		return stage <= DROP && next > DROP;
	if (row->form == MF_SCHEDULE)
		return is_of_hours(stage) && next > CLOSE;
	return stage == PUT;
}
