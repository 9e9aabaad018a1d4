"""Platform credentials appear in no URL, answer, log, history or file of the database, neither
in normal operation nor if a platform echoes them."""

import base64
import json
import threading
from urllib.parse import parse_qs

import pytest

import adcore_media as media
from adcore_connector import Connector
from adcore_conversions import make
from adcore_make import attach, finish, make_asset, make_tree, preview, push, serial, start_push
from adcore_meta import MetaDesk
from adcore_reddit import RedditDesk
from adcore_road import Road
from adcore_secrecy import database_bytes
from adcore_server import Server

FIELDS = ("refresh_token", "fb_exchange_token", "client_secret", "access_token")
PLATFORMS = ("google", "microsoft", "reddit", "meta")


class Witness(Road):
    """Records every secret that passes. On request, the platform's answers echo the request."""

    def __init__(self, port):
        self.lock = threading.Lock()
        self.secrets = set()
        self.paths = []
        self.uploads = set()
        self.repeats = None  # one segment of the paths
        self.repeated = 0
        super().__init__(port)

    def note(self, text):
        # "sandbox" is the client's secret there, and also a common word of the tests.
        if text and text != "sandbox":
            with self.lock:
                self.secrets.add(text)

    def sent(self, passage, body):
        """The secrets of a request."""
        kind, _, value = passage.headers.get("Authorization", "").partition(" ")
        if kind == "Basic":
            value = base64.b64decode(value).decode().partition(":")[2]
        found = [value]
        if "form" in passage.headers.get("Content-Type", "") and len(body) < 10000:
            fields = parse_qs(body.decode("latin-1"))
            found += [text for name in FIELDS for text in fields.get(name, ())]
        return [text for text in found if text]

    def carry(self, passage, body):
        sent = self.sent(passage, body)
        for text in sent:
            self.note(text)
        with self.lock:
            self.paths.append(passage.path)
        if self.repeats and self.repeats in passage.path:
            self.repeated += 1
            return 400, [("Content-Type", "application/json")], refusal(" ".join(sent))
        status, heads, text = passage.onward(body)
        if "oauth" in passage.path:
            answer = json.loads(text)
            for name in FIELDS:
                self.note(answer.get(name))
        return status, heads, text


def refusal(told):
    """An error in the form of each platform."""
    words = "Malformed access token %s, given." % told
    return json.dumps(
        {
            "error": {"message": words, "code": 100, "status": "INVALID_ARGUMENT"},
            "OperationErrors": [{"Code": 100, "ErrorCode": "InvalidToken", "Message": words}],
        }
    ).encode()


@pytest.fixture(scope="module")
def place():
    with Server() as keeper:
        road = Witness(keeper.sandbox().port)
        with Server(args=["--sandbox", road.url]) as server:
            server.sandbox = keeper.sandbox
            yield server, road
        road.end()


@pytest.fixture(autouse=True)
def honest(place):
    yield
    place[1].repeats = None


def all_that_is_told(server, api):
    """All readable content of a Space, as text."""
    told = [preview(api), api.get("/connections").data, api.get("/history").data]
    told += [row["changes"] if "changes" in row else row for row in told[2]]
    for run in api.get("/sync").data:
        told.append(api.get("/sync/" + run["id"]).data)
        told.append(api.get("/sync/%s/operations" % run["id"], expect=None).raw.decode())
    for kind in ("campaigns", "ad-groups", "ads", "assets", "conversions/offline"):
        told.append(api.get("/" + kind).data)
    space = api.get("/me").data["space"]["id"]
    told.append(server.cli("connection", "list", space).out)
    assistant = Connector(server, api.token)
    for tool, arguments in (("get_context", {}), ("list_changes", {})):
        told.append(assistant.tool(tool, arguments))
    return json.dumps(told)


def assert_nowhere(server, road, *told):
    assert len(road.secrets) >= 2, road.secrets
    for secret in road.secrets:
        assert not [path for path in road.paths if secret in path]
        assert not [text for text in told if secret in text], secret
        assert secret not in server.log_text(), secret


def everything_to_meta(server):
    desk = MetaDesk(server)
    group = desk.group(desk.campaign())
    picture = make_asset(desk.api, media.png(1200, 628), name="Loaf")
    film = make_asset(desk.api, media.mp4(), type="VIDEO", name="Oven")
    desk.ad(group, type="VIDEO", assetIds=[film["id"], picture["id"]])
    make(desk.api, clickIds={"fbclid": "IwAR-%d" % serial()}, value=5, currency="EUR")
    return desk.api


