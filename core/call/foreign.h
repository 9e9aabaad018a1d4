/*
 * Values in a platform's own words (AD_OWN_WORDS, AD_OWN_NUMBERS), where a draft goes to another
 * platform: there the same number may be another country.
 */
#ifndef AD_CALL_FOREIGN_H
#define AD_CALL_FOREIGN_H

#include "call/copy.h"

/*
 * Rewrites the input of a copy that goes to another platform than its source's: a geo id that is a
 * country becomes its ISO code; each other value in the words of `from` is taken out and reported.
 */
void ad_foreign_take_out(struct ad_call *call, const struct ad_row *source, cJSON *input,
			 struct ad_copy_report *report);
/*
 * The same for a campaign whose platform changes: codes are rewritten, and each value that has no
 * translation is a fault, unless the same change states the field anew.
 */
void ad_foreign_check(struct ad_call *call, const struct ad_row *before, struct ad_row *after);
/* Sets targetingLost and languagesLost of a copy, where the report names such a loss. */
void ad_foreign_mark(const struct ad_copy_report *report, const struct ad_row *source,
		     struct ad_row *copy);
/*
 * A copy that lost places, languages or targeting is not enabled before somebody states them. To
 * state the field ends that, also with the value that it has.
 */
void ad_foreign_guard(struct ad_call *call, const struct ad_row *before, struct ad_row *after);

#endif
