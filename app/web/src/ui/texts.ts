/* Every sentence of the workbench in one place, so that other languages can follow. */
import type { Page } from '../model/app.ts';
import type { Resource } from '../api/types.ts';
import type { Operator } from '../model/view.ts';

export const PAGE_NAMES: { [page in Page]: string } = {
	home: 'Home', campaigns: 'Campaigns', review: 'Review', runs: 'Runs', reports: 'Reports', disapprovals: 'Disapprovals', drift: 'Drift', assets: 'Assets', businesses: 'Businesses', history: 'History',
};

export const RESOURCE_NAMES: { [resource in Resource]: string } = {
	campaigns: 'Campaigns', 'ad-groups': 'Ad groups', ads: 'Ads', keywords: 'Keywords', 'negative-keywords': 'Negatives', assets: 'Assets', businesses: 'Businesses',
};

export const OPERATOR_NAMES: { [operator in Operator]: string } = {
	is: 'is', not: 'is not', contains: 'contains', lacks: 'does not contain', above: 'is above', below: 'is below', empty: 'is empty', filled: 'is not empty',
};

export const PERIOD_NAMES: { [period: string]: string } = {
	LAST_7_DAYS: 'Last 7 days', LAST_14_DAYS: 'Last 14 days', LAST_30_DAYS: 'Last 30 days', LAST_90_DAYS: 'Last 90 days',
};

export const SYNC_NAMES: { [state: string]: string } = {
	SYNCED: 'Synced', STAGED: 'New draft', MODIFIED: 'Edited', SYNCING: 'Syncing', FAILED: 'Failed', DRIFTED: 'Drifted', PENDING_REMOVAL: 'To be removed', REMOVED: 'Removed',
};

export const SYNC_MEANINGS: { [state: string]: string } = {
	SYNCED: 'The platform has these values.',
	STAGED: 'A draft that was never pushed. It is not on the platform.',
	MODIFIED: 'Edited since the last push. The platform still has the earlier values.',
	SYNCING: 'A run is sending the object now.',
	FAILED: 'The last push of the object failed.',
	DRIFTED: 'Somebody changed the object on the platform. Decide on the Drift page.',
	PENDING_REMOVAL: 'The next push removes the object from the platform.',
	REMOVED: 'The object was removed from the platform.',
};

export const TEXTS = {
	everything: 'All platforms',
	loading: 'Loading…',
	notLoaded: 'This page did not load.',
	offline: 'The server does not respond. Your changes are kept and sent when it responds again.',
	sessionEnded: 'Your session ended. Your input is kept on this page.',
	signIn: 'Sign in in a new tab',
	signedIn: 'I have signed in',
	search: 'Search',
	palette: 'Commands',
	paletteHint: 'Search and commands (Ctrl+K); shortcuts (?)',
	filter: 'Filter',
	columns: 'Columns',
	figures: 'Figures',
	noFigures: 'No figures',
	noMatch: 'Nothing matches the search and the filters.',
	clear: 'Clear search and filters',
	notCollected: 'Not collected: no pull has fetched figures of this period.',
	close: 'Close',
	emptyRows: {
		campaigns: ['No campaign yet', 'Ask a connected assistant to draft one, import a bulk file with adcore import, or pull the campaigns that the ad accounts already have. Drafts appear here immediately. Nothing is live until a push.'],
		'ad-groups': ['No ad group here', 'An ad group holds the ads and keywords of one theme. An assistant drafts ad groups together with their campaign.'],
		ads: ['No ad here', 'Ads belong to an ad group. Ask an assistant to draft ads for one of the ad groups.'],
		keywords: ['No keyword here', 'Keywords belong to an ad group on Google Ads, Microsoft Advertising or Reddit Ads. Meta Ads has none.'],
		'negative-keywords': ['No negative keyword here', 'A negative keyword keeps an ad from showing for searches that contain it, for one ad group or a whole campaign.'],
		assets: ['No asset yet', 'Assets are the images, videos, logos, sitelinks and callouts of ads. Add the first one here: drop a file on this page, or choose Upload. Assistants and the REST API add assets too.'],
		businesses: ['No business yet', 'A business tells assistants what is advertised: name, website, description, logo, colours. Add it here, or ask an assistant to create one from your website.'],
	} as { [resource in Resource]: [string, string] },
	conflict: 'Somebody else changed this field.',
	saved: (what: string) => `Saved as a draft: ${what}`,
	undone: (what: string) => `Undone: ${what}`,
	redone: (what: string) => `Redone: ${what}`,
};

const some = (count: string, one: string, many: string) => `${count} ${count === '1' ? one : many}`;

