"""Offline conversions for tests: believable bodies, and the hash that the contract means."""

import datetime
import hashlib

from adcore_make import serial

PATH = "/conversions/offline"


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
