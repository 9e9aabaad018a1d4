"""The command line, as scripts use it while the server runs."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from adcore_make import preview, push
from adcore_server import BINARY, SCALE

SQLITE = os.environ.get("ADCORE_TEST_DATABASE", "sqlite") == "sqlite"

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "packaging/commit.sh"
COMMANDS = [
    ["serve"],
    ["setup"],
    ["account", "add"],
    ["account", "set"],
    ["account", "invite"],
    ["account", "password"],
    ["account", "list"],
    ["account", "disable"],
    ["account", "enable"],
    ["account", "remove"],
    ["token", "mint"],
    ["token", "list"],
    ["token", "rotate"],
    ["token", "revoke"],
    ["seed-demo"],
    ["import"],
    ["migrate"],
    ["backup"],
    ["restore"],
    ["openapi"],
    ["describe"],
    ["version"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help(server, command):
    result = server.cli(*command, "--help", as_json=False)
    assert result.out.strip()


def test_version(server):
    """The commit is of 12 digits; a tree that is no clone and no release has none."""
    told = server.cli("version").json
    assert re.fullmatch(r"\d+\.\d+\.\d+", told["version"])
    assert re.fullmatch(r"[0-9a-f]{12}(-dirty)?|unknown", told["commit"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\d|unknown", told["date"])
    names = list(told["libraries"])
    assert names == sorted(names, key=str.lower) and {"SQLite", "OpenSSL", "libpq"} <= set(names)
    assert all(re.match(r"\d+\.\d+", version) for version in told["libraries"].values())
    assert server.cli("version", as_json=False).out.splitlines() == [
        "adcore " + told["version"],
        "commit %(commit)s of %(date)s" % told,
        *("%s %s" % row for row in told["libraries"].items()),
    ]


def git_in(root, *words):
    done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True,
                          check=True)
    return done.stdout.strip()


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a clone")
def test_version_of_a_clone():
    """The script that the build runs, in a clone, one with changes, and one in another's."""
    head = git_in(ROOT, "rev-parse", "HEAD")[:12]
    told = subprocess.run([SCRIPT], capture_output=True, text=True, check=True).stdout
    assert re.fullmatch(head + r"(-dirty)? \d{4}-\d\d-\d\d\n", told)


def test_commit_script(tmp_path):
    def said():
        script = tmp_path / "packaging/commit.sh"
        return subprocess.run([script], capture_output=True, text=True, check=True).stdout

    (tmp_path / "packaging").mkdir()
    shutil.copy(SCRIPT, tmp_path / "packaging")
    assert said() == "unknown unknown\n"
    (tmp_path / "COMMIT").write_text("0123456789ab 2026-11-27\n")
    assert said() == "0123456789ab 2026-11-27\n"
    (tmp_path / "COMMIT").write_text('"); evil(" 2026-11-27\n')
    assert said() == "unknown unknown\n"
    git_in(tmp_path, "init", "-q")
    git_in(tmp_path, "add", "packaging")
    who = ("-c", "user.name=a", "-c", "user.email=a@example.com")
    git_in(tmp_path, *who, "commit", "-q", "-m", "one")
    head = git_in(tmp_path, "rev-parse", "HEAD")[:12]
    assert re.fullmatch(head + r" \d{4}-\d\d-\d\d\n", said())
    with open(tmp_path / "packaging/commit.sh", "a", encoding="utf-8") as file:
        file.write("# changed\n")
    assert re.fullmatch(head + r"-dirty \d{4}-\d\d-\d\d\n", said())


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["nonsense"],
        ["account"],
        ["account", "nonsense"],
        ["token", "mint"],
        ["account", "add"],
        ["account", "add", "--email"],
        ["token", "mint", "--email", "a@b.example", "--nonsense"],
        ["serve", "--listen"],
        ["serve", "--nonsense"],
    ],
    ids=lambda args: " ".join(args) or "none",
)
def test_wrong_use_is_exit_2(server, args):
    result = server.cli(*args, check=False, as_json=False)
    assert result.code == 2 and result.err.strip()


def test_account_add_gives_the_object(server):
    account = server.account(plan=None)
    assert re.match(r"^acc_[0-9A-Za-z]{26}$", account.uid)


def test_an_email_is_taken_once(server, account):
    for email in (account.email, account.email.upper()):
        result = server.cli("account", "add", "--email", email, check=False)
        assert result.code == 1
        assert result.error["code"] and result.error["message"]


