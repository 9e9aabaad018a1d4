"""Makes wrong calls from the descriptions: every tool, every operation, every field.

A call is symbolic: an id is written `@cmp.google@` (the prefix of the id and the name under which
the object was made), a name that has to be new holds `@n@`, a JSON token that Python cannot hold
is `@raw:1e400@`. So a call that broke one server can be sent to another.

The same seed and the same descriptions give the same calls.
"""

import copy
import json
import pickle
import random
import re

from adcore_call_bodies import PLATFORMS, curated
from adcore_description import operations, resolve
from adcore_wrong_values import NUMBERS, OTHERS, STRINGS, Faults, places, required_of

SAID = {
    "orderBy": "-cost",
    "objectId": "@cmp.google@",
    "planHash": "a" * 64,
    "wait": 0,
    "code": "DE",
}
NAMED_IDS = {
    "campaignId": "cmp",
    "campaignIds": "cmp",
    "adGroupId": "agr",
    "adGroupIds": "agr",
    "assetId": "ast",
    "assetIds": "ast",
    "logoAssetId": "ast",
    "businessId": "biz",
}
# Operations that would destroy a base object or lock the Space get another object, or only
# validate.
DESTROYS = re.compile(r"^(delete|restore|detach)")
LOCKS = ("updateSpace", "pauseAllCampaigns")
WEIGHTS = {
    "create_campaign": 8,
    "createCampaign": 4,
    "update_objects": 6,
    "create_ad": 4,
    "create_ad_group": 3,
    "create_keyword": 3,
    "upload_offline_conversions": 3,
    "batchCampaigns": 6,
    "batchAdGroups": 6,
    "batchAds": 6,
    "batchKeywords": 6,
    "batchBusinesses": 3,
    "batchOfflineConversions": 6,
    "preview_sync": 3,
    "push_sync": 3,
    "previewSync": 3,
    "createSyncRun": 3,
    "tools/call": 3,
}


BATCHED = {
    "batchCampaigns": ("createCampaign", "updateCampaign"),
    "batchAdGroups": ("createAdGroup", "updateAdGroup"),
    "batchAds": ("createAd", "updateAd"),
    "batchKeywords": ("createKeyword", "updateKeyword"),
    "batchBusinesses": ("createBusiness", "updateBusiness"),
    "batchAssets": ("createAsset", "updateAsset"),
    "batchOfflineConversions": ("createOfflineConversion",),
}


class Call:
    """One request: a tool's arguments, a message to the connector, or a REST operation."""

    def __init__(self, kind, name, body=None, method=None, path=None):
        self.kind, self.name, self.body = kind, name, body  # kind: tool, message, rest
        self.method, self.path = method, path
        self.ids = {}  # of the path
        self.query, self.headers = [], {}
        self.has_body = body is not None
        self.inner = 1  # number of wrong bodies: a batch has many
        self.cut = None  # a change of the body's bytes: a fault below JSON
        self.faults = []

    def copy(self):
        return pickle.loads(pickle.dumps(self, -1))

    def as_json(self):
        return json.dumps({n: v for n, v in vars(self).items() if v not in (None, [], {})})

    @staticmethod
    def from_json(text):
        call = Call("", "")
        vars(call).update(json.loads(text))
        return call


# --- rendering ---------------------------------------------------------------------------------


class Pool:
    """The account's existing objects by their symbols."""

    def __init__(self):
        self.ids = {}
        self.count = 0

    def add(self, name, real):
        self.ids["%s.%s" % (real.partition("_")[0], name)] = real

    def note(self, call, body):
        """Stores values for later calls: a plan's hash, a round's state, a task's id."""
        if call.kind == "message" or call.name in ("preview_sync", "previewSync"):
            for name, word in (("plan", "planHash"), ("state", "requestState"), ("task", "taskId")):
                found = re.search(rb'"%s":"([^"]*)"' % word.encode(), body)
                if found:
                    self.ids[name + ".last"] = found.group(1).decode()

    def fill(self, text):
        def value(match):
            word = match.group(1)
            if word == "n":
                self.count += 1
                return str(self.count)
            return self.ids.get(word, word)

        text = re.sub(r'"@raw:([^@"]*)@"', r"\1", text)
        return re.sub(r"@([a-z]+(?:\.[a-zA-Z]+)?)@", value, text)


SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~,:")


