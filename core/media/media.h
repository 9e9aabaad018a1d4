/*
 * Kind and size of a picture or video, read from its bytes: strict, by structure alone, nothing is
 * decoded.
 * The whole file is walked: what is cut short, goes on behind its end or is not what it says is
 * refused, so that no file is two things at once. Pure: bytes in, facts out.
 */
#ifndef AD_MEDIA_MEDIA_H
#define AD_MEDIA_MEDIA_H

#include "base/base.h"

/* Most pixels of a side, and of a picture: more is nobody's advertisement. */
#define AD_MEDIA_SIDE_MAX 65535
#define AD_MEDIA_AREA_MAX INT64_C(200000000)

struct ad_media {
	const char *mime;      /* "image/png"; NULL until it is recognised */
	bool video;            /* else a picture */
	bool animated;         /* a picture of more than one frame */
	int64_t width, height; /* pixels, as stored */
	int64_t duration_ms;   /* of a video; 0: the file does not say */
};

/*
 * Reads PNG, JPEG, GIF, WebP (RIFF), MP4 and QuickTime (ISO 14496-12), WebM (EBML). NULL where the
 * bytes are one of these from the first to the last; else what is wrong, as the rest of a sentence
 * that begins with the file ("is cut short"). out->mime is NULL where no format was recognised.
 */
const char *ad_media_read(struct ad_str bytes, struct ad_media *out) AD_CHECK;

#endif
