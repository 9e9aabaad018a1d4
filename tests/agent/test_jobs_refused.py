"""Jobs with a refusal: its message is enough to correct the call, or to give up for the right
reason."""

from adcore_make import make_ad_group, make_campaign, make_tree, missing_id, push, space_id
from adcore_server import ALL_SCOPES


def total(job, path="/campaigns"):
    return job.api.get(path).meta["total"]


def test_a_missing_scope(job):
    """Say which consent is missing for a push, having drafted all the same"""
    drafting = [scope for scope in ALL_SCOPES if scope != "sync:write"]
    a = job.assistant(scopes=drafting)
    assert "push_sync" not in a.listed
    a.do("create_campaign", name="Bakery Scope", type="SEARCH", budget=10)
    plan = a.do("preview_sync", all=True)["plan"]
    answer = a.attempt("push_sync", all=True, planHash=plan["planHash"])
    assert answer.status == 403 and "sync:write" in answer.text
    assert total(job) == 1 and not job.touched() and total(job, "/sync") == 0


def test_a_budget_above_the_guardrail(job):
    """Draft a campaign of 5,000 a day: refused with the limit, drafted within it"""
    a = job.assistant()
    wanted = {"name": "Bakery Rich", "type": "SEARCH", "budget": 5000}
    text = a.refused("create_campaign", **wanted)
    assert "limit 100, requested 5000" in text and "owner" in text and total(job) == 0
    a.do("create_campaign", **dict(wanted, budget=100))
    assert [each["budget"] for each in job.api.walk("/campaigns")] == [100]


def test_a_raise_above_the_guardrail(job):
    """Double a live budget: refused at the preview with the limit, raised by as much as may be"""
    make_campaign(job.api, name="Bakery Raise", budget=20)
    push(job.api)
    a = job.assistant()
    target = a.one("campaign", "Bakery Raise")
    a.do("update_objects", updates=[{"id": target["id"], "changes": {"budget": 40}}])
    plan = a.do("preview_sync", campaignIds=[target["id"]])["plan"]
    [violation] = plan["violations"]
    assert violation["rule"] == "maxBudgetIncreasePercent"
    assert "maxBudgetIncreasePercent" in a.log[-1]["sentence"]
    most = target["budget"] * (100 + violation["limit"]) / 100
    a.do("update_objects", updates=[{"id": target["id"], "changes": {"budget": most}}])
    assert a.push(campaignIds=[target["id"]])["status"] == "SUCCEEDED"
    assert job.live().campaign("Bakery Raise")["campaignBudget"]["amountMicros"] == "30000000"


