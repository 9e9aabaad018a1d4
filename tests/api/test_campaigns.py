"""Campaigns: create, read, change, and every refusal."""

import datetime
import re

import pytest

from adcore_make import campaign_body, make_campaign, missing_id, push, serial, space_id
from adcore_server import in_threads

NEXT_YEAR = datetime.date.today().year + 1


def test_create_from_three_fields(api):
    me = api.get("/me").data
    resp = api.post("/campaigns", {"name": "Bakery", "type": "SEARCH", "budget": 20})
    made = resp.data
    assert re.match(r"^cmp_[0-9A-Za-z]{26}$", made["id"])
    assert resp.headers["location"].endswith("/campaigns/" + made["id"])
    assert made["name"] == "Bakery" and made["type"] == "SEARCH" and made["budget"] == 20
    assert made["status"] == "PAUSED"
    assert made["platform"] == "google"
    assert made["syncState"] == "STAGED"
    assert made["source"] == "API"
    assert made["environment"] == "test"
    assert made["spaceId"] == space_id(me)
    assert made["bidding"]["strategy"] == "MAXIMIZE_CLICKS"
    assert made["version"] >= 1
    assert made["createdAt"] <= made["updatedAt"]
    assert "createdBy" in made and "remote" in made
    assert not (made["remote"] or {}).get("id")


def test_location_leads_to_the_object(server, api):
    resp = api.post("/campaigns", campaign_body())
    location = resp.headers["location"]
    path = location[location.index("/api/v1") :]
    assert api.request("GET", path, root=True).json["data"] == resp.data


def test_reading_gives_what_creating_answered(api):
    made = make_campaign(api)
    assert api.get("/campaigns/" + made["id"]).data == made
    assert api.get("/campaigns").data == [made]


def test_all_writable_fields_come_back(api):
    body = campaign_body(
        status="ENABLED",
        platform="google",
        budget=42.42,
        startDate="%d-02-01" % NEXT_YEAR,
        endDate="%d-03-31" % NEXT_YEAR,
        objective="LEADS",
        bidding={"strategy": "TARGET_CPA", "targetCpa": 7.5},
        locations=[{"code": "DE", "excluded": False}, {"code": "CH", "excluded": True}],
        languages=["de", "en"],
        trackingTemplate="https://track.example/?u={lpurl}",
        finalUrlSuffix="src=ads&k={keyword}",
        labels=["spring", "bread"],
    )
    made = api.post("/campaigns", body).data
    for name, value in body.items():
        if name == "locations":
            assert [(l["code"], l["excluded"]) for l in made[name]] == [("DE", False), ("CH", True)]
        elif name == "bidding":
            assert made[name]["strategy"] == "TARGET_CPA" and made[name]["targetCpa"] == 7.5
        else:
            assert made[name] == value, name
    assert api.get("/campaigns/" + made["id"]).data == made


def test_read_only_budget_words_of_a_google_campaign(api):
    made = make_campaign(api)
    assert made["budgetLevel"] == "CAMPAIGN"
    assert made["budgetPeriod"] == "DAILY"


@pytest.mark.parametrize("status", ["ENABLED", "PAUSED"])
def test_wanted_status(shared, status):
    assert make_campaign(shared, status=status)["status"] == status


def test_social_goes_to_meta_unless_said(shared):
    made = shared.post("/campaigns", campaign_body(type="SOCIAL")).data
    assert made["platform"] == "meta"
    assert made["objective"] == "TRAFFIC"


# --- required, unknown, read-only ------------------------------------------------------------


def test_an_empty_body_names_every_required_field(shared):
    resp = shared.refuse("POST", "/campaigns", {})
    assert set(resp.faults()) >= {"name", "type", "budget"}


READ_ONLY = [
    "id",
    "spaceId",
    "environment",
    "source",
    "createdBy",
    "createdAt",
    "updatedAt",
    "version",
    "syncState",
    "remote",
    "budgetLevel",
    "budgetPeriod",
]


