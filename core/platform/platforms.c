/* The adapters that are built. To add a platform, write its adapter and name it here. */
#include "platform/platform.h"

#include "base/json_read.h"
#include "model/keyword_text.h"

static const struct ad_adapter *const adapters[AD_PLATFORM_COUNT] = {
	[AD_GOOGLE] = &ad_google,
	[AD_META] = &ad_meta,
	[AD_MICROSOFT] = &ad_microsoft,
	[AD_REDDIT] = &ad_reddit,
};

static const char *const op_names[AD_OP_COUNT] = {
	[AD_OP_CREATE] = "CREATE",
	[AD_OP_UPDATE] = "UPDATE",
	[AD_OP_REMOVE] = "REMOVE",
	[AD_OP_UPLOAD] = "UPLOAD",
};

const struct ad_adapter *ad_adapter_of(enum ad_platform platform)
{
	return platform < AD_PLATFORM_COUNT ? adapters[platform] : NULL;
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
