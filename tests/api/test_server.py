"""Starting and stopping the server."""

import json
import os
import signal
import socket
import subprocess
import threading
import time

import pytest

from adcore_make import campaign_body, finish, make_tree, run_state, start_push
from adcore_server import BINARY, SCALE, Server, wait_for


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_stops_it_cleanly(signum):
    with Server() as server:
        api = server.account().client()
        api.get("/me")
        idle = socket.create_connection(("127.0.0.1", server.port))
        assert server.terminate(signum) == 0
        idle.close()
        with pytest.raises(OSError):
            socket.create_connection(("127.0.0.1", server.port), timeout=1).close()


def test_a_stop_ends_long_polls():
    with Server() as server:
        api = server.account().client()
        make_tree(api)
        server.sandbox().fault({"type": "latency", "ms": 20000}, path="mutate", times=50)
        run = start_push(api)
        got = {}

        def poll():
            got["run"] = run_state(api, run["id"], wait=30)

        thread = threading.Thread(target=poll)
        thread.start()
        time.sleep(0.3)
        began = time.monotonic()
        assert server.terminate() == 0
        assert time.monotonic() - began < 10 * SCALE
        thread.join(10)
        assert got["run"]["id"] == run["id"]


def test_what_is_in_flight_is_finished():
    with Server() as server:
        account = server.account()
        clients = [account.client(spare=False) for _ in range(3)]
        acknowledged = []
        stop = threading.Event()

        def write(client):
            while not stop.is_set():
                try:
                    acknowledged.append(
                        client.post("/campaigns", campaign_body(), expect=(201, 503))
                    )
                except OSError:
                    return
                except Exception as fault:  # a connection that the stop has closed
                    if "Remote" in type(fault).__name__ or "Incomplete" in type(fault).__name__:
                        return
                    raise

        threads = [threading.Thread(target=write, args=(client,)) for client in clients]
        for thread in threads:
            thread.start()
        wait_for(lambda: len(acknowledged) > 50, 10)
        assert server.terminate() == 0
        stop.set()
        for thread in threads:
            thread.join(10)
        server.start()
        made = [each.data["id"] for each in acknowledged if each.status == 201]
        kept = {each["id"] for each in account.client().walk("/campaigns")}
        assert len(made) > 50 and set(made) <= kept


def test_the_sandbox_dies_with_its_server():
    with Server() as server:
        port = server.sandbox().port
        server.kill()

        def dead():
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
            except OSError:
                return True

        assert wait_for(dead, 10)
        server.start()
        assert server.sandbox().port


def test_a_killed_sandbox_is_started_again():
    with Server() as server:
        api = server.account().client()
        box = json.loads((server.data / "sandbox.json").read_text())
        os.kill(box["pid"], signal.SIGKILL)

        def again():
            try:
                now = json.loads((server.data / "sandbox.json").read_text())
            except (OSError, ValueError):
                return None
            return now["pid"] != box["pid"]

        assert wait_for(again, 15)
        make_tree(api)
        assert finish(api, start_push(api)["id"])["status"] == "SUCCEEDED"


def test_the_sandbox_is_on_loopback_with_a_secret():
    with Server() as server:
        box = server.sandbox()
        assert box.call("GET", "/_control/log")[0] in (401, 403, 404)
        assert box.call("GET", "/_control/log", headers={"X-Sandbox-Control": "x"})[0] in (
            401,
            403,
            404,
        )


def test_what_it_keeps_is_for_its_user_alone():
    old = os.umask(0)
    try:
        with Server() as server:
            make_tree(server.account().client())
            server.sandbox()
            kept = list(server.data.rglob("*"))
            names = {path.name for path in kept}
            assert "sandbox.db" in names
            for path in kept:
                assert path.stat().st_mode & 0o077 == 0, path
    finally:
        os.umask(old)


def test_files_that_others_may_read_are_refused_at_start():
    with Server() as server:
        server.sandbox()
        assert server.terminate() == 0
        for name in ("adcore.db", "sandbox.db"):
            path = server.data / name
            if not path.exists():  # the database is in another place
                continue
            path.chmod(0o644)
            refused = subprocess.run(
                server.command(), env=server.environment(), cwd=server.dir, capture_output=True, text=True
            )
            said = refused.stdout + refused.stderr
            assert refused.returncode == 1 and "%s has mode 0644" % path in said, said
            doctor = server.cli("doctor", check=False)
            assert doctor.code == 1 and "chmod 600" in doctor.json["findings"][0]
            path.chmod(0o600)
        server.start()
        assert server.cli("doctor").json == {"findings": []}


def test_data_survives_a_restart():
    with Server() as server:
        api = server.account().client()
        tree = make_tree(api)
        finish(api, start_push(api)["id"])
        before = [
            api.get(path).data
            for path in ("/campaigns", "/ad-groups", "/ads", "/keywords", "/sync")
        ]
        server.restart()
        after = [
            api.get(path).data
            for path in ("/campaigns", "/ad-groups", "/ads", "/keywords", "/sync")
        ]
        assert before == after and tree.total() == 5


def run_serve(server, *args, env=None):
    return subprocess.run(
        [
            str(BINARY),
            "serve",
            "--listen",
            "127.0.0.1:%d" % server.port,
            "--data-dir",
            str(server.data),
            *args,
        ],
        env=dict(server.environment(), **(env or {})),
        capture_output=True,
        text=True,
        timeout=20 * SCALE,
    )


def test_refused_configurations():
    server = Server(database="sqlite")
    try:
        for args in (
            ["--public-url", "http://ads.example.org"],
            ["--listen", "nonsense"],
            ["--database", "mysql://x"],
            ["--config", "/nonexistent"],
            ["--public-url", "nonsense"],
        ):
            done = run_serve(server, *args)
            assert done.returncode in (1, 2), (args, done)
            assert done.stderr.strip(), args
    finally:
        server.lease.release()


def test_a_taken_port_is_an_error():
    server = Server(database="sqlite")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", server.port))
        taken.listen()
        done = run_serve(server)
    server.lease.release()
    assert done.returncode == 1 and str(server.port) in done.stderr


def test_the_environment_configures_it():
    with Server(env={"ADCORE_PUBLIC_URL": "https://env.example.org"}) as server:
        doc = server.client().get("/openapi.json").json
        assert doc["servers"][0]["url"] == "https://env.example.org/api/v1"
    with Server(
        args=["--public-url", "https://flag.example.org"],
        env={"ADCORE_PUBLIC_URL": "https://env.example.org"},
    ) as server:
        doc = server.client().get("/openapi.json").json
        assert doc["servers"][0]["url"] == "https://flag.example.org/api/v1"
