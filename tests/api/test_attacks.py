"""Short versions of attacks by unauthenticated clients. Each attack is refused or closed, the
service keeps answering, and neither memory nor tables grow. `./dev attack` runs the full
versions with measurements."""

import base64
import hashlib
import http.client
import time
import urllib.parse

import pytest

from adcore_attack import Attack, Browser, Probe, network, process_rss, read_status, tries_of_sign_in
from adcore_media import mp4, png
from adcore_server import SCALE, Server, wait_for

EACH = 40  # connections of an address, here
ALL = 256  # of all addresses; an eighth of each loop's share is kept free
RSS_MAX = 150  # MiB

pytestmark = pytest.mark.skipif(SCALE > 1, reason="memory is measured on the plain build")


@pytest.fixture(scope="module")
def server():
    args = ["--connections", str(ALL), "--connections-each", str(EACH)]
    with Server(args, env={"ADCORE_HTTP_PATIENCE_MS": "700"}) as running:
        yield running


@pytest.fixture(scope="module")
def quiet():
    """A server with production timeouts: no connection of this test is closed for being slow."""
    with Server(["--trusted-proxy", "127.0.0.1/32"]) as running:
        yield running


@pytest.fixture
def probe(server, shared):
    made = Probe(server, shared)
    yield made
    made.ask()
    assert process_rss(server.process.pid) < RSS_MAX


def test_an_address_holds_its_share_of_connections(server, probe):
    with Attack(server) as attack:
        attack.connect(3 * EACH, network(1))
        assert wait_for(lambda: attack.open() <= EACH + 2, 5)
        probe.ask()


def test_the_oldest_idle_connection_makes_room_for_the_next(server, probe):
    with Attack(server) as attack:
        for host in range(10, 20):
            attack.connect(EACH, network(host))
        probe.ask()
        assert attack.open() < ALL


