"""The columns of the fault matrix: what goes wrong when a cell's operation is sent.

A column has an `action` for the simulator, or does something just before the push (`just_before`), or
ends the simulator or the server while the requests of all its cells are on their way (`death`). What
the run has to say then is `ends`: SUCCEEDED where a fault may cost time alone; else the error's code.
"""

from adcore_make import finish
from adcore_matrix import THERE, brief

POLICY = {
    "google": {"errorCode": {"policyFindingError": "POLICY_FINDING"}},
    "microsoft": {"errorCode": "CampaignServiceEditorialValidationError"},
    "reddit": {"errorCode": "POLICY", "status": 400},
    "meta": {"errorCode": "368/1404078"},
}
# The words in which access to an ad account is denied; Reddit's 404 is NOT_FOUND to us.
DENIALS = {
    "google": ("USER_PERMISSION_DENIED", "CUSTOMER_NOT_ENABLED"),
    "microsoft": ("UserIsNotAuthorized", "InvalidAccountId"),
    "reddit": ("403", "404"),
    "meta": ("200", "10"),
}
TAKEN = {"type": "accept_then_timeout", "ms": 60000}
HELD = {"type": "cut_before", "ms": 60000}
LOST = {"type": "accept_then_timeout", "ms": 6000}


class Column:
    """A fault that may cost time, and nothing else."""

    disapproves = False  # the ads that stand before are refused by a review
    spares = 1  # how many of what may be left over it leaves at most (Row.may_leave)
    live = False  # it has the rows that are made and set live in one push besides
    seldom = False  # `./dev test` plays fewer of its cells

    def __init__(self, name, action=None, death=None, seldom=False):
        self.name, self.action, self.death = name, action, death
        self.seldom = self.seldom or seldom

    def takes(self, row):
        return True

    def stand(self, wave):
        """What happens there once all stands that a row begins with."""

    def of(self, cell):
        """The fault of a cell, or None."""
        return self.action(cell) if callable(self.action) else self.action

    def times(self, cell):
        return 1

    def just_before(self, cell, box):
        """What is done in the platform's own pages before the push."""

    def meanwhile(self, wave):
        """What is done there while the requests of all cells are on their way."""

    def judge(self, cell, run, entries):
        """What the run has to say at its end."""
        if self.action and not self.death and not any(entry["fault"] for entry in entries):
            cell.blame("never hit: %r", [entry["operations"] for entry in entries])
        if run["status"] != "SUCCEEDED":
            cell.blame("ended %s: %r", run["status"], [brief(o) for o in run["operations"]])

    def mend(self, wave):
        """What is done about it before everything is pushed again."""

    def __repr__(self):
        return self.name


class Final(Column):
    """A fault that ends an operation: what is told says why, and that trying again is no use."""

    ends = ("FAILED",)
    retryable = False

    def __init__(self, name, action, codes):
        super().__init__(name, action)
        self.codes = codes

    def times(self, cell):
        """An upload that is refused as a whole is sent again one by one."""
        return 9 if cell.row.name == "conversion.upload" else 1

    def judge(self, cell, run, entries):
        if not any(entry["fault"] for entry in entries):
            cell.blame("never hit: %r", [entry["operations"] for entry in entries])
        failed = [o for o in run["operations"] if o["status"] in self.ends]
        told = [brief(o) for o in run["operations"]]
        if not failed or run["status"] not in ("FAILED", "PARTIAL"):
            cell.blame("ended %s: %r", run["status"], told)
        for each in failed:
            error = each["error"]
            parent = error["code"] in ("PARENT_FAILED", "DEPENDS_ON")
            if error["code"] not in self.codes and not parent or not error["message"]:
                cell.blame("told as %r", error)
            if error["retryable"] != (self.retryable or parent):
                cell.blame("retryable %r: %r", error["retryable"], error)

    def mend(self, wave):
        """Each run is tried again, and that has to bring what is left."""
        runs = []
        for cell in wave.cells:
            path = "/sync/%s/retry" % cell.rounds[0][0]["id"]
            answer = cell.bench.api.post(path, expect=(202, 409))
            runs.append(answer.data["id"] if answer.status == 202 else None)
        done = [
            run and finish(cell.bench.api, run, 90) for cell, run in zip(wave.cells, runs)
        ]
        for cell, run, entries in zip(wave.cells, done, wave.listen()):
            if run:
                cell.keep(run, entries)
                if run["status"] != "SUCCEEDED":
                    cell.blame("a retry ended so: %r", [brief(o) for o in run["operations"]])


