"""Each list of the description with each of its filters: valid, invalid, empty, repeated and
combined."""

import itertools
import json

import pytest

from adcore_description import resolve
from adcore_make import make_ad, make_ad_group, make_campaign, make_keyword
from adcore_server import Server, in_threads

SHARED = ("limit", "cursor", "order", "q", "updatedSince")
LATER = "2020-01-01T00:00:00.000Z"


class Space:
    """A Space with a few of everything, and the lists that the description names."""

    def __init__(self, server):
        self.account = server.account()
        self.api = self.account.client(spare=False)
        self.fill()
        document = self.api.get("/openapi.json").json
        self.lists = dict(lists_of(document))

    def fill(self):
        for platform in ("google", "microsoft"):
            campaign = make_campaign(self.api, platform=platform)["id"]
            for number in range(2):
                group = make_ad_group(self.api, campaign)["id"]
                make_ad(self.api, group)
                make_keyword(self.api, group, matchType="EXACT", negative=number == 1)
        make_campaign(self.api, status="ENABLED")
        for number in range(3):
            business = {"name": "Bakery %d" % number, "website": "https://bakery.example"}
            self.api.post("/businesses", business)
            words = [{"text": "free %d" % number, "matchType": "BROAD"}]
            self.api.post("/keyword-lists", {"name": "Never %d" % number, "keywords": words})
        for number in range(3):
            click = {"gclid": "Cj0K-%d_x" % number, "msclkid": "%032x" % number}
            conversion = {
                "conversionAction": "Order",
                "occurredAt": "2026-01-0%dT10:00:00.000Z" % (number + 1),
                "clickIds": click,
                "platforms": ["google"] if number else ["google", "microsoft"],
                "orderId": "order %d" % number,
            }
            self.api.post("/conversions/offline", conversion)
            callout = {"type": "CALLOUT", "name": "Callout %d" % number, "text": "Open %d" % number}
            self.api.post("/assets", callout)


def lists_of(document):
    """Each path whose GET takes updatedSince: (path, {parameter: schema})."""
    for path, operations in document["paths"].items():
        found = {}
        for parameter in operations.get("get", {}).get("parameters", []):
            parameter = resolve(document, parameter)
            if parameter["in"] == "query":
                found[parameter["name"]] = parameter["schema"]
        if "updatedSince" in found:
            yield path, found


@pytest.fixture(scope="module")
def server():
    plans = {"ADCORE_PLANS": "scale:1000000:100000000:api"}
    with Server(env=plans) as running:
        yield running


@pytest.fixture(scope="module")
def space(server):
    made = Space(server)
    assert {"/campaigns", "/ad-groups", "/ads", "/keywords", "/businesses"} <= set(made.lists)
    return made


def filters(space):
    for path, parameters in space.lists.items():
        for name, schema in parameters.items():
            if name not in SHARED:
                yield path, name, schema.get("items", schema)


def held(each, name):
    """The values of a field, as JSON: of a list those in it."""
    value = each.get(name)
    found = value if isinstance(value, list) else [value]
    return {json.dumps(one) for one in found if one is not None}


def values_of(objects, name):
    return sorted(set().union(*[held(each, name) for each in objects]))


def as_text(value):
    value = json.loads(value)
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def same(found, wanted):
    assert [each["id"] for each in found] == [each["id"] for each in wanted]


def test_each_value_that_there_is_finds_what_has_it(space):
    seen = 0
    for path, name, _ in filters(space):
        everything = space.api.walk(path)
        for value in values_of(everything, name):
            wanted = [each for each in everything if value in held(each, name)]
            query = {name: as_text(value)}
            page = space.api.get(path, query=dict(query, limit=200))
            same(page.data, wanted)
            assert page.meta["total"] == len(wanted), (path, query)
            same(space.api.walk(path, limit=2, query=query), wanted)
            same(space.api.walk(path, limit=3, query=dict(query, order="asc")), wanted[::-1])
            seen += 1
    assert seen > 30


def test_several_values_are_any_of_them(space):
    for path, name, _ in filters(space):
        everything = space.api.walk(path)
        values = values_of(everything, name)[:3]
        if any("," in as_text(each) for each in values) or len(values) < 2:
            continue
        wanted = [each for each in everything if held(each, name) & set(values)]
        query = {name: ",".join(as_text(each) for each in values)}
        same(space.api.walk(path, limit=2, query=query), wanted)


