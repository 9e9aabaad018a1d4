"""Holds what adcore prints of its tables against the files here, and the fault codes to their list.

usage: check.py ADCORE [--write] [--release]

The connector's list of tools is paid for in every conversation: its size is kept in tools-bytes.txt,
and more than 2 % above it fails. --write lowers the figure; who means it to rise writes it by hand.

A change of a row changes what the interfaces promise: look at the difference, then write it anew
with `sh tests/stages/golden.sh --write`. --release keeps the description as that of the last
release, which tests/openapi/test_compat.py holds every later one against.
"""

import difflib
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "tests" / "golden"
SHOWN = 60


def laid_out(text):
    return json.dumps(json.loads(text), indent=1, ensure_ascii=False) + "\n"


PARTS = (
    ("openapi", HERE / "openapi.json", laid_out),
    ("tools", HERE / "tools.json", laid_out),
    ("schema", HERE / "schema.sql", str),
    ("docs", ROOT / "docs" / "reference.md", str),
)


RELEASE = HERE / "openapi-release.json"
WORDS = ("description", "summary", "example", "examples", "default", "tags", "links")


def bare(node, inside=""):
    """The document without words: only what a client can break on. Names of fields stay."""
    if isinstance(node, list):
        return [bare(each) for each in node]
    if not isinstance(node, dict):
        return node
    named = inside in ("properties", "headers", "schemas", "paths", "parameters", "responses")
    return {
        name: bare(each, "" if named else name)
        for name, each in node.items()
        if named or name not in WORDS
    }


def keep_release(adcore):
    doc = json.loads(printed(adcore, "openapi"))
    doc = {name: bare(doc[name], name) for name in ("openapi", "info", "paths", "components")}
    doc["info"] = {"version": doc["info"]["version"]}
    RELEASE.write_text(json.dumps(doc, indent=1) + "\n", encoding="utf-8")


def printed(adcore, part):
    done = subprocess.run([adcore, "describe", part], capture_output=True, check=True)
    return done.stdout.decode()


def compare(name, path, text):
    had = path.read_text(encoding="utf-8") if path.exists() else ""
    if had == text:
        return True
    print(f"{path.relative_to(ROOT)} is not what `adcore describe {name}` prints:")
    lines = list(difflib.unified_diff(had.splitlines(), text.splitlines(), "golden", "now", n=1))
    print("\n".join(lines[:SHOWN]))
    if len(lines) > SHOWN:
        print(f"… and {len(lines) - SHOWN} lines more")
    print("If that is meant: sh tests/stages/golden.sh --write")
    return False


TOOLS_MAX = 24000  # bytes of compact JSON, whatever the figure says
TOOLS_FIGURE = HERE / "tools-bytes.txt"


def check_size(adcore, write):
    tools = json.loads(printed(adcore, "tools"))
    size = len(json.dumps(tools, separators=(",", ":"), ensure_ascii=False).encode())
    had = int(TOOLS_FIGURE.read_text(encoding="utf-8")) if TOOLS_FIGURE.exists() else TOOLS_MAX
    if write and size < had:
        TOOLS_FIGURE.write_text("%d\n" % size, encoding="utf-8")
    if size <= min(TOOLS_MAX, had * 1.02):
        return True
    print(f"the list of tools has {size} bytes; {had} were told, 2 % more and {TOOLS_MAX} are allowed")
    return False


def used_codes():
    """Every code that a source gives to ad_fault() and its like."""
    call = re.compile(r'\bad_fault(?:_limit)?\(\s*[^;]*?"([A-Z][A-Z0-9_]{2,})"', re.S)
    codes = set()
    for room in ("core", "mcp", "rest"):
        for path in (ROOT / room).rglob("*.c"):
            codes.update(call.findall(path.read_text(encoding="utf-8")))
    return codes


def check_codes():
    listed = re.findall(
        r'\{ "([A-Z0-9_]+)",', (ROOT / "core/model/fault_codes.c").read_text(encoding="utf-8")
    )
    missing = used_codes() - set(listed)
    if missing:
        print("core/model/fault_codes.c does not list", ", ".join(sorted(missing)))
    if listed != sorted(listed):
        print("core/model/fault_codes.c is not in alphabetical order")
    return not missing and listed == sorted(listed)


def main():
    adcore = sys.argv[1]
    write = "--write" in sys.argv[2:]
    passed = failed = 0
    if "--release" in sys.argv[2:]:
        keep_release(adcore)
    for name, path, form in PARTS:
        text = form(printed(adcore, name))
        if write:
            path.write_text(text, encoding="utf-8")
        if compare(name, path, text):
            passed += 1
        else:
            failed += 1
    for good in (check_size(adcore, write), check_codes()):
        passed += good
        failed += not good
    print(f"counts {passed} {failed}")


main()
