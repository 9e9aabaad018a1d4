/*
 * Reads a sandbox account through Google's own search endpoint, and controls the sandbox through
 * its control endpoints. Does not depend on the server under test.
 */
import { request } from './net.mjs';

export class Sandbox {
	constructor({ url, secret }) {
		this.url = url;
		this.secret = secret;
	}

	async control(method, path, body) {
		const answer = await request(`${this.url}/_control/${path}`, {
			method,
			headers: { 'X-Sandbox-Control': this.secret, 'Content-Type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		if (answer.status >= 300)
			throw new Error(`${method} /_control/${path}: ${answer.status} ${answer.text}`);
		return answer.text ? answer.json : null;
	}

	log(after = 0) {
		return this.control('GET', `log?after=${after}`).then((answer) => answer.entries);
	}
}

/* A reader of one customer, with an access token got by Google's refresh grant. */
export async function googleReader(sandbox, customerId, { version, currency = 'USD', timezone = 'UTC' }) {
	const form = new URLSearchParams({
		grant_type: 'refresh_token',
		client_id: 'reader.apps.example.com',
		client_secret: 'reader-secret',
		refresh_token: `1//sandbox.${customerId}.${currency}.${timezone.replaceAll('/', '~')}`,
	}).toString();
	const answer = await request(`${sandbox.url}/google-oauth/token`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
		body: form,
	});
	if (answer.status !== 200)
		throw new Error(`the sandbox gave no token: ${answer.status} ${answer.text}`);
	const accessToken = answer.json.access_token;
	const search = async (query) => {
		const rows = [];
		let pageToken = '';
		do {
			const page = await request(`${sandbox.url}/google/${version}/customers/${customerId}/googleAds:search`, {
				method: 'POST',
				headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
				body: JSON.stringify(pageToken ? { query, pageToken } : { query }),
			});
			if (page.status !== 200)
				throw new Error(`${query}: ${page.status} ${page.text}`);
			rows.push(...(page.json.results ?? []));
			pageToken = page.json.nextPageToken ?? '';
		} while (pageToken);
		return rows;
	};
	return { search, tree: () => tree(search) };
}

/* All objects that are not removed, as a tree with names and money. */
async function tree(search) {
	const campaigns = await search(
		'SELECT campaign.id, campaign.name, campaign.status, campaign.advertising_channel_type, ' +
		"campaign_budget.amount_micros FROM campaign WHERE campaign.status != 'REMOVED'");
	const groups = await search(
		"SELECT ad_group.id, ad_group.name, ad_group.status, campaign.id FROM ad_group WHERE ad_group.status != 'REMOVED'");
	const ads = await search(
		'SELECT ad_group_ad.ad.id, ad_group_ad.status, ad_group_ad.ad.final_urls, ' +
		'ad_group_ad.ad.responsive_search_ad.headlines, ad_group_ad.ad.responsive_search_ad.descriptions, ' +
		"ad_group.id FROM ad_group_ad WHERE ad_group_ad.status != 'REMOVED'");
	const keywords = await search(
		'SELECT ad_group_criterion.criterion_id, ad_group_criterion.status, ad_group_criterion.negative, ' +
		'ad_group_criterion.keyword.text, ad_group_criterion.keyword.match_type, ad_group.id ' +
		"FROM ad_group_criterion WHERE ad_group_criterion.type = 'KEYWORD' AND ad_group_criterion.status != 'REMOVED'");
	const nested = campaigns.map((row) => ({
		id: row.campaign.id,
		name: row.campaign.name,
		status: row.campaign.status,
		type: row.campaign.advertisingChannelType,
		budgetMicros: row.campaignBudget.amountMicros,
		adGroups: groups.filter((group) => idIn(group) === row.campaign.id).map((group) => ({
			id: group.adGroup.id,
			name: group.adGroup.name,
			status: group.adGroup.status,
			ads: ads.filter((ad) => ad.adGroup.id === group.adGroup.id).map((ad) => adOf(ad.adGroupAd)),
			keywords: keywords.filter((keyword) => keyword.adGroup.id === group.adGroup.id)
				.map((keyword) => keywordOf(keyword.adGroupCriterion)),
		})),
	}));
	const counts = { campaigns: campaigns.length, adGroups: groups.length, ads: ads.length, keywords: keywords.length };
	return { campaigns: nested, counts };
}

function idIn(row) {
	return row.campaign.id ?? row.campaign.resourceName.split('/').at(-1);
}

function adOf(row) {
	return {
		status: row.status,
		finalUrls: row.ad.finalUrls,
		headlines: row.ad.responsiveSearchAd.headlines.map((line) => line.text),
		descriptions: row.ad.responsiveSearchAd.descriptions.map((line) => line.text),
	};
}

function keywordOf(row) {
	return {
		text: row.keyword.text,
		matchType: row.keyword.matchType,
		negative: row.negative ?? false,
		status: row.status,
	};
}
