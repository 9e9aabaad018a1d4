/* /app/spaces/ID: a Space's members and settings. */
#include "app/spaces/invitations.h"
#include "app/page/pages.h"
#include "app/page/roles.h"
#include "app/spaces/space_form.h"

static const struct app_done said[] = {
	{ "made", "The Space was created. You can change its settings and invite members below." },
	{ "saved", "Saved." },
	{ "invited", "Invited. The person becomes a member after accepting the invitation." },
	{ "withdrawn", "The invitation is withdrawn." },
	{ "joined", "You are a member of this Space now." },
	{ "role", "The role is changed." },
	{ "lifted", "Pushes are allowed again. Paused campaigns stay paused until you push." },
	{ "removed", "Removed. The member no longer has access to this Space." },
};

/* The actions that a POST can request. */
enum task {
	TASK_NONE,
	TASK_SETTINGS,
	TASK_INVITE,
	TASK_WITHDRAW,
	TASK_ROLE,
	TASK_REMOVE,
	TASK_LEAVE,
	TASK_LIFT
};

struct work {
	struct ad_row *row; /* the Space; its roles and limits are call.space */
	enum task task;
	struct app_space_form form;
	struct ad_attempt attempt; /* for an address that may have no account */
	struct ad_str email;       /* e-mail of the invitation, as typed */
	struct ad_str account_id;  /* of the member whose role is changed */
	enum ad_role role;
	enum ad_environment environment; /* where pushes are allowed again */
	const char *email_fault;
	bool limited;
};

/* --- members --- */

static bool is_personal(const struct work *w)
{
	return ad_row_value(w->row, "personal")->i != 0;
}

static void add_role(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		     struct ad_stmt *s)
{
	struct ad_str role = ad_col(s, 3);
	size_t count;
	const struct app_choice *roles = app_roles(&count);

	if (x->call.space.role != AD_OWNER) {
		ad_text_adds(page, app_role_title(ad_role_of(role)));
		return;
	}
	app_form(x, page, v, ad_arena_copy(x->call.arena, x->path).p);
	app_add_hidden(page, "do", AD_S("role"));
	app_add_hidden(page, "account", ad_col(s, 0));
	ad_text_adds(page, "<span class=\"inline\"><select name=\"role\" aria-label=\"Role of ");
	app_html(page, ad_col(s, 1));
	ad_text_adds(page, "\">");
	for (size_t i = 0; i < count; i++)
		ad_text_addf(page, "<option value=\"%s\"%s>%s</option>", roles[i].value,
			     ad_str_is(role, roles[i].value) ? " selected" : "", roles[i].title);
	ad_text_adds(page, "</select><button type=\"submit\" class=\"quiet\">Change</button></span>"
			   "</form>");
}

static void add_end(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		    struct ad_stmt *s)
{
	bool self = ad_str_eq(ad_col(s, 0), v->account.id);
	const struct app_choice act = {
		ad_arena_copy(x->call.arena, x->path).p,
		self ? "Leave" : "Remove",
		"danger",
	};

	if (!self && x->call.space.role != AD_OWNER)
		return;
	app_begin_act(x, page, v, &act);
	app_add_hidden(page, "do", self ? AD_S("leave") : AD_S("remove"));
	app_add_hidden(page, "account", ad_col(s, 0));
	ad_text_adds(page, self ? "<p>You, your apps and your tokens lose access to this Space "
				  "immediately. Only an owner can invite you again.</p>"
				: "<p>The member and the member's apps and tokens lose access "
				  "immediately. Their drafts stay.</p>");
	app_end_act(page, self ? "Yes, leave" : "Yes, remove", "danger");
}

static void space_add_member(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
			     struct ad_stmt *s)
{
	ad_text_adds(page, "<tr role=\"row\"><td role=\"cell\" data-label=\"Member\">");
	if (ad_col(s, 2).n > 0) {
		ad_text_adds(page, "<b>");
		ad_page_name(page, ad_col(s, 2));
		ad_text_adds(page, "</b><br>");
	}
	bool self = ad_str_eq(ad_col(s, 0), v->account.id);
	if (self || x->call.space.role == AD_OWNER)
		app_html(page, ad_col(s, 1));
	else if (ad_col(s, 2).n == 0)
		app_html(page, ad_col(s, 0));
	if (self)
		ad_text_adds(page, " <span class=\"tag\">you</span>");
	ad_text_adds(page, "</td><td role=\"cell\" data-label=\"Role\">");
	add_role(x, page, v, s);
	ad_text_adds(page, "</td><td role=\"cell\" data-label=\"Since\">");
	app_time(page, ad_col_int(s, 4), "");
	ad_text_adds(page, "</td><td role=\"cell\">");
	add_end(x, page, v, s);
	ad_text_adds(page, "</td></tr>");
}

