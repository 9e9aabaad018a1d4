#!/usr/bin/python3
"""Prepares the description for generators. usage: prepare.py [--open] <DESCRIPTION >PREPARED

Answers that are no JSON of the API's own go where they are errors (414 is the HTTP library's): each
client's errors would have text among their types.

--open is for generators whose models are narrower than a reader should be. Lists of values that are
only answered go: the models would refuse a value that came after them. readOnly goes: the models
would leave such fields out of what they write as a dictionary. What is sent (schemas that a
request's body leads to, and parameters) stays as it is.
"""

import json
import sys


def references(node, found):
    if isinstance(node, dict):
        target = node.get("$ref")
        if isinstance(target, str):
            found.add(target)
        for each in node.values():
            references(each, found)
    elif isinstance(node, list):
        for each in node:
            references(each, found)
    return found


def sent(doc):
    """The names of the schemas that request bodies lead to."""
    bodies = [
        operation["requestBody"]
        for item in doc["paths"].values()
        for operation in item.values()
        if isinstance(operation, dict) and "requestBody" in operation
    ]
    prefix = "#/components/schemas/"
    todo = [ref for ref in references(bodies, set()) if ref.startswith(prefix)]
    names = set()
    while todo:
        name = todo.pop()[len(prefix) :]
        if name not in names:
            names.add(name)
            todo += references(doc["components"]["schemas"][name], set())
    return names


def open_values(node):
    if isinstance(node, dict):
        if isinstance(node.get("enum"), list):
            known = ", ".join(map(str, node.pop("enum")))
            node["description"] = (node.get("description", "") + " Known: " + known + ".").strip()
        node.pop("readOnly", None)
        for each in node.values():
            open_values(each)
    elif isinstance(node, list):
        for each in node:
            open_values(each)


def drop_foreign(doc):
    prefix = "#/components/responses/"
    answers = doc["components"]["responses"]
    foreign = {
        prefix + name
        for name, answer in answers.items()
        if "content" in answer and "application/json" not in answer["content"]
    }
    for item in doc["paths"].values():
        for operation in item.values():
            if isinstance(operation, dict) and "responses" in operation:
                kept = operation["responses"]
                for status in [each for each in kept if kept[each].get("$ref") in foreign]:
                    del kept[status]
    for name in foreign:
        del answers[name[len(prefix) :]]


def main():
    doc = json.load(sys.stdin)
    drop_foreign(doc)
    kept = sent(doc)
    for name, schema in doc["components"]["schemas"].items():
        if name not in kept and "--open" in sys.argv[1:]:
            open_values(schema)
    json.dump(doc, sys.stdout)


main()
