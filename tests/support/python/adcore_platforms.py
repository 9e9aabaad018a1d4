"""One desk for all four platforms: their objects, edits by another user, and refusals."""

from adcore_make import (
    Desk,
    finish,
    make_ad,
    make_ad_group,
    make_campaign,
    make_keyword,
    preview,
    start_push,
)

ALL = ("google", "microsoft", "reddit", "meta")
SOCIAL = ("reddit", "meta")
GROUPS = {"google": "adGroups", "microsoft": "adGroups", "reddit": "ad_groups", "meta": "adsets"}
LIVE = {"google": "ENABLED", "microsoft": "Active", "reddit": "ACTIVE", "meta": "ACTIVE"}
PATHS = {"cmp": "/campaigns/", "agr": "/ad-groups/", "ad": "/ads/", "kw": "/keywords/"}
GONE = ("REMOVED", "Deleted", "ARCHIVED", "DELETED")
UPDATES = {
    "google": "campaignBudget.update",
    "microsoft": "campaign.update",
    "reddit": "campaign.update",
    "meta": "campaign.update",
}
REFUSALS = {
    "google": {"errorCode": {"policyFindingError": "POLICY_FINDING"}},
    "microsoft": {"errorCode": "CampaignServiceEditorialValidationError"},
    "reddit": {"errorCode": "POLICY", "status": 400},
    "meta": {"errorCode": "368/1404078"},
}


def name_of(there):
    return there.get("Name", there.get("name"))


def status_of(there):
    for field in ("Status", "configured_status", "status"):
        if field in there:
            return there[field]
    raise AssertionError("no status: %r" % there)


def path_of(draft):
    return PATHS[draft["id"].partition("_")[0]] + draft["id"]


