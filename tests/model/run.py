"""Random sequences of calls, faults, kills and edits by others against the whole product.

    python3 tests/model/run.py [--random N] [--steps M] [--seed S] [--beside B] [--seconds T]
                               [--open NAME,…|all] [--only S]

`--only` plays one seed alone, and prints its calls even if no rule breaks. The oracle is the sandbox's log of writes (oracle.py has the rules). A sequence that breaks a rule is
shrunk by dropping actions and printed as the list of its calls, with the seed that draws it. docs/contribute/development.md has more.
"""

import argparse
import os
import sys
import threading
import time
import traceback
from pathlib import Path
from queue import Empty, Queue

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support" / "python"))
sys.path.insert(0, str(ROOT / "tests" / "model"))

import oracle  # noqa: E402  (the path is set above)
from actions import OPEN, draw_sequence, edit_body  # noqa: E402
from crowd import Crowd, ServerDied  # noqa: E402
from player import Break, Player  # noqa: E402

VERBOSE = bool(os.environ.get("ADCORE_MODEL_VERBOSE"))
SLOW = 5  # seconds: the log of calls reports the duration of such an action
KEPT = ("startDate", "endDate", "cpcBid", "finalUrl")  # of these a platform may refuse the change
ROUNDS = 8  # maximum number of pushes until nothing is left


def heed_warnings(player, plan):
    """Changes drafts that a platform would refuse by the preview. Returns true if there were
    any."""
    heeded = False

    def change(operation, fields):
        draft = player.drafts.get(operation["id"])
        return bool(draft) and player.do("PATCH", player.path_of(draft), fields).status == 200

    told = [(warning["code"], warning.get("id")) for warning in plan["warnings"]]
    told += [(violation["rule"], violation["id"]) for violation in plan["violations"]]
    for code, about in told:
        for operation in plan["operations"]:
            if operation["id"] != about or operation["op"] == "REMOVE":
                continue
            if code == "BUDGET_REQUIRED":
                heeded = change(operation, {"budget": 5}) or heeded
            elif code in ("UNSUPPORTED_ON_PLATFORM", "BID_REQUIRED"):
                back = {c["field"]: c["from"] for c in operation["changes"] if c["field"] in KEPT}
                heeded = bool(back) and change(operation, back) or heeded
    return heeded


def settle(player):
    """Resolves everything as a person would, and pushes until the plan is empty."""
    player.tell("--- settling")
    began = player.place()
    player.do_clear({})
    player.do_lift({})
    player.limit(1000000, 10000000, -1)
    # Another user may have set any bid.
    player.crowd.sql("UPDATE spaces SET max_bid = 1000000000 WHERE id = '%s'" % player.space)
    player.do_wait({})
    ask_about_doubt(player)
    player.do_lift({})  # the retry of a kill switch blocks pushes again
    player.do_pull({"a": 1})
    player.do_wait({})
    for number in range(ROUNDS):
        if number:
            player.do_pull({"a": 1})  # reads the effects of a push
            player.do_wait({})
        player.do_resolve({"a": 1, "b": 1})  # all as drafted
        drift = player.call("GET", "/sync/drift").data
        plan = player.preview(activate=True)
        for violation in plan["violations"]:
            player.tell("  the plan may not: " + player.short(str(violation)))
        if heed_warnings(player, plan):
            plan = player.preview(activate=True)
        unsettled = [w for w in plan["warnings"] if "UNSETTLED" in str(w)]
        if not plan["operations"] and not unsettled and not drift:
            break
        if plan["operations"]:
            run = player.start({"activate": True}, plan)
            if run:
                player.finish(run)
                drop_twins(player, run)
        ask_about_doubt(player)
    else:
        raise Break("settled", "after %d pushes there are left: %s" % (
            ROUNDS, [player.short("%s %s" % (o["op"], o["id"])) for o in plan["operations"]]
            + [player.short(str(w)) for w in unsettled] + [player.short(str(d)) for d in drift]))
    player.refresh()
    player.crowd.reader.read()
    return began


