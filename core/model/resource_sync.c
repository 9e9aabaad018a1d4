/* A sync run: the row, its actions and shapes. */
#include "model/resource.h"
#include "model/scope.h"

static const struct ad_field fields[] = {
	{ .name = "id", .type = AD_T_ID, .flags = AD_NOT_NULL, .doc = "The run's id.",
	  .example = "\"syn_01KAH2V5T3Q8Z6J4N9W7X1Y2B3\"" },
};

const struct ad_resource ad_resource_sync = {
	.id = AD_R_SYNC,
	.name = "sync",
	.path = "/sync",
	.prefix = "syn",
	.read_scope = AD_SYNC_READ,
	.write_scope = AD_SYNC_WRITE,
	.shape = { "SyncRun", "A push or a pull.", fields, AD_LEN(fields) },
};
