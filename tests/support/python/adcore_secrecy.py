"""Where a secret could stand afterwards."""

import os
import subprocess
from pathlib import Path


def database_bytes(server):
    """Every byte that the database has written: files of SQLite with their log; a dump of the
    database, and the whole of the server's files where they can be read."""
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
            # os.walk passes over a folder that is gone: other tests drop their databases meanwhile.
            for folder, _, names in os.walk(where):
                for path in (Path(folder, name) for name in names):
                    try:
                        if path.is_file():
                            yield str(path), path.read_bytes()
                    except OSError:
                        pass  # gone meanwhile
