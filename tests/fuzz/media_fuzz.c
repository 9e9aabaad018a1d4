/* Images and videos from outside. */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "base/base.h"
#include "media/media.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_str in = { (const char *)data, size };
	struct ad_media m;
	const char *wrong = ad_media_read(in, &m);

	if (wrong) {
		HOLDS(strlen(wrong) > 3);
		return 0;
	}
	HOLDS(m.mime != NULL);
	HOLDS(m.width > 0 && m.width <= AD_MEDIA_SIDE_MAX);
	HOLDS(m.height > 0 && m.height <= AD_MEDIA_SIDE_MAX);
	HOLDS(m.width * m.height <= AD_MEDIA_AREA_MAX && m.duration_ms >= 0);
	/*
	 * Complete: an image of one byte less is refused. A video's last box may extend to the
	 * end.
	 */
	if (!m.video)
		HOLDS(ad_media_read((struct ad_str){ in.p, size - 1 }, &m) != NULL);
	return 0;
}
