"""/app/api/grid and /app/api/changes: rows by columns, and what changed since a mark."""

from datetime import datetime, timedelta, timezone

import pytest

from adcore_app import AppClient
from adcore_browser import ACCOUNT, PASSWORD, Browser
from adcore_make import make_ad, make_ad_group, make_campaign, make_keyword


class Desk:
    def __init__(self, server):
        self.account = server.account()
        server.cli("account", "password", "--email", self.account.email, "--password-stdin", stdin=PASSWORD + "\n")
        self.browser = Browser(server)
        assert self.browser.sign_in(self.account.email, PASSWORD).path == ACCOUNT
        self.app = AppClient(self.browser)
        self.api = self.account.client(spare=False)
        self.campaigns = [make_campaign(self.api) for _ in range(2)]
        self.groups = [make_ad_group(self.api, one["id"]) for one in (*self.campaigns, self.campaigns[0])]
        self.keywords = [make_keyword(self.api, one["id"], cpcBid=0.5) for one in (*self.groups, self.groups[0])]
        make_keyword(self.api, self.groups[0]["id"], negative=True, text="free")
        self.api.post("/keywords", {"campaignId": self.campaigns[1]["id"], "text": "job", "matchType": "EXACT", "negative": True})
        self.ad = make_ad(self.api, self.groups[0]["id"])


@pytest.fixture(scope="module")
def desk(server):
    return Desk(server)


def rows(answer):
    columns = {}
    for name, column in answer.data["columns"].items():
        if isinstance(column, dict):
            column = [None if code < 0 else column["values"][code] for code in column["codes"]]
        columns[name] = column
        assert len(column) == answer.data["count"], name
    return [{name: column[i] for name, column in columns.items()} for i in range(answer.data["count"])]


def grid(desk, resource, **query):
    return desk.app.get("/grid", query={"resource": resource, **query})


@pytest.mark.parametrize("resource", ["campaigns", "ad-groups", "ads", "keywords", "negative-keywords", "assets", "businesses"])
def test_a_grid_says_what_the_list_says(desk, resource):
    answer = grid(desk, resource)
    path = {"negative-keywords": "/keywords"}.get(resource, "/" + resource)
    query = {"negative": resource != "keywords"} if path == "/keywords" else {}
    listed = {row["id"]: row for row in desk.api.walk(path, query=query)}
    told = rows(answer)
    assert {row["id"] for row in told} == set(listed) and answer.data["total"] == len(listed)
    assert answer.meta["nextCursor"] is None and answer.data["mark"]
    for row in told:
        for name, value in row.items():
            if name == "reviewStatus":
                assert value == listed[row["id"]]["remote"]["reviewStatus"]
            elif name != "campaignId" or resource == "ad-groups":
                assert value == listed[row["id"]][name], name


def test_rows_stand_by_campaign_and_ad_group_and_know_both(desk):
    told = rows(grid(desk, "keywords"))
    parents = [(row["campaignId"], row["adGroupId"], row["id"]) for row in told]
    assert parents == sorted(parents) and len(told) == 4
    of = {group["id"]: group["campaignId"] for group in desk.groups}
    assert all(row["campaignId"] == of[row["adGroupId"]] for row in told)
    negatives = {row["text"]: row for row in rows(grid(desk, "negative-keywords"))}
    assert negatives["job"]["campaignId"] == desk.campaigns[1]["id"] and negatives["job"]["adGroupId"] is None
    assert negatives["free"]["campaignId"] == desk.campaigns[0]["id"]


def test_a_grid_is_narrowed_and_paged(desk):
    of = desk.campaigns[0]["id"]
    told = rows(grid(desk, "keywords", campaignId=of, fields="text"))
    assert len(told) == 3 and set(told[0]) == {"id", "version", "text"}
    assert len(rows(grid(desk, "keywords", adGroupId=desk.groups[0]["id"]))) == 2
    assert rows(grid(desk, "ads", platform="meta")) == []
    seen, cursor = [], None
    for _ in range(4):
        answer = grid(desk, "keywords", limit=1, cursor=cursor)
        assert answer.data["total"] == 4 and answer.data["count"] == 1
        seen += rows(answer)
        cursor = answer.meta["nextCursor"]
    assert cursor is None and seen == rows(grid(desk, "keywords"))


