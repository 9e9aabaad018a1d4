#include "sync/state/operation.h"

#include <string.h>

#include "base/json_read.h"
#include "base/json_write.h"
#include "sync/state/compare.h"

struct ad_str ad_op_id(struct ad_arena *arena, struct ad_str run_id, int64_t seq)
{
	return ad_arena_printf(arena, "%.*s.%lld", AD_FMT(run_id), (long long)seq);
}

struct ad_str ad_error_json(struct ad_arena *arena, const struct ad_platform_error *error)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);

	ad_json_object(&j);
	ad_json_kstr(&j, "platformCode", error->platform_code);
	ad_json_kcstr(&j, "code", error->code);
	ad_json_kstr(&j, "message", error->message);
	ad_json_kbool(&j, "retryable", error->retryable);
	if (error->details.n)
		ad_json_kraw(&j, "details", error->details);
	ad_json_object_end(&j);
	return ad_text_str(&text);
}

bool ad_op_sets_live(struct ad_arena *arena, const struct ad_journal_op *op)
{
	bool status = false;

	for (const char *const *name = op->changed; name && *name; name++)
		status = status || strcmp(*name, "status") == 0;
	return status && op->op == AD_OP_UPDATE &&
	       ad_str_is(ad_json_get_text(ad_parsed(arena, op->want), "status"), "ENABLED");
}
