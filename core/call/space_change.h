/*
 * What changes a Space and who works in it. The rules are the same for all who call; who may
 * loosen guardrails is for the caller to know. Writing side only.
 */
#ifndef AD_CALL_SPACE_CHANGE_H
#define AD_CALL_SPACE_CHANGE_H

#include "auth/secrets.h"
#include "auth/workspaces.h"
#include "call/call.h"
#include "model/row.h"

/* How a Space is changed. */
struct ad_space_change {
	const struct ad_secrets *secrets; /* for sandbox accounts of another currency */
	bool loosen;  /* guardrails may become looser, in a session that is confirmed */
	bool is_form; /* every limit is stated as it was shown, edited or not */
};

/*
 * Makes a Space of the caller's with its history; *spec is checked, and without an id: one is made.
 * *out is the Space. False with the call's status set.
 */
bool ad_space_add(struct ad_call *call, const struct ad_secrets *secrets,
		  const struct ad_workspace_spec *spec, struct ad_row **out) AD_CHECK;

/*
 * Applies a merge patch to a Space that was loaded as row and call->space: checks it, stores it
 * unless call->validate_only, with its history. *out is the Space as it then stands. False with the
 * call's status set.
 */
bool ad_space_patch(struct ad_call *call, const struct ad_row *row, const cJSON *input,
		    const struct ad_space_change *allowed, struct ad_row **out) AD_CHECK;

/*
 * Checks guardrails for a change of theirs: each that would be looser is a fault that says which
 * way there is. Both in the Space's currency.
 */
void ad_space_loosened(struct ad_call *call, const struct ad_space *before,
		       const struct ad_space *after);
/* Takes the field's JSON (validated) into the guardrails of a Space; terms in lower case, once. */
void ad_space_take_guardrails(struct ad_arena *arena, struct ad_str json, struct ad_space *space);

/*
 * Sets the kill switch of a Space in an environment, or lifts it, with its history; nothing where
 * it is so already. Who may is for the caller to know. False with the call's status set.
 */
bool ad_space_block(struct ad_call *call, const struct ad_row *row, enum ad_environment environment,
		    bool blocked) AD_CHECK;

/* Keeps a change of the Space in both environments' history. */
bool ad_space_history(struct ad_call *call, const char *verb, const struct ad_row *before,
		      const struct ad_row *after) AD_CHECK;

/*
 * Sets the role of an account in a Space, where AD_NO_MEMBER ends its membership. False with the
 * call's status: 409 where nobody would be OWNER any more, in a Personal Space, and where the
 * account is (or is not, by `member`) one already.
 */
bool ad_space_set_role(struct ad_call *call, const struct ad_row *space, struct ad_str account_id,
		       enum ad_role role, bool member) AD_CHECK;

#endif
