"""Every requirement names existing tests that show it. Usage: requirements.py [ROOT]

docs/requirements.md has tables of `| id | it says | shown by |`. Ids are a letter and numbers (R4.2,
C17) in sequence without a gap, and all nine parts must be present. The tests of a line are in
backquotes: `file::test`, or `file` alone for a stage, a gate, or a unit test as a whole. A file's
name is enough, because it is searched below tests/. A line without tests has *not yet* and the
prerequisite instead; the gate prints these lines.
"""

import os
import re
import sys

from named_tests import fault_of_reference, files_below_tests

ROOT = sys.argv[1] if len(sys.argv) > 1 else "."
PAGE = os.path.join(ROOT, "docs", "requirements.md")
ROW = re.compile(r"^\| ([A-Z])(\d+(?:\.\d+)?) \| (.+) \| (.*?) ?\|$")
PARTS = 9


def follows(before, number):
    """True if the number follows the previous one: 17 after 16, 4.3 after 4.2, 5.1 after 4.x."""
    now = [int(word) for word in number.split(".")]
    if before is None:
        return now[-1] == 1 and now[0] == 1
    if len(now) != len(before):
        return False
    if len(now) == 1 or now[0] == before[0]:
        return now[:-1] == before[:-1] and now[-1] == before[-1] + 1
    return now[0] == before[0] + 1 and now[1] == 1


def main():
    faults, later, rows = [], [], 0
    last, parts = {}, set()
    files = files_below_tests(ROOT)
    with open(PAGE, encoding="utf-8") as file:
        lines = file.read().splitlines()
    for line in lines:
        if not line.startswith("| ") or line.startswith(("| id ", "|---")):
            continue
        row = ROW.match(line)
        if not row:
            faults.append(f"not a line of the table: {line[:60]}")
            continue
        letter, number, _, shown = row.groups()
        rows += 1
        if not follows(last.get(letter), number):
            faults.append(f"{letter}{number} does not follow what stands before it")
        last[letter] = [int(word) for word in number.split(".")]
        if "." in number:
            parts.add(last[letter][0])
        references = re.findall(r"`([^`]+)`", shown)
        if shown.startswith("*not yet*: "):
            later.append(f"{letter}{number}: {shown}")
        elif not references:
            faults.append(f"{letter}{number} is shown by no test")
        for reference in references:
            wrong = fault_of_reference(reference, files)
            if wrong:
                faults.append(f"{letter}{number}: {wrong}")
    if parts != set(range(1, PARTS + 1)):
        faults.append(f"of {PARTS} parts there are {len(parts)}")
    for fault in faults:
        print("docs/requirements.md: " + fault)
    for each in later:
        print("docs/requirements.md: " + each)
    print(f"requirements: {rows} lines, {len(later)} not yet")
    sys.exit(1 if faults else 0)


main()
