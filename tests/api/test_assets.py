"""Assets: valid and refused uploads, and downloads that return the same bytes."""

import base64
import hashlib
import os

import pytest

import adcore_media as media
from adcore_make import asset_body, make_asset, make_campaign, missing_id
from adcore_server import in_threads

SITELINK = {
    "type": "SITELINK",
    "name": "Shops",
    "text": "Find a shop",
    "finalUrl": "https://bakery.example/shops",
    "description1": "Open from six",
    "description2": "In every quarter",
}
GOOD = {
    "image/png": (media.png(640, 480), 640, 480),
    "image/jpeg": (media.jpeg(640, 480), 640, 480),
    "image/gif": (media.gif(640, 480), 640, 480),
    "image/webp": (media.webp(640, 480), 640, 480),
    "image/webp large": (media.webp_large(640, 480), 640, 480),
    "video/mp4": (media.mp4(), 1280, 720),
    "video/quicktime": (media.mp4(brand=b"qt  "), 1280, 720),
    "video/webm": (media.webm(), 1280, 720),
}


def bulk(size):
    """An image of about that many bytes, different on each call."""
    return media.png(1200, 628, weight=size)


def rows(server, table, api):
    space = api.get("/me").data["space"]["id"]
    return int(server.sql("SELECT COUNT(*) FROM %s WHERE space_id = '%s'" % (table, space))[0][0])


def test_an_image_is_made_read_changed_deleted(server, api):
    data = media.png(1200, 628)
    resp = api.post("/assets", asset_body(data, name="Bread"))
    made = resp.data
    assert made["id"].startswith("ast_") and len(made["id"]) == 30
    assert resp.headers["location"].endswith("/assets/" + made["id"])
    assert "data" not in made
    assert made["type"] == "IMAGE" and made["name"] == "Bread"
    assert made["mimeType"] == "image/png"
    assert (made["width"], made["height"], made["bytes"]) == (1200, 628, len(data))
    assert made["sha256"] == hashlib.sha256(data).hexdigest()
    assert made["attachments"] == [] and made["durationMs"] is None
    assert made["syncState"] == "STAGED" and made["remote"]["id"] is None
    got = api.get("/assets/" + made["id"])
    assert got.data == made and got.etag == '"1.0"'
    assert api.get("/assets").data == [made]
    assert api.get("/assets", query={"sha256": made["sha256"]}).meta["total"] == 1
    assert api.get("/assets", query={"type": "VIDEO,LOGO"}).meta["total"] == 0
    assert api.get("/assets", query={"q": "brea"}).meta["total"] == 1
    changed = api.patch("/assets/" + made["id"], {"name": "Rye"}).data
    assert changed["name"] == "Rye" and changed["version"] == 2
    assert changed["sha256"] == made["sha256"]
    assert rows(server, "asset_bytes", api) == 1
    gone = api.delete("/assets/" + made["id"]).data
    assert gone["syncState"] == "REMOVED"
    api.get("/assets/" + made["id"], expect=404)
    api.get("/assets/%s/content" % made["id"], expect=404)
    assert rows(server, "asset_bytes", api) == 0


def test_a_staged_removal_is_taken_back(server, api):
    """Sets the platform's id as a push would."""
    made = api.post("/assets", asset_body(media.png(600, 600), name="Oats")).data
    server.sql("UPDATE assets SET remote_id = '77' WHERE id = '%s'" % made["id"])
    gone = api.delete("/assets/" + made["id"]).data
    assert gone["syncState"] == "PENDING_REMOVAL" and gone["remote"]["id"] == "77"
    back = api.post("/assets/%s/restore" % made["id"], expect=200).data
    assert back["syncState"] == "MODIFIED" and back["name"] == "Oats"
    assert api.get("/assets/" + made["id"]).data == back
    assert api.get("/assets/%s/content" % made["id"]).raw == media.png(600, 600)
    assert api.post("/assets/%s/restore" % made["id"], expect=200).data == back


