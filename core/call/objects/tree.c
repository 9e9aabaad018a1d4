#include "call/objects/tree.h"

#include "base/id.h"
#include "base/json_read.h"
#include "call/objects/objects.h"

#define BELOW_MAX 1000 /* objects of one kind below one parent in one input */
#define TREE_MAX 5000  /* objects in one input, whatever they are */

struct below {
	enum ad_resource_id parent;
	const char *member;
	enum ad_resource_id child;
	const char *field; /* of the child, naming the parent */
};

static const struct below table[] = {
	{ AD_R_CAMPAIGN, "adGroups", AD_R_AD_GROUP, "campaignId" },
	{ AD_R_CAMPAIGN, "keywords", AD_R_KEYWORD, "campaignId" },
	{ AD_R_AD_GROUP, "ads", AD_R_AD, "adGroupId" },
	{ AD_R_AD_GROUP, "keywords", AD_R_KEYWORD, "adGroupId" },
};

static void tree_free_tree(void *tree)
{
	cJSON_Delete(tree);
}

/* The object's own members, with the parent's id if there is one. */
static const cJSON *own_input(struct ad_call *call, const struct ad_resource *res,
			      const cJSON *input, const char *field, struct ad_str parent)
{
	cJSON *own = cJSON_CreateObject();
	const cJSON *item;
	ad_arena_defer(call->arena, tree_free_tree, own);
	cJSON_ArrayForEach(item, input)
	{
		bool below = false;
		for (size_t i = 0; i < AD_LEN(table); i++)
			below = below || (table[i].parent == res->id &&
					  strcmp(table[i].member, item->string) == 0);
		if (!below)
			cJSON_AddItemToObject(own, item->string, cJSON_Duplicate(item, true));
	}
	if (field && ad_json_get(own, field)) {
		ad_fault(call, field, "READ_ONLY", "%s follows from the nesting. Omit it.", field);
		cJSON_DeleteItemFromObjectCaseSensitive(own, field);
	}
	if (field)
		cJSON_AddStringToObject(own, field, parent.p);
	return own;
}

static struct ad_node *tree_draft(struct ad_call *call, const struct ad_resource *res,
				  const cJSON *input, const char *field, struct ad_str parent);

static void draft_below(struct ad_call *call, struct ad_node *node, const struct below *b,
			const cJSON *list)
{
	const char *prefix = call->fault_prefix ? call->fault_prefix : "";
	struct ad_node **end = &node->first;
	const cJSON *item;
	int i = 0;
	if (!cJSON_IsArray(list)) {
		ad_fault(call, b->member, "WRONG_TYPE", "%s must be a list.", b->member);
		return;
	}
	if (cJSON_GetArraySize(list) > BELOW_MAX) {
		ad_fault_limit(call, b->member, "TOO_MANY", BELOW_MAX,
			       "%s accepts at most %d items per request.", b->member, BELOW_MAX);
		return;
	}
	while (*end)
		end = &(*end)->next;
	cJSON_ArrayForEach(item, list)
	{
		call->fault_prefix =
			ad_arena_printf(call->arena, "%s%s[%d].", prefix, b->member, i++).p;
		*end = tree_draft(call, ad_resource_row(b->child), item, b->field, node->row->id);
		if (*end)
			end = &(*end)->next;
	}
	call->fault_prefix = prefix;
}

static struct ad_node *tree_draft(struct ad_call *call, const struct ad_resource *res,
				  const cJSON *input, const char *field, struct ad_str parent)
{
	struct ad_node *node = ad_arena_zalloc(call->arena, sizeof(*node));
	char id[AD_ID_SIZE];
	node->prefix = call->fault_prefix;
	if (!cJSON_IsObject(input)) {
		ad_fault(call, "", "WRONG_TYPE", "It must be an object.");
		return NULL;
	}
	if (!ad_object_draft(call, res, own_input(call, res, input, field, parent), &node->row) &&
	    !node->row)
		return NULL;
	ad_id_make(res->prefix, id);
	node->row->id = ad_arena_copy(call->arena, ad_str(id));
	struct ad_row *outer = call->parent_hint;
	for (size_t i = 0; i < AD_LEN(table); i++) {
		const cJSON *list = ad_json_get(input, table[i].member);
		if (table[i].parent != res->id || !list)
			continue;
		call->parent_hint = node->row;
		draft_below(call, node, &table[i], list);
	}
	call->parent_hint = outer;
	return node;
}

/* Counts the objects of an input, up to the limit. */
static size_t count_input(const struct ad_resource *res, const cJSON *input)
{
	size_t n = 1;
	for (size_t i = 0; i < AD_LEN(table); i++) {
		const cJSON *item;
		if (table[i].parent != res->id)
			continue;
		cJSON_ArrayForEach(item, ad_json_get(input, table[i].member)) n +=
			count_input(ad_resource_row(table[i].child), item);
	}
	return n;
}

struct ad_node *ad_tree_draft(struct ad_call *call, const struct ad_resource *res,
			      const cJSON *input)
{
	size_t n = count_input(res, input);
	if (n > TREE_MAX) {
		ad_fault_limit(call, "", "TOO_MANY", TREE_MAX,
			       "The request creates %zu objects; at most %d are allowed. Create "
			       "the rest in further requests.",
			       n, TREE_MAX);
		return NULL;
	}
	return tree_draft(call, res, input, NULL, (struct ad_str){ NULL, 0 });
}

bool ad_tree_insert(struct ad_call *call, struct ad_node *root)
{
	call->fault_prefix = root->prefix;
	if (!ad_object_insert(call, root->row))
		return false;
	for (struct ad_node *n = root->first; n; n = n->next)
		if (!ad_tree_insert(call, n))
			return false;
	call->fault_prefix = NULL;
	return true;
}

uint32_t ad_tree_scopes(const struct ad_resource *res, const cJSON *input)
{
	uint32_t scopes = res->write_scope;
	const cJSON *item;
	for (size_t i = 0; i < AD_LEN(table); i++) {
		if (table[i].parent != res->id)
			continue;
		cJSON_ArrayForEach(item, ad_json_get(input, table[i].member)) scopes |=
			ad_tree_scopes(ad_resource_row(table[i].child), item);
	}
	return scopes;
}

size_t ad_tree_count(const struct ad_node *root, enum ad_resource_id resource)
{
	size_t n = root->row->res->id == resource ? 1 : 0;
	for (const struct ad_node *c = root->first; c; c = c->next)
		n += ad_tree_count(c, resource);
	return n;
}
