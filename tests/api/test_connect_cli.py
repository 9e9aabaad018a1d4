"""Connecting, testing and disconnecting on the command line with the simulated platforms'
consent pages: the functions of the Connections page for the server's owner."""

import http.client
import json
import subprocess
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from adcore_server import BINARY, wait_for

PLATFORMS = ["google", "microsoft", "reddit", "meta"]


@pytest.fixture(scope="module")
def known(server):
    api = server.account(currency="EUR", timezone="Europe/Berlin").client()
    server.sandbox()
    return api, api.get("/me").data["space"]["id"]


def row(server, space, platform):
    return next(r for r in server.cli("connection", "list", space).json if r["platform"] == platform)


def agree(address, account, **more):
    """The person's browser: allows access on the platform's page and returns the final address."""
    parts = urlsplit(address)
    query = dict(parse_qsl(parts.query))
    number = account.removeprefix("act_")
    query.update({"sandbox": "allow", "account": number, "currency": "EUR"})
    query.update({"timezone": "Europe/Berlin", **more})
    browser = http.client.HTTPConnection(parts.hostname, parts.port, timeout=20)
    browser.request("GET", parts.path + "?" + urlencode(query))
    answer = browser.getresponse()
    answer.read()
    browser.close()
    assert answer.status in (302, 303), answer.status
    return answer.getheader("Location")


