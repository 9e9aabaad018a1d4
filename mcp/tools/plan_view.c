/*
 * The names and campaigns of a plan's objects: for the sums of a long plan, and for the view, which
 * gets all operations even if the model's result does not.
 */
#include "mcp/tools/plan_sums.h"
#include "mcp/tools/tool.h"
#include "mcp/ui/ui.h"

#define OPERATIONS_MAX ((size_t)200000) /* bytes */
#define OBJECTS_MAX 2000
#define BRIEF ((size_t)65536) /* bytes of a plan that is looked through on the loop's thread */

/* Name and campaign of an object; what the adGroup and the ad are below is always of the Space. */
static const struct {
	enum ad_resource_id resource;
	const char *sql;
} lookups[] = {
	{ AD_R_CAMPAIGN, "SELECT name, id FROM campaigns WHERE space_id = $1 AND environment = $2"
			 " AND id = $3" },
	{ AD_R_AD_GROUP, "SELECT name, campaign_id FROM ad_groups WHERE space_id = $1 AND"
			 " environment = $2 AND id = $3" },
	{ AD_R_AD, "SELECT a.name, g.campaign_id FROM ads a LEFT JOIN ad_groups g ON"
		   " g.space_id = a.space_id AND g.environment = a.environment AND g.id ="
		   " a.ad_group_id WHERE a.space_id = $1 AND a.environment = $2 AND a.id = $3" },
	{ AD_R_KEYWORD, "SELECT k.text, COALESCE(k.campaign_id, g.campaign_id) FROM keywords k LEFT"
			" JOIN ad_groups g ON g.space_id = k.space_id AND g.environment ="
			" k.environment AND g.id = k.ad_group_id WHERE k.space_id = $1 AND"
			" k.environment = $2 AND k.id = $3" },
};

/* The state of writing two maps at once, by id. */
struct notes {
	struct mcp_request *r;
	cJSON *objects, *campaigns;
	int count;
};

static void ui_plan_free_tree(void *tree)
{
	cJSON_Delete(tree);
}

static cJSON *owned_object(struct ad_arena *arena)
{
	cJSON *object = cJSON_CreateObject();
	ad_arena_defer(arena, ui_plan_free_tree, object);
	return object;
}

/* A text of ours as the tree wants it, ended by NUL. */
static const char *c_text(struct ad_arena *arena, struct ad_str text)
{
	return ad_arena_copy(arena, text).p;
}

/* The row of an object into out, which came empty; false where the database failed, with the call's
 * status set. */
static bool look_up(struct mcp_request *r, const char *sql, struct ad_str id, struct ad_str out[2])
{
	struct ad_call *call = r->call;
	struct ad_stmt *s = ad_sql(call->db, sql);
	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, call->who->environment == AD_LIVE ? "live" : "test");
	ad_bind(s, 3, id);
	enum ad_db_status status = ad_step(s);
	for (int i = 0; status == AD_DB_ROW && i < 2; i++) {
		struct ad_str text = ad_col(s, i);
		if (text.p)
			out[i] = ad_arena_copy(call->arena, text);
	}
	ad_reset(s);
	return status == AD_DB_ROW || status == AD_DB_DONE || ad_fail_db(call, status);
}

/* The campaign that an object belongs to, for who may read campaigns. */
static bool note_campaign(struct notes *n, cJSON *note, struct ad_str id)
{
	uint32_t scope = ad_resource_row(AD_R_CAMPAIGN)->read_scope;
	struct ad_str found[2] = { { NULL, 0 }, { NULL, 0 } };
	if (!id.p || !(n->r->call->scopes & scope))
		return true;
	const char *key = c_text(n->r->call->arena, id);
	cJSON_AddStringToObject(note, "campaignId", key);
	if (ad_json_get(n->campaigns, key))
		return true;
	if (!look_up(n->r, lookups[0].sql, id, found))
		return false;
	if (found[0].p)
		cJSON_AddStringToObject(n->campaigns, key, found[0].p);
	return true;
}

