"""Breaking changes of a new description for clients that were written against an older one.

usage: compat.py OLD.json NEW.json

Prints one line per breaking change, and exits with 1 if there is one. A change is breaking if a
client that is valid by OLD fails by NEW:

- a path, an operation, a success status, a media type or a documented header of an answer was removed;
- a parameter or a field of a request was removed, is newly required, or accepts less than before;
- a field of an answer was removed, may be missing or null now, or has another type;
- an operation requires an additional scope.

Additions are not breaking: operations, optional parameters and fields, fields of answers, enum values, error
codes and statuses of errors (clients must tolerate them; a value that is answered now and could
not be sent before is an addition, too).
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support" / "python"))

import adcore_description as description  # noqa: E402  (the path is set above)

UPPER = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
# Formats that hold every number of their type: naming one takes nothing away from a request.
WIDEST = ("int64", "double")
LOWER = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")


class Document:
    def __init__(self, doc):
        self.doc = doc

    def follow(self, node):
        return description.resolve(self.doc, node)

    def operations(self):
        return description.operations(self.doc)

    def parameters(self, operation, shared):
        found = {}
        for each in shared + operation.get("parameters", []):
            each = self.follow(each)
            found[(each["in"], each["name"].lower() if each["in"] == "header" else each["name"])] = each
        return found

    def variants(self, schema):
        """The schemas that a value may be of, alternatives taken apart."""
        schema = self.follow(schema)
        for word in ("oneOf", "anyOf"):
            if word in schema:
                return [one for each in schema[word] for one in self.variants(each)]
        return [schema]


def types(schema):
    found = schema.get("type")
    return set(found if isinstance(found, list) else [found] if found else [])


class Comparison:
    def __init__(self, old, new):
        self.old = Document(old)
        self.new = Document(new)
        self.faults = []
        self.seen = set()

    def fault(self, where, what):
        self.faults.append("%s: %s" % (where, what))

    # --- operations ---

    def run(self):
        new = {(path, method): (op, shared) for path, method, op, shared in self.new.operations()}
        for path, method, operation, shared in self.old.operations():
            where = "%s %s" % (method.upper(), path)
            if (path, method) not in new:
                self.fault(where, "is gone")
                continue
            other, other_shared = new[(path, method)]
            self.operation(where, (operation, shared), (other, other_shared))
        return self.faults

    def operation(self, where, old, new):
        if old[0]["operationId"] != new[0]["operationId"]:
            self.fault(where, "the operationId is another")
        more = set(new[0].get("x-required-scopes", [])) - set(old[0].get("x-required-scopes", []))
        if more:
            self.fault(where, "needs the scope %s now" % ", ".join(sorted(more)))
        if old[0].get("security") == [] and new[0].get("security") != []:
            self.fault(where, "needs a token now")
        self.parameters(where, self.old.parameters(*old), self.new.parameters(*new))
        self.body(where, old[0].get("requestBody"), new[0].get("requestBody"))
        self.answers(where, old[0]["responses"], new[0]["responses"])

    def parameters(self, where, old, new):
        for key, parameter in old.items():
            at = "%s %s parameter %s" % (where, key[0], parameter["name"])
            if key not in new:
                self.fault(at, "is gone")
                continue
            if new[key].get("required") and not parameter.get("required"):
                self.fault(at, "is required now")
            for word, unsaid in (("style", None), ("explode", None)):
                if parameter.get(word, unsaid) != new[key].get(word, unsaid):
                    self.fault(at, "%s is another" % word)
            self.request(at, parameter["schema"], new[key]["schema"])
        for key, parameter in new.items():
            if key not in old and parameter.get("required"):
                self.fault("%s %s parameter %s" % (where, *key), "is new and required")

    def body(self, where, old, new):
        old, new = self.old.follow(old or {}), self.new.follow(new or {})
        if new.get("required") and not old.get("required"):
            self.fault(where, "the body is required now")
        for kind, media in old.get("content", {}).items():
            other = new.get("content", {}).get(kind)
            if other is None:
                self.fault(where, "the body is not taken as %s any more" % kind)
            else:
                self.request(where + " body", media["schema"], other["schema"])

    def answers(self, where, old, new):
        for status, response in old.items():
            if status not in new:
                if status[0] in "23":
                    self.fault(where, "does not answer %s any more" % status)
                continue
            at = "%s %s" % (where, status)
            response, other = self.old.follow(response), self.new.follow(new[status])
            for name, head in response.get("headers", {}).items():
                head = self.old.follow(head)
                kept = self.new.follow(other.get("headers", {}).get(name))
                if kept is None:
                    self.fault(at, "the header %s is gone" % name)
                elif head.get("required") and not kept.get("required"):
                    self.fault(at, "the header %s may be missing now" % name)
                else:
                    self.answer("%s header %s" % (at, name), head["schema"], kept["schema"])
            for kind, media in response.get("content", {}).items():
                if kind not in other.get("content", {}):
                    self.fault(at, "is not answered as %s any more" % kind)
                else:
                    self.answer(at, media["schema"], other["content"][kind]["schema"])

    # --- requests: everything that was valid is still valid ---

    def request(self, where, old, new):
        key = ("request", json.dumps(old, sort_keys=True), json.dumps(new, sort_keys=True), where)
        if key in self.seen:
            return
        self.seen.add(key)
        takers = self.new.variants(new)
        for was in self.old.variants(old):
            near = [now for now in takers if not types(now) or not types(was) or self.same(was, now)]
            if not near:
                self.fault(where, "%s is not taken any more" % ("/".join(types(was)) or "a value"))
                continue
            found = [self.narrower(where, was, now) for now in near]
            if all(found):
                self.faults.extend(min(found, key=len))

    @staticmethod
    def same(was, now):
        wider = types(now) | ({"integer"} if "number" in types(now) else set())
        return types(was) <= wider

    def narrower(self, where, was, now):
        """The parts of `was` that the schema `now` refuses, as lines; [] if it accepts
        everything."""
        kept, self.faults = self.faults, []
        if "enum" in now:
            gone = [each for each in was.get("enum", ["any value"]) if each not in now["enum"]]
            if gone:
                self.fault(where, "does not take %s any more" % ", ".join(map(str, gone)))
        if "const" in now and was.get("const") != now["const"]:
            self.fault(where, "takes one value only now")
        for word in UPPER:
            if word in now and now[word] < was.get(word, float("inf")):
                self.fault(where, "%s is %s now" % (word, now[word]))
        for word in LOWER:
            if word in now and now[word] > was.get(word, float("-inf")):
                trivial = word in LOWER[2:] and now[word] == 0
                if not trivial:
                    self.fault(where, "%s is %s now" % (word, now[word]))
        for word in ("pattern", "format"):
            widest = word not in was and now.get(word) in WIDEST
            if word in now and was.get(word) != now[word] and not widest:
                self.fault(where, "%s is %s now" % (word, now[word]))
        self.sent_fields(where, was, now)
        if "items" in now:
            self.request(where + "[]", was.get("items", {}), now["items"])
        found, self.faults = self.faults, kept
        return found

    def sent_fields(self, where, was, now):
        fields = now.get("properties", {})
        closed = now.get("additionalProperties") is False
        for name, field in was.get("properties", {}).items():
            if name in fields:
                self.request("%s.%s" % (where, name), field, fields[name])
            elif closed:
                self.fault("%s.%s" % (where, name), "is gone")
        for name in now.get("required", []):
            if name not in was.get("required", []):
                self.fault("%s.%s" % (where, name), "is required now")
        if closed and was.get("additionalProperties", True) is not False and "properties" in was:
            self.fault(where, "takes no other fields any more")

    # --- answers: every member is still there, with its type ---

    def answer(self, where, old, new):
        key = ("answer", json.dumps(old, sort_keys=True), json.dumps(new, sort_keys=True), where)
        if key in self.seen:
            return
        self.seen.add(key)
        expected = self.old.variants(old)
        for now in self.new.variants(new):
            near = [was for was in expected if not types(was) or types(now) and self.same(now, was)]
            if not near:
                self.fault(where, "may be %s now" % ("/".join(sorted(types(now))) or "anything"))
                continue
            found = [self.less(where, was, now) for was in near]
            if all(found):
                self.faults.extend(min(found, key=len))

    def less(self, where, was, now):
        kept, self.faults = self.faults, []
        if "format" in was and was["format"] != now.get("format"):
            self.fault(where, "is no %s any more" % was["format"])
        for each in was.get("enum", []):
            if "enum" in now and each not in now["enum"]:
                self.fault(where, "the value %s is gone" % each)
        if "enum" in was and "enum" not in now:
            self.fault(where, "is any text now")
        for name, field in was.get("properties", {}).items():
            at = "%s.%s" % (where, name)
            if name not in now.get("properties", {}):
                self.fault(at, "is gone")
                continue
            if name in was.get("required", []) and name not in now.get("required", []):
                self.fault(at, "may be missing now")
            self.answer(at, field, now["properties"][name])
        if "items" in was:
            self.answer(where + "[]", was["items"], now.get("items", {}))
        found, self.faults = self.faults, kept
        return found


def breaking(old, new):
    """The breaking changes from one document to another, as sentences without a full stop."""
    return list(dict.fromkeys(Comparison(old, new).run()))


def main(names):
    if len(names) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    old, new = (json.load(open(name, encoding="utf-8")) for name in names)
    faults = breaking(old, new)
    for line in faults:
        print(line)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
