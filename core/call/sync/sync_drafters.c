/* The drafters of a run's operations: see sync_drafters.h. */
#include "call/sync/sync_drafters.h"

#include "base/json_read.h"
#include "call/sync/sync_steps.h"

#define OF_RUN " o.space_id = $1 AND o.environment = $2 AND o.run_id = $3"
#define JOIN_HEADS                                                                                 \
	" JOIN history_heads c ON c.space_id = o.space_id AND c.environment = o.environment"
#define BY_PERSON " h.account_id IS NOT NULL AND h.door NOT IN ('SYNC', 'PULL')"

/*
 * For a removal, a conversion and an asset: the accounts that changed the object since its last
 * push. Platforms and pulls draft nothing.
 */
#define CHANGED_SINCE                                                                              \
	"SELECT DISTINCT h.account_id, h.door, h.credential_id FROM sync_operations o" JOIN_HEADS  \
	" JOIN history h ON h.chain = c.chain AND h.object_id = o.object_id WHERE" OF_RUN          \
	" AND NOT (o.resource IN ('campaign', 'adGroup', 'ad', 'keyword') AND o.op IN ('CREATE',"  \
	" 'UPDATE')) AND" BY_PERSON                                                                \
	" AND h.seq > COALESCE((SELECT MAX(p.seq) FROM history p WHERE p.chain = c.chain"          \
	" AND p.object_id = o.object_id AND p.verb = 'PUSH'), 0)"

/*
 * For an attachment: the account that attached or detached the asset there, which its row names.
 * The history tells the means.
 */
#define MARKED(table, id, by, verb, op)                                                            \
	"SELECT DISTINCT t." by ", h.door, h.credential_id FROM sync_operations o" JOIN_HEADS      \
	" JOIN " table " t ON t.space_id = o.space_id AND t.environment = o.environment AND t." id \
	" = o.object_id LEFT JOIN history h ON h.chain = c.chain AND h.object_id = t.asset_id AND" \
	" h.verb = '" verb "' AND h.account_id = t." by " WHERE" OF_RUN                            \
	" AND o.resource = 'assetLink' AND o.op = '" op "' AND t." by " IS NOT NULL"

/*
 * For attachments that an older version changed, which name no account: every account that attached
 * or detached the asset.
 */
#define NOT_MARKED(table, id, by, verb)                                                            \
	"SELECT DISTINCT h.account_id, h.door, h.credential_id FROM sync_operations o" JOIN_HEADS  \
	" JOIN " table " t ON t.space_id = o.space_id AND t.environment = o.environment AND t." id \
	" = o.object_id AND t." by " IS NULL JOIN history h ON h.chain = c.chain AND h.object_id"  \
	" = t.asset_id WHERE" OF_RUN " AND o.resource = 'assetLink' AND h.verb = '" verb           \
	"' AND" BY_PERSON

/*
 * Each change of an object that a create or an update sends, the newest change of an object first.
 */
#define CHANGES                                                                                    \
	"SELECT o.seq, o.op, o.resource, o.want, o.synced, o.changed, h.account_id, h.door,"       \
	" h.before, h.after, h.verb, h.credential_id FROM sync_operations o"                       \
	" JOIN history_heads c ON c.space_id = o.space_id AND c.environment = o.environment"       \
	" JOIN history h ON h.chain = c.chain AND h.object_id = o.object_id"                       \
	" WHERE o.space_id = $1 AND o.environment = $2 AND o.run_id = $3"                          \
	" AND o.resource IN ('campaign', 'adGroup', 'ad', 'keyword') AND o.op IN ('CREATE',"       \
	" 'UPDATE') AND h.after IS NOT NULL ORDER BY o.seq, h.seq DESC"

/* An account and its means; the account is absent for the server's operator. */
struct drafter {
	struct ad_str account, door, credential;
};

/* The drafters that were found, each once. */
struct drafters {
	struct ad_arena *arena;
	struct drafter *at;
	size_t n, room;
};

/* A part of a field's value that the operation changes: an item, a member, or the whole. */
struct atom {
	struct atom *next;
	struct ad_str text; /* canonical */
	bool gone;          /* the operation removes it */
	bool found;         /* the change that added or removed it is known */
};

/* A field that the operation sends. */
struct sent {
	struct sent *next;
	const char *name;
	struct atom *atoms;
	bool seen; /* its newest change was read */
};

static bool is_drafter(const struct drafters *d, struct ad_str account)
{
	for (size_t i = 0; i < d->n; i++)
		if (ad_str_eq(d->at[i].account, account))
			return true;
	return false;
}

static void add_drafter(struct drafters *d, const struct drafter *one)
{
	for (size_t i = 0; i < d->n; i++)
		if (ad_str_eq(d->at[i].account, one->account) &&
		    ad_str_eq(d->at[i].door, one->door) &&
		    ad_str_eq(d->at[i].credential, one->credential))
			return;
	AD_ARENA_GROW(d->arena, d->at, d->n, d->room);
	d->at[d->n++] = (struct drafter){
		.account = ad_arena_copy(d->arena, one->account),
		.door = ad_arena_copy(d->arena, one->door),
		.credential = ad_arena_copy(d->arena, one->credential),
	};
}

