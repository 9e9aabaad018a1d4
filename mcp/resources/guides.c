#include "mcp/resources/guides.h"

#include "core/adcore.h"

const struct mcp_guide mcp_guides[] = {
	{ "adcore://guide/google", "guide-google", "Drafting for Google Ads",
	  "Requirements of a valid search campaign on Google Ads.",
	  "# Google search campaigns\n\n- One campaign: a daily `budget`, `type` SEARCH; names are "
	  "unique among campaigns.\n- One ad group per theme with 5 to 20 keywords; use PHRASE or "
	  "EXACT for a small budget.\n- Each ad group needs a RESPONSIVE_SEARCH ad: 3 to 15 "
	  "headlines of at most 30 characters, 2 to 4 descriptions of at most 90, all different, "
	  "and a `finalUrl`.\n- `locations` are ISO 3166 countries; an empty list means the whole "
	  "world.\n- `languages` are BCP 47 codes.\n- Negative keywords: keywords with `negative: "
	  "true`, on the ad group or the campaign.\n- Nothing is live before a push, and a push "
	  "creates everything paused.\n" },
	{ "adcore://guide/microsoft", "guide-microsoft", "Drafting for Microsoft Advertising",
	  "Differences on Microsoft Advertising.",
	  "# Microsoft search campaigns\n\n- As on Google, but names are unique ignoring case.\n- "
	  "Negative keywords must be PHRASE or EXACT.\n" },
	{ "adcore://guide/reddit", "guide-reddit", "Drafting for Reddit Ads",
	  "Requirements of a campaign on Reddit.",
	  "# Reddit campaigns\n\n- `type` SOCIAL with platform reddit; ads are POST, IMAGE or "
	  "VIDEO.\n- Keywords are BROAD and have no bid and no URL.\n" },
	{ "adcore://guide/meta", "guide-meta", "Drafting for Meta Ads",
	  "Requirements of a campaign on Meta.",
	  "# Meta campaigns\n\n- `type` SOCIAL (default platform: meta); ads are IMAGE or "
	  "VIDEO.\n- Meta has no keywords; target with the ad group's `targeting`.\n" },
};
const size_t mcp_guide_count = AD_LEN(mcp_guides);