/* The dialogs that change many objects, and the forms of new ones. */
export const EDIT = {
	acts: 'Change rows',
	bulk: 'Bulk edit',
	replace: 'Find and replace',
	rows: 'Rows',
	selected: (count: string) => `The ${count} selected`,
	shown: (count: string) => `All ${count} shown`,
	change: 'Change',
	set: 'Set a value',
	byPercent: 'Raise or lower by percent',
	byAmount: 'Raise or lower by an amount',
	addLabels: 'Add labels',
	removeLabels: 'Remove labels',
	field: 'Field',
	value: 'Value',
	percent: 'Percent',
	amount: 'Amount',
	labels: 'Labels',
	adjustHint: 'For example 10 to raise, -10 to lower.',
	emptyHint: 'Leave it empty to clear the field.',
	labelsHint: 'Several labels are separated by commas.',
	round: 'Round to',
	find: 'Find',
	with: 'Replace with',
	inFields: 'In these fields',
	matchCase: 'Match upper and lower case',
	check: 'Check',
	apply: 'Apply',
	applyTo: (count: string) => `Apply to ${count}`,
	draftsOnly: 'Changes are drafts. Nothing is live until a push.',
	numberWanted: 'Type a number, for example 10.',
	labelWanted: 'Type at least one label.',
	findWanted: 'Type the text to find.',
	fieldWanted: 'Choose at least one field.',
	preview: 'Changes',
	object: 'Object',
	before: 'Before',
	after: 'After',
	refused: 'Refused:',
	outcome: (changed: string, refused: string, same: string) => [`${changed} to change`, refused && `${refused} refused`, same && `${same} unchanged`].filter(Boolean).join(', ') + '.',
	hidden: (count: string) => `${count} more are not listed.`,
	many: (count: string, what: string) => `the change of ${what} (${count})`,
	applied: (count: string, refused: string) => `Saved as drafts: ${count} changed${refused ? `, ${refused} refused` : ''}.`,
	notLoaded: 'The dialog was not loaded. Reload the page: the server may have been updated.',
};

export const MAKE = {
	campaign: 'New campaign',
	adGroup: 'New ad group',
	ad: 'New ad',
	keywords: 'New keywords',
	negatives: 'New negative keywords',
	duplicate: 'Duplicate',
	across: 'Copy to another platform',
	platform: 'Platform',
	type: 'Type',
	typeHint: { SEARCH: 'Text ads beside search results.', SOCIAL: 'Ads between the posts of a feed.' } as { [type: string]: string },
	name: 'Name',
	budget: (currency: string) => `Daily budget (${currency})`,
	objective: 'Objective',
	places: 'Countries',
	placesHint: 'Two-letter country codes, separated by commas: DE, AT, CH.',
	languages: 'Languages',
	languagesHint: 'Codes separated by commas: en, de. Empty means all languages.',
	start: 'First day',
	end: 'Last day',
	status: 'Status',
	statusHint: 'A paused campaign spends nothing after a push.',
	everywhere: 'Without a country, the ads are shown in all countries.',
	create: 'Create draft',
	inCampaign: 'Campaign',
	inGroup: 'Ad group',
	wholeCampaign: 'The whole campaign',
	bid: 'Bid',
	optional: 'Optional.',
	lines: 'Keywords, one per line',
	linesHint: 'Marks for the match type: [exact], "phrase". A second column can contain the match type instead.',
	otherwise: 'Match type of lines without marks',
	newKeyword: 'New',
	counted: (count: string, doubles: string) => `${some(count, 'keyword', 'keywords')}${doubles ? `, ${some(doubles, 'duplicate line is', 'duplicate lines are')} skipped` : ''}.`,
	noGroup: 'This campaign has no ad group. Create one first.',
	addKeywords: (count: string) => `Add ${count}`,
	keywordsMade: (count: string) => some(count, 'new keyword', 'new keywords'),
	draftOf: (name: string) => `the draft of ${name}`,
	made: (name: string) => `Saved as a draft: ${name}`,
	saved: (what: string, refused: string) => `Saved as drafts: ${what}${refused ? `, ${refused} refused` : ''}.`,
	to: 'Copy to',
	samePlatform: 'The same platform',
	copyNameHint: 'If empty, the copy has the same name. On the same platform, “(copy)” is added.',
	copyPaused: 'The copy is a paused draft.',
	copy: 'Copy',
	finish: 'Done',
	campaigns: (count: string) => `${count} campaigns`,
	copied: (groups: string, ads: string, keywords: string) => `${groups} ad groups, ${ads} ads, ${keywords} keywords.`,
	allCarried: 'All values are copied.',
	notCarried: (count: string) => `${some(count, 'value is', 'values are')} not copied:`,
	lost: (name: string) => `Values of ${name} that are not copied`,
	why: 'Reason',
};

