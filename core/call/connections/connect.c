/* The rows of connections: created, reconnected, deleted. See connect.h. */
#include "call/connections/connect.h"

#include <stdatomic.h>
#include <stdio.h>

#include "auth/auth.h"
#include "auth/credential/tokens.h"
#include "base/clock.h"
#include "base/id.h"
#include "base/json_read.h"
#include "base/json_write.h"
#include "call/request/confirm.h"
#include "call/request/core.h"
#include "call/request/history.h"
#include "call/rules/rules.h"
#include "sync/state/connection_status.h"
#include "sync/state/link.h"

/* --- reading --- */

const char *ad_connect_title(enum ad_platform platform)
{
	static const char *const titles[AD_PLATFORM_COUNT] = {
		[AD_GOOGLE] = "Google Ads",
		[AD_MICROSOFT] = "Microsoft Advertising",
		[AD_REDDIT] = "Reddit Ads",
		[AD_META] = "Meta Ads",
	};

	return platform < AD_PLATFORM_COUNT ? titles[platform] : "";
}

const struct ad_platform_app *ad_connect_app(const struct ad_call *call, enum ad_platform platform)
{
	const struct ad_platform_app *apps = call->core->config->apps;

	return apps && platform < AD_PLATFORM_COUNT ? &apps[platform] : NULL;
}

/*
 * Sets out->shared: at Google and Meta a revocation ends every grant that the person gave this
 * server, also for other Spaces.
 */
static enum ad_db_status find_shared(struct ad_call *call, struct ad_connection_held *out)
{
	enum ad_platform platform = out->connect.connector->platform;
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT EXISTS (SELECT 1 FROM connections WHERE platform = $1"
				 " AND environment = $2 AND id <> $3 AND credentials IS NOT NULL)");

	if (platform != AD_GOOGLE && platform != AD_META)
		return AD_DB_DONE;
	ad_bind_cstr(s, 1, ad_platform_name(platform));
	ad_bind_cstr(s, 2, ad_environment_name(call->who->environment));
	ad_bind(s, 3, out->id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	out->shared = ad_col_int(s, 0) != 0;
	ad_reset(s);
	return AD_DB_DONE;
}

enum ad_db_status ad_connection_account(struct ad_call *call, enum ad_platform platform,
					struct ad_str *id)
{
	struct ad_connection row;
	enum ad_db_status status =
		ad_connection_load(call->db, call->arena, ad_call_realm(call), platform, &row);

	*id = row.account_id;
	return status == AD_DB_ROW ? AD_DB_DONE : status;
}

/* Uses the client that the token was issued to, even if another one is registered now. */
static bool open_held(struct ad_call *call, enum ad_platform platform, struct ad_connection *row,
		      struct ad_connect *out)
{
	struct ad_core *core = call->core;
	bool live = call->who->environment == AD_LIVE;

	if (!ad_connection_secrets(call->arena, ad_auth_secrets(core->auth), row))
		return false;
	const struct ad_platform_app sealed = {
		.client_id = row->link.client_id,
		.client_secret = row->link.client_secret,
		.developer_token = row->link.developer_token,
	};
	return ad_connect_open(call->arena, platform, live, &sealed,
			       atomic_load(&core->sandbox_url), out);
}

enum ad_db_status ad_connection_hold(struct ad_call *call, struct ad_str id,
				     struct ad_connection_held *out)
{
	struct ad_connection row;
	enum ad_platform platform;
	enum ad_db_status status;
	struct ad_stmt *s = ad_sql(call->db, "SELECT platform, account_name FROM connections WHERE"
					     " space_id = $1 AND environment = $2 AND id = $3");

