"""The one-way rule, over the includes. Usage: layering.py [ROOT]

    rest mcp oauth app -> core/http -> core/adcore.h -> call -> sync, auth, store, model -> base
    app -> rest                            sync -> platform, auth, store, model -> base

Folders inside a room do not include each other in a circle.
"""

import os
import re

from source import BESIDE, DOORS, Folders, Gate, room_of

# The rooms that a room may include besides itself.
BELOW = {
    "base": {"base"},
    "fetch": {"fetch", "base"},
    "media": {"media", "base"},
    "model": {"model", "base"},
    "store": {"store", "model", "base"},
    "auth": {"auth", "store", "model", "base"},
    "platform": {"platform", "model", "base"},
    "sync": {"sync", "platform", "auth", "store", "model", "base"},
    "import": {"import", "call", "sync", "platform", "store", "model", "base"},
    "call": {"call", "sync", "auth", "store", "fetch", "media", "model", "base"},
    "adcore": {"sync", "call", "import", "auth", "store", "fetch", "model", "base"},
    "http": {"http", "adcore", "base"},
}
for door in DOORS:
    BELOW[door] = {door, "http", "adcore"} | BESIDE.get(door, set())

# A foreign header, and the files that may include it.
FOREIGN = (
    (r"microhttpd", r"core/http/|core/cli/describe/libraries\.c$"),
    (r"sqlite3\.h", r"core/store/sqlite/\w+\.[ch]$|core/cli/describe/libraries\.c$"),
    (r"libpq-fe\.h|libpq/|postgres_ext\.h|pg_config", r"core/store/postgres/\w+\.[ch]$|core/cli/describe/libraries\.c$"),
    (r"curl/", r"core/platform/transport\w*\.[ch]$|core/fetch/(fetch|prober)\.c$|core/cli/describe/libraries\.c$"),
    (r"jwt\.h", r"core/auth/oauth/jwt\.c$"),
    (r"zlib\.h", r"core/platform/unzip\.c$|core/http/compress\.c$|core/cli/describe/libraries\.c$"),
    (r"qrencode\.h", r"app/account/qr\.c$|core/cli/describe/libraries\.c$"),
    (r"uni(case|ctype|norm|str|width)\.h", r"core/base/(fold|host|name|skeleton|utf8)\.c$"),
    (r"sodium\.h", r"core/base/digest\.c$|core/auth/signin/password\.c$|core/cli/describe/libraries\.c$"),
)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.M)


def resolve(gate, path, name):
    """The file of ours that an include names, or None."""
    for base in (os.path.dirname(path), "", "core"):
        candidate = os.path.normpath(os.path.join(base, name))
        if os.path.isfile(os.path.join(gate.root, candidate)):
            return candidate
    return None


def check_ours(gate, path, line, target):
    room, other = room_of(path), room_of(target)
    if target.startswith("subprojects/"):
        gate.fault(path, line, f"includes {target}: the sandbox is a program of its own")
    elif target.endswith(".c"):
        gate.fault(path, line, f"includes {target}: a .c is compiled, not included")
    elif room in BELOW and other not in BELOW[room]:
        allowed = ", ".join(sorted(BELOW[room] - {room})) or "nothing else"
        gate.fault(path, line, f"{room} includes {target}; it may see only itself and {allowed}")


def check_foreign(gate, path, line, name):
    for header, files in FOREIGN:
        if re.match(header, name) and not re.match(files, path):
            gate.fault(path, line, f"includes <{name}>, which this file may not")


def main():
    gate = Gate()
    folders = Folders()
    for path in gate.files(".c", ".h"):
        if room_of(path) is None:
            continue
        text = gate.read(path)
        for found in INCLUDE.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            target = resolve(gate, path, found.group(2)) if found.group(1) == '"' else None
            if target:
                check_ours(gate, path, line, target)
                if room_of(target) == room_of(path):
                    folders.add(path, target, f"includes {target}")
            else:
                check_foreign(gate, path, line, found.group(2))
    folders.check(gate)
    gate.finish()


main()