@pytest.mark.parametrize(
    "args",
    [
        ["--email", "nonsense"],
        ["--email", "x@y.example", "--plan", "golden"],
        ["--email", "x@y.example", "--currency", "XXQ"],
        ["--email", "x@y.example", "--timezone", "Mars/Base"],
        ["--email", "x@y.example", "--subscription", "maybe"],
    ],
)
def test_account_add_refuses(server, args):
    result = server.cli("account", "add", *args, check=False)
    assert result.code in (1, 2) and result.err.strip()


def test_account_password_resets_the_factors(server, account):
    assert "--reset-factors" in server.cli("account", "password", "--help", as_json=False).out
    words = ["account", "password", "--email", account.email]
    made = server.cli(*words, "--reset-factors").json
    assert "/signin/link?token=" in made["link"]
    server.cli(*words, "--reset-factors", "--password-stdin", stdin="four words that differ\n")
    server.cli(*words, "--password-stdin", stdin="four words that differ\n")
    entries = account.client("all,people:read").get("/history?resource=account&verb=UPDATE").data
    gone = {"noSecondStep": True, "noPasskey": True}
    assert [entry["after"] for entry in entries] == [
        {"password": True},
        {"password": True, **gone},
        {"passwordLink": True, **gone},
    ]


def test_commands_for_what_is_not_there_fail(server):
    for args in (
        ["account", "set", "--email", "nobody@adcore.test", "--plan", "pro"],
        [
            "token",
            "mint",
            "--email",
            "nobody@adcore.test",
            "--name",
            "x",
            "--env",
            "test",
            "--scopes",
            "all",
        ],
        ["account", "password", "--email", "nobody@adcore.test", "--reset-factors"],
        ["token", "revoke", "a" * 16],
        ["token", "rotate", "a" * 16],
        ["seed-demo", "--email", "nobody@adcore.test"],
    ):
        result = server.cli(*args, check=False)
        assert result.code == 1, (args, result)
        assert result.error["code"] and result.error["message"]


@pytest.mark.parametrize(
    "option,value",
    [
        ("--env", "prod"),
        ("--scopes", ""),
        ("--expires", "soon"),
        ("--expires", "0d"),
        ("--expires", "-5d"),
    ],
)
def test_token_mint_refuses(server, account, option, value):
    args = {"--name": "x", "--env": "test", "--scopes": "all", option: value}
    words = [word for pair in args.items() for word in pair]
    result = server.cli("token", "mint", "--email", account.email, *words, check=False)
    assert result.code in (1, 2) and result.err.strip()


def test_seed_demo_fills_the_test_data(server, account):
    server.cli("seed-demo", "--email", account.email, "--campaigns", "2")
    api = account.client()
    assert api.get("/campaigns").meta["total"] == 2
    for path in ("/ad-groups", "/ads", "/keywords"):
        assert api.get(path).meta["total"] > 0
    assert account.client(env="live").get("/campaigns").meta["total"] == 0
    for one in api.walk("/campaigns"):
        assert one["syncState"] == "STAGED" and one["budget"] <= 100


def test_the_demo_goes_to_all_four_platforms(server, account):
    server.cli("seed-demo", "--email", account.email)
    api = account.client()
    plan = preview(api)
    assert {op["platform"] for op in plan["operations"]} == {
        "google",
        "microsoft",
        "reddit",
        "meta",
    }
    run = push(api)
    assert {op["status"] for op in run["operations"]} == {"SUCCEEDED"}, run
    assert len(run["operations"]) == len(plan["operations"])
    assert preview(api)["operations"] == []


def test_migrate_may_be_repeated(server, account):
    for _ in range(2):
        server.cli("migrate", as_json=False)
    account.client().get("/me")


def test_links_lead_to_the_server(server, account):
    """The command is run without --listen and --public-url. `serve` stored both values."""
    words = ["account", "invite", "--email", account.email]
    assert server.cli(*words).json["link"].startswith(
        "http://127.0.0.1:%d/signin/link?token=" % server.port
    )
    given = server.cli(*words, "--public-url", "https://ads.example.com").json["link"]
    assert given.startswith("https://ads.example.com/signin/link?token=")
    refused = server.cli(*words, "--public-url", "http://ads.example.com", check=False)
    assert refused.code == 2 and "https" in refused.err


def test_a_link_before_the_first_start_says_that_its_address_is_a_guess(tmp_path):
    args = ("account", "invite", "--email", "a@b.example")
    assert run_alone(tmp_path / "new", "account", "add", "--email", "a@b.example").returncode == 0
    done = run_alone(tmp_path / "new", *args)
    assert done.returncode == 0 and "--public-url" in done.stderr
    given = run_alone(tmp_path / "new", *args, "--public-url", "https://ads.example.com")
    assert "public URL is unknown" not in given.stderr
    assert given.stdout.startswith("https://ads.example.com/")


