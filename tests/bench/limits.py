"""./dev bench limits [SECONDS]: a hundred clients on one token for two minutes. The accepted
requests of each window must equal the limit: on one server, and on two if the database can be
shared."""

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support" / "python"))

from adcore_crowd import assert_exact, crowd  # noqa: E402  (the path is set above)
from adcore_server import Server  # noqa: E402

LIMIT = 600  # of the plan `scale`


def measure(name, servers, seconds):
    token = servers[0].account(plan="scale").token()
    end = time.monotonic() + seconds
    targets = [(server.port, token) for server in servers]
    answers = crowd(targets, lambda _: time.monotonic() >= end)
    found = assert_exact(answers, LIMIT, cut=True)
    print(
        "%-24s %d requests in %d s, windows passed %s"
        % (name, len(answers), seconds, " + ".join(str(len(each)) for each in found.values())),
        flush=True,
    )


def main():
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    kind = (os.environ.get("ADCORE_TEST_DATABASE") or "sqlite").partition(":")[0]
    with Server() as one:
        measure(kind + ", one server", [one], seconds)
        if kind != "sqlite":
            with Server(beside=one) as two:
                measure(kind + ", two servers", [one, two], seconds)


main()
