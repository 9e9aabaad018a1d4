/* Removes rows: drafts that were never pushed at once, others with the next push. */
import type { JSX } from 'preact';
import type { Resource } from '../../api/types.ts';
import { notice_show } from '../../model/app.ts';
import { deed_keep } from '../../model/edits.ts';
import { batch_send, fault_text, results_show, type Done } from '../../model/many.ts';
import { store_drop, store_reload } from '../../model/store.ts';
import { table_get } from '../../model/table.ts';
import { value_text } from '../../model/view.ts';
import { Fault } from '../../ui/bits.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { NAME_FIELD } from '../../ui/fields.ts';
import { format_whole } from '../../ui/format.ts';
import { REMOVE, RESOURCE_NAMES } from '../../ui/texts.ts';
import type { DialogProps } from '../campaigns_acts.tsx';
import { use_work } from './work.ts';

const SHOWN = 10;
/* Gone with what they are in. */
const BELOW: { [resource: string]: Resource[] } = { campaigns: ['ad-groups', 'ads', 'keywords', 'negative-keywords'], 'ad-groups': ['ads', 'keywords', 'negative-keywords'] };

export function RemoveRows({ target, onClose }: DialogProps): JSX.Element {
	const { resource, table } = target;
	const get = (field: string, id: string) => table_get(table, field, table.index.get(id) ?? -1);
	const ids = target.selected.filter((id) => get('syncState', id) !== 'PENDING_REMOVAL');
	const drafts = ids.filter((id) => get('syncState', id) === 'STAGED').length;
	const kind = RESOURCE_NAMES[resource].toLowerCase();
	const work = use_work();
	const remove = () => work.run(async () => {
		const staged: string[] = [];
		const refused: string[] = [];
		const keep = (results: Done[], from: number) => {
			const isStaged = ({ data }: Done) => data?.['syncState'] === 'PENDING_REMOVAL';
			results_show(resource, results.filter(isStaged));
			results.forEach((one, i) => {
				const id = ids[from + i]!;
				if (one.fault)
					refused.push(fault_text(one.fault));
				else if (isStaged(one))
					staged.push(id);
				else
					store_drop(resource, [id]);
			});
		};
		try {
			await batch_send(resource, ids.map((id) => ({ method: 'DELETE', id })), keep);
		} finally {
			/* Also where a later block failed: what is staged can be taken back. */
			if (staged.length > 0)
				deed_keep({ resource, removed: staged, name: REMOVE.deed(format_whole(staged.length), kind) });
			for (const one of BELOW[resource] ?? [])
				store_reload(one);
		}
		notice_show(REMOVE.done(format_whole(ids.length - refused.length), refused.length ? format_whole(refused.length) : '', refused[0] ?? ''), refused.length > 0);
		onClose();
	});
	return (
		<Dialog title={REMOVE.title(format_whole(ids.length), kind)} onClose={onClose}>
			<form onSubmit={(event) => {
				event.preventDefault();
				void remove();
			}}>
				<ul class="wb-values">{ids.slice(0, SHOWN).map((id) => <li key={id}>{value_text(get(NAME_FIELD[resource], id)) || id}</li>)}</ul>
				{ids.length > SHOWN && <p class="wb-hint">{REMOVE.more(format_whole(ids.length - SHOWN))}</p>}
				{drafts > 0 && <p class="note">{REMOVE.drafts(format_whole(drafts))}</p>}
				{ids.length > drafts && <p class="note">{REMOVE.pushed(format_whole(ids.length - drafts))}</p>}
				{BELOW[resource] && ids.length > 0 && <p class="wb-hint">{REMOVE.below}</p>}
				{work.fault && <Fault text={work.fault} />}
				<div class="wb-foot-row">
					<button type="submit" disabled={ids.length === 0} aria-busy={work.isBusy}>{REMOVE.apply(format_whole(ids.length))}</button>
					<button type="button" class="quiet" autofocus onClick={onClose}>{REMOVE.cancel}</button>
				</div>
			</form>
		</Dialog>
	);
}