def drop_twins(player, run):
    """A person deletes a draft whose object the platform has already for another draft: it could
    never be created."""
    for operation in run.data["operations"]:
        error = operation["error"] or {}
        if operation["resource"] == "keyword" and error.get("code") == "ALREADY_EXISTS":
            player.do("DELETE", "/keywords/" + operation["id"])


def give_back_values(player, run):
    """The person's part in an AMBIGUOUS create: restores the drafted values of the object there.
    Without labels (Reddit) an object with two changed fields is not recognized."""
    player.crowd.reader.read()
    for operation in run.data["operations"]:
        if operation["status"] != "UNKNOWN" or (operation["error"] or {}).get("code") != "AMBIGUOUS":
            continue
        ledger = player.ledgers[operation["platform"]]
        for made in oracle.made_by(ledger, operation):
            now = ledger.now[(made.kind, made.id)]
            changes = {key: value for key, value in made.value.items()
                       if now.value.get(key) != value and "modified" not in key}
            if changes and ledger.lives(now):
                player.crowd.control("POST", "edit", edit_body(ledger, now, changes))
                player.tell("on %s a person gives %s back %s" % (ledger.platform, made.id, sorted(changes)))


def ask_about_doubt(player):
    """Retries the runs with UNKNOWN operations at once."""
    for run in list(player.runs):
        if oracle.has_doubt(run):
            give_back_values(player, run)
        if oracle.has_doubt(run):
            begin = player.place()
            answer = player.do("POST", "/sync/%s/retry" % run.id)
            if answer.status == 202:
                player.finish(player.follow(answer, begin))
            end = time.monotonic() + 20
            while oracle.has_doubt(run) and time.monotonic() < end:
                player.look(run)
                time.sleep(0.1)


def play(crowd, profile, actions, seat):
    """Plays a sequence. Returns (its Break or None, the player)."""
    player = Player(crowd, profile, seat)
    try:
        player.open()
        for action in actions:
            begin = time.monotonic()
            player.play(action)
            if time.monotonic() - begin > SLOW:
                player.tell("  (%s took %.0f s)" % (action["name"], time.monotonic() - begin))
            player.do_look({})
            oracle.hold_after_run(player)
        began = settle(player)
        oracle.hold_settled(player)
        oracle.hold_at_end(player, began)
        return None, player
    except Break as found:
        return found, player
    except ServerDied as death:
        return Break("server", str(death)), player
    except Exception:  # a fault of the test itself: reported with its seed, like a break
        return Break("harness", traceback.format_exc()), player
    finally:
        player.close()


# --- shrinking ---------------------------------------------------------------------------------------


