"""adcore doctor --online behind a right proxy, and behind proxies that are each wrong in one way."""

import json
import time

import pytest

from adcore_proxy import OUT, Authority, Proxy
from adcore_server import SCALE, Server

CHECKS = [
    "tls",
    "healthz",
    "hsts",
    "redirect",
    "discovery",
    "mcp",
    "server",
    "host",
    "client address",
    "body size",
    "buffering",
]


class Deployment:
    """A server with a public URL, the TLS proxy in front, and a plain HTTP proxy beside."""

    def __init__(self, authority, proxy, plain, server):
        self.authority = authority
        self.proxy = proxy
        self.plain = plain
        self.server = server

    def run(self, *args, **options):
        words = ["doctor", "--online", "--ca-file", self.authority.file, *args]
        if "--http-url" not in args:
            words += ["--http-url", self.plain.url + "/healthz"]
        return self.server.cli(*words, check=False, **options)

    def checks(self, *args):
        """The result and message of each check, and the exit code."""
        done = self.run(*args)
        checks = {each["check"]: (each["result"], each["message"]) for each in done.json["online"]}
        failed = [message for result, message in checks.values() if result == "failure"]
        assert done.json["findings"] == failed, done
        assert done.code == (1 if failed else 0), done
        return checks

    def assert_only(self, name, result="failure", *args):
        """Runs the checks. Only the named one has another result than ok. Returns its message."""
        checks = self.checks(*args)
        others = {each: told for each, told in checks.items() if told[0] != "ok"}
        assert list(others) == [name] and others[name][0] == result, checks
        return others[name][1]


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="module")
def deployment(authority):
    with Proxy(authority.certificate(90)) as proxy, Proxy(redirect=proxy.url) as plain:
        args = ["--public-url", proxy.url, "--trusted-proxy", OUT + "/32", "--sandbox", "off"]
        with Server(args) as server:
            proxy.port_of_server = server.port
            yield Deployment(authority, proxy, plain, server)


def test_a_right_proxy_passes_every_check(deployment):
    done = deployment.run()
    assert done.code == 0, done
    told = done.json
    assert told["findings"] == [] and "warnings" not in told
    assert [each["check"] for each in told["online"]] == CHECKS
    assert {each["result"] for each in told["online"]} == {"ok"}, told


def test_the_report_has_one_line_a_check(deployment):
    done = deployment.run(as_json=False)
    lines = done.out.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("ok       tls "))
    assert [line[9:24].strip() for line in lines[at : at + len(CHECKS)]] == CHECKS
    assert "The certificate is valid for 90 more days." in lines[at]
    assert lines[-1].endswith("The server answers at its public URL.")
    with deployment.proxy.faults(body_max=1 << 20):
        done = deployment.run(as_json=False)
    assert done.code == 1
    assert "failure  body size       The proxy refuses a body of 12 MiB (413)." in done.out


def test_a_proxy_that_limits_bodies(deployment):
    with deployment.proxy.faults(body_max=1 << 20):
        told = deployment.assert_only("body size")
    assert "client_max_body_size 12m" in told and "max_size" in told


def test_a_proxy_that_buffers(deployment):
    with deployment.proxy.faults(buffers=True):
        told = deployment.assert_only("buffering")
    assert "proxy_buffering off" in told and "flush_interval -1" in told


def test_a_proxy_that_drops_the_clients_address(deployment):
    with deployment.proxy.faults(forwarded_for=None):
        told = deployment.assert_only("client address")
    assert "does not set X-Forwarded-For" in told and "$remote_addr" in told


def test_a_proxy_that_passes_on_the_address_that_a_client_invents(deployment):
    with deployment.proxy.faults(forwarded_for="pass"):
        told = deployment.assert_only("client address")
    assert "passes on the client's own X-Forwarded-For" in told


def test_a_proxy_that_appends_the_clients_address(deployment):
    with deployment.proxy.faults(forwarded_for="append"):
        checks = deployment.checks()
    assert {result for result, _ in checks.values()} == {"ok"}, checks


def test_a_proxy_that_sends_its_own_address(deployment):
    with deployment.proxy.faults(forwarded_for="own"):
        told = deployment.assert_only("client address")
    assert "the address of the proxy, %s" % OUT in told


def test_a_proxy_that_changes_the_host_to_the_upstream_address(deployment):
    """The server accepts its own address as Host, so nothing but this check notices it."""
    with deployment.proxy.faults(host="127.0.0.1:%d" % deployment.server.port):
        told = deployment.assert_only("host")
    assert "proxy_set_header Host" in told and "ProxyPreserveHost On" in told


