"""The platforms for tests of pulls: the same functions for each platform's own terms."""

from adcore_make import Desk, finish, make_keyword, make_tree
from adcore_meta import MetaDesk
from adcore_reddit import RedditDesk

KINDS = ("/campaigns", "/ad-groups", "/ads", "/keywords")


def pull(desk, api=None, expect="SUCCEEDED", **fields):
    api = api or desk.api
    body = dict({"mode": "PULL", "platforms": [desk.platform]}, **fields)
    run = finish(api, api.post("/sync", body, expect=202).data["id"])
    assert run["status"] == expect, run
    return run["pulled"]


def objects(tree):
    return [tree["campaign"]] + tree["groups"] + tree["ads"] + tree["keywords"]


def by_kind(tree):
    """The drafts of a tree with the paths that they are read at."""
    return list(zip(KINDS, ([tree["campaign"]], tree["groups"], tree["ads"], tree["keywords"])))


def remote(desk, path, draft):
    return desk.api.get("%s/%s" % (path, draft["id"])).data["remote"]["id"]


def stranger(desk):
    """The client of another Space that is connected to the same ad account as the desk."""
    api = desk.server.account().client()
    space = api.get("/me").data["space"]
    space = space["id"] if isinstance(space, dict) else space
    desk.server.sql(
        "UPDATE connections SET account_id_remote = '%s', credentials = NULL, settings = (SELECT"
        " MAX(c.settings) FROM connections c WHERE c.account_id_remote = '%s' AND c.platform = '%s')"
        " WHERE space_id = '%s' AND environment = 'test' AND platform = '%s'"
        % (desk.account_there(), desk.account_there(), desk.platform, space, desk.platform)
    )
    return api


class Named:
    def account_there(self):
        """The account's id in the connection."""
        listed = self.api.get("/connections").data
        [found] = [each["accountId"] for each in listed if each["platform"] == self.platform]
        return found


class RedditPulls(Named, RedditDesk):
    platform = "reddit"
    fields = {"budget": 31.5, "locations": [{"code": "US"}], "languages": ["en"]}
    cost_of_click = 0.37
    paths = ("ad_groups", "posts")  # of two of its requests
    seen = {
        "/campaigns": ("name", "budget", "type", "objective", "locations", "languages", "status"),
        "/ads": ("headlines", "primaryText", "finalUrl", "type", "status"),
        "/keywords": ("text", "matchType", "negative"),
    }

    def campaign_there(self):
        [there] = self.live()["campaigns"]
        return there

    def budget_there(self):
        return self.campaign_there()["goal_value"] / 1e6

    def spend(self, remote_id, budget):
        self.edit("campaigns", remote_id, {"goal_value": int(budget * 1e6)})

    def rename(self, path, remote_id, name):
        kind = {"/campaigns": "campaigns", "/ad-groups": "ad_groups"}[path]
        self.edit(kind, remote_id, {"name": name})

    def drop_campaign(self, remote_id):
        self.edit("campaigns", remote_id, None)


class MetaPulls(Named, MetaDesk):
    platform = "meta"
    fields = {"budget": 31.5, "locations": [{"code": "US"}, {"code": "FR", "excluded": True}]}
    cost_of_click = 0.37
    paths = ("adsets", "ads")
    seen = {
        "/campaigns": ("name", "budget", "type", "objective", "locations", "status"),
        "/ad-groups": ("name", "status"),
        "/ads": (
            "headlines",
            "descriptions",
            "primaryText",
            "callToAction",
            "finalUrl",
            "type",
            "status",
        ),
    }

    def fault(self, action, path, times=1, **match):
        match["path"] = path
        wish = {"platform": "meta", "match": match, "times": times, "action": action}
        self.box.control("POST", "faults", wish)

    def tree(self, **fields):
        made = super().tree(groups=2, ads=1, **fields)
        return {
            "campaign": made["campaigns"][0],
            "groups": made["adsets"],
            "ads": made["ads"],
            "keywords": [],
        }

    def budget_there(self):
        [there] = self.live()["campaigns"]
        return there["daily_budget"] / 100

    def spend(self, remote_id, budget):
        self.edit(remote_id, {"daily_budget": int(budget * 100)})

    def rename(self, path, remote_id, name):
        self.edit(remote_id, {"name": name})

    def drop_campaign(self, remote_id):
        self.edit(remote_id, None)


class MicrosoftPulls(Named, Desk):
    platform = "microsoft"
    fields = {
        "budget": 31.5,
        "locations": [{"code": "US"}, {"code": "FR", "excluded": True}],
        "languages": ["en"],
    }
    cost_of_click = 0.37
    paths = ("AdGroups", "Keywords")
    seen = {
        "/campaigns": ("name", "budget", "type", "locations", "languages", "status", "bidding"),
        "/ad-groups": ("name", "status"),
        "/ads": ("headlines", "descriptions", "finalUrl", "path1", "type", "status"),
        "/keywords": ("text", "matchType", "negative", "cpcBid", "finalUrl"),
    }

    @property
    def customer(self):
        return self.account_there()

    def live(self):
        state = self.box.state(self.customer)
        return {
            kind: [one for one in state[kind] if one.get("Status") != "Deleted"]
            for kind in ("campaigns", "adGroups", "ads", "keywords", "negativeKeywords")
        }

    def fault(self, action, path, times=1):
        self.box.fault(action, platform="microsoft", path=path, times=times)

    def edit(self, kind, remote_id, changes):
        own = remote_id.split("~")[-1]
        wish = {"platform": "microsoft", "customerId": self.customer, "kind": kind, "id": own}
        self.box.control("POST", "edit", dict(wish, set=changes))

    def tree(self, **fields):
        tree = make_tree(self.api, groups=2, keywords=1, platform="microsoft", **fields)
        for group in tree["groups"]:
            word = make_keyword(self.api, group["id"], negative=True, matchType="PHRASE")
            tree["keywords"].append(word)
        body = {"text": "free", "matchType": "EXACT", "negative": True}
        body["campaignId"] = tree["campaign"]["id"]
        tree["keywords"].append(self.api.post("/keywords", body).data)
        return tree

    def budget_there(self):
        [there] = self.live()["campaigns"]
        return there["DailyBudget"]

    def spend(self, remote_id, budget):
        self.edit("campaigns", remote_id, {"DailyBudget": budget})

    def rename(self, path, remote_id, name):
        kind = {"/campaigns": "campaigns", "/ad-groups": "adGroups"}[path]
        self.edit(kind, remote_id, {"Name": name})

    def drop_campaign(self, remote_id):
        self.edit("campaigns", remote_id, None)


PLATFORMS = {"reddit": RedditPulls, "meta": MetaPulls, "microsoft": MicrosoftPulls}
