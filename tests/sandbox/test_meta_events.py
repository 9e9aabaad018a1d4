"""The simulated Conversions API: a call is accepted whole or not at all, and an event counts
once."""

import itertools
import time

import pytest
from meta_client import Graph

NUMBERS = itertools.count(1)
HASH = "a" * 64
DAY = 86400


@pytest.fixture
def graph(sandbox):
    return Graph(sandbox)


def event(**fields):
    body = {
        "event_name": "Lead",
        "event_time": int(time.time()) - 3600,
        "action_source": "other",
        "event_id": "E-%d" % next(NUMBERS),
        "user_data": {"em": [HASH]},
    }
    body.update(fields)
    return {name: value for name, value in body.items() if value is not None}


def counted(graph):
    return graph.process.control("GET", "state?customerId=" + graph.id)[1]["events"]


def send(graph, *events, **more):
    return graph.call("POST", graph.id + "/events", data=list(events), **more)


def test_events_are_received(graph):
    worth = {"value": 5.5, "currency": "EUR", "order_id": "A-1"}
    status, answer = send(
        graph,
        event(event_name="Purchase", custom_data=worth, opt_out=True),
        event(user_data={"fbc": "fb.1.1795177500000.IwAR"}),
        test_event_code="T",
    )
    assert status == 200 and answer.pop("fbtrace_id")
    assert answer == {"events_received": 2, "messages": []}
    assert counted(graph)[0]["custom_data"] == worth


ROWS = [
    ({"event_time": int(time.time()) - 8 * DAY}, 2804003),
    ({"event_time": int(time.time()) - 63 * DAY, "action_source": "physical_store"}, 2804003),
    ({"event_time": int(time.time()) + DAY}, 2804019),
    ({"event_time": "2026-11-20T12:00:00Z"}, None),
    ({"event_time": None}, 2804019),
    ({"event_name": None}, 2804019),
    ({"user_data": None}, 2804019),
    ({"user_data": {}}, 2804050),
    ({"user_data": {"em": ["alice@bakery.example"]}}, 2804019),
    ({"user_data": {"ph": ["+16505551212"]}}, 2804019),
    ({"user_data": {"fbc": "IwAR"}}, 2804019),
    ({"user_data": {"email": "x"}}, None),
    ({"action_source": None}, 2804019),
    ({"action_source": "OTHER"}, None),
    ({"action_source": "website"}, 2804019),
    ({"event_name": "Purchase"}, 2804019),
    ({"event_name": "Purchase", "custom_data": {"value": 5}}, 2804019),
    ({"custom_data": {"value": -1, "currency": "EUR"}}, None),
    ({"custom_data": {"value": "5", "currency": "EUR"}}, None),
    ({"custom_data": {"value": 5, "currency": "euro"}}, None),
    ({"nobody": 1}, None),
]


@pytest.mark.parametrize("fields,subcode", ROWS, ids=range(len(ROWS)))
def test_one_that_is_wrong_refuses_the_call(graph, fields, subcode):
    data = [event(), event(**fields)]
    code, got, blamed = graph.refused("POST", graph.id + "/events", data=data)
    assert (code, got) == (100, subcode) and blamed.startswith("data")
    assert counted(graph) == []


def test_the_account_tells_its_dataset(graph):
    status, answer = graph.call("GET", "act_%s/adspixels" % graph.id, fields="id,name")
    assert (status, answer) == (200, {"data": [{"name": "Sandbox dataset", "id": graph.id}]})
    status, answer = graph.call("GET", "act_%s/adspixels" % graph.id, colour="red")
    assert status == 400, answer


def test_how_many(graph):
    assert graph.refused("POST", graph.id + "/events", data=[])[0] == 100
    assert graph.refused("POST", graph.id + "/events", data=[event()] * 1001)[0] == 100
    assert graph.refused("POST", graph.id + "/events")[0] == 100
    assert graph.refused("POST", "100000000009999/events", data=[event()])[:2] == (100, 33)


def test_a_name_and_id_count_once(graph):
    one = event()
    for _ in range(2):
        assert send(graph, one, one)[1]["events_received"] == 2
    assert len(counted(graph)) == 1
    send(graph, dict(one, event_name="Contact"), event(event_id=None), event(event_id=None))
    assert len(counted(graph)) == 4


def test_after_two_days_it_counts_again(graph):
    one = event(action_source="physical_store")
    send(graph, one)
    graph.process.control("POST", "clock", {"advanceSeconds": 49 * 3600})
    send(graph, one)
    assert len(counted(graph)) == 2
