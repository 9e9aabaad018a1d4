"""The cases of tests/sdk/cases.json by the Python package. Prints "ok CASE" or "not ok CASE: why"."""

import asyncio
import base64
import hashlib
import hmac
import itertools
import json
import os
import re
import sys
import time
import traceback
import urllib.request
from decimal import Decimal

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "site"))

import adcore  # noqa: E402  (the path is set above)
from adcore import Adcore, AsyncAdcore, CampaignCreate, CampaignUpdate, RequestOptions  # noqa: E402

URL, TOKEN, SPACE = (os.environ["ADCORE_" + name] for name in ("URL", "TOKEN", "SPACE"))
GROUP, ROWS = os.environ["ADCORE_ROWS_GROUP"], int(os.environ["ADCORE_ROWS"])
PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)
SECRET = "whsec_" + base64.b64encode(b"0123456789abcdef0123456789abcdef").decode()
EVENT = '{"id":"evt_1","type":"run.ended"}'
client = Adcore(URL, TOKEN)
serial = itertools.count()
cases = {}


def case(name):
    def add(run):
        cases[name] = run
        return run

    return add


def faults(*rows):
    body = json.dumps({"faults": rows}).encode()
    urllib.request.urlopen(urllib.request.Request(URL + "/_control", body, method="POST")).read()


def seen():
    return json.load(urllib.request.urlopen(URL + "/_control"))


def draft(budget=20):
    name = "Python %d" % next(serial)
    return client.campaigns.create(CampaignCreate(name=name, type="SEARCH", budget=budget, labels=["kept"]))


def refusal(kind, call, *args, **named):
    try:
        call(*args, **named)
    except kind as error:
        return error
    raise AssertionError("no " + kind.__name__)


def canned(match, status, code, details, headers=None, times=1):
    error = {"code": code, "message": "From the proxy.", "details": details}
    return {"match": match, "status": status, "headers": headers or {}, "times": times, "body": {"error": error}}


def repeated(status, headers, least):
    faults(canned("POST /campaigns", status, "X", {}, headers))
    began = time.monotonic()
    assert draft().id
    assert time.monotonic() - began >= least
    keys = [each["headers"]["idempotency-key"] for each in seen()]
    assert len(keys) == 2 and keys[0] == keys[1], keys


def options(**named):
    return RequestOptions(**named)


def stored(budget):
    made = draft(budget)
    assert made.budget == Decimal(budget) and isinstance(made.budget, Decimal)
    assert client.campaigns.get(made.id).budget == Decimal(budget)


def whole():
    campaign = draft()
    group = client.ad_groups.create({"campaignId": campaign.id, "name": "Group"})
    pinned = adcore.AdHeadline(text="Baked at 5 am", pin="HEADLINE_1")
    client.ads.create(
        adcore.AdCreate(
            ad_group_id=group.id,
            type="RESPONSIVE_SEARCH",
            final_url="https://bakery.example/bread",
            headlines=["Fresh bread", pinned, "Order until 8 pm"],
            descriptions=["Sourdough, rye and rolls.", "Pick up from 6 am."],
        )
    )
    client.keywords.create(adcore.KeywordCreate(ad_group_id=group.id, text="bread", match_type="EXACT"))
    return campaign


def pushed(campaign):
    plan = client.sync.preview(adcore.SyncPreview(campaign_ids=[campaign.id]))
    assert not plan.violations
    run = client.sync.wait(client.sync.push(plan))
    assert run.status == "SUCCEEDED", run
    return run


def signed(body, at):
    key = base64.b64decode(SECRET[6:])
    mac = hmac.new(key, ("evt_1.%d.%s" % (at, body)).encode(), hashlib.sha256).digest()
    signature = "v1,AAAA v1," + base64.b64encode(mac).decode()
    return {"webhook-id": "evt_1", "webhook-timestamp": str(at), "Webhook-Signature": signature}


@case("me")
def _():
    me = client.me.get()
    assert me.environment == "test" and me.space.id == SPACE


@case("user-agent")
def _():
    client.me.get()
    assert re.match(r"adcore-python/\d+\.\d+\.\d+ python/", seen()[0]["headers"]["user-agent"])


@case("base-url")
def _():
    assert Adcore(URL + "/api/v1/", TOKEN).me.get().uid


@case("token-provider")
def _():
    calls = []
    faults({"match": "GET /me", "cut": "before"})
    Adcore(URL, lambda: calls.append(1) or TOKEN).me.get()
    assert len(calls) == 2


@case("space")
def _():
    client.me.get(options=options(space_id=SPACE))
    Adcore(URL, TOKEN, space_id=SPACE).me.get()
    assert [each["headers"].get("x-space-id") for each in seen()] == [SPACE, SPACE]


