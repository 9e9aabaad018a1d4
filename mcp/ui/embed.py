"""Makes the C source that holds an MCP App: one HTML document with its style and script inside, and
a policy that lets nothing else run or load.
Usage: embed.py OUT NAME TITLE PAGE STYLE SCRIPT..."""

import base64
import hashlib
import sys


def read(path):
    with open(path, encoding="ascii") as file:
        return file.read()


def digest(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode("ascii")).digest()).decode() + "'"


out, name, title, page = sys.argv[1:5]
style = read(sys.argv[5])
script = "\n'use strict';\n" + "\n".join(read(path) for path in sys.argv[6:])
for end in ("</style", "</script", "<!--"):
    if end in style.lower() or end in script.lower():
        sys.exit(f"embed.py: {end} would end the element that it stands in")
policy = (f"default-src 'none'; script-src {digest(script)}; style-src {digest(style)}; "
          "base-uri 'none'; form-action 'none'")
text = read(page)
for key, value in (("policy", policy), ("title", title), ("style", style), ("script", script)):
    text = text.replace("{{" + key + "}}", value)
data = text.encode("ascii")
rows = [", ".join(str(byte) for byte in data[at:at + 20]) for at in range(0, len(data), 20)]
with open(out, "w", encoding="ascii") as file:
    file.write(f'#include "mcp/ui/ui.h"\n\nconst char mcp_ui_{name}_text[] = {{\n\t')
    file.write(",\n\t".join(rows))
    file.write(f"\n}};\nconst size_t mcp_ui_{name}_size = sizeof(mcp_ui_{name}_text);\n")
