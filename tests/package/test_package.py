"""The Debian package: its content, and its life cycle from installation to purge."""

import json
import os
import re
import shutil
import subprocess

import pytest

from conftest import as_service, make_package, Service, unit_command

FILES = {
    "/etc/adcore/adcore.conf": "root/root -rw-r--r--",
    "/usr/bin/adcore": "root/root -rwxr-xr-x",
    "/usr/bin/adcore-sandbox": "root/root -rwxr-xr-x",
    "/usr/lib/systemd/system/adcore.service": "root/root -rw-r--r--",
    "/usr/lib/systemd/system/adcore-backup.service": "root/root -rw-r--r--",
    "/usr/lib/systemd/system/adcore-backup.timer": "root/root -rw-r--r--",
    "/usr/share/man/man1/adcore.1.gz": "root/root -rw-r--r--",
    "/usr/share/bash-completion/completions/adcore": "root/root -rw-r--r--",
    "/usr/share/doc/adcore/copyright": "root/root -rw-r--r--",
    "/usr/share/doc/adcore/monitoring/grafana-dashboard.json": "root/root -rw-r--r--",
}
UNITS = ("adcore.service", "adcore-backup.service", "adcore-backup.timer")


def told(package, *args):
    return subprocess.run(
        ["dpkg-deb", *args, str(package)], capture_output=True, text=True, check=True
    ).stdout


def test_it_holds_its_files(package):
    held = {}
    for line in told(package, "--contents").splitlines():
        mode, owner, _, _, _, name = line.split(None, 5)
        held[name[1:]] = "%s %s" % (owner, mode)
    assert FILES.items() <= held.items(), held
    assert not [name for name, how in held.items() if not how.startswith("root/root")]
    assert not [name for name in held if "/var/" in name or "/home" in name]


def test_its_dependencies_are_those_of_the_program(package):
    depends = subprocess.run(
        ["dpkg-deb", "--field", str(package), "Depends"], capture_output=True, text=True, check=True
    ).stdout
    for name in ("libc6", "libcurl4", "libmicrohttpd12", "libpq5", "libsodium23", "libsqlite3-0",
                 "libssl3", "libqrencode4", "libcjson1", "adduser"):
        assert re.search(r"\b%s" % re.escape(name), depends), depends
    assert "-dev" not in depends


def test_the_same_build_gives_the_same_bytes(package, tmp_path):
    assert make_package(tmp_path).read_bytes() == package.read_bytes()


def test_the_configuration_is_a_conffile_and_comments_but_for_the_folder(package, tmp_path):
    subprocess.run(["dpkg-deb", "-R", str(package), str(tmp_path / "x")], check=True)
    assert (tmp_path / "x/DEBIAN/conffiles").read_text() == "/etc/adcore/adcore.conf\n"
    lines = (tmp_path / "x/etc/adcore/adcore.conf").read_text().splitlines()
    said = [line for line in lines if line and not line.startswith("#")]
    assert said == ["data-dir = /var/lib/adcore"]
    for option in ("listen", "public-url", "database", "trusted-proxy", "metrics-listen"):
        assert [line for line in lines if line.startswith("#%s = " % option)], option


def test_the_completion_knows_the_commands(package, tmp_path):
    subprocess.run(["dpkg-deb", "-x", str(package), str(tmp_path)], check=True)
    file = tmp_path / "usr/share/bash-completion/completions/adcore"

    def complete(*words):
        script = "source %s; COMP_WORDS=(%s); COMP_CWORD=%d; _adcore; printf '%%s\\n' \"${COMPREPLY[@]}\"" % (
            file,
            " ".join("'%s'" % word for word in words),
            len(words) - 1,
        )
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
        return done.stdout.split()

    assert "backup" in complete("adcore", "ba")
    assert complete("adcore", "account", "inv") == ["invite"]
    assert "--keep" in complete("adcore", "backup", "--ke")
    assert "--email" in complete("adcore", "account", "invite", "--em")


@pytest.mark.skipif(not shutil.which("man"), reason="man-db is not here")
def test_the_manual_page_is_sound(package, tmp_path):
    subprocess.run(["dpkg-deb", "-x", str(package), str(tmp_path)], check=True)
    page = str(tmp_path / "usr/share/man/man1/adcore.1.gz")
    done = subprocess.run(
        ["man", "--warnings", "-E", "UTF-8", "-l", page],
        capture_output=True,
        text=True,
        env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"},
    )
    assert done.returncode == 0 and done.stderr == ""
    assert "adcore backup" in done.stdout and "--trusted-proxy" in done.stdout


# --- its life, in this order -------------------------------------------------------------------


def test_it_installs(installed):
    status = installed.run("dpkg-query", "-W", "-f", "${db:Status-Abbrev}", "adcore").stdout
    assert status.startswith("ii")
    assert re.match(r"adcore \d", installed.run("adcore", "version").stdout)
    for folder in ("/var/lib/adcore", "/var/backups/adcore"):
        assert installed.run("stat", "-c", "%U:%G %a", folder).stdout == "adcore:adcore 700\n"
    conf = installed.run("stat", "-c", "%U:%G %a", "/etc/adcore/adcore.conf").stdout
    assert conf == "root:adcore 640\n"
    entry = installed.run("getent", "passwd", "adcore").stdout.strip().split(":")
    assert entry[5] == "/var/lib/adcore" and entry[6].endswith("nologin")
    assert installed.run("dpkg", "--verify", "adcore").stdout.count("missing") == 0


