/*
 * JSON Schema (2020-12) from the rows: the one reader that OpenAPI and the MCP tools share.
 * Nullable is written as oneOf with null; there are no type arrays and no inline surprises.
 */
#ifndef AD_MODEL_JSON_SCHEMA_H
#define AD_MODEL_JSON_SCHEMA_H

#include "base/json_write.h"
#include "model/resource.h"

enum ad_schema_use {
	AD_FOR_OUTPUT, /* every field there, read-only ones too; unknown ones are to be tolerated */
	AD_FOR_CREATE, /* what may be written; required as on create; nothing else allowed */
	AD_FOR_PATCH,  /* the same, nothing required; null brings the default back */
};

struct ad_schema_style {
	enum ad_schema_use use;
	bool brief; /* without examples, and what the server checks and names anyway (for models) */
	/* Inside another object: there a brief schema has no descriptions, and no pins of texts. */
	bool nested;
	enum ad_resource_id resource; /* whose options platformOptions shows; AD_R_NONE: all */
	bool unsaved;                 /* output of a check only: the id is null */
	bool versioned;               /* a patch takes expectedVersion, as a staged object's does */
	/*
	 * Of the names of objects inside ("Campaign" + "Bidding"): such are references into
	 * components/schemas, written by ad_schema_nested(). NULL: they are written in place.
	 */
	const char *base;
};

/* True if the field belongs to that use: input, output, and so on. */
bool ad_schema_has(const struct ad_field *field, enum ad_schema_use use);
/* The schema of one field. */
void ad_schema_field(struct ad_json *j, const struct ad_field *field, struct ad_schema_style style);
/* Members "name": schema of the fields, into an open `properties` object; common ones first. */
void ad_schema_properties(struct ad_json *j, const struct ad_field *fields, size_t count,
			  struct ad_schema_style style);
/*
 * The object schema of fields. The output has the common fields before them (ad_common_of(), or
 * NULL), and a patch of what has such the expectedVersion.
 */
void ad_schema_object(struct ad_json *j, const struct ad_shape *shape,
		      const struct ad_shape *common, struct ad_schema_style style);
/*
 * The members "CampaignBidding": schema, … of all objects inside a shape, into an open object: what
 * the references of a style with a base lead to. Those of the common fields (base: "") once, by
 * giving ad_common itself.
 */
void ad_schema_nested(struct ad_json *j, const struct ad_shape *shape,
		      struct ad_schema_style style);

#endif
