"""Attacks of an unauthenticated client from several local addresses: connections, bodies, slow
readers. Each attack keeps its connections until its context ends. `open` counts those that the
server has left open.

The attackers use 127.0.1.0/24, so that the probes from 127.0.0.1 have a separate share.
"""

import contextlib
import http.client
import re
import select
import socket
import time
import urllib.parse


def network(host):
    return "127.0.1.%d" % host


def process_rss(pid):
    """MiB of resident memory."""
    with open("/proc/%d/status" % pid) as lines:
        for line in lines:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    raise AssertionError("no VmRSS")


class Attack:
    """Sockets of attackers."""

    def __init__(self, server):
        self.server = server
        self.held = []

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        for s in self.held:
            s.close()

    def host(self):
        return "Host: 127.0.0.1:%d\r\n" % self.server.port

    def dial(self, source, small_window=False):
        s = socket.socket()
        if small_window:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.bind((source, 0))
        s.settimeout(20)
        s.connect(("127.0.0.1", self.server.port))
        self.held.append(s)
        return s

    def send(self, s, data):
        """Returns False if the server has closed."""
        try:
            s.sendall(data if isinstance(data, bytes) else data.encode())
            return True
        except OSError:
            return False

    def connect(self, count, source, first=b""):
        """Opens connections that send `first` and nothing else."""
        for _ in range(count):
            try:
                s = self.dial(source)
            except OSError:
                continue
            if first:
                self.send(s, first)

    def post(self, source, path, length, part, headers=""):
        """A request that sends only `part` of a body of `length` bytes. A length of None is a
        chunked body."""
        framing = "Content-Length: %d" % length if length else "Transfer-Encoding: chunked"
        head = "POST %s HTTP/1.1\r\n%sContent-Type: application/json\r\n%s%s\r\n\r\n" % (
            path,
            self.host(),
            headers,
            framing,
        )
        body = b"x" * part if length else b"%x\r\n%s\r\n" % (part, b"x" * part)
        s = self.dial(source)
        self.send(s, head.encode())
        self.send(s, body)
        return s

    def open(self):
        """The number of sockets that the server has neither closed nor reset."""
        poll = select.poll()
        left = {s.fileno(): s for s in self.held}
        for fd in left:
            poll.register(fd, select.POLLIN)
        for fd, _ in poll.poll(0):
            s = left[fd]
            s.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                try:
                    if s.recv(1, socket.MSG_PEEK) == b"":
                        left.pop(fd)
                except BlockingIOError:
                    raise
                except OSError:
                    left.pop(fd)
        return len(left)


def read_status(s):
    """The status of the only response on a socket, or 0 if it was closed without one."""
    data = b""
    with contextlib.suppress(OSError):
        while b"\r\n" not in data:
            piece = s.recv(4096)
            if not piece:
                break
            data += piece
    return int(data.split()[1]) if data.startswith(b"HTTP/1.1 ") else 0


def tries_of_sign_in(server, count, proxied=True):
    """`count` failed sign-ins of unknown accounts at once, each from its own network. Returns
    their statuses. The server must trust 127.0.0.1 as a proxy."""
    page = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    page.request("GET", "/signin")
    answer = page.getresponse()
    csrf = re.search(r'name="csrf" value="([^"]+)"', answer.read().decode()).group(1)
    cookie = answer.getheader("Set-Cookie").split(";")[0]
    body = "csrf=%s&email=nobody%d%%40example.com&password=wrong"
    socks = []
    for i in range(count):
        form = (body % (csrf.replace("+", "%2B").replace("/", "%2F").replace("=", "%3D"), i)).encode()
        s = socket.create_connection(("127.0.0.1", server.port), timeout=60)
        s.sendall(
            (
                "POST /signin HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nCookie: %s\r\n"
                "X-Forwarded-For: 10.1.%d.%d\r\nConnection: close\r\n"
                "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n\r\n"
                % (server.port, cookie, i // 250, i % 250 + 1, len(form))
            ).encode()
            + form
        )
        socks.append(s)
    return socks


class Browser:
    """Signs in from an address, behind a proxy that the server trusts; keeps its cookies."""

    def __init__(self, server, address):
        self.server, self.address, self.cookies = server, address, {}

    def ask(self, method, body=None, path="/signin?switch=1"):
        conn = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        heads = {"X-Forwarded-For": self.address}
        if self.cookies:
            heads["Cookie"] = "; ".join("%s=%s" % pair for pair in self.cookies.items())
        if body is not None:
            heads["Content-Type"] = "application/x-www-form-urlencoded"
        conn.request(method, path if body is None else "/signin", body, heads)
        answer = conn.getresponse()
        text = answer.read().decode()
        for line in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = line.split(";")[0].partition("=")
            self.cookies[name] = value
        conn.close()
        return answer.status, text

    def sign_in(self, email, password):
        """Signs in once. Returns the status."""
        page = self.ask("GET")[1]
        csrf = re.search(r'name="csrf" value="([^"]+)"', page).group(1)
        form = urllib.parse.urlencode({"csrf": csrf, "email": email, "password": password})
        return self.ask("POST", form)[0]


class Probe:
    """Requests /healthz and the API during an attack. Each response must be a 200."""

    def __init__(self, server, api):
        self.server, self.api = server, api
        self.times = {"healthz": [], "api": []}

    def ask(self, count=3):
        for _ in range(count):
            for name, path, root in (("healthz", "/healthz", True), ("api", "/me", False)):
                # The server may close an idle connection at any moment, so each request has its
                # own.
                self.api.close()
                began = time.monotonic()
                self.api.request("GET", path, root=root, expect=200)
                self.times[name].append(time.monotonic() - began)

    def p99(self, name):
        """Milliseconds."""
        times = sorted(self.times[name])
        return 1000 * times[min(len(times) - 1, int(len(times) * 0.99))]
