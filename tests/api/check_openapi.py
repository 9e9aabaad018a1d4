#!/usr/bin/python3
"""Checks every exchange that a run of the suite recorded against the description.

usage: check_openapi.py RECORD.jsonl [--partial]

The description is the last 200 answer to GET /openapi.json in the record. Faults: a status that
the operation does not document, a body that its schema does not take, a success of an undocumented
path, an accepted request with an undocumented query parameter or a body that its schema would
refuse, a required header that was not there, and (but for --partial) an operation that no recorded
exchange took to a 2xx.
"""

import base64
import collections
import json
import re
import sys
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from jsonschema import Draft202012Validator

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support" / "python"))

import adcore_description as description  # noqa: E402  (the path is set above)

BASE = "/api/v1"
SHOWN = 5
# Values that differ between two answers of the same form. Bodies that differ only in these values
# count as equal.
OTHER = re.compile(
    r"[0-9A-HJKMNP-TV-Z]{26}|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|(?<=[a-z] )\d+(?=\")"
)


class Description:
    """The parsed document. Follows references and caches one validator per schema."""

    def __init__(self, doc):
        self.doc = doc
        self.validators = {}
        self.operations = {}
        self.patterns = []
        for path in doc["paths"]:
            literal = len(re.findall(r"\{", path))
            pattern = re.compile("^" + re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(path)) + "$")
            self.patterns.append((literal, pattern, path))
        for path, method, operation, _ in description.operations(doc):
            self.operations[(path, method)] = operation
        self.patterns.sort(key=lambda each: each[0])

    def resolve(self, node):
        return description.resolve(self.doc, node)

    def path_of(self, url_path):
        for _, pattern, path in self.patterns:
            if pattern.match(url_path):
                return path
        return None

    def parameters(self, path, method):
        item = self.doc["paths"][path]
        listed = item.get("parameters", []) + self.operations[(path, method)].get("parameters", [])
        return [self.resolve(each) for each in listed]

    def validator(self, key, schema):
        """References are looked up from the root, so the schema gets the components beside it."""
        if key not in self.validators:
            whole = dict(schema)
            whole["components"] = self.doc.get("components", {})
            self.validators[key] = Draft202012Validator(whole)
        return self.validators[key]

    def media(self, content, content_type):
        kind = (content_type or "").split(";")[0].strip().lower()
        for name, media in content.items():
            if name.split(";")[0].strip().lower() == kind:
                return media
        return None


