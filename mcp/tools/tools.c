/* tools/list and tools/call: from the table to the corridor, and from the outcome to the result. */
#include "mcp/tools/tools.h"
#include <stdlib.h>

#include "mcp/tools/lean.h"
#include "mcp/protocol/rounds.h"
#include "mcp/tools/tool.h"
#include "mcp/ui/ui.h"

struct ad_mcp {
	struct ad_str rendered[32]; /* each tool, as tools/list shows it */
};

static void tools_write_schema(struct ad_json *j, const struct mcp_tool *tool)
{
	if (tool->schema) {
		tool->schema(j);
	} else if (tool->args) {
		ad_schema_object(j, tool->args, NULL,
				 (struct ad_schema_style){ .use = AD_FOR_CREATE,
							   .brief = true,
							   .resource = AD_R_NONE });
	} else {
		ad_json_raw(j, AD_S("{\"type\":\"object\",\"additionalProperties\":false}"));
	}
}

static void write_tool(struct ad_json *j, const struct mcp_tool *tool)
{
	ad_json_object(j);
	ad_json_kcstr(j, "name", tool->name);
	ad_json_kcstr(j, "title", tool->title);
	ad_json_kcstr(j, "description", tool->description);
	ad_json_key(j, "inputSchema");
	tools_write_schema(j, tool);
	/* The descriptions state the content; models would pay for each byte of a schema. */
	ad_json_kraw(j, "outputSchema", AD_S("{\"type\":\"object\"}"));
	ad_json_key(j, "annotations");
	ad_json_object(j);
	ad_json_kbool(j, "readOnlyHint", tool->read_only);
	ad_json_kbool(j, "destructiveHint", tool->destructive);
	ad_json_kbool(j, "idempotentHint", tool->idempotent);
	ad_json_kbool(j, "openWorldHint", tool->open_world);
	ad_json_object_end(j);
	ad_json_object_end(j);
}

struct ad_mcp *ad_mcp_new(void)
{
	struct ad_mcp *mcp = ad_xcalloc(1, sizeof(*mcp));
	for (size_t i = 0; i < mcp_tool_count; i++) {
		struct ad_text text = { .max = 0 };
		struct ad_json j = ad_json_on(&text);
		write_tool(&j, &mcp_tools[i]);
		mcp->rendered[i] = ad_text_str(&text);
	}
	return mcp;
}

void ad_mcp_free(struct ad_mcp *mcp)
{
	if (!mcp)
		return;
	for (size_t i = 0; i < mcp_tool_count; i++)
		free((char *)(uintptr_t)mcp->rendered[i].p);
	free(mcp);
}

static bool tools_allowed(const struct mcp_tool *tool, uint32_t scopes)
{
	return (tool->scopes & scopes) == tool->scopes &&
	       (tool->any_scopes == 0 || (tool->any_scopes & scopes) != 0);
}

/* A tool as rendered; for a client that shows views with the one of its result. */
static void add_tool(struct ad_text *out, struct ad_str rendered, const char *view)
{
	ad_text_add(out, (struct ad_str){ rendered.p, rendered.n - 1 });
	if (view)
		ad_text_addf(out, ",\"_meta\":{\"ui\":{\"resourceUri\":\"%s\"}}", view);
	ad_text_addc(out, '}');
}

static void write_tools(const struct ad_mcp *mcp, struct ad_text *out, uint32_t scopes, bool views)
{
	bool first = true;
	ad_text_addc(out, '[');
	for (size_t i = 0; i < mcp_tool_count; i++) {
		if (!tools_allowed(&mcp_tools[i], scopes))
			continue;
		if (!first)
			ad_text_addc(out, ',');
		add_tool(out, mcp->rendered[i], views ? mcp_tools[i].view : NULL);
		first = false;
	}
	ad_text_addc(out, ']');
}

void ad_mcp_write_tools(const struct ad_mcp *mcp, struct ad_text *out, uint32_t scopes)
{
	write_tools(mcp, out, scopes, false);
}

