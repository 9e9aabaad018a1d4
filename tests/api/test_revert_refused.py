"""A revert does not promise what the platform would refuse."""

import pytest

from adcore_make import make_keyword, preview
from adcore_platforms import Platforms

RYE = "https://bakery.example/rye"


@pytest.fixture(scope="module")
def desk(server):
    return Platforms(server)


def revert(api, run, **options):
    return api.post("/sync/%s/revert" % run["id"], **options).data


def test_a_url_that_microsoft_does_not_clear_is_not_drafted(desk):
    api = desk.api
    group = desk.group(desk.campaign("microsoft"), cpcBid=1)
    word = make_keyword(api, group["id"], text="rye bread", cpcBid=0.5)
    desk.push()
    path = "/keywords/" + word["id"]
    api.patch(path, {"finalUrl": RYE, "cpcBid": 0.75})
    run = desk.push()
    told = revert(api, run, query={"validateOnly": "true"}, expect=200)
    made = revert(api, run)
    for answer in (told, made):
        assert answer["coverage"] == "PARTIAL"
        [operation] = answer["operations"]
        assert (operation["coverage"], operation["reason"]) == ("PARTIAL", "UNSUPPORTED_ON_PLATFORM")
        assert [(c["field"], c["to"]) for c in operation["changes"]] == [("cpcBid", 0.5)]
    assert "UNSUPPORTED_ON_PLATFORM" not in [w["code"] for w in preview(api)["warnings"]]
    desk.push()
    now = api.get(path).data
    assert (now["finalUrl"], now["cpcBid"], now["syncState"]) == (RYE, 0.5, "SYNCED")


def with_a_url(desk, platform):
    """A pushed keyword and the run that gave it a URL."""
    group = desk.group(desk.campaign(platform), cpcBid=1)
    word = make_keyword(desk.api, group["id"], text="oat bread", cpcBid=0.5)
    desk.push()
    desk.api.patch("/keywords/" + word["id"], {"finalUrl": RYE})
    return word, desk.push()


def test_of_a_change_that_cannot_be_taken_back_nothing_is_drafted(desk):
    api = desk.api
    word, run = with_a_url(desk, "microsoft")
    made = revert(api, run)
    assert (made["coverage"], made["id"], made["planHash"]) == ("NONE", None, None)
    [operation] = made["operations"]
    assert (operation["reason"], operation["changes"]) == ("UNSUPPORTED_ON_PLATFORM", [])
    assert api.get("/keywords/" + word["id"]).data["syncState"] == "SYNCED"


def test_google_clears_it(desk):
    api = desk.api
    word, run = with_a_url(desk, "google")
    assert revert(api, run)["coverage"] == "FULL"
    desk.push()
    now = api.get("/keywords/" + word["id"]).data
    assert (now["finalUrl"], now["syncState"]) == (None, "SYNCED")


def test_a_number_of_the_strategy_stays(desk):
    api = desk.api
    campaign = desk.campaign("microsoft", bidding={"strategy": "MAXIMIZE_CLICKS"})
    desk.push()
    path = "/campaigns/" + campaign["id"]
    api.patch(path, {"bidding": {"strategy": "MAXIMIZE_CLICKS", "maxCpc": 2}})
    run = desk.push()
    made = revert(api, run)
    [operation] = made["operations"]
    assert (operation["coverage"], operation["reason"]) == ("NONE", "UNSUPPORTED_ON_PLATFORM")
    assert api.get(path).data["bidding"]["maxCpc"] == 2


def test_what_cannot_be_created_again_is_not_covered(desk):
    api = desk.api
    campaign = desk.campaign("microsoft")
    desk.push()
    there = desk.named("microsoft", campaign["name"])
    desk.edit("microsoft", there, {"CampaignType": "Audience"})
    desk.pull()
    api.delete("/campaigns/" + campaign["id"])
    run = desk.push()
    made = revert(api, run)
    [operation] = made["operations"]
    assert (operation["op"], operation["coverage"]) == ("CREATE", "NONE")
    assert operation["reason"] and operation["draftId"] is None
    assert made["coverage"] == "NONE" and made["planHash"] is None


def test_an_inverse_that_cannot_be_sent_with_another_draft_is_not_covered(desk):
    api = desk.api
    group = desk.group(desk.campaign("microsoft"), cpcBid=1)
    word = make_keyword(api, group["id"], text="spelt bread", cpcBid=0.5, finalUrl=RYE)
    desk.push()
    path = "/keywords/" + word["id"]
    api.patch(path, {"cpcBid": 0.75})
    run = desk.push()
    api.patch(path, {"finalUrl": None})
    made = revert(api, run)
    [operation] = made["operations"]
    assert (operation["coverage"], operation["reason"]) == ("NONE", "UNSUPPORTED_ON_PLATFORM")
    assert [(c["field"], c["to"]) for c in operation["changes"]] == [("cpcBid", 0.5)]
    assert made["coverage"] == "NONE" and made["planHash"]
