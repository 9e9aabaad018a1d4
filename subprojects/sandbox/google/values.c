/*
 * Checks of every value of a create or update by its row alone: required and read-only fields,
 * temporary names, money, URLs, custom parameters.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "op.h"

struct walk {
	struct g_op *op;
	struct text field; /* the path below the resource */
	bool top;
};

static void google_values_fault(struct walk *w, enum g_error code, const char *trigger)
{
	op_fail(w->op, code, text_get(&w->field), trigger);
}

static bool is_budget(const struct g_op *op)
{
	return op->kind == &g_kinds[K_CAMPAIGN_BUDGET];
}

static void google_values_check_money(struct walk *w, const cJSON *value)
{
	long long micros = strtoll(value->valuestring, NULL, 10);
	long long unit = g_currency_unit(w->op->call->account.currency);
	bool budget = is_budget(w->op);
	if (micros < 0)
		google_values_fault(w, budget ? E_BUDGET_NEGATIVE : E_BID_TOO_SMALL,
				    value->valuestring);
	else if (micros % unit != 0)
		google_values_fault(w, budget ? E_BUDGET_UNIT : E_NOT_BILLABLE_UNIT,
				    value->valuestring);
	else if (micros > 1000000000000000LL)
		google_values_fault(w, budget ? E_BUDGET_TOO_LARGE : E_BID_TOO_BIG,
				    value->valuestring);
}

static bool has_bad_characters(const char *url)
{
	for (; *url; url++)
		if ((unsigned char)*url <= ' ' || *url == 0x7f || strchr("<>\"\\^`", *url))
			return true;
	return false;
}

/* Bytes of "http://" or "https://" at the start of `url`; 0 when there is no scheme, -1 when
 * another. */
static int scheme_size(const char *url)
{
	if (strncasecmp(url, "http://", 7) == 0)
		return 7;
	if (strncasecmp(url, "https://", 8) == 0)
		return 8;
	const char *colon = strstr(url, "://");
	return colon && colon < url + strcspn(url, "/?#") + 1 ? -1 : 0;
}

static void check_final_url(struct walk *w, const cJSON *value)
{
	const char *url = value->valuestring;
	int scheme = scheme_size(url);
	if (!*url) {
		google_values_fault(w, E_FINAL_URL_INVALID, url);
		return;
	}
	if (has_bad_characters(url)) {
		google_values_fault(w, E_FINAL_URL_MALFORMED, url);
		return;
	}
	if (scheme <= 0) {
		google_values_fault(w, scheme < 0 ? E_FINAL_URL_PROTOCOL : E_FINAL_URL_NO_PROTOCOL,
				    url);
		return;
	}
	const char *host = url + scheme;
	size_t size = strcspn(host, "/?#");
	size_t name = strcspn(host, "/?#:");
	if (name == 0)
		google_values_fault(w, E_FINAL_URL_NO_HOST, url);
	else if (!memchr(host, '.', name) || host[name - 1] == '.' || memchr(host, '@', size))
		google_values_fault(w, E_FINAL_URL_TLD, url);
	else if (strlen(url) > 2048)
		google_values_fault(w, E_STRING_TOO_LONG, url);
}

static void check_template(struct walk *w, const cJSON *value)
{
	const char *url = value->valuestring;
	if (!*url)
		return; /* clears it */
	int scheme = scheme_size(url);
	if (has_bad_characters(url))
		google_values_fault(w, E_TEMPLATE_MALFORMED, url);
	else if (strlen(url) > 2048)
		google_values_fault(w, E_STRING_TOO_LONG, url);
	else if (scheme < 0)
		google_values_fault(w, E_TEMPLATE_PROTOCOL, url);
	else if (scheme == 0 && url[0] != '{')
		google_values_fault(w, E_TEMPLATE_NO_PROTOCOL, url);
	else if (!strstr(url, "lpurl"))
		google_values_fault(w, E_TEMPLATE_NO_TAG, url);
}

static void check_suffix(struct walk *w, const cJSON *value)
{
	const char *suffix = value->valuestring;
	if (strlen(suffix) > 2048)
		google_values_fault(w, E_STRING_TOO_LONG, suffix);
	else if (suffix[0] == '?' || suffix[0] == '&' || has_bad_characters(suffix))
		google_values_fault(w, E_SUFFIX_MALFORMED, suffix);
	else if (strstr(suffix, "lpurl") || strstr(suffix, "{ignore}"))
		google_values_fault(w, E_SUFFIX_TAG, suffix);
}

/* Keys: letters and digits, 16 of them; values: 250 bytes, no white space. */
static void check_custom_parameters(struct walk *w, const cJSON *list)
{
	size_t mark = w->field.size;
	int i = 0;
	const cJSON *item;
	if (cJSON_GetArraySize(list) > 8)
		google_values_fault(w, E_CUSTOM_PARAMETERS_COUNT, NULL);
	cJSON_ArrayForEach(item, list)
	{
		const char *key = json_text(item, "key"), *value = json_text(item, "value");
		text_format(&w->field, "[%d]", i);
		for (const cJSON *other = list->child; other != item; other = other->next)
			if (key && json_text(other, "key") &&
			    strcasecmp(json_text(other, "key"), key) == 0)
				google_values_fault(w, E_DUPLICATE_ELEMENT, key);
		size_t inner = w->field.size;
		text_put(&w->field, ".key");
		if (key && (strlen(key) > 16 ||
			    strspn(key, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
					"0123456789") != strlen(key)))
			google_values_fault(
				w, strlen(key) > 16 ? E_STRING_TOO_LONG : E_CUSTOM_PARAMETER_KEY,
				key);
		text_cut(&w->field, inner);
		text_put(&w->field, ".value");
		if (!value)
			google_values_fault(w, E_CUSTOM_PARAMETER_NULL, NULL);
		else if (strlen(value) > 250)
			google_values_fault(w, E_STRING_TOO_LONG, value);
		else if (has_bad_characters(value))
			google_values_fault(w, E_CUSTOM_PARAMETER_VALUE, value);
		text_cut(&w->field, mark);
		i++;
	}
}

