#include "call/request/outcome.h"
#include "call/request/core.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/log.h"
#include "base/utf8.h"

void ad_call_next(struct ad_call *call, enum ad_place place, ad_step_fn *step)
{
	call->place = place;
	call->next = step;
}

void ad_call_fresh(struct ad_call *call)
{
	call->status = AD_OK;
	call->message = NULL;
	call->suggestion = NULL;
	call->faults = NULL;
	call->faults_end = &call->faults;
	call->last_fault = NULL;
	call->fault_count = 0;
	call->violations = NULL;
	call->details = (struct ad_str){ NULL, 0 };
	call->fault_prefix = NULL;
}

static struct ad_str outcome_format(struct ad_arena *arena, const char *fmt, va_list args)
{
	char buf[1024];
	int n = vsnprintf(buf, sizeof(buf), fmt, args);
	size_t size = n < 0 ? 0 : (size_t)n;
	if (size >= sizeof(buf)) /* truncated: end at a character boundary */
		size = ad_utf8_fault((struct ad_str){ buf, sizeof(buf) - 1 });
	return ad_arena_copy(arena, (struct ad_str){ buf, size });
}

bool ad_fail(struct ad_call *call, enum ad_status status, const char *fmt, ...)
{
	va_list args;
	call->status = status;
	if (fmt[0]) {
		va_start(args, fmt);
		const char *message = outcome_format(call->arena, fmt, args).p;
		va_end(args);
		if (*message)
			call->message = message;
	}
	return false;
}

/* True if the call has its maximum of faults: more would not be read, and must not cost work. */
/* True if the path is `of`, or a path inside it. */
static bool is_at(const char *path, const char *of)
{
	size_t n = strlen(of);
	return strncmp(path, of, n) == 0 && (!path[n] || path[n] == '.' || path[n] == '[');
}

bool ad_has_fault(const struct ad_call *call, const char *path)
{
	const char *prefix = call->fault_prefix ? call->fault_prefix : "";
	size_t n = strlen(prefix);
	for (const struct ad_fault *f = call->faults; f; f = f->next)
		if (strncmp(f->path, prefix, n) == 0 && is_at(f->path + n, path))
			return true;
	return false;
}

bool ad_faults_full(const struct ad_call *call)
{
	return call->fault_count >= (call->fault_max ? call->fault_max : AD_FAULTS_MAX);
}

static struct ad_fault *add_fault(struct ad_call *call, const char *path, const char *code)
{
	if (call->status == AD_OK || call->status == AD_GUARDRAIL)
		call->status = AD_INVALID;
	call->last_fault = NULL;
	if (ad_faults_full(call))
		return NULL;
	call->fault_count++;
	struct ad_fault *fault = ad_arena_zalloc(call->arena, sizeof(*fault));
	fault->path = ad_arena_printf(call->arena, "%s%s",
				      call->fault_prefix ? call->fault_prefix : "", path)
			      .p;
	fault->code = code;
	if (!call->faults_end)
		call->faults_end = &call->faults;
	*call->faults_end = fault;
	call->faults_end = &fault->next;
	call->last_fault = fault;
	return fault;
}

void ad_fault(struct ad_call *call, const char *path, const char *code, const char *fmt, ...)
{
	va_list args;
	struct ad_fault *fault = add_fault(call, path, code);
	if (!fault)
		return;
	va_start(args, fmt);
	fault->message = outcome_format(call->arena, fmt, args).p;
	va_end(args);
}

void ad_fault_limit(struct ad_call *call, const char *path, const char *code, int64_t limit,
		    const char *fmt, ...)
{
	va_list args;
	struct ad_fault *fault = add_fault(call, path, code);
	if (!fault)
		return;
	va_start(args, fmt);
	fault->message = outcome_format(call->arena, fmt, args).p;
	va_end(args);
	fault->limit = limit;
	fault->has_limit = true;
}

void ad_fault_suggest(struct ad_call *call, const char *fmt, ...)
{
	va_list args;
	struct ad_fault *last = call->last_fault;
	if (!last)
		return;
	va_start(args, fmt);
	last->suggestion = outcome_format(call->arena, fmt, args).p;
	va_end(args);
}

bool ad_fail_db(struct ad_call *call, enum ad_db_status status)
{
	switch (status) {
	case AD_DB_CONFLICT:
		return ad_fail(call, AD_CONFLICT,
			       "A concurrent request already created this object.");
	case AD_DB_BAD_REFERENCE:
		return ad_fail(call, AD_CONFLICT, "A referenced object no longer exists.");
	case AD_DB_RETRY:
	case AD_DB_UNAVAILABLE:
		call->retry_after = 1;
		ad_log(AD_LOG_ERROR, "database", "requestId", call->request_id.p, "error",
		       call->db ? ad_db_error(call->db) : "", NULL);
		return ad_fail(call, AD_UNAVAILABLE, "%s", "");
	case AD_DB_DONE:
	case AD_DB_ROW:
	case AD_DB_INVALID:
		break;
	}
	ad_log(AD_LOG_ERROR, "database", "requestId", call->request_id.p, "error",
	       call->db ? ad_db_error(call->db) : "", NULL);
	return ad_fail(call, AD_INTERNAL, "%s", "");
}

