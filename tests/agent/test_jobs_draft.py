"""Jobs that draft: a request in one sentence, and the resulting objects over REST."""

import base64

import adcore_media as media
from adcore_make import make_ad, make_ad_group, make_business, make_campaign, make_keyword, make_tree, push

THEMES = {
    "Bread": ["sourdough bakery", "fresh bread near me", "rye bread", "artisan bread", "spelt bread"]
    + ["bread delivery", "organic bread", "whole grain bread", "bakery open early", "local bakery"],
    "Cakes": ["birthday cake to order", "custom cakes", "wedding cake bakery", "vegan cake"]
    + ["cake delivery", "chocolate cake", "gluten free cake", "cake shop", "cupcakes", "cheesecake"],
    "Breakfast": ["breakfast rolls", "croissant bakery", "bakery open sunday", "coffee and croissant"]
    + ["office breakfast", "breakfast delivery", "brunch bakery", "pastries", "bagels", "sandwiches"],
}


def search_ad(theme):
    return {
        "type": "RESPONSIVE_SEARCH",
        "finalUrl": "https://bakery-rosa.example/" + theme.lower(),
        "headlines": ["%s from Rosa" % theme, "Baked Every Morning", "Order Online Today"],
        "descriptions": ["Stone oven, slow dough, open from seven.", "Pick up or have it delivered."],
    }


def group(theme, words, match="PHRASE"):
    return {
        "name": theme,
        "ads": [search_ad(theme)],
        "keywords": [{"text": word, "matchType": match} for word in words],
    }


def test_build_a_campaign(job):
    """Build a search campaign with three ad groups and 30 keywords, and push it"""
    a = job.assistant()
    a.do("get_context")
    made = a.do(
        "create_campaign",
        name="Bakery Rosa",
        type="SEARCH",
        budget=20,
        adGroups=[group(theme, words) for theme, words in THEMES.items()],
    )
    assert not job.touched()
    run = a.push(campaignIds=[made["campaign"]["id"]])
    assert run["status"] == "SUCCEEDED"
    live = job.live()
    assert live.campaign("Bakery Rosa")["campaign"]["status"] == "PAUSED"
    assert live.campaign("Bakery Rosa")["campaignBudget"]["amountMicros"] == "20000000"
    words = sorted(row["adGroupCriterion"]["keyword"]["text"] for row in live.keywords)
    assert words == sorted(sum(THEMES.values(), [])) and len(live.ads) == 3
    assert {each["syncState"] for each in job.api.walk("/keywords")} == {"SYNCED"}


def test_extend_a_campaign(job):
    """Add an ad group with an ad and keywords to a campaign that is known by its name"""
    tree = make_tree(job.api, name="Bakery Spring")
    a = job.assistant()
    campaign = a.one("campaign", "Bakery Spring")
    made = a.do("create_ad_group", campaignId=campaign["id"], name="Rolls")
    a.do("create_ad", adGroupId=made["adGroup"]["id"], **search_ad("Rolls"))
    words = [{"text": "fresh rolls", "matchType": "EXACT"}, {"text": "rolls", "matchType": "PHRASE"}]
    a.do("create_keyword", adGroupId=made["adGroup"]["id"], keywords=words)
    groups = job.api.walk("/ad-groups", query={"campaignId": tree["campaign"]["id"]})
    assert {each["name"] for each in groups} == {"Rolls", tree["groups"][0]["name"]}
    assert job.api.get("/ads", query={"adGroupId": made["adGroup"]["id"]}).meta["total"] == 1
    assert job.api.get("/keywords", query={"adGroupId": made["adGroup"]["id"]}).meta["total"] == 2
    assert not job.touched()


def parts(rows, *names):
    return [{name: row[name] for name in names if name in row} for row in rows]


def shape(api, campaign):
    """A campaign's structure over REST, without ids."""
    groups = {}
    for each in api.walk("/ad-groups", query={"campaignId": campaign}):
        words = api.walk("/keywords", query={"adGroupId": each["id"]})
        ads = api.walk("/ads", query={"adGroupId": each["id"]})
        groups[each["name"]] = (
            sorted((word["text"], word["matchType"]) for word in words),
            sorted((ad["finalUrl"], tuple(ad["headlines"]), tuple(ad["descriptions"])) for ad in ads),
        )
    return groups


def copied(a, name):
    """The adGroups of a campaign in the form of create_campaign, from the tools' results."""
    source = a.one("campaign", name)
    groups = a.find("adGroup", campaignId=source["id"])
    ads = a.find("ad", campaignId=source["id"])
    words = a.find("keyword", campaignId=source["id"], limit=100)
    return source, [
        {
            "name": each["name"],
            "ads": parts(
                [ad for ad in ads if ad["adGroupId"] == each["id"]],
                "type",
                "finalUrl",
                "headlines",
                "descriptions",
            ),
            "keywords": parts(
                [word for word in words if word["adGroupId"] == each["id"]], "text", "matchType"
            ),
        }
        for each in groups
    ]


