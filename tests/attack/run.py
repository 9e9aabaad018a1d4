"""Plays each attack of a stranger in full against a server with its defaults, asks /healthz and the
API meanwhile, and prints what was measured beside the bars. Exit 1 where one is broken.

usage: run.py [SECONDS]   how long each attack is held (30)

ADCORE_TEST_DATABASE names a PostgreSQL server, as for the API suite. An answer that is slow because
the machine computes for others fails here too: run it on a quiet machine."""

import base64
import json
import pathlib
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support" / "python"))

from adcore_attack import Attack, Probe, network, process_rss, tries_of_sign_in  # noqa: E402
from adcore_events import modern_message  # noqa: E402
from adcore_media import png  # noqa: E402
from adcore_server import Server  # noqa: E402

HEALTHZ_MS, API_MS, RSS_MIB, DISK_MIB = 50, 100, 150, 10
ATTACKERS = 33  # addresses: their 33 shares exceed the limit of all connections


def idle(attack, server):
    """8,400 connections that send nothing, from one address."""
    attack.connect(8400, network(1))


def idle_many(attack, server):
    """8,400 connections that send half a head, from 33 addresses."""
    for host in range(ATTACKERS):
        attack.connect(8400 // ATTACKERS, network(host + 1), b"GET / HTTP/1.1\r\nHost: a")


def unfinished_bodies(attack, server):
    """1,200 bodies of 1.04 MB that do not end, without a token."""
    for i in range(1200):
        attack.post(network(i % ATTACKERS + 1), "/api/v1/campaigns", 1_040_000, 500_000)


def chunked_bodies(attack, server):
    """1,200 chunked bodies that do not end, without a token."""
    for i in range(1200):
        attack.post(network(i % ATTACKERS + 1), "/mcp", None, 500_000)


def unfinished_uploads(attack, server):
    """23 uploads of 12 MiB that do not end, without a token."""
    for _ in range(23):
        attack.post(network(1), "/api/v1/assets", 12 << 20, 500_000)


def slow_readers(attack, server):
    """1,200 readers of a public document who read nothing."""
    for i in range(1200):
        s = attack.dial(network(i % ATTACKERS + 1), small_window=True)
        attack.send(s, "GET /api/v1/openapi.json HTTP/1.1\r\n%s\r\n" % attack.host())


def media_readers(attack, server):
    """300 readers of a signed link to a picture of 4 MB who read nothing."""
    link = server.media_link
    for i in range(300):
        s = attack.dial(network(i % ATTACKERS + 1), small_window=True)
        attack.send(s, "GET %s HTTP/1.1\r\n%s\r\n" % (link, attack.host()))


def sign_ins(attack, server):
    """300 wrong sign-ins at once from 300 networks."""
    attack.held += tries_of_sign_in(server, 300)


def requests_for_rows(attack, server):
    """2,000 authorization requests of 4 KB from 20 networks."""
    client = server.client(None)
    uri = "http://127.0.0.1/callback"
    made = client.request(
        "POST", "/register", {"client_name": "Rows", "redirect_uris": [uri],
                              "token_endpoint_auth_method": "none"}, root=True, expect=201
    )
    for i in range(2000):
        query = {
            "response_type": "code", "client_id": made.json["client_id"], "redirect_uri": uri,
            "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM", "code_challenge_method": "S256",
            "resource": server.base_url.replace("/api/v1", "") + "/mcp",
            "scope": "campaigns:read", "state": "s" * 4000,
        }
        client.request("GET", "/authorize", query=query, root=True, expect=(302, 303, 200, 429),
                       headers={"X-Forwarded-For": "10.9.%d.1" % (i % 20)})


def long_messages(attack, server):
    """60 calls of a tool with 70,000 unknown members each, from one token."""
    wrong = {"name": "get_context", "arguments": {"m%05d" % i: 0 for i in range(70_000)}}
    message, headers = modern_message("tools/call", wrong)
    body = json.dumps(message).encode()
    headers.update({"Authorization": "Bearer " + server.token, "Content-Type": "application/json",
                    "Accept": "application/json, text/event-stream", "Content-Length": len(body)})
    lines = "".join("%s: %s\r\n" % each for each in headers.items())
    head = "POST /mcp HTTP/1.1\r\n%s%s\r\n" % (attack.host(), lines)
    for _ in range(60):
        attack.send(attack.dial(network(1)), head.encode() + body)


ATTACKS = (idle, idle_many, unfinished_bodies, chunked_bodies, unfinished_uploads, slow_readers,
           media_readers, sign_ins, requests_for_rows, long_messages)


def disk_used(server):
    return sum(f.stat().st_size for f in server.data.rglob("adcore.db*")) / (1 << 20)


def held_within(name, value, bar, unit):
    print("    %-12s %8.1f %-4s bar %d%s" % (name, value, unit, bar, "" if value <= bar else "  BROKEN"))
    return value <= bar


def play(server, api, attack_fn, seconds):
    print("%s: %s" % (attack_fn.__name__, attack_fn.__doc__))
    before, rss, probe = disk_used(server), 0, Probe(server, api)
    with Attack(server) as attack:
        attack_fn(attack, server)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            probe.ask(5)
            rss = max(rss, process_rss(server.process.pid))
            time.sleep(0.2)
        print("    %-12s %8d of %d" % ("held", attack.open(), len(attack.held)))
    results = [
        held_within("healthz p99", probe.p99("healthz"), HEALTHZ_MS, "ms"),
        held_within("API p99", probe.p99("api"), API_MS, "ms"),
        held_within("memory", rss, RSS_MIB, "MiB"),
    ]
    if not server.database.url:
        results.append(held_within("disk", disk_used(server) - before, DISK_MIB, "MiB"))
    return all(results)


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 30
    with Server(["--trusted-proxy", "127.0.0.1/32", "--plans", "scale:100000:10000000:api"]) as server:
        api = server.account().client()
        data = base64.b64encode(png(600, 600, weight=4_000_000)).decode()
        asset = api.request("POST", "/assets", {"name": "A", "type": "IMAGE", "data": data},
                            expect=201).data
        link = api.get("/assets/%s/link" % asset["id"]).data["url"]
        server.token = api.token
        server.media_link = link[link.index("/media/"):]
        good = [play(server, api, attack_fn, seconds) for attack_fn in ATTACKS]
    print("%d of %d attacks within the bars" % (sum(good), len(good)))
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