def test_read_only_fields_are_refused_by_name(shared):
    made = make_campaign(shared)
    fields = {name: made[name] for name in READ_ONLY}
    for resp in (
        shared.refuse("POST", "/campaigns", campaign_body(**fields)),
        shared.refuse("PATCH", "/campaigns/" + made["id"], fields),
    ):
        assert set(resp.faults()) >= set(READ_ONLY)


def test_unknown_fields_are_refused_by_name(shared):
    made = make_campaign(shared)
    bad = {
        "nmae": "x",
        "Budget": 3,
        "dailyBudget": 4,
        "name ": "x",
        "": 1,
        "bidding": {"strategy": "MAXIMIZE_CLICKS", "maxCPC": 1},
    }
    resp = shared.refuse("POST", "/campaigns", campaign_body(**bad))
    assert set(resp.faults()) >= {"nmae", "Budget", "dailyBudget", "name ", "bidding.maxCPC"}
    resp = shared.refuse("PATCH", "/campaigns/" + made["id"], bad)
    assert set(resp.faults()) >= {"nmae", "Budget", "dailyBudget", "name ", "bidding.maxCPC"}


def test_all_faults_are_named_at_once(shared):
    resp = shared.refuse(
        "POST",
        "/campaigns",
        {
            "name": "",
            "type": "SERCH",
            "budget": -1,
            "platform": "gogle",
            "status": "ON",
            "startDate": "tomorrow",
            "languages": "de",
            "finalUrlSuffix": 5,
            "locations": [{"code": "DE"}, {"code": 5}],
            "bidding": {"strategy": "CHEAP"},
            "id": "cmp_1",
            "nonsense": True,
        },
    )
    assert set(resp.faults()) >= {
        "name",
        "type",
        "budget",
        "platform",
        "status",
        "startDate",
        "languages",
        "finalUrlSuffix",
        "locations[1].code",
        "bidding.strategy",
        "id",
        "nonsense",
    }
    assert shared.refuse("POST", "/campaigns", {}).details["recovery"] == "correctable"


def test_nothing_is_kept_of_a_refused_write(api):
    api.refuse("POST", "/campaigns", campaign_body(budget=0))
    assert api.get("/campaigns").meta["total"] == 0
    made = make_campaign(api)
    api.refuse("PATCH", "/campaigns/" + made["id"], {"name": "New", "budget": 0})
    assert api.get("/campaigns/" + made["id"]).data == made


# --- enums -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "field,value,nearest",
    [
        ("type", "SERCH", "SEARCH"),
        ("type", "search", "SEARCH"),
        ("status", "ENABLE", "ENABLED"),
        ("platform", "goggle", "google"),
        ("objective", "TRAFIC", "TRAFFIC"),
    ],
)
def test_unknown_enum_value_is_answered_with_the_nearest(shared, field, value, nearest):
    resp = shared.refuse("POST", "/campaigns", campaign_body(**{field: value}))
    resp.fault(field)
    assert nearest in resp.details["suggestion"]


@pytest.mark.parametrize("field", ["type", "status", "platform", "objective"])
@pytest.mark.parametrize("value", ["", None, 1, True, [], {}, "REMOVED"])
def test_what_is_no_enum_value(shared, field, value):
    if value is None and field in ("objective", "status", "platform"):
        return
    shared.refuse("POST", "/campaigns", campaign_body(**{field: value})).fault(field)


@pytest.mark.parametrize("kind", ["DISPLAY", "PERFORMANCE_MAX", "SHOPPING", "VIDEO"])
def test_types_that_cannot_be_created(shared, kind):
    resp = shared.refuse("POST", "/campaigns", campaign_body(type=kind))
    codes = {fault["code"] for faults in resp.faults().values() for fault in faults}
    assert codes == {"UNSUPPORTED_ON_PLATFORM"}


@pytest.mark.parametrize(
    "kind,platform",
    [("SEARCH", "reddit"), ("SEARCH", "meta"), ("SOCIAL", "google"), ("SOCIAL", "microsoft")],
)
def test_types_that_a_platform_does_not_have(shared, kind, platform):
    resp = shared.refuse("POST", "/campaigns", campaign_body(type=kind, platform=platform))
    codes = {fault["code"] for faults in resp.faults().values() for fault in faults}
    assert "UNSUPPORTED_ON_PLATFORM" in codes


