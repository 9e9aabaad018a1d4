/*
 * The currencies of ad accounts, as rows by platform, and what amounts are whole multiples of
 * there: never ISO 4217's decimals.
 */
#ifndef AD_MODEL_CURRENCIES_H
#define AD_MODEL_CURRENCIES_H

#include "base/text.h"
#include "model/resource.h"

struct ad_currency_row {
	enum ad_platform platform;
	int64_t unit;      /* micros: what an amount there is a whole multiple of */
	const char *codes; /* "AED ARS … " */
};
extern const struct ad_currency_row ad_currency_rows[];
extern const size_t ad_currency_count;

/*
 * The smallest amount in that currency on a platform, in micros; 0: no ad account there has it. A
 * platform without rows takes each currency that we know, in micros, and judges it itself.
 */
int64_t ad_currency_unit(enum ad_platform platform, struct ad_str currency);

#endif
