/* From the name of a country to its ISO 3166 code. */
#ifndef AD_IMPORT_COUNTRIES_H
#define AD_IMPORT_COUNTRIES_H

#include "base/base.h"

/* The code of a name, or of a code, in any case; NULL where it is no country. */
const char *ad_country_code(struct ad_str name);

#endif
