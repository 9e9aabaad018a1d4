#include "call/request/params.h"

static bool params_is_known(struct ad_str name, const char *const *known)
{
	for (; *known; known++)
		if (ad_str_is(name, *known))
			return true;
	return false;
}

bool ad_known_params(struct ad_call *call, const char *const *known)
{
	for (size_t i = 0; i < call->param_count; i++) {
		struct ad_str name = ad_arena_copy(call->arena, call->params[i].name);
		if (!params_is_known(name, known))
			ad_fault(call, name.p, "UNKNOWN_PARAMETER",
				 "The query parameter %s does not exist here.", name.p);
		else if (!ad_str_is(name, "validateOnly"))
			continue;
		else if (ad_str_is(call->params[i].value, "true"))
			call->validate_only = true;
		else if (!ad_str_is(call->params[i].value, "false"))
			ad_fault(call, name.p, "WRONG_TYPE", "validateOnly must be true or false.");
	}
	return call->status == AD_OK;
}

bool ad_write_params(struct ad_call *call)
{
	static const char *const known[] = { "validateOnly", NULL };
	return ad_known_params(call, known);
}

bool ad_no_params(struct ad_call *call)
{
	static const char *const none[] = { NULL };
	return ad_known_params(call, none);
}
