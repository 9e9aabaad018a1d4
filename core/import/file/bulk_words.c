/* The platforms' own numbers of places and names of languages. */
#include "import/file/bulk.h"
#include "platform/google/adapter.h"
#include "platform/microsoft/adapter.h"

const struct ad_bulk_words *ad_bulk_words_of(enum ad_platform platform)
{
	static const struct ad_bulk_words google = { .geo_id = google_geo_id };
	static const struct ad_bulk_words microsoft = {
		.geo_id = microsoft_geo_id,
		.geo_code = microsoft_geo_code,
		.language_name = microsoft_language_name,
		.language_tag = microsoft_language_tag,
	};

	return platform == AD_MICROSOFT ? &microsoft : &google;
}