@pytest.mark.parametrize("first", (b"", b"GET /healthz HTTP/1.1\r\nHost: a", b"GET /heal"))
def test_an_unfinished_head_is_closed(server, probe, first):
    with Attack(server) as attack:
        attack.connect(EACH // 2, network(2), first)
        probe.ask(1)
        assert wait_for(lambda: attack.open() == 0, 10)


def test_a_head_that_drips_in_is_closed(server, probe):
    with Attack(server) as attack:
        s = attack.dial(network(3))

        def drip():
            attack.send(s, b"a")
            return attack.open() == 0

        attack.send(s, b"GET /healthz HTTP/1.1\r\nX-Drip: ")
        assert wait_for(drip, 10, step=0.05)


def test_a_short_body_that_drips_in_is_closed(server, probe):
    with Attack(server) as attack:
        s = attack.post(network(4), "/api/v1/campaigns", 10_000, 10)

        def drip():
            attack.send(s, b"a")
            return attack.open() == 0

        assert wait_for(drip, 10, step=0.05)


@pytest.mark.parametrize("path", ("/api/v1/campaigns", "/api/v1/assets", "/mcp"))
@pytest.mark.parametrize("token", ("", "Authorization: Bearer adcore_test_nope\r\n"))
def test_a_long_body_of_a_stranger_is_refused(server, probe, path, token):
    length = 1_000_000 if path != "/api/v1/assets" else 12_000_000
    with Attack(server) as attack:
        socks = [attack.post(network(5), path, length, 300_000, token) for _ in range(23)]
        assert [read_status(s) for s in socks] == [401] * len(socks)
        probe.ask(1)
        assert process_rss(server.process.pid) < RSS_MAX


def test_a_chunked_body_of_a_stranger_is_dropped(server, probe):
    with Attack(server) as attack:
        socks = [attack.post(network(6), "/api/v1/assets", None, 400_000) for _ in range(EACH)]
        probe.ask(1)
        assert process_rss(server.process.pid) < RSS_MAX
        attack.send(socks[0], b"0\r\n\r\n")
        assert read_status(socks[0]) == 401


def test_uploads_go_on_while_strangers_send_bodies(server, shared, probe):
    with Attack(server) as attack:
        for _ in range(EACH):
            attack.post(network(7), "/api/v1/assets", 12_000_000, 10)
        data = base64.b64encode(png(400, 400, weight=100_000)).decode()
        shared.request(
            "POST", "/assets", {"name": "A", "type": "IMAGE", "data": data}, expect=(201, 400)
        )


def test_one_address_with_a_token_holds_its_share_of_bodies(server, shared, probe):
    token = "Authorization: Bearer %s\r\n" % shared.token
    with Attack(server) as attack:
        for _ in range(EACH - 5):
            attack.post(network(8), "/api/v1/assets", 12_000_000, 40_000, token)
        probe.ask(1)
        metrics = process_rss(server.process.pid)
        assert metrics < RSS_MAX


def test_an_answer_that_nobody_reads_is_closed(server, probe):
    with Attack(server) as attack:
        for _ in range(EACH // 2):
            s = attack.dial(network(9), small_window=True)
            attack.send(s, "GET /api/v1/openapi.json HTTP/1.1\r\n%s\r\n" % attack.host() * 40)
        probe.ask(1)
        assert process_rss(server.process.pid) < RSS_MAX
        assert wait_for(lambda: server_connections(server) <= 4, 20)


def test_a_film_that_nobody_reads_is_closed(server, shared, probe):
    body = {"name": "Film", "type": "VIDEO", "data": base64.b64encode(mp4(weight=2 << 20)).decode()}
    path = "/assets/%s/content" % shared.post("/assets", body).data["id"]
    with Attack(server) as attack:
        for _ in range(EACH // 2):
            s = attack.dial(network(9), small_window=True)
            ask = "GET /api/v1%s HTTP/1.1\r\n%sAuthorization: Bearer %s\r\n\r\n"
            attack.send(s, ask % (path, attack.host(), shared.token))
            assert read_status(s) == 200
        assert wait_for(lambda: server_connections(server) <= 4, 20)


def test_slow_readers_of_a_film_hold_a_piece_of_it_each(quiet):
    api = quiet.account().client()
    film = mp4(weight=8 << 20)
    body = {"name": "Film", "type": "VIDEO", "data": base64.b64encode(film).decode()}
    path = "/assets/%s/content" % api.post("/assets", body).data["id"]
    before = process_rss(quiet.process.pid)
    ask = "GET /api/v1%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n\r\n"
    with Attack(quiet) as attack:
        socks = [attack.dial(network(11), small_window=True) for _ in range(40)]
        for s in socks:
            attack.send(s, ask % (path, quiet.port, api.token))
        assert [read_status(s) for s in socks] == [200] * len(socks)
        assert api.get(path).raw == film
        # 40 of 8 MiB are 320 MiB.
        assert process_rss(quiet.process.pid) - before < 30


def server_connections(server):
    """Established TCP connections of attackers at the server."""
    count = 0
    with open("/proc/net/tcp") as lines:
        for line in list(lines)[1:]:
            local, remote, state = line.split()[1:4]
            if state == "01" and int(local.split(":")[1], 16) == server.port:
                count += remote.startswith("0901007F")  # 127.0.1.9
    return count


def test_sign_ins_beyond_the_queue_are_turned_away(quiet):
    api = quiet.account().client()
    socks = tries_of_sign_in(quiet, 200)
    for _ in range(5):
        api.request("GET", "/me", expect=200)
    statuses = [read_status(s) for s in socks]
    for s in socks:
        s.close()
    assert set(statuses) <= {403, 503} and statuses.count(403) >= 10
    # A refused request does not count as a failed sign-in.
    counted = int(quiet.sql("SELECT count(*) FROM signin_attempts")[0][0])
    assert counted == statuses.count(403)


def test_rows_that_strangers_make_are_bounded(quiet):
    """One network requests 250 device codes. The server stores at most 200 of them."""
    client = quiet.client(None)
    made = client.request(
        "POST",
        "/register",
        {
            "client_name": "Bound",
            "token_endpoint_auth_method": "none",
            "grant_types": ["urn:ietf:params:oauth:grant-type:device_code"],
        },
        root=True,
        expect=201,
    )
    form = "client_id=%s&scope=campaigns:read" % made.json["client_id"]
    for i in range(250):
        client.request(
            "POST",
            "/device_authorization",
            raw=form.encode(),
            content_type="application/x-www-form-urlencoded",
            headers={"X-Forwarded-For": "2001:db8:7:%x::1" % i},
            root=True,
            expect=200,
        )
    assert int(quiet.sql("SELECT count(*) FROM oauth_devices")[0][0]) == 200


def authorize(browser, client_id):
    """Starts an authorization in the browser. Returns the handle of the request."""
    query = urllib.parse.urlencode(
        {
            "response_type": "code",
            "client_id": client_id,
            "redirect_uri": "http://127.0.0.1:9/callback",
            "scope": "campaigns:read",
            "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
            "code_challenge_method": "S256",
            "resource": browser.server.base_url,
        }
    )
    conn = http.client.HTTPConnection("127.0.0.1", browser.server.port, timeout=60)
    heads = {"X-Forwarded-For": browser.address}
    if browser.cookies:
        heads["Cookie"] = "; ".join("%s=%s" % pair for pair in browser.cookies.items())
    conn.request("GET", "/authorize?" + query, headers=heads)
    answer = conn.getresponse()
    answer.read()
    for line in answer.headers.get_all("Set-Cookie") or ():
        name, _, value = line.split(";")[0].partition("=")
        browser.cookies[name] = value
    assert answer.status == 303, answer.status
    return answer.headers["Location"].split("request=")[1]


def test_fifty_networks_leave_the_authorization_of_another_standing(quiet):
    """50 networks hold all 10,000 requests and go on. A person between /authorize and the consent
    page loses nothing, whether signed in or not."""
    account = quiet.account()
    quiet.cli(
        "account", "password", "--email", account.email, "--password-stdin", stdin="a-long-passphrase-7"
    )
    client = quiet.client(None).request(
        "POST",
        "/register",
        {
            "client_name": "Flood",
            "redirect_uris": ["http://127.0.0.1:9/callback"],
            "token_endpoint_auth_method": "none",
        },
        root=True,
        expect=201,
    ).json["client_id"]
    victim, stranger = Browser(quiet, "192.0.2.41"), Browser(quiet, "192.0.2.42")
    assert victim.sign_in(account.email, "a-long-passphrase-7") == 303
    handle, waiting = authorize(victim, client), authorize(stranger, client)
    now = int(time.time() * 1000000)
    quiet.sql(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9998)"
        " INSERT INTO oauth_requests (handle_hash, browser_hash, client_id, redirect_uri, redirect_given,"
        " challenge, resource, scopes, confirm_after, created_at, expires_at, network)"
        " SELECT 'flood' || i, 'b' || i, '%s', 'r', 1, 'c', 'r', 1, 0, %d + i, %d + i, 'net' || (i %% 50) FROM n"
        % (client, now, now + 900 * 1000000)
    )
    for i in range(60):
        authorize(Browser(quiet, "198.51.100.%d" % i), client)
    assert int(quiet.sql("SELECT count(*) FROM oauth_requests")[0][0]) <= 10000
    status, page = victim.ask("GET", path="/authorize/consent?request=" + handle)
    assert status == 200 and "Allow access" in page, page[:300]
    hashed = {row[0] for row in quiet.sql("SELECT handle_hash FROM oauth_requests WHERE client_id = '%s'" % client)}
    assert {hashlib.sha256(each.encode()).hexdigest() for each in (handle, waiting)} <= hashed
    quiet.sql("DELETE FROM oauth_requests")


def test_guesses_from_everywhere_leave_the_owners_browser_in(quiet):
    account = quiet.account()
    quiet.cli(
        "account", "password", "--email", account.email, "--password-stdin", stdin="a-long-passphrase-7"
    )
    owner, stranger = Browser(quiet, "192.0.2.1"), Browser(quiet, "192.0.2.2")
    assert owner.sign_in(account.email, "a-long-passphrase-7") == 303
    assert "wrong password" not in owner.ask("GET", path="/app")[1]
    hashed = hashlib.sha256(account.email.encode()).hexdigest()
    for i in range(100):
        quiet.sql(
            "INSERT INTO signin_attempts (id, address, email_hash, attempted_at) VALUES"
            " ('try_guess%d', '198.51.100.%d', '%s', %d)"
            % (i, i, hashed, time.time() * 1000000)
        )
    assert stranger.sign_in(account.email, "a-long-passphrase-7") == 429
    assert owner.sign_in(account.email, "a-long-passphrase-7") == 303
    page = owner.ask("GET", path="/app")[1]
    assert "100 sign-ins to your account with a wrong password were refused" in page
    # A session cookie gives access to its own account only.
    other = quiet.account()
    assert owner.cookies.keys() >= {"adcore_device_" + hashed[:8]}
    forged = dict(owner.cookies)
    owner.cookies["adcore_device_" + hashlib.sha256(other.email.encode()).hexdigest()[:8]] = (
        forged["adcore_device_" + hashed[:8]]
    )
    for i in range(10):
        assert owner.sign_in(other.email, "wrong") == 403
    assert owner.sign_in(other.email, "wrong") == 429


def test_an_address_that_the_client_wrote_itself_is_not_believed(quiet):
    """The proxy appends its own header line to those of the request, however many there are."""
    token = quiet.account().token(["campaigns:read"], "test")
    forged = "".join("X-Forwarded-For: 198.51.100.%d\r\n" % i for i in range(20))
    head = (
        "DELETE /api/v1/campaigns/cmp_01ARZ3NDEKTSV4RRFFQ69G5FAV HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
        "Authorization: Bearer %s\r\nConnection: close\r\n%sX-Forwarded-For: 203.0.113.7\r\n\r\n"
    )
    quiet.raw((head % (quiet.port, token, forged)).encode())
    refused = wait_for(lambda: [line for line in quiet.log_text().splitlines() if "access_refused" in line], 10)
    assert '"address":"203.0.113.7"' in refused[-1], refused[-1]
