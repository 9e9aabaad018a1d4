/*
 * Guardrails: the limits of a Space, checked when a draft is written and when a plan is made. Only
 * operations that raise spend can violate them; decreases, pauses and removals always pass.
 */
#ifndef AD_SYNC_RAILS_H
#define AD_SYNC_RAILS_H

#include "model/row.h"
#include "sync/state/today.h"
#include "sync/state/violations.h"

/* A blocked term: as set, in the form that is compared, and if its plurals are blocked too. */
struct ad_rail_term {
	struct ad_str shown, read;
	bool plural;
};

/* 0 micros and a negative percent mean "no limit". */
struct ad_rails {
	int64_t max_campaign_daily_budget; /* micros */
	int64_t max_total_daily_budget;    /* micros */
	int64_t max_budget_increase_percent;
	uint32_t allowed_platforms;       /* bit per enum ad_platform */
	int64_t max_bid;                  /* micros */
	const cJSON *blocked_terms;       /* array of strings in lower case, or NULL */
	const struct ad_rail_term *terms; /* the same folded by ad_rails_fold(); NULL: not yet */
	size_t term_count;
	struct ad_today today;
};

/* True if a push needs an approval under the Space's rule (NEVER, CONNECTOR, ALWAYS). */
bool ad_push_needs_approval(const char *rule, bool by_connector);

/* True if the row's budget is a lifetime budget (budgetPeriod LIFETIME). */
bool ad_budget_is_lifetime(const struct ad_row *row);
/*
 * The daily spend of an object's budget, micros (NULL: the row as drafted). A lifetime budget is
 * divided by its remaining days: from today, or a later first day, to the last day, rounded up to
 * the cent. The whole budget is divided, because the amount already spent is not known for certain.
 * Without a known last day the whole can be spent today; after the last day, nothing.
 */
int64_t ad_budget_a_day(const struct ad_today *today, const struct ad_row *row,
			const cJSON *object);
/*
 * True if an interrupted push left the amount or a day of the budget unknown: parts of the object
 * may have any value that was ever sent.
 */
bool ad_budget_in_doubt(const struct ad_row *row);
/*
 * The same as ad_budget_a_day(), but with the most that fields in doubt can be: days count as one
 * day, and an amount counts as the drafted one if that is higher.
 */
int64_t ad_budget_at_most(const struct ad_today *today, const struct ad_row *row,
			  const cJSON *object);
/* The days of a lifetime budget, since 1970-01-01; -1: not known, or the budget is a daily one. */
struct ad_budget_days {
	int64_t start, end;
};
struct ad_budget_days ad_budget_days_of(const struct ad_row *row, const cJSON *object);
/* Divides an amount by the remaining days, as ad_budget_a_day() does. */
int64_t ad_budget_by_days(int64_t budget, struct ad_budget_days days, int64_t today);
/*
 * The share of one day in a lifetime budget, micros: the whole divided by all of its days, past
 * ones included. For the daily budget that replaces it, not for guardrails.
 */
int64_t ad_budget_share(const struct ad_row *row, const cJSON *object);

/*
 * True if an edit moves the first day of a campaign with a lifetime budget before the day on which
 * the campaign is known to have started.
 */
bool ad_begins_too_early(const struct ad_row *before, const struct ad_row *after);

/*
 * Checks a write: campaign maximum, platforms, terms, bids. before is NULL for a create. `out` must
 * be empty; false if a violation was added.
 */
bool ad_rails_write(const struct ad_rails *rails, const struct ad_row *before,
		    const struct ad_row *after, struct ad_violations *out);
/* Checks a budget that rises from `before` (0 for a create) to `after`, both micros. */
void ad_rails_campaign(const struct ad_rails *rails, struct ad_str id, int64_t before,
		       int64_t after, struct ad_violations *out);
/* Checks the increase within 24 hours: base is the lowest budget in that time; 0: none. */
void ad_rails_increase(const struct ad_rails *rails, struct ad_str id, int64_t base, int64_t before,
		       int64_t after, struct ad_violations *out);
/* Checks the sum of all daily budgets. */
void ad_rails_total(const struct ad_rails *rails, int64_t before, int64_t after,
		    struct ad_violations *out);
/* Checks that the Space allows a platform on which spend rises. */
void ad_rails_platform(const struct ad_rails *rails, struct ad_str id, enum ad_platform platform,
		       struct ad_violations *out);
/* The fields of one object as JSON, before (NULL: new) and after. */
struct ad_bid_change {
	struct ad_str id;
	const cJSON *before, *after;
};
/* Checks each bid (AD_BID) that rises above the maximum. */
void ad_rails_bids(const struct ad_rails *rails, const struct ad_resource *res,
		   struct ad_bid_change change, struct ad_violations *out);
/* True if the field is a bid, or an object with one. */
bool ad_rails_is_bid(const struct ad_field *field);
/* True if the resource has a field that is a bid. */
bool ad_rails_has_bids(const struct ad_resource *res);
/*
 * Checks bids on the platform that were never read: each counts as the maximum once its object is
 * enabled.
 */
void ad_rails_unread_bids(const struct ad_rails *rails, const struct ad_row *row,
			  bool (*sends)(const struct ad_resource *res, const char *field),
			  struct ad_violations *out);
/* Folds the blocked terms once for all comparisons. */
void ad_rails_fold(struct ad_arena *arena, struct ad_rails *rails);
/* A text with its insertions ("{KeyWord:cheap}") replaced by their defaults. */
struct ad_str ad_terms_inserted(struct ad_arena *arena, struct ad_str text);
/* Checks a public JSON value for blocked terms, texts inside lists and objects included. */
void ad_rails_terms(const struct ad_rails *rails, struct ad_str id, const cJSON *value,
		    struct ad_violations *out);

#endif
