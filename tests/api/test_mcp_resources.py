"""The connector's resources: list, read and complete. Objects of other accounts are not found."""

import pytest

from adcore_make import make_ad_group, make_campaign, missing_id, push
from adcore_tools import Tools

PLATFORMS = ["google", "microsoft", "reddit", "meta"]
TEMPLATES = {
    "adcore://campaign/{id}": "application/json",
    "adcore://sync/{id}": "application/json",
    "adcore://guide/{platform}": "text/markdown",
}
LISTS = {
    "tools/list": "tools",
    "prompts/list": "prompts",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
}


@pytest.fixture
def tools(api):
    return Tools(api)


def read(tools, uri, expect=200):
    return tools.rpc("resources/read", {"uri": uri}, expect=expect).json


def contents(tools, uri):
    answer = read(tools, uri)
    (one,) = answer["result"]["contents"]
    assert one["uri"] == uri
    return one


def complete(tools, ref, name, value=""):
    params = {"ref": ref, "argument": {"name": name, "value": value}}
    return tools.rpc("completion/complete", params).json


def values(tools, uri, name, value=""):
    answer = complete(tools, {"type": "ref/resource", "uri": uri}, name, value)
    return answer["result"]["completion"]["values"]


def test_the_templates_say_what_can_be_read(tools):
    listed = tools.rpc("resources/templates/list").json["result"]["resourceTemplates"]
    assert {each["uriTemplate"]: each["mimeType"] for each in listed} == TEMPLATES
    assert all(each["name"] and each["title"] and each["description"] for each in listed)


def test_every_listed_guide_is_read_and_every_platform_has_one(tools):
    listed = tools.rpc("resources/list").json["result"]["resources"]
    assert [each["uri"] for each in listed] == ["adcore://guide/" + each for each in PLATFORMS]
    for each in listed:
        one = contents(tools, each["uri"])
        assert (one["mimeType"], each["mimeType"]) == ("text/markdown", "text/markdown")
        assert one["text"].startswith("# ")


def test_a_campaign_is_its_draft_as_rest_answers_it(api, tools):
    campaign = make_campaign(api)
    one = contents(tools, "adcore://campaign/" + campaign["id"])
    assert one["mimeType"] == "application/json"
    resp = api.get("/campaigns/" + campaign["id"])
    assert one["text"] in resp.text


def test_a_run_is_whole(api, tools):
    run = push(api, campaignIds=[make_campaign(api)["id"]])
    one = contents(tools, "adcore://sync/" + run["id"])
    assert '"status":"SUCCEEDED"' in one["text"] and '"operations":[{' in one["text"]


def test_what_is_others_or_nobodys_is_not_there_alike(account, server, api, tools):
    campaign = make_campaign(api)
    group = make_ad_group(api, campaign["id"])
    run = push(api, campaignIds=[campaign["id"]])
    live = make_campaign(account.client(env="live"))
    strange = make_campaign(server.account().client())
    for uri in (
        "adcore://campaign/" + missing_id(campaign["id"]),
        "adcore://campaign/" + live["id"],
        "adcore://campaign/" + strange["id"],
        "adcore://campaign/" + group["id"],
        "adcore://campaign/" + run["id"],
        "adcore://campaign/" + campaign["id"] + "/",
        "adcore://campaign/" + campaign["id"] + "?x=1",
        "adcore://campaign/" + campaign["id"].lower(),
        "adcore://campaign/",
        "adcore://campaign",
        "adcore://sync/" + campaign["id"],
        "adcore://sync/" + missing_id(run["id"]),
        "adcore://guide/tiktok",
        "adcore://guide/google/",
        "adcore://guide/",
        "ADCORE://guide/google",
        "file:///etc/passwd",
        "",
    ):
        error = read(tools, uri)["error"]
        assert error["code"] == -32602 and error["data"] == {"uri": uri}, (uri, error)
        assert error["message"] == "The resource does not exist."
    stranger = Tools(server.account().client())
    for uri in ("adcore://campaign/" + campaign["id"], "adcore://sync/" + run["id"]):
        error = read(stranger, uri)["error"]
        assert (error["code"], error["data"]) == (-32602, {"uri": uri})


@pytest.mark.parametrize("params", ({}, {"uri": 5}, {"uri": None}))
def test_a_uri_that_is_none(tools, params):
    assert tools.rpc("resources/read", params).json["error"]["code"] == -32602


def test_a_resource_needs_the_scope_of_its_kind(account, api):
    campaign = make_campaign(api)
    narrow = Tools(account.client(["sync:read", "ads:read"]))
    resp = narrow.rpc("resources/read", {"uri": "adcore://campaign/" + campaign["id"]}, expect=403)
    assert "campaigns:read" in resp.headers["www-authenticate"]
    assert campaign["name"] not in resp.text
    assert values(narrow, "adcore://campaign/{id}", "id") == []


def test_completion_of_the_templates(account, server, api, tools):
    mine = [make_campaign(api)["id"] for _ in range(2)]
    run = push(api, campaignIds=[mine[0]])
    make_campaign(account.client(env="live"))
    make_campaign(server.account().client())
    assert sorted(values(tools, "adcore://campaign/{id}", "id")) == sorted(mine)
    assert values(tools, "adcore://campaign/{id}", "id", mine[1]) == [mine[1]]
    assert values(tools, "adcore://campaign/{id}", "id", "cmp_0~") == []
    assert values(tools, "adcore://campaign/{id}", "id", "%") == []
    assert values(tools, "adcore://sync/{id}", "id") == [run["id"]]
    assert values(tools, "adcore://guide/{platform}", "platform") == PLATFORMS
    assert values(tools, "adcore://guide/{platform}", "platform", "m") == ["microsoft", "meta"]


@pytest.mark.parametrize(
    "ref, name",
    (
        ({"type": "ref/resource", "uri": "adcore://guide/{platform}"}, "id"),
        ({"type": "ref/resource", "uri": "adcore://guide/google"}, "platform"),
        ({"type": "ref/resource", "uri": "adcore://campaign/{id}"}, "platform"),
        ({"type": "ref/prompt", "uri": "adcore://guide/{platform}"}, "platform"),
        ({"type": "ref/resource"}, "id"),
    ),
)
def test_completion_of_what_is_not_there(tools, ref, name):
    assert complete(tools, ref, name)["error"]["code"] == -32602


@pytest.mark.parametrize("method", LISTS)
def test_each_list_has_one_page(tools, method):
    answer = tools.rpc(method).json["result"]
    assert answer[LISTS[method]] and "nextCursor" not in answer
    for cursor in ("", "abc", "eyJwIjoxfQ", 5):
        error = tools.rpc(method, {"cursor": cursor}).json["error"]
        assert error["code"] == -32602 and "one page" in error["message"]
