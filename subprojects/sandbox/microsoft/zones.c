/* Microsoft's 75 time zones: how an ad account names each, and how campaigns and reports do. */
#include "microsoft/microsoft.h"

#include <string.h>

static const struct {
	const char *place, *account, *campaign;
} zones[] = {
	{ "Pacific/Tongatapu", "Nukualofa", "Nukualofa" },
	{ "Pacific/Fiji", "FijiKamchatkaMarshallIsland", "FijiKamchatkaMarshallIsland" },
	{ "Pacific/Auckland", "AucklandWellington", "AucklandWellington" },
	{ "Pacific/Guadalcanal", "SolomonIslandNewCaledonia", "MagadanSolomonIslandNewCaledonia" },
	{ "Asia/Vladivostok", "Vladivostok", "Vladivostok" },
	{ "Australia/Hobart", "Hobart", "Hobart" },
	{ "Pacific/Port_Moresby", "GuamPortMoresby", "GuamPortMoresby" },
	{ "Australia/Sydney", "CanberraMelbourneSydney", "CanberraMelbourneSydney" },
	{ "Australia/Brisbane", "Brisbane", "Brisbane" },
	{ "Australia/Darwin", "Darwin", "Darwin" },
	{ "Australia/Adelaide", "Adelaide", "Adelaide" },
	{ "Asia/Yakutsk", "Yakutsk", "Yakutsk" },
	{ "Asia/Seoul", "Seoul", "Seoul" },
	{ "Asia/Tokyo", "OsakaSapporoTokyo", "OsakaSapporoTokyo" },
	{ "Asia/Taipei", "Taipei", "Taipei" },
	{ "Australia/Perth", "Perth", "Perth" },
	{ "Asia/Singapore", "KualaLumpurSingapore", "KualaLumpurSingapore" },
	{ "Asia/Irkutsk", "IrkutskUlaanBataar", "IrkutskUlaanBataar" },
	{ "Asia/Shanghai", "BeijingChongqingHongKongUrumqi", "BeijingChongqingHongKongUrumqi" },
	{ "Asia/Krasnoyarsk", "Krasnoyarsk", "Krasnoyarsk" },
	{ "Asia/Bangkok", "BangkokHanoiJakarta", "BangkokHanoiJakarta" },
	{ "Asia/Yangon", "Rangoon", "Rangoon" },
	{ "Asia/Colombo", "SriJayawardenepura", "SriJayawardenepura" },
	{ "Asia/Dhaka", "AstanaDhaka", "AstanaDhaka" },
	{ "Asia/Novosibirsk", "AlmatyNovosibirsk", "AlmatyNovosibirsk" },
	{ "Asia/Kathmandu", "Kathmandu", "Kathmandu" },
	{ "Asia/Kolkata", "ChennaiKolkataMumbaiNewDelhi", "ChennaiKolkataMumbaiNewDelhi" },
	{ "Asia/Karachi", "IslamabadKarachiTashkent", "IslandamabadKarachiTashkent" },
	{ "Asia/Yekaterinburg", "Ekaterinburg", "Ekaterinburg" },
	{ "Asia/Kabul", "Kabul", "Kabul" },
	{ "Asia/Baku", "BakuTbilisiYerevan", "BakuTbilisiYerevan" },
	{ "Asia/Dubai", "AbuDhabiMuscat", "AbuDhabiMuscat" },
	{ "Asia/Tehran", "Tehran", "Tehran" },
	{ "Africa/Nairobi", "Nairobi", "Nairobi" },
	{ "Europe/Moscow", "MoscowStPetersburgVolgograd", "MoscowStPetersburgVolgograd" },
	{ "Asia/Riyadh", "KuwaitRiyadh", "KuwaitRiyadh" },
	{ "Asia/Baghdad", "Baghdad", "Baghdad" },
	{ "Asia/Jerusalem", "Jerusalem", "Jerusalem" },
	{ "Europe/Helsinki", "HelsinkiKyivRigaSofiaTallinnVilnius",
	  "HelsinkiKyivRigaSofiaTallinnVilnius" },
	{ "Africa/Johannesburg", "HararePretoria", "HararePretoria" },
	{ "Africa/Cairo", "Cairo", "Cairo" },
	{ "Europe/Bucharest", "Bucharest", "Bucharest" },
	{ "Europe/Athens", "AthensBuckarestIstanbul", "AthensIslandanbulMinsk" },
	{ "Africa/Lagos", "WestCentralAfrica", "WestCentralAfrica" },
	{ "Europe/Warsaw", "SarajevoSkopjeWarsawZagreb", "SarajevoSkopjeWarsawZagreb" },
	{ "Europe/Paris", "BrusselsCopenhagenMadridParis", "BrusselsCopenhagenMadridParis" },
	{ "Europe/Budapest", "BelgradeBratislavaBudapestLjubljanaPrague",
	  "BelgradeBratislavaBudapestLjubljanaPrague" },
	{ "Europe/Berlin", "AmsterdamBerlinBernRomeStockholmVienna",
	  "AmsterdamBerlinBernRomeStockholmVienna" },
	{ "Africa/Casablanca", "CasablancaMonrovia", "CasablancaMonrovia" },
	{ "Europe/London", "GreenwichMeanTimeDublinEdinburghLisbonLondon",
	  "GreenwichMeanTimeDublinEdinburghLisbonLondon" },
	{ "Atlantic/Azores", "Azores", "Azores" },
	{ "Atlantic/Cape_Verde", "CapeVerdeIsland", "CapeVerdeIsland" },
	{ "Atlantic/South_Georgia", "MidAtlantic", "MidAtlantic" },
	{ "America/Sao_Paulo", "Brasilia", "Brasilia" },
	{ "America/Argentina/Buenos_Aires", "BuenosAiresGeorgetown", "BuenosAiresGeorgetown" },
	{ "America/Nuuk", "Greenland", "Greenland" },
	{ "America/St_Johns", "Newfoundland", "Newfoundland" },
	{ "America/Halifax", "AtlanticTimeCanada", "AtlanticTimeCanada" },
	{ "America/Caracas", "CaracasLaPaz", "CaracasLaPaz" },
	{ "America/Santiago", "Santiago", "Santiago" },
	{ "America/Bogota", "BogotaLimaQuito", "BogotaLimaQuito" },
	{ "America/New_York", "EasternTimeUSCanada", "EasternTimeUSCanada" },
	{ "America/Indiana/Indianapolis", "IndianaEast", "IndianaEast" },
	{ "America/Guatemala", "CentralAmerica", "CentralAmerica" },
	{ "America/Chicago", "CentralTimeUSCanada", "CentralTimeUSCanada" },
	{ "America/Mexico_City", "GuadalajaraMexicoCityMonterrey",
	  "GuadalajaraMexicoCityMonterrey" },
	{ "America/Regina", "Saskatchewan", "Saskatchewan" },
	{ "America/Phoenix", "Arizona", "Arizona" },
	{ "America/Mazatlan", "ChihuahuaLaPazMazatlan", "ChihuahuaLaPazMazatlan" },
	{ "America/Denver", "MountainTimeUSCanada", "MountainTimeUSCanada" },
	{ "America/Los_Angeles", "PacificTimeUSCanadaTijuana", "PacificTimeUSCanadaTijuana" },
	{ "America/Anchorage", "Alaska", "Alaska" },
	{ "Pacific/Honolulu", "Hawaii", "Hawaii" },
	{ "Pacific/Midway", "MidwayIslandAndSamoa", "MidwayIslandandSamoa" },
	{ "Etc/GMT+12", "InternationalDateLineWest", "InternationalDateLineWest" },
};

#define COUNT (sizeof(zones) / sizeof(zones[0]))

const char *ms_account_zone(const char *place)
{
	for (size_t i = 0; i < COUNT; i++)
		if (strcmp(place, zones[i].place) == 0)
			return zones[i].account;
	return "GreenwichMeanTimeDublinEdinburghLisbonLondon";
}

bool ms_is_campaign_zone(const char *word)
{
	for (size_t i = 0; i < COUNT; i++)
		if (word && strcmp(word, zones[i].campaign) == 0)
			return true;
	return false;
}
