"""Reddit has no client library: reddit_bodies.json has the members of its published bodies."""

import json
from pathlib import Path

import jsonschema
import pytest

import recorded
from reddit_client import Reddit

BODIES = json.loads((Path(__file__).parent / "reddit_bodies.json").read_text())
KINDS = {
    "campaigns": "campaign",
    "ad_groups": "ad_group",
    "ads": "ad",
    "posts": "post",
    "conversion_events": "conversion_events",
}
SENT = [r for r in recorded.requests("reddit") if r.method in ("POST", "PATCH")]


def faults(method, path, data):
    kind = [KINDS[part] for part in path.split("/") if part in KINDS][-1]
    schema = BODIES["%s_%s" % (kind, "create" if method == "POST" else "patch")]
    found = jsonschema.Draft202012Validator(schema).iter_errors(data)
    return sorted("/".join(map(str, f.absolute_path)) + ": " + f.message for f in found)


@pytest.mark.parametrize("request_", SENT, ids=lambda r: r.name)
def test_a_request_is_the_published_body(request_):
    body = recorded.body(request_)
    assert list(body) == ["data"]
    assert faults(request_.method, request_.path, body["data"]) == []


def test_what_the_body_does_not_have_is_found():
    assert len(faults("PATCH", "/campaigns/1", {"nam": "A", "goal_value": "5"})) == 2


def test_the_simulator_takes_no_other_members(sandbox):
    """The simulator refuses members that the published body does not have."""
    us = Reddit(sandbox)
    made = us.must("campaigns", us.campaign_fields())
    status, answer = us.patch("campaigns", made["id"], {"nam": "A"})
    assert status == 400 and "nam" in json.dumps(answer)
