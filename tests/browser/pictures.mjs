/*
 * Makes the pictures in docs/use from the demo, pushed to the sandbox:
 *   ADCORE_BIN=build/adcore node tests/browser/pictures.mjs
 */
import { mkdirSync } from 'node:fs';
import { launchBrowser, signIn } from '../clients/lib/chromium.mjs';
import { Sandbox } from '../clients/lib/google.mjs';
import { startSandbox, startServer } from '../clients/lib/server.mjs';

const folder = new URL('../../docs/use/', import.meta.url).pathname;
/* name, path, a button that is pressed first */
const pages = [
	['home', ''], ['campaigns', '/campaigns'], ['review', '/review', 'Expand all'], ['runs', '/runs'], ['reports', '/reports'], ['disapprovals', '/disapprovals'],
	['assets', '/assets'], ['businesses', '/businesses'], ['history', '/history'], ['commands', '/campaigns', 'Commands'],
];

/*
 * Another user changes a name and a budget on Google, and the drafts have other values. A pull
 * finds the drift.
 */
async function drift_make(rest) {
	const box = new Sandbox(sandbox);
	const connection = (await rest('GET', '/connections')).find(({ platform }) => platform === 'google');
	for (const { id, name, remote } of (await rest('GET', '/campaigns?platform=google&syncState=SYNCED')).slice(0, 4)) {
		await box.control('POST', 'edit', { customerId: connection.accountId, resourceName: `customers/${connection.accountId}/campaigns/${remote.id}`, set: { name: `${name} (autumn)` } });
		await rest('PATCH', `/campaigns/${id}`, { name: `${name} 2027` });
	}
	const { id } = await rest('POST', '/sync', { mode: 'PULL', platforms: ['google'] });
	await rest('GET', `/sync/${id}?wait=60`);
}

const sandbox = await startSandbox();
const server = await startServer({ sandbox });
const browser = await launchBrowser();
try {
	const account = server.addAccount({ email: 'ada@example.com', extra: ['--name', 'Ada Lovelace'] });
	server.cli(['seed-demo', '--email', account.email]);
	const token = server.mintToken(account);
	const rest = async (method, path, body) => (await server.rest(token, method, path, body)).json.data;
	for (const one of await rest('GET', '/campaigns'))
		await rest('PATCH', `/campaigns/${one.id}`, { status: 'ENABLED' });
	const { planHash } = await rest('POST', '/sync/preview', { activate: true });
	const run = await rest('POST', '/sync', { planHash, activate: true });
	await rest('GET', `/sync/${run.id}?wait=60`);
	const [first, second] = await rest('GET', '/campaigns?platform=google');
	await rest('PATCH', `/campaigns/${first.id}`, { budget: 28 });
	await rest('PATCH', `/campaigns/${second.id}`, { status: 'PAUSED' });
	await rest('POST', '/campaigns', { name: 'Christmas stollen', type: 'SEARCH', budget: 12 });
	const context = await browser.browser().newContext({ viewport: { width: 1280, height: 720 }, colorScheme: 'light' });
	const page = await context.newPage();
	await page.goto(`${server.url}/app`);
	await signIn(page, account);
	mkdirSync(folder, { recursive: true });
	const take = async ([name, path, button]) => {
		await page.goto(`${server.url}/app${path}`);
		await page.getByRole('heading', { level: 1 }).waitFor();
		await page.waitForTimeout(1500); // figures and charts come after the page; nothing is tested here
		if (button)
			await page.getByRole('button', { name: button }).click();
		await page.screenshot({ path: `${folder}${name}.png` });
	};
	for (const one of pages)
		await take(one);
	await drift_make(rest);
	await take(['drift', '/drift']);
} finally {
	await browser.close();
	await server.stop();
	await sandbox.stop();
}