@case("logger")
def _():
    events = []
    Adcore(URL, TOKEN, logger=events.append).me.get()
    assert [(e.operation, e.status) for e in events] == [("getMe", 200)]
    assert events[0].request_id.startswith("req_") and TOKEN not in repr(events)


@case("response")
def _():
    found = []
    client.me.get(options=options(on_response=found.append))
    assert found[0].status == 200 and found[0].request_id.startswith("req_")


@case("create")
def _():
    assert draft().id.startswith("cmp_")


@case("get")
def _():
    made = draft()
    assert client.campaigns.get(made.id) == made


case("money-smallest")(lambda: stored("0.01"))
case("money-exact")(lambda: stored("131072.01"))
case("money-largest")(lambda: stored("999999999.99"))


@case("money-wire")
def _():
    draft(Decimal("131072.01"))
    assert '"budget":131072.01,' in seen()[0]["body"]


@case("money-nested")
def _():
    bidding = adcore.CampaignBidding(strategy="MANUAL_CPC", max_cpc="1234.56")
    made = client.campaigns.create(CampaignCreate(name="Nested", type="SEARCH", budget=5, bidding=bidding))
    assert client.campaigns.get(made.id).bidding.max_cpc == Decimal("1234.56")


@case("money-refused")
def _():
    refusal(ValueError, draft, "12,50")
    refusal(ValueError, draft, float("nan"))
    assert not seen()


@case("patch-absent")
def _():
    changed = client.campaigns.update(draft().id, CampaignUpdate(budget=6))
    assert changed.budget == 6 and changed.labels == ["kept"]
    changed = client.campaigns.update(changed.id, CampaignUpdate.from_dict({"budget": 7}))
    assert changed.budget == 7 and changed.labels == ["kept"]


@case("patch-null")
def _():
    assert client.campaigns.update(draft().id, CampaignUpdate(labels=None)).labels == []


@case("patch-body")
def _():
    made = draft()
    faults()
    client.campaigns.update(made.id, CampaignUpdate(budget=7, labels=None))
    assert seen()[0]["body"] == '{"budget":7,"labels":null}'


@case("unknown-enum")
def _():
    made = draft()
    faults({"match": "GET /campaigns/", "replace": [['"STAGED"', '"LATER"']]})
    assert client.campaigns.get(made.id).sync_state == "LATER"


@case("unknown-field")
def _():
    made = draft()
    faults({"match": "GET /campaigns/", "replace": [['"labels"', '"mood":"sunny","labels"']]})
    read = client.campaigns.get(made.id)
    assert read["mood"] == "sunny" and read.to_dict()["mood"] == "sunny"


@case("read-modify-write")
def _():
    bidding = adcore.CampaignBidding(strategy="MANUAL_CPC", max_cpc="1.5")
    made = client.campaigns.create(CampaignCreate(name="Read", type="SEARCH", budget=5, bidding=bidding))
    faults(
        {"match": "GET /campaigns/", "replace": [['"MANUAL_CPC"', '"LATER","mood":"sunny"']]},
        {"match": "PATCH /campaigns/", "status": 200, "body": {"data": {}, "meta": {}}},
    )
    read = client.campaigns.get(made.id)
    read.bidding.max_cpc = Decimal("2.25")
    client.campaigns.update(made.id, CampaignUpdate(bidding=read.bidding))
    sent = json.loads(seen()[1]["body"])["bidding"]
    assert (sent["strategy"], sent["mood"], sent["maxCpc"]) == ("LATER", "sunny", 2.25)


@case("text-or-object")
def _():
    campaign = whole()
    (ad,) = client.ads.list(campaign_id=[campaign.id])
    texts = [each if isinstance(each, str) else "%s@%s" % (each.text, each.pin) for each in ad.headlines]
    assert texts == ["Fresh bread", "Baked at 5 am@HEADLINE_1", "Order until 8 pm"]


@case("pages-all")
def _():
    ids = {each.id for each in client.keywords.list(ad_group_id=[GROUP], limit=200)}

    async def count():
        async with AsyncAdcore(URL, TOKEN) as own:
            return {each.id async for each in own.keywords.list(ad_group_id=[GROUP], limit=200)}

    assert len(ids) >= ROWS and asyncio.run(count()) == ids


@case("pages-added")
def _():
    texts = []
    for each in client.keywords.list(ad_group_id=[GROUP], limit=200):
        if len(texts) % 200 == 0:
            text = "added %d" % len(texts)
            client.keywords.create({"adGroupId": GROUP, "text": text, "matchType": "EXACT"})
        texts.append(each.text)
    assert len([each for each in texts if each.startswith("row ")]) == ROWS
    assert len(set(texts)) == len(texts)


@case("pages-page")
def _():
    page = client.keywords.list(ad_group_id=[GROUP], limit=3).page()
    assert len(page.data) == 3 and page.meta.total >= ROWS and page.meta.next_cursor