def test_figures_are_columns_and_null_where_nothing_was_collected(desk, server):
    campaign = desk.campaigns[0]["id"]
    space = desk.api.get("/me").data["space"]["id"]
    day = "(SELECT %s)" % int(__import__("time").time() // 86400)
    server.sql("INSERT INTO performance (space_id, environment, level, object_id, day, platform, campaign_id, impressions,"
               " clicks, cost_micros) VALUES ('%s', 'test', 'CAMPAIGN', '%s', %s, 'google', '%s', 70, 7, 2500000)"
               % (space, campaign, day, campaign))
    told = {row["id"]: row for row in rows(grid(desk, "campaigns", figures="LAST_30_DAYS"))}
    assert (told[campaign]["impressions"], told[campaign]["clicks"], told[campaign]["cost"]) == (70, 7, 2.5)
    assert told[campaign]["conversions"] is None and told[desk.campaigns[1]["id"]]["cost"] is None


@pytest.mark.parametrize("query, fault", [
    ({}, ("resource", "REQUIRED")),
    ({"resource": "sync"}, ("resource", "UNKNOWN_VALUE")),
    ({"resource": "keywords", "fields": "text,password"}, ("fields", "UNKNOWN_VALUE")),
    ({"resource": "keywords", "fields": "textFolded"}, ("fields", "UNKNOWN_VALUE")),
    ({"resource": "keywords", "fields": "text; DROP TABLE keywords"}, ("fields", "UNKNOWN_VALUE")),
    ({"resource": "keywords", "status": "PAUSED"}, ("status", "UNKNOWN_PARAMETER")),
    ({"resource": "assets", "campaignId": "x"}, ("campaignId", "UNSUPPORTED")),
    ({"resource": "assets", "figures": "LAST_7_DAYS"}, ("figures", "UNSUPPORTED")),
    ({"resource": "ads", "figures": "ALWAYS"}, ("figures", "UNKNOWN_VALUE")),
    ({"resource": "ads", "platform": "bing"}, ("platform", "UNKNOWN_VALUE")),
    ({"resource": "ads", "limit": 100001}, ("limit", "TOO_LARGE")),
    ({"resource": "ads", "cursor": "AAAA"}, ("cursor", "INVALID_CURSOR")),
])
def test_a_grid_refuses_what_it_does_not_know(desk, query, fault):
    answer = desk.app.get("/grid", query=query, expect=[400])
    assert answer.code == "VALIDATION_ERROR" and fault in answer.faults


def test_another_spaces_parents_do_not_exist(desk, server):
    other = server.account().client()
    theirs = make_campaign(other)
    group = make_ad_group(other, theirs["id"])
    for name, value in (("campaignId", theirs["id"]), ("adGroupId", group["id"]), ("campaignId", "cmp_none")):
        answer = desk.app.get("/grid", query={"resource": "keywords", name: value}, expect=[404])
        assert answer.code == "NOT_FOUND" and answer.details["id"] == value
    live = desk.app.get("/grid", query={"resource": "keywords", "campaignId": desk.campaigns[0]["id"]}, env="live", expect=[404])
    assert live.code == "NOT_FOUND"
    assert desk.app.ask("POST", "/grid").status == 405
    assert desk.app.get("/grid", query={"resource": "ads"}, headers={"Cookie": None}, expect=[401])


def test_changes_tell_what_was_done_since_a_mark(desk):
    mark = grid(desk, "campaigns").data["mark"]
    assert desk.app.get("/changes", query={"since": mark}).data == {"changes": [], "mark": mark}
    keyword = make_keyword(desk.api, desk.groups[1]["id"])
    answer = desk.app.get("/changes", query={"since": mark, "wait": 25})
    change, = answer.data["changes"]
    assert (change["resource"], change["id"], change["op"], change["front"]) == ("keyword", keyword["id"], "CREATE", "API")
    assert change["campaignId"] == desk.groups[1]["campaignId"] and change["app"] is None
    assert desk.app.get("/changes").data == {"changes": [], "mark": answer.data["mark"]}


def test_a_poll_ends_when_something_changes(desk):
    from adcore_server import in_threads

    mark = desk.app.get("/changes").data["mark"]
    waiting, made = in_threads(lambda: desk.app.get("/changes", query={"since": mark, "wait": 25}),
                               lambda: make_campaign(desk.api))
    if not waiting.data["changes"]:
        waiting = desk.app.get("/changes", query={"since": mark})
    assert [change["id"] for change in waiting.data["changes"]] == [made["id"]]


@pytest.mark.parametrize("query, fault", [
    ({"since": "AAAA"}, ("since", "INVALID_CURSOR")),
    ({"since": ""}, ("since", "INVALID_CURSOR")),
    ({"wait": 26}, ("wait", "TOO_LARGE")),
    ({"wait": "1s"}, ("wait", "WRONG_TYPE")),
    ({"until": "now"}, ("until", "UNKNOWN_PARAMETER")),
])
def test_changes_refuse_a_bad_mark(desk, query, fault):
    assert fault in desk.app.get("/changes", query=query, expect=[400]).faults


def test_a_mark_is_of_its_space_and_environment(desk):
    mark = desk.app.get("/changes").data["mark"]
    assert ("since", "INVALID_CURSOR") in desk.app.get("/changes", query={"since": mark}, env="live", expect=[400]).faults


def test_a_mark_that_is_too_old_says_so(desk, server):
    space = desk.api.get("/me").data["space"]["id"]
    mark = desk.app.get("/changes").data["mark"]
    heads = "UPDATE history_heads SET n = n %s 20000 WHERE space_id = '" + space + "' AND environment = 'test'"
    server.sql(heads % "+")
    try:
        answer = desk.app.get("/changes", query={"since": mark, "wait": 25}).data
    finally:
        server.sql(heads % "-")
    assert answer["reset"] is True and answer["changes"] == [] and answer["mark"] != mark


def test_a_poll_ends_with_its_session(desk, server):
    browser = Browser(server)
    assert browser.sign_in(desk.account.email, PASSWORD).path == ACCOUNT
    app = AppClient(browser)
    mark = app.get("/changes").data["mark"]
    browser.act("/app/sign-out", {})
    assert app.get("/changes", query={"since": mark, "wait": 25}, expect=[401]).code == "INVALID_CREDENTIALS"


def test_limits_are_those_that_a_write_names(desk):
    answer = desk.app.get("/limits").data
    row = next(one for one in answer["limits"] if (one["platform"], one["type"], one["field"]) == ("google", "RESPONSIVE_SEARCH", "headlines"))
    assert (row["resource"], row["minItems"], row["maxItems"]) == ("ad", 3, 15)
    refused = desk.api.patch("/ads/" + desk.ad["id"], {"headlines": ["x" * (row["maxWidth"] + 1), "b", "c"]}, expect=400)
    assert refused.details["fields"][0]["limit"] == row["maxWidth"]
    assert "LEARN_MORE" in answer["buttons"]["meta"] and answer["buttons"]["google"] == []
    assert desk.app.get("/limits", query={"platform": "google"}, expect=[400]).code == "VALIDATION_ERROR"


def test_a_summary_says_what_the_lists_say(desk):
    """Home in one call: each part is the list's own answer."""
    app = desk.app
    answer = app.get("/summary").data
    listed = app.get("/campaigns", query={"platform": "google", "limit": 1}).meta["total"]
    assert answer["campaigns"] == answer["staged"]["google"] == listed >= 2
    assert answer["staged"] == {"google": listed, "microsoft": 0, "reddit": 0, "meta": 0}
    assert (answer["drift"], answer["disapproved"], answer["approvalsTotal"]) == (0, 0, 0)
    assert (answer["approvals"], answer["assistant"], answer["pushesBlocked"]) == ([], [], False)
    assert answer["connections"] == app.get("/connections").data
    today = datetime.now(timezone.utc).date()
    for name, days in {"week": (6, 0), "weekBefore": (13, 7), "month": (29, 0), "monthBefore": (59, 30)}.items():
        first, last = (str(today - timedelta(days=one)) for one in days)
        query = {"level": "ACCOUNT", "groupBy": "platform", "from": first, "to": last}
        report = app.get("/reports/performance", query=query)
        assert answer["figures"][name] == {"rows": report.data, "totals": report.meta["totals"]}
    assert app.get("/summary", query={"limit": 1}, expect=[400]).code == "VALIDATION_ERROR"
    assert app.get("/summary", env="live").data["campaigns"] == 0
