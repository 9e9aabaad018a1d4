/* The bulk file format of each platform that has one. */
#include "import/file/bulk.h"

const struct ad_bulk *ad_bulk_of(enum ad_platform platform)
{
	static const struct ad_bulk *const bulks[AD_PLATFORM_COUNT] = {
		[AD_GOOGLE] = &ad_bulk_google,
		[AD_MICROSOFT] = &ad_bulk_microsoft,
		[AD_META] = &ad_bulk_meta,
	};

	return platform < AD_PLATFORM_COUNT ? bulks[platform] : NULL;
}
