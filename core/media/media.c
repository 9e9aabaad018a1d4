#include "media/formats.h"

struct format {
	size_t at; /* where the mark stands */
	const char *mark;
	size_t size;
	const char *(*read)(struct ad_str in, struct ad_media *out);
};

static const struct format formats[] = {
	{ 0, "\x89PNG\r\n\x1a\n", 8, ad_media_png },
	{ 0, "\xff\xd8\xff", 3, ad_media_jpeg },
	{ 0, "GIF87a", 6, ad_media_gif },
	{ 0, "GIF89a", 6, ad_media_gif },
	{ 8, "WEBP", 4, ad_media_webp },
	{ 4, "ftyp", 4, ad_media_iso },
	{ 0, "\x1a\x45\xdf\xa3", 4, ad_media_webm },
};

static const char *check_sides(const struct ad_media *m)
{
	if (m->width < 1 || m->height < 1)
		return "says that it has no width or height";
	if (m->width > AD_MEDIA_SIDE_MAX || m->height > AD_MEDIA_SIDE_MAX ||
	    m->width * m->height > AD_MEDIA_AREA_MAX)
		return "says that it is larger than any picture can be";
	return NULL;
}

const char *ad_media_read(struct ad_str bytes, struct ad_media *out)
{
	*out = (struct ad_media){ .mime = NULL };
	for (size_t i = 0; i < AD_LEN(formats); i++) {
		const struct format *f = &formats[i];
		const char *wrong;

		if (!ad_media_at(bytes, f->at, f->mark, f->size))
			continue;
		wrong = f->read(bytes, out);
		return wrong ? wrong : check_sides(out);
	}
	return "is no PNG, JPEG, GIF, WebP, MP4, QuickTime or WebM";
}
