/* The filters and campaigns of a plan or a run, with marks, selection and keys. */
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { place, place_set } from '../model/app.ts';
import { format_whole, format_words, platform_name } from '../ui/format.ts';
import { KIND_NAMES, OP_NAMES, OP_STATUS_NAMES, REVIEW_TEXTS } from '../ui/texts.ts';
import { marks_read, marks_set } from './marks.ts';
import { campaign_digest, filter_is_set, filter_takes, type Campaign, type Filter, type Operation } from './plan.ts';
import { CampaignPart, tree_keys, type Choice, type Remarks } from './tree.tsx';

export const filter_read = (parameters: URLSearchParams): Filter => ({ platform: parameters.get('platform') ?? '', op: parameters.get('op') ?? '', resource: parameters.get('resource') ?? '' });

function Select({ label, name, all, options }: { label: string; name: string; all: string; options: [string, string][] }): JSX.Element {
	return (
		<select class="wb-select" aria-label={label} value={place.value.parameters.get(name) ?? ''} onChange={(event) => place_set({ [name]: (event.target as HTMLSelectElement).value || null }, true)}>
			<option value="">{all}</option>
			{options.map(([value, text]) => <option key={value} value={value}>{text}</option>)}
		</select>
	);
}

export interface Lazy {
	/* Of a plan in pages: what is loaded of each campaign; absent: nothing. */
	loaded: Map<string, { cursor: string | null; fault: string | null }>;
	load: (id: string) => void;
}

interface Props {
	tree: Campaign[];
	/* Present where the operations are loaded campaign by campaign. */
	lazy: Lazy | null;
	/* Names the plan, where not all of its operations are here. */
	planHash: string;
	remarks: Remarks;
	choice: Choice | null;
	marked: boolean;
	/* The plan stays as it is: a mark stands for exactly this plan. Otherwise it stands for what the campaign shows. */
	isFixed?: boolean;
	hasStatus: boolean;
	note?: (campaign: Campaign) => string | undefined;
	onSelect?: (campaign: Campaign) => void;
	onShown?: (keys: string[]) => void;
	/* Campaigns that are marked as viewed. */
	onMarks?: (viewed: ReadonlySet<string>) => void;
}

function matches(campaign: Campaign, filter: Filter, status: string, isComplete: boolean): boolean {
	if (filter.platform && campaign.platform !== filter.platform)
		return false;
	if (!isComplete)
		return filter.op === '' || filter.op === 'UPLOAD' || { CREATE: campaign.creates, UPDATE: campaign.updates, REMOVE: campaign.removes }[filter.op]! > 0;
	return (!filter_is_set(filter) && !status) || campaign.operations.some((one) => filter_takes(filter, one) && (!status || one.status === status));
}

const nothing = () => undefined;