static struct ad_str atom_text(struct ad_arena *arena, const cJSON *item)
{
	struct ad_text text = ad_text_on(arena);
	if (item->string)
		ad_text_addf(&text, "%s=", item->string);
	ad_json_canonical(&text, item);
	return ad_text_str(&text);
}

/*
 * True if the value contains the part: a list its items, an object its members, otherwise the value
 * itself.
 */
static bool sync_drafters_holds(struct ad_arena *arena, const cJSON *value, struct ad_str text)
{
	const cJSON *item;
	if (!value || cJSON_IsNull(value))
		return false;
	if (!cJSON_IsArray(value) && !cJSON_IsObject(value))
		return ad_str_eq(atom_text(arena, value), text);
	cJSON_ArrayForEach(item, value)
	{
		if (ad_str_eq(atom_text(arena, item), text))
			return true;
	}
	return false;
}

static void add_atom(struct ad_arena *arena, struct sent *field, const cJSON *item,
		     const cJSON *other, bool gone)
{
	struct ad_str text = atom_text(arena, item);
	struct atom *atom;
	if (sync_drafters_holds(arena, other, text))
		return;
	atom = ad_arena_zalloc(arena, sizeof(*atom));
	*atom = (struct atom){ .next = field->atoms, .text = text, .gone = gone };
	field->atoms = atom;
}

/* Adds the parts of a value that the other value does not have. */
static void add_atoms(struct ad_arena *arena, struct sent *field, const cJSON *value,
		      const cJSON *other, bool gone)
{
	const cJSON *item;
	if (!value || cJSON_IsNull(value))
		return;
	if (!cJSON_IsArray(value) && !cJSON_IsObject(value)) {
		add_atom(arena, field, value, other, gone);
		return;
	}
	cJSON_ArrayForEach(item, value) add_atom(arena, field, item, other, gone);
}

static const cJSON *sync_drafters_parsed(struct ad_arena *arena, struct ad_str json)
{
	struct ad_json_error error;
	return json.n ? ad_json_parse(arena, json, &error) : NULL;
}

/* The fields that the operation of a row of CHANGES sends. */
static struct sent *sent_by(struct ad_arena *arena, struct ad_stmt *s)
{
	const struct ad_resource *res = ad_resource_by_name(ad_col(s, 2));
	const cJSON *want = sync_drafters_parsed(arena, ad_col_copy(s, arena, 3));
	bool create = ad_op_of(ad_col(s, 1)) == AD_OP_CREATE;
	const cJSON *synced = create ? NULL : sync_drafters_parsed(arena, ad_col_copy(s, arena, 4));
	struct ad_str changed = ad_col_copy(s, arena, 5);
	struct sent *all = NULL;
	for (size_t i = 0; res && i < res->shape.count; i++) {
		const char *name = res->shape.fields[i].name;
		struct sent *field;
		if (!(res->shape.fields[i].flags & AD_SENT) ||
		    (!create && !ad_fields_hold(changed, name)))
			continue;
		field = ad_arena_zalloc(arena, sizeof(*field));
		*field = (struct sent){ .next = all, .name = name };
		add_atoms(arena, field, ad_json_get(want, name), ad_json_get(synced, name), false);
		/* Only items can be removed: a member or a whole value gets another value. */
		if (cJSON_IsArray(ad_json_get(synced, name)))
			add_atoms(arena, field, ad_json_get(synced, name), ad_json_get(want, name),
				  true);
		all = field;
	}
	return all;
}

/* True if the operation sends a part of what this change did to the field. */
static bool sync_drafters_carries(struct ad_arena *arena, struct sent *field, const cJSON *before,
				  const cJSON *after)
{
	bool status = strcmp(field->name, "status") == 0;
	/* A create always sends PAUSED; otherwise the newest change of a field counts. */
	bool some = !field->seen && !status;
	field->seen = true;
	for (struct atom *atom = field->atoms; atom; atom = atom->next) {
		bool was = sync_drafters_holds(arena, before, atom->text),
		     is = sync_drafters_holds(arena, after, atom->text);
		if (atom->found || was == is || is == atom->gone)
			continue;
		atom->found = true;
		some = true;
	}
	return some;
}

/*
 * True if the change decided for the draft's side of a drift: it changed no field of the draft, and
 * the operation sends what the draft had.
 */
static bool kept_draft(const struct ad_resource *res, struct ad_str verb, const cJSON *after)
{
	if (!res || !ad_str_is(verb, "RESOLVE"))
		return false;
	for (size_t i = 0; i < res->shape.count; i++)
		if ((res->shape.fields[i].flags & AD_SENT) &&
		    ad_json_get(after, res->shape.fields[i].name))
			return false;
	return true;
}

