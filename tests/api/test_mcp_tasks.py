"""The tasks extension: a push as a task that a client polls. The task is the run itself."""

import re
import time

import pytest

from adcore_connector import TASKED, TASKS, URL, Connector, legacy_tool
from adcore_events import PREFIX
from adcore_make import Desk, finish, make_tree
from adcore_server import SCALE, Server, wait_for

NEED = {"requiredCapabilities": {"extensions": {TASKS: {}}}}
TERMINAL = ("completed", "failed", "cancelled")
FIELDS = {"taskId", "status", "statusMessage", "createdAt", "lastUpdatedAt", "ttlMs", "pollIntervalMs"}


class Office(Desk):
    def __init__(self, server):
        super().__init__(server)
        self.token = self.account.mint("all")["token"]
        self.client = Connector(server, self.token, **TASKED)
        self.slowed = False
        make_tree(self.api)

    def slow(self, ms=400):
        self.slowed = True
        delay = {"type": "latency", "ms": ms}
        self.box.fault(delay, path="mutate", customer=self.customer, times=50)

    def task(self, client=None):
        """A push that is still at work when it is answered."""
        client = client or self.client
        if not self.slowed:
            self.slow()
        made = client.tool("push_sync", client.preview())
        assert made["resultType"] == "task", made
        return made

    def get(self, task, client=None):
        return (client or self.client).result("tasks/get", {"taskId": task["taskId"]})

    def settled(self, task):
        found = wait_for(lambda: self.ended(task), 60)
        assert found, self.get(task)
        return found

    def ended(self, task):
        now = self.get(task)
        return now if now["status"] in TERMINAL else None


@pytest.fixture
def office(server):
    made = Office(server)
    yield made
    if server.process.poll() is None:
        server.sandbox().clear_faults()


def test_it_is_advertised_and_only_as_an_extension(office):
    found = office.client.result("server/discover", {})["capabilities"]
    assert found["extensions"][TASKS] == {} and "tasks" not in found


def test_a_push_is_a_task(office):
    office.slow()
    made = office.task()
    assert set(made) - {"resultType", "_meta"} == FIELDS
    assert made["status"] == "working" and made["ttlMs"] is None and made["pollIntervalMs"] > 0
    for name in ("createdAt", "lastUpdatedAt"):
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", made[name])
    run = made["taskId"].split(".")[0]
    assert office.api.get("/sync/" + run).data["source"] == "MCP", "durable before the answer"
    first = office.get(made)
    assert first["resultType"] == "complete" and first["taskId"] == made["taskId"]
    assert "requestState" not in first and "inputRequests" not in first
    last = office.settled(made)
    assert last["status"] == "completed" and set(last) - {"resultType", "_meta"} == FIELDS | {"result"}
    result = last["result"]
    assert result["resultType"] == "complete" and result["content"][0]["type"] == "text"
    assert result["structuredContent"]["run"]["id"] == run
    assert result["structuredContent"]["run"]["status"] == "SUCCEEDED"
    assert "_meta" not in result or PREFIX + "related-task" not in result["_meta"]
    assert last["lastUpdatedAt"] >= last["createdAt"] == made["createdAt"]
    assert office.get(made) == last, "terminal never changes"


def test_a_client_that_declares_nothing_waits_for_the_answer(office):
    client = Connector(office.server, office.token)
    done = client.tool("push_sync", client.preview())
    assert done["resultType"] == "complete" and "taskId" not in done
    assert done["structuredContent"]["run"]["id"]


def test_the_handshake_era_has_no_tasks(office):
    plan = office.client.preview()
    done = legacy_tool(office.server, office.token, "push_sync", plan)
    assert "taskId" not in done and done["structuredContent"]["run"]["id"]


def test_an_empty_plan_needs_no_task(office):
    finish(office.api, office.task()["taskId"].split(".")[0])
    done = office.client.tool("push_sync", office.client.preview())
    assert done["resultType"] == "complete"
    assert done["structuredContent"]["run"]["status"] == "SUCCEEDED"


@pytest.mark.parametrize("method", ("tasks/get", "tasks/update", "tasks/cancel"))
def test_who_did_not_declare_it_is_told_to(office, method):
    task = office.task()
    params = {"taskId": task["taskId"], "inputResponses": {}}
    for capabilities in ({}, {"extensions": {}}, {"extensions": {TASKS: True}}, {"tasks": {}}):
        client = office.client.declaring(**capabilities)
        assert client.error(method, params, -32021, 400)["data"] == NEED


