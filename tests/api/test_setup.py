"""adcore setup: from a domain to a server whose owner can sign in."""

import json
import re
import subprocess
import urllib.parse

import pytest

from adcore_server import BINARY, ROOT, SCALE


def run_setup(tmp_path, *args, answers="", expect=0):
    done = subprocess.run(
        [str(BINARY), "setup", *args],
        input=answers,
        capture_output=True,
        text=True,
        timeout=60 * SCALE,
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
    )
    assert done.returncode == expect, done
    return done


def flags(folder, **more):
    given = {"domain": "ads.example.com", "email": "ada@example.com", "data-dir": str(folder)}
    given.update({"proxy": "nginx"}, **{key.replace("_", "-"): v for key, v in more.items()})
    return [part for key, value in given.items() if value for part in ("--" + key, value)]


def test_it_writes_the_configuration_and_prints_the_owners_link(tmp_path):
    folder = tmp_path / "data"
    done = run_setup(tmp_path, *flags(folder))
    config = (folder / "adcore.conf").read_text()
    assert "public-url = https://ads.example.com\n" in config
    assert "data-dir = %s\n" % folder in config and "trusted-proxy = 127.0.0.1/32" in config
    assert (folder / "adcore.conf").stat().st_mode & 0o777 == 0o600
    link = urllib.parse.urlsplit(done.stdout.strip())
    assert (link.scheme, link.netloc, link.path) == ("https", "ads.example.com", "/signin/link")
    assert re.match(r"token=\S{20,}$", link.query)
    assert "adcore serve --config %s/adcore.conf" % folder in done.stderr
    assert "proxy_set_header Host $host;" in done.stderr
    assert "adcore doctor --online --config %s/adcore.conf" % folder in done.stderr
    # A second run keeps the file and prints a new link for the owner.
    again = run_setup(tmp_path, *flags(folder))
    assert (folder / "adcore.conf").read_text() == config and again.stdout != done.stdout
    listed = subprocess.run(
        [str(BINARY), "account", "list", "--json", "--config", str(folder / "adcore.conf")],
        capture_output=True,
        text=True,
        timeout=60 * SCALE,
        env={"PATH": "/usr/bin:/bin"},
    )
    assert [each["email"] for each in json.loads(listed.stdout)] == ["ada@example.com"]


def test_an_interrupted_setup_leaves_no_half_configuration(tmp_path):
    folder = tmp_path / "data"
    full = subprocess.run(
        ["/bin/sh", "-c", 'ulimit -f 0; exec "$0" "$@"', str(BINARY), "setup", *flags(folder)],
        capture_output=True,
        text=True,
        timeout=60 * SCALE,
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
    )
    assert full.returncode != 0
    assert not (folder / "adcore.conf").exists()
    # A file of an earlier attempt does not stop setup, and setup restricts its permissions.
    left = folder / "adcore.conf.new"
    left.write_text("data-dir = ")
    left.chmod(0o644)
    run_setup(tmp_path, *flags(folder))
    assert "public-url = https://ads.example.com\n" in (folder / "adcore.conf").read_text()
    assert (folder / "adcore.conf").stat().st_mode & 0o777 == 0o600
    assert not left.exists()


def test_it_asks_for_what_is_not_given(tmp_path):
    folder = tmp_path / "data"
    answers = "localhost\nada@example.com\n%s\n\n" % folder
    done = run_setup(tmp_path, answers=answers)
    assert done.stdout.startswith("http://localhost:8080/signin/link?token=")
    assert "public-url = http://localhost:8080\n" in (folder / "adcore.conf").read_text()
    for question in ("Domain", "Email", "Data directory", "Proxy"):
        assert question in done.stderr


@pytest.mark.parametrize("proxy", ("caddy", "nginx", "apache", "none"))
def test_it_prints_the_block_of_the_proxy_as_the_page_has_it(tmp_path, proxy):
    page = (ROOT / "docs" / "operate" / "proxy.md").read_text()
    said = run_setup(tmp_path, *flags(tmp_path / "data", proxy=proxy)).stderr
    blocks = {
        "caddy": "ads.example.com {\n\treverse_proxy",
        "nginx": "client_max_body_size 12m;\nlocation / {",
        "apache": "ProxyPreserveHost On\n",
    }
    for name, begins in blocks.items():
        block = page[page.index("```text\n" + begins) + len("```text\n") :].partition("```")[0]
        assert (block in said) == (name == proxy), said


@pytest.mark.parametrize(
    "change, told",
    (
        ({"domain": "https://ads.example.com"}, "--domain"),
        ({"domain": "ads"}, "--domain"),
        ({"domain": "Ads.example.com"}, "--domain"),
        ({"domain": "ads.example.com; rm"}, "--domain"),
        ({"domain": None}, "--domain is required"),
        ({"data_dir": "data"}, "--data-dir"),
        ({"proxy": "lighttpd"}, "--proxy"),
    ),
)
def test_what_is_wrong_is_told_and_nothing_is_made(tmp_path, change, told):
    folder = tmp_path / "data"
    done = run_setup(tmp_path, *flags(folder, **change), expect=2)
    assert told in done.stderr and not folder.exists() and done.stdout == ""


def test_another_configuration_is_not_written_over(tmp_path):
    folder = tmp_path / "data"
    run_setup(tmp_path, *flags(folder))
    before = (folder / "adcore.conf").read_text()
    done = run_setup(tmp_path, *flags(folder, domain="other.example.com"), expect=1)
    assert "says something else" in done.stderr
    assert (folder / "adcore.conf").read_text() == before


def test_a_configuration_that_agrees_is_completed(tmp_path):
    """An existing configuration, such as the package's, keeps its lines. Missing lines are added
    once."""
    config, folder = tmp_path / "adcore.conf", tmp_path / "data"
    before = "# A comment.\ndata-dir = %s\n#public-url = URL\nstreams = 10\n" % folder
    config.write_text(before)
    config.chmod(0o640)
    for _ in range(2):
        run_setup(tmp_path, *flags(folder, config=str(config)))
        text = config.read_text()
        assert text.startswith(before) and text.count("\npublic-url = https://ads") == 1
        assert text.count("data-dir") == 1
    assert config.stat().st_mode & 0o777 == 0o640
