"""adcore secret: adding keys, encrypting all rows again beside running servers, and removing old
keys."""

import os
import random
import re
import subprocess
import time

import pytest

from adcore_make import make_tree, push
from adcore_server import BINARY, SCALE, Server, in_threads

SQLITE = os.environ.get("ADCORE_TEST_DATABASE", "sqlite") == "sqlite"
NOW = [] if SQLITE else ["--now"]
COLUMNS = (("signing_keys", "sealed"), ("account_totp", "sealed"), ("connections", "credentials"))


class Keys:
    """A server with its key file. No output and no log of the server may contain a key."""

    def __init__(self, server):
        self.server = server
        self.path = server.data / "secret.key"
        self.note()

    def note(self):
        """Checks at the end that no key appears in the server's log."""
        for line in self.lines():
            if line[:64] not in self.server.secrets:
                self.server.secrets.append(line[:64])

    def lines(self):
        return self.path.read_text().splitlines()

    def run(self, *args, check=True, **options):
        done = self.server.cli("secret", *args, check=check, **options)
        self.note()
        for key in self.server.secrets:
            assert key not in done.out and key not in done.err
        return done

    def list(self):
        return self.run("list").json

    def rotate(self):
        return self.run("rotate", *NOW).json

    def age(self, hours=2):
        """Backdates all lines of the key file."""
        then = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() - 3600 * hours))
        lines = [re.sub(r" .*", " " + then, line) for line in self.lines()]
        self.write(lines)

    def write(self, lines, mode=0o600):
        fresh = self.path.with_suffix(".test")
        fresh.write_text("".join(line + "\n" for line in lines))
        fresh.chmod(mode)
        fresh.rename(self.path)

    def stored(self):
        """The heads of all encrypted values: the version and the key's id."""
        texts = []
        for table, column in COLUMNS:
            rows = self.server.sql("SELECT %s FROM %s" % (column, table))
            texts += [row[0][:12] for row in rows if row[0]]
        return set(texts)

    def whole(self):
        """Checks that each encrypted value can be decrypted."""
        listed = self.list()
        assert listed["findings"] == []
        return listed


def held(keys):
    return [sum(key["holds"].values()) for key in keys]


def serve(server):
    """A start that must fail. Returns its output."""
    log = subprocess.run(
        server.command(),
        env=server.environment(),
        cwd=server.dir,
        capture_output=True,
        text=True,
        timeout=30 * SCALE,
    )
    assert log.returncode == 1, log
    for key in server.secrets:
        assert key not in log.stdout + log.stderr
    return log.stdout + log.stderr


@pytest.fixture(scope="module")
def own():
    with Server() as server:
        yield server


@pytest.fixture()
def keys(own):
    """The shared server, reset to a file with one key that encrypts every value."""
    keys = Keys(own)
    if len(keys.lines()) > 1:
        keys.rotate()
        keys.age()
        keys.run("drop-old")
    return keys


def test_everything_is_sealed_anew_beside_a_running_server(own, keys):
    api = own.account().client()
    make_tree(api, platform="microsoft")
    before = keys.whole()["keys"]
    if len(before) == 1:
        assert {head[:3] for head in keys.stored()} == {"v1."}  # in the format of earlier versions
    rotated = keys.rotate()
    assert rotated["resealed"] == sum(held(before)) >= 5
    assert rotated["findings"] == []
    fresh = rotated["keys"][-1]
    assert fresh["state"] == "seals" and fresh["root"] is False
    assert held(rotated["keys"])[:-1] == [0] * len(before)
    assert keys.stored() == {"v2.%s." % fresh["id"]}
    assert keys.path.stat().st_mode & 0o777 == 0o600
    # The server has loaded the new key: it decrypts the token and encrypts new values with the new
    # key.
    kept = own.sql("SELECT credentials FROM connections WHERE platform = 'microsoft'")
    push(api)
    assert own.sql("SELECT credentials FROM connections WHERE platform = 'microsoft'") != kept
    assert own.account().client().get("/connections").status == 200
    assert keys.stored() == {"v2.%s." % fresh["id"]}
    assert keys.run("reseal").json["resealed"] == 0
    told = own.cli("doctor", as_json=False)
    assert re.search(r"%s  seals from .* connections" % fresh["id"], told.out)
    assert own.cli("doctor").json == {"findings": []}
    own.restart()
    assert api.get("/campaigns").status == 200
    keys.whole()


