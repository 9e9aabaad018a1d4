"""The columns of the fault matrix: the fault while a cell's operation is sent.

A column has an `action` for the simulator, acts just before the push (`just_before`), or ends
the simulator or the server while the requests of all its cells are in flight (`death`). `ends`
is the expected status of the run: SUCCEEDED if a fault may only cost time, otherwise the error's
code.
"""

from adcore_make import finish
from adcore_matrix import THERE, brief

POLICY = {
    "google": {"errorCode": {"policyFindingError": "POLICY_FINDING"}},
    "microsoft": {"errorCode": "CampaignServiceEditorialValidationError"},
    "reddit": {"errorCode": "POLICY", "status": 400},
    "meta": {"errorCode": "368/1404078"},
}
# The platforms' errors for denied access to an ad account. adcore reports Reddit's 404 as
# NOT_FOUND.
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
    """A fault that may only cost time."""

    disapproves = False  # a review rejects the ads of the base
    spares = 1  # maximum number of objects that it may leave behind (Row.may_leave)
    live = False  # it also has the rows that create and enable in one push
    seldom = False  # `./dev test` runs fewer of its cells

    def __init__(self, name, action=None, death=None, seldom=False):
        self.name, self.action, self.death = name, action, death
        self.seldom = self.seldom or seldom

    def takes(self, row):
        return True

    def stand(self, wave):
        """Prepares the platform once the bases of all rows exist."""

    def of(self, cell):
        """The fault of a cell, or None."""
        return self.action(cell) if callable(self.action) else self.action

    def times(self, cell):
        return 1

    def just_before(self, cell, box):
        """Changes the platform as another user before the push."""

    def meanwhile(self, wave):
        """Changes the platform while the requests of all cells are in flight."""

    def judge(self, cell, run, entries):
        """Checks the finished run."""
        if self.action and not self.death and not any(entry["fault"] for entry in entries):
            cell.blame("never hit: %r", [entry["operations"] for entry in entries])
        if run["status"] != "SUCCEEDED":
            cell.blame("ended %s: %r", run["status"], [brief(o) for o in run["operations"]])

    def mend(self, wave):
        """Resolves the fault before everything is pushed again."""

    def __repr__(self):
        return self.name


class Final(Column):
    """A fault that ends an operation: the error names the cause and is not retryable."""

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
        """Retries each run, which must complete the rest."""
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
    """The access is revoked during the push: the other changes stay staged and can be retried."""

    ends = ("FAILED", "SKIPPED")
    retryable = True

    def mend(self, wave):
        """A member connects again."""
        for cell in wave.cells:
            wish = {"customerId": cell.bench.customer, "revoked": False}
            wave.box.control("POST", "revoke", wish)
            now = cell.bench.look_up()["status"]
            if now != "EXPIRED":
                cell.blame("the connection says %s", now)
        wave.server.sql("UPDATE connections SET status = 'CONNECTED' WHERE status = 'EXPIRED'")
        super().mend(wave)


class Denied(Final):
    """The ad account is taken away from one request on: no later change is applied or reported
    as applied. The access is restored, and the rest is pushed."""

    ends = ("FAILED", "SKIPPED")

    def mend(self, wave):
        for cell in wave.cells:
            wave.box.give_back(cell.bench.customer)
        super().mend(wave)


class Sunset(Final):
    """The platform's API version is retired from one request on: unsent operations are not
    tried."""

    ends = ("FAILED", "SKIPPED")
    spares = 2  # a row has two ads

    def times(self, cell):
        return 10000

    def mend(self, wave):
        """adcore restarts in another version."""
        wave.box.clear_faults()
        super().mend(wave)


class OneRefused(Final):
    """One entry of a batch is refused, and the others are applied."""

    def takes(self, row):
        return row.name != "conversion.upload"

    def judge(self, cell, run, entries):
        super().judge(cell, run, entries)
        refused = [o for o in run["operations"] if (o["error"] or {}).get("code") in REFUSALS]
        peers = [o for o in run["operations"] if refused and o["resource"] == refused[0]["resource"]]
        if not cell.row.is_one() and (len(refused) != 1 or len(peers) < 2):
            cell.blame("not one alone: %r", [brief(o) for o in run["operations"]])


