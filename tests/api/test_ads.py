"""Ads: responsive search ads, their texts and counts, and every refusal."""

import re

import pytest

from adcore_make import ad_body, make_ad, make_ad_group, make_campaign, missing_id, push

WIDE = "日本語のパン屋さん新鮮焼立"


def words(count, length=30):
    return [("%d " % number + "bread " * 10)[:length].strip() for number in range(count)]


@pytest.fixture(scope="module")
def parent(shared):
    return make_ad_group(shared, make_campaign(shared)["id"])["id"]


def pin_value(shared, number=1):
    """A pin to the first headline place, in the type that the description gives it."""
    text = shared.get("/openapi.json").text
    if '"HEADLINE_1"' in text:
        return "HEADLINE_%d" % number
    return number


def test_create(api):
    group = make_ad_group(api, make_campaign(api)["id"])
    body = ad_body(group["id"])
    resp = api.post("/ads", body)
    made = resp.data
    assert re.match(r"^ad_[0-9A-Za-z]{26}$", made["id"])
    assert resp.headers["location"].endswith("/ads/" + made["id"])
    for name, value in body.items():
        assert made[name] == value, name
    assert made["status"] == "PAUSED" and made["syncState"] == "STAGED"
    assert api.get("/ads/" + made["id"]).data == made
    assert api.get("/ads").data == [made]


def test_writable_fields_come_back(shared, parent):
    body = ad_body(
        parent,
        name="Spring ad",
        path1="bread",
        path2="rolls",
        status="ENABLED",
        headlines=words(15),
        descriptions=words(4, 90),
    )
    made = shared.post("/ads", body).data
    for name, value in body.items():
        assert made[name] == value, name


def test_texts_are_answered_as_written(shared, parent):
    pin = pin_value(shared)
    headlines = [
        "Fresh bread",
        {"text": "Baked every morning", "pin": pin},
        "Order online",
        {"text": "Open from six"},
    ]
    made = make_ad(shared, parent, headlines=headlines)
    assert made["headlines"][0] == "Fresh bread" and made["headlines"][2] == "Order online"
    assert made["headlines"][1] == {"text": "Baked every morning", "pin": pin}
    assert made["headlines"][3]["text"] == "Open from six"
    assert shared.get("/ads/" + made["id"]).data["headlines"] == made["headlines"]


def test_an_empty_body_names_every_required_field(shared):
    assert set(shared.refuse("POST", "/ads", {}).faults()) >= {"adGroupId", "type", "finalUrl"}


def test_read_only_and_unknown_fields_are_refused_by_name(shared, parent):
    made = make_ad(shared, parent)
    fields = {
        name: made[name]
        for name in (
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
        )
    }
    bad = dict(fields, headline="x", url="https://x.example")
    wanted = set(bad)
    assert set(shared.refuse("POST", "/ads", ad_body(parent, **bad)).faults()) >= wanted
    assert set(shared.refuse("PATCH", "/ads/" + made["id"], bad).faults()) >= wanted


@pytest.mark.parametrize(
    "headlines,descriptions", [(2, 2), (16, 2), (0, 2), (3, 1), (3, 5), (3, 0)]
)
def test_counts(shared, parent, headlines, descriptions):
    resp = shared.refuse(
        "POST",
        "/ads",
        ad_body(parent, headlines=words(headlines), descriptions=words(descriptions)),
    )
    bad = "headlines" if headlines not in (3, 15) else "descriptions"
    assert [path for path in resp.faults() if path.startswith(bad)]


@pytest.mark.parametrize("headlines,descriptions", [(3, 2), (15, 4)])
def test_counts_at_the_edge(shared, parent, headlines, descriptions):
    made = make_ad(shared, parent, headlines=words(headlines), descriptions=words(descriptions))
    assert len(made["headlines"]) == headlines and len(made["descriptions"]) == descriptions


def test_every_long_text_is_named_at_once(shared, parent):
    headlines = words(5)
    headlines[1] = "h" * 31
    headlines[3] = {"text": "i" * 40}
    descriptions = words(3, 90)
    descriptions[2] = "d" * 91
    resp = shared.refuse(
        "POST",
        "/ads",
        ad_body(
            parent, headlines=headlines, path1="p" * 16, path2="q" * 16, descriptions=descriptions
        ),
    )
    resp.fault("headlines[1]", "TOO_LONG", 30)
    resp.fault("descriptions[2]", "TOO_LONG", 90)
    resp.fault("path1", "TOO_LONG", 15)
    resp.fault("path2", "TOO_LONG", 15)
    assert {"headlines[3]", "headlines[3].text"} & set(resp.faults())
    assert len(resp.details["fields"]) == 5


