/*
 * The main job, end to end, defined once and run by each client line: sign in and consent
 * without sync:write, draft, preview, be refused the push, consent again, push, read back.
 *
 * A driver gives: name, log (exchanges seen), provider, connectUntilRedirect(),
 * finish(callback), reauthorize(challenge), listTools(), callTool(name, arguments),
 * pushRefused(arguments), close().
 */
import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { bakery, counts } from './bakery.mjs';
import { authorizeInBrowser, launchBrowser } from './chromium.mjs';
import { Sandbox, googleReader } from './google.mjs';
import { callbackListener, until } from './net.mjs';
import { challengeOf } from './provider.mjs';
import { startSandbox, startServer } from './server.mjs';

const TOOLS = ['get_context', 'find_objects', 'get_object', 'create_campaign', 'create_ad_group', 'create_ad',
	'create_keyword', 'copy_campaign', 'resolve_drift', 'create_asset', 'create_business', 'attach_asset', 'update_objects', 'delete_objects',
	'get_performance', 'get_disapprovals', 'preview_sync', 'get_sync', 'list_changes', 'upload_offline_conversions'];
const ALL_TOOLS = [...TOOLS, 'push_sync', 'pull_sync', 'revert_sync', 'cancel_sync'];
const DESTRUCTIVE = ['push_sync', 'delete_objects'];
const OPEN_WORLD = ['push_sync', 'pull_sync', 'create_asset'];
const READ_ONLY = /^(get_|find_|list_changes$|preview_sync$)/;
const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

export function textOf(result) {
	return result.content.filter((part) => part.type === 'text').map((part) => part.text).join('\n');
}

/* A run or a campaign is the root of structuredContent or a member under its own name. */
function named(result, name) {
	assert.ok(result.structuredContent, `structuredContent is there: ${textOf(result)}`);
	return result.structuredContent[name] ?? result.structuredContent;
}

function succeeded(result) {
	assert.ok(!result.isError, textOf(result));
	return result;
}

/* The property of a tool that takes one id, whatever it is called. */
function idArgument(tool) {
	const names = Object.keys(tool.inputSchema.properties);
	const name = ['id', 'syncId', 'runId'].find((one) => names.includes(one));
	assert.ok(name, `${tool.name} takes an id: ${names}`);
	return name;
}

export function checkTools(tools) {
	const names = tools.map((tool) => tool.name);
	assert.ok(names.length <= 24, `${names.length} tools`);
	assert.equal(new Set(names).size, names.length, 'no tool twice');
	for (const name of TOOLS)
		assert.ok(names.includes(name), `${name} is listed`);
	for (const tool of tools) {
		assert.ok(ALL_TOOLS.includes(tool.name), `${tool.name} is a tool of the contract`);
		assert.ok(tool.title, `${tool.name} has a title`);
		assert.ok(tool.description?.length > 20, `${tool.name} has a description`);
		assert.equal(tool.inputSchema.type, 'object', `${tool.name} takes an object`);
		assert.equal(tool.outputSchema?.type, 'object', `${tool.name} declares an object as its output`);
		for (const key of ['oneOf', 'anyOf', 'allOf', 'if', '$ref'])
			assert.ok(!(key in tool.inputSchema), `${tool.name}: no ${key} at the root of its input`);
		for (const hint of HINTS)
			assert.equal(typeof tool.annotations?.[hint], 'boolean', `${tool.name} states ${hint}`);
		assert.equal(tool.annotations.readOnlyHint, READ_ONLY.test(tool.name), `${tool.name} readOnlyHint`);
		assert.equal(tool.annotations.destructiveHint, DESTRUCTIVE.includes(tool.name), `${tool.name} destructiveHint`);
		assert.equal(tool.annotations.openWorldHint, OPEN_WORLD.includes(tool.name), `${tool.name} openWorldHint`);
	}
}

export function mainJob(makeDriver, label) {
	test(`the main job with ${label}`, async (t) => {
		const sandbox = await startSandbox();
		const server = await startServer({ sandbox });
		const listener = await callbackListener();
		const browser = await launchBrowser();
		const driver = makeDriver(server, listener);
		const job = new Job({ server, sandbox, listener, browser, driver });
		try {
			for (const step of STEPS) {
				let passed = false;
				await t.test(step.name.replaceAll('_', ' '), { timeout: 90000 }, async () => {
					await step(job);
					passed = true;
				});
				if (!passed)
					break;
			}
		} finally {
			await driver.close();
			await browser.close();
			await listener.close();
			await server.stop();
			await sandbox.stop();
		}
	});
}

