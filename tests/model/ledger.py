"""The state of the ad accounts by the sandbox's log of writes (ADCORE_SANDBOX_LOG).

The log file is the oracle: one line per request, with the whole value of each object that the
request wrote. A `Ledger` replays the lines of one ad account and keeps every version of every
object with its author: the server ("us") or another user of the platform ("others").
"""

import json
import threading
from collections import defaultdict

GONE = ("REMOVED", "DELETED", "ARCHIVED")
KINDS = {  # the log's name of each adcore kind
    "google": {"campaign": "campaign", "adGroup": "adGroup", "adGroupAd": "ad",
               "adGroupCriterion": "keyword", "campaignCriterion": "keyword"},
    "microsoft": {"campaign": "campaign", "adGroup": "adGroup", "ad": "ad", "keyword": "keyword",
                  "negativeKeyword": "keyword"},
    "reddit": {"campaign": "campaign", "adGroup": "adGroup", "ad": "ad"},
    "meta": {"campaign": "campaign", "adset": "adGroup", "ad": "ad"},
}
COUNTRIES = {"2840": "US", "2276": "DE", "2124": "CA", "190": "US", "72": "DE", "32": "CA"}


class Version:
    """One object in its state from one request on."""

    __slots__ = ("n", "value", "by", "change", "kind", "id", "platform", "before")

    def __init__(self, n, platform, by, written, before):
        self.n, self.platform, self.by = n, platform, by
        self.kind, self.id, self.change = written["kind"], written["id"], written["change"]
        self.value, self.before = written.get("value") or {}, before

    @property
    def resource(self):
        """adcore's kind of the object, or None for a part of another object."""
        kind = KINDS[self.platform].get(self.kind)
        if self.kind in ("campaignCriterion", "adGroupCriterion") and "keyword" not in self.value:
            return None
        return kind

    @property
    def status(self):
        return status_of(self.platform, self.value)

    @property
    def mark(self):
        return mark_of(self.platform, self.value)

    def __repr__(self):
        return "#%d %s %s %s %s %s" % (self.n, self.by, self.change, self.platform, self.kind, self.id)


def status_of(platform, value):
    word = value.get("Status" if platform == "microsoft" else
                     "configured_status" if platform == "reddit" else "status")
    word = (word or "").upper()
    word = {"ACTIVE": "ENABLED"}.get(word, word)
    return "REMOVED" if word in GONE else word or "ENABLED"


def mark_of(platform, value):
    if platform == "google":
        held = value.get("ad", value).get("urlCustomParameters") or []
        found = [p.get("value") for p in held if p.get("key") == "adcore"]
    elif platform == "microsoft":
        held = (value.get("UrlCustomParameters") or {}).get("Parameters") or []
        found = [p.get("Value") for p in held if p.get("Key") == "adcore"]
    elif platform == "meta":
        names = [each.get("name") or "" for each in value.get("adlabels") or []]
        found = [name[7:] for name in names if name.startswith("adcore:")]
    else:
        found = []
    return found[0] if found else None


def parent_of(platform, resource, value):
    """The platform's id of the object's parent."""
    if platform == "microsoft":
        return None if resource == "campaign" else value.get("_parent")
    names = {"adGroup": ("campaign", "campaign_id"), "keyword": ("adGroup", "campaign"),
             "ad": ("adGroup", "ad_group_id", "adset_id")}
    for name in names.get(resource, ()):
        if value.get(name):
            return str(value[name]).split("/")[-1]
    return None


def number(value):
    return None if value in (None, "") else float(value)


