#include "sync/state/spans.h"

static int64_t next_number(struct ad_str text, size_t *at)
{
	int64_t number = 0;

	for (; *at < text.n && text.p[*at] >= '0' && text.p[*at] <= '9'; (*at)++)
		number = 10 * number + (text.p[*at] - '0');
	return number;
}

bool ad_spans_next(struct ad_str text, size_t *at, int64_t *first, int64_t *last)
{
	if (*at >= text.n)
		return false;
	*first = *last = next_number(text, at);
	if (*at < text.n && text.p[*at] == '-') {
		(*at)++;
		*last = next_number(text, at);
	}
	(*at)++; /* the comma, or past the end */
	return true;
}

void ad_spans_write(struct ad_json *j, struct ad_str spans, int64_t base)
{
	int64_t first, last;

	ad_json_array(j);
	for (size_t at = 0; ad_spans_next(spans, &at, &first, &last);)
		for (int64_t n = first; n <= last; n++)
			ad_json_int(j, n - base);
	ad_json_array_end(j);
}
