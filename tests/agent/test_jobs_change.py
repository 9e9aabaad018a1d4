"""Jobs that change existing objects by name: exactly the requested objects change."""

from adcore_make import (
    make_ad,
    make_ad_group,
    make_campaign,
    make_keyword,
    make_tree,
    push,
    space_id,
)
from adcore_reports import review_found
from adcore_team import Team


def budgets(job):
    return {
        row["campaign"]["name"]: int(row["campaignBudget"]["amountMicros"]) // 10**6
        for row in job.live().campaigns
    }


def test_move_budget(job):
    """Move 20 % of one campaign's budget to another and push it"""
    make_campaign(job.api, name="Bakery East", budget=50)
    make_campaign(job.api, name="Bakery West", budget=40)
    make_campaign(job.api, name="Bakery North", budget=30)
    push(job.api)
    a = job.assistant()
    east, west = a.one("campaign", "Bakery East"), a.one("campaign", "Bakery West")
    moved = east["budget"] * 0.2
    updates = [
        {
            "id": each["id"],
            "changes": {"budget": each["budget"] + by},
            "expectedVersion": each["version"],
        }
        for each, by in ((east, -moved), (west, moved))
    ]
    a.do("update_objects", updates=updates)
    plan = a.do("preview_sync", campaignIds=[east["id"], west["id"]])["plan"]
    assert plan["totals"]["dailyBudgetBefore"] == plan["totals"]["dailyBudgetAfter"] == 120
    selection = {"campaignIds": [east["id"], west["id"]]}
    run = a.follow(a.do("push_sync", planHash=plan["planHash"], **selection)["run"])
    assert run["status"] == "SUCCEEDED"
    assert budgets(job) == {"Bakery East": 40, "Bakery West": 50, "Bakery North": 30}


def test_the_same_change_in_two_spaces(job):
    """Make the same change by two connections, one to a shared Space"""
    team = Team(job.server)
    shared = team.client("EDITOR")
    mine, theirs = make_campaign(job.api, name="Spring"), make_campaign(shared, name="Spring")
    for api in (job.api, shared):
        a = job.assistant(api=api)
        found = a.one("campaign", "Spring")
        a.do("update_objects", updates=[{"id": found["id"], "changes": {"budget": 33}}])
    for api, made in ((job.api, mine), (shared, theirs)):
        assert api.get("/campaigns/" + made["id"]).data["budget"] == 33
        assert api.get("/campaigns").meta["total"] == 1
    changed = job.api.get("/history", query={"resource": "campaign"}).data
    assert {each["objectId"] for each in changed} == {mine["id"]}


def test_rename_with_a_version_conflict(job):
    """Rename a campaign that somebody changes at the same time"""
    made = make_campaign(job.api, name="Bakery Old", budget=10)
    a = job.assistant()
    seen = a.one("campaign", "Bakery Old")
    job.api.patch("/campaigns/" + made["id"], {"budget": 12})
    update = {
        "id": seen["id"],
        "changes": {"name": "Bakery New"},
        "expectedVersion": seen["version"],
    }
    text = a.refused("update_objects", updates=[update])
    assert "PRECONDITION_FAILED" in text and "get_object" in text
    now = a.do("get_object", id=seen["id"])["object"]
    a.do("update_objects", updates=[dict(update, expectedVersion=now["version"])])
    stored = job.api.get("/campaigns/" + made["id"]).data
    assert (stored["name"], stored["budget"]) == ("Bakery New", 12), "neither change is lost"


def test_pause_a_platform(job):
    """Pause everything of one platform and nothing of another"""
    for n in range(3):
        make_campaign(job.api, name="Google %d" % n, status="ENABLED")
    other = make_campaign(job.api, name="Elsewhere", platform="microsoft", status="ENABLED")
    push(job.api, platforms=["google"], activate=True)
    assert {row["campaign"]["status"] for row in job.live().campaigns} == {"ENABLED"}
    a = job.assistant()
    running = a.find("campaign", platform="google", status="ENABLED")
    pause = [{"id": each["id"], "changes": {"status": "PAUSED"}} for each in running]
    a.do("update_objects", updates=pause)
    assert a.push(all=True, platforms=["google"])["status"] == "SUCCEEDED"
    assert {row["campaign"]["status"] for row in job.live().campaigns} == {"PAUSED"}
    assert job.api.get("/campaigns/" + other["id"]).data["status"] == "ENABLED"


