/*
 * Parameters against their rows. A form brings texts: lists, objects and flags are JSON within
 * them; a JSON body brings values. Each fault is refused as the Graph does, code 100.
 */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "meta.h"

cJSON *m_error(struct m_refusal why, const char *message)
{
	char trace[12];
	cJSON *body = cJSON_CreateObject();
	cJSON *error = json_object(body, "error");
	json_set_text(error, "message", message);
	json_set_text(error, "type",
		      why.code == 100 && why.subcode == 33 ? "GraphMethodException"
							   : "OAuthException");
	json_set(error, "code", cJSON_CreateNumber(why.code));
	if (why.subcode)
		json_set(error, "error_subcode", cJSON_CreateNumber(why.subcode));
	json_set_bool(error, "is_transient", why.code == 1 || why.code == 2);
	if (why.field) {
		/* A JSON text within the JSON, as it is there. */
		struct text data = { 0 };
		text_format(&data, "{\"blame_field_specs\":[[\"%s\"]]}", why.field);
		json_set_text(error, "error_data", text_get(&data));
		text_free(&data);
	}
	if (why.title) {
		json_set_text(error, "error_user_title", why.title);
		json_set_text(error, "error_user_msg", message);
	}
	random_text(trace, sizeof(trace) - 1);
	json_set_text(error, "fbtrace_id", trace);
	return body;
}

bool m_refused(const struct m_call *call)
{
	return call->answer != NULL;
}

void m_refuse(struct m_call *call, struct m_refusal why, const char *format, ...)
{
	char message[400];
	va_list args;
	if (call->answer)
		return;
	va_start(args, format);
	vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	call->status = why.status ? why.status : 400;
	call->answer = m_error(why, message);
}

static void meta_check_wrong(struct m_call *call, const char *path, const char *what)
{
	m_refuse(call, (struct m_refusal){ .code = 100, .field = path }, "(#100) Param %s %s", path,
		 what);
}

/* A text that stands for JSON as what it means, owned by the caller; NULL where it is none. */
static cJSON *meta_check_decoded(const cJSON *given)
{
	if (cJSON_IsString(given))
		return cJSON_ParseWithOpts(given->valuestring, NULL, true);
	return cJSON_Duplicate(given, true);
}

static bool one_of(const char *const *words, const char *word)
{
	for (; words && *words; words++)
		if (strcmp(*words, word) == 0)
			return true;
	return false;
}

static cJSON *meta_check_check_text(struct m_call *call, const struct m_field *f, const cJSON *v,
				    const char *path)
{
	const char *text = cJSON_IsString(v) ? v->valuestring : NULL;
	size_t max = f->max ? (size_t)f->max : 1000;
	size_t n = 0;
	if (!text) {
		meta_check_wrong(call, path, "must be a string.");
		return NULL;
	}
	for (const char *c = text; *c; c++)
		n += ((unsigned char)*c & 0xc0) != 0x80;
	if (n > max)
		meta_check_wrong(call, path, "is too long.");
	else if (n == 0 && f->required)
		meta_check_wrong(call, path, "must be non-empty.");
	else if (f->type == M_URL && strncmp(text, "https://", 8) != 0 &&
		 strncmp(text, "http://", 7) != 0)
		meta_check_wrong(call, path, "should represent a valid URL");
	else if (f->type == M_WORD && f->words && !one_of(f->words, text))
		meta_check_wrong(call, path, "must be one of the values that it has.");
	return m_refused(call) ? NULL : cJSON_CreateString(text);
}

/* A whole number, of digits or as a JSON number. */
static cJSON *meta_check_check_whole(struct m_call *call, const struct m_field *f, const cJSON *v,
				     const char *path)
{
	char digits[24] = "";
	if (cJSON_IsString(v))
		snprintf(digits, sizeof(digits), "%s", v->valuestring);
	else if (cJSON_IsNumber(v) && v->valuedouble >= 0)
		snprintf(digits, sizeof(digits), "%.15g", v->valuedouble);
	if (!*digits || strspn(digits, "0123456789") != strlen(digits) || strlen(digits) > 19) {
		meta_check_wrong(call, path,
				 f->type == M_ID ? "must be a valid ID." : "must be an integer.");
		return NULL;
	}
	return f->type == M_ID ? cJSON_CreateString(digits) : cJSON_CreateNumber(strtod(digits, 0));
}

static cJSON *check_flag(struct m_call *call, const cJSON *v, const char *path)
{
	const char *text = cJSON_IsString(v) ? v->valuestring : "";
	if (cJSON_IsTrue(v) || strcmp(text, "true") == 0 || strcmp(text, "1") == 0)
		return cJSON_CreateTrue();
	if (cJSON_IsFalse(v) || strcmp(text, "false") == 0 || strcmp(text, "0") == 0)
		return cJSON_CreateFalse();
	meta_check_wrong(call, path, "must be a boolean.");
	return NULL;
}

static cJSON *check_when(struct m_call *call, const cJSON *v, const char *path)
{
	char text[48] = "";
	long long at;
	if (cJSON_IsString(v))
		snprintf(text, sizeof(text), "%s", v->valuestring);
	else if (cJSON_IsNumber(v))
		snprintf(text, sizeof(text), "%.15g", v->valuedouble);
	if (!m_time(text, &at)) {
		meta_check_wrong(call, path,
				 "must be a valid date/time string or a unix timestamp.");
		return NULL;
	}
	return cJSON_CreateNumber((double)at);
}

