/* The inputSchemas of the creating tools, from the resource table. */
#include "mcp/tools/tool.h"

/* Those kinds of campaigns that can be created (call/rules/campaign_rules.c). */
#define CAMPAIGN_TYPE                                                                              \
	"{\"type\":\"string\",\"enum\":[\"SEARCH\",\"SOCIAL\"],\"description\":\"SEARCH: "         \
	"google, microsoft; SOCIAL: reddit, meta.\"}"

struct part {
	enum ad_resource_id resource;
	const char *const *hidden; /* fields that the place in the tree says */
	const char *const *told;   /* fields with their description: the others' names say enough */
};

/* By an example, which is shorter than the schema of the items. */
#define CAMPAIGN_HOURS                                                                             \
	"{\"type\":\"array\",\"items\":{\"type\":\"object\"},\"description\":\""                   \
	"{day:'MONDAY',from:'09:00',to:'17:30'}\"}"

static const char *const none[] = { NULL };
static const char *const hidden_status[] = { "status", NULL };
static const char *const told_of_campaign[] = { "budget",    "platform",  "objective",
						"locations", "languages", "platformOptions",
						NULL };
static const char *const told_of_group[] = { "budget", "platformOptions", NULL };
static const char *const told_of_ad[] = { "platformOptions", NULL };

/* Fields that the tree of create_campaign leaves out, because other tools set them. */
static const char *const hidden_in_group[] = { "campaignId", "status", "targeting", NULL };
static const char *const hidden_in_ad[] = { "adGroupId", "status", NULL };
static const char *const hidden_in_keyword[] = { "adGroupId", "campaignId", "status", NULL };

static const char *const hidden_in_conversion[] = { "clickIds", NULL };

static bool schemas_is_among(const char *const *names, const struct ad_field *field)
{
	for (size_t i = 0; names[i]; i++)
		if (strcmp(field->name, names[i]) == 0)
			return true;
	return false;
}

static bool is_hidden(const struct part *p, const struct ad_field *field)
{
	return schemas_is_among(p->hidden, field) || (field->flags & AD_READ_ONLY) != 0;
}

static void schemas_properties(struct ad_json *j, const struct part *p)
{
	const struct ad_resource *res = ad_resource_row(p->resource);
	struct ad_schema_style style = { .use = AD_FOR_CREATE,
					 .brief = true,
					 .resource = p->resource };
	for (size_t i = 0; i < res->shape.count; i++) {
		const struct ad_field *field = &res->shape.fields[i];
		style.nested = !schemas_is_among(p->told, field);
		if (p->resource == AD_R_CAMPAIGN && strcmp(field->name, "type") == 0)
			ad_json_kraw(j, "type", AD_S(CAMPAIGN_TYPE));
		else if (p->resource == AD_R_CAMPAIGN && strcmp(field->name, "adSchedule") == 0)
			ad_json_kraw(j, "adSchedule", AD_S(CAMPAIGN_HOURS));
		else if (!is_hidden(p, field))
			ad_schema_properties(j, field, 1, style);
	}
}

static void schemas_required(struct ad_json *j, const struct part *p)
{
	const struct ad_resource *res = ad_resource_row(p->resource);
	ad_json_key(j, "required");
	ad_json_array(j);
	for (size_t i = 0; i < res->shape.count; i++)
		if ((res->shape.fields[i].flags & AD_REQUIRED) &&
		    !is_hidden(p, &res->shape.fields[i]))
			ad_json_str(j, ad_str(res->shape.fields[i].name));
	ad_json_array_end(j);
}

static void schemas_open(struct ad_json *j)
{
	ad_json_object(j);
	ad_json_kcstr(j, "type", "object");
	ad_json_key(j, "properties");
	ad_json_object(j);
}

static void schemas_close(struct ad_json *j, const struct part *p)
{
	ad_json_object_end(j);
	schemas_required(j, p);
	ad_json_object_end(j);
}

/* "ads": { type: array, items: { … } } */
static void schemas_list_of(struct ad_json *j, const char *name, const struct part *p,
			    void (*more)(struct ad_json *j))
{
	ad_json_key(j, name);
	ad_json_object(j);
	ad_json_kcstr(j, "type", "array");
	ad_json_key(j, "items");
	schemas_open(j);
	schemas_properties(j, p);
	if (more)
		more(j);
	schemas_close(j, p);
	ad_json_object_end(j);
}

