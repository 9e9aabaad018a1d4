/*
 * Rules that the resource rows cannot express: over several fields, or over other objects. One file
 * per resource. A rule runs on any connection of the call, adds faults, and may set read-only
 * fields that follow from the parent (platform, campaignId).
 */
#ifndef AD_CALL_RULES_H
#define AD_CALL_RULES_H

#include "call/request/call.h"
#include "model/row.h"
#include "store/objects/rows.h"
#include "call/request/outcome.h"

/*
 * Checks a row that is about to be written. before is NULL on create. Fields of `after` whose value
 * the shape refused are AD_NULL and already have their fault. On the writing side of a create
 * (call->rules == AD_RULES_STORED) only the checks against other objects run again.
 */
typedef void ad_rule_fn(struct ad_call *call, const struct ad_row *before, struct ad_row *after);

ad_rule_fn ad_campaign_rules;
ad_rule_fn ad_ad_group_rules;
ad_rule_fn ad_ad_rules;
ad_rule_fn ad_keyword_rules;
ad_rule_fn ad_keyword_list_rules;
ad_rule_fn ad_business_rules;
ad_rule_fn ad_conversion_rules;
ad_rule_fn ad_asset_rules;

/* The rule of a stored resource; an empty one if its row is sufficient. */
ad_rule_fn *ad_rules_of(enum ad_resource_id resource);

/* True if a field differs from its previous value (on create: if it is set). */
bool ad_changed(const struct ad_row *before, const struct ad_row *after, const char *field);
/* Loads the parent that a REF field names; NULL with a fault (or a failure) if there is none. */
struct ad_row *ad_rule_parent(struct ad_call *call, const struct ad_row *row, const char *field);
/* Adds a fault if a new parent is not on the same platform. */
void ad_rule_same_platform(struct ad_call *call, const struct ad_row *before,
			   const struct ad_row *parent, const char *field);
/* Checks platformOptions by the platform's rows and converts the value to its normal form. */
void ad_rule_options(struct ad_call *call, struct ad_row *after, enum ad_platform platform);
/*
 * Checks that a change of platformOptions clears none that is set on the platform, if the platform
 * has no value for that.
 */
void ad_rule_kept_options(struct ad_call *call, const struct ad_row *before,
			  const struct ad_row *after, enum ad_platform platform);
/*
 * Binds a name for `lower(name) IN ($3, $6, $7)`: as typed, composed (NFC) and decomposed (NFD),
 * because the platforms treat the three as one name.
 */
void ad_rule_bind_name(struct ad_call *call, struct ad_stmt *query, struct ad_str name);
/*
 * Runs a bound query of (id, name) of objects with the same name in any case; returns the id of the
 * first that the platform treats as equal (only Microsoft ignores case), or absent.
 */
struct ad_str ad_rule_same_name(struct ad_call *call, struct ad_stmt *query, struct ad_str name,
				enum ad_platform platform);
/*
 * Checks the written fields (before NULL: all) against the limits of the platform's rows
 * (model/limits.h): lengths, counts, money, values and unsupported fields.
 */
void ad_rule_limits(struct ad_call *call, const struct ad_row *before, const struct ad_row *after,
		    enum ad_platform platform);
/* Checks the words and characters of a keyword's text at that path. */
void ad_rule_keyword_text(struct ad_call *call, const char *path, struct ad_str text);
/* Sets a text field of the row. */
void ad_rule_set(struct ad_row *row, const char *field, struct ad_str value);
/* Checks the codes of `locations`: countries or geo ids. */
void ad_rule_locations(struct ad_call *call, const struct ad_row *row);
/*
 * Checks the hours of a campaign, if they or its platform changed; an empty list becomes null.
 */
void ad_rule_schedule(struct ad_call *call, const struct ad_row *before, struct ad_row *after,
		      enum ad_platform platform);
/* Checks a text's display width against a platform's limit (model/limits.h). */
void ad_rule_width(struct ad_call *call, enum ad_platform platform, const char *path,
		   struct ad_str text, int64_t max);

#endif
