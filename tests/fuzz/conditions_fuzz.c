/*
 * Headers on which an answer depends, a line each: If-Match, If-None-Match, Range, Accept.
 */
#include "tests/fuzz/request.h"

#include "call/objects/media.h"
#include "call/objects/objects.h"
#include "call/request/paged.h"
#include "call/request/report_csv.h"

#define VERSION 7
#define ETAG "\"7.3\""

/* True if the tag is of the version, decided another way: quoted, a 7 up to a dot or the end. */
static bool is_version(struct ad_str tag)
{
	size_t i = 1;

	if (tag.n < 3 || tag.p[0] != '"' || tag.p[tag.n - 1] != '"')
		return false;
	while (tag.p[i] == '0')
		i++;
	return tag.p[i] == '7' && (tag.p[i + 1] == '.' || tag.p[i + 1] == '"');
}

static void check_match(struct ad_call *call, struct ad_str tag)
{
	struct ad_row row = { .version = VERSION };

	call->if_match = tag;
	if (ad_precondition(call, &row, NULL))
		HOLDS(!tag.p || ad_str_is(tag, "*") || is_version(tag));
	else
		HOLDS(call->status == AD_PRECONDITION &&
		      ad_str_is(call->details, "\"currentVersion\":7"));
}

static void check_none_match(struct ad_call *call, struct ad_str tags)
{
	call->if_none_match = tags;
	call->etag = AD_S(ETAG);
	call->http_status = 0;
	ad_not_modified(call);
	bool named =
		tags.p && (ad_str_is(tags, "*") || memmem(tags.p, tags.n, ETAG, sizeof(ETAG) - 1));
	HOLDS(call->http_status == (named ? 304 : 0));
}

static void check_range(struct ad_str range, size_t size)
{
	struct ad_media_reply m = { .size = size, .length = size };

	ad_media_range(&m, range);
	HOLDS(m.from <= size && m.length <= size - m.from);
	HOLDS(m.partial ? m.length > 0 : m.from == 0 && m.length == size);
	HOLDS(!m.partial || ad_str_starts(range, "bytes="));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct ad_arena *arena = ad_arena_new();
	struct ad_str rest = ad_arena_copy(arena, (struct ad_str){ (const char *)data, size });
	struct asked a;
	struct ad_call *call = &ask(&a, arena, "GET", "/api/v1/assets")->call;

	check_match(call, next_line(&rest));
	check_none_match(call, next_line(&rest));
	struct ad_str range = next_line(&rest);
	check_range(range, 0);
	check_range(range, 1);
	check_range(range, 1000);
	struct ad_str accept = next_line(&rest);
	if (ad_csv_wanted(accept))
		HOLDS(memchr(accept.p, '\0', accept.n) ||
		      strcasestr(ad_arena_copy(arena, accept).p, "text/csv"));
	ad_arena_free(arena);
	return 0;
}
