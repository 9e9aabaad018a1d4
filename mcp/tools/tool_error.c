/* Renders a failed call for a model, so that its next call can succeed. */
#include <stdlib.h>

#include "mcp/tools/tool.h"

/* The suggestion, without the list of allowed values where the message has just given it. */
static struct ad_str tool_error_beside(const struct ad_fault *f)
{
	const char *list = strstr(f->suggestion, "Allowed for ");
	if (!list || !strstr(f->message, " must be one of "))
		return ad_str(f->suggestion);
	size_t n = (size_t)(list - f->suggestion);
	return (struct ad_str){ f->suggestion, n && list[-1] == ' ' ? n - 1 : n };
}

/* Where a fault is: of an item as a whole its path is only the prefix of its fields. */
static struct ad_str tool_error_place(const char *path)
{
	struct ad_str out = ad_str(path[0] ? path : "arguments");
	if (out.p[out.n - 1] == '.')
		out.n--;
	return out;
}

/* The item of a list in the arguments that a path lies in ("updates[3].…"), or NULL. */
static const cJSON *item_at(const struct mcp_request *r, const char *path)
{
	const char *bracket = strchr(path, '[');
	char list[32];
	size_t n = bracket ? (size_t)(bracket - path) : sizeof(list);
	if (n >= sizeof(list))
		return NULL;
	memcpy(list, path, n);
	list[n] = '\0';
	return cJSON_GetArrayItem(ad_json_get(r->args, list), (int)strtol(bracket + 1, NULL, 10));
}

/* Which one it is, of many: what the caller knows it by. */
static void add_which(struct ad_text *out, const struct mcp_request *r, const char *path)
{
	static const char *const names[] = { "id", "text" };
	const cJSON *item = item_at(r, path);
	for (size_t i = 0; i < AD_LEN(names); i++) {
		struct ad_str name = ad_json_get_text(item, names[i]);
		if (name.n == 0 || name.n > 100)
			continue;
		ad_text_addf(out, " (%.*s)", AD_FMT(name));
		return;
	}
}

/* True if the fault names an argument that the tool does not take. */
static bool is_no_argument(const struct ad_fault *f)
{
	return strcmp(f->code, "UNKNOWN_FIELD") == 0 && !strpbrk(f->path, ".[");
}

static void add_arguments(struct ad_text *out, const struct mcp_tool *tool)
{
	ad_text_addf(out, " %s takes", tool->name);
	for (size_t i = 0; i < tool->args->count; i++)
		ad_text_addf(out, "%s %s", i ? "," : "", tool->args->fields[i].name);
	ad_text_addc(out, '.');
}

static void add_faults(struct ad_text *out, const struct mcp_request *r,
		       const struct ad_fault *first)
{
	const struct mcp_tool *tool = r->tool;
	bool told = !tool->args;
	int count = 0;
	for (const struct ad_fault *f = first; f; f = f->next)
		count++;
	ad_text_addf(out, "%d %s. Correct %s and call again.", count,
		     count == 1 ? "fault" : "faults", count == 1 ? "it" : "all of them");
	for (const struct ad_fault *f = first; f; f = f->next) {
		if (out->n > MCP_RESULT_MAX) {
			ad_text_adds(out, "\n- and more faults of the same kind.");
			break;
		}
		struct ad_str path = tool_error_place(f->path);
		ad_text_addf(out, "\n- %.*s", AD_FMT(path));
		add_which(out, r, f->path);
		ad_text_addf(out, " [%s] %s", f->code, f->message);
		struct ad_str more =
			f->suggestion ? tool_error_beside(f) : (struct ad_str){ NULL, 0 };
		if (more.n)
			ad_text_addf(out, " %.*s", AD_FMT(more));
		if (!told && is_no_argument(f)) {
			add_arguments(out, tool);
			told = true;
		}
	}
}

static void add_violations(struct ad_text *out, const struct ad_violation *first)
{
	ad_text_adds(out, "The request violates a guardrail of this Space.");
	for (const struct ad_violation *v = first; v; v = v->next) {
		ad_text_addf(out, "\n- %s", v->rule);
		if (v->id)
			ad_text_addf(out, " (%s)", v->id);
		if (strcmp(v->limit, "null") != 0)
			ad_text_addf(out, ": limit %s, requested %s", v->limit, v->actual);
		ad_text_addf(out, ". %s", v->message ? v->message : "");
	}
}

/* The Space's own limits are named as its fields are; what a platform wants, in capitals. */
static bool is_guardrail(const struct ad_violation *v)
{
	return v && v->rule[0] >= 'a' && v->rule[0] <= 'z';
}

static const char *after_conflict(const struct ad_call *call)
{
	const char *details = call->details.n ? call->details.p : "";
	if (strstr(details, "\"runId\""))
		return "Follow this run with get_sync (wait: 30), then push the same plan again.";
	if (strstr(details, "\"revertedBy\""))
		return "Show the person that revert: preview_sync lists the drafts of the revert "
		       "that are not pushed yet.";
	if (!strstr(details, "\"PLAN_CHANGED\"") && !strstr(details, "\"PLAN_EXPIRED\""))
		return "";
	return "Call preview_sync with the same selection (campaignIds, adGroupIds or all, "
	       "platforms, activate) and show the person the differences: a planHash is valid only "
	       "from your own preview. If you repeated a push without a response, list_changes "
	       "with resource sync shows if the push was accepted.";
}

/* The next sensible call, of what the tools can do; "" where the sentence has said it. */
static const char *next_step(const struct mcp_request *r)
{
	const struct ad_call *call = r->call;
	if (call->status == AD_NOT_FOUND)
		return strcmp(r->tool->name, "get_sync") == 0
			       ? "list_changes with resource sync lists the existing runs."
			       : "find_objects lists the existing ids; q searches by name.";
	if (call->status == AD_PRECONDITION)
		return "get_object returns the current object. If your change still applies, call "
		       "again with expectedVersion = currentVersion.";
	if (call->status == AD_IDEMPOTENCY_CONFLICT)
		return "For a different request use a new idempotencyKey; to repeat the first "
		       "request, send it unchanged.";
	if (call->status == AD_GUARDRAIL && is_guardrail(call->violations))
		return "No tool can loosen a guardrail. Stay within it, or ask the person to have "
		       "the Space's owner change it.";
	return call->status == AD_CONFLICT ? after_conflict(call) : "";
}

/* True if the call names its objects by id. */
static bool names_ids(const struct mcp_request *r)
{
	return ad_json_get(r->args, "id") || ad_json_get(r->args, "ids") ||
	       ad_json_get(r->args, "updates");
}

void mcp_error_text(struct mcp_request *r, struct ad_text *out)
{
	const struct ad_call *call = r->call;
	ad_text_addf(out, "%s: ", ad_status_row(call->status)->code);
	if (call->faults)
		add_faults(out, r, call->faults);
	else if (call->violations)
		add_violations(out, call->violations);
	else
		ad_text_adds(out, ad_outcome_message(call));
	if (call->status == AD_NOT_FOUND && call->id.n && names_ids(r))
		ad_text_addf(out, " (%.*s)", AD_FMT(call->id));
	if (call->details.n)
		ad_text_addf(out, "\n{%.*s}", AD_FMT(call->details));
	if (call->suggestion)
		ad_text_addf(out, "\n%s", call->suggestion);
	const char *next = next_step(r);
	if (next[0])
		ad_text_addf(out, "\n%s", next);
	if (!r->tool->read_only)
		ad_text_adds(out, "\nNothing was changed.");
}
