#include "model/currency_worth.h"

#include "model/vocabulary.h"

#define MICROS INT64_C(1000000)

/* Major units for 10 USD, and the currencies of which that is so. */
static const struct worth {
	int64_t units;
	const char *codes;
} worths[] = {
	{ 3, "KWD " },
	{ 4, "BHD OMR " },
	{ 7, "JOD " },
	{ 8, "CHF EUR FKP GBP GIP KYD SHP " },
	{ 10, "BMD BSD PAB USD " },
	{ 12, "BND SGD " },
	{ 15, "AUD AZN BAM BGN CAD NZD " },
	{ 20, "ANG AWG BBD BZD FJD TOP " },
	{ 25, "GEL WST XCD " },
	{ 30, "BYN ILS TND " },
	{ 35, "AED PEN PLN QAR SAR TMT " },
	{ 40, "MYR PGK RON " },
	{ 50, "BRL LYD " },
	{ 60, "DKK " },
	{ 70, "BOB CNY TTD " },
	{ 75, "GTQ HKD MOP " },
	{ 80, "SBD SVC " },
	{ 90, "MAD SEK TJS " },
	{ 100, "NOK " },
	{ 120, "GHS " },
	{ 150, "BWP ERN MVR SCR " },
	{ 175, "LSL MDL NAD SZL ZAR " },
	{ 190, "MXN " },
	{ 200, "CZK STN " },
	{ 250, "CUP HNL SLE ZMW " },
	{ 300, "THB TWD " },
	{ 350, "NIO " },
	{ 400, "MRU SRD TRY UAH UYU " },
	{ 450, "MUR " },
	{ 500, "EGP MKD " },
	{ 550, "PHP " },
	{ 600, "AFN DOP MZN " },
	{ 750, "GMD " },
	{ 800, "ALL RUB " },
	{ 900, "BTN CVE INR KGS " },
	{ 1000, "RSD XPF " },
	{ 1200, "BDT ISK VUV " },
	{ 1300, "DZD HTG KES " },
	{ 1500, "ETB JMD JPY NPR " },
	{ 1800, "DJF LRD " },
	{ 2000, "GYD VES " },
	{ 2400, "YER " },
	{ 2800, "PKR " },
	{ 3000, "LKR " },
	{ 3500, "HUF " },
	{ 3800, "AMD " },
	{ 4200, "KMF " },
	{ 5000, "CRC KZT " },
	{ 5500, "SOS XAF XOF " },
	{ 6000, "SDG " },
	{ 9000, "AOA CLP KPW " },
	{ 13000, "IQD " },
	{ 14000, "ARS KRW RWF " },
	{ 15000, "NGN " },
	{ 17000, "MWK " },
	{ 20000, "MMK " },
	{ 25000, "CDF TZS " },
	{ 28000, "BIF " },
	{ 35000, "MNT UGX " },
	{ 40000, "COP KHR MGA " },
	{ 45000, "SSP " },
	{ 75000, "PYG " },
	{ 85000, "GNF " },
	{ 110000, "SYP " },
	{ 120000, "UZS " },
	{ 160000, "IDR " },
	{ 200000, "LAK " },
	{ 250000, "VND " },
	{ 400000, "IRR " },
	{ 900000, "LBP " },
};

int64_t ad_currency_bid_limit(struct ad_str currency)
{
	for (size_t i = 0; currency.n == 3 && i < AD_LEN(worths); i++)
		for (const char *c = worths[i].codes; *c; c += 4)
			if (memcmp(c, currency.p, 3) == 0)
				return worths[i].units * MICROS;
	return 10 * MICROS;
}

int64_t ad_currency_campaign_limit(struct ad_str currency)
{
	return 10 * ad_currency_bid_limit(currency);
}

int64_t ad_currency_total_limit(struct ad_str currency)
{
	return 50 * ad_currency_bid_limit(currency);
}

int64_t ad_currency_convert_limit(struct ad_str from, struct ad_str to, int64_t micros)
{
	/* Micros times units do not fit 64 bits. */
	__extension__ typedef __int128 wide;
	int64_t unit = MICROS;
	wide worth = (wide)micros * ad_currency_bid_limit(to) / ad_currency_bid_limit(from);

	if (micros == 0)
		return 0;
	for (int i = to.n == 3 ? ad_currency_decimals(to.p) : 2; i > 0; i--)
		unit /= 10;
	if (worth > AD_MONEY_MAX)
		worth = AD_MONEY_MAX;
	worth -= worth % unit;
	return worth < unit ? unit : (int64_t)worth;
}
