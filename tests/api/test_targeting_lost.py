"""A copy to another platform that lost locations or languages is not enabled before they are
resolved."""

import pytest

from adcore_make import preview, start_push
from adcore_platforms import LIVE, Platforms


@pytest.fixture(scope="module")
def desk(server):
    return Platforms(server)


def copied(desk, source, platform):
    """The copy on the other platform, and the paths in the copy's report."""
    path = "/campaigns/%s/copy" % source["id"]
    done = desk.api.post(path, {"platform": platform}, expect=201).data
    return done["campaign"], [line["path"] for line in done["report"]]


def faults(refused):
    return [(fault["path"], fault["code"]) for fault in refused.details["fields"]]


@pytest.mark.parametrize(
    "here, there, languages, left, path",
    [
        ("google", "microsoft", ["1001", "fr"], ["fr"], "languages[0]"),
        ("meta", "reddit", ["6"], [], "languages[0]"),
        ("meta", "reddit", ["hi", "de"], ["de"], "languages[0]"),
    ],
)
def test_a_copy_without_its_languages_is_not_enabled(desk, here, there, languages, left, path):
    source = desk.campaign(here, languages=languages, locations=[{"code": "DE"}])
    made, lost = copied(desk, source, there)
    assert (made["languages"], lost) == (left, [path])
    assert (made["languagesLost"], made["targetingLost"]) == (True, False)
    again = desk.api.post("/campaigns/%s/copy" % made["id"], {}, expect=201).data["campaign"]
    assert again["languagesLost"], "a copy of the copy has lost the same"
    at = "/campaigns/" + made["id"]
    for body in ({"status": "ENABLED"}, {"status": "ENABLED", "locations": [{"code": "FR"}]}):
        assert faults(desk.api.refuse("PATCH", at, body)) == [("languages", "REQUIRED")]
    assert desk.api.get(at).data["status"] == "PAUSED"
    done = desk.api.patch(at, {"status": "ENABLED", "languages": ["en"]}).data
    assert (done["status"], done["languagesLost"]) == ("ENABLED", False)


def test_stating_the_field_as_it_is_is_a_decision(desk):
    """All languages, or the remaining locations, can be confirmed as intended."""
    source = desk.campaign("google", languages=["1001"], locations=[{"code": "1023191"}])
    made, _ = copied(desk, source, "microsoft")
    at = "/campaigns/" + made["id"]
    both = [("locations", "REQUIRED"), ("languages", "REQUIRED")]
    assert faults(desk.api.refuse("PATCH", at, {"status": "ENABLED"})) == both
    one = desk.api.patch(at, {"languages": []}).data
    assert (one["languagesLost"], one["targetingLost"]) == (False, True)
    done = desk.api.patch(at, {"locations": [], "status": "ENABLED"}).data
    assert (done["status"], done["targetingLost"]) == ("ENABLED", False)


def test_a_draft_keeps_its_platform_while_it_has_its_languages(desk):
    moved = desk.campaign("google", languages=["1001"])
    at = "/campaigns/" + moved["id"]
    refused = desk.api.refuse("PATCH", at, {"platform": "microsoft"})
    assert ("languages[0]", "OTHER_PLATFORM") in faults(refused)
    assert desk.api.get(at).data["platform"] == "google"
    done = desk.api.patch(at, {"platform": "microsoft", "languages": ["hi"]}).data
    assert (done["platform"], done["languages"]) == ("microsoft", ["hi"])
    moved = desk.campaign("meta", languages=["hi"])
    refused = desk.api.refuse("PATCH", "/campaigns/" + moved["id"], {"platform": "reddit"})
    assert faults(refused) == [("languages[0]", "UNSUPPORTED_ON_PLATFORM")]


def test_the_plan_enables_nothing_where_places_or_languages_were_lost(server):
    """Another user enables the copy on the platform. A pull adopts that, and the push checks
    again."""
    desk = Platforms(server)
    source = desk.campaign("google", languages=["1001"], locations=[{"code": "1023191"}])
    desk.group(source, name="Bread")
    made, _ = copied(desk, source, "microsoft")
    [group] = desk.api.get("/ad-groups", query={"campaignId": made["id"]}).data
    ids = {"campaignIds": [made["id"]]}
    desk.push(activate=True, **ids)
    desk.edit("microsoft", desk.named("microsoft", made["name"]), {"Status": "Active"})
    desk.pull(platforms=["microsoft"])
    assert desk.read(made)["status"] == "ENABLED"
    assert desk.read(made)["targetingLost"] and desk.read(made)["languagesLost"]
    desk.patch(group, status="ENABLED")
    assert preview(desk.api, **ids)["violations"] == [], "nothing is enabled without activate"
    plan = preview(desk.api, activate=True, **ids)
    told = [(v["rule"], v["limit"], v["id"]) for v in plan["violations"]]
    assert told == [
        ("DECLARATION_REQUIRED", "locations", made["id"]),
        ("DECLARATION_REQUIRED", "languages", made["id"]),
    ]
    for violation, field in zip(plan["violations"], ("locations", "languages")):
        assert "Set %s of the campaign" % field in violation["message"]
    body = {"planHash": plan["planHash"], "activate": True, **ids}
    assert desk.api.post("/sync", body, expect=422).code == "GUARDRAIL_VIOLATION"
    [there] = desk.groups("microsoft")
    assert there["Status"] != LIVE["microsoft"]
    # A pause is sent anyway. After the resolution the enable is sent.
    desk.patch(made, status="PAUSED")
    desk.push(**ids)
    desk.patch(made, locations=[{"code": "DE"}], languages=["de"], status="ENABLED")
    plan = preview(desk.api, activate=True, **ids)
    assert plan["violations"] == []
    start_push(desk.api, plan=plan, activate=True, **ids)
