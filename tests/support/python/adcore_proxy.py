"""A TLS reverse proxy for tests, right or wrong in one way, and the certificates for it."""

import contextlib
import http.client
import http.server
import ssl
import subprocess
import threading
import time

OUT = "127.0.0.2"  # the address from which the proxy calls the server
HOP = {"connection", "transfer-encoding", "keep-alive", "host", "expect"}
NAMES = ("subjectAltName=DNS:localhost", "basicConstraints=critical,CA:false")


class Authority:
    """A certificate authority of the test. The certificates are for localhost."""

    def __init__(self, folder):
        self.folder = folder
        self.file = folder / "ca.pem"
        self.openssl(
            "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 400"
            " -keyout ca.key -out ca.pem -subj /CN=test-authority"
        )

    def openssl(self, words, **options):
        subprocess.run(
            ["openssl", *words.split()],
            cwd=self.folder,
            check=True,
            capture_output=True,
            timeout=60,
            **options,
        )

    def certificate(self, days=90, life=90):
        """A file with the certificate and the key. `life` is the days between its two dates;
        negative `days`: it has expired."""
        self.openssl(
            "req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout leaf.key"
            " -out leaf.csr -subj /CN=localhost"
        )
        (self.folder / "names.cnf").write_text("\n".join(NAMES))
        (self.folder / "index.txt").write_text("")
        (self.folder / "ca.cnf").write_text(
            "[ca]\ndefault_ca=x\n[x]\ndatabase=index.txt\nnew_certs_dir=.\ndefault_md=sha256\n"
            "policy=p\nrand_serial=yes\nunique_subject=no\n[p]\ncommonName=supplied\n"
        )
        now = time.time()
        begin = now + 86400 * (days - life) - 60

        def date(at):
            return time.strftime("%Y%m%d%H%M%SZ", time.gmtime(at))

        self.openssl(
            "ca -batch -config ca.cnf -cert ca.pem -keyfile ca.key -in leaf.csr -out leaf.pem"
            " -notext -extfile names.cnf -startdate %s -enddate %s"
            % (date(begin), date(now + 86400 * days + 3600))
        )
        path = self.folder / ("leaf-%d-%d.pem" % (days, life))
        path.write_text(
            (self.folder / "leaf.pem").read_text() + (self.folder / "leaf.key").read_text()
        )
        return path


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def answer(self, status, headers=(), body=b""):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle_expect_100(self):
        limit = self.server.proxy.body_max
        if limit and int(self.headers.get("Content-Length", 0)) > limit:
            self.close_connection = True
            self.answer(413)
            return False
        return super().handle_expect_100()

    def forwarded(self):
        """The headers for the server."""
        proxy = self.server.proxy
        headers = [
            (name, value) for name, value in self.headers.items() if name.lower() not in HOP
        ]
        if proxy.forwarded_for not in ("pass", "append"):
            headers = [each for each in headers if each[0].lower() != "x-forwarded-for"]
        if proxy.forwarded_for in ("client", "append"):
            headers.append(("X-Forwarded-For", self.client_address[0]))
        elif proxy.forwarded_for == "own":
            headers.append(("X-Forwarded-For", OUT))
        host = proxy.host or self.headers["Host"]
        return [("Host", host), *headers]

    def relay(self):
        proxy = self.server.proxy
        length = int(self.headers.get("Content-Length", 0))
        if proxy.hangs and self.path.startswith(proxy.hangs):
            proxy.ended.wait(60)
            self.close_connection = True
            return None
        for prefix, status in proxy.answers.items():
            if self.path.startswith(prefix):
                self.rfile.read(length)
                return self.answer(status)
        if proxy.redirect:
            return self.answer(308, [("Location", proxy.redirect + self.path)])
        if proxy.body_max and length > proxy.body_max:
            self.close_connection = True
            return self.answer(413)
        server = http.client.HTTPConnection(
            "127.0.0.1", proxy.port_of_server, timeout=proxy.timeout, source_address=(OUT, 0)
        )
        with contextlib.closing(server):
            try:
                server.putrequest(self.command, self.path, skip_host=True)
                for name, value in self.forwarded():
                    server.putheader(name, value)
                server.endheaders()
                while length > 0:
                    piece = self.rfile.read(min(length, 65536))
                    server.send(piece)
                    length -= len(piece)
                answer = server.getresponse()
            except TimeoutError:
                return self.answer(504)
            except OSError:
                return self.answer(502)
            self.give_back(answer)

    def give_back(self, answer):
        proxy = self.server.proxy
        # Buffered: the whole answer is read before its first byte is sent.
        whole = answer.read() if proxy.buffers else None
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in HOP and name.lower() not in proxy.hidden:
                self.send_header(name, value)
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        while whole is None:
            piece = answer.read1(65536)
            if not piece:
                return
            self.wfile.write(piece)
            self.wfile.flush()
        self.wfile.write(whole)

    do_GET = do_POST = do_HEAD = relay


class Listener(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass


class Proxy:
    """Forwards to the server of `port_of_server`. Each other attribute is a fault when it is
    changed; faults() changes some for a while."""

    def __init__(self, certificate=None, **options):
        self.port_of_server = None
        self.forwarded_for = "client"  # or "append", None, "pass", "own"
        self.host = None  # the Host for the server, instead of the client's
        self.body_max = None
        self.buffers = False
        self.timeout = 60
        self.hidden = ()  # headers of the answer that are removed
        self.answers = {}  # the status of the proxy itself, by prefix of the path
        self.hangs = None  # the prefix of paths that get no answer
        self.redirect = None
        self.certificate = certificate
        vars(self).update(options)

    @contextlib.contextmanager
    def faults(self, **changes):
        before = {name: getattr(self, name) for name in changes}
        vars(self).update(changes)
        try:
            yield
        finally:
            vars(self).update(before)

    def __enter__(self):
        self.ended = threading.Event()
        self.http = Listener(("127.0.0.1", 0), Handler, bind_and_activate=False)
        self.http.proxy = self
        self.http.server_bind()
        self.http.server_activate()
        if self.certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(self.certificate)
            self.http.socket = context.wrap_socket(
                self.http.socket, server_side=True, do_handshake_on_connect=False
            )
        self.port = self.http.server_address[1]
        self.thread = threading.Thread(target=self.http.serve_forever, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *exc):
        self.ended.set()
        self.http.shutdown()
        self.thread.join()
        self.http.server_close()

    @property
    def url(self):
        return "%s://localhost:%d" % ("https" if self.certificate else "http", self.port)

