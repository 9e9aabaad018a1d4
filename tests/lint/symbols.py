"""The symbols of the built objects: foreign libraries only in their places, no mutable globals,
no door that needs another door, no circle between folders. Usage: symbols.py [BUILD-DIRECTORY]"""

import glob
import os
import re
import subprocess

from source import BESIDE, DOORS, Folders, Gate, room_of

# A foreign library's symbols, and how the names of the objects that may use them begin.
FOREIGN = (
    ("MHD_", ("core_http_", "core_cli_describe_libraries.c")),
    ("sqlite3_", ("core_store_sqlite_", "core_cli_describe_libraries.c")),
    ("PQ", ("core_store_postgres_", "core_cli_describe_libraries.c")),
    ("curl_", ("core_platform_transport", "core_fetch_fetch", "core_fetch_prober", "core_cli_describe_libraries.c")),
    ("jwt_", ("core_auth_oauth_jwt.c",)),
    ("inflate", ("core_platform_unzip.c",)),
    ("deflate", ("core_http_compress.c",)),
    ("QRcode_", ("app_account_qr.c", "core_cli_describe_libraries.c")),
)
# Sections that are written to while the program runs; .data.rel.ro is only so while it starts.
MUTABLE = re.compile(r"^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)(?!\.rel\.ro)")
SYMBOL = re.compile(r"^[0-9a-f]+ (.{7}) (\S+)\s+[0-9a-f]+\s+(?:\.hidden )?(\S+)$")


def allowed_globals():
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "globals.txt"), encoding="utf-8") as file:
        return {line.split("#")[0].strip() for line in file} - {""}


def run(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def names(paths, *flags):
    """The symbols of each object, by one nm for many of them."""
    found = {path: set() for path in paths}
    for at in range(0, len(paths), 200):
        for line in run("nm", "-A", *flags, *paths[at:at + 200]).splitlines():
            path, _, rest = line.partition(":")
            found[path].add(rest.split()[-1])
    return found


def tables(paths):
    """The lines of each object's symbol table, by one objdump for many of them."""
    found = {path: [] for path in paths}
    for at in range(0, len(paths), 200):
        for line in run("objdump", "-t", *paths[at:at + 200]).splitlines():
            head = re.match(r"(.*):     file format ", line)
            if head:
                lines = found[head.group(1)]
            elif line:
                lines.append(line)
    return found


def check_foreign(gate, needed, name):
    for symbol in needed:
        for prefix, objects in FOREIGN:
            if symbol.startswith(prefix) and not name.startswith(objects):
                gate.fault(name, 0, f"uses {symbol}, which only {objects[0]} may")


def check_globals(gate, table, name, allowed):
    for line in table:
        found = SYMBOL.match(line)
        if not found or not MUTABLE.match(found.group(2)) or "d" in found.group(1)[5]:
            continue
        symbol = re.sub(r"\.\d+$", "", found.group(3))
        if f"{name}:{symbol}" not in allowed:
            gate.fault(name, 0, f"keeps the mutable global {symbol} in {found.group(2)}")


def check_doors(gate, objects, needed):
    """A door may not use symbols of another door, except the allowed ones. The core and
    core/http may not use symbols of any door."""
    defined = {door: set() for door in DOORS}
    for door in DOORS:
        paths = objects.get(f"libad{door}.a.p", [])
        defined[door].update(*names(paths, "--defined-only", "--extern-only").values())
    for door in DOORS:
        for path in objects.get(f"libad{door}.a.p", []):
            for other in DOORS:
                for symbol in needed[path] & defined[other] if other not in {door, *BESIDE.get(door, ())} else ():
                    gate.fault(os.path.basename(path), 0, f"uses {symbol} of {other}")
    doors = set().union(*defined.values())
    for library in ("libadcore.a.p", "libadhttp.a.p"):
        for path in objects.get(library, []):
            for symbol in needed[path] & doors:
                gate.fault(os.path.basename(path), 0, f"uses {symbol} of a door")


def sources():
    """The source of each object, by the object's name."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    found = {}
    for top in ("core", *DOORS):
        for folder, _, files in os.walk(os.path.join(root, top)):
            for name in files:
                path = os.path.relpath(os.path.join(folder, name), root)
                found[path.replace("/", "_") + ".o"] = path
    return found


def check_folders(gate, paths, needed):
    """Folders inside a room do not use each other's symbols in a circle."""
    source = sources()
    definer = {symbol: source[os.path.basename(path)]
               for path, symbols in names(paths, "--defined-only", "--extern-only").items()
               if os.path.basename(path) in source for symbol in symbols}
    folders = Folders()
    for path in paths:
        here = source.get(os.path.basename(path))
        for symbol in sorted(needed[path]) if here else ():
            there = definer.get(symbol)
            if there and room_of(there) == room_of(here):
                folders.add(here, there, f"uses {symbol} of {there}")
    folders.check(gate)


def main():
    gate = Gate()
    allowed = allowed_globals()
    objects = {}
    for path in glob.glob(os.path.join(gate.root, "libad*.a.p", "*.o")):
        objects.setdefault(os.path.basename(os.path.dirname(path)), []).append(path)
    if not objects:
        gate.fault(gate.root, 0, "no objects here: build first")
    every = [path for paths in objects.values() for path in paths]
    needed = names(every, "--undefined-only")
    for path, table in tables(every).items():
        name = os.path.basename(path).removesuffix(".o")
        check_foreign(gate, needed[path], name)
        check_globals(gate, table, name, allowed)
    check_doors(gate, objects, needed)
    check_folders(gate, every, needed)
    gate.finish()


main()
