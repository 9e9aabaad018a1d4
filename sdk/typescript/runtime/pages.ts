/* Lists: one iterator over all pages, which fetches a page when the one before is used up. */
import type { Call, Http, RequestOptions } from './http.js';

export interface Page<T, M> {
	data: T[];
	meta: M;
}

/** The result of a list method. Nothing is requested until it is iterated or a page is asked for. */
export class Pages<T, M extends { nextCursor: string | null; total: number }> implements AsyncIterable<T> {
	constructor(private readonly http: Http, private readonly call: Call, private readonly options: RequestOptions = {}) {}

	private async fetch(cursor?: string): Promise<Page<T, M>> {
		const query = cursor === undefined ? this.call.query : { ...this.call.query, cursor };
		const { data, meta } = await this.http.call({ ...this.call, query }, this.options);
		return { data: data as T[], meta: meta as M };
	}

	/** The first page, or the one at `cursor` of the list's parameters. */
	page(): Promise<Page<T, M>> {
		return this.fetch();
	}

	/** Page by page. */
	async *pages(): AsyncGenerator<Page<T, M>, void, undefined> {
		let cursor: string | undefined;
		do {
			const page = await this.fetch(cursor);
			yield page;
			cursor = page.meta.nextCursor ?? undefined;
		} while (cursor !== undefined);
	}

	async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
		for await (const page of this.pages())
			yield* page.data;
	}

	/** All objects, or the first `limit`, as an array. */
	async all(limit = Infinity): Promise<T[]> {
		const found: T[] = [];
		if (limit <= 0)
			return found;
		for await (const each of this) {
			found.push(each);
			if (found.length >= limit)
				break;
		}
		return found;
	}
}
