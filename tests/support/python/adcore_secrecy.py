"""Places where a secret could be stored."""

import os
import subprocess
from pathlib import Path


def database_bytes(server):
    """Every byte written by the database: SQLite's files with their log, or a dump of the
    database and, if readable, all files of the server."""
    for path in server.data.rglob("*"):
        if path.is_file():
            yield str(path), path.read_bytes()
    if server.database.url:
        dump = subprocess.run(
            ["pg_dump", "--inserts", server.database.url], check=True, capture_output=True
        )
        yield "the dump", dump.stdout
        where = subprocess.run(
            ["psql", "-X", "-At", "-d", server.database.url, "-c", "SHOW data_directory"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
        if os.access(where, os.R_OK | os.X_OK):
            # os.walk skips deleted folders: other tests drop their databases meanwhile.
            for folder, _, names in os.walk(where):
                for path in (Path(folder, name) for name in names):
                    try:
                        if path.is_file():
                            yield str(path), path.read_bytes()
                    except OSError:
                        pass  # deleted meanwhile