class Revoked(Final):
    """The access is taken back in the middle: what is left stays staged, and can be tried again."""

    ends = ("FAILED", "SKIPPED")
    retryable = True

    def mend(self, wave):
        """Somebody consents again."""
        for cell in wave.cells:
            wish = {"customerId": cell.bench.customer, "revoked": False}
            wave.box.control("POST", "revoke", wish)
            now = cell.bench.look_up()["status"]
            if now != "EXPIRED":
                cell.blame("the connection says %s", now)
        wave.server.sql("UPDATE connections SET status = 'CONNECTED' WHERE status = 'EXPIRED'")
        super().mend(wave)


class Denied(Final):
    """The ad account is taken away from one request on: nothing of what follows is done, and nothing
    is said to be. The access is given back, and what is left is pushed."""

    ends = ("FAILED", "SKIPPED")

    def mend(self, wave):
        for cell in wave.cells:
            wave.box.give_back(cell.bench.customer)
        super().mend(wave)


class Sunset(Final):
    """The version of the platform's API is gone from one request on: what was not sent is not tried."""

    ends = ("FAILED", "SKIPPED")
    spares = 2  # a row has two ads

    def times(self, cell):
        return 10000

    def mend(self, wave):
        """Another version of adcore goes on."""
        wave.box.clear_faults()
        super().mend(wave)


class OneRefused(Final):
    """One of a batch is refused, the others are done."""

    def takes(self, row):
        return row.name != "conversion.upload"

    def judge(self, cell, run, entries):
        super().judge(cell, run, entries)
        refused = [o for o in run["operations"] if (o["error"] or {}).get("code") in REFUSALS]
        peers = [o for o in run["operations"] if refused and o["resource"] == refused[0]["resource"]]
        if not cell.row.is_one() and (len(refused) != 1 or len(peers) < 2):
            cell.blame("not one alone: %r", [brief(o) for o in run["operations"]])


class Disapproved(Column):
    """The ads that stand before were refused by the platform's review. What is done to them is done,
    and what the review said is told."""

    disapproves = True

    def takes(self, row):
        return row.name.startswith("ad.") and row.kind != "create"

    def just_before(self, cell, box):
        cell.edited = True

    def stand(self, wave):
        wave.box.control("POST", "clock", {"advanceSeconds": 700})

    def mend(self, wave):
        for cell in wave.cells:
            told = {row["id"] for row in cell.bench.api.get("/reports/disapprovals").data}
            wanted = set() if cell.row.kind == "remove" else set(cell.bench.all("ad"))
            if told != wanted:
                cell.blame("told to be disapproved: %r, not %r", told, wanted)


class Expired(Column):
    """The access token has ended; another is to be had by the refresh token. Meta has one token alone,
    and with that a person has to come."""

    def takes(self, row):
        return row.platform != "meta"


class Overtaken(Column):
    """Somebody changes it there between our look and our request, which changes what it is about and
    nothing else."""

    def takes(self, row):
        return row.name not in ("campaign.create", "conversion.upload")

    def of(self, cell):
        cell.edited = True
        return {"type": "edit", "edit": edited(cell)[1]}


class Edited(Column):
    """Somebody changed it there, before the push."""

    def takes(self, row):
        return row.name not in ("campaign.create", "conversion.upload")

    def just_before(self, cell, box):
        cell.edited = True
        cell.kind, wish = edited(cell)
        box.control("POST", "edit", wish)

    def judge(self, cell, run, entries):
        own = cell.kind == cell.row.name.split(".")[0]
        drifts = own and cell.row.kind == "update"
        drifted = [o for o in run["operations"] if (o["error"] or {}).get("code") == "DRIFTED"]
        if drifts and len(drifted) != 1 or run["status"] not in ("SUCCEEDED", "PARTIAL"):
            cell.blame("ended %s: %r", run["status"], [brief(o) for o in run["operations"]])

    def mend(self, wave):
        """What we drafted is kept."""
        for cell in wave.cells:
            for each in cell.bench.api.get("/sync/drift").data:
                body = {"id": each["id"], "field": each["field"], "keep": "STAGED"}
                cell.bench.api.post("/sync/drift/resolve", body, expect=200)


