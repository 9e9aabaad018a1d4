/*
 * The view's side of MCP Apps 2026-01-26: JSON-RPC over postMessage with the host that embeds it.
 * The view asks for nothing but the handshake: it calls no tool, opens no link and sends no
 * message, so nothing in it can approve or push. What came from elsewhere becomes text, never HTML.
 */
const view = document.getElementById('view');
const statusLine = document.getElementById('status');
let locale;

function post(message) {
	window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
}

function el(name, props, ...children) {
	const one = document.createElement(name);
	for (const [key, value] of Object.entries(props ?? {}))
		if (value !== undefined)
			one.setAttribute(key, value);
	one.append(...children.filter((child) => child !== null && child !== undefined));
	return one;
}

function say(text) {
	if (statusLine.textContent !== text)
		statusLine.textContent = text;
}

function fail(text) {
	view.replaceChildren(el('p', { class: 'note bad' }, text));
	say('There is nothing to show.');
}

/* --- numbers and words --- */

const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);

function format(value, options) {
	try {
		return new Intl.NumberFormat(locale, options).format(value);
	} catch {
		return new Intl.NumberFormat('en', { maximumFractionDigits: 2 }).format(value);
	}
}

/* Money of the Space's currency; sign: a plus before what rises. */
function money(value, currency, sign) {
	if (!isNumber(value))
		return '';
	return format(value, { style: 'currency', currency, currencyDisplay: 'code', signDisplay: sign ? 'exceptZero' : 'auto' });
}

/* The same without the currency, where the table's caption says it. */
function amount(value, currency, sign) {
	const text = money(value, currency, sign);
	return text.replace(currency, '').replace(/^([+-]?)\s+|\s+$/g, '$1');
}

/* dailyBudgetDelta -> Daily budget delta */
function words(name) {
	const text = String(name).replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/_/g, ' ').toLowerCase();
	return text.charAt(0).toUpperCase() + text.slice(1);
}

const many = (count, one, more) => `${format(count)} ${count === 1 ? one : more}`;

/* --- the host --- */

/* Only what is there is read: a change of the context names what changed. */
function takeContext(context) {
	const root = document.documentElement;
	if (!context || typeof context !== 'object')
		return;
	if (context.theme === 'light' || context.theme === 'dark')
		root.dataset.theme = context.theme;
	for (const [name, value] of Object.entries(context.styles?.variables ?? {}))
		if (/^--(color|font)-[a-z0-9-]+$/.test(name) && typeof value === 'string' && !/url\(/i.test(value))
			root.style.setProperty(name, value);
	const insets = context.safeAreaInsets;
	if (insets && ['top', 'right', 'bottom', 'left'].every((side) => isNumber(insets[side])))
		document.body.style.padding = `${insets.top}px ${insets.right}px ${insets.bottom}px ${insets.left}px`;
	if (typeof context.locale === 'string' && context.locale !== locale) {
		locale = context.locale;
		if (lastResult)
			showResult(lastResult);
	}
}

let lastSize = '';
function tellSize() {
	const width = Math.ceil(document.documentElement.clientWidth);
	const height = Math.ceil(document.body.getBoundingClientRect().height);
	if (`${width} ${height}` === lastSize)
		return;
	lastSize = `${width} ${height}`;
	post({ method: 'ui/notifications/size-changed', params: { width, height } });
}

let lastResult;
function showResult(result) {
	lastResult = result;
	const text = (result?.content ?? []).filter((part) => part?.type === 'text' && typeof part.text === 'string')
		.map((part) => part.text).join('\n');
	if (result?.isError) {
		fail(text || 'The call failed.');
		return;
	}
	try {
		if (!show(result?.structuredContent, result?._meta?.['adcore/view']))
			fail(text || 'The result is empty.');
	} catch {
		fail(text || 'The result could not be read.');
	}
}

const heard = {
	'ui/notifications/tool-input': () => lastResult || say('Asking adcore.'),
	'ui/notifications/tool-result': (params) => showResult(params),
	'ui/notifications/tool-cancelled': () => lastResult || fail('The call was cancelled before it answered.'),
	'ui/notifications/host-context-changed': (params) => takeContext(params),
};

const INITIALIZE = 'initialize';
const SYSTEM_DARK = window.matchMedia('(prefers-color-scheme: dark)');

window.addEventListener('message', (event) => {
	const message = event.data;
	if (event.source !== window.parent || message?.jsonrpc !== '2.0')
		return;
	if (message.id === INITIALIZE && message.result) {
		takeContext(message.result.hostContext);
		post({ method: 'ui/notifications/initialized' });
		new ResizeObserver(tellSize).observe(document.body);
	} else if (message.method && message.id !== undefined) {
		if (message.method === 'ui/resource-teardown' || message.method === 'ping')
			post({ id: message.id, result: {} });
		else
			post({ id: message.id, error: { code: -32601, message: 'This view does not answer that.' } });
	} else if (Object.hasOwn(heard, message.method ?? '')) {
		heard[message.method](message.params);
	}
});

document.documentElement.dataset.theme = SYSTEM_DARK.matches ? 'dark' : 'light';
post({
	id: INITIALIZE,
	method: 'ui/initialize',
	params: { protocolVersion: '2026-01-26', appInfo: { name: 'adcore', version: '1' }, appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] } },
});
