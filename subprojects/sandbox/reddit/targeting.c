/* Looking up targets: whether keywords are safe for a brand. "counterfeit" is not. */
#include <string.h>

#include "reddit.h"

void rd_keyword_validations(struct rd_call *call, struct reply *reply)
{
	const cJSON *word;
	if (rd_refuse_faults(call, reply))
		return;
	cJSON *body = cJSON_CreateObject(), *list = json_array(body, "data");
	cJSON_ArrayForEach(word, json_at(call->data, "keywords"))
	{
		cJSON *one = cJSON_CreateObject();
		json_set_text(one, "keyword", word->valuestring);
		json_set_bool(one, "is_brand_safe", !strstr(word->valuestring, "counterfeit"));
		cJSON_AddItemToArray(list, one);
	}
	reply_json(reply, 200, body);
}
