"""POST /<collection>/bulk: one rule changes many objects, each as a PATCH of its own would."""

import pytest

from adcore_app import AppClient
from adcore_browser import ACCOUNT, PASSWORD, Browser
from adcore_make import (
    callout,
    campaign_body,
    make_ad,
    make_ad_group,
    make_campaign,
    make_keyword,
    make_tree,
    missing_id,
    push,
)
from adcore_server import Server, in_threads, wait_for


def bulk(api, path, filters, rule, dry=False, **options):
    body = {"filter": filters, "rule": rule, "dryRun": dry}
    return api.post(path + "/bulk", body, expect=options.pop("expect", 200), **options)


def changes(answer):
    return {each["id"]: {c["field"]: (c["from"], c["to"]) for c in each["changes"]} for each in answer.data["results"]}


def counts(answer):
    return tuple(answer.data[name] for name in ("matched", "changed", "refused"))


def history(api):
    return api.get("/history").meta["total"]


def fill(api, count, path="/campaigns", body=campaign_body):
    ids = []
    while len(ids) < count:
        operations = [{"method": "POST", "body": body()} for _ in range(min(1000, count - len(ids)))]
        answer = api.post(path + "/batch", {"operations": operations, "atomic": True}, expect=200)
        ids += [each["data"]["id"] for each in answer.data["results"]]
    return ids


# --- the four rules -----------------------------------------------------------------------------


def test_set_changes_what_the_filter_matches_and_nothing_else(api):
    made = [make_campaign(api, labels=[label]) for label in ("a", "b", "c")]
    api.patch("/campaigns/" + made[2]["id"], {"status": "ENABLED"})
    before = history(api)
    answer = bulk(api, "/campaigns", {"status": "PAUSED"}, {"set": {"budget": 7, "labels": ["x"]}})
    assert counts(answer) == (2, 2, 0) and answer.data["dryRun"] is False
    assert changes(answer) == {
        each["id"]: {"budget": (each["budget"], 7), "labels": (each["labels"], ["x"])} for each in made[:2]
    }
    assert [each["id"] for each in answer.data["results"]] == [made[1]["id"], made[0]["id"]]
    for each in made[:2]:
        now = api.get("/campaigns/" + each["id"]).data
        assert (now["budget"], now["labels"], now["version"]) == (7, ["x"], 2)
    assert api.get("/campaigns/" + made[2]["id"]).data["budget"] == made[2]["budget"]
    assert history(api) == before + 2
    again = bulk(api, "/campaigns", {"status": ["PAUSED"]}, {"set": {"budget": 7, "labels": ["x"]}})
    assert counts(again) == (2, 0, 0) and history(api) == before + 2
    assert [(each["version"], each["changes"]) for each in again.data["results"]] == [(2, [])] * 2


def test_a_dry_run_answers_the_same_and_changes_nothing(api):
    ids = [make_campaign(api, budget=budget)["id"] for budget in (10, 20, 90)]
    rule = {"adjust": {"field": "budget", "percent": 20}}
    before = [api.get("/campaigns/" + each).data for each in ids], history(api)
    dry = bulk(api, "/campaigns", {"ids": ids}, rule, dry=True)
    assert dry.meta["validateOnly"] is True and dry.data["dryRun"] is True
    checked = api.post("/campaigns/bulk", {"filter": {"ids": ids}, "rule": rule}, query={"validateOnly": "true"}, expect=200)
    assert checked.data == dry.data
    assert ([api.get("/campaigns/" + each).data for each in ids], history(api)) == before
    real = bulk(api, "/campaigns", {"ids": ids}, rule)
    assert dict(real.data, dryRun=True) == dry.data
    assert counts(real) == (3, 2, 1)
    assert [each["status"] for each in real.data["results"]] == [200, 200, 422]
    assert [api.get("/campaigns/" + each).data["budget"] for each in ids] == [12, 24, 90]