void mcp_tools_list(struct mcp_request *r)
{
	struct ad_text members = ad_text_on(r->call->arena);
	if (!mcp_one_page(r))
		return;
	(void)ad_text_reserve(&members, 24576);
	ad_text_adds(&members, "\"tools\":");
	write_tools(r->call->core->mcp, &members, r->call->scopes, mcp_ui_shown(r));
	mcp_result_cached(r, ad_text_str(&members), "private");
}

static const struct mcp_tool *tool_named(struct ad_str name)
{
	for (size_t i = 0; i < mcp_tool_count; i++)
		if (ad_str_is(name, mcp_tools[i].name))
			return &mcp_tools[i];
	return NULL;
}

static void tools_free_tree(void *tree)
{
	cJSON_Delete(tree);
}

static cJSON *items_of(struct mcp_request *r, struct ad_str text)
{
	cJSON *list = cJSON_CreateArray();
	for (size_t at = 0; at <= text.n;) {
		const char *comma = at < text.n ? memchr(text.p + at, ',', text.n - at) : NULL;
		size_t end = comma ? (size_t)(comma - text.p) : text.n;
		struct ad_str one = { text.p + at, end - at };
		cJSON_AddItemToArray(list,
				     cJSON_CreateString(ad_arena_copy(r->call->arena, one).p));
		at = end + 1;
	}
	return list;
}

/* Reading tools accept a text for a list, as a query does: items separated by commas. */
static const cJSON *with_lists(struct mcp_request *r, const cJSON *args)
{
	const struct ad_shape *shape = r->tool->args;
	cJSON *copy = NULL;
	for (size_t i = 0; r->tool->read_only && shape && i < shape->count; i++) {
		const struct ad_field *field = &shape->fields[i];
		struct ad_str text = ad_json_get_text(args, field->name);
		if (field->type != AD_T_LIST || !text.p)
			continue;
		copy = copy ? copy : cJSON_Duplicate(args, true);
		cJSON_ReplaceItemInObjectCaseSensitive(copy, field->name, items_of(r, text));
	}
	if (copy)
		ad_arena_defer(r->call->arena, tools_free_tree, copy);
	return copy ? copy : args;
}

/* A key that is none would be no protection, and nobody would know. */
static void tools_take_key(struct mcp_request *r)
{
	const cJSON *key = ad_json_get(r->args, "idempotencyKey");
	r->call->idempotency_key = ad_json_text(key);
	r->call->idempotency_path = ad_arena_printf(r->call->arena, "tool %s", r->tool->name);
	if (key && !cJSON_IsNull(key) && !cJSON_IsString(key) && r->tool->schema)
		ad_fault(r->call, "idempotencyKey", "WRONG_TYPE",
			 "idempotencyKey must be a string.");
}

/* A requestState that no tool issued is invalid (MCP 2026-07-28, basic/patterns/mrtr). */
static bool takes_state(struct mcp_request *r)
{
	if (!r->modern || r->tool->rounds || !ad_json_get(r->params, "requestState"))
		return true;
	mcp_round_refuse(r, "INVALID", "This tool has no further rounds. Omit requestState.");
	return false;
}

/*
 * A list that selects nothing must not stand for everything: that is said by leaving it out. False:
 * the call has failed, by this or before.
 */
static bool refuse_empty(struct mcp_request *r)
{
	size_t count = r->call->status == AD_OK && r->tool->args ? r->tool->args->count : 0;
	for (size_t i = 0; i < count; i++) {
		const struct ad_field *field = &r->tool->args->fields[i];
		const cJSON *list = ad_json_get(r->args, field->name);
		if (!cJSON_IsArray(list) || list->child || (field->flags & AD_REQUIRED) ||
		    strcmp(field->name, "campaignIds") == 0)
			continue;
		ad_fault(r->call, field->name, "TOO_FEW",
			 "%s is an empty list, which selects no objects.", field->name);
		ad_fault_suggest(r->call, "Omit it to select all objects, or list the objects.");
	}
	return r->call->status == AD_OK;
}

