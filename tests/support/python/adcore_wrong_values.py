"""Wrong values for the calls of adcore_calls.py: wrong types, bounds and texts, and their places
in a body.
"""

import copy
import json


def required_of(body, schema):
    """The body reduced to the schema's required members and nested lists, so that no other
    member causes the same error."""
    needed = schema.get("required", [])
    nested = ("adGroups", "ads", "keywords", "headlines", "descriptions")
    return {k: v for k, v in body.items() if k in needed or k in nested}


# --- faults --------------------------------------------------------------------------------------


def deep(levels, inner, as_object):
    for _ in range(levels):
        inner = {"a": inner} if as_object else [inner]
    return inner


STRINGS = (
    "",
    " ",
    "x" * 129,
    "x" * 3000,
    "\U0001f35e" * 500,
    "\u4e16" * 91,
    "a\u0000b",
    "\ud800",
    "\u0007\u001b[2J",
    "%s%n%d",
    "../../etc/passwd",
    "https://",
    "javascript:alert(1)",
    "http://user:pw@host/",
    "https://bakery.example/" + "p" * 2100,
    "{KeyWord:" + "b" * 40 + "}",
    "{keyword:",
    "2026-02-30",
    "0000-00-00",
    "9999-12-31",
    "2026-11-20T25:61:00Z",
    "9999-12-31T23:59:59Z",
    "-cost",
    "1e9",
    "OTHER",
    "null",
    "cmp_",
    "cmp_00000000000000000000000000",
    "cmp_zzzzzzzzzzzzzzzzzzzzzzzzzz",
    "xyz_01KAH2V5T3Q8Z6J4N9W7X1Y2B3",
    "@cmp.google@",
    "@cmp.meta@",
    "@cmp.reddit@",
    "@cmp.microsoft@",
    "@agr.google@",
    "@agr.meta@",
    "@agr.reddit@",
    "@ad.google@",
    "@kw.google@",
    "@ast.one@",
    "@ast.picture@",
    "@biz.one@",
    "@syn.one@",
)
NUMBERS = (
    0,
    -1,
    0.0000001,
    1.5,
    1e308,
    -1e308,
    1e9,
    1000000000.000001,
    2**31,
    2**53 - 1,
    2**53 + 1,
    2**63,
    -(2**63) - 1,
    10**30,
    "@raw:1e400@",
    "@raw:-0@",
    "@raw:0.1e-400@",
    "@raw:NaN@",
    "@raw:01@",
)
OTHERS = (None, True, False, {}, [], {"a": 1}, [None], [[]], [{}], ["x", 1, None])


class Faults:
    def __init__(self, values):
        self.values = values
        self.pool = sorted({o for options in values.enums.values() for o in options})

    def kinds(self, holder, key):
        """The names of the possible faults of a member. apply() implements each of them."""
        value = holder[key]
        names = ["remove", "string", "number", "other", "wrap list", "wrap object", "deep"]
        if isinstance(holder, dict):
            names += ["rename", "twin"]
        if isinstance(value, str):
            names += ["case", "enum", "long", "string", "string", "enum"]
        if isinstance(value, (int, float)):
            names += ["number", "number"]
        if isinstance(value, list):
            names += ["many", "empty", "into first"]
        if isinstance(value, dict):
            names += ["unknown", "empty", "many members"]
        return names

    def apply(self, rng, name, root, holder, key):
        value = holder[key]
        if name == "remove":
            del holder[key]
        elif name == "string":
            holder[key] = rng.choice(STRINGS)
        elif name == "number":
            holder[key] = rng.choice(NUMBERS)
        elif name == "other":
            holder[key] = copy.deepcopy(rng.choice(OTHERS))
        elif name == "wrap list":
            holder[key] = [value]
        elif name == "wrap object":
            holder[key] = {str(key): value}
        elif name == "deep":
            holder[key] = deep(rng.choice((3, 20, 26, 28, 30, 33, 200)), value, rng.random() < 0.5)
        elif name == "rename":
            holder[rng.choice((key.lower(), key + "s", key[:-1] or "x", ""))] = holder.pop(key)
        elif name == "twin":
            holder[key] = copy.deepcopy(self.elsewhere(rng, root))
        elif name == "case":
            ways = (str.lower, str.upper, str.title, lambda s: s + " ", lambda s: s[:-1])
            holder[key] = rng.choice(ways)(value)
        elif name == "enum":
            holder[key] = rng.choice(self.values.enums.get(key) or self.pool)
            if rng.random() < 0.3:
                holder[key] = rng.choice(self.pool)
        elif name == "long":
            holder[key] = value * 40 if rng.random() < 0.9 else "y" * 200000
        elif name == "many":
            count = rng.choice((2, 5, 21, 51, 101, 201, 1001))
            one = value[0] if value else {}
            size = max(1, len(json.dumps(one)))
            # Copies: a fault in one of them must not multiply in all.
            holder[key] = [copy.deepcopy(one) for _ in range(min(count, 1 + 900000 // size))]
        elif name == "huge":
            size = rng.choice((100000, 1000000, 1040000))  # around what a body may have
            lists, members = range(size // 3), range(size // 11)
            ways = (["y" * size], [[] for _ in lists], {"m%d" % i: 0 for i in members})
            holder[key] = rng.choice(ways)
        elif name == "empty":
            holder[key] = type(value)()
        elif name == "into first":
            if value and isinstance(value[0], dict):
                value[0][str(key)] = copy.deepcopy(value)
        elif name == "unknown":
            value[rng.choice(("x", "id", "spaceId", "__proto__", "remoteId", "version", ""))] = 1
        elif name == "many members":
            value.update({"m%d" % i: i for i in range(rng.choice((5, 300)))})

    def elsewhere(self, rng, root):
        found = places(root)
        if not found:
            return root
        holder, key = rng.choice(found)
        return holder[key]


def places(value):
    """Each member and element, as what holds it and its key."""
    found, left = [], [value]
    while left:
        at = left.pop()
        keys = list(at) if isinstance(at, dict) else range(len(at)) if isinstance(at, list) else ()
        for key in keys:
            found.append((at, key))
            if isinstance(at[key], (dict, list)):
                left.append(at[key])
    return found


# --- the calls -----------------------------------------------------------------------------------
