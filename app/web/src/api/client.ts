/*
 * The client of /app/api. A request that got no answer (the network is gone, the server restarts)
 * is sent again with the same Idempotency-Key until it is answered, so that nothing is done twice.
 */
import type { Fault, Json, Meta } from './types.ts';

export interface Settings {
	base: string;
	space: string;
	environment: string;
	fetch?: typeof fetch;
	/* Called with true while requests wait for the server, with false when it answers again. */
	onOffline?: (isOffline: boolean) => void;
	onSessionEnd?: () => void;
	pause?: (milliseconds: number) => Promise<void>;
}

export interface Options {
	query?: { [name: string]: string | number | boolean | null | undefined };
	body?: Json;
	/* Sent as it is, in place of a body. */
	file?: Blob;
	version?: number;
	signal?: AbortSignal;
	/* The Idempotency-Key; a new one unless given. */
	key?: string;
	/* A long poll handles its own failures. */
	once?: boolean;
}

export interface Answer<T> {
	data: T;
	meta: Meta;
	status: number;
	etag: string | null;
}

export class ApiError extends Error {
	status: number;
	fault: Fault;
	constructor(status: number, fault: Fault) {
		super(fault.message);
		this.status = status;
		this.fault = fault;
	}
}

const WAITS = [400, 800, 1600, 3200, 5000];

const wait = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

export function api_query(query: Options['query'] = {}): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query))
		if (value !== null && value !== undefined && value !== '')
			parameters.set(name, String(value));
	return parameters.toString();
}

export function api_key(): string {
	return crypto.randomUUID();
}

/* A refusal that says that the server is not there: a proxy's answer, or a server that ends. */
const is_absent = (status: number) => status === 502 || status === 503 || status === 504;
/* A request that is sent again while the server still works on it is answered a moment later. */
const is_working = (answer: Response) => answer.status === 409 && answer.headers.has('Retry-After');

async function answer_parse(answer: Response): Promise<{ data?: unknown; meta?: Meta; error?: Fault }> {
	try {
		return await answer.json();
	} catch {
		return {};
	}
}

export class Client {
	settings: Settings;
	waiting = 0;

	constructor(settings: Settings) {
		this.settings = settings;
	}

	get<T>(path: string, query?: Options['query'], options: Options = {}): Promise<Answer<T>> {
		return this.send<T>('GET', path, { ...options, query });
	}

	patch<T>(path: string, body: Json, version?: number): Promise<Answer<T>> {
		return this.send<T>('PATCH', path, { body, version });
	}

	post<T>(path: string, body: Json, query?: Options['query']): Promise<Answer<T>> {
		return this.send<T>('POST', path, { body, query });
	}

	url(path: string, query: Options['query'] = {}): string {
		const text = api_query({ environment: this.settings.environment, ...query });
		return `${this.settings.base}/${path}${text ? `?${text}` : ''}`;
	}

	async send<T>(method: string, path: string, options: Options = {}): Promise<Answer<T>> {
		const headers: Record<string, string> = {
			'X-Adcore-App': '1',
			'X-Space-Id': this.settings.space,
			Accept: 'application/json',
		};
		if (options.body !== undefined)
			headers['Content-Type'] = 'application/json';
		else if (options.file)
			headers['Content-Type'] = 'text/csv';
		if (method === 'POST')
			headers['Idempotency-Key'] = options.key ?? api_key();
		if (options.version !== undefined)
			headers['If-Match'] = `"${options.version}.0"`;
		const request: RequestInit = {
			method,
			headers,
			credentials: 'same-origin',
			...(options.body === undefined ? options.file ? { body: options.file } : {} : { body: JSON.stringify(options.body) }),
			...(options.signal ? { signal: options.signal } : {}),
		};
		const answer = await this.fetch(this.url(path, options.query), request, options);
		const { data, meta, error } = await answer_parse(answer);
		if (answer.status === 401)
			this.settings.onSessionEnd?.();
		if (!answer.ok)
			throw new ApiError(answer.status, error ?? { code: 'UNKNOWN', message: `The server returned HTTP status ${answer.status}.` });
		return { data: data as T, meta: meta ?? {}, status: answer.status, etag: answer.headers.get('ETag') };
	}

	/* Fetches until there is an answer. */
	async fetch(url: string, request: RequestInit, options: Options): Promise<Response> {
		const run = this.settings.fetch ?? fetch;
		for (let attempt = 0; ; attempt++) {
			try {
				const answer = await run(url, request);
				if ((!is_absent(answer.status) && !(attempt > 0 && is_working(answer))) || options.once) {
					this.offline(attempt, false);
					return answer;
				}
			} catch (error) {
				if (options.once || options.signal?.aborted)
					throw error;
			}
			this.offline(attempt, true);
			await (this.settings.pause ?? wait)(WAITS[Math.min(attempt, WAITS.length - 1)] ?? 5000);
		}
	}

	offline(attempt: number, isOffline: boolean): void {
		const before = this.waiting;
		if (isOffline && attempt === 0)
			this.waiting++;
		if (!isOffline && attempt > 0)
			this.waiting--;
		if ((before === 0) !== (this.waiting === 0))
			this.settings.onOffline?.(this.waiting > 0);
	}
}

/* The guardrails as the Space settings name them. */
const GUARDRAILS: { [rule: string]: string } = {
	maxCampaignDailyBudget: 'Maximum daily budget of a campaign', maxTotalDailyBudget: 'Maximum sum of daily budgets', maxBudgetIncreasePercent: 'Maximum budget increase, in percent',
	maxBid: 'Maximum bid', allowedPlatforms: 'Allowed platforms', blockedTerms: 'Blocked terms in ads and keywords',
};

const value_words = (value: Json): string => (Array.isArray(value) ? value.join(', ') : String(value));

/* The fault of one field, in words, with the limit where there is one. */
export function fault_words(error: unknown, field?: string): string {
	if (!(error instanceof ApiError))
		return error instanceof Error ? error.message : String(error);
	const { message, details } = error.fault;
	const own = details?.fields?.find(({ path }) => path === field) ?? details?.fields?.[0];
	if (own)
		return own.limit === undefined || own.message.includes(String(own.limit)) ? own.message : `${own.message} Limit: ${own.limit}.`;
	const broken = details?.violations?.[0];
	if (!broken)
		return message;
	const name = GUARDRAILS[broken.rule] ?? broken.rule;
	return broken.limit === undefined || broken.limit === null
		? `The guardrail “${name}” of this Space forbids this change.`
		: `The guardrail “${name}” of this Space is ${value_words(broken.limit)}. The result would be ${value_words(broken.actual ?? null)}.`;
}