def shrink(crowd, profile, actions, rule, seconds, beside):
    """Drops actions while the same rule still breaks. Returns (actions, the Break, the player)."""
    best, kept = list(actions), None
    end = time.monotonic() + seconds
    size = max(len(best) // 2, 1)
    while time.monotonic() < end:
        tries = [best[:at] + best[at + size:] for at in range(0, len(best), size)]
        tries = [each for each in tries if each]
        found = first_break(crowd, profile, tries, rule, beside, end)
        if found:
            best, kept = found[0], found[1:]
            size = min(size, max(len(best) // 2, 1))
        elif size == 1:
            break
        else:
            size = max(size // 2, 1)
    return best, kept


def first_break(crowd, profile, tries, rule, beside, until):
    """Plays the candidates in parallel. Returns the first one, in their order, that breaks the
    same rule."""
    for at in range(0, len(tries), beside):
        part = tries[at:at + beside]
        results = [None] * len(part)

        def one(number):
            results[number] = play(crowd, profile, part[number], number)

        crowd.work([lambda n=n: one(n) for n in range(len(part))])
        for actions, (found, player) in zip(part, results):
            if found and found.rule == rule:
                return actions, found, player
        if time.monotonic() > until:
            break
    return None


# --- many of them ------------------------------------------------------------------------------------


class Tally:
    def __init__(self):
        self.lock = threading.Lock()
        self.played = self.actions = self.runs = 0
        self.breaks, self.stories = [], []  # (seed, Break or None, story)

    def add(self, seed, count, found, player):
        with self.lock:
            self.played += 1
            self.actions += count
            self.runs += len(player.runs)
            self.stories = [(seed, found, player.story)]
            if found:
                self.breaks.append((seed, found, player.story))
                print("seed %d breaks %s" % (seed, str(found)[:400]), flush=True)
            for line in player.story:
                if VERBOSE and " took " in line:
                    print("seed %d%s" % (seed, line), flush=True)


def play_many(crowd, seeds, options, tally, until):
    """Plays the seeds, `options.beside` at a time. The threads live as long as the crowd: the sandbox
    ends with the thread that started it."""
    queue = Queue()
    for seed in seeds:
        queue.put(seed)

    def work(seat):
        while time.monotonic() < until and not crowd.dead:
            try:
                seed = queue.get_nowait()
            except Empty:
                return
            profile, actions = draw_sequence(seed, options.steps, options.open)
            found, player = play(crowd, profile, actions, seat)
            tally.add(seed, len(actions), found, player)
            if found and "the server ended" in found.text:
                crowd.dead = True

    crowd.work([lambda seat=seat: work(seat) for seat in range(options.beside)])


def report(seed, found, story):
    if found:
        print("\n=== seed %d breaks the rule %s" % (seed, found.rule))
        print("    " + found.text)
    else:
        print("\n=== seed %d breaks no rule" % seed)
    for line in story:
        print("  " + line)
    sys.stdout.flush()


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--random", type=int, default=100, help="how many sequences (100)")
    parser.add_argument("--steps", type=int, default=40, help="actions of each (40)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    parser.add_argument("--only", type=int, help="plays the sequence of this seed alone, unshrunk")
    parser.add_argument("--beside", type=int, default=24, help="how many go on side by side (24)")
    parser.add_argument("--seconds", type=float, default=1e9, help="begins no sequence after that")
    parser.add_argument("--shrink", type=float, default=120, help="seconds to shrink a break (120)")
    parser.add_argument("--breaks", type=int, default=5, help="how many breaks are shrunk (5)")
    parser.add_argument("--open", default="", help="draw what open findings break: names or all")
    options = parser.parse_args()
    if options.only is not None:
        options.seed, options.random, options.beside, options.shrink = options.only, 1, 1, 0
    options.open = set(OPEN) if options.open == "all" else set(filter(None, options.open.split(",")))
    unknown = options.open - set(OPEN)
    if unknown:
        parser.error("no such switch: %s; there are %s" % (unknown, sorted(OPEN)))
    return options


def main():
    options = read_options()
    tally = Tally()
    begin = time.monotonic()
    seeds = range(options.seed, options.seed + options.random)
    with Crowd() as crowd:
        play_many(crowd, seeds, options, tally, begin + options.seconds)
    took = time.monotonic() - begin
    print("%d sequences, %d actions, %d runs, %d breaks in %.0f s: %.0f sequences a minute" % (
        tally.played, tally.actions, tally.runs, len(tally.breaks), took, 60 * tally.played / took))
    if options.only is not None:
        for seed, found, story in tally.breaks or tally.stories:
            report(seed, found, story)
        return 1 if tally.breaks else 0
    for seed, found, story in tally.breaks[:options.breaks]:
        profile, actions = draw_sequence(seed, options.steps, options.open)
        with Crowd() as crowd:
            best, kept = shrink(crowd, profile, actions, found.rule, options.shrink, 8)
        if kept:
            found, story = kept[0], kept[1].story
            print("\nshrunk from %d to %d actions" % (len(actions), len(best)))
        else:
            print("\nno shorter sequence breaks it, nor this one alone")
        report(seed, found, story)
    return 1 if tally.breaks or not tally.played else 0


if __name__ == "__main__":
    sys.exit(main())
