"""The rows of the fault matrix: every kind of operation of every platform.

A row has a `base` (pushed without a fault), a drafted `change`, the simulator's operations that
it `carries` (a cell applies the fault to one of them), and the expected objects at the end
(`ends`, as `Bench.standing` returns them). Names are equal in all cells, and each cell has a
Space and an ad account of its own, so that the results of two cells of a row can be compared as
a whole.
"""

import adcore_media as media
from adcore_conversions import ONLY, body_of
from adcore_make import asset_body, attach, detach

PLATFORMS = ("google", "microsoft", "reddit", "meta")
SHOP = "https://bakery.example/"
KEYWORDS = {"google", "microsoft", "reddit"}


class Row:
    def __init__(self, platform, name, carries, base, change, ends, **push):
        self.platform, self.name = platform, name
        self.carries = carries.split()
        base = base if isinstance(base, all_of) else all_of(base)
        self.base, self.change, self.ends = base, change, ends
        self.push = push

    @property
    def kind(self):
        """create, update, pause, enable, remove, upload, revert_to_…"""
        return self.name.split(".")[-1]

    def is_one(self):
        """True if the platform accepts or refuses all objects of a request together, or the
        request has one object only."""
        kind = self.name.split(".")[0]
        lists = ("negative", "campaignNegative", "assetLink", "asset", "picture", "pictureAd")
        keywords = self.platform == "reddit" and kind == "keyword"
        parts = self.name in ("campaign.places", "campaign.hours")
        return kind in lists + ("videoAd",) or parts or keywords

    def may_leave(self, kind):
        """A post on Reddit carries no label: a post whose ad was not created is not recognized.
        It remains unused, and the ad gets another post."""
        makes = "post.create" in self.carries or self.name == "tree.create"
        posts = kind in ("post", "posts") and makes
        # A campaign's values at its ad groups are sent again to all of them.
        again = self.name == "campaign.places" and kind in ("adGroup", "adset")
        return again or self.platform == "reddit" and posts

    def __repr__(self):
        return "%s %s" % (self.platform, self.name)


# --- drafts: two of a kind, so that a request has a batch ----------------------------------------


def campaigns(b, count=2, **fields):
    social = b.platform in ("meta", "reddit")
    body = {"platform": b.platform, "type": "SOCIAL" if social else "SEARCH", "budget": 20}
    body["locations"] = [{"code": "DE"}]
    for n in range(count):
        b.make("/campaigns", "campaign", dict(body, name="Spring %d" % n, **fields))


def one_campaign(b, **fields):
    campaigns(b, 1, **fields)


# The ad group's value before the change, so that a change by another user is drift.
GROUP_BEFORE = {
    "google": {"cpcBid": 0.75},
    "microsoft": {"cpcBid": 0.75},
    "reddit": {"targeting": {"communities": ["pcgaming"]}},
    "meta": {"targeting": {"ageMin": 25}},
}


def groups(b, **fields):
    for n in range(2):
        body = {"campaignId": b.first("campaign"), "name": "Group %d" % n}
        body.update({**GROUP_BEFORE[b.platform], **fields})
        b.make("/ad-groups", "adGroup", body)


AD_TYPES = {"google": "RESPONSIVE_SEARCH", "microsoft": "RESPONSIVE_SEARCH", "meta": "IMAGE"}


# Values that the simulator's review rejects.
WRONG = {
    "google": {"finalUrl": "https://bread.invalid/"},
    "microsoft": {"descriptions": ["Sourdough, rye and rolls!!!", "Open from six."]},
    "reddit": {"finalUrl": "https://bread.invalid/"},
    "meta": {"primaryText": "No counterfeit bread."},
}


