"""Keyword lists: local keywords under a name, and what an attachment of one makes."""

import pytest

from adcore_make import make_ad_group, make_campaign, make_keyword, missing_id

WORDS = [{"text": "free bread", "matchType": "PHRASE"}, {"text": "recipe", "matchType": "EXACT"}]


def make_list(api, **fields):
    return api.post("/keyword-lists", dict({"name": "Never", "keywords": WORDS}, **fields), expect=201).data


def attach(api, made, *campaigns, expect=200, **options):
    path = "/keyword-lists/%s/attach" % made["id"]
    return api.post(path, {"campaignIds": list(campaigns)}, expect=expect, **options)


def counts(answer):
    return tuple(answer.data[name] for name in ("made", "present", "refused"))


def negatives(api, campaign):
    return api.walk("/keywords", query={"campaignId": campaign, "negative": "true"})


# --- the list itself ----------------------------------------------------------------------------


def test_a_list_lives_as_other_local_objects_do(api):
    made = make_list(api)
    assert made["id"].startswith("kwl_") and made["keywords"] == WORDS and made["version"] == 1
    assert "syncState" not in made and "remote" not in made
    path = "/keyword-lists/" + made["id"]
    assert api.get(path).data == made
    assert api.get("/keyword-lists", query={"name": "Never"}).data == [made]
    assert api.get("/keyword-lists", query={"q": "EVE", "fields": "name"}).data == [{"id": made["id"], "name": "Never"}]
    changed = api.patch(path, {"keywords": WORDS[:1]}, headers={"If-Match": '"1.0"'})
    assert changed.data["keywords"] == WORDS[:1] and changed.headers["etag"] == '"2.0"'
    api.patch(path, {"name": "x"}, headers={"If-Match": '"1.0"'}, expect=412)
    api.delete(path)
    api.get(path, expect=404)
    api.patch(path, {"name": "x"}, expect=404)
    assert api.get("/keyword-lists").meta["total"] == 0
    rows = [row for row in api.get("/history").data if row["resource"] == "keywordList"]
    assert [row["verb"] for row in rows] == ["DELETE", "UPDATE", "CREATE"]
    batch = {"operations": [{"method": "POST", "body": {"name": "A"}}, {"method": "POST", "body": {}}]}
    results = api.post("/keyword-lists/batch", batch, expect=200).data["results"]
    assert [each["status"] for each in results] == [201, 400] and results[0]["data"]["keywords"] == []


@pytest.mark.parametrize(
    "body,path,code",
    [
        ({}, "name", "REQUIRED"),
        ({"name": "x", "colour": 1}, "colour", "UNKNOWN_FIELD"),
        ({"name": "x", "keywords": ["bread"]}, "keywords[0]", "WRONG_TYPE"),
        ({"name": "x", "keywords": [{"text": "a"}]}, "keywords[0].matchType", "REQUIRED"),
        ({"name": "x", "keywords": [{"text": "", "matchType": "EXACT"}]}, "keywords[0].text", "TOO_SHORT"),
        ({"name": "x", "keywords": [{"text": "a" * 81, "matchType": "EXACT"}]}, "keywords[0].text", "TOO_LONG"),
        ({"name": "x", "keywords": [{"text": "a!", "matchType": "EXACT"}]}, "keywords[0].text", "INVALID_CHARACTERS"),
        ({"name": "x", "keywords": [{"text": "a " * 11, "matchType": "EXACT"}]}, "keywords[0].text", "TOO_MANY_WORDS"),
        ({"name": "x", "keywords": [*WORDS, {"text": "Free  BREAD", "matchType": "PHRASE"}]}, "keywords[2].text", "DUPLICATE"),
    ],
)
def test_wrong_lists_are_refused(api, body, path, code):
    api.refuse("POST", "/keyword-lists", body).fault(path, code)


