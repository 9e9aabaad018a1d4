"""The errors of the API as classes, by HTTP status. Each has the id of its request."""

from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Type


class FieldFault(NamedTuple):
    """A fault of one field of a request; `path` is "budget" or "operations[3].body.name"."""

    path: str
    code: str
    message: str
    limit: Any = None


class Violation(NamedTuple):
    """A guardrail of the Space that the request would have broken."""

    rule: str
    limit: Any = None
    actual: Any = None
    id: Optional[str] = None
    message: Optional[str] = None


class AdcoreError(Exception):
    """status is 0 where no response was received; attempts counts how often the request was sent;
    retry_after is in seconds."""

    def __init__(
        self,
        message: str,
        *,
        status: int = 0,
        code: str = "",
        request_id: Optional[str] = None,
        details: Optional[Mapping[str, Any]] = None,
        attempts: int = 1,
        retry_after: Optional[float] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.code = code
        self.request_id = request_id
        self.details: Mapping[str, Any] = details or {}
        self.attempts = attempts
        self.retry_after = retry_after

    def __str__(self) -> str:
        return "%s (%s, request %s)" % (self.message, self.code, self.request_id)

    @property
    def recovery(self) -> Optional[str]:
        """"transient", "correctable" or "terminal"."""
        return self.details.get("recovery")

    def _rows(self, name: str, kind: Any) -> List[Any]:
        rows = self.details.get(name)
        known = kind._fields
        return [
            kind(**{key: each.get(key) for key in known})
            for each in (rows if isinstance(rows, list) else [])
            if isinstance(each, dict)
        ]


class ValidationError(AdcoreError):
    """400: fields of the request are wrong."""

    @property
    def fields(self) -> List[FieldFault]:
        return self._rows("fields", FieldFault)


class AuthenticationError(AdcoreError):
    """401: the token is missing, expired or revoked."""


class BillingError(AdcoreError):
    """402: the plan does not allow the request."""

    @property
    def manage_url(self) -> Optional[str]:
        return self.details.get("manageUrl")


class ScopeError(AdcoreError):
    """403: the token lacks scopes."""

    @property
    def required(self) -> List[str]:
        return list(self.details.get("required") or [])


class NotFoundError(AdcoreError):
    """404: the object does not exist, or not in this Space."""


class ConflictError(AdcoreError):
    """409: the state of the object does not allow the request, or an idempotency key was used twice."""

    @property
    def reason(self) -> Optional[str]:
        return self.details.get("reason")


class PreconditionFailedError(ConflictError):
    """412: the object was changed since the version that the request named."""

    @property
    def current_version(self) -> Optional[int]:
        return self.details.get("currentVersion")


class RequestError(AdcoreError):
    """413, 414, 415: the body is too large, or of another media type."""


class GuardrailError(AdcoreError):
    """422: a guardrail of the Space refused the request."""

    @property
    def violations(self) -> List[Violation]:
        return self._rows("violations", Violation)


class RateLimitError(AdcoreError):
    """429: too many requests."""

    @property
    def bucket(self) -> Optional[str]:
        return self.details.get("bucket")


class ServerError(AdcoreError):
    """5xx: the server failed."""


class NetworkError(AdcoreError):
    """No response was received."""


class RequestTimeoutError(NetworkError):
    """No response was received in time."""


class SignatureError(Exception):
    """A webhook's signature does not verify."""


_BY_STATUS: Dict[int, Type[AdcoreError]] = {
    400: ValidationError,
    401: AuthenticationError,
    402: BillingError,
    403: ScopeError,
    404: NotFoundError,
    409: ConflictError,
    412: PreconditionFailedError,
    422: GuardrailError,
    429: RateLimitError,
}


def class_of(status: int) -> Type[AdcoreError]:
    if status in _BY_STATUS:
        return _BY_STATUS[status]
    return RequestError if 400 <= status < 500 else ServerError
