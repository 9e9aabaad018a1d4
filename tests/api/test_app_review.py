"""GET /app/api/review: the plan of a run that awaits approval, by the filters of the run, and its
drafters."""

import pytest

from adcore_app import AppClient
from adcore_browser import ACCOUNT, PASSWORD, Browser
from adcore_make import make_ad, make_campaign, make_keyword, make_tree, missing_id, start_push
from test_sync_approve import Office

SHOP = "https://bakery.example/"


@pytest.fixture
def office(server):
    return Office(server, "ALWAYS")


def app_of(office, account=None, **options):
    account = account or office.account
    office.server.cli("account", "password", "--email", account.email, "--password-stdin", stdin=PASSWORD + "\n")
    browser = Browser(office.server)
    assert browser.sign_in(account.email, PASSWORD).path == ACCOUNT
    return AppClient(browser, space=office.space, **options)


def review(app, run, expect=(200,)):
    answer = app.ask("GET", "/review", query={"id": run["id"]})
    assert answer.status in expect, answer.text
    return answer.data if answer.status == 200 else answer


# Each is a choice of the requester that no page can find again from the operations of the run.
FILTERS = {
    "platforms": lambda tree: {"platforms": ["google"]},
    "include": lambda tree: {"include": ["CAMPAIGNS"]},
    "adGroupIds": lambda tree: {"adGroupIds": [tree["groups"][0]["id"]]},
    "activate": lambda tree: {"activate": True},
}


@pytest.mark.parametrize("name", sorted(FILTERS))
def test_the_plan_of_a_waiting_run_is_told_for_every_filter(office, name):
    tree = make_tree(office.api, groups=2, locations=[{"code": "DE"}])
    make_campaign(office.api, platform="reddit", type="SOCIAL")
    fields = FILTERS[name](tree)
    plan = office.api.post("/sync/preview", fields, expect=(200, 201)).data
    run = office.api.post("/sync", dict(fields, planHash=plan["planHash"]), expect=202).data
    told = review(app_of(office), run)
    assert told["isCurrent"] is True
    for member in ("totals", "violations", "warnings", "heldBack", "campaigns", "activate", "planHash"):
        assert told["plan"][member] == plan[member], member
    assert told["plan"]["operations"] == [] and plan["totals"]["operations"] > 1


def test_a_plan_that_changed_is_not_told(office):
    tree = make_tree(office.api)
    run = start_push(office.api)
    office.api.patch("/campaigns/" + tree["campaign"]["id"], {"budget": 21})
    told = review(app_of(office), run)
    assert (told["isCurrent"], told["plan"]) == (False, None) and told["drafters"]


def test_a_run_that_does_not_wait_has_no_review(office):
    make_campaign(office.api)
    run = start_push(office.api)
    office.api.post("/sync/%s/cancel" % run["id"], expect=200)
    assert review(app_of(office), run) == {"isCurrent": None, "plan": None, "drafters": None}


def test_the_review_is_refused_to_strangers_and_without_an_id(office):
    make_campaign(office.api)
    run = start_push(office.api)
    app = app_of(office)
    assert review(app, {"id": missing_id(run["id"])}, [404]).code == "NOT_FOUND"
    assert app.get("/review", expect=[400]).faults == {("id", "REQUIRED")}
    assert app.get("/review", query={"id": run["id"], "x": "1"}, expect=[400]).code == "VALIDATION_ERROR"
    assert app.ask("POST", "/review").status == 405
    stranger = app_of(office, office.server.account())
    assert review(stranger, run, [404]).code == "NOT_FOUND"
    live = app_of(office, env="live")
    assert review(live, run, [404]).code == "NOT_FOUND"


def test_all_drafters_are_told_with_their_apps(office):
    """More drafters than four, and more history since than the newest 200 entries."""
    drafters = []
    made = make_campaign(office.api, name="The first")
    for number in range(5):
        client, account = office.colleague("PUBLISHER")
        make_campaign(client, name="Of %d" % number)
        drafters.append(account.uid)
    office.app(["campaigns:read", "campaigns:write"]).patch("/campaigns/" + made["id"], {"name": "By an app"})
    for number in range(210):
        office.api.patch("/campaigns/" + made["id"], {"budget": 30 + number / 10})
    told = review(app_of(office), start_push(office.api))["drafters"]
    assert {one["accountId"] for one in told} == {office.account.uid, *drafters}
    assert {one["door"] for one in told} == {"API"}
    assert len({(one["accountId"], one["app"]) for one in told}) == len(told) == 7
    apps = [one["app"] for one in told if one["accountId"] == office.account.uid]
    assert len(set(apps)) == 2, apps


def test_every_object_that_links_to_another_host_is_named(office):
    group = make_tree(office.api, ads=1)["groups"][0]["id"]
    keyword = make_keyword(office.api, group, finalUrl="https://evil.test/a")
    ad = make_ad(office.api, group, finalUrl="https://evil.test/b")
    make_ad(office.api, group, finalUrl=SHOP)
    told = review(app_of(office), start_push(office.api))["plan"]["warnings"]
    hosts = [w for w in told if w["code"] == "OTHER_HOST"]
    assert {w["id"] for w in hosts} == {keyword["id"], ad["id"]}
    assert all("2 objects of this plan link to this host." in w["message"] for w in hosts)
