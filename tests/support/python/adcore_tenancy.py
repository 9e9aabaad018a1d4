"""Objects for tests of tenancy, made from the description. For each kind of id in a path, a body or
a query: one of the account, one of another Space, one of the account's other environment, and an
unknown one.

Objects are made from the examples of the description: a POST to a collection with its required
fields and references to earlier objects. MAKERS has the exceptions. A kind that neither can make
fails its test: a new operation is included, or its needs are declared.
"""

import base64
import copy
import re
import struct
import zlib
from urllib.parse import quote

import adcore_description as description
from adcore_make import missing_id

BASE = "/api/v1"
PREFIX = re.compile(r"\^([a-z]+_)")
EXAMPLE = re.compile(r"([a-z]+_)[0-9A-HJKMNP-TV-Z]{26}$")
# Kinds that an account has without making any, or not in every environment: (environments).
ONLY = {"con_": ("test",), "spc_": ("test",)}
# Names of ids whose schema does not state the kind: prefix and collection.
NAMED = {
    "campaignIds": ("cmp_", "/campaigns"),
    "campaignId": ("cmp_", "/campaigns"),
    "adGroupId": ("agr_", "/ad-groups"),
    "logoAssetId": ("ast_", "/assets"),
    "objectId": ("cmp_", "/campaigns"),
}


class Description:
    def __init__(self, doc):
        self.doc = doc

    def resolve(self, node):
        return description.resolve(self.doc, node)

    def operations(self):
        for path, method, operation, _ in description.operations(self.doc):
            yield method.upper(), path, operation

    def operation(self, method, path):
        return self.doc["paths"].get(path, {}).get(method.lower())

    def parameters(self, path, operation):
        both = operation.get("parameters", []) + self.doc["paths"][path].get("parameters", [])
        return [self.resolve(each) for each in both]

    def shown(self, parameter):
        """A parameter's schema, with its example."""
        schema = self.plain(parameter.get("schema", {}))
        example = parameter.get("example")
        if example is None or "examples" in schema:
            return schema
        if isinstance(example, list) and example and "items" in schema:
            items = {**self.plain(schema["items"]), "examples": [example[0]]}
            return {**schema, "items": items, "examples": [example]}
        return {**schema, "examples": [example]}

    def body_schema(self, operation):
        content = self.resolve(operation.get("requestBody") or {}).get("content", {})
        media = content.get("application/json")
        return self.resolve(media.get("schema", {})) if media else None

    def plain(self, schema):
        """A schema without its `or null`."""
        schema = self.resolve(schema)
        for word in ("oneOf", "anyOf"):
            options = [self.resolve(each) for each in schema.get(word, [])]
            options = [each for each in options if each.get("type") != "null"]
            if options:
                outer = {k: v for k, v in schema.items() if k != word}
                return self.plain({**options[0], **{k: outer[k] for k in outer if k == "examples"}})
        if "allOf" in schema:
            merged = {}
            for each in schema["allOf"]:
                part = self.plain(each)
                merged.setdefault("properties", {}).update(part.get("properties", {}))
                merged.setdefault("required", []).extend(part.get("required", []))
            return {**schema, **merged, "type": "object"}
        return schema

    def kind_of(self, name, schema):
        """The id prefix of a schema's values, or None."""
        schema = self.plain(schema)
        if schema.get("type") == "array":
            return self.kind_of(name, schema.get("items", {}))
        if schema.get("type") != "string":
            return None
        match = PREFIX.match(schema.get("pattern", ""))
        if match:
            return match.group(1)
        examples = schema.get("examples") or [None]
        shown = EXAMPLE.match(examples[0]) if isinstance(examples[0], str) else None
        if shown:
            return shown.group(1)
        prefix, collection = NAMED.get(name, (None, None))
        return prefix if collection in self.doc["paths"] else None

    def references(self, schema, path=()):
        """(path, prefix) of each reference in a body. A number in a path is an index in a list."""
        schema = self.plain(schema)
        found = []
        for name, inner in schema.get("properties", {}).items():
            inner = self.plain(inner)
            kind = self.kind_of(name, inner)
            here = path + (name,)
            if kind:
                found.append((here + ((0,) if inner.get("type") == "array" else ()), kind))
            elif inner.get("type") == "object":
                found += self.references(inner, here)
            elif inner.get("type") == "array":
                items = self.plain(inner.get("items", {}))
                if items.get("type") == "object":
                    found += self.references(items, here + (0,))
        return found

    def path_kind(self, path, operation):
        """(name, prefix) of each path parameter. If the schema does not state the kind, the
        collection's first object does."""
        found = []
        for each in self.parameters(path, operation):
            if each["in"] == "path":
                found.append((each["name"], self.kind_of(each["name"], each.get("schema", {}))))
        return found


