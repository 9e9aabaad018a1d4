/* Videos: MP4 and QuickTime (boxes, ISO 14496-12), WebM (EBML, RFC 8794). */
#include "media/formats.h"

/* --- boxes ----------------------------------------------------------------------------------- */

/* A box, and what it holds, by offsets into the file. */
struct box {
	size_t type; /* where its four letters stand */
	size_t data, end;
};

/* The properties of a video that its boxes state. */
struct film {
	struct ad_media *out;
	bool index, media; /* moov and mdat (or moof) are there */
};

/* The box at `at`, below `end`; false where it does not fit. */
static bool box_at(struct ad_str in, size_t at, size_t end, struct box *out)
{
	if (end - at < 8)
		return false;
	uint64_t size = ad_media_big(in, at, 4);
	size_t head = 8;
	if (size == 1) {
		if (end - at < 16)
			return false;
		size = ad_media_big(in, at + 8, 8);
		head = 16;
	} else if (size == 0) {
		size = end - at; /* to the end */
	}
	if (size < head || size > end - at)
		return false;
	*out = (struct box){ at + 4, at + head, at + (size_t)size };
	return true;
}

static bool is_box(struct ad_str in, const struct box *box, const char *type)
{
	return ad_media_at(in, box->type, type, 4);
}

/* The first box of a type inside another; false where there is none. */
static bool find_box(struct ad_str in, const struct box *inside, const char *type, struct box *out)
{
	for (size_t at = inside->data; at < inside->end && box_at(in, at, inside->end, out);
	     at = out->end)
		if (is_box(in, out, type))
			return true;
	return false;
}

/* Length of a film (mvhd): units a second, and how many. */
static void read_length(struct ad_str in, const struct box *head, struct film *film)
{
	bool wide = head->end > head->data && in.p[head->data] == 1;
	size_t at = head->data + (wide ? 20 : 12);
	size_t size = wide ? 8 : 4;
	if (head->end - head->data < (wide ? 32u : 20u))
		return;
	uint64_t scale = ad_media_big(in, at, 4);
	uint64_t length = ad_media_big(in, at + 4, size);
	/* All ones: not known. A day is more than any film here. */
	if (scale && length / scale <= 86400)
		film->out->duration_ms =
			(int64_t)(length / scale * 1000 + length % scale * 1000 / scale);
}

/* Width and height are the last eight bytes of a track's header, 16.16 each. */
static void read_track(struct ad_str in, const struct box *track, struct film *film)
{
	struct box head, media, handler;
	if (!find_box(in, track, "tkhd", &head) || head.end - head.data < 84 ||
	    !find_box(in, track, "mdia", &media) || !find_box(in, &media, "hdlr", &handler) ||
	    handler.end - handler.data < 12 || !ad_media_at(in, handler.data + 8, "vide", 4) ||
	    film->out->width)
		return;
	film->out->width = (int64_t)ad_media_big(in, head.end - 8, 4) >> 16;
	film->out->height = (int64_t)ad_media_big(in, head.end - 4, 4) >> 16;
}

static bool read_index(struct ad_str in, const struct box *moov, struct film *film)
{
	struct box box;
	for (size_t at = moov->data; at < moov->end; at = box.end) {
		if (!box_at(in, at, moov->end, &box))
			return false;
		if (is_box(in, &box, "mvhd"))
			read_length(in, &box, film);
		else if (is_box(in, &box, "trak"))
			read_track(in, &box, film);
	}
	return true;
}

/* Brands of films; a still picture (heic, avif) or sound alone is none. */
static const char *brand_of(struct ad_str in, const struct box *ftyp)
{
	static const char films[][5] = { "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7",
					 "iso8", "iso9", "mp41", "mp42", "avc1", "M4V ", "M4VP",
					 "dash", "msdh", "msnv", "MSNV", "3gp4", "3gp5", "mmp4" };
	if (ftyp->end - ftyp->data < 8)
		return NULL;
	if (ad_media_at(in, ftyp->data, "qt  ", 4))
		return "video/quicktime";
	for (size_t i = 0; i < AD_LEN(films); i++)
		if (ad_media_at(in, ftyp->data, films[i], 4))
			return "video/mp4";
	return NULL;
}

const char *ad_media_iso(struct ad_str in, struct ad_media *out)
{
	struct film film = { .out = out };
	struct box box;

	if (!box_at(in, 0, in.n, &box))
		return AD_MEDIA_CUT;
	const char *mime = brand_of(in, &box);
	if (!mime)
		return "is no film that is taken here (MP4 or QuickTime)";
	out->mime = mime;
	out->video = true;
	for (size_t at = box.end; at < in.n; at = box.end) {
		if (!box_at(in, at, in.n, &box))
			return AD_MEDIA_CUT;
		if (is_box(in, &box, "moov")) {
			if (film.index || !read_index(in, &box, &film))
				return AD_MEDIA_BROKEN;
			film.index = true;
		}
		film.media = film.media || is_box(in, &box, "mdat") || is_box(in, &box, "moof");
	}
	if (!film.index || !film.media)
		return AD_MEDIA_CUT;
	return out->width ? NULL : "has no picture track";
}

/* --- EBML ------------------------------------------------------------------------------------ */

#define UNKNOWN UINT64_MAX

enum {
	EBML = 0x1a45dfa3,
	DOC_TYPE = 0x4282,
	SEGMENT = 0x18538067,
	INFO = 0x1549a966,
	TIME_SCALE = 0x2ad7b1,
	DURATION = 0x4489,
	TRACKS = 0x1654ae6b,
	TRACK = 0xae,
	TRACK_TYPE = 0x83,
	VIDEO = 0xe0,
	PIXEL_WIDTH = 0xb0,
	PIXEL_HEIGHT = 0xba,
	CLUSTER = 0x1f43b675
};

