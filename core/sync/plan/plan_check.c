/*
 * The violations of a plan: guardrails, missing connections and declarations; and the plan's hash.
 */
#include <stdio.h>

#include "base/clock.h"
#include "base/digest.h"
#include "base/json_read.h"
#include "sync/state/budget_base.h"
#include "sync/state/link.h"
#include "sync/plan/plan_bids_below.h"
#include "sync/plan/plan_enabled.h"
#include "sync/plan/plan_ends.h"
#include "sync/plan/plan_lost.h"
#include "sync/plan/plan_recreated.h"
#include "sync/plan/plan_spread.h"

#define FOLD_BYTES ((size_t)256 * 1024)

static int64_t budget_of(struct ad_arena *arena, struct ad_str json)
{
	struct ad_json_error err;
	const cJSON *object = json.n ? ad_json_parse(arena, json, &err) : NULL;
	int64_t micros = 0;

	return ad_json_micros_of(ad_json_get(object, "budget"), &micros) ? micros : 0;
}

static bool plan_check_enables(const struct ad_plan_op *op)
{
	return op->rank >= AD_RANK_ENABLE;
}

static int64_t a_day(const struct ad_plan_ask *ask, const struct ad_plan_op *op, struct ad_str json)
{
	struct ad_json_error err;
	const cJSON *object = json.n ? ad_json_parse(ask->scratch, json, &err) : NULL;

	return object ? ad_budget_a_day(&ask->rails.today, op->row, object) : 0;
}

/* A create with the name of a removed object counts as an increase from that object's budget. */
static enum ad_db_status check_recreated(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
					 const struct ad_plan_op *op,
					 struct ad_plan_recreated *gone)
{
	int64_t base = 0, after = budget_of(ask->scratch, ad_plan_want(ask->scratch, op));
	enum ad_db_status status = ad_plan_recreated_base(ask, gone, op, &base);

	if (status == AD_DB_DONE && base > 0)
		ad_rails_increase(&ask->rails, op->row->id, base, base, after, &plan->violations);
	return status;
}

/*
 * An increase is checked for the daily spend and for the amount: fewer days also raise the daily
 * spend.
 */
static enum ad_db_status check_increase(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
					const struct ad_plan_op *op)
{
	int64_t before = budget_of(ask->scratch, ad_plan_synced(ask->scratch, op));
	int64_t after = budget_of(ask->scratch, ad_plan_want(ask->scratch, op)), base = 0;
	size_t seen = plan->violations.count;
	enum ad_db_status status =
		ad_budget_base_a_day(ask->db, ask->scratch, &ask->rails.today, op->row, &base);

	if (status != AD_DB_DONE)
		return status;
	ad_rails_increase(&ask->rails, op->row->id, base,
			  a_day(ask, op, ad_plan_synced(ask->scratch, op)),
			  a_day(ask, op, ad_plan_want(ask->scratch, op)), &plan->violations);
	if (plan->violations.count != seen || after <= before)
		return AD_DB_DONE;
	status = ad_budget_base_lowest(ask->db, ask->realm, op->row->id, before, &base);
	ad_rails_increase(&ask->rails, op->row->id, base, before, after, &plan->violations);
	return status;
}

static enum ad_db_status plan_check_check_budget(const struct ad_plan_ask *ask,
						 struct ad_sync_plan *plan,
						 const struct ad_plan_op *op,
						 struct ad_plan_recreated *gone)
{
	/* Ad groups that hold their campaign's budgets are checked together: check_spreads(). */
	if (op->res->id == AD_R_CAMPAIGN || !ad_plan_spread_of(plan, op))
		ad_rails_campaign(
			&ask->rails, op->row->id, a_day(ask, op, ad_plan_synced(ask->scratch, op)),
			op->op == AD_OP_REMOVE ? 0 : a_day(ask, op, ad_plan_want(ask->scratch, op)),
			&plan->violations);
	if (op->op == AD_OP_CREATE)
		return check_recreated(ask, plan, op, gone);
	return op->op == AD_OP_UPDATE ? check_increase(ask, plan, op) : AD_DB_DONE;
}

/* The spend of each campaign, whether its budget is on the campaign or on its ad groups. */
static void check_spreads(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	for (size_t i = 0; i < plan->spread_count; i++) {
		const struct ad_plan_spread *s = &plan->spreads[i];
		bool raised = s->after > s->before;
		if (raised || s->sets_live)
			ad_rails_campaign(&ask->rails, s->campaign_id, raised ? s->before : 0,
					  raised ? s->after : s->active_after, &plan->violations);
	}
}

