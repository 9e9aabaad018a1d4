#include "tests/support/unit.h"

#include <stdlib.h>

#include "base/base.h"
#include "media/media.h"
#include "tests/unit/core/media/files.h"

enum {
	FILES = 11
};

/* The n-th of the good files; all are 300 by 200. */
static struct ad_str file_of(struct ad_arena *arena, int n, const char **mime)
{
	static const char *const mimes[FILES] = {
		"image/png",       "image/jpeg", "image/gif",  "image/gif",
		"image/webp",      "image/webp", "image/webp", "video/mp4",
		"video/quicktime", "video/webm", "video/webm",
	};
	struct ad_text t = ad_text_on(arena);
	*mime = mimes[n];
	switch (n) {
	case 0:
		make_png(&t, 300, 200);
		break;
	case 1:
		make_jpeg(&t, 300, 200);
		break;
	case 2:
	case 3:
		make_gif(&t, 300, 200, n - 1);
		break;
	case 4:
		make_webp(&t, "VP8 ", 300, 200);
		break;
	case 5:
		make_webp(&t, "VP8L", 300, 200);
		break;
	case 6:
		make_webp(&t, "VP8X", 300, 200);
		break;
	case 7:
		make_film(&t, "isom", 300, 200);
		break;
	case 8:
		make_film(&t, "qt  ", 300, 200);
		break;
	default:
		make_webm(&t, 300, 200, n == 10);
		break;
	}
	return ad_text_str(&t);
}

static void every_format_tells_what_it_is(void **state)
{
	(void)state;
	for (int i = 0; i < FILES; i++) {
		struct ad_arena *arena = ad_arena_new();
		struct ad_media m;
		const char *mime;
		struct ad_str file = file_of(arena, i, &mime);
		const char *wrong = ad_media_read(file, &m);

		if (wrong)
			fail_msg("%d (%s) %s", i, mime, wrong);
		assert_string_equal(m.mime, mime);
		assert_int_equal(m.width, 300);
		assert_int_equal(m.height, 200);
		assert_int_equal(m.video, i > 6);
		assert_int_equal(m.animated, i == 3);
		assert_int_equal(m.duration_ms, i > 6 ? 2500 : 0);
		ad_arena_free(arena);
	}
}

/* Cut anywhere it is refused, and nothing is read behind the end (the copy has its exact size). */
static void what_is_cut_short_is_refused(void **state)
{
	(void)state;
	for (int i = 0; i < FILES - 1; i++) {
		struct ad_arena *arena = ad_arena_new();
		struct ad_media m;
		const char *mime;
		struct ad_str file = file_of(arena, i, &mime);

		for (size_t n = 0; n < file.n; n++) {
			char *part = ad_xmalloc(n ? n : 1);
			memcpy(part, file.p, n);
			if (!ad_media_read((struct ad_str){ part, n }, &m))
				fail_msg("%s is taken after %zu of %zu bytes", mime, n, file.n);
			free(part);
		}
		ad_arena_free(arena);
	}
}

static void what_goes_on_behind_its_end_is_refused(void **state)
{
	(void)state;
	for (int i = 0; i < FILES - 1; i++) {
		struct ad_arena *arena = ad_arena_new();
		struct ad_text t = ad_text_on(arena);
		struct ad_media m;
		const char *mime;

		ad_text_add(&t, file_of(arena, i, &mime));
		ad_text_adds(&t, "<script>alert(1)</script>");
		if (!ad_media_read(ad_text_str(&t), &m))
			fail_msg("%s is taken with a page behind it", mime);
		ad_arena_free(arena);
	}
}

static void what_is_something_else_is_refused(void **state)
{
	static const char *const others[] = {
		"",
		"<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
		"<!doctype html><script>alert(1)</script>",
		"%PDF-1.7\n",
		"BM\x46\1\1\1\1\1\1\1",
		"II*\x08\1\1\1\1",
		"RIFF\x24\1\1\1WAVEfmt ",
		"PK\3\4 and so on",
		"\x1a\x45\xdf\xa3\x84\x42\x82\x81X", /* EBML that is no WebM */
		"GIF88a\1\1\1\1\1\1\1\1",
	};
	struct ad_media m;

	(void)state;
	for (size_t i = 0; i < AD_LEN(others); i++)
		if (!ad_media_read(ad_str(others[i]), &m))
			fail_msg("%s is taken", others[i]);
	/* A still image in the container of a video. */
	assert_non_null(ad_media_read((struct ad_str){ "\0\0\0\x10"
						       "ftypheic\0\0\0\0",
						       16 },
				      &m));
	assert_null(m.mime);
}

