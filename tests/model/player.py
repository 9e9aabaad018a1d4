"""Plays one sequence: its own Space, drafts and runs, and a log of its calls."""

import http.client
import json
import re
import time

import actions as acts
from adcore_make import TERMINAL
from ledger import Ledger

ANY = tuple(range(200, 600))
PREFIX = {"cmp": "campaign", "agr": "adGroup", "ad": "ad", "kw": "keyword"}
ID_RE = re.compile(r"\b(cmp|agr|ad|kw|ast|syn|cnv)_[0-9A-HJKMNP-TV-Z]{26}\b")
CLICKS = {"google": "gclid", "microsoft": "msclkid", "reddit": "rdtCid", "meta": "fbclid"}


class Break(Exception):
    """A broken rule. `rule` names it, so that a shorter sequence must break the same one."""

    def __init__(self, rule, text):
        super().__init__("%s: %s" % (rule, text))
        self.rule, self.text = rule, text


def shape(operation):
    changes = tuple((c["field"], str(c["from"]), str(c["to"])) for c in operation["changes"])
    return operation["op"], operation["resource"], operation["id"], changes


class Run:
    """A run as requested, and the ledgers' positions at its start and end."""

    def __init__(self, answer, begin, plan):
        self.id, self.data, self.begin, self.plan = answer["id"], answer, begin, plan
        self.end = None  # {platform: n}
        self.settled = {}  # {shape of an operation that was UNKNOWN at the end: {platform: n}}
        self.reverted = []  # the operations of its last revert

    @property
    def open(self):
        return self.end is None

    def covers(self, platform, n):
        return self.begin[platform] < n and (self.end is None or n <= self.end[platform])


