/* Nested creates: all faults of all levels are reported first, then all or nothing is created. */
#include "tests/unit/core/call/drafts.h"

#include "call/rules/rules.h"
#include "call/objects/tree.h"

static struct ad_node *draft_tree(struct desk *d, const char *input)
{
	struct ad_call *call = fresh(d);

	return ad_tree_draft(call, ad_resource_row(AD_R_CAMPAIGN), json_of(call->arena, input));
}

#define CAMPAIGN "\"name\":\"A\",\"type\":\"SEARCH\",\"budget\":20"
#define WHOLE                                                                                      \
	"{" CAMPAIGN                                                                               \
	",\"keywords\":[{\"text\":\"jobs\",\"matchType\":\"BROAD\",\"negative\":true}],"           \
	"\"adGroups\":[{\"name\":\"G1\",\"ads\":[{" RSA "}],\"keywords\":[{\"text\":\"a\","        \
	"\"matchType\":\"EXACT\"},{\"text\":\"b\",\"matchType\":\"BROAD\"}]},{\"name\":\"G2\"}]}"

static void the_whole_is_stored(void **state)
{
	struct desk *d = *state;
	struct ad_node *root = draft_tree(d, WHOLE);

	FAULTS(d, "");
	assert_int_equal(ad_tree_count(root, AD_R_CAMPAIGN), 1);
	assert_int_equal(ad_tree_count(root, AD_R_AD_GROUP), 2);
	assert_int_equal(ad_tree_count(root, AD_R_AD), 1);
	assert_int_equal(ad_tree_count(root, AD_R_KEYWORD), 3);
	assert_true(ad_tree_insert(&d->call, root));
	assert_int_equal(number_of(d, "SELECT count(*) FROM campaigns"), 1);
	assert_int_equal(number_of(d, "SELECT count(*) FROM ad_groups g JOIN campaigns c"
				      " ON c.id = g.campaign_id"),
			 2);
	assert_int_equal(number_of(d, "SELECT count(*) FROM ads a JOIN ad_groups g"
				      " ON g.id = a.ad_group_id WHERE a.campaign_id = g.campaign_id"
				      " AND g.name = 'G1'"),
			 1);
	assert_int_equal(number_of(d, "SELECT count(*) FROM keywords"), 3);
	assert_int_equal(number_of(d, "SELECT count(*) FROM history WHERE verb = 'CREATE'"), 7);
	assert_int_equal(number_of(d, "SELECT SUM(n) FROM counters WHERE resource <> 'history'"),
			 7);
}

static void faults_of_all_levels(void **state)
{
	struct desk *d = *state;

	(void)draft_tree(d,
			 "{\"name\":\"A\",\"type\":\"SEARCH\",\"budget\":0,"
			 "\"keywords\":[{\"text\":\"a\",\"matchType\":\"EXACT\"}],"
			 "\"adGroups\":[{\"naem\":\"x\",\"ads\":[{\"type\":\"RESPONSIVE_SEARCH\","
			 "\"finalUrl\":\"x\"}]},7,{\"name\":\"G\",\"keywords\":[null,"
			 "{\"text\":\"?\",\"matchType\":\"EXACT\"}],\"ads\":{}}]}");
	FAULTS(d, "budget TOO_SMALL; "
		  "adGroups[0].naem UNKNOWN_FIELD; adGroups[0].name REQUIRED; "
		  "adGroups[0].ads[0].finalUrl INVALID_URL; "
		  "adGroups[0].ads[0].headlines TOO_FEW; "
		  "adGroups[0].ads[0].descriptions TOO_FEW; "
		  "adGroups[1]. WRONG_TYPE; "
		  "adGroups[2].ads WRONG_TYPE; "
		  "adGroups[2].keywords[0]. WRONG_TYPE; "
		  "adGroups[2].keywords[1].text INVALID_CHARACTERS; "
		  "keywords[0].negative NEGATIVE_ONLY");
	assert_int_equal(d->call.status, AD_INVALID);
}

/* Names that collide inside one input are found when they are stored, at their path. */
static void names_within_one_input(void **state)
{
	struct desk *d = *state;
	struct ad_node *root =
		draft_tree(d, "{" CAMPAIGN ",\"adGroups\":[{\"name\":\"G\"},{\"name\":\"G\"}]}");

	FAULTS(d, "");
	assert_false(ad_tree_insert(&d->call, root));
	FAULTS(d, "adGroups[1].name DUPLICATE_NAME");
}

