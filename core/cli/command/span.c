/* A length of time on the command line: see span.h. */
#include "cli/command/span.h"

#include "base/clock.h"

bool ad_cli_span(struct ad_str text, int64_t *us)
{
	int64_t n = 0;

	if (text.n < 2 || text.n > 9)
		return false;
	for (size_t i = 0; i < text.n - 1; i++) {
		if (text.p[i] < '0' || text.p[i] > '9')
			return false;
		n = n * 10 + (text.p[i] - '0');
	}
	switch (text.p[text.n - 1]) {
	case 'd':
		*us = n * AD_DAY;
		return true;
	case 'h':
		*us = n * AD_HOUR;
		return true;
	case 'm':
		*us = n * AD_MINUTE;
		return true;
	case 's':
		*us = n * AD_SECOND;
		return true;
	default:
		return false;
	}
}