static void space_add_invitation(struct ad_exchange *x, struct ad_text *page,
				 const struct app_visit *v, const struct work *w)
{
	const char *chosen = ad_role_name(w->role);
	const struct app_field email = {
		.name = "email",
		.label = "Email",
		.hint = "The person must have an account on this server.",
		.type = "email",
		.more = " required autocomplete=\"off\" autocapitalize=\"none\" "
			"spellcheck=\"false\"",
		.fault = w->email_fault,
		.value = w->email,
	};
	size_t count;
	const struct app_choice *roles = app_roles(&count);

	ad_text_adds(page, "<h3>Invite a member</h3>");
	app_form(x, page, v, ad_arena_copy(x->call.arena, x->path).p);
	app_add_hidden(page, "do", AD_S("invite"));
	app_add_field(page, &email);
	ad_text_adds(page, "<fieldset><legend>Role</legend><div class=\"choices\">");
	for (size_t i = 0; i < count; i++)
		app_add_choice(page, "radio", "role", &roles[i],
			       strcmp(roles[i].value, chosen ? chosen : "EDITOR") == 0);
	ad_text_adds(page,
		     "</div></fieldset><div class=\"row\"><button type=\"submit\">Invite</button>"
		     "</div></form>");
}

#define HEAD(label) "<th scope=\"col\" role=\"columnheader\">" label "</th>"

static bool add_members(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v)
{
	const struct work *w = v->work;
	enum ad_db_status status;
	struct ad_stmt *s = ad_sql(x->call.db, "SELECT " AD_MEMBER_COLUMNS " FROM " AD_MEMBER_TABLES
					       " WHERE m.space_id = $1 ORDER BY a.email LIMIT 500");

	ad_bind(s, 1, w->row->id);
	ad_text_adds(page, "<section class=\"card\" aria-labelledby=\"members\"><h2 id=\"members\">"
			   "Members</h2>");
	if (is_personal(w)) {
		ad_text_adds(page, "<p>This is your Personal Space. It has no other members. To "
				   "work with others, <a href=\"" AD_APP_PATH
				   "/spaces#new\">create a Space</a>.</p></section>");
		ad_reset(s);
		return true;
	}
	ad_text_adds(page, "<table role=\"table\"><thead><tr role=\"row\">" HEAD("Member") HEAD(
				   "Role") HEAD("Since")
				   HEAD("<span class=\"hide\">End</span>") "</tr></thead><tbody>");
	while ((status = ad_step(s)) == AD_DB_ROW)
		space_add_member(x, page, v, s);
	ad_text_adds(page, "</tbody></table>");
	if (x->call.space.role == AD_OWNER) {
		if (!app_add_pending(x, page, v, w->row->id))
			return false;
		space_add_invitation(x, page, v, w);
	}
	ad_text_adds(page, "</section>");
	return status == AD_DB_DONE;
}

/* --- the page --- */

static void add_settings(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v)
{
	const struct work *w = v->work;

	ad_text_adds(page, "<section class=\"card\" aria-labelledby=\"settings\"><h2 "
			   "id=\"settings\">Settings</h2>");
	if (x->call.space.role == AD_OWNER) {
		app_space_form_show(x, page, v, &w->form);
	} else {
		const struct app_space_form *f = &w->form;
		const struct {
			const char *label;
			struct ad_str value;
		} rows[] = {
			{ "Currency", f->currency },
			{ "Time zone", f->timezone },
			{ "Maximum daily budget of a campaign", f->campaign },
			{ "Maximum sum of daily budgets", f->total },
			{ "Maximum budget increase, in percent", f->percent },
			{ "Maximum bid", f->bid },
		};
		ad_text_adds(page, "<p class=\"soft\">Only owners can change the settings.</p><dl "
				   "class=\"wide\">");
		for (size_t i = 0; i < AD_LEN(rows); i++) {
			ad_text_addf(page, "<dt>%s</dt><dd>", rows[i].label);
			app_html(page, rows[i].value.n > 0 ? rows[i].value : AD_S("no limit"));
			ad_text_adds(page, "</dd>");
		}
		ad_text_adds(page, "</dl>");
	}
	ad_text_adds(page, "</section>");
}

static void add_loosening(struct ad_text *page, const struct ad_exchange *x)
{
	ad_text_adds(page,
		     "<p class=\"fault\" role=\"alert\">This would loosen a guardrail, and you "
		     "signed in more than 10 minutes ago. <a href=\"");
	app_sign_in_again(page, x);
	ad_text_adds(page, "\">Sign in again</a>, then change it. Nothing was saved.</p>");
}

