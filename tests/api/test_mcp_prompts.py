"""The connector's prompts and its completion."""

import pytest

from adcore_make import make_campaign
from adcore_tools import Tools

@pytest.fixture
def tools(api):
    return Tools(api)


def complete(tools, ref, name, value=""):
    answer = tools.rpc(
        "completion/complete", {"ref": ref, "argument": {"name": name, "value": value}}
    ).json
    return answer.get("result", answer)


CAMPAIGN = {"type": "ref/resource", "uri": "adcore://campaign/{id}"}
RUN = {"type": "ref/resource", "uri": "adcore://sync/{id}"}
PROMPT = {"type": "ref/prompt", "name": "fix_disapprovals"}


def test_ids_are_completed(account, api, tools):
    campaigns = [make_campaign(api)["id"] for _ in range(3)]
    hidden = make_campaign(account.client(env="live"))["id"]
    for ref, name in ((CAMPAIGN, "id"), (PROMPT, "campaignId")):
        told = complete(tools, ref, name)["completion"]
        assert told == {"values": campaigns[::-1], "hasMore": False}
        assert complete(tools, ref, name, campaigns[1])["completion"]["values"] == [campaigns[1]]
        assert complete(tools, ref, name, hidden)["completion"]["values"] == []
        for typed in ("x", "~", "%", "cmp_" + "Z" * 80):
            assert complete(tools, ref, name, typed)["completion"]["values"] == []
    blind = Tools(account.client(["reports:read"]))
    assert complete(blind, CAMPAIGN, "id")["completion"]["values"] == []


def test_a_hundred_values_and_no_more(api, tools):
    operations = [
        {"method": "POST", "body": {"name": "C %d" % n, "type": "SEARCH", "budget": 1}}
        for n in range(101)
    ]
    api.post("/campaigns/batch", {"operations": operations, "atomic": True}, expect=200)
    told = complete(tools, CAMPAIGN, "id")["completion"]
    assert len(told["values"]) == 100 and told["hasMore"] is True


def test_runs_are_completed(desk):
    api = desk.api
    make_campaign(api)
    plan = api.post("/sync/preview", {}, expect=200).data
    run = api.post("/sync", {"planHash": plan["planHash"]}, expect=202).data["id"]
    assert complete(Tools(api), RUN, "id", run[:10])["completion"]["values"] == [run]


def test_enums_are_completed_and_what_is_no_argument_is_refused(tools):
    review = {"type": "ref/prompt", "name": "weekly_review"}
    assert complete(tools, review, "platform", "m")["completion"]["values"] == ["microsoft", "meta"]
    build = {"type": "ref/prompt", "name": "build_search_campaign"}
    assert complete(tools, build, "budget", "2")["completion"]["values"] == []
    for ref, name in (
        (CAMPAIGN, "campaignId"),
        (review, "budget"),
        ({"type": "ref/prompt", "name": "x"}, "platform"),
        ({"type": "ref/resource", "uri": "adcore://x/{id}"}, "id"),
        ({"type": "x"}, "id"),
    ):
        assert complete(tools, ref, name)["error"]["code"] == -32602


def test_prompts_name_the_tools_that_there_are(tools):
    names = set(tools.names())
    for prompt in tools.rpc("prompts/list").json["result"]["prompts"]:
        given = {each["name"]: "x" for each in prompt["arguments"]}
        got = tools.rpc("prompts/get", {"name": prompt["name"], "arguments": given}).json["result"]
        text = got["messages"][0]["content"]["text"]
        words = {word.strip(".,:;()") for word in text.split()}
        named = {word for word in words if "_" in word}
        assert named and named <= names, named - names
        assert "Push nothing before I agree." in text
