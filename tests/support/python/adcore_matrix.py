"""The fault matrix: cells that run side by side, and the checks of each.

A cell is a row (adcore_matrix_rows: a kind of operation of a platform) under a column
(adcore_matrix_columns: a fault), applied to one of the row's operations. Each cell has a Space
and an ad account of its own, so one server pushes many cells at once.
"""

import json
import re
from collections import Counter

from adcore_make import finish, preview
from adcore_server import wait_for

PATHS = {
    "cmp": "/campaigns/",
    "agr": "/ad-groups/",
    "ad": "/ads/",
    "kw": "/keywords/",
    "ast": "/assets/",
}
GONE = ("REMOVED", "Deleted", "DELETED", "ARCHIVED")
# Fields of the simulators that hold times or account ids. They are not compared.
UNTOLD = re.compile(r"_|fbc|profile_id|page_id|EditorialStatus|ad_?account|.*(time|Time|_at|Date|media_url|thumbnail_url)$")
OURS = re.compile(r"\b[a-z]{2,4}_[0-9A-HJKMNP-TV-Z]{26}\b")
# The name of a kind in the simulator's log.
THERE = {
    "google": {"ad": "adGroupAd", "keyword": "adGroupCriterion campaignCriterion",
               "assetLink": "campaignAsset adGroupAsset"},
    "microsoft": {"keyword": "keyword negativeKeyword", "asset": "adExtension",
                  "assetLink": "adExtensionAssociation"},
    "reddit": {"keyword": "adGroup"},
    "meta": {"adGroup": "adset", "asset": "image video"},
}
# The same bytes sent again are the same image. A video is sent in several requests.
AGAIN = {("image", "update"), ("video", "update")}
VERBS = {"CREATE": "create", "UPDATE": "update", "REMOVE": "remove", "UPLOAD": "create"}


class Bench:
    """The Space of one cell, with an ad account of its own on the row's platform."""

    def __init__(self, server, platform):
        self.server = server
        self.token = server.account().token()
        self.api = server.client(token=self.token)
        self.platform = platform
        self.connection = self.look_up()
        self.customer = self.connection["accountId"].replace("-", "").removeprefix("act_")
        self.made = []  # (kind, id), in their order
        self.last = None  # the newest run
        self.disapproved = False  # the platform's review rejects its ads

    def look_up(self):
        listed = self.api.get("/connections").data
        return next(c for c in listed if c["platform"] == self.platform)

    def move(self, server):
        """Moves to another server of the same database."""
        self.api = server.client(token=self.token)

    def make(self, path, kind, body):
        self.made.append((kind, self.api.post(path, body).data["id"]))

    def all(self, kind):
        return [one for k, one in self.made if k == kind]

    def first(self, kind):
        return self.all(kind)[0]

    @staticmethod
    def path(draft):
        return PATHS[draft.split("_")[0]] + draft

    def remote(self, draft):
        return self.api.get(self.path(draft)).data["remote"]["id"]

    def standing(self, box):
        """All live objects of the account as texts that are equal in every account: ids are
        replaced by the names of their objects."""
        state = box.state(self.customer)
        names = {draft: "%s#%d" % (kind, n) for n, (kind, draft) in enumerate(self.made)}
        names[self.customer] = "customer"
        objects = []
        for collection, listed in state.items():
            if not isinstance(listed, list) or collection == "unattributedConversions":
                continue  # Microsoft accepts the same conversion again without counting it
            for each in listed:
                status = each.get("status") or each.get("Status") or each.get("configured_status")
                label = "%s:%s" % (collection, name_of(each))
                for key in ("resourceName", "id", "Id", "hash"):
                    if each.get(key):
                        names.setdefault(str(each[key]), label)
                        names.setdefault(str(each[key]).split("/")[-1].split("~")[-1], label)
                if status not in GONE:
                    objects.append((collection, each))
        word = re.compile(r"[A-Za-z0-9_]{6,}")

        def told(match):
            return names.get(match.group(0), match.group(0))

        texts = ("%s %s" % (name, json.dumps(plain(each), sort_keys=True)) for name, each in objects)
        return Counter(OURS.sub("ours", word.sub(told, text)) for text in texts)


def word_of(thing):
    return thing[0] if isinstance(thing, tuple) else thing.split(" ")[0]


DERIVED = ("effective_status", "delivery_status")


