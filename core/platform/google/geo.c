/*
 * Countries and languages by Google's numbers: a country's geo target constant is 2000 plus its ISO
 * 3166 number; languages have constants of their own.
 */
#include "platform/google/adapter.h"

#include "base/text.h"

#define COUNTRY_BASE 2000

struct number {
	const char *code;
	int n;
};

/* ISO 3166-1: alpha-2 and number. */
static const struct number countries[] = {
	/* clang-format off */
	{ "AD", 20 }, { "AE", 784 }, { "AF", 4 }, { "AG", 28 }, { "AI", 660 }, { "AL", 8 },
	{ "AM", 51 }, { "AO", 24 }, { "AQ", 10 }, { "AR", 32 }, { "AS", 16 }, { "AT", 40 },
	{ "AU", 36 }, { "AW", 533 }, { "AX", 248 }, { "AZ", 31 }, { "BA", 70 }, { "BB", 52 },
	{ "BD", 50 }, { "BE", 56 }, { "BF", 854 }, { "BG", 100 }, { "BH", 48 }, { "BI", 108 },
	{ "BJ", 204 }, { "BL", 652 }, { "BM", 60 }, { "BN", 96 }, { "BO", 68 }, { "BQ", 535 },
	{ "BR", 76 }, { "BS", 44 }, { "BT", 64 }, { "BV", 74 }, { "BW", 72 }, { "BY", 112 },
	{ "BZ", 84 }, { "CA", 124 }, { "CC", 166 }, { "CD", 180 }, { "CF", 140 },
	{ "CG", 178 }, { "CH", 756 }, { "CI", 384 }, { "CK", 184 }, { "CL", 152 },
	{ "CM", 120 }, { "CN", 156 }, { "CO", 170 }, { "CR", 188 }, { "CU", 192 },
	{ "CV", 132 }, { "CW", 531 }, { "CX", 162 }, { "CY", 196 }, { "CZ", 203 },
	{ "DE", 276 }, { "DJ", 262 }, { "DK", 208 }, { "DM", 212 }, { "DO", 214 },
	{ "DZ", 12 }, { "EC", 218 }, { "EE", 233 }, { "EG", 818 }, { "EH", 732 },
	{ "ER", 232 }, { "ES", 724 }, { "ET", 231 }, { "FI", 246 }, { "FJ", 242 },
	{ "FM", 583 }, { "FO", 234 }, { "FR", 250 }, { "GA", 266 }, { "GB", 826 },
	{ "GD", 308 }, { "GE", 268 }, { "GF", 254 }, { "GG", 831 }, { "GH", 288 },
	{ "GI", 292 }, { "GL", 304 }, { "GM", 270 }, { "GN", 324 }, { "GP", 312 },
	{ "GQ", 226 }, { "GR", 300 }, { "GS", 239 }, { "GT", 320 }, { "GU", 316 },
	{ "GW", 624 }, { "GY", 328 }, { "HK", 344 }, { "HM", 334 }, { "HN", 340 },
	{ "HR", 191 }, { "HT", 332 }, { "HU", 348 }, { "ID", 360 }, { "IE", 372 },
	{ "IL", 376 }, { "IM", 833 }, { "IN", 356 }, { "IO", 86 }, { "IQ", 368 },
	{ "IR", 364 }, { "IS", 352 }, { "IT", 380 }, { "JE", 832 }, { "JM", 388 },
	{ "JO", 400 }, { "JP", 392 }, { "KE", 404 }, { "KG", 417 }, { "KH", 116 },
	{ "KI", 296 }, { "KM", 174 }, { "KN", 659 }, { "KP", 408 }, { "KR", 410 },
	{ "KW", 414 }, { "KY", 136 }, { "KZ", 398 }, { "LA", 418 }, { "LB", 422 },
	{ "LC", 662 }, { "LI", 438 }, { "LK", 144 }, { "LR", 430 }, { "LS", 426 },
	{ "LT", 440 }, { "LU", 442 }, { "LV", 428 }, { "LY", 434 }, { "MA", 504 },
	{ "MC", 492 }, { "MD", 498 }, { "ME", 499 }, { "MF", 663 }, { "MG", 450 },
	{ "MH", 584 }, { "MK", 807 }, { "ML", 466 }, { "MM", 104 }, { "MN", 496 },
	{ "MO", 446 }, { "MP", 580 }, { "MQ", 474 }, { "MR", 478 }, { "MS", 500 },
	{ "MT", 470 }, { "MU", 480 }, { "MV", 462 }, { "MW", 454 }, { "MX", 484 },
	{ "MY", 458 }, { "MZ", 508 }, { "NA", 516 }, { "NC", 540 }, { "NE", 562 },
	{ "NF", 574 }, { "NG", 566 }, { "NI", 558 }, { "NL", 528 }, { "NO", 578 },
	{ "NP", 524 }, { "NR", 520 }, { "NU", 570 }, { "NZ", 554 }, { "OM", 512 },
	{ "PA", 591 }, { "PE", 604 }, { "PF", 258 }, { "PG", 598 }, { "PH", 608 },
	{ "PK", 586 }, { "PL", 616 }, { "PM", 666 }, { "PN", 612 }, { "PR", 630 },
	{ "PS", 275 }, { "PT", 620 }, { "PW", 585 }, { "PY", 600 }, { "QA", 634 },
	{ "RE", 638 }, { "RO", 642 }, { "RS", 688 }, { "RU", 643 }, { "RW", 646 },
	{ "SA", 682 }, { "SB", 90 }, { "SC", 690 }, { "SD", 729 }, { "SE", 752 },
	{ "SG", 702 }, { "SH", 654 }, { "SI", 705 }, { "SJ", 744 }, { "SK", 703 },
	{ "SL", 694 }, { "SM", 674 }, { "SN", 686 }, { "SO", 706 }, { "SR", 740 },
	{ "SS", 728 }, { "ST", 678 }, { "SV", 222 }, { "SX", 534 }, { "SY", 760 },
	{ "SZ", 748 }, { "TC", 796 }, { "TD", 148 }, { "TF", 260 }, { "TG", 768 },
	{ "TH", 764 }, { "TJ", 762 }, { "TK", 772 }, { "TL", 626 }, { "TM", 795 },
	{ "TN", 788 }, { "TO", 776 }, { "TR", 792 }, { "TT", 780 }, { "TV", 798 },
	{ "TW", 158 }, { "TZ", 834 }, { "UA", 804 }, { "UG", 800 }, { "UM", 581 },
	{ "US", 840 }, { "UY", 858 }, { "UZ", 860 }, { "VA", 336 }, { "VC", 670 },
	{ "VE", 862 }, { "VG", 92 }, { "VI", 850 }, { "VN", 704 }, { "VU", 548 },
	{ "WF", 876 }, { "WS", 882 }, { "YE", 887 }, { "YT", 175 }, { "ZA", 710 },
	{ "ZM", 894 }, { "ZW", 716 },
	/* clang-format on */
};

