"""The process from outside: tokens, paths, control, faults, and the state after a restart."""

import json
import os
import signal
import subprocess
import sys
import threading
import time

import pytest
from sandbox_client import SECRET, Account, Closed, Process, binary, failure
from test_json import tree

QUERY = {"query": "SELECT campaign.id FROM campaign"}


# --- tokens -------------------------------------------------------------------------------------


def test_a_refresh_token_makes_the_account(sandbox):
    account = Account(sandbox, "5550001111", "EUR", "Europe/Berlin")
    (row,) = account.search(
        "SELECT customer.id, customer.currency_code, customer.time_zone, customer.test_account "
        "FROM customer"
    )
    assert row["customer"] == {
        "resourceName": "customers/5550001111",
        "id": "5550001111",
        "currencyCode": "EUR",
        "timeZone": "Europe/Berlin",
        "testAccount": True,
    }


def test_the_answer_is_googles(sandbox):
    status, answer = sandbox.refresh("1//sandbox.5550001112.USD.America~New_York")
    assert status == 200
    assert set(answer) == {"access_token", "expires_in", "scope", "token_type"}
    assert answer["token_type"] == "Bearer"
    assert 3500 < answer["expires_in"] <= 3600
    assert answer["scope"] == "https://www.googleapis.com/auth/adwords"


@pytest.mark.parametrize(
    "change,status,error",
    [
        ({"refresh_token": "1//live.abc"}, 400, "invalid_grant"),
        ({"refresh_token": "1//sandbox.123.USD.UTC"}, 400, "invalid_grant"),
        ({"refresh_token": "1//sandbox.1234567890.usd.UTC"}, 400, "invalid_grant"),
        ({"refresh_token": "1//sandbox.1234567890.USD.UTC.x"}, 400, "invalid_grant"),
        ({"refresh_token": None}, 400, "invalid_request"),
        ({"client_id": None}, 400, "invalid_request"),
        ({"client_secret": None}, 401, "invalid_client"),
        ({"grant_type": None}, 400, "invalid_request"),
        ({"grant_type": "password"}, 400, "unsupported_grant_type"),
    ],
)
def test_a_bad_token_request_is_refused(sandbox, change, status, error):
    fields = {"refresh_token": "1//sandbox.1234567890.USD.UTC", **change}
    token = fields.pop("refresh_token")
    answered, answer = sandbox.refresh(token, **fields)
    assert (answered, answer["error"]) == (status, error)
    assert answer["error_description"]


def test_a_revoked_account_is_shut(account):
    assert account.post("googleAds:search", QUERY)[0] == 200
    assert account.process.control("POST", "revoke", {"customerId": account.id})[0] == 200
    assert account.process.refresh(account.refresh_token) == (
        400,
        {"error": "invalid_grant", "error_description": "Token has been expired or revoked."},
    )
    assert account.post("googleAds:search", QUERY)[0] == 401


@pytest.mark.parametrize("header", [None, "", "Bearer ", "Bearer nonsense", "Basic abc"])
def test_a_bad_access_token_is_refused(account, header):
    headers = {} if header is None else {"Authorization": header}
    status, _, text = account.process.raw(
        "POST", "/google/v26/customers/%s/googleAds:search" % account.id, json.dumps(QUERY), headers
    )
    assert status == 401
    error = json.loads(text)["error"]
    assert error["status"] == "UNAUTHENTICATED"
    assert error["message"].startswith("Request had invalid authentication credentials.")


def test_a_token_reaches_only_its_account(sandbox):
    one, other = sandbox.account(), sandbox.account()
    other.token = one.token
    status, answer = other.post("googleAds:search", QUERY)
    assert status == 403
    assert answer["error"]["status"] == "PERMISSION_DENIED"
    assert failure(answer) == [("authorizationError", "USER_PERMISSION_DENIED", "")]
    status, answer = one.post("googleAds:search", QUERY, headers={"login-customer-id": other.id})
    assert status == 403
    status, _ = one.post("googleAds:search", QUERY, headers={"login-customer-id": one.id})
    assert status == 200
    status, answer = one.post("googleAds:search", QUERY, headers={"login-customer-id": "1-2"})
    assert failure(answer)[0][:2] == ("headerError", "INVALID_LOGIN_CUSTOMER_ID")


