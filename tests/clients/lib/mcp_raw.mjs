/* JSON-RPC by hand, in both protocol eras, so that each part of a message can be modified. */
import { request } from './net.mjs';

export const MODERN = '2026-07-28';
export const LEGACY = '2025-11-25';
const PREFIX = 'io.modelcontextprotocol/';

export const META = {
	[`${PREFIX}protocolVersion`]: MODERN,
	[`${PREFIX}clientCapabilities`]: {},
};

const NAMED = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' };

/* { body, headers } of a stateless request. meta: null leaves the envelope out, id: undefined the id. */
export function modern(method, params = {}, { meta = META, ...rest } = {}) {
	const full = meta === null ? params : { ...params, _meta: { ...meta, ...params._meta } };
	const headers = { 'MCP-Protocol-Version': MODERN, 'Mcp-Method': method };
	if (NAMED[method] && params[NAMED[method]] !== undefined)
		headers['Mcp-Name'] = params[NAMED[method]];
	return { body: { jsonrpc: '2.0', id: 1, method, params: full, ...rest }, headers };
}

/* { body, headers } of a request of the handshake era; version: null leaves the header out. */
export function legacy(method, params, { version = LEGACY, ...rest } = {}) {
	const body = { jsonrpc: '2.0', id: 1, method, params, ...rest };
	return { body, headers: version === null ? {} : { 'MCP-Protocol-Version': version } };
}

export function initialize(version = LEGACY, id = 1) {
	return legacy('initialize', { protocolVersion: version, capabilities: {}, clientInfo: { name: 'table', version: '1' } },
		{ id, version: null });
}

/* Sends it; headers: undefined takes one away. */
export function send(server, token, message, headers = {}) {
	return request(server.mcp, {
		method: message.method ?? 'POST',
		headers: {
			...(token ? { Authorization: `Bearer ${token}` } : {}),
			'Content-Type': 'application/json',
			Accept: 'application/json, text/event-stream',
			...message.headers,
			...headers,
		},
		body: message.raw ?? (message.body === undefined ? undefined : JSON.stringify(message.body)),
	});
}
