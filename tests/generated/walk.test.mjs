/* The generated TypeScript client: compiled strictly, and a campaign's life cycle with it. */
import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startServer } from '../clients/lib/server.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const OUT = resolve(process.env.SDK_OUT ?? join(HERE, '../../sdk/out'));
const WORK = join(OUT, 'walk');

let server;

before(async () => {
	server = await startServer({ sandbox: 'auto' });
});

after(() => server?.stop());

test('the client and its user compile with --strict', () => {
	rmSync(WORK, { recursive: true, force: true });
	mkdirSync(WORK, { recursive: true });
	cpSync(join(OUT, 'typescript'), join(WORK, 'client'), { recursive: true });
	cpSync(join(HERE, 'walk.ts'), join(WORK, 'walk.ts'));
	const options = JSON.parse(readFileSync(join(HERE, 'tsconfig.json'), 'utf8'));
	options.compilerOptions.typeRoots = [resolve(HERE, '../node_modules/@types')];
	options.compilerOptions.outDir = join(WORK, 'js');
	options.include = ['walk.ts', 'client/**/*.ts'];
	writeFileSync(join(WORK, 'tsconfig.json'), JSON.stringify(options));
	const tsc = resolve(HERE, '../node_modules/typescript/bin/tsc');
	const run = spawnSync(process.execPath, [tsc, '-p', WORK], { encoding: 'utf8', timeout: 240000 });
	assert.equal(run.status, 0, run.stdout + run.stderr);
});

test('a wrong body does not compile', () => {
	writeFileSync(join(WORK, 'wrong.ts'), "import { createCampaign } from './client/sdk.gen.js';\n"
		+ "createCampaign({ body: { name: 'x', type: 'SOMETHING', budget: '20' } });\n");
	const options = JSON.parse(readFileSync(join(WORK, 'tsconfig.json'), 'utf8'));
	options.include = ['wrong.ts'];
	options.compilerOptions.noEmit = true;
	writeFileSync(join(WORK, 'wrong.json'), JSON.stringify(options));
	const tsc = resolve(HERE, '../node_modules/typescript/bin/tsc');
	const run = spawnSync(process.execPath, [tsc, '-p', join(WORK, 'wrong.json')], { encoding: 'utf8', timeout: 240000 });
	assert.notEqual(run.status, 0);
	assert.match(run.stdout, /SOMETHING/);
	assert.match(run.stdout, /'string' is not assignable to type 'number'/);
});

test('a whole life of a campaign is walked by it', { timeout: 120000 }, async () => {
	writeFileSync(join(WORK, 'js/package.json'), '{"type":"module"}\n');
	const { walk } = await import(pathToFileURL(join(WORK, 'js/walk.js')));
	const account = server.addAccount();
	const token = server.mintToken(account);
	const id = await walk(server.api, token);
	assert.match(id, /^cmp_/);
});
