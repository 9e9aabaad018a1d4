/* The settings of a connection as a form: declarations and defaults. */
#include "app/connections/connections.h"
#include "app/page/forms.h"
#include "app/page/pages.h"

#define NONE "none" /* an explicitly empty list */

/* --- show --- */

/* A list as "A, B", a map as "name = value" lines, a text as it is. */
static struct ad_str connection_settings_text_of(struct ad_arena *arena, const cJSON *value)
{
	struct ad_text text = ad_text_on(arena);
	const cJSON *item;

	if (!value || cJSON_IsNull(value))
		return AD_S("");
	if (cJSON_IsString(value))
		return ad_json_text(value);
	if (cJSON_IsArray(value) && !value->child)
		return AD_S(NONE);
	cJSON_ArrayForEach(item, value)
	{
		if (cJSON_IsObject(value))
			ad_text_addf(&text, "%s = ", item->string);
		ad_text_add(&text, ad_json_text(item));
		ad_text_adds(&text, cJSON_IsObject(value) ? "\n" : item->next ? ", " : "");
	}
	return text.n ? ad_text_str(&text) : AD_S("");
}

static void add_lines(struct ad_text *page, const struct app_field *field)
{
	ad_text_addf(
		page,
		"<label class=\"field\" for=\"%s\">%s</label><p class=\"hint\" id=\"%s-hint\">"
		"%s</p><textarea id=\"%s\" name=\"%s\" aria-describedby=\"%s-hint\" rows=\"3\">",
		field->name, field->label, field->name, field->hint, field->name, field->more,
		field->name);
	app_html(page, field->value);
	ad_text_adds(page, "</textarea>");
}

static void add_bool(struct ad_text *page, const struct app_field *field, const cJSON *value)
{
	static const struct app_choice list[] = { { "", "Not declared", NULL },
						  { "false", "No", NULL },
						  { "true", "Yes", NULL } };
	struct app_field chosen = *field;

	chosen.value = ad_str(cJSON_IsTrue(value) ? "true" : cJSON_IsFalse(value) ? "false" : "");
	app_add_select(page, &chosen, list, AD_LEN(list));
}

static const char *hint_of(struct ad_arena *arena, const struct ad_connection_setting *row)
{
	const char *more = row->kind == AD_SETTING_TEXTS
				   ? " Separate several values by commas. \"" NONE
				     "\" declares an empty list."
			   : row->kind == AD_SETTING_MAP ? " One per line: name = value."
							 : "";

	return ad_arena_printf(arena, "%s%s", row->hint, more).p;
}

void app_add_settings(struct ad_exchange *x, struct ad_text *page, const struct app_visit *v,
		      enum ad_platform platform, struct ad_str id, struct ad_str settings)
{
	struct ad_json_error err;
	const cJSON *now = settings.n ? ad_json_parse(page->arena, settings, &err) : NULL;
	size_t count;
	const struct ad_connection_setting *rows = ad_connection_settings(platform, &count);

	ad_text_adds(page, "<details><summary>Settings and declarations</summary>");
	app_form(x, page, v, APP_CONNECTIONS_PATH);
	app_add_target(x, page, "settings", platform, id);
	for (size_t i = 0; i < count; i++) {
		const cJSON *value = ad_json_get(now, rows[i].name);
		/*
		 * The page has one form for each platform and environment, so each id names one
		 * field.
		 */
		struct app_field field = {
			.name = rows[i].name,
			.label = rows[i].title,
			.hint = hint_of(page->arena, &rows[i]),
			.type = "text",
			.value = connection_settings_text_of(page->arena, value),
		};
		field.name = ad_arena_printf(page->arena, "%s-%s-%s", rows[i].name,
					     ad_platform_name(platform),
					     ad_environment_name(x->call.who->environment))
				     .p;
		field.more = field.name;
		if (rows[i].kind == AD_SETTING_MAP) {
			add_lines(page, &field);
			continue;
		}
		field.more = NULL;
		if (rows[i].kind == AD_SETTING_BOOL)
			add_bool(page, &field, value);
		else
			app_add_field(page, &field);
	}
	ad_text_adds(page, "<div class=\"row\"><button type=\"submit\">Save the settings</button>"
			   "</div></form></details>");
}