def test_two_filters_are_both(space):
    for path in space.lists:
        everything = space.api.walk(path)
        names = [name for where, name, _ in filters(space) if where == path]
        for one, two in itertools.combinations(names, 2):
            both = {
                pair
                for each in everything
                for pair in itertools.product(held(each, one), held(each, two))
            }
            for first, second in sorted(both)[:2]:
                wanted = [
                    each
                    for each in everything
                    if first in held(each, one) and second in held(each, two)
                ]
                query = {one: as_text(first), two: as_text(second), "updatedSince": LATER}
                page = space.api.get(path, query=dict(query, limit=200))
                same(page.data, wanted)
                assert page.meta["total"] == len(wanted), (path, query)


def bad_values(schema):
    if "enum" in schema:
        return ["NOPE", "", schema["enum"][0] + ",NOPE", schema["enum"][0] + ",", ","]
    if schema.get("type") == "boolean":
        return ["maybe", "", "1", "true,maybe"]
    if "pattern" in schema:
        return ["x", "", "cmp_1", "agr_01ARZ3NDEKTSV4RRFFQ69G5FAVX"]
    return ["", "x,", "a" * 1000]


def test_values_that_are_none_are_refused_by_name(space):
    for path, name, schema in filters(space):
        for value in bad_values(schema):
            resp = space.api.refuse("GET", path, query=[(name, value)])
            assert any(where.split("[")[0] == name for where in resp.faults()), (path, name, value)


def test_a_filter_twice_is_refused_by_name(space):
    for path, parameters in space.lists.items():
        for name in parameters:
            resp = space.api.refuse("GET", path, query=[(name, "x"), (name, "x")])
            resp.fault(name, "DUPLICATE")


def test_shared_parameters_are_refused_when_wrong(space):
    for path in space.lists:
        for name, value in (
            ("limit", "0"),
            ("limit", "x"),
            ("order", "up"),
            ("order", ""),
            ("updatedSince", "yesterday"),
            ("updatedSince", ""),
            ("cursor", "x"),
            ("cursor", ""),
            ("sort", "name"),
        ):
            space.api.refuse("GET", path, query=[(name, value)]).fault(name)


def test_a_cursor_is_bound_to_filters_and_order_and_collection(space, server):
    other = server.account().client(spare=False)
    cursors = {}
    for path, parameters in space.lists.items():
        cursor = space.api.get(path, query={"limit": 1}).meta["nextCursor"]
        cursors[path] = cursor
        for query in ({"order": "asc"}, {"q": "e"}, {"updatedSince": LATER}):
            if not set(query) <= set(parameters):
                continue
            space.api.refuse("GET", path, query=dict(query, cursor=cursor)).fault("cursor")
        other.refuse("GET", path, query={"cursor": cursor}).fault("cursor")
    for path, name, _ in filters(space):
        values = values_of(space.api.walk(path), name)
        query = {name: as_text(values[0])} if values else None
        if query:
            resp = space.api.refuse("GET", path, query=dict(query, cursor=cursors[path]))
            resp.fault("cursor", "INVALID_CURSOR")
    for path, foreign in itertools.permutations(cursors, 2):
        resp = space.api.refuse("GET", path, query={"cursor": cursors[foreign]})
        resp.fault("cursor", "INVALID_CURSOR")


def test_q_is_part_of_what_it_is_called_by(space):
    for path, parameters in space.lists.items():
        if "q" not in parameters:
            continue
        everything = space.api.walk(path)
        named = "text" if path == "/keywords" else "name"
        wanted = [e for e in everything if e.get(named) and "1" in e[named]]
        same(space.api.walk(path, limit=2, query={"q": "1"}), wanted)


def test_pages_hold_while_others_write(server):
    """Paging returns each existing row once while another client creates and changes rows."""
    account = server.account()
    api, writer = account.client(spare=False), account.client(spare=False)
    made = [make_campaign(api, platform="google") for _ in range(60)]
    wanted = [each["id"] for each in made][::-1]

    def write():
        for each in made[:20]:
            writer.patch("/campaigns/" + each["id"], {"budget": 21})
            make_campaign(writer, platform="google")

    def walk():
        walks = []
        for query in ({}, {"platform": "google"}, {"q": "bakery"}, {"status": "PAUSED"}):
            found, cursor, first = [], None, True
            while first or cursor:
                page = api.get("/campaigns", query=dict(query, limit=7, cursor=cursor))
                found += [each["id"] for each in page.data]
                cursor, first = page.meta["nextCursor"], False
            walks.append(found)
        return walks

    _, walks = in_threads(write, walk)
    for found in walks:
        assert len(found) == len(set(found))
        assert [each for each in found if each in set(wanted)] == wanted
