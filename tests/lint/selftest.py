"""Every gate is shown something bad, and has to see it. Usage: selftest.py [GATE…]

tests/lint/bad/GATE is a small tree with faults: each line of `expect` must be in what the gate says
of it, no line of `refuse` may be, and it must fail. `compilers` is a file for each warning instead,
compiled with the flags of the real build; `symbols` are sources of the objects that are looked at.
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
BAD = os.path.join(HERE, "bad")
ROOT = os.path.dirname(os.path.dirname(HERE))


def lines(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n") for line in file if line.strip()]


def gate_words(gate):
    script = os.path.join(HERE, gate + ".py")
    if os.path.exists(script):
        return [sys.executable, "-B", script]
    return ["sh", os.path.join(HERE, gate + ".sh")]


def judge(gate, tree):
    done = subprocess.run(gate_words(gate) + [tree], capture_output=True, text=True)
    said = done.stdout + done.stderr
    faults = []
    if done.returncode != 1:
        faults.append(f"ended with {done.returncode} over a bad tree")
    faults += [f"did not say: {line}" for line in lines(os.path.join(BAD, gate, "expect"))
               if line not in said]
    faults += [f"said without cause: {line}" for line in lines(os.path.join(BAD, gate, "refuse"))
               if line in said]
    return [f"{fault}\n{said}" for fault in faults]


def join_pieces(tree):
    """NAME.pieces holds text that no file may contain: in pieces, with ~ between them."""
    for folder, _, names in os.walk(tree):
        for name in names:
            whole, ending = os.path.splitext(os.path.join(folder, name))
            if ending == ".pieces":
                with open(whole + ending, encoding="utf-8") as pieces, \
                        open(whole, "w", encoding="utf-8") as file:
                    file.write(pieces.read().replace("~", ""))
                os.remove(whole + ending)


def on_tree(gate):
    """The tree is copied out of the repository, so that it is judged alone."""
    with tempfile.TemporaryDirectory() as folder:
        tree = os.path.join(folder, gate)
        shutil.copytree(os.path.join(BAD, gate), tree)
        join_pieces(tree)
        shutil.copy(os.path.join(ROOT, ".clang-format"), tree)
        return judge(gate, tree)


def on_objects(gate):
    with tempfile.TemporaryDirectory() as folder:
        for name in os.listdir(os.path.join(BAD, gate)):
            if not name.endswith(".c"):
                continue
            library, source = name.split("+")
            os.makedirs(os.path.join(folder, library), exist_ok=True)
            subprocess.run(["gcc", "-fPIC", "-O0", "-c", os.path.join(BAD, gate, name), "-o",
                            os.path.join(folder, library, source + ".o")], check=True)
        return judge(gate, folder)


def on_flags(gate):
    """Each bad source, compiled exactly as core/main.c is, must be refused, by both compilers."""
    faults = []
    folders = lines(os.path.join(ROOT, "build-clang", "compared"))
    if len(folders) != 2:
        faults.append("build-clang/compared names no two builds")
    for build in folders:
        with open(os.path.join(ROOT, build, "compile_commands.json"), encoding="utf-8") as file:
            commands = json.load(file)
        main = next(c for c in commands if c["file"].endswith("core/main.c"))
        words = shlex.split(main["command"])
        words = [w for w in words if not w.startswith(("-M", "-W", "-o")) or w[:2] == "-W"]
        words = [w for w in words if not w.endswith((".o", ".d", "core/main.c")) and w != "-c"]
        for name in sorted(os.listdir(os.path.join(BAD, gate))):
            source = os.path.join(BAD, gate, name)
            done = subprocess.run(
                words + ["-fdiagnostics-color=never", "-c", source, "-o", os.devnull],
                cwd=main["directory"], capture_output=True, text=True)
            if done.returncode == 0 or "[-W" not in done.stderr:
                faults.append(f"{build} took {name} ({done.returncode}): {done.stderr}")
    return faults


def main():
    kinds = {"symbols": on_objects, "compilers": on_flags}
    failed = 0
    for gate in sys.argv[1:] or sorted(os.listdir(BAD)):
        faults = kinds.get(gate, on_tree)(gate)
        failed += bool(faults)
        print(f"{gate} on its bad example: {'FAILED' if faults else 'ok'}")
        for fault in faults:
            print("    " + fault.replace("\n", "\n    "))
    sys.exit(1 if failed else 0)


main()
