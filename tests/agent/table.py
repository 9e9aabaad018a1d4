"""The table of docs/assistants.md: what each job cost, as the last run of the jobs recorded it.

usage: table.py RECORD            prints the table
       table.py RECORD --write    puts it into docs/assistants.md
       table.py RECORD --check    says where docs/assistants.md is not what was measured

Bytes are those that a model reads and writes: arguments and results. They change by a few with the
length of numbers, so that a tenth is taken for the same.
"""

import json
import pathlib
import re
import sys

DOC = pathlib.Path(__file__).resolve().parents[2] / "docs" / "assistants.md"
BEGIN, END = "<!-- measured: ./dev agents -->\n", "<!-- end -->\n"
ROW = re.compile(r"^\| (.+?) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\w+) \|$", re.M)


def measured(path):
    """The last row of each job, in the order of the tests."""
    rows = {}
    for line in pathlib.Path(path).read_text().splitlines():
        row = json.loads(line)
        rows[row["test"]] = row
    return [rows[test] for test in sorted(rows)]


def table(rows):
    lines = [
        "| job | calls | refused | bytes | tokens | passes |",
        "|---|---|---|---|---|---|",
    ]
    for row in rows:
        lines.append(
            "| %s | %d | %d | %d | %d | %s |"
            % (
                row["job"],
                row["calls"],
                row["refused"],
                row["bytes"],
                round(row["bytes"] / 4),
                "yes" if row["passed"] else "no",
            )
        )
    calls, size = sum(row["calls"] for row in rows), sum(row["bytes"] for row in rows)
    lines.append("")
    lines.append(
        "%d jobs, %d pass; %d calls, %d bytes, about %d tokens; %.1f calls and %d tokens a job."
        % (
            len(rows),
            sum(row["passed"] for row in rows),
            calls,
            size,
            size // 4,
            calls / max(len(rows), 1),
            size // 4 // max(len(rows), 1),
        )
    )
    return "\n".join(lines) + "\n"


def write(rows):
    text = DOC.read_text(encoding="utf-8")
    head, rest = text.split(BEGIN)
    DOC.write_text(head + BEGIN + "\n" + table(rows) + "\n" + END + rest.split(END)[1], encoding="utf-8")


def faults(rows):
    """The differences between docs/assistants.md and the measured rows."""
    said = {row[0]: row[1:] for row in ROW.findall(DOC.read_text(encoding="utf-8"))}
    for row in rows:
        had = said.pop(row["job"], None)
        if had is None:
            yield "%s: not in docs/assistants.md" % row["job"]
        elif abs(int(had[2]) - row["bytes"]) > row["bytes"] / 10:
            yield "%s: %s bytes in docs/assistants.md, %d measured" % (row["job"], had[2], row["bytes"])
        elif had[4] != "yes":
            yield "%s: does not pass in docs/assistants.md" % row["job"]
    for job in said:
        yield "%s: in docs/assistants.md, but no job" % job


def main():
    rows = measured(sys.argv[1])
    if "--write" in sys.argv:
        write(rows)
    elif "--check" in sys.argv:
        found = list(faults(rows))
        print("\n".join(found + ["If that is meant: ./dev agents --write"] if found else []))
        return 1 if found else 0
    else:
        print(table(rows), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
