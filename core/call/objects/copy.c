/*
 * POST /campaigns/:id/copy: copies a campaign and all objects below it as new drafts, on the same
 * platform or another one, all or nothing. Values that the other platform does not support are left
 * out and reported.
 */
#include "base/id.h"
#include "base/json_read.h"
#include "call/request/actions.h"
#include "call/request/charge.h"
#include "call/objects/copy.h"
#include "call/request/idempotency.h"
#include "call/request/moment.h"
#include "call/objects/objects.h"
#include "call/request/params.h"
#include "call/rules/rules.h"
#include "call/objects/tree.h"
#include "call/request/validate.h"

struct copy {
	struct ad_row *source;
	struct ad_str name, platform;
	struct ad_node *root;
	struct ad_copy_report report;
	size_t made[AD_RESOURCE_COUNT];
	size_t objects; /* created objects, with the campaign */
	uint32_t needs; /* scopes */
};

/* Objects of a kind below a node, by the field that names it. */
struct below {
	struct ad_node *parent;
	enum ad_resource_id kind;
	const char *field;
	const char *other; /* a field for another kind of parent, or NULL */
};

/* Counts the rows of a statement, up to a limit: $1 and $2 are the realm, $3 is the campaign. */
static bool count_below(struct ad_call *call, const char *sql, struct ad_str id, size_t *out)
{
	struct ad_realm realm = ad_call_realm(call);
	struct ad_stmt *s = ad_sql(call->db, sql);
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, id);
	ad_bind_int(s, 4, AD_COPY_MAX + 1);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	*out = (size_t)ad_col_int(s, 0);
	ad_reset(s);
	return true;
}

#define BELOW(table)                                                                               \
	"SELECT COUNT(*) FROM (SELECT 1 FROM " table " WHERE space_id = $1 AND environment = $2"   \
	" AND campaign_id = $3 AND sync_state <> 'REMOVED' LIMIT $4) AS few"

/* Measures the tree before it is loaded: the scopes that it needs, and its size. */
static bool copy_measure(struct ad_call *call, struct copy *copy)
{
	static const char *const counts[] = {
		BELOW("ad_groups"),
		BELOW("ads"),
		BELOW("keywords"),
		"SELECT COUNT(*) FROM (SELECT 1 FROM ad_groups g JOIN keywords k"
		" ON k.space_id = g.space_id AND k.environment = g.environment"
		" AND k.ad_group_id = g.id WHERE g.space_id = $1 AND g.environment = $2"
		" AND g.campaign_id = $3 AND k.sync_state <> 'REMOVED' LIMIT $4) AS few",
	};
	size_t n[AD_LEN(counts)] = { 0 };
	size_t all = 1;
	for (size_t i = 0; i < AD_LEN(counts); i++) {
		if (!count_below(call, counts[i], copy->source->id, &n[i]))
			return false;
		all += n[i];
	}
	copy->objects = all;
	copy->needs = AD_CAMPAIGNS_READ | AD_CAMPAIGNS_WRITE;
	copy->needs |= n[1] ? AD_ADS_READ | AD_ADS_WRITE : 0;
	copy->needs |= n[2] + n[3] ? AD_KEYWORDS_READ | AD_KEYWORDS_WRITE : 0;
	if (!ad_call_require(call, copy->needs))
		return false;
	if (all <= AD_COPY_MAX)
		return true;
	ad_fault_limit(call, "id", "TOO_MANY", AD_COPY_MAX,
		       "The campaign and the objects below it exceed %d objects, the limit of one "
		       "copy. Copy it in parts: create a campaign, then its ad groups in batches.",
		       AD_COPY_MAX);
	return false;
}

static bool load_source(struct ad_call *call, struct copy *copy)
{
	enum ad_db_status status = ad_row_load(call->db, call->arena, ad_call_realm(call),
					       call->res, call->id, &copy->source);
	if (status == AD_DB_DONE)
		return ad_fail(call, AD_NOT_FOUND, "%s", "");
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	if (copy->source->removed)
		return ad_fail(call, AD_CONFLICT,
			       "The asset is REMOVED on the platform. Create a new asset.");
	if (copy->source->removal)
		return ad_fail(call, AD_CONFLICT,
			       "The campaign is staged for removal. Restore it with POST …/restore "
			       "before you copy it.");
	return true;
}