def ads(b, **fields):
    kind = AD_TYPES.get(b.platform, "POST")
    for n in range(2):
        body = {"adGroupId": b.first("adGroup"), "type": kind, "finalUrl": SHOP + "bread"}
        body["headlines"] = ["Bread %d" % n]
        if kind == "RESPONSIVE_SEARCH":
            body["headlines"] += ["Baked today", "Order online"]
            body["descriptions"] = ["Sourdough, rye and rolls.", "Open from six."]
        else:
            body["primaryText"] = "Every morning."
        wrong = WRONG[b.platform] if b.disapproved else {}
        b.make("/ads", "ad", {**body, **wrong, **fields})


def words(b, **fields):
    match = "BROAD" if b.platform == "reddit" else "PHRASE"
    for n in range(2):
        body = {"adGroupId": b.first("adGroup"), "text": "fresh bread %d" % n, "matchType": match}
        if b.platform != "reddit" and not fields.get("negative"):
            body["finalUrl"] = SHOP + "bread"
        b.make("/keywords", "keyword", {**body, **fields})


def negatives(b):
    words(b, negative=True)


def campaign_negatives(b):
    for n in range(2):
        body = {"campaignId": b.first("campaign"), "text": "free %d" % n, "negative": True}
        b.make("/keywords", "keyword", dict(body, matchType="EXACT"))


def extensions(b):
    """A sitelink and a callout, attached to the campaign and to its first ad group."""
    site = {"type": "SITELINK", "name": "Shops", "text": "Find a shop", "finalUrl": SHOP + "shops"}
    call = {"type": "CALLOUT", "name": "Early", "text": "Open from six"}
    for body in (site, call):
        b.make("/assets", "asset", body)


def new_text(b):
    b.api.patch(b.path(b.first("asset")), {"text": "Our shops"})


def unlink(b):
    for asset, role in zip(b.all("asset"), ("SITELINK", "CALLOUT")):
        for kind in ("campaign", "adGroup"):
            detach(b.api, {"id": asset}, kind, {"id": b.first(kind)}, role=role)


def picture(b):
    b.make("/assets", "asset", asset_body(media.png(1200, 628, seed=b"loaf"), name="Loaf"))


def picture_ads(b):
    picture(b)
    ads(b, type="IMAGE", assetIds=[b.first("asset")])


def video_ads(b):
    picture(b)
    b.make("/assets", "asset", asset_body(media.mp4(), type="VIDEO", name="Oven"))
    ads(b, type="VIDEO", assetIds=b.all("asset"), callToAction="SHOP_NOW")


def hung_picture(b):
    picture(b)
    attach(b.api, {"id": b.first("asset")}, "campaign", {"id": b.first("campaign")})


CLICKS = {"google": ("gclid", "Cj0K-m_%d"), "microsoft": ("msclkid", "%032x")}
CLICKS.update(meta=("fbclid", "IwAR-m_%d"), reddit=("rdtCid", "rdt-m_%d"))


def orders(b):
    word, form = CLICKS[b.platform]
    for n in range(2):
        body = body_of(clickIds={word: form % n}, orderId="M-%d" % n, value=59.9, currency="EUR")
        b.make("/conversions/offline", "conversion", body)


class all_of:
    """Steps in sequence. As a row's base they are pushed, with `activate` if given. Then the
    draft of `then` is pushed."""

    def __init__(self, *steps, activate=False, then=None):
        self.steps, self.push, self.then = steps, {"activate": True} if activate else {}, then

    def __call__(self, b):
        for step in self.steps:
            step(b)


def patch(kind, **fields):
    def carry_out(b):
        for n, each in enumerate(b.all(kind)):
            named = {"name": fields["name"] % n} if "name" in fields else {}
            b.api.patch(b.path(each), {**fields, **named})

    return carry_out


def drop(kind):
    def carry_out(b):
        for each in b.all(kind):
            b.api.delete(b.path(each))

    return carry_out


def revert(b):
    """Reverts the newest push. The resulting drafts are the change to push."""
    b.api.post("/sync/%s/revert" % b.last["id"], expect=201)


# --- the rows ------------------------------------------------------------------------------------

