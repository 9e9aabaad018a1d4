"""Jobs about a push: lost answers, stale previews, approvals, refusals of a platform."""

from adcore_make import (
    assert_once_each,
    make_campaign,
    make_tree,
    preview,
    push,
    space_id,
    start_push,
)


def test_retry_after_a_lost_answer(job):
    """Repeat a draft and a push whose answers were lost, by their keys: each is there once"""
    a = job.assistant()
    draft = {"name": "Bakery Once", "type": "SEARCH", "budget": 10, "idempotencyKey": "draft-1"}
    a.do("create_campaign", **draft)
    campaign = a.do("create_campaign", **draft)["campaign"]
    plan = a.do("preview_sync", campaignIds=[campaign["id"]])["plan"]
    sent = {"campaignIds": [campaign["id"]], "planHash": plan["planHash"], "idempotencyKey": "push-1"}
    first = a.do("push_sync", **sent)["run"]
    again = a.do("push_sync", **sent)["run"]
    assert again["id"] == first["id"]
    assert a.follow(again)["status"] == "SUCCEEDED"
    assert job.api.get("/campaigns").meta["total"] == 1 and job.api.get("/sync").meta["total"] == 1
    assert len(job.live().campaigns) == 1


def test_a_lost_push_without_a_key(job):
    """Find out whether a push whose answer was lost, sent without a key, was taken"""
    tree = make_tree(job.api, name="Bakery Lost")
    a = job.assistant()
    target = a.one("campaign", "Bakery Lost")
    plan = a.do("preview_sync", campaignIds=[target["id"]])["plan"]
    sent = {"campaignIds": [target["id"]], "planHash": plan["planHash"]}
    a.follow(a.do("push_sync", **sent)["run"])
    text = a.refused("push_sync", **sent)
    assert "list_changes with resource sync" in text
    told = a.do("list_changes", resource="sync", limit=5)["changes"]
    run = a.do("get_sync", id=told[0]["objectId"])["run"]
    assert run["status"] == "SUCCEEDED" and run["planHash"] == plan["planHash"]
    assert_once_each(job, tree)


def test_a_stale_preview(job):
    """Push a plan that somebody's edit has made stale: refused, previewed again, pushed"""
    made = make_campaign(job.api, name="Bakery Stale", budget=20)
    a = job.assistant()
    plan = a.do("preview_sync", all=True)["plan"]
    job.api.patch("/campaigns/" + made["id"], {"budget": 30})
    text = a.refused("push_sync", all=True, planHash=plan["planHash"])
    assert "PLAN_CHANGED" in text and "preview_sync" in text and not job.touched()
    plan = a.do("preview_sync", all=True)["plan"]
    assert plan["totals"]["dailyBudgetAfter"] == 30
    run = a.follow(a.do("push_sync", all=True, planHash=plan["planHash"])["run"])
    assert run["status"] == "SUCCEEDED"
    assert job.live().campaign("Bakery Stale")["campaignBudget"]["amountMicros"] == "30000000"


def test_another_selection(job):
    """Push one of two campaigns, with the selection of the preview"""
    make_campaign(job.api, name="Bakery One")
    make_campaign(job.api, name="Bakery Other")
    a = job.assistant()
    target = a.one("campaign", "Bakery One")
    plan = a.do("preview_sync", campaignIds=[target["id"]])["plan"]
    text = a.refused("push_sync", all=True, planHash=plan["planHash"])
    assert "same selection" in text and not job.touched()
    run = a.follow(
        a.do("push_sync", campaignIds=[target["id"]], planHash=plan["planHash"])["run"]
    )
    assert run["status"] == "SUCCEEDED"
    assert [row["campaign"]["name"] for row in job.live().campaigns] == ["Bakery One"]


def test_activate_after_review(job):
    """Set a pushed campaign live once the person has looked at it"""
    tree = make_tree(job.api, name="Bakery Live", keywords=1)
    push(job.api)
    a = job.assistant()
    target = a.one("campaign", "Bakery Live")
    ids = [target["id"]]
    for kind in ("adGroup", "ad", "keyword"):
        ids += [each["id"] for each in a.find(kind, campaignId=target["id"])]
    a.do("update_objects", updates=[{"id": each, "changes": {"status": "ENABLED"}} for each in ids])
    held = a.do("preview_sync", campaignIds=[target["id"]])["plan"]
    assert held["operations"] == [] and len(held["heldBack"]) == 4
    assert "activate: true" in a.log[-1]["sentence"]
    plan = a.do("preview_sync", campaignIds=[target["id"]], activate=True)["plan"]
    assert plan["totals"]["activeDailyBudgetAfter"] == 20
    sent = {"campaignIds": [target["id"]], "activate": True, "planHash": plan["planHash"]}
    assert a.follow(a.do("push_sync", **sent)["run"])["status"] == "SUCCEEDED"
    assert job.live().campaign("Bakery Live")["campaign"]["status"] == "ENABLED"
    assert_once_each(job, tree)


