"""Videos of the simulated Marketing API: uploaded as files, processed, and used by creatives."""

import json

import pytest

from meta_client import PNG, Graph, fault

VIDEO = b"\0\0\0\x18ftypisom\0\0\r\n--not the end\r\n" + bytes(range(256))


@pytest.fixture
def us(sandbox):
    return Graph(sandbox)


def upload(us, data=VIDEO, title="ast_1"):
    line = "b0unda7y"
    body = (
        "--%s\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\n%s\r\n" % (line, title)
        + "--%s\r\nContent-Disposition: form-data; name=\"source\"; " % line
        + 'filename="video.mp4"\r\nContent-Type: video/mp4\r\n\r\n'
    ).encode()
    heads = {
        "Authorization": "Bearer " + us.token,
        "Content-Type": "multipart/form-data; boundary=" + line,
    }
    path = "/meta/v26.0/%s/advideos?appsecret_proof=%s" % (us.act, us.proof())
    whole = body + data + ("\r\n--%s--\r\n" % line).encode()
    status, _, text = us.process.raw("POST", path, whole, heads)
    return status, json.loads(text)


def story(us, video, **fields):
    image = us.must("POST", us.act + "/adimages", bytes=PNG)["images"]["bytes"]["hash"]
    button = {"type": "SHOP_NOW", "value": {"link": "https://shop.example/"}}
    data = {"video_id": video, "image_hash": image, "call_to_action": button, **fields}
    data = {k: v for k, v in data.items() if v is not None}
    return {"object_story_spec": {"page_id": "555", "video_data": data}}


def status_of(us, video):
    return us.read(video, "id,title,status")["status"]["video_status"]


def test_a_file_is_taken_prepared_and_shown(us):
    status, answer = upload(us)
    assert status == 200, answer
    video = answer["id"]
    listed = us.must("GET", us.act + "/advideos", fields="id,title")["data"]
    assert listed == [{"id": video, "title": "ast_1"}]
    got = us.refused("POST", us.act + "/adcreatives", name="Video", **story(us, video))
    assert got == (100, 1885252, "video_id")
    assert [status_of(us, video) for _ in range(3)] == ["processing", "ready", "ready"]
    assert us.must("POST", us.act + "/adcreatives", name="Video", **story(us, video))["id"]
    got = us.refused("POST", us.act + "/adcreatives", **story(us, video, image_hash=None))
    assert got == (100, 1443226, "video_data")


def test_what_is_no_video_is_refused(us):
    status, answer = upload(us, b"no video at all, but some bytes")
    assert status == 400 and fault(answer) == (352, None, "source")
    assert us.refused("POST", us.act + "/advideos", title="x") == (100, None, "source")
    assert us.must("GET", us.act + "/advideos", fields="id")["data"] == []


def test_one_that_cannot_be_prepared(us):
    _, answer = upload(us)
    wish = {"platform": "meta", "customerId": us.id, "id": answer["id"], "set": {"_broken": True}}
    assert us.process.control("POST", "edit", wish)[0] == 200
    assert [status_of(us, answer["id"]) for _ in range(3)] == ["error"] * 3


@pytest.mark.parametrize("end", [b"", b"\r\n--b0unda7y", b"--b0unda7y--"])
def test_a_body_that_breaks_off_gives_no_video(us, end):
    heads = {
        "Authorization": "Bearer " + us.token,
        "Content-Type": "multipart/form-data; boundary=b0unda7y",
    }
    path = "/meta/v26.0/%s/advideos?appsecret_proof=%s" % (us.act, us.proof())
    body = b'--b0unda7y\r\nContent-Disposition: form-data; name="source"; filename="f"' + end
    status, _, text = us.process.raw("POST", path, body, heads)
    assert status == 400 and fault(json.loads(text)) == (100, None, "source")


def test_a_video_has_one_thumbnail(us):
    _, answer = upload(us)
    while status_of(us, answer["id"]) != "ready":
        pass
    both = story(us, answer["id"], image_url="https://shop.example/a.png")
    refused = us.refused("POST", us.act + "/adcreatives", name="C", **both)
    assert refused == (100, 1443051, "video_data")
    us.must("POST", us.act + "/adcreatives", name="C", **story(us, answer["id"]))
