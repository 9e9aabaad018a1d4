/* The tools that write drafts. Each is one writing step: all of it is kept, or nothing. */
#include "mcp/tools/tool.h"
#include "mcp/tools/tool_args.h"

/* The state that a writing tool keeps until its answer. */
struct written {
	const struct ad_resource *res;
	const cJSON *input; /* of the creating tools */
};

/* Keeps the answer with the idempotency key: the outcome's data is the structuredContent. */
static void tools_write_keep(struct mcp_request *r, struct ad_text *out, struct ad_str sentence)
{
	struct ad_call *call = r->call;
	struct ad_text meta = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&meta);
	ad_json_str(&j, sentence);
	call->data = ad_text_str(out);
	call->meta = ad_text_str(&meta);
	call->http_status = 201;
	(void)!ad_idempotency_keep(call);
}

void mcp_finish(struct mcp_request *r, struct ad_text *out, struct ad_str sentence)
{
	if (r->call->status == AD_OK)
		tools_write_keep(r, out, sentence);
	else
		ad_idempotency_fail(r->call);
}

/* True if the answer has no room for one more object, which is then only counted. */
static bool tools_write_is_full(const struct ad_text *out, int *left)
{
	if (out->n <= MCP_RESULT_MAX)
		return false;
	(*left)++;
	return true;
}

void mcp_end_list(struct ad_json *j, int left)
{
	ad_json_array_end(j);
	if (left) {
		ad_json_kbool(j, "truncated", true);
		ad_json_kint(j, "notShown", left);
	}
	ad_json_kbool(j, "live", false);
	ad_json_object_end(j);
}

/* From the outcome, new or replayed. */
void mcp_written_answer(struct mcp_request *r)
{
	struct ad_json_error err;
	struct ad_call *call = r->call;
	const cJSON *sentence = ad_json_parse(
		call->arena, ad_arena_printf(call->arena, "[%.*s]", AD_FMT(call->meta)), &err);
	r->text = ad_json_text(cJSON_GetArrayItem(sentence, 0));
	r->structured = call->data;
}

static void tools_write_write_row(struct ad_json *j, struct ad_call *call, const struct ad_row *row,
				  const struct ad_node *below);

static const char *tools_write_member_of(enum ad_resource_id child)
{
	if (child == AD_R_AD_GROUP)
		return "adGroups";
	return child == AD_R_AD ? "ads" : "keywords";
}

/* Writes the children that were created: ids and names, and only a count of many keywords. */
static void write_below(struct ad_json *j, struct ad_call *call, const struct ad_node *first)
{
	static const enum ad_resource_id kinds[] = { AD_R_AD_GROUP, AD_R_AD, AD_R_KEYWORD };
	for (size_t i = 0; i < AD_LEN(kinds); i++) {
		bool any = false;
		for (const struct ad_node *n = first; n; n = n->next)
			any = any || n->row->res->id == kinds[i];
		if (!any)
			continue;
		ad_json_key(j, tools_write_member_of(kinds[i]));
		ad_json_array(j);
		for (const struct ad_node *n = first; n; n = n->next)
			if (n->row->res->id == kinds[i] && j->out->n <= MCP_RESULT_MAX)
				tools_write_write_row(j, call, n->row, n->first);
		ad_json_array_end(j);
	}
}

static void tools_write_write_row(struct ad_json *j, struct ad_call *call, const struct ad_row *row,
				  const struct ad_node *below)
{
	ad_json_object(j);
	ad_json_kstr(j, "id", row->id);
	if (row->res->id == AD_R_KEYWORD) {
		ad_json_kstr(j, "text", ad_row_text(row, "text"));
		ad_json_kstr(j, "matchType", ad_row_text(row, "matchType"));
		if (ad_row_value((struct ad_row *)row, "negative")->i)
			ad_json_kbool(j, "negative", true);
	} else if (ad_row_text(row, "name").p)
		ad_json_kstr(j, "name", ad_row_text(row, "name"));
	write_below(j, call, below);
	ad_json_object_end(j);
}