@case("pages-lazy")
def _():
    assert len(list(itertools.islice(client.keywords.list(ad_group_id=[GROUP], limit=5), 4))) == 4
    assert len(seen()) == 1


@case("pages-filter")
def _():
    client.campaigns.list(status=["PAUSED", "ENABLED"], limit=1).page()
    assert sorted(seen()[0]["query"].split("&")) == ["limit=1", "status=PAUSED,ENABLED"]


@case("key-made")
def _():
    draft(), draft()
    first, second = (each["headers"].get("idempotency-key") for each in seen())
    assert first and second and first != second


case("key-kept")(lambda: repeated(503, {}, 0))


@case("key-twice")
def _():
    body, found = {"name": "Twice", "type": "SEARCH", "budget": 5}, []
    own = options(idempotency_key="python-twice", on_response=found.append)
    assert client.campaigns.create(body, options=own).id == client.campaigns.create(body, options=own).id
    assert [each.replayed for each in found] == [False, True]


@case("key-conflict")
def _():
    own = options(idempotency_key="python-conflict")
    client.campaigns.create({"name": "One", "type": "SEARCH", "budget": 5}, options=own)
    body = {"name": "Two", "type": "SEARCH", "budget": 5}
    error = refusal(adcore.ConflictError, client.campaigns.create, body, options=own)
    assert error.code == "IDEMPOTENCY_CONFLICT"


@case("cut-before")
def _():
    faults({"match": "GET /me", "cut": "before"})
    assert client.me.get().uid


@case("cut-after")
def _():
    faults({"match": "POST /campaigns", "cut": "after"})
    made = client.campaigns.create({"name": "Cut once", "type": "SEARCH", "budget": 5})
    assert [each.id for each in client.campaigns.list(q="Cut once")] == [made.id]


case("retry-429")(lambda: repeated(429, {"Retry-After": "1"}, 1))
case("retry-500")(lambda: repeated(500, {}, 0))


@case("retry-503")
def _():
    repeated(503, {"Retry-After": "1"}, 1)

    async def read():
        async with AsyncAdcore(URL, TOKEN) as own:
            return await own.me.get()

    faults(canned("GET /me", 503, "UNAVAILABLE", {}, {"Retry-After": "1"}))
    assert asyncio.run(read()).uid and len(seen()) == 2


@case("retry-never")
def _():
    faults(canned("GET /me", 400, "VALIDATION_ERROR", {"fields": []}))
    refusal(adcore.ValidationError, client.me.get)
    assert len(seen()) == 1


@case("retry-ends")
def _():
    faults(canned("GET /me", 503, "UNAVAILABLE", {}, times=9))
    assert refusal(adcore.ServerError, client.me.get, options=options(max_retries=1)).attempts == 2
    assert len(seen()) == 2


@case("retry-long")
def _():
    faults(canned("GET /me", 429, "RATE_LIMITED", {"bucket": "daily"}, {"Retry-After": "3600"}))
    assert refusal(adcore.RateLimitError, client.me.get).retry_after == 3600
    assert len(seen()) == 1


@case("retry-conditional")
def _():
    made = draft()
    faults({"match": "PATCH", "cut": "after"})
    body = CampaignUpdate(budget=9, expected_version=1)
    refusal(adcore.NetworkError, client.campaigns.update, made.id, body)
    assert len(seen()) == 1


@case("timeout")
def _():
    faults({"match": "GET /me", "delay": 2})
    refusal(adcore.RequestTimeoutError, client.me.get, options=options(timeout=0.1, max_retries=0))


@case("network")
def _():
    refusal(adcore.NetworkError, Adcore("http://127.0.0.1:9", TOKEN, max_retries=0).me.get)


@case("error-validation")
def _():
    error = refusal(adcore.ValidationError, client.campaigns.create, {"name": "", "type": "SEARCH", "budget": -1})
    assert sorted(each.path for each in error.fields) == ["budget", "name"]
    assert error.request_id.startswith("req_")


@case("error-authentication")
def _():
    error = refusal(adcore.AuthenticationError, Adcore(URL, "adcore_test_no").me.get)
    assert error.code == "INVALID_CREDENTIALS"


@case("error-scope")
def _():
    narrow = Adcore(URL, os.environ["ADCORE_NARROW_TOKEN"])
    error = refusal(adcore.ScopeError, narrow.campaigns.create, {"name": "No", "type": "SEARCH", "budget": 5})
    assert error.required == ["campaigns:write"]


@case("error-not-found")
def _():
    error = refusal(adcore.NotFoundError, client.campaigns.get, "cmp_" + 26 * "0")
    assert error.status == 404 and error.request_id.startswith("req_")


