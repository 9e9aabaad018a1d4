/*
 * What 10 USD are in each currency, rounded: the defaults of guardrails follow the currency of the
 * Space. Rounded to one digit, sometimes one and a half, of the rate of November 2026; they are
 * limits to begin with and follow no rate.
 */
#ifndef AD_MODEL_CURRENCY_WORTH_H
#define AD_MODEL_CURRENCY_WORTH_H

#include "base/base.h"

/* Micros of the currency that stand for 10 USD; a currency without a row counts as USD. */
int64_t ad_currency_ten_usd(struct ad_str currency);

#endif
