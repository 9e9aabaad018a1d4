/* Enum values that more than one resource uses, and the bounds of money. */
#ifndef AD_MODEL_VOCABULARY_H
#define AD_MODEL_VOCABULARY_H

#include "base/base.h"

/* 1,000,000,000 major units in micros. */
#define AD_MONEY_MAX INT64_C(1000000000000000)

extern const char *const ad_platforms[];       /* google microsoft reddit meta */
extern const char *const ad_wanted_statuses[]; /* ENABLED PAUSED */
extern const char *const ad_budget_periods[];  /* DAILY LIFETIME */
extern const char *const ad_roles[];           /* VIEWER EDITOR PUBLISHER OWNER */

/* Decimals of a currency's smallest unit (ISO 4217: JPY 0, KWD 3, most 2). */
int ad_currency_decimals(const char *currency);
/* True if it is an ISO 4217 code in use. */
bool ad_currency_valid(struct ad_str code);

#endif