class Ledger:
    """One ad account."""

    def __init__(self, platform, customer):
        self.platform, self.customer = platform, customer
        self.n = 0  # number of lines
        self.raw = []  # (offset in the file, n, the line) of writes
        self.lines = []  # (n, the line without its values)
        self.now = {}  # (kind, id) -> Version
        self.versions = defaultdict(list)
        self.writes = []  # every Version, in order

    def feed(self, line, at=0):
        """Adds the next line of this account, at that offset of the file."""
        self.n += 1
        by = "others" if line["method"] == "EDIT" else "us"
        fresh = []
        for written in line["written"]:
            key = (written["kind"], written["id"])
            before = self.now.get(key)
            version = Version(self.n, self.platform, by, written, before)
            if before and before.value == version.value:
                version.change = "same"
            self.now[key] = version
            self.versions[key].append(version)
            self.writes.append(version)
            fresh.append(version)
        said = {k: line.get(k) for k in ("method", "path", "status", "fault", "operations")}
        said["written"] = ["%s %s %s" % (v.change, v.kind, v.id) for v in fresh]
        self.lines.append((self.n, said))
        if fresh:
            self.raw.append((at, self.n, line))

    # --- reading ---------------------------------------------------------------------------------

    def find(self, resource, remote_id):
        """The newest version of an object that a draft names by its remote id, or None."""
        if not remote_id:
            return None
        tail = remote_id.split("/")[-1]
        if self.platform == "microsoft":
            tail = tail.split("~")[-1]
        for kind, ours in KINDS[self.platform].items():
            if ours == resource and (kind, tail) in self.now:
                return self.now[(kind, tail)]
        return None

    def all(self, resource):
        return [v for v in self.now.values() if v.resource == resource]

    def above(self, version):
        """The object's parent, or None for a campaign."""
        parent = parent_of(self.platform, version.resource, version.value)
        if parent is None:
            return None
        for kind in ("campaign", "adGroup", "adset"):
            ours = KINDS[self.platform].get(kind)
            if ours and (kind, parent) in self.now and ours != version.resource:
                return self.now[(kind, parent)]
        return None

    def lives(self, version):
        """Neither the object nor anything above it is removed."""
        while version is not None:
            if version.status == "REMOVED":
                return False
            version = self.above(version)
        return True

    def budget(self, campaign):
        """The campaign's own daily budget in major units, or None."""
        value = campaign.value
        if self.platform == "google":
            name = (value.get("campaignBudget") or "").split("/")[-1]
            held = self.now.get(("campaignBudget", name))
            return held and float(held.value["amountMicros"]) / 1e6
        if self.platform == "microsoft":
            return number(value.get("DailyBudget"))
        if self.platform == "meta":
            return value.get("daily_budget") and float(value["daily_budget"]) / 100
        daily = value.get("goal_type") == "DAILY_SPEND" and value.get("goal_value")
        return float(daily) / 1e6 if daily else None

    def group_budget(self, group):
        value = group.value
        if self.platform == "meta":
            return value.get("daily_budget") and float(value["daily_budget"]) / 100
        if self.platform == "reddit":
            daily = value.get("goal_type") == "DAILY_SPEND" and value.get("goal_value")
            return daily and float(daily) / 1e6
        return None

    def groups_of(self, campaign):
        for group in self.all("adGroup"):
            if parent_of(self.platform, "adGroup", group.value) == campaign.id:
                yield group

    def spends(self, campaign):
        """An enabled campaign's daily spend: its own budget, otherwise those of its live ad
        groups."""
        if campaign.status != "ENABLED":
            return 0.0
        own = self.budget(campaign)
        if own is not None:
            return own
        groups = [g for g in self.groups_of(campaign) if g.status != "REMOVED"]
        return sum(self.group_budget(g) or 0.0 for g in groups)

    # --- as a draft's fields -----------------------------------------------------------------------

    def fields(self, version):
        """The object by the names of a draft's fields; only the certain ones."""
        return getattr(self, "fields_" + version.resource)(version)

    def fields_campaign(self, version):
        value = version.value
        told = {"name": value.get("Name", value.get("name")), "status": version.status}
        told["budget"] = self.budget(version)
        if self.platform == "google":
            told["trackingTemplate"] = value.get("trackingUrlTemplate")
            told["finalUrlSuffix"] = value.get("finalUrlSuffix")
            told["endDate"] = (value.get("endDateTime") or "")[:10] or None
        if self.platform == "microsoft":
            told["trackingTemplate"] = value.get("TrackingUrlTemplate")
            told["finalUrlSuffix"] = value.get("FinalUrlSuffix")
        told["locations"] = self.places(version)
        return told

    def places(self, campaign):
        """Sorted country codes; of Reddit and Meta a list for each live ad group."""
        if self.platform == "google":
            held = [v.value for v in self.now.values() if v.kind == "campaignCriterion"
                    and v.id.split("~")[0] == campaign.id and v.status != "REMOVED"]
            codes = [v["location"]["geoTargetConstant"].split("/")[-1] for v in held if "location" in v]
            return sorted(COUNTRIES.get(code, code) for code in codes)
        if self.platform == "microsoft":
            held = [v.value for v in self.now.values() if v.kind == "campaignCriterion"
                    and v.value.get("_parent") == campaign.id and v.status != "REMOVED"]
            codes = [str((v.get("Criterion") or {}).get("LocationId") or "") for v in held]
            return sorted(COUNTRIES.get(code, code) for code in codes if code)
        return None

    def fields_adGroup(self, version):
        value = version.value
        told = {"name": value.get("Name", value.get("name")), "status": version.status}
        if self.platform == "google":
            bid = value.get("cpcBidMicros")
            told["cpcBid"] = bid and float(bid) / 1e6
        elif self.platform == "microsoft":
            told["cpcBid"] = number((value.get("CpcBid") or {}).get("Amount"))
        else:
            told["budget"] = self.group_budget(version)
            targeting = value.get("targeting") or {}
            places = targeting.get("geolocations") if self.platform == "reddit" else (
                (targeting.get("geo_locations") or {}).get("countries"))
            told["places"] = sorted(places or [])
        return told

    def fields_ad(self, version):
        value, told = version.value, {"status": version.status}
        if self.platform == "google":
            ad = value["ad"]
            told["finalUrl"] = (ad.get("finalUrls") or [None])[0]
            held = (ad.get("responsiveSearchAd") or {}).get("headlines") or []
            told["headlines"] = [each["text"] for each in held]
        elif self.platform == "microsoft":
            told["finalUrl"] = (value.get("FinalUrls") or [None])[0]
            told["headlines"] = [h["Asset"]["Text"] for h in value.get("Headlines") or []]
        elif self.platform == "reddit":
            told["finalUrl"] = value.get("click_url")
            post = self.now.get(("post", value.get("post_id")))
            told["headlines"] = post and [post.value.get("headline")]
        else:
            creative = self.now.get(("creative", (value.get("creative") or {}).get("id")))
            data = creative and (creative.value.get("object_story_spec") or {}).get("link_data")
            told["finalUrl"] = data and data.get("link")
            told["headlines"] = data and [data.get("name")]
        return {k: v for k, v in told.items() if v is not None}

    def fields_keyword(self, version):
        value = version.value
        if self.platform == "google":
            told = {"text": value["keyword"]["text"], "matchType": value["keyword"]["matchType"]}
            bid, urls = value.get("cpcBidMicros"), value.get("finalUrls")
            negative = bool(value.get("negative"))
            bid = bid and float(bid) / 1e6
        else:
            told = {"text": value.get("Text"), "matchType": (value.get("MatchType") or "").upper()}
            bid, urls = number((value.get("Bid") or {}).get("Amount")), value.get("FinalUrls")
            negative = version.kind == "negativeKeyword"
        if not negative:
            told.update(status=version.status, cpcBid=bid, finalUrl=(urls or [None])[0])
        return told


class LogReader:
    """Reads the log file as it grows and hands each line to the ledger of its ad account."""

    def __init__(self, path):
        self.path, self.at, self.rest = path, 0, b""
        self.lock = threading.Lock()
        self.ledgers = {}
        self.count = 0

    def add(self, ledger):
        with self.lock:
            self.ledgers[ledger.customer] = ledger

    def drop(self, ledgers):
        with self.lock:
            for ledger in ledgers:
                self.ledgers.pop(ledger.customer, None)

    def read(self):
        """Forwards all lines that were written until now."""
        with self.lock:
            with open(self.path, "rb") as file:
                file.seek(self.at)
                data = file.read()
            self.at += len(data)
            lines = (self.rest + data).split(b"\n")
            self.rest = lines.pop()
            for text in lines:
                line = json.loads(text)
                self.count += 1
                ledger = self.ledgers.get(line["customerId"])
                if ledger is not None:
                    ledger.feed(line, self.count)