@pytest.mark.parametrize(
    "text,fits",
    [
        ("a" * 30, True),
        ("a" * 31, False),
        ("é" * 30, True),
        ("é" * 31, False),
        (WIDE[:13] + "日本", True),
        (WIDE[:13] + "日本語", False),
        ("日" * 15, True),
        ("日" * 15 + "a", False),
        ("ｱ" * 30, True),
        ("가" * 15, True),
        ("가" * 16, False),
        ("Ａ" * 15, True),
        ("Ａ" * 16, False),
        ("{KeyWord:" + "a" * 30 + "}", True),
        ("{KeyWord:" + "a" * 31 + "}", False),
        ("Buy {KeyWord:" + "a" * 26 + "}", True),
        ("Buy {KeyWord:" + "a" * 27 + "}", False),
        ("{KeyWord:" + "日" * 15 + "}", True),
        ("{KeyWord:" + "日" * 16 + "}", False),
    ],
)
def test_text_lengths(shared, parent, text, fits):
    body = ad_body(parent, headlines=[text, "Baked every morning", "Order online"])
    if fits:
        assert shared.post("/ads", body).data["headlines"][0] == text
    else:
        shared.refuse("POST", "/ads", body).fault("headlines[0]", "TOO_LONG", 30)


@pytest.mark.parametrize(
    "value", ["x", 5, True, {}, [5], [None], [[]], [""], [{"txt": "x"}], [{"text": 5}], [{}]]
)
@pytest.mark.parametrize("field", ["headlines", "descriptions"])
def test_texts_that_are_none(shared, parent, field, value):
    if isinstance(value, list):
        value = words(3 if field == "headlines" else 2) + value
    resp = shared.refuse("POST", "/ads", ad_body(parent, **{field: value}))
    assert [path for path in resp.faults() if path.startswith(field)]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "bakery.example",
        "/bread",
        "//bakery.example/",
        "ftp://bakery.example/",
        "javascript:alert(1)",
        "mailto:a@b.example",
        "https://",
        "https:///path",
        "http:bread",
        "https://user@bakery.example/",
        "https://user:pw@bakery.example/",
        "https://bakery example/",
        "data:text/html,x",
        "https://bakery.example/" + "a" * 2048,
        None,
        5,
        True,
        [],
        {},
    ],
)
def test_urls_that_are_none(shared, parent, url):
    shared.refuse("POST", "/ads", ad_body(parent, finalUrl=url)).fault("finalUrl")


@pytest.mark.parametrize(
    "url",
    [
        "https://bakery.example",
        "http://bakery.example/",
        "https://bakery.example:8443/a?b=c#d",
        "https://xn--bcker-gra.example/brot",
        "https://bakery.example/%C3%A4?q=a%20b",
        "https://bakery.example/" + "a" * (2048 - len("https://bakery.example/")),
    ],
)
def test_urls_come_back_as_written(shared, parent, url):
    assert make_ad(shared, parent, finalUrl=url)["finalUrl"] == url


@pytest.mark.parametrize("kind", ["IMAGE", "VIDEO", "POST"])
def test_types_that_google_does_not_take_here(shared, parent, kind):
    resp = shared.refuse(
        "POST",
        "/ads",
        {"adGroupId": parent, "type": kind, "name": "x", "finalUrl": "https://bakery.example/"},
    )
    codes = {fault["code"] for faults in resp.faults().values() for fault in faults}
    assert "UNSUPPORTED_ON_PLATFORM" in codes


def test_unknown_type_is_answered_with_the_nearest(shared, parent):
    resp = shared.refuse("POST", "/ads", ad_body(parent, type="RESPONSIVE_SERCH"))
    resp.fault("type")
    assert "RESPONSIVE_SEARCH" in resp.details["suggestion"]


def test_missing_and_foreign_parents_are_alike(server, shared):
    stranger = server.account().client()
    foreign = make_ad_group(stranger, make_campaign(stranger)["id"])["id"]
    missing = missing_id(foreign)
    answers = []
    for parent_id in (foreign, missing):
        resp = shared.refuse("POST", "/ads", ad_body(parent_id, headlines=words(3)))
        resp.fault("adGroupId", "REFERENCE_NOT_FOUND")
        answers.append(resp.same_but_for(parent_id))
    assert answers[0] == answers[1]


def test_change_of_texts_replaces_the_list(shared, parent):
    made = make_ad(shared, parent, headlines=words(5))
    changed = shared.patch("/ads/" + made["id"], {"headlines": words(3, 20)}).data
    assert changed["headlines"] == words(3, 20)
    assert changed["descriptions"] == made["descriptions"]
    shared.refuse("PATCH", "/ads/" + made["id"], {"headlines": words(2)})
    assert shared.get("/ads/" + made["id"]).data == changed


def test_type_and_parent_are_fixed_after_the_first_push(api):
    campaign = make_campaign(api)
    one, two = make_ad_group(api, campaign["id"]), make_ad_group(api, campaign["id"])
    made = make_ad(api, one["id"])
    push(api)
    resp = api.refuse("PATCH", "/ads/" + made["id"], {"adGroupId": two["id"], "type": "IMAGE"})
    resp.fault("adGroupId", "IMMUTABLE")
    resp.fault("type", "IMMUTABLE")


def test_deleting_a_draft_removes_it_at_once(api):
    made = make_ad(api, make_ad_group(api, make_campaign(api)["id"])["id"])
    api.delete("/ads/" + made["id"])
    api.get("/ads/" + made["id"], expect=404)
    assert api.get("/ads").meta["total"] == 0
