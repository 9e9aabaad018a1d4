"""The limits of a benchmark, printed as they are measured; and a process's memory."""

import sys


class Bars:
    def __init__(self):
        self.passed = self.failed = 0

    def hold(self, name, value, most, unit=""):
        good = value <= most
        self.passed += good
        self.failed += not good
        said = "held" if good else "MISSED"
        print("%s: %.2f%s, at most %.2f%s: %s" % (name, value, unit, most, unit, said), flush=True)

    def end(self, name):
        print("%s: %d passed, %d failed" % (name, self.passed, self.failed), flush=True)
        sys.exit(self.failed > 0)


def status_mb(pid, name):
    """VmRSS, VmHWM… of a process in MB; 0 where it has ended."""
    with open("/proc/%s/status" % pid, encoding="ascii") as file:
        for line in file:
            if line.startswith(name + ":"):
                return int(line.split()[1]) / 1024
    return 0
