/* Rows of an import with the action Edit or Remove. */
#ifndef AD_IMPORT_CHANGE_H
#define AD_IMPORT_CHANGE_H

#include "import/apply/importing.h"

/*
 * Applies a row to an existing object: does nothing unless the row's action is Edit or Remove. Sets
 * *outcome. False: the call failed.
 */
bool import_change_row(struct importing *im, const struct ad_import_row *row,
		       const struct ad_resource *res, struct ad_str id, struct ad_str input,
		       enum import_outcome *outcome) AD_CHECK;
/* Reports that the row changes, or removes, an object that does not exist. */
void import_skip_absent(struct importing *im, const struct ad_import_row *row);

#endif
