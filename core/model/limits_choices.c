/* The values of ours that the platforms know. */
#include "model/limits.h"

static const char *const reddit_strategies[] = {
	"MAXIMIZE_CLICKS", "MAXIMIZE_CONVERSIONS", "TARGET_CPA", NULL,
};
static const char *const meta_strategies[] = {
	"MAXIMIZE_CLICKS", "MAXIMIZE_CONVERSIONS", "MAXIMIZE_CONVERSION_VALUE", "TARGET_CPA",
	"TARGET_ROAS", "MANUAL_CPC", NULL,
};
static const char *const reddit_objectives[] = { "TRAFFIC", "LEADS", "SALES", "AWARENESS", NULL };
static const char *const meta_objectives[] = {
	"TRAFFIC", "LEADS", "SALES", "AWARENESS", "ENGAGEMENT", NULL,
};
static const char *const two_genders[] = { "FEMALE", "MALE", NULL };
static const char *const two_devices[] = { "MOBILE", "DESKTOP", NULL };
static const char *const reddit_placements[] = { "FEED", "COMMENTS_PAGE", NULL };
static const char *const meta_placements[] = {
	"facebook", "instagram", "audience_network", "messenger", "threads", NULL,
};

#define NO_APP "An app campaign requires the app's id, which cannot be set yet."

const struct ad_choice_row ad_choice_rows[] = {
	{ AD_REDDIT, AD_R_CAMPAIGN, "bidding.strategy", reddit_strategies,
	  "Campaigns on this platform use automatic bidding, with or without a cap or a target "
	  "cost." },
	{ AD_META, AD_R_CAMPAIGN, "bidding.strategy", meta_strategies,
	  "The platform has no impression share strategy. Choose another strategy." },
	{ AD_REDDIT, AD_R_CAMPAIGN, "objective", reddit_objectives, NO_APP },
	{ AD_META, AD_R_CAMPAIGN, "objective", meta_objectives, NO_APP },
	{ AD_REDDIT, AD_R_AD_GROUP, "targeting.genders", two_genders,
	  "Omit genders to reach everybody." },
	{ AD_META, AD_R_AD_GROUP, "targeting.genders", two_genders,
	  "Omit genders to reach everybody." },
	{ AD_REDDIT, AD_R_AD_GROUP, "targeting.devices", two_devices,
	  "The platform counts tablets as mobile devices." },
	{ AD_META, AD_R_AD_GROUP, "targeting.devices", two_devices,
	  "The platform counts tablets as mobile devices." },
	{ AD_REDDIT, AD_R_AD_GROUP, "targeting.placements", reddit_placements,
	  "Omit placements to show ads everywhere." },
	{ AD_META, AD_R_AD_GROUP, "targeting.placements", meta_placements,
	  "Omit placements to show ads everywhere." },
};
const size_t ad_choice_count = AD_LEN(ad_choice_rows);

static const char *const meta_traffic[] = {
	"LANDING_PAGE_VIEWS", "LINK_CLICKS", "IMPRESSIONS", "REACH", NULL,
};
static const char *const meta_awareness[] = {
	"REACH", "IMPRESSIONS", "AD_RECALL_LIFT", "THRUPLAY", NULL,
};
static const char *const meta_leads[] = {
	"LEAD_GENERATION", "QUALITY_LEAD", "QUALITY_CALL", "OFFSITE_CONVERSIONS", "LINK_CLICKS",
	NULL,
};
static const char *const meta_sales[] = {
	"OFFSITE_CONVERSIONS", "VALUE", "CONVERSATIONS", "LINK_CLICKS", "IMPRESSIONS", "REACH",
	NULL,
};
static const char *const meta_engagement[] = {
	"POST_ENGAGEMENT", "IMPRESSIONS", "REACH", "THRUPLAY", "PAGE_LIKES", "EVENT_RESPONSES",
	"CONVERSATIONS", "LINK_CLICKS", "OFFSITE_CONVERSIONS", "LANDING_PAGE_VIEWS", NULL,
};
static const char *const reddit_sales[] = {
	"PAGE_VISIT", "VIEW_CONTENT", "ADD_TO_CART", "ADD_TO_WISHLIST", "SEARCH", "PURCHASE",
	"LEAD", "SIGN_UP", "CLICKS", NULL,
};
static const char *const reddit_leads[] = { "LEAD", "SIGN_UP", "PAGE_VISIT", "CLICKS", NULL };
static const char *const reddit_traffic[] = { "CLICKS", "LANDING_PAGE_VISIT", "PAGE_VISIT", NULL };
static const char *const reddit_awareness[] = { "VIDEO_VIEW_6S", "VIDEO_VIEW_15S", NULL };

