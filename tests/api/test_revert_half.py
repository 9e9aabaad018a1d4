"""A run's revert includes the partial effects of its failed operations."""

import pytest

from adcore_make import (
    TERMINAL,
    finish,
    make_ad,
    make_ad_group,
    make_campaign,
    make_keyword,
    preview,
    push,
    start_push,
)
from adcore_meta import MetaDesk
from adcore_reddit import RedditDesk
from adcore_server import wait_for

US, CA = [{"code": "US"}], [{"code": "CA"}]
META_ERROR = {"type": "error", "errorCode": "368/1404078", "message": "No."}
REDDIT_ERROR = {"type": "error", "errorCode": "POLICY", "status": 400, "message": "No."}
POLICY = {"type": "error", "errorCode": {"policyFindingError": "POLICY_FINDING"}, "message": "No."}
REFUSAL = {"type": "error", "errorCode": "CampaignServiceEditorialValidationError", "message": "No."}


def revert(api, run, expect=201, **options):
    return api.post("/sync/%s/revert" % run["id"], expect=expect, **options).data


def carry_out(api, made):
    run = finish(api, api.post("/sync", {"planHash": made["planHash"]}, expect=202).data["id"])
    assert run["status"] == "SUCCEEDED", run
    return run


def told(made):
    return {each["id"]: (each["op"], each["coverage"], each["reason"]) for each in made["operations"]}


class Microsoft:
    def __init__(self, desk):
        self.desk, self.api = desk, desk.api
        self.account = desk.connection("microsoft")["accountId"]

    def campaign(self, **fields):
        return make_campaign(self.api, platform="microsoft", budget=20, **fields)

    def refuse(self, operation, times=1):
        self.desk.box.fault(
            REFUSAL, operation=operation, platform="microsoft", customer=self.account, times=times
        )

    def there(self):
        return {
            each["Id"]: each
            for each in self.desk.box.state(self.account)["campaigns"]
            if each["Status"] != "Deleted"
        }

    def places(self):
        rows = self.desk.box.state(self.account)["campaignCriterions"]
        return sorted(
            each["Criterion"]["LocationId"]
            for each in rows
            if each["Criterion"].get("LocationId") and each.get("Status") != "Deleted"
        )


@pytest.fixture
def microsoft(desk):
    return Microsoft(desk)


def test_of_a_half_done_update_all_goes_back(microsoft):
    """The locations were changed and the name was refused. The revert restores the locations and
    does not send the name."""
    api = microsoft.api
    half, whole = microsoft.campaign(name="Half", locations=US), microsoft.campaign()
    push(api)
    before = microsoft.places()
    api.patch("/campaigns/" + half["id"], {"name": "Renamed", "locations": CA})
    api.patch("/campaigns/" + whole["id"], {"budget": 25})
    microsoft.refuse("campaign.update")
    run = push(api, expect="PARTIAL")
    assert microsoft.places() != before
    made = revert(api, run)
    assert made["coverage"] == "FULL"
    assert told(made) == {each["id"]: ("UPDATE", "FULL", None) for each in (half, whole)}
    [operation] = [each for each in made["operations"] if each["id"] == half["id"]]
    assert {each["field"] for each in operation["changes"]} == {"name", "locations"}
    carried = carry_out(api, made)
    fields = {
        each["id"]: {change["field"] for change in each["changes"]}
        for each in carried["operations"]
    }
    assert fields == {half["id"]: {"locations"}, whole["id"]: {"budget"}}
    assert microsoft.places() == before
    assert {each["Name"] for each in microsoft.there().values()} == {"Half", whole["name"]}
    assert preview(api)["operations"] == []


def test_what_an_earlier_attempt_did_goes_back_too(microsoft):
    """The locations were changed and the next request was lost. The second attempt was refused."""
    api = microsoft.api
    campaign = microsoft.campaign(locations=US)
    push(api)
    before = microsoft.places()
    api.patch("/campaigns/" + campaign["id"], {"name": "Renamed", "locations": CA})
    microsoft.desk.box.fault(
        {"type": "cut_before"},
        operation="campaign.update",
        platform="microsoft",
        customer=microsoft.account,
    )
    microsoft.refuse("campaign.update")
    run = push(api, expect="FAILED")
    [operation] = run["operations"]
    assert operation["error"]["code"] == "POLICY_VIOLATION"
    assert microsoft.places() != before
    made = revert(api, run)
    assert told(made) == {campaign["id"]: ("UPDATE", "FULL", None)}
    carry_out(api, made)
    assert microsoft.places() == before
    assert preview(api)["operations"] == []


def test_a_failed_update_of_which_nothing_was_done_is_not_part_of_it(microsoft):
    api = microsoft.api
    refused, whole = microsoft.campaign(), microsoft.campaign()
    push(api)
    api.patch("/campaigns/" + refused["id"], {"name": "Renamed"})
    api.patch("/campaigns/" + whole["id"], {"budget": 25})
    microsoft.refuse("campaign.update")
    run = push(api, expect="PARTIAL")
    [failed] = [each["id"] for each in run["operations"] if each["status"] == "FAILED"]
    [done] = {refused["id"], whole["id"]} - {failed}
    made = revert(api, run)
    assert made["coverage"] == "FULL" and told(made) == {done: ("UPDATE", "FULL", None)}