/* Sets the defaults: the source's platform, and a new name there. */
static void copy_settle(struct ad_call *call, struct copy *copy)
{
	struct ad_str here = ad_row_text(copy->source, "platform");
	struct ad_str name = ad_row_text(copy->source, "name");
	copy->platform = ad_json_get_text(call->input, "platform");
	copy->name = ad_json_get_text(call->input, "name");
	if (!copy->platform.p)
		copy->platform = here;
	if (!copy->name.p)
		copy->name = ad_str_eq(copy->platform, here)
				     ? ad_arena_printf(call->arena, "%.*s (copy)", AD_FMT(name))
				     : name;
}

static struct ad_node *node_of(struct ad_call *call, struct ad_row *row)
{
	struct ad_node *node = ad_arena_zalloc(call->arena, sizeof(*node));
	char id[AD_ID_SIZE];
	ad_id_make(row->res->prefix, id);
	row->id = ad_arena_copy(call->arena, ad_str(id));
	node->row = row;
	return node;
}

/* Moves the faults to members that the request can change: the platform, or the name. */
static void copy_tell(struct ad_call *call)
{
	for (struct ad_fault *f = call->faults; f; f = f->next)
		if (strcmp(f->path, "name") != 0)
			f->path = "platform";
}

static bool draft_campaign(struct ad_call *call, struct copy *copy)
{
	struct ad_copy_ask ask = {
		.source = copy->source,
		.set = { { "name", copy->name }, { "platform", copy->platform } },
	};
	call->parent_hint = NULL;
	struct ad_row *row = ad_copy_draft(call, &ask, &copy->report);
	if (!row) {
		copy_tell(call);
		return false;
	}
	copy->root = node_of(call, row);
	return true;
}

/* Drafts one child of a node; *out stays NULL if the child cannot be made, which is reported. */
static bool draft_child(struct ad_call *call, struct copy *copy, const struct below *below,
			const struct ad_row *source, struct ad_node **out)
{
	struct ad_copy_ask ask = {
		.source = source,
		/* Of the two parent fields, the used one is set and the other is unset. */
		.set = { { below->field, below->parent->row->id }, { below->other, { NULL, 0 } } },
	};
	call->parent_hint = below->parent->row;
	struct ad_row *row = ad_copy_draft(call, &ask, &copy->report);
	if (!row && call->status != AD_INVALID)
		return false;
	for (const struct ad_fault *f = row ? NULL : call->faults; f; f = f->next)
		ad_copy_report(call, &copy->report, source, f);
	ad_call_fresh(call);
	if (!row)
		return true;
	*out = node_of(call, row);
	(*out)->prefix =
		ad_arena_printf(call->arena, "%s[%.*s].", source->res->name, AD_FMT(source->id)).p;
	copy->made[row->res->id]++;
	return true;
}

static bool draft_below(struct ad_call *call, struct copy *copy, struct below below,
			struct ad_str source_id);

static bool draft_group(struct ad_call *call, struct copy *copy, struct ad_node *node,
			struct ad_str source_id)
{
	struct below ads = { node, AD_R_AD, "adGroupId", "campaignId" };
	struct below keywords = { node, AD_R_KEYWORD, "adGroupId", "campaignId" };
	return draft_below(call, copy, ads, source_id) &&
	       draft_below(call, copy, keywords, source_id);
}

/* Drafts all objects of a kind below a node, from those below the source. */
static bool draft_below(struct ad_call *call, struct copy *copy, struct below below,
			struct ad_str source_id)
{
	struct ad_rows rows = { 0 };
	struct ad_node **end = &below.parent->first;
	enum ad_db_status status = ad_row_children(
		call->db, call->arena, ad_call_realm(call), ad_resource_row(below.kind),
		(struct ad_parent){ .field = below.field, .id = source_id }, &rows);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	while (*end)
		end = &(*end)->next;
	for (size_t i = 0; i < rows.n; i++) {
		if (rows.at[i]->removal)
			continue; /* its removal is staged */
		if (!draft_child(call, copy, &below, rows.at[i], end))
			return false;
		if (!*end)
			continue;
		if (below.kind == AD_R_AD_GROUP && !draft_group(call, copy, *end, rows.at[i]->id))
			return false;
		end = &(*end)->next;
	}
	return true;
}