const struct ad_goal_row ad_goal_rows[] = {
	{ AD_META, "TRAFFIC", meta_traffic },
	{ AD_META, "AWARENESS", meta_awareness },
	{ AD_META, "LEADS", meta_leads },
	{ AD_META, "SALES", meta_sales },
	{ AD_META, "ENGAGEMENT", meta_engagement },
	{ AD_REDDIT, "SALES", reddit_sales },
	{ AD_REDDIT, "LEADS", reddit_leads },
	{ AD_REDDIT, "TRAFFIC", reddit_traffic },
	{ AD_REDDIT, "AWARENESS", reddit_awareness },
};
const size_t ad_goal_count = AD_LEN(ad_goal_rows);

static const char *const microsoft_languages[] = {
	"ar", "bg", "bs", "cs", "da", "de", "el", "en", "es", "et", "fi", "fr", "he", "hi", "hr",
	"hu", "id", "is", "it", "ja", "ko", "lt", "lv", "mk", "ms", "mt", "nb", "nl", "nn", "no",
	"pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "th", "tl", "tr", "vi", "zh", NULL,
};
static const char *const reddit_languages[] = {
	"ar", "cs", "da", "de", "el", "en", "es", "fi", "fr", "hu", "it", "ja", "ko", "nl", "no",
	"pl", "pt", "ro", "sv", "vi", "zh", NULL,
};
const char *const *const ad_platform_languages[AD_PLATFORM_COUNT] = {
	[AD_MICROSOFT] = microsoft_languages,
	[AD_REDDIT] = reddit_languages,
};

static const char *const reddit_buttons[] = {
	"APPLY_NOW", "BOOK_NOW", "BUY_TICKETS", "CONTACT_US", "DONATE_NOW", "DOWNLOAD",
	"GET_A_QUOTE", "GET_DIRECTIONS", "GET_SHOWTIMES", "INSTALL", "LEARN_MORE", "LISTEN_NOW",
	"ORDER_NOW", "PLAY_NOW", "PRE_ORDER_NOW", "READ_MORE", "REMIND_ME", "SEE_MENU", "SHOP_NOW",
	"SIGN_UP", "SUBSCRIBE", "VIEW_MORE", "VISIT_STORE", "WATCH_NOW", NULL,
};
static const char *const meta_buttons[] = {
	"ADD_TO_CART", "APPLY_NOW", "ASK_ABOUT_SERVICES", "ASK_A_QUESTION", "ASK_FOR_MORE_INFO",
	"ASK_US", "AUDIO_CALL", "BOOK_A_CONSULTATION", "BOOK_NOW", "BOOK_TRAVEL", "BROWSE_SHOP",
	"BUY", "BUY_NOW", "BUY_TICKETS", "BUY_VIA_MESSAGE", "CALL", "CALL_ME", "CALL_NOW",
	"CHAT_NOW", "CHAT_WITH_US", "CONFIRM", "CONTACT", "CONTACT_US", "DONATE", "DONATE_NOW",
	"DOWNLOAD", "EVENT_RSVP", "FIND_A_GROUP", "FIND_OUT_MORE", "FIND_YOUR_GROUPS",
	"FOLLOW_PAGE", "FOLLOW_USER", "GET_A_QUOTE", "GET_DETAILS", "GET_DIRECTIONS",
	"GET_IN_TOUCH", "GET_OFFER", "GET_OFFER_VIEW", "GET_PROMOTIONS", "GET_QUOTE",
	"GET_SHOWTIMES", "GET_STARTED", "INQUIRE_NOW", "INSTALL_APP", "INSTALL_MOBILE_APP",
	"JOIN_CHANNEL", "LEARN_MORE", "LIKE_PAGE", "LISTEN_MUSIC", "LISTEN_NOW",
	"MAKE_AN_APPOINTMENT", "MESSAGE_PAGE", "MOBILE_DOWNLOAD", "NO_BUTTON", "OPEN_LINK",
	"ORDER_NOW", "PLAY_GAME", "REQUEST_TIME", "SEE_MORE", "SEE_SHOP", "SELL_NOW",
	"SEND_A_GIFT", "SEND_UPDATES", "SHARE", "SHOP_NOW", "SIGN_UP", "START_A_CHAT",
	"START_ORDER", "SUBSCRIBE", "TRY_DEMO", "UPDATE_APP", "USE_APP", "USE_MOBILE_APP",
	"VIDEO_CALL", "VIEW_CART", "VIEW_CHANNEL", "VIEW_PRODUCT", "VISIT_WEBSITE",
	"WATCH_LIVE_VIDEO", "WATCH_MORE", "WATCH_VIDEO", "WHATSAPP_MESSAGE", NULL,
};
const char *const *const ad_platform_buttons[AD_PLATFORM_COUNT] = {
	[AD_REDDIT] = reddit_buttons,
	[AD_META] = meta_buttons,
};