@pytest.mark.parametrize("name", GOOD)
def test_formats_tell_what_they_are(shared, name):
    data, width, height = GOOD[name]
    mime = name.split()[0]
    made = make_asset(shared, data, type="VIDEO" if mime.startswith("video") else "IMAGE")
    assert made["mimeType"] == mime and (made["width"], made["height"]) == (width, height)
    assert made["durationMs"] == (2500 if mime.startswith("video") else None)
    got = shared.get("/assets/%s/content" % made["id"])
    assert got.raw == data and got.headers["content-type"] == mime


@pytest.mark.parametrize("kind", ["TEXT", "SITELINK", "CALLOUT"])
def test_text_assets(shared, kind):
    body = SITELINK if kind == "SITELINK" else {"type": kind, "name": "x", "text": "Free returns"}
    made = shared.post("/assets", body).data
    assert {name: made[name] for name in body} == body
    for name in ("mimeType", "width", "height", "bytes", "sha256", "sourceUrl"):
        assert made[name] is None
    shared.get("/assets/%s/content" % made["id"], expect=404)
    shared.get("/assets/%s/link" % made["id"], expect=404)


# --- which fields a type has -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind,needed",
    [
        ("IMAGE", {"data"}),
        ("LOGO", {"data"}),
        ("VIDEO", {"data"}),
        ("TEXT", {"text"}),
        ("CALLOUT", {"text"}),
        ("SITELINK", {"text", "finalUrl"}),
    ],
)
def test_what_a_type_needs_is_named(shared, kind, needed):
    resp = shared.refuse("POST", "/assets", {"type": kind, "name": "x"})
    assert set(resp.faults()) == needed
    for name in needed:
        resp.fault(name, "REQUIRED")


@pytest.mark.parametrize(
    "kind,foreign",
    [
        ("IMAGE", {"text", "finalUrl", "description1", "description2"}),
        ("VIDEO", {"text", "finalUrl", "description1", "description2"}),
        ("TEXT", {"finalUrl", "description1", "description2", "data", "sourceUrl"}),
        ("CALLOUT", {"finalUrl", "description1", "description2", "data", "sourceUrl"}),
        ("SITELINK", {"data", "sourceUrl"}),
    ],
)
def test_what_a_type_does_not_have_is_refused_by_name(shared, kind, foreign):
    values = {
        "text": "x",
        "finalUrl": "https://a.example/",
        "description1": "x",
        "description2": "y",
        "data": base64.b64encode(media.png()).decode(),
        "sourceUrl": "https://a.example/x.png",
    }
    body = {"type": kind, "name": "x", **{name: values[name] for name in foreign}}
    faults = shared.refuse("POST", "/assets", body).faults()
    for name in foreign:
        assert "NOT_FOR_TYPE" in {fault["code"] for fault in faults[name]}, faults


def test_data_or_source_url_exactly_one(shared):
    body = asset_body(media.png(), sourceUrl="https://a.example/x.png")
    shared.refuse("POST", "/assets", body).fault("sourceUrl", "ONE_OF")


def test_descriptions_both_or_none(shared):
    for missing in ("description1", "description2"):
        body = {name: value for name, value in SITELINK.items() if name != missing}
        shared.refuse("POST", "/assets", body).fault(missing, "BOTH_OR_NONE")
    made = shared.post("/assets", SITELINK).data
    resp = shared.refuse("PATCH", "/assets/" + made["id"], {"description1": None})
    resp.fault("description1", "BOTH_OR_NONE")
    both = {"description1": None, "description2": None}
    assert shared.patch("/assets/" + made["id"], both).data["description1"] is None
    shared.refuse("PATCH", "/assets/" + made["id"], {"text": None}).fault("text", "REQUIRED")


