"""Objects stay with the ad account that they were pushed to: another one is not connected in its
place, while the account is connected or after it was disconnected."""

import pytest

from adcore_make import finish, preview, space_id
from adcore_platforms import ALL, Platforms
from test_connect_cli import agree, connect

def other_than(account):
    """The id of another account of that platform."""
    return account[:-1] + str((int(account[-1]) + 1) % 10)


@pytest.fixture
def desk(server):
    yield Platforms(server, currency="EUR", timezone="Europe/Berlin")
    server.sandbox().clear_faults()


def connect_other(desk, platform, space):
    other = other_than(desk.connection(platform)["accountId"].replace("-", ""))
    return connect(desk.server, space, platform, lambda url: agree(url, other))


def assert_refused(desk, platform, space):
    code, out, said = connect_other(desk, platform, space)
    assert code == 1 and out == "" and "Connect that account again" in said, said


@pytest.mark.parametrize("platform", ALL)
def test_another_account_is_refused_while_objects_are_there(desk, platform):
    space = space_id(desk.api.get("/me").data)
    draft = desk.campaign(platform, name="Bakery", status="ENABLED", budget=50)
    desk.group(draft, status="ENABLED", cpcBid=1)
    desk.push(activate=True)
    was = desk.connection(platform)
    assert_refused(desk, platform, space)
    assert desk.connection(platform)["accountId"] == was["accountId"]
    desk.server.cli("connection", "disconnect", was["id"])
    assert_refused(desk, platform, space)
    now = desk.connection(platform)
    assert (now["accountId"], now["status"]) == (was["accountId"], "REVOKED")
    # The campaign still counts as live, and nothing is sent without the account.
    desk.patch(draft, budget=55)
    plan = preview(desk.api, activate=True)
    assert plan["totals"]["activeDailyBudgetBefore"] == 50
    assert "CONNECTION_REQUIRED" in [one["rule"] for one in plan["violations"]], plan["violations"]
    body = {"planHash": plan["planHash"], "activate": True}
    refused = desk.api.post("/sync", body, expect=422)
    assert refused.details["violations"], refused
    # The same account again: the edit goes to the object that stands there.
    code, _, said = connect(
        desk.server, space, platform, lambda url: agree(url, was["accountId"])
    )
    assert code == 0, said
    run = desk.push(activate=True)
    assert [op["op"] for op in run["operations"]] == ["UPDATE"]
    assert desk.names(platform) == ["Bakery"]


def test_an_account_without_objects_gives_way_to_another(desk):
    space = space_id(desk.api.get("/me").data)
    was = desk.connection("google")
    desk.server.cli("connection", "disconnect", was["id"])
    code, _, said = connect_other(desk, "google", space)
    assert code == 0, said
    desk.campaign("google", name="Bakery")
    run = desk.push()
    assert [(op["op"], op["status"]) for op in run["operations"]] == [("CREATE", "SUCCEEDED")]
    there = desk.box.state(other_than(was["accountId"].replace("-", "")))["campaigns"]
    assert [one["name"] for one in there] == ["Bakery"]
    answer = desk.api.post("/sync", {"mode": "PULL"}, expect=202)
    assert finish(desk.api, answer.data["id"])["status"] == "SUCCEEDED"