PARENTS = {
    "campaign": all_of(),
    "adGroup": all_of(one_campaign),
    "ad": all_of(one_campaign, groups),
    "keyword": all_of(one_campaign, groups),
}
MAKE = {"campaign": campaigns, "adGroup": groups, "ad": ads, "keyword": words}
CHANGES = {
    ("campaign", None): {"budget": 25, "name": "Summer %d"},
    ("adGroup", None): {"cpcBid": 1.5},
    ("adGroup", "meta"): {"targeting": {"ageMin": 30}},
    ("adGroup", "reddit"): {"targeting": {"communities": ["aww"]}},
    ("ad", None): {"finalUrl": SHOP + "rye"},
    ("keyword", None): {"finalUrl": SHOP + "rye"},
}
# The simulator's name of an operation if it is not the resource's name, by platform and resource.
THERE = {
    ("google", "ad"): "adGroupAd",
    ("google", "keyword"): "adGroupCriterion",
    ("meta", "adGroup"): "adset",
    ("reddit", "keyword"): "adGroup",
}
CARRIES = {
    ("google", "campaign.update"): "campaignBudget.update campaign.update",
    ("google", "ad.update"): "ad.update",
    ("microsoft", "campaign.create"): "campaign.create campaignCriterion.create "
    "campaignCriterion.update",
    ("microsoft", "keyword.pause"): "keyword.update",
    ("reddit", "ad.create"): "post.create ad.create",
}


def carried(platform, kind, verb):
    known = CARRIES.get((platform, "%s.%s" % (kind, verb)))
    if known:
        return known
    on_reddit = (platform, kind) == ("reddit", "keyword")
    verb = "update" if verb in ("pause", "enable") or on_reddit else verb
    return "%s.%s" % (THERE.get((platform, kind), kind), verb)


def changed(platform, kind):
    return CHANGES.get((kind, platform)) or CHANGES[(kind, None)]


# A resource's collection in the simulator's state, and a text that a change leaves there.
STANDS = {
    "google": {
        "campaign": ("campaigns", "campaignBudgets", '"amountMicros": "25000000"'),
        "adGroup": ("adGroups", "adGroups", '"cpcBidMicros": "1500000"'),
        "ad": ("adGroupAds", "adGroupAds", "rye"),
        "keyword": ("adGroupCriteria", "adGroupCriteria", "rye"),
        "campaignNegative": ("campaignCriteria",),
        "asset": ("assets", "assets", "Our shops"),
        "conversion": ("conversions",),
    },
    "microsoft": {
        "campaign": ("campaigns", "campaigns", '"DailyBudget": 25'),
        "adGroup": ("adGroups", "adGroups", '"Amount": 1.5'),
        "ad": ("ads", "ads", "rye"),
        "keyword": ("keywords", "keywords", "rye"),
        "negative": ("negativeKeywords",),
        "campaignNegative": ("negativeKeywords",),
        "asset": ("adExtensions", "adExtensions", "Our shops"),
        "assetLink": ("adExtensionAssociations",),
        "conversion": ("offlineConversions",),
    },
    "reddit": {
        "campaign": ("campaigns", "campaigns", '"goal_value": 25000000'),
        "adGroup": ("ad_groups", "ad_groups", "aww"),
        "ad": ("ads", "ads", "rye"),
        "conversion": ("events",),
    },
    "meta": {
        "campaign": ("campaigns", "campaigns", '"daily_budget": 2500'),
        "adGroup": ("adsets", "adsets", '"age_min": 30'),
        "ad": ("ads", "adcreatives", "rye"),
        "conversion": ("events",),
    },
}
STATUS = {"google": "status", "microsoft": "Status", "reddit": "configured_status", "meta": "status"}
PAUSED = {"microsoft": "Paused"}
ENABLED = {"google": "ENABLED"}


