"""The actions of a random sequence: their kinds, the draw, and the execution.

An action is a name and plain numbers. A number selects one of the objects that exist then
(modulo their count), so a sequence still makes sense when actions are dropped from it.
"""

import random

PLATFORMS = ("google", "microsoft", "reddit", "meta")
SOCIAL = ("reddit", "meta")
KINDS = ("campaign", "adGroup", "ad", "keyword")
PATHS = {"campaign": "/campaigns", "adGroup": "/ad-groups", "ad": "/ads", "keyword": "/keywords"}
PLACES = ([], ["US"], ["DE"], ["CA"], ["US", "CA"])
BUDGETS = (10, 15, 20, 25, 30, 45, 60, 80, 100)
SHOP = "https://bakery.example/"

# Kinds of action that break a rule because of an open finding. They are left out of drawn sequences
# until the finding is fixed, and then the line is deleted. `--open NAME` draws one anyway.
OPEN = {}

# The sandbox's operations that carry a change, for faults aimed at it.
CARRIERS = {
    "google": ("campaign.create", "campaign.update", "campaignBudget.update", "adGroup.create",
               "adGroup.update", "adGroupAd.create", "adGroupAd.update", "adGroupCriterion.create",
               "adGroupCriterion.update", "campaignCriterion.create", "campaign.remove"),
    "microsoft": ("campaign.create", "campaign.update", "campaignCriterion.create",
                  "campaignCriterion.remove", "adGroup.create", "adGroup.update", "ad.create",
                  "ad.update", "keyword.create", "keyword.update", "campaign.remove"),
    "reddit": ("campaign.create", "campaign.update", "adGroup.create", "adGroup.update",
               "post.create", "ad.create", "ad.update"),
    "meta": ("campaign.create", "campaign.update", "adset.create", "adset.update", "ad.create",
             "ad.update"),
}
REFUSED = {
    "google": {"errorCode": {"policyFindingError": "POLICY_FINDING"}},
    "microsoft": {"errorCode": "CampaignServiceEditorialValidationError"},
    "reddit": {"errorCode": "POLICY", "status": 400},
    "meta": {"errorCode": "368/1404078"},
}
FAULTS = (  # (weight, name, action, how many requests at most)
    (3, "500", {"type": "status", "status": 500}, 2),
    (2, "503", {"type": "status", "status": 503}, 2),
    (2, "429", {"type": "status", "status": 429, "retryDelay": "1s"}, 2),
    (3, "reset", {"type": "cut_before"}, 2),
    (6, "doubt", {"type": "accept_then_cut"}, 2),
    (2, "slow doubt", {"type": "accept_then_timeout", "ms": 300}, 1),
    (2, "delay", {"type": "latency", "ms": 200}, 3),
    (5, "refused", None, 2),
    (1, "401", {"type": "status", "status": 401}, 1),
    (2, "away", {"type": "status", "status": 503}, 10),
)
# (weight, name)
WEIGHTS = (
    (9, "tree"), (4, "campaign"), (4, "group"), (3, "ad"), (4, "keyword"),
    (16, "edit"), (10, "enable"), (4, "pause"), (6, "delete"), (3, "restore"),
    (3, "batch"), (2, "copy"), (14, "push"), (8, "push_live"), (3, "push_and_go_on"),
    (2, "push_stale"), (2, "push_some"), (4, "pull"), (3, "retry"), (2, "cancel"), (3, "revert"),
    (2, "resolve"), (1, "kill_switch"), (2, "lift"), (9, "fault"), (2, "clear"), (9, "others"),
    (12, "push_faulted"), (4, "give_up"), (3, "lost"), (2, "swap"), (2, "twin"), (2, "open_field"),
    (2, "wait"), (2, "extension"), (1, "conversion"), (1, "kill"), (1, "kill_sandbox"),
)
QUIET = ("kill", "kill_sandbox")  # one of them is felt by every sequence beside it


class Profile:
    """The settings of a sequence, drawn from its seed."""

    def __init__(self, seed):
        draw = random.Random("profile %d" % seed)
        self.guarded = draw.random() < 0.5  # the guardrails of a new Space; otherwise none bind
        self.platforms = sorted(draw.sample(PLATFORMS, draw.choice((1, 1, 2, 4))))
        self.kills = draw.random() < 0.15
        self.others = draw.random() < 0.6  # another user edits on the platforms


def draw_sequence(seed, steps, opened=()):
    """The profile and the actions of a seed."""
    profile = Profile(seed)
    profile.opened = frozenset(opened)
    draw = random.Random(seed)
    names = [
        (weight, name) for weight, name in WEIGHTS
        if (profile.kills or name not in QUIET) and (profile.others or name != "others")
    ]
    actions = []
    while len(actions) < steps:
        name = pick_weighted(draw, names)
        args = {key: draw.randrange(1 << 16) for key in "abcdef"}
        if len(actions) < 2:
            name = "tree"
        action = dict(args, name=name)
        if not left_out(action, opened):
            actions.append(action)
    return profile, actions


