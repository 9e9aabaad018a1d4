"""What a pull and a push of many objects cost: time, requests, and memory, which must not grow with
the account. Each is done of a tenth and of all, in servers of their own.

    ./dev bench sync [OBJECTS [OPERATIONS]]     100,000 pulled and 10,000 pushed unless said

The account is filled by Google's own API of the sandbox; what is pushed is drafted here. Peaks are
of the server alone (VmHWM of a new process for each step). Operations a second are those of this
machine with the sandbox on it: the CPU of an operation, ours and the sandbox's, says whose they are.
"""

import json
import os
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "support", "python"))

from adcore_make import TERMINAL, Desk, ad_body, ad_group_body, keyword_body  # noqa: E402
from adcore_server import Server  # noqa: E402

FACTOR = 1.3
PLANS = "scale:10000000:10000000000:api"
KB_AN_OPERATION = 16  # a plan is a whole: its memory is bounded by its operations, not more
PER_GROUP = 98  # keywords, beside an ad
GROUPS = 99  # of a campaign: 1 + 99 * 100 objects, and a budget, in one request of at most 10,000
# Google's Basic access: 15,000 operations a day; a mutated item is one, and a search is one.
BASIC_A_DAY = 15000


def spent(pid):
    """CPU seconds of all threads of a process."""
    total = 0
    for task in os.listdir("/proc/%s/task" % pid):
        with open("/proc/%s/task/%s/schedstat" % (pid, task), encoding="ascii") as file:
            total += int(file.read().split()[0])
    return total / 1e9


def status_mb(pid, name):
    with open("/proc/%s/status" % pid, encoding="ascii") as file:
        for line in file:
            if line.startswith(name + ":"):
                return int(line.split()[1]) / 1024
    raise AssertionError(name)


class Step:
    """One thing that a server does, with what it took."""

    def __init__(self, world, name):
        self.world, self.name = world, name

    def __enter__(self):
        self.world.restart()
        pid = self.world.pid
        self.idle = status_mb(pid, "VmRSS")
        self.after = self.world.box.log_end()
        self.cpu, self.sandbox_cpu = spent(pid), spent(self.world.sandbox_pid)
        self.begun = time.monotonic()
        return self

    def __exit__(self, kind, *_):
        if kind:
            return
        pid = self.world.pid
        self.seconds = time.monotonic() - self.begun
        self.cpu = spent(pid) - self.cpu
        self.sandbox_cpu = spent(self.world.sandbox_pid) - self.sandbox_cpu
        self.peak = status_mb(pid, "VmHWM")
        self.requests = self.world.box.log_end() - self.after

    def say(self, count):
        print(
            "%-14s %7d: %8.1f s, %7.0f/s, %5d requests, CPU %6.2f ms each (sandbox %6.2f),"
            " peak %6.1f MB from %5.1f"
            % (
                self.name,
                count,
                self.seconds,
                count / self.seconds,
                self.requests,
                self.cpu * 1000 / count,
                self.sandbox_cpu * 1000 / count,
                self.peak,
                self.idle,
            ),
            flush=True,
        )
        return self