static const char *no_tool(struct mcp_request *r, struct ad_str name)
{
	if (!name.p || name.n > 64)
		return "The tool does not exist. See tools/list.";
	return ad_arena_printf(
		       r->call->arena,
		       "The tool %.*s does not exist. See tools/list. find_objects lists objects "
		       "of any resource, get_object reads one, update_objects changes them.",
		       AD_FMT(name))
		.p;
}

/* All scopes at once: each that is told later costs the person another consent. */
static bool may_run(struct ad_call *call, const struct mcp_tool *tool, const cJSON *args)
{
	return ad_call_require(call,
			       tool->scopes | (tool->needs && args ? tool->needs(args) : 0)) &&
	       (tool->read_only || tool->deletes || ad_storage_has_room(call));
}

void mcp_tools_call(struct mcp_request *r)
{
	static const char empty[] = "{}";
	struct ad_call *call = r->call;
	struct ad_json_error err;
	struct ad_str name = ad_json_get_text(r->params, "name");
	const cJSON *args = ad_json_get(r->params, "arguments");
	mcp_tool_set(r, name.p ? tool_named(name) : NULL);
	if (!r->tool || (args && !cJSON_IsObject(args))) {
		mcp_error(r, name.p ? 200 : 400, RPC_INVALID_PARAMS,
			  r->tool ? "arguments must be an object." : no_tool(r, name),
			  (struct ad_str){ NULL, 0 });
		return;
	}
	if (!takes_state(r))
		return;
	r->x->render = mcp_tool_render;
	if (!may_run(call, r->tool, args))
		return;
	r->args = args ? with_lists(r, args) : ad_json_parse(call->arena, ad_str(empty), &err);
	struct ad_text body = ad_text_on(call->arena);
	ad_json_canonical(&body, r->args);
	call->body = ad_text_str(&body);
	tools_take_key(r);
	static const struct ad_shape no_args = { .name = "none", .count = 0 };
	if (!r->tool->schema)
		r->args =
			ad_validate_shape(call, r->tool->args ? r->tool->args : &no_args, r->args);
	if (refuse_empty(r))
		r->tool->run(r);
}

void mcp_tool_action(struct mcp_request *r, enum ad_resource_id resource, enum ad_verb verb)
{
	r->call->res = ad_resource_row(resource);
	r->call->action = ad_action_of(r->call->res, verb);
	ad_call_start_action(r->call);
}

struct ad_text *mcp_text(struct mcp_request *r)
{
	struct ad_text *text = ad_arena_alloc(r->call->arena, sizeof(*text));
	*text = ad_text_on(r->call->arena);
	return text;
}

struct ad_str mcp_count(struct mcp_request *r, size_t n, const char *thing)
{
	return ad_arena_printf(r->call->arena, "%zu %s%s", n, thing, n == 1 ? "" : "s");
}

bool mcp_detailed(const struct mcp_request *r)
{
	return ad_str_is(ad_json_get_text(r->args, "responseFormat"), "detailed");
}

bool mcp_is_noise(const cJSON *item)
{
	return mcp_is_machine_field(ad_str(item->string)) || cJSON_IsNull(item) ||
	       (ad_str_is(ad_str(item->string), "budgetPeriod") &&
		ad_str_is(ad_json_text(item), "DAILY")) ||
	       ((cJSON_IsArray(item) || cJSON_IsObject(item)) && !item->child);
}

static bool all_null(const cJSON *object)
{
	const cJSON *member;
	cJSON_ArrayForEach(member, object)
	{
		if (!cJSON_IsNull(member))
			return false;
	}
	return true;
}

void mcp_write_item(struct ad_json *j, const cJSON *item, bool detailed)
{
	if (cJSON_IsObject(item) && !detailed) {
		mcp_write_lean(j, item, false);
		return;
	}
	struct ad_text text = { .max = 0 };
	ad_json_canonical(&text, item);
	ad_json_raw(j, ad_text_str(&text));
	ad_text_free(&text);
}

