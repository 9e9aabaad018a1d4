/* Scopes by name and by role. */
#include "auth/credential/principal.h"

static const char *const scope_names[AD_SCOPE_COUNT] = {
	"campaigns:read", "campaigns:write", "ads:read",     "ads:write",       "keywords:read",
	"keywords:write", "assets:read",     "assets:write", "businesses:read", "businesses:write",
	"reports:read",   "sync:read",       "sync:write",   "people:read",
};

static const char *const scope_docs[AD_SCOPE_COUNT] = {
	"Read campaigns and ad groups.",
	"Draft, change and remove campaigns and ad groups; send conversions.",
	"Read ads.",
	"Draft, change and remove ads.",
	"Read keywords.",
	"Draft, change and remove keywords.",
	"Read images, videos and texts.",
	"Upload, change and remove images, videos and texts.",
	"Read business profiles.",
	"Make, change and remove business profiles.",
	"Read reports and conversions.",
	"Read what a push would do, and what pushes did.",
	"Push to live ad platforms, which can spend real money.",
	("Of an owner's token: read members' addresses and the history of accounts, sessions, "
	 "tokens and connected apps."),
};

static const char *const scope_titles[AD_SCOPE_COUNT] = {
	"See campaigns and ad groups",
	"Draft campaigns and ad groups",
	"See ads",
	"Draft ads",
	"See keywords",
	"Draft keywords",
	"See images, videos and texts",
	"Add images, videos and texts",
	"See business profiles",
	"Change business profiles",
	"See reports",
	"See what a push would do, and what pushes did",
	"Push to the ad platforms",
	"See members' addresses, and the history of sign-ins, tokens and apps",
};

#define READ_SCOPES                                                                                \
	(AD_CAMPAIGNS_READ | AD_ADS_READ | AD_KEYWORDS_READ | AD_ASSETS_READ |                     \
	 AD_BUSINESSES_READ | AD_REPORTS_READ | AD_SYNC_READ)

const char *ad_scope_name(uint32_t bit)
{
	for (size_t i = 0; i < AD_SCOPE_COUNT; i++)
		if (bit == 1u << i)
			return scope_names[i];
	return "";
}

const char *ad_scope_doc(uint32_t bit)
{
	for (size_t i = 0; i < AD_SCOPE_COUNT; i++)
		if (bit == 1u << i)
			return scope_docs[i];
	return "";
}

const char *ad_scope_title(uint32_t bit)
{
	for (size_t i = 0; i < AD_SCOPE_COUNT; i++)
		if (bit == 1u << i)
			return scope_titles[i];
	return "";
}

uint32_t ad_scope_bit(struct ad_str name)
{
	for (size_t i = 0; i < AD_SCOPE_COUNT; i++)
		if (ad_str_is(name, scope_names[i]))
			return 1u << i;
	return 0;
}

static bool principal_separates(char c)
{
	return c == ' ' || c == ',';
}

bool ad_scopes_parse(struct ad_str list, uint32_t *bits, struct ad_str *bad)
{
	*bits = 0;
	for (size_t at = 0; at < list.n;) {
		while (at < list.n && principal_separates(list.p[at]))
			at++;
		size_t from = at;
		while (at < list.n && !principal_separates(list.p[at]))
			at++;
		struct ad_str name = { list.p + from, at - from };
		if (name.n == 0)
			continue;
		uint32_t bit = ad_str_is(name, "all") ? AD_SCOPES_ALL : ad_scope_bit(name);
		if (bit == 0) {
			*bad = name;
			return false;
		}
		*bits |= bit;
	}
	return true;
}

void ad_scopes_write(struct ad_json *j, uint32_t bits)
{
	ad_json_array(j);
	for (uint32_t bit = 1; bit < 1u << AD_SCOPE_COUNT; bit <<= 1)
		if (bits & bit)
			ad_json_str(j, ad_str(ad_scope_name(bit)));
	ad_json_array_end(j);
}

uint32_t ad_role_scopes(enum ad_role role)
{
	switch (role) {
	case AD_NO_MEMBER:
		return 0;
	case AD_VIEWER:
		return READ_SCOPES;
	case AD_EDITOR:
		return AD_SCOPES_ALL & ~(uint32_t)AD_SYNC_WRITE;
	case AD_PUBLISHER:
		return AD_SCOPES_ALL;
	case AD_OWNER:
		return AD_SCOPES_PERSON;
	}
	return 0;
}