class World:
    """A server, its sandbox, and an account in it."""

    def __init__(self):
        self.server = Server(env={"ADCORE_PLANS": PLANS}).start()
        self.desk = Desk(self.server)
        self.api = self.desk.account.client(spare=False)
        self.look()

    def look(self):
        self.pid = self.server.process.pid
        self.sandbox_pid = child_of(self.pid)
        self.box = self.desk.box

    def restart(self):
        """A new process, whose peak is that of what comes."""
        self.server.restart()
        self.desk.reopen()
        self.look()
        self.api.get("/me")

    def stop(self):
        self.server.stop()

    # --- what the platform has -----------------------------------------------------------------

    def google(self, operations):
        path = "/google/%s/customers/%s/googleAds:mutate" % (
            self.box.api_version(),
            self.desk.customer,
        )
        token = self.box.access_token(self.desk.customer)
        body = {"mutateOperations": operations}
        status, answer = self.box.call("POST", path, body, {"Authorization": "Bearer " + token})
        assert status == 200, json.dumps(answer)[:2000]

    def fill(self, count):
        """So many objects, by the platform's own API: campaigns of GROUPS ad groups."""
        made = campaigns = 0
        while made < count:
            operations = self.campaign_there(campaigns)
            campaigns += 1
            made += 1
            for group in range(GROUPS):
                ads, words = min(1, count - made - 1), min(PER_GROUP, max(0, count - made - 2))
                if made < count:
                    operations += self.group_there(group, ads, words)
                    made += 1 + ads + words
            self.google(operations)

    def name(self, collection, number):
        return "customers/%s/%s/%d" % (self.desk.customer, collection, number)

    def campaign_there(self, number):
        budget = {
            "resourceName": self.name("campaignBudgets", -1),
            "amountMicros": "20000000",
            "deliveryMethod": "STANDARD",
            "explicitlyShared": False,
        }
        campaign = {
            "resourceName": self.name("campaigns", -2),
            "campaignBudget": budget["resourceName"],
            "name": "Scale %d" % number,
            "status": "PAUSED",
            "advertisingChannelType": "SEARCH",
            "targetSpend": {},
            "networkSettings": {"targetGoogleSearch": True, "targetSearchNetwork": True},
            "containsEuPoliticalAdvertising": "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING",
        }
        return [
            {"campaignBudgetOperation": {"create": budget}},
            {"campaignOperation": {"create": campaign}},
        ]

    def group_there(self, number, ads, words):
        """Ad group `number` of the campaign, below -2, with an ad and keywords."""
        group = self.name("adGroups", -3 - number)
        ad = {
            "finalUrls": ["https://bakery.example/bread"],
            "responsiveSearchAd": {
                "headlines": [{"text": t} for t in ("Fresh bread", "Baked daily", "Order online")],
                "descriptions": [{"text": t} for t in ("From our own oven.", "Open from six.")],
            },
        }
        made = [
            {
                "adGroupOperation": {
                    "create": {
                        "resourceName": group,
                        "campaign": self.name("campaigns", -2),
                        "name": "Group %d" % number,
                        "status": "PAUSED",
                        "type": "SEARCH_STANDARD",
                    }
                }
            }
        ]
        made += [{"adGroupAdOperation": {"create": {"adGroup": group, "ad": ad}}}] * ads
        return made + [
            {
                "adGroupCriterionOperation": {
                    "create": {
                        "adGroup": group,
                        "keyword": {"text": "bread %d %d" % (number, n), "matchType": "PHRASE"},
                    }
                }
            }
            for n in range(words)
        ]


def child_of(pid):
    for other in os.listdir("/proc"):
        try:
            with open("/proc/%s/stat" % other, encoding="ascii") as file:
                if int(file.read().rsplit(") ", 1)[1].split()[1]) == pid:
                    return int(other)
        except (OSError, ValueError, IndexError):
            pass
    raise AssertionError("the server has no sandbox")


    # --- what is done --------------------------------------------------------------------------


def ended(api, run_id):
    """The run, once it has ended; asked for rarely, for it is told whole."""
    while True:
        for run in api.get("/sync", query={"limit": 5}).data:
            if run["id"] == run_id and run["status"] in TERMINAL:
                assert run["status"] == "SUCCEEDED", run
                return run
        time.sleep(0.1)


def pull(count):
    world = World()
    try:
        begun = time.monotonic()
        world.fill(count)
        print("# filled in %.0f s" % (time.monotonic() - begun), flush=True)
        with Step(world, "pull") as step:
            body = {"mode": "PULL", "platforms": ["google"]}
            run = ended(world.api, world.api.post("/sync", body, expect=202).data["id"])
        assert run["pulled"]["created"] == count, run["pulled"]
        return [step.say(count), again(world, count)]
    finally:
        world.stop()


