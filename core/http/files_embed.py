"""Makes the C source that holds the files of the workbench. Usage: files_embed.py DIST OUT

DIST is the folder that app/web/build.mjs writes; where it has no manifest.json, or is "", the list
is empty. OUT is written only where it changes. The same files give the same bytes."""

import gzip
import json
import os
import sys

TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml",
         ".json": "application/json", ".woff2": "font/woff2", ".png": "image/png"}
dist, target = sys.argv[1:]


def text(value):
    return json.dumps(value, ensure_ascii=True)


def data(name, content):
    rows = [", ".join(str(byte) for byte in content[at:at + 20]) for at in range(0, len(content), 20)]
    return f"static const unsigned char {name}[] = {{\n\t" + ",\n\t".join(rows) + "\n};\n"


def files_of(folder):
    if not folder or not os.path.exists(os.path.join(folder, "manifest.json")):
        return {}, {}
    with open(os.path.join(folder, "manifest.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    contents = {}
    for name in sorted(set(manifest.values())):
        if os.path.basename(name) != name or os.path.splitext(name)[1] not in TYPES:
            sys.exit(f"files_embed.py: {name} in {folder} is no file that can be served")
        with open(os.path.join(folder, name), "rb") as file:
            contents[name] = file.read()
    return manifest, contents


manifest, contents = files_of(dist)
out = ['#include "http/files.h"\n\n']
rows = []
for at, (name, content) in enumerate(contents.items()):
    packed = gzip.compress(content, 9, mtime=0)
    out += [data(f"plain_{at}", content), data(f"gzip_{at}", packed)]
    rows.append(f"\t{{ {text(name)}, {text(TYPES[os.path.splitext(name)[1]])},\n"
                f"\t  {{ (const char *)plain_{at}, {len(content)} }},\n"
                f"\t  {{ (const char *)gzip_{at}, {len(packed)} }} }},\n")
out += ["\nconst struct ad_file ad_files[] = {\n", *rows, "\t{ 0 },\n};\n",
        f"const size_t ad_files_count = {len(contents)};\n\nconst struct ad_file_main ad_files_mains[] = {{\n"]
out += [f"\t{{ {text(which)}, {text(name)} }},\n" for which, name in sorted(manifest.items()) if which.startswith("main.")]
out.append("\t{ 0 },\n};\n")
source = "".join(out)
if os.path.exists(target):
    with open(target, encoding="ascii") as file:
        if file.read() == source:
            sys.exit(0)
with open(target, "w", encoding="ascii") as file:
    file.write(source)
