"""./dev bench oauth: refreshes and JWT-checked requests a second and CPU a request, of adcore,
oidc-provider and glewlwyd, in turns (A B C A B C …) in one run, medians of the rounds.

What each does is not the same, and the table says so: adcore and glewlwyd keep a rotation on disk
before they answer, oidc-provider in memory alone; adcore remembers a token that it has verified
for as long as nothing was revoked, and counts the request against its limits; oidc-provider's check
is jose.jwtVerify() in its own process, glewlwyd's its userinfo endpoint."""

import argparse
import json
import os
import subprocess
import tempfile

import grant
from bench import Job, wrk
from glewlwyd import Glewlwyd
from server import ADCORE, Others, Server, environment, free_port

EMAIL = "bench@example.com"
CONNECTIONS = 16
POOL = 40  # refresh tokens; more than connections, so that a late answer does not empty it
HERE = os.path.dirname(os.path.abspath(__file__))


class Adcore:
    """The server, and grants on it as a person gives them."""

    def __init__(self, folder):
        self.server = Server(folder, env={"ADCORE_TRUSTED_PROXY": "127.0.0.1/32"})
        self.pid = self.server.pid
        self.api = f"{self.server.url}/api/v1"
        self.password = "four words that differ"
        self.client, self.grants = None, 0
        subprocess.run([ADCORE, "account", "add", "--email", EMAIL, "--plan", "scale",
                        "--password-stdin", "--data-dir", folder], check=True, text=True,
                       input=self.password, stdout=subprocess.DEVNULL, env=environment())
        made = self.grant()
        self.client = made["client_id"]
        self.load = {"token": f"{self.server.url}/token", "checked": f"{self.api}/me",
                     "access": made["access_token"], "form": f"client_id={self.client}"}

    def grant(self):
        """Each request comes from its own address: one address alone would reach the limit of
        strangers."""
        self.grants += 1
        self.server.headers = {"X-Forwarded-For": f"172.16.{self.grants // 256}.{self.grants % 256}"}
        return grant.tokens(self.server, EMAIL, self.password, "campaigns:read", self.api,
                            self.client)

    def fresh(self):
        return [self.grant()["refresh_token"] for _ in range(POOL)]

    def stop(self):
        self.server.stop()


class Made:
    """A peer whose refresh tokens were all made at its start."""

    def __init__(self, peer, pid, load):
        self.peer, self.pid, self.load = peer, pid, load
        self.left = load["refresh"]

    def fresh(self):
        pool, self.left = self.left[:POOL], self.left[POOL:]
        return pool

    def stop(self):
        if hasattr(self.peer, "stop"):
            self.peer.stop()
        else:
            self.peer.terminate()
            self.peer.wait()


def oidc_provider(count):
    child = subprocess.Popen(["node", os.path.join(HERE, "oidc_provider.mjs"), str(count)],
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    for line in child.stdout:  # it prints advice before
        if line.startswith("{"):
            return Made(child, child.pid, json.loads(line))
    raise SystemExit("bench: oidc-provider did not start")


def glewlwyd(folder, count):
    peer = Glewlwyd(folder, free_port(), count)
    return Made(peer, peer.pid, peer.load)


class Refresh(Job):
    """Refreshes. Each round starts with unused tokens."""

    def __init__(self, peer, folder):
        super().__init__("refresh", peer.pid, self.refresh)
        self.peer, self.tokens = peer, os.path.join(folder, f"{peer.pid}.tokens")

    def refresh(self, seconds):
        load = self.peer.load
        return wrk(seconds, load["token"], "oauth.lua", CONNECTIONS, threads=1,
                   BENCH_FORM=load["form"], BENCH_TOKENS=self.tokens)

    def round(self, seconds):
        with open(self.tokens, "w", encoding="ascii") as out:
            out.writelines(f"{token}\n" for token in self.peer.fresh())
        super().round(seconds)


def checked(peer):
    load = peer.load
    return Job("JWT checked", peer.pid, lambda s: wrk(s, load["checked"], None, CONNECTIONS,
                                                      BENCH_TOKEN=load["access"]))


def measure(peers, folder, args):
    jobs = [(name, make(peer)) for make in (lambda p: Refresh(p, folder), checked)
            for name, peer in peers.items()]
    others = Others([peer.pid for peer in peers.values()])
    for _ in range(args.rounds):
        for _, job in jobs:
            job.round(args.seconds)
    print(f"others used {others.percent():.0f} % of the machine")
    print(f"{'':14}{'':15}{'a second':>10}{'CPU us':>9}{'p50 ms':>9}")
    for name, job in jobs:
        print(f"{job.name:14}{name:15}{job.median('rate'):10.0f}{job.median('cpu'):9.0f}"
              f"{job.median('p50'):9.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=5)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="adcore-bench-") as folder:
        count = POOL * (args.rounds + 1)
        peers = {}
        try:
            peers["adcore"] = Adcore(folder)
            peers["oidc-provider"] = oidc_provider(count)
            peers["glewlwyd"] = glewlwyd(folder, count)
            measure(peers, folder, args)
        finally:
            for peer in peers.values():
                peer.stop()
    print(__doc__.split("\n\n", 1)[1])


main()