def test_the_old_methods_are_gone(office):
    for method in ("tasks/result", "tasks/list"):
        office.client.error(method, {"taskId": office_task(office)}, -32601, 404)


def office_task(office):
    office.known = getattr(office, "known", None) or office.task()["taskId"]
    return office.known


@pytest.mark.parametrize("method", ("tasks/get", "tasks/update", "tasks/cancel"))
def test_the_header_names_the_task(office, method):
    task = office.task()
    params = {"taskId": task["taskId"], "inputResponses": {}}
    answer = office.client.answer(method, params, 400, name=task["taskId"] + "x")
    assert answer["error"]["code"] == -32020


@pytest.mark.parametrize("method", ("tasks/get", "tasks/update", "tasks/cancel"))
def test_others_have_no_such_task(office, server, method):
    """The same answer for an unknown task and for a task of another person, token or Space."""
    office.slow(1500)
    task = office.task()
    run, code = task["taskId"].split(".")
    other = Office(server)
    beside = Connector(server, office.account.mint("all")["token"], **TASKED)
    answers = []
    for client, id in (
        (other.client, task["taskId"]),
        (beside, task["taskId"]),
        (office.client, run),
        (office.client, run + "."),
        (office.client, run + "." + code[:-1]),
        (office.client, "syn_00000000000000000000000000." + code),
        (office.client, "x"),
        (office.client, "x" * 3000),
    ):
        answers.append(client.error(method, {"taskId": id, "inputResponses": {}}, -32602))
    assert all(each == answers[0] for each in answers)
    office.client.error(method, {"inputResponses": {}}, -32602)
    assert office.settled(task)["status"] == "completed", "nobody else has cancelled it"


def test_a_task_is_of_its_environment(office):
    task = office.task()
    live = Connector(office.server, office.account.mint("all", "live")["token"], **TASKED)
    live.error("tasks/get", {"taskId": task["taskId"]}, -32602)


def test_an_update_is_taken_and_changes_nothing(office):
    office.slow(1000)
    task = office.task()
    params = {"taskId": task["taskId"], "inputResponses": {"x": {"action": "accept"}}}
    done = office.client.result("tasks/update", params)
    assert set(done) == {"resultType", "_meta"} and done["resultType"] == "complete"
    office.client.error("tasks/update", {"taskId": task["taskId"]}, -32602)
    office.client.error("tasks/update", dict(params, inputResponses=[]), -32602)
    assert office.get(task)["status"] in ("working", "completed")


def test_a_cancelled_push_stops(office):
    office.slow(1500)
    task = office.task()
    done = office.client.result("tasks/cancel", {"taskId": task["taskId"]})
    assert set(done) == {"resultType", "_meta"} and done["resultType"] == "complete"
    last = office.settled(task)
    assert last["status"] == "cancelled" and "result" not in last and "error" not in last
    again = office.client.result("tasks/cancel", {"taskId": task["taskId"]})
    assert again["resultType"] == "complete"
    assert office.get(task) == last
    assert office.api.get("/sync/" + task["taskId"].split(".")[0]).data["status"] == "CANCELLED"


def test_what_has_ended_cannot_be_cancelled_and_nobody_complains(office):
    task = office.task()
    last = office.settled(task)
    assert office.client.result("tasks/cancel", {"taskId": task["taskId"]})["resultType"] == "complete"
    assert office.get(task) == last


def test_to_cancel_needs_the_scope_of_pushing(server):
    office = Office(server)
    account = office.account
    task = office.task()
    narrow = Connector(server, account.mint(["sync:read"])["token"], **TASKED)
    narrow.error("tasks/cancel", {"taskId": task["taskId"]}, -32602)


def test_failures_are_the_result_and_not_the_task(office):
    fault = {
        "type": "error",
        "errorCode": {"campaignError": "INVALID_CAMPAIGN_NAME"},
        "message": "Not this.",
    }
    office.box.fault(fault, operation="campaign.create", customer=office.customer)
    done = office.client.tool("push_sync", office.client.preview())
    if done["resultType"] == "task":
        last = office.settled(done)
        assert last["status"] == "completed" and "error" not in last
        done = last["result"]
    assert done["structuredContent"]["run"]["status"] in ("FAILED", "PARTIAL")


