"""v1 only grows: the description against the last release's, and the comparison against itself."""

import copy
import json
import os
import pathlib
import subprocess

import pytest

from compat import breaking

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(os.environ.get("ADCORE_BIN") or ROOT / "build" / "adcore")
RELEASE = ROOT / "tests" / "golden" / "openapi-release.json"


@pytest.fixture(scope="module")
def now():
    done = subprocess.run([BINARY, "describe", "openapi"], capture_output=True, check=True)
    return json.loads(done.stdout)


def test_nothing_that_was_released_is_taken_away(now):
    with open(RELEASE, encoding="utf-8") as file:
        faults = breaking(json.load(file), now)
    assert not faults, "removals and renames go to /api/v2:\n" + "\n".join(faults)


def test_the_same_breaks_nothing(now):
    assert breaking(now, now) == []


CAMPAIGN = ("components", "schemas", "Campaign")
CREATE = ("components", "schemas", "CampaignCreate")
POST = ("paths", "/campaigns", "post")
LIST = ("paths", "/campaigns", "get")


def at(doc, path):
    for word in path:
        doc = doc[word]
    return doc


def without(*path):
    def change(doc):
        del at(doc, path[:-1])[path[-1]]

    return change


def put(value, *path):
    def change(doc):
        at(doc, path[:-1])[path[-1]] = value

    return change


def drop_value(value, *path):
    return lambda doc: at(doc, path).remove(value)


def add_value(value, *path):
    return lambda doc: at(doc, path).append(value)


def parameter(doc, path, name):
    for each in at(doc, path)["parameters"]:
        if each.get("name") == name:
            return each
    raise KeyError(name)


def drop_filter(doc):
    at(doc, LIST)["parameters"].remove(parameter(doc, LIST, "platform"))


def narrow_filter(doc):
    parameter(doc, LIST, "platform")["schema"]["items"]["enum"].remove("meta")


def require_filter(doc):
    parameter(doc, LIST, "platform")["required"] = True


def drop_bound(doc):
    del at(doc, CREATE)["properties"]["name"]["maxLength"]


def answer_null(doc):
    field = at(doc, CAMPAIGN)["properties"]["name"]
    at(doc, CAMPAIGN)["properties"]["name"] = {"oneOf": [field, {"type": "null"}]}


def refuse_null(doc):
    field = at(doc, CREATE)["properties"]["status"]
    at(doc, CREATE)["properties"]["status"] = field["oneOf"][0]


def new_required_parameter(doc):
    at(doc, POST)["parameters"].append(
        {"name": "reason", "in": "query", "required": True, "schema": {"type": "string"}}
    )


