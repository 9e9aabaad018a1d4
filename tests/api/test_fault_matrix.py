"""Every fault during every kind of operation of every platform. Nothing is duplicated or lost, and
the run's report agrees with the platform's log. docs/contribute/development.md explains how to run and read
the matrix.

On PostgreSQL the cells alternate between two servers of one database. If one server is killed,
the other continues its runs. PostgreSQL runs one sixth of the cells and SQLite one third.
ADCORE_TEST_MATRIX=all, as set by ./dev faults, runs all of them on both.
"""

import os

import pytest

from adcore_matrix import Wave
from adcore_matrix_columns import COLUMNS, KILLS, NONE
from adcore_matrix_rows import LIVE_ROWS, PLATFORMS, ROWS, TREES
from adcore_pair import two_servers
from adcore_server import Server

SQLITE = os.environ.get("ADCORE_TEST_DATABASE", "sqlite") == "sqlite"
WHOLE = os.environ.get("ADCORE_TEST_MATRIX") == "all"
SLOW = bool(os.environ.get("ADCORE_TEST_SLOW"))


class Stage:
    """The servers, and the result of each row without a fault."""

    def __init__(self, servers, box=None):
        self.servers, self.box = servers, box
        self.known = {}

    def play(self, column, cells, known=None):
        wave = Wave(self.servers, column, self.box)
        for row, hit in cells:
            wave.add(row, hit)
        faults = wave.play(known)
        # Each cell has a connection of its own, and an address may have so many at a time.
        for server in self.servers:
            server.close_clients()
            server.clients.clear()
        return faults, wave

    def learn(self, rows):
        """Runs the rows that have not run yet, without a fault."""
        new = [(row, row.carries[0]) for row in rows if row not in self.known]
        if not new:
            return
        faults, wave = self.play(NONE, new)
        assert not faults, "without a fault:\n" + "\n".join(faults)
        for cell in wave.cells:
            carried = set(sum((entry["operations"] for entry in cell.log), []))
            assert carried >= set(cell.row.carries), "%r is carried by %r" % (cell, carried)
            self.known[cell.row] = cell


@pytest.fixture(scope="module")
def stage():
    if SQLITE:
        with Server() as server:
            yield Stage([server])
    else:
        with two_servers() as (one, two, box):
            yield Stage([one, two], box)


def chosen(column, platform):
    """Chooses this database's cells of a column by position, as a Latin square. PostgreSQL,
    where a cell costs twice as much, runs every sixth cell, and SQLite two others of six."""
    place = COLUMNS.index(column)
    for number, row in enumerate(ROWS + (LIVE_ROWS if column.live else [])):
        for at, hit in enumerate(row.carries):
            turn = (place + number + at) % (24 if column.seldom else 6)
            here = turn == 0 if SLOW or not SQLITE else turn in (2, 4)
            if row.platform == platform and column.takes(row) and (WHOLE or here):
                yield row, hit


def hold(stage, column, platform):
    cells = list(chosen(column, platform))
    stage.learn([row for row, _ in cells])
    faults, _ = stage.play(column, cells, stage.known)
    assert not faults, "%d cells, %d faults:\n%s" % (len(cells), len(faults), "\n".join(faults))


@pytest.mark.parametrize("column", COLUMNS, ids=repr)
def test_google(stage, column):
    hold(stage, column, "google")


@pytest.mark.parametrize("column", COLUMNS, ids=repr)
def test_microsoft(stage, column):
    hold(stage, column, "microsoft")


@pytest.mark.parametrize("column", COLUMNS, ids=repr)
def test_reddit(stage, column):
    hold(stage, column, "reddit")


@pytest.mark.parametrize("column", COLUMNS, ids=repr)
def test_meta(stage, column):
    hold(stage, column, "meta")


@pytest.mark.parametrize("column", KILLS, ids=repr)
@pytest.mark.parametrize("platform", PLATFORMS)
def test_killed_at_every_request(stage, platform, column):
    """A push of many operations, repeated once per request of it. The server is killed during
    each request, reads included."""
    stage.learn(TREES[platform])
    cells = [(row, n) for row in TREES[platform] for n in range(len(stage.known[row].log))]
    cells = cells if WHOLE else cells[not SQLITE :: 8 if SLOW else 4]
    faults, _ = stage.play(column, cells, stage.known)
    assert not faults, "%d cells, %d faults:\n%s" % (len(cells), len(faults), "\n".join(faults))
