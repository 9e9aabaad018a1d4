/* The days of a report, and the days that they are compared with. */

export interface Days {
	from: string;
	to: string;
}

export interface Period extends Days {
	before: Days;
}

const DAY = 86400000;

const day_of = (time: number): string => new Date(time).toISOString().slice(0, 10);
const time_of = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/* The first day of the month that is `months` away from the month of `day`. */
function month_first(day: string, months: number): string {
	const date = new Date(time_of(day));
	return day_of(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
}

const day_before = (day: string): string => day_of(time_of(day) - DAY);

/*
 * 'this-month' up to today, against the same days of the month before; 'last-month', against the
 * month before it; else the last so many days, against as many before them.
 */
export function period_of(text: string, today: string): Period {
	const first = month_first(today, 0);
	const earlier = month_first(today, -1);
	if (text === 'last-month')
		return { from: earlier, to: day_before(first), before: { from: month_first(today, -2), to: day_before(earlier) } };
	if (text === 'this-month') {
		const same = day_of(time_of(earlier) + time_of(today) - time_of(first));
		return { from: first, to: today, before: { from: earlier, to: same < first ? same : day_before(first) } };
	}
	const days = Number(text) || 30;
	const from = day_of(time_of(today) - (days - 1) * DAY);
	return { from, to: today, before: { from: day_of(time_of(from) - days * DAY), to: day_before(from) } };
}
