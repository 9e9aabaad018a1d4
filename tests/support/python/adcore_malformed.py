"""Malformed requests, one right answer each (RFC 9112, RFC 9110), and some right ones.

An answer is a status, or a tuple of statuses where the RFC leaves the choice and libmicrohttpd of
Debian 12 and 13 choose differently. 0: closed without an answer; libmicrohttpd 0.9.75 does so with what is no
request line, and answers some lengths by itself; docs/operate/run.md says so. Of a long request the end of the
connection may overtake the answer."""

OK, BAD = 200, 400
H = "Host: {host}\r\n"
GET = "GET /healthz HTTP/1.1\r\n"
POST = "POST /api/v1/campaigns HTTP/1.1\r\n" + H
CHUNKED = POST + "Transfer-Encoding: chunked\r\n"
JSON = "Content-Type: application/json\r\n"


def line(text, heads=H):
    return text + "\r\n" + heads + "\r\n"


def head(text):
    """A header beside the right ones."""
    return GET + H + text + "\r\n\r\n"


def host(text):
    return GET + text + "\r\n\r\n"


def length(text, body=""):
    return POST + text + "\r\n\r\n" + body


def chunks(body, heads=""):
    return CHUNKED + heads + "\r\n" + body


ROWS = (
    # --- valid requests, which show that the table distinguishes ---
    ("plain", line("GET /healthz HTTP/1.1"), OK),
    ("http-1.0-without-host", "GET /healthz HTTP/1.0\r\n\r\n", OK),
    ("http-1.0-with-host", line("GET /healthz HTTP/1.0"), OK),
    ("head", line("HEAD /healthz HTTP/1.1"), OK),
    ("absolute-form", line("GET http://{host}/healthz HTTP/1.1"), OK),
    ("empty-line-first", "\r\n" + line("GET /healthz HTTP/1.1"), OK),
    ("escaped-path", line("GET /%68ealthz HTTP/1.1"), OK),
    ("tab-in-value", head("X-A: a\tb"), OK),
    ("empty-value", head("X-A:"), OK),
    ("value-without-space", head("X-A:b"), OK),
    ("space-behind-value", head("X-A: b  "), OK),
    ("obs-text", head("X-A: \u00fc"), OK),
    ("chunked-empty", chunks("0\r\n\r\n"), 401),
    ("length-zero", length("Content-Length: 0"), 401),
    ("length-leading-zeros", length("Content-Length: 0002", "{{}}"), 401),
    # --- request line ---
    ("lower-case-method", line("get /healthz HTTP/1.1"), (400, 405, 200)),
    ("unknown-method", line("BREW /api/v1/me HTTP/1.1"), 401),
    ("trace", line("TRACE /api/v1/me HTTP/1.1"), 401),
    ("connect", line("CONNECT {host} HTTP/1.1"), BAD),
    ("method-not-ascii", line("G\u00fcT /healthz HTTP/1.1"), BAD),
    ("method-with-parenthesis", line("GET(1) /healthz HTTP/1.1"), BAD),
    ("method-alone", line("GET"), 0),
    ("no-version", line("GET /healthz"), BAD),
    ("no-target", line("GET HTTP/1.1"), BAD),
    ("two-spaces-first", line("GET  /healthz HTTP/1.1"), BAD),
    ("two-spaces-second", line("GET /healthz  HTTP/1.1"), BAD),
    ("space-in-target", line("GET /a b HTTP/1.1"), BAD),
    ("tab-for-space", line("GET\t/healthz\tHTTP/1.1"), (400, 0)),
    ("space-before-method", line(" GET /healthz HTTP/1.1"), (400, 0)),
    ("space-behind-version", line("GET /healthz HTTP/1.1 "), BAD),
    ("nul-in-target", line("GET /healthz\0/x HTTP/1.1"), BAD),
    ("nul-behind-target", line("GET /healthz\0 HTTP/1.1"), BAD),
    ("nul-before-query", line("GET /healthz\0?a=b HTTP/1.1"), BAD),
    ("nul-in-query", line("GET /healthz?a=\0b HTTP/1.1"), BAD),
    ("nul-in-method", line("GE\0T /healthz HTTP/1.1"), BAD),
    ("nul-in-version", line("GET /healthz HTTP/1.1\0"), BAD),
    ("control-in-target", line("GET /health\x01z HTTP/1.1"), BAD),
    ("del-in-target", line("GET /health\x7fz HTTP/1.1"), BAD),
    ("fragment", line("GET /healthz#a HTTP/1.1"), BAD),
    ("relative-target", line("GET healthz HTTP/1.1"), BAD),
    ("asterisk-target", line("GET * HTTP/1.1"), BAD),
    ("broken-escape", line("GET /%zz HTTP/1.1"), BAD),
    ("half-escape", line("GET /a%2 HTTP/1.1"), BAD),
    ("escaped-nul", line("GET /a%00 HTTP/1.1"), BAD),
    ("not-utf-8", line("GET /%ff HTTP/1.1"), BAD),
    ("overlong-utf-8", line("GET /%c0%af HTTP/1.1"), BAD),
    ("broken-query", line("GET /nothing?a=%zz HTTP/1.1"), BAD),
    ("scheme-of-ftp", line("GET ftp://{host}/healthz HTTP/1.1"), BAD),
    ("absolute-form-of-others", line("GET http://evil.example/healthz HTTP/1.1"), BAD),
    ("absolute-form-userinfo", line("GET http://a@{host}/healthz HTTP/1.1"), BAD),
    ("http-0.9", "GET /healthz\r\n\r\n", BAD),
    ("http-1.2", line("GET /healthz HTTP/1.2"), (200, 505)),
    ("http-2.0", line("GET /healthz HTTP/2.0"), 505),
    ("http-3", line("GET /healthz HTTP/3"), (400, 505)),
    ("http-1", line("GET /healthz HTTP/1"), (400, 505)),
    ("http-1.10", line("GET /healthz HTTP/1.10"), (400, 505)),
    ("http-lower", line("GET /healthz http/1.1"), (400, 505)),
    ("no-http", line("GET /healthz HTTX/1.1"), (400, 505)),
    ("h2-preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", (400, 505)),
    ("tls-hello", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", (400, 0)),
    ("long-target", line("GET /" + "a" * 20000 + " HTTP/1.1"), (400, 414, 431, 0)),
    # --- line ends ---
    ("bare-lf", "GET /healthz HTTP/1.1\nHost: {host}\n\n", BAD),
    ("bare-lf-in-head", GET + H + "X-A: b\n\r\n", BAD),
    ("bare-lf-at-request-line", "GET /healthz HTTP/1.1\n" + H + "\r\n", BAD),
    ("bare-cr-in-value", head("X-A: a\rb"), BAD),
    ("bare-cr-ends-line", GET + H + "X-A: a\rX-B: b\r\n\r\n", BAD),
    ("folded", head("X-A: a\r\n b"), BAD),
    ("folded-by-tab", head("X-A: a\r\n\tb"), BAD),
    ("folded-first", GET + " X-A: a\r\n" + H + "\r\n", BAD),
    # --- header lines ---
    ("no-colon", head("X-A"), BAD),
    ("no-name", head(": b"), BAD),
    ("space-before-colon", head("X-A : b"), BAD),
    ("space-in-name", head("X A: b"), BAD),
    ("nul-in-name", head("X\0A: b"), BAD),
    ("nul-line-ends-head", GET + H + "\0\0X-A: b\r\n\r\n", BAD),
    ("nul-in-value", head("X-A: a\0b"), BAD),
    ("control-in-value", head("X-A: a\x01b"), BAD),
    ("del-in-value", head("X-A: a\x7fb"), BAD),
    ("parenthesis-in-name", head("X(A): b"), BAD),
    ("obs-text-in-name", head("X-\u00fc: b"), BAD),
    ("many-headers", head("\r\n".join("X-%d: a" % i for i in range(3000))), (400, 413, 431, 0)),
    ("long-value", head("X-A: " + "a" * 40000), (400, 413, 431, 0)),
    ("authorization-twice", head("Authorization: Bearer a\r\nAuthorization: Bearer b"), BAD),
    ("type-twice", head("Content-Type: a/b\r\nContent-Type: c/d"), BAD),
    ("space-twice", head("X-Space-Id: a\r\nX-Space-Id: b"), BAD),
    # --- Host ---
    ("host-missing", "GET /healthz HTTP/1.1\r\n\r\n", BAD),
    ("host-empty", host("Host:"), BAD),
    ("host-twice", host("Host: {host}\r\nHost: {host}"), BAD),
    ("host-twice-different", host("Host: {host}\r\nHost: evil.example"), BAD),
    ("host-of-others", host("Host: evil.example"), BAD),
    ("host-of-others-api", "GET /api/v1/me HTTP/1.1\r\nHost: evil.example\r\n\r\n", BAD),
    ("host-of-others-page", "GET /signin HTTP/1.1\r\nHost: evil.example\r\n\r\n", BAD),
    ("host-of-others-mcp", "POST /mcp HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403),
    ("host-userinfo", host("Host: a@{host}"), BAD),
    ("host-path", host("Host: {host}/a"), BAD),
    ("host-comma", host("Host: {host}, evil.example"), BAD),
    ("host-space", host("Host: local host"), BAD),
    ("host-port-letters", host("Host: localhost:80a"), BAD),
    ("host-port-large", host("Host: localhost:65536"), BAD),
    ("host-broken-v6", host("Host: [::1"), BAD),
    ("host-no-v6", host("Host: [::g]"), BAD),
    ("host-suffix", host("Host: localhost.evil.example"), BAD),
    # --- lengths: libmicrohttpd answers some by itself ---
    ("length-letters", length("Content-Length: x"), BAD),
    ("length-negative", length("Content-Length: -4"), BAD),
    ("length-plus", length("Content-Length: +4", "{{}}"), BAD),
    ("length-list", length("Content-Length: 4, 4", "{{}}"), BAD),
    ("length-hex", length("Content-Length: 0x2", "{{}}"), BAD),
    ("length-float", length("Content-Length: 2.0", "{{}}"), BAD),
    ("length-empty", length("Content-Length:"), BAD),
    ("length-space-inside", length("Content-Length: 1 0"), BAD),
    ("length-overflow", length("Content-Length: 99999999999999999999"), (400, 413)),
    ("length-2-64", length("Content-Length: 18446744073709551616"), (400, 413)),
    ("length-large", length("Content-Length: 99999999999"), 413),
    ("length-twice-same", length("Content-Length: 2\r\nContent-Length: 2", "{{}}"), BAD),
    ("length-twice", length("Content-Length: 2\r\nContent-Length: 3", "{{}}"), BAD),
    ("length-and-chunked", length("Content-Length: 2\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), BAD),
    ("chunked-and-length", length("Transfer-Encoding: chunked\r\nContent-Length: 2", "0\r\n\r\n"), BAD),
    # --- transfer codings ---
    ("coding-unknown", length("Transfer-Encoding: gzip"), BAD),
    ("coding-identity", length("Transfer-Encoding: identity"), BAD),
    ("coding-list", length("Transfer-Encoding: gzip, chunked", "0\r\n\r\n"), BAD),
    ("coding-twice", length("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n"), BAD),
    ("coding-quoted", length('Transfer-Encoding: "chunked"', "0\r\n\r\n"), BAD),
    ("coding-vertical-tab", length("Transfer-Encoding: \x0bchunked", "0\r\n\r\n"), BAD),
    ("coding-empty", length("Transfer-Encoding:", "0\r\n\r\n"), BAD),
    ("coding-in-1.0", "POST /api/v1/campaigns HTTP/1.0\r\n" + H + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", BAD),
    # --- chunks ---
    ("chunk-letters", chunks("xx\r\nab\r\n0\r\n\r\n"), (400, 0)),
    ("chunk-negative", chunks("-1\r\nab\r\n0\r\n\r\n"), (400, 0)),
    ("chunk-0x", chunks("0x2\r\n{{}}\r\n0\r\n\r\n"), (400, 0)),
    ("chunk-huge", chunks("fffffffffffffffff\r\nab\r\n0\r\n\r\n"), (400, 413, 0)),
    ("chunk-without-end", chunks("2\r\n{{}}XX0\r\n\r\n"), (400, 0)),
)