def test_remove_a_group_with_children(job):
    """Remove a pushed ad group with its ads and keywords, and nothing else"""
    tree = make_tree(job.api, groups=2, ads=1, keywords=2, name="Bakery Two")
    push(job.api)
    gone, stays = tree["groups"]
    a = job.assistant()
    campaign = a.one("campaign", "Bakery Two")
    target = a.one("adGroup", gone["name"], campaignId=campaign["id"])
    a.do("delete_objects", ids=[target["id"]])
    plan = a.do("preview_sync", campaignIds=[campaign["id"]])["plan"]
    assert plan["totals"]["removes"] == 4 and len(job.live().ad_groups) == 2
    run = a.follow(
        a.do("push_sync", campaignIds=[campaign["id"]], planHash=plan["planHash"])["run"]
    )
    assert run["status"] == "SUCCEEDED"
    live = job.live()
    assert [row["adGroup"]["name"] for row in live.ad_groups] == [stays["name"]]
    assert (len(live.ads), len(live.keywords)) == (1, 2)


def test_delete_a_draft(job):
    """Throw away a draft that was never pushed"""
    tree = make_tree(job.api, name="Bakery Mistake")
    keep = make_campaign(job.api, name="Bakery Good")
    a = job.assistant()
    target = a.one("campaign", "Bakery Mistake")
    a.do("delete_objects", ids=[target["id"]])
    assert [each["id"] for each in job.api.walk("/campaigns")] == [keep["id"]]
    job.api.get("/campaigns/" + tree["campaign"]["id"], expect=404)
    assert job.api.get("/keywords").meta["total"] == 0


def test_raise_bids(job):
    """Raise the bids of an ad group's keywords by a tenth"""
    tree = make_tree(job.api, keywords=0, name="Bakery Bids", bidding={"strategy": "MANUAL_CPC"})
    group = tree["groups"][0]["id"]
    words = [make_keyword(job.api, group, cpcBid=1 + n / 10) for n in range(5)]
    a = job.assistant()
    campaign = a.one("campaign", "Bakery Bids")
    [target] = a.find("adGroup", campaignId=campaign["id"])
    raised = [
        {"id": each["id"], "changes": {"cpcBid": round(each["cpcBid"] * 1.1, 2)}}
        for each in a.find("keyword", adGroupId=target["id"])
    ]
    a.do("update_objects", updates=raised)
    stored = {each["id"]: each["cpcBid"] for each in job.api.walk("/keywords")}
    assert stored == {each["id"]: round(each["cpcBid"] * 1.1, 2) for each in words}


def test_pin_a_headline(job):
    """Pin an ad's brand headline to the first place"""
    tree = make_tree(job.api, name="Bakery Pins")
    ad = make_ad(job.api, tree["groups"][0]["id"], headlines=["Bakery Rosa", "Fresh", "Open Now"])
    a = job.assistant()
    campaign = a.one("campaign", "Bakery Pins")
    ads = a.find("ad", campaignId=campaign["id"])
    [target] = [each for each in ads if "Bakery Rosa" in each["headlines"]]
    lines = [
        {"text": line, "pin": "HEADLINE_1"} if line == "Bakery Rosa" else line
        for line in target["headlines"]
    ]
    a.do("update_objects", updates=[{"id": target["id"], "changes": {"headlines": lines}}])
    stored = job.api.get("/ads/" + ad["id"]).data["headlines"]
    assert stored == [{"text": "Bakery Rosa", "pin": "HEADLINE_1"}, "Fresh", "Open Now"]


def test_move_to_another_site(job):
    """Change the landing pages of all ads of a campaign to a new domain"""
    make_tree(job.api, groups=3, ads=2, keywords=0, name="Bakery Site")
    push(job.api)
    a = job.assistant()
    campaign = a.one("campaign", "Bakery Site")
    moved = [
        {
            "id": each["id"],
            "changes": {"finalUrl": each["finalUrl"].replace("bakery.example", "rosa.example")},
        }
        for each in a.find("ad", campaignId=campaign["id"])
    ]
    assert len(moved) == 6
    a.do("update_objects", updates=moved)
    assert a.push(campaignIds=[campaign["id"]])["status"] == "SUCCEEDED"
    urls = {row["adGroupAd"]["ad"]["finalUrls"][0] for row in job.live().ads}
    assert urls == {"https://rosa.example/bread"} and len(job.live().ads) == 6


