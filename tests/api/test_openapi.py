"""The description: complete, valid, and the same wherever it is asked for."""

import json
import re

import pytest
from jsonschema import Draft202012Validator

from adcore_server import Server

METHODS = ("get", "post", "patch", "delete", "put", "head", "options", "trace")


@pytest.fixture(scope="module")
def doc(server):
    return server.client().get("/openapi.json").json


def operations(doc):
    for path, item in doc["paths"].items():
        for method in METHODS:
            if method in item:
                yield path, method, item[method], item.get("parameters", [])


def resolve(doc, node):
    while isinstance(node, dict) and "$ref" in node:
        target = doc
        assert node["$ref"].startswith("#/"), node["$ref"]
        for word in node["$ref"][2:].split("/"):
            target = target[word.replace("~1", "/").replace("~0", "~")]
        node = target
    return node


def test_public_and_not_enveloped(server, doc):
    assert re.match(r"^3\.1\.\d+$", doc["openapi"])
    assert "data" not in doc
    assert doc["info"]["title"] and doc["info"]["version"]


def test_server_address_is_the_base_url(server, doc):
    assert doc["servers"][0]["url"] == server.base_url
    for path in doc["paths"]:
        assert path.startswith("/") and not path.startswith("/api/"), path


def test_public_url_is_taken_into_it():

    with Server(args=["--public-url", "https://ads.example.org"]) as server:
        doc = server.client().get("/openapi.json").json
        assert doc["servers"][0]["url"] == "https://ads.example.org/api/v1"


def test_a_token_does_not_change_it(server, account, doc):
    assert account.client().get("/openapi.json").json == doc


def test_the_command_line_prints_the_same(server, doc):
    printed = json.loads(server.cli("openapi", as_json=False).out)
    described = json.loads(server.cli("describe", "openapi", as_json=False).out)
    for each in (printed, described):
        assert each["paths"] == doc["paths"]
        assert each["components"] == doc["components"]


def test_every_route_of_this_stage_is_there(doc):
    have = {(re.sub(r"\{[^}]*\}", "{}", path), method) for path, method, _, _ in operations(doc)}
    wanted = {
        ("/me", "get"),
        ("/spaces", "get"),
        ("/spaces/{}", "get"),
        ("/openapi.json", "get"),
        ("/sync", "get"),
        ("/sync", "post"),
        ("/sync/preview", "get"),
        ("/sync/preview", "post"),
        ("/sync/{}", "get"),
        ("/sync/{}/cancel", "post"),
        ("/sync/{}/retry", "post"),
    }
    for name in ("campaigns", "ad-groups", "ads", "keywords"):
        wanted |= {
            ("/" + name, "get"),
            ("/" + name, "post"),
            ("/%s/{}" % name, "get"),
            ("/%s/{}" % name, "patch"),
            ("/%s/{}" % name, "delete"),
            ("/%s/{}/restore" % name, "post"),
        }
    assert wanted <= have, "missing: %s" % sorted(wanted - have)


def test_operations_are_well_described(doc):
    ids = []
    for path, method, operation, shared in operations(doc):
        where = "%s %s" % (method, path)
        ids.append(operation["operationId"])
        assert operation.get("summary") or operation.get("description"), where
        named = set(re.findall(r"\{([^}]*)\}", path))
        parameters = [resolve(doc, each) for each in shared + operation.get("parameters", [])]
        in_path = {each["name"] for each in parameters if each["in"] == "path"}
        assert named == in_path, where
        assert any(code.startswith("2") for code in operation["responses"]), where
    assert len(ids) == len(set(ids)), "operationIds repeat"


def test_every_error_is_documented(doc):
    for path, method, operation, _ in operations(doc):
        codes = set(operation["responses"])
        where = "%s %s" % (method, path)
        if path == "/openapi.json":
            continue
        wanted = {"401", "402", "429"}
        if path not in ("/me",) and not path.startswith("/spaces"):
            wanted.add("403")
        if "{" in path:
            wanted.add("404")
        if method in ("post", "patch") and "requestBody" in operation:
            wanted |= {"400", "413", "415"}
        assert wanted <= codes, "%s does not document %s" % (where, sorted(wanted - codes))


