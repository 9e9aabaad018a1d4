"""Reads the API's OpenAPI description into a model that is the same for every language.

An emitter sees types, namespaces and methods only; it never reads the description itself. Names
are kept as the wire has them; words() splits a name so that an emitter can join it in the case of
its language.
"""

import re
from dataclasses import dataclass, field
from typing import Dict, List, Optional

METHODS = ("get", "post", "patch", "put", "delete")

# Namespaces that are not the first word of the path.
NAMESPACES = {"conversions/offline": "conversions", "openapi.json": "description",
              "changelog.json": "description"}

# Methods whose name does not follow from the operationId.
NAMES = {
    "getMe": "get",
    "getPerformance": "performance",
    "listDisapprovals": "disapprovals",
    "listSpaceMembers": "members",
    "listSpaceCredentials": "credentials",
    "listAttachments": "attachments",
    "getAssetContent": "content",
    "getAssetLink": "link",
    "createSyncRun": "create",
    "previewSync": "preview",
    "getSyncPreview": "previewPage",
    "pauseAllCampaigns": "pauseAll",
    "listDrift": "drift",
    "resolveDrift": "resolveDrift",
    "rotateWebhookSecret": "rotateSecret",
    "getOpenApi": "openApi",
    "getChangelog": "changelog",
}


def words(name: str) -> List[str]:
    """camelCase, kebab-case and "Plain words" as lower-case words."""
    spaced = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", re.sub(r"[^A-Za-z0-9]+", " ", name))
    return spaced.lower().split()


def camel(name: str) -> str:
    first, *rest = words(name)
    return first + "".join(each.capitalize() for each in rest)


def pascal(name: str) -> str:
    return "".join(each[:1].upper() + each[1:] for each in words(name))


def snake(name: str) -> str:
    return "_".join(words(name))


@dataclass(frozen=True)
class Ref:
    """The type of a value. kind: text, enum, date, time, url, bytes, money, number, int, bool, any,
    object (name), list (item), adText (a string or the object name)."""

    kind: str
    name: str = ""
    item: Optional["Ref"] = None
    values: tuple = ()


@dataclass
class Field:
    name: str
    type: Ref
    doc: str = ""
    required: bool = False  # in an input: must be given; in an answer: always there
    nullable: bool = False
    read_only: bool = False


@dataclass
class Type:
    name: str
    doc: str
    fields: List[Field]
    input: bool = False  # sent by a client
    patch: bool = False  # the body of an update: nothing is required, null clears


@dataclass
class Parameter:
    name: str  # on the wire
    place: str  # path, query, header
    type: Ref
    doc: str
    required: bool = False

    @property
    def argument(self) -> str:
        """Two parameters of one operation may share a name on the wire: the object to detach from."""
        return "objectId" if self.place == "query" and self.name == "id" else camel(self.name)


@dataclass
class Method:
    name: str
    operation: str
    http: str
    path: str
    doc: str
    path_parameters: List[Parameter] = field(default_factory=list)
    parameters: List[Parameter] = field(default_factory=list)  # query and If-Match, If-None-Match
    body: Optional[str] = None
    body_required: bool = False
    result: str = "object"  # object, page, bytes, json
    type: str = ""  # of the object, or of an item of the page
    meta: str = ""  # the type of a page's meta
    idempotent_key: bool = False
    scopes: List[str] = field(default_factory=list)
    csv: bool = False


@dataclass
class Namespace:
    name: str
    doc: str
    methods: List[Method] = field(default_factory=list)


@dataclass
class Error:
    name: str  # as the description has it: RateLimitedError
    status: int
    codes: List[str]
    doc: str
    retry: bool


