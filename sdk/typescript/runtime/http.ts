/* Requests: addresses, headers, timeouts, retries, errors. Everything else is generated. */
import { webCrypto } from './crypto.js';
import { AdcoreError, errorOf, NetworkError, TimeoutError } from './errors.js';
import { encode, parse, typed } from './json.js';
import { RETRY_STATUSES, VERSION } from './version.js';

/** The argument of a logger hook: one event for each request that was sent. No body and no token. */
export interface LogEvent {
	operation: string;
	method: string;
	path: string;
	attempt: number;
	status: number;
	requestId: string | null;
	milliseconds: number;
	/** Milliseconds until the next attempt, where there is one. */
	retryIn?: number;
}

export interface ClientOptions {
	/** The address of the server, with or without /api/v1. */
	baseUrl: string;
	/** An API token, or a function that is called before each attempt. */
	token?: string | (() => string | Promise<string>);
	/** The Space of every request; the Personal Space unless set. */
	spaceId?: string;
	/** Milliseconds for one attempt, 60,000 unless set. */
	timeout?: number;
	/** Retries after the first attempt, 4 unless set. */
	maxRetries?: number;
	/** Another fetch than the global one. */
	fetch?: typeof fetch;
	logger?: (event: LogEvent) => void;
}

export interface ResponseInfo {
	status: number;
	requestId: string | null;
	headers: Headers;
	attempts: number;
	/** True where the server answered with the stored response of an earlier request. */
	replayed: boolean;
}

export interface RequestOptions {
	timeout?: number;
	maxRetries?: number;
	/** For a POST; a new one is made for each call unless set. */
	idempotencyKey?: string;
	spaceId?: string;
	signal?: AbortSignal;
	headers?: { readonly [name: string]: string };
	/** Called with the head of the response. */
	onResponse?: (info: ResponseInfo) => void;
}

export interface Call {
	operation: string;
	method: string;
	path: string;
	query?: { readonly [name: string]: unknown };
	headers?: { readonly [name: string]: string | undefined };
	body?: unknown;
	bodyType?: string;
	/** The names of the types of `data` and `meta`. */
	type?: string;
	meta?: string;
	result?: 'json' | 'bytes';
}

export interface Answer {
	data: unknown;
	meta: Record<string, unknown>;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
/* A longer Retry-After is given to the caller instead of being slept through. */
const LONGEST_RETRY_AFTER = 60;
const NODE = (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node;

function addressOf(url: string): string {
	const bare = url.replace(/\/+$/, '');
	return /\/api\/v\d+$/.test(bare) ? bare : `${bare}/api/v1`;
}

function queryOf(query: Call['query']): string {
	const pairs: string[] = [];
	for (const [name, value] of Object.entries(query ?? {}))
		if (value !== undefined && value !== null)
			pairs.push(`${encodeURIComponent(name)}=${(Array.isArray(value) ? value : [value]).map((each) =>
				encodeURIComponent(String(each))).join(',')}`);
	return pairs.length ? `?${pairs.join('&')}` : '';
}

function secondsOf(headers: Headers): number | null {
	const text = headers.get('Retry-After');
	if (text === null)
		return null;
	const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
	return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const stop = (): void => {
			clearTimeout(timer);
			reject(signal?.reason as Error);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener('abort', stop);
			resolve();
		}, milliseconds);
		if (signal?.aborted)
			stop();
		else
			signal?.addEventListener('abort', stop, { once: true });
	});
}

/* A conditional update that arrived would be refused with 412 when it is sent again. */
function isConditional(call: Call): boolean {
	const body = call.body as { expectedVersion?: unknown } | undefined;
	return call.headers?.['If-Match'] !== undefined || (call.method === 'PATCH' && body?.expectedVersion !== undefined);
}

function mayRepeat(call: Call, error: AdcoreError): boolean {
	if (error.status === 429 || error.status === 503)
		return true;
	const transient = error instanceof NetworkError || error.status >= 500 || RETRY_STATUSES.includes(error.status);
	return transient && !isConditional(call);
}

/** Milliseconds before the next attempt; null where the wait is for the caller to decide. */
export function waitBefore(attempt: number, retryAfter: number | null): number | null {
	if (retryAfter !== null && retryAfter > LONGEST_RETRY_AFTER)
		return null;
	const backoff = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
	return retryAfter === null ? backoff : retryAfter * 1000 + Math.random() * 250;
}

export class Http {
	readonly base: string;
	/* The selection that a plan was made for. Push sends the same one. */
	readonly selections = new WeakMap<object, object>();

	constructor(private readonly options: ClientOptions) {
		this.base = addressOf(options.baseUrl);
	}

