"""Requests: addresses, headers, timeouts, retries, errors; by threads and by asyncio."""

import asyncio
import email.utils
import http.client
import inspect
import platform
import random
import socket
import ssl
import threading
import time
import uuid
from dataclasses import dataclass, field
from typing import Any, Awaitable, Callable, Dict, List, Mapping, Optional, Tuple, Union
from urllib.parse import quote, urlencode, urlsplit

from . import _model
from ._version import RETRY_STATUSES, VERSION
from .errors import AdcoreError, NetworkError, RequestTimeoutError, ServerError, class_of

FIRST_WAIT = 0.5
LONGEST_WAIT = 8.0
LONGEST_RETRY_AFTER = 60.0  # a longer one is given to the caller instead of being slept through
IDLE_SECONDS = 15.0  # a connection that was idle for longer is not used again


@dataclass(frozen=True)
class LogEvent:
    """One log record per attempt. It holds no body and no token."""

    operation: str
    method: str
    path: str
    attempt: int
    status: int
    request_id: Optional[str]
    seconds: float
    retry_in: Optional[float]


@dataclass(frozen=True)
class ResponseInfo:
    status: int
    request_id: Optional[str]
    headers: Mapping[str, str]  # names in lower case
    attempts: int
    replayed: bool


@dataclass(frozen=True)
class RequestOptions:
    """Of one call; what is None is as the client has it."""

    timeout: Optional[float] = None
    max_retries: Optional[int] = None
    idempotency_key: Optional[str] = None
    space_id: Optional[str] = None
    headers: Mapping[str, str] = field(default_factory=dict)
    on_response: Optional[Callable[[ResponseInfo], None]] = None


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: Mapping[str, str]
    body: Optional[bytes]


@dataclass(frozen=True)
class Response:
    status: int
    headers: Mapping[str, str]  # names in lower case
    body: bytes


class Transport:
    """The HTTP client: http.client with connections that are used again. Another one has the same
    send(), which raises OSError where there is no response and TimeoutError where it is late."""

    def __init__(self, context: Optional[ssl.SSLContext] = None) -> None:
        self._context = context
        self._lock = threading.Lock()
        self._idle: List[Tuple[float, Tuple[str, str], http.client.HTTPConnection]] = []

    def _connection(self, scheme: str, address: str, timeout: float) -> http.client.HTTPConnection:
        with self._lock:
            while self._idle:
                since, key, connection = self._idle.pop()
                if key == (scheme, address) and time.monotonic() - since < IDLE_SECONDS:
                    if connection.sock:
                        connection.sock.settimeout(timeout)
                        return connection
                connection.close()
        if scheme == "https":
            context = self._context or ssl.create_default_context()
            return http.client.HTTPSConnection(address, timeout=timeout, context=context)
        return http.client.HTTPConnection(address, timeout=timeout)

    def send(self, request: Request, timeout: float) -> Response:
        end = time.monotonic() + timeout
        parts = urlsplit(request.url)
        connection = self._connection(parts.scheme, parts.netloc, timeout)
        try:
            target = parts.path + ("?" + parts.query if parts.query else "")
            connection.request(request.method, target, request.body, dict(request.headers))
            response = connection.getresponse()
            chunks = []
            while True:
                left = end - time.monotonic()
                if left <= 0:
                    raise TimeoutError("the response took too long")
                if connection.sock:
                    connection.sock.settimeout(left)
                chunk = response.read1(1 << 16)
                if not chunk:
                    break
                chunks.append(chunk)
            if response.length:
                raise ConnectionError("the response was cut")
            response.read()  # at the end of the body: without it the connection is not free
        except http.client.HTTPException as error:
            connection.close()
            raise ConnectionError(repr(error)) from error
        except BaseException:
            connection.close()
            raise
        if response.will_close:
            connection.close()
        else:
            with self._lock:
                self._idle.append((time.monotonic(), (parts.scheme, parts.netloc), connection))
        heads = {name.lower(): value for name, value in response.getheaders()}
        return Response(response.status, heads, b"".join(chunks))

    def close(self) -> None:
        with self._lock:
            for _, _, connection in self._idle:
                connection.close()
            self._idle = []


