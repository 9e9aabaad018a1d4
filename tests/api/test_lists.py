"""Lists: paging by cursor, exact totals, order, filters, and what is refused."""

import pytest

from adcore_make import make_ad, make_ad_group, make_campaign, make_keyword, make_tree, push
from adcore_server import wait_for


@pytest.fixture(scope="module")
def crowd(server):
    """A Space with 23 campaigns, oldest first."""
    api = server.account().client()
    made = [
        make_campaign(
            api,
            name="C%02d %s" % (number, "Rye" if number % 3 else "White"),
            status="ENABLED" if number % 4 == 0 else "PAUSED",
            platform="google",
        )
        for number in range(23)
    ]
    return api, made


def ids(objects):
    return [each["id"] for each in objects]


@pytest.mark.parametrize("limit", [1, 7, 22, 23, 24, 200])
@pytest.mark.parametrize("order", [None, "asc"])
def test_walk_gives_every_object_once(crowd, limit, order):
    api, made = crowd
    found = ids(api.walk("/campaigns", limit=limit, query={"order": order}))
    wanted = ids(made) if order == "asc" else ids(made)[::-1]
    assert found == wanted


def test_every_page_has_the_exact_total(crowd):
    api, made = crowd
    page = api.get("/campaigns", query={"limit": 10})
    assert page.meta["total"] == len(made) and len(page.data) == 10
    assert page.meta["nextCursor"]
    empty = api.get("/campaigns", query={"q": "no such name"})
    assert empty.data == [] and empty.meta["total"] == 0 and empty.meta["nextCursor"] is None


def test_total_follows_creating_and_deleting(api):
    counts = [api.get("/campaigns").meta["total"]]
    made = [make_campaign(api) for _ in range(3)]
    counts.append(api.get("/campaigns").meta["total"])
    api.delete("/campaigns/" + made[1]["id"])
    counts.append(api.get("/campaigns").meta["total"])
    assert counts == [0, 3, 2]


def test_default_limit_is_50(account):
    api = account.client()
    for _ in range(51):
        make_campaign(api)
    page = api.get("/campaigns")
    assert len(page.data) == 50 and page.meta["total"] == 51 and page.meta["nextCursor"]


def test_limit_may_change_between_pages(crowd):
    api, made = crowd
    first = api.get("/campaigns", query={"limit": 3})
    second = api.get("/campaigns", query={"limit": 11, "cursor": first.meta["nextCursor"]})
    third = api.get("/campaigns", query={"limit": 200, "cursor": second.meta["nextCursor"]})
    assert ids(first.data + second.data + third.data) == ids(made)[::-1]


@pytest.mark.parametrize(
    "limit",
    [
        "0",
        "-1",
        "201",
        "1000000",
        "x",
        "",
        "1.5",
        "0x10",
        "1e1",
        " 5",
        "99999999999999999999",
        "5;",
    ],
)
def test_limits_that_are_none(crowd, limit):
    crowd[0].refuse("GET", "/campaigns", query=[("limit", limit)]).fault("limit")


@pytest.mark.parametrize(
    "name,value",
    [
        ("Limit", "5"),
        ("page", "2"),
        ("offset", "5"),
        ("sort", "name"),
        ("nmae", "x"),
        ("access_token", "x"),
        ("validateonly", "1"),
    ],
)
def test_unknown_query_parameters_are_refused_by_name(crowd, name, value):
    api, _ = crowd
    api.refuse("GET", "/campaigns", query={name: value}).fault(name)


def test_all_bad_query_parameters_are_named_at_once(crowd):
    resp = crowd[0].refuse(
        "GET",
        "/campaigns",
        query={"limit": "0", "order": "up", "foo": 1, "status": "ON", "updatedSince": "soon"},
    )
    assert set(resp.faults()) >= {"limit", "order", "foo", "status", "updatedSince"}


def test_unknown_query_parameters_are_refused_on_objects_too(crowd):
    api, made = crowd
    api.refuse("GET", "/campaigns/" + made[0]["id"], query={"foo": 1}).fault("foo")
    api.refuse(
        "POST", "/campaigns", {"name": "x", "type": "SEARCH", "budget": 1}, query={"dryRun": "true"}
    ).fault("dryRun")
    api.refuse("GET", "/me", query={"foo": 1}).fault("foo")


# --- cursors -----------------------------------------------------------------------------------


def next_cursor(api, **query):
    return api.get("/campaigns", query=dict(query, limit=2)).meta["nextCursor"]


