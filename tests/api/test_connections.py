"""Connections on the command line: list, declare, and the operator's file of client
registrations. tests/oauth/connections covers connecting in the application."""

import json

import pytest


@pytest.fixture(scope="module")
def known(server):
    api = server.account().client()
    return api, api.get("/me").data["space"]["id"]


def settings_of(api, platform):
    return api.get("/connections", query={"platform": platform}).data[0]["settings"]


def test_the_ad_accounts_of_a_space_are_listed_without_what_opens_them(server, known):
    _, space = known
    rows = server.cli("connection", "list", space).json
    assert [row["platform"] for row in rows] == ["google", "meta", "microsoft", "reddit"]
    assert {row["status"] for row in rows} == {"CONNECTED"}
    assert "redential" not in json.dumps(rows) and "1//" not in json.dumps(rows)
    assert server.cli("connection", "list", "spc_01KAH2V5T3Q8Z6J4N9W7X1Y2B3").json == []


def test_declarations_merge_by_name_and_history_tells_who(server, known):
    api, space = known
    google = next(r for r in server.cli("connection", "list", space).json if r["platform"] == "google")
    before = settings_of(api, "google")
    patch = {"euPolitical": True, "conversionActions": {"Lead": "123"}}
    server.cli("connection", "set", google["id"], "--settings", json.dumps(patch))
    assert settings_of(api, "google") == {**before, **patch}
    server.cli("connection", "set", google["id"], "--settings", '{"conversionActions":null}')
    after = settings_of(api, "google")
    assert after["euPolitical"] is True and "conversionActions" not in after
    rows = api.get("/history", query={"resource": "connection"}).data
    assert [(row["verb"], row["door"]) for row in rows] == [("UPDATE", "CLI")] * 2


@pytest.mark.parametrize(
    "settings, words",
    [
        ('{"pageId":"1"}', "settings.pageId"),
        ('{"euPolitical":"no"}', "settings.euPolitical"),
        ('{"loginCustomerId":7}', "settings.loginCustomerId"),
        ('{"conversionActions":[]}', "settings.conversionActions"),
        ("[]", "must be a JSON object"),
        ("{", "must be a JSON object"),
    ],
)
def test_what_is_no_setting_of_the_platform_is_named(server, known, settings, words):
    api, space = known
    google = next(r for r in server.cli("connection", "list", space).json if r["platform"] == "google")
    before = settings_of(api, "google")
    failed = server.cli(
        "connection", "set", google["id"], "--settings", settings, check=False, as_json=False
    )
    assert failed.code in (1, 2) and words in failed.err, failed.err
    assert settings_of(api, "google") == before


def test_a_connection_that_is_not_there(server):
    failed = server.cli("connection", "set", "con_01KAH2V5T3Q8Z6J4N9W7X1Y2B3",
                        "--settings", "{}", check=False, as_json=False)
    assert failed.code == 1 and "there is no connection" in failed.err


GOOD = {"clientId": "c", "clientSecret": "a secret of mine"}


@pytest.mark.parametrize(
    "content, mode, words",
    [
        (json.dumps({"google": GOOD}), 0o644, "others may read it"),
        ("[]", 0o600, "must be a JSON object"),
        ("{", 0o600, "must be a JSON object"),
        (json.dumps({"bing": GOOD}), 0o600, "google, microsoft, reddit and meta"),
        (json.dumps({"google": {**GOOD, "secret": "x"}}), 0o600, "holds the texts"),
        (json.dumps({"google": {**GOOD, "clientId": 5}}), 0o600, "holds the texts"),
        (json.dumps({"meta": {"clientSecret": "a secret of mine"}}), 0o600, "meta needs"),
    ],
)
def test_faults_of_the_file_of_registrations_are_named_and_it_is_not_repeated(
    server, tmp_path, content, mode, words
):
    path = tmp_path / "apps.json"
    path.write_text(content)
    path.chmod(mode)
    failed = server.cli("doctor", "--platform-apps", str(path), check=False, as_json=False)
    assert failed.code == 2 and words in failed.err, failed.err
    assert "a secret" not in failed.err


def test_a_file_that_is_not_there(server):
    failed = server.cli("doctor", "--platform-apps", "/nowhere/apps.json", check=False, as_json=False)
    assert failed.code == 2 and "No such file" in failed.err
