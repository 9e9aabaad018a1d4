#include "base/host.h"

#include <stdlib.h>
#include <unicase.h>
#include <uninorm.h>

#include "base/text.h"
#include "base/utf8.h"

#define LABEL_MAX 256 /* code points: more than a label of 63 octets can hold */

/* RFC 3492 section 6.1, with the parameters of section 5. */
static uint32_t punycode_adapt_bias(uint32_t delta, uint32_t count, bool first)
{
	uint32_t k = 0;

	delta = first ? delta / 700 : delta / 2;
	delta += delta / count;
	for (; delta > 455; k += 36)
		delta /= 35;
	return k + 36 * delta / (delta + 38);
}

static char digit_of(uint32_t d)
{
	return (char)(d < 26 ? 'a' + d : '0' + (d - 26));
}

static void add_delta(struct ad_text *out, uint32_t delta, uint32_t bias)
{
	for (uint32_t k = 36;; k += 36) {
		uint32_t t = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
		if (delta < t)
			break;
		ad_text_addc(out, digit_of(t + (delta - t) % (36 - t)));
		delta = (delta - t) / (36 - t);
	}
	ad_text_addc(out, digit_of(delta));
}

static uint32_t least_from(const uint32_t *points, size_t count, uint32_t from)
{
	uint32_t least = UINT32_MAX;

	for (size_t i = 0; i < count; i++)
		if (points[i] >= from && points[i] < least)
			least = points[i];
	return least;
}

static void add_punycode(struct ad_text *out, const uint32_t *points, size_t count)
{
	uint32_t n = 0x80, delta = 0, bias = 72, basic = 0, done;

	ad_text_adds(out, "xn--");
	for (size_t i = 0; i < count; i++)
		if (points[i] < 0x80 && ++basic)
			ad_text_addc(out, (char)points[i]);
	if (basic)
		ad_text_addc(out, '-');
	for (done = basic; done < count; delta++, n++) {
		uint32_t next = least_from(points, count, n);
		delta += (next - n) * (done + 1);
		n = next;
		for (size_t i = 0; i < count; i++) {
			delta += points[i] < n;
			if (points[i] != n)
				continue;
			add_delta(out, delta, bias);
			bias = punycode_adapt_bias(delta, done + 1, done == basic);
			delta = 0;
			done++;
		}
	}
}

static void add_label(struct ad_text *out, const uint32_t *points, size_t count)
{
	bool ascii = true;

	for (size_t i = 0; i < count; i++)
		ascii = ascii && points[i] < 0x80;
	if (!ascii) {
		add_punycode(out, points, count);
		return;
	}
	for (size_t i = 0; i < count; i++)
		ad_text_addc(out, (char)points[i]);
}

static bool is_dot(uint32_t c)
{
	return c == '.' || c == 0x3002 || c == 0xff0e || c == 0xff61;
}

struct ad_str ad_host_ascii(struct ad_arena *arena, struct ad_str host)
{
	struct ad_text out = ad_text_on(arena);
	uint32_t points[LABEL_MAX], c;
	size_t count = 0, n = 0;
	uint8_t *folded =
		u8_casefold((const uint8_t *)host.p, host.n, NULL, UNINORM_NFKC, NULL, &n);

	if (!folded)
		return host;
	struct ad_str rest = { (const char *)folded, n };
	for (; (n = ad_utf8_next(rest, &c)) > 0 && count < LABEL_MAX; rest.p += n, rest.n -= n) {
		if (!is_dot(c)) {
			points[count++] = c;
			continue;
		}
		add_label(&out, points, count);
		ad_text_addc(&out, '.');
		count = 0;
	}
	bool whole = rest.n == 0;
	add_label(&out, points, count);
	free(folded);
	return whole ? ad_text_str(&out) : host;
}

static struct ad_str without_www(struct ad_str host)
{
	if (ad_str_starts(host, "www."))
		host = (struct ad_str){ host.p + 4, host.n - 4 };
	return host;
}

bool ad_host_belongs(struct ad_str host, struct ad_str other)
{
	host = without_www(host);
	other = without_www(other);
	if (ad_str_eq(host, other))
		return true;
	return other.n > 0 && host.n > other.n && host.p[host.n - other.n - 1] == '.' &&
	       memcmp(host.p + host.n - other.n, other.p, other.n) == 0;
}
