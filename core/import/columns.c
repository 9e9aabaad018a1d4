#include "import/columns.h"

#include <stdio.h>

struct known {
	const char *name; /* in lower case; the first of an id is Editor's own */
	int id;
};

static const struct known known[] = {
	{ "campaign", AD_COL_CAMPAIGN },
	{ "campaign name", AD_COL_CAMPAIGN },
	{ "campaign type", AD_COL_CAMPAIGN_TYPE },
	{ "budget", AD_COL_BUDGET },
	{ "campaign daily budget", AD_COL_BUDGET },
	{ "daily budget", AD_COL_BUDGET },
	{ "budget type", AD_COL_BUDGET_TYPE },
	{ "networks", AD_COL_NETWORKS },
	{ "languages", AD_COL_LANGUAGES },
	{ "language", AD_COL_LANGUAGES },
	{ "bid strategy type", AD_COL_BID_STRATEGY },
	{ "target cpa", AD_COL_TARGET_CPA },
	{ "target roas", AD_COL_TARGET_ROAS },
	{ "maximum cpc bid limit", AD_COL_CPC_LIMIT },
	{ "max cpc bid limit", AD_COL_CPC_LIMIT },
	{ "start date", AD_COL_START_DATE },
	{ "campaign start date", AD_COL_START_DATE },
	{ "end date", AD_COL_END_DATE },
	{ "campaign end date", AD_COL_END_DATE },
	{ "tracking template", AD_COL_TRACKING },
	{ "final url suffix", AD_COL_URL_SUFFIX },
	{ "eu political ads", AD_COL_EU_POLITICAL },
	{ "labels", AD_COL_LABELS },
	{ "campaign status", AD_COL_CAMPAIGN_STATUS },
	{ "location", AD_COL_LOCATION },
	{ "id", AD_COL_LOCATION_ID },
	{ "location id", AD_COL_LOCATION_ID },
	{ "ad group", AD_COL_AD_GROUP },
	{ "ad group name", AD_COL_AD_GROUP },
	{ "ad group status", AD_COL_AD_GROUP_STATUS },
	{ "max cpc", AD_COL_MAX_CPC },
	{ "ad type", AD_COL_AD_TYPE },
	{ "final url", AD_COL_FINAL_URL },
	{ "path 1", AD_COL_PATH_1 },
	{ "path 2", AD_COL_PATH_2 },
	{ "keyword", AD_COL_KEYWORD },
	{ "criterion type", AD_COL_CRITERION },
	{ "type", AD_COL_CRITERION },
	{ "match type", AD_COL_CRITERION },
	{ "status", AD_COL_STATUS },
};

static const struct {
	const char *name; /* in lower case */
	const char *kind; /* what such a row holds */
} others[] = {
	{ "link text", "sitelinks" },
	{ "sitelink text", "sitelinks" },
	{ "callout text", "callouts" },
	{ "header", "structured snippets" },
	{ "structured snippet header", "structured snippets" },
	{ "snippet values", "structured snippets" },
	{ "phone number", "call assets" },
	{ "promotion target", "promotions" },
	{ "price type", "prices" },
	{ "lead form", "lead forms" },
	{ "app id", "app assets" },
	{ "audience", "audiences" },
	{ "audience segment", "audiences" },
	{ "age", "demographics" },
	{ "gender", "demographics" },
	{ "household income", "demographics" },
	{ "parental status", "demographics" },
	{ "placement", "placements" },
	{ "topic", "topics" },
	{ "product group", "product groups" },
	{ "dynamic ad target value", "dynamic ad targets" },
	{ "dynamic ad target condition value 1", "dynamic ad targets" },
	{ "asset group", "asset groups" },
	{ "shared set name", "shared sets" },
	{ "video id", "videos" },
	{ "image", "images" },
};

/* A header's name in lower case, without spaces around it and with single ones inside. */
static void normal(struct ad_str name, char out[static 64])
{
	size_t n = 0;

	for (size_t i = 0; i < name.n && n < 62; i++) {
		char c = name.p[i];
		bool space = c == ' ' || c == '\t' || c == '_';
		if (space && (n == 0 || out[n - 1] == ' '))
			continue;
		c = space ? ' ' : c;
		out[n++] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
	}
	while (n > 0 && out[n - 1] == ' ')
		n--;
	out[n] = '\0';
}

/* "headline 7", "headline 7 position": the column of that number; -1 where it is none. */
static int numbered(const char *name, const char *word, int texts, int pins, int count)
{
	char text[64], pin[64];

	for (int i = 0; i < count; i++) {
		snprintf(text, sizeof(text), "%s %d", word, i + 1);
		snprintf(pin, sizeof(pin), "%s %d position", word, i + 1);
		if (strcmp(name, text) == 0)
			return texts + i;
		if (strcmp(name, pin) == 0)
			return pins + i;
	}
	return -1;
}

