"""Every SQL text that stands whole in the C sources, as one JSON string a line.
Usage: sql_texts.py BUILD_DIR [ROOT]

The sources are preprocessed as they are compiled, so that texts put together by macros are whole.
Left out are the pieces of texts that are put together as the program runs: what is handed to a
function that formats or appends.
"""

import json
import os
import re
import shlex
import subprocess
import sys

BUILD = sys.argv[1]
ROOT = os.path.realpath(sys.argv[2] if len(sys.argv) > 2 else ".")
TOKEN = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|[A-Za-z_]\w*|[^\s]')
VERB = re.compile(r"\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH)\b")
# ... and no sentence that begins like one.
WHOLE = re.compile(r"\b(FROM|VALUES|SET|SELECT)\b")
FORMATS = re.compile(r"ad_text_\w+|ad_arena_printf|v?snprintf|ad_log|ad_fail\w*|ad_fault\w*|ad_db_fail")
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "'": "'"}


def unescape(literal):
    return re.sub(r"\\(.)", lambda m: ESCAPES.get(m.group(1), m.group(1)), literal[1:-1])


def preprocessed(command, folder):
    words = shlex.split(command)
    kept = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word in ("-o", "-MF", "-MQ"):
            skip = True
        elif word not in ("-c", "-MD"):
            kept.append(word)
    done = subprocess.run(kept + ["-E", "-P"], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


def texts_of(source):
    calls = []  # the names before the brackets that are open
    before, group = "", None
    for token in TOKEN.findall(source) + [";"]:
        if token.startswith('"'):
            group = (group or "") + unescape(token)
            continue
        if group is not None:
            in_call = next((name for name in reversed(calls) if name), "")
            if VERB.match(group) and WHOLE.search(group) and not FORMATS.fullmatch(in_call):
                yield group
            group = None
        if token in "([{":
            calls.append(before if token == "(" else "")
        elif token in ")]}" and calls:
            calls.pop()
        before = token if token[0].isalpha() or token[0] == "_" else ""


def main():
    with open(os.path.join(BUILD, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    seen = set()
    for entry in commands:
        path = os.path.realpath(os.path.join(entry["directory"], entry["file"]))
        if not re.match(r"(core|rest|mcp|oauth|app)/", os.path.relpath(path, ROOT)):
            continue
        with open(path, encoding="utf-8") as file:
            if not re.search(r"\bad_(sql|db_exec)\b|\"\s*(SELECT|INSERT|UPDATE|DELETE|WITH) ", file.read()):
                continue
        if "store/sqlite/" in path or "store/postgres/" in path:
            continue  # texts of one database alone
        seen.update(texts_of(preprocessed(entry["command"], entry["directory"])))
    for text in sorted(seen):
        print(json.dumps(text))


main()