static void refused_sides(struct ad_text *t)
{
	struct ad_media m;

	if (!ad_media_read(ad_text_str(t), &m))
		fail_msg("%lld x %lld is taken", (long long)m.width, (long long)m.height);
	t->n = 0;
}

static void sides_that_cannot_be_are_refused(void **state)
{
	static const uint32_t sides[][2] = {
		{ 0, 10 },          { 10, 0 },        { 65536, 1 },
		{ 1, 65536 },       { 65535, 65535 }, { 0xffffffff, 0xffffffff },
		{ 0x80000000u, 1 },
	};
	struct ad_arena *arena = ad_arena_new();
	struct ad_text t = ad_text_on(arena);

	(void)state;
	for (size_t i = 0; i < AD_LEN(sides); i++) {
		make_png(&t, sides[i][0], sides[i][1]);
		refused_sides(&t);
	}
	make_jpeg(&t, 300, 0);
	refused_sides(&t);
	make_jpeg(&t, 0, 300);
	refused_sides(&t);
	make_gif(&t, 0, 1, 1);
	refused_sides(&t);
	make_film(&t, "mp42", 0, 0);
	refused_sides(&t);
	make_webm(&t, 0, 0, false);
	refused_sides(&t);
	ad_arena_free(arena);
}

/* Every byte of a PNG but its picture's is covered by a check; a flipped one is found. */
static void a_damaged_png_is_refused(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_text t = ad_text_on(arena);
	struct ad_media m;

	(void)state;
	make_png(&t, 300, 200);
	for (size_t i = 0; i < t.n; i++) {
		t.p[i] ^= 0x10;
		if (!ad_media_read(ad_text_str(&t), &m))
			fail_msg("a PNG is taken with byte %zu changed", i);
		t.p[i] ^= 0x10;
	}
	assert_null(ad_media_read(ad_text_str(&t), &m));
	ad_arena_free(arena);
}

static void a_picture_without_its_picture_is_refused(void **state)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_text t = ad_text_on(arena);
	struct ad_media m;

	(void)state;
	put(&t, "\x89PNG\r\n\x1a\n", 8);
	png_chunk(&t, "IHDR", (struct ad_str){ "\0\0\0\1\0\0\0\1\x08\2\0\0\0", 13 });
	png_chunk(&t, "IEND", AD_S(""));
	assert_non_null(ad_media_read(ad_text_str(&t), &m));
	t.n = 0;
	make_gif(&t, 3, 3, 0);
	assert_non_null(ad_media_read(ad_text_str(&t), &m));
	t.n = 0;
	put(&t, "\xff\xd8\xff\xd9", 4);
	assert_non_null(ad_media_read(ad_text_str(&t), &m));
	/* Colours and depth that do not go together. */
	t.n = 0;
	put(&t, "\x89PNG\r\n\x1a\n", 8);
	png_chunk(&t, "IHDR", (struct ad_str){ "\0\0\0\1\0\0\0\1\x04\2\0\0\0", 13 });
	png_chunk(&t, "IDAT", AD_S("x"));
	png_chunk(&t, "IEND", AD_S(""));
	assert_non_null(ad_media_read(ad_text_str(&t), &m));
	ad_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_format_tells_what_it_is),
		cmocka_unit_test(what_is_cut_short_is_refused),
		cmocka_unit_test(what_goes_on_behind_its_end_is_refused),
		cmocka_unit_test(what_is_something_else_is_refused),
		cmocka_unit_test(sides_that_cannot_be_are_refused),
		cmocka_unit_test(a_damaged_png_is_refused),
		cmocka_unit_test(a_picture_without_its_picture_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
