"""Runs nothing: reads Meson's testlog.json and prints "PASSED FAILED", counting cmocka's tests.

An executable that failed counts for as many failures as it named, and for one at the least; one
that passed without running a test has tested nothing and counts as a failure.
"""

import json
import re
import sys


def main():
    passed = failed = 0
    with open(sys.argv[1], encoding="utf-8") as log:
        for line in log:
            result = json.loads(line)
            out = result.get("stdout", "") + result.get("stderr", "")
            ok = len(re.findall(r"^\[       OK \] ", out, re.M))
            bad = len(set(re.findall(r"^\[  FAILED  \] (?!\d+ test)(\S+)", out, re.M)))
            if result["result"] != "OK" or ok == 0:
                bad = max(bad, 1)
                print(f"{result['name']}: {result['result']}\n{out[-1500:]}", file=sys.stderr)
            passed += ok
            failed += bad
    print(passed, failed)


main()