# --- money -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "budget",
    [
        0,
        -1,
        -0.01,
        0.001,
        10.555,
        1000000000.01,
        1000000001,
        1e15,
        "20",
        "",
        None,
        True,
        [],
        {},
        [20],
    ],
)
def test_budgets_that_are_none(shared, budget):
    shared.refuse("POST", "/campaigns", campaign_body(budget=budget)).fault("budget")


@pytest.mark.parametrize("text", ["1e400", "-1e400", "1" * 400, "0.1e-400", "20.000000000001"])
def test_budgets_beyond_any_number(shared, text):
    raw = ('{"name":"Big %d","type":"SEARCH","budget":%s}' % (serial(), text)).encode()
    resp = shared.request("POST", "/campaigns", raw=raw, expect=400)
    assert resp.code == "VALIDATION_ERROR"


@pytest.mark.parametrize("budget", [1, 1.1, 9.99, 19.99, 33.33, 64.1, 99.99, 100])
def test_money_comes_back_exactly(shared, budget):
    made = make_campaign(shared, budget=budget)
    assert made["budget"] == budget
    assert shared.get("/campaigns/" + made["id"]).data["budget"] == budget


def test_numbers_may_be_written_otherwise(shared):
    for text, value in (("2e1", 20), ("20.00", 20), ("1.25E1", 12.5)):
        raw = ('{"name":"N %d","type":"SEARCH","budget":%s}' % (serial(), text)).encode()
        assert shared.request("POST", "/campaigns", raw=raw, expect=201).data["budget"] == value


def test_decimals_follow_the_currency(server):
    yen = server.account(currency="JPY").client()
    yen.refuse("POST", "/campaigns", campaign_body(budget=50.5)).fault("budget")
    assert make_campaign(yen, budget=50)["budget"] == 50


def test_decimals_and_currencies_are_the_platforms_own(server):
    """Not ISO 4217's: Meta takes whole New Taiwan dollars; Reddit has no accounts in them."""
    client = server.account(currency="TWD").client()
    social = {"type": "SOCIAL", "objective": "TRAFFIC"}
    for platform, budget, code, fields in (
        ("meta", 50.5, "TOO_MANY_DECIMALS", social),
        ("reddit", 50, "UNSUPPORTED_ON_PLATFORM", social),
    ):
        body = campaign_body(platform=platform, budget=budget, **fields)
        fault = client.refuse("POST", "/campaigns", body).fault("budget")
        assert fault["code"] == code and platform in fault["message"]
    meta = client.post("/campaigns", campaign_body(platform="meta", budget=50, **social)).data
    refused = client.refuse("PATCH", "/campaigns/" + meta["id"], {"budget": 50.25})
    assert refused.fault("budget")["limit"] == 0


@pytest.mark.parametrize("name", ["targetCpa", "maxCpc"])
def test_bids_are_money(shared, name):
    strategy = {"targetCpa": "TARGET_CPA", "maxCpc": "MAXIMIZE_CLICKS"}[name]
    for bad in (0, -1, 0.001, "1", True, []):
        resp = shared.refuse(
            "POST", "/campaigns", campaign_body(bidding={"strategy": strategy, name: bad})
        )
        resp.fault("bidding." + name)
    made = make_campaign(shared, bidding={"strategy": strategy, name: 1.25})
    assert made["bidding"][name] == 1.25


# --- dates -------------------------------------------------------------------------------------


@pytest.mark.parametrize("field", ["startDate", "endDate"])
@pytest.mark.parametrize(
    "value",
    [
        "2031-02-30",
        "2031-13-01",
        "2031-1-1",
        "31-01-01",
        "",
        20310101,
        "2031-01-01T00:00:00Z",
        "tomorrow",
        "2031-00-10",
        "2031-01-00",
        " 2031-01-01",
        "2031/01/01",
        True,
        [],
    ],
)
def test_dates_that_are_none(shared, field, value):
    shared.refuse("POST", "/campaigns", campaign_body(**{field: value})).fault(field)