def put_at(body, path, value):
    """A copy of a body with a value at a path; what is missing on the way is made."""
    body = copy.deepcopy(body)
    at = body
    for place, step in enumerate(path):
        last = place == len(path) - 1
        fresh = [] if not last and isinstance(path[place + 1], int) else {}
        if isinstance(step, int):
            while len(at) <= step:
                at.append(copy.deepcopy(fresh))
        if last:
            at[step] = value
        else:
            if not isinstance(step, int) and not isinstance(at.get(step), type(fresh)):
                at[step] = fresh
            at = at[step]
    return body


class Owner:
    """One account's client in one environment, and an object of each kind that it made."""

    def __init__(self, description, api, source=None):
        self.description = description
        self.api = api
        self.source = source or self  # the account whose objects show the kind of each collection
        self.made = {}  # collection path: id

    def of(self, collection):
        """The id of an object of a collection ("/ads"), created if necessary."""
        if collection not in self.made:
            maker = MAKERS.get(collection, Owner.by_description)
            self.made[collection] = maker(self, collection)
        return self.made[collection]

    def by_description(self, collection):
        operation = self.description.operation("POST", collection)
        if operation and self.description.body_schema(operation):
            answer = self.api.post(collection, self.body(operation), expect=(200, 201, 202))
            return answer.data["id"]
        if self.description.operation("GET", collection):
            page = self.api.get(collection, expect=200).data
            assert page, "%s is empty: say in MAKERS how one is made" % collection
            return page[0]["id"]
        raise AssertionError("nothing says how an object of %s is made" % collection)

    def by_prefix(self, prefix):
        """The id of an object of a kind: of the first collection whose ids have the prefix."""
        for collection in collections(self.description):
            if self.source.of(collection).startswith(prefix):
                return self.of(collection)
        raise AssertionError("no collection gives ids that begin with %s" % prefix)

    def body(self, operation):
        """A valid body of an operation: the required fields with their examples."""
        schema = self.description.body_schema(operation)
        return self.value("", schema) if schema else None

    def value(self, name, schema):
        schema = self.description.plain(schema)
        kind = self.description.kind_of(name, schema)
        if kind and schema.get("type") == "string":
            return self.by_prefix(kind)
        if kind:
            return [self.by_prefix(kind)]
        if schema.get("type") == "object" and schema.get("properties"):
            wanted = set(schema.get("required", [])) | BESIDES.get(name, set())
            return {
                key: UNIQUE[key](self) if key in UNIQUE else self.value(key, inner)
                for key, inner in schema["properties"].items()
                if key in wanted
            }
        if schema.get("examples"):
            return schema["examples"][0]
        if "enum" in schema:
            return schema["enum"][0]
        if "default" in schema:
            return schema["default"]
        if schema.get("type") == "array":
            least = max(1, schema.get("minItems", 1))
            return [self.value(name, schema.get("items", {})) for _ in range(least)]
        return {"string": "x" * max(3, schema.get("minLength", 3)), "boolean": False}.get(
            schema.get("type"), max(1, schema.get("minimum", 1))
        )


_serial = [0]


def unique_name(owner):
    _serial[0] += 1
    return "Tenant %d" % _serial[0]


UNIQUE = {"name": unique_name, "text": unique_name, "orderId": unique_name}
BESIDES = {}  # fields that an object needs beside the required ones, by the name it is held in


def make_run(owner, collection):
    """A preview without changes: drafts are unchanged, and no platform need be connected."""
    body = {"platforms": ["reddit"]}
    plan = owner.api.post("/sync/preview", body, expect=200).data
    body["planHash"] = plan["planHash"]
    return owner.api.post("/sync", body, expect=202).data["id"]


def personal_space(owner, collection):
    return owner.api.get("/me").data["space"]["id"]


def a_keyword(owner, collection):
    body = {"adGroupId": owner.of("/ad-groups"), "text": unique_name(owner), "matchType": "BROAD"}
    return owner.api.post(collection, body).data["id"]


def an_ad(owner, collection):
    operation = owner.description.operation("POST", collection)
    body = owner.body(operation)
    body.update(
        headlines=["Fresh bread", "Baked every morning", "Order online"],
        descriptions=["Sourdough, rye and rolls from our own oven.", "Open from six."],
    )
    return owner.api.post(collection, body).data["id"]