export function PlanView({ tree, lazy, planHash, remarks, choice, marked, isFixed, hasStatus, note, onSelect, onShown, onMarks }: Props): JSX.Element {
	const [open, setOpen] = useState<ReadonlySet<string> | null>(null);
	const [marks, setMarks] = useState(marks_read);
	const box = useRef<HTMLDivElement>(null);
	const { parameters } = place.value;
	const filter = filter_read(parameters);
	const status = hasStatus ? parameters.get('status') ?? '' : '';
	const shown = tree.filter((campaign) => matches(campaign, filter, status, !lazy));
	/* A plan of one campaign is shown open. */
	const isOpen = (id: string) => (open ? open.has(id) : tree.length === 1);
	const digest = (campaign: Campaign) => (lazy || isFixed ? planHash : campaign_digest(campaign));
	const isViewed = (campaign: Campaign) => marks[campaign.id] === digest(campaign);
	const fold = (id: string, isIn: boolean) => {
		const next = new Set(open ?? (tree.length === 1 ? [tree[0]!.id] : []));
		if (isIn)
			next.add(id);
		else
			next.delete(id);
		setOpen(next);
		if (isIn && lazy && !lazy.loaded.has(id))
			lazy.load(id);
	};
	const view = (id: string, isIn?: boolean) => {
		const campaign = tree.find((one) => one.id === id);
		if (!campaign || !marked)
			return;
		const now = isIn ?? !isViewed(campaign);
		setMarks(marks_set(marks, id, now ? digest(campaign) : null));
		if (now)
			fold(id, false);
		if (now && isIn === undefined)
			box.current?.querySelector<HTMLElement>(`[data-campaign="${CSS.escape(id)}"] .rv-fold`)?.focus();
	};
	useEffect(() => {
		const only = tree.length === 1 ? tree[0] : undefined;
		if (lazy && only && !lazy.loaded.has(only.id))
			lazy.load(only.id);
		const keys = (event: KeyboardEvent) => tree_keys(event, box.current, {
			view: (id) => view(id),
			select: (id) => {
				const campaign = tree.find((one) => one.id === id);
				if (campaign && onSelect)
					onSelect(campaign);
			},
		});
		addEventListener('keydown', keys);
		return () => removeEventListener('keydown', keys);
	});
	const viewed = marked ? tree.filter(isViewed).map(({ id }) => id) : [];
	useEffect(() => onMarks?.(new Set(viewed)), [viewed.join()]);
	const takes = (one: Operation) => filter_takes(filter, one) && (!status || one.status === status);
	const platforms = [...new Set(tree.map(({ platform }) => platform).filter((one): one is string => Boolean(one)))];
	return (
		<>
			<div class="wb-tools rv-tools">
				<Select label="Platform" name="platform" all="All platforms" options={platforms.map((one) => [one, platform_name(one)])} />
				<Select label="Kind of change" name="op" all="All changes" options={Object.entries(OP_NAMES)} />
				<Select label="Kind of object" name="resource" all="All objects" options={Object.entries(KIND_NAMES).map(([value, text]) => [value, format_words(text)])} />
				{hasStatus && <Select label="Outcome" name="status" all="All outcomes" options={Object.entries(OP_STATUS_NAMES)} />}
				<button type="button" class="wb-button" onClick={() => {
					const ids = shown.map(({ id }) => id);
					const all = ids.every(isOpen);
					setOpen(new Set(all ? [] : ids));
					if (!all && lazy)
						for (const id of ids)
							if (!lazy.loaded.has(id))
								lazy.load(id);
				}}>{shown.length > 0 && shown.every(({ id }) => isOpen(id)) ? 'Collapse all' : 'Expand all'}</button>
				{marked && <p class="wb-sum" role="status">{format_whole(viewed.length)} of {format_whole(tree.length)} viewed</p>}
			</div>
			<div class="rv-tree" ref={box}>
				{shown.map((campaign) => {
					const part = lazy?.loaded.get(campaign.id);
					const isReady = !lazy || part !== undefined;
					const groups = campaign.groups.map((group) => ({ ...group, operations: group.operations.filter(takes) })).filter((group) => group.operations.length > 0);
					return (
						<CampaignPart key={campaign.id} campaign={campaign} own={isReady ? campaign.own.filter(takes) : null} groups={isReady ? groups : null} remarks={remarks} isOpen={isOpen(campaign.id)}
							fault={part?.fault ?? null} viewed={marked ? isViewed(campaign) : null} note={note?.(campaign)} choice={choice} onOpen={(isIn) => fold(campaign.id, isIn)} onViewed={(isIn) => view(campaign.id, isIn)} onShown={onShown ?? nothing}
							onMore={part?.cursor ? () => lazy?.load(campaign.id) : null} />
					);
				})}
				{shown.length === 0 && <p class="wb-calm">Nothing matches the filter. <button type="button" class="wb-button" onClick={() => place_set({ platform: null, op: null, resource: null, status: null }, true)}>Clear the filter</button></p>}
			</div>
			<p class="wb-hint rv-keys">{REVIEW_TEXTS.keys}</p>
		</>
	);
}