class Disapproved(Column):
    """The platform's review rejected the ads of the base. Changes to them are applied, and the
    findings are reported."""

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
    """The access token has expired. The refresh token gives another one, except on Meta, whose
    single token a member must renew."""

    def takes(self, row):
        return row.platform != "meta"


class Overtaken(Column):
    """Another user changes the object between adcore's read and its request. That changes
    nothing but the object's own value."""

    def takes(self, row):
        return row.name not in ("campaign.create", "conversion.upload")

    def of(self, cell):
        cell.edited = True
        return {"type": "edit", "edit": edited(cell)[1]}


class Edited(Column):
    """Another user changed the object before the push."""

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
        """Keeps the drafted values."""
        for cell in wave.cells:
            for each in cell.bench.api.get("/sync/drift").data:
                body = {"id": each["id"], "field": each["field"], "keep": "STAGED"}
                cell.bench.api.post("/sync/drift/resolve", body, expect=200)


class Renamed(Edited):
    """The answer to a create is lost, and another user changes the object before adcore reads
    it. The object is still recognized, and the changes are drift."""

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
        """All objects are created and reported, whatever their names are now."""
        if not any(entry["fault"] for entry in entries):
            cell.blame("never hit: %r", [entry["operations"] for entry in entries])
        undone = [o for o in run["operations"] if o["op"] == "CREATE" and o["status"] != "SUCCEEDED"]
        if undone:
            cell.blame("ended %s: %r", run["status"], [brief(o) for o in undone])
        # adcore does not set an ad's name on Meta.
        ours = (cell.row.platform, cell.row.name.split(".")[0]) not in (("meta", "ad"), ("meta", "pictureAd"))
        if cell.edited and ours and not cell.bench.api.get("/sync/drift").data:
            cell.blame("what they changed is no drift")


OWN = ("campaign", "adGroup", "ad", "keyword")
ON = ("create", "createLive", "update", "pause", "enable")


def is_own(row):
    """Objects that a person drafts and edits. A keyword on Reddit has no field to edit."""
    kind = row.name.split(".")[0]
    return kind in OWN and row.kind in ON and (row.platform, kind) != ("reddit", "keyword")


class EditedHere(Column):
    """The draft is edited in adcore while its request is in flight, and edited back after the
    push. The run reports the sent values, and nothing is left to send."""

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
    """The push is refused, and the person discards it: every draft is edited back, or deleted if
    it was new. The platform has the state before the change."""

    live = True
    seldom = True
    spares = 2  # a row has two ads
    fields = ("name", "budget", "cpcBid", "targeting", "finalUrl", "status")

    def takes(self, row):
        """Discarding a pause is an enable, which another row covers."""
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
    """The platform's error for denied access; alternates between its variants."""
    return {"type": "deny", "as": DENIALS[cell.row.platform][len(cell.row.name) % 2]}


def refused(cell):
    return dict(POLICY[cell.row.platform], type="error", message="Not like this.")


def one_refused(cell):
    return dict(refused(cell), at=0)


# --- edits by another user of the platform -------------------------------------------------------


def theirs(platform, kind):
    """The value that another user sets: of the field that the row changes, if there is one."""
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
    """The change that another user makes to a new object."""
    names = {
        ("google", "adGroup"): ("adGroups", {"name": "Theirs"}),
        ("microsoft", "adGroup"): ("adGroups", {"Name": "Theirs"}),
        ("reddit", "adGroup"): ("ad_groups", {"name": "Theirs"}),
        ("meta", "adGroup"): ("adsets", {"name": "Theirs"}),
        ("meta", "ad"): ("ads", {"name": "Theirs"}),
    }
    return names.get((platform, kind)) or theirs(platform, kind)


def words_of(platform, kind):
    """The names of a kind in the simulator's log."""
    return THERE[platform].get(kind, kind).split()


def edited(cell):
    """(kind, edit): of the row's own kind if it exists on the platform, otherwise of its
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
