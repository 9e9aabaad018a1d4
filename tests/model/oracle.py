"""The rules of a push, checked against the sandbox's log.

doubled   a draft has at most one live object: by its label, otherwise by the count of drafts
enabled   nothing is enabled that no plan enabled
overspent no write of the server raises the live budgets above the guardrails
story     each run's report agrees with the log, and each write belongs to an operation
plan      a run has exactly the operations that were previewed
synced    a SYNCED object exists on the platform as drafted
settled   after settling: nothing is left to push, no drift, all SYNCED
depends   nothing is enabled whose tree failed in the same run
reverted  a run is reverted at most once, unless nothing of its revert is left (player.py)
server    no 5xx, no death of a server (player.py, crowd.py)
"""

from ledger import Ledger
from player import PREFIX, Break, shape

CENT = 0.005


def hold_after_run(player):
    """Checks during a sequence, while no run is open."""
    player.crowd.reader.read()
    if not any(run.open for run in player.runs):
        hold_synced(player, settled=False)


def hold_at_end(player, began_to_settle):
    hold_doubled(player)
    hold_plans(player)
    owners = Owners(player)
    hold_enabled(player, owners)
    hold_spend(player, began_to_settle)
    for run in player.runs:
        hold_story(player, run, owners)
        hold_depends(player, run)
    hold_owned(player, owners)


# --- one object a draft ----------------------------------------------------------------------------


def hold_doubled(player):
    for ledger in player.ledgers.values():
        marked = {}
        for version in ledger.now.values():
            if version.resource and version.mark and ledger.lives(version):
                marked.setdefault(version.mark, []).append(version)
        for mark, found in marked.items():
            if len(found) > 1:
                raise Break("doubled", "%s: %d live objects carry the mark %s: %r" % (
                    ledger.platform, len(found), player.short(mark), found))


def hold_one_each(player):
    """After settling, each live object that the server created belongs to exactly one draft."""
    for ledger in player.ledgers.values():
        held = {}
        for draft in player.drafts.values():
            if draft["platform"] != ledger.platform or draft["syncState"] == "REMOVED":
                continue
            kind = player.kind_of(draft)
            version = ledger.find(kind, draft["remote"]["id"])
            if version is None or ledger.platform == "reddit" and kind == "keyword":
                continue
            held.setdefault((version.kind, version.id), []).append(draft)
        for key, drafts in held.items():
            if len(drafts) > 1:
                raise Break("doubled", "%d drafts stand for %s %s: %s" % (
                    len(drafts), *key, [player.short(d["id"]) for d in drafts]))
        for key, version in ledger.now.items():
            made = ledger.versions[key][0]
            if not version.resource or made.by != "us" or not ledger.lives(version):
                continue
            if key not in held:
                raise Break("doubled", "%s: no draft stands for %r %r" % (
                    ledger.platform, version, ledger.fields(version)))
            if held[key][0]["source"] == "PULL":
                raise Break("doubled", "%s: a pull drafted what was made by us: %r %r" % (
                    ledger.platform, version, ledger.fields(version)))


# --- authors of writes
# --------------------------------------------------------------------------------


