"""Every .c of ours is built: named in the meson.build of its room, or, as a test, of its mirror.
Usage: listed.py [ROOT]"""

import os
import re

from source import Gate, room_of

ENTRY = ("core/main.c",)


def listing(gate, path):
    """The nearest meson.build at or above the file, and the file's name in the form it uses."""
    folder = os.path.dirname(path)
    while folder:
        build = os.path.join(folder, "meson.build")
        if os.path.isfile(os.path.join(gate.root, build)):
            return build, os.path.relpath(path, folder)
        folder = os.path.dirname(folder)
    return "meson.build", path


def main():
    gate = Gate()
    for path in gate.files(".c"):
        unit = path.startswith("tests/unit/")
        if path in ENTRY or not (unit or room_of(path)):
            continue
        build, name = listing(gate, path)
        if not re.search(r"'" + re.escape(name) + r"'", gate.read(build)):
            gate.fault(path, 1, f"is not in {build} as '{name}', so nothing compiles it")
        if unit and path.endswith("_test.c"):
            source = path[len("tests/unit/"):-len("_test.c")]
            if not any(os.path.isfile(os.path.join(gate.root, source + end))
                       for end in (".c", ".h")):
                gate.fault(path, 1, f"tests {source}.c, which is not there")
    gate.finish()


main()