# --- paths and versions -------------------------------------------------------------------------


@pytest.mark.parametrize("version", [23, 24, 25, 26])
def test_versions_in_service(account, version):
    status, answer = account.post("campaigns:mutate", {"operations": [{}]}, version=version)
    assert status == 400
    (detail,) = answer["error"]["details"]
    assert detail["@type"] == (
        "type.googleapis.com/google.ads.googleads.v%d.errors.GoogleAdsFailure" % version
    )
    assert len(detail["requestId"]) == 22


@pytest.mark.parametrize("version", [20, 21, 22])
def test_versions_that_are_gone(account, version):
    status, answer = account.post("googleAds:search", QUERY, version=version)
    assert status == 400
    assert failure(answer) == [("requestError", "UNSUPPORTED_VERSION", "")]
    assert "Version v%d is deprecated" % version in json.dumps(answer)


@pytest.mark.parametrize("version", [1, 19, 27])
def test_versions_that_never_were(account, version):
    status, answer = account.post("googleAds:search", QUERY, version=version)
    assert status == 404
    assert "404" in answer and answer.startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("path", ["widgets:mutate", "campaigns:search", "googleAds:delete", "x"])
def test_unknown_paths(account, path):
    assert account.post(path, {})[0] == 404


def test_a_get_of_a_post_is_not_found(account):
    status, _, _ = account.process.raw(
        "GET", "/google/v26/customers/%s/googleAds:search" % account.id
    )
    assert status == 404


@pytest.mark.parametrize("customer", ["123", "123-456-7890", "12345678901", "abcdefghij"])
def test_a_bad_customer_id(account, customer):
    account.id = customer
    status, answer = account.post("googleAds:search", QUERY)
    assert status == 400
    assert failure(answer)[0][:2] == ("requestError", "INVALID_CUSTOMER_ID")


def test_a_colon_may_be_escaped(account):
    assert account.post("googleAds%3Asearch", QUERY)[0] == 200


def test_accessible_customers_are_listed(account):
    status, headers, text = account.process.raw(
        "GET",
        "/google/v26/customers:listAccessibleCustomers",
        headers={"Authorization": "Bearer " + account.token},
    )
    assert status == 200
    assert json.loads(text) == {"resourceNames": ["customers/" + account.id]}
    assert {k.lower() for k in headers} >= {"request-id", "content-type"}


# --- control ------------------------------------------------------------------------------------


def test_control_needs_its_secret(sandbox):
    assert sandbox.control("GET", "log")[0] == 200
    assert sandbox.control("GET", "log", secret="wrong")[0] == 403
    assert sandbox.raw("GET", "/_control/log")[0] == 403
    assert sandbox.control("GET", "nothing")[0] == 404


def test_control_does_not_exist_without_a_secret():
    process = Process(secret=None)
    try:
        assert process.control("GET", "log")[0] == 404
        assert process.control("POST", "faults", {}, secret="")[0] == 404
    finally:
        assert process.stop() == 0


@pytest.mark.parametrize(
    "path,body",
    [
        ("faults", {"action": {"type": "explode"}}),
        ("faults", {}),
        ("faults", {"action": {"type": "error"}}),
        ("clock", {}),
        ("clock", {"advanceSeconds": "soon"}),
        ("edit", {"customerId": "1", "resourceName": "customers/2/campaigns/3", "set": {}}),
        ("edit", {"resourceName": "nonsense"}),
    ],
)
def test_bad_control_requests_are_refused(sandbox, path, body):
    status, answer = sandbox.control("POST", path, body)
    assert status == 400
    assert answer["error"]