export const PASTE = {
	title: 'Paste cells',
	from: (column: string, count: string) => `${some(count, 'line', 'lines')} from the clipboard, starting at column “${column}”.`,
	beyond: (count: string) => `${some(count, 'pasted line has no row and is', 'pasted lines have no row and are')} skipped.`,
	notValue: (column: string, text: string) => `${column} cannot be “${text}”.`,
	fixed: (column: string) => `${column} cannot be changed here.`,
	exported: (count: string) => `${some(count, 'row', 'rows')} saved as CSV.`,
	export: 'Export',
	copied: (count: string) => `${some(count, 'row', 'rows')} copied.`,
};

export const REMOVE = {
	button: 'Remove',
	title: (count: string, what: string) => `Remove ${count} ${what}`,
	drafts: (count: string) => `${some(count, 'draft was never pushed and is', 'drafts were never pushed and are')} deleted immediately. This cannot be undone.`,
	pushed: (count: string) => `${some(count, 'object is on a platform. The next push removes it', 'objects are on a platform. The next push removes them')}. Until then, Undo cancels the removal.`,
	below: 'Everything below is removed too.',
	more: (count: string) => `and ${count} more`,
	apply: (count: string) => `Remove ${count}`,
	cancel: 'Cancel',
	deed: (count: string, what: string) => `the removal of ${what} (${count})`,
	done: (count: string, refused: string, why: string) => `${count} removed as drafts${refused ? `, ${refused} refused: ${why}` : '. Nothing was sent.'}`,
};

export const FILL = {
	button: 'Fill down',
	title: 'Fill down',
	from: (column: string, text: string, count: string) => `${column} of ${some(count, 'row', 'rows')} becomes “${text}”.`,
	none: 'Fill down copies the active cell into the selected rows, or the cell above into the active cell. The column must be one that can be edited.',
};

export const VIEWS = {
	button: 'Views',
	reports: 'Saved reports',
	name: 'Name',
	save: 'Save this view',
	saveReport: 'Save this report',
	none: 'Nothing is saved yet.',
	kept: 'Saved in this browser, for you only.',
	remove: (name: string) => `Delete ${name}`,
	saved: (name: string) => `Saved: ${name}`,
};

export const PALETTE = {
	title: 'Search and commands',
	hint: 'A page, an action or the name of an object',
	results: 'Results',
	none: 'No results.',
	searching: 'Searching…',
	page: 'Page',
	action: 'Action',
	space: 'Space',
	environment: 'Environment',
	switchTo: (name: string) => `Switch to ${name}`,
	found: (count: string) => some(count, 'result', 'results'),
	shortcuts: 'Keyboard shortcuts',
};

/* Every shortcut, as the page of "?" lists them. */
export const SHORTCUTS: [string, [string, string][]][] = [
	['Everywhere', [['Ctrl+K or ⌘K', 'Search and commands'], ['?', 'This list'], ['Ctrl+Z', 'Undo the last edit'], ['Ctrl+Shift+Z or Ctrl+Y', 'Redo the last edit'], ['Esc', 'Close a dialog or a menu']]],
	['Grid', [
		['Arrows, Home, End, Page Up, Page Down', 'Move the active cell'], ['Enter or F2', 'Edit the cell; sort by a column'], ['Shift+Enter', 'Open the details of the row'], ['Tab', 'Save the cell and leave the grid'],
		['Space', 'Select the row'], ['Shift+Up, Shift+Down', 'Select rows'], ['Ctrl+A', 'Select all rows'], ['Ctrl+C', 'Copy the selected rows, or the cell'], ['Ctrl+V', 'Paste cells from a sheet'], ['Ctrl+D', 'Fill down'], ['Delete', 'Remove the selected rows'],
	]],
	['Review', [['j, k', 'Next and previous campaign'], ['Enter', 'Open and close'], ['v', 'Mark as viewed'], ['x', 'Select']]],
	['Drift', [['Up, Down', 'Move between rows'], ['Space', 'Select'], ['o', 'Keep staged'], ['t', 'Keep live']]],
];

