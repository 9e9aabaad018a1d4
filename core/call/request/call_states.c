/*
 * The transitions of a call's idempotency key.
 *
 * ANSWERED is final: a call whose outcome was stored before must not do its work again, and ends. A
 * writing step that is made again after a lost transaction starts from a copy of the call as it was
 * before the step, so it is no transition.
 */
#include "call/request/call.h"

static const char *const key_names[] = {
	[AD_KEY_NONE] = "NONE",
	[AD_KEY_CLAIMED] = "CLAIMED",
	[AD_KEY_ANSWERED] = "ANSWERED",
};

static const struct ad_transition key_legal[] = {
	{ AD_KEY_NONE, AD_KEY_CLAIMED, "the key is looked up" },
	{ AD_KEY_CLAIMED, AD_KEY_CLAIMED, "the key is looked up again, before the work" },
	{ AD_KEY_CLAIMED, AD_KEY_ANSWERED, "an outcome is stored under the key" },
	{ AD_KEY_CLAIMED, AD_KEY_NONE, "refused, a dry run, or the failure is being stored" },
	{ AD_KEY_NONE, AD_KEY_NONE, "the same, of a call without a key" },
};

const struct ad_states ad_key_states = {
	"call_key", key_names, AD_KEY_COUNT, key_legal, AD_LEN(key_legal),
};

void ad_call_set_key(struct ad_call *call, enum ad_key_state to)
{
	call->key = (enum ad_key_state)ad_states_move(&ad_key_states, call->key, to);
}
