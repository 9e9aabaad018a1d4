"""Credentials of members of a Space: an owner sees the tokens and apps of all members and can
revoke each for the Space."""

import pytest

from adcore_browser import PASSWORD, Browser
from adcore_grant import granted
from adcore_make import finish, make_campaign, preview, space_id
from adcore_server import Server
from adcore_team import Team

PEOPLE = "campaigns:read,people:read"


@pytest.fixture(scope="module")
def server():
    with Server() as running:
        yield running


class House(Team):
    """A Space with an owner at a browser, and an editor with a token and an app."""

    def __init__(self, server):
        super().__init__(server)
        self.mate = self.account("EDITOR")
        self.minted = self.mate.mint(name="Nightly")
        self.mates = server.client(self.minted["token"], space=self.id)
        self.grant = granted(server, self.mate, ["campaigns:read"], space=self.id)
        self.app = server.client(self.grant["access_token"])
        server.cli("account", "password", "--email", self.owner.email, "--password-stdin", stdin=PASSWORD + "\n")
        self.browser = Browser(server)
        self.browser.sign_in(self.owner.email, PASSWORD)
        self.api = self.owner.client(PEOPLE, space=self.id, spare=False)
        self.path = "/spaces/%s/credentials" % self.id
        self.page = "/app/access/" + self.id

    def rows(self):
        return {(row["kind"], row["name"]): row for row in self.api.get(self.path).data}

    def end(self, credential):
        return self.browser.act(self.page, {"end": credential})

    def history(self, kind):
        rows = self.api.get("/history", query={"resource": kind, "verb": "REVOKE"}).data
        return [(row["objectId"], row["accountId"]) for row in rows]


def test_an_owner_sees_the_tokens_and_apps_of_every_member(server):
    house = House(server)
    rows = house.rows()
    token = rows["TOKEN", "Nightly"]
    assert (token["accountId"], token["email"], token["clientId"]) == (house.mate.uid, house.mate.email, None)
    assert token["id"] == house.minted["token"].split("_")[2] and "sync:write" in token["scopes"]
    app = next(row for (kind, _), row in rows.items() if kind == "GRANT")
    assert (app["clientId"], app["scopes"], app["accountId"]) == (house.grant["client_id"], ["campaigns:read"], house.mate.uid)
    assert app["environment"] == "test" and app["expiresAt"] > app["createdAt"]
    assert {row["accountId"] for row in rows.values()} == {house.owner.uid, house.mate.uid}
    text = house.browser.get(house.page).text
    assert house.mate.email in text and "Nightly" in text and house.grant["client_id"] in text
    assert house.minted["token"] not in text
    first = house.api.get(house.path, query={"limit": 1})
    second = house.api.get(house.path, query={"limit": 1, "cursor": first.meta["nextCursor"]})
    assert first.meta["total"] == len(rows) and first.data[0]["id"] != second.data[0]["id"]


def test_nobody_else_sees_them(server):
    house = House(server)
    for client in (house.mates, house.mate.client("all", space=house.id), house.client("OWNER"), house.app):
        answer = client.get(house.path)
        [own] = answer.data
        assert answer.meta["total"] == 1 and own["email"] is None, "its own credential alone"
        assert client is house.app or own["id"] == client.token.split("_")[2]
    stranger = server.account().client(PEOPLE)
    assert stranger.get(house.path, expect=404).code == "NOT_FOUND"
    server.cli("account", "password", "--email", house.mate.email, "--password-stdin", stdin=PASSWORD + "\n")
    browser = Browser(server)
    browser.sign_in(house.mate.email, PASSWORD)
    assert browser.get(house.page).status == 403 and browser.act(house.page, {"end": house.minted["tokenId"]}).status == 403
    assert browser.get("/app/access/" + house.personal()).status == 404
    house.mates.get("/campaigns", expect=200)


def test_a_token_ends_in_that_space_alone(server):
    house = House(server)
    made = make_campaign(house.mates)
    home = space_id(server.client(house.minted["token"]).get("/me").data)
    done = house.end(house.minted["tokenId"])
    assert done.path.endswith("done=ended"), done.text
    for path in ("/campaigns", "/campaigns/" + made["id"], "/spaces/" + house.id):
        assert house.mates.get(path, expect=404).code == "NOT_FOUND"
    house.mates.post("/campaigns", {"name": "More", "type": "SEARCH", "budget": 5}, expect=404)
    alone = server.client(house.minted["token"])
    assert [row["id"] for row in alone.get("/spaces").data] == [home], "in its account's own Space it goes on"
    alone.get("/campaigns", expect=200)
    assert house.mate.client(space=house.id).get("/campaigns").status == 200, "another token of the same person"
    assert ("TOKEN", "Nightly") not in house.rows()
    assert house.history("token") == [(house.minted["tokenId"], house.owner.uid)]
    assert house.end(house.minted["tokenId"]).status == 404, "it reaches the Space no more"
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "find_objects", "arguments": {"resource": "campaign"}}}
    told = house.mates.request("POST", "/mcp", message, root=True, expect=None)
    assert made["id"] not in told.text and made["name"] not in told.text, told


def test_a_new_secret_does_not_bring_it_back(server):
    house = House(server)
    house.end(house.minted["tokenId"])
    again = server.cli("token", "rotate", house.minted["tokenId"]).json["token"]
    server.client(again, space=house.id).get("/campaigns", expect=404)


def test_a_push_that_waits_ends_with_its_token(server):
    house = House(server)
    house.cli("member", "set", house.id, "--email", house.mate.email, "--role", "PUBLISHER")
    house.cli("set", house.id, "--require-approval-test", "ALWAYS")
    make_campaign(house.mates)
    run = house.mates.post("/sync", {"planHash": preview(house.mates)["planHash"]}, expect=202).data
    assert run["status"] == "AWAITING_APPROVAL"
    house.end(house.minted["tokenId"])
    refused = house.client("OWNER").post("/sync/%s/approve" % run["id"], expect=409)
    assert refused.details["reason"] in ("CREDENTIAL_REVOKED", "NOT_AWAITING_APPROVAL")
    assert finish(house.client("OWNER"), run["id"])["error"]["code"] == "CREDENTIAL_REVOKED"


def test_an_app_ends_for_good(server):
    house = House(server)
    house.app.get("/campaigns", expect=200)
    app = next(row for (kind, _), row in house.rows().items() if kind == "GRANT")
    assert house.end(app["id"]).path.endswith("done=ended")
    house.app.get("/campaigns", expect=401)
    assert house.history("grant") == [(app["id"], house.owner.uid)]
    house.mates.get("/campaigns", expect=200)


def test_what_is_of_another_space_does_not_exist(server):
    house, other = House(server), House(server)
    theirs = next(row for (kind, _), row in other.rows().items() if kind == "GRANT")
    for credential in (theirs["id"], other.minted["tokenId"], "grt_01KAH2V5T3Q8Z6J4N9W7X1Y2B3", "x" * 300):
        assert house.end(credential).status == 404
    assert house.browser.act(other.page, {"end": theirs["id"]}).status == 404
    assert house.browser.act(house.page, {}).status == 400
    other.app.get("/campaigns", expect=200)
    other.mates.get("/campaigns", expect=200)