def picture(side=600):
    """A PNG of one grey, base64."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    rows = zlib.compress((b"\0" + b"\x80" * side) * side)
    data = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return base64.b64encode(data).decode()


def an_asset(owner, collection):
    body = {"type": "IMAGE", "name": unique_name(owner), "data": picture()}
    return owner.api.post(collection, body).data["id"]


def a_conversion(owner, collection):
    body = {
        "conversionAction": "sale",
        "occurredAt": "2026-11-01T10:00:00Z",
        "clickIds": {"gclid": "x%d" % len(unique_name(owner))},
    }
    return owner.api.post(collection, body).data["id"]


def an_event(owner, collection):
    """A push that has nothing to send."""
    owner.of("/sync")
    return owner.api.get(collection, query={"type": "run.ended"}, expect=200).data[0]["id"]


MAKERS = {
    "/ads": an_ad,
    "/assets": an_asset,
    "/conversions/offline": a_conversion,
    "/events": an_event,
    "/keywords": a_keyword,
    "/spaces": personal_space,
    "/sync": make_run,
}


def collections(description):
    """The collections whose objects have ids in paths."""
    return list(
        dict.fromkeys(
            path.split("/{")[0] for _, path, _ in description.operations() if "/{" in path
        )
    )


class World:
    """The account's objects, another Space's, and the account's in the other environment."""

    def __init__(self, server):
        self.description = Description(server.client().get("/openapi.json").json)
        account = server.account(plan="tenants")
        other = server.account(plan="tenants").client(spare=False)
        self.theirs = Owner(self.description, other)
        self.ours = Owner(self.description, account.client(spare=False), self.theirs)
        live = account.client(env="live", spare=False)
        self.elsewhere = Owner(self.description, live, self.theirs)
        self.token = self.ours.api.token

    def strange_ids(self, collection):
        """Ids of a collection that must all be missing for the account. The first one is
        unknown."""
        foreign = self.theirs.of(collection)
        ids = [missing_id(foreign), foreign]
        if foreign[:4] not in ONLY:
            ids.append(self.elsewhere.of(collection))
        return ids

    def strange_by_prefix(self, prefix):
        if prefix in BESIDE_COLLECTIONS:
            foreign = BESIDE_COLLECTIONS[prefix](self.theirs)
            return [missing_id(foreign), foreign]
        for collection in collections(self.description):
            if self.theirs.of(collection).startswith(prefix):
                return self.strange_ids(collection)
        raise AssertionError("no collection gives ids that begin with %s" % prefix)

    def requests(self, method, path, operation):
        """For each path parameter of an operation: the requests for each strange id, as (name,
        [(id, url, body)])."""
        names = [each["name"] for each in self.description.parameters(path, operation)
                 if each["in"] == "path"]
        body = self.ours.body(operation)
        if method == "PATCH" and not body:
            body = self.change(operation)
        query = self.query(path, operation)
        for name in names:
            before = path.split("/{%s}" % name)[0]
            for other in names:
                if other != name:
                    before = before.replace("{%s}" % other, self.ours.of(path.split("/{")[0]))
            sent = []
            for strange in self.strange_ids(before):
                url = path.replace("{%s}" % name, quote(strange))
                for other in names:
                    url = url.replace("{%s}" % other, self.ours.of(path.split("/{")[0]))
                sent.append((strange, url + query, body))
            yield name, sent

    def change(self, operation):
        """One field of a merge patch: the first that is a plain text or a number."""
        schema = self.description.body_schema(operation)
        for name, inner in schema["properties"].items():
            plain = self.description.plain(inner)
            if plain.get("type") in ("string", "number") and not self.description.kind_of(
                name, plain
            ):
                return {name: self.ours.value(name, plain)}
        raise AssertionError("a patch of nothing")

    def query(self, path, operation, but=None):
        """The query parameters that an operation requires, but for one."""
        words = []
        for each in self.description.parameters(path, operation):
            if each["in"] == "query" and each.get("required") and each["name"] != but:
                value = self.ours.value(each["name"], self.description.shown(each))
                if isinstance(value, list):
                    value = ",".join(value)
                words.append("%s=%s" % (each["name"], quote(str(value))))
        return "?" + "&".join(words) if words else ""


# Kinds of ids that no collection returns.
BESIDE_COLLECTIONS = {
    "acc_": lambda owner: owner.api.get("/me").data["uid"],
    "req_": lambda owner: owner.api.get("/me").request_id,
}

SKIPPED_HEADERS = {
    "date",
    "x-request-id",
    "x-ratelimit-remaining",
    "x-ratelimit-reset",
    "content-length",
}


def likeness(answer, strange):
    """The parts of an answer about a strange id that must be equal: everything but the id and
    the request id."""
    headers = sorted(
        (name, value) for name, value in answer.header_list if name not in SKIPPED_HEADERS
    )
    text = re.sub(r'"expiresAt":"[^"]*"', '"expiresAt":"<later>"', answer.same_but_for(strange))
    return answer.status, headers, text


# --- time ----------------------------------------------------------------------------------------


def auc(first, second):
    """The probability that a value of `second` exceeds one of `first`. Ties count half (Mann,
    Whitney)."""
    ranked = sorted([(value, 0) for value in first] + [(value, 1) for value in second])
    total, place = 0.0, 0
    while place < len(ranked):
        end = place
        while end < len(ranked) and ranked[end][0] == ranked[place][0]:
            end += 1
        rank = (place + end + 1) / 2
        total += rank * sum(1 for _, which in ranked[place:end] if which)
        place = end
    n, m = len(first), len(second)
    return (total - m * (m + 1) / 2) / (n * m)