def lasting(standing):
    """The visible state: without derived values, null fields and contents of removed objects."""
    found = [text.split(" ", 1) for text in standing.elements()]
    found = [(name, json.loads(each)) for name, each in found]
    live = {each.get(key) for name, each in found if name == "campaigns"
            for key in ("Id", "resourceName")}
    paid = {each.get("campaignBudget") for name, each in found if name == "campaigns"}

    def bare(value):
        if isinstance(value, dict):
            kept = {k: bare(v) for k, v in value.items() if v is not None and k not in DERIVED}
            return {k: v for k, v in kept.items() if v is not None}
        return value

    rows = [(name, bare(each)) for name, each in found]
    rows = [(name, each) for name, each in rows
            if (name not in ("campaignCriterions", "campaignCriteria")
                or each.get("CampaignId", each.get("campaign")) in live)
            # The budget of a refused campaign remains on Google, unused.
            and (name != "campaignBudgets" or each["resourceName"] in paid)]
    return Counter("%s %s" % (name, json.dumps(each, sort_keys=True)) for name, each in rows)


def kinds_of(standing):
    return Counter(text.split(" ")[0] for text in standing.elements())


def name_of(thing):
    for key in ("name", "Name", "Text", "headline", "hash"):
        if isinstance(thing.get(key), str):
            return thing[key]
    keyword = thing.get("keyword") or {}
    return keyword.get("text") or ""


def plain(value):
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items() if not UNTOLD.match(k)}
    if isinstance(value, list):
        return [plain(v) for v in value]
    return value


class Cell:
    def __init__(self, row, hit, bench, spares):
        self.row, self.hit, self.bench, self.spares = row, hit, bench, spares
        self.rounds = []  # (the run, the simulator's log entries of its time)
        self.faults = []  # faults found
        self.edited = False  # changed by another user: the number of writes may differ
        self.before = None  # the state before the change, which must be restored at the end

    def __repr__(self):
        return "%r at %s" % (self.row, self.hit)

    def blame(self, text, *more):
        self.faults.append("%r: %s" % (self, text % more if more else text))

    def keep(self, run, entries):
        written = [each for entry in entries for each in entry["written"]]
        self.rounds.append((run, [w for w in written if (w["kind"], w["change"]) not in AGAIN]))

    def close(self, box, known):
        """Nothing is duplicated or lost, and every run reported the applied changes."""
        tell_story(self)
        self.standing = self.bench.standing(box)
        if self.before is not None:
            self.compare("stands there", lasting(self.standing), lasting(self.before))
            return
        for collection, text, count in self.row.ends:
            found = [s for s in self.standing.elements() if s.startswith(collection + " ")]
            found = [s for s in found if text in s]
            if len(found) != count:
                self.blame("%d of %s %r stand there, not %d", len(found), collection, text, count)
        if not known:
            return
        want = known[self.row]
        if self.edited:  # fields that only another user set keep that value
            self.compare("stands there", kinds_of(self.standing), kinds_of(want.standing))
        else:
            self.compare("stands there", self.standing, want.standing)
            self.compare("was written", self.written(), want.written())

    def compare(self, what, here, there):
        more, less = here - there, there - here
        spare = [each for each in more if self.row.may_leave(word_of(each))]
        if 0 < sum(more[each] for each in spare) <= self.spares:
            more.subtract({each: more[each] for each in spare})
        if +more or less:
            self.blame("too much %s: %r; too little: %r", what, list(+more), list(less))

    def primary(self):
        """The simulator's names of all kinds that adcore stores."""
        words = THERE[self.row.platform]
        kinds = ("campaign", "adGroup", "ad", "keyword", "asset", "assetLink")
        return set(" ".join(words.get(kind, kind) for kind in kinds).split())

    def written(self):
        """The applied changes of all runs."""
        return Counter(
            (each["kind"], each["change"]) for _, written in self.rounds for each in written
        )


# --- the run's report agrees with the simulator's log
# ----------------------------------------------


def ids_of(operation):
    """The remote ids that the run reports for an operation: the object's, and those of its
    pieces."""
    names = [operation["remoteId"] or ""]
    for step in operation["steps"]:
        names += [piece["remoteId"] or "" for piece in step["pieces"]]
    found = set()
    for name in names:
        tail = name.split("/")[-1]
        found |= {tail, tail.split("~")[-1]}
        if "~k" in tail or "~n" in tail:  # a keyword on Reddit is part of its ad group
            found.add(tail.split("~")[0])
        if operation["resource"] == "assetLink" and tail and operation["platform"] == "microsoft":
            *above, asset = tail.split("~")
            level = "AdGroup" if len(above) > 1 else "Campaign"
            found.add("%s~%s~%s" % (level, above[-1], asset))
    return found - {""}


