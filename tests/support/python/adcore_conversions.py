"""Offline conversions for tests: realistic bodies, the hashes of the contract, and the
platforms' received events."""

import datetime
import hashlib

from adcore_make import serial

PATH = "/conversions/offline"
ONLY = {"include": ["CONVERSIONS"]}  # of a push


def sha(text):
    return hashlib.sha256(text.encode()).hexdigest()


def ago(**delta):
    then = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(**delta)
    return then.strftime("%Y-%m-%dT%H:%M:%SZ")


def body_of(**fields):
    body = {"conversionAction": "Order", "occurredAt": ago(hours=3)}
    if not set(fields) & {
        "clickIds",
        "email",
        "phone",
        "emailSha256",
        "phoneSha256",
        "phoneDigitsSha256",
    }:
        body["clickIds"] = {"gclid": "Cj0K-%d_x" % serial()}
    body.update(fields)
    return body


def make(api, **fields):
    return api.post(PATH, body_of(**fields)).data


def result_at(desk, made, platform):
    """The current conversion, and its result on the platform."""
    row = desk.api.get("%s/%s" % (PATH, made["id"])).data
    (at,) = [each for each in row["platformResults"] if each["platform"] == platform]
    return row, at


def counted_once(keys, rows):
    """A platform's counted events by their unique key. Fails if a key occurs twice."""
    assert len(keys) == len(set(keys)), "counted twice: %r" % keys
    return dict(zip(keys, rows))


def asked(desk, path):
    return [each for each in desk.box.log(desk.after) if each["path"].endswith(path)]
