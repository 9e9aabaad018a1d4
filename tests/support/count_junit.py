"""Prints "PASSED FAILED" from a JUnit report. A skipped test counts as neither, and is named."""

import sys
import xml.etree.ElementTree as tree


def main():
    passed = failed = 0
    for case in tree.parse(sys.argv[1]).iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None:
            name = f"{case.get('classname')}::{case.get('name')}"
            print(f"skipped: {name}: {case.find('skipped').get('message')}", file=sys.stderr)
        else:
            passed += 1
    print(passed, failed)


main()
