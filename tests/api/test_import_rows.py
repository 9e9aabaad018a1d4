"""Import rows: accepted rows, skipped rows, and the report about both."""

import csv
import io
import json
import os
import random
import signal
import subprocess
import time

import pytest

from adcore_make import preview, serial
from adcore_server import ROOT, Server

DATA = ROOT / "tests" / "data"
EDITOR = DATA / "google-editor-export.csv"
UTF8 = DATA / "google-editor-export-utf8.csv"
BAD = DATA / "google-editor-bad.csv"
BAD_REPORT = DATA / "google-editor-bad.json"
PATHS = ("/campaigns", "/ad-groups", "/ads", "/keywords")
KINDS = ("campaigns", "adGroups", "ads", "keywords")


def do_import(server, account, path, *args, check=True):
    words = ("import", str(path), "--email", account.email, "--platform", "google") + args
    return server.cli(*words, check=check)


def totals(api):
    return [api.get(path).meta["total"] for path in PATHS]


def created(report):
    return [report[kind]["created"] for kind in KINDS]


def existing(report):
    return [report[kind]["existing"] for kind in KINDS]


def write(tmp_path, text, encoding="utf-8"):
    path = tmp_path / ("file-%d.csv" % serial())
    path.write_bytes(text.encode(encoding))
    return path


def test_both_forms_of_the_export_are_one(server, account):
    first = do_import(server, account, EDITOR).json
    assert created(first) == totals(account.client()) and min(created(first)) > 3
    assert first["skipped"] == []
    # Two target costs of the file exceed the default guardrail of a Space.
    assert [one["code"] for one in first["warnings"]] == ["maxBid", "maxBid"]
    assert "Ad rotation" in first["ignoredColumns"]
    second = do_import(server, account, UTF8).json
    assert created(second) == [0, 0, 0, 0] and existing(second) == created(first)
    assert totals(account.client()) == created(first)


def test_what_the_file_says_is_what_is_drafted(server, account):
    do_import(server, account, EDITOR)
    api = account.client()
    by_name = {one["name"]: one for one in api.walk("/campaigns")}
    cakes = by_name["Torten | Rheinland"]
    assert cakes["budget"] == 80 and cakes["status"] == "ENABLED"
    assert by_name["Marke"]["status"] == "PAUSED"
    assert cakes["bidding"]["strategy"] == "MAXIMIZE_CONVERSIONS"
    assert cakes["bidding"]["targetCpa"] == 18
    assert cakes["locations"] == [{"code": "DE", "excluded": False}]
    assert cakes["languages"] == ["de", "en"] and cakes["labels"] == ["Torten", "Rheinland"]
    assert cakes["platformOptions"] == {
        "networks": ["SEARCH"],
        "geoMode": "PRESENCE",
        "euPolitical": False,
    }
    assert cakes["finalUrlSuffix"] == "utm_source=google&utm_medium=cpc"
    assert cakes["startDate"] is None and cakes["source"] == "IMPORT"
    groups = api.walk("/ad-groups", query={"campaignId": cakes["id"]})
    assert {one["name"] for one in groups} >= {"Hochzeitstorten", "Cupcakes"}
    wedding = next(one for one in groups if one["name"] == "Hochzeitstorten")
    assert wedding["cpcBid"] == 0.7
    ads = api.walk("/ads", query={"adGroupId": wedding["id"]})
    assert [one["status"] for one in ads].count("PAUSED") == 1 and len(ads) == 3
    pinned = [one["headlines"][0] for one in ads if isinstance(one["headlines"][0], dict)]
    assert pinned == [{"text": "Hochzeitstorte Köln", "pin": "HEADLINE_1"}]
    negatives = api.walk("/keywords", query={"negative": "true", "campaignId": cakes["id"]})
    assert {(one["text"], one["matchType"]) for one in negatives} >= {("tortenform", "PHRASE")}


def test_a_file_edited_by_hand(server, account):
    """Each invalid row is reported, and the other rows are imported. The report equals the
    golden file."""
    report = do_import(server, account, BAD).json
    if os.environ.get("ADCORE_GOLDEN"):
        BAD_REPORT.write_text(
            json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )
    assert report == json.loads(BAD_REPORT.read_text(encoding="utf-8"))
    assert totals(account.client()) == created(report)
    # every entry names the line, the reason and a suggestion
    for one in report["skipped"]:
        assert one["line"] > 1 and one["reason"] and one["suggestion"], one
    again = do_import(server, account, BAD).json
    assert created(again) == [0, 0, 0, 0]
    assert again["skipped"] == report["skipped"]


def test_a_guardrail_warns_and_the_push_is_refused(server, account):
    report = do_import(server, account, BAD).json
    assert [(one["line"], one["code"]) for one in report["warnings"]] == [
        (9, "maxCampaignDailyBudget")
    ]
    plan = preview(account.client())
    assert "maxCampaignDailyBudget" in {one["rule"] for one in plan["violations"]}