class Owners:
    """The draft of a platform's object, and the operations that may have written the object."""

    def __init__(self, player):
        self.player = player
        self.drafts = {}  # (platform, kind, id) -> ids of drafts
        for draft in player.drafts.values():
            self.add(draft["platform"], player.kind_of(draft), draft["id"], draft["remote"]["id"])
        for run in player.runs:
            for operation in run.data["operations"]:
                if operation["resource"] in ("campaign", "adGroup", "ad", "keyword"):
                    self.add(operation["platform"], operation["resource"], operation["id"],
                             operation["remoteId"])

    def add(self, platform, resource, draft, remote):
        ledger = self.player.ledgers[platform]
        version = ledger.find(resource, remote) if remote else None
        if version is not None:
            self.drafts.setdefault((platform, version.kind, version.id), set()).add(draft)

    def of(self, version):
        """Ids of the drafts that an object may belong to."""
        if version.mark:
            return {version.mark} | self.drafts.get((version.platform, version.kind, version.id), set())
        return self.drafts.get((version.platform, version.kind, version.id), set())

    def operations(self, version):
        """(run, operation) that may have written this version."""
        drafts = self.of(version)
        for run in self.player.runs:
            if run.covers(version.platform, version.n) or has_doubt(run):
                for operation in run.data["operations"]:
                    if self.is_of(operation, version, drafts):
                        yield run, operation

    def is_of(self, operation, version, drafts):
        if operation["platform"] != version.platform:
            return False
        if operation["id"] in drafts:
            return True
        if operation["resource"] == version.resource and operation["op"] == "CREATE" and not drafts:
            return natural_key(operation) == natural_key_there(version)
        return self.spreads(operation, version)

    def spreads(self, operation, version):
        """A campaign's locations are at its ad groups on Meta and Reddit, as are Reddit's
        keywords."""
        if version.resource != "adGroup" or version.platform not in ("reddit", "meta"):
            return False
        ledger = self.player.ledgers[version.platform]
        if operation["resource"] == "campaign":
            above = ledger.above(version)
            return above is not None and operation["id"] in self.of(above)
        if operation["resource"] == "keyword" and version.platform == "reddit":
            draft = self.player.drafts.get(operation["id"])
            return draft is None or draft["adGroupId"] in self.of(version)
        return False


def has_doubt(run):
    return any(o["status"] == "UNKNOWN" for o in run.data["operations"])


def made_by(ledger, operation):
    """The objects that the server created under the operation's natural key, in their first
    version."""
    return [v for v in ledger.writes
            if v.change == "create" and v.by == "us" and v.resource == operation["resource"]
            and natural_key_there(v) == natural_key(operation)]


def natural_key(operation):
    told = {c["field"]: c["to"] for c in operation["changes"]}
    if operation["resource"] == "keyword":
        return told.get("text")
    if operation["resource"] == "ad":
        return (told.get("headlines") or [None])[0]
    return told.get("name")


def natural_key_there(version):
    value = version.value
    if version.resource == "keyword":
        return value.get("Text") or (value.get("keyword") or {}).get("text")
    if version.resource == "ad":
        return value.get("name")
    return value.get("Name", value.get("name"))


# --- enabled, and spent ------------------------------------------------------------------------------


def turns_on(version):
    """True if this write enables the object."""
    negative = version.kind in ("negativeKeyword", "campaignCriterion") or version.value.get("negative")
    if not version.resource or negative or version.by != "us" or version.change == "same":
        return False
    was = version.before.status if version.before else None
    return version.status == "ENABLED" and was != "ENABLED"


def hold_enabled(player, owners):
    for ledger in player.ledgers.values():
        for version in ledger.writes:
            if not turns_on(version):
                continue
            for run, operation in owners.operations(version):
                sets = {c["field"]: c["to"] for c in operation["changes"]}
                if run.data["activate"] and operation["op"] == "UPDATE" and (
                        sets.get("status") == "ENABLED" and operation["resource"] == version.resource):
                    break
            else:
                raise Break("enabled", "no plan enabled %r (%s)" % (
                    version, [player.short(d) for d in owners.of(version)]))


def campaigns_touched(replay, version):
    """Ids of the campaigns whose spend a version changes."""
    if version.resource == "campaign":
        return [version.id]
    if version.resource == "adGroup":
        above = replay.above(version)
        return [above.id] if above else []
    if version.kind == "campaignBudget":
        return [v.id for v in replay.all("campaign")
                if (v.value.get("campaignBudget") or "").endswith("/" + version.id)]
    return []


def limits_at(player, platform, n):
    found = player.limits[0]
    for row in player.limits:
        if row[0].get(platform, 0) <= n:
            found = row
    return found[1], found[2]


