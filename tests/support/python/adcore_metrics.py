"""A server with metrics, and its metrics as numbers."""

import re
import socket
import time
import urllib.request
from contextlib import contextmanager

from adcore_server import PortLease, SCALE, Server, wait_for

LINE = re.compile(r'^(adcore_[a-z_]+)(\{[a-z]+="[^"\\]*"(?:,[a-z]+="[^"\\]*")*\})? (-?[0-9.]+)$')


def is_listening(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def measured_server():
    lease = PortLease()
    with Server(args=["--metrics-listen", "127.0.0.1:%d" % lease.port]) as server:
        server.metrics_port = lease.port
        # The metrics listener opens after the other listeners.
        assert wait_for(lambda: is_listening(lease.port), 30)
        yield server
    lease.release()


def scrape(server):
    """Maps each name with its labels to its value. Checks the form of each line and the type
    before each name."""
    url = "http://127.0.0.1:%d/metrics" % server.metrics_port
    with urllib.request.urlopen(url, timeout=60 * SCALE) as answer:
        text = answer.read().decode()
    found, typed = {}, set()
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            name = line.split()[2]
            assert name not in typed, line
            typed.add(name)
            continue
        match = LINE.match(line)
        assert match, line
        assert match[1] in typed or re.sub(r"_(bucket|sum|count)$", "", match[1]) in typed, line
        assert match[1] + (match[2] or "") not in found, line
        found[match[1] + (match[2] or "")] = float(match[3])
    return found, text


def wait_scrape(server, wanted):
    end = time.monotonic() + 90 * SCALE
    while True:
        found, text = scrape(server)
        if wanted(found):
            return found, text
        assert time.monotonic() < end, text
        time.sleep(1)
