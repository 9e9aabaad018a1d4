"""Runs gcc -fanalyzer with the flags of each compile command. Usage: analyze.py COMMANDS REPORTS

A file without a finding has passed.
"""

import concurrent.futures
import json
import os
import shlex
import subprocess
import sys


def is_ours(path):
    """Skips the simulators and the generated sources, which are in the build folder itself."""
    return "subprojects" not in path and (os.path.isabs(path) or path.startswith(".."))


def analyze(command):
    words = shlex.split(command["command"])
    out = words.index("-o")
    words[out + 1] = os.devnull
    words = [word for word in words if word not in ("-Werror", "-MD")]
    for flag in ("-MQ", "-MF"):
        if flag in words:
            at = words.index(flag)
            del words[at:at + 2]
    words += ["-fanalyzer", "-Werror", "-fdiagnostics-color=never"]
    done = subprocess.run(words, cwd=command["directory"], capture_output=True, text=True)
    return command["file"], done.returncode, done.stderr


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        commands = [c for c in json.load(file) if is_ours(c["file"])]
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, status, said in pool.map(analyze, commands):
            passed += status == 0
            failed += status != 0
            if status != 0:
                print(f"{name}\n{said}")
    with open(os.path.join(sys.argv[2], "counts"), "w", encoding="utf-8") as file:
        print(passed, failed, file=file)


main()
