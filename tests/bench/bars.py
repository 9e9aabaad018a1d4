"""What a benchmark must hold, said as it is measured."""

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
