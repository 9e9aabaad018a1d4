/* The tree of a plan: sums, ad groups, selections that the API can be asked for, marks of what was viewed. */
import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { campaign_digest, plan_tree, selection_body, selection_campaign, selection_extra, selection_group, SELECTION_EMPTY, type Operation, type Selection } from '../src/review/plan.ts';
import { text_sha256 } from '../src/review/sha256.ts';

const operation = (index: number, fields: Partial<Operation>): Operation => ({ index, op: 'CREATE', resource: 'keyword', id: `kw_${index}`, platform: 'google', dailyBudgetDelta: 0, dependsOn: [], changes: [], ...fields });

const OPERATIONS = [
	operation(0, { resource: 'campaign', id: 'cmp_a', campaignId: 'cmp_a', name: 'A', op: 'UPDATE', dailyBudgetDelta: 5 }),
	operation(1, { campaignId: 'cmp_a', adGroupId: 'agr_1', name: 'rye' }),
	operation(2, { resource: 'adGroup', id: 'agr_2', campaignId: 'cmp_a', adGroupId: 'agr_2', name: 'Two' }),
	operation(3, { campaignId: 'cmp_b', adGroupId: 'agr_3', platform: 'microsoft', op: 'REMOVE' }),
	operation(4, { campaignId: 'cmp_b', adGroupId: 'agr_4', platform: 'microsoft' }),
	operation(5, { resource: 'asset', id: 'ast_1', name: 'Logo' }),
];

const tree = () => plan_tree(OPERATIONS, [{ id: 'cmp_a', name: 'A', platform: 'google', creates: 2, updates: 1, removes: 0, dailyBudgetBefore: 10, dailyBudgetAfter: 15 }], (id) => `name of ${id}`);

test('operations are grouped by campaign and ad group, sums of the plan win, names are filled in, what is in no campaign comes last', () => {
	const [a, b, none] = tree();
	assert.deepEqual([a!.name, a!.before, a!.after, a!.creates, a!.updates, a!.own.length, a!.groups.map(({ name }) => name)], ['A', 10, 15, 2, 1, 1, ['name of agr_1', 'Two']]);
	assert.deepEqual([b!.name, b!.before, b!.creates, b!.removes, b!.groups.length], ['name of cmp_b', null, 1, 1, 2]);
	assert.deepEqual([none!.id, none!.own.length], ['', 1]);
});

const choose = (...acts: ((now: Selection) => Selection)[]) => acts.reduce((now, act) => act(now), SELECTION_EMPTY);

test('a selection is asked for so that nothing else goes, or it is said that it cannot', () => {
	const all = tree();
	const [a, b] = all;
	const whole = (campaign: typeof a) => (now: Selection) => selection_campaign(now, campaign!, true);
	const group = (campaign: typeof a, id: string, isIn = true) => (now: Selection) => selection_group(now, campaign!, id, isIn);
	assert.equal(selection_body(all, SELECTION_EMPTY), null);
	assert.deepEqual(selection_body(all, choose(whole(a))), { campaignIds: ['cmp_a'] });
	assert.deepEqual(selection_body(all, choose(group(a, 'agr_1'), group(b, 'agr_3'))), { adGroupIds: ['agr_1', 'agr_3'] });
	assert.deepEqual(selection_body(all, choose(whole(a), group(b, 'agr_4'))), { campaignIds: ['cmp_a', 'cmp_b'], adGroupIds: ['agr_4', 'agr_1', 'agr_2'] });
	assert.equal(selection_body(all, choose(whole(b), group(a, 'agr_1'))), 'MIXED', 'it would bring what is the campaign’s own');
	assert.equal(selection_body(all, choose(whole(a), group(b, 'agr_4')), false), 'MIXED', 'not all ad groups are known');
	assert.deepEqual(selection_body(all, choose(whole(b), group(b, 'agr_4', false))), { adGroupIds: ['agr_3'] });
	assert.deepEqual(selection_body(all, choose(group(b, 'agr_3'), whole(b))), { campaignIds: ['cmp_b'] });
});

test('what was not chosen and comes along is told', () => {
	const [a] = tree();
	const chosen = selection_group(SELECTION_EMPTY, a!, 'agr_1', true);
	assert.deepEqual(selection_extra(OPERATIONS.slice(0, 2), chosen).map(({ index }) => index), [0]);
});

test('a campaign is marked as it was viewed: another value, another mark', () => {
	const [a] = tree();
	const same = tree()[0]!;
	assert.equal(campaign_digest(a!), campaign_digest(same));
	same.operations[0] = { ...same.operations[0]!, changes: [{ field: 'budget', from: 10, to: 16 }] };
	assert.notEqual(campaign_digest(a!), campaign_digest(same));
	assert.notEqual(campaign_digest(a!), campaign_digest({ ...a!, after: 16 }));
});

test('the digest of a text is SHA-256', () => {
	for (const text of ['', 'abc', 'é👩‍🍳', ...[55, 56, 63, 64, 65, 1000].map((length) => 'x'.repeat(length))])
		assert.equal(text_sha256(text), createHash('sha256').update(text).digest('hex'), text);
});