class Check:
    def __init__(self, description):
        self.description = description
        self.faults = collections.OrderedDict()
        self.exercised = set()
        self.seen = set()
        self.count = 0

    def fault(self, what, exchange, more=""):
        shown = self.faults.setdefault(what, [])
        shown.append(
            "%s %s -> %d%s" % (exchange["method"], exchange["url"][:200], exchange["status"], more)
        )

    def exchange(self, exchange):
        self.count += 1
        parts = urlsplit(exchange["url"])
        if not parts.path.startswith(BASE):
            return
        path = self.description.path_of(parts.path[len(BASE) :])
        method = exchange["method"].lower()
        success = 200 <= exchange["status"] < 300
        if path is None or (path, method) not in self.description.operations:
            # HEAD and OPTIONS are HTTP's own: they answer wherever a resource is.
            if success and method not in ("head", "options"):
                self.fault("undocumented operation answered with success", exchange)
            return
        operation = self.description.operations[(path, method)]
        if success:
            self.exercised.add((path, method))
        responses = operation["responses"]
        code = str(exchange["status"])
        name = next((each for each in (code, code[0] + "XX", "default") if each in responses), None)
        if name is None:
            self.fault(
                "%s %s: undocumented status %s" % (method.upper(), path, code),
                exchange,
                " " + (exchange["responseBody"] or "")[:300],
            )
            return
        self.response((path, method, name), self.description.resolve(responses[name]), exchange)
        if success:
            self.request(path, method, operation, parts.query, exchange)

    def is_seen(self, key, body):
        """True if an equal body was already checked against this schema."""
        same = (key, hash(OTHER.sub("0", body)))
        seen = same in self.seen
        self.seen.add(same)
        return seen

    def response(self, key, response, exchange):
        heads = {name for name, _ in exchange["responseHeaders"]}
        for name, head in response.get("headers", {}).items():
            head = self.description.resolve(head)
            if head.get("required") and name.lower() not in heads:
                self.fault(
                    "%s %s %s: required header %s is not there"
                    % (key[1].upper(), key[0], key[2], name),
                    exchange,
                )
        body = exchange["responseBody"]
        content = response.get("content", {})
        if not body:
            return
        if self.is_seen(key, body):
            return
        kind = dict(exchange["responseHeaders"]).get("content-type")
        media = self.description.media(content, kind)
        if media is None:
            self.fault(
                "%s %s %s: undocumented media type %s" % (key[1].upper(), key[0], key[2], kind),
                exchange,
            )
        elif kind.split(";")[0].strip().lower() == "application/json" and "schema" in media:
            self.body(
                "%s %s %s: the body" % (key[1].upper(), key[0], key[2]),
                key,
                media["schema"],
                json.loads(body),
                exchange,
            )

    def body(self, what, key, schema, value, exchange):
        validator = self.description.validator(key, schema)
        # ?fields= leaves out members of the rows, and nothing else (docs of the parameter).
        told = "fields=" in exchange["url"].partition("?")[2]
        errors = [
            error
            for error in validator.iter_errors(value)
            if not (told and error.validator == "required" and list(error.absolute_path)[:1] == ["data"])
        ]
        for error in errors[:3]:
            where = "/".join(str(each) for each in error.absolute_path)
            self.fault(
                "%s does not match its schema at %s"
                % (what, re.sub(r"\b\d+\b", "N", where) or "the top"),
                exchange,
                ": " + error.message[:300],
            )

    def request(self, path, method, operation, query, exchange):
        known = {
            each["name"]
            for each in self.description.parameters(path, method)
            if each["in"] == "query"
        }
        for name, _ in parse_qsl(query, keep_blank_values=True):
            if name not in known:
                self.fault(
                    "%s %s: undocumented query parameter %s was taken"
                    % (method.upper(), path, name),
                    exchange,
                )
        if not exchange.get("requestBody"):
            return
        body = self.description.resolve(operation.get("requestBody", {}))
        kind = {n.lower(): v for n, v in exchange["requestHeaders"].items()}.get("content-type")
        media = self.description.media(body.get("content", {}), kind)
        if media is None:
            self.fault(
                "%s %s: undocumented request body was taken" % (method.upper(), path), exchange
            )
            return
        key = (path, method, "request")
        text = base64.b64decode(exchange["requestBody"]).decode()
        if not self.is_seen(key, text):
            what = "%s %s: the accepted request" % (method.upper(), path)
            self.body(what, key, media.get("schema", {}), json.loads(text), exchange)

    def unexercised(self):
        return sorted(set(self.description.operations) - self.exercised)


def exchanges(name):
    with open(name, encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def document(name):
    found = None
    for exchange in exchanges(name):
        if (
            exchange["status"] == 200
            and exchange["method"] == "GET"
            and exchange["url"] == BASE + "/openapi.json"
            and exchange["responseBody"]
        ):
            found = exchange["responseBody"]
    return json.loads(found) if found else None


def main(args):
    partial = "--partial" in args
    names = [arg for arg in args if not arg.startswith("--")]
    if len(names) != 1:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    doc = document(names[0])
    if doc is None:
        print("the record holds no answer to GET /openapi.json", file=sys.stderr)
        return 1
    check = Check(Description(doc))
    for exchange in exchanges(names[0]):
        check.exchange(exchange)
    for what, shown in check.faults.items():
        print("FAULT %s (%d times)" % (what, len(shown)))
        for line in shown[:SHOWN]:
            print("      " + line)
    missing = [] if partial else check.unexercised()
    for path, method in missing:
        print("FAULT %s %s was never exercised with a 2xx" % (method.upper(), path))
    failed = len(check.faults) + len(missing)
    print(
        "openapi: %d exchanges, %d of %d operations exercised, %d faults"
        % (check.count, len(check.exercised), len(check.description.operations), failed)
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
