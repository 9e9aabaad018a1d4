"""Fields that a draft leaves open: values of other users are adopted, or are never overwritten."""

import pytest

from adcore_make import make_keyword, preview
from adcore_platforms import Platforms, of, told


@pytest.fixture
def desk(server):
    made = Platforms(server)
    yield made
    if server.process.poll() is None:
        server.sandbox().clear_faults()


CLICKS = {"strategy": "MAXIMIZE_CLICKS", "maxCpc": 9}
OURS_URL, THEIRS_URL = "https://ours.example/?u={lpurl}", "https://theirs.example/?u={lpurl}"
PAGE, THEIR_PAGE = "https://bakery.example/ours", "https://bakery.example/theirs"
KIND = {
    ("google", "group"): "adGroups",
    ("google", "keyword"): "adGroupCriteria",
    ("microsoft", "group"): "adGroups",
    ("microsoft", "keyword"): "keywords",
    ("reddit", "group"): "ad_groups",
    ("meta", "group"): "adsets",
}

# Platform, object, field, the value another user sets, the value after a pull, the value drafted
# instead.
CASES = [
    (
        "google",
        "campaign",
        "endDate",
        {"endDateTime": "2027-01-31 23:59:59"},
        "2027-01-31",
        "2027-12-31",
    ),
    (
        "google",
        "campaign",
        "trackingTemplate",
        {"trackingUrlTemplate": THEIRS_URL},
        THEIRS_URL,
        OURS_URL,
    ),
    ("google", "campaign", "finalUrlSuffix", {"finalUrlSuffix": "t=1"}, "t=1", "o=1"),
    (
        "google",
        "campaign",
        "bidding",
        {"targetSpend": {"cpcBidCeilingMicros": "500000"}},
        {"strategy": "MAXIMIZE_CLICKS", "maxCpc": 0.5},
        CLICKS,
    ),
    ("google", "group", "cpcBid", {"cpcBidMicros": "100000"}, 0.1, 9),
    ("google", "keyword", "cpcBid", {"cpcBidMicros": "100000"}, 0.1, 9),
    ("google", "keyword", "finalUrl", {"finalUrls": [THEIR_PAGE]}, THEIR_PAGE, PAGE),
    (
        "microsoft",
        "campaign",
        "trackingTemplate",
        {"TrackingUrlTemplate": THEIRS_URL},
        THEIRS_URL,
        OURS_URL,
    ),
    ("microsoft", "campaign", "finalUrlSuffix", {"FinalUrlSuffix": "t=1"}, "t=1", "o=1"),
    (
        "microsoft",
        "campaign",
        "bidding",
        {"BiddingScheme": {"Type": "MaxClicks", "MaxCpc": {"Amount": 0.5}}},
        {"strategy": "MAXIMIZE_CLICKS", "maxCpc": 0.5},
        CLICKS,
    ),
    ("microsoft", "group", "cpcBid", {"CpcBid": {"Amount": 0.1}}, 0.1, 9),
    ("microsoft", "keyword", "cpcBid", {"Bid": {"Amount": 0.1}}, 0.1, 9),
    ("microsoft", "keyword", "finalUrl", {"FinalUrls": [THEIR_PAGE]}, THEIR_PAGE, PAGE),
    (
        "reddit",
        "campaign",
        "endDate",
        {"end_time": "2027-01-31T23:59:59Z"},
        "2027-01-31",
        "2027-12-31",
    ),
    (
        "reddit",
        "campaign",
        "bidding",
        {"bid_strategy": "MAXIMIZE_VOLUME", "bid_value": 500000},
        {"strategy": "MAXIMIZE_CLICKS", "maxCpc": 0.5},
        CLICKS,
    ),
    (
        "meta",
        "group",
        "campaign.endDate",
        {"end_time": 1801439999},
        "2027-01-31",
        "2027-12-31",
    ),
]
NAMES = ["%s %s %s" % (case[0], case[1], case[2]) for case in CASES]


def said(value):
    """A value without the members that are not set."""
    if isinstance(value, dict):
        return {name: part for name, part in value.items() if part is not None}
    return value