@case("error-precondition")
def _():
    made = draft()
    client.campaigns.update(made.id, {"budget": 8})
    body = {"budget": 9, "expectedVersion": 1}
    assert refusal(adcore.PreconditionFailedError, client.campaigns.update, made.id, body).current_version == 2


@case("error-conflict")
def _():
    made = whole()
    plan = client.sync.preview({"campaignIds": [made.id]})
    client.campaigns.update(made.id, {"budget": 8})
    refusal(adcore.ConflictError, client.sync.push, plan)


@case("error-guardrail")
def _():
    bidding = adcore.CampaignBidding(strategy="MANUAL_CPC", max_cpc=20000)
    body = CampaignCreate(name="High", type="SEARCH", budget=5, bidding=bidding)
    error = refusal(adcore.GuardrailError, client.campaigns.create, body)
    assert error.violations[0].rule == "maxBid" and error.recovery == "correctable"


@case("error-billing")
def _():
    faults(canned("GET /me", 402, "SUBSCRIPTION_EXPIRED", {"manageUrl": "https://x.example"}))
    assert refusal(adcore.BillingError, client.me.get).manage_url == "https://x.example"


@case("error-rate-limit")
def _():
    faults(canned("GET /me", 429, "RATE_LIMITED", {"bucket": "minute", "retryAfter": 17}))
    error = refusal(adcore.RateLimitError, client.me.get, options=options(max_retries=0))
    assert error.retry_after == 17 and error.bucket == "minute"


@case("error-foreign")
def _():
    faults({"match": "GET /me", "status": 502, "body": "<html>Bad gateway</html>"})
    assert refusal(adcore.ServerError, client.me.get, options=options(max_retries=0)).status == 502


@case("error-in-success")
def _():
    faults(canned("GET /me", 200, "UNAVAILABLE", {}))
    assert refusal(adcore.ServerError, client.me.get, options=options(max_retries=0)).code == "UNAVAILABLE"


@case("counts")
def _():
    row = '{"platform":"google","name":"n","impressions":3000000000,"clicks":1,"cost":262144.01}'
    totals = '{"impressions":3000000000,"cost":12345678901.123456}'
    meta = '{"requestId":"r","nextCursor":null,"total":1,"totals":%s}' % totals
    faults({"match": "GET /reports", "status": 200, "body": '{"data":[%s],"meta":%s}' % (row, meta)})
    page = client.reports.performance().page()
    assert page.data[0].impressions == 3000000000 and page.data[0].cost == Decimal("262144.01")
    assert page.meta.totals.cost == Decimal("12345678901.123456")


@case("push")
def _():
    run = pushed(whole())
    assert run.progress.done == run.progress.total

    async def again(campaign):
        async with AsyncAdcore(URL, TOKEN) as own:
            plan = await own.sync.preview({"campaignIds": [campaign.id]})
            return await own.sync.wait(await own.sync.push(plan))

    assert asyncio.run(again(whole())).status == "SUCCEEDED"


@case("restore")
def _():
    made = whole()
    pushed(made)
    assert client.campaigns.delete(made.id).sync_state == "PENDING_REMOVAL"
    assert client.campaigns.restore(made.id).sync_state != "PENDING_REMOVAL"


@case("batch")
def _():
    operations = [
        {"method": "POST", "body": {"name": name, "type": "SEARCH", "budget": 5}} for name in ("B1", "B2")
    ]
    done = client.campaigns.batch({"operations": operations})
    assert [each.status for each in done.results] == [201, 201]


@case("image")
def _():
    made = client.assets.create(adcore.AssetCreate(type="IMAGE", name="Python pixel", data=PNG))
    assert client.assets.content(made.id) == PNG


@case("validate-only")
def _():
    body = {"name": "Checked", "type": "SEARCH", "budget": 5}
    assert client.campaigns.create(body, validate_only=True).id is None
    assert client.campaigns.list(q="Checked").page().meta.total == 0


@case("open")
def _():
    assert Adcore(URL).description.changelog().versions


@case("webhook")
def _():
    assert adcore.verify_webhook(EVENT, signed(EVENT, int(time.time())), SECRET)["type"] == "run.ended"


@case("webhook-tampered")
def _():
    heads = signed(EVENT, int(time.time()))
    refusal(adcore.SignatureError, adcore.verify_webhook, EVENT.replace("ended", "begun"), heads, SECRET)


@case("webhook-old")
def _():
    refusal(adcore.SignatureError, adcore.verify_webhook, EVENT, signed(EVENT, int(time.time()) - 400), SECRET)


for name, run in cases.items():
    try:
        faults()
        run()
        print("ok", name, flush=True)
    except Exception:
        print("not ok %s: %s" % (name, " | ".join(traceback.format_exc().splitlines()[-4:])), flush=True)
