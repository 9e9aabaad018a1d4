/* Google's rules for the URLs of a campaign (UrlFieldError), checked before sending. */
#include "platform/google/adapter.h"

#include <strings.h>

#include "base/json_read.h"

/* The tags for the landing page; a template without one has no target. */
static const char *const landing_tags[] = { "{lpurl", "{unescapedlpurl", "{escapedlpurl" };

static bool has_bad_characters(struct ad_str url)
{
	for (size_t i = 0; i < url.n; i++)
		if ((uint8_t)url.p[i] <= ' ' || url.p[i] == 0x7f || memchr("<>\"\\^`", url.p[i], 6))
			return true;
	return false;
}

static bool google_url_holds(struct ad_str text, const char *part)
{
	return text.n > 0 && memmem(text.p, text.n, part, strlen(part)) != NULL;
}

static bool has_landing_tag(struct ad_str template)
{
	for (size_t i = 0; i < AD_LEN(landing_tags); i++)
		if (google_url_holds(template, landing_tags[i]))
			return true;
	return false;
}

static bool begins_with_address(struct ad_str template)
{
	return template.p[0] == '{' ||
	       (template.n > 7 && strncasecmp(template.p, "http://", 7) == 0) ||
	       (template.n > 8 && strncasecmp(template.p, "https://", 8) == 0);
}

static bool has_no_address(struct ad_str text)
{
	return !begins_with_address(text);
}

static bool has_no_tag(struct ad_str text)
{
	return !has_landing_tag(text);
}

static bool begins_as_query(struct ad_str text)
{
	return text.p[0] == '?' || text.p[0] == '&';
}

static bool has_landing_page(struct ad_str text)
{
	return google_url_holds(text, "lpurl") || google_url_holds(text, "{ignore}");
}

/* In the order of the platform's own checks. */
static const struct url_rule {
	const char *field;
	bool (*is_broken)(struct ad_str text);
	const char *message;
} rules[] = {
	{ "trackingTemplate", has_bad_characters,
	  "trackingTemplate must not hold spaces or any of <>\"\\^`: Google would refuse it." },
	{ "trackingTemplate", has_no_address,
	  "trackingTemplate must begin with http://, https:// or a tag such as {lpurl}: Google "
	  "would refuse it." },
	{ "trackingTemplate", has_no_tag,
	  "trackingTemplate must hold a tag for the landing page, such as {lpurl}: Google would "
	  "refuse it." },
	{ "finalUrlSuffix", has_bad_characters,
	  "finalUrlSuffix must not hold spaces or any of <>\"\\^`: Google would refuse it." },
	{ "finalUrlSuffix", begins_as_query,
	  "finalUrlSuffix must not begin with ? or &: write source=ads&k={keyword}." },
	{ "finalUrlSuffix", has_landing_page,
	  "finalUrlSuffix must not hold {lpurl} or {ignore}; write those into trackingTemplate." },
};

const char *google_url_fault(const char *field, struct ad_str text)
{
	for (size_t i = 0; i < AD_LEN(rules) && text.n > 0; i++)
		if (strcmp(rules[i].field, field) == 0 && rules[i].is_broken(text))
			return rules[i].message;
	return NULL;
}