class Open:
    """One case: its drafts, pushed with the field left open."""

    def __init__(self, desk, platform, kind, field, theirs, pulled, ours):
        self.desk, self.platform, self.kind = desk, platform, kind
        self.theirs, self.pulled, self.ours = theirs, pulled, ours
        self.drafts = {"campaign": desk.campaign(platform, name="Bakery")}
        self.drafts["group"] = desk.group(self.drafts["campaign"], name="Bread")
        if kind == "keyword":
            self.drafts["keyword"] = make_keyword(desk.api, self.drafts["group"]["id"])
        holder, _, self.field = field.rpartition(".")
        self.draft = self.drafts[holder or kind]
        desk.push()
        assert preview(desk.api)["operations"] == []

    @property
    def there(self):
        [found] = self.desk.all(self.platform, KIND.get((self.platform, self.kind), "campaigns"))
        return found

    def change_there(self):
        kind = KIND.get((self.platform, self.kind), "campaigns")
        self.desk.edit(self.platform, self.there, self.theirs, kind)
        self.assert_theirs()

    def assert_theirs(self):
        there = self.there
        assert {name: there.get(name) for name in self.theirs} == self.theirs

    def set_ours(self):
        self.desk.patch(self.draft, **{self.field: self.ours})

    def value(self):
        return said(self.desk.read(self.draft)[self.field])


@pytest.fixture(params=CASES, ids=NAMES)
def case(request, desk):
    return Open(desk, *request.param)


def test_a_default_is_no_change(case):
    """A platform's default for a field that was not sent is neither adopted nor drift."""
    before = case.value()
    pulled = case.desk.pull(platforms=[case.platform])
    assert pulled["drifted"] == 0 and case.value() == before
    case.set_ours()
    [operation] = preview(case.desk.api)["operations"]
    assert [said(change["to"]) for change in operation["changes"]] == [case.ours]
    case.desk.push()
    now = case.desk.read(case.draft)
    assert now["syncState"] == "SYNCED" and case.value() == case.ours
    assert preview(case.desk.api)["operations"] == []


def test_a_pull_takes_over_what_others_set(case):
    case.change_there()
    pulled = case.desk.pull(platforms=[case.platform])
    assert pulled["drifted"] == 0
    assert case.value() == case.pulled
    assert case.desk.read(case.draft)["syncState"] == "SYNCED"
    assert preview(case.desk.api)["operations"] == []
    case.assert_theirs()
    # From then on the field is an ordinary value, and the draft overwrites it.
    case.set_ours()
    case.desk.push()
    assert case.value() == case.ours
    assert case.desk.read(case.draft)["syncState"] == "SYNCED"


def test_a_push_does_not_overwrite_what_others_set(case):
    case.change_there()
    case.set_ours()
    after = case.desk.box.log_end()
    run = case.desk.push(expect="FAILED")
    [operation] = of(run, case.draft)
    assert (operation["status"], operation["error"]["code"]) == ("FAILED", "DRIFTED"), told(run)
    assert case.field in operation["error"]["message"]
    assert case.desk.written(after) == []
    case.assert_theirs()
    assert case.desk.read(case.draft)["syncState"] == "DRIFTED"
    [row] = case.desk.api.get("/sync/drift").data
    sides = row["field"], said(row["staged"]), said(row["live"])
    assert sides == (case.field, case.ours, case.pulled)
    # A member keeps the draft, which overwrites the platform's value.
    body = {"id": case.draft["id"], "field": case.field, "keep": "STAGED"}
    case.desk.api.post("/sync/drift/resolve", body, expect=200)
    case.desk.push()
    now = case.desk.read(case.draft)
    assert now["syncState"] == "SYNCED" and case.value() == case.ours


def test_edited_on_both_sides_it_drifts(case):
    case.change_there()
    case.set_ours()
    pulled = case.desk.pull(platforms=[case.platform])
    assert pulled["drifted"] == 1
    assert case.value() == case.ours
    assert case.desk.read(case.draft)["syncState"] == "DRIFTED"
    [row] = case.desk.api.get("/sync/drift").data
    sides = row["field"], said(row["staged"]), said(row["live"])
    assert sides == (case.field, case.ours, case.pulled)
    assert preview(case.desk.api)["operations"] == []
    case.assert_theirs()
    # A member keeps the platform's value.
    body = {"id": case.draft["id"], "field": case.field, "keep": "LIVE"}
    case.desk.api.post("/sync/drift/resolve", body, expect=200)
    assert case.value() == case.pulled
    assert preview(case.desk.api)["operations"] == []
    case.assert_theirs()
