"""Every link of a page to a file or a heading of the repository has its target, and every source that
a page names in backticks exists. Usage: links.py [ROOT]

A heading's anchor is made as the usual viewers make it: lower case, blanks become hyphens, and
punctuation is left out.
"""

import os
import re

from source import Gate

LINK = re.compile(r"!?\[[^\]\n]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^(```|~~~).*?^\1", re.M | re.S)
CODE = re.compile(r"`[^`\n]*`")
SOURCE = re.compile(r"`((?:app|core|dev|mcp|oauth|rest|sdk|subprojects|tests)/[\w./-]+\.(?:c|h|py|ts|tsx|mjs|sh))`")
HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.M)


def blanked(text):
    """The page without code, every line where it was."""
    text = FENCE.sub(lambda found: "\n" * found.group(0).count("\n"), text)
    return CODE.sub(lambda found: " " * len(found.group(0)), text)


def anchors(text):
    found = set()
    for title in HEADING.findall(FENCE.sub("", text)):
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).replace("`", "")
        name = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        again = name
        count = 0
        while again in found:
            count += 1
            again = f"{name}-{count}"
        found.add(again)
    return found


def main():
    gate = Gate()
    for path in gate.files(".md"):
        text = blanked(gate.read(path))
        for found in LINK.finditer(text):
            target, _, anchor = found.group(1).partition("#")
            if re.match(r"[a-z][a-z0-9+.-]*:|/", target):
                continue
            line = text.count("\n", 0, found.start()) + 1
            file = os.path.normpath(os.path.join(os.path.dirname(path), target)) if target else path
            if not os.path.exists(os.path.join(gate.root, file)):
                gate.fault(path, line, f"links to {file}, which is not there")
            elif anchor and file.endswith(".md") and anchor not in anchors(gate.read(file)):
                gate.fault(path, line, f"links to #{anchor}, which {file} does not have")
        text = FENCE.sub(lambda fence: "\n" * fence.group(0).count("\n"), gate.read(path))
        for found in SOURCE.finditer(text):
            # LANGUAGE.py stands for any of them.
            if not os.path.exists(os.path.join(gate.root, found.group(1))) and not re.search(r"/[A-Z]+\.", found.group(1)):
                line = text.count("\n", 0, found.start()) + 1
                gate.fault(path, line, f"names {found.group(1)}, which is not there")
    gate.finish()


main()