@pytest.mark.parametrize("words", (["account"], ["account", "nonsense"], ["account", "--json"]))
def test_a_group_names_its_commands(server, words):
    done = server.cli(*words, check=False, as_json=False)
    assert done.code == 2 and "account invite" in done.err
    assert "token mint" not in done.err
    assert len(done.err.splitlines()) < 20


def test_help_of_a_group(server):
    done = server.cli("account", "--help", as_json=False)
    assert "account invite" in done.out and "token mint" not in done.out


def test_an_unknown_command_is_refused_in_one_line(server):
    done = server.cli("acount", check=False, as_json=False)
    assert done.code == 2 and done.err.splitlines() == [
        "adcore: no command 'acount'; 'adcore --help' lists them"
    ]


@pytest.mark.skipif(not SQLITE, reason="a file")
def test_an_empty_file_in_place_of_the_database_is_refused(tmp_path):
    folder = tmp_path / "data"
    assert run_alone(folder, "account", "add", "--email", "a@b.example").returncode == 0
    for tail in ("", "-wal", "-shm"):
        (folder / ("adcore.db" + tail)).unlink(missing_ok=True)
    (folder / "adcore.db").touch(mode=0o600)
    done = run_alone(folder, "serve", "--listen", "127.0.0.1:0", "--sandbox", "off")
    assert done.returncode == 1 and "adcore.db is empty" in done.stderr
    assert (folder / "adcore.db").stat().st_size == 0
    assert run_alone(folder, "account", "list").returncode == 1


@pytest.mark.skipif(not SQLITE, reason="a file")
@pytest.mark.parametrize(
    "words",
    (
        ("serve", "--listen", "127.0.0.1:0", "--sandbox", "off"),
        ("account", "invite", "--email", "a@b.example"),
        ("token", "list", "--email", "a@b.example"),
    ),
    ids=lambda words: words[0],
)
def test_a_lost_secret_is_not_replaced(tmp_path, words):
    folder = tmp_path / "data"
    assert run_alone(folder, "account", "add", "--email", "a@b.example").returncode == 0
    (folder / "secret.key").unlink()
    done = run_alone(folder, *words)
    assert done.returncode == 1 and "there is no secret" in done.stderr
    assert not (folder / "secret.key").exists()


@pytest.mark.skipif(os.geteuid() != 0 or not SQLITE, reason="files for another user")
def test_what_root_makes_belongs_to_the_owner_of_the_folder(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    os.chown(folder, 65534, 65534)
    assert run_alone(folder, "account", "add", "--email", "a@b.example").returncode == 0
    for path in folder.iterdir():
        assert path.stat().st_uid == 65534, path


WITHOUT_DATABASE = (
    ["doctor"],
    ["space", "list"],
    ["keys", "list"],
    ["secret", "list"],
    ["token", "list", "--email", "a@b.example"],
    ["account", "set", "--email", "a@b.example", "--plan", "pro"],
    ["seed-demo", "--email", "a@b.example"],
    ["import", "--email", "a@b.example", "--platform", "google", "x.csv"],
)


@pytest.mark.parametrize("args", WITHOUT_DATABASE, ids=" ".join)
def test_no_command_makes_a_database_by_mistake(tmp_path, args):
    """A mistyped data folder is refused and does not start an empty server."""
    folder = tmp_path / "typo"
    done = run_alone(folder, *args)
    assert done.returncode == 1, done
    assert str(folder) in done.stderr and "--data-dir" in done.stderr
    assert not folder.exists()


def test_what_makes_a_database_makes_it(tmp_path):
    folder = tmp_path / "new"
    assert run_alone(folder, "describe", "schema").returncode == 0
    assert run_alone(folder, "openapi").returncode == 0
    assert not folder.exists()
    added = run_alone(folder, "account", "add", "--email", "a@b.example", "--name", "A")
    assert added.returncode == 0 and folder.exists(), added
    assert run_alone(folder, "space", "list").returncode == 0
    assert run_alone(tmp_path / "other", "migrate").returncode == 0


def run_alone(folder, *args):
    return subprocess.run(
        [str(BINARY), *args, "--data-dir", str(folder)],
        capture_output=True,
        text=True,
        timeout=60 * SCALE,
        env={"PATH": "/usr/bin:/bin", "HOME": str(folder.parent)},
    )