def test_an_old_key_goes_when_nothing_is_sealed_by_it(own, keys):
    own.account()
    assert keys.run("drop-old").json["dropped"] == 0
    first = keys.rotate()["keys"][-1]["id"]
    stale = own.sql("SELECT id, credentials FROM connections LIMIT 1")[0]
    second = keys.rotate()["keys"][-1]["id"]
    refused = keys.run("drop-old", check=False)
    assert refused.code == 1 and "less than an hour" in refused.error["message"]
    keys.age()
    own.sql("UPDATE connections SET credentials = '%s' WHERE id = '%s'" % (stale[1], stale[0]))
    refused = keys.run("drop-old", check=False)
    assert refused.code == 1
    assert "key %s still seals 1 connection: run" % first in refused.error["message"]
    assert first in [key["id"] for key in keys.list()["keys"]]
    assert keys.run("reseal").json["resealed"] == 1
    dropped = keys.run("drop-old").json
    ids = [key["id"] for key in dropped["keys"]]
    assert dropped["dropped"] >= 1 and ids[1:] == [second]
    own.restart()
    keys.whole()


def test_two_rotations_at_once(own, keys):
    count = len(keys.lines())
    done = in_threads(keys.rotate, keys.rotate)
    assert all(each["findings"] == [] for each in done)
    listed = keys.whole()["keys"]
    assert len(listed) == count + 2
    assert sorted(map(bool, held(listed))) == [False] * (count + 1) + [True]
    assert [key["state"] for key in listed].count("seals") == 1


