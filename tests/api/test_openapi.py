"""The OpenAPI description is complete, valid and the same at each of its addresses."""

import json
import re

import pytest
from jsonschema import Draft202012Validator

from adcore_description import operations, resolve
from adcore_server import Server


@pytest.fixture(scope="module")
def doc(server):
    return server.client().get("/openapi.json").json


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
        if operation["security"] == []:
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
        if path in ("/openapi.json", "/changelog.json"):
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
        assert schemas[name + "Update"]["properties"]["expectedVersion"]["type"] == "integer"
        assert "required" not in schemas[name + "Update"]
        assert "expectedVersion" not in schemas[name + "Create"]["properties"]


def test_only_a_check_answers_without_an_id(doc):
    def data(path, status):
        content = doc["paths"][path]["post"]["responses"][status]["content"]
        envelope = resolve(doc, content["application/json"]["schema"])
        return resolve(doc, envelope["properties"]["data"])

    for path, made in (("/campaigns", "201"), ("/keywords", "201"), ("/sync", "202")):
        kept, checked = data(path, made), data(path, "200")
        assert kept["properties"]["id"]["type"] == "string"
        assert {"type": "null"} in checked["properties"]["id"]["oneOf"]
        assert "id" in kept["required"] and "id" in checked["required"]


def test_what_a_token_may_not_read_is_not_required(doc):
    for name in ("SyncPlan", "SyncRun"):
        listed = doc["components"]["schemas"][name]["properties"]["operations"]
        listed = resolve(doc, listed.get("items") or listed["oneOf"][0]["items"])
        assert {"op", "resource", "dailyBudgetDelta"} <= set(listed["required"])
        assert not {"id", "platform", "remoteId", "changes"} & set(listed["required"])


def test_null_is_taken_wherever_there_is_a_default(doc):
    for name in ("CampaignUpdate", "CampaignCreate"):
        fields = doc["components"]["schemas"][name]["properties"]
        for field in ("status", "labels", "locations", "languages", "bidding", "platform"):
            assert {"type": "null"} in fields[field]["oneOf"], field
        for field in ("name", "type", "budget"):
            assert "oneOf" not in fields[field]


def media_types(doc):
    """Every (where, media type) of the operations' bodies and answers, references followed."""
    for path, method, operation, _ in operations(doc):
        where = "%s %s" % (method, path)
        if "requestBody" in operation:
            for media in resolve(doc, operation["requestBody"])["content"].values():
                yield where + " body", media
        for status, response in operation["responses"].items():
            for kind, media in resolve(doc, response).get("content", {}).items():
                yield "%s %s %s" % (where, status, kind), media


def test_every_body_and_answer_has_examples_that_hold(doc):
    for where, media in media_types(doc):
        if media["schema"].get("format") == "binary":
            continue
        values = [resolve(doc, each)["value"] for each in media.get("examples", {}).values()]
        values += [media["example"]] if "example" in media else []
        assert values, where
        check = Draft202012Validator({**media["schema"], "components": doc["components"]})
        for value in values:
            faults = ["%s: %s" % (list(e.path), e.message) for e in check.iter_errors(value)]
            assert not faults, "%s: %s" % (where, faults)


def test_parameters_have_examples_that_hold(doc):
    for path, method, operation, shared in operations(doc):
        for each in shared + operation.get("parameters", []):
            each = resolve(doc, each)
            where = "%s %s %s" % (method, path, each["name"])
            assert each.get("description"), where
            if "example" in each:
                check = Draft202012Validator({**each["schema"], "components": doc["components"]})
                assert check.is_valid(each["example"]), where


def test_answers_tolerate_and_requests_do_not(doc):
    """Response schemas allow unknown members. Request schemas refuse them."""

    def inside(node, seen):
        node = resolve(doc, node)
        if id(node) in seen:
            return
        seen.add(id(node))
        yield node
        for each in node.get("properties", {}).values():
            yield from inside(each, seen)
        for each in node.get("oneOf", []) + ([node["items"]] if "items" in node else []):
            yield from inside(each, seen)

    for where, media in media_types(doc):
        for schema in inside(media["schema"], set()):
            if schema.get("type") != "object" or "properties" not in schema:
                continue
            if where.endswith(" body"):
                assert schema.get("additionalProperties") is False, where
            else:
                assert schema.get("additionalProperties", True) is not False, where


def test_scopes_are_those_of_the_flow(doc):
    flow = doc["components"]["securitySchemes"]["oauth2"]["flows"]["authorizationCode"]
    assert len(flow["scopes"]) == 13 and all(flow["scopes"].values())
    for path, method, operation, _ in operations(doc):
        named = [each["oauth2"] for each in operation["security"] if "oauth2" in each]
        wanted = [operation["x-required-scopes"]] if operation["security"] else []
        assert named == wanted, "%s %s" % (method, path)
        assert set(operation["x-required-scopes"]) <= set(flow["scopes"])


def test_what_is_made_can_be_followed(doc):
    for path in ("/campaigns", "/ad-groups", "/ads", "/keywords"):
        links = doc["paths"][path]["post"]["responses"]["201"]["links"]
        ids = {
            operation["operationId"]
            for where, _, operation, _ in operations(doc)
            if where.startswith(path + "/{id}")
        }
        assert ids <= set(links), path
        for link in links.values():
            assert set(link["parameters"].values()) == {"$response.body#/data/id"}


def test_it_is_kept_by_its_tag(server):
    client = server.client()
    tag = client.get("/openapi.json").headers["etag"]
    again = client.get("/openapi.json", headers={"If-None-Match": tag}, expect=304)
    assert not again.text and again.headers["etag"] == tag


def test_the_changelog_is_public_and_knows_this_version(server, doc):
    data = server.client().get("/changelog.json").json["data"]
    assert data["versions"][0]["version"] == doc["info"]["version"]
    assert data["versions"][0]["changes"]
    assert data["deprecations"] == []


def test_examples_of_requests_would_be_taken(server, account, doc):
    """Valid except for the ids in them, which belong to no object."""
    client = account.client()
    for path, method, operation, shared in operations(doc):
        names = {
            resolve(doc, each)["name"] for each in shared + operation.get("parameters", [])
        }
        if method != "post" or "requestBody" not in operation or "{" in path:
            continue
        if path.endswith(("/batch", "/bulk")):
            continue  # one example serves all kinds, though not every kind has these fields
        content = resolve(doc, operation["requestBody"])["content"]["application/json"]
        for example in content["examples"].values():
            body = resolve(doc, example)["value"]
            query = {"validateOnly": "true"} if "validateOnly" in names else {}
            answer = client.post(path, body, query=query, expect=None)
            if answer.status < 300:
                continue
            assert answer.status in (400, 404, 409), "%s: %s" % (path, answer.text)
            faults = answer.json["error"]["details"].get("fields", [])
            codes = {each["code"] for each in faults}
            assert codes <= {"REFERENCE_NOT_FOUND"}, "%s: %s" % (path, answer.text)
