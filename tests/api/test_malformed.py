"""The malformed requests of adcore_malformed.py, sent as bytes, each on its own socket."""

import re
import socket

import pytest

from adcore_malformed import GET, H, ROWS, chunks, head, host, length, line


def is_complete(data, text):
    """A whole answer after which the connection stays open."""
    head, mark, body = data.partition(b"\r\n\r\n")
    size = re.search(rb"(?i)\r\ncontent-length: (\d+)", head)
    if not mark or not size or re.search(rb"(?i)\r\nconnection: close", head):
        return False
    return text.startswith("HEAD") or len(body) >= int(size.group(1))


def answer_to(server, text, then=b""):
    """The status of the first answer, all received bytes, and the number of response heads."""
    name = "127.0.0.1:%d" % server.port
    data = b""
    with socket.create_connection(("127.0.0.1", server.port), timeout=40) as s:
        try:
            s.sendall(text.format(host=name).encode("latin-1") + then)
            s.settimeout(0.5)
            while not is_complete(data, text):
                try:
                    piece = s.recv(65536)
                except TimeoutError:
                    # Waits until the server waits for more input. libmicrohttpd may otherwise drop
                    # the answer to the complete request.
                    s.settimeout(40)
                    s.shutdown(socket.SHUT_WR)
                    continue
                if not piece:
                    break
                data += piece
        except OSError as fault:
            assert not isinstance(fault, TimeoutError), data[:300]
    heads = re.findall(rb"HTTP/1\.[01] (\d{3}) ", data)
    return int(heads[0]) if heads else 0, data, len(heads)


@pytest.mark.parametrize("text, expected", [row[1:] for row in ROWS], ids=[row[0] for row in ROWS])
def test_each_has_one_right_answer(server, text, expected):
    status, data, _ = answer_to(server, text)
    wanted = expected if isinstance(expected, tuple) else (expected,)
    assert status in wanted, data[:300]
    assert server.process.poll() is None


def test_nothing_behind_a_doubtful_body_is_a_request(server):
    """Bytes that a proxy takes for the body are never answered as a request."""
    smuggled = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % server.port
    for body in ("0\r\n\r\n", "2;\nxx\r\n0\r\n\r\n", "2\n{{}}\n0\n\n", "2;a=b\r\n{{}}\r\n0\r\n\r\n"):
        _, data, heads = answer_to(server, chunks(body), smuggled)
        assert heads <= 1 and b'"status":"ok"' not in data, data[:400]
    for text in (length("Content-Length: 2\r\nContent-Length: 3", "{{}}"), head("X-A: a\r\n b")):
        _, data, heads = answer_to(server, text, smuggled)
        assert heads == 1 and b'"status":"ok"' not in data, data[:400]


def test_every_answer_of_ours_forbids_sniffing(server):
    for text in (
        line("GET /healthz HTTP/1.1"),
        line("GET /api/v1/me HTTP/1.1"),
        line("GET /nothing HTTP/1.1"),
        line("GET /signin HTTP/1.1"),
        line("POST /mcp HTTP/1.1"),
        host("Host: evil.example"),
        head("X-A: a\r\n b"),
    ):
        data = answer_to(server, text)[1]
        assert data.lower().count(b"x-content-type-options: nosniff") == 1, data[:300]
