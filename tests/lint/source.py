"""Shared by the gates: the list of files, C without its comments and strings, and rooms."""

import os
import re
import subprocess
import sys

DOORS = ("rest", "mcp", "oauth", "app")
# Doors that a door may use besides its own: /app/api parses and renders calls as /api/v1 does.
BESIDE = {"app": {"rest"}}
CORE_ROOMS = ("base", "fetch", "media", "model", "store", "auth", "call", "import", "platform", "sync", "http", "cli")


class Gate:
    """Collects faults. The exit status is 1 if there is one."""

    def __init__(self):
        self.root = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ".")
        self.faults = []

    def fault(self, path, line, message):
        self.faults.append(f"{path}:{line}: {message}")

    def finish(self):
        for fault in sorted(set(self.faults)):
            print(fault)
        sys.exit(1 if self.faults else 0)

    def files(self, *endings):
        """Every file that is, or could be, committed; paths from the root."""
        if os.path.exists(os.path.join(self.root, ".git")):
            out = subprocess.run(
                ["git", "-C", self.root, "ls-files", "-co", "--exclude-standard"],
                check=True, capture_output=True, text=True).stdout.splitlines()
        else:
            out = [os.path.relpath(os.path.join(folder, name), self.root)
                   for folder, _, names in os.walk(self.root) for name in names]
        bad = os.path.join("tests", "lint", "bad") + os.sep
        return sorted(path for path in set(out)
                      if (not endings or path.endswith(endings)) and not path.startswith(bad)
                      and os.path.isfile(os.path.join(self.root, path)))

    def read(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8", errors="replace") as file:
            return file.read()


# Tables that name one function of every folder beside or below them, and are asked for by the folders.
REGISTRIES = ("core/platform/registry.c", "core/sync/modes.c", "core/call/actions.c", "oauth/oauth.c", "oauth/oauth.h",
              "app/app.c", "app/app.h", "core/cli/commands.c", "core/store/drivers.c",
              "core/store/pending_writers.c")


class Folders:
    """The uses of folders by each other, to find circles."""

    def __init__(self):
        self.uses = {}

    def add(self, path, other, told):
        """path uses other; told is how, for the fault's sentence."""
        if path in REGISTRIES or other in REGISTRIES:
            return
        here, there = os.path.dirname(path), os.path.dirname(other)
        if here != there:
            self.uses.setdefault(here, {}).setdefault(there, (path, told))

    def reached(self, start):
        found, left = set(), [start]
        while left:
            for there in self.uses.get(left.pop(), ()):
                if there not in found:
                    found.add(there)
                    left.append(there)
        return found

    def check(self, gate):
        """A fault for each use that is part of a circle."""
        for here in self.uses:
            for there, (path, told) in self.uses[here].items():
                if here in self.reached(there):
                    gate.fault(path, 0, f"{told}, and {there} uses {here}: a circle of folders")


def room_of(path):
    """core/base/text.c -> base, rest/routes.c -> rest, core/main.c -> main, core/adcore.h -> adcore;
    None outside the product's own rooms."""
    parts = path.split("/")
    if parts[0] in DOORS and len(parts) > 1:
        return parts[0]
    if parts[0] != "core":
        return None
    if len(parts) == 2:
        return {"main.c": "main", "adcore.h": "adcore"}.get(parts[1])
    return parts[1] if parts[1] in CORE_ROOMS else None


TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)


def bare(text):
    """The C text with comments and the insides of strings blanked, every line where it was."""

    def blank(match):
        found = match.group(0)
        kept = re.sub(r"[^\n]", " ", found)
        return found[0] + kept[1:-1] + found[-1] if found[0] in "\"'" else kept

    return TOKEN.sub(blank, text)


def ctags(gate, paths, kinds):
    """ctags' tags of the named kinds (f functions, p prototypes), as dictionaries."""
    import json
    if not paths:
        return []
    done = subprocess.run(
        ["ctags", "--fields=+neS", "--output-format=json", "--languages=C", "--langmap=C:.c.h",
         f"--kinds-C={kinds}", "-I", "AD_CHECK,AD_PRINTF+,AD_NORETURN", "-L", "-", "-f", "-"],
        cwd=gate.root, input="\n".join(paths), check=True, capture_output=True, text=True)
    tags = [json.loads(line) for line in done.stdout.splitlines()]
    return [tag for tag in tags if tag.get("_type") == "tag"]