def wants_approval(office):
    space = office.api.get("/me").data["space"]["id"]
    rule = {"guardrails": {"requireApproval": {"test": "CONNECTOR"}}}
    office.api.patch("/spaces/" + space, rule)


def test_a_run_that_waits_for_a_person_is_at_work_and_says_where(office):
    wants_approval(office)
    task = office.task()
    run = task["taskId"].split(".")[0]
    assert task["status"] == "working" and "/app/runs/" + run in task["statusMessage"]
    assert office.get(task)["status"] == "working"
    office.api.post("/sync/%s/approve" % run, expect=200)
    assert office.settled(task)["result"]["structuredContent"]["run"]["status"] == "SUCCEEDED"


def test_the_rounds_come_before_the_task(office):
    wants_approval(office)
    office.slow(1500)
    client = office.client.declaring(**TASKED, **URL)
    plan = client.preview()
    asked = client.tool("push_sync", plan)
    assert asked["resultType"] == "input_required" and "taskId" not in asked
    responses = {"approve_push": {"action": "decline"}}
    made = client.tool(
        "push_sync", plan, inputResponses=responses, requestState=asked["requestState"]
    )
    assert made["resultType"] == "task" and "requestState" not in made
    assert client.result("tasks/get", {"taskId": made["taskId"]})["status"] == "working"


# --- notifications/tasks -----------------------------------------------------------------------


def listen(client, ids, **more):
    stream = client.ask("subscriptions/listen", {"notifications": dict(more, taskIds=ids)})
    assert stream.status == 200 and stream.is_stream, stream.json
    first = stream.wait_event(1)[0]
    assert first["method"] == "notifications/subscriptions/acknowledged"
    return stream, first["params"]["notifications"]


def test_a_listener_hears_how_the_task_stands(office):
    office.slow(800)
    task = office.task()
    stream, honoured = listen(office.client, [task["taskId"], task["taskId"]])
    assert honoured == {"taskIds": [task["taskId"]]}

    def ended(s):
        return any(e.get("params", {}).get("status") == "completed" for e in s.events)

    assert stream.until(ended, 60), stream.events
    notes = stream.events[1:]
    for note in notes:
        assert note["method"] == "notifications/tasks" and "id" not in note
        assert note["params"]["_meta"] == {PREFIX + "subscriptionId": office.client.count}
    last = notes[-1]["params"]
    told = {k: v for k, v in last.items() if k != "_meta"}
    now = office.get(task)
    assert told == {k: v for k, v in now.items() if k not in ("_meta", "resultType")}
    assert [n["params"]["status"] for n in notes[:-1]] == ["working"] * (len(notes) - 1)
    stream.close()


def test_a_task_that_has_ended_is_told_at_once(office):
    task = office.task()
    office.settled(task)
    begun = time.monotonic()
    stream, _ = listen(office.client, [task["taskId"]])
    assert stream.wait_event(2)[1]["params"]["status"] == "completed"
    assert time.monotonic() - begun < 10 * SCALE
    stream.close()


def test_tasks_of_others_are_not_honoured(office, server):
    task = office.task()
    other = Office(server)
    stream, honoured = listen(other.client, [task["taskId"], "x"])
    assert honoured == {}
    assert stream.finish()[-1]["result"]["resultType"] == "complete"
    stream.close()


def test_tasks_and_resources_are_listened_to_together(office):
    task = office.task()
    uri = "adcore://sync/" + task["taskId"].split(".")[0]
    stream, honoured = listen(office.client, [task["taskId"]], resourceSubscriptions=[uri])
    assert honoured == {"taskIds": [task["taskId"]], "resourceSubscriptions": [uri]}
    stream.close()


def test_listening_to_tasks_needs_the_extension(office):
    client = office.client.declaring()
    params = {"notifications": {"taskIds": []}}
    assert client.error("subscriptions/listen", params, -32021, 400)["data"] == NEED
    for bad in ("x", [1], ["x"] * 51):
        office.client.error("subscriptions/listen", {"notifications": {"taskIds": bad}}, -32602)


def test_a_task_survives_the_server():
    with Server() as server:
        office = Office(server)
        office.slow(1500)
        task = office.task()
        server.restart(kill=True)
        office.reopen()
        assert office.settled(task)["result"]["structuredContent"]["run"]["status"] == "SUCCEEDED"
