"""What fuzzing begins from and is written down elsewhere already. Usage: seeds.py FOLDER

Writes FOLDER/seeds/platform: the recorded answers of the suite over the platforms, and the names
and words that the adapters look for as FOLDER/seeds/platform.dict.
"""

import glob
import json
import os
import re
import sys

SUITE = "tests/unit/core/platform/suite"
PLATFORMS = ("google", "microsoft", "reddit", "meta")  # by their number, as enum ad_platform has it


def answers():
    for number, platform in enumerate(PLATFORMS):
        with open(f"{SUITE}/{platform}.json", encoding="utf-8") as file:
            rows = json.load(file)["answers"]
        for row in rows:
            body = row.get("body", "")
            text = body if isinstance(body, str) else json.dumps(body, separators=(",", ":"))
            yield f"{row['status']} {number}\n{text}"


def words():
    found = set()
    for path in glob.glob("core/platform/*.c"):
        with open(path, encoding="utf-8") as file:
            found.update(re.findall(r'"([A-Za-z_][A-Za-z0-9_.-]{2,40})"', file.read()))
    return sorted(found)


def main():
    folder = os.path.join(sys.argv[1], "seeds", "platform")
    os.makedirs(folder, exist_ok=True)
    for number, text in enumerate(answers()):
        with open(os.path.join(folder, f"answer-{number}"), "w", encoding="utf-8") as file:
            file.write(text)
    with open(folder + ".dict", "w", encoding="utf-8") as file:
        file.writelines(f'"\\"{word}\\""\n' for word in words())


main()