/* Adds the accounts that made the newest change of each part that an operation sends. */
static enum ad_db_status load_changes(struct ad_call *call, struct ad_str run_id,
				      struct drafters *found)
{
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_arena *arena = ad_arena_new();
	struct ad_stmt *s = ad_sql(call->db, CHANGES);
	struct sent *fields = NULL;
	int64_t seq = 0;
	bool pushed = false; /* the changes that follow are older than the last push */
	enum ad_db_status status;
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run_id);
	while ((status = ad_step(s)) == AD_DB_ROW) {
		struct drafter one = { ad_col(s, 6), ad_col(s, 7), ad_col(s, 11) };
		bool person = !ad_str_is(ad_col(s, 7), "SYNC") && !ad_str_is(ad_col(s, 7), "PULL");
		const cJSON *before, *after;
		if (ad_col_int(s, 0) != seq) {
			ad_arena_reset(arena);
			seq = ad_col_int(s, 0);
			pushed = false;
			fields = sent_by(arena, s);
		}
		before = sync_drafters_parsed(arena, ad_col_copy(s, arena, 8));
		after = sync_drafters_parsed(arena, ad_col_copy(s, arena, 9));
		pushed = pushed || ad_str_is(ad_col(s, 10), "PUSH");
		if (!pushed && person &&
		    kept_draft(ad_resource_by_name(ad_col(s, 2)), ad_col(s, 10), after))
			add_drafter(found, &one);
		for (struct sent *field = fields; field; field = field->next) {
			const cJSON *value = ad_json_get(after, field->name);
			if (value &&
			    sync_drafters_carries(arena, field, ad_json_get(before, field->name),
						  value) &&
			    person)
				add_drafter(found, &one);
		}
	}
	ad_arena_free(arena);
	return status;
}

/* The drafters of the run's other operations. */
static const char *const others[] = {
	CHANGED_SINCE,
	MARKED("asset_links", "id", "attached_by", "ATTACH", "CREATE"),
	MARKED("asset_remotes", "object_id", "detached_by", "DETACH",
	       "REMOVE") " AND t.platform = o.platform",
	NOT_MARKED("asset_links", "id", "attached_by", "ATTACH"),
	NOT_MARKED("asset_remotes", "object_id", "detached_by", "DETACH") " AND o.op = 'REMOVE'",
};

static enum ad_db_status load_others(struct ad_call *call, const char *sql, struct ad_str run_id,
				     struct drafters *found)
{
	struct ad_realm realm = ad_sync_realm(call);
	struct ad_stmt *s = ad_sql(call->db, sql);
	enum ad_db_status status;
	ad_bind(s, 1, realm.space_id);
	ad_bind(s, 2, realm.environment);
	ad_bind(s, 3, run_id);
	while ((status = ad_step(s)) == AD_DB_ROW)
		add_drafter(found, &(struct drafter){ ad_col(s, 0), ad_col(s, 1), ad_col(s, 2) });
	return status;
}

static bool load_drafters(struct ad_call *call, struct ad_str run_id, struct drafters *found)
{
	*found = (struct drafters){ .arena = call->arena };
	enum ad_db_status status = load_changes(call, run_id, found);
	for (size_t i = 0; i < AD_LEN(others) && status == AD_DB_DONE; i++)
		status = load_others(call, others[i], run_id, found);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

bool ad_sync_is_drafter(struct ad_call *call, struct ad_str run_id, bool *barred)
{
	struct drafters found;
	struct ad_stmt *s;
	enum ad_db_status status;
	*barred = false;
	if (!load_drafters(call, run_id, &found))
		return false;
	if (!is_drafter(&found, ad_str(call->who->account_id)))
		return true;
	s = ad_sql(call->db, "SELECT account_id FROM members WHERE space_id = $1 AND role IN"
			     " ('PUBLISHER', 'OWNER')");
	ad_bind_cstr(s, 1, call->space.id);
	while ((status = ad_step(s)) == AD_DB_ROW)
		*barred = *barred || !is_drafter(&found, ad_col(s, 0));
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

/* Reads the name of the connected app or API token; absent for a session. */
static bool read_app(struct ad_call *call, struct ad_str credential, struct ad_str *app)
{
	struct ad_stmt *s = ad_sql(call->db, "SELECT client_name FROM oauth_grants WHERE id = $1"
					     " UNION ALL SELECT name FROM tokens WHERE id = $1");
	enum ad_db_status status;
	*app = (struct ad_str){ 0 };
	if (!credential.n)
		return true;
	ad_bind(s, 1, credential);
	status = ad_step(s);
	if (status == AD_DB_ROW)
		*app = ad_col_copy(s, call->arena, 0);
	ad_reset(s);
	return status == AD_DB_ROW || status == AD_DB_DONE || ad_fail_db(call, status);
}

bool ad_sync_write_drafters(struct ad_call *call, struct ad_str run_id, struct ad_json *j)
{
	struct drafters found;
	if (!load_drafters(call, run_id, &found))
		return false;
	ad_json_array(j);
	for (size_t i = 0; i < found.n; i++) {
		struct ad_str app;
		if (!read_app(call, found.at[i].credential, &app))
			return false;
		ad_json_object(j);
		ad_json_kstr(j, "accountId",
			     found.at[i].account.n ? found.at[i].account : (struct ad_str){ 0 });
		ad_json_kstr(j, "door", found.at[i].door);
		ad_json_kstr(j, "app", app);
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
	return true;
}
