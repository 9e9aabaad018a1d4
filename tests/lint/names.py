"""Names of functions: two words at least, and none in more than two files. Usage: names.py [ROOT]"""

import re

from source import Gate, room_of

DEFINED = re.compile(r"^[a-z][\w \t*]*?\b(\w+)\([^;{}]*\)\n\{", re.M)
MOST = 2  # files that may have a function of the same name


def main():
    gate = Gate()
    where = {}
    for path in gate.files(".c"):
        if not (room_of(path) or path.startswith("subprojects/sandbox/")):
            continue
        text = gate.read(path)
        for found in DEFINED.finditer(text):
            name = found.group(1)
            line = text.count("\n", 0, found.start()) + 1
            where.setdefault(name, []).append((path, line))
            if "_" not in name and name != "main":
                gate.fault(path, line, f"{name}() is one word: name it by its file and what it does")
    for name, places in where.items():
        if len(places) > MOST and name != "main":
            for path, line in places:
                gate.fault(path, line, f"{name}() is in {len(places)} files, at most {MOST}")
    gate.finish()


main()