def tell_story(cell):
    """Each operation reported as applied is in the log, and no other change is."""
    for number, (run, written) in enumerate(cell.rounds):
        words = THERE[cell.row.platform]
        told = Counter()
        for operation in run["operations"]:
            kinds = words.get(operation["resource"], operation["resource"]).split()
            kinds = ["conversion"] if operation["op"] == "UPLOAD" else kinds
            verb = VERBS[operation["op"]]
            if kinds == ["adGroup"] and operation["resource"] == "keyword":
                if operation["op"] == "CREATE":
                    continue  # a paused one: Reddit has nothing to write
                verb = "update"
            mine = [w for w in written if is_of(operation, w)]
            own = [w for w in mine if w["kind"] in kinds]
            done = operation["status"] == "SUCCEEDED"
            if operation["op"] == "UPLOAD":
                told["conversion"] += done
                continue
            if done and not (mine if verb == "update" else own) and number == 0:
                cell.blame("said %s, the log knows of nothing: %s", "done", brief(operation))
            # A pause beside other changes is a separate operation, with one write of the object.
            if not done and len(mine) > paused_apart(run, operation) and not half_done(operation):
                cell.blame("said to be undone, the log has %r: %s", mine, brief(operation))
            # Enabled in the same run, the object is written once more.
            once = 1 + paused_apart(run, operation)
            if done and verb in ("create", "remove") and len(own) > once:
                cell.blame("written more than once: %r", own)
        for each in written:
            owners = [o for o in run["operations"] if is_of(o, each)]
            if each["kind"] in cell.primary() and each["kind"] != "conversion" and not owners:
                cell.blame("nobody tells of %r", each)
        if cell.row.name == "conversion.upload" and told["conversion"] != len(written):
            cell.blame("told of %d counted, the log has %r", told["conversion"], written)


def paused_apart(run, operation):
    """The number of other operations of the same object that succeeded in that run."""
    others = [o for o in run["operations"] if o is not operation and o["id"] == operation["id"]]
    return len([o for o in others if o["status"] == "SUCCEEDED"])


def half_done(operation):
    """The operation's steps or its remote id report the part that was applied."""
    spread = operation["resource"] == "campaign" and operation["op"] == "UPDATE"
    return spread or any(step["status"] == "SUCCEEDED" for step in operation["steps"])


def is_of(operation, each):
    """True if the log entry belongs to the operation: the object itself, a criterion of its
    campaign, or a campaign's value at its ad groups (adcore_matrix_rows has no row that changes
    both)."""
    spread = operation["resource"] == "campaign" and operation["op"] == "UPDATE"
    own = {each["id"], each["id"].split("~")[0]} & ids_of(operation)
    return bool(own) or spread and each["kind"] in ("adset", "adGroup", "campaignCriterion")


def brief(operation):
    error = operation["error"] or {}
    words = (operation[k] for k in ("op", "resource", "status", "remoteId"))
    return " ".join(map(str, words)) + " %s %s" % (error.get("code"), error.get("message"))


# --- waves ------------------------------------------------------------------------------------------


