"""Every row of docs/operate/security.md names the tests that show it, or says why there are none.
Usage: security.py [ROOT]

The page holds tables of `| id | demand | adcore | shown by |`. The ids of a table are numbers that
rise. The last cell is one of

- tests in backquotes (`file::test`, or `file` alone) or pages (`docs/NAME.md`), which are there;
- *partly*, *operator*, *not met* or *does not apply*, a colon and the reason; tests may follow.

The line `Rows:` of the page counts the rows of each kind.
"""

import os
import re
import sys

from named_tests import fault_of_reference, files_below_tests

ROOT = sys.argv[1] if len(sys.argv) > 1 else "."
PAGE = os.path.join(ROOT, "docs", "operate", "security.md")
KINDS = ("partly", "operator", "not met", "does not apply")
WORD = re.compile(r"^\*(" + "|".join(KINDS) + r")\*(?:: (\S.*))?$")
TEST = re.compile(r"^[\w./-]+\.(?:py|mjs|c|sh)(?:::.+)?$")


def cells_of(line):
    return [cell.strip() for cell in line.strip().strip("|").split(" | ")]


def fault_of_place(reference, files):
    """The fault of what stands in backquotes, or None. Other words in backquotes are code."""
    if reference.startswith("docs/"):
        there = os.path.isfile(os.path.join(ROOT, reference.partition("#")[0]))
        return None if there else f"there is no {reference}"
    return fault_of_reference(reference, files) if TEST.match(reference) else None


def judge_shown(shown, files, faults):
    """The kind of a row by its last cell, after its faults were added."""
    places = re.findall(r"`([^`]+)`", shown)
    named = [place for place in places if place.startswith("docs/") or TEST.match(place)]
    faults += [fault for fault in (fault_of_place(place, files) for place in places) if fault]
    word = WORD.match(shown)
    if word:
        if not word.group(2):
            faults.append(f"*{word.group(1)}* has no reason")
        return word.group(1)
    if not named:
        faults.append("is shown by no test and gives no reason")
    elif len(named) != len(places) or re.sub(r"`[^`]+`", "", shown).strip():
        faults.append("is shown by something that is neither a test nor a page")
    return "met"


def main():
    faults, counts, last = [], {}, None
    files = files_below_tests(ROOT)
    with open(PAGE, encoding="utf-8") as file:
        lines = file.read().splitlines()
    said = next((line for line in lines if line.startswith("Rows: ")), None)
    for line in lines:
        if line.startswith("| id |"):
            last = []
        cells = cells_of(line) if line.startswith("| ") else []
        if last is None or not cells or cells[0] == "id":
            continue
        if len(cells) != 4 or not re.match(r"^\d+(\.\d+)*$", cells[0]) or not all(cells[:3]):
            faults.append(f"not a row of the table: {line[:60]}")
            continue
        number = [int(part) for part in cells[0].split(".")]
        if number <= last:
            faults.append(f"{cells[0]} does not follow the row before it")
        last = number
        wrong = []
        kind = judge_shown(cells[3], files, wrong)
        counts[kind] = counts.get(kind, 0) + 1
        faults += [f"{cells[0]}: {fault}" for fault in wrong]
    true = "Rows: " + ", ".join(f"{counts.get(kind, 0)} {kind}" for kind in ("met", *KINDS)) + "."
    if said != true:
        faults.append(f"the line of counts must be '{true}'")
    for fault in faults:
        print("docs/operate/security.md: " + fault)
    print(f"security: {sum(counts.values())} rows, {counts.get('not met', 0)} not met")
    sys.exit(1 if faults else 0)


main()
