"""Tokens: their form, where they are accepted, and their expiry."""

import re


from adcore_server import TOKEN_RE


def get_me(server, headers, path="/me"):
    return server.client().get(path, expect=None, headers=headers)


def test_token_has_the_documented_form(account):
    for env in ("live", "test"):
        minted = account.mint(env=env)
        parts = TOKEN_RE.match(minted["token"])
        assert parts.group(1) == env
        assert parts.group(2) == minted["tokenId"]


def test_no_token_is_401(server):
    for path in ("/me", "/campaigns", "/sync", "/nothing-here"):
        assert server.client().get(path, expect=401).code == "INVALID_CREDENTIALS"


def test_every_writing_method_without_token_is_401(server):
    client = server.client()
    client.post("/campaigns", {"name": "x"}, expect=401)
    client.patch("/campaigns/cmp_01ARZ3NDEKTSV4RRFFQ69G5FAV", {}, expect=401)
    client.delete("/campaigns/cmp_01ARZ3NDEKTSV4RRFFQ69G5FAV", expect=401)
    client.post("/sync", {}, expect=401)


def test_bad_tokens_are_401_alike(server, account):
    good = account.token()
    secret = TOKEN_RE.match(good).group(3)
    token_id = TOKEN_RE.match(good).group(2)
    flipped = ("A" if secret[0] != "A" else "B") + secret[1:]
    bad = [
        "adcore_test_%s_%s" % (token_id, flipped),
        "adcore_live_%s_%s" % (token_id, secret),
        "adcore_test_%s_%s" % ("a" * 16, secret),
        "adcore_test_%s_%s" % (token_id, secret[:-1]),
        "adcore_test_%s_%sA" % (token_id, secret),
        "adcore_test_%s_" % token_id,
        "adcore_test_" + token_id,
        "Adcore_test_%s_%s" % (token_id, secret),
        "other_test_%s_%s" % (token_id, secret),
        good + "," + good,
        "x",
        "null",
        "a" * 4000,
    ]
    for token in bad:
        resp = get_me(server, {"Authorization": "Bearer " + token})
        assert resp.status == 401 and resp.code == "INVALID_CREDENTIALS", (token, resp)
        assert secret not in resp.text
    get_me(server, {"Authorization": "Bearer " + good}).data


def test_other_schemes_are_401(server, account):
    good = account.token()
    for value in (good, "Basic " + good, "Token " + good, "Bearer", "Bearer ", ""):
        assert get_me(server, {"Authorization": value}).status == 401, value


def test_token_is_taken_only_from_the_header(server, account):
    good = account.token()
    client = server.client()
    for name in ("access_token", "token", "api_key", "key", "bearer", "authorization"):
        resp = client.get("/me", query={name: good}, expect=401)
        assert good not in resp.text
    for cookie in ("token=" + good, "access_token=" + good, "Authorization=Bearer " + good):
        client.get("/me", headers={"Cookie": cookie}, expect=401)
    for header in ("X-Api-Key", "X-Auth-Token", "Proxy-Authorization"):
        client.get("/me", headers={header: "Bearer " + good}, expect=401)
    client.request(
        "POST",
        "/campaigns",
        raw=("access_token=" + good).encode(),
        content_type="application/x-www-form-urlencoded",
        expect=401,
    )


def test_two_authorization_headers_are_refused(server, account):
    good = account.token()
    answer = server.raw(
        (
            "GET /api/v1/me HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
            "Authorization: Bearer x\r\nAuthorization: Bearer %s\r\n"
            "Connection: close\r\n\r\n" % (server.port, good)
        ).encode()
    )
    assert re.match(rb"HTTP/1\.1 4\d\d", answer), answer[:300]


def test_revoked_token_dies_at_once_on_a_warm_connection(server, account):
    minted = account.mint()
    client = server.client(minted["token"])
    for _ in range(5):
        client.get("/me")
    server.cli("token", "revoke", minted["tokenId"])
    assert client.get("/me", expect=401).code == "INVALID_CREDENTIALS"
    assert server.client(minted["token"]).get("/campaigns", expect=401)


