/*
 * Guardrails: what a Space allows, checked where a draft is written and where a plan is made.
 * Only what raises spend can violate; decreases, pauses and removals always pass.
 */
#ifndef AD_SYNC_RAILS_H
#define AD_SYNC_RAILS_H

#include "model/errors.h"
#include "model/row.h"
#include "sync/today.h"

/* A blocked term: as it was set, as it is compared, and whether its plurals are blocked too. */
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
	const struct ad_rail_term *terms; /* the same folded: ad_rails_fold(); NULL: not yet */
	size_t term_count;
	struct ad_today today;
};

/* Violations as they are found, in order. */
struct ad_violations {
	struct ad_arena *arena;
	struct ad_violation *first;
	struct ad_violation **end; /* NULL while empty */
	struct ad_violation *last; /* the same */
};

/* Adds a violation; limit and actual are rendered JSON; id absent: of the whole. */
void ad_violate(struct ad_violations *list, const char *rule, struct ad_str limit,
		struct ad_str actual, struct ad_str id);
/* Sets the sentence of the last one added. */
void ad_violate_say(struct ad_violations *list, struct ad_str message);

/*
 * Whether a push waits for a person where the Space's rule (NEVER, CONNECTOR, ALWAYS) is this one.
 */
bool ad_push_needs_approval(const char *rule, bool by_connector);

/* Whether the row's budget is for its whole life (budgetPeriod LIFETIME). */
bool ad_budget_is_lifetime(const struct ad_row *row);
/*
 * Micros a day that the budget of an object (NULL: the row as drafted) can spend. A lifetime budget
 * is divided by the days that are left: from today, or from a later first day, to the last day,
 * rounded up to the cent. It is the whole budget that is divided, because what was spent already is
 * not known for certain. Without a known last day the whole can be spent today; after the last day
 * nothing can.
 */
int64_t ad_budget_a_day(const struct ad_today *today, const struct ad_row *row,
			const cJSON *object);
/* The days of a lifetime budget, since 1970-01-01; -1: not known, or the budget is a daily one. */
struct ad_budget_days {
	int64_t start, end;
};
struct ad_budget_days ad_budget_days_of(const struct ad_row *row, const cJSON *object);
/* An amount by the days that are left of these, as ad_budget_a_day() divides it. */
int64_t ad_budget_by_days(int64_t budget, struct ad_budget_days days, int64_t today);
/*
 * The share of one day in a lifetime budget, micros: the whole by all of its days, past ones
 * included. For a daily budget that takes its place, not for guardrails.
 */
int64_t ad_budget_share(const struct ad_row *row, const cJSON *object);

/*
 * Whether an edit moves the first day of a campaign with a lifetime budget before the day that the
 * campaign is known to have begun.
 */
bool ad_begins_too_early(const struct ad_row *before, const struct ad_row *after);

/*
 * The checks of a write: campaign maximum, platforms, terms, bids. before is NULL on create.
 * False where something was added.
 */
bool ad_rails_write(const struct ad_rails *rails, const struct ad_row *before,
		    const struct ad_row *after, struct ad_violations *out);
/* A campaign's budget that rises from `before` (0 on create) to `after`, both micros. */
void ad_rails_campaign(const struct ad_rails *rails, struct ad_str id, int64_t before,
		       int64_t after, struct ad_violations *out);
/* The rise within 24 hours: base is the lowest budget in them, 0 where there is none. */
void ad_rails_increase(const struct ad_rails *rails, struct ad_str id, int64_t base, int64_t before,
		       int64_t after, struct ad_violations *out);
/* The sum of all daily budgets. */
void ad_rails_total(const struct ad_rails *rails, int64_t before, int64_t after,
		    struct ad_violations *out);
/* Spend that rises on a platform. */
void ad_rails_platform(const struct ad_rails *rails, struct ad_str id, enum ad_platform platform,
		       struct ad_violations *out);
/* The fields of one object as JSON, before (NULL: it is new) and after. */
struct ad_bid_change {
	struct ad_str id;
	const cJSON *before, *after;
};
/* Each bid (AD_BID) that rises above the highest one. */
void ad_rails_bids(const struct ad_rails *rails, const struct ad_resource *res,
		   struct ad_bid_change change, struct ad_violations *out);
/* True if the field is a bid, or an object with one. */
bool ad_rails_is_bid(const struct ad_field *field);
/* True if the resource has a field that is a bid. */
bool ad_rails_has_bids(const struct ad_resource *res);
/*
 * A bid that stands on the platform and was never read: it counts as the most that can be, where
 * its object is enabled.
 */
void ad_rails_unread_bids(const struct ad_rails *rails, const struct ad_row *row,
			  bool (*sends)(const struct ad_resource *res, const char *field),
			  struct ad_violations *out);
/* Folds the blocked terms once, for all texts that are compared with them. */
void ad_rails_fold(struct ad_arena *arena, struct ad_rails *rails);
/* A text with the defaults of its insertions ("{KeyWord:cheap}") in their places. */
struct ad_str ad_terms_inserted(struct ad_arena *arena, struct ad_str text);
/* Blocked terms in a public JSON value (texts inside lists and objects too). */
void ad_rails_terms(const struct ad_rails *rails, struct ad_str id, const cJSON *value,
		    struct ad_violations *out);

#endif
