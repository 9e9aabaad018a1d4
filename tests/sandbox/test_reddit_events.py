"""The simulated conversion events of Reddit: a call is accepted whole or not at all, and counts
once."""

import itertools
import time

import pytest

from reddit_client import Reddit

NUMBERS = itertools.count(1)
HASH = "a" * 64
DAY = 86400


@pytest.fixture
def reddit(sandbox):
    return Reddit(sandbox)


def event(**fields):
    whole = {
        "event_at": int((time.time() - 3600) * 1000),
        "action_source": "OTHER",
        "type": {"tracking_type": "LEAD"},
        "click_id": "click-%d" % next(NUMBERS),
        "metadata": {"conversion_id": "E-%d" % next(NUMBERS)},
    }
    whole.update(fields)
    return {name: value for name, value in whole.items() if value is not None}


def send(reddit, *events, pixel=None, **more):
    path = "pixels/%s/conversion_events" % (pixel or reddit.id)
    return reddit.call("POST", path, {"data": {"events": list(events), **more}})


def counted(reddit):
    return reddit.process.control("GET", "state?customerId=" + reddit.id)[1]["events"]


def test_events_are_processed(reddit):
    worth = {"conversion_id": "A-1", "order_id": "A-1", "value": 59.9, "currency": "EUR"}
    sent = [
        event(type={"tracking_type": "PURCHASE"}, metadata=worth),
        event(click_id=None, user={"email": HASH}),
        event(type={"tracking_type": "CUSTOM", "custom_event_name": "newsletter"}),
    ]
    status, answer = send(reddit, *sent)
    assert status == 200
    assert answer == {"data": {"message": "Successfully processed 3 conversion events."}}
    assert counted(reddit) == sent


ROWS = [
    ({"event_at": int((time.time() - 8 * DAY) * 1000)}, "7 days"),
    ({"event_at": int((time.time() + DAY) * 1000)}, "7 days"),
    ({"event_at": "2026-11-20T12:00:00Z"}, "integer"),
    ({"event_at": None}, "event_at"),
    ({"action_source": None}, "action_source"),
    ({"action_source": "web"}, "is not one of"),
    ({"type": {"tracking_type": "Purchase"}}, "is not one of"),
    ({"type": {"tracking_type": "CUSTOM"}}, "custom_event_name"),
    ({"type": {"tracking_type": "LEAD", "custom_event_name": "x"}}, "custom_event_name"),
    ({"type": {"tracking_type": "CUSTOM", "custom_event_name": "x" * 65}}, ""),
    ({"click_id": None}, "click_id"),
    ({"click_id": None, "user": {}}, "click_id"),
    ({"metadata": {"value": -1}}, "minimum"),
    ({"metadata": {"value": "5"}}, "number"),
    ({"metadata": {"currency": "euro"}}, "currency"),
    ({"test_id": "t2_1"}, "unexpected"),
]


@pytest.mark.parametrize("fields,says", ROWS, ids=range(len(ROWS)))
def test_one_that_is_wrong_refuses_the_call(reddit, fields, says):
    status, answer = send(reddit, event(), event(**fields))
    assert status == 400 and says in answer["error"]["message"], answer
    assert counted(reddit) == []


def test_how_many_and_where(reddit):
    assert send(reddit)[0] == 400
    assert send(reddit, *[event()] * 1001)[0] == 400
    assert send(reddit, event(), pixel="t2_99999999")[0] == 404
    assert counted(reddit) == []


def test_a_test_is_not_counted(reddit):
    assert send(reddit, event(), test_id="t2_1")[0] == 200
    assert counted(reddit) == []


def test_a_type_and_id_count_once(reddit):
    one = event()
    for _ in range(2):
        assert send(reddit, one, one)[0] == 200
    assert counted(reddit) == [one]
    own = {"tracking_type": "CUSTOM", "custom_event_name": "x"}
    send(reddit, dict(one, type={"tracking_type": "PURCHASE"}), dict(one, type=own), dict(one, type=own))
    send(reddit, event(metadata=None), event(metadata=None))
    assert len(counted(reddit)) == 5


def test_after_two_days_it_counts_again(reddit):
    one = event()
    send(reddit, one)
    reddit.process.control("POST", "clock", {"advanceSeconds": 49 * 3600})
    send(reddit, one)
    assert len(counted(reddit)) == 2