def test_a_rotation_that_is_killed_loses_nothing(own, keys):
    for _ in range(4):
        own.account()
    command = [str(BINARY), "secret", "rotate", *NOW]
    for _ in range(10):
        process = subprocess.Popen(
            command, env=own.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(random.uniform(0, 0.06 * SCALE))
        process.kill()
        process.wait()
        keys.note()
        assert all(len(bytes.fromhex(line[:64])) == 32 for line in keys.lines())
    keys.whole()
    listed = keys.run("reseal").json
    assert listed["findings"] == []
    assert [key["state"] for key in listed["keys"] if any(key["holds"].values())] == ["seals"]
    own.restart()
    assert own.cli("doctor").json == {"findings": []}


def lax(keys):
    keys.path.chmod(0o640)


def cut(keys):
    keys.write([keys.lines()[0], keys.lines()[1][:30]])


def without_the_first(keys):
    keys.write(keys.lines()[1:])


def without_the_last(keys):
    keys.write(keys.lines()[:-1])


def foreign_first(keys):
    keys.write(["ab" * 32] + keys.lines()[1:])


SPOILT = (
    (lax, "chmod 600"),
    (cut, "key 2 must be 64 hex digits"),
    (without_the_first, "the line before it is missing"),
    (without_the_last, "holds no key"),
    (foreign_first, "not the one"),
)


def test_a_key_file_that_is_not_whole_is_refused(own, keys):
    keys.rotate()
    lines = keys.lines()
    assert own.terminate() == 0
    for spoil, words in SPOILT:
        spoil(keys)
        assert words in serve(own)
        if spoil is without_the_last:
            listed = keys.run("list", check=False)
            assert listed.code == 1 and "Put the key's line back" in listed.json["findings"][0]
            doctor = own.cli("doctor", check=False)
            assert doctor.code == 1 and "Put the key's line back" in doctor.json["findings"][0]
        else:
            assert keys.run("rotate", *NOW, check=False).code == 1
        keys.write(lines)
    own.start()
    keys.whole()


def test_a_running_server_keeps_its_keys_while_the_file_is_spoiled(own, keys):
    api = own.account().client()
    campaign = make_tree(api, platform="microsoft")["campaign"]
    push(api)
    lines = keys.lines()
    keys.write(lines, mode=0o644)
    api.patch("/campaigns/" + campaign["id"], {"name": "Later"})
    push(api)
    assert "secret_not_reloaded" in own.log_text()
    keys.write(lines)
    keys.whole()


def test_the_command_line(own, keys):
    for args, word in (
        (["rotate", "--lead", "soon"], "--lead"),
        (["rotate", "--lead", "31d"], "at most 30d"),
        (["rotate", "--lead", "1d", "--now"], "exclude"),
    ):
        refused = keys.run(*args, check=False)
        assert refused.code == 2 and word in refused.error["message"]
    if not SQLITE:
        refused = keys.run("rotate", check=False)
        assert refused.code == 2 and "several servers" in refused.error["message"]
    count = len(keys.lines())
    later = keys.run("rotate", "--lead", "2h").json
    assert "resealed" not in later
    assert [key["state"] for key in later["keys"]][-1] == "next"
    assert later["keys"][-2]["state"] == "seals" and len(keys.lines()) == count + 1
    assert keys.run("drop-old").json["dropped"] == 0  # a future key is not an old key


def test_keys_of_the_environment_are_changed_by_who_set_them():
    root, second = "ab" * 32, "cd" * 32
    with Server(env={"ADCORE_SECRET_KEY": root}) as server:
        server.secrets += [root, second]
        server.account()
        for command in (["rotate", *NOW], ["drop-old"]):
            refused = server.cli("secret", *command, check=False)
            assert refused.code == 1 and "ADCORE_SECRET_KEY" in refused.error["message"]
        server.extra_env["ADCORE_SECRET_KEY"] = root + "," + second
        server.restart()
        assert server.cli("secret", "reseal").json["resealed"] >= 5
        assert server.cli("doctor").json == {"findings": []}
        assert server.terminate() == 0
        server.extra_env["ADCORE_SECRET_KEY"] = root
        assert "holds no key" in serve(server)
        server.extra_env["ADCORE_SECRET_KEY"] = root + ",short"
        assert "ADCORE_SECRET_KEY: key 2 must be" in serve(server)
        server.extra_env["ADCORE_SECRET_KEY"] = root + "," + second
        server.start()


@pytest.mark.skipif(not SQLITE, reason="a file is copied")
def test_a_copy_needs_the_lines_of_its_time(own, keys):
    own.account()
    old, new = own.dir / "before.db", own.dir / "after.db"
    own.cli("backup", old)
    keys.rotate()
    own.cli("backup", new)
    lines = keys.lines()
    assert own.terminate() == 0
    keys.write(lines[:-1])
    refused = own.cli("restore", new, "--replace", check=False)
    assert refused.code == 1 and "all lines of its time" in refused.error["message"]
    keys.write(lines)
    own.cli("restore", old, "--replace")
    own.start()
    assert keys.run("reseal").json["resealed"] >= 5
    keys.whole()


@pytest.mark.skipif(SQLITE, reason="one server has a SQLite file for itself")
def test_two_servers_with_files_of_their_own(own, keys):
    box = "http://127.0.0.1:%d" % own.sandbox().port
    two = Server(args=["--sandbox", box], beside=own)
    del two.extra_env["ADCORE_SECRET_KEY"]
    theirs = two.data / "secret.key"
    theirs.write_text(keys.path.read_text())
    theirs.chmod(0o600)
    with two:
        api = own.account().client()
        there = two.client(token=api.token)
        make_tree(there, platform="microsoft")
        next_key = keys.run("rotate", "--lead", "1d").json["keys"][-1]["id"]
        both = Keys(two)
        both.write(keys.lines())
        push(there)  # still with the old key
        assert not any(head.startswith("v2." + next_key) for head in keys.stored())
        keys.age()  # one day later:
        both.write(keys.lines())
        assert keys.run("reseal").json["resealed"] >= 5
        there.patch("/campaigns/" + there.get("/campaigns").data[0]["id"], {"name": "Later"})
        push(there)
        assert keys.stored() == {"v2.%s." % next_key}
        assert both.whole()["keys"][-1]["id"] == next_key
        # Without the line of the current key the server refuses to start and names the missing key.
        assert two.terminate() == 0
        both.write(keys.lines()[:-1])
        assert "holds no key %s" % next_key in serve(two)
        both.write(keys.lines())
        two.start()