def hold_spend(player, began_to_settle):
    """Replays the writes of all accounts in the order of the log file. The server knows other
    users' changes of a campaign's money only from the next pull on. Until then the campaign is
    left out."""
    live, theirs = {}, {}
    replays = {p: Ledger(p, ledger.customer) for p, ledger in player.ledgers.items()}
    pulls = [r for r in player.runs if r.data["mode"] == "PULL" and r.data["status"] == "SUCCEEDED"]
    order = []
    for platform, ledger in player.ledgers.items():
        for at, n, line in ledger.raw:
            order.append((at, platform, n, line))
    for _, platform, n, line in sorted(order, key=lambda row: row[0]):
        replay = replays[platform]
        replay.n = n - 1
        replay.feed(line)
        fresh = [v for v in replay.writes if v.n == n]
        for pull in pulls:
            for key in [k for k, at in theirs.items() if k[0] == platform and at <= pull.begin[platform]
                        and n > pull.end[platform]]:
                del theirs[key]
        touched = {c for v in fresh for c in campaigns_touched(replay, v)}
        for campaign in touched:
            key = (platform, campaign)
            version = replay.now.get(("campaign", campaign))
            now = replay.spends(version) if version else 0.0
            was, live[key] = live.get(key, 0.0), now
            if line["method"] == "EDIT":
                theirs[key] = n
                continue
            if now <= was + CENT or key in theirs or n > began_to_settle[platform]:
                continue
            most, in_all = limits_at(player, platform, n)
            total = sum(v for k, v in live.items() if k not in theirs)
            if now > most + CENT:
                raise Break("overspent", "%s campaign %s is live with %.2f a day, the limit is %d" % (
                    platform, campaign, now, most))
            if total > in_all + CENT:
                raise Break("overspent", "%.2f a day are live after #%d on %s, the limit is %d" % (
                    total, n, platform, in_all))


# --- run reports against the log
# ----------------------------------------------------------------------


def hold_plans(player):
    for run in player.runs:
        if run.plan is None or run.data["mode"] != "PUSH" or not run.data["operations"]:
            continue
        told, planned = ([shape(o) for o in one["operations"]] for one in (run.data, run.plan))
        if told != planned:
            raise Break("plan", "%s has %r, the preview had %r" % (
                player.short(run.id), [t for t in told if t not in planned],
                [p for p in planned if p not in told]))


def hold_story(player, run, owners):
    for operation in run.data["operations"]:
        if operation["resource"] not in PREFIX.values():
            continue
        ledger = player.ledgers[operation["platform"]]
        if ledger.platform == "reddit" and operation["resource"] == "keyword":
            continue  # a part of its ad group
        if operation["status"] == "SUCCEEDED":
            # One in doubt is settled by what was read after the end of its run.
            end = run.settled.get(shape(operation), run.end)[ledger.platform]
            hold_done(player, run, operation, ledger, end)
        elif operation["status"] in ("FAILED", "SKIPPED"):
            hold_undone(player, run, operation, ledger, owners)


def about(player, run, operation):
    return "%s of %s" % (player.short(player.brief(operation)), player.short(run.id))


def hold_done(player, run, operation, ledger, end):
    version = ledger.find(operation["resource"], operation["remoteId"])
    if version is None:
        raise Break("story", "%s: %r was never there" % (
            about(player, run, operation), operation["remoteId"]))
    begin = run.begin[ledger.platform]
    versions = [v for v in ledger.versions[(version.kind, version.id)] if v.n <= end]
    window = versions[-1:] if versions and versions[-1].n <= begin else [
        v for at, v in enumerate(versions)
        if v.n > begin or at + 1 < len(versions) and versions[at + 1].n > begin]
    if operation["op"] == "REMOVE":
        if window and not any(v.status == "REMOVED" for v in window) and ledger.lives(window[-1]):
            raise Break("story", "%s: it is there" % about(player, run, operation))
        return
    if operation["op"] == "CREATE":
        return
    wanted = {c["field"]: c["to"] for c in operation["changes"]}
    for field in ("status", "name", "cpcBid", "finalUrl"):
        if field not in wanted or not window:
            continue
        seen = [ledger.fields(v).get(field) for v in window]
        if field == "cpcBid" and wanted[field] is None or field not in ledger.fields(window[-1]):
            continue
        removed = field == "status" and wanted[field] == "PAUSED" and "REMOVED" in seen
        if not removed and not any(same(one, wanted[field]) for one in seen):
            raise Break("story", "%s: %s was never %r there but %r" % (
                about(player, run, operation), field, wanted[field], seen))


