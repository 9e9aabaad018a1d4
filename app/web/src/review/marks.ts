/* Campaigns that a person marked as viewed, each with a digest of its operations at that time. Kept in the browser. */
import { boot, stored_read, stored_write } from '../model/app.ts';
import { text_digest } from './plan.ts';

const KEPT = 1000;
const name = () => `viewed.${boot.space.id}.${boot.environment}.${text_digest(boot.account.email ?? '')}`;

export type Marks = { [campaign: string]: string };

export const marks_read = () => stored_read<Marks>(name(), {});

export function marks_set(marks: Marks, campaign: string, digest: string | null): Marks {
	const { [campaign]: _, ...rest } = marks;
	const all = digest === null ? rest : { ...rest, [campaign]: digest };
	const out = Object.fromEntries(Object.entries(all).slice(-KEPT));
	stored_write(name(), out);
	return out;
}