def test_the_log_tells_what_was_received(account):
    mark = account.process.control("GET", "log")[1]["entries"][-1]["n"]
    assert account.post("googleAds:mutate", tree(account))[0] == 200
    account.post("campaigns:mutate", {"operations": [{"remove": "x"}]})
    account.search(QUERY["query"])
    entries = account.process.control("GET", "log?after=%d" % mark)[1]["entries"]
    assert [e["n"] for e in entries] == [mark + 1, mark + 2, mark + 3]
    first, second, third = entries
    assert first == {
        "n": mark + 1,
        "platform": "google",
        "method": "POST",
        "path": "/google/v26/customers/%s/googleAds:mutate" % account.id,
        "customerId": account.id,
        "status": 200,
        "fault": None,
        "operations": [
            "campaignBudget.create",
            "campaign.create",
            "campaignCriterion.create",
            "adGroup.create",
            "adGroupAd.create",
            "adGroupCriterion.create",
        ],
        "committed": True,
        "written": first["written"],
    }
    assert [(each["kind"], each["change"]) for each in first["written"]] == [
        (name.split(".")[0], "create") for name in first["operations"]
    ]
    assert second["written"] == third["written"] == []
    assert (second["status"], second["operations"], second["committed"]) == (
        400,
        ["campaign.remove"],
        False,
    )
    assert (third["operations"], third["committed"]) == ([], False)


def test_the_state_shows_everything_as_the_platform_would(account):
    campaign = account.campaign(name="Seen")
    account.must("campaigns", {"remove": campaign})
    status, state = account.process.control("GET", "state?customerId=" + account.id)
    assert status == 200
    assert [c["name"] for c in state["campaigns"]] == ["Seen"]
    assert state["campaigns"][0]["status"] == "REMOVED"
    assert state["campaigns"][0]["resourceName"] == campaign
    assert len(state["campaignBudgets"]) == 1
    assert state["adGroups"] == []
    assert state["customer"]["currencyCode"] == "USD"


def test_an_edit_changes_and_removes(account):
    campaign = account.campaign(name="Mine")

    def edit(changes):
        return account.process.control(
            "POST",
            "edit",
            {"customerId": account.id, "resourceName": campaign, "set": changes},
        )

    assert edit({"name": "Theirs", "status": "ENABLED"})[0] == 200
    (row,) = account.search("SELECT campaign.name, campaign.status FROM campaign")
    assert (row["campaign"]["name"], row["campaign"]["status"]) == ("Theirs", "ENABLED")
    assert edit(None)[0] == 200
    (row,) = account.search("SELECT campaign.status FROM campaign")
    assert row["campaign"]["status"] == "REMOVED"


def test_everything_can_be_emptied():
    process = Process()
    try:
        account = process.account()
        account.campaign()
        assert process.control("DELETE", "state")[0] == 200
        assert account.post("googleAds:search", QUERY)[0] == 401
        fresh = Account(process, account.id)
        assert fresh.search(QUERY["query"]) == []
    finally:
        process.stop()


# --- faults -------------------------------------------------------------------------------------


def campaigns(account):
    return len(account.search(QUERY["query"]))


def test_status_faults_have_googles_shape(account):
    for status, name, key in (
        (500, "INTERNAL", "internalError"),
        (503, "UNAVAILABLE", "internalError"),
        (403, "PERMISSION_DENIED", "authorizationError"),
        (401, "UNAUTHENTICATED", None),
        (504, "DEADLINE_EXCEEDED", None),
    ):
        account.process.fault(
            {"type": "status", "status": status}, path="googleAds:mutate", customerId=account.id
        )
        answered, answer = account.post("googleAds:mutate", tree(account))
        assert answered == status
        assert answer["error"]["status"] == name
        assert [f[0] for f in failure(answer)] == ([key] if key else [])
    assert campaigns(account) == 0


def test_a_quota_fault_says_when_to_retry(account):
    account.process.fault(
        {"type": "status", "status": 429, "retryDelay": "2s"}, customerId=account.id
    )
    status, answer = account.post("googleAds:search", QUERY)
    assert status == 429
    assert answer["error"]["status"] == "RESOURCE_EXHAUSTED"
    (error,) = answer["error"]["details"][0]["errors"]
    assert error["errorCode"] == {"quotaError": "RESOURCE_EXHAUSTED"}
    assert error["details"]["quotaErrorDetails"]["retryDelay"] == "2s"
    assert account.post("googleAds:search", QUERY)[0] == 200


