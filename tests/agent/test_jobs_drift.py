"""Jobs about other users' edits on the platform: pulls, drift, and reverting a push."""

from adcore_make import make_campaign, make_tree, push


def edit(job, name, changes):
    row = job.live().campaign(name)
    job.box.edit(job.customer, row["campaign"]["resourceName"], changes)


def test_bring_in_what_changed(job):
    """Bring in what was renamed on the platform, and say what it is called now"""
    made = make_campaign(job.api, name="Bakery Named")
    push(job.api)
    edit(job, "Bakery Named", {"name": "Bakery Renamed"})
    end = job.box.log_end()
    a = job.assistant()
    target = a.one("campaign", "Bakery Named")
    run = a.follow(a.do("pull_sync")["run"])
    assert run["status"] == "SUCCEEDED" and run["pulled"]["updated"] >= 1
    assert a.do("get_object", id=target["id"])["object"]["name"] == "Bakery Renamed"
    assert job.api.get("/campaigns/" + made["id"]).data["syncState"] == "SYNCED"
    assert job.box.mutates(end) == []


def test_changed_on_both_sides(job):
    """Find what was changed here and on the platform, and leave the decision to the person"""
    made = make_campaign(job.api, name="Bakery Both")
    push(job.api)
    edit(job, "Bakery Both", {"name": "Bakery Theirs"})
    job.api.patch("/campaigns/" + made["id"], {"name": "Bakery Ours"})
    end = job.box.log_end()
    a = job.assistant()
    run = a.follow(a.do("pull_sync")["run"])
    assert run["pulled"]["drifted"] == 1
    [drifted] = a.find("campaign", syncState="DRIFTED")
    assert drifted["id"] == made["id"]
    plan = a.do("preview_sync", all=True)["plan"]
    assert [each for each in plan["operations"] if each["id"] == made["id"]] == []
    assert job.box.mutates(end) == []
    assert job.live().campaign("Bakery Theirs")


def test_take_a_push_back(job):
    """Take the last push back: its inverse is drafted, shown, and pushed when agreed"""
    tree = make_tree(job.api, name="Bakery Back", budget=20)
    push(job.api)
    job.api.patch("/campaigns/" + tree["campaign"]["id"], {"budget": 28})
    push(job.api)
    a = job.assistant()
    told = a.do("list_changes", resource="sync", limit=1)["changes"]
    end = job.box.log_end()
    a.do("revert_sync", id=told[0]["objectId"])
    assert job.box.mutates(end) == []
    assert job.live().campaign("Bakery Back")["campaignBudget"]["amountMicros"] == "28000000"
    plan = a.do("preview_sync", all=True)["plan"]
    assert (plan["totals"]["dailyBudgetBefore"], plan["totals"]["dailyBudgetAfter"]) == (28, 20)
    run = a.follow(a.do("push_sync", all=True, planHash=plan["planHash"])["run"])
    assert run["status"] == "SUCCEEDED"
    assert job.live().campaign("Bakery Back")["campaignBudget"]["amountMicros"] == "20000000"