static bool note_object(struct notes *n, const cJSON *one)
{
	struct ad_arena *arena = n->r->call->arena;
	struct ad_str id = ad_json_get_text(one, "id");
	const struct ad_resource *res = id.p ? ad_resource_of_id(id) : NULL;
	struct ad_str found[2] = { { NULL, 0 }, { NULL, 0 } };
	if (!res || n->count >= OBJECTS_MAX || ad_json_get(n->objects, c_text(arena, id)))
		return true;
	for (size_t i = 0; i < AD_LEN(lookups); i++) {
		if (lookups[i].resource != res->id)
			continue;
		if (!look_up(n->r, lookups[i].sql, id, found))
			return false;
		cJSON *note = cJSON_AddObjectToObject(n->objects, c_text(arena, id));
		n->count++;
		if (found[0].p)
			cJSON_AddStringToObject(note, "name", found[0].p);
		return note_campaign(n, note, found[1]);
	}
	return true;
}

static bool note_all(struct notes *n, const cJSON *plan)
{
	static const char *const lists[] = { "heldBack", "violations", "warnings", "operations" };
	const cJSON *one;
	for (size_t i = 0; i < AD_LEN(lists); i++) {
		cJSON_ArrayForEach(one, ad_json_get(plan, lists[i]))
		{
			if (!note_object(n, one))
				return false;
		}
	}
	return true;
}

/* Where the result that the model gets may be cut, the view gets what there is. */
static void ui_plan_write_operations(struct ad_json *j, struct ad_text *out, const cJSON *plan)
{
	const cJSON *one;
	int64_t left = 0, all = 0;
	ad_json_key(j, "operations");
	ad_json_array(j);
	cJSON_ArrayForEach(one, ad_json_get(plan, "operations"))
	{
		if (out->n > OPERATIONS_MAX)
			left++;
		else
			mcp_write_item(j, one, true);
	}
	ad_json_array_end(j);
	/* Of a plan of more pages than one the call has the first. */
	if (ad_json_int64(ad_json_get(ad_json_get(plan, "totals"), "operations"), &all))
		left += all - cJSON_GetArraySize(ad_json_get(plan, "operations"));
	ad_json_kint(j, "operationsNotShown", left);
}

static void ui_plan_step(struct ad_call *call)
{
	struct mcp_request *r = call->door_data;
	struct ad_json_error err;
	const cJSON *plan = ad_json_parse(call->arena, call->data, &err);
	struct notes n = { .r = r,
			   .objects = owned_object(call->arena),
			   .campaigns = owned_object(call->arena) };
	struct ad_text *out = mcp_text(r);
	struct ad_json j = ad_json_on(out);
	struct mcp_plan_notes *notes = r->tool_data;
	if (!note_all(&n, plan))
		return;
	notes->objects = n.objects;
	notes->campaigns = n.campaigns;
	if (!notes->shown)
		return;
	ad_json_key(&j, "adcore/view");
	ad_json_object(&j);
	ad_json_kcstr(&j, "environment", call->who->environment == AD_LIVE ? "live" : "test");
	ad_json_key(&j, "objects");
	mcp_write_item(&j, n.objects, true);
	ad_json_key(&j, "campaigns");
	mcp_write_item(&j, n.campaigns, true);
	if (call->data.n > MCP_PLAN_LONG || mcp_plan_is_long(r))
		ui_plan_write_operations(&j, out, plan);
	ad_json_object_end(&j);
	r->meta = ad_text_str(out);
}

/* The preview was made, or was refused: then there is nothing to add. */
static void ui_plan_render(struct ad_exchange *x)
{
	struct mcp_request *r = x->call.door_data;
	const struct mcp_plan_notes *notes = r->tool_data;
	x->render = mcp_tool_render;
	if (x->call.status == AD_OK && (notes->shown || mcp_plan_is_long(r)))
		ad_call_next(&x->call, x->call.data.n > BRIEF ? AD_SLOW : AD_HERE, ui_plan_step);
}

void mcp_plan_view(struct mcp_request *r)
{
	struct mcp_plan_notes *notes = ad_arena_zalloc(r->call->arena, sizeof(*notes));
	notes->shown = mcp_ui_shown(r);
	r->tool_data = notes;
	r->x->render = ui_plan_render;
}