def test_both_units_are_enabled(installed):
    wants = "/etc/systemd/system/%s.wants/%s"
    for target, unit in (("multi-user.target", UNITS[0]), ("timers.target", UNITS[2])):
        installed.run("test", "-L", wants % (target, unit))


def test_the_units_are_sound(installed):
    if installed.run("which", "systemd-analyze", expect=None).returncode != 0:
        pytest.skip("systemd-analyze is not here")
    for unit in UNITS:
        done = installed.run("systemd-analyze", "verify", "--man=no", unit, expect=None)
        ours = [line for line in done.stderr.splitlines() if "adcore" in line]
        assert done.returncode == 0 and not ours, done.stderr
    for unit in UNITS[:2]:
        done = installed.run(
            "systemd-analyze", "security", "--offline=true", "--threshold=25", "--no-pager", unit,
            expect=None,
        )
        assert done.returncode == 0, done.stdout


@pytest.fixture(scope="module")
def service(installed):
    """Set up as root, and started as the unit starts it."""
    installed.run(
        *"adcore setup --domain ads.example.com --email ada@example.com --proxy nginx".split()
    )
    it = Service(installed)
    it.start()
    yield it
    it.stop()


def test_the_server_runs_as_its_own_user_on_what_root_made(installed, service):
    assert service.is_ready()
    names = installed.run("ls", "/var/lib/adcore").stdout.split()
    assert "adcore.db" in names and "secret.key" in names
    for name in names:
        owner = installed.run("stat", "-c", "%U %a", "/var/lib/adcore/" + name).stdout.split()
        assert owner[0] == "adcore" and owner[1] == "600", (name, owner)


def test_commands_find_the_packages_configuration(installed, service):
    conf = installed.run("cat", "/etc/adcore/adcore.conf").stdout
    assert conf.count("\ndata-dir = ") == 1 and "\npublic-url = https://ads.example.com\n" in conf
    listed = json.loads(installed.run("adcore", "account", "list", "--json").stdout)
    assert [each["email"] for each in listed] == ["ada@example.com"]
    assert installed.run("adcore", "doctor", "--json").stdout == '{"findings":[]}\n'
    link = installed.run("adcore", "account", "invite", "--email", "ada@example.com").stdout
    assert link.startswith("https://ads.example.com/signin/link?token=")


def test_the_timers_command_makes_a_copy_that_can_be_restored(installed, service):
    done = installed.run(*as_service(*unit_command("adcore-backup.service"), "--json"))
    made = json.loads(done.stdout)
    assert made["backup"].startswith("/var/backups/adcore/adcore-20")
    tried = installed.run("adcore", "restore", "--check", made["backup"], "--json")
    assert json.loads(tried.stdout) == {"restorable": True, "schema": made["schema"]}


def test_an_upgrade_keeps_configuration_and_data(installed, service):
    before = installed.run("cat", "/etc/adcore/adcore.conf").stdout
    done = installed.run("dpkg", "-i", "/var/tmp/adcore.deb")
    assert "Unpacking adcore" in done.stdout
    assert installed.run("cat", "/etc/adcore/adcore.conf").stdout == before
    assert service.is_ready()


def test_removing_keeps_data_and_purging_deletes_what_the_package_made(installed, service):
    service.stop()  # prerm does, where systemd runs
    installed.sh("touch /var/lib/adcore/photo.jpg")
    installed.run("dpkg", "-r", "adcore")
    installed.run("test", "-e", "/usr/bin/adcore", expect=1)
    for kept in ("/var/lib/adcore/adcore.db", "/etc/adcore/adcore.conf"):
        installed.run("test", "-f", kept)
    copies = installed.run("ls", "/var/backups/adcore").stdout
    installed.run("dpkg", "-P", "adcore")
    assert installed.run("ls", "/var/lib/adcore").stdout == "photo.jpg\n"
    assert installed.run("ls", "/var/backups/adcore").stdout == copies != ""
    installed.run("test", "-e", "/etc/adcore", expect=1)
    # The user owns the remaining files.
    installed.run("getent", "passwd", "adcore")


def test_purging_leaves_nothing_where_nothing_is_left(installed):
    installed.run("dpkg", "-i", "/var/tmp/adcore.deb")
    installed.sh("rm -f /var/lib/adcore/photo.jpg /var/backups/adcore/*")
    installed.run("dpkg", "-P", "adcore")
    for gone in ("/var/lib/adcore", "/var/backups/adcore", "/etc/adcore"):
        installed.run("test", "-e", gone, expect=1)
    installed.run("getent", "passwd", "adcore", expect=2)
    installed.run("dpkg-query", "-W", "adcore", expect=1)
