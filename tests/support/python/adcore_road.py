"""What stands between the server and the sandbox: it passes everything on, and may do more."""

import http.client
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


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
        """Nobody waits for that answer any more."""


class Passage(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        """The tests' output is no log."""

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