export const IMPORT = {
	button: 'Import',
	title: 'Import',
	file: 'File',
	hint: 'CSV of Google Ads Editor, Microsoft Advertising Editor or Meta Ads Manager, at most 4 MiB and 5,000 rows. The file is checked first; the check stores nothing.',
	platform: 'Platform of the file',
	ofFile: 'Detect from the columns',
	named: (name: string) => `File: ${name}`,
	tooLarge: 'The file is larger than 4 MiB. Split it, or import it on the server with the command adcore import.',
	outcome: (created: string, existing: string, refused: string) => [created ? `${created} to create` : 'Nothing to create', existing && `${existing} existing`, refused && `${some(refused, 'row', 'rows')} refused`].filter(Boolean).join('; ') + '.',
	existingStay: 'Existing objects are not changed, even if the file differs. A row with the action Edit changes its object.',
	changed: (count: string) => `${some(count, 'row changes or removes its object', 'rows change or remove their objects')}.`,
	change: (field: string, before: string, after: string) => `${field} ${before} → ${after}`,
	ignored: (names: string) => `These columns are not imported: ${names}.`,
	cut: 'The report is too long. Not every row is listed.',
	refusedRows: 'Refused rows',
	warnings: 'Warnings',
	takenRows: 'Rows to import',
	line: 'Line',
	column: 'Column',
	value: 'Value',
	reason: 'Reason',
	warning: 'Warning',
	kind: 'Kind',
	becomes: 'Outcome',
	kind_of: { campaigns: 'Campaign', 'ad-groups': 'Ad group', ads: 'Ad', keywords: 'Keyword' } as { [resource: string]: string },
	outcomes: { CREATED: 'New draft', EXISTING: 'Already exists', PART: 'Part of its campaign', UPDATED: 'Changed', REMOVED: 'Removed' } as { [outcome: string]: string },
	kinds: (resource: string, count: number, text: string) => {
		const [one, many] = ({ campaigns: ['campaign', 'campaigns'], 'ad-groups': ['ad group', 'ad groups'], ads: ['ad', 'ads'] } as { [resource: string]: [string, string] })[resource] ?? ['keyword', 'keywords'];
		return `${text} ${count === 1 ? one : many}`;
	},
	previous: 'Previous',
	next: 'Next',
	range: (from: string, to: string, all: string) => `${from} to ${to} of ${all}`,
	store: (count: string) => `Store ${some(count, 'draft', 'drafts')}`,
	storeNone: 'Store drafts',
	deed: (what: string, file: string) => `the import of ${what} from ${file}`,
	stored: (what: string, refused: string) => `Saved as drafts: ${what || 'nothing new'}${refused ? `; ${some(refused, 'row', 'rows')} refused` : ''}.`,
};

export const AD = {
	edit: 'the ad',
	theAd: 'the ad',
	editAd: 'Edit ad',
	headline: 'Headline',
	description: 'Description',
	piece: (label: string, at: number | null) => (at === null ? label : `${label} ${at}`),
	ofMost: (count: number, most: number) => `${count} of at most ${most}`,
	pinned: (place: string) => `Pinned: ${place}`,
	remove: (what: string) => `Remove ${what}`,
	add: (label: string) => `Add a ${label.toLowerCase()}`,
	primaryText: 'Text',
	finalUrl: 'Final URL',
	path1: 'Path 1',
	path2: 'Path 2',
	button: 'Button',
	image: 'Picture',
	video: 'Video',
	none: 'None',
	sponsored: 'Sponsored',
	promoted: 'Promoted',
	preview: (platform: string) => `Preview on ${platform}`,
	conflict: 'Somebody else changed this ad.',
	theirs: 'Load theirs',
	mine: 'Save mine',
	save: 'Save draft',
	cancel: 'Cancel',
};

/* --- Review and Runs --- */

export const OP_NAMES: { [op: string]: string } = { CREATE: 'Create', UPDATE: 'Change', REMOVE: 'Remove', UPLOAD: 'Upload' };
export const OP_SIGNS: { [op: string]: string } = { CREATE: '+', UPDATE: '~', REMOVE: '−', UPLOAD: '↑' };
export const KIND_NAMES: { [kind: string]: string } = {
	campaign: 'campaign', adGroup: 'ad group', ad: 'ad', keyword: 'keyword', asset: 'asset', assetLink: 'attachment', conversion: 'conversion',
};
export const RUN_STATUS_NAMES: { [status: string]: string } = {
	QUEUED: 'Queued', AWAITING_APPROVAL: 'Waits for approval', RUNNING: 'Running', SUCCEEDED: 'Succeeded', PARTIAL: 'Partly done', FAILED: 'Failed', CANCELLED: 'Cancelled',
};
export const OP_STATUS_NAMES: { [status: string]: string } = {
	PENDING: 'Not sent yet', SENT: 'Sent', SUCCEEDED: 'Done', FAILED: 'Failed', SKIPPED: 'Skipped', UNKNOWN: 'In doubt',
};
export const COVERAGE_NAMES: { [coverage: string]: string } = { FULL: 'Coverage: full', PARTIAL: 'Coverage: partial', NONE: 'Coverage: none' };

