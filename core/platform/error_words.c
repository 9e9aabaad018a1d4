#include "platform/error_words.h"

#include "base/json_read.h"

#define WORDS_MAX 300

struct ad_str ad_error_words(struct ad_arena *arena, const cJSON *body)
{
	/* OAuth; most gateways; ASP.NET; RFC 9457. */
	static const char *const names[] = { "error_description", "message", "Message",
					     "ExceptionMessage",  "detail",  "title" };
	const cJSON *const holders[] = { body, ad_json_get(body, "error") };

	for (size_t i = 0; i < AD_LEN(holders); i++)
		for (size_t k = 0; k < AD_LEN(names) && cJSON_IsObject(holders[i]); k++) {
			struct ad_str text = ad_json_get_text(holders[i], names[k]);
			size_t n = text.n < WORDS_MAX ? text.n : WORDS_MAX;
			/* Not within a character. */
			while (n < text.n && n > 0 && ((unsigned char)text.p[n] & 0xc0) == 0x80)
				n--;
			if (n)
				return ad_arena_copy(arena, (struct ad_str){ text.p, n });
		}
	return (struct ad_str){ 0 };
}