def test_approval_wanted(job):
    """Push where the Space wants a person's approval: it waits, and goes when approved"""
    space = space_id(job.api.get("/me").data)
    job.api.patch("/spaces/" + space, {"guardrails": {"requireApproval": {"test": "CONNECTOR"}}})
    make_campaign(job.api, name="Bakery Asked")
    a = job.assistant()
    plan = a.do("preview_sync", all=True)["plan"]
    run = a.do("push_sync", all=True, planHash=plan["planHash"])["run"]
    assert run["status"] == "AWAITING_APPROVAL" and "/app/runs/" in a.log[-1]["sentence"]
    assert a.do("get_sync", id=run["id"])["run"]["status"] == "AWAITING_APPROVAL"
    assert not job.touched()
    job.api.post("/sync/%s/approve" % run["id"], expect=(200, 202))
    assert a.follow(a.do("get_sync", id=run["id"], wait=30)["run"])["status"] == "SUCCEEDED"
    assert len(job.live().campaigns) == 1


def test_changed_on_the_platform(job):
    """Change a budget that a person has changed on the platform meanwhile: nothing is overwritten"""
    make_campaign(job.api, name="Bakery Drift", budget=20)
    make_campaign(job.api, name="Bakery Calm", budget=20)
    push(job.api)
    row = job.live().campaign("Bakery Drift")
    job.box.edit(job.customer, row["campaign"]["resourceName"], {"name": "Bakery By Hand"})
    a = job.assistant()
    updates = [
        {"id": a.one("campaign", name)["id"], "changes": {"name": name + " 2"}}
        for name in ("Bakery Drift", "Bakery Calm")
    ]
    a.do("update_objects", updates=updates)
    run = a.push(all=True)
    assert run["status"] == "PARTIAL"
    [failed] = [each for each in run["operations"] if each["status"] == "FAILED"]
    assert failed["error"]["code"] == "DRIFTED"
    names = {each["campaign"]["name"] for each in job.live().campaigns}
    assert names == {"Bakery By Hand", "Bakery Calm 2"}


def test_partial_failure_and_repair(job):
    """Mend the ads that the platform refused, and push what is left"""
    tree = make_tree(job.api, groups=2, ads=1, keywords=2, name="Bakery Partly")
    job.box.fault(
        {
            "type": "error",
            "errorCode": {"policyFindingError": "POLICY_FINDING"},
            "message": "Not like this.",
        },
        operation="adGroupAd.create",
    )
    a = job.assistant()
    target = a.one("campaign", "Bakery Partly")
    run = a.push(campaignIds=[target["id"]])
    assert run["status"] == "PARTIAL" and "preview_sync" in a.log[-1]["sentence"]
    failed = [each for each in run["operations"] if each["status"] == "FAILED"]
    assert {each["error"]["platformCode"] for each in failed} == {"policyFindingError.POLICY_FINDING"}
    updates = []
    for each in failed:
        ad = a.do("get_object", id=each["id"])["object"]
        lines = [ad["headlines"][0] + " today"] + ad["headlines"][1:]
        updates.append({"id": ad["id"], "changes": {"headlines": lines}})
    a.do("update_objects", updates=updates)
    again = a.push(campaignIds=[target["id"]])
    assert again["status"] == "SUCCEEDED"
    assert {each["id"] for each in again["operations"]} == {each["id"] for each in failed}
    for each in tree["ads"]:
        each["headlines"] = job.api.get("/ads/" + each["id"]).data["headlines"]
    assert_once_each(job, tree)


def test_the_platform_throttles(job):
    """Push while the platform answers 429: it takes longer, and is there once"""
    tree = make_tree(job.api, name="Bakery Slow")
    job.box.fault({"type": "status", "status": 429, "retryDelay": "1s"}, path="mutate", times=2)
    a = job.assistant()
    target = a.one("campaign", "Bakery Slow")
    assert a.push(campaignIds=[target["id"]])["status"] == "SUCCEEDED"
    assert_once_each(job, tree)