@pytest.mark.parametrize(
    "old,adjust,new,exact",
    [
        (1.99, {"percent": 10}, 2.19, 2.189),
        (0.1, {"percent": -33.3333}, 0.07, 0.066666),
        (1.23, {"percent": 10, "round": 0.05}, 1.35, 1.353),
        (1.01, {"percent": 0, "round": 0.25}, 1, 1.01),
        (0.99, {"percent": -1, "round": 0.05}, 0.95, 0.9801),  # never above the old amount
        (1.01, {"percent": 1, "round": 0.05}, 1.05, 1.0201),  # never below it
        (2, {"amount": -0.5}, 1.5, None),
        (2, {"amount": 0.01, "round": 0.5}, 2, 2.01),
    ],
)
def test_an_amount_is_adjusted_in_micros_and_its_rounding_is_told(api, old, adjust, new, exact):
    keyword = make_keyword(api, make_ad_group(api, make_campaign(api)["id"])["id"], cpcBid=old)
    answer = bulk(api, "/keywords", {"ids": [keyword["id"]]}, {"adjust": {"field": "cpcBid", **adjust}})
    [result] = answer.data["results"]
    assert result.get("exact") == exact
    assert api.get("/keywords/" + keyword["id"]).data["cpcBid"] == new
    assert changes(answer) == {keyword["id"]: {"cpcBid": (old, new)} if old != new else {}}


def test_an_amount_never_becomes_zero_or_less(api):
    group = make_ad_group(api, make_campaign(api)["id"])["id"]
    keyword, bare = make_keyword(api, group, cpcBid=0.02), make_keyword(api, group)
    for adjust in ({"percent": -100}, {"amount": -0.02}, {"amount": -1}, {"percent": -10, "round": 0.05}):
        answer = bulk(api, "/keywords", {"ids": [keyword["id"], bare["id"]]}, {"adjust": {"field": "cpcBid", **adjust}})
        refused, unchanged = answer.data["results"]
        assert refused["status"] == 400 and counts(answer) == (2, 0, 1)
        [fault] = refused["error"]["details"]["fields"]
        assert (fault["path"], fault["code"]) == ("cpcBid", "TOO_SMALL")
        assert unchanged["changes"] == [] and "cpcBid" in unchanged["note"]
    assert api.get("/keywords/" + keyword["id"]).data["cpcBid"] == 0.02


def test_a_bid_inside_of_bidding_is_adjusted_and_the_rest_of_it_stays(api):
    bidding = {"strategy": "TARGET_CPA", "targetCpa": 5}
    made = make_campaign(api, bidding=bidding)["id"]
    rule = {"adjust": {"field": "bidding.targetCpa", "percent": 50}}
    assert counts(bulk(api, "/campaigns", {"ids": [made]}, rule)) == (1, 1, 0)
    now = api.get("/campaigns/" + made).data["bidding"]
    assert now["targetCpa"] == 7.5 and now["strategy"] == "TARGET_CPA"
    # the guardrail maxBid holds: 10 USD
    [result] = bulk(api, "/campaigns", {"ids": [made]}, rule).data["results"]
    assert result["error"]["details"]["violations"][0]["rule"] == "maxBid"


