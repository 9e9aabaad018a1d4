"""The fault matrix: cells that go on side by side, and what is held of each.

A cell is a row (adcore_matrix_rows: a kind of operation of a platform) under a column
(adcore_matrix_columns: a fault), hit at one of the operations that carry it. Each cell has a Space and
an ad account of its own, so the pushes of many cells go on at once on one server.
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
# What the simulators keep of time, or is another in each account: no part of what stands there.
UNTOLD = re.compile(r"_|fbc|profile_id|page_id|EditorialStatus|ad_?account|.*(time|Time|_at|Date|media_url|thumbnail_url)$")
OURS = re.compile(r"\b[a-z]{2,4}_[0-9A-HJKMNP-TV-Z]{26}\b")
# How the simulator's log calls an object of ours.
THERE = {
    "google": {"ad": "adGroupAd", "keyword": "adGroupCriterion campaignCriterion",
               "assetLink": "campaignAsset adGroupAsset"},
    "microsoft": {"keyword": "keyword negativeKeyword", "asset": "adExtension",
                  "assetLink": "adExtensionAssociation"},
    "reddit": {"keyword": "adGroup"},
    "meta": {"adGroup": "adset", "asset": "image video"},
}
# The same bytes sent again are the same picture; a video goes in several requests.
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
        self.disapproved = False  # its ads are to be refused by the platform's review

    def look_up(self):
        listed = self.api.get("/connections").data
        return next(c for c in listed if c["platform"] == self.platform)

    def move(self, server):
        """To another server of the same database."""
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
        """Everything that lives in the account, each object as a text that is alike in every
        account: ids are told by what they name."""
        state = box.state(self.customer)
        names = {draft: "%s#%d" % (kind, n) for n, (kind, draft) in enumerate(self.made)}
        names[self.customer] = "customer"
        objects = []
        for collection, listed in state.items():
            if not isinstance(listed, list) or collection == "unattributedConversions":
                continue  # Microsoft takes the same one again, and does not count it
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
    """What people see of it: without what the simulators derive, fields that are null, and what they
    keep of an object that is removed."""
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
            # A budget whose campaign was refused stays on Google, used by nothing.
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
        self.rounds = []  # (the run, what the simulator wrote meanwhile)
        self.faults = []  # what is wrong
        self.edited = False  # it was changed there: what is written then is another matter
        self.before = None  # what stood before, and has to stand in the end

    def __repr__(self):
        return "%r at %s" % (self.row, self.hit)

    def blame(self, text, *more):
        self.faults.append("%r: %s" % (self, text % more if more else text))

    def keep(self, run, entries):
        written = [each for entry in entries for each in entry["written"]]
        self.rounds.append((run, [w for w in written if (w["kind"], w["change"]) not in AGAIN]))

    def close(self, box, known):
        """Nothing is doubled or lost, and every run told what was done."""
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
        if self.edited:  # what they set, and we did not, stays theirs
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
        """The simulator's words for all that is an object of ours."""
        words = THERE[self.row.platform]
        kinds = ("campaign", "adGroup", "ad", "keyword", "asset", "assetLink")
        return set(" ".join(words.get(kind, kind) for kind in kinds).split())

    def written(self):
        """What became durable there, over all runs."""
        return Counter(
            (each["kind"], each["change"]) for _, written in self.rounds for each in written
        )


# --- the run's story is the simulator's log --------------------------------------------------------


