/* application/x-www-form-urlencoded: for token endpoints, and the only format that Meta accepts. */
#ifndef AD_PLATFORM_FORM_H
#define AD_PLATFORM_FORM_H

#include "base/text.h"

/* Appends a field, percent-encoded. */
void ad_form_add(struct ad_text *out, const char *key, struct ad_str value);

#endif
