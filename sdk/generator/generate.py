#!/usr/bin/python3
"""Writes the SDKs.

usage: generate.py DESCRIPTION OUT [LANGUAGE…]

DESCRIPTION is what `adcore describe openapi` prints. Each language gets OUT/LANGUAGE: the files
that its emitter makes, the runtime of sdk/LANGUAGE/runtime and the texts of sdk/LANGUAGE (README.md).
"""

import importlib
import json
import pathlib
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import model  # noqa: E402  (the path is set above)

LANGUAGES = ("typescript", "python", "go", "java", "rust")


def changelog(doc):
    return "# Changelog\n\n## %s\n\nMade from version %s of the API's description. `GET /changelog.json` " \
           "lists what changed in the API.\n" % ((doc["info"]["version"],) * 2)


def write(language, doc, out):
    emitter = importlib.import_module(language)
    source = HERE.parent / language
    shutil.rmtree(out, ignore_errors=True)
    files = dict(emitter.emit(model.read(doc)))
    files.setdefault("CHANGELOG.md", changelog(doc))
    for pattern, folder in emitter.RUNTIME.items():
        for path in sorted((source / "runtime").glob(pattern)):
            files["%s/%s" % (folder, path.name)] = path.read_text(encoding="utf-8")
    files["README.md"] = (source / "README.md").read_text(encoding="utf-8")
    for name, text in files.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def main():
    if len(sys.argv) < 3:
        raise SystemExit(__doc__)
    doc = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    for language in sys.argv[3:] or LANGUAGES:
        if language not in LANGUAGES:
            raise SystemExit("sdk: no emitter for %s; there are %s" % (language, ", ".join(LANGUAGES)))
        write(language, doc, pathlib.Path(sys.argv[2]) / language)


if __name__ == "__main__":
    main()
