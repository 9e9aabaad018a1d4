"""Finds the tests that a page names: `file::test`, or `file` alone for a stage, a gate, or a unit
test as a whole. A file's name is enough, as it is looked for below tests/; where two files have it,
the folder stands before it (`oauth/account.test.mjs`)."""

import os
import re

# The form of a test's definition, by the ending of the file.
DEFINED = {
    ".py": r"^(?:async )?def {}\(",
    ".c": r"^static void {}\(void \*\*state\)",
    ".mjs": r"^\s*(?:test|it)\(\s*(['\"`]){}\1",
}


def files_below_tests(root):
    """The paths of each file name below tests/."""
    found = {}
    for folder, folders, names in os.walk(os.path.join(root, "tests")):
        folders[:] = [name for name in folders if name not in ("bad", "node_modules")]
        for name in names:
            found.setdefault(name, []).append(os.path.join(folder, name))
    return found


def fault_of_reference(reference, files):
    """The fault of a reference, or None."""
    name, _, test = reference.partition("::")
    paths = [path for path in files.get(os.path.basename(name), [])
             if path.endswith("/" + name)]
    if not paths:
        return f"there is no {name} below tests"
    if len(paths) > 1:
        return f"{name} is there {len(paths)} times"
    if not test:
        return None
    pattern = DEFINED.get(os.path.splitext(name)[1])
    with open(paths[0], encoding="utf-8") as file:
        text = file.read()
    if not pattern or not re.search(pattern.replace("{}", re.escape(test)), text, re.MULTILINE):
        return f"{name} has no test '{test}'"
    return None