def pick_weighted(draw, rows):
    at = draw.randrange(sum(row[0] for row in rows))
    for row in rows:
        at -= row[0]
        if at < 0:
            return row[1]
    raise AssertionError("no weight")


def fault_of(number):
    at = number % sum(row[0] for row in FAULTS)
    for row in FAULTS:
        at -= row[0]
        if at < 0:
            return row
    raise AssertionError("no weight")


def left_out(action, opened):
    """True if an open finding excludes the action from drawn sequences."""
    return any(switch not in opened and test(action) for switch, test in OPEN.items())


def one_of(listed, number):
    return listed[number % len(listed)] if listed else None


# --- bodies --------------------------------------------------------------------------------------


def campaign_body(platform, number, a, b, c):
    body = {"name": "Spring %d" % number, "platform": platform, "budget": one_of(BUDGETS, a),
            "type": "SOCIAL" if platform in SOCIAL else "SEARCH"}
    if b % 2:
        body["status"] = "ENABLED"
    places = one_of(PLACES, c)
    if places:
        body["locations"] = [{"code": code} for code in places]
    if c % 7 == 3:
        body["languages"] = ["en"]
    return body


def group_body(platform, parent, number, a, b):
    body = {"campaignId": parent, "name": "Group %d" % number}
    if platform in ("google", "microsoft") and a % 2:
        body["cpcBid"] = one_of((0.5, 0.75, 1.5), a // 2)
    if b % 2:
        body["status"] = "ENABLED"
    return body


def ad_body(platform, parent, number, b):
    body = {"adGroupId": parent, "finalUrl": SHOP + "bread%d" % (number % 3)}
    body["headlines"] = ["Bread %d" % number]
    if platform in SOCIAL:
        body.update(type="IMAGE" if platform == "meta" else "POST", primaryText="Every morning.")
    else:
        body["type"] = "RESPONSIVE_SEARCH"
        body["headlines"] += ["Baked today", "Order online"]
        body["descriptions"] = ["Sourdough, rye and rolls.", "Open from six."]
    if b % 2:
        body["status"] = "ENABLED"
    return body


def keyword_body(platform, parent, number, a, b):
    body = {"adGroupId": parent, "text": "fresh bread %d" % number}
    body["matchType"] = "BROAD" if platform == "reddit" else one_of(("EXACT", "PHRASE"), a)
    if a % 4 == 3:
        body["negative"] = True
    elif b % 2:
        body["status"] = "ENABLED"
    return body


def change_of(kind, platform, number, a, b):
    """A PATCH body for a draft of a kind."""
    if kind == "campaign":
        field = one_of(("budget", "budget", "name", "locations", "languages", "endDate", "suffix"), a)
        if field == "budget":
            return {"budget": one_of(BUDGETS, b)}
        if field == "name":
            return {"name": "Summer %d" % number}
        if field == "locations":
            return {"locations": [{"code": code} for code in one_of(PLACES[1:], b)]}
        if field == "languages":
            return {"languages": one_of((["en"], ["de"], ["en", "de"]), b)}
        if field == "endDate":
            return {"endDate": one_of((None, "2031-12-31", "2032-06-30"), b)}
        if platform in SOCIAL:
            return {"budget": one_of(BUDGETS, b)}
        return {"finalUrlSuffix": "from=%d" % (b % 5)}
    if kind == "adGroup":
        if platform in ("google", "microsoft") and a % 2:
            return {"cpcBid": one_of((0.25, 0.5, 0.9, 1.5), b)}
        return {"name": "Shelf %d" % number}
    if kind == "ad":
        if a % 2 or platform in SOCIAL:
            return {"finalUrl": SHOP + "rye%d" % (b % 4)}
        return {"headlines": ["Rye %d" % number, "Baked today", "Order online"]}
    if platform == "reddit":
        return {"status": one_of(("ENABLED", "PAUSED"), b)}
    return one_of(({"cpcBid": 0.4}, {"cpcBid": 1.1}, {"finalUrl": SHOP + "rye"}), b)


def carriers_of(operation):
    """The sandbox's names of the operations that carry a plan's operation."""
    platform, resource = operation["platform"], operation["resource"]
    words = {"google": {"ad": "adGroupAd", "keyword": "adGroupCriterion"}, "meta": {"adGroup": "adset"},
             "reddit": {"keyword": "adGroup"}, "microsoft": {}}[platform]
    verb = {"CREATE": "create", "UPDATE": "update", "REMOVE": "remove"}.get(operation["op"])
    if resource not in KINDS or verb is None:
        return []
    found = ["%s.%s" % (words.get(resource, resource), verb)]
    if resource == "keyword" and platform == "microsoft":
        found.append("negativeKeyword.create")
    if resource == "ad" and platform == "reddit":
        found.append("post.create")
    if resource == "campaign":
        if platform in ("google", "microsoft"):
            found += ["campaignCriterion.create", "campaignCriterion.remove"]
        elif verb == "update":
            found.append("adset.update" if platform == "meta" else "adGroup.update")
        if platform == "google" and verb == "update":
            found.append("campaignBudget.update")
    return found


def open_field_by_others(ledger, version, a):
    """An edit of a field that drafts mostly leave open: a bid, an end date, budgets moved to the
    ad groups. Returns the same as edit_by_others()."""
    platform, bodies = ledger.platform, []
    if version.resource == "campaign" and platform == "meta":
        groups = ledger.groups_of(version)
        if not groups:  # otherwise no budget would be left, and no ad set could be created
            return None
        bodies.append(edit_body(ledger, version, {"daily_budget": None, "bid_strategy": None}))
        bodies += [edit_body(ledger, g, {"daily_budget": 90000}) for g in groups]
        return bodies, "moves the budget of campaign %s to its ad sets, 900 each" % version.id
    if version.resource == "campaign" and platform == "google":
        bodies.append(edit_body(ledger, version, {"endDateTime": "2030-12-31 23:59:59"}))
        return bodies, "ends campaign %s on 2030-12-31" % version.id
    if version.resource == "adGroup" and platform in ("google", "microsoft"):
        bid = {"cpcBidMicros": "40000000"} if platform == "google" else {"CpcBid": {"Amount": 40}}
        bodies.append(edit_body(ledger, version, bid))
        return bodies, "bids 40 in ad group %s" % version.id
    return None


def edit_by_others(ledger, version, number, a, b):
    """The body of an edit by another user of the platform, and its description. None if the
    platform has no such edit."""
    platform, resource = ledger.platform, version.resource
    what = one_of(("status", "name", "budget", "url", "remove", "status", "budget"), a)
    changes = None
    name = {"microsoft": "Name"}.get(platform, "name")
    if what == "remove":
        changes = None
    elif what == "name" and resource in ("campaign", "adGroup"):
        changes = {name: "Theirs %d" % number}
    elif what == "budget" and resource == "campaign":
        if platform == "meta" and any(ledger.group_budget(g) for g in ledger.groups_of(version)):
            return None  # Meta refuses a campaign budget beside those of its ad sets
        amount = one_of((5, 12, 35, 90), b)
        changes = money(platform, amount)
        if platform == "google":
            held = version.value["campaignBudget"].split("/")[-1]
            held = ledger.now[("campaignBudget", held)]
            body = edit_body(ledger, held, changes)
            return body, "sets the daily budget of %s %s to %d" % (resource, version.id, amount)
    elif what == "url" and resource == "ad":
        url = "https://theirs.example/%d" % (b % 3)
        changes = {"google": {"ad": {"finalUrls": [url]}}, "microsoft": {"FinalUrls": [url]},
                   "reddit": {"click_url": url}}.get(platform)
        if changes is None:
            return None
    else:
        word = one_of(("ENABLED", "PAUSED"), b)
        if resource == "keyword" and version.value.get("negative"):
            return None
        if version.kind == "negativeKeyword":
            return None
        word = {"microsoft": word.title().replace("Enabled", "Active"), "google": word}.get(
            platform, {"ENABLED": "ACTIVE"}.get(word, word))
        key = {"microsoft": "Status", "reddit": "configured_status"}.get(platform, "status")
        changes = {key: word}
    words = "removes" if changes is None else "sets %r of" % changes
    return edit_body(ledger, version, changes), "%s %s %s" % (words, resource, version.id)


def money(platform, amount):
    return {"google": {"amountMicros": str(amount * 1000000)}, "microsoft": {"DailyBudget": amount},
            "reddit": {"goal_value": amount * 1000000}, "meta": {"daily_budget": amount * 100}}[platform]


COLLECTIONS = {
    "google": {"campaign": "campaigns", "adGroup": "adGroups", "adGroupAd": "adGroupAds",
               "adGroupCriterion": "adGroupCriteria", "campaignCriterion": "campaignCriteria",
               "campaignBudget": "campaignBudgets"},
    "microsoft": {"campaign": "campaigns", "adGroup": "adGroups", "ad": "ads", "keyword": "keywords",
                  "negativeKeyword": "negativeKeywords"},
    "reddit": {"campaign": "campaigns", "adGroup": "ad_groups", "ad": "ads"},
    "meta": {"campaign": "campaigns", "adset": "adsets", "ad": "ads"},
}


def edit_body(ledger, version, changes):
    collection = COLLECTIONS[ledger.platform][version.kind]
    body = {"platform": ledger.platform, "customerId": ledger.customer, "set": changes}
    if ledger.platform == "google":
        return dict(body, resourceName="customers/%s/%s/%s" % (ledger.customer, collection, version.id))
    if ledger.platform == "reddit":
        return dict(body, resourceName="%s/%s" % (collection, version.id))
    return dict(body, kind=collection, id=version.id)