@pytest.mark.parametrize(
    "kind,field,most",
    [
        ("SITELINK", "text", 25),
        ("SITELINK", "description1", 35),
        ("SITELINK", "description2", 35),
        ("CALLOUT", "text", 25),
    ],
)
def test_texts_are_as_long_as_the_platforms_take(shared, kind, field, most):
    body = dict(SITELINK) if kind == "SITELINK" else {"type": kind, "name": "x", "text": "x"}
    body[field] = "x" * most
    made = shared.post("/assets", body).data
    too_long = {field: "x" * (most + 1)}
    resp = shared.refuse("POST", "/assets", {**body, **too_long})
    assert "google" in resp.fault(field, "TOO_LONG", most)["message"]
    shared.refuse("PATCH", "/assets/" + made["id"], too_long).fault(field, "TOO_LONG", most)
    wide = {field: "パ" * (most // 2 + 1)}
    shared.refuse("POST", "/assets", {**body, **wide}).fault(field, "TOO_LONG", most)


def test_read_only_and_unknown_fields(shared):
    made = make_asset(shared, media.png())
    fields = {name: made[name] for name in ("mimeType", "width", "bytes", "sha256", "attachments")}
    for resp in (
        shared.refuse("POST", "/assets", asset_body(media.png(), **fields)),
        shared.refuse("PATCH", "/assets/" + made["id"], fields),
    ):
        for name in fields:
            resp.fault(name, "READ_ONLY")
    shared.refuse("POST", "/assets", asset_body(media.png(), file="x")).fault("file")


def test_bytes_and_type_never_change(shared):
    data = media.png()
    made = make_asset(shared, data)
    path = "/assets/" + made["id"]
    shared.refuse("PATCH", path, {"type": "LOGO"}).fault("type", "IMMUTABLE")
    for encoded in (data, media.png(10, 10)):
        body = {"data": base64.b64encode(encoded).decode()}
        shared.refuse("PATCH", path, body).fault("data", "IMMUTABLE")
    body = {"sourceUrl": "https://a.example/x.png"}
    shared.refuse("PATCH", path, body).fault("sourceUrl", "IMMUTABLE")
    assert shared.patch(path, {"name": "As it was"}).data["version"] == 2
    assert shared.get(path + "/content").raw == data


# --- bytes that are not what they should be ----------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["", "!", "a", "abc", "YWJj\n", " YWJj", "YW Jj", "data:image/png;base64,YWJj", "YWJj====",
     "YQ=", "YR==", "-_-_", "YWJj\u00e9"],
)
def test_what_is_no_base64(shared, text):
    shared.refuse("POST", "/assets", {**asset_body(), "data": text}).fault(
        "data", "INVALID_BASE64"
    )


@pytest.mark.parametrize("value", [1, True, [], {}])
def test_data_is_a_string(shared, value):
    body = {**asset_body(), "data": value}
    shared.refuse("POST", "/assets", body).fault("data", "WRONG_TYPE")


PAGE = b"<!doctype html><script>alert(1)</script>"


@pytest.mark.parametrize(
    "name,data,code",
    [
        ("svg", b'<svg xmlns="http://www.w3.org/2000/svg"/>', "UNSUPPORTED_FORMAT"),
        ("html", PAGE, "UNSUPPORTED_FORMAT"),
        ("pdf", b"%PDF-1.7\n", "UNSUPPORTED_FORMAT"),
        ("bmp", b"BM" + bytes(60), "UNSUPPORTED_FORMAT"),
        ("heic", media.box(b"ftyp", b"heic", bytes(4)) + bytes(40), "UNSUPPORTED_FORMAT"),
        ("text", b"hello", "UNSUPPORTED_FORMAT"),
        ("cut", media.png()[:-5], "INVALID_MEDIA"),
        ("cut jpeg", media.jpeg()[:-2], "INVALID_MEDIA"),
        ("page behind png", media.png() + PAGE, "INVALID_MEDIA"),
        ("page behind jpeg", media.jpeg() + PAGE, "INVALID_MEDIA"),
        ("page behind gif", media.gif() + PAGE, "INVALID_MEDIA"),
        ("page behind webp", media.webp() + PAGE, "INVALID_MEDIA"),
        ("flat", media.png(0, 10), "INVALID_MEDIA"),
        ("bomb", media.png(65535, 65535), "INVALID_MEDIA"),
        ("wide", media.png(65536, 1), "INVALID_MEDIA"),
        ("damaged", media.png().replace(b"IDAT", b"IDAX"), "INVALID_MEDIA"),
        ("video", media.mp4(), "WRONG_MEDIA"),
    ],
)
def test_files_that_are_refused(shared, name, data, code):
    shared.refuse("POST", "/assets", asset_body(data)).fault("data", code)


