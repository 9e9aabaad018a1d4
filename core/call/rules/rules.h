/*
 * What the rows cannot say: rules over several fields, or over other objects. One file a resource.
 * A rule runs on whatever connection the call has, adds faults, and may set read-only fields that
 * follow from the parent (platform, campaignId).
 */
#ifndef AD_CALL_RULES_H
#define AD_CALL_RULES_H

#include "call/call.h"
#include "model/row.h"
#include "store/rows.h"

/*
 * Checks a row that is about to be written. before is NULL on create. Fields of `after` whose
 * value was refused by the shape are AD_NULL and already have their fault. On the writing side of a
 * create (call->drafted) only what depends on other objects is looked at again.
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

/* The rule of a stored resource; one that does nothing where its row says it all. */
ad_rule_fn *ad_rules_of(enum ad_resource_id resource);

/* Space and environment of the call, for the store. */
struct ad_realm ad_call_realm(const struct ad_call *call);
/* Whether a field differs from before (on create: whether it is set). */
bool ad_changed(const struct ad_row *before, const struct ad_row *after, const char *field);
/* Whether a fault at that path, or inside it, was found already. */
bool ad_has_fault(const struct ad_call *call, const char *path);
/* Loads the parent that a REF field names; NULL with a fault (or a failure) where there is none. */
struct ad_row *ad_rule_parent(struct ad_call *call, const struct ad_row *row, const char *field);
/* A parent that is another one than before must be on the same platform; else a fault. */
void ad_rule_same_platform(struct ad_call *call, const struct ad_row *before,
			   const struct ad_row *parent, const char *field);
/* Checks platformOptions by the platform's rows and puts the value in its normal form. */
void ad_rule_options(struct ad_call *call, struct ad_row *after, enum ad_platform platform);
/*
 * Binds a name for `lower(name) IN ($3, $6, $7)`: as typed, composed (NFC) and decomposed (NFD),
 * because the platforms take the three for one name.
 */
void ad_rule_bind_name(struct ad_call *call, struct ad_stmt *query, struct ad_str name);
/*
 * Runs a bound query of (id, name) of objects whose name is the same in any case; the id of the
 * first that the platform takes for the same (Google looks at the case), or absent.
 */
struct ad_str ad_rule_same_name(struct ad_call *call, struct ad_stmt *query, struct ad_str name,
				enum ad_platform platform);
/*
 * Checks what is written (before NULL: all of it) against the limits of the platform's rows
 * (model/limits.h): lengths, counts, money, values and fields that it does not know.
 */
void ad_rule_limits(struct ad_call *call, const struct ad_row *before, const struct ad_row *after,
		    enum ad_platform platform);
/* Checks the words and characters of a keyword's text, which stands at that path. */
void ad_rule_keyword_text(struct ad_call *call, const char *path, struct ad_str text);
/* Sets a text field of the row. */
void ad_rule_set(struct ad_row *row, const char *field, struct ad_str value);
/* Checks the codes of `locations`: countries or geo ids. */
void ad_rule_locations(struct ad_call *call, const struct ad_row *row);
/* Checks a text's display width against a platform's limit (model/limits.h). */
void ad_rule_width(struct ad_call *call, enum ad_platform platform, const char *path,
		   struct ad_str text, int64_t max);

#endif