void mcp_write_lean(struct ad_json *j, const cJSON *object, bool detailed)
{
	const cJSON *item;
	ad_json_object(j);
	cJSON_ArrayForEach(item, object)
	{
		if (!detailed && (mcp_is_noise(item) || (cJSON_IsObject(item) && all_null(item))))
			continue;
		ad_json_key(j, item->string);
		mcp_write_item(j, item, detailed);
	}
	ad_json_object_end(j);
}

static void render_error(struct mcp_request *r)
{
	struct ad_call *call = r->call;
	struct ad_text members = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&members);
	struct ad_text text = ad_text_on(call->arena);
	if (call->error_json.p) {
		ad_text_add(&text, call->error_json);
		ad_text_adds(&text,
			     "\nThis is the first response for this idempotencyKey. Correct the "
			     "request, and call with another key.\nNothing was changed.");
	} else {
		mcp_error_text(r, &text);
	}
	ad_json_key(&j, "content");
	ad_json_array(&j);
	ad_json_object(&j);
	ad_json_kcstr(&j, "type", "text");
	ad_json_kstr(&j, "text", ad_text_str(&text));
	ad_json_object_end(&j);
	ad_json_array_end(&j);
	ad_json_kbool(&j, "isError", true);
	/* no structuredContent: clients hold it against the outputSchema, errors too */
	mcp_result(r, ad_text_str(&members));
}

static bool is_protocol(enum ad_status status)
{
	return status == AD_UNAUTHENTICATED || status == AD_FORBIDDEN_SCOPE ||
	       status == AD_RATE_LIMITED || status == AD_INTERNAL || status == AD_UNAVAILABLE;
}

/*
 * The data as text, for clients that show a model no structuredContent. Names, ad texts and what
 * platforms say were written by others: they stand between two lines that nothing in them can
 * imitate, for no line break and no < of theirs is there as such.
 */
static void add_fenced(struct ad_text *members, struct ad_str json)
{
	ad_text_adds(members, "\\n<data>\\n");
	while (json.n) {
		const char *less = ad_str_find(json, '<');
		size_t n = less ? (size_t)(less - json.p) : json.n;
		ad_json_escape(members, (struct ad_str){ json.p, n });
		if (less)
			ad_text_adds(members, "\\\\u003c");
		json = (struct ad_str){ json.p + n + (less ? 1 : 0), json.n - n - (less ? 1 : 0) };
	}
	ad_text_adds(members, "\\n</data>");
}

struct ad_str mcp_tool_members(struct mcp_request *r)
{
	struct ad_text members = ad_text_on(r->call->arena);
	(void)ad_text_reserve(&members, r->text.n + 3 * r->structured.n + 256);
	ad_text_adds(&members, "\"content\":[{\"type\":\"text\",\"text\":\"");
	ad_json_escape(&members, r->text);
	add_fenced(&members, r->structured);
	ad_text_adds(&members, "\"}],\"structuredContent\":");
	ad_text_add(&members, r->structured);
	return ad_text_str(&members);
}

void mcp_tool_render(struct ad_exchange *x)
{
	struct mcp_request *r = x->call.door_data;
	struct ad_call *call = r->call;
	/* No other token helps an account without a second factor: the assistant has to say so. */
	if (is_protocol(call->status) && !ad_call_wants_factor(call)) {
		mcp_refuse(r);
		return;
	}
	if (call->status == AD_OK)
		r->tool->answer(r);
	if (call->status == AD_OK && call->key == AD_KEY_ANSWERED)
		r->text = ad_arena_printf(call->arena,
					  "Already done with this idempotencyKey, and not "
					  "repeated. The first response: %.*s",
					  AD_FMT(r->text));
	if (call->status != AD_OK)
		render_error(r);
	else if (r->instead.p)
		mcp_result_as(r, r->result_type, r->instead);
	else
		mcp_result(r, mcp_tool_members(r));
}