def test_end_before_start_is_refused(shared):
    first, last = "%d-05-01" % NEXT_YEAR, "%d-04-30" % NEXT_YEAR
    resp = shared.refuse("POST", "/campaigns", campaign_body(startDate=first, endDate=last))
    assert set(resp.faults()) & {"startDate", "endDate"}
    made = make_campaign(shared, startDate=first, endDate="%d-05-02" % NEXT_YEAR)
    resp = shared.refuse("PATCH", "/campaigns/" + made["id"], {"endDate": last})
    assert set(resp.faults()) & {"startDate", "endDate"}


def test_leap_day(shared):
    year = NEXT_YEAR + (-NEXT_YEAR % 4)
    made = make_campaign(shared, startDate="%d-02-29" % year)
    assert made["startDate"] == "%d-02-29" % year
    shared.refuse("POST", "/campaigns", campaign_body(startDate="%d-02-29" % (year + 1))).fault(
        "startDate"
    )


# --- names -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", None, 5, True, [], {}, ["x"]])
def test_names_that_are_none(shared, name):
    shared.refuse("POST", "/campaigns", campaign_body(name=name)).fault("name")


def test_name_is_counted_in_code_points(shared):
    longest = ("é%d" % serial()).ljust(128, "é")
    assert make_campaign(shared, name=longest)["name"] == longest
    shared.refuse("POST", "/campaigns", campaign_body(name=longest + "x")).fault(
        "name", "TOO_LONG", 128
    )


@pytest.mark.parametrize(
    "name",
    [
        "Brot & Brötchen <b>\"'\\/",
        "日本のパン屋",
        "🥖 bread",
        "a  b",
        "x' OR '1'='1",
        "%_!",
        "{{7*7}}",
        "e\u0301",
        "مخبز",
    ],
)
def test_names_come_back_as_written(shared, name):
    made = make_campaign(shared, name=name)
    assert made["name"] == name
    assert shared.get("/campaigns/" + made["id"]).data["name"] == name


def test_duplicate_name_on_google_minds_case(api):
    make_campaign(api, name="Spring")
    api.refuse("POST", "/campaigns", campaign_body(name="Spring")).fault("name", "DUPLICATE_NAME")
    other = make_campaign(api, name="SPRING")
    api.refuse("PATCH", "/campaigns/" + other["id"], {"name": "Spring"}).fault(
        "name", "DUPLICATE_NAME"
    )
    assert api.patch("/campaigns/" + other["id"], {"name": "SPRING"}).data["name"] == "SPRING"


def test_a_name_is_the_same_whatever_letters_it_has(api):
    made = make_campaign(api, name="ÄHREN, Großes Brot")
    same = campaign_body(name="ÄHREN, Großes Brot")
    api.refuse("POST", "/campaigns", same).fault("name", "DUPLICATE_NAME")
    for part in ("ÄHR", "großes b", "GROßES"):
        assert [c["id"] for c in api.get("/campaigns", query={"q": part}).data] == [made["id"]]
    group = {"campaignId": made["id"], "name": "Öfen"}
    api.post("/ad-groups", group, expect=201)
    api.refuse("POST", "/ad-groups", group).fault("name", "DUPLICATE_NAME")


@pytest.mark.parametrize("platform", ["google", "microsoft"])
def test_a_name_is_the_same_composed_or_not(api, platform):
    """The platforms treat an accent as one code point or two alike. The name is stored as sent."""
    names = ["Caf\u00e9", "Cafe\u0301"]
    for first, second in (names, [each + " bread" for each in reversed(names)]):
        made = make_campaign(api, name=first, platform=platform)
        assert made["name"] == first
        twin = campaign_body(name=second, platform=platform)
        api.refuse("POST", "/campaigns", twin).fault("name", "DUPLICATE_NAME")
        group = {"campaignId": made["id"], "name": first}
        api.post("/ad-groups", group, expect=201)
        refused = api.refuse("POST", "/ad-groups", dict(group, name=second))
        refused.fault("name", "DUPLICATE_NAME")
    other = make_campaign(api, name="Cafe", platform=platform)
    api.refuse("PATCH", "/campaigns/" + other["id"], {"name": names[1]}).fault("name", "DUPLICATE_NAME")


