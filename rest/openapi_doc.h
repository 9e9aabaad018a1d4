/* The description in the making: what its writers share. Private to openapi*.c. */
#ifndef AD_REST_OPENAPI_DOC_H
#define AD_REST_OPENAPI_DOC_H

#include "core/adcore.h"
#include "rest/openapi_parts.h"

#define AD_DOC_NAMES_MAX 2000

struct ad_doc {
	struct ad_json j;
	struct ad_arena *arena;              /* names and examples, until the document is done */
	const char *names[AD_DOC_NAMES_MAX]; /* components of the section that is being written */
	size_t name_count;
};

/* A resource and one of its actions. */
struct ad_doc_op {
	const struct ad_resource *res;
	const struct ad_action *action;
	uint32_t traits;
};

/* The action with its traits. */
struct ad_doc_op ad_doc_op_of(const struct ad_resource *res, const struct ad_action *action);
/* { "$ref": "#/components/KIND/NAME" } as a value; NAME is copied. */
void ad_doc_ref(struct ad_doc *d, const char *kind, const char *name);
/* The same as a member. */
void ad_doc_key_ref(struct ad_doc *d, const char *key, const char *kind, const char *name);
/* Takes a component's name; false where the section has it already. */
bool ad_doc_take(struct ad_doc *d, const char *name);

/* "CampaignCreate": the schema of the body; the action takes one. */
const char *ad_doc_input_name(struct ad_doc *d, const struct ad_doc_op *op);
/* "CampaignResponse", "CampaignList", "CampaignResultResponse": what a success answers. */
const char *ad_doc_answer_name(struct ad_doc *d, const struct ad_doc_op *op, int status);
/* True if a success answers a check (validateOnly); its object has no id. */
bool ad_doc_unsaved(const struct ad_doc_op *op, int status);
/* True if an action takes one of the shared parameters. */
bool ad_doc_takes(const struct ad_doc_op *op, const struct ad_parameter_row *row);
/* The i-th resource of the table; at AD_RESOURCE_COUNT what the API says of itself. */
const struct ad_resource *ad_doc_resource(int i);
/* The tag of a resource: "Ad groups" of "/ad-groups". */
const char *ad_doc_tag(struct ad_doc *d, const struct ad_resource *res);

/* The paths of a resource, into the open object `paths`. */
void ad_doc_paths(struct ad_doc *d, const struct ad_resource *res);
/* components.parameters and components.headers as members. */
void ad_doc_parameters(struct ad_doc *d);
void ad_doc_headers(struct ad_doc *d);
/* The headers of an answer as a member; op may be NULL: of the shared ones. */
void ad_doc_answer_headers(struct ad_doc *d, const struct ad_doc_op *op, int status);
/* components.schemas, .examples and .responses as members. */
void ad_doc_schemas(struct ad_doc *d);
void ad_doc_examples(struct ad_doc *d);
void ad_doc_responses(struct ad_doc *d);

#endif