/* A nested object belongs to the enclosing object and cannot name another parent. */
static void a_nested_object_names_no_parent(void **state)
{
	struct desk *d = *state;
	const char *other = make_campaign(d, "Other", "google");

	(void)draft_tree(d, text_of(d,
				    "{" CAMPAIGN ",\"adGroups\":[{\"name\":\"G\",\"campaignId\":"
				    "\"%s\"}]}",
				    other));
	FAULTS(d, "adGroups[0].campaignId READ_ONLY");
}

/*
 * A campaign whose type is wrong or missing has no platform. The rules of the objects that are
 * nested in it still name their own faults, and none of them asks for the name of that platform.
 */
static void nested_objects_of_a_campaign_without_platform(void **state)
{
	static const char *const types[] = { "",
					     "\"type\":null,",
					     "\"type\":\"Search\",",
					     "\"type\":7,",
					     "\"type\":\"OTHER\",",
					     "\"type\":[],\"platform\":\"Google\"," };
	static const char *const ads[] = { "RESPONSIVE_SEARCH", "POST", "IMAGE", "VIDEO", "Post" };
	struct desk *d = *state;

	for (size_t t = 0; t < AD_LEN(types); t++)
		for (size_t a = 0; a < AD_LEN(ads); a++) {
			(void)draft_tree(
				d,
				text_of(d,
					"{%s\"name\":\"A\",\"budget\":20,\"keywords\":[{\"text\":"
					"\"a\",\"matchType\":\"EXACT\",\"negative\":true}],"
					"\"adGroups\":[{\"name\":\"G\",\"budget\":1,\"cpcBid\":1,"
					"\"targeting\":{\"ageMin\":30},\"platformOptions\":{},"
					"\"ads\":[{\"type\":\"%s\"}],\"keywords\":[{\"text\":"
					"\"b\",\"matchType\":\"EXACT\"}]}]}",
					types[t], ads[a]));
			assert_int_equal(d->call.status, AD_INVALID);
			assert_true(ad_has_fault(&d->call, "type"));
			assert_true(ad_has_fault(&d->call, "adGroups[0].ads[0].finalUrl"));
		}
	assert_int_equal(number_of(d, "SELECT count(*) FROM campaigns"), 0);
}

static void bounds(void **state)
{
	struct desk *d = *state;
	struct ad_text text = ad_text_on(d->arena);

	ad_text_adds(&text, "{" CAMPAIGN ",\"keywords\":[");
	for (int i = 0; i < 1001; i++)
		ad_text_adds(&text, i ? ",{}" : "{}");
	ad_text_adds(&text, "]}");
	(void)draft_tree(d, ad_text_str(&text).p);
	FAULTS(d, "keywords TOO_MANY");
	assert_int_equal(d->call.faults->limit, 1000);
	assert_null(draft_tree(d, "[]"));
	FAULTS(d, " WRONG_TYPE");
}

static void scopes_of_what_is_made(void **state)
{
	struct desk *d = *state;
	const struct ad_resource *campaign = ad_resource_row(AD_R_CAMPAIGN);

	assert_int_equal(ad_tree_scopes(campaign, json_of(d->arena, WHOLE)),
			 AD_CAMPAIGNS_WRITE | AD_ADS_WRITE | AD_KEYWORDS_WRITE);
	assert_int_equal(ad_tree_scopes(campaign, json_of(d->arena, "{" CAMPAIGN "}")),
			 AD_CAMPAIGNS_WRITE);
	assert_int_equal(
		ad_tree_scopes(campaign, json_of(d->arena, "{\"adGroups\":[{\"ads\":[]}]}")),
		AD_CAMPAIGNS_WRITE);
	assert_int_equal(ad_tree_scopes(campaign, json_of(d->arena, "{\"adGroups\":7}")),
			 AD_CAMPAIGNS_WRITE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		desk_test(the_whole_is_stored),
		desk_test(faults_of_all_levels),
		desk_test(names_within_one_input),
		desk_test(a_nested_object_names_no_parent),
		desk_test(nested_objects_of_a_campaign_without_platform),
		desk_test(bounds),
		desk_test(scopes_of_what_is_made),
	};
	return on_each_database("tree", tests);
}