class Player:
    def __init__(self, crowd, profile, seat):
        self.crowd, self.profile, self.seat = crowd, profile, seat
        self.api = None
        self.story = []  # lines that describe the calls
        self.drafts = {}  # id -> the draft as last returned
        self.runs = []
        self.plans = []  # previews, for pushes with an old hash
        self.assets = []
        self.aliases = {}
        self.serial = 0
        self.keys = 0
        self.limits = []  # ({platform: n}, maximum of a campaign, maximum of the total), in order
        self.pulled = {}  # {platform: n} where the last pull that ended began
        self.ledgers = {}
        self.doubted = set()  # drafts of which a run ended UNKNOWN

    # --- the Space -----------------------------------------------------------------------------

    def open(self):
        account = self.crowd.account()
        self.token = account.token()
        self.move()
        for each in self.call("GET", "/connections").data:
            platform = each["platform"]
            customer = each["accountId"].replace("-", "").removeprefix("act_")
            self.ledgers[platform] = Ledger(platform, customer)
            self.crowd.reader.add(self.ledgers[platform])
        space = self.call("GET", "/me").data["space"]
        self.space = space["id"] if isinstance(space, dict) else space
        if self.profile.guarded:
            self.limit(100, 500, 50)
        else:
            self.limit(1000000, 10000000, -1)

    def close(self):
        self.crowd.reader.drop(self.ledgers.values())
        if self.api is not None:
            self.api.close()

    def limit(self, campaign, total, percent):
        self.crowd.sql(
            "UPDATE spaces SET max_campaign_daily_budget = %d, max_total_daily_budget = %d, "
            "max_budget_increase_percent = %d WHERE id = '%s'"
            % (campaign * 1000000, total * 1000000, percent, self.space)
        )
        self.limits.append((self.place(), campaign, total))

    def place(self):
        """The current position of each ledger."""
        self.crowd.reader.read()
        return {platform: ledger.n for platform, ledger in self.ledgers.items()}

    def move(self):
        """Moves to a running server."""
        if self.api is not None:
            self.api.close()
        self.api = self.crowd.client(self.seat, self.token)

    # --- calls -----------------------------------------------------------------------------------

    def call(self, method, path, body=None, query=None):
        """One request that survives a kill of its server: it is sent again, a POST with the same
        key. Any answer is valid unless it reports a fault of the server."""
        headers = {}
        if method == "POST":
            self.keys += 1
            headers["Idempotency-Key"] = "k%d" % self.keys
        options = {"headers": headers, "query": query, "expect": ANY}
        if body is not None:
            options["body"] = body
        # 90 s: an operation whose outcome stayed unknown is queried once a minute.
        for attempt in range(450):
            epoch = self.crowd.epoch
            try:
                answer = self.api.request(method, path, **options)
            except json.JSONDecodeError as fault:
                raise Break("server", "%s %s is no JSON at %d: …%s" % (
                    method, path, fault.pos, fault.doc[max(fault.pos - 300, 0):fault.pos + 60]))
            except (OSError, http.client.HTTPException) as fault:
                self.crowd.survive(epoch, attempt, fault)
                self.move()
                continue
            if answer.status == 500 or answer.status > 503:
                raise Break("server", "%s %s: %r" % (method, path, answer))
            busy = answer.status == 409 and "retry-after" in answer.headers
            if answer.status in (429, 503) or busy:
                time.sleep(0.2)
                continue
            return answer
        raise Break("server", "%s %s never answered: %r" % (method, path, answer))

    def tell(self, text, answer=None):
        if answer is not None:
            said = str(answer.status)
            if answer.status >= 400:
                said += " %s %s" % (answer.code, answer.error["message"][:160])
            text = "%s -> %s" % (text, said)
        self.story.append(self.short(text))

    def short(self, text):
        """Short names for ids, equal in every play of the sequence."""

        def alias(match):
            full = match.group(0)
            if full not in self.aliases:
                kind = match.group(1)
                count = sum(a.startswith(kind) for a in self.aliases.values()) + 1
                self.aliases[full] = "%s%d" % (kind, count)
            return self.aliases[full]

        return ID_RE.sub(alias, text)

    def do(self, method, path, body=None, query=None):
        answer = self.call(method, path, body, query)
        words = "" if body is None else " " + json.dumps(body)
        tail = "".join(" ?%s=%s" % pair for pair in (query or {}).items())
        self.tell("%s %s%s%s" % (method, path, tail, words), answer)
        if answer.status < 300 and isinstance(answer.data, dict):
            made = answer.data.get("id")
            if "syncState" in answer.data and made.split("_")[0] in PREFIX:
                self.drafts[made] = answer.data
            if made and method == "POST":
                self.story[-1] += " " + self.short(made)
        return answer

    # --- choosing ----------------------------------------------------------------------------------

    def next(self):
        self.serial += 1
        return self.serial

    def of(self, *kinds, states=None):
        """Drafts of the kinds, in the order in which they were made."""
        found = [
            d for key, d in self.drafts.items()
            if PREFIX[key.split("_")[0]] in kinds and d["syncState"] != "REMOVED"
        ]
        return [d for d in found if states is None or d["syncState"] in states]

    @staticmethod
    def kind_of(draft):
        return PREFIX[draft["id"].split("_")[0]]

    def path_of(self, draft):
        return acts.PATHS[self.kind_of(draft)] + "/" + draft["id"]

    def refresh(self):
        """Reads every draft again, including those that a pull created."""
        seen = set()
        for kind in acts.KINDS:
            cursor = None
            while True:
                page = self.call("GET", acts.PATHS[kind], query={"limit": 200, "cursor": cursor})
                for each in reversed(page.data):
                    self.drafts[each["id"]] = each
                    seen.add(each["id"])
                cursor = page.meta["nextCursor"]
                if cursor is None:
                    break
        for key in [k for k in self.drafts if k not in seen]:
            answer = self.call("GET", self.path_of(self.drafts[key]))
            if answer.status == 200:
                self.drafts[key] = answer.data
            else:
                del self.drafts[key]

    # --- the actions -------------------------------------------------------------------------------

    def play(self, action):
        getattr(self, "do_" + action["name"])(action)

    def do_campaign(self, x):
        platform = acts.one_of(self.profile.platforms, x["d"])
        body = acts.campaign_body(platform, self.next(), x["a"], x["b"], x["c"])
        return self.do("POST", "/campaigns", body)

    def do_group(self, x):
        parent = acts.one_of(self.of("campaign"), x["d"])
        if parent and parent["platform"]:
            body = acts.group_body(parent["platform"], parent["id"], self.next(), x["a"], x["b"])
            return self.do("POST", "/ad-groups", body)

    def do_ad(self, x):
        parent = acts.one_of(self.of("adGroup"), x["d"])
        held = [a for a in self.of("ad") if parent and a["adGroupId"] == parent["id"]]
        if parent and len(held) < 3:
            body = acts.ad_body(parent["platform"], parent["id"], self.next(), x["b"])
            return self.do("POST", "/ads", body)

    def do_keyword(self, x):
        groups = [g for g in self.of("adGroup") if g["platform"] != "meta"]
        parent = acts.one_of(groups, x["d"])
        if not parent:
            return None
        body = acts.keyword_body(parent["platform"], parent["id"], self.next(), x["a"], x["b"])
        if x["e"] % 6 == 0 and parent["platform"] in ("google", "microsoft"):
            body = {"campaignId": parent["campaignId"], "negative": True, "matchType": "EXACT",
                    "text": body["text"]}
        return self.do("POST", "/keywords", body)

    def do_tree(self, x):
        """A campaign with a group, an ad and, where there are keywords, one of these."""
        made = self.do_campaign(x)
        if made.status != 201:
            return
        platform, number = made.data["platform"], self.next()
        group = self.do("POST", "/ad-groups", acts.group_body(
            platform, made.data["id"], number, x["e"], x["b"]))
        if group.status != 201:
            return
        self.do("POST", "/ads", acts.ad_body(platform, group.data["id"], number, x["b"]))
        if platform != "meta":
            self.do("POST", "/keywords", acts.keyword_body(
                platform, group.data["id"], number, x["f"], x["b"]))

    def do_edit(self, x):
        draft = acts.one_of(self.of(*acts.KINDS), x["d"])
        if draft:
            body = acts.change_of(self.kind_of(draft), draft["platform"], self.next(), x["a"], x["b"])
            self.do("PATCH", self.path_of(draft), body)

    def set_status(self, x, status):
        listed = [d for d in self.of(*acts.KINDS) if not d.get("negative")]
        draft = acts.one_of(listed, x["d"])
        if draft:
            self.do("PATCH", self.path_of(draft), {"status": status})

    def do_enable(self, x):
        self.set_status(x, "ENABLED")

    def do_pause(self, x):
        self.set_status(x, "PAUSED")

    def do_delete(self, x):
        draft = acts.one_of(self.of(*acts.KINDS), x["d"])
        if draft:
            answer = self.do("DELETE", self.path_of(draft))
            if answer.status == 200:
                self.refresh()

    def do_restore(self, x):
        draft = acts.one_of(self.of(*acts.KINDS, states=("PENDING_REMOVAL",)), x["d"])
        if draft:
            answer = self.do("POST", self.path_of(draft) + "/restore")
            self.refresh()

    def do_batch(self, x):
        kind = acts.one_of(acts.KINDS, x["a"])
        listed = self.of(kind)
        if not listed:
            return
        operations = []
        for turn in range(1 + x["b"] % 4):
            draft = acts.one_of(listed, x["d"] + turn * 7)
            if (x["c"] + turn) % 5 == 4:
                operations.append({"method": "DELETE", "id": draft["id"]})
                continue
            body = acts.change_of(kind, draft["platform"], self.next(), x["e"] + turn, x["f"] + turn)
            operations.append({"method": "PATCH", "id": draft["id"], "body": body})
        body = {"operations": operations, "atomic": x["c"] % 2 == 0}
        self.do("POST", acts.PATHS[kind] + "/batch", body)
        self.refresh()

    def do_copy(self, x):
        draft = acts.one_of(self.of("campaign"), x["d"])
        if draft:
            to = acts.one_of(("google", "microsoft"), x["a"])
            to = draft["platform"] if draft["platform"] in acts.SOCIAL else to
            self.do("POST", self.path_of(draft) + "/copy",
                    {"platform": to, "name": "Copy %d" % self.next()})
            self.refresh()

    def do_extension(self, x):
        """A sitelink or callout that is made, attached or detached."""
        holders = [d for d in self.of("campaign", "adGroup") if d["platform"] in ("google", "microsoft")]
        holder = acts.one_of(holders, x["d"])
        if not holder:
            return
        if not self.assets or x["a"] % 3 == 0:
            number = self.next()
            body = {"type": "CALLOUT", "name": "Early %d" % number, "text": "Open from %d" % number}
            answer = self.do("POST", "/assets", body)
            if answer.status == 201:
                self.assets.append(answer.data["id"])
        asset = acts.one_of(self.assets, x["b"])
        where = {"resource": self.kind_of(holder), "id": holder["id"], "role": "CALLOUT"}
        path = "/assets/%s/attach" % asset
        if x["c"] % 3 == 0:
            self.do("DELETE", path, query=where)
        else:
            self.do("POST", path, where)

    def do_conversion(self, x):
        platform = acts.one_of(self.profile.platforms, x["d"])
        number = self.next()
        click = {"microsoft": "%032x" % number}.get(platform, "Cj0K-%d_x" % number)
        body = {"conversionAction": "Order", "occurredAt": time.strftime(
            "%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() - 10800)),
            "clickIds": {CLICKS[platform]: click}, "value": 10, "currency": "USD"}
        self.do("POST", "/conversions/offline", body)

    # --- runs ------------------------------------------------------------------------------------

    def preview(self, **fields):
        answer = self.call("POST", "/sync/preview", fields)
        if answer.status < 300:
            self.plans.append((fields, answer.data))
            return answer.data
        self.tell("POST /sync/preview %r" % fields, answer)
        return None

    def start(self, fields, plan):
        """Pushes a plan. Returns the run, or None if it is refused."""
        begin = self.place()
        answer = self.do("POST", "/sync", dict(fields, planHash=plan["planHash"]))
        if answer.status != 202:
            return None
        run = Run(answer.data, begin, plan)
        self.runs.append(run)
        return run

    def push(self, wait=True, **fields):
        plan = self.preview(**fields)
        if plan is None:
            return None
        run = self.start(fields, plan)
        if run and wait:
            self.finish(run)
        return run

    def finish(self, run, seconds=150):
        end = time.monotonic() + seconds * self.crowd.scale
        while time.monotonic() < end:
            if self.look(run):
                return run
            time.sleep(0.03)
        raise Break("server", "the run %s does not end: %r" % (
            self.short(run.id), [self.brief(o) for o in run.data["operations"]]))

    def look(self, run):
        """Reads a run. Returns true if it has ended."""
        answer = self.call("GET", "/sync/" + run.id)
        if run.end is not None:
            told = {shape(o): o["status"] for o in answer.data["operations"]}
            for was in run.data["operations"]:
                if was["status"] == "UNKNOWN" != told.get(shape(was), "UNKNOWN"):
                    run.settled[shape(was)] = self.place()
        run.data = answer.data
        if run.data["status"] not in TERMINAL:
            return False
        if run.end is None:
            run.end = self.place()
            if run.data["mode"] == "PULL" and run.data["status"] == "SUCCEEDED":
                self.pulled = dict(run.begin)
            told = [self.brief(o) for o in run.data["operations"]]
            self.doubted |= {o["id"] for o in run.data["operations"] if o["status"] == "UNKNOWN"}
            self.story.append(self.short("  %s ended %s: %s" % (
                run.id, run.data["status"], "; ".join(told))))
            self.refresh()
        return True

    @staticmethod
    def brief(operation):
        error = operation.get("error") or {}
        text = "%s %s %s" % (operation["op"], operation["id"], operation["status"])
        if operation["op"] == "UPDATE":
            text += " (%s)" % ",".join(
                "%s=%s" % (c["field"], json.dumps(c["to"])) for c in operation["changes"])
        if error:
            text += " %s %r" % (error.get("code"), (error.get("message") or "")[:90])
        return text

    def do_look(self, x):
        """Reads the runs that are under way."""
        for run in self.runs:
            if run.open:
                self.look(run)

    def do_push(self, x):
        self.push()

    def do_push_live(self, x):
        self.push(activate=True)

    def do_push_and_go_on(self, x):
        self.push(wait=False, activate=x["a"] % 2 == 0)

    def do_push_some(self, x):
        campaign = acts.one_of(self.of("campaign"), x["d"])
        if campaign:
            self.push(campaignIds=[campaign["id"]], activate=x["a"] % 2 == 0)

    def do_push_stale(self, x):
        """Pushes with the hash of an earlier preview: valid only if nothing changed since."""
        if self.plans:
            fields, plan = acts.one_of(self.plans, x["d"])
            run = self.start(fields, plan)
            if run:
                self.finish(run)

    def do_pull(self, x):
        begin = self.place()
        answer = self.do("POST", "/sync", {"mode": "PULL"})
        if answer.status == 202:
            run = Run(answer.data, begin, None)
            self.runs.append(run)
            if x["a"] % 3:
                self.finish(run)

    def follow(self, answer, begin):
        """Adds a run that a call created or continued."""
        known = [r for r in self.runs if r.id == answer.data["id"]]
        if known:
            known[0].end = None
            return known[0]
        run = Run(answer.data, begin, None)
        self.runs.append(run)
        return run

    def do_retry(self, x):
        ended = [r for r in self.runs if not r.open and r.data["status"] != "SUCCEEDED"]
        run = acts.one_of(ended[-3:], x["d"])
        if run:
            begin = self.place()
            answer = self.do("POST", "/sync/%s/retry" % run.id)
            if answer.status == 202:
                self.finish(self.follow(answer, begin))

    def do_cancel(self, x):
        run = acts.one_of([r for r in self.runs if r.open], x["d"])
        if run:
            self.do("POST", "/sync/%s/cancel" % run.id)

    def do_revert(self, x):
        ended = [r for r in self.runs if not r.open][-4:]
        run = acts.one_of(ended, x["d"])
        if run:
            self.refresh()
            left = [o for o in run.reverted if self.is_left(run, o)]
            answer = self.do("POST", "/sync/%s/revert" % run.id)
            # A revert without drafts does not count, and may be requested again.
            if answer.status == 201 and answer.data["id"]:
                if left:
                    raise Break("reverted", "%s was reverted twice, though of the first revert "
                                "there is left %s" % (self.short(run.id), [
                                    "%s %s" % (o["op"], self.short(o["id"])) for o in left]))
                run.reverted = answer.data["operations"]
            self.refresh()

    def is_left(self, run, operation):
        """True if an operation of a run's revert is drafted or pushed as the revert made it."""
        draft = self.drafts.get(operation["id"])
        if operation["op"] == "REMOVE":
            return draft is None or draft["syncState"] in ("PENDING_REMOVAL", "REMOVED")
        if draft is None or draft["syncState"] in ("PENDING_REMOVAL", "REMOVED"):
            return False
        if operation["op"] == "CREATE":
            return True
        sent = {c["field"]: c["to"] for o in run.data["operations"] if o["id"] == draft["id"]
                for c in o["changes"]}
        return any(c["field"] in sent and c["field"] in draft and c["to"] != sent[c["field"]]
                   and draft[c["field"]] == c["to"] for c in operation["changes"])

    def do_resolve(self, x):
        drift = self.call("GET", "/sync/drift").data
        for number, each in enumerate(drift):
            mixed = number if x["b"] % 3 == 0 else 0  # else one choice for all
            keep = "STAGED" if (x["a"] + mixed) % 2 else "LIVE"
            body = {"id": each["id"], "field": each["field"], "keep": keep}
            self.do("POST", "/sync/drift/resolve", body)
        if drift:
            self.refresh()

    def do_kill_switch(self, x):
        begin = self.place()
        answer = self.do("POST", "/sync/pause-all")
        if answer.status == 202:
            run = self.follow(answer, begin)
            if x["a"] % 2:
                self.finish(run)

    def do_lift(self, x):
        """An owner allows pushes again (in the application; here in the database)."""
        self.crowd.sql("UPDATE spaces SET pushes_blocked_test = false WHERE id = '%s'" % self.space)
        self.tell("an owner allows pushes again")

    def do_wait(self, x):
        for run in self.runs:
            if run.open:
                self.finish(run)

    # --- faults ---------------------------------------------------------------------------------

    def do_fault(self, x):
        platform = acts.one_of(self.profile.platforms, x["d"])
        _, name, action, most = acts.fault_of(x["a"])
        action = action or dict(acts.REFUSED[platform], type="error", message="Not like this.")
        match = {"customerId": self.ledgers[platform].customer}
        if name != "away" and x["b"] % 4:
            match["operation"] = acts.one_of(acts.CARRIERS[platform], x["c"])
        body = {"platform": platform, "match": match, "skip": x["e"] % 3 if x["e"] % 2 else 0,
                "times": 1 + x["f"] % most, "action": action}
        self.crowd.control("POST", "faults", body)
        self.tell("fault on %s: %s, %r, skip %d, times %d" % (
            platform, name, match.get("operation"), body["skip"], body["times"]))

    def plant(self, platform, action, operation, times=1, skip=0):
        match = {"customerId": self.ledgers[platform].customer}
        if operation:
            match["operation"] = operation
        body = {"platform": platform, "match": match, "skip": skip, "times": times, "action": action}
        self.crowd.control("POST", "faults", body)

    def do_push_faulted(self, x):
        """A push, a fault at one of its operations, and sometimes an edit while it goes on."""
        fields = {"activate": True} if x["a"] % 2 else {}
        plan = self.preview(**fields)
        carried = [(o, c) for o in (plan or {"operations": []})["operations"]
                   for c in acts.carriers_of(o)]
        if not carried:
            return
        operation, carrier = acts.one_of(carried, x["b"])
        platform = operation["platform"]
        name, times = acts.one_of((("doubt", 1), ("refused", 1), ("refused", 1), ("reset", 2),
                                   ("500", 12), ("doubt", 3), ("refused", 9)), x["c"])
        action = {"doubt": {"type": "accept_then_cut"}, "reset": {"type": "cut_before"},
                  "500": {"type": "status", "status": 500}}.get(name)
        action = action or dict(acts.REFUSED[platform], type="error", message="Not like this.")
        self.plant(platform, action, carrier, times)
        self.tell("fault on %s: %s, %r, times %d" % (platform, name, carrier, times))
        run = self.start(fields, plan)
        if run is None:
            return
        if x["d"] % 4 == 0 and operation["id"] in self.drafts:
            draft = self.drafts[operation["id"]]
            time.sleep((x["e"] % 5) * 0.02)
            self.do("PATCH", self.path_of(draft), acts.change_of(
                self.kind_of(draft), draft["platform"], self.next(), x["e"], x["f"]))
        elif x["d"] % 4 == 1 and self.profile.others:
            time.sleep((x["e"] % 5) * 0.02)
            self.edit_there(platform, x["c"], x["e"], x["f"])
        self.finish(run)

    def do_give_up(self, x):
        """Drafts the earlier value of each change that an operation failed to make."""
        failed = [o for r in self.runs[-2:] for o in r.data["operations"]
                  if o["op"] == "UPDATE" and o["status"] != "SUCCEEDED"]
        operation = acts.one_of(failed, x["d"])
        if operation and operation["id"] in self.drafts:
            back = {c["field"]: c["from"] for c in operation["changes"]}
            self.do("PATCH", self.path_of(self.drafts[operation["id"]]), back)

    def do_lost(self, x):
        """A create whose outcome is lost: the answer is cut and the platform is then down. The
        run is cancelled, so that it ends UNKNOWN, and another user may rename the object
        meanwhile."""
        plan = self.preview()
        creates = [(o, acts.carriers_of(o)[0]) for o in (plan or {"operations": []})["operations"]
                   if o["op"] == "CREATE" and acts.carriers_of(o)]
        if not creates:
            return
        operation, carrier = acts.one_of(creates, x["b"])
        platform = operation["platform"]
        self.plant(platform, {"type": "accept_then_cut"}, carrier)
        begin = self.place()[platform]
        run = self.start({}, plan)
        if run is None:
            return
        end = time.monotonic() + 3
        ledger = self.ledgers[platform]
        while time.monotonic() < end and not self.look(run):
            self.crowd.reader.read()
            if any(line["fault"] for n, line in ledger.lines if n > begin):
                break
        self.plant(platform, {"type": "status", "status": 503}, None, 1000)
        self.tell("fault on %s: doubt, %r; then it is away" % (platform, carrier))
        if run.open:
            self.do("POST", "/sync/%s/cancel" % run.id)
            self.finish(run)
        if x["a"] % 2 and self.profile.others:
            newest = [v for v in ledger.writes if v.n > begin and v.change == "create" and v.resource]
            if newest and newest[-1].resource in ("campaign", "adGroup"):
                edit = acts.edit_by_others(ledger, newest[-1], self.next(), 1, 0)
                self.crowd.control("POST", "edit", edit[0])
                self.tell("on %s somebody %s" % (platform, edit[1]))
        self.do_clear(x)

    def do_swap(self, x):
        """Two campaigns take each other's name."""
        platform = acts.one_of(self.profile.platforms, x["d"])
        listed = [d for d in self.of("campaign") if d["platform"] == platform]
        if len(listed) > 1:
            one = listed[x["a"] % len(listed)]
            other = listed[(x["a"] + 1) % len(listed)]
            names = one["name"], other["name"]
            self.do("PATCH", self.path_of(one), {"name": "Aside %d" % self.next()})
            self.do("PATCH", self.path_of(other), {"name": names[0]})
            self.do("PATCH", self.path_of(one), {"name": names[1]})

    def do_twin(self, x):
        """A keyword that differs from another one by letter case alone."""
        word = acts.one_of([k for k in self.of("keyword") if k["adGroupId"]], x["d"])
        if word:
            self.do("POST", "/keywords", {"adGroupId": word["adGroupId"], "text": word["text"].upper(),
                                          "matchType": word["matchType"], "negative": word["negative"]})

    def do_open_field(self, x):
        self.crowd.reader.read()
        ledger = self.ledgers[acts.one_of(self.profile.platforms, x["d"])]
        listed = [v for v in ledger.now.values() if v.resource in ("campaign", "adGroup")
                  and ledger.lives(v)]
        version = acts.one_of(listed, x["c"])
        found = version and acts.open_field_by_others(ledger, version, x["a"])
        if found and self.profile.others:
            for body in found[0]:
                self.crowd.control("POST", "edit", body)
            self.tell("on %s somebody %s" % (ledger.platform, found[1]))

    def do_clear(self, x):
        for ledger in self.ledgers.values():
            self.crowd.control("DELETE", "faults?customerId=" + ledger.customer)
        self.tell("no faults any more")

    def do_others(self, x):
        self.edit_there(acts.one_of(self.profile.platforms, x["d"]), x["c"], x["a"], x["b"])

    def edit_there(self, platform, which, a, b):
        """Another user edits one of the objects on the platform."""
        self.crowd.reader.read()
        ledger = self.ledgers[platform]
        listed = [v for v in ledger.now.values() if v.resource and ledger.lives(v)]
        version = acts.one_of(listed, which)
        if version is None:
            return
        found = acts.edit_by_others(ledger, version, self.next(), a, b)
        if found:
            body, words = found
            self.crowd.control("POST", "edit", body)
            self.tell("on %s somebody %s" % (ledger.platform, words))

    def do_kill(self, x):
        self.tell("kill -9 of the server")
        self.crowd.kill_server(self.seat)

    def do_kill_sandbox(self, x):
        self.tell("the sandbox ends and begins anew")
        self.crowd.kill_sandbox()
