"""Every command of the operators' pages runs, in order, on an installed package."""

import re
import shlex
import subprocess

import pytest

from conftest import BUILD, ROOT, Service

PAGES = ("install", "configure", "backup", "upgrade", "monitor", "troubleshoot")
FENCE = re.compile(r"^```sh\n(.*?)^```$", re.M | re.S)


def page(name):
    return (ROOT / "docs/operate" / (name + ".md")).read_text()


def commands(name):
    blocks = FENCE.findall(page(name))
    assert blocks, name
    return [line for block in blocks for line in block.splitlines() if line]


@pytest.fixture(scope="module")
def service(installed):
    installed.sh("echo 'metrics-listen = 127.0.0.1:9090' >>/etc/adcore/adcore.conf")
    installed.run("adcore", "migrate")  # as the unit does at the installation
    it = Service(installed)
    it.start()
    yield it
    it.stop()


def systemctl(service, verb, unit):
    """Replaces systemd, which the root does not have."""
    assert unit == "adcore", unit
    service.chroot.run("test", "-f", "/usr/lib/systemd/system/adcore.service")
    if verb in ("stop", "restart"):
        service.stop()
    if verb in ("start", "restart"):
        service.start()
    assert verb in ("stop", "start", "restart", "status"), verb


@pytest.mark.parametrize("name", PAGES)
def test_each_command_runs(service, name):
    for command in commands(name):
        words = shlex.split(command)
        if words[0] == "systemctl":
            systemctl(service, *words[1:])
            continue
        done = service.chroot.sh(command, expect=None)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
    assert service.is_ready()


def test_a_command_that_fails_is_noticed(service):
    assert service.chroot.sh("adcore space list --no-such", expect=None).returncode == 2


def test_the_table_of_options_is_that_of_the_program():
    told = subprocess.run(
        [str(BUILD / "adcore"), "serve", "--help"], capture_output=True, text=True, check=True
    ).stdout
    rows = re.findall(r"^  --(\S+)(?: (\S+))? +(.*)$", told, re.M)
    table = [
        "| `%s` | `%s` | %s |" % (name, (value or "true").replace("|", "\\|"), text.replace("|", "\\|"))
        for name, value, text in rows
        if name not in ("config", "json", "help")
    ]
    assert [line for line in page("configure").splitlines() if line.startswith("| `")] == table


def test_each_metric_of_the_page_is_in_the_program():
    told = set(re.findall(r"`(adcore_\w+)`", page("monitor")))
    sources = "".join(
        path.read_text() for path in [*ROOT.glob("core/http/*.c"), *ROOT.glob("core/cli/serve/gauges.c")]
    )
    for name in told:
        assert name[len("adcore_"):] in sources, name


def test_the_rules_and_the_dashboard_use_metrics_of_the_page():
    told = set(re.findall(r"`(adcore_\w+)`", page("monitor")))
    for path in (ROOT / "packaging/monitoring").iterdir():
        for name in set(re.findall(r"adcore_[a-z_]+", path.read_text())):
            assert re.sub(r"_(bucket|sum|count)$", "", name) in told, (path, name)