def test_only_the_description_is_public(doc):
    schemes = doc["components"]["securitySchemes"]
    assert [
        name
        for name, each in schemes.items()
        if each["type"] == "http" and each["scheme"].lower() == "bearer"
    ]
    for path, method, operation, _ in operations(doc):
        security = operation.get("security", doc.get("security", []))
        if path == "/openapi.json":
            assert security == [] or {} in security
        else:
            assert security and {} not in security, "%s %s" % (method, path)


def test_every_reference_leads_somewhere(doc):
    def walk(node):
        if isinstance(node, dict):
            if isinstance(node.get("$ref"), str):
                resolve(doc, node)
            for inner in node.values():
                walk(inner)
        elif isinstance(node, list):
            for inner in node:
                walk(inner)

    walk(doc)


def test_every_schema_is_a_schema(doc):
    for name, schema in doc["components"]["schemas"].items():
        Draft202012Validator.check_schema(schema)
        assert schema, name
    for _, _, operation, _ in operations(doc):
        contents = [resolve(doc, operation.get("requestBody", {})).get("content", {})]
        contents += [
            resolve(doc, each).get("content", {}) for each in operation["responses"].values()
        ]
        for content in contents:
            for media in content.values():
                Draft202012Validator.check_schema(media.get("schema", {}))


def test_required_fields_are_those_of_the_contract(doc):
    wanted = {
        "/campaigns": {"name", "type", "budget"},
        "/ad-groups": {"campaignId", "name"},
        "/ads": {"adGroupId", "type", "finalUrl"},
        "/keywords": {"text", "matchType"},
    }
    for path, names in wanted.items():
        body = resolve(doc, doc["paths"][path]["post"]["requestBody"])
        schema = resolve(doc, body["content"]["application/json"]["schema"])
        assert set(schema["required"]) == names, path


def test_patches_offer_the_expected_version(doc):
    schemas = doc["components"]["schemas"]
    for name in ("Campaign", "AdGroup", "Ad", "Keyword"):
        assert schemas[name + "Patch"]["properties"]["expectedVersion"]["type"] == "integer"
        assert "required" not in schemas[name + "Patch"]
        assert "expectedVersion" not in schemas[name + "Input"]["properties"]


def test_only_a_check_answers_without_an_id(doc):
    def data(path, status):
        content = doc["paths"][path]["post"]["responses"][status]["content"]
        ref = content["application/json"]["schema"]["properties"]["data"]["$ref"]
        return doc["components"]["schemas"][ref.rpartition("/")[2]]

    for path, made in (("/campaigns", "201"), ("/keywords", "201"), ("/sync", "202")):
        kept, checked = data(path, made), data(path, "200")
        assert kept["properties"]["id"]["type"] == "string"
        assert {"type": "null"} in checked["properties"]["id"]["oneOf"]
        assert "id" in kept["required"] and "id" in checked["required"]


def test_what_a_token_may_not_read_is_not_required(doc):
    for name in ("SyncPlan", "SyncRun"):
        listed = doc["components"]["schemas"][name]["properties"]["operations"]
        listed = listed.get("items") or listed["oneOf"][0]["items"]
        assert {"op", "resource", "dailyBudgetDelta"} <= set(listed["required"])
        assert not {"id", "platform", "remoteId", "changes"} & set(listed["required"])


def test_null_is_taken_wherever_there_is_a_default(doc):
    for name in ("CampaignPatch", "CampaignInput"):
        fields = doc["components"]["schemas"][name]["properties"]
        for field in ("status", "labels", "locations", "languages", "bidding", "platform"):
            assert {"type": "null"} in fields[field]["oneOf"], field
        for field in ("name", "type", "budget"):
            assert "oneOf" not in fields[field]