struct element {
	uint64_t id;
	size_t data, end;
	bool open; /* its length is not known: it goes on to the end of what holds it */
};

/* A number of variable length: how long it is, 0 where it does not fit. */
static size_t number_at(struct ad_str in, size_t at, size_t end, bool keep_mark, uint64_t *out)
{
	if (at >= end)
		return 0;
	unsigned first = (unsigned char)in.p[at];
	size_t n = 1;
	while (n <= 8 && !(first & 0x100u >> n))
		n++;
	if (n > 8 || end - at < n)
		return 0;
	*out = ad_media_big(in, at, n);
	uint64_t mask = n == 8 ? UINT64_C(0x00ffffffffffffff) : (UINT64_C(1) << 7 * n) - 1;
	if (!keep_mark)
		*out = (*out & mask) == mask ? UNKNOWN : *out & mask;
	return n;
}

static bool element_at(struct ad_str in, size_t at, size_t end, struct element *out)
{
	uint64_t size = 0;
	size_t n = number_at(in, at, end, true, &out->id);
	if (!n || n > 4)
		return false;
	size_t m = number_at(in, at + n, end, false, &size);
	if (!m)
		return false;
	out->data = at + n + m;
	out->open = size == UNKNOWN;
	if (!out->open && size > end - out->data)
		return false;
	out->end = out->open ? end : out->data + (size_t)size;
	return true;
}

static uint64_t uint_of(struct ad_str in, const struct element *e)
{
	return e->end - e->data <= 8 ? ad_media_big(in, e->data, e->end - e->data) : 0;
}

static double float_of(struct ad_str in, const struct element *e)
{
	uint64_t bits = uint_of(in, e);
	if (e->end - e->data == 8) {
		double d;
		memcpy(&d, &bits, sizeof(d));
		return d;
	}
	uint32_t narrow = (uint32_t)bits;
	float f;
	memcpy(&f, &narrow, sizeof(f));
	return e->end - e->data == 4 ? (double)f : 0;
}

static void read_info(struct ad_str in, const struct element *info, struct ad_media *out)
{
	struct element e;
	double scale = 1000000; /* nanoseconds a tick */
	double length = 0;
	for (size_t at = info->data; at < info->end && element_at(in, at, info->end, &e);
	     at = e.end) {
		if (e.id == TIME_SCALE)
			scale = (double)uint_of(in, &e);
		else if (e.id == DURATION)
			length = float_of(in, &e);
	}
	double ms = length * scale / 1e6;
	if (ms > 0 && ms <= 86400e3)
		out->duration_ms = (int64_t)ms;
}

/* Pixels of a track, where it is one of pictures. */
static void read_webm_track(struct ad_str in, const struct element *track, struct ad_media *out)
{
	struct element e, v;
	int64_t width = 0, height = 0;
	bool video = false;
	for (size_t at = track->data; at < track->end && element_at(in, at, track->end, &e);
	     at = e.end) {
		if (e.id == TRACK_TYPE)
			video = uint_of(in, &e) == 1;
		if (e.id != VIDEO)
			continue;
		for (size_t k = e.data; k < e.end && element_at(in, k, e.end, &v); k = v.end) {
			uint64_t value = uint_of(in, &v);
			int64_t side =
				value > AD_MEDIA_SIDE_MAX ? AD_MEDIA_SIDE_MAX + 1 : (int64_t)value;
			if (v.id == PIXEL_WIDTH)
				width = side;
			else if (v.id == PIXEL_HEIGHT)
				height = side;
		}
	}
	if (!video || out->width)
		return;
	out->width = width;
	out->height = height;
}

static void read_tracks(struct ad_str in, const struct element *tracks, struct ad_media *out)
{
	struct element e;
	for (size_t at = tracks->data; at < tracks->end && element_at(in, at, tracks->end, &e);
	     at = e.end)
		if (e.id == TRACK)
			read_webm_track(in, &e, out);
}

static bool is_webm(struct ad_str in, const struct element *head)
{
	struct element e;
	for (size_t at = head->data; at < head->end && element_at(in, at, head->end, &e);
	     at = e.end)
		if (e.id == DOC_TYPE)
			return ad_media_at(in, e.data, "webm", 4) && e.end - e.data == 4;
	return false;
}

/* Recordings of a browser state no lengths: the rest is read as clusters. */
static const char *read_segment(struct ad_str in, const struct element *segment,
				struct ad_media *out)
{
	struct element e;
	bool media = false;
	for (size_t at = segment->data; at < segment->end && !(media && e.open); at = e.end) {
		if (!element_at(in, at, segment->end, &e))
			return AD_MEDIA_CUT;
		if (e.open && e.id != CLUSTER)
			return AD_MEDIA_BROKEN;
		if (e.id == INFO)
			read_info(in, &e, out);
		else if (e.id == TRACKS)
			read_tracks(in, &e, out);
		media = media || e.id == CLUSTER;
	}
	if (!media)
		return AD_MEDIA_CUT;
	return out->width ? NULL : "has no picture track";
}

const char *ad_media_webm(struct ad_str in, struct ad_media *out)
{
	struct element head, segment;

	if (!element_at(in, 0, in.n, &head) || head.open)
		return AD_MEDIA_CUT;
	if (!is_webm(in, &head))
		return "is no film that is taken here (WebM)";
	out->mime = "video/webm";
	out->video = true;
	if (!element_at(in, head.end, in.n, &segment))
		return AD_MEDIA_CUT;
	if (segment.id != SEGMENT)
		return AD_MEDIA_BROKEN;
	if (segment.end != in.n)
		return AD_MEDIA_TAIL;
	return read_segment(in, &segment, out);
}
