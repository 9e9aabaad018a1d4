/* Pages that call the API: see ask.h. */
#include "app/page/ask.h"

#include "app/page/caller.h"
#include "app/page/forms.h"
#include "app/page/pages.h"
#include "app/page/values.h"

/* --- the call --- */

void app_params_add(struct app_params *params, const char *name, struct ad_str value)
{
	if (value.p && params->count < AD_LEN(params->list))
		params->list[params->count++] = (struct ad_param){ ad_str(name), value };
}

struct ad_str app_query(const struct ad_exchange *x, const char *name)
{
	for (size_t i = 0; i < x->param_count; i++)
		if (ad_str_is(x->params[i].name, name))
			return x->params[i].value;
	return (struct ad_str){ 0 };
}

int64_t app_query_number(const struct ad_exchange *x, const char *name)
{
	struct ad_str text = app_query(x, name);
	int64_t n = 0;

	for (size_t i = 0; i < text.n; i++) {
		if (i == 9 || text.p[i] < '0' || text.p[i] > '9')
			return 0;
		n = n * 10 + (text.p[i] - '0');
	}
	return n;
}

enum ad_db_status app_ask_enter(struct ad_call *call, struct ad_str space_id,
				enum ad_environment environment)
{
	enum ad_db_status status = app_caller_enter(call, space_id, environment);
	struct app_visit *v = call->door_data;

	if (status == AD_DB_ROW)
		app_place_enter(&v->place, space_id, environment);
	call->res = ad_resource_row(AD_R_SYNC);
	call->id = (struct ad_str){ 0 };
	call->params = NULL;
	call->param_count = 0;
	return status;
}

void app_ask_as(struct ad_call *call, enum ad_verb verb, const cJSON *input)
{
	call->res = ad_resource_row(AD_R_SYNC);
	call->action = ad_action_of(call->res, verb);
	call->input = input;
	call->params = NULL;
	call->param_count = 0;
}

bool app_ask_once(struct ad_call *call, struct ad_str path, struct ad_str key, struct ad_str body)
{
	call->idempotency_path = path;
	call->idempotency_key = key;
	call->body = body;
	return ad_idempotency_check_key(call);
}

void app_add_once(struct ad_text *page)
{
	char key[AD_ID_SIZE];

	ad_id_make("one", key);
	app_add_hidden(page, "once", ad_str(key));
}

static void ask_render_outcome(struct ad_exchange *x)
{
	struct app_visit *v = x->call.door_data;

	if (x->call.status == AD_UNAVAILABLE || x->call.status == AD_INTERNAL)
		ad_page_unavailable(x);
	else
		v->after(x, v);
}

void app_ask(struct ad_exchange *x, struct app_visit *v, enum ad_verb verb,
	     const struct app_params *params, app_page_fn *after)
{
	app_ask_as(&x->call, verb, NULL);
	x->call.params = params->list;
	x->call.param_count = params->count;
	v->after = after;
	x->render = ask_render_outcome;
	ad_call_start_action(&x->call);
}

const cJSON *app_ask_data(struct ad_call *call)
{
	struct ad_json_error err;

	return call->status == AD_OK && call->data.n > 0
		       ? ad_json_parse(call->arena, call->data, &err)
		       : NULL;
}

const cJSON *app_ask_meta(struct ad_call *call, const char *name)
{
	struct ad_json_error err;
	struct ad_str text = ad_arena_printf(call->arena, "{%.*s}", AD_FMT(call->meta));

	return ad_json_get(ad_json_parse(call->arena, text, &err), name);
}

/* --- the Space of the call --- */

enum ad_environment app_ask_environment(struct ad_str name)
{
	return ad_str_is(name, "test") ? AD_TEST : AD_LIVE;
}

bool app_add_space_link(struct ad_exchange *x, struct ad_text *page)
{
	struct ad_space space;
	struct ad_row *row;

	if (ad_space_row(&x->call, ad_str(x->call.space.id), &space, &row) != AD_DB_ROW)
		return false;
	ad_text_addf(page, "<a href=\"" AD_APP_PATH "/spaces/%s\">", x->call.space.id);
	ad_page_name(page, ad_row_text(row, "name"));
	ad_text_adds(page, "</a> ");
	app_add_environment(page, ad_str(ad_environment_name(x->call.who->environment)));
	return true;
}
