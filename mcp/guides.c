#include "mcp/guides.h"

#include "core/adcore.h"

const struct mcp_guide mcp_guides[] = {
	{ "adcore://guide/google", "guide-google", "Drafting for Google Ads",
	  "How to draft a search campaign for Google Ads that passes every check.",
	  "# Google search campaigns\n\n"
	  "- One campaign, a daily `budget`, `type` SEARCH; names are unique among campaigns.\n"
	  "- One ad group a theme, 5 to 20 keywords each; PHRASE or EXACT for a small budget.\n"
	  "- Each ad group needs a RESPONSIVE_SEARCH ad: 3 to 15 headlines of at most 30 "
	  "characters, 2 to 4 descriptions of at most 90, all different, and a `finalUrl`.\n"
	  "- `locations` take ISO 3166 countries; none means the whole world.\n"
	  "- `languages` take BCP 47 codes.\n"
	  "- Negatives: keywords with `negative: true`, on the ad group or the campaign.\n"
	  "- Nothing is live before a push, and a push creates everything paused.\n" },
	{ "adcore://guide/microsoft", "guide-microsoft", "Drafting for Microsoft Advertising",
	  "What differs on Microsoft Advertising.",
	  "# Microsoft search campaigns\n\n"
	  "- As on Google, but names are unique without regard to case.\n"
	  "- Negative keywords are PHRASE or EXACT only.\n" },
	{ "adcore://guide/reddit", "guide-reddit", "Drafting for Reddit Ads",
	  "What a Reddit campaign takes.",
	  "# Reddit campaigns\n\n"
	  "- `type` SOCIAL with platform reddit; ads are POST, IMAGE or VIDEO.\n"
	  "- Keywords are BROAD and carry no bid and no URL.\n" },
	{ "adcore://guide/meta", "guide-meta", "Drafting for Meta Ads",
	  "What a Meta campaign takes.",
	  "# Meta campaigns\n\n"
	  "- `type` SOCIAL (platform meta unless said); ads are IMAGE or VIDEO.\n"
	  "- There are no keywords; aim with the ad group's `targeting`.\n" },
};
const size_t mcp_guide_count = AD_LEN(mcp_guides);