def test_duplicate_name_on_microsoft_does_not_mind_case(api):
    make_campaign(api, name="Spring", platform="microsoft")
    resp = api.refuse("POST", "/campaigns", campaign_body(name="SPRING", platform="microsoft"))
    resp.fault("name", "DUPLICATE_NAME")


def test_names_are_free_across_platforms_spaces_and_environments(server, api, account):
    make_campaign(api, name="Same")
    make_campaign(api, name="Same", platform="microsoft")
    make_campaign(server.account().client(), name="Same")
    make_campaign(account.client(env="live"), name="Same")


def test_a_removed_name_is_free_again(api):
    made = make_campaign(api, name="Again")
    api.delete("/campaigns/" + made["id"])
    assert make_campaign(api, name="Again")["id"] != made["id"]


def test_two_at_once_cannot_take_one_name(account):
    clients = [account.client() for _ in range(4)]
    body = campaign_body(name="Race")
    calls = [lambda c=c: c.post("/campaigns", body, expect=(201, 400)) for c in clients]
    answers = in_threads(*calls)
    assert sorted(a.status for a in answers) == [201, 400, 400, 400]
    for answer in answers:
        if answer.status == 400:
            answer.fault("name", "DUPLICATE_NAME")


# --- other fields ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "locations",
    [
        "DE",
        [{"code": "DE", "radius": 5}],
        [{}],
        ["DE"],
        [{"code": ""}],
        [{"code": "DE", "excluded": "no"}],
        {},
    ],
)
def test_locations_that_are_none(shared, locations):
    resp = shared.refuse("POST", "/campaigns", campaign_body(locations=locations))
    assert [path for path in resp.faults() if path.startswith("locations")]


@pytest.mark.parametrize("languages", ["de", [5], [""], [None], {}])
def test_languages_that_are_none(shared, languages):
    resp = shared.refuse("POST", "/campaigns", campaign_body(languages=languages))
    assert [path for path in resp.faults() if path.startswith("languages")]


def test_unknown_platform_option_is_refused_by_name(shared):
    resp = shared.refuse("POST", "/campaigns", campaign_body(platformOptions={"pixelId": "1"}))
    assert [path for path in resp.faults() if path.startswith("platformOptions")]


def test_business_reference_has_to_exist(shared):
    resp = shared.refuse(
        "POST", "/campaigns", campaign_body(businessId="biz_01ARZ3NDEKTSV4RRFFQ69G5FAV")
    )
    resp.fault("businessId", "REFERENCE_NOT_FOUND")


# --- immutable after the first push ------------------------------------------------------------


def test_type_and_platform_are_fixed_after_the_first_push(api):
    made = make_campaign(api)
    push(api)
    resp = api.refuse("PATCH", "/campaigns/" + made["id"], {"type": "SOCIAL", "platform": "meta"})
    resp.fault("type", "IMMUTABLE")
    resp.fault("platform", "IMMUTABLE")
    assert (
        api.patch("/campaigns/" + made["id"], {"type": "SEARCH", "budget": 21}).data["budget"] == 21
    )


def test_deleting_a_draft_removes_it_at_once(api):
    made = make_campaign(api)
    api.delete("/campaigns/" + made["id"])
    resp = api.get("/campaigns/" + made["id"], expect=404)
    assert resp.details["id"] == made["id"] and isinstance(resp.details["resource"], str)
    assert api.get("/campaigns").meta["total"] == 0
    api.delete("/campaigns/" + made["id"], expect=404)
    api.patch("/campaigns/" + made["id"], {"name": "x"}, expect=404)
    never = missing_id(made["id"])
    missing = api.get("/campaigns/" + never, expect=404)
    assert missing.same_but_for(never) == resp.same_but_for(made["id"])