@dataclass
class Call:
    operation: str
    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, Optional[str]] = field(default_factory=dict)
    body: Optional[_model.Model] = None
    type: str = ""
    meta: str = ""
    result: str = "object"


@dataclass
class Answer:
    data: Any
    meta: Any


@dataclass
class Settings:
    base_url: str
    token: Any
    space_id: Optional[str]
    timeout: float
    max_retries: int
    logger: Optional[Callable[[LogEvent], None]]


class Job:
    """One call: its request, what an answer means, and whether there is another attempt."""

    def __init__(self, settings: Settings, call: Call, options: Optional[RequestOptions]) -> None:
        self.settings, self.call, self.options = settings, call, options or RequestOptions()
        timeout = self.options.timeout
        self.timeout = settings.timeout if timeout is None else timeout
        retries = self.options.max_retries
        self.retries = settings.max_retries if retries is None else retries
        self.body = None if call.body is None else _model.dumps(call.body).encode()
        self.key = (self.options.idempotency_key or str(uuid.uuid4())) if call.method == "POST" else None
        self.status, self.request_id, self.began = 0, None, 0.0  # type: int, Optional[str], float
        self.attempt = 0

    def request(self, token: Optional[str]) -> Request:
        self.attempt += 1
        self.status, self.request_id, self.began = 0, None, time.monotonic()
        space = self.options.space_id or self.settings.space_id
        heads: Dict[str, Optional[str]] = {
            "User-Agent": "adcore-python/%s python/%s" % (VERSION, platform.python_version()),
            "Accept": "*/*" if self.call.result == "bytes" else "application/json",
            "Authorization": "Bearer " + token if token else None,
            "X-Space-Id": space,
            "Idempotency-Key": self.key,
            "Content-Type": "application/json" if self.body is not None else None,
        }
        heads.update(self.call.headers)
        heads.update(self.options.headers)
        query = {name: _model.query_value(v) for name, v in self.call.query.items() if v is not None}
        url = self.settings.base_url + self.call.path
        if query:
            url += "?" + urlencode(query, safe=",", quote_via=quote)
        return Request(self.call.method, url, {k: v for k, v in heads.items() if v is not None}, self.body)

    def lost(self, error: Exception) -> AdcoreError:
        if isinstance(error, (TimeoutError, socket.timeout)):
            return RequestTimeoutError(
                "No response after %g s" % self.timeout, code="TIMEOUT", attempts=self.attempt
            )
        return NetworkError("The request failed: %r" % error, code="NETWORK_ERROR", attempts=self.attempt)

    def answer(self, response: Response) -> Answer:
        self.status = response.status
        self.request_id = response.headers.get("x-request-id")
        if self.options.on_response:
            replayed = response.headers.get("idempotent-replayed") == "true"
            self.options.on_response(
                ResponseInfo(self.status, self.request_id, response.headers, self.attempt, replayed)
            )
        good = 200 <= response.status < 300
        if response.status == 304:
            return Answer(None, None)
        if good and self.call.result == "bytes":
            return Answer(response.body, None)
        try:
            envelope = _model.loads(response.body.decode("utf-8"))
        except ValueError:
            envelope = None
        if good and self.call.result == "json":
            return Answer(envelope, None)
        if not good or not isinstance(envelope, dict) or "data" not in envelope:
            raise self.refusal(response, envelope if isinstance(envelope, dict) else {})
        data = envelope["data"]
        if self.call.result == "page":
            data = _model.objects_of(self.call.type, data)
        elif self.call.type:
            data = _model.convert("object", self.call.type, data)
        meta = envelope.get("meta")
        return Answer(data, _model.convert("object", self.call.meta, meta) if self.call.meta else meta)

    def refusal(self, response: Response, envelope: Mapping[str, Any]) -> AdcoreError:
        error = envelope.get("error")
        error = error if isinstance(error, dict) else {}
        details = error.get("details")
        details = details if isinstance(details, dict) else {}
        told = seconds_of(response.headers.get("retry-after"))
        return class_of(response.status)(
            error.get("message") or "The server answered %d without an error of the API" % response.status,
            status=response.status,
            code=error.get("code") or "HTTP_%d" % response.status,
            request_id=self.request_id,
            details=details,
            attempts=self.attempt,
            retry_after=details.get("retryAfter") if told is None else told,
        )

    def is_conditional(self) -> bool:
        """A conditional update that arrived would be refused with 412 when it is sent again."""
        if self.call.headers.get("If-Match") is not None:
            return True
        return self.call.method == "PATCH" and self.call.body is not None and "expectedVersion" in self.call.body

    def wait(self, error: AdcoreError) -> Optional[float]:
        """Seconds before the next attempt; None where there is none."""
        if self.attempt > self.retries:
            return None
        if error.status not in (429, 503):
            transient = isinstance(error, (NetworkError, ServerError)) or error.status in RETRY_STATUSES
            if not transient or self.is_conditional():
                return None
        if error.retry_after is not None:
            if error.retry_after > LONGEST_RETRY_AFTER:
                return None
            return error.retry_after + random.uniform(0, 0.25)
        return min(LONGEST_WAIT, FIRST_WAIT * 2.0 ** (self.attempt - 1)) * random.uniform(0.5, 1)

    def log(self, retry_in: Optional[float]) -> None:
        if self.settings.logger:
            call = self.call
            self.settings.logger(
                LogEvent(call.operation, call.method, call.path, self.attempt, self.status,
                         self.request_id, time.monotonic() - self.began, retry_in)
            )


