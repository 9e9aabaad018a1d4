"""Every fault under every kind of operation of every platform: nothing doubled, nothing lost, and what
the run tells is what the platform's log says. docs/development.md tells how it is read and run.

On PostgreSQL the cells go on by turns on two servers of one database, and where a server is killed the
other goes on with its runs. Of the cells one sixth goes on PostgreSQL, one third on SQLite; all of
them on both with ADCORE_TEST_MATRIX=all, as ./dev faults does.
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
    """The servers, and what every row leaves without a fault."""

    def __init__(self, servers, box=None):
        self.servers, self.box = servers, box
        self.known = {}

    def play(self, column, cells, known=None):
        wave = Wave(self.servers, column, self.box)
        for row, hit in cells:
            wave.add(row, hit)
        return wave.play(known), wave

    def learn(self, rows):
        """Carries the rows out that were not yet, without a fault."""
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
    """The cells of a column that go on here, a Latin square by their place: PostgreSQL, where a cell
    costs twice as much, has every sixth, SQLite two others of six."""
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
    """Questions too: a push of many operations, once for each of its requests, all killed at once."""
    stage.learn(TREES[platform])
    cells = [(row, n) for row in TREES[platform] for n in range(len(stage.known[row].log))]
    cells = cells if WHOLE else cells[not SQLITE :: 8 if SLOW else 4]
    faults, _ = stage.play(column, cells, stage.known)
    assert not faults, "%d cells, %d faults:\n%s" % (len(cells), len(faults), "\n".join(faults))
