/* Money, numbers and times as people read them: in the Space's currency and time zone. */
import { boot } from '../model/app.ts';
import type { Json } from '../api/types.ts';

const zone = boot.space.timeZone ?? boot.space.timezone ?? 'UTC';

function formatter_try<T>(make: () => T, otherwise: () => T): T {
	try {
		return make();
	} catch {
		return otherwise();
	}
}

const money = formatter_try(() => new Intl.NumberFormat('en', { style: 'currency', currency: boot.space.currency }), () => new Intl.NumberFormat('en'));
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const share = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const time = formatter_try(
	() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }),
	() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);
const near = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

export const format_money = (value: number) => money.format(value);
export const format_whole = (value: number) => whole.format(value);
export const format_number = (value: number) => plain.format(value);
export const format_percent = (value: number) => share.format(value);
export const zone_name = zone;

/* A text that is no time is returned as it is: nothing is hidden. */
export function format_time(text: Json | undefined): string {
	const date = typeof text === 'string' ? new Date(text) : null;
	return date && !Number.isNaN(date.getTime()) ? time.format(date) : typeof text === 'string' ? text : '';
}

export function format_ago(text: Json | undefined, now = Date.now()): string {
	const at = typeof text === 'string' ? new Date(text).getTime() : NaN;
	if (Number.isNaN(at))
		return '';
	const seconds = (at - now) / 1000;
	const steps: [Intl.RelativeTimeFormatUnit, number][] = [['day', 86400], ['hour', 3600], ['minute', 60]];
	for (const [unit, size] of steps)
		if (Math.abs(seconds) >= size)
			return near.format(Math.round(seconds / size), unit);
	return 'just now';
}

/* UPPER_SNAKE and camelCase as words: "PENDING_REMOVAL" is "Pending removal". */
export function format_words(name: string): string {
	const words = name.replace(/_/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
	return words.charAt(0).toUpperCase() + words.slice(1);
}

const PLATFORM_NAMES: { [name: string]: string } = { google: 'Google Ads', microsoft: 'Microsoft Advertising', reddit: 'Reddit Ads', meta: 'Meta Ads' };
const FRONT_NAMES: { [name: string]: string } = { APP: 'Application', API: 'REST API', MCP: 'Assistant', CLI: 'Command line', PULL: 'Pull', IMPORT: 'Import', SYNC: 'Push' };

export const platform_name = (name: Json | undefined) => PLATFORM_NAMES[String(name)] ?? String(name ?? '');
export const front_name = (name: Json | undefined) => FRONT_NAMES[String(name)] ?? String(name ?? '');

export function days_before(days: number, from = new Date()): string {
	const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(from);
	const date = new Date(`${today}T12:00:00Z`);
	date.setUTCDate(date.getUTCDate() - days);
	return date.toISOString().slice(0, 10);
}