def escape_url(text):
    raw = text.encode("utf-8", "surrogatepass")
    return "".join(chr(b) if b in SAFE else "%%%02X" % b for b in raw)


def cut_body(payload, cut):
    if cut == "half":
        return payload[: len(payload) // 2]
    if cut == "utf8":
        return payload.replace(b"a", b"\xff\xfe", 1)
    if cut == "twice":
        return payload + payload
    if cut == "duplicate":
        return payload[:1] + payload[1:-1] + b"," + payload[1:] if len(payload) > 2 else payload
    return b"" if cut == "empty" else b"\xef\xbb\xbf" + payload


def render(call, pool, number, token):
    """The bytes of the request; `number` is the JSON-RPC id."""
    headers = {"Authorization": "Bearer " + token}
    payload = None
    if call.kind == "tool":
        method, url = "POST", "/mcp"
        body = {
            "jsonrpc": "2.0",
            "id": number,
            "method": "tools/call",
            "params": {"name": call.name, "arguments": call.body},
        }
    elif call.kind == "message":
        method, url, body = "POST", "/mcp", call.body
    else:
        method, body = call.method, call.body
        path = call.path
        for member, value in call.ids.items():
            path = path.replace("{%s}" % member, escape_url(pool.fill(value)))
        query = "&".join("%s=%s" % (n, escape_url(pool.fill(v))) for n, v in call.query)
        url = "/api/v1" + path + ("?" + query if query else "")
    if call.kind != "rest":
        headers["Accept"] = "application/json, text/event-stream"
        headers["MCP-Protocol-Version"] = "2025-11-25"
    if call.has_body:
        payload = pool.fill(json.dumps(body)).encode("utf-8", "surrogatepass")
        if call.cut:
            payload = cut_body(payload, call.cut)
        headers["Content-Type"] = "application/json"
    headers.update(call.headers)
    lines = ["%s %s HTTP/1.1" % (method, url), "Host: 127.0.0.1"]
    lines += ["%s: %s" % (n, pool.fill(v)) for n, v in headers.items()]
    if payload is not None or method in ("POST", "PATCH"):
        lines.append("Content-Length: %d" % len(payload or b""))
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + (payload or b"")


# --- valid values ------------------------------------------------------------------------------


class Values:
    """Valid values of schemas. What a tool's schema leaves open is taken from the REST
    interface's schema of the same name."""

    def __init__(self, doc):
        self.doc = doc
        self.named, self.enums = {}, {}
        for name, schema in sorted(doc["components"]["schemas"].items()):
            if name.endswith(("Create", "Input", "Update", "Options", "Targeting")):
                for field, inner in schema.get("properties", {}).items():
                    self.named.setdefault(field, inner)
                    self.note_enums(field, inner)

    def note_enums(self, field, schema):
        schema = self.plain(schema)
        options = schema.get("enum") or self.plain(schema.get("items", {})).get("enum") or []
        known = self.enums.setdefault(field, [])
        known += [o for o in options if o not in known]

    def plain(self, schema):
        """The schema behind references, without null."""
        schema = resolve(self.doc, schema)
        for way in schema.get("oneOf", schema.get("anyOf", [])):
            way = resolve(self.doc, way)
            if way.get("type") != "null":
                return dict(way, **{"examples": schema.get("examples", way.get("examples"))})
        return schema

    def make(self, schema, name, platform):
        schema = self.plain(schema)
        if "enum" in schema:
            return platform if platform in schema["enum"] else schema["enum"][0]
        if name in SAID:
            return SAID[name]
        if name in NAMED_IDS and schema.get("type") == "string":
            return self.symbol(NAMED_IDS[name], platform)
        if schema.get("pattern", "").startswith("^"):
            prefix = re.match(r"\^([a-z]+)_", schema["pattern"])
            if prefix:
                return self.symbol(prefix.group(1), platform)
        open_ended = schema.get("type") in ("object", "string") and not schema.get("properties")
        if open_ended and "format" not in schema and name in self.named:
            hint = self.named[name]
            if self.plain(hint) is not schema and self.plain(hint).get("type") == schema["type"]:
                return self.by_type(self.plain(hint), name, platform)
        return self.by_type(schema, name, platform)

    def symbol(self, prefix, platform):
        return "@%s.%s@" % (prefix, platform if prefix in ("cmp", "agr", "ad", "kw") else "one")

    def by_type(self, schema, name, platform):
        kind = schema.get("type")
        examples = [e for e in schema.get("examples") or [] if e is not None]
        if kind == "object" and "properties" in schema:
            properties = schema["properties"].items()
            return {n: self.make(inner, n, platform) for n, inner in properties}
        if kind == "array":
            return [self.make(schema.get("items", {}), name, platform)]
        if examples and not (isinstance(examples[0], str) and "_01" in examples[0]):
            return copy.deepcopy(examples[0])
        if kind == "string":
            formats = {
                "date": "2027-01-01",
                "date-time": "2026-11-20T14:05:00.000Z",
                "uri": "https://bakery.example/bread",
            }
            text = formats.get(schema.get("format"), "bread @n@")
            return text if schema.get("minLength", 0) <= 12 else "a" * schema["minLength"]
        if kind in ("number", "integer"):
            return 30 if schema.get("minimum", 1) > 1 else 1
        return True if kind == "boolean" else {}


# --- bases that are valid by the rules, too ------------------------------------------------------


MODERN = "2026-07-28"
PREFIX = "io.modelcontextprotocol/"
BOTH_ERAS = (
    ("tools/list", {"cursor": "x"}),
    ("prompts/list", {}),
    (
        "prompts/get",
        {"name": "build_search_campaign", "arguments": {"business": "bread", "budget": "20"}},
    ),
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": "adcore://campaign/@cmp.google@"}),
    ("resources/read", {"uri": "adcore://guide/google"}),
    (
        "completion/complete",
        {
            "ref": {"type": "ref/resource", "uri": "adcore://campaign/{id}"},
            "argument": {"name": "id", "value": "cmp_"},
            "context": {"arguments": {"platform": "google"}},
        },
    ),
    ("no/such", {}),
)
LEGACY_ONLY = (
    ("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {}}),
    ("ping", {}),
    ("tools/call", {"name": "get_context", "arguments": {}, "_meta": {"progressToken": 1}}),
    ("logging/setLevel", {"level": "debug"}),
    ("notifications/initialized", {}),
    ("notifications/cancelled", {"requestId": 1, "reason": "late"}),
)
SELECTION = {"campaignIds": ["@cmp.google@"], "activate": True}
PUSH = {"planHash": "@plan.last@", **SELECTION}
MODERN_ONLY = (
    ("server/discover", {}),
    ("tasks/get", {"taskId": "@task.last@"}),
    ("tasks/update", {"taskId": "@task.last@", "inputResponses": {}}),
    ("tasks/cancel", {"taskId": "@task.last@"}),
    ("tools/call", {"name": "preview_sync", "arguments": SELECTION}),
    ("tools/call", {"name": "push_sync", "arguments": PUSH}),
    (
        "tools/call",
        {
            "name": "push_sync",
            "arguments": PUSH,
            "requestState": "@state.last@",
            "inputResponses": {"confirm_push": {"action": "accept", "content": {"confirm": True}}},
        },
    ),
    ("tools/call", {"name": "get_performance", "arguments": {"level": "CAMPAIGN"}}),
)


def messages():
    """Valid messages to the connector, of both eras of the protocol."""
    for method, params in LEGACY_ONLY + BOTH_ERAS:
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        yield Call("message", method, body)
    declared = {"elicitation": {"form": {}, "url": {}}, "extensions": {PREFIX + "tasks": {}}}
    for method, params in MODERN_ONLY + BOTH_ERAS:
        meta = {
            PREFIX + "protocolVersion": MODERN,
            PREFIX + "clientCapabilities": declared,
            PREFIX + "clientInfo": {"name": "x", "version": "1"},
            "progressToken": "p",
        }
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": meta}}
        call = Call("message", method, body)
        call.headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": method}
        name = params.get("name") or params.get("uri") or params.get("taskId")
        if name:
            call.headers["Mcp-Name"] = name
        yield call


QUERY_WAYS = 6


class Generator:
    """An endless sequence of calls: first each single fault of each field in a random order, as
    far as `singles` of them, then by turns single faults and several at once."""

    def __init__(self, doc, tools, seed):
        self.rng = random.Random(seed)
        self.doc = doc
        self.values = Values(doc)
        self.faults = Faults(self.values)
        self.bases = []
        for tool in tools:
            self.add_tool(tool)
        self.bases += messages()
        for path, method, operation, shared in operations(doc):
            self.add_operation(path, method, operation, shared)
        self.weights = [
            WEIGHTS.get(base.name, 4 if base.query and not base.has_body else 1)
            for base in self.bases
        ]

    def add_tool(self, tool):
        seen = []
        for platform in PLATFORMS:
            full = self.values.make(tool["inputSchema"], tool["name"], platform)
            good = curated(tool["name"], platform)
            bare = required_of(good, tool["inputSchema"]) if good else None
            for body in (good, bare, full):
                if body is not None and body not in seen:
                    seen.append(body)
                    self.bases.append(Call("tool", tool["name"], body))

    def add_operation(self, path, method, operation, shared):
        name = operation["operationId"]
        body = operation.get("requestBody", {}).get("content", {}).get("application/json")
        seen = []
        for platform in PLATFORMS:
            schema_made = body and self.values.make(body["schema"], name, platform)
            good = curated(name, platform)
            bare = required_of(good, self.values.plain(body["schema"])) if good else None
            for made in (good, bare, schema_made) if body else (None,):
                if body and (made is None or made in seen):
                    continue
                seen.append(made)
                call = Call("rest", name, made, method.upper(), path)
                for each in shared + operation.get("parameters", []):
                    self.add_parameter(call, resolve(self.doc, each), platform)
                if "{id}" in path or not seen[1:] or body:
                    self.bases.append(call)

    def add_parameter(self, call, parameter, platform):
        name, place = parameter["name"], parameter["in"]
        if place == "path":
            call.ids[name] = self.path_id(call, parameter, platform)
        elif place == "query":
            value = self.values.make(parameter["schema"], name, platform)
            value = value[0] if isinstance(value, list) and value else value
            if name in ("cursor", "wait", "validateOnly", "q", "updatedSince"):
                value = {"wait": "0", "validateOnly": "true"}.get(name, "")
            text = value if isinstance(value, str) else json.dumps(value)
            call.query.append([name, text])
        elif place == "header" and name not in ("X-Space-Id",):
            call.headers[name] = {"Idempotency-Key": "key-@n@"}.get(name, '"1.0"')

    def path_id(self, call, parameter, platform):
        prefix = re.match(r"\^([a-z]+)_", parameter["schema"]["pattern"]).group(1)
        if DESTROYS.match(call.name) and prefix in ("cmp", "agr", "ad", "kw", "biz"):
            return "@%s.spare@" % prefix
        return self.values.symbol(prefix, platform)

    # --- faults of a call ---

    def break_body(self, call):
        rng = self.rng
        if isinstance(call.body, (dict, list)) and rng.random() < 0.97:
            found = places(call.body)
            if found:
                holder, key = rng.choice(found)
                names = self.faults.kinds(holder, key)
                name = rng.choice(names) if rng.random() < 0.995 else "huge"
                call.faults.append("%s of %s" % (name, key))
                self.faults.apply(rng, name, call.body, holder, key)
                return
        if rng.random() < 0.5:
            call.cut = rng.choice(("half", "utf8", "twice", "duplicate", "empty", "bom"))
            call.faults.append("bytes: " + call.cut)
        else:
            call.body = copy.deepcopy(rng.choice(OTHERS + STRINGS + NUMBERS))
            call.faults.append("body")

    def break_query(self, call, pair=None, way=None):
        rng = self.rng
        pair = pair or rng.choice(call.query)
        way = rng.randrange(QUERY_WAYS) if way is None else way
        if way == 0:
            call.query.remove(pair)
        elif way == 1:
            call.query.append(list(pair))
        elif way == 2:
            call.query.append(["x", "1"])
        elif way == 3:
            pair[1] = str(rng.choice(NUMBERS)).replace("@raw:", "").replace("@", "")
        elif way == 4:
            pair[1] = ",".join([pair[1], rng.choice(STRINGS[:12]), pair[1]])
        else:
            pair[1] = rng.choice(STRINGS[:24] + STRINGS[24:])[:3000]
        call.faults.append("query %s (%d)" % (pair[0], way))

    def break_path(self, call):
        name = self.rng.choice(sorted(call.ids))
        call.ids[name] = self.rng.choice([s for s in STRINGS if 0 < len(s) < 200])
        call.faults.append("path " + name)

    def break_headers(self, call):
        rng = self.rng
        name = rng.choice(sorted(call.headers) + ["X-Space-Id", "Content-Type"])
        words = ("", "*", "x" * 300, '"9.9"', 'W/"1.0"', "key-1", "@spc.one@", "text/plain")
        call.headers[name] = rng.choice(words)
        call.faults.append("header " + name)

    def add_fault(self, call):
        ways = [self.break_headers] if self.rng.random() < 0.1 else []
        if call.has_body:
            ways += [self.break_body] * 8
        if call.kind == "rest":
            ways += [self.break_query] * (2 if call.query else 0)
            ways += [self.break_path] * (1 if call.ids else 0)
        if ways:
            self.rng.choice(ways)(call)

    def thin(self, call):
        """Most query parameters go, as in a real request; and what would lock the Space."""
        rng = self.rng
        kept = [pair for pair in call.query if rng.random() < 0.3]
        call.query = [p for p in kept if p[0] != "validateOnly" or rng.random() < 0.3]
        if call.name in LOCKS and rng.random() < 0.95:
            call.query.append(["validateOnly", "true"])
        few = 0.15 if call.kind == "rest" else 0.97
        call.headers = {n: v for n, v in call.headers.items() if rng.random() < few}
        if not isinstance(call.body, dict) or call.kind == "message":
            return
        if rng.random() < 0.9:
            call.body.pop("cursor", None)
        # A base made by the schema has every field; some of them, so that others get looked at.
        if rng.random() < 0.5:
            for key in [k for k in call.body if rng.random() < 0.25]:
                if key not in ("name", "type", "adGroups", "updates", "operations"):
                    del call.body[key]

    def fill_batch(self, call):
        """Many bodies in one request, each with faults of its own."""
        rng = self.rng
        ways = [b for b in self.bases if b.path and b.name in BATCHED[call.name]]
        call.body = {"operations": [], "atomic": rng.random() < 0.1}
        for _ in range(rng.choice((2, 5, 20, 20))):
            part = rng.choice(ways).copy()
            operation = {"method": part.method, "body": part.body}
            for _ in range(rng.choice((1, 1, 2))):
                holder, key = rng.choice(places(operation))
                name = rng.choice(self.faults.kinds(holder, key))
                call.faults.append("%s of %s" % (name, key))
                self.faults.apply(rng, name, operation, holder, key)
            if part.ids:
                operation["id"] = part.ids["id"]
            call.body["operations"].append(operation)
        call.inner = len(call.body["operations"])

    def one(self):
        call = self.rng.choices(self.bases, self.weights)[0].copy()
        self.thin(call)
        if call.name in BATCHED and self.rng.random() < 0.7:
            self.fill_batch(call)
            return call
        count = self.rng.choice((0, 1, 1, 1, 1, 1, 2, 2, 3, 6))
        for _ in range(count):
            self.add_fault(call)
        return call

    def singles(self):
        """Each fault at each place of each base, once, in the seed's order."""
        todo = []
        for base in self.bases:
            found = places(base.body) if isinstance(base.body, (dict, list)) else []
            for index, (holder, key) in enumerate(found):
                for name in sorted(set(self.faults.kinds(holder, key))):
                    todo.append((base, index, name))
            for index in range(len(base.query)):
                todo += [(base, index, way) for way in range(QUERY_WAYS)]
        self.rng.shuffle(todo)
        for base, index, name in todo:
            call = base.copy()
            if isinstance(name, int):
                call.query = [call.query[index]]
                call.headers = {}
                self.break_query(call, call.query[0], name)
                yield call
                continue
            call.query = [["validateOnly", "true"]] if call.name in LOCKS else []
            call.headers = call.headers if call.kind == "message" else {}
            holder, key = places(call.body)[index]
            if key != "cursor" and isinstance(call.body, dict):
                call.body.pop("cursor", None)
            call.faults.append("%s of %s" % (name, key))
            self.faults.apply(self.rng, name, call.body, holder, key)
            yield call

    def calls(self):
        """By turns a single fault, as long as there are any that were not made, and a mixture."""
        for call in self.singles():
            yield call
            yield self.one()
        while True:
            yield self.one()


def smaller(call):
    """The calls that have one thing less."""
    for i in range(len(call.query)):
        less = call.copy()
        del less.query[i]
        yield less
    for name in list(call.headers):
        less = call.copy()
        del less.headers[name]
        yield less
    for index in range(len(places(call.body)) if isinstance(call.body, (dict, list)) else 0):
        less = call.copy()
        holder, key = places(less.body)[index]
        del holder[key]
        yield less
