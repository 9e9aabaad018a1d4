"""Fixtures of the jobs: one server a module, an account, a sandbox and assistants a test.

Each job leaves a row of what it cost in the file named by ADCORE_AGENT_TABLE, of which table.py makes
docs/assistants.md.
"""

import json
import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support" / "python"))
pytest.register_assert_rewrite("adcore_client", "adcore_make", "adcore_assistant")

from adcore_assistant import Assistant  # noqa: E402  (the path is set above)
from adcore_make import Desk  # noqa: E402
from adcore_server import Server  # noqa: E402

EXTRA_MAX = 1  # calls between a refusal and its repair


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    if report.when == "call":
        item.passed = report.passed


@pytest.fixture(scope="module")
def server():
    with Server() as running:
        yield running


class Job(Desk):
    """One job: the REST client `api` prepares it and checks the result, and assistants do the
    work."""

    def __init__(self, server):
        super().__init__(server)
        self.assistants = []

    def assistant(self, told="", scopes="all", api=None):
        made = Assistant(api or self.account.client(scopes, spare=False), told)
        self.assistants.append(made)
        return made

    def cost(self):
        costs = [assistant.cost() for assistant in self.assistants]
        total = {name: sum(cost[name] for cost in costs) for name in ("calls", "bytes", "refused")}
        total["extra"] = max((cost["extra"] for cost in costs), default=0)
        return total

    def touched(self):
        """True if a request with a change was sent to a platform since the job began."""
        return bool(self.mutates())


@pytest.fixture
def job(request, server):
    made = Job(server)
    yield made
    if server.process.poll() is None:
        made.box.clear_faults()
    if request.path.name.startswith("test_jobs_"):
        record(request, made.cost())


def record(request, row):
    row["job"] = " ".join(request.function.__doc__.split()).rstrip(".")
    row["test"] = "%s::%s" % (request.path.name, request.node.name)
    row["passed"] = getattr(request.node, "passed", False)
    path = os.environ.get("ADCORE_AGENT_TABLE")
    if path:
        with open(path, "ab", buffering=0) as out:
            out.write((json.dumps(row) + "\n").encode())
    if row["passed"]:
        assert row["extra"] <= EXTRA_MAX, "%d calls from a refusal to its repair" % row["extra"]
