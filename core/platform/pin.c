#include "platform/pin.h"

#include "base/digest.h"
#include "base/json_read.h"

#define DIGITS 16
/* Above the numbers of all places. */
#define PIN_BASE ((uint64_t)1 << 61)

struct ad_str ad_pin_code(struct ad_arena *arena, struct ad_str form)
{
	uint8_t digest[AD_SHA256_SIZE];
	char hex[DIGITS + 1];

	ad_sha256(form, digest);
	ad_hex(digest, DIGITS / 2, hex);
	return ad_arena_printf(arena, AD_PIN "%s", hex);
}

int64_t ad_pin_number(struct ad_str code)
{
	uint64_t number = 0;

	if (!ad_str_starts(code, AD_PIN))
		return 0;
	for (size_t i = strlen(AD_PIN); i < code.n; i++) {
		char c = code.p[i];
		number = number * 16 + (uint64_t)(c >= 'a' ? c - 'a' + 10 : c - '0');
	}
	return (int64_t)(PIN_BASE | (number & (PIN_BASE - 1)));
}

static bool has_pin(const cJSON *locations)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, locations)
	{
		if (ad_pin_number(ad_json_get_text(item, "code")))
			return true;
	}
	return false;
}

bool ad_pin_can_change(struct ad_arena *arena, const char *title, const struct ad_piece *piece,
		       struct ad_platform_error *error)
{
	const cJSON *before = piece->live ? piece->live->fields : piece->synced;
	bool writes = false;

	for (const char *const *name = piece->changed; name && *name; name++)
		writes = writes || strcmp(*name, "locations") == 0;
	if (piece->op != AD_OP_UPDATE || !writes || !has_pin(ad_json_get(before, "locations")))
		return true;
	*error = (struct ad_platform_error){
		.code = "UNSUPPORTED_ON_PLATFORM",
		.message = ad_arena_printf(
			arena,
			"The campaign has a place that was set on %s and that adcore cannot show, "
			"such as a radius (a location with the code \"" AD_PIN
			"\"). adcore does not change the locations of such a campaign. Change them "
			"on %s, then pull.",
			title, title),
	};
	return false;
}
