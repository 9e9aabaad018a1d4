#include "call/reports/figures.h"

#include <assert.h>

#define MICROS 1000000

static const char *const names[AD_FIGURE_COUNT] = {
	[AD_F_IMPRESSIONS] = "impressions",
	[AD_F_CLICKS] = "clicks",
	[AD_F_COST] = "cost",
	[AD_F_CONVERSIONS] = "conversions",
	[AD_F_CONVERSION_VALUE] = "conversionValue",
	[AD_F_CTR] = "ctr",
	[AD_F_AVERAGE_CPC] = "averageCpc",
	[AD_F_COST_PER_CONVERSION] = "costPerConversion",
	[AD_F_ROAS] = "roas",
};

const char *ad_figure_name(enum ad_figure_id id)
{
	assert(id < AD_FIGURE_COUNT);
	return names[id];
}

enum ad_figure_id ad_figure_of(struct ad_str name)
{
	for (int i = 0; i < AD_FIGURE_COUNT; i++)
		if (ad_str_is(name, names[i]))
			return (enum ad_figure_id)i;
	return AD_FIGURE_COUNT;
}

void ad_sums_add(struct ad_sums *sums, enum ad_measure measure, int64_t value)
{
	if (value == AD_NOT_COLLECTED)
		return;
	sums->of[measure] += value;
	sums->known[measure] = true;
}

void ad_sums_join(struct ad_sums *sums, const struct ad_sums *more)
{
	for (int i = 0; i < AD_MEASURE_COUNT; i++) {
		sums->of[i] += more->of[i];
		sums->known[i] = sums->known[i] || more->known[i];
	}
}

static struct ad_figure figures_sum(const struct ad_sums *s, enum ad_measure m, int64_t unit)
{
	return (struct ad_figure){ s->known[m], s->of[m] * unit };
}

/* a divided by b, where one unit of b is `unit`; rounded to micros, halves away from zero. */
static struct ad_figure figures_ratio(const struct ad_sums *s, enum ad_measure a, enum ad_measure b,
				      int64_t unit)
{
	ad_wide over = s->of[a] * unit, under = s->of[b];
	ad_wide half = over < 0 ? -under : under;

	if (!s->known[a] || !s->known[b] || under <= 0)
		return (struct ad_figure){ .known = false };
	return (struct ad_figure){ true, (2 * over + half) / (2 * under) };
}

struct ad_figure ad_figure(const struct ad_sums *sums, enum ad_figure_id id)
{
	switch (id) {
	case AD_F_IMPRESSIONS:
		return figures_sum(sums, AD_IMPRESSIONS, MICROS);
	case AD_F_CLICKS:
		return figures_sum(sums, AD_CLICKS, MICROS);
	case AD_F_COST:
		return figures_sum(sums, AD_COST, 1);
	case AD_F_CONVERSIONS:
		return figures_sum(sums, AD_CONVERSIONS, 1);
	case AD_F_CONVERSION_VALUE:
		return figures_sum(sums, AD_CONVERSION_VALUE, 1);
	case AD_F_CTR:
		return figures_ratio(sums, AD_CLICKS, AD_IMPRESSIONS, MICROS);
	case AD_F_AVERAGE_CPC:
		return figures_ratio(sums, AD_COST, AD_CLICKS, 1);
	case AD_F_COST_PER_CONVERSION:
		return figures_ratio(sums, AD_COST, AD_CONVERSIONS, MICROS);
	case AD_F_ROAS:
		return figures_ratio(sums, AD_CONVERSION_VALUE, AD_COST, MICROS);
	case AD_FIGURE_COUNT:
		break;
	}
	return (struct ad_figure){ .known = false };
}

void ad_figure_text(struct ad_text *out, struct ad_figure figure)
{
	char digits[48];
	size_t at = sizeof(digits);
	ad_wide n = figure.micros < 0 ? -figure.micros : figure.micros;
	int places = 6;

	if (!figure.known)
		return;
	for (; places > 0 && n % 10 == 0; places--)
		n /= 10;
	for (; places > 0; places--, n /= 10)
		digits[--at] = (char)('0' + (int)(n % 10));
	if (at < sizeof(digits))
		digits[--at] = '.';
	do {
		digits[--at] = (char)('0' + (int)(n % 10));
		n /= 10;
	} while (n > 0);
	if (figure.micros < 0)
		digits[--at] = '-';
	ad_text_add(out, (struct ad_str){ digits + at, sizeof(digits) - at });
}

void ad_figures_write(struct ad_json *j, const struct ad_sums *sums)
{
	for (int i = 0; i < AD_FIGURE_COUNT; i++) {
		struct ad_figure figure = ad_figure(sums, (enum ad_figure_id)i);
		struct ad_text text = { .max = 0 };
		ad_figure_text(&text, figure);
		ad_json_kraw(j, names[i],
			     figure.known ? ad_text_str(&text) : (struct ad_str){ NULL, 0 });
		ad_text_free(&text);
	}
}

int ad_figure_compare(struct ad_figure a, struct ad_figure b, bool descending)
{
	int order;

	if (!a.known || !b.known)
		return (int)b.known - (int)a.known;
	order = (a.micros > b.micros) - (a.micros < b.micros);
	return descending ? -order : order;
}
