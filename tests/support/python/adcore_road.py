"""A proxy between the server and the sandbox. It forwards each request, and subclasses add
behaviour."""

import http.client
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from adcore_server import SCALE


class Road(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, port):
        super().__init__(("127.0.0.1", 0), Passage)
        self.onward = port
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return "http://127.0.0.1:%d" % self.server_address[1]

    def carry(self, passage, body):
        """(status, headers, text) of the answer to a request."""
        return passage.onward(body)

    def end(self):
        self.shutdown()
        self.server_close()

    def handle_error(self, request, client_address):
        """Ignores errors: the client no longer waits for the response."""


class SlowRoad(Road):
    """Once armed, holds the first request for which `late(method, path, body)` is true until
    `released` is set. The response to a request for which `frees(method, path)` is true also
    sets it. The sender may be gone by then."""

    def __init__(self, port, late, frees=None, armed=True):
        self.late = late
        self.frees = frees or (lambda method, path: False)
        self.lock = threading.Lock()
        self.armed, self.held, self.released, self.arrived = (threading.Event() for _ in range(4))
        if armed:
            self.armed.set()
        super().__init__(port)

    def takes(self, method, path, body):
        with self.lock:
            late = self.armed.is_set() and not self.held.is_set() and self.late(method, path, body)
            if late:
                self.held.set()
            return late

    def carry(self, passage, body):
        path = passage.path.split("?")[0]
        again = self.held.is_set()
        late = self.takes(passage.command, path, body)
        if late:
            self.released.wait(30 * SCALE)
        answer = passage.onward(body)
        if late:
            self.arrived.set()
        elif again and self.frees(passage.command, path):
            self.released.set()
        return answer

    def end(self):
        self.released.set()
        super().end()


class Passage(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        """Writes no log."""

    def onward(self, body):
        link = http.client.HTTPConnection("127.0.0.1", self.server.onward, timeout=60)
        heads = {k: v for k, v in self.headers.items() if k.lower() != "host"}
        link.request(self.command, self.path, body or None, heads)
        answer = link.getresponse()
        text = answer.read()
        link.close()
        return answer.status, answer.getheaders(), text

    def pass_on(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        status, heads, text = self.server.carry(self, body)
        self.send_response(status)
        for name, value in heads:
            if name.lower() not in ("transfer-encoding", "content-length", "connection"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = pass_on