def test_an_error_fault(account):
    account.process.fault(
        {
            "type": "error",
            "errorCode": {"policyFindingError": "POLICY_FINDING"},
            "message": "Not this one",
        },
        operation="campaign.create",
        customerId=account.id,
    )
    account.budget()
    status, answer = account.post("googleAds:mutate", tree(account))
    assert status == 400
    assert failure(answer) == [("policyFindingError", "POLICY_FINDING", "")]
    assert "Not this one" in json.dumps(answer)


def test_what_is_rolled_back_was_not_written(account):
    action = {"type": "error", "errorCode": {"campaignError": "UNKNOWN"}, "message": "No.", "at": 1}
    where = {"operation": "campaignBudget.create", "customerId": account.id}
    account.process.fault(action, **where)
    body = {"operations": [{"create": {"name": n, "amountMicros": "1000000"}} for n in "abc"]}
    status, answer = account.post("campaignBudgets:mutate", dict(body, partialFailure=True))
    assert status == 200 and [bool(r) for r in answer["results"]] == [True, False, True]
    details = answer["partialFailureError"]["details"][0]["errors"]
    assert [e["errorCode"] for e in details] == [{"campaignError": "UNKNOWN"}]
    entry = account.process.control("GET", "log")[1]["entries"][-1]
    assert [w["change"] for w in entry["written"]] == ["create", "create"]
    ids = [r["resourceName"].split("/")[-1] for r in answer["results"] if r]
    assert [w["id"] for w in entry["written"]] == ids
    account.process.fault(action, **where)
    body["operations"] = [dict(o, create=dict(o["create"], name=o["create"]["name"] + "2"))
                          for o in body["operations"]]
    assert account.post("campaignBudgets:mutate", body)[0] == 400
    assert account.process.control("GET", "log")[1]["entries"][-1]["written"] == []


def test_a_token_that_ends_and_access_that_is_taken_back(account):
    where = {"path": "googleAds:search", "customerId": account.id}
    account.process.fault({"type": "expire"}, **where)
    assert account.post("googleAds:search", QUERY)[0] == 401
    account.authorize()
    assert account.post("googleAds:search", QUERY)[0] == 200
    account.process.fault({"type": "revoke"}, **where)
    assert account.post("googleAds:search", QUERY)[0] == 401
    wish = {"customerId": account.id, "revoked": False}
    assert account.process.control("POST", "revoke", wish)[0] == 200
    assert account.post("googleAds:search", QUERY)[0] == 200


def test_an_edit_while_a_request_is_on_its_way(account):
    name = account.campaign()
    edit = {"customerId": account.id, "resourceName": name, "set": {"name": "Theirs"}}
    account.process.fault({"type": "edit", "edit": edit}, path="googleAds:search")
    query = {"query": "SELECT campaign.name FROM campaign"}
    assert [r["campaign"]["name"] for r in account.search(query["query"])] == ["Theirs"]
    assert account.process.control("GET", "log")[1]["entries"][-1]["written"] == []
    status, answer = account.process.control(
        "POST", "faults", {"action": {"type": "edit"}, "platform": "google"}
    )
    assert status == 400 and answer["error"]


def test_a_request_that_is_held_and_then_cut(account):
    where = {"path": "googleAds:mutate", "customerId": account.id}
    account.process.fault({"type": "cut_before", "ms": 300}, **where)
    started = time.monotonic()
    with pytest.raises(Closed):
        account.post("googleAds:mutate", tree(account))
    assert time.monotonic() - started > 0.25 and campaigns(account) == 0