def test_fix_five_disapprovals(job):
    """Fix five disapproved ads by the evidence that the platform gave"""
    tree = make_tree(job.api, ads=0, keywords=1, name="Bakery Loud")
    group, campaign = tree["groups"][0]["id"], tree["campaign"]["id"]
    ads = [
        make_ad(job.api, group, headlines=["Cheap, cheap bread %d" % n, "Fresh bread", "Rosa"])
        for n in range(5)
    ]
    fine = make_ad(job.api, group)
    push(job.api)
    space = space_id(job.api.get("/me").data)
    for n, ad in enumerate(ads):
        evidence = "Cheap, cheap bread %d" % n
        review_found(job.server, space, ad["id"], campaign, evidence, message="Words are repeated.")
    a = job.assistant()
    found = a.do("get_disapprovals")
    assert found["total"] == 5
    stand = {each["id"]: each for each in a.find("ad", campaignId=found["disapprovals"][0]["campaignId"])}
    updates = []
    for row in found["disapprovals"]:
        bad = row["reasons"][0]["evidence"]
        lines = [
            line.replace("Cheap, cheap", "Good") if line == bad else line for line in stand[row["id"]]["headlines"]
        ]
        updates.append({"id": row["id"], "changes": {"headlines": lines}})
    a.do("update_objects", updates=updates)
    plan = a.do("preview_sync", all=True)["plan"]
    assert plan["totals"]["updates"] == 5 and plan["totals"]["creates"] == 0
    run = a.follow(a.do("push_sync", all=True, planHash=plan["planHash"])["run"])
    assert run["status"] == "SUCCEEDED"
    lines = [
        line["text"]
        for row in job.live().ads
        for line in row["adGroupAd"]["ad"]["responsiveSearchAd"]["headlines"]
    ]
    assert not [line for line in lines if "cheap" in line] and "Good bread 3" in lines
    assert job.api.get("/ads/" + fine["id"]).data["version"] == 1


def test_move_a_keyword(job):
    """Move a keyword to another ad group: its parent cannot change, so it is made anew"""
    tree = make_tree(job.api, groups=2, ads=0, keywords=0, name="Bakery Move")
    one, two = tree["groups"]
    make_keyword(job.api, one["id"], text="rye rolls", matchType="EXACT")
    push(job.api)
    a = job.assistant()
    campaign = a.one("campaign", "Bakery Move")
    word = a.one("keyword", "rye rolls", campaignId=campaign["id"])
    into = a.one("adGroup", two["name"], campaignId=campaign["id"])
    text = a.refused(
        "update_objects", updates=[{"id": word["id"], "changes": {"adGroupId": into["id"]}}]
    )
    assert "adGroupId" in text
    a.do(
        "create_keyword",
        adGroupId=into["id"],
        keywords=[{"text": word["text"], "matchType": word["matchType"]}],
    )
    a.do("delete_objects", ids=[word["id"]])
    assert a.push(campaignIds=[campaign["id"]])["status"] == "SUCCEEDED"
    [row] = job.live().keywords
    [group] = [g for g in job.live().ad_groups if g["adGroup"]["name"] == two["name"]]
    assert row["adGroup"]["id"] == group["adGroup"]["id"]


def test_pause_one_group_of_many(job):
    """Pause an ad group by its name where two campaigns have one of that name"""
    trees = [make_campaign(job.api, name="Bakery %s" % place) for place in ("Rome", "Oslo")]
    groups = [make_ad_group(job.api, each["id"], name="Rolls", status="ENABLED") for each in trees]
    a = job.assistant()
    campaign = a.one("campaign", "Bakery Oslo")
    target = a.one("adGroup", "Rolls", campaignId=campaign["id"])
    a.do("update_objects", updates=[{"id": target["id"], "changes": {"status": "PAUSED"}}])
    status = [job.api.get("/ad-groups/" + each["id"]).data["status"] for each in groups]
    assert status == ["ENABLED", "PAUSED"]
