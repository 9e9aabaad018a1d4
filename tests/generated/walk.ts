/*
 * A campaign's life cycle with the generated TypeScript client alone, as an integrator writes
 * it. Compiled with --strict; walk.test.mjs runs it against a server.
 */
import { strict as assert } from 'node:assert';
import { createClient, createConfig, type Client } from './client/client/index.js';
import {
	createAd, createAdGroup, createCampaign, createKeyword, createSyncRun, deleteCampaign, getCampaign, getMe,
	getSyncRun, listCampaigns, listKeywords, previewSync, updateCampaign,
} from './client/sdk.gen.js';
import type { Campaign, Keyword, SyncRun } from './client/types.gen.js';

/* The data of an answer, or the API's error. */
function taken<T>(answer: { data?: T; error?: unknown }): T {
	if (answer.data === undefined)
		throw new Error(JSON.stringify(answer.error));
	return answer.data;
}

/* A created object has an id. Only a validateOnly answer has none. */
function idOf(made: { data: { id: string | null } }): string {
	assert.notEqual(made.data.id, null);
	return made.data.id as string;
}

async function push(client: Client, campaignId: string): Promise<SyncRun> {
	const plan = taken(await previewSync({ client, body: { campaignIds: [campaignId] } })).data;
	assert.equal(plan.violations.length, 0, JSON.stringify(plan.violations));
	assert.ok(plan.operations.length > 0);
	const begun = taken(await createSyncRun({
		client, body: { mode: 'PUSH', campaignIds: [campaignId], planHash: plan.planHash },
	}));
	let run: SyncRun;
	do
		run = taken(await getSyncRun({ client, path: { id: idOf(begun) }, query: { wait: 20 } })).data;
	while (['QUEUED', 'RUNNING'].includes(run.status));
	assert.equal(run.status, 'SUCCEEDED', JSON.stringify(run.operations));
	return run;
}

async function draft(client: Client): Promise<string> {
	const campaign = idOf(taken(await createCampaign({
		client,
		headers: { 'Idempotency-Key': 'walk-1' },
		body: { name: 'Bakery by client', type: 'SEARCH', budget: 20, bidding: { strategy: 'MAXIMIZE_CLICKS', maxCpc: 2 } },
	})));
	const group = idOf(taken(await createAdGroup({ client, body: { campaignId: campaign, name: 'Bread' } })));
	taken(await createAd({
		client,
		body: {
			adGroupId: group, type: 'RESPONSIVE_SEARCH', finalUrl: 'https://bakery.example/bread',
			headlines: ['Fresh bread', { text: 'Baked at 5 am', pin: 'HEADLINE_1' }, 'Order until 8 pm'],
			descriptions: ['Sourdough, rye and rolls.', 'Pick up from 6 am.'],
		},
	}));
	for (const text of ['fresh bread', 'sourdough bread', 'bakery near me'])
		taken(await createKeyword({ client, body: { adGroupId: group, text, matchType: 'PHRASE' } }));
	return campaign;
}

/* Page by page, by the cursor. */
async function allKeywords(client: Client, campaignId: string): Promise<Keyword[]> {
	const found: Keyword[] = [];
	let cursor: string | undefined;
	do {
		const page = taken(await listKeywords({ client, query: { limit: 2, cursor } }));
		assert.equal(page.meta.total, 3);
		found.push(...page.data);
		cursor = page.meta.nextCursor ?? undefined;
	} while (cursor !== undefined);
	assert.ok(campaignId);
	return found;
}

async function change(client: Client, id: string): Promise<void> {
	const read = await getCampaign({ client, path: { id } });
	const tag = read.response?.headers.get('etag') ?? '';
	const changed = taken(await updateCampaign({ client, path: { id }, headers: { 'If-Match': tag }, body: { budget: 25 } }));
	assert.equal(changed.data.budget, 25);
	assert.equal(changed.data.version, 2);
	const stale = await updateCampaign({ client, path: { id }, headers: { 'If-Match': tag }, body: { budget: 26 } });
	const error = stale.error?.error;
	assert.ok(error && error.code === 'PRECONDITION_FAILED');
	assert.equal(error.details.currentVersion, 2); // a member of this error only
}

async function refusal(client: Client): Promise<void> {
	const answer = await createCampaign({ client, body: { name: '', type: 'SEARCH', budget: -1 } });
	const error = answer.error?.error;
	assert.ok(error);
	if (error.code !== 'VALIDATION_ERROR')
		throw new Error(error.message);
	assert.equal(error.details.recovery, 'correctable');
	assert.deepEqual(error.details.fields.map((each) => each.path).sort(), ['budget', 'name']);
}

async function isGone(client: Client, campaign: Campaign): Promise<void> {
	assert.equal(campaign.syncState, 'REMOVED');
	assert.equal(taken(await listCampaigns({ client })).meta.total, 0);
	const answer = await getCampaign({ client, path: { id: 'cmp_00000000000000000000000000' } });
	const error = answer.error?.error;
	assert.ok(error && error.code === 'NOT_FOUND');
	assert.equal(error.details.resource, 'campaign');
}

/* Runs the life cycle. Returns the campaign's id. */
export async function walk(baseUrl: string, token: string): Promise<string> {
	const client = createClient(createConfig({ baseUrl, auth: (scheme) => (scheme.type === 'http' ? token : undefined) }));
	assert.equal(taken(await getMe({ client })).data.environment, 'test');
	const id = await draft(client);
	assert.equal((await allKeywords(client, id)).length, 3);
	await change(client, id);
	await refusal(client);
	await push(client, id);
	const synced = taken(await getCampaign({ client, path: { id } })).data;
	assert.equal(synced.syncState, 'SYNCED');
	assert.ok(synced.remote.id);
	assert.equal(taken(await deleteCampaign({ client, path: { id } })).data.syncState, 'PENDING_REMOVAL');
	await push(client, id);
	await isGone(client, taken(await getCampaign({ client, path: { id } })).data);
	return id;
}