/* Why a revert does not cover an operation; the page without script has the same sentences (app/sync/plan_parts.c). */
export const UNDO_REASONS: { [reason: string]: string } = {
	EDITED_SINCE: 'The object was edited after the push. That edit stays.', REMOVED: 'The object is removed, or its removal is staged.', UNSETTLED: 'The platform has not confirmed the operation yet.',
	NOT_BY_CONNECTOR: 'A connected app cannot create enabled objects.', NOT_REVERSIBLE: 'An uploaded conversion cannot be reverted.', HALF_DONE: 'The platform may hold a part of the object that no draft can revert.',
	STOOD_BEFORE: 'The object existed on the platform before the push and stays there.',
	REPLACED: 'Another draft replaced the object.', PARENT_FAILED: 'The parent object does not exist or could not be reverted.',
	NOT_RECORDED: 'Attachments or objects that were removed with the object may be missing.', GUARDRAIL_VIOLATION: 'A guardrail of the Space forbids the revert.',
	DUPLICATE_NAME: 'Another object now has the name.', UNSUPPORTED: 'The budget is restored as a daily budget.',
};

/* The way out of a failure, by the code of the operation. */
export const WAYS_OUT: { [code: string]: string } = {
	DRIFTED: 'Decide on the Drift page which value to keep, then push again.',
	DEPENDS_ON: 'The operation was not sent because another operation failed. Correct the other operation. A retry then sends both.',
	CREDENTIAL_REVOKED: 'The credential that requested the push was revoked or has expired. Push again from Review.',
	CONNECTION_EXPIRED: 'Connect the ad account again on the Connections page, then retry.',
	CONNECTION_REQUIRED: 'Connect the ad account on the Connections page, then retry.',
	GUARDRAIL_VIOLATION: 'Lower the value in Campaigns, or ask an owner to change the guardrail.',
	AMBIGUOUS: 'Several objects in the ad account match. Keep one of them, then retry.',
	CANCELLED: 'The run was cancelled before this operation was sent. Push the draft from Review.',
	NOT_READ_BACK: 'Check the ad account. A retry queries the platform again.',
};

export const REVIEW_TEXTS = {
	nothing: 'Nothing to push',
	nothingWords: 'The platforms match the drafts. New changes appear here before they are sent.',
	changed: 'The plan changed after the preview. Nothing was pushed. Check the new plan below.',
	stirred: 'The drafts changed after this preview.',
	look: 'Preview again',
	firstOnly: 'Only the first 1,000 operations of the selection were checked for additional operations.',
	mixed: 'One push cannot contain both whole campaigns and single ad groups of a changed campaign. Choose only whole campaigns, or only ad groups.',
	tooMany: 'One push of a selection contains at most 200 campaigns or ad groups. Choose fewer, or push all.',
	noneLive: 'Nothing is set live. New objects are created paused, and paused objects stay paused.',
	activate: 'Set enabled drafts live',
	roleLooks: 'Only publishers and owners of the Space can push. You can read the plan.',
	violations: 'This plan cannot be pushed',
	viewed: 'Viewed',
	openFirst: 'Open each campaign or mark it as viewed, or tick this box.',
	planMaking: 'The totals and warnings of this push are being computed. You can approve the push when they are shown.',
	planMissing: 'The totals and warnings of this push are not available, so you cannot approve it now.',
	inAll: 'In all campaigns',
	partLoaded: (loaded: string, all: string) => `Links, locations and removals cover the ${loaded} of ${all} operations that are loaded. Expand the campaigns to load the others.`,
	keys: 'Keys: j and k move, Enter opens and closes, v marks as viewed, x selects.',
	signInAgain: 'Sign in again in a new tab',
	signedInGoOn: 'I have signed in. Continue',
	setUpFactor: 'Set up a second factor',
	seeRun: 'See that run',
	reasonHint: 'Shown to the requester and to the requester’s assistant.',
	deny: 'Deny this push',
	request: 'Request changes',
	requestMark: 'Changes requested: ',
	cancelRun: 'Cancel this run',
	cancelHint: 'Operations that were not sent yet will not be sent. The drafts stay.',
	reasonNeeded: 'Enter the requested changes.',
	planMoved: 'The drafts changed after this push was requested, so it cannot be approved. Deny it. The requester can push again.',
	wayDefault: 'Change the draft in Campaigns, then push again.',
	wayRetry: 'A retry may succeed.',
	undone: 'The revert is drafted. Nothing was sent to the platforms.',
	undoReview: 'Review the revert',
	noRuns: 'No run yet',
	noRunsWords: 'A push sends drafts to the ad platforms. A pull fetches the objects and figures of the ad accounts. Every push and pull is a run.',
	noRun: 'This run does not exist',
	sums: 'Totals',
	asPreviewed: 'as previewed',
};

/* --- Reports --- */

