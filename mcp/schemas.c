/* The inputSchemas of the creating tools, from the resource table. */
#include "mcp/tool.h"

struct part {
	enum ad_resource_id resource;
	const char *const *hidden; /* fields that the place in the tree says */
};

static const char *const hidden_in_campaign[] = { "status", "businessId", NULL };
static const char *const hidden_in_group[] = { "campaignId", "status", NULL };
static const char *const hidden_in_ad[] = { "adGroupId", "status", "assetIds", NULL };
static const char *const hidden_in_keyword[] = { "adGroupId", "campaignId", "status", NULL };
static const char *const hidden_status[] = { "status", NULL };
static const char *const hidden_assets[] = { "status", "assetIds", NULL };

static bool is_hidden(const struct part *p, const struct ad_field *field)
{
	for (size_t i = 0; p->hidden[i]; i++)
		if (strcmp(field->name, p->hidden[i]) == 0)
			return true;
	return (field->flags & AD_READ_ONLY) != 0;
}

static void properties(struct ad_json *j, const struct part *p)
{
	const struct ad_resource *res = ad_resource_row(p->resource);
	struct ad_schema_style style = { .use = AD_FOR_CREATE,
					 .brief = true,
					 .resource = p->resource };
	for (size_t i = 0; i < res->shape.count; i++) {
		const struct ad_field *field = &res->shape.fields[i];
		if (!is_hidden(p, field))
			ad_schema_properties(j, field, 1, style);
	}
}

static void required(struct ad_json *j, const struct part *p)
{
	const struct ad_resource *res = ad_resource_row(p->resource);
	ad_json_key(j, "required");
	ad_json_array(j);
	for (size_t i = 0; i < res->shape.count; i++)
		if ((res->shape.fields[i].flags & AD_REQUIRED) &&
		    !is_hidden(p, &res->shape.fields[i]))
			ad_json_str(j, ad_str(res->shape.fields[i].name));
	ad_json_array_end(j);
	ad_json_kbool(j, "additionalProperties", false);
}

static void open(struct ad_json *j)
{
	ad_json_object(j);
	ad_json_kcstr(j, "type", "object");
	ad_json_key(j, "properties");
	ad_json_object(j);
}

static void close(struct ad_json *j, const struct part *p)
{
	ad_json_object_end(j);
	required(j, p);
	ad_json_object_end(j);
}

/* "ads": { type: array, items: { … } } */
static void list_of(struct ad_json *j, const char *name, const struct part *p,
		    void (*more)(struct ad_json *j))
{
	ad_json_key(j, name);
	ad_json_object(j);
	ad_json_kcstr(j, "type", "array");
	ad_json_key(j, "items");
	open(j);
	properties(j, p);
	if (more)
		more(j);
	close(j, p);
	ad_json_object_end(j);
}

static void ads_and_keywords(struct ad_json *j)
{
	static const struct part ad = { AD_R_AD, hidden_in_ad };
	static const struct part keyword = { AD_R_KEYWORD, hidden_in_keyword };
	list_of(j, "ads", &ad, NULL);
	list_of(j, "keywords", &keyword, NULL);
}

static void key(struct ad_json *j)
{
	ad_json_kraw(j, "idempotencyKey",
		     AD_S("{\"type\":\"string\",\"description\":\"Any unique text; a retry with it "
			  "never drafts twice.\"}"));
}

void mcp_schema_campaign(struct ad_json *j)
{
	static const struct part campaign = { AD_R_CAMPAIGN, hidden_in_campaign };
	static const struct part group = { AD_R_AD_GROUP, hidden_in_group };
	open(j);
	properties(j, &campaign);
	list_of(j, "adGroups", &group, ads_and_keywords);
	ad_json_kraw(
		j, "keywords",
		AD_S("{\"type\":\"array\",\"items\":{\"type\":\"object\"},\"description\":"
		     "\"Negative keywords of the campaign: text, matchType, negative: true.\"}"));
	key(j);
	close(j, &campaign);
}

void mcp_schema_ad_group(struct ad_json *j)
{
	static const struct part group = { AD_R_AD_GROUP, hidden_status };
	open(j);
	properties(j, &group);
	key(j);
	close(j, &group);
}

void mcp_schema_ad(struct ad_json *j)
{
	static const struct part ad = { AD_R_AD, hidden_assets };
	open(j);
	properties(j, &ad);
	key(j);
	close(j, &ad);
}

void mcp_schema_keyword(struct ad_json *j)
{
	static const struct part keyword = { AD_R_KEYWORD, hidden_in_keyword };
	open(j);
	ad_json_kraw(j, "adGroupId",
		     AD_S("{\"type\":\"string\",\"description\":\"The ad group, or\"}"));
	ad_json_kraw(
		j, "campaignId",
		AD_S("{\"type\":\"string\",\"description\":\"the campaign, for negatives.\"}"));
	list_of(j, "keywords", &keyword, NULL);
	key(j);
	ad_json_object_end(j);
	ad_json_kraw(j, "required", AD_S("[\"keywords\"]"));
	ad_json_kbool(j, "additionalProperties", false);
	ad_json_object_end(j);
}
