"""The changes that mutate.py makes: operators over C code, the places they skip, and their order."""

import hashlib
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "lint"))
from source import bare  # noqa: E402  (the path is set above)

EQUIVALENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "equivalent.txt")

# Code that decides about money and access is changed this many times as often as other code.
WEIGHTS = (("core/sync/", 3), ("core/platform/", 2), ("core/call/", 2), ("core/auth/", 3), ("oauth/", 2),
           ("core/import/", 1), ("mcp/fixtures", 0), ("", 1))

# Statements whose changes no test can notice, or that change the tests' time alone: log lines, the release
# of memory and files (AddressSanitizer checks it), sizes of memory, and waits.
SKIP = re.compile(r"\b(ad_)?log_\w+\(|\b\w*(free|close|cleanse|destroy|unref|unlock|prefetch|madvise)\w*\(|"
                  r"\b(assert|static_assert|_Static_assert)\b|\b\w*(alloc|arena_new|reserve|capacity|setvbuf)\w*\b|"
                  r"\bad_(reset|arena_reset)\(|_(MS|NS|SECONDS|BYTES)\b|timeout|TIMEOUT|PATIENCE|\busleep\(|\bnanosleep\(|backlog|BACKLOG")
# A size or a hint of a size in these calls is no behaviour.
SIZES = re.compile(r"^\s*(static )?(const )?\w+ \w+\[|\b(snprintf|ad_text_new|memset|memcpy|calloc)\(")


# (name, pattern over code without comments and strings, replacement or function of the match)
OPERATORS = (
    ("comparison", r"(?<=[\w)\]] )(<=|>=|<|>)(?= [\w(*&'-])", {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}),
    ("last", r"(?<=[\w)\]])( <)(?= [\w(*&])", {" <": " + 1 <"}),
    ("equality", r"(?<= )(==|!=)(?= )", {"==": "!=", "!=": "=="}),
    ("logic", r"(?<= )(&&|\|\|)(?= |\n)", {"&&": "||", "||": "&&"}),
    ("return", r"(?<=\treturn )(true|false)(?=;)", {"true": "false", "false": "true"}),
    ("sum", r"(?<=[\w)\]] )([+-])(?= [\w(])", {"+": "-", "-": "+"}),
    ("product", r"(?<=[\w)\]] )([*/])(?= [\w(])", {"*": "/", "/": "*"}),
    ("adding", r"(?<=[\w)\]] )([+-])(?== )", {"+": "-", "-": "+"}),
    ("not", r"(?<=[(& |=])!(?=[a-z(])", {"!": ""}),
    ("number", r"(?<=[ (])([1-9][0-9]{0,5})(?=[ );,])", lambda match: str(int(match.group(0)) + 1)),
    ("call", r"(?<=\n)\t+[a-z_]+\([^;{}\n]*\);(?=\n)", lambda match: ""),
    ("guard", r"(?<=\t)(if \()([^;{}\n]*[^;{} \n])(\)(?: \{)?)(?=\n)", None),
    ("assignment", r"(?<=\n)\t+[a-z_]+(?:->|\.)[\w.>\[\]-]+ = [^;{}\n]*;(?=\n)", lambda match: ""),
)


class Change:
    """One change: the text of path from start to end becomes new."""

    def __init__(self, path, start, end, new, operator, text, nth):
        self.path, self.start, self.end, self.new, self.operator = path, start, end, new, operator
        self.line = text.count("\n", 0, start) + 1
        first, last = text.rfind("\n", 0, start) + 1, text.find("\n", start)
        if text[start] == "\n":
            first, last = start + 1, text.find("\n", start + 1)
        self.old_line = text[first:last].strip()
        changed = text[:start] + new + text[end:]
        self.new_line = changed[first:changed.find("\n", first)].strip()
        # The same change is known again after edits elsewhere in its file.
        self.key = f"{path}\t{operator}\t{nth}\t{self.old_line}\t{self.new_line}"

    def weight(self):
        return next(number for start, number in WEIGHTS if self.path.startswith(start))

    def place(self, seed):
        """The position of this change in the order of a seed: weighted sampling, smallest first."""
        weight = self.weight()
        if weight == 0:
            return None
        drawn = int.from_bytes(hashlib.sha256(f"{seed}\t{self.key}".encode()).digest()[:8], "big")
        return 1 - ((drawn + 1) / 2.0 ** 64) ** (1 / weight)


def statement_of(code, start, end):
    first = max(code.rfind(mark, 0, start) for mark in ";{}") + 1
    lasts = [at for at in (code.find(mark, end) for mark in ";{}") if at >= 0]
    return code[first:min(lasts, default=len(code))]


def is_useless(code, name, start, end):
    line = code[code.rfind("\n", 0, start) + 1:code.find("\n", end)]
    if line.lstrip().startswith("#") or SKIP.search(line):
        return True
    statement = statement_of(code, start, end)
    if SKIP.search(statement) or (name in ("number", "sum", "product") and SIZES.search(statement)):
        return True
    in_for = re.search(r"\bfor \([^;]*;[^;]*$", code[code.rfind("\n", 0, start) + 1:start]) is not None
    # A loop to `<= count` reads beyond an array, which need not be noticed; leaving out the last is.
    return (name == "comparison" and in_for) or (name == "last" and not in_for)


def changes_of(path, text):
    """Each change of a file that a test should notice."""
    code = bare(text)
    seen, found = {}, []
    for name, pattern, change in OPERATORS:
        for match in re.finditer(pattern, code):
            start, end = match.span()
            if is_useless(code, name, start, end):
                continue
            # Strings are blank in `code`, so a change that repeats its match takes it from the text.
            if isinstance(change, dict):
                new = change[match.group(0)]
            elif name == "guard":
                new = "if (false && (" + text[match.start(2):match.end(2)] + ")" + match.group(3)
            else:
                new = change(match)
            each = Change(path, start, end, new, name, text, 0)
            nth = seen[each.key] = seen.get(each.key, -1) + 1
            if nth:
                each.key = each.key.replace("\t0\t", f"\t{nth}\t", 1)
            found.append(each)
    return found


def equivalents():
    """The changes known to change nothing: (path, line before, line after) by their reason."""
    known = {}
    if os.path.exists(EQUIVALENT):
        with open(EQUIVALENT, encoding="utf-8") as file:
            for block in file.read().split("\n\n"):
                lines = [each.strip() for each in block.strip().splitlines() if not each.startswith("#")]
                if len(lines) == 4:
                    known[tuple(lines[:3])] = lines[3]
    return known