def test_copy_a_structure(job):
    """Copy a campaign's structure under another name with half its budget"""
    source = make_tree(job.api, groups=3, ads=1, keywords=4, name="Bakery Berlin", budget=30)
    a = job.assistant()
    campaign, groups = copied(a, "Bakery Berlin")
    made = a.do(
        "create_campaign",
        name="Bakery Hamburg",
        type=campaign["type"],
        budget=campaign["budget"] / 2,
        adGroups=groups,
    )
    twin = job.api.get("/campaigns/" + made["campaign"]["id"]).data
    assert twin["budget"] == 15 and twin["status"] == "PAUSED"
    assert shape(job.api, twin["id"]) == shape(job.api, source["campaign"]["id"])


def test_copy_to_another_platform(job):
    """Draft the same campaign on another platform"""
    source = make_tree(job.api, groups=2, ads=1, keywords=3, name="Bakery Munich")
    a = job.assistant()
    campaign, groups = copied(a, "Bakery Munich")
    made = a.do(
        "create_campaign",
        name=campaign["name"],
        type=campaign["type"],
        budget=campaign["budget"],
        platform="microsoft",
        adGroups=groups,
    )
    twin = job.api.get("/campaigns/" + made["campaign"]["id"]).data
    assert (twin["platform"], twin["name"]) == ("microsoft", "Bakery Munich")
    assert shape(job.api, twin["id"]) == shape(job.api, source["campaign"]["id"])


def test_upload_and_attach_an_image(job):
    """Upload an image and attach it to a campaign"""
    campaign = make_campaign(job.api, name="Bakery Images")
    a = job.assistant()
    target = a.one("campaign", "Bakery Images")
    data = base64.b64encode(media.png(1200, 628)).decode()
    asset = a.do("create_asset", type="IMAGE", name="Shop front", data=data)["asset"]
    assert (asset["width"], asset["height"]) == (1200, 628)
    a.do("attach_asset", assetId=asset["id"], resource="campaign", id=target["id"])
    stored = job.api.get("/assets/" + asset["id"]).data
    wanted = {"resource": "campaign", "id": campaign["id"], "role": "IMAGE"}
    assert stored["attachments"] == [wanted]


def test_sitelinks_and_callouts(job):
    """Give a campaign two sitelinks and two callouts"""
    campaign = make_campaign(job.api, name="Bakery Links")
    a = job.assistant()
    target = a.one("campaign", "Bakery Links")
    for name in ("Shops", "Menu"):
        asset = a.do(
            "create_asset",
            type="SITELINK",
            name=name,
            text=name,
            finalUrl="https://bakery-rosa.example/" + name.lower(),
        )["asset"]
        a.do("attach_asset", assetId=asset["id"], resource="campaign", id=target["id"])
    for text in ("Baked at five", "Free delivery"):
        asset = a.do("create_asset", type="CALLOUT", name=text, text=text)["asset"]
        a.do("attach_asset", assetId=asset["id"], resource="campaign", id=target["id"])
    links = [link for each in job.api.walk("/assets") for link in each["attachments"]]
    assert {link["id"] for link in links} == {campaign["id"]}
    assert sorted(link["role"] for link in links) == ["CALLOUT", "CALLOUT", "SITELINK", "SITELINK"]


def test_a_business_and_its_campaign(job):
    """Describe a business once and draft a campaign for it"""
    a = job.assistant()
    business = a.do(
        "create_business",
        name="Bakery Rosa",
        website="https://bakery-rosa.example",
        description="Organic bakery with three shops",
        languages=["de"],
        locations=[{"code": "DE"}],
    )["business"]
    made = a.do(
        "create_campaign",
        name="Rosa Brand",
        type="SEARCH",
        budget=10,
        businessId=business["id"],
        languages=business["languages"],
        locations=[{"code": each["code"]} for each in business["locations"]],
    )
    stored = job.api.get("/campaigns/" + made["campaign"]["id"]).data
    assert stored["businessId"] == business["id"] and stored["languages"] == ["de"]
    assert stored["locations"] == [{"code": "DE", "excluded": False}]


def test_scheduling(job):
    """Let a campaign run from 1 to 24 December of next year"""
    campaign = make_campaign(job.api, name="Bakery Advent")
    a = job.assistant()
    target = a.one("campaign", "Bakery Advent")
    changes = {"startDate": "2027-12-01", "endDate": "2027-12-24"}
    told = a.do("update_objects", updates=[{"id": target["id"], "changes": changes}])
    assert {each["field"]: each["after"] for each in told["changed"][0]["changes"]} == changes
    stored = job.api.get("/campaigns/" + campaign["id"]).data
    assert (stored["startDate"], stored["endDate"]) == ("2027-12-01", "2027-12-24")