/* --- parse --- */

static struct ad_str connection_settings_trimmed(struct ad_str s)
{
	while (s.n > 0 && (unsigned char)s.p[0] <= ' ') {
		s.p++;
		s.n--;
	}
	while (s.n > 0 && (unsigned char)s.p[s.n - 1] <= ' ')
		s.n--;
	return s;
}

/* Splits the text at the first such character and returns the part before it. */
static struct ad_str setting_cut(struct ad_str *rest, char at)
{
	const char *mark = rest->n ? memchr(rest->p, at, rest->n) : NULL;
	struct ad_str one = { rest->p, mark ? (size_t)(mark - rest->p) : rest->n };
	size_t used = one.n + (mark ? 1 : 0);

	*rest = (struct ad_str){ rest->p + used, rest->n - used };
	return connection_settings_trimmed(one);
}

static void connection_settings_write_texts(struct ad_json *j, struct ad_str given)
{
	ad_json_array(j);
	while (given.n > 0 && !ad_str_is(given, NONE)) {
		struct ad_str one = setting_cut(&given, ',');
		if (one.n > 0)
			ad_json_str(j, one);
	}
	ad_json_array_end(j);
}

static void write_map(struct ad_arena *arena, struct ad_json *j, struct ad_str given)
{
	ad_json_object(j);
	while (given.n > 0) {
		struct ad_str line = setting_cut(&given, '\n');
		struct ad_str name = setting_cut(&line, '=');
		if (name.n > 0)
			ad_json_kstr(j, ad_arena_copy(arena, name).p,
				     connection_settings_trimmed(line));
	}
	ad_json_object_end(j);
}

static void connection_settings_write_value(struct ad_arena *arena, struct ad_json *j,
					    const struct ad_connection_setting *row,
					    struct ad_str given)
{
	if (given.n == 0)
		ad_json_raw(j, AD_S("null"));
	else if (row->kind == AD_SETTING_TEXTS)
		connection_settings_write_texts(j, given);
	else if (row->kind == AD_SETTING_MAP)
		write_map(arena, j, given);
	else if (row->kind == AD_SETTING_BOOL)
		ad_json_raw(j, ad_str_is(given, "true") ? AD_S("true") : AD_S("false"));
	else
		ad_json_str(j, given);
}

const cJSON *app_read_settings(const struct ad_call *call, enum ad_platform platform)
{
	size_t count;
	const struct ad_connection_setting *rows = ad_connection_settings(platform, &count);
	struct ad_text text = ad_text_on(call->arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_json_error err;
	struct ad_str environment = ad_call_param(call, "environment");

	ad_json_object(&j);
	for (size_t i = 0; i < count; i++) {
		struct ad_str name =
			ad_arena_printf(call->arena, "%s-%s-%.*s", rows[i].name,
					ad_platform_name(platform), AD_FMT(environment));
		struct ad_str given = ad_call_param(call, name.p);
		if (!given.p)
			continue;
		ad_json_key(&j, rows[i].name);
		connection_settings_write_value(call->arena, &j, &rows[i],
						connection_settings_trimmed(given));
	}
	ad_json_object_end(&j);
	return ad_json_parse(call->arena, ad_text_str(&text), &err);
}

static const char *title_of(enum ad_platform platform, struct ad_str path)
{
	static const char before[] = "settings.";
	size_t count;
	const struct ad_connection_setting *rows = ad_connection_settings(platform, &count);

	for (size_t i = 0; i < count; i++)
		if (path.n > sizeof(before) - 1 &&
		    ad_str_is((struct ad_str){ path.p + sizeof(before) - 1,
					       path.n - sizeof(before) + 1 },
			      rows[i].name))
			return rows[i].title;
	return path.p;
}

const char *app_settings_fault(struct ad_call *call, enum ad_platform platform)
{
	struct ad_text text = ad_text_on(call->arena);

	for (const struct ad_fault *fault = call->faults; fault; fault = fault->next)
		ad_text_addf(&text, "%s%s %s.", text.n ? " " : "",
			     title_of(platform, ad_str(fault->path)), fault->message);
	return text.n ? ad_text_str(&text).p
		      : ad_arena_copy(call->arena, ad_str(ad_outcome_message(call))).p;
}