	*out = (struct ad_connection_held){ 0 };
	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, ad_environment_name(call->who->environment));
	ad_bind(s, 3, id);
	status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	platform = ad_platform_of(ad_col(s, 0));
	out->account_name = ad_col_copy(s, call->arena, 1);
	ad_reset(s);
	status = ad_connection_load(call->db, call->arena, ad_call_realm(call), platform, &row);
	if (status != AD_DB_ROW)
		return status;
	out->id = row.id;
	out->account_id = row.account_id;
	out->currency = row.currency;
	out->status = row.status;
	out->credentials = row.credentials;
	out->usable = open_held(call, platform, &row, &out->connect);
	out->connect.connector = ad_connector_of(platform);
	out->connect.account = row.account_id;
	out->connect.link.refresh_token = row.link.refresh_token;
	out->connect.link.login_account_id = row.link.login_account_id;
	out->connect.link.account_id = row.account_id;
	status = find_shared(call, out);
	return status == AD_DB_DONE ? AD_DB_ROW : status;
}

/* --- writing --- */

/* The connection of the platform, if there is one. */
struct standing {
	char id[AD_ID_SIZE];
	struct ad_str account_id, status, settings;
	bool there;
	bool bound; /* another account is refused: see load_standing() */
};

static void bind_place(struct ad_stmt *s, const struct ad_call *call, enum ad_platform platform)
{
	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, ad_environment_name(call->who->environment));
	ad_bind_cstr(s, 3, ad_platform_name(platform));
}

/*
 * The connection is bound to its account while it is connected or in use, or while objects exist or
 * may exist in that account: objects that were made, sent or are in doubt would be made again in
 * another account.
 */
static bool load_standing(struct ad_call *call, enum ad_platform platform, struct standing *out)
{
	enum ad_db_status status;
	struct ad_stmt *s = ad_sql(
		call->db,
		"SELECT id, account_id_remote, status, settings,"
		" EXISTS (SELECT 1 FROM campaigns AS m WHERE m.space_id = $1 AND m.environment = $2"
		" AND m.platform = $3 AND (m.remote_id IS NOT NULL OR m.open_op IS NOT NULL))"
		" OR EXISTS (SELECT 1 FROM asset_remotes AS a WHERE a.space_id = $1 AND"
		" a.environment = $2 AND a.platform = $3 AND (a.remote_id IS NOT NULL OR"
		" a.open_op IS NOT NULL))"
		" OR EXISTS (SELECT 1 FROM sync_leases AS l WHERE l.space_id = $1 AND"
		" l.environment = $2 AND l.platform = $3)"
		" OR EXISTS (SELECT 1 FROM sync_operations AS o WHERE o.space_id = $1 AND"
		" o.environment = $2 AND o.platform = $3 AND o.status IN ('SENT', 'UNKNOWN'))"
		" FROM connections WHERE space_id = $1 AND environment = $2 AND platform = $3");

	*out = (struct standing){ 0 };
	bind_place(s, call, platform);
	status = ad_step(s);
	if (status == AD_DB_DONE)
		return true;
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	snprintf(out->id, sizeof(out->id), "%.*s", AD_FMT(ad_col(s, 0)));
	out->account_id = ad_col_copy(s, call->arena, 1);
	out->status = ad_col_copy(s, call->arena, 2);
	out->settings = ad_col_copy(s, call->arena, 3);
	out->bound = ad_col_int(s, 4) != 0 || !ad_str_is(out->status, "REVOKED");
	out->there = true;
	ad_reset(s);
	return true;
}

static bool connect_refuse(struct ad_call *call, const char *reason)
{
	call->details = ad_arena_printf(call->arena, "\"reason\":\"%s\"", reason);
	return false;
}

/*
 * Sets *anothers if another Space has the sandbox account. The sandbox does not authenticate users,
 * so that the account number alone would give access to what another Space pushed.
 */