static void write_whole(struct ad_json *j, struct ad_call *call, const struct ad_row *row,
			const struct ad_node *below)
{
	struct ad_json_error err;
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json inner = ad_json_on(&text);
	ad_row_write(&inner, row);
	const cJSON *object = ad_json_parse(call->arena, ad_text_str(&text), &err);
	const cJSON *item;
	ad_json_object(j);
	cJSON_ArrayForEach(item, object)
	{
		if (mcp_is_noise(item) || strcmp(item->string, "remote") == 0)
			continue;
		ad_json_key(j, item->string);
		mcp_write_item(j, item, false);
	}
	write_below(j, call, below);
	ad_json_object_end(j);
}

static struct ad_str tree_sentence(struct ad_call *call, const struct ad_node *root, bool cut)
{
	struct ad_text text = ad_text_on(call->arena);
	size_t groups = ad_tree_count(root, AD_R_AD_GROUP);
	size_t ads = ad_tree_count(root, AD_R_AD);
	size_t keywords = ad_tree_count(root, AD_R_KEYWORD);
	struct ad_str name = ad_row_text(root->row, "name");
	ad_text_addf(&text, "%s %.*s drafted, not live", root->row->res->name,
		     AD_FMT(name.p ? name : root->row->id));
	if (root->row->res->id == AD_R_CAMPAIGN) {
		struct ad_text money = ad_text_on(call->arena);
		struct ad_json j = ad_json_on(&money);
		ad_json_micros(&j, ad_row_value(root->row, "budget")->i);
		ad_text_addf(&text, ", %s %s a day", ad_text_str(&money).p, call->space.currency);
		ad_text_addf(&text, " (%.*s, %.*s, %.*s)",
			     AD_FMT(mcp_count(call->door_data, groups, "ad group")),
			     AD_FMT(mcp_count(call->door_data, ads, "ad")),
			     AD_FMT(mcp_count(call->door_data, keywords, "keyword")));
	}
	ad_text_adds(&text, ". Nothing reaches a platform before preview_sync and push_sync.");
	if (cut)
		ad_text_adds(&text, " Truncated; find_objects lists all of them.");
	return ad_text_str(&text);
}

const cJSON *mcp_input(struct mcp_request *r)
{
	cJSON *input = cJSON_Duplicate(r->args, true);
	cJSON_DeleteItemFromObjectCaseSensitive(input, "idempotencyKey");
	struct ad_text text = ad_text_on(r->call->arena);
	struct ad_json_error err;
	ad_json_canonical(&text, input);
	cJSON_Delete(input);
	return ad_json_parse(r->call->arena, ad_text_str(&text), &err);
}

const cJSON *mcp_input_of(struct mcp_request *r, const char *const *names)
{
	struct ad_text text = ad_text_on(r->call->arena);
	struct ad_json_error err;
	cJSON *input = cJSON_CreateObject();
	for (; *names; names++) {
		const cJSON *item = ad_json_get(r->args, *names);
		if (item && !cJSON_IsNull(item))
			cJSON_AddItemToObject(input, *names, cJSON_Duplicate(item, true));
	}
	ad_json_canonical(&text, input);
	cJSON_Delete(input);
	return ad_json_parse(r->call->arena, ad_text_str(&text), &err);
}

static bool tools_write_collected(struct ad_call *call)
{
	return call->status == AD_OK;
}

static void create_step(struct ad_call *call)
{
	struct mcp_request *r = call->door_data;
	const struct written *w = r->tool_data;
	ad_call_fresh(call);
	if (!ad_idempotency_begin(call))
		return;
	struct ad_text *out = mcp_text(r);
	struct ad_json j = ad_json_on(out);
	struct ad_node *root = ad_tree_draft(call, w->res, w->input);
	struct ad_str sentence = AD_S("");
	if (root && tools_write_collected(call) && ad_tree_insert(call, root)) {
		ad_json_object(&j);
		ad_json_key(&j, w->res->name);
		write_whole(&j, call, root->row, root->first);
		bool cut = out->n > MCP_RESULT_MAX;
		if (cut)
			ad_json_kbool(&j, "truncated", true);
		ad_json_kbool(&j, "live", false);
		ad_json_object_end(&j);
		sentence = tree_sentence(call, root, cut);
	}
	mcp_finish(r, out, sentence);
}

