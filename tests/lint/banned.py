"""Functions and words that this project does not use. Usage: banned.py [ROOT]"""

import re

from source import Gate, bare, room_of

# A function, the places where it is allowed, and its replacement.
FUNCTIONS = {
    "strcpy": "ad_text, or a length", "strcat": "ad_text", "strncpy": "ad_text, or memcpy",
    "strncat": "ad_text", "sprintf": "ad_text or snprintf", "vsprintf": "ad_text or vsnprintf",
    "atoi": "a checked parser", "atol": "a checked parser", "atoll": "a checked parser",
    "atof": "a checked parser", "gets": "fgets", "strtok": "a loop over the text",
    "system": "posix_spawn", "popen": "posix_spawn", "alloca": "an arena",
    "setjmp": "a status", "longjmp": "a status", "rand": "core/base/id.h", "srand": "nothing",
    "gmtime": "core/base/clock.h", "localtime": "core/base/clock.h",
}
# Memory comes from an arena or from core/base, which aborts when there is none.
ALLOCATORS = {"malloc", "calloc", "realloc", "reallocarray", "strdup", "strndup", "asprintf",
              "vasprintf"}
CALL = re.compile(r"(?<![\w.>])([a-z_]\w*)\s*\(")

# In pieces, so that this file does not name what it forbids.
HOSTS = "|".join(["np" "mjs", "deb" "ian", "gol" "ang", "mav" "en", "cra" "tes", "python" "hosted",
                  "py" "pi", "nodes" "ource"])
WORDS = (
    (re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b"), "finish it, or file an issue"),
    (re.compile(r"not (yet )?implemen" r"ted|unimplemen" r"ted|in a real (system|implementation)",
                re.I), "build it, or refuse it with a reason"),
    (re.compile(r"[\w.-]*\b(" + HOSTS + r")\.(org|com|net|io|dev|sh)\b"),
     "no registry host in the repository"),
    (re.compile(r"(?<![\w.)}$-])/wo" r"rk/|(?<![\w/.-])sha" r"red/(spec|design|reference|platforms)"),
     "no path of somebody's machine"),
)
LOCKS = re.compile(r"(^|/)(package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml)$")
TEXT = re.compile(r"\.(c|h|py|sh|mjs|js|ts|tsx|json|md|txt|build|yaml|yml|css|html|sql)$|"
                  r"(^|/)(dev|run|Makefile|\.npmrc|\.gitignore)$")
# Data from other sources.
DATA = re.compile(r"^tests/(data|golden|fuzz)/|\.(tsv|csv)$")


def check_calls(gate, path):
    text = bare(gate.read(path))
    ours = room_of(path)
    for found in CALL.finditer(text):
        name = found.group(1)
        line = text.count("\n", 0, found.start()) + 1
        if name in FUNCTIONS:
            gate.fault(path, line, f"calls {name}: use {FUNCTIONS[name]}")
        elif name in ALLOCATORS and ours not in (None, "base"):
            gate.fault(path, line, f"calls {name}: use an arena or ad_xmalloc")


def check_words(gate, path):
    for number, line in enumerate(gate.read(path).splitlines(), 1):
        for pattern, advice in WORDS:
            found = pattern.search(line)
            if found:
                gate.fault(path, number, f"says '{found.group(0)}': {advice}")


def main():
    gate = Gate()
    for path in gate.files(".c", ".h"):
        check_calls(gate, path)
    for path in gate.files():
        if LOCKS.search(path):
            gate.fault(path, 0, "is a lock file: name exact versions instead")
        elif TEXT.search(path) and not DATA.search(path):
            check_words(gate, path)
    gate.finish()


main()