def test_another_run_is_under_way(job):
    """Push while a colleague's push is under way: wait for it, then push"""
    make_tree(job.api, name="Bakery First")
    job.box.fault({"type": "latency", "ms": 1500}, path="mutate")
    plan = preview(job.api)
    theirs = start_push(job.api, plan)
    mine = make_campaign(job.api, name="Bakery Second")
    a = job.assistant()
    target = a.one("campaign", "Bakery Second")
    plan = a.do("preview_sync", campaignIds=[target["id"]])["plan"]
    sent = {"campaignIds": [target["id"]], "planHash": plan["planHash"]}
    answer = a.attempt("push_sync", **sent)
    if answer.refused:
        assert theirs["id"] in answer.text and "get_sync" in answer.text
        a.follow(a.do("get_sync", id=theirs["id"], wait=30)["run"])
        answer = a.attempt("push_sync", **sent)
    assert a.follow(answer.data["run"])["status"] == "SUCCEEDED"
    assert job.api.get("/campaigns/" + mine["id"]).data["syncState"] == "SYNCED"
    names = [row["campaign"]["name"] for row in job.live().campaigns]
    assert sorted(names) == ["Bakery First", "Bakery Second"]


def test_pushes_are_blocked(job):
    """Draft while pushes are blocked, say so, and push nothing"""
    make_campaign(job.api, name="Bakery Stop")
    push(job.api)
    job.server.sql(
        "UPDATE spaces SET pushes_blocked_test = true WHERE id = '%s'"
        % space_id(job.api.get("/me").data)
    )
    end = job.box.log_end()
    a = job.assistant()
    assert a.do("get_context")["space"]["pushesBlocked"] is True
    target = a.one("campaign", "Bakery Stop")
    a.do("update_objects", updates=[{"id": target["id"], "changes": {"budget": 9}}])
    plan = a.do("preview_sync", campaignIds=[target["id"]])["plan"]
    text = a.refused("push_sync", campaignIds=[target["id"]], planHash=plan["planHash"])
    assert "owner of the Space" in text
    assert job.box.mutates(end) == []


def test_a_large_plan_in_parts(job):
    """Push a plan that is too long to be shown whole, campaign by campaign"""
    for n in range(2):
        tree = make_tree(job.api, groups=1, ads=1, keywords=0, name="Bakery Part %d" % n)
        body = [
            {
                "method": "POST",
                "body": {
                    "adGroupId": tree["groups"][0]["id"],
                    "text": "part %d word %d" % (n, k),
                    "matchType": "EXACT",
                },
            }
            for k in range(120)
        ]
        job.api.post("/keywords/batch", {"operations": body, "atomic": True}, expect=200)
    a = job.assistant()
    whole = a.do("preview_sync", all=True)["plan"]
    assert whole["truncated"] and whole["totals"]["creates"] == 246
    for target in a.find("campaign"):
        assert a.push(campaignIds=[target["id"]])["status"] == "SUCCEEDED"
    assert len(job.live().keywords) == 240 and len(job.live().campaigns) == 2


def test_add_an_ad_to_what_is_live(job):
    """Add a second ad to a live ad group without touching what runs"""
    tree = make_tree(job.api, name="Bakery Running", keywords=1)
    job.api.patch("/campaigns/" + tree["campaign"]["id"], {"status": "ENABLED"})
    push(job.api, activate=True)
    a = job.assistant()
    target = a.one("campaign", "Bakery Running")
    [group] = a.find("adGroup", campaignId=target["id"])
    ad = a.do(
        "create_ad",
        adGroupId=group["id"],
        type="RESPONSIVE_SEARCH",
        finalUrl="https://bakery.example/new",
        headlines=["New Bread", "Every Day", "Rosa"],
        descriptions=["Fresh from the oven.", "Open at seven."],
    )["ad"]
    plan = a.do("preview_sync", campaignIds=[target["id"]])["plan"]
    assert [each["id"] for each in plan["operations"]] == [ad["id"]]
    sent = {"campaignIds": [target["id"]], "planHash": plan["planHash"]}
    assert a.follow(a.do("push_sync", **sent)["run"])["status"] == "SUCCEEDED"
    live = job.live()
    assert len(live.ads) == 2 and live.campaign("Bakery Running")["campaign"]["status"] == "ENABLED"
    assert len(live.keywords) == 1
