"""Jobs that read: reports, reviews, the history, conversions."""

import datetime

from adcore_conversions import ago
from adcore_make import make_campaign, make_tree, push

CONVERSIONS = "/conversions/offline"


def seeded(job):
    """The demo's campaigns, with 90 days of numbers."""
    job.server.cli("seed-demo", "--email", job.account.email)
    return job.api


def days(back, length):
    to = datetime.datetime.now(datetime.timezone.utc).date() - datetime.timedelta(days=back)
    return {"from": (to - datetime.timedelta(days=length - 1)).isoformat(), "to": to.isoformat()}


def test_weekly_review(job):
    """Review a week: this week and the last by campaign, findings, changes, what waits"""
    api = seeded(job)
    a = job.assistant()
    a.do("get_context")
    weeks = [a.do("get_performance", **days(back, 7)) for back in (0, 7)]
    for told, back in zip(weeks, (0, 7)):
        report = api.get("/reports/performance", query=days(back, 7))
        cost = {row["campaignId"]: row["cost"] for row in report.data}
        assert {row["campaignId"]: row["cost"] for row in told["rows"]} == cost and cost
    before = {row["campaignId"]: row["cost"] for row in weeks[1]["rows"]}
    dearer = [row for row in weeks[0]["rows"] if row["cost"] > before.get(row["campaignId"], 0)]
    a.do("get_disapprovals")
    a.do("list_changes", limit=20)
    a.do("preview_sync", all=True, platforms=["google"])
    worst = max(dearer or weeks[0]["rows"], key=lambda row: row["cost"])
    a.do("get_performance", level="KEYWORD", campaignId=[worst["campaignId"]], orderBy="-cost")
    assert sum(call["got"] for call in a.log) < 60000
    assert not job.touched()


def test_find_waste(job):
    """Find keywords that cost and sell nothing, and stage them as negatives of their campaign"""
    api = seeded(job)
    a = job.assistant()
    rows, cursor = [], {}
    while True:
        page = a.do("get_performance", level="KEYWORD", orderBy="-cost", limit=100, **cursor)
        rows += page["rows"]
        if "nextCursor" not in page:
            break
        cursor = {"cursor": page["nextCursor"]}
    waste = [row for row in rows if row["cost"] > 0 and not row.get("conversions")][:5]
    if not waste:  # the demo's keywords all sell something: then those that sell least for it
        waste = sorted(rows, key=lambda row: row.get("roas", 0))[:5]
    for campaign in sorted({row["campaignId"] for row in waste}):
        texts = {row["name"] for row in waste if row["campaignId"] == campaign}
        words = [{"text": each, "matchType": "EXACT", "negative": True} for each in sorted(texts)]
        a.do("create_keyword", campaignId=campaign, keywords=words)
    staged = [each for each in api.walk("/keywords") if each["negative"] and each["source"] == "MCP"]
    assert {(each["campaignId"], each["text"]) for each in staged} == {
        (row["campaignId"], row["name"]) for row in waste
    }
    assert {each["syncState"] for each in staged} == {"STAGED"} and not job.touched()


def test_the_best_by_week(job):
    """Tell the weeks of one platform, and which campaign earned most"""
    api = seeded(job)
    a = job.assistant()
    span = days(0, 56)
    weeks = a.do("get_performance", level="ACCOUNT", groupBy=["week"], platform=["google"], **span)
    best = a.do("get_performance", orderBy="-conversionValue", limit=1, **span)["rows"][0]
    query = dict(span, level="ACCOUNT", groupBy="week", platform="google")
    report = api.get("/reports/performance", query=query)
    assert [row["cost"] for row in weeks["rows"]] == [row["cost"] for row in report.data]
    values = api.get("/reports/performance", query=span).data
    assert best["campaignId"] == max(values, key=lambda row: row["conversionValue"])["campaignId"]


def test_what_was_not_collected(job):
    """Say that no numbers were collected, where there are none, instead of zero"""
    make_campaign(job.api)
    a = job.assistant()
    told = a.do("get_performance")
    assert told["rows"] == [] and told["totals"] == {} and told["dataAsOf"] is None
    assert "no data was collected" in a.log[-1]["sentence"]


def test_a_long_list(job):
    """Count 300 keywords by match type, through pages that are cut"""
    tree = make_tree(job.api, keywords=0, name="Bakery Long")
    body = [
        {
            "method": "POST",
            "body": {
                "adGroupId": tree["groups"][0]["id"],
                "text": "a rather long search for bread in town %d" % n,
                "matchType": ("EXACT", "PHRASE", "BROAD")[n % 3],
                "finalUrl": "https://bakery.example/bread/%d" % n,
            },
        }
        for n in range(300)
    ]
    job.api.post("/keywords/batch", {"operations": body, "atomic": True}, expect=200)
    a = job.assistant()
    campaign = a.one("campaign", "Bakery Long")
    words = a.find("keyword", campaignId=campaign["id"], limit=200)
    counts = {}
    for each in words:
        counts[each["matchType"]] = counts.get(each["matchType"], 0) + 1
    assert counts == {"EXACT": 100, "PHRASE": 100, "BROAD": 100}


def test_500_conversions(job):
    """Stage 500 conversions of which 7 are bad: the bad are named by their place, the rest is kept"""
    rows = [
        {
            "conversionAction": "Order",
            "occurredAt": ago(hours=3 + n % 48),
            "clickIds": {"gclid": "Cj0K_%d" % n},
            "orderId": "O-%d" % n,
            "value": 10 + n % 7,
        }
        for n in range(500)
    ]
    bad = (3, 77, 199, 200, 301, 444, 499)
    for n in bad:
        rows[n] = {"conversionAction": "Order", "occurredAt": "yesterday", "orderId": "O-%d" % n}
    a = job.assistant()
    dropped = []
    for begin in range(0, 500, 200):
        part = list(range(begin, min(begin + 200, 500)))
        text = a.refused("upload_offline_conversions", conversions=[rows[n] for n in part])
        named = [i for i in range(len(part)) if "\n- conversions[%d]." % i in text]
        dropped += [part[i] for i in named]
        kept = [rows[n] for i, n in enumerate(part) if i not in named]
        a.do("upload_offline_conversions", conversions=kept, idempotencyKey="part-%d" % begin)
    assert tuple(dropped) == bad
    stored = {each["orderId"] for each in job.api.walk(CONVERSIONS)}
    assert stored == {"O-%d" % n for n in range(500) if n not in bad}


def test_who_changed_it(job):
    """Say who changed a campaign's budget, when, through which door, and from what"""
    made = make_campaign(job.api, name="Bakery Whose", budget=20)
    push(job.api)
    job.api.patch("/campaigns/" + made["id"], {"budget": 28})
    a = job.assistant()
    target = a.one("campaign", "Bakery Whose")
    told = a.do("list_changes", objectId=target["id"], verb="UPDATE")["changes"]
    assert told[0]["door"] == "API"
    assert (told[0]["before"]["budget"], told[0]["after"]["budget"]) == (20, 28)


def test_what_failed(job):
    """Find what could not be pushed and say why"""
    tree = make_tree(job.api, name="Bakery Failed", keywords=1)
    job.box.fault(
        {
            "type": "error",
            "errorCode": {"policyFindingError": "POLICY_FINDING"},
            "message": "Not like this.",
        },
        operation="adGroupAd.create",
    )
    push(job.api, expect="PARTIAL")
    a = job.assistant()
    [failed] = a.find("ad", syncState="FAILED")
    assert failed["id"] == tree["ads"][0]["id"]
    assert "POLICY" in str(failed["remote"]["lastError"])