def test_text_is_replaced_in_names_urls_and_texts_of_ads(api):
    campaign = make_campaign(api, name="Äpfel 2026 äpfel")["id"]
    group = make_ad_group(api, campaign)["id"]
    heads = [{"text": "Fresh Rolls", "pin": "HEADLINE_1"}, "fresh bread", "Third one"]
    ad = make_ad(api, group, headlines=heads, finalUrl="https://bakery.example/Fresh")
    rule = {"fields": ["headlines", "finalUrl"], "find": "FRESH", "with": "Warm"}
    answer = bulk(api, "/ads", {"adGroupId": group}, {"replace": rule})
    now = api.get("/ads/" + ad["id"]).data
    assert now["finalUrl"] == "https://bakery.example/Warm"
    assert now["headlines"][1:] == ["Warm bread", "Third one"]
    assert (now["headlines"][0]["text"], now["headlines"][0]["pin"]) == ("Warm Rolls", "HEADLINE_1")
    assert set(changes(answer)[ad["id"]]) == {"headlines", "finalUrl"}
    cased = dict(rule, find="warm", matchCase=True)
    assert counts(bulk(api, "/ads", {"adGroupId": group}, {"replace": cased})) == (1, 0, 0)
    rule = {"fields": ["name"], "find": "ÄPFEL", "with": ""}
    bulk(api, "/campaigns", {"ids": [campaign]}, {"replace": rule})
    assert api.get("/campaigns/" + campaign).data["name"] == "2026"


def test_labels_are_added_and_removed_once(api):
    first, second = (make_campaign(api, labels=labels)["id"] for labels in (["a", "b"], ["c"]))
    rule = {"labels": {"add": ["c", "c", "d"], "remove": ["a", "z"]}}
    assert counts(bulk(api, "/campaigns", {}, rule)) == (2, 2, 0)
    assert api.get("/campaigns/" + first).data["labels"] == ["b", "c", "d"]
    assert api.get("/campaigns/" + second).data["labels"] == ["c", "d"]
    assert counts(bulk(api, "/campaigns", {}, rule)) == (2, 0, 0)


def test_every_collection_has_it_and_filters_as_its_list_does(api):
    tree = make_tree(api, groups=2, keywords=2)
    campaign, group = tree["campaign"]["id"], tree["groups"][0]["id"]
    make_keyword(api, group, negative=True)
    asset = callout(api)
    for path, filters, change in (
        ("/ad-groups", {"campaignId": campaign}, {"cpcBid": 0.7}),
        ("/ads", {"adGroupId": [group]}, {"finalUrl": "https://bakery.example/new"}),
        ("/keywords", {"negative": False, "adGroupId": group}, {"cpcBid": 0.7}),
        ("/keywords", {"matchType": "EXACT,PHRASE,BROAD", "q": "%"}, {"cpcBid": 0.7}),
        ("/assets", {"type": asset["type"]}, {"name": "Renamed"}),
    ):
        query = {k: str(v).lower() if v is False else v[0] if isinstance(v, list) else v for k, v in filters.items()}
        listed = [each["id"] for each in api.walk(path, query=query)]
        answer = bulk(api, path, filters, {"set": change})
        assert [each["id"] for each in answer.data["results"]] == listed
        for each in listed:
            assert all(api.get("%s/%s" % (path, each)).data[k] == v for k, v in change.items())
    [negative] = api.get("/keywords", query={"negative": "true"}).data
    [result] = bulk(api, "/keywords", {"negative": True}, {"set": {"cpcBid": 1}}).data["results"]
    assert result["id"] == negative["id"] and result["error"]["details"]["fields"][0]["code"] == "NOT_FOR_NEGATIVES"


# --- each object by itself --------------------------------------------------------------------------


def test_a_refused_object_is_told_as_its_own_patch_and_stops_no_other(account, api):
    account.server.cli("space", "set", api.get("/me").data["space"]["id"], "--blocked-terms", "miracle")
    good, gone = make_campaign(api, name="Bread one"), make_campaign(api, name="Bread two")
    unknown = missing_id(good["id"])
    ids = [unknown, gone["id"], good["id"], good["id"]]
    answer = bulk(api, "/campaigns", {"ids": ids}, {"set": {"name": "Same"}})
    assert [each["status"] for each in answer.data["results"]] == [404, 200, 400]
    assert counts(answer) == (2, 1, 2)
    assert answer.data["results"][2]["error"]["details"]["fields"][0]["code"] == "DUPLICATE_NAME"
    assert answer.data["results"][2]["error"] == api.patch("/campaigns/" + good["id"], {"name": "Same"}, expect=400).error
    assert answer.data["results"][0]["error"] == api.patch("/campaigns/" + unknown, {"name": "x"}, expect=404).error
    rule = {"replace": {"fields": ["name"], "find": "Bread", "with": "Miracle"}}
    [blocked] = bulk(api, "/campaigns", {"ids": [good["id"]]}, rule).data["results"]
    assert (blocked["status"], blocked["error"]["code"]) == (422, "GUARDRAIL_VIOLATION")
    assert api.get("/campaigns/" + good["id"]).data == good


