/* Which platform a path belongs to, and the answers every platform uses. */
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "google/google.h"
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

void route(struct sandbox *sandbox, const struct request *request, struct reply *reply)
{
	if (strncmp(request->path, "/google/", 8) == 0 ||
	    strncmp(request->path, "/google-oauth/", 14) == 0) {
		g_route(sandbox, request, reply);
		reply->delay_ms += sandbox->latency_ms;
		if (!reply->body)
			reply_text(reply, reply->status, "text/plain", "");
		return;
	}
	if (strncmp(request->path, "/_control/", 10) == 0 && control(sandbox, request, reply))
		return;
	reply_text(reply, 404, "text/plain", "not found\n");
}
