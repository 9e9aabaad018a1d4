"""Right bodies, by operation, from which adcore_calls.py makes its wrong calls."""

PLATFORMS = ("google", "microsoft", "reddit", "meta")


def search_ad():
    return {
        "type": "RESPONSIVE_SEARCH",
        "finalUrl": "https://bakery.example/bread",
        "headlines": ["Fresh bread @n@", {"text": "Baked early", "pin": "HEADLINE_1"}, "Order"],
        "descriptions": ["Sourdough, rye and rolls from our own oven.", "Open from six."],
        "path1": "bread",
        "path2": "rye",
    }


def social_ad(platform):
    return {
        "type": "POST" if platform == "reddit" else "IMAGE",
        "finalUrl": "https://bakery.example/bread",
        "headlines": ["Fresh bread @n@"],
        "primaryText": "Baked every morning.",
        "callToAction": "SHOP_NOW",
    }


def group_of(platform):
    group = {"name": "Group @n@"}
    if platform in ("google", "microsoft"):
        group["cpcBid"] = 1.5
        group["ads"] = [search_ad()]
        group["keywords"] = [
            {"text": "fresh bread @n@", "matchType": "PHRASE", "cpcBid": 1},
            {"text": "free bread @n@", "matchType": "EXACT", "negative": True},
        ]
    else:
        group["targeting"] = {"ageMin": 25, "ageMax": 54, "devices": ["MOBILE"]}
        if platform == "reddit":
            group["targeting"] = {"communities": ["Breadit"], "devices": ["MOBILE"]}
        group["ads"] = [social_ad(platform)]
    return group


def tree_of(platform):
    search = platform in ("google", "microsoft")
    body = {
        "name": "Bakery @n@",
        "type": "SEARCH" if search else "SOCIAL",
        "platform": platform,
        "budget": 20,
        "locations": [{"code": "DE", "excluded": False}],
        "languages": ["de"],
        "businessId": "@biz.one@",
        "labels": ["spring"],
        "adGroups": [group_of(platform), group_of(platform)],
    }
    if search:
        body["bidding"] = {"strategy": "TARGET_CPA", "targetCpa": 4}
        body["keywords"] = [{"text": "free @n@", "matchType": "EXACT", "negative": True}]
        body["platformOptions"] = {"geoMode": "PRESENCE"}
    else:
        body["objective"] = "TRAFFIC"
    if platform == "google":
        body["platformOptions"]["networks"] = ["SEARCH", "SEARCH_PARTNERS"]
        body.update(startDate="2027-01-01", endDate="2027-03-31")
    if platform == "meta":
        body["platformOptions"] = {"specialAdCategories": ["NONE"]}
    return body


def conversion():
    return {
        "conversionAction": "Order",
        "occurredAt": "2026-11-20T14:05:00.000Z",
        "clickIds": {"gclid": "Cj0KCQiA_@n@"},
        "email": "alice@n@@bakery.example",
        "value": 49.9,
        "currency": "EUR",
        "orderId": "o-@n@",
        "platforms": ["google"],
    }


def changes_of(platform):
    """One update of each kind of object."""
    return [
        {"id": "@cmp.%s@" % platform, "changes": {"budget": 21, "name": "Bakery @n@"}},
        {"id": "@agr.%s@" % platform, "changes": {"name": "Group @n@", "status": "ENABLED"}},
        {"id": "@ad.%s@" % platform, "changes": {"headlines": ["Rye @n@", "Rolls", "Buns"]}},
        {"id": "@kw.%s@" % platform, "changes": {"status": "PAUSED"}},
        {"id": "@biz.one@", "changes": {"name": "Bakery @n@"}},
    ]


def curated(name, platform):
    """A body that the rules take, or None: then the schema's own is the base."""
    ad = search_ad() if platform in ("google", "microsoft") else social_ad(platform)
    group = {k: v for k, v in group_of(platform).items() if k not in ("ads", "keywords")}
    words = [{"text": "bread @n@", "matchType": "BROAD"}]
    campaign = {k: v for k, v in tree_of(platform).items() if k not in ("adGroups", "keywords")}
    below = {"campaignId": "@cmp.%s@" % platform}
    attached = {"resource": "campaign", "id": below["campaignId"]}
    inside = {"adGroupId": "@agr.%s@" % platform}

    def batch(*bodies, atomic=True):
        return {"operations": [{"method": "POST", "body": b} for b in bodies], "atomic": atomic}

    table = {
        "create_campaign": lambda: tree_of(platform),
        "createCampaign": lambda: campaign,
        "create_ad_group": lambda: {**group, **below},
        "createAdGroup": lambda: {**group, **below},
        "create_ad": lambda: {**ad, **inside},
        "createAd": lambda: {**ad, **inside},
        "create_keyword": lambda: {**inside, "keywords": words},
        "createKeyword": lambda: {**inside, **words[0]},
        "upload_offline_conversions": lambda: {"conversions": [conversion(), conversion()]},
        "createOfflineConversion": conversion,
        "update_objects": lambda: {"updates": changes_of(platform)},
        "delete_objects": lambda: {"ids": ["@kw.spare@", "@ad.spare@", "@cmp.spare@"]},
        "updateCampaign": lambda: campaign,
        "updateAdGroup": lambda: group,
        "updateAd": lambda: {k: v for k, v in ad.items() if k != "type"},
        "batchCampaigns": lambda: batch(tree_of(platform), campaign),
        "batchAdGroups": lambda: batch({**group, **below}, {**group, **below}),
        "batchAds": lambda: batch({**ad, **inside}),
        "batchKeywords": lambda: batch({**inside, **words[0]}, atomic=False),
        "batchOfflineConversions": lambda: batch(conversion()),
        "batchAssets": lambda: batch({"type": "CALLOUT", "name": "Hours", "text": "Open @n@"}),
        "batchBusinesses": lambda: batch({"name": "Bakery @n@", "website": "https://b.example"}),
        "get_object": lambda: {"id": "@ad.%s@" % platform},
        "get_sync": lambda: {"id": "@syn.one@", "wait": 0, "code": "DE"},
        "revert_sync": lambda: {"id": "@syn.one@"},
        "cancel_sync": lambda: {"id": "@syn.one@", "reason": "Too dear"},
        "copy_campaign": lambda: {"id": below["campaignId"], "name": "Copy @n@"},
        "resolve_drift": lambda: {"id": below["campaignId"], "field": "budget", "keep": "LIVE"},
        "attach_asset": lambda: {"assetId": "@ast.one@", **attached},
        "attachAsset": lambda: attached,
        "resolveDrift": lambda: {"id": below["campaignId"], "field": "budget", "keep": "LIVE"},
        "create_asset": lambda: {"type": "CALLOUT", "name": "Hours @n@", "text": "Open @n@"},
        "createAsset": lambda: {"type": "CALLOUT", "name": "Hours @n@", "text": "Open @n@"},
        "preview_sync": lambda: {"campaignIds": ["@cmp.%s@" % platform]},
        "previewSync": lambda: {"campaignIds": ["@cmp.%s@" % platform]},
        "push_sync": lambda: {"planHash": "@plan.last@", "campaignIds": ["@cmp.%s@" % platform]},
        "createSyncRun": lambda: {
            "mode": "PUSH",
            "planHash": "@plan.last@",
            "campaignIds": ["@cmp.%s@" % platform],
        },
    }
    return table[name]() if name in table else None