class Job {
	constructor(parts) {
		Object.assign(this, parts);
		this.account = this.server.addAccount();
		this.campaign = bakery();
	}

	/* The person's part: opens what the client asks to open, ticks, allows. */
	async person(url, scopes) {
		const { consent, params } = await authorizeInBrowser(this.browser, url,
			{ account: this.account, listener: this.listener, scopes });
		assert.equal(params.get('state'), this.driver.provider.lastState, 'state comes back as it was sent');
		assert.equal(params.get('iss'), this.server.url, 'iss is the issuer');
		assert.ok(params.get('code'), `a code: ${params}`);
		return { consent, params };
	}

	tool(name) {
		return this.tools.find((tool) => tool.name === name);
	}

	async call(name, args) {
		return succeeded(await this.driver.callTool(name, args));
	}
}

const STEPS = [
	async function connects_by_401_discovery_and_registration(job) {
		const { driver, server } = job;
		const url = await driver.connectUntilRedirect();
		const first = driver.log[0];
		assert.equal(first.url.href, server.mcp);
		assert.equal(first.status, 401);
		const challenge = challengeOf(first.challenge);
		assert.equal(challenge.scheme, 'Bearer');
		assert.equal(challenge.error, undefined, 'no error where no credential was sent');
		assert.equal(challenge.resource_metadata, `${server.url}/.well-known/oauth-protected-resource/mcp`);
		assert.ok(challenge.scope?.includes('campaigns:write'), `the first challenge names scopes: ${first.challenge}`);
		const paths = driver.log.map((one) => `${one.method} ${one.url.pathname} ${one.status}`);
		assert.ok(paths.includes('GET /.well-known/oauth-protected-resource/mcp 200'), paths.join('\n'));
		assert.ok(paths.includes('GET /.well-known/oauth-authorization-server 200'), paths.join('\n'));
		assert.ok(paths.includes('POST /register 201'), paths.join('\n'));
		assert.equal(url.origin + url.pathname, `${server.url}/authorize`);
		assert.equal(url.searchParams.get('code_challenge_method'), 'S256');
		assert.equal(url.searchParams.get('resource'), server.mcp);
	},

	async function signs_in_and_consents_without_sync_write(job) {
		const { driver } = job;
		const url = driver.provider.opened.at(-1);
		const requested = url.searchParams.get('scope').split(' ').filter((scope) => scope !== 'offline_access');
		const { consent, params } = await job.person(url, { 'sync:write': false });
		assert.deepEqual(consent.decisions.sort(), ['allow', 'deny']);
		assert.deepEqual(Object.keys(consent.scopes).sort(), requested.sort(), 'one checkbox a requested scope');
		for (const [scope, ticked] of Object.entries(consent.scopes))
			assert.equal(ticked, scope !== 'sync:write', `${scope} ticked`);
		assert.equal(consent.environment, 'test', 'test is chosen while no real platform is connected');
		assert.match(consent.space, /^spc_[0-9A-HJKMNP-TV-Z]{26}$/i);
		assert.ok(consent.text.includes(job.account.email), 'the page names the account');
		assert.ok(consent.text.includes('127.0.0.1'), 'the page names the redirect host');
		assert.ok(consent.text.includes(driver.provider.clientName), 'the page names the client');
		assert.match(consent.text, /unverified/i);
		job.space = consent.space;
		await driver.finish(params);
		const granted = driver.provider.saved.scope.split(' ');
		assert.ok(granted.includes('campaigns:write') && !granted.includes('sync:write'), granted.join(' '));
		assert.equal(driver.provider.saved.expires_in, 3600);
		assert.ok(driver.provider.saved.refresh_token);
	},

	async function lists_the_tools_its_scopes_allow(job) {
		job.tools = await job.driver.listTools();
		checkTools(job.tools);
		assert.equal(job.tool('push_sync'), undefined, 'push_sync is not listed without sync:write');
		const again = await job.driver.listTools();
		assert.deepEqual(again.map((tool) => tool.name), job.tools.map((tool) => tool.name), 'one order');
	},

	async function tells_its_context(job) {
		const context = await job.call('get_context', {});
		assert.ok(JSON.stringify(context.structuredContent).includes(job.space), 'the Space of the grant');
		assert.ok(JSON.stringify(context.structuredContent).includes('"test"'), 'the environment of the grant');
	},

	async function is_refused_what_a_connector_may_not(job) {
		const enabled = await job.driver.callTool('create_campaign',
			{ name: 'Live at once', type: 'SEARCH', budget: 5, status: 'ENABLED' });
		assert.equal(enabled.isError, true);
		assert.match(textOf(enabled) + JSON.stringify(enabled.structuredContent ?? {}), /NOT_BY_CONNECTOR/);
		const dear = await job.driver.callTool('create_campaign', { name: 'Too dear', type: 'SEARCH', budget: 101 });
		assert.equal(dear.isError, true);
		assert.match(textOf(dear) + JSON.stringify(dear.structuredContent ?? {}), /GUARDRAIL_VIOLATION|maxCampaignDailyBudget/);
		const found = await job.call('find_objects', { resource: 'campaign' });
		assert.doesNotMatch(JSON.stringify(found.structuredContent), /Live at once|Too dear/, 'nothing was kept');
	},

	async function drafts_the_bakery_campaign(job) {
		const result = await job.call('create_campaign', job.campaign);
		assert.match(textOf(result).split('\n')[0], /drafted, not live/);
		const campaign = result.structuredContent.campaign;
		assert.match(campaign.id, /^cmp_/);
		assert.equal(campaign.name, job.campaign.name);
		assert.equal(campaign.budget, 20);
		assert.equal(campaign.status, 'PAUSED');
		assert.equal(campaign.syncState, 'STAGED');
		assert.equal(campaign.source, 'MCP');
		job.id = campaign.id;
		assert.deepEqual(await new Sandbox(job.sandbox).log().then((log) => log.filter((one) => one.committed)), [],
			'nothing reached the platform');
	},

	async function previews_every_operation_and_the_spend(job) {
		const result = await job.call('preview_sync', { campaignIds: [job.id] });
		const plan = named(result, 'plan');
		checkPlan(plan, job.campaign);
		job.firstHash = plan.planHash;
		assert.equal((await new Sandbox(job.sandbox).log()).filter((one) => one.committed).length, 0,
			'a preview touches no platform');
	},

	async function is_refused_the_push_without_sync_write(job) {
		const seen = job.driver.log.length;
		await job.driver.pushRefused({ campaignIds: [job.id], planHash: job.firstHash });
		const refusal = job.driver.log.slice(seen).find((one) => one.status === 403);
		assert.ok(refusal, 'HTTP 403');
		const challenge = challengeOf(refusal.challenge);
		assert.equal(challenge.error, 'insufficient_scope');
		assert.equal(challenge.resource_metadata, `${job.server.url}/.well-known/oauth-protected-resource/mcp`);
		const scopes = challenge.scope.split(' ');
		assert.ok(scopes.includes('sync:write'), 'the needed scope is named');
		for (const granted of job.driver.provider.grantedAtFirst)
			assert.ok(scopes.includes(granted), `${granted}, already granted, is named too`);
		job.challenge = challenge;
		assert.equal((await new Sandbox(job.sandbox).log()).filter((one) => one.committed).length, 0);
	},

	async function consents_again_with_sync_write(job) {
		const url = await job.driver.reauthorize(job.challenge);
		assert.ok(url.searchParams.get('scope').split(' ').includes('sync:write'), url.href);
		const { consent, params } = await job.person(url, { 'sync:write': true });
		assert.equal(consent.scopes['sync:write'], false, 'sync:write has to be ticked by the person');
		assert.match(consent.text, /real money/i);
		await job.driver.finish(params);
		assert.ok(job.driver.provider.saved.scope.split(' ').includes('sync:write'));
		job.tools = await job.driver.listTools();
		checkTools(job.tools);
		assert.ok(job.tool('push_sync'), 'push_sync is listed now');
	},

	async function is_refused_a_hash_that_no_preview_gave(job) {
		const result = await job.driver.callTool('push_sync', { campaignIds: [job.id], planHash: '0'.repeat(64) });
		assert.equal(result.isError, true, textOf(result));
		assert.match(textOf(result) + JSON.stringify(result.structuredContent ?? {}), /PLAN_CHANGED|PLAN_EXPIRED/);
		assert.equal((await new Sandbox(job.sandbox).log()).filter((one) => one.committed).length, 0);
	},

	async function previews_and_pushes(job) {
		const plan = named(await job.call('preview_sync', { campaignIds: [job.id] }), 'plan');
		checkPlan(plan, job.campaign);
		job.plan = plan;
		const pushed = await job.call('push_sync', { campaignIds: [job.id], planHash: plan.planHash });
		const run = named(pushed, 'run');
		assert.match(run.id, /^syn_/);
		assert.equal(run.planHash ?? plan.planHash, plan.planHash);
		job.runId = run.id;
	},

	async function follows_the_run_until_it_has_succeeded(job) {
		const argument = idArgument(job.tool('get_sync'));
		const run = await until('the run is over', async () => {
			const seen = named(await job.call('get_sync', { [argument]: job.runId, responseFormat: 'detailed' }), 'run');
			return ['SUCCEEDED', 'PARTIAL', 'FAILED', 'CANCELLED'].includes(seen.status) && seen;
		}, { timeout: 60000, every: 250 });
		assert.equal(run.status, 'SUCCEEDED', JSON.stringify(run.operations.map((one) => [one.resource, one.status, one.error])).slice(0, 3000));
		assert.equal(run.progress.done, run.progress.total);
		assert.equal(run.progress.total, job.plan.operations.length);
	},

	async function reads_the_sandbox_back_over_google_search(job) {
		const entries = (await new Sandbox(job.sandbox).log()).filter((one) => one.committed && one.platform === 'google');
		const customers = new Set(entries.map((one) => one.customerId));
		assert.equal(customers.size, 1, `one customer was written: ${[...customers]}`);
		const version = entries[0].path.match(/\/(v\d+)\//)[1];
		job.reader = await googleReader(job.sandbox, [...customers][0], { version });
		const { campaigns, counts: found } = await job.reader.tree();
		assert.deepEqual(found, counts(job.campaign), 'each object once');
		checkTree(campaigns, job.campaign);
	},

	async function finds_the_same_objects_over_rest(job) {
		const token = job.server.mintToken(job.account);
		const { campaigns } = await job.reader.tree();
		await checkRest(job, token, campaigns[0]);
	},

	async function has_nothing_left_to_push(job) {
		const plan = named(await job.call('preview_sync', { campaignIds: [job.id] }), 'plan');
		assert.deepEqual(plan.operations, []);
		const { counts: found } = await job.reader.tree();
		assert.deepEqual(found, counts(job.campaign), 'still each object once');
	},

	/* The client itself checks every structuredContent against the tool's outputSchema. */
	async function works_with_assets_businesses_reports_and_conversions(job) {
		const { business } = (await job.call('create_business', { name: 'Sunrise', website: 'https://bakery.example' })).structuredContent;
		const { asset } = (await job.call('create_asset', { type: 'CALLOUT', name: 'Fresh', text: 'Baked at five' })).structuredContent;
		const { attachment } = (await job.call('attach_asset', { assetId: asset.id, resource: 'campaign', id: job.id })).structuredContent;
		assert.deepEqual([business.name, attachment.role, attachment.id], ['Sunrise', 'CALLOUT', job.id]);
		const occurredAt = new Date(Date.now() - 3600000).toISOString();
		const staged = await job.call('upload_offline_conversions', { conversions: [
			{ conversionAction: 'Order', occurredAt, email: 'alice@example.com' }] });
		assert.doesNotMatch(JSON.stringify(staged), /alice/);
		for (const [resource, id] of [['asset', asset.id], ['business', business.id], ['conversion', staged.structuredContent.conversions[0].id]]) {
			const found = (await job.call('find_objects', { resource })).structuredContent;
			assert.deepEqual(found.objects.map((one) => one.id), [id], resource);
		}
		assert.deepEqual((await job.call('get_performance', { level: 'AD_GROUP', groupBy: ['date'] })).structuredContent.rows, []);
		assert.equal((await job.call('get_disapprovals', { campaignId: [job.id] })).structuredContent.total, 0);
		const changes = (await job.call('list_changes', { door: 'MCP', objectId: asset.id })).structuredContent.changes;
		assert.deepEqual(changes.map((one) => one.verb).sort(), ['ATTACH', 'CREATE']);
		const wrong = await job.driver.callTool('create_asset', { type: 'IMAGE', name: 'Nothing' });
		assert.equal(wrong.isError, true);
		assert.match(textOf(wrong), /data \[REQUIRED\]/);
	},

	async function kept_secrets_out_of_its_log(job) {
		const log = job.server.log();
		const { provider } = job.driver;
		for (const secret of [job.account.password, provider.saved.access_token, provider.saved.refresh_token])
			assert.ok(!log.includes(secret), 'the log holds no credential');
	},
];

function checkPlan(plan, campaign) {
	const expected = counts(campaign);
	const by = (resource) => plan.operations.filter((one) => one.resource === resource);
	assert.ok(plan.operations.every((one) => one.op === 'CREATE' && one.platform === 'google'), 'creates only');
	assert.equal(by('campaign').length, expected.campaigns);
	assert.equal(by('adGroup').length, expected.adGroups);
	assert.equal(by('ad').length, expected.ads);
	assert.equal(by('keyword').length, expected.keywords);
	assert.equal(new Set(plan.operations.map((one) => one.id)).size, plan.operations.length, 'one operation an object');
	assert.equal(plan.totals.creates, plan.operations.length);
	assert.equal(plan.totals.updates, 0);
	assert.equal(plan.totals.removes, 0);
	assert.equal(plan.totals.currency, 'USD');
	assert.equal(plan.totals.dailyBudgetAfter - plan.totals.dailyBudgetBefore, 20);
	assert.ok(plan.totals.monthlyDelta >= 20 * 30 && plan.totals.monthlyDelta <= 20 * 31, `a month: ${plan.totals.monthlyDelta}`);
	assert.equal(plan.totals.activeDailyBudgetAfter, plan.totals.activeDailyBudgetBefore, 'all of it paused');
	assert.deepEqual(plan.violations, []);
	assert.match(plan.planHash, /^[0-9a-f]{64}$/);
}

function checkTree(campaigns, wanted) {
	const [campaign] = campaigns;
	assert.equal(campaign.name, wanted.name);
	assert.equal(campaign.type, 'SEARCH');
	assert.equal(campaign.status, 'PAUSED');
	assert.equal(campaign.budgetMicros, '20000000');
	const byName = new Map(campaign.adGroups.map((group) => [group.name, group]));
	for (const group of wanted.adGroups) {
		const live = byName.get(group.name);
		assert.ok(live, `the ad group ${group.name}`);
		assert.equal(live.status, 'PAUSED');
		assert.deepEqual(live.ads, group.ads.map((ad) => ({
			status: 'PAUSED',
			finalUrls: [ad.finalUrl],
			headlines: ad.headlines,
			descriptions: ad.descriptions,
		})));
		const key = (one) => `${one.text} ${one.matchType} ${one.negative ?? false}`;
		assert.deepEqual(live.keywords.map(key).sort(), group.keywords.map(key).sort());
		for (const keyword of live.keywords.filter((one) => !one.negative))
			assert.equal(keyword.status, 'PAUSED', keyword.text);
	}
}

async function checkRest(job, token, live) {
	const list = async (path) => {
		const answer = await job.server.rest(token, 'GET', path);
		assert.equal(answer.status, 200, answer.text);
		assert.equal(answer.json.meta.total, answer.json.data.length, `${path}: one page`);
		return answer.json.data;
	};
	const one = await job.server.rest(token, 'GET', `/campaigns/${job.id}`);
	assert.equal(one.status, 200, one.text);
	const campaign = one.json.data;
	assert.equal(campaign.syncState, 'SYNCED');
	assert.equal(campaign.status, 'PAUSED');
	assert.ok(String(campaign.remote.id).split('/').at(-1).includes(live.id), `${campaign.remote.id} is ${live.id}`);
	const groups = await list(`/ad-groups?campaignId=${job.id}&limit=200`);
	assert.deepEqual(groups.map((group) => group.name).sort(), job.campaign.adGroups.map((group) => group.name).sort());
	let ads = 0;
	let keywords = 0;
	for (const group of groups) {
		assert.equal(group.syncState, 'SYNCED');
		const mine = await list(`/ads?adGroupId=${group.id}&limit=200`);
		const words = await list(`/keywords?adGroupId=${group.id}&limit=200`);
		for (const object of [...mine, ...words]) {
			assert.equal(object.syncState, 'SYNCED', object.id);
			assert.ok(object.remote.id, object.id);
		}
		const wanted = job.campaign.adGroups.find((candidate) => candidate.name === group.name);
		assert.deepEqual(mine[0].headlines, wanted.ads[0].headlines, 'answered as written');
		assert.deepEqual(words.map((word) => word.text).sort(), wanted.keywords.map((word) => word.text).sort());
		ads += mine.length;
		keywords += words.length;
	}
	assert.deepEqual({ campaigns: 1, adGroups: groups.length, ads, keywords }, counts(job.campaign));
}