def hold_undone(player, run, operation, ledger, owners):
    """The log has no write of the operation, unless its steps report one."""
    if operation["remoteId"] and operation["op"] == "CREATE":
        return  # its remote id reports that something was created
    if any(step["status"] == "SUCCEEDED" for step in operation["steps"]):
        return
    peers = [o for o in run.data["operations"] if o is not operation and o["id"] == operation["id"]]
    if any(o["status"] in ("SUCCEEDED", "UNKNOWN") for o in peers):
        return
    for version in ledger.writes:
        if version.by != "us" or version.change == "same" or version.resource != operation["resource"]:
            continue
        if not run.covers(ledger.platform, version.n) or operation["id"] not in owners.of(version):
            continue
        stands = ledger.now[(version.kind, version.id)]
        later = [v for v in ledger.versions[(version.kind, version.id)] if v.n >= version.n]
        if operation["op"] == "CREATE" and not all(ledger.lives(v) for v in [stands, *later]):
            continue  # removed, or removed with its parent, before it was read: it does not exist
        error = operation["error"] or {}
        if error.get("code") == "PARENT_GONE" and not ledger.lives(stands):
            continue  # removed with its parent, as the run reports
        if error.get("code") == "DRIFTED" and "may have made the change" in error["message"]:
            continue  # changed by others before it was read, as the run reports
        others = [o for r, o in owners.operations(version) if r is not run or o is not operation]
        if not others:
            raise Break("story", "%s: the log has %r" % (about(player, run, operation), version))


def hold_depends(player, run):
    """A campaign or ad group is enabled only if every earlier operation of its own and of its
    negatives in the same run succeeded."""
    failed = {}
    for operation in run.data["operations"]:
        sets = {c["field"]: c["to"] for c in operation["changes"]}
        enables = operation["op"] == "UPDATE" and sets.get("status") == "ENABLED"
        if enables and operation["status"] == "SUCCEEDED" and operation["id"] in failed:
            raise Break("depends", "%s, though %s" % (
                about(player, run, operation), player.short(player.brief(failed[operation["id"]]))))
        if operation["status"] in ("FAILED", "UNKNOWN") and operation["op"] != "REMOVE":
            failed.setdefault(operation["id"], operation)
            draft = player.drafts.get(operation["id"]) or {}
            if draft.get("negative") and operation["op"] == "CREATE":
                above = draft.get("campaignId") if not draft.get("adGroupId") else draft["adGroupId"]
                failed.setdefault(above, operation)


def hold_owned(player, owners):
    """Every write of the server belongs to an operation of a run that was active."""
    for ledger in player.ledgers.values():
        for version in ledger.writes:
            if version.by != "us" or version.change == "same" or not version.resource:
                continue
            if not any(True for _ in owners.operations(version)):
                raise Break("story", "no operation tells of %r (%s)" % (
                    version, [player.short(d) for d in owners.of(version)]))


# --- state against drafts
# --------------------------------------------------------------------------------


def same(one, other):
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return abs(one - other) < CENT
    if isinstance(one, str) and isinstance(other, str):
        return one.casefold() == other.casefold()
    return one == other