def test_a_half_made_campaign_is_removed(microsoft):
    api = microsoft.api
    half = microsoft.campaign(locations=US, status="ENABLED")
    whole = microsoft.campaign()
    microsoft.refuse("campaignCriterion.create", times=5)
    run = push(api, expect="PARTIAL", activate=True)
    status = {each["id"]: each["status"] for each in run["operations"] if each["op"] == "CREATE"}
    assert status == {half["id"]: "FAILED", whole["id"]: "SUCCEEDED"}
    assert len(microsoft.there()) == 2
    microsoft.desk.box.clear_faults()
    made = revert(api, run)
    assert made["coverage"] == "FULL"
    assert told(made) == {each["id"]: ("REMOVE", "FULL", None) for each in (half, whole)}
    carry_out(api, made)
    assert microsoft.there() == {}
    again = api.post("/sync/%s/revert" % run["id"], expect=409)
    assert again.details["revertedBy"]["id"] == made["id"]


def test_what_a_later_run_made_is_not_taken_back_with_the_failed_one(microsoft):
    """The create was refused completely, and the next run created the campaign."""
    api = microsoft.api
    campaign = microsoft.campaign()
    microsoft.refuse("campaign.create")
    failed = push(api, expect="FAILED")
    made = push(api)
    none = revert(api, failed)
    assert none["coverage"] == "NONE" and none["operations"] == []
    assert api.get("/campaigns/" + campaign["id"]).data["syncState"] == "SYNCED"
    assert told(revert(api, made)) == {campaign["id"]: ("REMOVE", "FULL", None)}


def test_a_half_done_update_that_was_edited_since_is_left_alone(microsoft):
    api = microsoft.api
    campaign = microsoft.campaign(locations=US)
    push(api)
    path = "/campaigns/" + campaign["id"]
    api.patch(path, {"name": "Renamed", "locations": CA})
    microsoft.refuse("campaign.update")
    run = push(api, expect="FAILED")
    api.patch(path, {"locations": [{"code": "GB"}]})
    made = revert(api, run)
    assert told(made) == {campaign["id"]: ("UPDATE", "PARTIAL", "EDITED_SINCE")}
    now = api.get(path).data
    assert [each["code"] for each in now["locations"]] == ["GB"] and now["name"] == campaign["name"]


def test_places_of_which_some_stand_go_back(microsoft):
    """One addition succeeds, and the removal of the other is refused."""
    api = microsoft.api
    campaign = microsoft.campaign(locations=US)
    push(api)
    before = microsoft.places()
    api.patch("/campaigns/" + campaign["id"], {"locations": CA})
    microsoft.refuse("campaignCriterion.remove", times=5)
    run = push(api, expect="FAILED")
    microsoft.desk.box.clear_faults()
    assert set(microsoft.places()) > set(before)
    assert_taken_back(api, run, campaign, microsoft.places, before)


def assert_taken_back(api, run, campaign, standing, before):
    """The revert covers the whole run, and its push restores the earlier state."""
    made = revert(api, run)
    assert told(made)[campaign["id"]] == ("UPDATE", "FULL", None) and made["coverage"] == "FULL"
    carry_out(api, made)
    assert standing() == before


# --- places that go to each ad group ----------------------------------------------------------


class MetaBox(MetaDesk):
    def places(self):
        return [
            each["targeting"]["geo_locations"]["countries"] for each in self.live()["adsets"]
        ]

    def refuse_second(self):
        self.fault(dict(META_ERROR, at=1), "adset.update")

    def refuse_only(self):
        self.fault(META_ERROR, "adset.update")


class RedditBox(RedditDesk):
    def places(self):
        return [each["targeting"]["geolocations"] for each in self.live()["ad_groups"]]

    def refuse_second(self):
        self.fault(REDDIT_ERROR, skip=1, operation="adGroup.update")

    def refuse_only(self):
        self.fault(REDDIT_ERROR, operation="adGroup.update")


@pytest.fixture(params=[MetaBox, RedditBox])
def box(request, server):
    made = request.param(server)
    yield made
    server.sandbox().clear_faults()


def spread(box, count=3):
    campaign = box.campaign(locations=US)
    for number in range(count):
        box.group(campaign, name="Set %d" % number)
    return campaign


def test_places_that_some_ad_groups_have_go_back(box):
    api = box.api
    campaign, other = spread(box), box.campaign(name="Other")
    push(api)
    before = box.places()
    api.patch("/campaigns/" + campaign["id"], {"locations": CA})
    api.patch("/campaigns/" + other["id"], {"budget": 25})
    box.refuse_second()
    run = push(api, expect="PARTIAL")
    there = box.places()
    assert there != before and any(each in there for each in before)
    assert_taken_back(api, run, campaign, box.places, before)


