"""The server under measurement: started on a data folder of its own, watched through /proc."""

import http.client
import json
import os
import resource
import signal
import socket
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ADCORE = os.environ.get("ADCORE_BIN", os.path.join(ROOT, "build", "adcore"))
# Limits far above the load: the bench measures the work.
PLANS = "scale:10000000:10000000000:api"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def environment():
    kept = {key: value for key, value in os.environ.items() if not key.startswith("ADCORE_")}
    return {**kept, "ADCORE_PLANS": PLANS}


def command(folder, *words):
    out = subprocess.run([ADCORE, *words, "--data-dir", folder, "--json"], check=True,
                         capture_output=True, text=True, env=environment())
    return json.loads(out.stdout)


class Server:
    """adcore serve on a free port."""

    def __init__(self, folder, sandbox="off", env=None):
        self.folder = folder
        self.headers = {}  # of every request()
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = open(os.path.join(folder, "server.log"), "a", encoding="utf-8")
        begun = time.perf_counter()
        self.process = subprocess.Popen(
            [ADCORE, "serve", "--listen", f"127.0.0.1:{self.port}", "--data-dir", folder,
             "--sandbox", sandbox],
            stdout=subprocess.DEVNULL, stderr=self.log, env={**environment(), **(env or {})})
        self.pid = self.process.pid
        self._first_answer()
        self.start_ms = (time.perf_counter() - begun) * 1000

    def _first_answer(self):
        request = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
        until = time.monotonic() + 20
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise SystemExit(f"bench: the server ended; see {self.log.name}")
            try:
                with socket.create_connection(("127.0.0.1", self.port)) as conn:
                    conn.sendall(request)
                    if conn.recv(12) == b"HTTP/1.1 200":
                        return
            except OSError:
                time.sleep(0.0005)
        raise SystemExit("bench: no answer within 20 s")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(15)
        self.log.close()
        if code != 0:
            raise SystemExit(f"bench: the server ended with {code}")

    def request(self, method, path, token=None, body=None, headers=None):
        """(status, headers, text) of one request."""
        conn = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        headers = {**self.headers, **(headers or {})}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if body is not None and "Content-Type" not in headers:
            headers["Content-Type"] = "application/json"
        conn.request(method, path, body, headers)
        reply = conn.getresponse()
        text = reply.read().decode()
        conn.close()
        return reply.status, dict(reply.getheaders()), text

    def json(self, method, path, token=None, body=None):
        status, _, text = self.request(method, path, token,
                                       None if body is None else json.dumps(body))
        if status not in (200, 201):
            raise SystemExit(f"bench: {method} {path}: {status} {text}")
        return json.loads(text)


def cpu_seconds(pid):
    """CPU time of all threads of a process, in nanoseconds if the kernel reports them."""
    total = 0
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/schedstat", encoding="ascii") as file:
                total += int(file.read().split()[0])
        if total > 0:
            return total / 1e9
    except OSError:
        pass
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def thread_seconds(pid, name):
    """CPU that the threads of that name have used."""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/comm", encoding="utf-8") as file:
            if file.read().strip() != name:
                continue
        with open(f"/proc/{pid}/task/{task}/schedstat", encoding="ascii") as file:
            total += int(file.read().split()[0])
    return total / 1e9


class Others:
    """The part of the machine that other processes use: the measurement needs it quiet."""

    def __init__(self, pids):
        self.pids = pids
        self.began, self.busy, self.own = time.monotonic(), self._busy(), self._own()

    @staticmethod
    def _busy():
        with open("/proc/stat", encoding="ascii") as file:
            fields = [int(field) for field in file.readline().split()[1:9]]
        return (sum(fields) - fields[3] - fields[4]) / os.sysconf("SC_CLK_TCK")

    def _own(self):
        usage = [resource.getrusage(who) for who in
                 (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(u.ru_utime + u.ru_stime for u in usage) + sum(map(cpu_seconds, self.pids))

    def percent(self):
        """Of all cores, since it was made."""
        room = (time.monotonic() - self.began) * os.cpu_count()
        return max(0, 100 * (self._busy() - self.busy - self._own() + self.own) / room)


def memory_mb(pid):
    """(resident, of which not from files) in MB."""
    found = {}
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        for line in file:
            name, _, value = line.partition(":")
            if name in ("VmRSS", "RssAnon"):
                found[name] = int(value.split()[0]) / 1024
    return found["VmRSS"], found["RssAnon"]