def test_a_picture_is_no_video(shared):
    shared.refuse("POST", "/assets", asset_body(media.png(), type="VIDEO")).fault(
        "data", "WRONG_MEDIA"
    )


def test_nothing_is_kept_of_what_is_refused_or_only_checked(server, api):
    api.refuse("POST", "/assets", asset_body(media.png() + b"x"))
    checked = api.post(
        "/assets", asset_body(bulk(2_000_000)), query={"validateOnly": True}, expect=200
    )
    assert checked.data["id"] is None and checked.data["width"] == 1200
    assert api.get("/assets").meta["total"] == 0
    assert rows(server, "asset_bytes", api) == rows(server, "asset_uploads", api) == 0


# --- size ---------------------------------------------------------------------------------------------


def test_large_bodies_up_to_twelve_mebibytes(server, api):
    data = bulk(8_900_000)
    made = make_asset(api, data)
    assert made["bytes"] == len(data) > 8_900_000
    assert api.get("/assets/%s/content" % made["id"]).raw == data
    assert rows(server, "asset_bytes", api) == (len(data) + 524287) // 524288
    assert rows(server, "asset_uploads", api) == 0


def test_above_nine_mebibytes_the_field_is_too_large_and_above_twelve_the_body(shared):
    over = base64.b64encode(bytes(9 * 1024 * 1024 + 1)).decode()
    body = {**asset_body(), "data": over[: 12 * 1024 * 1024 - 200]}
    assert shared.refuse("POST", "/assets", body).faults().keys() == {"data"}
    raw = b'{"name":"' + b"x" * (12 * 1024 * 1024) + b'"}'
    for path, method in (("/assets", "POST"), ("/assets/" + "x", "PATCH")):
        assert shared.request(method, path, raw=raw, expect=413).code == "PAYLOAD_TOO_LARGE"
    for path in ("/campaigns", "/ads"):
        raw = b'{"name":"' + b"x" * (1024 * 1024) + b'"}'
        shared.request("POST", path, raw=raw, expect=413)


def test_a_large_body_is_refused_in_the_usual_order(server, account):
    raw = b'{"name":"' + b"x" * 3_000_000 + b'"}'
    server.client("adcore_test_nope").request("POST", "/assets", raw=raw, expect=401)
    reader = account.client(scopes="assets:read")
    reader.request("POST", "/assets", raw=raw, expect=403)
    api = account.client()
    api.request(
        "POST", "/assets", raw=raw, headers={"X-Space-Id": "spc_" + "0" * 26}, expect=404
    )
    api.request("POST", "/assets", raw=raw, content_type="text/plain", expect=415)
    faults = api.request("POST", "/assets", raw=raw, expect=400).faults()
    assert set(faults) >= {"name", "type"}


def test_the_same_bytes_are_kept_once_and_go_with_the_last(server, api):
    data = bulk(600_000)
    first, second = make_asset(api, data), make_asset(api, data, type="LOGO")
    assert first["id"] != second["id"] and first["sha256"] == second["sha256"]
    assert rows(server, "asset_bytes", api) == 2
    api.delete("/assets/" + first["id"])
    assert api.get("/assets/%s/content" % second["id"]).raw == data
    api.delete("/assets/" + second["id"])
    assert rows(server, "asset_bytes", api) == 0


def test_test_and_live_keep_their_own(server, account):
    data = bulk(1000)
    test, live = account.client(), account.client(env="live")
    made = make_asset(test, data)
    assert live.get("/assets").meta["total"] == 0
    live.get("/assets/" + made["id"], expect=404)
    make_asset(live, data)
    assert rows(server, "asset_bytes", test) == 2
    test.delete("/assets/" + made["id"])
    assert rows(server, "asset_bytes", test) == 1


