/* The errors of the API as classes, by HTTP status. Each has the id of its request. */

/** A fault of one field of a request. `path` is "budget" or "operations[3].body.name". */
export interface FieldFault {
	path: string;
	code: string;
	message: string;
	limit?: number;
}

/** A guardrail of the Space that the request would have broken. */
export interface Violation {
	rule: string;
	limit: unknown;
	actual: unknown;
	id: string | null;
	message?: string;
}

export interface ErrorParts {
	status: number;
	code: string;
	message: string;
	requestId: string | null;
	details: { readonly [name: string]: unknown };
	attempts: number;
	retryAfter: number | null;
	cause?: unknown;
}

export class AdcoreError extends Error {
	/** The HTTP status; 0 where no response was received. */
	readonly status: number;
	/** The code of the API, such as "NOT_FOUND". New codes may be added. */
	readonly code: string;
	/** The X-Request-Id of the response; null where none was received. */
	readonly requestId: string | null;
	readonly details: { readonly [name: string]: unknown };
	/** The number of times the request was sent. */
	readonly attempts: number;
	/** Seconds to wait before the next try, where the server named them. */
	readonly retryAfter: number | null;

	constructor(parts: ErrorParts) {
		super(parts.message);
		this.name = new.target.name;
		if (parts.cause !== undefined)
			Object.defineProperty(this, 'cause', { value: parts.cause, enumerable: false });
		this.status = parts.status;
		this.code = parts.code;
		this.requestId = parts.requestId;
		this.details = parts.details;
		this.attempts = parts.attempts;
		this.retryAfter = parts.retryAfter;
	}

	/** "transient", "correctable" or "terminal". */
	get recovery(): string | null {
		return typeof this.details.recovery === 'string' ? this.details.recovery : null;
	}

	protected list<T>(name: string): T[] {
		const value = this.details[name];
		return Array.isArray(value) ? (value as T[]) : [];
	}
}

/** 400: fields of the request are wrong. */
export class ValidationError extends AdcoreError {
	get fields(): FieldFault[] {
		return this.list('fields');
	}
}
/** 401: the token is missing, expired or revoked. */
export class AuthenticationError extends AdcoreError {}
/** 402: the plan does not allow the request. */
export class BillingError extends AdcoreError {
	get manageUrl(): string | null {
		return typeof this.details.manageUrl === 'string' ? this.details.manageUrl : null;
	}
}
/** 403: the token lacks scopes. */
export class ScopeError extends AdcoreError {
	get required(): string[] {
		return this.list('required');
	}
}
/** 404: the object does not exist, or not in this Space. */
export class NotFoundError extends AdcoreError {}
/** 409: the state of the object does not allow the request, or an idempotency key was used twice. */
export class ConflictError extends AdcoreError {
	get reason(): string | null {
		return typeof this.details.reason === 'string' ? this.details.reason : null;
	}
}
/** 412: the object was changed since the version that the request named. */
export class PreconditionFailedError extends ConflictError {
	get currentVersion(): number | null {
		return typeof this.details.currentVersion === 'number' ? this.details.currentVersion : null;
	}
}
/** 413 and 415: the body is too large, or of another media type. */
export class RequestError extends AdcoreError {}
/** 422: a guardrail of the Space refused the request. */
export class GuardrailError extends AdcoreError {
	get violations(): Violation[] {
		return this.list('violations');
	}
}
/** 429: too many requests; `retryAfter` is in seconds. */
export class RateLimitError extends AdcoreError {
	get bucket(): string | null {
		return typeof this.details.bucket === 'string' ? this.details.bucket : null;
	}
}
/** 5xx: the server failed. */
export class ServerError extends AdcoreError {}
/** No response was received. */
export class NetworkError extends AdcoreError {}
/** No response was received in time. */
export class TimeoutError extends NetworkError {}
/** A webhook's signature does not verify. */
export class SignatureError extends Error {
	override name = 'SignatureError';
}

const BY_STATUS: { readonly [status: number]: new (parts: ErrorParts) => AdcoreError } = {
	400: ValidationError,
	401: AuthenticationError,
	402: BillingError,
	403: ScopeError,
	404: NotFoundError,
	409: ConflictError,
	412: PreconditionFailedError,
	413: RequestError,
	414: RequestError,
	415: RequestError,
	422: GuardrailError,
	429: RateLimitError,
};

export function errorOf(parts: ErrorParts): AdcoreError {
	const known = BY_STATUS[parts.status];
	if (known)
		return new known(parts);
	return parts.status >= 500 || parts.status < 400 ? new ServerError(parts) : new RequestError(parts);
}
