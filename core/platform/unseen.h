/*
 * Queried objects that a platform does not return. An object that is missing from an answer was not
 * necessarily removed: the connection may not be allowed to see it. An adapter adds to ask->found,
 * as REMOVED, only objects that the platform reports as removed.
 */
#ifndef AD_PLATFORM_UNSEEN_H
#define AD_PLATFORM_UNSEEN_H

#include "platform/platform.h"

/* The code of an object that the platform does not find, for any reason. */
#define AD_NOT_FOUND_THERE "NOT_FOUND"
/* The member of an error's details that is true if the platform answered without the object. */
#define AD_NOT_SHOWN "notShown"
#define AD_NOT_SHOWN_DETAILS "{\"" AD_NOT_SHOWN "\":true}"

/* An object that was not shown, and the platform's error. */
struct ad_unseen {
	struct ad_unseen *next;
	struct ad_str id; /* as in remote.id */
	struct ad_platform_error error;
};

/* Notes that the platform refused to show an object. */
void ad_ask_add_unseen(struct ad_arena *arena, struct ad_ask *ask, struct ad_str id,
		       const struct ad_platform_error *error);
/* Adds an object that the platform reports as removed, without its fields. */
void ad_ask_add_removed(struct ad_arena *arena, struct ad_ask *ask, struct ad_str id);
/* The object of that id in ask->found, or NULL. */
struct ad_remote *ad_ask_find(const struct ad_ask *ask, struct ad_str id);
/* Removes an object from ask->found. */
void ad_ask_drop(struct ad_ask *ask, const struct ad_remote *remote);
/* The reason why an object was not shown: the platform's error, otherwise NOT_FOUND. */
struct ad_platform_error ad_ask_why_unseen(const struct ad_ask *ask, struct ad_str id);

/* A removal that is refused because the object is already removed counts as done. */
void ad_outcome_accept_gone(const struct ad_piece *piece, struct ad_outcome *outcome);
/*
 * For an operation that an error of a shared request does not name: the request was refused as a
 * whole, but an error GONE is about another operation. It is sent again.
 */
void ad_outcome_leave_gone(struct ad_outcome *outcome);
/*
 * True if `one`, the outcome of an operation, replaces `was`: of several errors the first counts,
 * but one in doubt replaces a certain one, because something may have been done.
 */
bool ad_outcome_speaks(const struct ad_outcome *was, const struct ad_outcome *one);

#endif