bool ad_plan_sends_field(const struct ad_plan_op *op, const char *field)
{
	if (op->op == AD_OP_CREATE)
		return true;
	for (const char *const *name = op->changed; name && *name; name++)
		if (strcmp(*name, field) == 0)
			return true;
	return false;
}

static void check_terms(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			const struct ad_plan_op *op)
{
	struct ad_json_error err;
	const cJSON *item;

	if (!ask->rails.blocked_terms || !ask->rails.blocked_terms->child ||
	    op->op == AD_OP_REMOVE || op->op == AD_OP_UPLOAD)
		return;
	cJSON_ArrayForEach(item, ad_json_parse(ask->scratch, ad_plan_want(ask->scratch, op), &err))
	{
		const struct ad_field *field =
			ad_field_find(&op->res->shape, ad_str(item->string), NULL);
		if (field && field->type != AD_T_ENUM && ad_plan_sends_field(op, item->string))
			ad_rails_terms(&ask->rails, op->row->id, item, &plan->violations);
	}
}

static const cJSON *parsed_in(struct ad_arena *arena, struct ad_str json)
{
	struct ad_json_error err;

	return json.n ? ad_json_parse(arena, json, &err) : NULL;
}

/*
 * Checks the bids that the operation sends. If it enables an object on the platform, each bid
 * counts as a raise from nothing, also one that others set, and one that was never read counts as
 * its possible maximum.
 */
static void check_bids(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
		       const struct ad_plan_op *op)
{
	const struct ad_adapter *adapter = ad_adapter_of(op->platform);
	bool stood = plan_check_enables(op) && op->row->remote_id.p;

	if (stood && ad_violations_hold(&plan->violations, "maxBid", op->row->id))
		return;
	if (stood && adapter)
		ad_rails_unread_bids(&ask->rails, op->row, adapter->sends, &plan->violations);
	if ((op->op != AD_OP_CREATE && op->op != AD_OP_UPDATE) || ask->rails.max_bid <= 0 ||
	    !ad_rails_has_bids(op->res))
		return;
	const struct ad_bid_change change = {
		op->row->id,
		op->op == AD_OP_UPDATE && !stood
			? parsed_in(ask->scratch, ad_plan_synced(ask->scratch, op))
			: NULL,
		stood ? ad_plan_standing(ask, op->row, op)
		      : parsed_in(ask->scratch, ad_plan_want(ask->scratch, op)),
	};
	ad_rails_bids(&ask->rails, op->res, change, &plan->violations);
}

static enum ad_db_status check_rails(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	struct ad_plan_recreated gone = { 0 };
	enum ad_db_status status = AD_DB_DONE;

	for (size_t i = 0; i < plan->count && status == AD_DB_DONE; i++) {
		const struct ad_plan_op *op = plan->ops[i];
		ad_arena_reset(ask->scratch);
		if (op->op == AD_OP_CREATE || op->budget_delta > 0 || plan_check_enables(op))
			ad_rails_platform(&ask->rails, op->row->id, op->platform,
					  &plan->violations);
		if (op->budget_delta > 0)
			status = plan_check_check_budget(ask, plan, op, &gone);
		else if (plan_check_enables(op) || ad_plan_restarts(ask, plan, op))
			status = ad_plan_check_enabled(ask, plan, op);
		check_terms(ask, plan, op);
		check_bids(ask, plan, op);
		if (status == AD_DB_DONE &&
		    (plan_check_enables(op) || ad_plan_restarts(ask, plan, op)))
			status = ad_plan_check_bids_below(ask, plan, op);
	}
	check_spreads(ask, plan);
	ad_rails_total(&ask->rails, plan->before, plan->after, &plan->violations);
	return status;
}

bool ad_plan_is_connection_rule(const char *rule)
{
	return strcmp(rule, "CONNECTION_REQUIRED") == 0 ||
	       strcmp(rule, "DECLARATION_REQUIRED") == 0;
}

static bool is_flag(const cJSON *value)
{
	return cJSON_IsBool(value);
}

static bool is_list(const cJSON *value)
{
	return cJSON_IsArray(value);
}

static bool is_text(const cJSON *value)
{
	return ad_json_text(value).n > 0;
}