def test_equal_uploads_at_the_same_time(server, account):
    data = bulk(1_600_000)
    token = account.token()

    def upload():
        return make_asset(server.client(token), data)

    made = in_threads(*[upload] * 6)
    assert len({one["id"] for one in made}) == 6
    assert {one["sha256"] for one in made} == {hashlib.sha256(data).hexdigest()}
    api = account.client()
    assert rows(server, "asset_bytes", api) == 4
    in_threads(
        *[lambda one=one: server.client(token).delete("/assets/" + one["id"]) for one in made[1:]]
    )
    assert api.get("/assets/%s/content" % made[0]["id"]).raw == data


def test_uploads_and_deletes_of_the_same_bytes_at_the_same_time(server, account):
    data = bulk(1_100_000)
    token = account.token()

    def work():
        api = server.client(token)
        for _ in range(3):
            made = make_asset(api, data)
            assert api.get("/assets/%s/content" % made["id"]).raw == data
            api.delete("/assets/" + made["id"])

    in_threads(*[work] * 4)


# --- idempotency --------------------------------------------------------------------------------------


def test_a_repeated_upload_is_answered_again_without_its_bytes(server, api):
    body = asset_body(bulk(8_000_000))
    key = {"Idempotency-Key": "picture"}
    first = api.post("/assets", body, headers=key)
    again = api.post("/assets", body, headers=key)
    assert again.headers["idempotent-replayed"] == "true"
    assert again.data == first.data
    assert api.get("/assets").meta["total"] == 1
    longest = server.sql("SELECT MAX(LENGTH(data)) FROM idempotency WHERE key = 'picture'")
    assert int(longest[0][0]) < 5000
    other = dict(body, name="Another")
    assert api.post("/assets", other, headers=key, expect=409).code == "IDEMPOTENCY_CONFLICT"


def test_repeats_at_the_same_time_make_one(server, account):
    body = asset_body(bulk(1_200_000))
    key = {"Idempotency-Key": "together"}
    token = account.token()

    def upload():
        return server.client(token).request("POST", "/assets", body, headers=key)

    answers = in_threads(*[upload] * 4)
    assert {resp.status for resp in answers} <= {201, 409}
    ids = {resp.data["id"] for resp in answers if resp.status == 201}
    assert len(ids) == 1 and account.client().get("/assets").meta["total"] == 1


# --- the bytes ----------------------------------------------------------------------------------------


def test_content_is_a_file_and_nothing_else(shared):
    data = media.png(seed=os.urandom(2000))
    made = make_asset(shared, data)
    path = "/assets/%s/content" % made["id"]
    got = shared.get(path)
    assert got.raw == data
    heads = got.headers
    assert heads["content-type"] == "image/png" and heads["x-content-type-options"] == "nosniff"
    assert heads["etag"] == '"%s"' % made["sha256"]
    assert heads["content-disposition"] == 'inline; filename="%s.png"' % made["id"]
    assert "sandbox" in heads["content-security-policy"]
    assert shared.get(path, headers={"If-None-Match": heads["etag"]}, expect=304).raw == b""
    assert shared.get(path, headers={"If-None-Match": '"x"'}).raw == data
    head = shared.request("HEAD", path, expect=200)
    assert int(head.headers["content-length"]) == len(data) and head.raw == b""
    shared.get(path, query={"x": "1"}, expect=400)