def test_a_proxy_that_changes_the_host_to_a_foreign_name(deployment):
    """The server refuses every other path, and each line says why."""
    with deployment.proxy.faults(host="upstream.example"):
        checks = deployment.checks()
    assert checks["host"][0] == "failure" and "to upstream.example" in checks["host"][1]
    assert checks["client address"][0] == checks["body size"][0] == "ok"
    for name in ("healthz", "discovery", "mcp"):
        assert checks[name][0] == "failure" and "the proxy changes Host" in checks[name][1], checks


@pytest.mark.parametrize(
    "header, name, way_out",
    (
        ("strict-transport-security", "hsts", "proxy_hide_header"),
        ("www-authenticate", "mcp", "proxy_hide_header WWW-Authenticate"),
    ),
)
def test_a_proxy_that_removes_a_header(deployment, header, name, way_out):
    with deployment.proxy.faults(hidden=(header,)):
        told = deployment.assert_only(name)
    assert way_out in told


def test_a_proxy_that_answers_the_discovery_documents_itself(deployment):
    with deployment.proxy.faults(answers={"/.well-known/": 404}):
        told = deployment.assert_only("discovery")
    assert "/.well-known/acme-challenge/" in told
    with deployment.proxy.faults(answers={"/.well-known/oauth-protected-resource/mcp": 404}):
        told = deployment.assert_only("discovery")
    assert told.startswith("/.well-known/oauth-protected-resource/mcp: ")


def test_a_proxy_that_has_no_way_to_mcp(deployment):
    with deployment.proxy.faults(answers={"/mcp": 403}):
        told = deployment.assert_only("mcp")
    assert "403" in told


def test_a_proxy_that_does_not_redirect(deployment):
    with deployment.plain.faults(redirect=None, answers={"/": 200}):
        told = deployment.assert_only("redirect")
    assert "return 308" in told
    with deployment.plain.faults(redirect="https://elsewhere.example"):
        told = deployment.assert_only("redirect")
    assert "elsewhere.example" in told
    told = deployment.assert_only("redirect", "warning", "--http-url", "http://localhost:1/")
    assert "port 80" in told


def test_a_proxy_that_does_not_wait(deployment):
    assert "silence" not in deployment.checks()
    assert deployment.checks("--silence", "2")["silence"][0] == "ok"
    # The probe of the stream has a silence of 2 s too: only this one is longer.
    with deployment.proxy.faults(timeout=4):
        told = deployment.assert_only("silence", "failure", "--silence", "8")
    assert "proxy_read_timeout 8s" in told and "504" in told


def test_a_proxy_without_a_server(deployment):
    with deployment.proxy.faults(port_of_server=1):
        checks = deployment.checks()
    assert checks["tls"][0] == "ok"
    for name in ("healthz", "discovery", "mcp", "server"):
        assert checks[name][0] == "failure" and "does not reach adcore" in checks[name][1], checks
    assert "host" not in checks


def test_another_public_url_than_the_servers(deployment):
    """The name 127.0.0.1 leads to the same proxy, whose certificate does not name it."""
    url = "https://127.0.0.1:%d" % deployment.proxy.port
    checks = deployment.checks("--public-url", url)
    assert list(checks) == ["tls", "healthz", "hsts"], checks
    assert checks["tls"][0] == "failure" and "fails" in checks["tls"][1]
    # Over plain HTTP only the documents notice it.
    with Proxy(port_of_server=deployment.server.port) as other:
        checks = deployment.checks("--public-url", "http://localhost:%d" % other.port)
    assert checks["tls"][0] == "skipped" and checks["hsts"][0] == "skipped"
    assert checks["discovery"][0] == "failure", checks
    assert "issuer is %s, and must be http://" % deployment.proxy.url in checks["discovery"][1]
    assert "public-url" in checks["discovery"][1]


def test_a_server_of_another_data_folder(deployment):
    """Its secret is another one, so its probe does not know this doctor."""
    with Server(["--sandbox", "off"]) as other:
        checks = {
            each["check"]: each
            for each in other.cli(
                "doctor",
                "--online",
                "--ca-file",
                deployment.authority.file,
                "--public-url",
                deployment.proxy.url,
                check=False,
            ).json["online"]
        }
    assert checks["server"]["result"] == "failure"
    assert "another secret" in checks["server"]["message"]
    assert checks["redirect"]["result"] == "skipped" and "host" not in checks


