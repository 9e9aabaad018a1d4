/*
 * Nested creates: an object and its children in one input, for the connector, imports and demo
 * data. All faults of all levels are collected before anything is stored; either the whole tree is
 * stored or nothing.
 */
#ifndef AD_CALL_TREE_H
#define AD_CALL_TREE_H

#include "call/request/call.h"
#include "model/row.h"

/* A drafted object and its children, in the order of the input. */
struct ad_node {
	struct ad_row *row;
	const char *prefix;    /* of its faults' paths: "adGroups[0]." */
	struct ad_node *first; /* below it */
	struct ad_node *next;  /* beside it */
};

/*
 * Drafts an object of `res` from input: the members adGroups (of a campaign), ads and keywords (of
 * an ad group), keywords (of a campaign, negatives) are drafted below it. On any connection. NULL,
 * or a tree with faults on the call: nothing may be stored then.
 */
struct ad_node *ad_tree_draft(struct ad_call *call, const struct ad_resource *res,
			      const cJSON *input);
/* Stores a tree without faults, parents first. Writing step only. */
bool ad_tree_insert(struct ad_call *call, struct ad_node *root) AD_CHECK;
/* The write scopes that creating this input needs. */
uint32_t ad_tree_scopes(const struct ad_resource *res, const cJSON *input);
/* Counts the objects of a resource in the tree. */
size_t ad_tree_count(const struct ad_node *root, enum ad_resource_id resource);

#endif
