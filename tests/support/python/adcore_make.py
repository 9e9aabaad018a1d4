"""Realistic bodies for creating objects, and short functions to create them."""

import base64
import itertools

from adcore_sandbox import last_number
from adcore_server import SCALE, wait_for

_serial = itertools.count(1)

TERMINAL = ("SUCCEEDED", "PARTIAL", "FAILED", "CANCELLED")


def serial():
    return next(_serial)


def campaign_body(**fields):
    body = {"name": "Bakery %d" % serial(), "type": "SEARCH", "budget": 20}
    body.update(fields)
    return body


def ad_group_body(campaign_id, **fields):
    body = {"campaignId": campaign_id, "name": "Group %d" % serial()}
    body.update(fields)
    return body


def ad_body(ad_group_id, **fields):
    number = serial()
    body = {
        "adGroupId": ad_group_id,
        "type": "RESPONSIVE_SEARCH",
        "finalUrl": "https://bakery.example/bread",
        "headlines": ["Fresh bread %d" % number, "Baked every morning", "Order online"],
        "descriptions": [
            "Sourdough, rye and rolls from our own oven.",
            "Open from six. Delivered in the city.",
        ],
    }
    body.update(fields)
    return body


def keyword_body(ad_group_id, **fields):
    body = {"adGroupId": ad_group_id, "text": "fresh bread %d" % serial(), "matchType": "PHRASE"}
    body.update(fields)
    return body


def business_body(**fields):
    body = {"name": "Sunrise Bakery %d" % serial(), "website": "https://bakery.example"}
    body.update(fields)
    return body


def make_business(api, **fields):
    return api.post("/businesses", business_body(**fields)).data


def make_campaign(api, **fields):
    return api.post("/campaigns", campaign_body(**fields)).data


def make_ad_group(api, campaign_id, **fields):
    return api.post("/ad-groups", ad_group_body(campaign_id, **fields)).data


def make_ad(api, ad_group_id, **fields):
    return api.post("/ads", ad_body(ad_group_id, **fields)).data


def make_keyword(api, ad_group_id, **fields):
    return api.post("/keywords", keyword_body(ad_group_id, **fields)).data


def older_twin(server, keyword, text):
    """A keyword whose text no call can write beside its twin. An older version stored such rows."""
    server.sql(
        "UPDATE keywords SET text = '%s', folded_text = NULL, json = replace(json,"
        " '\"text\":\"%s\"', '\"text\":\"%s\"') WHERE id = '%s'"
        % (text, keyword["text"], text, keyword["id"])
    )
    return keyword


class Drafts(dict):
    """The objects of one campaign, by kind, as they were answered."""

    def total(self):
        return 1 + sum(len(self[kind]) for kind in ("groups", "ads", "keywords"))


def make_tree(api, groups=1, ads=1, keywords=2, **fields):
    """A campaign with `groups` ad groups, each with `ads` ads and `keywords` keywords."""
    tree = Drafts(campaign=make_campaign(api, **fields), groups=[], ads=[], keywords=[])
    for _ in range(groups):
        group = make_ad_group(api, tree["campaign"]["id"])
        tree["groups"].append(group)
        tree["ads"] += [make_ad(api, group["id"]) for _ in range(ads)]
        tree["keywords"] += [make_keyword(api, group["id"]) for _ in range(keywords)]
    return tree


# --- runs --------------------------------------------------------------------------------------


def all_pages(ask):
    """The first answer with the operations of all its pages; ask(query) gives one."""
    answer = ask(None)
    data, cursor = answer.data, answer.meta.get("nextCursor")
    while cursor:
        answer = ask({"cursor": cursor})
        data["operations"] += answer.data["operations"]
        cursor = answer.meta["nextCursor"]
    return data


def preview(api, **fields):
    def ask(query):
        return api.post("/sync/preview", fields, query=query, expect=(200, 201))

    return all_pages(ask)


def start_push(api, plan=None, **fields):
    """Previews and pushes; the run as it was answered with 202."""
    plan = plan or preview(api, **fields)
    return api.post("/sync", dict(fields, planHash=plan["planHash"]), expect=202).data


def run_state(api, run_id, wait=None):
    def ask(query):
        return api.get("/sync/" + run_id, query=query or ({"wait": wait} if wait else None))

    return all_pages(ask)


