/* Answers that tests plant in the Graph. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "meta.h"

/* "100" or "100/1885272" of an error that a test asks for. */
static struct m_refusal refusal_of(const struct fault *fault)
{
	const char *code = json_text(fault->error, "errorCode");
	const char *slash = code ? strchr(code, '/') : NULL;
	return (struct m_refusal){ .code = code ? (int)sb_number(code) : 100,
				   .subcode = slash ? (int)sb_number(slash + 1) : 0 };
}

static const char *meta_fault_message_of(const struct fault *fault)
{
	const char *message = json_text(fault->error, "message");
	return message ? message : "Invalid parameter";
}

/* Refuses the items of a batch that a test's fault names. */
static void meta_fault_refuse(struct m_call *call)
{
	call->status = 400;
	call->answer = m_error(refusal_of(call->refuse), meta_fault_message_of(call->refuse));
}

bool m_fault_part(struct m_call *call, int index)
{
	const struct fault *fault = call->refuse;
	if (fault_refuses(fault, index)) {
		meta_fault_refuse(call);
		return true;
	}
	return fault && fault->type == FAULT_ANSWER && fault->at == index && !fault->done;
}

char *m_fault_body(const struct fault *fault, int index, int *status, char *body)
{
	if (!fault || fault->type != FAULT_ANSWER || fault->at != index)
		return body;
	free(body);
	*status = fault->status;
	return fault_body(fault);
}

static void meta_fault_answer_status(const struct fault *fault, struct reply *reply)
{
	struct m_refusal why = { .code = 2 };
	const char *message = "Service temporarily unavailable";
	char usage[72];
	if (fault->status == 429) {
		/* Throttling comes as 400 here, with a header that says how long, in minutes. */
		why = (struct m_refusal){ .code = 80004, .subcode = 2446079 };
		message = "(#80004) There have been too many calls to this ad-account. Wait a bit "
			  "and try again.";
		snprintf(usage, sizeof(usage),
			 "{\"1\":[{\"call_count\":100,\"estimated_time_to_regain_access\":%u}]}",
			 (unsigned)(fault->ms / 60000) % 1000);
		reply_header(reply, "X-Business-Use-Case-Usage", usage);
	} else if (fault->status == 401) {
		why = (struct m_refusal){ .code = 190, .subcode = 463 };
		message = "Error validating access token: Session has expired.";
	} else if (fault->status == 403) {
		why = (struct m_refusal){ .code = 200 };
		message = "(#200) Requires ads_management permission";
	} else if (fault->status == 500) {
		why = (struct m_refusal){ .code = 1 };
		message = "An unknown error occurred";
	}
	reply_json(reply, fault->status == 429 || fault->status == 401 ? 400 : fault->status,
		   m_error(why, message));
}

static void answer_error(const struct fault *fault, struct reply *reply)
{
	reply_json(reply, 400, m_error(refusal_of(fault), meta_fault_message_of(fault)));
}

/* The Graph's answer to a request that is too large to serve at once. */
static void too_large(const struct fault *fault, struct reply *reply)
{
	if (fault->status == 413)
		fault_page_too_large(413, reply);
	else
		reply_json(reply, 500,
			   m_error((struct m_refusal){ .code = 1, .subcode = 99 },
				   "Please reduce the amount of data you're asking for, then retry "
				   "your request"));
}

bool m_fault_answers(const struct fault *fault, const struct m_call *call, bool oauth,
		     struct reply *reply)
{
	bool batch = json_at(call->params, "batch");
	if (fault->type == FAULT_SUNSET && !oauth)
		reply_json(reply, 400,
			   m_error((struct m_refusal){ .code = 2635 },
				   "(#2635) You are calling a deprecated version of the Ads API. "
				   "Please update to the latest version: v27.0."));
	else if (fault->type == FAULT_TOO_LARGE)
		too_large(fault, reply);
	else if (fault->type == FAULT_STATUS)
		meta_fault_answer_status(fault, reply);
	else if (fault->type == FAULT_ERROR && (fault->at < 0 || !batch))
		answer_error(fault, reply);
	else
		return false;
	return true;
}
