"""A reader of event streams over a raw socket: what the server sends, chunk by chunk, as it comes."""

import json
import re
import socket
import time

from adcore_server import SCALE

MODERN = "2026-07-28"
LEGACY = "2025-11-25"
PREFIX = "io.modelcontextprotocol/"


def modern_message(method, params=None, id=1, meta=None):
    envelope = {PREFIX + "protocolVersion": MODERN, PREFIX + "clientCapabilities": {}}
    params = dict(params or {}, _meta=dict(envelope, **(meta or {})))
    headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": method}
    if "name" in params:
        headers["Mcp-Name"] = params["name"]
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}, headers


def legacy_message(method, params=None, id=1, meta=None):
    params = dict(params or {})
    if meta:
        params["_meta"] = meta
    message = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
    return message, {"MCP-Protocol-Version": LEGACY}


class Stream:
    """One request and its answer. `events` are the messages so far, `comments` their number."""

    def __init__(self, port, token, message, headers, accept="application/json, text/event-stream"):
        body = json.dumps(message).encode()
        lines = [
            "POST /mcp HTTP/1.1",
            "Host: 127.0.0.1:%d" % port,
            "Authorization: Bearer %s" % token,
            "Content-Type: application/json",
            "Accept: %s" % accept,
            "Content-Length: %d" % len(body),
        ] + ["%s: %s" % each for each in headers.items()]
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        self.raw = b""
        self.closed = False
        self.events = []
        self.comments = 0
        self.taken = 0
        self.read_head()

    def more(self, deadline):
        """Reads a piece; False at the end of the connection or of the time."""
        self.socket.settimeout(max(0.01, deadline - time.monotonic()))
        try:
            piece = self.socket.recv(65536)
        except (TimeoutError, socket.timeout):
            return False
        except ConnectionError:
            piece = b""
        self.closed = self.closed or not piece
        self.raw += piece
        return bool(piece)

    def read_head(self):
        deadline = time.monotonic() + 30 * SCALE
        while b"\r\n\r\n" not in self.raw:
            assert self.more(deadline), "no answer: %r" % self.raw
        head, self.raw = self.raw.split(b"\r\n\r\n", 1)
        lines = head.decode().split("\r\n")
        self.status = int(lines[0].split()[1])
        self.headers = {}
        for line in lines[1:]:
            name, value = line.split(":", 1)
            self.headers[name.lower()] = value.strip()
        self.is_stream = self.headers.get("content-type") == "text/event-stream"
        if not self.is_stream:
            size = int(self.headers["content-length"])
            while len(self.raw) < size:
                assert self.more(deadline), "cut off: %r" % self.raw
            self.json = json.loads(self.raw) if size else None

    def chunks(self):
        """The body so far without its framing, and whether the last chunk has come."""
        body, rest = b"", self.raw
        while True:
            head = re.match(rb"([0-9a-fA-F]+)\r\n", rest)
            if not head:
                return body, False
            size = int(head.group(1), 16)
            if size == 0:
                return body, rest.startswith(head.group(0) + b"\r\n")
            if len(rest) < head.end() + size + 2:
                return body, False
            body += rest[head.end() : head.end() + size]
            rest = rest[head.end() + size + 2 :]

    def parse(self):
        if self.headers.get("transfer-encoding") == "chunked":
            body, ended = self.chunks()
        else:
            body, ended = self.raw, self.closed
        parts = body.decode().split("\n\n")[:-1]
        self.events = []
        self.comments = 0
        for part in parts:
            if part == ":":
                self.comments += 1
                continue
            first, second = part.split("\n")
            assert first == "event: message" and second.startswith("data: "), part
            self.events.append(json.loads(second[6:]))
        return ended

    def until(self, found, seconds=60):
        """Reads until found(self) is true or the stream ends. Returns the last value of found()."""
        deadline = time.monotonic() + seconds * SCALE
        while True:
            self.ended = self.parse()
            value = found(self)
            if value or self.ended or not self.more(deadline):
                return value

    def wait_event(self, count, seconds=60):
        """The events, at least `count` of them."""
        assert self.until(lambda s: len(s.events) >= count, seconds), (self.events, self.raw)
        return self.events

    def finish(self, seconds=90):
        """The events up to the stream's end, which has to come."""
        self.until(lambda s: False, seconds)
        assert self.ended, (self.events, self.raw[-300:])
        return self.events

    def silent(self, seconds):
        """Asserts that only comments arrive during that time."""
        before = len(self.events)
        self.until(lambda s: len(s.events) > before or s.closed, seconds / SCALE)
        assert len(self.events) == before and not self.closed, self.events[before:]

    def close(self):
        self.socket.close()