/* Loads the Space into the call. False: the reply is made. */
static bool space_load(struct ad_exchange *x, const struct app_visit *v)
{
	struct work *w = v->work;
	enum ad_db_status status = ad_space_row(&x->call, v->id, &x->call.space, &w->row);

	return app_page_found(x, status);
}

static void space_show(struct ad_exchange *x, const struct app_visit *v, int status,
		       const char *fault)
{
	const struct work *w = v->work;

	if (!space_load(x, v))
		return;
	struct ad_text page =
		app_page(x, v, ad_arena_copy(x->call.arena, ad_row_text(w->row, "name")).p);

	ad_text_addf(&page, "<p class=\"soft\">Your role here: %s. <code>%.*s</code></p>",
		     app_role_title(x->call.space.role), AD_FMT(w->row->id));
	if (x->call.space.role == AD_OWNER)
		ad_text_addf(&page,
			     "<p><a href=\"" APP_ACCESS_PATH
			     "/%.*s\">Tokens and apps</a>: list the tokens and apps with access to "
			     "this Space, and end their access.</p>",
			     AD_FMT(w->row->id));
	app_say_done(&page, x, said, AD_LEN(said));
	if (app_space_form_loosens(&x->call))
		add_loosening(&page, x);
	else
		app_say_fault(&page, fault);
	if (!app_add_blocks(x, &page, v, w->row->id) || !add_members(x, &page, v)) {
		ad_page_unavailable(x);
		return;
	}
	add_settings(x, &page, v);
	app_page_reply(x, &page, status);
}

void app_space(struct ad_exchange *x, struct app_visit *v)
{
	struct work *w = ad_arena_zalloc(x->call.arena, sizeof(*w));

	v->work = w;
	if (!space_load(x, v))
		return;
	w->form = app_space_form_of(x->call.arena, w->row, &x->call.space);
	space_show(x, v, 200, NULL);
}

/* --- changes --- */

/*
 * Finds the account to invite by e-mail. Limits: 10 addresses without an account in 15 minutes,
 * and 100 per day over all networks, because a session works from every network.
 */
static bool space_find_invited(struct ad_call *call, struct work *w)
{
	struct ad_account account;
	struct ad_str email;
	enum ad_db_status status = ad_attempt_note(call->db, &w->attempt);

	w->limited = status == AD_DB_DONE;
	if (w->limited) {
		w->email_fault =
			"Too many invitations to addresses without an account. Try again later.";
		return ad_fail(call, AD_RATE_LIMITED, "%s", w->email_fault);
	}
	if (status != AD_DB_ROW)
		return ad_fail_db(call, status);
	status = ad_email_normal(call->arena, w->email, &email)
			 ? ad_account_find(call->db, call->arena, email, &account)
			 : AD_DB_DONE;
	if (status == AD_DB_DONE) {
		w->email_fault = "No account has this address. The operator of this server can "
				 "add one.";
		call->keep_changes = true; /* the attempt stays counted */
		return ad_fail(call, AD_INVALID,
			       "The address has no account, so no invitation was sent.");
	}
	if (status == AD_DB_ROW)
		status = ad_attempt_forget(call->db, &w->attempt);
	if (status != AD_DB_DONE)
		return ad_fail_db(call, status);
	w->account_id = account.id;
	return true;
}

static bool change_members(struct ad_call *call, const struct app_visit *v)
{
	struct work *w = v->work;

	if (w->task == TASK_INVITE)
		return space_find_invited(call, w) &&
		       ad_invitation_make(call, w->row, w->account_id, w->role);
	if (w->task == TASK_WITHDRAW)
		return ad_invitation_withdraw(call, w->row, w->account_id);
	if (w->task == TASK_LEAVE)
		w->account_id = v->account.id;
	return ad_space_set_role(call, w->row, w->account_id, w->role, true);
}

static bool change_settings(struct ad_call *call, const struct app_visit *v)
{
	const struct work *w = v->work;
	struct ad_space_change how = {
		.secrets = ad_auth_secrets(call->core->auth),
		.loosen = true,
		.is_form = true,
	};
	struct ad_row *after;

	return ad_space_patch(call, w->row, app_space_form_patch(call->arena, &w->form), &how,
			      &after);
}

static void space_make_change(struct ad_call *call)
{
	const struct app_visit *v = call->door_data;
	struct work *w = v->work;
	enum ad_db_status status = ad_space_row(call, v->id, &call->space, &w->row);
	bool good;

	w->email_fault = NULL;
	if (status == AD_DB_DONE)
		good = ad_fail(call, AD_NOT_FOUND, "%s", "");
	else if (status != AD_DB_ROW)
		good = ad_fail_db(call, status);
	else if (w->task != TASK_LEAVE && call->space.role != AD_OWNER)
		good = ad_fail(call, AD_FORBIDDEN_SCOPE, "Only owners of the Space can do this.");
	else if (w->task == TASK_LIFT)
		good = ad_space_block(call, w->row, w->environment, false);
	else
		good = w->task == TASK_SETTINGS ? change_settings(call, v)
						: change_members(call, v);
	if (!good && call->status == AD_OK)
		call->status = AD_UNAVAILABLE;
}

