#include "model/hours.h"

#include <stdio.h>
#include <string.h>

#include "base/json_read.h"

const char *const ad_hours_days[] = {
	"MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY", NULL,
};

static int digit_at(struct ad_str s, size_t at)
{
	return s.p[at] >= '0' && s.p[at] <= '9' ? s.p[at] - '0' : -1;
}

int ad_hours_minutes(struct ad_str time)
{
	static const size_t places[] = { 0, 1, 3, 4 };
	int hour, minute;

	if (time.n != 5 || time.p[2] != ':')
		return -1;
	for (size_t i = 0; i < AD_LEN(places); i++)
		if (digit_at(time, places[i]) < 0)
			return -1;
	hour = digit_at(time, 0) * 10 + digit_at(time, 1);
	minute = digit_at(time, 3) * 10 + digit_at(time, 4);
	if (minute > 59 || minute % AD_HOURS_STEP != 0 || hour * 60 + minute > AD_HOURS_OF_DAY)
		return -1;
	return hour * 60 + minute;
}

bool ad_hours_of(const cJSON *item, struct ad_hours *out)
{
	struct ad_str day = ad_json_get_text(item, "day");

	out->day = -1;
	for (int i = 0; ad_hours_days[i]; i++)
		if (ad_str_is(day, ad_hours_days[i]))
			out->day = i;
	out->from = ad_hours_minutes(ad_json_get_text(item, "from"));
	out->to = ad_hours_minutes(ad_json_get_text(item, "to"));
	return out->day >= 0 && out->from >= 0 && out->to > out->from;
}

static void write_time(struct ad_json *j, const char *key, int minutes)
{
	char time[16];

	snprintf(time, sizeof(time), "%02d:%02d", minutes / 60, minutes % 60);
	ad_json_kcstr(j, key, time);
}

void ad_hours_write(struct ad_json *j, struct ad_hours hours)
{
	ad_json_object(j);
	ad_json_kcstr(j, "day", ad_hours_days[hours.day]);
	write_time(j, "from", hours.from);
	write_time(j, "to", hours.to);
	ad_json_object_end(j);
}

bool ad_hours_overlap(struct ad_hours a, struct ad_hours b)
{
	return a.day == b.day && a.from < b.to && b.from < a.to;
}

/* The base is above the minutes of a day. */
#define BASE 10000

int64_t ad_hours_as_number(struct ad_hours hours)
{
	return ((int64_t)hours.day * BASE + hours.from) * BASE + hours.to;
}

int64_t ad_hours_number(const cJSON *item)
{
	struct ad_hours hours;

	return ad_hours_of(item, &hours) ? ad_hours_as_number(hours) : -1;
}

struct ad_hours ad_hours_of_number(int64_t number)
{
	return (struct ad_hours){ .day = (int)(number / BASE / BASE),
				  .from = (int)(number / BASE % BASE),
				  .to = (int)(number % BASE) };
}

bool ad_hours_listed(const cJSON *list, const cJSON *end, int64_t number)
{
	const cJSON *item;

	cJSON_ArrayForEach(item, list)
	{
		if (item == end)
			return false;
		if (ad_hours_number(item) == number)
			return true;
	}
	return false;
}

void ad_hours_normal(struct ad_text *out, const cJSON *list)
{
	int64_t last = -1;

	for (;;) {
		const cJSON *item;
		int64_t next = INT64_MAX;
		cJSON_ArrayForEach(item, list)
		{
			int64_t n = ad_hours_number(item);
			if (n > last && n < next)
				next = n;
		}
		if (next == INT64_MAX)
			return;
		ad_text_addi(out, next);
		ad_text_addc(out, ' ');
		last = next;
	}
}