def test_cut_before_leaves_nothing_and_accept_then_cut_leaves_everything(account):
    account.process.fault({"type": "cut_before"}, path="googleAds:mutate", customerId=account.id)
    with pytest.raises(Closed):
        account.post("googleAds:mutate", tree(account))
    assert campaigns(account) == 0
    account.process.fault(
        {"type": "accept_then_cut"}, operation="campaign.create", customerId=account.id
    )
    with pytest.raises(Closed):
        account.post("googleAds:mutate", tree(account))
    assert campaigns(account) == 1
    entries = account.process.control("GET", "log")[1]["entries"][-3:]
    assert [e["fault"] for e in entries if e["fault"]][-1] == "accept_then_cut"
    assert [e["committed"] for e in entries if e["fault"]][-1] is True
    status, answer = account.post("googleAds:mutate", tree(account))
    assert failure(answer)[0][1] == "DUPLICATE_CAMPAIGN_NAME"


def test_a_wait_does_not_hold_up_others(account):
    account.process.fault(
        {"type": "accept_then_timeout", "ms": 1500}, operation="campaign.create"
    )
    seen = {}

    def slow():
        started = time.monotonic()
        try:
            account.post("googleAds:mutate", tree(account))
        except Closed:
            seen["closed after"] = time.monotonic() - started

    thread = threading.Thread(target=slow)
    started = time.monotonic()
    thread.start()
    while campaigns(account) == 0 and time.monotonic() - started < 30:
        time.sleep(0.01)
    taken = time.monotonic() - started
    assert campaigns(account) == 1
    thread.join()
    assert seen["closed after"] >= 1.4 and taken < seen["closed after"]


def test_latency_and_how_often_faults_apply(account):
    account.process.fault(
        {"type": "latency", "ms": 300}, path="googleAds:search", customerId=account.id, skip=1,
        times=2,
    )
    took = []
    for _ in range(4):
        started = time.monotonic()
        assert account.post("googleAds:search", QUERY)[0] == 200
        took.append(time.monotonic() - started >= 0.3)
    assert took == [False, True, True, False]
    account.process.fault({"type": "status", "status": 500}, times=9, customerId=account.id)
    assert account.process.control("DELETE", "faults")[0] == 200
    assert account.post("googleAds:search", QUERY)[0] == 200


def test_a_fault_for_another_account_does_not_apply(account):
    account.process.fault({"type": "status", "status": 500}, customerId="9999999999")
    assert account.post("googleAds:search", QUERY)[0] == 200


def test_the_token_endpoint_can_fail_too(account):
    account.process.fault({"type": "status", "status": 503}, path="/google-oauth/token")
    status, _ = account.process.refresh(account.refresh_token)
    assert status == 503
    assert account.process.refresh(account.refresh_token)[0] == 200