static const char *done_path(struct ad_exchange *x, const struct app_visit *v)
{
	static const char *const keys[] = {
		[TASK_NONE] = "",          [TASK_SETTINGS] = "saved",
		[TASK_INVITE] = "invited", [TASK_WITHDRAW] = "withdrawn",
		[TASK_ROLE] = "role",      [TASK_REMOVE] = "removed",
		[TASK_LEAVE] = "left",     [TASK_LIFT] = "lifted",
	};
	const struct work *w = v->work;

	if (w->task == TASK_LEAVE)
		return AD_APP_PATH "/spaces?done=left";
	return ad_arena_printf(x->call.arena, AD_APP_PATH "/spaces/%.*s?done=%s", AD_FMT(v->id),
			       keys[w->task])
		.p;
}

static void space_changed(struct ad_exchange *x, struct app_visit *v)
{
	struct work *w = v->work;
	struct ad_call *call = &x->call;

	if (call->status == AD_OK) {
		app_go(x, done_path(x, v));
		return;
	}
	if (call->status == AD_NOT_FOUND) {
		app_page_missing(x);
		return;
	}
	/* Typed values stay in their own form; the other forms show the stored values. */
	if (w->task != TASK_SETTINGS) {
		struct ad_row *row;
		if (ad_space_row(call, v->id, &call->space, &row) == AD_DB_ROW)
			w->form = app_space_form_of(call->arena, row, &call->space);
	}
	if (w->limited)
		ad_http_add(
			x, "Retry-After",
			ad_arena_printf(call->arena, "%lld", (long long)w->attempt.retry_after));
	space_show(x, v, ad_outcome_http(call),
		   call->status == AD_PRECONDITION
			   ? "Somebody else changed the Space. Reload the page and repeat your "
			     "change. Nothing was saved."
		   : call->faults ? "Nothing was saved. Correct the marked fields below."
				  : ad_outcome_message(call));
}

static enum task task_of(struct ad_str name)
{
	static const struct {
		const char *name;
		enum task task;
	} tasks[] = {
		{ "settings", TASK_SETTINGS }, { "invite", TASK_INVITE },
		{ "withdraw", TASK_WITHDRAW }, { "role", TASK_ROLE },
		{ "remove", TASK_REMOVE },     { "leave", TASK_LEAVE },
		{ "lift", TASK_LIFT },
	};

	for (size_t i = 0; i < AD_LEN(tasks); i++)
		if (ad_str_is(name, tasks[i].name))
			return tasks[i].task;
	return TASK_NONE;
}

static bool takes_environment(const struct ad_call *call, enum ad_environment *out)
{
	struct ad_str name = ad_call_param(call, "environment");

	*out = ad_str_is(name, "live") ? AD_LIVE : AD_TEST;
	return ad_str_is(name, "live") || ad_str_is(name, "test");
}

void app_space_change(struct ad_exchange *x, struct app_visit *v)
{
	struct work *w = ad_arena_zalloc(x->call.arena, sizeof(*w));
	const struct ad_call *call = &x->call;

	v->work = w;
	w->task = task_of(ad_call_param(call, "do"));
	w->role = ad_role_of(ad_call_param(call, "role"));
	w->email = ad_call_param(call, "email");
	w->account_id = ad_call_param(call, "account");
	w->attempt = (struct ad_attempt){
		.address = call->address,
		.email = ad_arena_printf(call->arena, "member|%.*s", AD_FMT(v->account.id)),
		.abroad = AD_ATTEMPTS_MEMBER_ABROAD,
	};
	if (ad_str_is(ad_call_param(call, "do"), "pause") &&
	    takes_environment(call, &w->environment)) {
		app_space_pause(x, v, w->environment);
		return;
	}
	if (w->task == TASK_SETTINGS)
		w->form = app_space_form_read(call);
	if (w->task == TASK_REMOVE || w->task == TASK_LEAVE || w->task == TASK_WITHDRAW)
		w->role = AD_NO_MEMBER;
	else if (w->task == TASK_LIFT && takes_environment(call, &w->environment))
		w->role = AD_NO_MEMBER;
	else if (w->task == TASK_NONE || (w->task != TASK_SETTINGS && w->role == AD_NO_MEMBER)) {
		ad_page_refuse(x, 400, "The form does not name an action.");
		return;
	}
	app_write(x, v, space_make_change, space_changed);
}
