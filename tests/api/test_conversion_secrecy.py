"""Personal data of conversions is hashed by each platform's rule and stored nowhere in plain
text."""

import contextlib
import subprocess

import pytest

from adcore_conversions import PATH, body_of, make, sha
from adcore_secrecy import database_bytes
from adcore_server import Server

PLAINS = (
    "Erika.Mustermann+Privat@Nowhere-Else.example",
    "jos\u00e9.unfindable@nowhere-else.example",
    "erika.bad@nowhere-else",
    "+49 (0)30 / 7135 2468",
    "+4971352469",
    "030 7135 2470",
)
# Each spelling of the values: as sent, normalized, and as digits.
NEEDLES = ("erika", "mustermann", "unfindable", "nowhere-else", "7135 24", "3071352468", "71352469")


def hashes_of_bodies():
    return [sha(each) for each in ('{"email": "%s"}' % PLAINS[0],)]


def requests_with_plains(api):
    """Valid, invalid, keyed, validateOnly and hostile conversions."""
    for number, plain in enumerate(PLAINS):
        field = "email" if "@" in plain else "phone"
        for fields in (
            {},
            {"platforms": ["google"]},
            {"value": -1},
            {"orderId": "same"},
            {"orderId": "same"},
            {field + "Sha256": sha("other")},
            {"clickIds": {"gclid": "a", "gbraid": "b"}},
        ):
            body = body_of(**{field: plain}, **fields)
            key = {"Idempotency-Key": "%d %s" % (number, sorted(fields))}
            yield api.post(PATH, body, headers=key, expect=(201, 400, 409))
            yield api.post(PATH, body, headers=key, expect=(201, 400, 409))
            yield api.post(PATH, body, expect=(200, 400, 409), query={"validateOnly": True})
        wrongs = (
            {"emailSha256": plain},
            {"phoneSha256": plain.ljust(64)},
            {"phoneDigitsSha256": plain},
            {field: [plain]},
            {field: {"value": plain}},
            {field: plain + " " + plain},
            {"currency": plain},
            {"actionSource": plain},
            {"platforms": [plain]},
            {"consent": {"adUserData": plain}},
            {"occurredAt": plain},
            {"clickIds": {"gclid": plain}},
            {"clickIds": plain},
            {"value": plain},
        )
        for index, wrong in enumerate(wrongs):
            body = body_of(**dict({field: plain}, **wrong))
            key = {"Idempotency-Key": "wrong %d %d" % (number, index)}
            yield api.post(PATH, body, expect=400, headers=key)
        only = b'{"email": "%s"}' % plain.encode()
        yield api.post(PATH, raw=only, expect=400, headers={"Idempotency-Key": "only%d" % number})
        raws = (
            only[:-1],
            only + b"x",
            only.replace(b": ", b": \x00"),
            only.replace(b'"}', b'\xff"}'),
            b'"%s"' % plain.encode(),
            b'["%s"]' % plain.encode(),
        )
        for index, raw in enumerate(raws):
            key = {"Idempotency-Key": "raw %d %d" % (number, index)}
            yield api.post(PATH, raw=raw, expect=400, headers=key)
        batch = {"operations": [{"method": "POST", "body": body_of(**{field: plain})}] * 2}
        for more in ({}, {"atomic": True}):
            key = {"Idempotency-Key": "batch %d %d" % (number, len(more))}
            yield api.post(PATH + "/batch", dict(batch, **more), expect=(200, 400), headers=key)
        yield api.post(PATH, raw=only, expect=415, content_type="text/plain")
        yield api.get(PATH, query={"email": plain}, expect=400)
        yield api.get(PATH, query={"platforms": plain}, expect=400)


def needles_in(data):
    lower = data.lower()
    found = [needle for needle in NEEDLES if needle.encode() in lower]
    return found + [text for text in hashes_of_bodies() if text.encode() in lower]


@pytest.fixture(scope="module")
def watched():
    with Server() as running:
        yield running


def test_plain_values_are_nowhere_afterwards(watched):
    api = watched.account().client()
    kept = 0
    for resp in requests_with_plains(api):
        kept += resp.status == 201
        assert not needles_in(resp.raw), resp
        assert not needles_in(repr(resp.header_list).encode()), resp
    assert kept > 8
    api.get(PATH)
    assert not needles_in(watched.log_path.read_bytes())
    for when in ("running", "stopped"):
        seen = 0
        for name, data in database_bytes(watched):
            found = needles_in(data)
            assert not found, "%s, %s: %s" % (name, when, found)
            seen += b"conversionAction" in data
        assert seen, "the database was not looked at"
        if when == "running":
            assert watched.terminate() == 0
    assert not needles_in(watched.log_path.read_bytes())


def test_the_hashes_are_kept_by_each_rule(server):
    """Reads the private columns, which no response contains."""
    api = server.account().client()
    made = make(api, email=" Al.ice$+Apple@GMAIL.com", phone="+1 (650) 555-1212")
    given = make(
        api,
        emailSha256=sha("given@example.com").upper(),
        phoneSha256=sha("+16505551213"),
        phoneDigitsSha256=sha("16505551213"),
    )
    columns = [
        platform + "_" + kind
        for kind in ("email", "phone")
        for platform in ("google", "microsoft", "reddit", "meta")
    ]

    def stored(one):
        text = "SELECT %s FROM conversions WHERE id = '%s'" % (", ".join(columns), one["id"])
        if server.database.url:
            done = subprocess.run(
                ["psql", "-X", "-At", "-d", server.database.url, "-c", text],
                check=True,
                capture_output=True,
                text=True,
            )
            return [value or None for value in done.stdout.strip().split("|")]
        import sqlite3

        with contextlib.closing(sqlite3.connect(server.data / "adcore.db")) as db:
            return list(db.execute(text).fetchone())

    assert stored(made) == [
        sha("alice$@gmail.com"),
        sha("alice$@gmail.com"),
        sha("alice@gmail.com"),
        sha("al.ice$+apple@gmail.com"),
        sha("+16505551212"),
        sha("+16505551212"),
        sha("+16505551212"),
        sha("16505551212"),
    ]
    assert stored(given) == [
        sha("given@example.com"),
        None,
        None,
        sha("given@example.com"),
        sha("+16505551213"),
        sha("+16505551213"),
        sha("+16505551213"),
        sha("16505551213"),
    ]
    shown = api.get(PATH).text
    for value in stored(made) + stored(given):
        assert value is None or value not in shown