def test_ids_of_another_space_or_environment_do_not_exist(server, account, api):
    theirs = server.account().client()
    live = account.client(env="live")
    ids = [make_campaign(theirs)["id"], make_campaign(live)["id"], make_campaign(api)["id"]]
    for filters in ({"ids": ids}, {"ids": ids, "status": "PAUSED"}):
        answer = bulk(api, "/campaigns", filters, {"set": {"budget": 3}})
        assert [each["status"] for each in answer.data["results"]] == [404, 404, 200]
        assert answer.data["matched"] == 1
    assert counts(bulk(api, "/campaigns", {"ids": ids, "status": "ENABLED"}, {"set": {"budget": 4}})) == (0, 0, 2)
    assert theirs.get("/campaigns/" + ids[0]).data["budget"] != 3
    assert live.get("/campaigns/" + ids[1]).data["budget"] != 3


def test_ids_are_taken_once(api):
    made = make_campaign(api, budget=10)["id"]
    answer = bulk(api, "/campaigns", {"ids": [made, made]}, {"adjust": {"field": "budget", "percent": 10}})
    assert counts(answer) == (1, 1, 0) and api.get("/campaigns/" + made).data["budget"] == 11


def test_what_awaits_its_removal_or_is_pushed_keeps_its_rules(api):
    make_tree(api)
    push(api)
    [ad_group] = api.get("/ad-groups").data
    [keyword] = api.get("/keywords", query={"limit": 1}).data
    rule = {"replace": {"fields": ["text"], "find": keyword["text"], "with": "other words"}}
    [result] = bulk(api, "/keywords", {"ids": [keyword["id"]]}, rule).data["results"]
    assert result["error"]["details"]["fields"][0]["code"] == "IMMUTABLE"
    bulk(api, "/ad-groups", {}, {"set": {"cpcBid": 0.9}})
    assert api.get("/ad-groups/" + ad_group["id"]).data["syncState"] == "MODIFIED"
    api.delete("/ad-groups/" + ad_group["id"])
    [result] = bulk(api, "/ad-groups", {}, {"set": {"cpcBid": 0.8}}).data["results"]
    assert (result["status"], result["error"]["code"]) == (409, "CONFLICT")


# --- keys, size, the application ------------------------------------------------------------------------


def test_a_key_does_it_once(account, api):
    ids = fill(api, 1500)
    rule = {"adjust": {"field": "budget", "amount": 1}}
    key = {"Idempotency-Key": "once"}
    before = api.get("/campaigns/" + ids[0]).data["budget"]

    def send(client):
        return bulk(client, "/campaigns", {"ids": ids}, rule, headers=key, expect=(200, 409))

    other = account.server.client(api.token)
    answers = [*in_threads(lambda: send(api), lambda: send(other)), send(api)]
    assert [answer.status for answer in answers].count(200) >= 2
    for answer in answers:
        if answer.status == 409:
            assert answer.code == "CONFLICT" and answer.headers["retry-after"] == "1"
            continue
        assert answer.data == answers[-1].data and counts(answer) == (1500, 1500, 0)
    budgets = {each["budget"] for each in api.walk("/campaigns", query={"limit": 200})}
    assert budgets == {before + 1}
    other = bulk(api, "/campaigns", {"ids": ids[:1]}, rule, headers=key, expect=409)
    assert other.code == "IDEMPOTENCY_CONFLICT"
    bulk(api, "/campaigns", {"ids": ids[:1]}, rule, dry=True, headers={"Idempotency-Key": "dry"})
    real = bulk(api, "/campaigns", {"ids": ids[:1]}, rule, headers={"Idempotency-Key": "dry"})
    assert real.data["dryRun"] is False and real.data["changed"] == 1


