/* The platforms: a row each. docs/add-a-platform.md lists the other tables of a new platform. */
#include <assert.h>

#include "platform/connect.h"
#include "platform/goal.h"
#include "platform/platform.h"

#include "base/json_read.h"
#include "model/keyword_text.h"

struct platform_row {
	const struct ad_adapter *adapter;
	const struct ad_connector *connector;
	const struct ad_goal_reader *goals;
};

static const struct platform_row registry[] = {
	[AD_GOOGLE] = { &ad_google, &ad_google_connector, &ad_google_goals },
	[AD_MICROSOFT] = { &ad_microsoft, &ad_microsoft_connector, &ad_microsoft_goals },
	[AD_REDDIT] = { &ad_reddit, &ad_reddit_connector, &ad_reddit_goals },
	[AD_META] = { &ad_meta, &ad_meta_connector, &ad_meta_goals },
};
static_assert(sizeof(registry) / sizeof(*registry) == AD_PLATFORM_COUNT, "each platform has a row");

static const char *const op_names[AD_OP_COUNT] = {
	[AD_OP_CREATE] = "CREATE",
	[AD_OP_UPDATE] = "UPDATE",
	[AD_OP_REMOVE] = "REMOVE",
	[AD_OP_UPLOAD] = "UPLOAD",
};

const struct ad_adapter *ad_adapter_of(enum ad_platform platform)
{
	return platform < AD_PLATFORM_COUNT ? registry[platform].adapter : NULL;
}

const struct ad_connector *ad_connector_of(enum ad_platform platform)
{
	return registry[platform].connector;
}

const struct ad_goal_reader *ad_goal_reader_of(enum ad_platform platform)
{
	return registry[platform].goals;
}

bool ad_piece_same_words(enum ad_platform platform, const struct ad_piece *piece,
			 const struct ad_remote *remote)
{
	return ad_keyword_same(platform, ad_json_get_text(piece->want, "text"),
			       ad_json_get_text(remote->fields, "text"));
}

const char *ad_op_name(enum ad_op op)
{
	return op < AD_OP_COUNT ? op_names[op] : "";
}

enum ad_op ad_op_of(struct ad_str name)
{
	enum ad_op op = AD_OP_CREATE;

	while (op < AD_OP_COUNT && !ad_str_is(name, op_names[op]))
		op++;
	return op;
}
