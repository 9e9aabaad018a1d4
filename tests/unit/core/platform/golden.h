/*
 * Recorded requests, golden/PLATFORM/NAME.txt: "METHOD url", the headers and the body.
 * ADCORE_GOLDEN_WRITE rewrites the files: check the difference before you commit.
 */
#ifndef TESTS_UNIT_CORE_PLATFORM_GOLDEN_H
#define TESTS_UNIT_CORE_PLATFORM_GOLDEN_H

#include "tests/support/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "platform/platform.h"

#define GOLDEN_MAX 65536

/* The folder of the recorded requests. */
static const char *const golden_api[AD_PLATFORM_COUNT] = {
	[AD_GOOGLE] = "https://ads.example",
	[AD_MICROSOFT] = "https://ads.example/api",
	[AD_REDDIT] = "https://ads.example/api/v3",
	[AD_META] = "https://graph.example",
};

/* A file of this folder: "FOLDER/PLATFORM" and the rest of its name. */
static inline struct ad_str source_path(struct ad_arena *arena, const char *folder,
					const char *platform, const char *rest)
{
	const char *root = getenv("ADCORE_SOURCE_ROOT");

	return ad_arena_printf(arena, "%s/tests/unit/core/platform/%s/%s%s", root ? root : ".",
			       folder, platform, rest);
}

static inline struct ad_str whole_file(struct ad_arena *arena, const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = ad_arena_alloc(arena, GOLDEN_MAX);
	size_t n;

	if (!file)
		fail_msg("%s is not there", path);
	n = fread(text, 1, GOLDEN_MAX, file);
	fclose(file);
	assert_true(n < GOLDEN_MAX);
	text[n] = '\0';
	return (struct ad_str){ text, n };
}

/* Compares a request with the golden file of that name. */
static inline void golden(struct ad_arena *arena, enum ad_platform platform, const char *name,
			  const struct ad_http_request *request)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_str path = source_path(arena, "golden", ad_platform_name(platform),
					 ad_arena_printf(arena, "/%s.txt", name).p);
	struct ad_str want;
	FILE *file;

	ad_text_addf(&text, "%s %.*s\n", request->method, AD_FMT(request->url));
	for (size_t i = 0; i < request->header_count; i++)
		ad_text_addf(&text, "%s: %.*s\n", request->headers[i].name,
			     AD_FMT(request->headers[i].value));
	if (!request->changes)
		ad_text_adds(&text, "(it changes nothing there)\n");
	ad_text_add(&text, request->body);
	ad_text_addc(&text, '\n');
	if (getenv("ADCORE_GOLDEN_WRITE")) {
		file = fopen(path.p, "w");
		assert_non_null(file);
		fprintf(file, "%.*s", AD_FMT(ad_text_str(&text)));
		fclose(file);
		return;
	}
	want = whole_file(arena, path.p);
	if (!ad_str_eq(ad_text_str(&text), want))
		fail_msg("%s:\n%.*s\nis not what is built now:\n%.*s", name, AD_FMT(want),
			 AD_FMT(ad_text_str(&text)));
}

#endif
