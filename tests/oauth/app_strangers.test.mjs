/*
 * Every page of the application with an id in its address, by the application's own table: a
 * page of another Space looks exactly as that of an unknown id, and accepts no form.
 */
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { csrfOf, Office, signedIn } from './office.mjs';
import { startWorld } from './world.mjs';

let world;

before(async () => {
	world = await startWorld({ sandbox: 'auto' });
});

after(async () => {
	world?.assertQuietLog();
	await world?.stop();
});

/* [address up to the id, whether it accepts forms, whether it has moved] of each row with an id. */
function pagesWithId() {
	const text = ['app/app.c', 'app/page/paths.h', 'core/http/browser.h']
		.map((name) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')).join('\n');
	const words = Object.fromEntries([...text.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/#define (\w+) (.+)/g)].map(([, name, value]) => [name, value]));
	const spelled = (value) => value.replace(/\b[A-Z]\w+\b/g, (name) => (words[name] ? spelled(words[name]) : name)).replaceAll(/["\s]/g, '');
	return [...text.matchAll(/\{ ([^{},]+), ([^{},]+), (\w+), (\w+), (\w+) \}/g)]
		.filter(([, path, , , , ofSpace]) => path.endsWith(':id"') || ofSpace === 'true')
		.map(([, path, moved, , post, ofSpace]) => [ofSpace === 'true' ? `${spelled(path)}?space=` : spelled(path).replace(':id', ''), post !== 'NULL', moved !== 'NULL']);
}

/* An id of the Office for each of them. A new page must be added here. */
async function idsOf(office) {
	await office.campaign();
	const run = await office.push();
	return { '/app/runs/': run, '/app/plain/runs/': run, '/app/sync/': run, '/app/revert/': run, '/app/plan/': office.space, '/app/drift/': office.space, '/app/connections/': office.space, '/app/access/': office.space, '/app/spaces/': office.space };
}

/* An answer without its request id and the requested id. */
const likeness = (answer, id) => answer.text.replace(/req_\w+/, '').replaceAll(id, '');

const missing = (id) => `${id.slice(0, 4)}${'0'.repeat(id.length - 4)}`;

test('of a Space of others every page is missing, as of nobody’s', async () => {
	const office = new Office(world, 'ALWAYS');
	const ids = await idsOf(office);
	const owner = await signedIn(world, office.boss);
	const stranger = await signedIn(world, world.server.addAccount());
	const csrf = csrfOf(await stranger.get('/app'));
	const pages = pagesWithId();
	assert.ok(pages.length >= 3, JSON.stringify(pages));
	for (const [path, takesForms, hasMoved] of pages) {
		if (path.endsWith('?space='))
			ids[path] = office.space;
		assert.ok(ids[path], `say in idsOf() whose id ${path} takes`);
		/* 409: the run has not ended, so there is nothing to revert. */
		assert.equal((await owner.get(path + ids[path])).status, path === '/app/revert/' ? 409 : hasMoved ? 303 : 200, path);
		if (!hasMoved)
			assert.equal((await stranger.get(path + ids[path])).status, 404, path);
		const asks = hasMoved ? [] : [(url) => stranger.get(url)];
		if (takesForms)
			for (const what of ['approve', 'cancel', 'retry', 'add', 'remove', 'lift', 'change', 'push', 'pull', 'draft'])
				asks.push((url) => stranger.post(url, { csrf, do: what, environment: 'test', id: ids['/app/runs/'], keep: 'LIVE', end: 'x', planHash: '0'.repeat(64) }));
		for (const ask of asks) {
			const [theirs, nobodys] = [await ask(path + ids[path]), await ask(path + missing(ids[path]))];
			/* 400: the page has no such form. */
			assert.ok([400, 404].includes(theirs.status), `${path}: ${theirs.status}`);
			assert.equal(theirs.status, nobodys.status, path);
			assert.equal(likeness(theirs, ids[path]), likeness(nobodys, missing(ids[path])), path);
		}
	}
	assert.equal((await office.run(ids['/app/runs/'])).status, 'AWAITING_APPROVAL');
});