export const REPORTS = {
	earlier: (value: string) => `before: ${value}`,
};

/* --- Drift --- */

export const DRIFT = {
	none: 'No drift',
	noneWords: 'A field drifts if somebody changes it on the platform while the draft has another value. A pull finds drift, and a push skips drifted fields. Decide here for each field: keep staged, and the next push sends the draft; or keep live, and the draft gets the live value. A decision sends nothing.',
	toRuns: 'Go to Runs to pull the ad accounts',
	intro: 'These fields were changed on the platform and differ from the drafts. A push skips them until you decide. A decision sends nothing.',
	roleLooks: 'Only publishers and owners of the Space can decide. You can read the list.',
	count: (count: string) => some(count, 'field', 'fields'),
	partOnly: (shown: string, all: string) => `The first ${shown} of ${all} fields are listed.`,
	loadMore: (count: string) => `List ${count} more`,
	platform: 'Platform',
	field: 'Field',
	allFields: 'All fields',
	gone: 'Removed on the platform',
	object: 'Object',
	synced: 'Last synced',
	ours: 'Staged',
	live: 'Live',
	decision: 'Decision',
	onlyObject: 'Only one object',
	showAll: 'Show all objects',
	selectAll: 'Select all shown',
	select: (field: string, name: string) => `Select ${field} of ${name}`,
	selected: (count: string) => `${count} selected`,
	keepOurs: 'Keep staged',
	takeTheirs: 'Keep live',
	leave: 'Leave undecided',
	byField: 'Decide by field',
	keys: 'Keys: up and down move between rows, Space selects, o keeps staged, t keeps live.',
	more: (count: string) => `Show ${count} more`,
	unnamed: 'Unnamed',
	removedThere: 'removed on the platform',
	notShown: 'not shown by the platform',
	unknown: 'unknown',
	nothingToDecide: 'Nothing to decide: the next push sends this field.',
	dialog: (count: string) => `Decide ${some(count, 'field', 'fields')}`,
	dialogWords: 'Choose the value of each field. Nothing is sent now: the next push sends the staged values, and live values are written to the drafts.',
	goneWords: 'Keep staged: the object and everything below it becomes a draft again, and the next push creates it again. Keep live: the object and everything below it is removed here too.',
	overwritten: 'Discarded draft values stay in the history. You can restore them there.',
	decide: (count: string) => `Decide ${count}`,
	cancel: 'Cancel',
	progress: (done: string, all: string) => `${done} of ${all} decided`,
	decided: (count: string) => `Decided: ${some(count, 'field', 'fields')}. Nothing was sent.`,
	notDecided: (count: string) => `${some(count, 'field was', 'fields were')} not decided`,
	notDecidedWords: 'These fields were not changed.',
	changedSince: 'The values changed meanwhile. Check the current values, then decide.',
	notDrifted: 'This drift no longer exists. It was already decided, or was decided together with its parent object.',
	isGone: 'The object no longer exists.',
	unsettled: 'An operation on the object is running. Decide when it has ended.',
	stopped: 'Not sent, because an earlier decision was refused.',
	forget: 'Forget it here',
	forgetTitle: (name: string) => `Forget ${name}`,
	forgetWords: 'The removal failed: the platform neither shows the object nor confirms its removal. Forget it to delete it here with everything below it. Guardrails then no longer count it. Nothing is sent.',
	looked: (id: string) => `I checked the ad account: ${id} no longer exists.`,
	forgotten: (name: string) => `Forgotten: ${name}. Nothing was sent.`,
	below: (parts: string[]) => parts.join(' › '),
};

/* --- Disapprovals --- */

export const FINDINGS = {
	edit: 'Fix this ad',
	editAgain: 'Edit again',
	edited: (count: string) => `${some(count, 'ad with a finding was', 'ads with findings were')} edited and not pushed since.`,
	pushThese: 'Review and push only these',
	review: 'Review the plan',
};

/* --- History --- */

const VERBS: { [verb: string]: string } = {
	CREATE: 'created', UPDATE: 'edited', DELETE: 'removed', RESTORE: 'restored', ATTACH: 'attached', DETACH: 'detached', PUSH: 'pushed', PULL: 'pulled', FINISH: 'finished', ROTATE: 'renewed the secret of', REVOKE: 'revoked',
	REFUSE: 'refused', RESOLVE: 'decided the drift of', REVERT: 'drafted the revert of', SETTLE: 'resolved', CONNECT: 'connected', DISCONNECT: 'disconnected', FORGET: 'deleted here', APPROVE: 'approved', COMMENT: 'commented on', CANCEL: 'cancelled', RETRY: 'retried',
};