static bool draft_all(struct ad_call *call, struct copy *copy)
{
	struct ad_str id = copy->source->id;
	if (!draft_campaign(call, copy))
		return false;
	struct below groups = { copy->root, AD_R_AD_GROUP, "campaignId", NULL };
	struct below keywords = { copy->root, AD_R_KEYWORD, "campaignId", "adGroupId" };
	return draft_below(call, copy, groups, id) && draft_below(call, copy, keywords, id);
}

/* --- the answer ------------------------------------------------------------------------------ */

static void write_report(struct ad_json *j, const struct ad_copy_report *report)
{
	ad_json_key(j, "report");
	ad_json_array(j);
	for (const struct ad_copy_line *line = report->first; line; line = line->next) {
		ad_json_object(j);
		ad_json_kcstr(j, "resource", line->resource);
		ad_json_kstr(j, "id", line->id);
		ad_json_kcstr(j, "path", line->path);
		ad_json_kcstr(j, "code", line->code);
		ad_json_kcstr(j, "message", line->message);
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
	ad_json_kint(j, "notCarried", (int64_t)report->count);
}

static void copy_answer(struct ad_call *call, const struct copy *copy)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	ad_object_answer(call, copy->root->row);
	ad_json_object(&j);
	ad_json_kraw(&j, "campaign", call->data);
	ad_json_key(&j, "copied");
	ad_json_object(&j);
	ad_json_kint(&j, "adGroups", (int64_t)copy->made[AD_R_AD_GROUP]);
	ad_json_kint(&j, "ads", (int64_t)copy->made[AD_R_AD]);
	ad_json_kint(&j, "keywords", (int64_t)copy->made[AD_R_KEYWORD]);
	ad_json_object_end(&j);
	write_report(&j, &copy->report);
	ad_json_object_end(&j);
	call->data = ad_text_str(&text);
}

static void write_step(struct ad_call *call)
{
	struct copy *copy = call->work;
	ad_call_fresh(call);
	if (!ad_idempotency_begin(call))
		return;
	if (!ad_tree_insert(call, copy->root)) {
		ad_idempotency_fail(call);
		return;
	}
	copy_answer(call, copy);
	call->http_status = 201;
	call->location = ad_arena_printf(call->arena, "%s/%.*s", call->res->path,
					 AD_FMT(copy->root->row->id));
	if (!ad_idempotency_keep(call))
		return;
}

/* Reads the source in one transaction. */
static bool read_all(struct ad_call *call, struct copy *copy)
{
	bool ours;
	if (!ad_moment_begin(call, &ours))
		return false;
	bool ok = load_source(call, copy) && copy_measure(call, copy);
	if (ok)
		copy_settle(call, copy);
	ok = ok && draft_all(call, copy);
	return ad_moment_end(call, ours, ok);
}

static void copy_read_step(struct ad_call *call)
{
	struct copy *copy = ad_arena_zalloc(call->arena, sizeof(*copy));
	if (!ad_idempotency_begin(call))
		return;
	call->rules = call->validate_only ? AD_RULES_ALL : AD_RULES_DRAFT;
	if (!read_all(call, copy)) {
		ad_idempotency_fail(call);
		return;
	}
	if (!ad_call_charge(call, copy->objects))
		return;
	if (call->validate_only) {
		copy_answer(call, copy);
		return;
	}
	call->work = copy;
	call->parent_hint = NULL;
	ad_call_next(call, AD_WRITE, write_step);
}

void ad_campaign_copy(struct ad_call *call)
{
	if (ad_write_params(call))
		ad_call_next(call, AD_SLOW, copy_read_step);
}
