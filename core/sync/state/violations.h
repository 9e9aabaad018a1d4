/* The violations of a plan or a write: all are counted, the first of a long list are stored. */
#ifndef AD_SYNC_VIOLATIONS_H
#define AD_SYNC_VIOLATIONS_H

#include "model/errors.h"
#include "sync/state/told.h"

#define AD_VIOLATION_RULES_MAX 32 /* rules that are counted by name; there are fewer */

/* The number of violations of a rule. */
struct ad_violation_count {
	const char *rule;
	size_t n;
};

/* Violations in the order of detection. */
struct ad_violations {
	struct ad_arena *arena;
	struct ad_violation *first;
	struct ad_violation **end; /* NULL while empty */
	struct ad_violation *last; /* the one just added; NULL if it was not stored */
	size_t count;              /* all, including those not stored */
	size_t listed, most;       /* stored; the limit of these, 0: none */
	struct ad_violation_count rules[AD_VIOLATION_RULES_MAX];
	size_t rule_count;
	struct ad_told told; /* rule and object */
};

/*
 * Adds a violation; limit and actual are rendered JSON; id absent: the whole plan. Beyond `most` it
 * is only counted, except the first of each rule.
 */
void ad_violate(struct ad_violations *list, const char *rule, struct ad_str limit,
		struct ad_str actual, struct ad_str id);
/* Sets the message of the last violation. */
void ad_violate_say(struct ad_violations *list, struct ad_str message);
/* The number of violations of a rule, including those not stored. */
size_t ad_violations_of(const struct ad_violations *list, const char *rule);
/* True if the object violates the rule. Takes the same time for a list of any length. */
bool ad_violations_hold(const struct ad_violations *list, const char *rule, struct ad_str id);

#endif