static cJSON *meta_check_check_one(struct m_call *call, const struct m_field *f, const cJSON *v,
				   const char *path)
{
	switch (f->type) {
	case M_TEXT:
	case M_URL:
	case M_WORD:
		return meta_check_check_text(call, f, v, path);
	case M_ID:
	case M_WHOLE:
		return meta_check_check_whole(call, f, v, path);
	case M_DECIMAL:
		if (cJSON_IsNumber(v) && v->valuedouble >= 0)
			return cJSON_Duplicate(v, false);
		meta_check_wrong(call, path, "must be a number from 0.");
		break;
	case M_NUMBER:
		if (cJSON_IsNumber(v))
			return cJSON_Duplicate(v, false);
		meta_check_wrong(call, path, "must be a number.");
		break;
	case M_FLAG:
		return check_flag(call, v, path);
	case M_WHEN:
		return check_when(call, v, path);
	case M_OBJECT:
		if (!cJSON_IsObject(v))
			meta_check_wrong(call, path, "must be an object.");
		else if (f->message)
			return m_check_object(call, f->message, v, path);
		else
			return cJSON_Duplicate(v, true);
		break;
	}
	return NULL;
}

static cJSON *meta_check_check_list(struct m_call *call, const struct m_field *f, const cJSON *list,
				    const char *path)
{
	const cJSON *item;
	cJSON *out;
	int i = 0;
	if (!cJSON_IsArray(list)) {
		meta_check_wrong(call, path, "must be an array.");
		return NULL;
	}
	out = cJSON_CreateArray();
	cJSON_ArrayForEach(item, list)
	{
		char place[160];
		snprintf(place, sizeof(place), "%s[%d]", path, i++);
		cJSON *value = meta_check_check_one(call, f, item, place);
		if (value)
			cJSON_AddItemToArray(out, value);
	}
	return out;
}

static const struct m_field *meta_check_field_of(const struct m_message *message, const char *name)
{
	for (size_t i = 0; i < message->count; i++)
		if (strcmp(message->fields[i].name, name) == 0)
			return &message->fields[i];
	return NULL;
}

/* `given` is a form's text (top) or a value within JSON. */
static void meta_check_check_member(struct m_call *call, const struct m_field *f,
				    const cJSON *given, bool top, cJSON *into, const char *path)
{
	bool json = f->list || f->type == M_OBJECT;
	cJSON *value = top && json ? meta_check_decoded(given) : NULL;
	const cJSON *v = value ? value : given;
	cJSON *checked = f->list ? meta_check_check_list(call, f, v, path)
				 : meta_check_check_one(call, f, v, path);
	if (checked)
		json_set(into, f->name, checked);
	cJSON_Delete(value);
}

cJSON *m_check_object(struct m_call *call, const struct m_message *message, const cJSON *value,
		      const char *path)
{
	cJSON *out = cJSON_CreateObject();
	const cJSON *item;
	cJSON_ArrayForEach(item, value)
	{
		char place[160];
		const struct m_field *f = meta_check_field_of(message, item->string);
		snprintf(place, sizeof(place), "%s[%s]", path, item->string);
		if (f)
			meta_check_check_member(call, f, item, false, out, place);
		else
			m_refuse(call, (struct m_refusal){ .code = 100, .field = path },
				 "(#100) Invalid keys \"%s\" were found in param \"%s\".",
				 item->string, path);
	}
	return out;
}

/* True if every call may have the parameter. */
static bool meta_check_is_common(const char *name)
{
	static const char *const names[] = { "access_token", "appsecret_proof", "format",
					     "pretty",       "locale",          0 };
	return one_of(names, name);
}

bool m_check(struct m_call *call, const struct m_message *message)
{
	const cJSON *item;
	call->values = cJSON_CreateObject();
	cJSON_ArrayForEach(item, call->params)
	{
		const struct m_field *f = meta_check_field_of(message, item->string);
		if (f)
			meta_check_check_member(call, f, item, true, call->values, f->name);
		else if (!meta_check_is_common(item->string))
			m_refuse(call, (struct m_refusal){ .code = 100, .field = item->string },
				 "(#100) Param %s is not known here.", item->string);
	}
	for (size_t i = 0; i < message->count && !m_refused(call); i++) {
		const struct m_field *f = &message->fields[i];
		if (f->required && !json_at(call->values, f->name))
			m_refuse(call, (struct m_refusal){ .code = 100, .field = f->name },
				 "(#100) The parameter %s is required.", f->name);
	}
	return !m_refused(call);
}

/* Percent-decoding, in place (application/x-www-form-urlencoded). */
static void meta_check_decode(char *s)
{
	char *out = s;
	for (; *s; s++) {
		char pair[3] = { s[0] == '%' ? s[1] : '\0', s[0] == '%' && s[1] ? s[2] : '\0', 0 };
		if (*s == '%' && isxdigit((unsigned char)pair[0]) &&
		    isxdigit((unsigned char)pair[1])) {
			*out++ = (char)strtol(pair, NULL, 16);
			s += 2;
		} else {
			*out++ = *s == '+' ? ' ' : *s;
		}
	}
	*out = '\0';
}

void m_read_form(cJSON *into, const char *form)
{
	for (const char *at = form; at && *at;) {
		size_t size = strcspn(at, "&");
		char *pair = sb_copy_n(at, size);
		char *equals = strchr(pair, '=');
		if (equals) {
			*equals = '\0';
			meta_check_decode(pair);
			meta_check_decode(equals + 1);
			json_set_text(into, pair, equals + 1);
		}
		free(pair);
		at += size + (at[size] == '&');
	}
}