static void not_connected(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			  struct ad_str name, struct ad_str message)
{
	ad_violate(&plan->violations, "CONNECTION_REQUIRED", AD_S("\"CONNECTED\""),
		   ad_arena_printf(ask->arena, "\"%.*s\"", AD_FMT(name)), (struct ad_str){ 0 });
	ad_violate_say(&plan->violations, message);
}

/*
 * The declarations a platform requires, and their settings: leaving one out would also declare
 * something.
 */
static const struct declaration {
	enum ad_platform platform;
	const char *setting; /* of the connection */
	bool (*is_made)(const cJSON *value);
	const char *message;
} declarations[] = {
	{ AD_GOOGLE, "euPolitical", is_flag,
	  "Google requires a declaration on EU political advertising. Set it on the connection." },
	{ AD_META, "specialAdCategories", is_list,
	  "Meta requires a declaration of special ad categories, even if there are none. Set it on "
	  "the connection." },
	{ AD_META, "dsaBeneficiary", is_text,
	  "Meta requires the name of the beneficiary of ads in the European Union. Set it on the "
	  "connection." },
	{ AD_META, "dsaPayor", is_text,
	  "Meta requires the name of the payer of ads in the European Union. Set it on the "
	  "connection." },
};

static void check_declared(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			   enum ad_platform platform, const cJSON *settings)
{
	for (size_t i = 0; i < AD_LEN(declarations); i++) {
		const struct declaration *d = &declarations[i];
		if (d->platform != platform || d->is_made(ad_json_get(settings, d->setting)))
			continue;
		ad_violate(&plan->violations, "DECLARATION_REQUIRED",
			   ad_arena_printf(ask->arena, "\"%s\"", d->setting),
			   ad_arena_printf(ask->arena, "\"%s\"", ad_platform_name(platform)),
			   (struct ad_str){ 0 });
		ad_violate_say(&plan->violations, ad_str(d->message));
	}
}

static void check_live(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
		       enum ad_platform platform, const cJSON *settings)
{
	check_declared(ask, plan, platform, settings);
	ad_plan_media(ask, plan, platform, settings);
}

static void digest_of(struct ad_str text, char out[static 2 * AD_SHA256_SIZE + 1])
{
	uint8_t digest[AD_SHA256_SIZE];

	ad_sha256(text, digest);
	ad_hex(digest, sizeof(digest), out);
}

/* Declarations, and the publisher of the ads, are read when the ads are sent. */
static void add_connection(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
			   enum ad_platform platform, const struct ad_connection *connection,
			   struct ad_text *connections)
{
	struct ad_text settings = ad_text_on(ask->arena);
	const char *name = ad_platform_name(platform);
	char account[2 * AD_SHA256_SIZE + 1], set[2 * AD_SHA256_SIZE + 1];

	if (connection->link.settings)
		ad_json_canonical(&settings, connection->link.settings);
	ad_text_addf(connections, "%s %.*s ", name, AD_FMT(connection->account_id));
	ad_text_add(connections, ad_text_str(&settings));
	ad_text_addc(connections, '\n');
	digest_of(connection->account_id, account);
	digest_of(ad_text_str(&settings), set);
	plan->connections = ad_arena_printf(ask->arena, "%.*s%s %s %s\n", AD_FMT(plan->connections),
					    name, account, set);
}

/* A platform of the plan must be connected and have its declarations. */
static enum ad_db_status check_platform(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
					enum ad_platform platform, bool ads,
					struct ad_text *connections)
{
	struct ad_connection connection;
	struct ad_str name = ad_str(ad_platform_name(platform));
	enum ad_db_status status =
		ad_connection_load(ask->db, ask->arena, ask->realm, platform, &connection);

	if (status != AD_DB_ROW && status != AD_DB_DONE)
		return status;
	if (status == AD_DB_DONE || !ad_str_is(connection.status, "CONNECTED") ||
	    !ad_adapter_of(platform)) {
		not_connected(ask, plan, name,
			      ad_arena_printf(ask->arena,
					      "%s has no usable ad account. Connect one in the "
					      "application, or leave the platform out (platforms).",
					      name.p));
		return AD_DB_DONE;
	}
	if (ask->no_sandbox && ad_str_is(ask->realm.environment, "test")) {
		not_connected(ask, plan, name,
			      AD_S("This server runs without the sandbox, which test data "
				   "requires. Start it with a sandbox (--sandbox)."));
		return AD_DB_DONE;
	}
	add_connection(ask, plan, platform, &connection, connections);
	/* Declarations concern ads. */
	if (ads && ad_str_is(ask->realm.environment, "live"))
		check_live(ask, plan, platform, connection.link.settings);
	return AD_DB_DONE;
}