static void tools_write_create(struct mcp_request *r, enum ad_resource_id resource)
{
	struct ad_call *call = r->call;
	struct written *w = ad_arena_zalloc(call->arena, sizeof(*w));
	w->res = ad_resource_row(resource);
	w->input = mcp_input(r);
	r->tool_data = w;
	call->res = w->res;
	if (!ad_call_require(call, ad_tree_scopes(w->res, w->input)) ||
	    !ad_idempotency_check_key(call))
		return;
	ad_call_next(call, AD_WRITE, create_step);
}

uint32_t mcp_campaign_scopes(const cJSON *args)
{
	return ad_tree_scopes(ad_resource_row(AD_R_CAMPAIGN), args);
}

uint32_t mcp_ad_group_scopes(const cJSON *args)
{
	return ad_tree_scopes(ad_resource_row(AD_R_AD_GROUP), args);
}

void mcp_create_campaign(struct mcp_request *r)
{
	tools_write_create(r, AD_R_CAMPAIGN);
}

void mcp_create_ad_group(struct mcp_request *r)
{
	tools_write_create(r, AD_R_AD_GROUP);
}

void mcp_create_ad(struct mcp_request *r)
{
	tools_write_create(r, AD_R_AD);
}

/* ---- create_keyword ---------------------------------------------------------------------- */

static void tools_write_free_tree(void *tree)
{
	cJSON_Delete(tree);
}

/* One keyword's input: its own members and the parent of them all. */
static const cJSON *keyword_input(struct ad_call *call, const cJSON *args, const cJSON *keyword)
{
	cJSON *input = cJSON_Duplicate(keyword, true);
	static const char *const parents[] = { "adGroupId", "campaignId" };
	ad_arena_defer(call->arena, tools_write_free_tree, input);
	for (size_t i = 0; i < AD_LEN(parents); i++) {
		const cJSON *id = ad_json_get(args, parents[i]);
		if (id && cJSON_IsObject(input) && !ad_json_get(input, parents[i]))
			cJSON_AddItemToObject(input, parents[i], cJSON_Duplicate(id, true));
	}
	return input;
}

bool mcp_list_args(struct mcp_request *r, const char *name, const char *const *known)
{
	struct ad_call *call = r->call;
	const cJSON *item;
	const cJSON *list = ad_json_get(r->args, name);
	cJSON_ArrayForEach(item, r->args)
	{
		bool found = false;
		for (size_t i = 0; known[i]; i++)
			found = found || strcmp(known[i], item->string) == 0;
		if (!found)
			ad_fault(call, item->string, "UNKNOWN_FIELD",
				 "The argument %s does not exist here; set fields of one object in "
				 "the items of %s.",
				 item->string, name);
	}
	int n = cJSON_IsArray(list) ? cJSON_GetArraySize(list) : 0;
	if (n < 1 || n > MCP_LIST_MAX)
		ad_fault_limit(call, name, n > MCP_LIST_MAX ? "TOO_MANY" : "REQUIRED", MCP_LIST_MAX,
			       "%s must be a list of 1 to %d items.", name, MCP_LIST_MAX);
	return call->status == AD_OK;
}

