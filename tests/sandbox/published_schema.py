"""Checks answers against the platform's published schema, if a folder with the schema is
available."""

import importlib.util
import os
from pathlib import Path


def load():
    """The checker module, or None: the schema is no part of this repository."""
    folder = os.environ.get("ADCORE_PLATFORM_FACTS")
    path = Path(folder) / "check_body.py" if folder else None
    if not path or not path.exists():
        return None
    spec = importlib.util.spec_from_file_location("check_body", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CHECKER = load()


def faults(message, value):
    """The faults of `value`, an answer of the type `message`, by the published schema."""
    if CHECKER is None:
        return []
    named = CHECKER.gfind(message)
    assert named, message
    found = []
    for one in value if isinstance(value, list) else [value]:
        CHECKER.gcheck(one, named, "", found, False)
    return found