def again(world, count):
    with Step(world, "pull again") as step:
        body = {"mode": "PULL", "platforms": ["google"]}
        run = ended(world.api, world.api.post("/sync", body, expect=202).data["id"])
    assert run["pulled"]["unchanged"] == count, run["pulled"]
    return step.say(count)


def draft(world, count):
    """A campaign with so many objects below it, itself among them."""
    api = world.api
    body = {"name": "Scale", "type": "SEARCH", "budget": 20}
    campaign = api.post("/campaigns", body).data["id"]

    def batch(path, bodies):
        made = []
        for at in range(0, len(bodies), 1000):
            operations = [{"method": "POST", "body": each} for each in bodies[at : at + 1000]]
            answer = api.post(path + "/batch", {"operations": operations}, expect=200)
            made += answer.data["results"]
        assert all(each["status"] == 201 for each in made), made[0]
        return [each["data"]["id"] for each in made if each.get("data")]

    groups = -(-(count - 1) // (PER_GROUP + 2))
    ids = batch("/ad-groups", [ad_group_body(campaign) for _ in range(groups)])
    batch("/ads", [ad_body(each) for each in ids])
    words = [keyword_body(each) for each in ids for _ in range(PER_GROUP)]
    batch("/keywords", words[: count - 1 - 2 * groups])


def push(count):
    world = World()
    try:
        draft(world, count)
        with Step(world, "preview") as preview:
            plan = world.api.post("/sync/preview", {}, expect=(200, 201)).data
        assert len(plan["operations"]) == count, len(plan["operations"])
        preview.say(count)
        with Step(world, "push") as step:
            body = {"planHash": plan["planHash"]}
            run = ended(world.api, world.api.post("/sync", body, expect=202).data["id"])
        step.say(count)
        with Step(world, "GET /sync/:id") as get:
            assert len(world.api.get("/sync/" + run["id"]).data["operations"]) == count
        get.say(count)
        return [preview, step, get]
    finally:
        world.stop()


class Bars:
    """What must hold; each said as it is measured."""

    def __init__(self):
        self.passed = self.failed = 0

    def hold(self, name, value, most, unit):
        good = value <= most
        self.passed += good
        self.failed += not good
        said = "held" if good else "MISSED"
        print("%s: %.2f%s, at most %.2f%s: %s" % (name, value, unit, most, unit, said), flush=True)


def quota(step, count, changed):
    """Beside what the platform allows: a search is one operation of Google's, as is a change."""
    theirs = step.requests + changed
    print(
        "# %s of %d: %d of Google's operations, %.0f %% of a day's %d with Basic access, whose"
        " pace is %.2f/s; here %.0f times that"
        % (
            step.name,
            count,
            theirs,
            100 * theirs / BASIC_A_DAY,
            BASIC_A_DAY,
            BASIC_A_DAY / 86400,
            theirs / step.seconds / (BASIC_A_DAY / 86400),
        ),
        flush=True,
    )


def main():
    pulled = int(sys.argv[1]) if len(sys.argv) > 1 else 100000
    pushed = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    bars = Bars()
    for few, many in zip(pull(pulled // 10), pull(pulled)):
        bars.hold("memory of a " + many.name, many.peak / few.peak, FACTOR, "")
    quota(many, pulled, 0)
    for few, many in zip(push(pushed // 10), push(pushed)):
        each = (many.peak - few.peak) * 1024 / (pushed - pushed // 10)
        bars.hold("memory of an operation in a " + many.name, each, KB_AN_OPERATION, " KB")
        if many.name == "push":
            quota(many, pushed, pushed)
            per_request = pushed / many.requests
            print("# %.0f operations a request, questions included" % per_request, flush=True)
    print("sync: %d passed, %d failed" % (bars.passed, bars.failed))
    sys.exit(bars.failed > 0)


if __name__ == "__main__":
    main()