static enum ad_db_status is_anothers(struct ad_call *call, enum ad_platform platform,
				     const struct ad_reached *account, bool *anothers)
{
	struct ad_stmt *s =
		ad_sql(call->db, "SELECT EXISTS (SELECT 1 FROM connections WHERE environment ="
				 " 'test' AND platform = $1 AND account_id_remote = $2 AND"
				 " space_id <> $3)");

	*anothers = false;
	if (call->who->environment != AD_TEST)
		return AD_DB_DONE;
	ad_bind_cstr(s, 1, ad_platform_name(platform));
	ad_bind(s, 2, account->id);
	ad_bind_cstr(s, 3, call->space.id);
	enum ad_db_status status = ad_step(s);
	if (status != AD_DB_ROW)
		return status;
	*anothers = ad_col_int(s, 0) != 0;
	ad_reset(s);
	return AD_DB_DONE;
}

/* True if this Space may connect the account; otherwise the call ends with the reason. */
static bool may_be(struct ad_call *call, enum ad_platform platform, const struct standing *was,
		   const struct ad_reached *account)
{
	if (!ad_str_is(account->currency, call->space.currency)) {
		ad_fail(call, AD_CONFLICT,
			"The ad account %.*s uses the currency %.*s and this Space uses %s. "
			"Connect an account in %s, or use a Space with the account's currency.",
			AD_FMT(account->id), AD_FMT(account->currency), call->space.currency,
			call->space.currency);
		return connect_refuse(call, "CURRENCY_MISMATCH");
	}
	bool anothers;
	enum ad_db_status status = is_anothers(call, platform, account, &anothers);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	if (anothers) {
		ad_fail(call, AD_CONFLICT,
			"You have no access to the sandbox account %.*s. Choose another number.",
			AD_FMT(account->id));
		return connect_refuse(call, "NO_ACCESS");
	}
	if (was->there && was->bound && !ad_str_eq(was->account_id, account->id)) {
		ad_fail(call, AD_CONFLICT,
			"This Space uses the %s account %.*s. Connect that account again. To use "
			"another account, create another Space, or disconnect this account after "
			"all objects of the Space are removed from it.",
			ad_connect_title(platform), AD_FMT(was->account_id));
		return connect_refuse(call, "ANOTHER_ACCOUNT");
	}
	return true;
}

/*
 * The settings, with the platform's data about the account; settings of another account are
 * dropped.
 */
