/*
 * Fixtures whose answer is an event stream: progress, logging, and, in the handshake era, requests
 * of the server to the client, which the client answers by a POST of its own.
 */
#include <pthread.h>
#include <stdlib.h>

#include "mcp/fixtures.h"
#include "mcp/stream.h"

#define BETWEEN (AD_SECOND / 20) /* two notifications */
#define PATIENCE (20 * AD_SECOND)

struct talk {
	struct mcp_stream stream;
	const char *method;       /* of the notifications */
	struct ad_str params[3];  /* of each */
	size_t said;              /* of them */
	int64_t next_at;          /* us of ad_now() */
	struct ad_str done;       /* members of the result */
	struct ad_str key;        /* the id of our request to the client, as JSON; or absent */
	const char *said_before;  /* the client's answer, in the result's text */
	struct talk *next_asking; /* under the lock */
	char *answer;             /* under the lock: the client's result, as JSON */
};

static pthread_mutex_t asking_lock = PTHREAD_MUTEX_INITIALIZER;
static struct talk *asking;

/* ---- notifications ----------------------------------------------------------------------- */

static void fixtures_stream_talk(struct ad_call *call)
{
	struct mcp_request *r = call->door_data;
	struct talk *t = r->tool_data;
	if (atomic_load(&t->stream.cancelled) || call->ending)
		return;
	if (ad_now() >= t->next_at) {
		if (t->said == AD_LEN(t->params)) {
			mcp_result(r, t->done);
			return;
		}
		mcp_stream_notify(r, t->method, t->params[t->said++]);
		t->next_at = ad_now() + BETWEEN;
	}
	call->wait_until = t->next_at;
	ad_call_next(call, AD_WAIT, fixtures_stream_talk);
}

static struct talk *fixtures_stream_begin(struct mcp_request *r)
{
	struct talk *t = ad_arena_zalloc(r->call->arena, sizeof(*t));
	enum ad_stream_room room;
	if (!mcp_stream_begin(r, &t->stream, &room)) {
		mcp_stream_refuse(r, room);
		return NULL;
	}
	r->tool_data = t;
	return t;
}

void fixture_progress(struct mcp_request *r)
{
	const cJSON *token = ad_json_get(ad_json_get(r->params, "_meta"), "progressToken");
	struct ad_text as_json = ad_text_on(r->call->arena);
	if (!token) {
		mcp_result(r, AD_S(FIXTURE_TEXT("unsolicited request")));
		return;
	}
	struct talk *t = fixtures_stream_begin(r);
	if (!t)
		return;
	ad_json_canonical(&as_json, token);
	t->method = "notifications/progress";
	t->done = AD_S(FIXTURE_TEXT("done"));
	for (size_t i = 0; i < AD_LEN(t->params); i++)
		t->params[i] = ad_arena_printf(
			r->call->arena, "{\"progressToken\":%.*s,\"progress\":%zu,\"total\":100}",
			AD_FMT(ad_text_str(&as_json)), 50 * i);
	fixtures_stream_talk(r->call);
}

void fixture_logging(struct mcp_request *r)
{
	static const char *const said[] = { "Tool execution started", "Tool processing data",
					    "Tool execution completed" };
	struct talk *t = fixtures_stream_begin(r);
	if (!t)
		return;
	t->method = "notifications/message";
	t->done = AD_S(FIXTURE_TEXT("done"));
	for (size_t i = 0; i < AD_LEN(t->params); i++)
		t->params[i] = ad_arena_printf(r->call->arena,
					       "{\"level\":\"info\",\"data\":\"%s\"}", said[i]);
	fixtures_stream_talk(r->call);
}

/* ---- requests to the client -------------------------------------------------------------- */

static void fixtures_stream_leave(void *thing)
{
	struct talk *t = thing;
	pthread_mutex_lock(&asking_lock);
	for (struct talk **at = &asking; *at; at = &(*at)->next_asking) {
		if (*at != t)
			continue;
		*at = t->next_asking;
		break;
	}
	free(t->answer);
	pthread_mutex_unlock(&asking_lock);
}

/* Only the holder of the same credential may answer, and only once. */
void mcp_extra_response(struct mcp_request *r, const cJSON *message)
{
	struct ad_str id = ad_json_get_text(message, "id");
	const cJSON *result = ad_json_get(message, "result");
	struct ad_text text = { .max = 0 };
	pthread_mutex_lock(&asking_lock);
	for (struct talk *t = asking; t; t = t->next_asking) {
		if (t->answer || !ad_str_eq(t->key, id) ||
		    strcmp(t->stream.credential, r->call->who->credential_id) != 0)
			continue;
		if (result)
			ad_json_canonical(&text, result);
		ad_text_addc(&text, '\0');
		t->answer = ad_xcalloc(1, text.n);
		memcpy(t->answer, text.p, text.n);
	}
	pthread_mutex_unlock(&asking_lock);
	ad_text_free(&text);
	ad_core_notify(r->call->core);
}