BREAKING = {
    "a path": without("paths", "/keywords/{id}/restore"),
    "an operation": without("paths", "/campaigns/{id}", "patch"),
    "its name": put("makeCampaign", *POST, "operationId"),
    "another scope": add_value("sync:write", *POST, "x-required-scopes"),
    "a token": put([{"bearer": []}], "paths", "/openapi.json", "get", "security"),
    "a parameter": drop_filter,
    "a parameter's value": narrow_filter,
    "a parameter required": require_filter,
    "a new required parameter": new_required_parameter,
    "a shared parameter's bound": put(100, "components", "parameters", "limit", "schema", "maximum"),
    "a body required": put(True, "paths", "/sync/preview", "post", "requestBody", "required"),
    "a body's media type": without(*POST, "requestBody", "content", "application/json"),
    "a field of a request": without(*CREATE, "properties", "labels"),
    "a field required": add_value("platform", *CREATE, "required"),
    "a value of a request": drop_value("VIDEO", *CREATE, "properties", "type", "enum"),
    "a type of a request": put("string", *CREATE, "properties", "budget", "type"),
    "a narrower number": put("float", *CREATE, "properties", "budget", "format"),
    "an integer only": put("integer", *CREATE, "properties", "budget", "type"),
    "a maximum": put(1000, *CREATE, "properties", "budget", "maximum"),
    "a minimum": put(1, *CREATE, "properties", "budget", "minimum"),
    "a length": put(64, *CREATE, "properties", "name", "maxLength"),
    "a pattern": put("^[a-z]+$", *CREATE, "properties", "name", "pattern"),
    "null in a request": refuse_null,
    "a field inside": without(
        "components", "schemas", "CampaignCreateBidding", "properties", "maxCpc"
    ),
    "a field inside required": put(
        ["strategy", "maxCpc"], "components", "schemas", "CampaignCreateBidding", "required"
    ),
    "a success status": without(*POST, "responses", "201"),
    "not modified": without("paths", "/campaigns/{id}", "get", "responses", "304"),
    "an answer's media type": without(*POST, "responses", "201", "content", "application/json"),
    "a header": without(*POST, "responses", "201", "headers", "ETag"),
    "a header's presence": without("components", "headers", "X-Request-Id", "required"),
    "a field of an answer": without(*CAMPAIGN, "properties", "labels"),
    "a field's presence": drop_value("labels", *CAMPAIGN, "required"),
    "a field's type": put({"type": "integer"}, *CAMPAIGN, "properties", "name"),
    "a field's format": without(*CAMPAIGN, "properties", "createdAt", "format"),
    "null in an answer": answer_null,
    "a value of an answer": drop_value("MODIFIED", *CAMPAIGN, "properties", "syncState", "enum"),
    "a field inside an answer": without("components", "schemas", "Remote", "properties", "status"),
    "the envelope": without("components", "schemas", "CampaignList", "properties", "meta"),
    "a field of an error": without("components", "schemas", "ValidationErrorDetails", "properties", "fields"),
}

HARMLESS = {
    "an operation": put(
        {"operationId": "x", "responses": {"200": {"description": "x"}}}, "paths", "/campaigns", "put"
    ),
    "an optional parameter": lambda doc: at(doc, POST)["parameters"].append(
        {"name": "reason", "in": "query", "schema": {"type": "string"}}
    ),
    "an optional field": put({"type": "string"}, *CREATE, "properties", "note"),
    "a field of an answer": put({"type": "string"}, *CAMPAIGN, "properties", "note"),
    "a value of a request": add_value("AUDIO", *CREATE, "properties", "type", "enum"),
    "a value of an answer": add_value("AUDIO", *CAMPAIGN, "properties", "type", "enum"),
    "a code of an error": add_value("X", "components", "schemas", "ConflictError", "properties", "code", "enum"),
    "a status of an error": put({"description": "x"}, *POST, "responses", "418"),
    "an error less": without(*POST, "responses", "422"),
    "a scope less": put([], *POST, "x-required-scopes"),
    "a wider bound": drop_bound,
    "a field no longer required": drop_value("type", *CREATE, "required"),
    "other words": put("Else.", *POST, "description"),
    "a deprecation": put(True, *POST, "deprecated"),
    "another name of a schema": lambda doc: None,
}


def rename_schema(doc):
    text = json.dumps(doc).replace("schemas/CampaignBidding\"", "schemas/Bids\"")
    doc.clear()
    doc.update(json.loads(text))
    doc["components"]["schemas"]["Bids"] = doc["components"]["schemas"].pop("CampaignBidding")


HARMLESS["another name of a schema"] = rename_schema


@pytest.mark.parametrize("what", BREAKING)
def test_what_breaks_is_seen(now, what):
    new = copy.deepcopy(now)
    BREAKING[what](new)
    assert breaking(now, new), what


@pytest.mark.parametrize("what", HARMLESS)
def test_what_is_added_passes(now, what):
    new = copy.deepcopy(now)
    HARMLESS[what](new)
    assert breaking(now, new) == [], what


def test_the_widest_format_of_a_number_takes_nothing_away(now):
    old = copy.deepcopy(now)
    del at(old, CREATE)["properties"]["budget"]["format"]
    assert breaking(old, now) == []