def test_a_list_has_at_most_5000_keywords_and_long_lists_are_paged(api):
    words = [{"text": "ö%04d%s" % (n, "ö" * 30), "matchType": "EXACT"} for n in range(5001)]
    api.refuse("POST", "/keyword-lists", {"name": "x", "keywords": words}).fault("keywords", "TOO_MANY")
    ids = [make_list(api, keywords=words[:5000])["id"] for _ in range(22)]
    page = api.get("/keyword-lists", query={"limit": 200})
    assert 1 < len(page.data) < 22 and page.meta["nextCursor"] and len(page.raw) < 10 << 20
    rows = api.walk("/keyword-lists", query={"limit": 200, "fields": "name"})
    assert [row["id"] for row in rows] == ids[::-1]


def test_history_keeps_how_many_keywords_and_the_first_few(api):
    words = [{"text": "w%d" % n, "matchType": "EXACT"} for n in range(50)]
    made = make_list(api, keywords=words)
    path = "/keyword-lists/" + made["id"]
    api.patch(path, {"keywords": words[1:]})
    api.patch(path, {"name": "Other", "keywords": []})
    api.delete(path)
    rows = api.get("/history", query={"objectId": made["id"], "order": "asc"}).data
    fifty, less = ({"count": len(all), "first": all[:3]} for all in (words, words[1:]))
    none = {"count": 0, "first": []}
    assert [(row["verb"], row["before"], row["after"]) for row in rows] == [
        ("CREATE", None, {"name": "Never", "keywords": fifty}),
        ("UPDATE", {"keywords": fifty}, {"keywords": less}),
        ("UPDATE", {"name": "Never", "keywords": less}, {"name": "Other", "keywords": none}),
        ("DELETE", {"name": "Other", "keywords": none}, None),
    ]


# --- attaching it ---------------------------------------------------------------------------------


def test_an_attachment_drafts_what_is_not_there_yet(api):
    made = make_list(api)
    google, microsoft = (make_campaign(api, platform=platform)["id"] for platform in ("google", "microsoft"))
    body = {"campaignId": google, "text": "Free bread", "matchType": "PHRASE", "negative": True}
    there = api.post("/keywords", body, expect=201).data["id"]
    checked = attach(api, made, google, microsoft, query={"validateOnly": "true"})
    assert counts(checked) == (3, 1, 0) and checked.meta["validateOnly"] is True
    assert len(negatives(api, google)) == 1 and negatives(api, microsoft) == []
    answer = attach(api, made, google, microsoft)
    assert counts(answer) == (3, 1, 0)
    told = [(each["campaignId"], each["text"], each["matchType"], each["outcome"]) for each in answer.data["results"]]
    assert told == [
        (google, "free bread", "PHRASE", "PRESENT"),
        (google, "recipe", "EXACT", "MADE"),
        (microsoft, "free bread", "PHRASE", "MADE"),
        (microsoft, "recipe", "EXACT", "MADE"),
    ]
    assert answer.data["results"][0]["id"] == there
    for each in answer.data["results"][1:]:
        row = api.get("/keywords/" + each["id"]).data
        assert (row["campaignId"], row["text"], row["negative"]) == (each["campaignId"], each["text"], True)
        assert (row["syncState"], row["source"], row["version"]) == ("STAGED", "API", 1)
    assert counts(attach(api, made, google, microsoft)) == (0, 4, 0)
    api.patch("/keyword-lists/" + made["id"], {"keywords": [*WORDS, {"text": "wanted", "matchType": "EXACT"}]})
    assert counts(attach(api, made, google)) == (1, 2, 0)
    api.delete("/keyword-lists/" + made["id"])
    assert len(negatives(api, google)) == 3


def test_what_a_platform_refuses_is_told_and_stops_no_other(api):
    made = make_list(api, keywords=[*WORDS, {"text": "cheap", "matchType": "BROAD"}])
    meta = make_campaign(api, type="SOCIAL", platform="meta")["id"]
    reddit = make_campaign(api, type="SOCIAL", platform="reddit")["id"]
    microsoft = make_campaign(api, platform="microsoft")["id"]
    answer = attach(api, made, meta, reddit, microsoft)
    assert counts(answer) == (2, 0, 7)
    refused = answer.data["results"][-1]
    alone = dict(campaignId=microsoft, text="cheap", matchType="BROAD", negative=True)
    assert refused["error"] == api.post("/keywords", alone, expect=400).error
    codes = {f["code"] for each in answer.data["results"][:6] for f in each["error"]["details"]["fields"]}
    assert codes == {"UNSUPPORTED_ON_PLATFORM"}


