"""A campaign whose type or platform is wrong: refused with the field's name, whatever is nested
in it, and the server keeps running. `./dev fuzz calls` searches for such calls at length."""

import pytest

from adcore_tools import Tools

ABSENT = object()
WRONG = [ABSENT, None, "Search", "search", "", "OTHER", 7, 1.5, True, [], {}, ["SEARCH"]]
ADS = ["RESPONSIVE_SEARCH", "POST", "IMAGE", "VIDEO"]


def tree(wrong, ad, **more):
    body = {"name": "x", "budget": 5, **more}
    if wrong is not ABSENT:
        body["type"] = wrong
    body["adGroups"] = [{"name": "g", "cpcBid": 1, "ads": [{"type": ad}, {"type": "Ad"}, {}]}]
    body["adGroups"][0]["keywords"] = [{"text": "bread", "matchType": "EXACT"}]
    return body


@pytest.fixture
def nothing_made(server, api):
    """The requests create no draft, and the same process still answers."""
    process = server.process
    yield
    assert server.process is process and process.poll() is None, server.log_tail()
    for path in ("/campaigns", "/ad-groups", "/ads", "/keywords"):
        assert api.get(path).meta["total"] == 0


@pytest.mark.parametrize("ad", ADS)
def test_a_tool_refuses_a_tree_below_a_wrong_type(api, nothing_made, ad):
    tools = Tools(api)
    for wrong in WRONG:
        text = tools.refused("create_campaign", **tree(wrong, ad))
        assert "VALIDATION_ERROR" in text and "- type [" in text, text
        assert "adGroups[0].ads[0].finalUrl [REQUIRED]" in text, text


@pytest.mark.parametrize("ad", ADS)
def test_a_tool_refuses_a_tree_below_a_wrong_platform(api, nothing_made, ad):
    tools = Tools(api)
    for wrong in ("Google", "", 7, [], {}, "tiktok"):
        for type_ in ("SEARCH", "SOCIAL", "Search", ABSENT):
            text = tools.refused("create_campaign", **tree(type_, ad, platform=wrong))
            assert "VALIDATION_ERROR" in text and "- platform [" in text, text


def test_an_operation_refuses_a_wrong_type(api, nothing_made):
    for wrong in WRONG:
        body = {k: v for k, v in tree(wrong, "POST").items() if k != "adGroups"}
        for more in ({}, {"platform": "Google"}, {"bidding": {"strategy": "TARGET_CPA"}}):
            refused = api.refuse("POST", "/campaigns", {**body, **more})
            assert "type" in {fault["path"] for fault in refused.details["fields"]}
        api.refuse("POST", "/campaigns", tree(wrong, "POST"))


def test_a_batch_refuses_a_wrong_type(api, nothing_made):
    operations = [{"method": "POST", "body": tree(w, ad)} for w in WRONG for ad in ADS]
    for atomic in (True, False):
        body = {"operations": operations, "atomic": atomic}
        answer = api.post("/campaigns/batch", body, expect=(200, 400))
        if answer.status == 200:
            assert {each["status"] for each in answer.data["results"]} <= {400, 424}