static int id_of(const char *name, const char **other)
{
	int id = numbered(name, "headline", AD_COL_HEADLINE, AD_COL_HEADLINE_PIN, AD_HEADLINES);

	*other = NULL;
	if (id < 0)
		id = numbered(name, "description", AD_COL_DESCRIPTION, AD_COL_DESCRIPTION_PIN,
			      AD_DESCRIPTIONS);
	for (size_t i = 0; id < 0 && i < AD_LEN(known); i++)
		if (strcmp(name, known[i].name) == 0)
			id = known[i].id;
	for (size_t i = 0; id < 0 && i < AD_LEN(others); i++) {
		if (strcmp(name, others[i].name) != 0)
			continue;
		*other = others[i].kind;
		id = AD_COL_OTHER;
	}
	return id < 0 ? AD_COL_IGNORED : id;
}

static void place(struct ad_columns *c, int id, size_t at)
{
	if (id >= AD_COL_COUNT)
		return;
	if (c->first[id] < 0)
		c->first[id] = (int16_t)at;
	else if (c->second[id] < 0)
		c->second[id] = (int16_t)at;
}

static struct ad_str trimmed(struct ad_str s)
{
	while (s.n > 0 && (s.p[0] == ' ' || s.p[0] == '\t')) {
		s.p++;
		s.n--;
	}
	while (s.n > 0 && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t'))
		s.n--;
	return s.n > 0 ? s : (struct ad_str){ NULL, 0 };
}

bool ad_columns_read(struct ad_arena *arena, const struct ad_table_row *header,
		     struct ad_columns *out)
{
	size_t known_count = 0;

	*out = (struct ad_columns){ .count = header->count };
	out->names = ad_arena_alloc(arena, header->count * sizeof(*out->names));
	out->ids = ad_arena_alloc(arena, header->count * sizeof(*out->ids));
	out->others = ad_arena_alloc(arena, header->count * sizeof(*out->others));
	for (int i = 0; i < AD_COL_COUNT; i++)
		out->first[i] = out->second[i] = -1;
	for (size_t i = 0; i < header->count; i++) {
		char name[64];
		normal(header->cells[i], name);
		int id = id_of(name, &out->others[i]);
		out->names[i] = ad_arena_copy(arena, trimmed(header->cells[i]));
		out->ids[i] = (int16_t)id;
		place(out, id, i);
		known_count += id < AD_COL_COUNT;
	}
	return out->first[AD_COL_CAMPAIGN] >= 0 && known_count >= 2;
}

static struct ad_str cell_at(const struct ad_table_row *row, int at)
{
	if (at < 0 || (size_t)at >= row->count)
		return (struct ad_str){ NULL, 0 };
	return trimmed(row->cells[at]);
}

struct ad_str ad_columns_cell(const struct ad_columns *columns, const struct ad_table_row *row,
			      int id)
{
	struct ad_str cell = cell_at(row, columns->first[id]);

	return cell.p ? cell : cell_at(row, columns->second[id]);
}

/* What Editor calls the columns that a fault may be about though the file has them not. */
static const char *const editor_names[AD_COL_COUNT] = {
	[AD_COL_CAMPAIGN] = "Campaign",
	[AD_COL_CAMPAIGN_TYPE] = "Campaign Type",
	[AD_COL_BUDGET] = "Budget",
	[AD_COL_AD_GROUP] = "Ad Group",
	[AD_COL_AD_TYPE] = "Ad type",
	[AD_COL_FINAL_URL] = "Final URL",
	[AD_COL_PATH_1] = "Path 1",
	[AD_COL_KEYWORD] = "Keyword",
	[AD_COL_CRITERION] = "Criterion Type",
	[AD_COL_HEADLINE] = "Headline 1",
	[AD_COL_DESCRIPTION] = "Description 1",
	[AD_COL_TARGET_CPA] = "Target CPA",
	[AD_COL_TARGET_ROAS] = "Target ROAS",
};

struct ad_str ad_columns_name(const struct ad_columns *columns, int id)
{
	if (id < 0 || id >= AD_COL_COUNT)
		return AD_S("");
	if (columns->first[id] >= 0)
		return columns->names[columns->first[id]];
	return editor_names[id] ? ad_str(editor_names[id]) : AD_S("");
}

const char *ad_columns_other(const struct ad_columns *columns, const struct ad_table_row *row,
			     size_t *cell)
{
	for (size_t i = 0; i < columns->count && i < row->count; i++) {
		if (!columns->others[i] || !cell_at(row, (int)i).p)
			continue;
		*cell = i;
		return columns->others[i];
	}
	return NULL;
}
