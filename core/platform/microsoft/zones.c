/*
 * Microsoft's time zones, one row each: a place in it, the word of campaigns and reports, and that
 * of ad accounts if it is spelled differently. An account names its zone in its own spelling;
 * requests use the other one (Time zones reference, version 13).
 */
#include "platform/microsoft/adapter.h"

static const struct zone {
	const char *iana;
	const char *name;
	const char *account; /* NULL: the same word */
} zones[] = {
	{ "Pacific/Tongatapu", "Nukualofa", NULL },
	{ "Pacific/Fiji", "FijiKamchatkaMarshallIsland", NULL },
	{ "Pacific/Auckland", "AucklandWellington", NULL },
	{ "Pacific/Guadalcanal", "MagadanSolomonIslandNewCaledonia", "SolomonIslandNewCaledonia" },
	{ "Asia/Vladivostok", "Vladivostok", NULL },
	{ "Australia/Hobart", "Hobart", NULL },
	{ "Pacific/Port_Moresby", "GuamPortMoresby", NULL },
	{ "Australia/Sydney", "CanberraMelbourneSydney", NULL },
	{ "Australia/Brisbane", "Brisbane", NULL },
	{ "Australia/Darwin", "Darwin", NULL },
	{ "Australia/Adelaide", "Adelaide", NULL },
	{ "Asia/Yakutsk", "Yakutsk", NULL },
	{ "Asia/Seoul", "Seoul", NULL },
	{ "Asia/Tokyo", "OsakaSapporoTokyo", NULL },
	{ "Asia/Taipei", "Taipei", NULL },
	{ "Australia/Perth", "Perth", NULL },
	{ "Asia/Singapore", "KualaLumpurSingapore", NULL },
	{ "Asia/Irkutsk", "IrkutskUlaanBataar", NULL },
	{ "Asia/Shanghai", "BeijingChongqingHongKongUrumqi", NULL },
	{ "Asia/Krasnoyarsk", "Krasnoyarsk", NULL },
	{ "Asia/Bangkok", "BangkokHanoiJakarta", NULL },
	{ "Asia/Yangon", "Rangoon", NULL },
	{ "Asia/Colombo", "SriJayawardenepura", NULL },
	{ "Asia/Dhaka", "AstanaDhaka", NULL },
	{ "Asia/Novosibirsk", "AlmatyNovosibirsk", NULL },
	{ "Asia/Kathmandu", "Kathmandu", NULL },
	{ "Asia/Kolkata", "ChennaiKolkataMumbaiNewDelhi", NULL },
	{ "Asia/Karachi", "IslandamabadKarachiTashkent", "IslamabadKarachiTashkent" },
	{ "Asia/Yekaterinburg", "Ekaterinburg", NULL },
	{ "Asia/Kabul", "Kabul", NULL },
	{ "Asia/Baku", "BakuTbilisiYerevan", NULL },
	{ "Asia/Dubai", "AbuDhabiMuscat", NULL },
	{ "Asia/Tehran", "Tehran", NULL },
	{ "Africa/Nairobi", "Nairobi", NULL },
	{ "Europe/Moscow", "MoscowStPetersburgVolgograd", NULL },
	{ "Asia/Riyadh", "KuwaitRiyadh", NULL },
	{ "Asia/Baghdad", "Baghdad", NULL },
	{ "Asia/Jerusalem", "Jerusalem", NULL },
	{ "Europe/Helsinki", "HelsinkiKyivRigaSofiaTallinnVilnius", NULL },
	{ "Africa/Johannesburg", "HararePretoria", NULL },
	{ "Africa/Cairo", "Cairo", NULL },
	{ "Europe/Bucharest", "Bucharest", NULL },
	{ "Europe/Athens", "AthensIslandanbulMinsk", "AthensBuckarestIstanbul" },
	{ "Africa/Lagos", "WestCentralAfrica", NULL },
	{ "Europe/Warsaw", "SarajevoSkopjeWarsawZagreb", NULL },
	{ "Europe/Paris", "BrusselsCopenhagenMadridParis", NULL },
	{ "Europe/Budapest", "BelgradeBratislavaBudapestLjubljanaPrague", NULL },
	{ "Europe/Berlin", "AmsterdamBerlinBernRomeStockholmVienna", NULL },
	{ "Africa/Casablanca", "CasablancaMonrovia", NULL },
	{ "Europe/London", "GreenwichMeanTimeDublinEdinburghLisbonLondon", NULL },
	{ "Atlantic/Azores", "Azores", NULL },
	{ "Atlantic/Cape_Verde", "CapeVerdeIsland", NULL },
	{ "Atlantic/South_Georgia", "MidAtlantic", NULL },
	{ "America/Sao_Paulo", "Brasilia", NULL },
	{ "America/Argentina/Buenos_Aires", "BuenosAiresGeorgetown", NULL },
	{ "America/Nuuk", "Greenland", NULL },
	{ "America/St_Johns", "Newfoundland", NULL },
	{ "America/Halifax", "AtlanticTimeCanada", NULL },
	{ "America/Caracas", "CaracasLaPaz", NULL },
	{ "America/Santiago", "Santiago", NULL },
	{ "America/Bogota", "BogotaLimaQuito", NULL },
	{ "America/New_York", "EasternTimeUSCanada", NULL },
	{ "America/Indiana/Indianapolis", "IndianaEast", NULL },
	{ "America/Guatemala", "CentralAmerica", NULL },
	{ "America/Chicago", "CentralTimeUSCanada", NULL },
	{ "America/Mexico_City", "GuadalajaraMexicoCityMonterrey", NULL },
	{ "America/Regina", "Saskatchewan", NULL },
	{ "America/Phoenix", "Arizona", NULL },
	{ "America/Mazatlan", "ChihuahuaLaPazMazatlan", NULL },
	{ "America/Denver", "MountainTimeUSCanada", NULL },
	{ "America/Los_Angeles", "PacificTimeUSCanadaTijuana", NULL },
	{ "America/Anchorage", "Alaska", NULL },
	{ "Pacific/Honolulu", "Hawaii", NULL },
	{ "Pacific/Midway", "MidwayIslandandSamoa", "MidwayIslandAndSamoa" },
	{ "Etc/GMT+12", "InternationalDateLineWest", NULL },
};

