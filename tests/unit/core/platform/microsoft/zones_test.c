/* Microsoft's time zones. */
#include "tests/support/answers.h"

#include "platform/microsoft/adapter.h"

/* An account's zone becomes a place and its name again, whatever its spelling is. */
static void every_zone_of_microsoft_has_words_both_ways(void **state)
{
	static const char *const pairs[][2] = {
		{ "AthensBuckarestIstanbul", "AthensIslandanbulMinsk" },
		{ "IslamabadKarachiTashkent", "IslandamabadKarachiTashkent" },
		{ "SolomonIslandNewCaledonia", "MagadanSolomonIslandNewCaledonia" },
		{ "MidwayIslandAndSamoa", "MidwayIslandandSamoa" },
		{ "Darwin", "Darwin" },
		{ "Tehran", "Tehran" },
		{ "Greenland", "Greenland" },
		{ "AmsterdamBerlinBernRomeStockholmVienna",
		  "AmsterdamBerlinBernRomeStockholmVienna" },
	};

	(void)state;
	for (size_t i = 0; i < AD_LEN(pairs); i++) {
		struct ad_str place = microsoft_zone_place(ad_str(pairs[i][0]));
		assert_true(place.n > 0);
		if (!ad_str_is(microsoft_zone(place), pairs[i][1]))
			fail_msg("%s: %.*s", pairs[i][0], AD_FMT(microsoft_zone(place)));
	}
	assert_false(microsoft_zone_place(AD_S("Elsewhere")).n);
	assert_false(microsoft_zone(AD_S("Pacific/Kiritimati")).n);
	assert_true(ad_str_is(microsoft_zone(AD_S("Europe/Vilnius")),
			      "HelsinkiKyivRigaSofiaTallinnVilnius"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_ARENA(every_zone_of_microsoft_has_words_both_ways),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
