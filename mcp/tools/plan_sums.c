/* A long plan told short: what it does in each campaign, instead of row by row. */
#include "mcp/tools/plan_sums.h"

#include "mcp/tools/tool.h"

#define SUMS_MAX 60 /* campaigns that are told one by one */

static const char *const ops[] = { "CREATE", "UPDATE", "REMOVE" };
static const char *const done[] = { "created", "changed", "removed" };
static const char *const kinds[] = { "campaign", "adGroup", "ad", "keyword", "asset", "assetLink" };
static const char *const things[] = {
	"campaign", "ad group", "ad", "keyword", "asset", "attachment"
};

struct sum {
	struct ad_str campaign; /* absent: of no campaign that is told */
	struct ad_str platform;
	size_t n[AD_LEN(ops)][AD_LEN(kinds)];
	int64_t delta; /* micros a day */
};

static size_t index_in(const char *const *list, size_t count, struct ad_str name)
{
	size_t i = 0;
	while (i < count && !ad_str_is(name, list[i]))
		i++;
	return i;
}

/* The sum that an operation belongs to; the first is of all that have none of their own. */
static struct sum *sum_of(struct sum *sums, size_t *count, struct ad_str campaign)
{
	for (size_t i = 1; campaign.p && i < *count; i++)
		if (ad_str_eq(sums[i].campaign, campaign))
			return &sums[i];
	if (!campaign.p || *count > SUMS_MAX)
		return &sums[0];
	sums[*count].campaign = campaign;
	return &sums[(*count)++];
}

static void plan_sums_add(struct sum *sum, const cJSON *operation)
{
	int64_t micros = 0;
	size_t op = index_in(ops, AD_LEN(ops), ad_json_get_text(operation, "op"));
	size_t kind = index_in(kinds, AD_LEN(kinds), ad_json_get_text(operation, "resource"));
	if (op < AD_LEN(ops) && kind < AD_LEN(kinds))
		sum->n[op][kind]++;
	if (!sum->platform.p)
		sum->platform = ad_json_get_text(operation, "platform");
	if (ad_json_micros_of(ad_json_get(operation, "dailyBudgetDelta"), &micros))
		sum->delta += micros;
}

/* "created: 1 campaign, 10 keywords; changed: 1 ad". */
static struct ad_str plan_sums_does(struct mcp_request *r, const struct sum *sum)
{
	struct ad_text text = ad_text_on(r->call->arena);
	for (size_t op = 0; op < AD_LEN(ops); op++) {
		bool first = true;
		for (size_t kind = 0; kind < AD_LEN(kinds); kind++) {
			if (sum->n[op][kind] == 0)
				continue;
			if (first)
				ad_text_addf(&text, "%s%s: ", text.n ? "; " : "", done[op]);
			ad_text_addf(&text, "%s%.*s", first ? "" : ", ",
				     AD_FMT(mcp_count(r, sum->n[op][kind], things[kind])));
			first = false;
		}
	}
	return ad_text_str(&text);
}

static void write_sum(struct mcp_request *r, struct ad_json *j, const struct sum *sum,
		      const cJSON *campaigns)
{
	struct ad_str text = plan_sums_does(r, sum);
	if (!text.n)
		return;
	ad_json_object(j);
	if (sum->campaign.p) {
		ad_json_kstr(j, "campaignId", sum->campaign);
		ad_json_kstr(j, "name", ad_json_get_text(campaigns, sum->campaign.p));
		ad_json_kstr(j, "platform", sum->platform);
	} else {
		ad_json_kcstr(j, "name", "other kinds, or kinds you may not read");
	}
	ad_json_kstr(j, "does", text);
	if (sum->delta) {
		ad_json_key(j, "dailyBudgetDelta");
		ad_json_micros(j, sum->delta);
	}
	ad_json_object_end(j);
}

void mcp_plan_sums(struct mcp_request *r, struct ad_json *j, const struct mcp_plan_notes *notes,
		   const cJSON *operations)
{
	struct sum *sums = ad_arena_zalloc(r->call->arena, (SUMS_MAX + 1) * sizeof(*sums));
	size_t count = 1;
	const cJSON *item;
	cJSON_ArrayForEach(item, operations)
	{
		/* Ids are C strings of the tree; what is no object here gives an absent text. */
		const cJSON *id = ad_json_get(item, "id");
		const cJSON *note =
			cJSON_IsString(id) ? ad_json_get(notes->objects, id->valuestring) : NULL;
		plan_sums_add(sum_of(sums, &count, ad_json_get_text(note, "campaignId")), item);
	}
	ad_json_key(j, "campaigns");
	ad_json_array(j);
	for (size_t i = 1; i < count; i++)
		write_sum(r, j, &sums[i], notes->campaigns);
	write_sum(r, j, &sums[0], notes->campaigns);
	ad_json_array_end(j);
}

static int64_t plan_sums_whole(const cJSON *object, const char *name)
{
	int64_t n = 0;
	return ad_json_int64(ad_json_get(object, name), &n) ? n : 0;
}

static int64_t micros_of(const cJSON *object, const char *name)
{
	int64_t micros = 0;
	return ad_json_micros_of(ad_json_get(object, name), &micros) ? micros : 0;
}

/* "created: 10,003 objects; changed: 1 object". */
static struct ad_str does_in_all(struct mcp_request *r, const cJSON *campaign)
{
	static const char *const members[] = { "creates", "updates", "removes" };
	struct ad_text text = ad_text_on(r->call->arena);
	for (size_t op = 0; op < AD_LEN(members); op++) {
		size_t n = (size_t)plan_sums_whole(campaign, members[op]);
		if (n)
			ad_text_addf(&text, "%s%s: %.*s", text.n ? "; " : "", done[op],
				     AD_FMT(mcp_count(r, n, "object")));
	}
	return ad_text_str(&text);
}

void mcp_plan_own_sums(struct mcp_request *r, struct ad_json *j, const cJSON *campaigns)
{
	const cJSON *one;
	int told = 0;
	ad_json_key(j, "campaigns");
	ad_json_array(j);
	cJSON_ArrayForEach(one, campaigns)
	{
		int64_t delta =
			micros_of(one, "dailyBudgetAfter") - micros_of(one, "dailyBudgetBefore");
		if (told++ == SUMS_MAX)
			break;
		ad_json_object(j);
		ad_json_kstr(j, "campaignId", ad_json_get_text(one, "id"));
		ad_json_kstr(j, "name", ad_json_get_text(one, "name"));
		ad_json_kstr(j, "platform", ad_json_get_text(one, "platform"));
		ad_json_kstr(j, "does", does_in_all(r, one));
		if (delta) {
			ad_json_key(j, "dailyBudgetDelta");
			ad_json_micros(j, delta);
		}
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
	if (cJSON_GetArraySize(campaigns) > SUMS_MAX)
		ad_json_kint(j, "campaignsNotShown", cJSON_GetArraySize(campaigns) - SUMS_MAX);
}

bool mcp_plan_is_long(const struct mcp_request *r)
{
	uint32_t all = AD_CAMPAIGNS_READ | AD_ADS_READ | AD_KEYWORDS_READ;
	/* Rows without an id say nothing that a sum does not. */
	bool blind = (r->call->scopes & all) != all;
	return r->call->data.n > (blind ? MCP_PLAN_LONG_WHOLE / 4 : MCP_PLAN_LONG_WHOLE) &&
	       !mcp_detailed(r);
}
