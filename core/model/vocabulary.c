#include "model/vocabulary.h"

const char *const ad_platforms[] = { "google", "microsoft", "reddit", "meta", NULL };
const char *const ad_wanted_statuses[] = { "ENABLED", "PAUSED", NULL };
const char *const ad_budget_periods[] = { "DAILY", "LIFETIME", NULL };
const char *const ad_roles[] = { "VIEWER", "EDITOR", "PUBLISHER", "OWNER", NULL };

/* ISO 4217 currencies by decimals; what is in none of the three lists is unknown. */
static const char none[] = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF ";
static const char three[] = "BHD IQD JOD KWD LYD OMR TND ";
static const char two[] =
	"AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN "
	"BZD CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS "
	"GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR "
	"LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD "
	"PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN "
	"SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD YER ZAR ZMW ";

static bool vocabulary_listed(const char *list, const char *code)
{
	for (const char *c = list; *c; c += 4)
		if (memcmp(c, code, 3) == 0)
			return true;
	return false;
}

int ad_currency_decimals(const char *currency)
{
	if (vocabulary_listed(none, currency))
		return 0;
	return vocabulary_listed(three, currency) ? 3 : 2;
}

bool ad_currency_valid(struct ad_str code)
{
	return code.n == 3 && memchr(code.p, ' ', 3) == NULL &&
	       (vocabulary_listed(none, code.p) || vocabulary_listed(two, code.p) ||
		vocabulary_listed(three, code.p));
}
