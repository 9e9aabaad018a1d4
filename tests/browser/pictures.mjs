/*
 * Makes the pictures in docs/use from the demo, pushed to the sandbox:
 *   ADCORE_BIN=build/adcore node tests/browser/pictures.mjs
 */
import { mkdirSync } from 'node:fs';
import { launchBrowser, signIn } from '../clients/lib/chromium.mjs';
import { startSandbox, startServer } from '../clients/lib/server.mjs';

const folder = new URL('../../docs/use/', import.meta.url).pathname;
/* name, path, a button that is pressed first */
const pages = [['home', ''], ['campaigns', '/campaigns'], ['review', '/review', 'Unfold all'], ['runs', '/runs'], ['reports', '/reports']];

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
	const context = await browser.browser().newContext({ viewport: { width: 1440, height: 800 }, colorScheme: 'light' });
	const page = await context.newPage();
	await page.goto(`${server.url}/app`);
	await signIn(page, account);
	mkdirSync(folder, { recursive: true });
	for (const [name, path, button] of pages) {
		await page.goto(`${server.url}/app${path}`);
		await page.getByRole('heading', { level: 1 }).waitFor();
		await page.waitForTimeout(1500); // figures and charts come after the page; nothing is tested here
		if (button)
			await page.getByRole('button', { name: button }).click();
		await page.screenshot({ path: `${folder}${name}.png` });
	}
} finally {
	await browser.close();
	await server.stop();
	await sandbox.stop();
}