class Renamed(Edited):
    """The answer to a create is lost, and before we ask somebody changes what was made: its name, or
    what it has instead. It is known again all the same, and what they changed is drift."""

    live = True
    kinds = ("campaign", "adGroup", "ad", "keyword", "pictureAd", "tree")

    def takes(self, row):
        kind = row.name.split(".")[0]
        return row.kind in ("create", "createLive") and kind in self.kinds

    def of(self, cell):
        return LOST

    def just_before(self, cell, box):
        pass

    def meanwhile(self, wave):
        wave.await_strike(lambda cell, entry: self.rename(cell, entry, wave.box))

    def rename(self, cell, entry, box):
        kind, platform = cell.row.name.split(".")[0], cell.row.platform
        kind = {"pictureAd": "ad", "tree": "campaign"}.get(kind, kind)
        made = [w for w in entry["written"] if w["kind"] in words_of(platform, kind)]
        wish = renamed(platform, kind)
        if wish and made:
            cell.edited = True
            box.control("POST", "edit", edit_there(cell.bench, made[0]["id"], wish))

    def judge(self, cell, run, entries):
        """All of it is made and told so, whatever it is called by now."""
        if not any(entry["fault"] for entry in entries):
            cell.blame("never hit: %r", [entry["operations"] for entry in entries])
        undone = [o for o in run["operations"] if o["op"] == "CREATE" and o["status"] != "SUCCEEDED"]
        if undone:
            cell.blame("ended %s: %r", run["status"], [brief(o) for o in undone])
        # The name of an ad on Meta is none of ours.
        ours = (cell.row.platform, cell.row.name.split(".")[0]) not in (("meta", "ad"), ("meta", "pictureAd"))
        if cell.edited and ours and not cell.bench.api.get("/sync/drift").data:
            cell.blame("what they changed is no drift")


OWN = ("campaign", "adGroup", "ad", "keyword")
ON = ("create", "createLive", "update", "pause", "enable")


def is_own(row):
    """What a person drafts and edits: on Reddit a keyword has nothing that can be edited."""
    kind = row.name.split(".")[0]
    return kind in OWN and row.kind in ON and (row.platform, kind) != ("reddit", "keyword")


class EditedHere(Column):
    """The draft is edited here while its request is on its way, and edited back after the push: the
    push is told as it was, and nothing is left to send."""

    live = True
    seldom = True

    def takes(self, row):
        return is_own(row)

    def meanwhile(self, wave):
        wave.await_strike(lambda cell, entry: self.edit(cell))

    def edit(self, cell):
        kind = cell.row.name.split(".")[0]
        cell.drafts = {}
        for draft in cell.bench.all(kind):
            path = cell.bench.path(draft)
            field = "finalUrl" if kind in ("ad", "keyword") else "name"
            before = cell.bench.api.get(path).data[field]
            after = "https://edited.example/" if field == "finalUrl" else before + " edited"
            cell.bench.api.patch(path, {field: after})
            cell.drafts[path] = {field: before}

    def judge(self, cell, run, entries):
        super().judge(cell, run, entries)
        states = {cell.bench.api.get(path).data["syncState"] for path in cell.drafts}
        if states - {"MODIFIED"}:
            cell.blame("edited meanwhile, the drafts are %r", states)

    def mend(self, wave):
        for cell in wave.cells:
            for path, fields in cell.drafts.items():
                cell.bench.api.patch(path, fields)


class GivenUp(Final):
    """The push is refused, and the person gives it up: every draft is edited back, or deleted where it
    was new. Then there stands what stood before."""

    live = True
    seldom = True
    spares = 2  # a row has two ads
    fields = ("name", "budget", "cpcBid", "targeting", "finalUrl", "status")

    def takes(self, row):
        """A pause that is given up is an enable, which is another row."""
        return is_own(row) and row.kind != "pause"

    def stand(self, wave):
        for cell in wave.cells:
            api = cell.bench.api
            paths = [cell.bench.path(draft) for _, draft in cell.bench.made]
            cell.drafts = {path: api.get(path).data for path in paths}
            cell.before = cell.bench.standing(wave.box)

    def mend(self, wave):
        for cell in wave.cells:
            for _, draft in cell.bench.made:
                self.give_up(cell, cell.bench.path(draft))

    def give_up(self, cell, path):
        api, was = cell.bench.api, cell.drafts.get(path)
        if not was:
            api.delete(path, expect=(200, 404))
            return
        now = api.get(path).data
        back = {f: was[f] for f in self.fields if f in was and was[f] != now[f]}
        if back:
            api.patch(path, back)


def status(code, **more):
    return dict({"type": "status", "status": code}, **more)


def denied(cell):
    """In the one or the other of the platform's words, by turns."""
    return {"type": "deny", "as": DENIALS[cell.row.platform][len(cell.row.name) % 2]}


def refused(cell):
    return dict(POLICY[cell.row.platform], type="error", message="Not like this.")


def one_refused(cell):
    return dict(refused(cell), at=0)


# --- edits in the platform's own pages ------------------------------------------------------------