static void google_values_check_one(struct walk *w, const cJSON *value, const struct g_field *f)
{
	switch (f->check) {
	case CHECK_NONE:
	case CHECK_CUSTOM_PARAMETERS:
		break;
	case CHECK_MONEY:
		google_values_check_money(w, value);
		break;
	case CHECK_FINAL_URL:
		check_final_url(w, value);
		break;
	case CHECK_TEMPLATE:
		check_template(w, value);
		break;
	case CHECK_SUFFIX:
		check_suffix(w, value);
		break;
	}
}

/* A reference to something this request created earlier gets its real name. */
static void settle_name(struct walk *w, cJSON *value)
{
	const char *name = value->valuestring;
	const char *id = strrchr(name, '/');
	if (strncmp(name, "customers/", 10) != 0 || !id || id[1] != '-')
		return;
	const char *real = op_temporary(w->op, name);
	if (!real)
		google_values_fault(w, E_RESOURCE_NOT_FOUND, name);
	else if (*real)
		json_become_text(value, real);
	else
		op_skip(w->op, text_get(&w->field));
}

static void walk_message(struct walk *w, cJSON *object, const struct g_message *message);

static void walk_value(struct walk *w, cJSON *value, const struct g_field *f)
{
	switch (f->type) {
	case G_STRING:
		settle_name(w, value);
		break;
	case G_ENUM:
		if (strcmp(value->valuestring, "UNKNOWN") == 0 ||
		    (strcmp(value->valuestring, "UNSPECIFIED") == 0 && (f->flags & G_REPEATED)))
			google_values_fault(w, E_INVALID_ENUM_VALUE, value->valuestring);
		break;
	case G_MESSAGE:
		walk_message(w, value, f->message);
		break;
	case G_FOREIGN:
		google_values_fault(w,
				    w->op->kind == &g_kinds[K_ASSET] ? E_ASSET_TYPE_ALLOWLIST
								     : E_SETTING_NOT_COMPATIBLE,
				    NULL);
		break;
	case G_BOOL:
	case G_INT32:
	case G_INT64:
	case G_DOUBLE:
	case G_BYTES:
	case G_MASK:
		break;
	}
	google_values_check_one(w, value, f);
}

/* True if a required field counts as absent. */
static bool google_values_is_empty(const cJSON *value)
{
	return !value || (cJSON_IsArray(value) && !value->child) ||
	       (cJSON_IsString(value) &&
		(!*value->valuestring || strcmp(value->valuestring, "UNSPECIFIED") == 0));
}

static void walk_field(struct walk *w, cJSON *value, const struct g_field *f)
{
	if (f->flags & G_OUTPUT_ONLY) {
		/* Of a path that an update names, mask.c tells. */
		if (w->op->verb != VERB_UPDATE || strchr(text_get(&w->field), '['))
			google_values_fault(w, E_RESOURCE_READ_ONLY, NULL);
		return;
	}
	if (!cJSON_IsArray(value)) {
		walk_value(w, value, f);
		return;
	}
	size_t mark = w->field.size;
	int i = 0;
	cJSON *item;
	cJSON_ArrayForEach(item, value)
	{
		text_format(&w->field, "[%d]", i++);
		walk_value(w, item, f);
		text_cut(&w->field, mark);
	}
	if (f->check == CHECK_CUSTOM_PARAMETERS)
		check_custom_parameters(w, value);
}

/* Fields an update carries but does not name are ignored. */
static bool is_sent(const struct walk *w, const struct g_field *f)
{
	return !w->top || (op_touches(w->op, f->name) && strcmp(f->name, "resource_name") != 0);
}

static void walk_message(struct walk *w, cJSON *object, const struct g_message *message)
{
	size_t mark = w->field.size;
	bool top = w->top;
	bool update = w->op->verb == VERB_UPDATE;
	for (const struct g_field *f = message->fields; f->name; f++) {
		char camel[G_NAME_ROOM];
		g_camel(f->name, camel, sizeof(camel));
		cJSON *value = json_at(object, camel);
		if (!is_sent(w, f))
			continue;
		text_format(&w->field, "%s%s", mark ? "." : "", f->name);
		w->top = false;
		if ((f->flags & G_REQUIRED) && google_values_is_empty(value) && !(top && update))
			google_values_fault(w, E_REQUIRED, NULL);
		else if (value)
			walk_field(w, value, f);
		w->top = top;
		text_cut(&w->field, mark);
	}
}

void g_check_values(struct g_op *op)
{
	struct walk w = { .op = op, .top = true };
	walk_message(&w, op->sent, op->kind->message);
	text_free(&w.field);
}