class Wave:
    """Cells of one column that run at once: on one server, or alternately on two servers of one
    database, whose sandbox (`box`) neither of them started."""

    def __init__(self, servers, column, box=None):
        self.servers, self.column, self.lasting = servers, column, box
        self.server = servers[0]
        self.cells = []
        self.reopen()

    def reopen(self):
        """A new sandbox process has an empty log."""
        self.box = self.server.sandbox()
        self.end = 0

    def add(self, row, hit):
        bench = Bench(self.server, row.platform)
        if len(self.servers) > 1 and not self.column.death:
            bench.move(self.servers[len(self.cells) % 2])
        self.cells.append(Cell(row, hit, bench, self.column.spares))

    def play(self, known=None):
        """Runs the cells and stores the faults of each. `known` has the results of the same rows
        without a fault, by row."""
        self.prepare()
        self.column.stand(self)
        for cell in self.cells:
            cell.row.change(cell.bench)
        self.listen()
        self.plant()
        runs = [self.start(cell, cell.row.push) for cell in self.cells]
        self.column.meanwhile(self)
        heard = self.die() if self.column.death else [[] for _ in self.cells]
        done = [finish(cell.bench.api, run["id"], 90) for cell, run in zip(self.cells, runs)]
        heard = [a + b for a, b in zip(heard, self.listen())]
        self.box.clear_faults()
        for cell, run, entries in zip(self.cells, done, heard):
            cell.log = entries
            cell.keep(run, entries)
            self.column.judge(cell, run, entries)
        self.revive()
        self.column.mend(self)
        self.settle()
        for cell in self.cells:
            cell.close(self.box, known)
            cell.bench.api.close()
        return [fault for cell in self.cells for fault in cell.faults]

    # --- preparation -------------------------------------------------------------------------

    def prepare(self):
        """Pushes the base of all cells at once."""
        for cell in self.cells:
            cell.bench.disapproved = self.column.disapproves
            cell.row.base(cell.bench)
        self.push_all([c for c in self.cells if c.bench.made], lambda c: c.row.base.push)
        later = [cell for cell in self.cells if cell.row.base.then]
        for cell in later:
            cell.row.base.then(cell.bench)
        self.push_all(later, lambda c: {})

    def push_all(self, cells, fields):
        runs = [self.start(cell, fields(cell)) for cell in cells]
        for cell, run in zip(cells, runs):
            done = finish(cell.bench.api, run["id"], 90)
            assert done["status"] == "SUCCEEDED", "%r: %r" % (cell, done)
            cell.bench.last = done

    def start(self, cell, fields):
        plan = preview(cell.bench.api, **fields)
        body = dict(fields, planHash=plan["planHash"])
        return cell.bench.api.post("/sync", body, expect=202).data

    def plant(self):
        for cell in self.cells:
            self.column.just_before(cell, self.box)
            action = self.column.of(cell)
            if action:
                bench = cell.bench
                where = {"customer": bench.customer}
                # The name of the operation, or the number of the request, to which the fault is
                # applied.
                where["skip" if isinstance(cell.hit, int) else "operation"] = cell.hit
                times = self.column.times(cell)
                self.box.fault(action, platform=bench.platform, times=times, **where)

    # --- during the push ---------------------------------------------------------------------

    def listen(self):
        """The simulator's new log entries since the last call, by cell."""
        entries = self.box.log(self.end)
        self.end = entries[-1]["n"] if entries else self.end
        heard = {cell.bench.customer: [] for cell in self.cells}
        for entry in entries:
            if entry["customerId"] in heard:
                heard[entry["customerId"]].append(entry)
        return [heard[cell.bench.customer] for cell in self.cells]

    def await_strike(self, struck=lambda cell, entry: None):
        """Waits until the request of every cell is in flight. Calls `struck` for each."""
        left = {cell.bench.customer: cell for cell in self.cells}
        end = self.end

        def all_struck():
            nonlocal end
            for entry in self.box.log(end):
                end = entry["n"]
                if entry["fault"] and entry["customerId"] in left:
                    struck(left.pop(entry["customerId"]), entry)
            return not left

        assert wait_for(all_struck, 60, 0.02), "never sent: %r" % list(left.values())

    def die(self):
        """Waits until the request of every cell is in flight, and ends the simulator or the
        server. Returns the log entries until then, by cell."""
        self.await_strike()
        heard = self.listen()
        self.end_one()
        return heard

    def end_one(self):
        """Ends the simulator, which restarts with its state, or the server that executes the
        runs. The server restarts, or the other server continues the runs."""
        if self.column.death == "sandbox":
            self.box.end()
            if self.lasting:
                self.lasting.gone()
                self.lasting.again()
            self.reopen()
            return
        self.server.kill()
        for cell in self.cells:
            cell.bench.move(self.servers[-1])
        if not self.lasting:
            self.server.start()
            self.reopen()

    def revive(self):
        if self.server.process.poll() is not None:
            self.server.start()

    # --- checks at the end -------------------------------------------------------------------

    def settle(self):
        """Pushes the remaining changes, as a person would, until every preview is empty."""
        left = list(self.cells)
        for _ in range(5):
            plans = [(cell, preview(cell.bench.api, **cell.row.push)) for cell in left]
            left = [cell for cell, plan in plans if plan["operations"] or plan["warnings"]]
            runs = [self.start(cell, cell.row.push) for cell in left]
            done = [finish(cell.bench.api, run["id"], 90) for cell, run in zip(left, runs)]
            heard = dict(zip(map(id, self.cells), self.listen()))
            for cell, run in zip(left, done):
                cell.keep(run, heard[id(cell)])
        for cell in left:
            plan = preview(cell.bench.api, **cell.row.push)
            cell.blame("still to push: %r %r", plan["operations"], plan["warnings"])
