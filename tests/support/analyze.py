"""Runs gcc -fanalyzer with the flags of each compile command. Usage: analyze.py COMMANDS REPORTS

A file without a finding has passed. REPORTS/passed holds an empty file for each text without a
finding, named by the hash of the compiler, the flags and the preprocessed text. Such a text is not
analyzed again. A finding is never kept.
"""

import concurrent.futures
import hashlib
import json
import os
import shlex
import subprocess
import sys
import time


def is_ours(path):
    """Skips the simulators and the generated sources, which are in the build folder itself."""
    return "subprojects" not in path and (os.path.isabs(path) or path.startswith(".."))


def analyzing(command):
    """The words of a compile command, changed to analyze. The object is not wanted, and neither
    debug information nor an assembler changes what is found."""
    words = shlex.split(command["command"])
    words[words.index("-o") + 1] = os.devnull
    words = [word for word in words if word not in ("-Werror", "-MD")]
    for flag in ("-MQ", "-MF"):
        if flag in words:
            at = words.index(flag)
            del words[at:at + 2]
    words[words.index("-c")] = "-S"
    return words + ["-g0", "-fanalyzer", "-Werror", "-fdiagnostics-color=never"]


def text_hash(compiler, words, folder):
    """None if the file cannot be preprocessed; the analysis then says why."""
    words = list(words)
    words[words.index("-S")] = "-E"
    words[words.index("-o") + 1] = "-"
    done = subprocess.run(words, cwd=folder, capture_output=True)
    if done.returncode != 0:
        return None
    said = json.dumps([compiler, words]).encode()
    return hashlib.sha256(said + b"\n" + done.stdout).hexdigest()


def analyze(command, compiler, passed):
    words = analyzing(command)
    name = text_hash(compiler, words, command["directory"])
    mark = os.path.join(passed, name) if name else None
    if mark and os.path.exists(mark):
        os.utime(mark)
        return command["file"], 0, ""
    done = subprocess.run(words, cwd=command["directory"], capture_output=True, text=True)
    if mark and done.returncode == 0:
        open(mark, "w").close()
    return command["file"], done.returncode, done.stderr


def forget_old(passed, seconds=30 * 86400):
    """Removes the marks that no run has used for that long."""
    for entry in os.scandir(passed):
        if entry.stat().st_mtime < time.time() - seconds:
            os.unlink(entry.path)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        commands = [c for c in json.load(file) if is_ours(c["file"])]
    # The version and how the compiler was built.
    first = shlex.split(commands[0]["command"])[0]
    compiler = subprocess.run([first, "-v"], capture_output=True, text=True, check=True).stderr
    marks = os.path.join(sys.argv[2], "passed")
    os.makedirs(marks, exist_ok=True)
    forget_old(marks)
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, status, said in pool.map(lambda c: analyze(c, compiler, marks), commands):
            passed += status == 0
            failed += status != 0
            if status != 0:
                print(f"{name}\n{said}")
    with open(os.path.join(sys.argv[2], "counts"), "w", encoding="utf-8") as file:
        print(passed, failed, file=file)


main()