def finish(api, run_id, seconds=60, whole=True):
    """Waits until a run is done, by the long poll; whole: with all its operations."""

    def done():
        head = api.get("/sync/" + run_id, query={"wait": 5, "limit": 1}).data
        if head["status"] not in TERMINAL:
            return None
        return run_state(api, run_id) if whole else head

    run = wait_for(done, seconds)
    assert run, "the run %s is not done after %d s: %r" % (
        run_id,
        seconds * SCALE,
        run_state(api, run_id),
    )
    return run


def push(api, expect="SUCCEEDED", **fields):
    """Previews, pushes and waits; the finished run."""
    run = finish(api, start_push(api, **fields)["id"])
    if expect:
        assert run["status"] == expect, "expected %s: %r" % (expect, run)
    return run


def kinds(run, op=None):
    """The resources of its operations in their order; op: of these alone."""
    return [o["resource"] for o in run["operations"] if op in (None, o["op"])]


def missing_id(object_id):
    """An id of the same kind that no object has."""
    prefix, _, rest = object_id.partition("_")
    if prefix == "his":
        # The id is a position in the caller's own history, and ends with digits of the row's hash.
        return object_id[:-1] + ("1" if rest.endswith("0") else "0")
    return prefix + "_" + "0" * len(rest)


def space_id(me):
    """The id of the Space that GET /me names."""
    space = me["space"]
    return space["id"] if isinstance(space, dict) else space


class Desk:
    """An account that uses the sandbox: its client, the sandbox, and its Google customer id."""

    def __init__(self, server, **options):
        self.server = server
        self.account = server.account(**options)
        self.api = self.account.client()
        self.box = server.sandbox()
        self.after = self.box.log_end()
        self._customer = None

    @property
    def customer(self):
        """The customer id of the Space's sandbox account: from its connection or, without that
        route, from the sandbox's log since the desk was made."""
        if self._customer is None:
            listed = self.api.get("/connections", expect=(200, 404))
            found = set()
            if listed.status == 200:
                found = {
                    each["accountId"].replace("-", "")
                    for each in listed.data
                    if each["platform"] == "google"
                }
            else:
                found = self.box.customers_since(self.after)
            assert len(found) == 1, "the customers seen: %r" % found
            self._customer = found.pop()
        return self._customer

    def connection(self, platform):
        return next(c for c in self.api.get("/connections").data if c["platform"] == platform)

    def reopen(self):
        """After a restart of the server: the sandbox may have another port."""
        self.box = self.server.sandbox()

    def live(self):
        return self.box.tree(self.customer)

    def mutates(self):
        return self.box.mutates(self.after)


def kill_when_taken(desk, fields=None, hours=0, **match):
    """Pushes and kills the server once the platform has accepted the matching request, which
    stays unanswered. Restarts the server after `hours` and returns the finished run."""
    desk.box.fault({"type": "accept_then_timeout", "ms": 30000}, **match)
    end = desk.box.log_end()
    run = start_push(desk.api, **(fields or {}))

    def struck():
        return any(entry.get("fault") == "accept_then_timeout" for entry in desk.box.log(end))

    assert wait_for(struck, 30), run_state(desk.api, run["id"])
    desk.server.kill()
    if hours:
        desk.server.clock.advance(hours * 3600)
    desk.server.start()
    desk.reopen()
    return finish(desk.api, run["id"])


def settle(desk, rounds=8):
    """Pushes everything as a person would: waits for open runs, retries failed ones and pushes
    the rest, until a preview is empty."""
    api = desk.api
    for _ in range(rounds):
        for run in api.get("/sync", query={"limit": 5}).data:
            if run["status"] not in TERMINAL:
                finish(api, run["id"], 90)
        plan = preview(api)
        if not plan["operations"] and not [w for w in plan["warnings"] if "UNSETTLED" in str(w)]:
            return
        answer = api.post("/sync", {"planHash": plan["planHash"]}, expect=(202, 409))
        if answer.status == 202:
            finish(api, answer.data["id"], 90)
        elif answer.details.get("runId"):
            finish(api, answer.details["runId"], 90)
    raise AssertionError("still to push after %d rounds: %r" % (rounds, preview(api)))