def test_places_that_no_ad_group_has_are_not_part_of_it(box):
    api = box.api
    campaign, other = spread(box, count=1), box.campaign(name="Other")
    push(api)
    before = box.places()
    api.patch("/campaigns/" + campaign["id"], {"locations": CA})
    api.patch("/campaigns/" + other["id"], {"budget": 25})
    box.refuse_only()
    run = push(api, expect="PARTIAL")
    assert box.places() == before
    made = revert(api, run)
    assert made["coverage"] == "FULL" and told(made) == {other["id"]: ("UPDATE", "FULL", None)}


# --- below a campaign -------------------------------------------------------------------------


def test_of_an_ad_whose_pause_was_refused_the_texts_go_back(desk):
    """The pause is a separate operation: nothing of it was applied, and it remains drafted."""
    api = desk.api
    campaign = make_campaign(api)
    group = make_ad_group(api, campaign["id"])
    ad = make_ad(api, group["id"], status="ENABLED")
    push(api, activate=True)
    new = ["Rolls and rye", "Baked every morning", "Order online"]
    api.patch("/ads/" + ad["id"], {"headlines": new, "status": "PAUSED"})
    desk.box.fault(POLICY, operation="adGroupAd.update")
    run = push(api, expect="PARTIAL")
    made = revert(api, run)
    assert told(made) == {ad["id"]: ("UPDATE", "FULL", None)} and made["coverage"] == "FULL"
    now = api.get("/ads/" + ad["id"]).data
    assert now["headlines"] == ad["headlines"] and now["status"] == "PAUSED"


def test_a_post_without_its_ad_is_named(server):
    """Reddit makes an ad's post first; the ad is refused."""
    desk = RedditDesk(server)
    campaign = desk.campaign()
    group = desk.group(campaign)
    push(desk.api)
    ad = desk.ad(group)
    desk.fault(REDDIT_ERROR, operation="ad.create")
    run = push(desk.api, expect="FAILED")
    assert len(desk.live()["posts"]) == 1
    made = revert(desk.api, run)
    assert told(made) == {ad["id"]: ("REMOVE", "NONE", "HALF_DONE")}
    assert made["coverage"] == "NONE" and made["planHash"] is None
    assert desk.api.get("/ads/" + ad["id"]).data["syncState"] in ("STAGED", "FAILED")


def test_a_refused_keyword_left_nothing(server):
    """The first request of a keyword on Reddit only looks at its ad group."""
    desk = RedditDesk(server)
    group = desk.group(desk.campaign())
    push(desk.api)
    desk.keyword(group, negative=True)
    desk.fault(REDDIT_ERROR, operation="adGroup.update")
    run = push(desk.api, expect="FAILED")
    made = revert(desk.api, run)
    assert made["coverage"] == "NONE" and made["operations"] == []


# --- in doubt ---------------------------------------------------------------------------------


def test_a_create_in_doubt_is_taken_back_once_it_is_settled(desk):
    api = desk.api
    make_campaign(api)
    push(api)
    log = desk.box.log(desk.after)
    looks = next(i for i, e in enumerate(log) if "campaign.create" in (e.get("operations") or []))
    draft = make_campaign(api)
    end = desk.box.log_end()
    desk.box.fault({"type": "accept_then_cut"}, operation="campaign.create")
    desk.box.fault({"type": "status", "status": 503}, skip=looks, times=1000)
    run = start_push(api)
    assert wait_for(lambda: [e for e in desk.box.log(end) if e["status"] == 503], 15)
    api.post("/sync/%s/cancel" % run["id"], expect=200)
    run = finish(api, run["id"], 30)
    assert [each["status"] for each in run["operations"]] == ["UNKNOWN"]
    made = revert(api, run)
    assert told(made) == {draft["id"]: ("REMOVE", "NONE", "UNSETTLED")}
    assert made["coverage"] == "NONE" and made["id"] is None
    desk.box.clear_faults()
    api.post("/sync/%s/retry" % run["id"], expect=202)


    def settled():
        now = api.get("/sync/" + run["id"]).data
        done = [each["status"] for each in now["operations"]] == ["SUCCEEDED"]
        return done and now["status"] in TERMINAL

    assert wait_for(settled, 30)
    made = revert(api, run)
    assert told(made) == {draft["id"]: ("REMOVE", "FULL", None)} and made["coverage"] == "FULL"
    carry_out(api, made)
    assert len(desk.live().campaigns) == 1


def test_keywords_of_the_run_that_failed_beside_it_stay_drafts(desk):
    api = desk.api
    campaign = make_campaign(api)
    group = make_ad_group(api, campaign["id"])
    push(api)
    word = make_keyword(api, group["id"])
    desk.box.fault(POLICY, operation="adGroupCriterion.create")
    run = push(api, expect="FAILED")
    made = revert(api, run)
    assert made["operations"] == [] and made["coverage"] == "NONE"
    assert api.get("/keywords/" + word["id"]).data["syncState"] == "FAILED"
