/* A Space with a campaign that was changed on both sides, in the simulated Google and in the draft. */
import { strict as assert } from 'node:assert';
import { googleReader, Sandbox } from '../clients/lib/google.mjs';
import { Office } from './office.mjs';

export class Drifts extends Office {
	constructor(world, sandbox) {
		super(world, 'NEVER');
		this.box = new Sandbox(sandbox);
	}

	async pushed(body = {}) {
		const answer = await this.rest('POST', '/sync', body);
		assert.equal(answer.status, 202, answer.text);
		const run = await this.ended(answer.json.data.id);
		assert.equal(run.status, 'SUCCEEDED', JSON.stringify(run));
		return run;
	}

	async pulled() {
		return (await this.pushed({ mode: 'PULL' })).pulled;
	}

	/*
	 * The customer, and its objects of that name: { campaign: { resourceName, campaignBudget
	 * }, … }.
	 */
	async there(name) {
		const { data } = (await this.rest('GET', '/connections')).json;
		const customer = data.find((one) => one.platform === 'google').accountId;
		const paths = (await this.box.log()).map((one) => one.path);
		const version = paths.map((path) => path.match(/\/(v\d+)\/customers\//)?.[1]).find(Boolean);
		const currency = data.find((one) => one.platform === 'google').currency;
		const { search } = await googleReader(this.box, customer, { version, currency });
		const rows = await search('SELECT campaign.resource_name, campaign.name, campaign.campaign_budget, campaign_budget.amount_micros FROM campaign');
		return { customer, row: rows.find((one) => one.campaign.name === name) };
	}

	/* An edit by another user of the platform. Set to null, it removes the campaign. */
	async edit(name, { budget, ...set }, removes = false) {
		const { customer, row } = await this.there(name);
		const change = (resourceName, fields) => this.box.control('POST', 'edit', { customerId: customer, resourceName, set: fields });
		if (budget !== undefined)
			await change(row.campaign.campaignBudget, { amountMicros: String(budget * 1e6) });
		if (removes || Object.keys(set).length)
			await change(row.campaign.resourceName, removes ? null : set);
	}

	/* One campaign: budget 20 as synced, 25 as drafted, 30 on the platform. */
	async budget(fields = {}) {
		const made = await this.campaign({ budget: 20, ...fields });
		await this.pushed();
		await this.edit(made.name, { budget: 30 });
		assert.equal((await this.rest('PATCH', `/campaigns/${made.id}`, { budget: 25 })).status, 200);
		return made;
	}

	async drift() {
		const answer = await this.rest('GET', '/sync/drift');
		assert.equal(answer.status, 200, answer.text);
		return answer.json;
	}

	async drafted(made) {
		return (await this.rest('GET', `/campaigns/${made.id}`)).json.data;
	}
}