	async call(call: Call, options: RequestOptions = {}): Promise<Answer> {
		const key = call.method === 'POST' ? (options.idempotencyKey ?? (await webCrypto()).randomUUID()) : undefined;
		const body = call.body === undefined ? undefined : encode(call.body, call.bodyType);
		const retries = options.maxRetries ?? this.options.maxRetries ?? 4;
		for (let attempt = 1; ; attempt++) {
			const began = Date.now();
			const event: LogEvent = { operation: call.operation, method: call.method, path: call.path, attempt,
				status: 0, requestId: null, milliseconds: 0 };
			try {
				return await this.attempt(call, options, key, body, event);
			} catch (error) {
				if (!(error instanceof AdcoreError) || attempt > retries || !mayRepeat(call, error))
					throw error;
				const wait = waitBefore(attempt, error.retryAfter);
				if (wait === null)
					throw error;
				event.retryIn = wait;
			} finally {
				event.milliseconds = Date.now() - began;
				this.options.logger?.(event);
			}
			await sleep(event.retryIn, options.signal);
		}
	}

	private async headersOf(call: Call, options: RequestOptions, key?: string): Promise<Headers> {
		const headers = new Headers({ Accept: call.result === 'bytes' ? '*/*' : 'application/json' });
		if (NODE)
			headers.set('User-Agent', `adcore-typescript/${VERSION} node/${NODE}`);
		const token = typeof this.options.token === 'function' ? await this.options.token() : this.options.token;
		if (token)
			headers.set('Authorization', `Bearer ${token}`);
		const space = options.spaceId ?? this.options.spaceId;
		if (space)
			headers.set('X-Space-Id', space);
		if (key)
			headers.set('Idempotency-Key', key);
		if (call.body !== undefined)
			headers.set('Content-Type', 'application/json');
		for (const [name, value] of Object.entries({ ...call.headers, ...options.headers }))
			if (value !== undefined)
				headers.set(name, value);
		return headers;
	}

	private async attempt(call: Call, options: RequestOptions, key: string | undefined, body: string | undefined,
		event: LogEvent): Promise<Answer> {
		const headers = await this.headersOf(call, options, key);
		const url = this.base + call.path + queryOf(call.query);
		const timer = new AbortController();
		const limit = options.timeout ?? this.options.timeout ?? 60000;
		const alarm = setTimeout(() => timer.abort(), limit);
		const stop = (): void => timer.abort();
		options.signal?.throwIfAborted();
		options.signal?.addEventListener('abort', stop);
		try {
			const send = this.options.fetch ?? fetch;
			const response = await send(url, { method: call.method, headers, body, signal: timer.signal, redirect: 'error' });
			event.status = response.status;
			event.requestId = response.headers.get('X-Request-Id');
			return await this.read(call, options, response, event.attempt);
		} catch (error) {
			options.signal?.throwIfAborted();
			if (error instanceof AdcoreError)
				throw error;
			const parts = { status: 0, requestId: null, details: {}, attempts: event.attempt, retryAfter: null, cause: error };
			if (timer.signal.aborted)
				throw new TimeoutError({ ...parts, code: 'TIMEOUT', message: `No response after ${limit} ms` });
			throw new NetworkError({ ...parts, code: 'NETWORK_ERROR', message: `The request failed: ${String(error)}` });
		} finally {
			clearTimeout(alarm);
			options.signal?.removeEventListener('abort', stop);
		}
	}

	private async read(call: Call, options: RequestOptions, response: Response, attempts: number): Promise<Answer> {
		const requestId = response.headers.get('X-Request-Id');
		options.onResponse?.({ status: response.status, requestId, headers: response.headers, attempts,
			replayed: response.headers.get('Idempotent-Replayed') === 'true' });
		if (response.ok && call.result === 'bytes')
			return { data: new Uint8Array(await response.arrayBuffer()), meta: {} };
		if (response.status === 304)
			return { data: null, meta: {} };
		const text = await response.text();
		const envelope = this.parse(text, response.ok);
		if (response.ok && call.result === 'json')
			return { data: typed(envelope), meta: {} };
		if (!response.ok || !('data' in envelope))
			throw this.refusal(response, envelope, attempts);
		return {
			data: typed(envelope.data, call.type),
			meta: typed(envelope.meta ?? {}, call.meta) as Record<string, unknown>,
		};
	}

	private parse(text: string, isGood: boolean): Record<string, unknown> {
		try {
			const value = parse(text);
			if (typeof value === 'object' && value !== null)
				return value as Record<string, unknown>;
		} catch (error) {
			if (isGood)
				throw error; /* cut in the middle */
		}
		return {};
	}

	private refusal(response: Response, envelope: Record<string, unknown>, attempts: number): AdcoreError {
		const error = (envelope.error ?? {}) as { code?: string; message?: string; details?: Record<string, unknown> };
		const details = typed(error.details ?? {}) as Record<string, unknown>;
		const told = typeof details.retryAfter === 'number' ? details.retryAfter : null;
		return errorOf({
			status: response.status,
			code: error.code ?? `HTTP_${response.status}`,
			message: error.message ?? `The server answered ${response.status} without an error of the API`,
			requestId: response.headers.get('X-Request-Id'),
			details,
			attempts,
			retryAfter: secondsOf(response.headers) ?? told,
		});
	}
}
