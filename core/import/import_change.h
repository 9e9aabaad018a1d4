/* Rows of an import that say Edit or Remove. */
#ifndef AD_IMPORT_CHANGE_H
#define AD_IMPORT_CHANGE_H

#include "import/importing.h"

/*
 * What a row does with an object that is there. Nothing, unless it says Edit or
 * Remove: *outcome. False: the call failed.
 */
bool import_change_row(struct importing *im, const struct ad_import_row *row,
		       const struct ad_resource *res, struct ad_str id, struct ad_str input,
		       enum import_outcome *outcome) AD_CHECK;
/* Tells that the row changes, or removes, what is not there. */
void import_skip_absent(struct importing *im, const struct ad_import_row *row);

#endif