/* BCP 47 tags and language constants. */
static const struct number languages[] = {
	/* clang-format off */
	{ "en", 1000 }, { "de", 1001 }, { "fr", 1002 }, { "es", 1003 }, { "it", 1004 },
	{ "ja", 1005 }, { "da", 1009 }, { "nl", 1010 }, { "fi", 1011 }, { "ko", 1012 },
	{ "no", 1013 }, { "pt", 1014 }, { "sv", 1015 }, { "zh-CN", 1017 }, { "zh-TW", 1018 },
	{ "ar", 1019 }, { "bg", 1020 }, { "cs", 1021 }, { "el", 1022 }, { "hi", 1023 },
	{ "hu", 1024 }, { "id", 1025 }, { "is", 1026 }, { "he", 1027 }, { "lv", 1028 },
	{ "lt", 1029 }, { "pl", 1030 }, { "ru", 1031 }, { "ro", 1032 }, { "sk", 1033 },
	{ "sl", 1034 }, { "sr", 1035 }, { "uk", 1036 }, { "tr", 1037 }, { "ca", 1038 },
	{ "hr", 1039 }, { "vi", 1040 }, { "ur", 1041 }, { "tl", 1042 }, { "et", 1043 },
	{ "th", 1044 }, { "bn", 1056 }, { "fa", 1064 }, { "gu", 1072 }, { "kn", 1086 },
	{ "ml", 1098 }, { "mr", 1101 }, { "ms", 1102 }, { "pa", 1110 }, { "ta", 1130 },
	{ "te", 1131 },
	/* clang-format on */
};

static int64_t google_digits(struct ad_str s)
{
	int64_t n = 0;

	if (s.n == 0 || s.n > 12)
		return 0;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] < '0' || s.p[i] > '9')
			return 0;
		n = n * 10 + (s.p[i] - '0');
	}
	return n;
}

static char google_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_code(struct ad_str s, const char *code, size_t n)
{
	if (s.n != n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (google_lower(s.p[i]) != google_lower(code[i]))
			return false;
	return true;
}

int64_t google_geo_id(struct ad_str code)
{
	for (size_t i = 0; i < AD_LEN(countries); i++)
		if (same_code(code, countries[i].code, 2))
			return COUNTRY_BASE + countries[i].n;
	return google_digits(code);
}

struct ad_str google_geo_code(struct ad_arena *arena, int64_t id)
{
	for (size_t i = 0; i < AD_LEN(countries); i++)
		if (id == COUNTRY_BASE + countries[i].n)
			return ad_str(countries[i].code);
	return ad_arena_printf(arena, "%lld", (long long)id);
}

static size_t google_primary(struct ad_str tag)
{
	size_t n = 0;

	while (n < tag.n && tag.p[n] != '-' && tag.p[n] != '_')
		n++;
	return n;
}

/* The constant of the whole tag, otherwise of its language: "de-AT" is German. */
int64_t google_language_id(struct ad_str tag)
{
	struct ad_str language = { tag.p, google_primary(tag) };

	for (size_t i = 0; i < AD_LEN(languages); i++)
		if (same_code(tag, languages[i].code, strlen(languages[i].code)))
			return languages[i].n;
	if (same_code(tag, "zh-Hant", 7) || same_code(tag, "zh-HK", 5))
		return google_language_id(AD_S("zh-TW"));
	if (same_code(language, "zh", 2))
		return google_language_id(AD_S("zh-CN"));
	if (same_code(language, "nb", 2) || same_code(language, "nn", 2))
		return google_language_id(AD_S("no"));
	if (same_code(language, "iw", 2))
		return google_language_id(AD_S("he"));
	for (size_t i = 0; i < AD_LEN(languages); i++)
		if (same_code(language, languages[i].code, strlen(languages[i].code)))
			return languages[i].n;
	return google_digits(tag);
}

struct ad_str google_language_tag(struct ad_arena *arena, int64_t id)
{
	for (size_t i = 0; i < AD_LEN(languages); i++)
		if (id == languages[i].n)
			return ad_str(languages[i].code);
	return ad_arena_printf(arena, "%lld", (long long)id);
}