def test_a_certificate_that_is_not_known_or_expired_or_about_to_expire(deployment):
    authority, server = deployment.authority, deployment.server
    done = server.cli("doctor", "--online", check=False)
    told = done.json["online"][0]
    assert done.code == 1 and told["check"] == "tls" and told["result"] == "failure"
    assert "certificate" in told["message"]
    for days, result in ((-1, "failure"), (5, "warning")):
        with Proxy(authority.certificate(days), port_of_server=server.port) as proxy:
            told = deployment.checks("--public-url", proxy.url)["tls"]
        assert told[0] == result, told
    assert "5 more days" in told[1] and "certbot" in told[1]


def test_a_proxy_that_trusted_proxy_does_not_name(authority):
    with Proxy(authority.certificate(90)) as proxy, Proxy(redirect=proxy.url) as plain:
        with Server(["--public-url", proxy.url, "--sandbox", "off"]) as server:
            proxy.port_of_server = server.port
            deployment = Deployment(authority, proxy, plain, server)
            told = deployment.assert_only("client address")
            assert "trusted-proxy = %s" % OUT in told
            with proxy.faults(forwarded_for=None):
                told = deployment.assert_only("client address")
            assert "X-Forwarded-For" in told and "trusted-proxy" in told


def test_a_server_without_a_proxy(server):
    """A server on this machine alone has no TLS and no proxy to check."""
    done = server.cli("doctor", "--online")
    results = {each["check"]: each["result"] for each in done.json["online"]}
    skipped = {name for name, result in results.items() if result == "skipped"}
    assert skipped == {"tls", "hsts", "redirect"}
    assert set(results.values()) == {"ok", "skipped"}, results


def test_no_connection(server):
    done = server.cli("doctor", "--online", "--public-url", "http://localhost:1", check=False)
    first = done.json["online"][0]
    assert done.code == 1 and (first["check"], first["result"]) == ("tls", "failure")
    assert "firewall" in first["message"]
    done = server.cli("doctor", "--online", "--public-url", "https://ads.invalid", check=False)
    assert "DNS record" in done.json["online"][0]["message"]


def test_the_wait_limits_the_whole(deployment):
    over = ("failure", "No answer came before the end of --wait.")
    begun = time.monotonic()
    with deployment.proxy.faults(hangs="/mcp"):
        checks = deployment.checks("--wait", "5")
    assert checks["mcp"] == checks["server"] == over and "host" not in checks, checks
    with deployment.proxy.faults(hangs="/"):
        checks = deployment.checks("--wait", "3")
    assert list(checks) == ["tls", "healthz", "hsts"] and checks["healthz"] == over, checks
    assert "90 more days" in checks["tls"][1]
    assert time.monotonic() - begun < 30 * SCALE


@pytest.mark.parametrize(
    "args, told",
    (
        (("--wait", "10"), "--wait requires --online"),
        (("--http-url", "http://a.example/"), "--http-url requires --online"),
        (("--online", "--wait", "0"), "--wait: must be a number of seconds from 1 to 600"),
        (("--online", "--wait", "5s"), "--wait: must be"),
        (("--online", "--silence", "601"), "--silence: must be"),
        (("--online", "--silence", ""), "--silence: must be"),
        (("--online", "--http-url", "https://a.example"), "--http-url: must begin with http://"),
    ),
)
def test_wrong_options_are_refused(server, args, told):
    done = server.cli("doctor", *args, check=False)
    assert done.code == 2 and told in done.error["message"], done


def test_the_public_url_of_a_server_that_never_ran_is_unknown(tmp_path, server):
    env = ("--data-dir", tmp_path / "data", "--database", "sqlite:%s/x.db" % tmp_path)
    server.cli("migrate", *env)
    done = server.cli("doctor", "--online", *env, check=False)
    assert done.code == 1 and "online" not in json.loads(done.out)
    assert any("public URL is unknown" in each for each in done.json["findings"]), done


@pytest.mark.parametrize("method", ("GET", "POST", "PUT"))
def test_the_probe_is_an_unknown_path_for_everybody_else(server, method):
    client = server.client()

    def ask(path, **options):
        answer = client.request(method, path, root=True, **options)
        told = answer.json["error"]
        assert told["details"].pop("id") == path
        return answer.status, told

    for headers in ({}, {"X-Adcore-Probe": "%d.%s" % (time.time(), "A" * 43)}):
        for body in (None, b"x" * 100, b"x" * (1 << 20)):
            options = {"headers": headers, "raw": body}
            assert ask("/healthz/probe", **options) == ask("/healthz/other", **options)
            assert ask("/healthz/probe", **options)[0] == 404