static void keywords_step(struct ad_call *call)
{
	struct mcp_request *r = call->door_data;
	const cJSON *list = ad_json_get(r->args, "keywords");
	const cJSON *item;
	struct ad_row *rows[MCP_LIST_MAX];
	int n = 0;
	int left = 0;
	ad_call_fresh(call);
	if (!ad_idempotency_begin(call))
		return;
	cJSON_ArrayForEach(item, list)
	{
		rows[n] = NULL;
		call->fault_prefix = ad_arena_printf(call->arena, "keywords[%d].", n).p;
		(void)!ad_object_draft(call, call->res, keyword_input(call, r->args, item),
				       &rows[n]);
		n++;
	}
	struct ad_text *out = mcp_text(r);
	struct ad_json j = ad_json_on(out);
	ad_json_object(&j);
	ad_json_key(&j, "keywords");
	ad_json_array(&j);
	for (int i = 0; tools_write_collected(call) && i < n; i++) {
		call->fault_prefix = ad_arena_printf(call->arena, "keywords[%d].", i).p;
		if (!rows[i] || !ad_object_insert(call, rows[i]))
			break;
		if (!tools_write_is_full(out, &left))
			tools_write_write_row(&j, call, rows[i], NULL);
	}
	mcp_end_list(&j, left);
	call->fault_prefix = NULL;
	mcp_finish(r, out,
		   ad_arena_printf(call->arena,
				   "%.*s drafted, not live. Nothing reaches a platform before "
				   "preview_sync and push_sync.%s",
				   AD_FMT(mcp_count(r, (size_t)n, "keyword")),
				   left ? " Truncated; find_objects lists all of them." : ""));
}

void mcp_create_keyword(struct mcp_request *r)
{
	static const char *const known[] = { "adGroupId", "campaignId", "keywords",
					     "idempotencyKey", NULL };
	r->call->res = ad_resource_row(AD_R_KEYWORD);
	if (mcp_list_args(r, "keywords", known) && ad_idempotency_check_key(r->call))
		ad_call_next(r->call, AD_WRITE, keywords_step);
}

/* ---- update_objects, delete_objects ------------------------------------------------------- */

const struct ad_resource *mcp_open_to(struct ad_str id, enum ad_verb verb)
{
	const struct ad_resource *res = ad_resource_of_id(id);
	return res && mcp_is_kind(res) && ad_action_of(res, verb) ? res : NULL;
}

uint32_t mcp_scopes_of(const cJSON *list, const char *member, enum ad_verb verb)
{
	uint32_t scopes = 0;
	const cJSON *item;
	cJSON_ArrayForEach(item, list)
	{
		const struct ad_resource *res = mcp_open_to(
			member ? ad_json_get_text(item, member) : ad_json_text(item), verb);
		scopes |= res ? res->write_scope : 0;
	}
	return scopes;
}

