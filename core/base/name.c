#include "base/name.h"

#include "base/utf8.h"

uint32_t ad_name_invisible(struct ad_str name)
{
	static const struct range {
		uint32_t first, last;
	} invisible[] = {
		{ 0x80, 0x9f },     /* C1 controls */
		{ 0xad, 0xad },     /* soft hyphen */
		{ 0x180e, 0x180e }, /* Mongolian vowel separator */
		{ 0x200b, 0x200b }, /* zero width space */
		{ 0x2028, 0x202e }, /* line and paragraph separators, embeddings, overrides */
		{ 0x2060, 0x206f }, /* word joiner, invisible operators, isolates */
		{ 0xfeff, 0xfeff }, /* byte order mark */
		{ 0xfff9, 0xfffb }, /* interlinear annotation */
	};
	uint32_t c;
	size_t n;

	while ((n = ad_utf8_next(name, &c)) > 0) {
		for (size_t i = 0; i < AD_LEN(invisible); i++)
			if (c >= invisible[i].first && c <= invisible[i].last)
				return c;
		name.p += n;
		name.n -= n;
	}
	return 0;
}