static void wait_for_answer(struct ad_call *call)
{
	struct mcp_request *r = call->door_data;
	struct talk *t = r->tool_data;
	if (atomic_load(&t->stream.cancelled) || call->ending)
		return;
	pthread_mutex_lock(&asking_lock);
	struct ad_str answer = t->answer ? ad_arena_copy(call->arena, ad_str(t->answer))
					 : (struct ad_str){ NULL, 0 };
	pthread_mutex_unlock(&asking_lock);
	if (answer.p) {
		fixture_text(r, ad_arena_printf(call->arena, "%s: %.*s", t->said_before,
						AD_FMT(answer)));
		return;
	}
	if (ad_now() >= t->next_at) {
		fixture_text(r, AD_S("The client did not answer."));
		return;
	}
	call->wait_until = t->next_at;
	ad_call_next(call, AD_WAIT, wait_for_answer);
}

static void fixtures_stream_ask(struct mcp_request *r, const char *method, struct ad_str params,
				const char *said_before)
{
	char id[AD_ID_SIZE];
	struct talk *t = fixtures_stream_begin(r);
	if (!t)
		return;
	ad_id_make("ask", id);
	t->key = ad_arena_copy(r->call->arena, ad_str(id));
	t->said_before = said_before;
	t->next_at = ad_now() + PATIENCE;
	pthread_mutex_lock(&asking_lock);
	t->next_asking = asking;
	asking = t;
	pthread_mutex_unlock(&asking_lock);
	ad_arena_defer(r->call->arena, fixtures_stream_leave, t);
	ad_stream_event(r->x, ad_arena_printf(r->call->arena,
					      "{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"method\":"
					      "\"%s\",\"params\":%.*s}",
					      id, method, AD_FMT(params)));
	r->call->wait_until = t->next_at;
	ad_call_next(r->call, AD_WAIT, wait_for_answer);
}

/* head, the argument as a JSON text, tail */
static struct ad_str fixtures_stream_around(struct mcp_request *r, const char *head,
					    const char *argument, const char *tail)
{
	struct ad_text text = ad_text_on(r->call->arena);
	ad_text_adds(&text, head);
	ad_json_escape(&text, fixture_argument(r, argument));
	ad_text_adds(&text, tail);
	return ad_text_str(&text);
}

void fixture_sampling(struct mcp_request *r)
{
	fixtures_stream_ask(r, "sampling/createMessage",
			    fixtures_stream_around(r,
						   "{\"messages\":[{\"role\":\"user\",\"content\":{"
						   "\"type\":\"text\",\"text\":\"",
						   "prompt", "\"}}],\"maxTokens\":100}"),
			    "LLM response");
}

void fixture_elicitation(struct mcp_request *r)
{
	fixtures_stream_ask(
		r, "elicitation/create",
		fixtures_stream_around(
			r, "{\"message\":\"", "message",
			"\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"username\":{"
			"\"type\":\"string\",\"description\":\"User's "
			"response\"},\"email\":{\"type\":"
			"\"string\",\"description\":\"User's email address\"}},\"required\":["
			"\"username\",\"email\"]}}"),
		"User response");
}

void fixture_elicitation_defaults(struct mcp_request *r)
{
	fixtures_stream_ask(
		r, "elicitation/create",
		AD_S("{\"message\":\"Please review the fields\",\"requestedSchema\":{\"type\":"
		     "\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"default\":"
		     "\"John "
		     "Doe\"},\"age\":{\"type\":\"integer\",\"default\":30},\"score\":{\"type\":"
		     "\"number\",\"default\":95.5},\"status\":{\"type\":\"string\",\"enum\":["
		     "\"active\",\"inactive\",\"pending\"],\"default\":\"active\"},\"verified\":{"
		     "\"type\":\"boolean\",\"default\":true}},\"required\":[]}}"),
		"Elicitation completed");
}

void fixture_elicitation_enums(struct mcp_request *r)
{
	fixtures_stream_ask(
		r, "elicitation/create",
		AD_S("{\"message\":\"Please choose\",\"requestedSchema\":{\"type\":\"object\","
		     "\"properties\":{\"untitledSingle\":{\"type\":\"string\",\"enum\":["
		     "\"option1\","
		     "\"option2\",\"option3\"]},\"titledSingle\":{\"type\":\"string\",\"oneOf\":[{"
		     "\"const\":\"value1\",\"title\":\"First "
		     "Option\"},{\"const\":\"value2\",\"title\":"
		     "\"Second Option\"}]},\"legacyEnum\":{\"type\":\"string\",\"enum\":[\"opt1\","
		     "\"opt2\",\"opt3\"],\"enumNames\":[\"Option One\",\"Option Two\",\"Option "
		     "Three\""
		     "]},\"untitledMulti\":{\"type\":\"array\",\"items\":{\"type\":\"string\","
		     "\"enum\":"
		     "[\"option1\",\"option2\",\"option3\"]}},\"titledMulti\":{\"type\":\"array\","
		     "\"items\":{\"anyOf\":[{\"const\":\"value1\",\"title\":\"First Choice\"},{"
		     "\"const\":\"value2\",\"title\":\"Second Choice\"}]}}},\"required\":[]}}"),
		"Elicitation completed");
}