def test_languages_and_locations(job):
    """Show a campaign in Germany and Austria, not in Switzerland, in German and English"""
    campaign = make_campaign(job.api, name="Bakery Alps", locations=[{"code": "FR"}])
    push(job.api)
    a = job.assistant()
    target = a.one("campaign", "Bakery Alps")
    changes = {
        "languages": ["de", "en"],
        "locations": [{"code": "DE"}, {"code": "AT"}, {"code": "CH", "excluded": True}],
    }
    a.do("update_objects", updates=[{"id": target["id"], "changes": changes}])
    assert a.push(campaignIds=[target["id"]])["status"] == "SUCCEEDED"
    stored = job.api.get("/campaigns/" + campaign["id"]).data
    assert stored["syncState"] == "SYNCED" and stored["languages"] == ["de", "en"]
    codes = {(each["code"], each["excluded"]) for each in stored["locations"]}
    assert codes == {("DE", False), ("AT", False), ("CH", True)}


def test_draft_for_meta(job):
    """Draft a Meta campaign with an audience and an image ad"""
    a = job.assistant()
    data = base64.b64encode(media.png(1080, 1080)).decode()
    asset = a.do("create_asset", type="IMAGE", name="Bread", data=data)["asset"]
    campaign = a.do(
        "create_campaign",
        name="Rosa Social",
        type="SOCIAL",
        budget=15,
        objective="TRAFFIC",
        locations=[{"code": "DE"}],
        adGroups=[
            {
                "name": "Bread lovers",
                "targeting": {"ageMin": 25, "ageMax": 60},
                "ads": [
                    {
                        "type": "IMAGE",
                        "name": "Loaf",
                        "finalUrl": "https://bakery-rosa.example",
                        "primaryText": "Still warm at seven.",
                        "headlines": ["Bakery Rosa"],
                        "assetIds": [asset["id"]],
                    }
                ],
            }
        ],
    )["campaign"]
    stored = job.api.get("/campaigns/" + campaign["id"]).data
    assert (stored["platform"], stored["status"]) == ("meta", "PAUSED")
    [made] = job.api.walk("/ads", query={"campaignId": campaign["id"]})
    assert made["assetIds"] == [asset["id"]] and not job.touched()


def test_draft_for_reddit(job):
    """Draft a Reddit campaign for two communities"""
    a = job.assistant()
    campaign = a.do(
        "create_campaign",
        name="Rosa on Reddit",
        type="SOCIAL",
        platform="reddit",
        budget=12,
        adGroups=[{"name": "Bakers", "targeting": {"communities": ["Breadit", "Sourdough"]}}],
    )["campaign"]
    [group_] = job.api.walk("/ad-groups", query={"campaignId": campaign["id"]})
    assert sorted(group_["targeting"]["communities"]) == ["Breadit", "Sourdough"]
    assert job.api.get("/campaigns/" + campaign["id"]).data["platform"] == "reddit"


def test_keywords_of_an_export(job):
    """Take over 60 keywords from a list, half of them negatives of the campaign"""
    campaign = make_campaign(job.api, name="Bakery Export")
    made = make_ad_group(job.api, campaign["id"], name="All")
    make_ad(job.api, made["id"])
    a = job.assistant()
    target = a.one("campaign", "Bakery Export")
    [into] = a.find("adGroup", campaignId=target["id"])
    words = [{"text": "bread number %d" % n, "matchType": "EXACT"} for n in range(30)]
    never = [{"text": "free bread %d" % n, "matchType": "PHRASE", "negative": True} for n in range(30)]
    a.do("create_keyword", adGroupId=into["id"], keywords=words)
    a.do("create_keyword", campaignId=target["id"], keywords=never)
    stored = job.api.walk("/keywords")
    assert len(a.find("keyword", campaignId=target["id"], limit=100)) == len(stored) == 60 and sum(each["negative"] for each in stored) == 30


def test_what_waits(job):
    """Say what waits to be pushed and what it would spend, without touching anything"""
    make_business(job.api)
    tree = make_tree(job.api, budget=35)
    make_keyword(job.api, tree["groups"][0]["id"])
    a = job.assistant()
    context = a.do("get_context")
    waiting = {row["resource"]: row["count"] for row in context["objects"] if "syncState" in row}
    assert waiting == {"campaign": 1, "adGroup": 1, "ad": 1, "keyword": 3}
    plan = a.do("preview_sync", all=True)["plan"]
    assert plan["totals"]["creates"] == 6 and plan["totals"]["dailyBudgetAfter"] == 35
    assert not job.touched() and job.api.get("/sync").meta["total"] == 0
