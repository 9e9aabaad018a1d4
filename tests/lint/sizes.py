"""Lengths, widths, parameters, nesting and cyclomatic complexity. Usage: sizes.py [ROOT]"""

import re

from source import Gate, bare, ctags

FUNCTION_LINES = 80
FILE_LINES = 600
HEADER_LINES = 200
COLUMNS = 100
PARAMETERS = 6
NESTING = 4
COMPLEXITY = 15

# Tables of rows, which are exempt from the limit of lines.
TABLES = re.compile(r"^core/model/resources\.c$|_(table|tables|rows)\.[ch]$|/sandbox/google/(schema_\w+|errors)\.[ch]$")
DECISION = re.compile(r"\b(?:if|for|while)\b|&&|\|\||\?")
# A run of labels that share a body is one decision.
CASES = re.compile(r"(?:\bcase\b[^:;{}]*:\s*)+")


def width(line):
    column = 0
    for char in line:
        column += 8 - column % 8 if char == "\t" else 1
    return column


def complexity(body):
    return 1 + len(DECISION.findall(body)) + len(CASES.findall(body))


def nesting(body):
    depth = deepest = 0
    for char in body:
        if char == "{":
            depth += 1
            deepest = max(deepest, depth)
        elif char == "}":
            depth -= 1
    return deepest - 1


def parameters(signature):
    if "struct MHD_Connection *" in signature:
        return 0  # a callback: libmicrohttpd's choice
    inside = signature.strip()[1:-1]
    if inside.strip() in ("", "void"):
        return 0
    depth = 0
    count = 1
    for char in inside:
        depth += (char in "([") - (char in ")]")
        count += char == "," and depth == 0
    return count


def check_lines(gate, path):
    lines = gate.read(path).splitlines()
    limit = HEADER_LINES if path.endswith(".h") else FILE_LINES
    if len(lines) > limit and not TABLES.search(path):
        gate.fault(path, len(lines), f"{len(lines)} lines, at most {limit}")
    for number, line in enumerate(lines, 1):
        if width(line) > COLUMNS:
            gate.fault(path, number, f"{width(line)} columns, at most {COLUMNS}")


def check_function(gate, tag, lines):
    path, line, name = tag["path"], tag["line"], tag["name"]
    end = tag.get("end", line)
    body = "\n".join(lines[line - 1:end])
    body = body[body.find("{"):]
    for what, is_, most in (
            ("lines", end - line + 1, FUNCTION_LINES),
            ("parameters", parameters(tag.get("signature", "()")), PARAMETERS),
            ("levels of nesting", nesting(body), NESTING),
            ("ways through (cyclomatic complexity)", complexity(body), COMPLEXITY)):
        if is_ > most:
            gate.fault(path, line, f"{name} has {is_} {what}, at most {most}")


def main():
    gate = Gate()
    paths = gate.files(".c", ".h")
    for path in paths:
        check_lines(gate, path)
    text = {path: bare(gate.read(path)).splitlines() for path in paths}
    for tag in ctags(gate, paths, "f"):
        check_function(gate, tag, text[tag["path"]])
    gate.finish()


main()
