/*
 * Values in a platform's own terms (AD_OWN_WORDS, AD_OWN_NUMBERS) when a draft moves to another
 * platform: the same number may be another country there.
 */
#ifndef AD_CALL_FOREIGN_H
#define AD_CALL_FOREIGN_H

#include "call/rules/copy_report.h"

/*
 * Rewrites the input of a copy for another platform than the source's: a geo id of a country
 * becomes its ISO code; every other value in the terms of `from` is removed and reported.
 */
void ad_foreign_take_out(struct ad_call *call, const struct ad_row *source, cJSON *input,
			 struct ad_copy_report *report);
/*
 * The same for a campaign whose platform changes: codes are rewritten, and each value without a
 * translation is a fault, unless the same change sets the field.
 */
void ad_foreign_check(struct ad_call *call, const struct ad_row *before, struct ad_row *after);
/* Sets targetingLost and languagesLost of a copy if the report lists such a loss. */
void ad_foreign_mark(const struct ad_copy_report *report, const struct ad_row *source,
		     struct ad_row *copy);
/*
 * A copy that lost locations, languages or targeting cannot be enabled until the field is set
 * again. Setting the field ends this, also with its current value.
 */
void ad_foreign_guard(struct ad_call *call, const struct ad_row *before, struct ad_row *after);

#endif
