#include "import/file/cell_hours.h"

#include "base/json_write.h"
#include "import/file/bulk.h"
#include "import/file/values.h"

static const char *const days[] = { "Monday", "Tuesday",  "Wednesday", "Thursday",
				    "Friday", "Saturday", "Sunday" };
static const char *const words[] = { "monday", "tuesday",  "wednesday", "thursday",
				     "friday", "saturday", "sunday" };

int ad_cell_day(struct ad_str word)
{
	for (int i = 0; i < (int)AD_LEN(words); i++)
		if (ad_words_are(word, words[i]))
			return i;
	return -1;
}

const char *ad_cell_day_name(int day)
{
	return days[day];
}

/* A number of one or two digits; -1 if it is none. */
static int two_digits(struct ad_str s)
{
	int n = 0;

	if (s.n < 1 || s.n > 2)
		return -1;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] < '0' || s.p[i] > '9')
			return -1;
		n = n * 10 + (s.p[i] - '0');
	}
	return n;
}

int ad_cell_minutes(struct ad_str hour, struct ad_str minute)
{
	int h = two_digits(hour), m = two_digits(minute);

	if (h < 0 || m < 0 || m > 59 || m % AD_HOURS_STEP != 0 || h * 60 + m > AD_HOURS_OF_DAY)
		return -1;
	return h * 60 + m;
}

/* Splits a text at the first sign, which is in neither part; false if it is not there. */
static bool split_at(struct ad_str text, char sign, struct ad_str *before, struct ad_str *after)
{
	const char *at = text.n ? memchr(text.p, sign, text.n) : NULL;

	if (!at)
		return false;
	*before = ad_bulk_trim((struct ad_str){ text.p, (size_t)(at - text.p) });
	*after = ad_bulk_trim((struct ad_str){ at + 1, (size_t)(text.p + text.n - at - 1) });
	return true;
}

/* "09:00" */
static int clock_minutes(struct ad_str time)
{
	struct ad_str hour, minute;

	if (!split_at(time, ':', &hour, &minute) || minute.n != 2)
		return -1;
	return ad_cell_minutes(hour, minute);
}

/* "(Monday[09:00-17:00])" */
static bool take_item(struct ad_str item, struct ad_hours *out)
{
	struct ad_str day, times, from, to;

	if (item.n < 4 || item.p[0] != '(' || item.p[item.n - 1] != ')')
		return false;
	item = ad_bulk_trim((struct ad_str){ item.p + 1, item.n - 2 });
	if (!split_at(item, '[', &day, &times) || times.n < 1 || times.p[times.n - 1] != ']')
		return false;
	times.n--;
	if (!split_at(times, '-', &from, &to))
		return false;
	out->day = ad_cell_day(day);
	out->from = clock_minutes(from);
	out->to = clock_minutes(to);
	return out->day >= 0 && out->from >= 0 && out->to > out->from;
}

bool ad_cell_hours(struct ad_arena *arena, struct ad_str cell, struct ad_str *json)
{
	struct ad_text text = ad_text_on(arena);
	struct ad_json j = ad_json_on(&text);
	struct ad_str item;
	struct ad_hours hours;
	bool any = false;

	ad_json_array(&j);
	while (ad_cell_item(&cell, &item)) {
		if (!take_item(item, &hours))
			return false;
		ad_hours_write(&j, hours);
		any = true;
	}
	ad_json_array_end(&j);
	*json = ad_text_str(&text);
	return any;
}

bool ad_cell_hours_always(struct ad_str cell)
{
	static const char *const always[] = { "[]",  "all day", "always",  "all", "none",
					      "any", "default", "anytime", "--",  "-" };

	for (size_t i = 0; i < AD_LEN(always); i++)
		if (ad_words_are(cell, always[i]))
			return true;
	return false;
}

void ad_cell_hours_write(struct ad_text *out, const cJSON *list)
{
	const cJSON *item;
	struct ad_hours hours;

	cJSON_ArrayForEach(item, list)
	{
		if (!ad_hours_of(item, &hours))
			continue;
		ad_text_addf(out, "%s(%s[%02d:%02d-%02d:%02d])", out->n ? ";" : "", days[hours.day],
			     hours.from / 60, hours.from % 60, hours.to / 60, hours.to % 60);
	}
}
