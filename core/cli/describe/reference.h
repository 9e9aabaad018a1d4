/* Inside core/cli: the reference in Markdown, printed from the tables. */
#ifndef AD_CLI_REFERENCE_H
#define AD_CLI_REFERENCE_H

#include "base/text.h"
#include "model/resource.h"

/* Writes the whole reference. */
void ad_reference_write(struct ad_text *out);
/* Writes what reaches which platform. */
void ad_reference_platforms(struct ad_text *out);
/* Writes a table of fields, those inside objects and lists below their own. */
void ad_reference_fields(struct ad_text *out, const struct ad_field *fields, size_t count);

#endif