def ids_of(operation):
    """What the run names of an operation: the object, and the pieces that it was made of."""
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
    """Each operation of a run that was done was written there, and nothing else was."""
    for number, (run, written) in enumerate(cell.rounds):
        words = THERE[cell.row.platform]
        told = Counter()
        for operation in run["operations"]:
            kinds = words.get(operation["resource"], operation["resource"]).split()
            kinds = ["conversion"] if operation["op"] == "UPLOAD" else kinds
            verb = VERBS[operation["op"]]
            if kinds == ["adGroup"] and operation["resource"] == "keyword":
                if operation["op"] == "CREATE":
                    continue  # as a paused one: nothing of it is written there
                verb = "update"
            mine = [w for w in written if is_of(operation, w)]
            own = [w for w in mine if w["kind"] in kinds]
            done = operation["status"] == "SUCCEEDED"
            if operation["op"] == "UPLOAD":
                told["conversion"] += done
                continue
            if done and not (mine if verb == "update" else own) and number == 0:
                cell.blame("said %s, the log knows of nothing: %s", "done", brief(operation))
            # A pause beside other changes is an operation of its own: one write of the object is its.
            if not done and len(mine) > paused_apart(run, operation) and not half_done(operation):
                cell.blame("said to be undone, the log has %r: %s", mine, brief(operation))
            # Set live in the same run, it is written once more.
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
    """How many other operations of the same object were done in that run."""
    others = [o for o in run["operations"] if o is not operation and o["id"] == operation["id"]]
    return len([o for o in others if o["status"] == "SUCCEEDED"])


def half_done(operation):
    """What was made of it is said in its steps or its remote id, though it is not whole."""
    spread = operation["resource"] == "campaign" and operation["op"] == "UPDATE"
    return spread or any(step["status"] == "SUCCEEDED" for step in operation["steps"])


def is_of(operation, each):
    """Whether what was written is the operation's: itself, a criterion of its campaign, or what of a
    campaign is spread over its ad groups (adcore_matrix_rows has no row that changes both)."""
    spread = operation["resource"] == "campaign" and operation["op"] == "UPDATE"
    own = {each["id"], each["id"].split("~")[0]} & ids_of(operation)
    return bool(own) or spread and each["kind"] in ("adset", "adGroup", "campaignCriterion")


def brief(operation):
    error = operation["error"] or {}
    words = (operation[k] for k in ("op", "resource", "status", "remoteId"))
    return " ".join(map(str, words)) + " %s %s" % (error.get("code"), error.get("message"))


# --- waves ------------------------------------------------------------------------------------------


class Wave:
    """Cells of one column that go on at once: on one server, or by turns on two of one database,
    whose sandbox (`box`) neither of them started."""

    def __init__(self, servers, column, box=None):
        self.servers, self.column, self.lasting = servers, column, box
        self.server = servers[0]
        self.cells = []
        self.reopen()

    def reopen(self):
        """After the sandbox ended there is another one, whose log begins anew."""
        self.box = self.server.sandbox()
        self.end = 0

    def add(self, row, hit):
        bench = Bench(self.server, row.platform)
        if len(self.servers) > 1 and not self.column.death:
            bench.move(self.servers[len(self.cells) % 2])
        self.cells.append(Cell(row, hit, bench, self.column.spares))

    def play(self, known=None):
        """Carries the cells out; what is wrong with any of them. `known`: what the same rows left
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

    # --- before ------------------------------------------------------------------------------

    def prepare(self):
        """Everything that stands before: pushed, all at once."""
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
                # The name of an operation, or which of all its requests is hit.
                where["skip" if isinstance(cell.hit, int) else "operation"] = cell.hit
                times = self.column.times(cell)
                self.box.fault(action, platform=bench.platform, times=times, **where)

    # --- meanwhile ---------------------------------------------------------------------------

    def listen(self):
        """What the simulator logged since it was asked last, by cell."""
        entries = self.box.log(self.end)
        self.end = entries[-1]["n"] if entries else self.end
        heard = {cell.bench.customer: [] for cell in self.cells}
        for entry in entries:
            if entry["customerId"] in heard:
                heard[entry["customerId"]].append(entry)
        return [heard[cell.bench.customer] for cell in self.cells]

    def await_strike(self, struck=lambda cell, entry: None):
        """Waits until the request of every cell is on its way; each is told as it comes."""
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
        """Waits until the request of every cell is on its way, and ends the simulator or the server;
        what was logged until then, by cell."""
        self.await_strike()
        heard = self.listen()
        self.end_one()
        return heard

    def end_one(self):
        """The simulator, which begins anew with its state; or the server that has all the runs: it
        begins anew, or there is another, which goes on with them."""
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

    # --- afterwards --------------------------------------------------------------------------

    def settle(self):
        """Pushes what is left, as a person would, until every preview is empty."""
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
