/* Removes an asset or a business. A refusal lists what still uses it. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { ApiError } from '../../api/client.ts';
import type { Resource, Row } from '../../api/types.ts';
import { client, notice_show, place_url } from '../../model/app.ts';
import { deed_keep } from '../../model/edits.ts';
import { object_name } from '../../model/object_name.ts';
import { store_drop, store_put } from '../../model/store.ts';
import { Fault } from '../../ui/bits.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ASSET, GO } from '../../ui/texts.ts';
import { use_work } from './work.ts';

interface User {
	resource: string;
	id: string | null;
}

export function RemoveOne({ resource, object, onClose, onDone }: { resource: Resource; object: Row; onClose: () => void; onDone: () => void }): JSX.Element {
	const work = use_work();
	const [users, setUsers] = useState<User[]>([]);
	const id = String(object['id']);
	const name = String(object['name']);
	const remove = () => work.run(async () => {
		setUsers([]);
		try {
			const { data } = await client.send<Row>('DELETE', `${resource}/${id}`);
			const isStaged = data['syncState'] === 'PENDING_REMOVAL';
			if (isStaged)
				store_put(resource, data);
			else
				store_drop(resource, [id]);
			if (isStaged)
				deed_keep({ resource, removed: [id], name: GO.deed(name) });
			notice_show(isStaged ? GO.staged(name) : GO.gone(name));
			onDone();
		} catch (error) {
			const list = error instanceof ApiError && error.status === 409 ? (error.fault.details as { referredBy?: User[] } | undefined)?.referredBy : undefined;
			setUsers(list ?? []);
			throw list ? new Error(resource === 'assets' ? GO.attached : GO.campaigns) : error;
		}
	});
	const words = resource === 'businesses' ? GO.business : object['syncState'] === 'STAGED' ? GO.now : GO.later;
	return (
		<Dialog title={GO.title(name)} onClose={onClose}>
			<form onSubmit={(event) => {
				event.preventDefault();
				void remove();
			}}>
				<p class="note">{words}</p>
				{work.fault && <Fault text={work.fault} />}
				{users.length > 0 && <ul class="wb-values">{users.map((user, i) => <li key={i}>{ASSET.kinds[user.resource] ?? user.resource}{user.id && <>: <a href={place_url('campaigns', user.resource === 'campaign' ? { open: user.id } : user.resource === 'adGroup' ? { resource: 'ad-groups', open: user.id } : { resource: 'ads', open: user.id })}>{object_name(user.resource, user.id) || user.id}</a></>}</li>)}</ul>}
				<div class="wb-foot-row">
					<button type="submit" class="danger" aria-busy={work.isBusy}>{GO.remove}</button>
					<button type="button" class="quiet" autofocus onClick={onClose}>{GO.cancel}</button>
				</div>
			</form>
		</Dialog>
	);
}