def everything_to_reddit(server):
    desk = RedditDesk(server)
    picture = desk.picture()
    desk.ad(desk.group(desk.campaign()), type="IMAGE", assetIds=[picture["id"]])
    make(desk.api, clickIds={"rdtCid": "rdt-%d" % serial()}, value=5, currency="EUR")
    return desk.api


def everything_to(server, platform, clicks):
    api = server.account().client()
    tree = make_tree(api, platform=platform)
    picture = make_asset(api, media.png(1200, 628, seed=b"%d" % serial()), name="Bread")
    attach(api, picture, "campaign", tree["campaign"])
    make(api, clickIds=clicks, value=5, currency="EUR")
    return api


def drafts_for(server, platform):
    if platform == "meta":
        return everything_to_meta(server)
    if platform == "reddit":
        return everything_to_reddit(server)
    if platform == "google":
        return everything_to(server, platform, {"gclid": "Cj0K-%d_x" % serial()})
    return everything_to(server, platform, {"msclkid": "%032x" % serial()})


@pytest.mark.parametrize("platform", PLATFORMS)
def test_pictures_videos_conversions_and_pulls(place, platform):
    server, road = place
    api = drafts_for(server, platform)
    run = push(api, expect=None)
    kinds = {op["resource"] for op in run["operations"] if op["status"] == "SUCCEEDED"}
    assert {"campaign", "conversion"} <= kinds, run
    # Reddit fetches images by URL, so image uploads are no separate objects there.
    assert platform == "reddit" or "asset" in kinds, run
    finish(api, api.post("/sync", {"mode": "PULL", "platforms": [platform]}, expect=202).data["id"])
    assert_nowhere(server, road, json.dumps(run), all_that_is_told(server, api))


@pytest.mark.parametrize("platform", PLATFORMS)
def test_what_a_platform_says_back_is_not_repeated(place, platform):
    server, road = place
    api = drafts_for(server, platform)
    before = road.repeated
    road.repeats = "/%s/" % ("api/v3" if platform == "reddit" else platform)
    if platform == "google":
        road.repeats = "googleAds"
    run = finish(api, start_push(api)["id"])
    assert road.repeated > before and run["status"] != "SUCCEEDED", run
    told = json.dumps(run)
    assert "Malformed access token *" in told, told
    assert_nowhere(server, road, told, all_that_is_told(server, api))


@pytest.mark.parametrize("platform", PLATFORMS)
def test_what_a_token_endpoint_says_back_is_not_repeated(place, platform):
    server, road = place
    api = drafts_for(server, platform)
    before = road.repeated
    road.repeats = "/oauth/access_token" if platform == "meta" else platform + "-oauth"
    run = finish(api, start_push(api)["id"])
    assert road.repeated > before and run["status"] == "FAILED", run
    assert_nowhere(server, road, json.dumps(run), all_that_is_told(server, api))


def test_the_keys_of_what_is_sealed(place):
    """Complements tests/api/test_secret_keys.py, which checks every command's output."""
    server, road = place
    if server.database.url:
        pytest.skip("the key is in the environment there")
    api = drafts_for(server, "meta")
    push(api, expect=None)
    server.cli("secret", "rotate")
    api.patch("/campaigns/" + api.get("/campaigns").data[0]["id"], {"name": "Later"})
    push(api, expect=None)
    told = all_that_is_told(server, api)
    lines = [line[:64] for line in (server.data / "secret.key").read_text().splitlines()]
    assert len(lines) == 2
    for line in lines:
        assert line not in told and line not in server.log_text()
        assert bytes.fromhex(line) not in (server.data / "adcore.db").read_bytes()
    assert_nowhere(server, road, told)


def test_no_file_of_the_database_holds_any(place):
    """Searches all files for the secrets of the tests above, reading each byte once."""
    server, road = place
    api = drafts_for(server, "meta")
    push(api, expect=None)
    assert_nowhere(server, road)
    needles = [secret.encode() for secret in road.secrets]
    seen = 0
    for name, data in database_bytes(server):
        assert not [needle for needle in needles if needle in data], name
        seen += b"connections" in data
    assert seen, "the database was not looked at"
