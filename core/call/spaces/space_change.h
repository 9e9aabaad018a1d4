/*
 * Changes of a Space and of its members. The rules are the same for all callers; the caller decides
 * who may loosen guardrails. Writing side only.
 */
#ifndef AD_CALL_SPACE_CHANGE_H
#define AD_CALL_SPACE_CHANGE_H

#include "auth/secret/secrets.h"
#include "auth/account/workspaces.h"
#include "call/request/call.h"
#include "model/row.h"

/* The mode of a change of a Space. */
struct ad_space_change {
	const struct ad_secrets *secrets; /* for sandbox accounts of another currency */
	bool loosen;                      /* guardrails may be loosened, in a confirmed session */
	bool is_form;                     /* a form: every limit is given, edited or not */
};

/*
 * Creates a Space of the caller with its history; *spec is checked, and has no id: the function
 * sets one. *out is the Space. False with the call's status set.
 */
bool ad_space_add(struct ad_call *call, const struct ad_secrets *secrets,
		  const struct ad_workspace_spec *spec, struct ad_row **out) AD_CHECK;

/*
 * Applies a merge patch to a Space that was loaded as row and call->space: checks it, stores it
 * unless call->validate_only, with its history. *out is the Space afterwards. False with the call's
 * status set.
 */
bool ad_space_patch(struct ad_call *call, const struct ad_row *row, const cJSON *input,
		    const struct ad_space_change *allowed, struct ad_row **out) AD_CHECK;

/*
 * Checks a change of guardrails: each loosened one is a fault that names the way to do it. Both in
 * the Space's currency.
 */
void ad_space_loosened(struct ad_call *call, const struct ad_space *before,
		       const struct ad_space *after);
/*
 * Reads the field's JSON (validated) into the guardrails of a Space; terms in lower case, each
 * once.
 */
void ad_space_take_guardrails(struct ad_arena *arena, struct ad_str json, struct ad_space *space);

/*
 * Sets or lifts the kill switch of a Space in an environment, with its history; does nothing if
 * there is no change. The caller decides who may do it. False with the call's status set.
 */
bool ad_space_block(struct ad_call *call, const struct ad_row *row, enum ad_environment environment,
		    bool blocked) AD_CHECK;

/* Records a change of the Space in both environments' history. */
bool ad_space_history(struct ad_call *call, const char *verb, const struct ad_row *before,
		      const struct ad_row *after) AD_CHECK;

/*
 * Sets the role of an account in a Space; AD_NO_MEMBER ends its membership. False with the call's
 * status: 409 if no OWNER would remain, in a Personal Space, and if the account is (or is not, by
 * `member`) already a member.
 */
bool ad_space_set_role(struct ad_call *call, const struct ad_row *space, struct ad_str account_id,
		       enum ad_role role, bool member) AD_CHECK;

#endif