def test_a_cursor_belongs_to_its_query(crowd):
    api, _ = crowd
    cursor = next_cursor(api)
    for query in (
        {"order": "asc"},
        {"status": "PAUSED"},
        {"q": "C"},
        {"platform": "google"},
        {"updatedSince": "2020-01-01T00:00:00.000Z"},
    ):
        api.refuse("GET", "/campaigns", query=dict(query, cursor=cursor)).fault("cursor")
    filtered = next_cursor(api, status="PAUSED")
    api.refuse("GET", "/campaigns", query={"cursor": filtered}).fault("cursor")
    api.refuse("GET", "/campaigns", query={"cursor": filtered, "status": "ENABLED"}).fault("cursor")
    api.get("/campaigns", query={"cursor": filtered, "status": "PAUSED"})


def test_a_cursor_belongs_to_its_collection(crowd):
    api, _ = crowd
    cursor = next_cursor(api)
    for path in ("/ad-groups", "/ads", "/keywords", "/sync"):
        api.refuse("GET", path, query={"cursor": cursor}).fault("cursor")


def test_a_cursor_belongs_to_its_space_and_environment(server, crowd):
    cursor = next_cursor(crowd[0])
    account = server.account()
    for env in ("test", "live"):
        account.client(env=env).refuse("GET", "/campaigns", query={"cursor": cursor}).fault(
            "cursor"
        )
    account = server.account()
    test, live = account.client(), account.client(env="live")
    for _ in range(3):
        make_campaign(test)
        make_campaign(live)
    live.refuse("GET", "/campaigns", query={"cursor": next_cursor(test)}).fault("cursor")


def test_a_cursor_serves_another_token_of_the_same_space(account):
    one, two = account.client(), account.client()
    made = [make_campaign(one) for _ in range(5)]
    rest = two.get("/campaigns", query={"cursor": next_cursor(one)})
    assert ids(rest.data) == ids(made)[::-1][2:]