def seconds_of(text: Optional[str]) -> Optional[float]:
    if text is None:
        return None
    if text.isdigit():
        return float(text)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def base_of(url: str) -> str:
    bare = url.rstrip("/")
    head, _, last = bare.rpartition("/")
    return bare if head.endswith("/api") and last[:1] == "v" else bare + "/api/v1"


Token = Union[str, Callable[[], str], None]
AsyncToken = Union[str, Callable[[], Union[str, Awaitable[str]]], None]


class Http:
    def __init__(self, settings: Settings, transport: Optional[Transport]) -> None:
        self.settings, self.transport = settings, transport or Transport()

    def call(self, call: Call, options: Optional[RequestOptions]) -> Answer:
        job = Job(self.settings, call, options)
        while True:
            token = self.settings.token() if callable(self.settings.token) else self.settings.token
            try:
                try:
                    response = self.transport.send(job.request(token), job.timeout)
                except OSError as error:
                    raise job.lost(error) from error
                answer = job.answer(response)
            except AdcoreError as error:
                wait = job.wait(error)
                job.log(wait)
                if wait is None:
                    raise
            else:
                job.log(None)
                return answer
            time.sleep(wait)


class AsyncHttp:
    """The same with asyncio. The default transport sends in a thread of the loop's executor."""

    def __init__(self, settings: Settings, transport: Optional[Any]) -> None:
        self.settings, self.transport = settings, transport or Transport()

    async def _send(self, request: Request, timeout: float) -> Response:
        if inspect.iscoroutinefunction(self.transport.send):
            response: Response = await self.transport.send(request, timeout)
            return response
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(None, self.transport.send, request, timeout)

    async def call(self, call: Call, options: Optional[RequestOptions]) -> Answer:
        job = Job(self.settings, call, options)
        while True:
            token = self.settings.token() if callable(self.settings.token) else self.settings.token
            if inspect.isawaitable(token):
                token = await token
            try:
                try:
                    response = await self._send(job.request(token), job.timeout)
                except OSError as error:
                    raise job.lost(error) from error
                answer = job.answer(response)
            except AdcoreError as error:
                wait = job.wait(error)
                job.log(wait)
                if wait is None:
                    raise
            else:
                job.log(None)
                return answer
            await asyncio.sleep(wait)
