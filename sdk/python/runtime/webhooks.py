"""Signatures of webhooks (Standard Webhooks): HMAC-SHA-256 over "id.timestamp.body"."""

import base64
import binascii
import hashlib
import hmac
import time
from typing import Any, Mapping, Union

from ._model import loads
from .errors import SignatureError


def verify_webhook(
    body: Union[bytes, str], headers: Mapping[str, str], secret: str, tolerance: float = 300
) -> Any:
    """The event of a webhook. `body` is the body as it was received. Raises SignatureError where the
    signature is wrong or older than `tolerance` seconds."""
    raw = body.encode() if isinstance(body, str) else bytes(body)
    heads = {str(name).lower(): value for name, value in headers.items()}
    sent = heads.get("webhook-timestamp", "")
    if not sent.isdigit() or abs(time.time() - int(sent)) > tolerance:
        raise SignatureError("The webhook has no timestamp, or one that is too old or in the future")
    try:
        key = base64.b64decode(secret[6:] if secret.startswith("whsec_") else secret, validate=True)
    except binascii.Error:
        key = b""
    if not key:
        raise SignatureError("The secret must be whsec_ and base64")
    text = ("%s.%s." % (heads.get("webhook-id", ""), sent)).encode() + raw
    wanted = "v1," + base64.b64encode(hmac.new(key, text, hashlib.sha256).digest()).decode()
    for each in heads.get("webhook-signature", "").split(" "):
        if hmac.compare_digest(each.encode(), wanted.encode()):
            return loads(raw.decode("utf-8"))
    raise SignatureError("The signature of the webhook does not verify")