static void tools_write_write_change(struct ad_json *j, const struct ad_row *before,
				     const struct ad_row *after)
{
	ad_json_object(j);
	ad_json_kstr(j, "id", after->id);
	ad_json_kint(j, "version", after->version);
	if (after->res->staged)
		ad_json_kcstr(j, "syncState", ad_sync_state_name(after->state));
	ad_json_key(j, "changes");
	ad_json_array(j);
	for (size_t i = 0; i < after->res->shape.count; i++) {
		const struct ad_field *field = &after->res->shape.fields[i];
		if (ad_value_eq(&before->v[i], &after->v[i]))
			continue;
		ad_json_object(j);
		ad_json_kcstr(j, "field", field->name);
		ad_json_key(j, "before");
		ad_value_write(j, field, &before->v[i]);
		ad_json_key(j, "after");
		ad_value_write(j, field, &after->v[i]);
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
	ad_json_object_end(j);
}

/* The patch of one update, with its expectedVersion where given. */
static const cJSON *patch_of(struct ad_call *call, const cJSON *update)
{
	const cJSON *changes = ad_json_get(update, "changes");
	const cJSON *version = ad_json_get(update, "expectedVersion");
	if (!cJSON_IsObject(changes) || !cJSON_IsNumber(version))
		return changes;
	cJSON *patch = cJSON_Duplicate(changes, true);
	ad_arena_defer(call->arena, tools_write_free_tree, patch);
	cJSON_AddItemToObject(patch, "expectedVersion", cJSON_Duplicate(version, true));
	return patch;
}

void mcp_not_one(struct ad_call *call, int index, const char *list)
{
	if (call->status == AD_OK || call->faults)
		return;
	struct ad_str path = ad_arena_printf(call->arena, "%s[%d]", list, index);
	enum ad_status status = call->status;
	if (status != AD_NOT_FOUND && status != AD_CONFLICT && status != AD_PRECONDITION)
		return;
	struct ad_str message = ad_arena_copy(call->arena, ad_str(ad_outcome_message(call)));
	call->message = ad_arena_printf(call->arena, "%s: %.*s", path.p, AD_FMT(message)).p;
}

/*
 * Puts a refusal by the Space's guardrails aside, for all of a call's to be told at once: the step
 * goes on for what it says, and fails in the end.
 */
static void set_aside(struct ad_call *call, struct ad_violation ***end)
{
	if (call->status != AD_GUARDRAIL)
		return;
	**end = call->violations;
	while (**end)
		*end = &(**end)->next;
	call->violations = NULL;
	call->status = AD_OK;
}

static void tools_write_update_step(struct ad_call *call)
{
	struct mcp_request *r = call->door_data;
	struct ad_text *out = mcp_text(r);
	struct ad_json j = ad_json_on(out);
	struct ad_violation *refused = NULL;
	struct ad_violation **end = &refused;
	const cJSON *item;
	int n = 0;
	int left = 0;
	ad_call_fresh(call);
	if (!ad_idempotency_begin(call))
		return;
	ad_json_object(&j);
	ad_json_key(&j, "changed");
	ad_json_array(&j);
	cJSON_ArrayForEach(item, ad_json_get(r->args, "updates"))
	{
		struct ad_row *before;
		struct ad_row *after;
		struct ad_str id = ad_json_get_text(item, "id");
		const struct ad_resource *res = mcp_open_to(id, AD_V_UPDATE);
		call->fault_prefix = ad_arena_printf(call->arena, "updates[%d].changes.", n).p;
		if (!res)
			ad_fault(call, "id", "REFERENCE_NOT_FOUND",
				 "The object %.*s does not exist.", AD_FMT(id));
		else if (ad_object_patch(call, res, id, patch_of(call, item), &before, &after) &&
			 !tools_write_is_full(out, &left))
			tools_write_write_change(&j, before, after);
		set_aside(call, &end);
		if (call->status != AD_OK && call->status != AD_INVALID) {
			mcp_not_one(call, n, "updates");
			break;
		}
		n++;
	}
	mcp_end_list(&j, left);
	call->fault_prefix = NULL;
	if (refused && call->status == AD_OK) {
		call->violations = refused;
		ad_fail(call, AD_GUARDRAIL, "%s", "");
	}
	mcp_finish(r, out,
		   ad_arena_printf(call->arena,
				   "%.*s changed; nothing is live. preview_sync shows the changes "
				   "of a push.%s",
				   AD_FMT(mcp_count(r, (size_t)n, "draft")),
				   left ? " Truncated; list_changes lists the rest." : ""));
}

static bool has_rule(const struct mcp_request *r)
{
	const cJSON *rule = ad_json_get(r->args, "rule");
	return rule && !cJSON_IsNull(rule);
}

void mcp_updated_answer(struct mcp_request *r)
{
	if (has_rule(r))
		mcp_bulk_answer(r);
	else
		mcp_written_answer(r);
}

void mcp_update_objects(struct mcp_request *r)
{
	struct ad_call *call = r->call;
	if (has_rule(r)) {
		mcp_bulk_change(r);
		return;
	}
	if (!cJSON_IsArray(ad_json_get(r->args, "updates"))) {
		ad_fault(call, "updates", "REQUIRED",
			 "Give updates (ids and changes), or resource, filter and rule.");
		return;
	}
	call->res = ad_resource_row(AD_R_CAMPAIGN);
	if (ad_call_require(call,
			    mcp_scopes_of(ad_json_get(r->args, "updates"), "id", AD_V_UPDATE)) &&
	    ad_idempotency_check_key(call))
		ad_call_next(call, AD_WRITE, tools_write_update_step);
}
