#include "model/currencies.h"

#include "model/vocabulary.h"

/*
 * Meta: the offsets of its page on currencies; what the page does not list has none that is known.
 * Microsoft: the CurrencyCode value set of its Customer Management service, less what ISO 4217 has
 * withdrawn; its amounts have two decimals. Reddit: the currencies of its ad accounts, all with
 * cents of their own.
 */
const struct ad_currency_row ad_currency_rows[] = {
	{ AD_META, 1000000, "CLP COP CRC HUF IDR ISK JPY KRW PYG TWD VND " },
	{ AD_META, 10000,
	  "AED ARS AUD BDT BGN BHD BOB BRL CAD CHF CNY CZK DKK DZD EGP EUR GBP GTQ HKD HNL HRK ILS "
	  "INR JOD KES MOP MXN MYR NGN NIO NOK NZD PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB "
	  "TRY UAH USD UYU VES ZAR " },
	{ AD_MICROSOFT, 10000,
	  "AED ALL AMD ARS AUD BHD BND BOB BRL BZD CAD CHF CLP CNY COP CRC CZK DKK DOP DZD EGP EUR "
	  "GBP GEL GTQ HKD HNL HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KRW KWD KZT LBP LYD "
	  "MAD MKD MNT MOP MVR MXN MYR NGN NIO NOK NZD OMR PAB PEN PHP PKR PLN PYG QAR RON SAR SEK "
	  "SGD SYP THB TND TRY TTD TWD UAH USD UYU UZS VND YER ZAR " },
	{ AD_REDDIT, 10000, "AUD BRL CAD EUR GBP NZD SGD USD " },
};
const size_t ad_currency_count = AD_LEN(ad_currency_rows);

int64_t ad_currency_unit(enum ad_platform platform, struct ad_str currency)
{
	bool listed = false;

	for (size_t i = 0; i < ad_currency_count; i++) {
		if (ad_currency_rows[i].platform != platform)
			continue;
		listed = true;
		for (const char *c = ad_currency_rows[i].codes; currency.n == 3 && *c; c += 4)
			if (memcmp(c, currency.p, 3) == 0)
				return ad_currency_rows[i].unit;
	}
	return !listed && ad_currency_valid(currency) ? 1 : 0;
}