def test_latency_of_every_answer():
    process = Process(env={"ADCORE_SANDBOX_LATENCY_MS": "600"})
    try:
        account = process.account()
        started = time.monotonic()
        threads = [
            threading.Thread(target=account.post, args=("googleAds:search", QUERY))
            for _ in range(5)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert 0.6 <= time.monotonic() - started < 2.4  # not one after the other
        started = time.monotonic()
        process.control("GET", "log")
        assert time.monotonic() - started < 0.6
    finally:
        assert process.stop() == 0


# --- restarts -----------------------------------------------------------------------------------


def test_state_tokens_and_clock_survive_a_restart(tmp_path):
    state = tmp_path / "sandbox.db"
    process = Process(state=state)
    account = process.account()
    account.campaign(name="Kept")
    process.advance(86400)
    assert process.stop() == 0
    again = Process(state=state)
    account.process = again
    (row,) = account.search("SELECT campaign.name FROM campaign")
    assert row["campaign"]["name"] == "Kept"
    before = again.control("POST", "clock", {"advanceSeconds": 0})[1]["now"]
    assert before - time.time() > 86000
    assert account.campaign(name="Next").endswith("2")
    assert again.stop() == 0


def test_memory_is_forgotten():
    process = Process()
    account = process.account()
    process.stop()
    again = Process()
    account.process = again
    assert account.post("googleAds:search", QUERY)[0] == 401
    again.stop()


@pytest.mark.parametrize("kind,kept", [("exit_before", 0), ("exit_after_commit", 1)])
def test_a_death_before_and_after_the_commit(tmp_path, kind, kept):
    state = tmp_path / "sandbox.db"
    process = Process(state=state)
    account = process.account()
    process.fault({"type": kind}, operation="campaign.create")
    with pytest.raises(Closed):
        account.post("googleAds:mutate", tree(account))
    assert process.process.wait(timeout=60) == 1
    process.process.stdout.close()
    again = Process(state=state)
    account.process = again
    assert campaigns(account) == kept
    again.stop()


def test_a_killed_process_has_kept_what_it_answered(tmp_path):
    state = tmp_path / "sandbox.db"
    process = Process(state=state)
    account = process.account()
    for i in range(5):
        account.campaign(name="C%d" % i)
    os.kill(process.pid, signal.SIGKILL)
    process.process.wait()
    process.process.stdout.close()
    again = Process(state=state)
    account.process = again
    assert campaigns(account) == 5
    again.stop()


# --- the process --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments", [["--port", "x"], ["--port", "70000"], ["--port"], ["--nonsense"]]
)
def test_bad_options_are_refused(arguments):
    done = subprocess.run([binary(), *arguments], capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "adcore-sandbox: " in done.stderr


def test_help():
    done = subprocess.run([binary(), "--help"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert "--die-with-parent" in done.stdout


def test_a_state_file_that_cannot_be_opened():
    done = subprocess.run(
        [binary(), "--state", "/nonexistent/x.db"], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 1
    assert "/nonexistent/x.db" in done.stderr


def test_it_dies_with_its_parent():
    script = (
        "import subprocess, sys\n"
        "p = subprocess.Popen([%r, '--die-with-parent'], stdout=subprocess.PIPE)\n"
        "sys.stdout.write(p.stdout.readline().decode()); sys.stdout.flush()\n" % binary()
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    pid = json.loads(done.stdout)["pid"]
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            with open("/proc/%d/stat" % pid) as stat:
                if stat.read().rsplit(")", 1)[1].split()[0] == "Z":
                    break
        except (FileNotFoundError, ProcessLookupError):
            break
    else:
        pytest.fail("the sandbox outlived its parent")


def test_connections_are_kept_alive(account):
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", account.process.port, timeout=60)
    sockets = set()
    for _ in range(3):
        connection.request("GET", "/_control/log", headers={"X-Sandbox-Control": SECRET})
        answer = connection.getresponse()
        answer.read()
        sockets.add(connection.sock)
    connection.close()
    assert len(sockets) == 1 and None not in sockets


def test_the_log_file_has_each_write_with_its_value_and_edits_by_control(tmp_path):
    path = tmp_path / "requests.jsonl"
    process = Process(env={"ADCORE_SANDBOX_LOG": str(path)})
    try:
        account = process.account()
        name = account.campaign(name="Spring")
        edit = {"customerId": account.id, "resourceName": name, "set": {"name": "Theirs"}}
        assert process.control("POST", "edit", edit)[0] == 200
        entries = process.control("GET", "log")[1]["entries"]
    finally:
        assert process.stop() == 0
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    written = [w for line in lines for w in line["written"] if w["kind"] == "campaign"]
    assert [(w["change"], w["value"]["name"]) for w in written] == [
        ("create", "Spring"),
        ("update", "Theirs"),
    ]
    assert lines[-1]["method"] == "EDIT" and lines[-1]["customerId"] == account.id
    assert all("value" not in w for entry in entries for w in entry["written"])


def test_faults_of_one_account_are_removed_alone(sandbox):
    one, other = sandbox.account(), sandbox.account()
    for account in (one, other):
        sandbox.fault({"type": "status", "status": 500}, customerId=account.id)
    assert sandbox.control("DELETE", "faults?customerId=" + one.id)[0] == 200
    assert one.post("googleAds:search", QUERY)[0] == 200
    assert other.post("googleAds:search", QUERY)[0] == 500
