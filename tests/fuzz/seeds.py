"""Seeds for fuzzing from existing files. Usage: seeds.py FOLDER

Writes FOLDER/seeds/platform: the recorded responses of the suite over the platforms, and the
names and words that the adapters look for as FOLDER/seeds/platform.dict. Writes
FOLDER/seeds/front: the table of malformed requests, alone and before another request, and the
words of HTTP.
"""

import glob
import json
import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support" / "python"))

import adcore_malformed

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
    for path in glob.glob("core/platform/**/*.c", recursive=True):
        with open(path, encoding="utf-8") as file:
            found.update(re.findall(r'"([A-Za-z_][A-Za-z0-9_.-]{2,40})"', file.read()))
    return sorted(found)


HOST = "127.0.0.1:8080"  # the server's in front_fuzz.c
NEXT = f"GET /healthz HTTP/1.1\r\nHost: {HOST}\r\n\r\n"
HTTP = (
    "GET", "HEAD", "POST", "OPTIONS", "/healthz", "/signin", "/empty", "/film", "/slow", "/mcp", "/api/v1/me", "?a=b",
    " HTTP/1.1", " HTTP/1.0", "\r\n", "\r\n\r\n", "\n", "\r", "\t", ": ", "Host: " + HOST, "Content-Length: ",
    "Transfer-Encoding: chunked", "Connection: close", "Connection: keep-alive", "Expect: 100-continue", "Upgrade: h2c",
    "Authorization: Bearer known", "Authorization: Bearer asked", "Authorization: Bearer later",
    "Authorization: Bearer never", "X-Forwarded-For: 192.0.2.9", "0\r\n\r\n", "2\r\n{}\r\n", ";a=b",
)  # fmt: skip


def requests():
    """Bytes of a connection: the selector of the cuts (see front_fuzz.c), then the input."""
    for number, (_, text, _) in enumerate(adcore_malformed.ROWS):
        sent = text.format(host=HOST)
        if len(sent) < 8192:
            yield b"\0" + sent.encode("latin-1")
            yield bytes((number % 64,)) + (NEXT + sent + NEXT).encode("latin-1")
    post = f"POST /api/v1/me HTTP/1.1\r\nHost: {HOST}\r\n"
    for token in ("known", "asked", "later", "never"):
        for framing in (
            f"Content-Length: {len(NEXT)}\r\n\r\n{NEXT}",
            f"Content-Length: 17000\r\n\r\n{NEXT.ljust(17000)}",
            f"Transfer-Encoding: chunked\r\n\r\n{len(NEXT):x}\r\n{NEXT}\r\n0\r\n\r\n",
        ):
            yield f"@{post}Authorization: Bearer {token}\r\n{framing}{NEXT}".encode("latin-1")


def escaped(word):
    return "".join(c if c.isalnum() else f"\\x{ord(c):02x}" for c in word)


def write_front():
    folder = os.path.join(sys.argv[1], "seeds", "front")
    os.makedirs(folder, exist_ok=True)
    for number, data in enumerate(requests()):
        with open(os.path.join(folder, f"request-{number}"), "wb") as file:
            file.write(data)
    with open(folder + ".dict", "w", encoding="utf-8") as file:
        file.writelines(f'"{escaped(word)}"\n' for word in HTTP)


def main():
    write_front()
    folder = os.path.join(sys.argv[1], "seeds", "platform")
    os.makedirs(folder, exist_ok=True)
    for number, text in enumerate(answers()):
        with open(os.path.join(folder, f"answer-{number}"), "w", encoding="utf-8") as file:
            file.write(text)
    with open(folder + ".dict", "w", encoding="utf-8") as file:
        file.writelines(f'"\\"{word}\\""\n' for word in words())


main()
