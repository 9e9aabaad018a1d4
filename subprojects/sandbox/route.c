/* Which platform a path belongs to, and the answers every platform uses. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "sandbox.h"
#include "text.h"

void reply_text(struct reply *reply, int status, const char *type, const char *body)
{
	free(reply->body);
	reply->status = status;
	reply->type = type;
	reply->body = sb_copy(body);
	reply->size = strlen(body);
}

void reply_json(struct reply *reply, int status, cJSON *value)
{
	free(reply->body);
	reply->status = status;
	reply->type = "application/json; charset=UTF-8";
	reply->body = json_print(value);
	reply->size = strlen(reply->body);
	cJSON_Delete(value);
}

void reply_location(struct reply *reply, const char *url)
{
	free(reply->location);
	reply->location = sb_copy(url);
}

void reply_header(struct reply *reply, const char *name, const char *value)
{
	if (reply->header_count == REPLY_HEADERS_MAX)
		abort();
	reply->headers[reply->header_count].name = name;
	snprintf(reply->headers[reply->header_count++].value, sizeof(reply->headers[0].value), "%s",
		 value);
}

const struct simulator *const simulators[] = { &google_simulator, &meta_simulator,
					       &microsoft_simulator, &reddit_simulator, NULL };

static const struct simulator *simulator_of(const char *path)
{
	for (const struct simulator *const *s = simulators; *s; s++)
		for (const char *const *start = (*s)->paths; *start; start++)
			if (strncmp(path, *start, strlen(*start)) == 0)
				return *s;
	return NULL;
}

void route_request(struct sandbox *sandbox, const struct request *request, struct reply *reply)
{
	const struct simulator *simulator = simulator_of(request->path);
	cJSON_Delete(store_written(sandbox->store)); /* by control: not the request's */
	if (simulator) {
		simulator->serve(sandbox, request, reply);
		reply->delay_ms += sandbox->latency_ms;
		if (!reply->body)
			reply_text(reply, reply->status, "text/plain", "");
		return;
	}
	if (strncmp(request->path, "/_control/", 10) == 0 &&
	    control_request(sandbox, request, reply))
		return;
	reply_text(reply, 404, "text/plain", "not found\n");
}