def connect(server, space, platform, come, *flags, lines=()):
    """`come` receives the printed address and returns the address that is pasted back."""
    command = [str(BINARY), "connection", "connect", space, "--platform", platform, "--env", "test"]
    public = "http://127.0.0.1:%d" % server.port
    process = subprocess.Popen(
        [*command, "--public-url", public, "--json", *flags],
        env=server.environment(), cwd=server.dir, text=True, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    said = []
    while not said or "Paste" not in said[-1]:
        line = process.stderr.readline()
        if not line:
            break
        said.append(line)
    address = next((line.strip() for line in said if line.startswith("http")), None)
    answers = "\n".join([come(address), *lines]) + "\n" if address else ""
    out, rest = process.communicate(answers, timeout=60)
    return process.returncode, out, "".join(said) + rest


def end(server, connection):
    return server.cli("connection", "disconnect", connection["id"])


@pytest.mark.parametrize("platform", PLATFORMS)
def test_tested_ended_and_connected_again(server, known, platform):
    api, space = known
    was = row(server, space, platform)
    works = server.cli("connection", "test", was["id"])
    assert works.json == {"works": True}
    told = end(server, was).json
    assert told["disconnected"] is True
    assert row(server, space, platform)["status"] == "REVOKED"
    failed = server.cli("connection", "test", was["id"], check=False, as_json=False)
    assert failed.code == 1 and "no credentials to test" in failed.err
    code, out, said = connect(server, space, platform, lambda url: agree(url, was["accountId"]))
    assert code == 0, said
    assert json.loads(out) == {"platform": platform, "accountId": was["accountId"]}
    assert "1//" not in out + said and "/app/connections/callback" in agreed(said)
    now = row(server, space, platform)
    assert (now["id"], now["status"], now["currency"]) == (was["id"], "CONNECTED", "EUR")
    tested = server.cli("connection", "test", was["id"], as_json=False)
    assert tested.out.startswith("The connection works")
    history = api.get("/history", query={"resource": "connection", "objectId": was["id"]}).data
    assert [(r["verb"], r["door"]) for r in history[:2]] == [("CONNECT", "CLI"), ("DISCONNECT", "CLI")]


def agreed(said):
    return dict(parse_qsl(urlsplit(next(x for x in said.split() if x.startswith("http"))).query))[
        "redirect_uri"
    ]


def test_what_was_connected_is_pulled(server, known):
    api, _ = known
    run = api.post("/sync", {"mode": "PULL", "platforms": PLATFORMS}, expect=202).data
    done = wait_for(lambda: finished(api, run["id"]), 60)
    assert done["status"] == "SUCCEEDED", done


def finished(api, run):
    got = api.get("/sync/" + run).data
    return got if got["finishedAt"] else None


def test_access_that_was_taken_away_shows_and_another_consent_brings_it_back(server, known):
    _, space = known
    was = row(server, space, "google")
    box = server.sandbox()
    box.control("POST", "revoke", {"customerId": was["accountId"]})
    failed = server.cli("connection", "test", was["id"], check=False, as_json=False)
    assert failed.code == 1 and "Connect the account again" in failed.err
    assert row(server, space, "google")["status"] == "EXPIRED"
    code, _, said = connect(server, space, "google", lambda url: agree(url, was["accountId"]))
    assert code == 0, said
    assert server.cli("connection", "test", was["id"]).json == {"works": True}


def test_a_code_of_elsewhere_connects_nothing(server, known):
    _, space = known
    was = row(server, space, "reddit")
    root = "http://127.0.0.1:1/app/connections/callback"
    for come, words in (
        (lambda url: root + "?code=4/x&state=mine", "another consent"),
        (lambda url: root + "?error=access_denied", "no consent"),
        (lambda url: "", "no consent"),
        (lambda url: agree(url, was["accountId"]).replace("code=4", "code=5"), "refused"),
    ):
        code, out, said = connect(server, space, "reddit", come)
        assert code == 1 and out == "" and words in said, said
    assert row(server, space, "reddit") == was


def test_an_account_that_cannot_be_the_spaces(server, known):
    _, space = known
    was = row(server, space, "google")
    euros = was["accountId"]
    dollars = euros[:-1] + str((int(euros[-1]) + 1) % 10)
    code, _, said = connect(
        server, space, "google", lambda url: agree(url, dollars, currency="USD")
    )
    assert code == 1 and "uses the currency USD" in said
    code, _, said = connect(server, space, "google", lambda url: agree(url, "9876543210"))
    assert code == 1 and "uses the Google Ads account" in said
    named = ("--account", "1111111111")
    code, _, said = connect(server, space, "google", lambda url: agree(url, euros), *named)
    assert code == 1 and "you reach no ad account '1111111111'" in said
    assert row(server, space, "google")["accountId"] == euros


def test_another_spaces_sandbox_account_is_not_given(server, known):
    _, space = known
    other = server.account(currency="EUR").client().get("/me").data["space"]["id"]
    end(server, row(server, other, "google"))
    mine = row(server, space, "google")["accountId"]
    code, _, said = connect(server, other, "google", lambda url: agree(url, mine))
    assert code == 1 and "no access to the sandbox account" in said


@pytest.mark.parametrize(
    "arguments, code, words",
    [
        (["SPACE", "--platform", "bing"], 2, "not 'bing'"),
        (["SPACE", "--platform", "google", "--env", "both"], 2, "not 'both'"),
        (["SPACE", "--platform", "google"], 1, "--platform-apps"),
        (["SPACE", "--platform", "google", "--env", "test", "--sandbox", "off"], 1, "no sandbox"),
        (["spc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3", "--platform", "google"], 1, "there is no Space"),
        (["SPACE"], 2, "--platform"),
    ],
    ids=lambda v: " ".join(v[1:]) if isinstance(v, list) else None,
)
def test_what_cannot_begin(server, known, arguments, code, words):
    arguments = [known[1] if a == "SPACE" else a for a in arguments]
    failed = server.cli("connection", "connect", *arguments, check=False, as_json=False)
    assert failed.code == code and words in failed.err, failed.err


@pytest.mark.parametrize("what", ["test", "disconnect"])
def test_a_connection_that_is_not_there(server, what):
    failed = server.cli("connection", what, "con_01KAH2V5T3Q8Z6J4N9W7X1Y2B3", check=False,
                        as_json=False)
    assert failed.code == 1 and "there is no connection" in failed.err