struct ad_str ad_call_param(const struct ad_call *call, const char *name)
{
	for (size_t i = 0; i < call->param_count; i++)
		if (ad_str_is(call->params[i].name, name))
			return call->params[i].value;
	return (struct ad_str){ NULL, 0 };
}

int ad_outcome_http(const struct ad_call *call)
{
	bool success = call->http_status < 400;

	/* A status that was set before a failure belongs to a success that did not happen. */
	return call->http_status && success == (call->status == AD_OK)
		       ? call->http_status
		       : ad_status_row(call->status)->http;
}

void ad_outcome_write_scopes(struct ad_json *j, uint32_t scopes)
{
	ad_json_array(j);
	for (uint32_t bit = 1; bit < 1u << AD_SCOPE_COUNT; bit <<= 1)
		if (scopes & bit)
			ad_json_str(j, ad_str(ad_scope_name(bit)));
	ad_json_array_end(j);
}

static void write_faults(struct ad_json *j, const struct ad_call *call)
{
	ad_json_key(j, "fields");
	ad_json_array(j);
	for (const struct ad_fault *f = call->faults; f; f = f->next) {
		ad_json_object(j);
		ad_json_kcstr(j, "path", f->path);
		ad_json_kcstr(j, "code", f->code);
		ad_json_kcstr(j, "message", f->message);
		if (f->has_limit)
			ad_json_kint(j, "limit", f->limit);
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
}

static void write_violations(struct ad_json *j, const struct ad_call *call)
{
	ad_json_key(j, "violations");
	ad_json_array(j);
	for (const struct ad_violation *v = call->violations; v; v = v->next) {
		ad_json_object(j);
		ad_json_kcstr(j, "rule", v->rule);
		ad_json_kraw(j, "limit", ad_str(v->limit));
		ad_json_kraw(j, "actual", ad_str(v->actual));
		ad_json_kcstr(j, "id", v->id);
		ad_json_kcstr(j, "message", v->message);
		ad_json_object_end(j);
	}
	ad_json_array_end(j);
}

static const char *suggestion_of(const struct ad_call *call)
{
	if (call->suggestion)
		return call->suggestion;
	for (const struct ad_fault *f = call->faults; f; f = f->next)
		if (f->suggestion)
			return f->suggestion;
	return NULL;
}

static void write_billing(struct ad_json *j, const struct ad_call *call)
{
	ad_json_kcstr(j, "plan", call->who ? call->who->plan : NULL);
	struct ad_str url =
		ad_arena_printf(call->arena, "%s/app/account", call->core->config->public_url);
	ad_json_kstr(j, "manageUrl", url);
}

static void write_special(struct ad_json *j, const struct ad_call *call)
{
	switch (call->status) {
	case AD_INVALID:
		write_faults(j, call);
		break;
	case AD_FORBIDDEN_SCOPE:
		ad_json_key(j, "required");
		ad_outcome_write_scopes(j, call->required_scopes);
		break;
	case AD_RATE_LIMITED:
		ad_json_kcstr(j, "bucket", call->bucket);
		ad_json_kint(j, "retryAfter", call->retry_after);
		break;
	case AD_NOT_FOUND:
		ad_json_kcstr(j, "resource", call->res ? call->res->name : NULL);
		ad_json_kstr(j, "id", call->id);
		break;
	case AD_SUBSCRIPTION_REQUIRED:
	case AD_SUBSCRIPTION_EXPIRED:
	case AD_NO_API_IN_PLAN:
		write_billing(j, call);
		break;
	case AD_GUARDRAIL:
		write_violations(j, call);
		break;
	case AD_OK:
	case AD_UNAUTHENTICATED:
	case AD_METHOD_NOT_ALLOWED:
	case AD_CONFLICT:
	case AD_IDEMPOTENCY_CONFLICT:
	case AD_PRECONDITION:
	case AD_TOO_LARGE:
	case AD_UNSUPPORTED_MEDIA:
	case AD_INTERNAL:
	case AD_UNAVAILABLE:
	case AD_STATUS_COUNT:
		break;
	}
}

const char *ad_outcome_message(const struct ad_call *call)
{
	if (call->message && call->message[0])
		return call->message;
	if (call->status == AD_INVALID && call->faults && !call->faults->next)
		return call->faults->message;
	return ad_status_row(call->status)->sentence;
}

void ad_outcome_write_error(struct ad_json *j, const struct ad_call *call)
{
	if (call->error_json.p) {
		ad_json_raw(j, call->error_json);
		return;
	}
	ad_json_object(j);
	ad_json_kcstr(j, "code", ad_status_row(call->status)->code);
	ad_json_kcstr(j, "message", ad_outcome_message(call));
	ad_json_key(j, "details");
	ad_json_object(j);
	write_special(j, call);
	ad_json_members(j, call->details);
	ad_json_kcstr(j, "recovery", ad_status_row(call->status)->recovery);
	const char *suggestion = suggestion_of(call);
	if (suggestion)
		ad_json_kcstr(j, "suggestion", suggestion);
	ad_json_object_end(j);
	ad_json_object_end(j);
}
