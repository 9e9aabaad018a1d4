#include "platform/form.h"

void ad_form_add(struct ad_text *out, const char *key, struct ad_str value)
{
	static const char hex[] = "0123456789ABCDEF";

	if (out->n)
		ad_text_addc(out, '&');
	ad_text_adds(out, key);
	ad_text_addc(out, '=');
	for (size_t i = 0; i < value.n; i++) {
		unsigned char c = (unsigned char)value.p[i];
		bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
			     (c >= '0' && c <= '9') || strchr("-._~", c);
		if (plain && c) {
			ad_text_addc(out, (char)c);
			continue;
		}
		ad_text_addc(out, '%');
		ad_text_addc(out, hex[c >> 4]);
		ad_text_addc(out, hex[c & 15]);
	}
}