def assert_once_each(desk, tree):
    """The platform has each draft of the tree exactly once, and nothing else."""
    live = desk.live()
    keys = live.keys()
    doubled = {key for key in keys if keys.count(key) > 1}
    assert not doubled, "doubled on the platform: %r" % doubled
    counts = (len(live.campaigns), len(live.ad_groups), len(live.ads), len(live.keywords))
    wanted = (1, len(tree["groups"]), len(tree["ads"]), len(tree["keywords"]))
    assert counts == wanted, "on the platform %r, drafted %r" % (counts, wanted)
    assert len(live.budgets) == 1, "%d budgets for one campaign" % len(live.budgets)
    assert live.campaign(tree["campaign"]["name"])
    assert {row["adGroup"]["name"] for row in live.ad_groups} == {g["name"] for g in tree["groups"]}
    assert {row["adGroupCriterion"]["keyword"]["text"] for row in live.keywords} == {
        k["text"] for k in tree["keywords"]
    }
    assert {
        row["adGroupAd"]["ad"]["responsiveSearchAd"]["headlines"][0]["text"] for row in live.ads
    } == {ad["headlines"][0] for ad in tree["ads"]}
    return live


def live_numbers(live):
    """The platform's ids of all live objects, by adcore's kind."""
    return {
        "campaign": {row["campaign"]["id"] for row in live.campaigns},
        "adGroup": {row["adGroup"]["id"] for row in live.ad_groups},
        "ad": {row["adGroupAd"]["ad"]["id"] for row in live.ads},
        "keyword": {row["adGroupCriterion"]["criterionId"] for row in live.keywords}
        | {row["campaignCriterion"]["criterionId"] for row in live.campaign_negatives},
    }


def assert_truthful(run, live):
    """A finished run's CREATE operations agree with the platform's objects."""
    numbers = live_numbers(live)
    count = {kind: 0 for kind in numbers}
    for operation in run["operations"]:
        if operation["op"] != "CREATE":
            continue
        kind, status = operation["resource"], operation["status"]
        assert status in ("SUCCEEDED", "FAILED", "SKIPPED", "UNKNOWN", "PENDING"), operation
        if status == "SUCCEEDED":
            count[kind] += 1
            assert operation["remoteId"], "succeeded without a remote id: %r" % operation
            assert last_number(operation["remoteId"]) in numbers[kind], operation
        elif status == "FAILED":
            assert operation["error"]["code"] and operation["error"]["message"], operation
    statuses = {operation["status"] for operation in run["operations"]}
    if run["status"] == "SUCCEEDED":
        assert statuses <= {"SUCCEEDED"}, run
        assert run["progress"]["done"] == run["progress"]["total"] == len(run["operations"])
    if statuses == {"SUCCEEDED"}:
        assert run["status"] == "SUCCEEDED", run
    if "SUCCEEDED" in statuses and statuses & {"FAILED", "SKIPPED"}:
        assert run["status"] in ("PARTIAL", "CANCELLED", "FAILED"), run
    return count


# --- assets ------------------------------------------------------------------------------------


def asset_body(data=None, **fields):
    """A body for an IMAGE of the bytes. The fields replace or add members."""
    body = {"type": "IMAGE", "name": "Picture %d" % serial()}
    if data is not None:
        body["data"] = base64.b64encode(data).decode()
    body.update(fields)
    return body


def make_asset(api, data=None, **fields):
    return api.post("/assets", asset_body(data, **fields)).data


def attach(api, asset, kind, holder, expect=201, **more):
    body = {"resource": kind, "id": holder["id"], **more}
    return api.post("/assets/%s/attach" % asset["id"], body, expect=expect)


def detach(api, asset, kind, holder, expect=200, **more):
    query = {"resource": kind, "id": holder["id"], **more}
    return api.delete("/assets/%s/attach" % asset["id"], query=query, expect=expect)


def sitelink(api, **fields):
    """A body with a text and a URL, and with two descriptions if given."""
    body = {"type": "SITELINK", "name": "Shops", "text": "Find a shop"}
    body["finalUrl"] = "https://bakery.example/shops"
    return make_asset(api, **{**body, **fields})


def callout(api, **fields):
    return make_asset(api, **{"type": "CALLOUT", "name": "Early", "text": "Open from six", **fields})