/* Places with the time of a row, all year. UTC is the sandbox's: no ad account has it. */
static const struct {
	const char *iana, *row;
} places[] = {
	{ "UTC", "Europe/London" },
	{ "Etc/UTC", "Europe/London" },
	{ "America/Toronto", "America/New_York" },
	{ "America/Detroit", "America/New_York" },
	{ "America/Winnipeg", "America/Chicago" },
	{ "America/Edmonton", "America/Denver" },
	{ "America/Vancouver", "America/Los_Angeles" },
	{ "America/Tijuana", "America/Los_Angeles" },
	{ "America/Lima", "America/Bogota" },
	{ "Europe/Dublin", "Europe/London" },
	{ "Europe/Lisbon", "Europe/London" },
	{ "Europe/Amsterdam", "Europe/Berlin" },
	{ "Europe/Zurich", "Europe/Berlin" },
	{ "Europe/Rome", "Europe/Berlin" },
	{ "Europe/Stockholm", "Europe/Berlin" },
	{ "Europe/Vienna", "Europe/Berlin" },
	{ "Europe/Oslo", "Europe/Berlin" },
	{ "Europe/Brussels", "Europe/Paris" },
	{ "Europe/Copenhagen", "Europe/Paris" },
	{ "Europe/Madrid", "Europe/Paris" },
	{ "Europe/Belgrade", "Europe/Budapest" },
	{ "Europe/Prague", "Europe/Budapest" },
	{ "Europe/Zagreb", "Europe/Warsaw" },
	{ "Europe/Kyiv", "Europe/Helsinki" },
	{ "Europe/Sofia", "Europe/Helsinki" },
	{ "Europe/Tallinn", "Europe/Helsinki" },
	{ "Asia/Jakarta", "Asia/Bangkok" },
	{ "Asia/Kuala_Lumpur", "Asia/Singapore" },
	{ "Asia/Hong_Kong", "Asia/Shanghai" },
	{ "Australia/Melbourne", "Australia/Sydney" },
	{ "Europe/Vilnius", "Europe/Helsinki" },
	{ "Europe/Riga", "Europe/Helsinki" },
	{ "Europe/Bratislava", "Europe/Budapest" },
	{ "Europe/Ljubljana", "Europe/Budapest" },
	{ "Europe/Sarajevo", "Europe/Warsaw" },
	{ "Europe/Skopje", "Europe/Warsaw" },
	{ "Europe/Luxembourg", "Europe/Paris" },
};

static const struct zone *zone_at(struct ad_str iana)
{
	for (size_t i = 0; i < AD_LEN(zones); i++)
		if (ad_str_is(iana, zones[i].iana))
			return &zones[i];
	for (size_t i = 0; i < AD_LEN(places); i++)
		if (ad_str_is(iana, places[i].iana))
			return zone_at(ad_str(places[i].row));
	return NULL;
}

struct ad_str microsoft_zone(struct ad_str iana)
{
	const struct zone *zone = zone_at(iana);

	return ad_str(zone ? zone->name : NULL);
}

struct ad_str microsoft_zone_place(struct ad_str account)
{
	for (size_t i = 0; i < AD_LEN(zones); i++)
		if (ad_str_is(account, zones[i].account ? zones[i].account : zones[i].name))
			return ad_str(zones[i].iana);
	return (struct ad_str){ 0 };
}