def test_revoking_one_token_leaves_the_others(server, account):
    first, second = account.mint(), account.mint()
    server.cli("token", "revoke", first["tokenId"])
    server.client(second["token"]).get("/me")
    server.client(first["token"]).get("/me", expect=401)


def test_rotation_keeps_the_id_and_kills_the_old_secret(server, account):
    minted = account.mint(scopes=["campaigns:read", "ads:read"])
    old = server.client(minted["token"])
    old.get("/me")
    rotated = server.cli("token", "rotate", minted["tokenId"]).json
    server.secrets.append(TOKEN_RE.match(rotated["token"]).group(3))
    assert rotated["tokenId"] == minted["tokenId"]
    assert rotated["token"] != minted["token"]
    old.get("/me", expect=401)
    fresh = server.client(rotated["token"]).get("/me").data
    assert sorted(fresh["scopes"]) == ["ads:read", "campaigns:read"]


def test_rotation_keeps_the_expiry(server, account):
    minted = account.mint(expires="7d")
    rotated = server.cli("token", "rotate", minted["tokenId"]).json
    if "expiresAt" in minted and "expiresAt" in rotated:
        assert rotated["expiresAt"] == minted["expiresAt"]
    listed = server.cli("token", "list", "--email", account.email, check=False)
    assert minted["token"] not in listed.out and rotated["token"] not in listed.out


def test_expiry_is_at_most_one_year(server, account):
    refused = server.cli(
        "token",
        "mint",
        "--email",
        account.email,
        "--name",
        "long",
        "--env",
        "test",
        "--scopes",
        "all",
        "--expires",
        "367d",
        check=False,
    )
    assert refused.code in (1, 2), refused
    account.mint(expires="365d")


def test_five_tokens_an_account_and_revoked_ones_do_not_count(server, account):
    minted = [account.mint() for _ in range(5)]
    sixth = server.cli(
        "token",
        "mint",
        "--email",
        account.email,
        "--name",
        "six",
        "--env",
        "test",
        "--scopes",
        "all",
        check=False,
    )
    assert sixth.code == 1, sixth
    assert sixth.error["code"] and sixth.error["message"]
    server.cli("token", "revoke", minted[2]["tokenId"])
    server.client(account.mint()["token"]).get("/me")


def test_unknown_scope_is_refused_at_minting(server, account):
    refused = server.cli(
        "token",
        "mint",
        "--email",
        account.email,
        "--name",
        "bad",
        "--env",
        "test",
        "--scopes",
        "campaigns:read,campaigns:admin",
        check=False,
    )
    assert refused.code in (1, 2), refused
    assert "campaigns:admin" in refused.err


def test_minting_over_rest_does_not_exist(account):
    api = account.client()
    for path in ("/tokens", "/token", "/me/tokens"):
        api.post(path, {"name": "x", "scopes": ["campaigns:read"]}, expect=404)


def test_secret_is_stored_only_as_a_hash(server, account):
    token = account.token()
    server.client(token).get("/me")
    secret = TOKEN_RE.match(token).group(3).encode()
    for path in server.data.rglob("*"):
        if path.is_file():
            assert secret not in path.read_bytes(), "the secret stands in %s" % path.name


def test_environments_are_separate(account):
    test, live = account.client(env="test"), account.client(env="live")
    made = test.post("/campaigns", {"name": "Only test", "type": "SEARCH", "budget": 5}).data
    assert made["environment"] == "test"
    assert live.get("/campaigns").meta["total"] == 0
    assert live.get("/campaigns/" + made["id"], expect=404).code == "NOT_FOUND"
    other = live.post("/campaigns", {"name": "Only live", "type": "SEARCH", "budget": 5}).data
    assert other["environment"] == "live"
    assert [c["id"] for c in test.get("/campaigns").data] == [made["id"]]


def test_token_works_after_a_restart_of_the_server(server, account):
    client = account.client()
    client.get("/me")
    server.restart()
    client.close()
    assert client.get("/me").data["uid"] == account.uid