def test_the_report_for_people(server, account):
    words = ("import", str(BAD), "--email", account.email, "--platform", "google")
    out = server.cli(*words, as_json=False).out
    assert "already there" in out and "Columns that were ignored: Favourite colour" in out
    assert "line 16, Languages 'klingon': it is no language's code." in out
    assert "nothing is live" in out


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16-le", "utf-16-be", "utf-16"])
@pytest.mark.parametrize("separator,end", [("\t", "\r\n"), (",", "\n"), (";", "\r")])
def test_encodings_and_separators(server, account, tmp_path, encoding, separator, end):
    rows = [
        ["CAMPAIGN", "Campaign Type", "Budget", "Ad Group", "Keyword"],
        ['Brot "Süd", 1', "search", "20", "", ""],
        ['Brot "Süd", 1', "", "", "Ä; größer", ""],
        ['Brot "Süd", 1', "", "", "Ä; größer", "brötchen 🥐"],
    ]
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=separator, lineterminator=end).writerows(rows)
    mark = "\ufeff" if encoding in ("utf-16-le", "utf-16-be") else ""
    path = write(tmp_path, mark + out.getvalue(), encoding)
    report = do_import(server, account, path).json
    assert created(report) == [1, 1, 0, 1] and report["skipped"] == []
    api = account.client()
    assert api.get("/campaigns").data[0]["name"] == 'Brot "Süd", 1'
    assert api.get("/ad-groups").data[0]["name"] == "Ä; größer"
    keyword = api.get("/keywords").data[0]
    assert keyword["text"] == "brötchen 🥐" and keyword["matchType"] == "BROAD"


def test_rows_may_stand_in_any_order(server, account, tmp_path):
    with UTF8.open(encoding="utf-8", newline="") as file:
        header, *rows = list(csv.reader(file))
    random.Random(7).shuffle(rows)
    out = io.StringIO(newline="")
    csv.writer(out).writerows([header] + rows)
    report = do_import(server, account, write(tmp_path, out.getvalue())).json
    assert report["skipped"] == []
    assert created(report) == totals(account.client())
    ordered = do_import(server, account, UTF8).json
    assert created(ordered) == [0, 0, 0, 0] and existing(ordered) == created(report)
    for one in account.client().walk("/campaigns"):
        assert one["locations"] == [{"code": "DE", "excluded": False}]


def test_what_is_there_is_left_alone(server, account, tmp_path):
    api = account.client()
    do_import(server, account, UTF8)
    brand = next(one for one in api.walk("/campaigns") if one["name"] == "Marke")
    api.patch("/campaigns/" + brand["id"], {"budget": 3})
    gone = api.walk("/keywords", query={"campaignId": brand["id"]})[0]
    api.delete("/keywords/" + gone["id"])
    report = do_import(server, account, UTF8).json
    assert created(report) == [0, 0, 0, 1]
    assert api.get("/campaigns/" + brand["id"]).data["budget"] == 3


def test_environments_and_spaces(server, account):
    do_import(server, account, UTF8, "--env", "live")
    assert totals(account.client()) == [0, 0, 0, 0]
    assert totals(account.client(env="live"))[0] == 4
    other = server.account()
    space = other.client().get("/me").data["space"]
    space = space["id"] if isinstance(space, dict) else space
    for wrong in (space, "spc_" + "0" * 26, "nonsense"):
        result = do_import(server, account, UTF8, "--space", wrong, check=False)
        assert result.code == 1 and result.error["code"] == "NOT_FOUND"
    assert totals(other.client()) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    "args",
    [
        ("--platform", "bing"),
        ("--platform", "reddit"),
        ("--platform", "google", "--env", "prod"),
        (),
    ],
)
def test_refused_command_lines(server, account, args):
    result = server.cli("import", str(UTF8), "--email", account.email, *args, check=False)
    assert result.code == 2 and result.error["message"]


@pytest.mark.parametrize(
    "text",
    [
        "Campaign\n",
        "Campaign,Budget\n",
        "Budget,Keyword\n20,bread\n",
        "Campaign,Favourite colour\nBread,blue\n",
        "\n\n\n",
        "Campaign,Campaign Type,Budget\nBread,Search,plenty\n",
    ],
)
def test_nothing_to_take_is_a_failure(server, account, tmp_path, text):
    result = do_import(server, account, write(tmp_path, text), check=False)
    assert result.code == 1 and result.error["message"]
    assert totals(account.client()) == [0, 0, 0, 0]


def test_a_folder_is_no_file(server, account, tmp_path):
    result = do_import(server, account, tmp_path, check=False)
    assert result.code == 1 and result.error["message"]


def big_file(tmp_path, campaigns, keywords):
    path = tmp_path / "big.csv"
    with path.open("w", encoding="utf-8") as file:
        file.write("Campaign,Campaign Type,Budget,Ad Group,Keyword,Criterion Type\n")
        for c in range(campaigns):
            file.write(f"Big {c},Search,5,,,\nBig {c},,,Group,,\n")
            for k in range(keywords):
                file.write(f"Big {c},,,Group,bread number {k},Exact\n")
    return path


def test_a_killed_import_is_finished_by_the_next(tmp_path):
    path = big_file(tmp_path, 40, 250)
    with Server() as server:
        account = server.account()
        api = account.client()
        command = [server.command()[0], "import", str(path)]
        command += ["--email", account.email, "--platform", "google"]
        kills = 0
        for wait in (0.05, 0.1, 0.2):
            process = subprocess.Popen(
                command, env=server.environment(), stdout=subprocess.DEVNULL
            )
            time.sleep(wait)
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
                kills += 1
            process.wait()
        assert kills > 0
        report = do_import(server, account, path).json
        assert [a + b for a, b in zip(created(report), existing(report))] == [40, 40, 0, 10000]
        assert report["skipped"] == []
        assert totals(api) == [40, 40, 0, 10000]
        texts = [(k["adGroupId"], k["text"]) for k in api.walk("/keywords")]
        assert len(texts) == len(set(texts)) == 10000