class Platforms(Desk):
    """An account at work on every platform."""

    def account_there(self, platform):
        return self.connection(platform)["accountId"].replace("-", "").removeprefix("act_")

    # --- the platform's objects ------------------------------------------------------------

    def all(self, platform, kind="campaigns"):
        """The objects of one kind, by the platform's name, that are not removed."""
        listed = self.box.state(self.account_there(platform)).get(kind, [])
        gone = [each for each in listed if {"Status", "status", "configured_status"} & set(each)]
        return [each for each in listed if each not in gone or status_of(each) not in GONE]

    def groups(self, platform):
        return self.all(platform, GROUPS[platform])

    def named(self, platform, name, kind="campaigns"):
        [found] = [each for each in self.all(platform, kind) if name_of(each) == name]
        return found

    def names(self, platform, kind="campaigns"):
        return sorted(name_of(each) for each in self.all(platform, kind))

    def live_names(self, platform, kind="campaigns"):
        """The names of the campaigns that may show ads."""
        listed = self.all(platform, kind)
        return sorted(name_of(each) for each in listed if status_of(each) == LIVE[platform])

    def budget(self, platform, name):
        there = self.named(platform, name)
        if platform == "google":
            budgets = self.box.state(self.account_there(platform))["campaignBudgets"]
            [found] = [b for b in budgets if b["resourceName"] == there["campaignBudget"]]
            return int(found["amountMicros"]) / 1e6
        if platform == "microsoft":
            return there["DailyBudget"]
        if platform == "reddit":
            return there["goal_value"] / 1e6
        return int(there["daily_budget"]) / 100

    def budgets(self, platform):
        return {name: self.budget(platform, name) for name in self.names(platform)}

    def countries(self, platform):
        """The locations of each ad group, on platforms that store them at ad groups."""
        found = {}
        for each in self.groups(platform):
            places = each["targeting"]
            if platform == "meta":
                found[each["name"]] = (places.get("geo_locations") or {}).get("countries")
            else:
                found[each["name"]] = places.get("geolocations")
        return found

    # --- edits by another user -------------------------------------------------------------

    def edit(self, platform, there, changes, kind="campaigns"):
        body = {"platform": platform, "customerId": self.account_there(platform), "set": changes}
        if platform == "google":
            body["resourceName"] = there["resourceName"]
        elif platform == "microsoft":
            body.update(kind=kind, id=there["Id"])
        elif platform == "reddit":
            body["resourceName"] = "%s/%s" % (kind, there["id"])
        else:
            body.update(kind=kind, id=there["id"])
        self.box.control("POST", "edit", body)

    def set_budget(self, platform, name, amount):
        there = self.named(platform, name)
        if platform == "google":
            micros = {"amountMicros": str(int(amount * 1e6))}
            return self.box.edit(self.customer, there["campaignBudget"], micros)
        changes = {
            "microsoft": {"DailyBudget": float(amount)},
            "reddit": {"goal_value": int(amount * 1e6)},
            "meta": {"daily_budget": int(amount * 100)},
        }
        return self.edit(platform, there, changes[platform])

    def move_budget_to_groups(self, platform, name, budgets):
        """Removes the campaign's budget on the platform, and gives each of its ad groups one of
        its own."""
        there = self.named(platform, name)
        if platform == "meta":
            own = {"daily_budget": None, "bid_strategy": None}
            self.edit(platform, there, own)
        else:
            own = {"is_campaign_budget_optimization": False, "goal_value": None, "goal_type": None}
            self.edit(platform, there, own)
        for group, amount in budgets.items():
            each = self.named(platform, group, GROUPS[platform])
            if platform == "meta":
                own = {"daily_budget": amount * 100, "bid_strategy": "LOWEST_COST_WITHOUT_CAP"}
            else:
                own = {"is_campaign_budget_optimization": False, "goal_type": "DAILY_SPEND"}
                own.update(bid_strategy="BIDLESS", bid_type="CPC")
                own["goal_value"] = amount * 1000000
            self.edit(platform, each, own, GROUPS[platform])

    def group_budgets(self, platform):
        field, unit = {"meta": ("daily_budget", 100), "reddit": ("goal_value", 1e6)}[platform]
        return {each["name"]: int(each[field]) / unit for each in self.groups(platform)}

    def refuse(self, platform, operation, times=1, skip=0, **more):
        """The platform refuses the next such operations with its own error."""
        action = dict(REFUSALS[platform], type="error", message="Refused.", **more)
        self.fault(platform, action, operation, times, skip)

    def fault(self, platform, action, operation, times=1, skip=0):
        self.box.fault(
            action,
            operation=operation,
            customer=self.account_there(platform),
            times=times,
            skip=skip,
            platform=platform,
        )

    # --- drafts and runs -------------------------------------------------------------------

    def campaign(self, platform, **fields):
        kind = "SOCIAL" if platform in SOCIAL else "SEARCH"
        return make_campaign(self.api, **{"platform": platform, "type": kind, **fields})

    def group(self, campaign, **fields):
        return make_ad_group(self.api, campaign["id"], **fields)

    def live_tree(self, platform, **fields):
        """A search campaign with an ad group, an ad and a keyword, drafted as ENABLED."""
        campaign = self.campaign(platform, status="ENABLED", **fields)
        group = self.group(campaign, status="ENABLED", cpcBid=1)
        ad = make_ad(self.api, group["id"], status="ENABLED")
        word = make_keyword(self.api, group["id"], status="ENABLED")
        return {"campaign": campaign, "group": group, "ad": ad, "keyword": word}

    def patch(self, draft, **fields):
        return self.api.patch(path_of(draft), fields).data

    def read(self, draft):
        return self.api.get(path_of(draft)).data

    def push(self, expect="SUCCEEDED", plan=None, **fields):
        run = finish(self.api, start_push(self.api, plan=plan, **fields)["id"], 90)
        assert run["status"] == expect, run
        return run

    def pull(self, expect="SUCCEEDED", **fields):
        answer = self.api.post("/sync", {"mode": "PULL", **fields}, expect=202)
        run = finish(self.api, answer.data["id"])
        assert run["status"] == expect, run
        return run["pulled"]

    def total(self, **fields):
        return preview(self.api, **fields)["totals"]["dailyBudgetBefore"]

    def written(self, after):
        """Every operation of requests to the platforms since entry `after`, in order."""
        return [op for entry in self.box.mutates(after) for op in entry["operations"]]


def told(run):
    """Each operation of the run: its kind and resource, status and code."""
    return [
        (o["op"], o["resource"], o["status"], (o["error"] or {}).get("code"))
        for o in run["operations"]
    ]


def of(run, draft, op=None):
    """The operations of one draft, in order."""
    found = [o for o in run["operations"] if o["id"] == draft["id"] and op in (None, o["op"])]
    assert found, run
    return found


def fields_of(operation):
    return [change["field"] for change in operation["changes"]]