export const HISTORY = {
	kinds: {
		campaign: 'campaign', adGroup: 'ad group', ad: 'ad', keyword: 'keyword', keywordList: 'keyword list', asset: 'asset', business: 'business', conversion: 'conversion', sync: 'run', space: 'Space', connection: 'connection',
		token: 'token', grant: 'connected app', session: 'sign-in', account: 'account', webhook: 'webhook',
	} as { [resource: string]: string },
	/* After a push the platform's answers are written to the objects. */
	verb: (resource: string, verb: string, front: string): string | undefined => {
		if (resource === 'session')
			return verb === 'CREATE' ? 'signed in' : 'signed out';
		if (resource === 'sync' && (verb === 'PUSH' || verb === 'PULL'))
			return 'started';
		return verb === 'PULL' && front === 'SYNC' ? 'synced' : VERBS[verb];
	},
	runOf: (time: string) => `the run of ${time}`,
	thisObject: 'This object',
};

export const RESTORE = {
	open: 'Restore',
	openOf: (name: string, time: string) => ` ${name} to ${time}`,
	title: (name: string, time: string) => `Restore ${name} to ${time}`,
	changes: 'What the restore changes',
	field: 'Field',
	now: 'Now',
	then: 'Restored',
	willChange: (count: number) => `${some(String(count), 'field changes', 'fields change')} in the draft:`,
	same: 'The object has the same values as then. There is nothing to restore.',
	stay: 'These fields also differ and are not restored:',
	removed: 'The object was removed from the platform. A removed object cannot be restored.',
	pendingRemoval: 'The removal of the object is staged. Cancel the removal first. Everything that would be removed with the object is then kept too.',
	takeBack: 'Cancel the removal',
	gone: 'The object was deleted. A deleted object cannot be restored.',
	notFound: 'This entry is too far back in the history of the object.',
	changed: 'Somebody changed the object meanwhile. Nothing was restored. The changes below are up to date.',
	restore: 'Restore as a draft',
	cancel: 'Cancel',
	draftOnly: 'The restored values are a draft. Nothing is sent before a push.',
	deed: (name: string) => `the restore of ${name}`,
	done: (name: string) => `Restored as a draft: ${name}`,
};

/* The columns of the list of runs. */
export const RUN_COLUMNS = ['Run', 'Status', 'Operations', 'Requested by', 'Approved by', 'Notes'];

/* --- Assets and Businesses --- */

export const FORM = {
	save: 'Save draft',
	saveNow: 'Save',
	cancel: 'Cancel',
	clash: 'Somebody else changed the same fields. Your changes are not saved yet.',
	field: 'Field',
	theirs: 'Theirs',
	yours: 'Yours',
	empty: 'empty',
	keepTheirs: 'Keep theirs',
	useMine: 'Use mine',
	gone: 'The object no longer exists. Somebody removed it.',
	noChange: 'Nothing was changed.',
	restore: 'Cancel the removal',
	restored: (name: string) => `The removal was cancelled: ${name}`,
};