def theirs(platform, kind):
    """What somebody sets there: a value that the row's change is about, where it has one."""
    urls = ["https://theirs.example/"]
    return {
        ("google", "campaign"): ("campaigns", {"name": "Theirs"}),
        ("google", "adGroup"): ("adGroups", {"cpcBidMicros": "990000"}),
        ("google", "ad"): ("adGroupAds", {"ad": {"finalUrls": urls}}),
        ("google", "keyword"): ("adGroupCriteria", {"finalUrls": urls}),
        ("microsoft", "campaign"): ("campaigns", {"Name": "Theirs"}),
        ("microsoft", "adGroup"): ("adGroups", {"CpcBid": {"Amount": 0.99}}),
        ("microsoft", "ad"): ("ads", {"FinalUrls": urls}),
        ("microsoft", "keyword"): ("keywords", {"FinalUrls": urls}),
        ("reddit", "campaign"): ("campaigns", {"name": "Theirs"}),
        ("reddit", "adGroup"): ("ad_groups", {"targeting": {"communities": ["cats"]}}),
        ("reddit", "ad"): ("ads", {"click_url": urls[0]}),
        ("meta", "campaign"): ("campaigns", {"name": "Theirs"}),
        ("meta", "adGroup"): ("adsets", {"targeting": {"age_min": 40}}),
    }.get((platform, kind))


def renamed(platform, kind):
    """What somebody changes of an object that has just been made."""
    names = {
        ("google", "adGroup"): ("adGroups", {"name": "Theirs"}),
        ("microsoft", "adGroup"): ("adGroups", {"Name": "Theirs"}),
        ("reddit", "adGroup"): ("ad_groups", {"name": "Theirs"}),
        ("meta", "adGroup"): ("adsets", {"name": "Theirs"}),
        ("meta", "ad"): ("ads", {"name": "Theirs"}),
    }
    return names.get((platform, kind)) or theirs(platform, kind)


def words_of(platform, kind):
    """The simulator's words for a kind, in its log."""
    return THERE[platform].get(kind, kind).split()


def edited(cell):
    """(the kind of what is edited, the edit): of the row's own kind where that stands, else of its
    campaign."""
    bench, platform = cell.bench, cell.row.platform
    for kind in (cell.row.name.split(".")[0], "campaign"):
        wish = theirs(platform, kind)
        if wish and bench.all(kind) and not cell.row.name.startswith(kind + ".create"):
            return kind, edit_of(bench, kind, wish)
    return None, None


def edit_of(bench, kind, wish):
    return edit_there(bench, bench.remote(bench.first(kind)), wish)


def edit_there(bench, remote, wish):
    collection, changes = wish
    own = remote.split("~")[-1] if bench.platform == "microsoft" else remote
    body = {"platform": bench.platform, "customerId": bench.customer, "set": changes}
    if bench.platform == "google":
        name = "customers/%s/%s/%s" % (bench.customer, collection, own)
        return dict(body, resourceName=name)
    if bench.platform == "reddit":
        return dict(body, resourceName="%s/%s" % (collection, own))
    return dict(body, kind=collection, id=own)


REFUSALS = ("REFUSED", "POLICY_VIOLATION", "CONVERSION_REFUSED")
NONE = Column("none")
COLUMNS = (
    Column("latency", {"type": "latency", "ms": 150}, seldom=True),
    Column("429", status(429, retryDelay="1s")),
    Column("500", status(500)),
    Column("503", status(503)),
    Column("401", status(401)),
    Expired("expired", {"type": "expire"}),
    Column("cut_before", {"type": "cut_before"}),
    Column("accept_then_cut", {"type": "accept_then_cut"}),
    Column("accept_then_timeout", {"type": "accept_then_timeout", "ms": 400}),
    Final("refused", refused, REFUSALS),
    OneRefused("one_refused", one_refused, REFUSALS),
    Disapproved("disapproved"),
    Revoked("revoked", {"type": "revoke"}, ("CONNECTION_EXPIRED",)),
    Denied("denied", denied, ("PERMISSION_DENIED", "NOT_FOUND")),
    Sunset("sunset", {"type": "sunset"}, ("VERSION_SUNSET",)),
    Edited("edited"),
    Overtaken("overtaken", True),
    Renamed("renamed", True),
    EditedHere("edited_meanwhile", {"type": "accept_then_timeout", "ms": 1500}),
    GivenUp("given_up", refused, REFUSALS),
    Column("exit_before", HELD, death="sandbox"),
    Column("exit_after_commit", TAKEN, death="sandbox"),
    Column("killed_before", HELD, death="server"),
    Column("killed_after", TAKEN, death="server"),
)
KILLS = tuple(column for column in COLUMNS if column.death == "server")