static void below_a_group(struct ad_json *j)
{
	static const struct part ad = { AD_R_AD, hidden_in_ad, none };
	static const struct part keyword = { AD_R_KEYWORD, hidden_in_keyword, none };
	ad_json_kraw(j, "targeting", AD_S("{\"type\":\"object\"}"));
	schemas_list_of(j, "ads", &ad, NULL);
	schemas_list_of(j, "keywords", &keyword, NULL);
}

static void schemas_key(struct ad_json *j)
{
	ad_json_kraw(j, "idempotencyKey", AD_S("{\"type\":\"string\"}"));
}

/* Told once, in the tool that is called first: its name stands in the others. */
static void told_key(struct ad_json *j)
{
	ad_json_kraw(j, "idempotencyKey",
		     AD_S("{\"type\":\"string\",\"description\":\"Retry a lost call with the same "
			  "key: it runs once.\"}"));
}

void mcp_schema_campaign(struct ad_json *j)
{
	static const struct part campaign = { AD_R_CAMPAIGN, hidden_status, told_of_campaign };
	static const struct part group = { AD_R_AD_GROUP, hidden_in_group, none };
	schemas_open(j);
	schemas_properties(j, &campaign);
	schemas_list_of(j, "adGroups", &group, below_a_group);
	ad_json_kraw(j, "keywords", AD_S("{\"type\":\"array\",\"items\":{\"type\":\"object\"}}"));
	told_key(j);
	schemas_close(j, &campaign);
}

/* The end of a call that takes a list of many. */
static void close_list(struct ad_json *j, const char *name)
{
	schemas_key(j);
	ad_json_object_end(j);
	ad_json_key(j, "required");
	ad_json_array(j);
	ad_json_str(j, ad_str(name));
	ad_json_array_end(j);
	ad_json_object_end(j);
}

static void made_of(struct ad_json *j, const struct part *p)
{
	schemas_open(j);
	schemas_properties(j, p);
	schemas_key(j);
	schemas_close(j, p);
}

void mcp_schema_ad_group(struct ad_json *j)
{
	static const struct part group = { AD_R_AD_GROUP, hidden_status, told_of_group };
	made_of(j, &group);
}

void mcp_schema_ad(struct ad_json *j)
{
	static const struct part ad = { AD_R_AD, hidden_status, told_of_ad };
	made_of(j, &ad);
}

void mcp_schema_keyword(struct ad_json *j)
{
	static const struct part keyword = { AD_R_KEYWORD, hidden_in_keyword, none };
	schemas_open(j);
	ad_json_kraw(j, "adGroupId",
		     AD_S("{\"type\":\"string\",\"description\":\"The ad group, or\"}"));
	ad_json_kraw(
		j, "campaignId",
		AD_S("{\"type\":\"string\",\"description\":\"the campaign, for negatives.\"}"));
	schemas_list_of(j, "keywords", &keyword, NULL);
	close_list(j, "keywords");
}

void mcp_schema_asset(struct ad_json *j)
{
	static const struct part asset = { AD_R_ASSET, none, none };
	made_of(j, &asset);
}

void mcp_schema_business(struct ad_json *j)
{
	static const struct part business = { AD_R_BUSINESS, none, none };
	made_of(j, &business);
}

/* By their names alone. */
static void click_ids(struct ad_json *j)
{
	const struct ad_field *ids =
		ad_field_find(&ad_resource_row(AD_R_CONVERSION)->shape, AD_S("clickIds"), NULL);
	struct ad_text names = { .max = 0 };
	for (size_t i = 0; i < ids->member_count; i++)
		ad_text_addf(&names, "%s%s", i ? ", " : "", ids->members[i].name);
	ad_json_key(j, "clickIds");
	ad_json_object(j);
	ad_json_kcstr(j, "type", "object");
	ad_json_kstr(j, "description", ad_text_str(&names));
	ad_json_object_end(j);
	ad_text_free(&names);
}

void mcp_schema_conversions(struct ad_json *j)
{
	static const struct part conversion = { AD_R_CONVERSION, hidden_in_conversion, none };
	schemas_open(j);
	schemas_list_of(j, "conversions", &conversion, click_ids);
	close_list(j, "conversions");
}