@dataclass
class Model:
    version: str
    types: Dict[str, Type]
    namespaces: List[Namespace]
    errors: List[Error]

    def money_types(self) -> Dict[str, Dict[str, str]]:
        """The types that hold amounts: of each field "$", or the name of the type inside."""
        found: Dict[str, Dict[str, str]] = {}
        while True:
            before = sum(map(len, found.values()))
            for each in self.types.values():
                for one in each.fields:
                    inner = one.type.item if one.type.kind == "list" else one.type
                    mark = "$" if inner.kind == "money" else inner.name if inner.name in found else ""
                    if mark:
                        found.setdefault(each.name, {})[one.name] = mark
            if before == sum(map(len, found.values())):
                return found


class Reader:
    def __init__(self, doc):
        self.doc = doc
        self.schemas = doc["components"]["schemas"]
        self.types: Dict[str, Type] = {}
        self.alias: Dict[str, str] = {}
        self.results = set()

    def follow(self, node):
        while "$ref" in node:
            target = self.doc
            for word in node["$ref"][2:].split("/"):
                target = target[word]
            node = target
        return node

    def ref(self, schema) -> Ref:
        if "$ref" in schema:
            name = schema["$ref"].rsplit("/", 1)[1]
            return Ref("object", self.alias.get(name, name))
        if "oneOf" in schema:
            rest = [each for each in schema["oneOf"] if each.get("type") != "null"]
            if len(rest) == 2 and rest[0].get("type") == "string":
                return Ref("adText", self.ref(rest[1]).name)
            return self.ref(rest[0])
        kind = schema.get("type")
        if kind == "array":
            return Ref("list", item=self.ref(schema["items"]))
        if kind == "string":
            if "enum" in schema:
                return Ref("enum", values=tuple(schema["enum"]))
            if "contentEncoding" in schema:
                return Ref("bytes")
            return Ref({"date": "date", "date-time": "time", "uri": "url"}.get(schema.get("format"), "text"))
        if kind == "number":
            return Ref("money" if schema.get("x-money") else "number")
        return Ref({"integer": "int", "boolean": "bool"}.get(kind, "any"))

    def read_fields(self, schema) -> List[Field]:
        required = schema.get("required", [])
        return [
            Field(
                name,
                self.ref(each),
                each.get("description") or self.follow(each).get("description", ""),
                name in required,
                any(one.get("type") == "null" for one in each.get("oneOf", [])),
                each.get("readOnly", False),
            )
            for name, each in schema.get("properties", {}).items()
        ]

    def join_variants(self):
        """CampaignCreateBidding and CampaignUpdateBidding have the fields of CampaignBidding: one
        type, so that what was read can be sent."""
        for name in self.schemas:
            for base in self.schemas:
                for way in ("Create", "Update"):
                    rest = name[len(base + way):]
                    plain = base + rest
                    if rest and name == base + way + rest and plain in self.schemas:
                        mine = set(self.schemas[name].get("properties", {}))
                        if mine <= set(self.schemas[plain].get("properties", {})):
                            self.alias[name] = plain
        for name in self.schemas:
            # The answer to a check (validateOnly) is the object without an id.
            plain = name[: -len("Result")]
            if name.endswith("Result") and plain in self.schemas:
                if set(self.schemas[name]["properties"]) == set(self.schemas[plain]["properties"]):
                    self.alias[name] = plain
                    self.results.add(name)

    def read_types(self):
        self.join_variants()
        loose = {plain for name, plain in self.alias.items() if name not in self.results}
        for name, schema in self.schemas.items():
            if name in self.alias or schema.get("type") != "object":
                continue
            if name.endswith(("Response", "List")) and set(schema.get("properties", {})) <= {
                "data", "meta", "error"
            }:
                continue
            closed = schema.get("additionalProperties") is False
            made = Type(name, schema.get("description", ""), self.read_fields(schema), closed)
            if name in loose:
                self.loosen(made)
            self.types[name] = made

    def loosen(self, made: Type):
        """A field of a joined type may be left out or null where a variant allows it. The variant of an
        update requires nothing, as no body of an update does: it counts where it is the only one."""
        made.input = True
        variants = [name for name, plain in self.alias.items() if plain == made.name]
        variants = [name for name in variants if "Update" not in name] or variants
        for variant in variants:
            given = {each.name: each for each in self.read_fields(self.schemas[variant])}
            for one in made.fields:
                other = given.get(one.name)
                one.required = one.required and bool(other and other.required)
                one.nullable = one.nullable or bool(other and other.nullable)

    def parameter(self, node) -> Parameter:
        node = self.follow(node)
        return Parameter(node["name"], node["in"], self.ref(node["schema"]),
                         node.get("description", ""), node.get("required", False))

    def method(self, path, http, op, space) -> Method:
        made = Method(self.method_name(op["operationId"], space), op["operationId"], http.upper(),
                      path, (op["summary"] + ". " + op.get("description", "")).strip())
        for node in op.get("parameters", []):
            each = self.parameter(node)
            if each.name in ("X-Space-Id", "Idempotency-Key"):
                continue  # request options in every language
            (made.path_parameters if each.place == "path" else made.parameters).append(each)
        made.idempotent_key = "x-idempotency" in op
        made.scopes = op.get("x-required-scopes", [])
        if "requestBody" in op:
            media = op["requestBody"]["content"]["application/json"]
            made.body = self.ref(media["schema"]).name
            made.body_required = any(each.required for each in self.types[made.body].fields)
            self.types[made.body].input = True
            self.types[made.body].patch = http == "patch"
        self.read_result(made, op)
        return made

    def read_result(self, made: Method, op):
        success = next(each for status, each in op["responses"].items() if status[0] == "2")
        content = success.get("content", {})
        made.csv = "text/csv" in content
        schema = content.get("application/json", {}).get("schema")
        if schema is None:
            made.result = "bytes"
            return
        if "$ref" not in schema:
            made.result = "json"
            return
        envelope = self.follow(schema)["properties"]
        if envelope["data"].get("type") == "array":
            made.result = "page"
            made.type = self.ref(envelope["data"]["items"]).name
            made.meta = self.ref(envelope["meta"]).name
        else:
            made.type = self.ref(envelope["data"]).name

    @staticmethod
    def method_name(operation: str, space: str) -> str:
        if operation in NAMES:
            return NAMES[operation]
        return words(operation)[0]

    def read_namespaces(self) -> List[Namespace]:
        made: Dict[str, Namespace] = {}
        for path, item in self.doc["paths"].items():
            first = path.strip("/").split("/")
            key = NAMESPACES.get("/".join(first[:2])) or NAMESPACES.get(first[0]) or camel(first[0])
            for http in METHODS:
                if http in item:
                    op = item[http]
                    doc = next((t["description"] for t in self.doc["tags"] if t["name"] in op["tags"]), "")
                    space = made.setdefault(key, Namespace(key, doc))
                    space.methods.append(self.method(path, http, op, key))
        for space in made.values():
            names = [each.name for each in space.methods]
            twice = {each for each in names if names.count(each) > 1}
            if twice:
                raise SystemExit("%s: two methods are named %s; add one to NAMES" % (space.name, twice))
        return list(made.values())

    def read_errors(self) -> List[Error]:
        found = []
        for name, each in self.doc["components"]["responses"].items():
            if "x-status" not in each:
                continue
            schema = self.follow(self.schemas[name])
            found.append(Error(name, each["x-status"], schema["properties"]["code"]["enum"],
                               each["description"], each["x-retry"]))
        return found


def reachable(types: Dict[str, Type], spaces: List[Namespace]) -> set:
    """The names of the types that a method leads to."""
    todo = [n for s in spaces for m in s.methods for n in (m.body, m.type, m.meta) if n]
    found = set()
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            for one in types[name].fields:
                inner = one.type.item if one.type.kind == "list" else one.type
                todo += [inner.name] if inner.name else []
    return found


def read(doc) -> Model:
    reader = Reader(doc)
    reader.read_types()
    spaces = reader.read_namespaces()
    kept = reachable(reader.types, spaces)
    types = {name: each for name, each in reader.types.items() if name in kept}
    return Model(doc["info"]["version"], types, spaces, reader.read_errors())
