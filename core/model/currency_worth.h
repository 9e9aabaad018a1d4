/*
 * The default guardrails of each currency: rounded equivalents of USD amounts. The rows are rounded
 * to one digit, sometimes one and a half, of the rates of November 2026. They follow no rate.
 */
#ifndef AD_MODEL_CURRENCY_WORTH_H
#define AD_MODEL_CURRENCY_WORTH_H

#include "base/base.h"

/*
 * The default maxBid of a currency in micros: the equivalent of 10 USD. Every currency that
 * ad_currency_valid() accepts has a row; any other text counts as USD.
 */
int64_t ad_currency_bid_limit(struct ad_str currency);
/* The default maxCampaignDailyBudget of a currency in micros: the equivalent of 100 USD. */
int64_t ad_currency_campaign_limit(struct ad_str currency);
/* The default maxTotalDailyBudget of a currency in micros: the equivalent of 500 USD. */
int64_t ad_currency_total_limit(struct ad_str currency);
/*
 * A limit in another currency, by the same rows: a default becomes the other default. Rounded down
 * to a whole smallest unit, at least one unit, at most AD_MONEY_MAX; 0 (no limit) stays 0.
 */
int64_t ad_currency_convert_limit(struct ad_str from, struct ad_str to, int64_t micros);

#endif