/*
 * True if the operation shows ads, or changes what they show; false if it only pauses or removes.
 */
static bool plan_check_shows(const struct ad_plan_op *op)
{
	if (op->op != AD_OP_UPDATE)
		return op->op == AD_OP_CREATE;
	return plan_check_enables(op) || !ad_str_is(ad_str(op->changed[0]), "status") ||
	       op->changed[1];
}

enum ad_db_status ad_plan_check(const struct ad_plan_ask *ask, struct ad_sync_plan *plan)
{
	struct ad_text connections = ad_text_on(ask->arena);
	enum ad_db_status status = AD_DB_DONE;
	uint32_t used = 0, ads = 0;

	for (size_t i = 0; i < plan->count; i++) {
		used |= 1u << plan->ops[i]->platform;
		if (plan_check_shows(plan->ops[i]))
			ads |= 1u << plan->ops[i]->platform;
	}
	for (int i = 0; i < AD_PLATFORM_COUNT && status == AD_DB_DONE; i++)
		if (used & (1u << i))
			status = check_platform(ask, plan, (enum ad_platform)i, ads & (1u << i),
						&connections);
	if (status == AD_DB_DONE)
		status = check_rails(ask, plan);
	if (status == AD_DB_DONE)
		status = ad_plan_check_lost(ask, plan);
	ad_plan_hash(ask, plan, ad_text_str(&connections));
	return status;
}

/*
 * One line per operation; every text is preceded by its length, so that no text can imitate
 * another.
 */
static void plan_check_add_part(struct ad_text *text, struct ad_str part)
{
	ad_text_addi(text, (int64_t)part.n);
	ad_text_addc(text, ':');
	ad_text_add(text, part);
}

static void add_operation(struct ad_text *text, struct ad_arena *scratch,
			  const struct ad_plan_op *op)
{
	ad_text_addf(text, "\n%s %s %s %lld ", ad_op_name(op->op), op->res->name,
		     ad_platform_name(op->platform), (long long)op->row->version);
	plan_check_add_part(text, op->row->id);
	plan_check_add_part(text, op->row->remote_id);
	plan_check_add_part(text, op->parent_id);
	plan_check_add_part(text, ad_plan_want(scratch, op));
	plan_check_add_part(text, ad_plan_synced(scratch, op));
	plan_check_add_part(text, op->inherited);
	for (const char *const *name = op->changed; name && *name; name++)
		plan_check_add_part(text, ad_str(*name));
}

/*
 * Hashes a long plan in pieces: each piece is replaced by its digest, with which the next one
 * begins. The whole text is never in memory, and no part can be left out.
 */
static void plan_check_fold(struct ad_text *text)
{
	uint8_t digest[AD_SHA256_SIZE];
	char hex[2 * AD_SHA256_SIZE + 1];

	if (text->n < FOLD_BYTES)
		return;
	ad_sha256(ad_text_str(text), digest);
	ad_hex(digest, sizeof(digest), hex);
	text->n = 0;
	ad_text_addf(text, "#%s", hex);
}

void ad_plan_hash(const struct ad_plan_ask *ask, struct ad_sync_plan *plan,
		  struct ad_str connections)
{
	struct ad_arena *scratch = ad_arena_new();
	struct ad_text text = ad_text_on(ask->arena);
	uint8_t mac[AD_SHA256_SIZE];

	plan_check_add_part(&text, ask->realm.space_id);
	plan_check_add_part(&text, ask->realm.environment);
	plan_check_add_part(&text, connections);
	plan_check_add_part(&text, ad_plan_filter_json(ask->arena, &ask->filter));
	for (size_t i = 0; i < plan->count; i++) {
		ad_arena_reset(scratch);
		add_operation(&text, scratch, plan->ops[i]);
		plan_check_fold(&text);
	}
	for (const struct ad_plan_held *held = plan->held; held; held = held->next) {
		plan_check_add_part(&text, held->row->id);
		plan_check_fold(&text);
	}
	ad_arena_free(scratch);
	ad_secrets_mac(ask->secrets, "sync-plan", ad_text_str(&text), mac);
	ad_hex(mac, sizeof(mac), plan->hash);
}
