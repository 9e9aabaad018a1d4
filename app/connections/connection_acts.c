/* The actions of the Connections page: send to the platform, test, disconnect. */
#include "app/connections/connections.h"
#include "app/page/caller.h"
#include "app/page/pages.h"

#define PATH APP_CONNECTIONS_PATH

struct work {
	struct ad_str id;
	struct ad_connection_held held;
	struct ad_connected got;
	bool busy, ends;
	enum ad_platform platform;
	const cJSON *settings; /* settings to store; NULL: another action */
	bool gave_back;        /* the platform revoked the token */
};

/* Loads the connection on the writer's thread and checks the current role. */
static bool connection_acts_load(struct ad_call *call, struct work *w)
{
	enum ad_db_status status =
		app_caller_enter(call, ad_str(call->space.id), call->who->environment);

	if (status == AD_DB_ROW && call->space.role != AD_OWNER)
		return ad_fail(call, AD_FORBIDDEN_SCOPE, "%s",
			       "Only owners of the Space can do this.");
	if (status == AD_DB_ROW)
		status = ad_connection_hold(call, w->id, &w->held);
	if (status == AD_DB_ROW)
		return true;
	return status == AD_DB_DONE ? ad_fail(call, AD_NOT_FOUND, "%s", "")
				    : ad_fail_db(call, status);
}

/* --- test --- */

static void connection_acts_learn(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	const struct work *w = v->work;

	ad_call_fresh(call);
	(void)!ad_connection_learn(call, &w->held, &w->got);
}

static void connection_acts_look(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	struct work *w = v->work;

	w->busy = !ad_fetch_enter(call->core->fetches, call->space.id);
	if (w->busy)
		return;
	ad_connect_seek(call->arena, &w->held.connect, &w->got);
	ad_fetch_leave(call->core->fetches, call->space.id);
	ad_call_next(call, AD_WRITE, connection_acts_learn);
}

/* --- disconnect --- */

static void connection_acts_drop(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	const struct work *w = v->work;

	ad_call_fresh(call);
	(void)!ad_connection_drop(call, w->id);
}

static void connection_acts_give_back(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	struct work *w = v->work;

	w->gave_back = ad_connect_revoke(call->arena, &w->held.connect);
	ad_call_next(call, AD_WRITE, connection_acts_drop);
}

static void connection_acts_begin(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	struct work *w = v->work;

	if (!connection_acts_load(call, w))
		return;
	/* The token is revoked at the platform before the connection is deleted. */
	if (w->ends && !ad_call_confirm(call, AD_ACT_DISCONNECT))
		return;
	if (!w->ends && w->held.usable)
		ad_call_next(call, AD_FAR, connection_acts_look);
	else if (w->ends && w->held.usable && !w->held.shared)
		ad_call_next(call, AD_FAR, connection_acts_give_back);
	else if (w->ends)
		ad_call_next(call, AD_WRITE, connection_acts_drop);
}

/* --- settings --- */

static void connection_acts_set(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	struct work *w = v->work;

	/* The settings contain the payer and the declarations to the platform. */
	if (connection_acts_load(call, w) && ad_call_confirm(call, AD_ACT_CONNECT))
		(void)!ad_connection_set(call, w->id, w->settings);
}

static void connection_acts_stored(struct ad_exchange *x, struct app_visit *v)
{
	struct ad_call *call = &x->call;
	const struct work *w = v->work;

	if (call->status == AD_NOT_FOUND)
		app_page_missing(x);
	else if (call->status != AD_OK)
		app_connections_show(x, v, ad_outcome_http(call),
				     (struct app_connections_word){
					     .fault = app_settings_fault(call, w->platform) });
	else
		app_go(x, ad_arena_printf(call->arena, PATH "/%s?done=settings", call->space.id).p);
}

/* --- result --- */

static struct app_connections_word connection_acts_word_of(struct ad_arena *arena,
							   const struct work *w)
{
	const char *fault =
		w->busy ? "Too many requests are in progress for this Space. Try again in a moment."
			: ad_connection_fault(arena, &w->held, &w->got);

	return (struct app_connections_word){
		.good = fault ? NULL : AD_CONNECTION_WORKS,
		.fault = fault,
	};
}

static void connection_acts_done(struct ad_exchange *x, struct app_visit *v)
{
	const struct work *w = v->work;
	struct ad_call *call = &x->call;

	if (call->status == AD_NOT_FOUND) {
		app_page_missing(x);
	} else if (call->status != AD_OK) {
		app_connections_show(x, v, 403,
				     (struct app_connections_word){ .fault = call->message });
	} else if (!w->ends) {
		app_connections_show(x, v, 200, connection_acts_word_of(call->arena, w));
	} else if (w->gave_back) {
		app_go(x, ad_arena_printf(call->arena, PATH "/%s?done=disconnected", call->space.id)
				  .p);
	} else {
		app_connections_show(
			x, v, 200,
			(struct app_connections_word){ .good = AD_CONNECTION_FORGOTTEN });
	}
}

void app_connections_change(struct ad_exchange *x, struct app_visit *v)
{
	struct ad_call *call = &x->call;
	struct ad_str what = ad_call_param(call, "do");
	bool live = ad_str_is(ad_call_param(call, "environment"), "live");
	struct work *w = ad_arena_zalloc(call->arena, sizeof(*w));
	enum ad_db_status status =
		app_caller_enter(call, ad_call_param(call, "space"), live ? AD_LIVE : AD_TEST);

	v->work = w;
	w->id = ad_call_param(call, "connection");
	w->ends = ad_str_is(what, "disconnect");
	w->platform = ad_platform_of(ad_call_param(call, "platform"));
	if (ad_str_is(what, "settings"))
		w->settings = app_read_settings(call, w->platform);

	if (status == AD_DB_DONE)
		app_page_missing(x);
	else if (status != AD_DB_ROW)
		ad_page_unavailable(x);
	else if (call->space.role != AD_OWNER)
		app_connections_show(x, v, 403,
				     (struct app_connections_word){
					     .fault = "Only owners of the Space can do this." });
	else if (w->ends && !live && app_connections_barred_test(call))
		app_connections_show(x, v, 409,
				     (struct app_connections_word){
					     .fault = app_connections_barred_test(call) });
	else if (ad_str_is(what, "connect"))
		app_connect_start(x, v);
	else if (w->settings)
		app_write(x, v, connection_acts_set, connection_acts_stored);
	else if (w->ends || ad_str_is(what, "test"))
		app_write(x, v, connection_acts_begin, connection_acts_done);
	else
		ad_page_refuse(x, 400, "The form does not name an action of this page.");
}
