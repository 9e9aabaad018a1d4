"""A hundred clients at once with one token: the accepted requests by window.

Each client keeps one connection and sends the next request after each response. Windows are
distinguished by X-RateLimit-Reset, which is unique because a window lasts 60 s.
"""

import re
import socket
import threading
import time

HEAD = re.compile(
    rb"HTTP/1\.1 (\d{3}) .*?content-length: *(\d+)", re.IGNORECASE | re.DOTALL
)
FIELDS = {
    name: re.compile(rb"\r\n%s: *(\d+)\r\n" % name.encode(), re.IGNORECASE)
    for name in ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
}


class Answer:
    def __init__(self, head):
        self.status = int(head[9:12])
        self.limit, self.remaining, self.reset = (
            int(FIELDS[name].search(head).group(1)) for name in FIELDS
        )


class OneOfMany:
    """One client: a socket, and minimal Python per request."""

    def __init__(self, port, token, path="/api/v1/me"):
        self.sock = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.request = (
            "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n\r\n"
            % (path, token)
        ).encode()
        self.rest = b""

    def ask(self):
        self.sock.sendall(self.request)
        data = self.rest
        while b"\r\n\r\n" not in data:
            data += self.more()
        head, _, body = data.partition(b"\r\n\r\n")
        size = int(HEAD.match(head + b"\r\n").group(2))
        while len(body) < size:
            body += self.more()
        self.rest = body[size:]
        return Answer(head + b"\r\n")

    def more(self):
        piece = self.sock.recv(65536)
        assert piece, "the server closed the connection"
        return piece


def crowd(targets, until, clients=100, pause=0.0):
    """The answers of `clients` clients, spread evenly over `targets` ((port, token), …). Each
    client sends requests until `until(its own answers)` is true."""
    answers = [[] for _ in range(clients)]
    faults = []
    gate = threading.Barrier(clients)

    def run(index):
        try:
            one = OneOfMany(*targets[index % len(targets)])
            gate.wait()
            while not until(answers[index]):
                answers[index].append(one.ask())
                if pause:
                    time.sleep(pause)
            one.sock.close()
        except Exception as fault:  # raised in the caller
            faults.append(fault)
            gate.abort()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults, faults[:3]
    return [answer for mine in answers for answer in mine]


def refused_times(times):
    """For crowd(): until this client has been refused that often."""
    return lambda answers: sum(answer.status == 429 for answer in answers[-times:]) >= times


def windows(answers):
    """The accepted requests of each window: {reset: sorted X-RateLimit-Remaining}."""
    found = {}
    for answer in answers:
        assert answer.status in (200, 429), answer.status
        if answer.status == 200:
            found.setdefault(answer.reset, []).append(answer.remaining)
    return {reset: sorted(remaining) for reset, remaining in sorted(found.items())}


def assert_exact(answers, limit, cut=False):
    """Each window accepts exactly `limit` requests, with distinct X-RateLimit-Remaining. With
    `cut` the end of the test, not the limit, may have ended the last window."""
    found = windows(answers)
    for reset, remaining in found.items():
        first = limit - len(remaining) if cut and reset == max(found) else 0
        assert remaining == list(range(first, limit)), "window to %d: %d passed of %d" % (
            reset,
            len(remaining),
            limit,
        )
    return found
