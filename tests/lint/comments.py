"""Every function that a header declares has a comment; no comment of any language begins with a word
that hides its noun. Usage: comments.py [ROOT]

The comment ends on the line above the declaration, or stands behind it; declarations without a
blank line between them may share the one above the first.
"""

import re

from source import Gate, ctags, room_of

# A comment names its thing first: "The platform's answer" is clearer than "What the platform told".
WORDS = r"(What|Who|Whose|Whether|How|Nobody|Of what)\b"
BLOCK = re.compile(r"/\*+[ \t]*(?:\n[ \t]*\*[ \t]*)?" + WORDS)
SCRIPT = re.compile(r'(?:^[ \t]*#|""")[ \t]*' + WORDS, re.M)
OPENINGS = {".c": BLOCK, ".h": BLOCK, ".ts": BLOCK, ".tsx": BLOCK, ".mjs": BLOCK, ".go": BLOCK, ".java": BLOCK,
            ".py": SCRIPT, ".sh": SCRIPT}


def is_ours(path):
    return room_of(path) is not None or path.startswith("subprojects/sandbox/")


def has_comment(lines, line):
    """lines[line - 1] declares the function; goes up to the end of the paragraph."""
    if lines[line - 1].rstrip().endswith("*/"):
        return True
    at = line - 2
    while at >= 0 and lines[at].strip():
        if lines[at].rstrip().endswith("*/"):
            return True
        at -= 1
    return False


def main():
    gate = Gate()
    paths = [path for path in gate.files(".h") if is_ours(path)]
    text = {path: gate.read(path).splitlines() for path in paths}
    for tag in ctags(gate, paths, "p"):
        if not has_comment(text[tag["path"]], tag["line"]):
            gate.fault(tag["path"], tag["line"], f"{tag['name']} has no comment above it")
    for path in gate.files(*OPENINGS):
        text = gate.read(path)
        for found in OPENINGS[path[path.rindex("."):]].finditer(text):
            line = text.count("\n", 0, found.start(1)) + 1
            gate.fault(path, line, f"begins with {found.group(1)}: name the thing first")
    gate.finish()


main()
