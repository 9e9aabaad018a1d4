/*
 * Builds the workbench into dist/: the script and the style sheet named by their content, further
 * chunks, and manifest.json, which maps "main.js" and "main.css" to those names. The same sources
 * give the same bytes. The build fails when the files are larger than the budget.
 */
import { build } from 'esbuild';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const KB = 1024;
const FIRST_PAINT = 80 * KB;
const ALL = 150 * KB;

const folder = dirname(fileURLToPath(import.meta.url));
const dist = join(folder, 'dist');

rmSync(dist, { recursive: true, force: true });
const result = await build({
	absWorkingDir: folder,
	entryPoints: { main: 'src/main.tsx' },
	outdir: 'dist',
	entryNames: '[name].[hash]',
	chunkNames: 'chunk-[hash]',
	bundle: true,
	splitting: true,
	minify: true,
	metafile: true,
	format: 'esm',
	target: ['es2022', 'chrome110', 'firefox115', 'safari16.4'],
	jsx: 'automatic',
	jsxImportSource: 'preact',
	legalComments: 'none',
	charset: 'utf8',
	logLevel: 'warning',
});

const outputs = Object.entries(result.metafile.outputs).map(([path, output]) => ({
	name: basename(path),
	output,
	gzip: gzipSync(readFileSync(join(folder, path)), { level: 9 }).length,
	bytes: output.bytes,
}));
const entry = outputs.find(({ output }) => output.entryPoint === 'src/main.tsx');
const style = outputs.find(({ name }) => name.endsWith('.css'));
const first = new Set([entry.name, style.name]);
for (const name of first)
	for (const one of outputs.find((o) => o.name === name).output.imports)
		if (one.kind === 'import-statement')
			first.add(basename(one.path));

const manifest = { 'main.js': entry.name, 'main.css': style.name };
for (const { name } of outputs)
	if (!Object.values(manifest).includes(name))
		manifest[name] = name;
writeFileSync(join(dist, 'manifest.json'), `${JSON.stringify(manifest, null, '\t')}\n`);

let firstPaint = 0;
let all = 0;
for (const { name, bytes, gzip } of outputs.sort((a, b) => (a.name < b.name ? -1 : 1))) {
	const isFirst = first.has(name);
	all += gzip;
	firstPaint += isFirst ? gzip : 0;
	console.log(`${name}  ${bytes} bytes, ${gzip} gzip${isFirst ? ', first paint' : ''}`);
}
console.log(`first paint ${(firstPaint / KB).toFixed(1)} of ${FIRST_PAINT / KB} KB gzip, all ${(all / KB).toFixed(1)} of ${ALL / KB} KB gzip`);
if (firstPaint > FIRST_PAINT || all > ALL) {
	console.error('web: the files are larger than the budget');
	rmSync(join(dist, 'manifest.json'));
	process.exit(1);
}
