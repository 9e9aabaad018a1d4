"""GET /me and GET /spaces: the caller's account, credential and Spaces."""

import re

from adcore_make import missing_id, space_id
from adcore_server import ALL_SCOPES


def numbers_in(value):
    if isinstance(value, dict):
        return {n for inner in value.values() for n in numbers_in(inner)}
    if isinstance(value, bool):
        return set()
    return {value} if isinstance(value, (int, float)) else set()


def test_me_names_the_account(server):
    account = server.account(plan="pro")
    me = account.client().get("/me").data
    assert me["uid"] == account.uid
    assert re.match(r"^acc_[0-9A-Za-z]{26}$", me["uid"])
    assert me["email"] == account.email
    assert me["plan"]["id"] == "pro"
    assert isinstance(me["plan"]["name"], str) and me["plan"]["name"]


def test_me_lists_every_scope_of_all(account):
    assert sorted(account.client().get("/me").data["scopes"]) == sorted(ALL_SCOPES)


def test_me_lists_only_the_granted_scopes(account):
    scopes = ["keywords:read", "campaigns:read"]
    assert sorted(account.client(scopes).get("/me").data["scopes"]) == sorted(scopes)


def test_me_needs_no_scope_beyond_a_valid_token(account):
    for scope in ("reports:read", "sync:write"):
        assert account.client([scope]).get("/me").data["scopes"] == [scope]


def test_me_gives_both_limits(server):
    limits = server.account(plan="pro").client().get("/me").data["limits"]
    assert set(limits) >= {"minute", "daily"}
    assert 60 in numbers_in(limits["minute"])
    assert 10000 in numbers_in(limits["daily"])


def test_me_limits_follow_the_plan(server):
    default = server.account(plan=None).client().get("/me").data
    assert default["plan"]["id"] == "self-hosted"
    assert 60 in numbers_in(default["limits"]["minute"])
    assert 100000 in numbers_in(default["limits"]["daily"])
    scale = server.account(plan="scale").client().get("/me").data["limits"]
    assert 600 in numbers_in(scale["minute"])
    assert 1000000 in numbers_in(scale["daily"])


def test_daily_bucket_is_shared_by_the_tokens_of_an_account(server):
    account = server.account(plan="pro")
    one, other = account.client(), account.client()
    before = one.get("/me").data["limits"]["daily"]
    for _ in range(5):
        other.get("/me")
    after = one.get("/me").data["limits"]["daily"]
    assert before != after, "requests of another token left the daily bucket as it was"


def test_me_names_environment_and_space(account):
    for env in ("test", "live"):
        me = account.client(env=env).get("/me").data
        assert me["environment"] == env
        assert re.match(r"^spc_[0-9A-Za-z]{26}$", space_id(me))


def test_personal_space_is_used_when_none_is_named(account):
    api = account.client()
    own = space_id(api.get("/me").data)
    assert space_id(api.get("/me", headers={"X-Space-Id": own}).data) == own
    made = api.post("/campaigns", {"name": "Here", "type": "SEARCH", "budget": 5}).data
    assert made["spaceId"] == own
    assert api.get("/campaigns/" + made["id"], headers={"X-Space-Id": own}).data["id"] == made["id"]


def test_spaces_list_and_one(account):
    api = account.client()
    own = space_id(api.get("/me").data)
    listed = api.get("/spaces")
    assert [space["id"] for space in listed.data] == [own]
    assert listed.meta["total"] == 1 and listed.meta["nextCursor"] is None
    one = api.get("/spaces/" + own).data
    assert one["id"] == own
    assert one["currency"] == "USD"
    assert one["timezone"] == "UTC"


def test_space_keeps_the_currency_and_time_zone_of_its_account(server):
    api = server.account(currency="EUR", timezone="Europe/Berlin").client()
    one = api.get("/spaces").data[0]
    assert one["currency"] == "EUR"
    assert one["timezone"] == "Europe/Berlin"


def test_foreign_and_missing_spaces_are_alike(server, account):
    api = account.client()
    foreign = space_id(server.account().client().get("/me").data)
    missing = missing_id(foreign)
    answers = [api.get("/spaces/" + space, expect=404) for space in (foreign, missing)]
    assert answers[0].same_but_for(foreign) == answers[1].same_but_for(missing)
    for path in ("/campaigns", "/me", "/keywords"):
        answers = [
            api.get(path, headers={"X-Space-Id": space}, expect=404) for space in (foreign, missing)
        ]
        assert answers[0].same_but_for(foreign) == answers[1].same_but_for(missing)
        assert answers[0].code == "NOT_FOUND"


def test_a_space_id_that_is_none_is_not_found(account):
    api = account.client()
    for value in ("x", "spc_", "cmp_01ARZ3NDEKTSV4RRFFQ69G5FAV", "../spc", "spc_' OR '1'='1"):
        assert api.get("/campaigns", headers={"X-Space-Id": value}, expect=404).code == "NOT_FOUND"


def test_the_test_environment_has_four_sandbox_accounts_of_its_own(server, account):
    listed = account.client(["reports:read"]).get("/connections").data
    assert sorted(each["platform"] for each in listed) == ["google", "meta", "microsoft", "reddit"]
    for each in listed:
        assert re.match(r"^con_[0-9A-Za-z]{26}$", each["id"])
        assert each["environment"] == "test" and each["status"] == "CONNECTED"
        assert each["currency"] == "USD" and each["accountId"]
    others = server.account().client().get("/connections").data
    mine = {each["platform"]: each["accountId"] for each in listed}
    theirs = {each["platform"]: each["accountId"] for each in others}
    assert all(mine[platform] != theirs[platform] for platform in mine)


def test_the_live_environment_begins_without_connections(account):
    assert account.client(env="live").get("/connections").data == []