export const ASSET = {
	one: 'asset',
	many: 'assets',
	types: { IMAGE: 'Picture', LOGO: 'Logo', VIDEO: 'Video', TEXT: 'Text', SITELINK: 'Sitelink', CALLOUT: 'Callout' } as { [type: string]: string },
	roles: { IMAGE: 'Picture', SQUARE_IMAGE: 'Square picture', LOGO: 'Logo', VIDEO: 'Video', SITELINK: 'Sitelink', CALLOUT: 'Callout' } as { [role: string]: string },
	labels: { name: 'Name', type: 'Type', text: 'Text', finalUrl: 'Final URL', description1: 'Description 1', description2: 'Description 2', sourceUrl: 'Address of the file', data: 'File' } as { [field: string]: string },
	roleLooks: 'Only owners, publishers and editors can add and change assets. You can read them.',
	upload: 'Upload',
	add: 'New asset',
	uploadTitle: 'Upload files',
	files: 'Files',
	filesHint: 'PNG, JPEG, GIF, WebP, MP4, QuickTime or WebM, at most 9 MiB each. You can also drop files here.',
	dropHere: 'Drop files here',
	tooLarge: (name: string, size: string) => `${name} has ${size} MiB. The limit is 9 MiB. Reduce the file, or add it by its address with New asset.`,
	emptyFile: (name: string) => `${name} is empty. Choose another file.`,
	notMedia: (name: string) => `${name} is not a picture or video. Choose a PNG, JPEG, GIF, WebP, MP4, QuickTime or WebM file.`,
	notRead: (name: string) => `${name} could not be read. Choose it again.`,
	nameOf: (file: string) => `Name of ${file}`,
	typeOf: (file: string) => `Type of ${file}`,
	leave: (file: string) => `Leave out ${file}`,
	uploadCount: (count: string) => `Upload ${some(count, 'file', 'files')}`,
	uploadNone: 'Upload',
	uploaded: (count: string, left: string) => `Saved as drafts: ${some(count, 'asset', 'assets')}${left ? `; ${some(left, 'file was', 'files were')} refused` : ''}.`,
	deedMade: (count: string) => `the upload of ${some(count, 'asset', 'assets')}`,
	sourceHint: 'An https address on the public internet. The server fetches the file once.',
	bothHint: 'Fill in both descriptions, or neither.',
	open: 'Open',
	openOf: (name: string) => ` ${name}`,
	attachedTo: (count: string) => `Used in ${some(count, 'place', 'places')}`,
	edit: 'Values',
	whereUsed: 'Where it is used',
	nowhere: 'The asset is not attached to any object.',
	textNowhere: 'Texts are for assistants and authors. They cannot be attached.',
	kinds: { campaign: 'Campaign', adGroup: 'Ad group', ad: 'Ad', business: 'Business' } as { [kind: string]: string },
	as: (role: string) => `as ${role.toLowerCase()}`,
	detach: 'Detach',
	detached: (name: string, from: string) => `Detached as a draft: ${name} from ${from}`,
	attach: 'Attach',
	attachTo: 'Attach to',
	search: 'Find by name',
	object: 'Object',
	role: 'Role',
	choose: 'Choose',
	noObject: 'No object has this name.',
	objectWanted: 'Choose an object.',
	firstOnly: (shown: string, all: string) => `The first ${shown} of ${all} are listed. Type a part of the name.`,
	attached: (name: string, to: string) => `Attached as a draft: ${name} to ${to}`,
	fits: 'Sizes that the platforms accept',
	platform: 'Platform',
	wants: 'Accepts',
	verdict: 'This file',
	anySize: 'any size',
	ratio: (wide: number, high: number) => (high === 100 ? `${wide / high}:1` : `${wide}:${high}`),
	least: (wide: string, high: string) => `at least ${wide} × ${high}`,
	most: (size: string) => `at most ${size}`,
	seconds: (count: string) => `at most ${count} s`,
	fit: 'fits',
	crop: (wide: string, high: string) => `crop to ${wide} × ${high}`,
	tooSmall: 'too small',
	tooSmallToCrop: 'too small for this ratio',
	tooHeavy: 'file too large',
	tooLong: 'too long',
	wrongFormat: 'not this format',
	remove: 'Remove',
	saved: (name: string) => `Saved as a draft: ${name}`,
	deed: (name: string) => `the change of ${name}`,
	pending: 'The removal of the asset is staged. Cancel the removal to change the asset.',
};

export const BUSINESS = {
	labels: {
		name: 'Name', website: 'Website', description: 'Description', category: 'Category', phone: 'Phone', address: 'Address', logoAssetId: 'Logo', languages: 'Languages', locations: 'Places served', brandColors: 'Brand colours',
	} as { [field: string]: string },
	add: 'New business',
	edit: 'Edit',
	editOf: (name: string) => ` ${name}`,
	title: (name: string) => `Edit ${name}`,
	create: 'Create business',
	roleLooks: 'Only owners, publishers and editors can add and change businesses. You can read them.',
	websiteHint: 'The whole address: https://example.com',
	descriptionHint: 'Products, services and customers. Assistants write ad texts from it.',
	languagesHint: 'Codes separated by commas: en, de.',
	locationsHint: 'Two-letter country codes or geo ids, separated by commas: DE, AT. A minus sign excludes a location: -CH.',
	colorsHint: 'The main colour first, separated by commas: #F2A900, #1A2B3C.',
	noLogo: 'None',
	saved: (name: string) => `Saved: ${name}`,
	made: (name: string) => `Created: ${name}`,
	deed: (name: string) => `the change of ${name}`,
	deedMade: (name: string) => `the new business ${name}`,
	local: 'Businesses are stored in adcore only. They are not pushed.',
};

export const GO = {
	title: (name: string) => `Remove ${name}`,
	now: 'The object was never pushed and is deleted immediately. This cannot be undone.',
	business: 'The business is deleted immediately. This cannot be undone. Its history stays.',
	later: 'The object is on a platform. The next push removes it. Until then, Undo cancels the removal.',
	attached: 'The asset is used in ads. Detach it in the places listed under Open, then remove it.',
	campaigns: 'Campaigns name this business. Choose another business for them first:',
	remove: 'Remove',
	cancel: 'Cancel',
	gone: (name: string) => `Removed: ${name}`,
	staged: (name: string) => `Removed as a draft: ${name}. Nothing was sent.`,
	deed: (name: string) => `the removal of ${name}`,
};