def test_the_total_above_the_guardrail(job):
    """Push six campaigns of 90: the total is refused, what fits is pushed"""
    for n in range(6):
        make_campaign(job.api, name="Bakery Sum %d" % n, budget=90)
    a = job.assistant()
    plan = a.do("preview_sync", all=True)["plan"]
    [violation] = plan["violations"]
    assert (violation["rule"], violation["limit"], violation["actual"]) == (
        "maxTotalDailyBudget",
        500,
        540,
    )
    chosen = [each["id"] for each in a.find("campaign")][: int(violation["limit"] // 90)]
    assert a.push(campaignIds=chosen)["status"] == "SUCCEEDED"
    assert len(job.live().campaigns) == 5


def test_a_blocked_term(job):
    """Draft an ad with a word that the Space forbids: refused with the word, drafted without"""
    tree = make_tree(job.api, ads=0, keywords=0, name="Bakery Words")
    space = space_id(job.api.get("/me").data)
    job.server.cli("space", "set", space, "--blocked-terms", "cheapest")
    a = job.assistant()
    campaign = a.one("campaign", "Bakery Words")
    [group] = a.find("adGroup", campaignId=campaign["id"])
    ad = {
        "adGroupId": group["id"],
        "type": "RESPONSIVE_SEARCH",
        "finalUrl": "https://bakery.example",
        "headlines": ["The Cheapest Bread", "Baked Daily", "Rosa"],
        "descriptions": ["From our own oven.", "Open at seven."],
    }
    text = a.refused("create_ad", **ad)
    assert "blockedTerms" in text and "cheapest" in text.lower()
    made = a.do("create_ad", **dict(ad, headlines=["The Best Bread", "Baked Daily", "Rosa"]))
    assert [each["id"] for each in job.api.walk("/ads")] == [made["ad"]["id"]]
    assert made["ad"]["adGroupId"] == tree["groups"][0]["id"]


def test_a_wrong_enum(job):
    """Draft keywords with a match type in the words of another tool: one more call mends it"""
    tree = make_tree(job.api, keywords=0, name="Bakery Enum")
    a = job.assistant()
    campaign = a.one("campaign", "Bakery Enum")
    [group] = a.find("adGroup", campaignId=campaign["id"])
    words = [{"text": "rye bread", "matchType": "exact_match"}]
    text = a.refused("create_keyword", adGroupId=group["id"], keywords=words)
    assert "keywords[0].matchType" in text and "EXACT, PHRASE, BROAD" in text
    words[0]["matchType"] = "EXACT"
    a.do("create_keyword", adGroupId=group["id"], keywords=words)
    [stored] = job.api.walk("/keywords")
    assert stored["matchType"] == "EXACT" and stored["adGroupId"] == tree["groups"][0]["id"]


def test_a_wrong_argument(job):
    """Look a campaign up by an argument that there is none: the refusal names those that there are"""
    made = make_campaign(job.api, name="Bakery Found")
    a = job.assistant()
    text = a.refused("find_objects", resource="campaign", name="Bakery Found")
    assert "find_objects takes resource, q," in text
    found = a.do("find_objects", resource="campaign", q="Bakery Found")
    assert [each["id"] for each in found["objects"]] == [made["id"]]


def test_all_faults_at_once(job):
    """Draft an ad that is wrong in five ways: all are named at once, and one call mends them"""
    make_tree(job.api, ads=0, keywords=0, name="Bakery Faults")
    a = job.assistant()
    campaign = a.one("campaign", "Bakery Faults")
    [group] = a.find("adGroup", campaignId=campaign["id"])
    ad = {
        "adGroupId": group["id"],
        "type": "RESPONSIVE_SEARCH",
        "finalUrl": "bakery.example",
        "headlines": ["A headline that is much longer than thirty characters", "Same", "Same"],
        "descriptions": ["Only one."],
        "path1": "much too long for a path",
    }
    text = a.refused("create_ad", **ad)
    for path in ("finalUrl", "headlines[0]", "headlines[2]", "descriptions", "path1"):
        assert "\n- %s [" % path in text, text
    ad.update(
        finalUrl="https://bakery.example",
        headlines=["A Short Headline", "Baked Daily", "Rosa"],
        descriptions=["From our own oven.", "Open at seven."],
        path1="bread",
    )
    a.do("create_ad", **ad)
    assert total(job, "/ads") == 1


def test_a_duplicate_name(job):
    """Draft a campaign whose name is taken: the refusal names the one that has it"""
    made = make_campaign(job.api, name="Bakery Twice")
    a = job.assistant()
    wanted = {"name": "Bakery Twice", "type": "SEARCH", "budget": 10}
    text = a.refused("create_campaign", **wanted)
    assert "DUPLICATE_NAME" in text and made["id"] in text
    there = a.do("get_object", id=made["id"])["object"]
    assert there["budget"] != wanted["budget"]
    a.do("create_campaign", **dict(wanted, name="Bakery Twice (December)"))
    names = sorted(each["name"] for each in job.api.walk("/campaigns"))
    assert names == ["Bakery Twice", "Bakery Twice (December)"]


def test_an_unknown_id(job):
    """Change an object by an id that is gone: look it up, change the right one"""
    made = make_campaign(job.api, name="Bakery Here", budget=10)
    gone = missing_id(made["id"])
    a = job.assistant(told="Raise %s, that is Bakery Here, to 15 a day." % gone)
    text = a.refused("update_objects", updates=[{"id": gone, "changes": {"budget": 15}}])
    assert text.startswith("NOT_FOUND") and "find_objects" in text
    found = a.one("campaign", "Bakery Here")
    a.do("update_objects", updates=[{"id": found["id"], "changes": {"budget": 15}}])
    assert job.api.get("/campaigns/" + made["id"]).data["budget"] == 15


def test_a_foreign_id(job):
    """Read and change an object of another account: it does not exist"""
    theirs = job.server.account().client()
    foreign = make_campaign(theirs, name="Secret Campaign")
    mine = missing_id(foreign["id"])
    a = job.assistant(told="Look at %s and at %s." % (foreign["id"], mine))
    for tool in ("get_object", "update_objects", "delete_objects"):
        answers = []
        for each in (foreign["id"], mine):
            arguments = {
                "get_object": {"id": each},
                "update_objects": {"updates": [{"id": each, "changes": {"budget": 1}}]},
                "delete_objects": {"ids": [each]},
            }[tool]
            answers.append(a.refused(tool, **arguments).replace(each, "ID"))
        assert answers[0] == answers[1] and "Secret" not in answers[0]
    assert theirs.get("/campaigns/" + foreign["id"]).data == foreign


def test_a_foreign_space(job):
    """Work in a Space of others: refused alike as if it were not there"""
    theirs = job.server.account()
    space = space_id(theirs.client().get("/me").data)
    answers = []
    for each in (space, missing_id(space)):
        resp = job.server.client(job.api.token, space=each).request(
            "POST",
            "/mcp",
            {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "tools/call",
                "params": {"name": "get_context", "arguments": {}},
            },
            root=True,
            headers={"Accept": "application/json, text/event-stream"},
        )
        answers.append((resp.status, resp.text.replace(each, "SPACE")))
    assert answers[0] == answers[1] and space not in answers[0][1]
    a = job.assistant()
    assert a.do("get_context")["space"]["id"] == space_id(job.api.get("/me").data)


def test_keywords_where_there_are_none(job):
    """Draft keywords on Meta: refused with the reason, drafted with an audience instead"""
    campaign = make_campaign(job.api, name="Rosa Meta", type="SOCIAL")
    make_ad_group(job.api, campaign["id"], name="People")
    a = job.assistant()
    target = a.one("campaign", "Rosa Meta")
    [group] = a.find("adGroup", campaignId=target["id"])
    text = a.refused(
        "create_keyword", adGroupId=group["id"], keywords=[{"text": "rye", "matchType": "BROAD"}]
    )
    assert "meta" in text
    a.do(
        "update_objects",
        updates=[{"id": group["id"], "changes": {"targeting": {"ageMin": 30, "ageMax": 50}}}],
    )
    assert total(job, "/keywords") == 0
    assert job.api.get("/ad-groups/" + group["id"]).data["targeting"]["ageMin"] == 30


def test_enabled_too_early(job):
    """Draft a campaign that shall run at once: drafted paused, pushed, then set live"""
    a = job.assistant()
    made = a.do("create_campaign", name="Bakery Now", type="SEARCH", budget=10)["campaign"]
    enable = [{"id": made["id"], "changes": {"status": "ENABLED"}}]
    text = a.refused("update_objects", later=True, updates=enable)
    assert "NOT_BY_CONNECTOR" in text and "activate: true" in text
    a.push(campaignIds=[made["id"]])
    first = len(a.log)
    a.do("update_objects", updates=enable)
    assert a.push(campaignIds=[made["id"]], activate=True)["status"] == "SUCCEEDED"
    assert len(a.log) - first <= 4
    assert job.live().campaign("Bakery Now")["campaign"]["status"] == "ENABLED"


def test_neither_all_nor_some(job):
    """Preview without saying what: the refusal asks, and nothing is taken for all"""
    make_campaign(job.api, name="Bakery Which")
    a = job.assistant()
    text = a.refused("preview_sync")
    assert "campaignIds" in text and "all: true" in text
    plan = a.do("preview_sync", all=True)["plan"]
    assert plan["totals"]["creates"] == 1 and not job.touched()


def test_the_minute_is_used_up(job):
    """Go on after the minute's calls are used up, when the answer says that one may"""
    job.account.set("--plan", "self-hosted")
    make_campaign(job.api, name="Bakery Busy")
    a = job.assistant()
    target = a.one("campaign", "Bakery Busy")
    for _ in range(70):
        answer = a.attempt("get_object", id=target["id"])
        if answer.refused:
            break
    assert answer.status == 429 and '"bucket"' in answer.text and "retryAfter" in answer.text
    job.account.set("--plan", "scale")
    a.do("get_object", id=target["id"])


def test_a_term_in_a_keyword_of_many(job):
    """Draft 100 keywords of which two are wrong: none is kept, both are named, then all are"""
    make_tree(job.api, keywords=0, name="Bakery Hundred")
    a = job.assistant()
    campaign = a.one("campaign", "Bakery Hundred")
    [group] = a.find("adGroup", campaignId=campaign["id"])
    words = [{"text": "bread number %d" % n, "matchType": "EXACT"} for n in range(100)]
    words[17]["text"] = "one two three four five six seven eight nine ten eleven"
    words[58]["matchType"] = "NEAR"
    text = a.refused("create_keyword", adGroupId=group["id"], keywords=words)
    assert "keywords[17].text" in text and "keywords[58].matchType" in text
    assert total(job, "/keywords") == 0
    words[17]["text"], words[58]["matchType"] = "bread number 17", "EXACT"
    a.do("create_keyword", adGroupId=group["id"], keywords=words)
    assert total(job, "/keywords") == 100
