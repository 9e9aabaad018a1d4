/*
 * A peer of ./dev bench mcp: the v2 TypeScript SDK, stateless in both eras, on a port of its own that
 * it prints as JSON. The list of tools is the file's, and get_object reads a row of SQLite by its id.
 * Usage: typescript.mjs DATABASE TOOLS; MCP_PEERS_HOME is where the SDK is installed.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

const require = createRequire(`${process.env.MCP_PEERS_HOME}/node_modules/`);
const load = (name) => import(pathToFileURL(require.resolve(name)));
const { createMcpHandler, Server } = await load('@modelcontextprotocol/server');
const { toNodeHandler } = await load('@modelcontextprotocol/node');

const [file, list] = process.argv.slice(2);
const tools = JSON.parse(readFileSync(list, 'utf8'));
const database = new DatabaseSync(file, { readOnly: true });
const select = database.prepare('SELECT * FROM campaigns WHERE id = ?');

/* The SDK makes an instance for each request. */
function serve() {
	const server = new Server({ name: 'peer', version: '1.0.0' }, { capabilities: { tools: {} } });
	server.setRequestHandler('tools/list', () => ({ tools }));
	server.setRequestHandler('tools/call', ({ params }) => {
		const { budgetMicros, ...row } = select.get(params.arguments.id);
		const object = { ...row, budget: budgetMicros / 1e6 };
		return { content: [{ type: 'text', text: JSON.stringify({ object }) }], structuredContent: { object } };
	});
	return server;
}

const http = createServer(toNodeHandler(createMcpHandler(serve)));
http.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: http.address().port })));
