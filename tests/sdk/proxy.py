"""A proxy before the server that makes the faults of a network.

The control path /_control takes POST {"faults": […]}: each fault is for the next `times` requests
(1) whose "METHOD /path" begins with `match`:
  {"match", "status", "headers", "body"}   answered by the proxy itself
  {"match", "cut": "before" | "after"}     closed before the server has it, or instead of its answer
  {"match", "delay": seconds}              the answer comes late
  {"match", "replace": [[old, new], …]}    texts of the server's answer are replaced
GET /_control answers the requests since the last POST: method, path, query, headers, body.
"""

import http.client
import json
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

DROPPED = {"connection", "content-length", "transfer-encoding", "host", "accept-encoding"}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def control(self, body):
        server = self.server
        if self.command == "POST":
            with server.lock:
                server.faults = json.loads(body)["faults"]
                server.seen = []
            return self.answer(200, {}, b"{}")
        with server.lock:
            return self.answer(200, {}, json.dumps(server.seen).encode())

    def answer(self, status, headers, body):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        try:
            self.end_headers()
            self.wfile.write(body)
        except OSError:
            self.close_connection = True  # the client closed the connection, which a case may test

    def cut(self):
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def fault(self, body):
        path, _, query = self.path.partition("?")
        line = "%s %s" % (self.command, path.replace("/api/v1", "", 1))
        with self.server.lock:
            self.server.seen.append({
                "method": self.command, "path": path, "query": query,
                "headers": {name.lower(): value for name, value in self.headers.items()},
                "body": body.decode("utf-8", "replace"),
            })
            for each in self.server.faults:
                if line.startswith(each["match"]) and each.get("times", 1) > 0:
                    each["times"] = each.get("times", 1) - 1
                    return each
        return {}

    def serve(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.path == "/_control":
            return self.control(body)
        fault = self.fault(body)
        if fault.get("cut") == "before":
            return self.cut()
        if "status" in fault:
            text = fault["body"] if isinstance(fault["body"], str) else json.dumps(fault["body"])
            heads = {"Content-Type": "application/json", "X-Request-Id": "req_PROXY", **fault.get("headers", {})}
            return self.answer(fault["status"], heads, text.encode())
        upstream = http.client.HTTPConnection("127.0.0.1", self.server.upstream, timeout=120)
        heads = {name: value for name, value in self.headers.items() if name.lower() not in DROPPED}
        upstream.request(self.command, self.path, body or None, heads)
        response = upstream.getresponse()
        data = response.read()
        heads = {name: value for name, value in response.getheaders() if name.lower() not in DROPPED}
        upstream.close()
        if fault.get("cut") == "after":
            return self.cut()
        for old, new in fault.get("replace", []):
            data = data.replace(old.encode(), new.encode())
        time.sleep(fault.get("delay", 0))
        self.answer(response.status, heads, data)

    do_GET = do_POST = do_PATCH = do_DELETE = serve


class Proxy(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, upstream):
        super().__init__(("127.0.0.1", 0), Handler)
        self.upstream = upstream
        self.lock = threading.Lock()
        self.faults = []
        self.seen = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return "http://127.0.0.1:%d" % self.server_address[1]