def test_ids_of_another_space_or_environment_do_not_exist(server, account, api):
    theirs, live = server.account().client(), account.client(env="live")
    made, campaign = make_list(api), make_campaign(api)["id"]
    for other in (theirs, live):
        attach(other, made, make_campaign(other)["id"], expect=404)
        other.get("/keyword-lists/" + made["id"], expect=404)
        strange = make_campaign(other)["id"]
        refused = attach(api, made, campaign, strange, expect=400)
        assert [(f["path"], f["code"]) for f in refused.details["fields"]] == [("campaignIds[1]", "REFERENCE_NOT_FOUND")]
    attach(api, {"id": missing_id(made["id"])}, campaign, expect=404)
    assert negatives(api, campaign) == []


def test_wrong_attachments_are_refused(api):
    made, campaign = make_list(api), make_campaign(api)["id"]
    path = "/keyword-lists/%s/attach" % made["id"]
    for body, at, code in (
        ({}, "campaignIds", "REQUIRED"),
        ({"campaignIds": []}, "campaignIds", "TOO_FEW"),
        ({"campaignIds": campaign}, "campaignIds", "WRONG_TYPE"),
        ({"campaignIds": [campaign, campaign]}, "campaignIds[1]", "DUPLICATE"),
        ({"campaignIds": [made["id"]]}, "campaignIds[0]", "REFERENCE_NOT_FOUND"),
        ({"campaignIds": [campaign], "role": "x"}, "role", "UNKNOWN_FIELD"),
    ):
        api.refuse("POST", path, body).fault(at, code)
    long = make_list(api, keywords=[{"text": "w%d" % n, "matchType": "EXACT"} for n in range(5000)])
    campaigns = [make_campaign(api)["id"] for _ in range(3)]
    refused = attach(api, long, *campaigns, expect=400)
    [fault] = refused.details["fields"]
    assert (fault["path"], fault["code"], fault["limit"]) == ("campaignIds", "TOO_MANY", 10000)
    assert "at most 2 campaigns" in fault["message"]
    assert counts(attach(api, long, campaigns[0])) == (5000, 0, 0)
    assert api.get("/keywords", query={"campaignId": campaigns[0]}).meta["total"] == 5000


def test_keys_and_scopes(server):
    account = server.account()
    api = account.client()
    made, campaign = make_list(api), make_campaign(api)["id"]
    key = {"Idempotency-Key": "once"}
    first, again = (attach(api, made, campaign, headers=key) for _ in range(2))
    assert again.data == first.data and again.headers["idempotent-replayed"] == "true"
    assert len(negatives(api, campaign)) == 2
    reader = server.client(account.token(["keywords:read", "campaigns:write"]))
    assert reader.get("/keyword-lists").meta["total"] == 1
    for method, path, body in (
        ("POST", "/keyword-lists", {"name": "x"}),
        ("PATCH", "/keyword-lists/" + made["id"], {"name": "x"}),
        ("DELETE", "/keyword-lists/" + made["id"], None),
        ("POST", "/keyword-lists/%s/attach" % made["id"], {"campaignIds": [campaign]}),
    ):
        options = {} if body is None else {"body": body}
        assert reader.request(method, path, expect=403, **options).details["required"] == ["keywords:write"]
    writer = server.client(account.token(["keywords:write", "campaigns:read"]))
    assert writer.get("/keyword-lists", expect=403).details["required"] == ["keywords:read"]


def test_keywords_of_ad_groups_are_left_alone(api):
    campaign = make_campaign(api)["id"]
    keyword = make_keyword(api, make_ad_group(api, campaign)["id"], text="recipe", matchType="EXACT")
    assert counts(attach(api, make_list(api), campaign)) == (2, 0, 0)
    assert api.get("/keywords/" + keyword["id"]).data == keyword