def stand(platform, kind, count):
    """The expected count of a kind, as (collection, a text in each object, count)."""
    if (platform, kind) in (("reddit", "keyword"), ("reddit", "negative")):
        return [("ad_groups", '"fresh bread %d"' % n, count // 2) for n in range(2)]
    if (platform, kind) == ("google", "assetLink"):
        return [("campaignAssets", "", count // 2), ("adGroupAssets", "", count // 2)]
    text = "fresh bread" if kind in ("keyword", "negative") else ""
    kind = "keyword" if (platform, kind) == ("google", "negative") else kind
    text = "free" if kind == "campaignNegative" else text
    return [(STANDS[platform][kind][0], text, count)]


def stand_changed(platform, kind, count=2):
    return stand(platform, kind, 2) + [STANDS[platform][kind][1:] + (count,)]


def stand_as(platform, kind, status):
    if (platform, kind) == ("reddit", "keyword"):
        return stand(platform, kind, 0 if status == "PAUSED" else 2)
    word = PAUSED.get(platform, "PAUSED") if status == "PAUSED" else ENABLED.get(platform, "ACTIVE")
    word = "Active" if platform == "microsoft" and status == "ENABLED" else word
    return stand(platform, kind, 2) + [
        (STANDS[platform][kind][0], '"%s": "%s"' % (STATUS[platform], word), 2)
    ]


def rows_of_resource(platform, kind):
    def row(verb, base, change, ends, **push):
        name = "%s.%s" % (kind, verb)
        return Row(platform, name, carried(platform, kind, verb), base, change, ends, **push)

    parents, make = PARENTS[kind], MAKE[kind]
    # Reddit has no paused keywords: only an enabled one exists there.
    shown = (platform, kind) == ("reddit", "keyword")
    fields = {"status": "ENABLED"} if shown else {}
    live = {"activate": True} if shown else {}
    there = all_of(parents, lambda b: make(b, **fields), **live)
    on = all_of(parents, lambda b: make(b, status="ENABLED"), activate=True)
    off = all_of(parents, lambda b: make(b, status="PAUSED"))
    yield row("create", parents, lambda b: make(b, **fields), stand(platform, kind, 2), **live)
    if not shown:
        change = patch(kind, **changed(platform, kind))
        yield row("update", there, change, stand_changed(platform, kind))
    yield row("pause", on, patch(kind, status="PAUSED"), stand_as(platform, kind, "PAUSED"))
    ends = stand_as(platform, kind, "ENABLED")
    yield row("enable", off, patch(kind, status="ENABLED"), ends, activate=True)
    yield row("remove", there, drop(kind), stand(platform, kind, 0))


def rows_set_live(platform):
    """Rows that create and enable in one push."""
    for kind in ("campaign", "adGroup", "ad", "keyword"):
        if kind == "keyword" and platform not in ("google", "microsoft"):
            continue
        ends = stand_as(platform, kind, "ENABLED")
        change = live_maker(MAKE[kind])
        name, carries = kind + ".createLive", carried(platform, kind, "create")
        yield Row(platform, name, carries, PARENTS[kind], change, ends, activate=True)


def live_maker(make):
    return lambda b: make(b, status="ENABLED")


def rows_of_negatives(platform):
    above = all_of(one_campaign, groups)
    name = {"google": "adGroupCriterion", "microsoft": "negativeKeyword"}.get(platform, "adGroup")
    verbs = ("update", "update") if platform == "reddit" else ("create", "remove")
    make, remove = ("%s.%s" % (name, verb) for verb in verbs)
    whole = all_of(above, negatives)
    ends = stand(platform, "negative", 2)
    yield Row(platform, "negative.create", make, above, negatives, ends)
    ends = stand(platform, "negative", 0)
    yield Row(platform, "negative.remove", remove, whole, drop("keyword"), ends)
    if platform == "reddit":
        return
    name = {"google": "campaignCriterion"}.get(platform, name)
    whole = all_of(one_campaign, campaign_negatives)
    ends = stand(platform, "campaignNegative", 2)
    make, remove = (name + ".create", name + ".remove")
    yield Row(platform, "campaignNegative.create", make, one_campaign, campaign_negatives, ends)
    ends = stand(platform, "campaignNegative", 0)
    yield Row(platform, "campaignNegative.remove", remove, whole, drop("keyword"), ends)


def hang(number, kind):
    def carry_out(b):
        attach(b.api, {"id": b.all("asset")[number]}, kind, {"id": b.first(kind)})

    return carry_out


links_one = all_of(hang(0, "campaign"), hang(1, "adGroup"))
links_rest = all_of(hang(1, "campaign"), hang(0, "adGroup"))


def rows_of_extensions(platform):
    google = platform == "google"
    above = all_of(one_campaign, groups)
    whole = all_of(above, extensions, links_one, links_rest)
    asset = "asset" if google else "adExtension"
    all_there = stand(platform, "asset", 2) + stand(platform, "assetLink", 4)

    def row(name, carries, base, change, ends):
        return Row(platform, name, carries, base, change, ends)

    def links(verb):
        hung = ["campaignAsset", "adGroupAsset"] if google else ["adExtensionAssociation"]
        return " ".join("%s.%s" % (link, verb) for link in hung)

    change = all_of(extensions, links_one, links_rest)
    yield row("asset.create", asset + ".create", above, change, all_there)
    ends = stand_changed(platform, "asset", 1)
    yield row("asset.update", asset + ".update", whole, new_text, ends)
    base = all_of(above, extensions, links_one)
    yield row("assetLink.create", links("create"), base, links_rest, all_there)
    ends = stand(platform, "assetLink", 0)
    yield row("assetLink.remove", links("remove"), whole, unlink, ends)
    # Neither platform removes the asset itself, only its links.
    made = "asset.create" if google else "media.create adExtension.create"
    hung = "campaignAssets" if google else "adExtensionAssociations"
    ends = stand(platform, "asset", 1) + [(hung, "", 1)]
    yield row("picture.create", made, one_campaign, hung_picture, ends)


def rows_of_reverts(platform):
    """A push is reverted: created objects are removed, changed ones are changed back, and
    removed ones are drafted again."""
    group = THERE.get((platform, "adGroup"), "adGroup")
    grown = all_of(one_campaign, groups)
    shrink = patch("adGroup", **changed(platform, "adGroup"))
    for verb, before, then, ends in (
        ("remove", one_campaign, groups, stand(platform, "adGroup", 0)),
        ("update", grown, shrink, stand_changed(platform, "adGroup", 0)),
        ("create", grown, drop("adGroup"), stand(platform, "adGroup", 2)),
    ):
        base = all_of(before, then=then)
        name = "adGroup.revert_to_" + verb
        yield Row(platform, name, "%s.%s" % (group, verb), base, revert, ends)


# A campaign's locations: the operation that sets them, their collection, and a text that they
# leave.
PLACES = {
    "google": ("campaignCriterion.create", "campaignCriteria", "geoTargetConstants/2840", 1),
    "microsoft": ("campaignCriterion.create campaignCriterion.remove", "campaignCriterions",
                  '"LocationId": "190"', 1),
    "reddit": ("adGroup.update", "ad_groups", '"geolocations": ["US"]', 2),
    "meta": ("adset.update", "adsets", '"countries": ["US"]', 2),
}
# A campaign's hours, replaced by others that overlap them.
HOURS = {
    "google": ("campaignCriterion.create", "campaignCriteria", '"endHour": 17', 1),
    "microsoft": ("campaignCriterion.create campaignCriterion.remove", "campaignCriterions",
                  '"ToHour": 17', 1),
}
# An ad's texts, which are a separate post on Reddit. With the status they are two requests to
# Google.
WORDS = {
    "google": ("ad.update adGroupAd.update", "adGroupAds"),
    "microsoft": ("ad.update", "ads"),
    "reddit": ("post.create ad.update", "posts"),
    "meta": ("ad.update", "adcreatives"),
}


def new_words(b):
    for n, each in enumerate(b.all("ad")):
        heads = ["Warm bread %d" % n]
        if AD_TYPES.get(b.platform) == "RESPONSIVE_SEARCH":
            heads += ["Baked today", "Order online"]
        b.api.patch(b.path(each), {"headlines": heads, "status": "PAUSED"})


def rows_of_many_requests(platform):
    above = all_of(one_campaign, groups)
    carries, *there = PLACES[platform]
    change = patch("campaign", locations=[{"code": "US"}])
    ends = stand(platform, "campaign", 1) + [tuple(there)]
    yield Row(platform, "campaign.places", carries, above, change, ends)
    if platform in HOURS:
        carries, *there = HOURS[platform]
        sunday = {"day": "SUNDAY", "from": "09:00"}
        had = all_of(lambda b: one_campaign(b, adSchedule=[dict(sunday, to="12:00")]))
        change = patch("campaign", adSchedule=[dict(sunday, to="17:00")])
        ends = stand(platform, "campaign", 1) + [tuple(there)]
        yield Row(platform, "campaign.hours", carries, had, change, ends)
    carries, there = WORDS[platform]
    base = all_of(above, lambda b: ads(b, status="ENABLED"), activate=True)
    ends = stand_as(platform, "ad", "PAUSED")
    if platform != "reddit":  # where a post may be left behind
        ends.append((there, "Warm bread", 2))
    yield Row(platform, "ad.words", carries, base, new_words, ends)


def rows_of_the_rest(platform):
    ends = stand(platform, "conversion", 2)
    nothing = all_of()
    yield Row(platform, "conversion.upload", "conversion.upload", nothing, orders, ends, **ONLY)
    made = {"meta": "image.create ad.create", "reddit": "post.create ad.create"}.get(platform)
    if made:
        ends = stand(platform, "ad", 2)
        yield Row(platform, "pictureAd.create", made, PARENTS["ad"], picture_ads, ends)
    if platform == "meta":
        made = "video.create ad.create"
        yield Row(platform, "videoAd.create", made, PARENTS["ad"], video_ads, ends)


def rows():
    for platform in PLATFORMS:
        for kind in ("campaign", "adGroup", "ad", "keyword"):
            if kind != "keyword" or platform in KEYWORDS:
                yield from rows_of_resource(platform, kind)
        if platform in KEYWORDS:
            yield from rows_of_negatives(platform)
        if platform in ("google", "microsoft"):
            yield from rows_of_extensions(platform)
        yield from rows_of_many_requests(platform)
        yield from rows_of_the_rest(platform)
        yield from rows_of_reverts(platform)


ROWS = list(rows())
LIVE_ROWS = [row for platform in PLATFORMS for row in rows_set_live(platform)]


# --- whole campaigns ------------------------------------------------------------------------------


def everything(b):
    one_campaign(b)
    groups(b)
    ads(b)
    if b.platform in KEYWORDS:
        words(b)


def other_everything(b):
    """Something of each kind is changed or removed."""
    for kind in ("campaign", "adGroup", "ad"):
        patch(kind, **changed(b.platform, kind))(b)
    b.api.delete(b.path(b.all("ad")[1]))
    if b.platform in KEYWORDS:
        drop("keyword")(b)


def trees(platform):
    """Rows of many operations in one push: everything is created, or everything is changed or
    removed."""
    ends = stand(platform, "campaign", 1) + stand(platform, "adGroup", 2)
    made = ends + stand(platform, "ad", 2)
    yield Row(platform, "tree.create", "campaign.create", all_of(), everything, made)
    left = ends + stand(platform, "ad", 1) + [STANDS[platform]["adGroup"][1:] + (2,)]
    yield Row(platform, "tree.change", "campaign.update", everything, other_everything, left)


TREES = {platform: list(trees(platform)) for platform in PLATFORMS}
