"""Objects of other accounts and environments answer 404, with the same body as an unknown id."""

import pytest

from adcore_make import make_tree, missing_id, push

KINDS = (
    ("campaign", "/campaigns/"),
    ("groups", "/ad-groups/"),
    ("ads", "/ads/"),
    ("keywords", "/keywords/"),
)


def first(tree, kind):
    return tree[kind] if kind == "campaign" else tree[kind][0]


@pytest.fixture(scope="module")
def strangers(server):
    """A tree of another account, and one of the same account in the live environment."""
    other = make_tree(server.account().client())
    account = server.account()
    live = make_tree(account.client(env="live"))
    return account.client(), other, live


def requests_at(path):
    yield "GET", path, {}
    yield "PATCH", path, {"body": {"status": "PAUSED"}}
    yield "DELETE", path, {}
    yield "POST", path + "/restore", {}


@pytest.mark.parametrize("kind,prefix", KINDS, ids=[kind for kind, _ in KINDS])
def test_foreign_other_environment_and_missing_are_alike(strangers, kind, prefix):
    api, other, live = strangers
    foreign, elsewhere = first(other, kind)["id"], first(live, kind)["id"]
    ids = (foreign, elsewhere, missing_id(foreign))
    for index in range(4):
        answers = []
        for object_id in ids:
            method, path, options = list(requests_at(prefix + object_id))[index]
            resp = api.request(method, path, expect=404, **options)
            assert resp.code == "NOT_FOUND"
            assert resp.details["id"] == object_id
            assert isinstance(resp.details["resource"], str) and resp.details["resource"]
            answers.append((resp.same_but_for(object_id), resp.headers["content-type"]))
        assert answers[0] == answers[1] == answers[2]


def test_foreign_objects_stay_as_they_are(server):
    owner = server.account().client()
    tree = make_tree(owner)
    thief = server.account().client()
    for kind, prefix in KINDS:
        one = first(tree, kind)
        for method, path, options in requests_at(prefix + one["id"]):
            thief.request(method, path, expect=404, **options)
        assert owner.get(prefix + one["id"]).data == one


def test_foreign_objects_are_in_no_list(strangers):
    api, other, _ = strangers
    for path, query in (
        ("/campaigns", {}),
        ("/ad-groups", {"campaignId": other["campaign"]["id"]}),
        ("/ads", {"adGroupId": other["groups"][0]["id"]}),
        ("/keywords", {"adGroupId": other["groups"][0]["id"]}),
        ("/sync", {}),
    ):
        page = api.get(path, query=query)
        assert page.data == [] and page.meta["total"] == 0


def test_foreign_runs_are_missing(server, strangers):
    owner = server.account().client()
    make_tree(owner)
    run = push(owner)["id"]
    api = strangers[0]
    for method, path, options in (
        ("GET", "/sync/%s", {}),
        ("POST", "/sync/%s/cancel", {}),
        ("POST", "/sync/%s/retry", {}),
    ):
        answers = [
            api.request(method, path % run_id, expect=404, **options).same_but_for(run_id)
            for run_id in (run, missing_id(run))
        ]
        assert answers[0] == answers[1]


def test_a_push_takes_only_what_is_ours(server, strangers):
    api, other, live = strangers
    plan = api.post("/sync/preview", {}, expect=(200, 201)).data
    assert plan["operations"] == []
    for campaign in (other["campaign"]["id"], live["campaign"]["id"]):
        named = [
            api.post("/sync/preview", {"campaignIds": [cid]}, expect=(200, 201, 400, 404))
            for cid in (campaign, missing_id(campaign))
        ]
        assert named[0].status == named[1].status
        if named[0].status < 300:
            assert named[0].data["operations"] == []


@pytest.mark.parametrize(
    "bad",
    [
        "x",
        "cmp_",
        "cmp_x",
        "agr_01ARZ3NDEKTSV4RRFFQ69G5FAV",
        "%00",
        "..%2f",
        "cmp_01ARZ3NDEKTSV4RRFFQ69G5FA%27",
        "%FF%FE",
        "a" * 3000,
        "*",
        "1",
    ],
)
def test_ids_that_are_none(shared, bad):
    for _, prefix in KINDS:
        if bad.startswith("agr_") and prefix == "/ad-groups/":
            continue
        resp = shared.get(prefix + bad, expect=(400, 404, 414))
        if resp.status == 404:
            assert resp.code == "NOT_FOUND"


def test_a_run_that_waits_for_nobody_cannot_be_approved(account, api):
    make_tree(api)
    run = push(api)["id"]
    for client in (api, account.client()):
        resp = client.post("/sync/%s/approve" % run, expect=409)
        assert resp.code == "CONFLICT"
        assert resp.details["reason"] == "NOT_AWAITING_APPROVAL"
        assert "await" in resp.error["message"]
    missing = missing_id(run)
    assert api.post("/sync/%s/approve" % missing, expect=404).code == "NOT_FOUND"