def differences(player, draft, settled):
    """Differences between draft and platform as [(field, drafted, there)]. Fields that the draft
    leaves open (null) are not compared."""
    ledger = player.ledgers[draft["platform"]]
    kind = player.kind_of(draft)
    if ledger.platform == "reddit" and kind == "keyword":
        return keyword_on_reddit(ledger, draft, settled)
    version = ledger.find(kind, draft["remote"]["id"])
    if version is None:
        return [("id", draft["remote"]["id"], None)]
    if not settled and is_theirs(player, ledger, version):
        return []
    edits = ledger.versions[(version.kind, version.id)]
    if not settled and draft["id"] in player.doubted and any(v.by == "others" for v in edits):
        return []  # a pull leaves out objects in doubt: it may not have read the edit
    if not ledger.lives(version):
        return [("status", draft["status"], "REMOVED")]
    there, found = ledger.fields(version), []
    for field in ("name", "cpcBid", "finalUrl", "headlines", "text", "matchType", "trackingTemplate",
                  "finalUrlSuffix", "endDate"):
        wanted = draft.get(field)
        if wanted in (None, []) or field not in there:
            continue
        if field == "headlines":
            wanted = [h["text"] if isinstance(h, dict) else h for h in wanted]
        if not same(wanted, there[field]):
            found.append((field, wanted, there[field]))
    if kind == "campaign" and draft["budgetLevel"] == "CAMPAIGN" and draft["budgetPeriod"] == "DAILY":
        if not same(draft["budget"], there["budget"]):
            found.append(("budget", draft["budget"], there["budget"]))
    if kind == "campaign" and there["locations"] is not None:
        wanted = sorted(place["code"] for place in draft["locations"] if not place["excluded"])
        if wanted and wanted != there["locations"]:
            found.append(("locations", wanted, there["locations"]))
    for field in ("cpcBid", "endDate", "budget") if settled else ():
        # Another user set a field that the draft leaves open: it is known from the pull on.
        if field in draft and draft[field] is None and there.get(field) is not None:
            if by_others(ledger, version, field):
                found.append((field, None, there[field]))
    if kind == "adGroup" and "places" in there:
        above = player.drafts.get(draft["campaignId"])
        wanted = sorted(place["code"] for place in above["locations"]) if above else []
        whole = above and (settled or above["syncState"] == "SYNCED" and not is_theirs(
            player, ledger, ledger.above(version)))
        if wanted and whole and wanted != there["places"]:
            found.append(("places of the campaign", wanted, there["places"]))
    if "status" in there and not draft.get("negative"):
        held_back = not settled and draft["status"] == "ENABLED"
        if there["status"] != draft["status"] and not held_back:
            found.append(("status", draft["status"], there["status"]))
    return found


def by_others(ledger, version, field):
    """True if another user set the field's current value."""
    versions = ledger.versions[(version.kind, version.id)]
    value = ledger.fields(version).get(field)
    first = next(v for v in versions if same(ledger.fields(v).get(field), value))
    return first.by == "others"


def keyword_on_reddit(ledger, draft, settled):
    group = ledger.find("adGroup", (draft["remote"]["id"] or "").split("~")[0])
    if group is None or not settled and group.by == "others":
        return []
    word = "excluded_keywords" if draft["negative"] else "keywords"
    held = [k.casefold() for k in (group.value.get("targeting") or {}).get(word) or []]
    wanted = draft["negative"] or draft["status"] == "ENABLED"
    there = draft["text"].casefold() in held
    if wanted and not there and (settled or draft["negative"]):
        return [("keyword", draft["text"], held)]
    if not wanted and there:
        return [("status", draft["status"], "ENABLED")]
    return []


def is_theirs(player, ledger, version):
    """True if another user edited the object or a parent since the last pull."""
    since = player.pulled.get(ledger.platform, 0)
    while version is not None:
        keys = [(version.kind, version.id)]
        if version.platform == "google" and version.kind == "campaign":
            keys.append(("campaignBudget", (version.value.get("campaignBudget") or "").split("/")[-1]))
        for key in keys:
            if any(v.by == "others" and v.n > since for v in ledger.versions[key]):
                return True
        version = ledger.above(version)
    return False


def hold_synced(player, settled):
    for draft in player.drafts.values():
        if draft["syncState"] != "SYNCED" or not draft["remote"]["id"]:
            continue
        found = differences(player, draft, settled)
        if found:
            raise Break("synced", "%s on %s is SYNCED, but %s" % (
                player.short(draft["id"]), draft["platform"],
                "; ".join("%s: drafted %r, there %r" % row for row in found)))


def hold_settled(player):
    hold_synced(player, settled=True)
    left = [d for d in player.drafts.values() if d["syncState"] not in ("SYNCED", "REMOVED")]
    if left:
        raise Break("settled", "not SYNCED: %s" % [
            (player.short(d["id"]), d["syncState"], (d["remote"]["lastError"] or {})) for d in left])
    hold_one_each(player)
