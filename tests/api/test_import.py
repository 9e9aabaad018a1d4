"""A Google Ads Editor export is imported as drafts and pushed: each keyword is created once."""

import time

from adcore_make import Desk, finish, preview, space_id, start_push
from adcore_server import ROOT


def export_file():
    found = sorted((ROOT / "tests" / "data").glob("google-editor-export.*"))
    assert found, "there is no tests/data/google-editor-export.*"
    return found[0]


def count(api, path):
    return api.get(path).meta["total"]


def test_the_export_becomes_drafts_and_a_thousand_keywords_live(server):
    desk = Desk(server)
    api = desk.api
    server.cli("import", str(export_file()), "--email", desk.account.email, "--platform", "google")
    totals = {path: count(api, path) for path in ("/campaigns", "/ad-groups", "/ads", "/keywords")}
    assert totals["/campaigns"] >= 3 and totals["/ad-groups"] >= 20 and totals["/ads"] >= 60
    assert totals["/keywords"] >= 1000
    campaigns = api.walk("/campaigns")
    assert {one["source"] for one in campaigns} == {"IMPORT"}
    assert {one["syncState"] for one in campaigns} == {"STAGED"}
    assert {one["environment"] for one in campaigns} == {"test"}

    assert {v["rule"] for v in preview(api)["violations"]} == {"maxBid"}
    server.cli("space", "set", space_id(api.get("/me").data), "--max-bid", "25")
    plan = preview(api)
    assert plan["violations"] == []
    assert plan["totals"]["creates"] == sum(totals.values()) == len(plan["operations"])
    began = time.monotonic()
    run = finish(api, start_push(api, plan)["id"], 300)
    took = time.monotonic() - began
    assert run["status"] == "SUCCEEDED"
    print(
        "import push: %d operations in %.2f s, %.0f a second"
        % (len(run["operations"]), took, len(run["operations"]) / took)
    )

    live = desk.live()
    keys = live.keys()
    assert len(keys) == len(set(keys)), "doubled on the platform"
    assert len(live.campaigns) == totals["/campaigns"]
    assert len(live.ad_groups) == totals["/ad-groups"]
    assert len(live.ads) == totals["/ads"]
    assert len(live.keywords) + len(live.campaign_negatives) == totals["/keywords"]
    drafted = sorted(
        (k["text"], k["matchType"], bool(k["negative"])) for k in api.walk("/keywords")
    )
    there = sorted(
        (
            r["adGroupCriterion"]["keyword"]["text"],
            r["adGroupCriterion"]["keyword"]["matchType"],
            bool(r["adGroupCriterion"].get("negative")),
        )
        for r in live.keywords
    )
    there += [
        (
            r["campaignCriterion"]["keyword"]["text"],
            r["campaignCriterion"]["keyword"]["matchType"],
            True,
        )
        for r in live.campaign_negatives
    ]
    assert drafted == sorted(there)
    assert preview(api)["operations"] == []


def test_importing_a_file_that_is_none(server, account, tmp_path):
    for name, content in (
        ("empty.csv", b""),
        ("binary.csv", bytes(range(256)) * 20),
        ("words.csv", b"this is no export\nat all\n"),
    ):
        path = tmp_path / name
        path.write_bytes(content)
        result = server.cli(
            "import", str(path), "--email", account.email, "--platform", "google", check=False
        )
        assert result.code == 1, (name, result)
        assert result.error["message"]
    result = server.cli(
        "import",
        str(tmp_path / "missing.csv"),
        "--email",
        account.email,
        "--platform",
        "google",
        check=False,
    )
    assert result.code in (1, 2)
    assert account.client().get("/campaigns").meta["total"] == 0