def test_a_tampered_cursor_is_refused(crowd):
    api, _ = crowd
    cursor = next_cursor(api)
    for at in range(0, len(cursor), max(1, len(cursor) // 40)):
        other = "A" if cursor[at] != "A" else "B"
        bad = cursor[:at] + other + cursor[at + 1 :]
        if at == len(cursor) - 1:
            continue  # the last character may carry unused bits
        api.refuse("GET", "/campaigns", query={"cursor": bad}).fault("cursor")
    for bad in (
        "x",
        "0",
        cursor[:-4],
        cursor[4:],
        cursor + cursor,
        "AAAA" + cursor,
        "a.b",
        "a/b=",
        "a" * 5000,
        "cmp_01ARZ3NDEKTSV4RRFFQ69G5FAV",
        "%00",
        "é",
    ):
        api.refuse("GET", "/campaigns", query={"cursor": bad}).fault("cursor")


def test_a_cursor_survives_a_restart(server, account):
    api = account.client()
    made = [make_campaign(api) for _ in range(4)]
    cursor = next_cursor(api)
    server.restart()
    rest = api.get("/campaigns", query={"cursor": cursor})
    assert ids(rest.data) == ids(made)[::-1][2:]


def test_what_is_made_meanwhile_disturbs_no_walk(account):
    api = account.client()
    made = [make_campaign(api) for _ in range(9)]
    found, cursor, first = [], None, True
    while first or cursor:
        page = api.get("/campaigns", query={"limit": 2, "cursor": cursor})
        found += ids(page.data)
        cursor, first = page.meta["nextCursor"], False
        make_campaign(api)
        if len(found) == 4:
            api.delete("/campaigns/" + found[-1])
    assert found == ids(made)[::-1]


# --- filters -----------------------------------------------------------------------------------


def test_filter_by_status(crowd):
    api, made = crowd
    for status in ("ENABLED", "PAUSED"):
        wanted = [each["id"] for each in made if each["status"] == status]
        page = api.get("/campaigns", query={"status": status, "limit": 200})
        assert ids(page.data) == wanted[::-1] and page.meta["total"] == len(wanted)
    page = api.get("/campaigns", query={"status": "ENABLED,PAUSED", "limit": 200})
    assert page.meta["total"] == len(made)


def test_filters_join_and_page(crowd):
    api, made = crowd
    wanted = [each["id"] for each in made if each["status"] == "PAUSED" and "Rye" in each["name"]]
    found = api.walk(
        "/campaigns",
        limit=4,
        query={"status": "PAUSED", "q": "rye", "platform": "google", "type": "SEARCH"},
    )
    assert ids(found) == wanted[::-1]
    assert api.get("/campaigns", query={"platform": "microsoft"}).meta["total"] == 0
    assert api.get("/campaigns", query={"platform": "google,microsoft"}).meta["total"] == len(made)


def test_filters_with_values_that_are_none(crowd):
    api, _ = crowd
    for name, value in (
        ("status", "ON"),
        ("status", ""),
        ("platform", "gogle"),
        ("type", "SERCH"),
        ("status", "PAUSED,ON"),
        ("syncState", "NEW"),
    ):
        api.refuse("GET", "/campaigns", query=[(name, value)]).fault(name)


def test_q_is_contained_in_the_name_in_any_case(api):
    names = ["Rye 100%", "rye 100", "R_e", "Ryé", "White!", "BREAD rye end"]
    made = {name: make_campaign(api, name=name)["id"] for name in names}

    def found(text):
        return {
            name
            for name in names
            if made[name] in ids(api.get("/campaigns", query={"q": text}).data)
        }

    assert found("RYE") == {"Rye 100%", "rye 100", "BREAD rye end"}
    assert found("100%") == {"Rye 100%"}
    assert found("%") == {"Rye 100%"}
    assert found("_") == {"R_e"}
    assert found("!") == {"White!"}
    assert found("e 1") == {"Rye 100%", "rye 100"}
    assert found("' OR 1=1 --") == set()


def test_updated_since(api):
    first = make_campaign(api)

    def later():
        made = make_campaign(api)
        return made if made["updatedAt"] > first["updatedAt"] else None

    second = wait_for(later, 5)
    page = api.get("/campaigns", query={"updatedSince": second["updatedAt"]})
    assert second["id"] in ids(page.data) and first["id"] not in ids(page.data)
    assert page.meta["total"] == len(page.data)
    changed = api.patch("/campaigns/" + first["id"], {"budget": 11}).data
    assert changed["updatedAt"] >= second["updatedAt"]
    page = api.get("/campaigns", query={"updatedSince": changed["updatedAt"]})
    assert first["id"] in ids(page.data)
    assert api.get("/campaigns", query={"updatedSince": "2099-01-01T00:00:00.000Z"}).data == []
    for bad in ("yesterday", "2026-01-01", "1700000000", "2026-13-01T00:00:00.000Z", ""):
        api.refuse("GET", "/campaigns", query=[("updatedSince", bad)]).fault("updatedSince")


def test_filter_by_parent(api):
    one, two = make_tree(api, groups=2), make_tree(api, groups=1)
    campaign = one["campaign"]["id"]
    group = one["groups"][0]["id"]
    found = api.get("/ad-groups", query={"campaignId": campaign})
    assert set(ids(found.data)) == set(ids(one["groups"])) and found.meta["total"] == 2
    for path, kind in (("/ads", "ads"), ("/keywords", "keywords")):
        wanted = [each["id"] for each in one[kind] if each["adGroupId"] == group]
        found = api.get(path, query={"adGroupId": group})
        assert ids(found.data) == wanted[::-1] and found.meta["total"] == len(wanted)
    assert api.get("/keywords").meta["total"] == len(one["keywords"]) + len(two["keywords"])
    missing = "agr_01ARZ3NDEKTSV4RRFFQ69G5FAV"
    assert api.get("/ads", query={"adGroupId": missing}).data == []


def test_filter_keywords(api):
    group = make_ad_group(api, make_campaign(api)["id"])["id"]
    exact = make_keyword(api, group, matchType="EXACT")
    negative = make_keyword(api, group, negative=True)
    assert ids(api.get("/keywords", query={"matchType": "EXACT"}).data) == [exact["id"]]
    assert ids(api.get("/keywords", query={"negative": True}).data) == [negative["id"]]
    assert ids(api.get("/keywords", query={"negative": False}).data) == [exact["id"]]
    api.refuse("GET", "/keywords", query={"negative": "maybe"}).fault("negative")


def test_filter_by_sync_state(api):
    pushed = make_campaign(api)
    push(api)
    staged = make_campaign(api)
    assert ids(api.get("/campaigns", query={"syncState": "STAGED"}).data) == [staged["id"]]
    assert ids(api.get("/campaigns", query={"syncState": "SYNCED"}).data) == [pushed["id"]]
    assert api.get("/campaigns", query={"syncState": "STAGED,SYNCED"}).meta["total"] == 2


@pytest.mark.parametrize(
    "path,make", [("/ad-groups", make_ad_group), ("/ads", make_ad), ("/keywords", make_keyword)]
)
def test_other_collections_page_alike(account, path, make):
    api = account.client()
    parent = make_campaign(api)["id"]
    if path != "/ad-groups":
        parent = make_ad_group(api, parent)["id"]
    made = [make(api, parent) for _ in range(8)]
    assert ids(api.walk(path, limit=3)) == ids(made)[::-1]
    assert ids(api.walk(path, limit=5, query={"order": "asc"})) == ids(made)


def test_runs_page_alike(api):
    runs = []
    for _ in range(3):
        make_campaign(api)
        runs.append(push(api)["id"])
    assert ids(api.walk("/sync", limit=2)) == runs[::-1]
    assert ids(api.walk("/sync", limit=2, query={"order": "asc"})) == runs
