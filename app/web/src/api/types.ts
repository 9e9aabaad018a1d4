/* The JSON of /app/api, and of the boot data that the shell page carries. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Row = { [field: string]: Json };

export type Resource = 'campaigns' | 'ad-groups' | 'ads' | 'keywords' | 'negative-keywords' | 'assets' | 'businesses';

export interface Space {
	id: string;
	name: string;
	role: string;
	owner?: string;
	currency: string;
	timeZone?: string;
	timezone?: string;
}

export interface Boot {
	space: Space & { environment?: string };
	spaces: Space[];
	environment: 'test' | 'live';
	account: { name: string; email?: string };
	page: string;
	api: string;
	/* The address of the MCP connector. */
	mcpUrl?: string;
}

export type Coded = { values: Json[]; codes: number[] };

export interface Grid {
	resource: Resource;
	count: number;
	total: number;
	columns: { [field: string]: Json[] | Coded };
	mark?: string;
}

export interface Change {
	at: string;
	resource: string;
	id: string;
	op: string;
	front?: string;
	by?: { name: string } | null;
	app?: string | null;
	campaignId?: string | null;
	summary?: string | null;
}

export interface Fault {
	code: string;
	message: string;
	details?: {
		fields?: { path: string; code: string; message: string; limit?: number }[];
		violations?: { rule: string; limit?: Json; actual?: Json; id?: string; message?: string }[];
		reason?: string;
		suggestion?: string;
		confirmUrl?: string;
		setUpUrl?: string;
		runId?: string;
		planHash?: string;
	};
}

export interface Meta {
	nextCursor?: string | null;
	total?: number;
	totals?: Row;
	dataAsOf?: string | null;
	from?: string;
	to?: string;
	[key: string]: unknown;
}