static struct ad_str settings_of(struct ad_call *call, const struct ad_connecting *c,
				 const struct standing *was, const struct ad_reached *account)
{
	bool same = was->there &&
		    (ad_str_eq(was->account_id, account->id) || call->who->environment == AD_TEST);
	const char *own = c->platform == AD_GOOGLE      ? "loginCustomerId"
			  : c->platform == AD_MICROSOFT ? "customerId"
							: NULL;
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;
	const cJSON *item, *old = NULL;

	if (same)
		old = ad_json_parse(call->arena, was->settings, &err);
	ad_json_object(&j);
	cJSON_ArrayForEach(item, old)
	{
		struct ad_text raw = ad_text_on(call->arena);
		if (own && strcmp(item->string, own) == 0)
			continue;
		ad_json_canonical(&raw, item);
		ad_json_kraw(&j, item->string, ad_text_str(&raw));
	}
	if (own) {
		ad_json_key(&j, own);
		if (account->manager.n)
			ad_json_str(&j, account->manager);
		else
			ad_json_null(&j);
	}
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

static struct ad_str sealed_of(struct ad_call *call, const char *id, struct ad_str token,
			       const struct ad_link *link)
{
	return ad_connection_seal(call->arena, ad_auth_secrets(call->core->auth), ad_str(id), token,
				  link);
}

/* The history entry of a connection, as JSON. */
static struct ad_str connect_told(struct ad_call *call, enum ad_platform platform,
				  struct ad_str account_id, struct ad_str status)
{
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kcstr(&j, "platform", ad_platform_name(platform));
	ad_json_kstr(&j, "accountId", account_id);
	ad_json_kstr(&j, "status", status);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

static bool connect_note(struct ad_call *call, const char *verb, const char *id,
			 struct ad_str before, struct ad_str after)
{
	return ad_history_note(call, &(struct ad_history_entry){
					     .resource = AD_S("connection"),
					     .object_id = ad_str(id),
					     .verb = ad_str(verb),
					     .before = before,
					     .after = after,
				     });
}

/* A status that the stored one does not allow is a defect, or a row of another version. */
static bool connect_change_status(struct ad_call *call, struct ad_str id,
				  enum ad_connection_status to)
{
	bool changed = false;
	enum ad_db_status status =
		ad_connection_change_status(call->db, ad_call_realm(call), id, to, &changed);

	if (status == AD_DB_DONE && !changed)
		status = AD_DB_INVALID;
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

/*
 * Inserts or updates the connection's row; both statements bind the same parameters from $4 to $12.
 */
static bool connect_store(struct ad_call *call, const struct ad_connecting *c,
			  const struct standing *was, const struct ad_reached *account,
			  struct ad_str sealed)
{
	static const char insert[] =
		"INSERT INTO connections (space_id, environment, platform, id, account_id_remote,"
		" account_name, currency, timezone, settings, credentials, expires_at, updated_at,"
		" status, created_by, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,"
		" $11, $12, 'CONNECTED', $13, $12)";
	static const char update[] =
		"UPDATE connections SET account_id_remote = $5, account_name = $6, currency = $7,"
		" timezone = $8, settings = $9, credentials = $10, expires_at = $11,"
		" updated_at = $12, version = version + 1"
		" WHERE space_id = $1 AND environment = $2 AND platform = $3 AND id = $4";
	if (was->there && !connect_change_status(call, ad_str(was->id), AD_CONNECTION_CONNECTED))
		return false;
	struct ad_stmt *s = ad_sql(call->db, was->there ? update : insert);

	bind_place(s, call, c->platform);
	ad_bind_cstr(s, 4, was->id);
	ad_bind(s, 5, account->id);
	ad_bind(s, 6, account->name);
	ad_bind(s, 7, account->currency);
	ad_bind(s, 8, account->timezone.n ? account->timezone : ad_str(call->space.timezone));
	ad_bind(s, 9, settings_of(call, c, was, account));
	ad_bind(s, 10, sealed);
	if (c->token_expires_at)
		ad_bind_int(s, 11, c->token_expires_at);
	else
		ad_bind_null(s, 11);
	ad_bind_int(s, 12, ad_now());
	if (!was->there)
		ad_bind_cstr(s, 13, call->who->account_id);
	enum ad_db_status status = ad_step(s);
	return status == AD_DB_DONE || ad_fail_db(call, status);
}

bool ad_connection_put(struct ad_call *call, const struct ad_connecting *c,
		       const struct ad_reached *account)
{
	struct ad_connect connect;
	struct standing was;

	if (!ad_call_confirm(call, AD_ACT_CONNECT) || !load_standing(call, c->platform, &was) ||
	    !may_be(call, c->platform, &was, account))
		return false;
	if (!ad_connect_open(call->arena, c->platform, c->environment == AD_LIVE,
			     ad_connect_app(call, c->platform), "", &connect))
		return ad_fail(call, AD_CONFLICT, "%s is not configured on this server.",
			       ad_connect_title(c->platform));
	struct ad_str before = was.there
				       ? connect_told(call, c->platform, was.account_id, was.status)
				       : (struct ad_str){ 0 };
	if (!was.there)
		ad_id_make("con", was.id);
	return connect_store(call, c, &was, account,
			     sealed_of(call, was.id, c->token, &connect.link)) &&
	       connect_note(call, "CONNECT", was.id, before,
			    connect_told(call, c->platform, account->id, AD_S("CONNECTED")));
}

bool ad_connection_drop(struct ad_call *call, struct ad_str id)
{
	struct ad_connection_held held;

	if (!ad_call_confirm(call, AD_ACT_DISCONNECT))
		return false;
	enum ad_db_status status = ad_connection_hold(call, id, &held);
	if (status != AD_DB_ROW)
		return status == AD_DB_DONE ? ad_fail(call, AD_NOT_FOUND, "%s", "")
					    : ad_fail_db(call, status);
	if (!connect_change_status(call, id, AD_CONNECTION_REVOKED))
		return false;
	struct ad_stmt *s =
		ad_sql(call->db, "UPDATE connections SET credentials = NULL,"
				 " expires_at = NULL, updated_at = $4, version = version + 1"
				 " WHERE space_id = $1 AND environment = $2 AND id = $3");
	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, ad_environment_name(call->who->environment));
	ad_bind(s, 3, id);
	ad_bind_int(s, 4, ad_now());
	status = ad_step(s);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	enum ad_platform platform = held.connect.connector->platform;
	return connect_note(call, "DISCONNECT", ad_arena_copy(call->arena, id).p,
			    connect_told(call, platform, held.account_id, held.status),
			    connect_told(call, platform, held.account_id, AD_S("REVOKED")));
}

/*
 * Stores the learned values; *changed is false if the account was reconnected since it was loaded.
 */
static enum ad_db_status keep_learned(struct ad_call *call, const struct ad_connection_held *held,
				      const struct ad_connected *learned, const char *status,
				      bool *changed)
{
	const struct ad_connection loaded = { .id = held->id,
					      .credentials = held->credentials,
					      .link = held->connect.link };
	struct ad_str stored;
	enum ad_db_status done =
		ad_connection_stands(call->db, call->arena, ad_auth_secrets(call->core->auth),
				     &loaded, &stored, changed);
	if (done == AD_DB_DONE && *changed && status)
		done = ad_connection_change_status(call->db, ad_call_realm(call), held->id,
						   (enum ad_connection_status)ad_states_of(
							   &ad_connection_statuses, ad_str(status)),
						   changed);
	if (done != AD_DB_DONE || !*changed)
		return done;
	struct ad_stmt *s =
		ad_sql(call->db, "UPDATE connections SET credentials = $5,"
				 " expires_at = COALESCE($6, expires_at), updated_at = $7,"
				 " version = version + 1 WHERE space_id = $1 AND environment = $2"
				 " AND id = $3 AND credentials = $4");

	ad_bind_cstr(s, 1, call->space.id);
	ad_bind_cstr(s, 2, ad_environment_name(call->who->environment));
	ad_bind(s, 3, held->id);
	ad_bind(s, 4, stored);
	ad_bind(s, 5,
		learned->refresh_token.n ? sealed_of(call, ad_arena_copy(call->arena, held->id).p,
						     learned->refresh_token, &held->connect.link)
					 : stored);
	if (learned->expires_at)
		ad_bind_int(s, 6, learned->expires_at);
	else
		ad_bind_null(s, 6);
	ad_bind_int(s, 7, ad_now());
	done = ad_step(s);
	*changed = done == AD_DB_DONE && ad_db_changes(call->db) > 0;
	return done;
}

bool ad_connection_learn(struct ad_call *call, const struct ad_connection_held *held,
			 const struct ad_connected *learned)
{
	/* Without an answer the state of the token is unknown. */
	const char *status = learned->ended ? "EXPIRED" : !learned->error.code ? "CONNECTED" : NULL;
	bool moved = status && !ad_str_is(held->status, status), changed = false;
	enum ad_platform platform = held->connect.connector->platform;

	if (!moved && !learned->refresh_token.n)
		return true;
	enum ad_db_status done = keep_learned(call, held, learned, status, &changed);
	if (done != AD_DB_DONE)
		return ad_fail_db(call, done);
	return !moved || !changed ||
	       connect_note(call, "UPDATE", ad_arena_copy(call->arena, held->id).p,
			    connect_told(call, platform, held->account_id, held->status),
			    connect_told(call, platform, held->account_id, ad_str(status)));
}
