"""Operations of plans and runs are listed page by page and with filters."""

import pytest

from adcore_make import Desk, finish, make_campaign, make_tree, preview


@pytest.fixture(scope="module")
def desk(server):
    """Drafts of two campaigns with objects below them."""
    made = Desk(server)
    made.first = make_tree(made.api, keywords=3)
    made.second = make_tree(made.api, keywords=1, budget=9)
    return made


def pull_nothing(api):
    """Any run."""
    run = api.post("/sync", {"mode": "PULL", "platforms": ["google"]}, expect=202).data
    return finish(api, run["id"])


def walk(ask, limit):
    """All pages, each of at most that many operations."""
    pages, cursor = [], None
    while True:
        query = {"limit": limit, **({"cursor": cursor} if cursor else {})}
        answer = ask(query)
        pages.append(answer.data["operations"])
        cursor = answer.meta["nextCursor"]
        if not cursor:
            return pages


def test_a_plan_is_the_same_page_by_page(desk):
    whole = preview(desk.api)["operations"]
    assert [op["index"] for op in whole] == list(range(desk.first.total() + desk.second.total()))
    post = walk(lambda q: desk.api.post("/sync/preview", {}, query=q, expect=200), 2)
    get = walk(lambda q: desk.api.get("/sync/preview", query=q), 4)
    assert sum(post, []) == sum(get, []) == whole
    assert {len(page) for page in post[:-1]} == {2} and len(post) == (len(whole) + 1) // 2


def test_filters_choose_what_is_told_and_leave_the_plan_as_it_is(desk):
    whole = preview(desk.api)
    campaign = desk.second["campaign"]["id"]
    for query, takes in (
        ({"campaignId": campaign}, lambda op: op["campaignId"] == campaign),
        ({"resource": "ad,keyword"}, lambda op: op["resource"] in ("ad", "keyword")),
        ({"op": "UPDATE"}, lambda op: op["op"] == "UPDATE"),
        ({"platform": "meta"}, lambda op: op["platform"] == "meta"),
        ({"platform": "google", "resource": "adGroup"}, lambda op: op["resource"] == "adGroup"),
    ):
        told = desk.api.get("/sync/preview", query=query)
        assert told.data["operations"] == [op for op in whole["operations"] if takes(op)], query
        assert told.meta["total"] == len(told.data["operations"])
        for member in ("totals", "planHash", "campaigns", "warnings", "heldBack"):
            assert told.data[member] == whole[member], member
    sums = {told["id"]: told for told in whole["campaigns"]}
    assert set(sums) == {desk.first["campaign"]["id"], campaign}
    assert sum(told["creates"] for told in sums.values()) == whole["totals"]["creates"]
    assert (sums[campaign]["dailyBudgetBefore"], sums[campaign]["dailyBudgetAfter"]) == (0, 9)
    assert sums[campaign]["name"] == desk.second["campaign"]["name"]


def test_what_may_not_be_read_is_not_found_by_a_filter(desk):
    blind = desk.account.client(["sync:read"])
    answer = blind.get("/sync/preview")
    assert answer.data["campaigns"] == [] and answer.meta["total"] > 0
    for query in ({"platform": "google"}, {"campaignId": desk.first["campaign"]["id"]}):
        assert blind.get("/sync/preview", query=query).meta["total"] == 0


@pytest.mark.parametrize(
    "query, path",
    [
        ({"limit": 1001}, "limit"),
        ({"limit": 0}, "limit"),
        ({"cursor": "AAAA"}, "cursor"),
        ({"op": "ENABLE"}, "op"),
        ({"platform": "google,bing"}, "platform"),
        ({"page": 2}, "page"),
    ],
)
def test_a_page_that_is_none_is_refused_by_name(desk, query, path):
    for answer in (
        desk.api.get("/sync/preview", query=query, expect=400),
        desk.api.post("/sync/preview", {}, query=query, expect=400),
    ):
        assert [fault["path"] for fault in answer.details["fields"]] == [path]


def test_a_run_is_told_page_by_page_and_counted_as_a_whole(desk):
    api = desk.api
    error = {"policyFindingError": "POLICY_FINDING"}
    fault = {"type": "error", "errorCode": error, "message": "No."}
    desk.box.fault(fault, operation="adGroupAd.create")
    plan = preview(api)
    started = api.post("/sync", {"planHash": plan["planHash"]}, expect=202)
    assert started.meta["total"] == len(plan["operations"]) and not started.meta["nextCursor"]
    run = finish(api, started.data["id"])
    path = "/sync/" + run["id"]
    assert sum(walk(lambda q: api.get(path, query=q), 3), []) == run["operations"]
    assert [op["index"] for op in run["operations"]] == list(range(len(plan["operations"])))
    wrong = [op for op in run["operations"] if op["status"] == "FAILED"]
    assert wrong and run["counts"]["failed"] == len(wrong)
    assert sum(run["counts"].values()) == run["progress"]["total"] == len(run["operations"])
    campaign = desk.first["campaign"]["id"]
    for query, takes in (
        ({"status": "FAILED"}, lambda op: op["status"] == "FAILED"),
        ({"status": "SUCCEEDED", "resource": "keyword"}, lambda op: op["resource"] == "keyword"),
        ({"campaignId": campaign, "op": "CREATE"}, lambda op: op["campaignId"] == campaign),
        ({"platform": "meta,reddit"}, lambda op: False),
    ):
        told = api.get(path, query=query)
        assert told.data["operations"] == [op for op in run["operations"] if takes(op)], query
        assert told.meta["total"] == len(told.data["operations"])
        assert told.data["counts"] == run["counts"]
    [listed] = api.get("/sync").data
    assert listed["counts"] is None and listed["operations"] is None
    assert api.get(path, query={"status": "GONE"}, expect=400).details["fields"]


def test_a_cursor_is_of_one_run_and_one_plan(desk):
    api = desk.api
    make_campaign(api)
    make_campaign(api)
    plan = api.get("/sync/preview", query={"limit": 1})
    cursor = plan.meta["nextCursor"]
    run = pull_nothing(api)
    refused = api.get("/sync/" + run["id"], query={"cursor": cursor}, expect=400)
    assert refused.details["fields"][0]["code"] == "INVALID_CURSOR"
    make_campaign(api)
    changed = api.get("/sync/preview", query={"cursor": cursor}, expect=409)
    assert changed.details["reason"] == "PLAN_CHANGED"
    assert changed.details["planHash"] == preview(api)["planHash"] != plan.data["planHash"]
