/* The kill switch on the page of a Space: its state, and the form that allows pushes again. */
#include "app/page/ask.h"
#include "app/page/caller.h"
#include "app/page/pages.h"
#include "app/sync/run_parts.h"
#include "app/spaces/space_form.h"
#include "app/page/values.h"

static void add_lift(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		     const char *environment)
{
	const struct app_choice act = { ad_arena_copy(x->call.arena, x->path).p, "Allow pushes",
					"danger" };

	if (x->call.space.role != AD_OWNER) {
		ad_text_adds(page, "<p class=\"soft\">An owner can allow them again.</p>");
		return;
	}
	if (!app_confirmed(v, AD_ACT_KILL_SWITCH_LIFT)) {
		ad_text_addf(page, "<p>You signed in more than %d minutes ago. <a href=\"",
			     AD_SESSION_FRESH_MINUTES);
		app_sign_in_again(page, x);
		ad_text_adds(page, "\">Sign in again</a> to allow them.</p>");
		return;
	}
	app_begin_act(x, page, v, &act);
	app_add_hidden(page, "do", AD_S("lift"));
	app_add_hidden(page, "environment", ad_str(environment));
	ad_text_adds(page, "<p>Allows pushes again. Paused campaigns stay paused until a push "
			   "enables them.</p>");
	app_end_act(page, "Yes, allow pushes", "danger");
}

/* False: a database failure. */
static bool add_block(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		      enum ad_environment environment)
{
	struct ad_sync_review run;

	if (!ad_sync_look_pause(&x->call, environment, &run))
		return false;
	ad_text_addf(page, "<p>The kill switch was used: pushes to %s are refused.",
		     environment == AD_LIVE ? "live ad accounts" : "the sandbox");
	if (run.id.n > 0) {
		ad_text_addf(page, " <a href=\"" APP_PUSHES_PATH "/%.*s\">Run of ", AD_FMT(run.id));
		app_time(page, run.created_at, "");
		ad_text_adds(page, "</a>: ");
		app_add_status(page, run.status);
	}
	ad_text_adds(page, "</p>");
	if (run.id.n > 0) {
		app_add_stops(x, page, &run);
		app_add_delays(x, page, &run);
	}
	add_lift(x, page, v, ad_environment_name(environment));
	return true;
}

/* --- the button --- */

static void add_switch(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		       enum ad_environment environment, bool again)
{
	const char *what =
		environment == AD_LIVE ? "Pause all live campaigns" : "Pause all in the sandbox";
	const struct app_choice act = {
		ad_arena_copy(x->call.arena, x->path).p,
		again ? ad_arena_printf(x->call.arena, "%s again", what).p : what,
		"danger",
	};

	app_begin_act(x, page, v, &act);
	app_add_hidden(page, "do", AD_S("pause"));
	app_add_hidden(page, "environment", ad_str(ad_environment_name(environment)));
	ad_text_adds(page, "<p>Pauses every campaign of this Space on the platforms and stops the "
			   "running pushes. Pushes are refused until an owner allows them.</p>");
	app_end_act(page, "Yes, pause all of them", "danger");
}

static void add_switches(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			 const bool blocked[static 2])
{
	if (!(ad_role_scopes(x->call.space.role) & AD_SYNC_WRITE))
		return;
	ad_text_adds(page, "<section class=\"card\" aria-labelledby=\"switch\"><h2 "
			   "id=\"switch\">Kill switch</h2><p class=\"soft\">Pauses all campaigns "
			   "of this Space in an emergency.</p><div class=\"acts\">");
	/*
	 * The button stays: the run may have been cancelled, or a campaign enabled on the
	 * platform.
	 */
	for (int i = 0; i < 2; i++)
		add_switch(x, page, v, i == 0 ? AD_LIVE : AD_TEST, blocked[i]);
	ad_text_adds(page, "</div></section>");
}

/* On the writer's thread: checks Space and role again. */
static void space_block_pull(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	const enum ad_environment *environment = v->work;
	enum ad_db_status status = app_caller_enter(call, v->id, *environment);

	app_ask_as(call, AD_V_PAUSE_ALL, NULL);
	if (app_step_found(call, status) && ad_call_require(call, AD_SYNC_WRITE))
		ad_sync_pause_write(call);
}

static void space_block_pulled(struct ad_exchange *x, struct app_visit *v)
{
	(void)v;
	if (x->call.status == AD_OK)
		app_go_run(x, "pulled");
	else if (x->call.status == AD_NOT_FOUND)
		app_page_missing(x);
	else if (x->call.status == AD_FORBIDDEN_SCOPE)
		ad_page_refuse(x, 403,
			       "Only publishers and owners of the Space can do this. Nothing was "
			       "changed.");
	else
		ad_page_unavailable(x);
}

void app_space_pause(struct ad_exchange *x, struct app_visit *v, enum ad_environment environment)
{
	enum ad_environment *which = ad_arena_alloc(x->call.arena, sizeof(*which));

	*which = environment;
	v->work = which;
	app_write(x, v, space_block_pull, space_block_pulled);
}

/* --- both --- */

bool app_add_blocks(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		    struct ad_str space_id)
{
	struct ad_stmt *s = ad_sql(x->call.db, "SELECT pushes_blocked_live, pushes_blocked_test"
					       " FROM spaces WHERE id = $1");

	ad_bind(s, 1, space_id);
	if (ad_step(s) != AD_DB_ROW)
		return false;
	const bool blocked[2] = { ad_col_int(s, 0) != 0, ad_col_int(s, 1) != 0 };
	bool good = true;
	ad_reset(s);
	add_switches(x, page, v, blocked);
	if (!blocked[0] && !blocked[1])
		return true;
	ad_text_adds(page, "<section class=\"card\" aria-labelledby=\"blocked\"><h2 "
			   "id=\"blocked\">Pushes are blocked</h2>");
	if (blocked[0])
		good = add_block(x, page, v, AD_LIVE);
	if (blocked[1] && good)
		good = add_block(x, page, v, AD_TEST);
	ad_text_adds(page, "</section>");
	return good;
}