def test_a_crash_between_two_parts_changes_no_object_twice():
    with Server() as server:
        token = server.account().token()
        client = server.client(token)
        ids = fill(client, 6000)
        before = client.get("/campaigns/" + ids[0]).data["budget"]
        body = {"filter": {"ids": ids}, "rule": {"adjust": {"field": "budget", "amount": 1}}}
        key = {"Idempotency-Key": "crash"}

        def changed(api):
            return [each["id"] for each in api.walk("/campaigns", query={"limit": 200}) if each["version"] > 1]

        def send():
            try:
                return client.post("/campaigns/bulk", body, headers=key, expect=200)
            except Exception:
                return None

        def kill():
            wait_for(lambda: server.sql("SELECT COUNT(*) FROM campaigns WHERE version > 1") != [["0"]], 20, 0.001)
            server.kill()

        in_threads(send, kill)
        server.start()
        client = server.client(token)
        done = changed(client)
        assert 0 < len(done) <= 6000
        again = client.post("/campaigns/bulk", body, headers=key, expect=(200, 409))
        assert again.json.get("data", {"changed": len(done)})["changed"] == len(done)
        if again.status == 409:
            told = [each["id"] for each in again.details["results"] if each["status"] == 200]
            assert sorted(told) == sorted(done)
        for each in client.walk("/campaigns", query={"limit": 200}):
            assert each["budget"] - before == each["version"] - 1 <= 1


def test_more_than_ten_thousand_objects_are_refused_with_a_way_out(api):
    group = make_ad_group(api, make_campaign(api)["id"])["id"]
    number = iter(range(20000))
    body = lambda: {"adGroupId": group, "text": "word %d" % next(number), "matchType": "EXACT"}  # noqa: E731
    ids = fill(api, 10001, "/keywords", body)
    refused = bulk(api, "/keywords", {"adGroupId": group}, {"set": {"cpcBid": 1}}, expect=400)
    [fault] = refused.details["fields"]
    assert (fault["path"], fault["code"], fault["limit"]) == ("filter", "TOO_MANY", 10000)
    assert "ids" in fault["message"]
    refused = bulk(api, "/keywords", {"ids": ids}, {"set": {"cpcBid": 1}}, expect=400)
    assert [(f["path"], f["code"]) for f in refused.details["fields"]] == [("filter.ids", "TOO_MANY")]
    assert api.get("/keywords/" + ids[0]).data["version"] == 1
    before = history(api)
    answer = bulk(api, "/keywords", {"ids": ids[:10000]}, {"set": {"cpcBid": 1, "status": "ENABLED"}}, timeout=600)
    assert counts(answer) == (10000, 10000, 0)
    assert api.get("/keywords", query={"status": "ENABLED"}).meta["total"] == 10000
    assert history(api) == before + 10000


def test_the_application_answers_the_same(server):
    account = server.account()
    server.cli("account", "password", "--email", account.email, "--password-stdin", stdin=PASSWORD + "\n")
    browser = Browser(server)
    assert browser.sign_in(account.email, PASSWORD).path == ACCOUNT
    token, app = account.client(), AppClient(browser)
    made = make_campaign(token)["id"]
    body = {"filter": {"ids": [made]}, "rule": {"set": {"budget": 4}}}
    answer = app.ask("POST", "/campaigns/bulk", body)
    assert answer.status == 200 and answer.data["changed"] == 1, answer.text
    assert token.get("/history", query={"limit": 1}).data[0]["door"] == "APP"