@pytest.mark.parametrize("size", [100, 200_000, 1_300_000])
def test_ranges(shared, size):
    data = media.png(seed=os.urandom(size))
    made = make_asset(shared, data)
    path = "/assets/%s/content" % made["id"]
    n = len(data)
    for text, part in (
        ("0-0", (0, 1)),
        ("5-9", (5, 10)),
        ("10-", (10, n)),
        ("-7", (n - 7, n)),
        ("0-%d" % (n + 5), (0, n)),
        ("-%d" % (n + 5), (0, n)),
        ("%d-%d" % (n // 2, n - 2), (n // 2, n - 1)),
        ("%d-" % (65535 % n), (65535 % n, n)),  # around the blocks that are read at once
        ("%d-%d" % (65536 % n, n - 1), (65536 % n, n)),
    ):
        got = shared.get(path, headers={"Range": "bytes=" + text}, expect=206)
        assert got.raw == data[part[0] : part[1]], text
        assert got.headers["content-range"] == "bytes %d-%d/%d" % (part[0], part[1] - 1, n)
    for text in ("bytes=5-4", "bytes=%d-" % n, "bytes=a-b", "bytes=1-2,4-5", "lines=1-2", "bytes=-0",
                 "bytes=", "bytes=--5"):
        assert shared.get(path, headers={"Range": text}).raw == data, text
    other = {"Range": "bytes=0-0", "If-Range": '"other"'}
    assert shared.get(path, headers=other).raw == data
    same = {"Range": "bytes=0-0", "If-Range": '"%s"' % made["sha256"]}
    assert shared.get(path, headers=same, expect=206).raw == data[:1]


# --- scopes and tenancy -------------------------------------------------------------------------------


def test_scopes(account):
    owner = account.client()
    made = make_asset(owner, media.png())
    campaign = make_campaign(owner)
    path = "/assets/" + made["id"]
    place = {"resource": "campaign", "id": campaign["id"]}
    reader = account.client(scopes="assets:read")
    writer = account.client(scopes="assets:write")
    for method, where, body in (
        ("POST", "/assets", asset_body(media.png())),
        ("PATCH", path, {"name": "x"}),
        ("DELETE", path, None),
        ("POST", path + "/restore", None),
        ("POST", path + "/attach", place),
        ("DELETE", path + "/attach", None),
    ):
        options = {"body": body} if body else {}
        resp = reader.request(method, where, expect=403, **options)
        assert resp.details["required"] == ["assets:write"]
    for where in ("/assets", path, path + "/content", path + "/attach", path + "/link"):
        reader.get(where)
        resp = writer.get(where, expect=403)
        assert resp.details["required"] == ["assets:read"]
    account.without("assets:read", "assets:write").get("/assets", expect=403)
    writer.patch(path, {"name": "Written"})


def test_what_belongs_to_others_is_not_there(server, account):
    other = server.account().client()
    foreign = make_asset(other, media.png(300, 300))
    live = make_asset(account.client(env="live"), media.png(300, 300))
    api = account.client()
    campaign = make_campaign(api)
    ids = (foreign["id"], live["id"], missing_id(foreign["id"]))
    place = {"resource": "campaign", "id": campaign["id"]}
    for method, end, options in (
        ("GET", "", {}),
        ("PATCH", "", {"body": {"name": "x"}}),
        ("DELETE", "", {}),
        ("POST", "/restore", {}),
        ("POST", "/attach", {"body": place}),
        ("GET", "/attach", {}),
        ("DELETE", "/attach", {"query": place}),
        ("GET", "/content", {}),
        ("GET", "/link", {}),
    ):
        answers = []
        for asset_id in ids:
            resp = api.request(method, "/assets/" + asset_id + end, expect=404, **options)
            assert resp.details["resource"] == "asset" and resp.details["id"] == asset_id
            answers.append((resp.same_but_for(asset_id), sorted(resp.headers)))
        assert answers[0] == answers[1] == answers[2], (method, end)
    assert other.get("/assets/" + foreign["id"]).data == foreign


def test_the_plan_leaves_assets_where_they_are(api):
    make_asset(api, media.png())
    api.post("/assets", SITELINK)
    make_campaign(api)
    plan = api.post("/sync/preview", {}, expect=200).data
    assert [op["resource"] for op in plan["operations"]] == ["campaign"]
    assert {asset["syncState"] for asset in api.get("/assets").data} == {"STAGED"}
