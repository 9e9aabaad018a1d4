"""The objects of `./dev bench sync` on each platform: drafted bodies for the push, and filled
accounts in the simulator for the pull.

An account is filled with copies. Another Space drafts and pushes a small campaign, so that its
objects have the platform's form. Its rows in the simulator's database are then copied to the
account, each copy with its own ids and names.
"""

import contextlib
import re
import sqlite3

SEARCH_AD = {
    "type": "RESPONSIVE_SEARCH",
    "finalUrl": "https://bakery.example/bread",
    "descriptions": ["From our own oven.", "Open from six."],
}
STEP = 10**7  # between the ids of two copies; a template's own ids are closer together
POST_STEP = 10**6  # the same of posts, whose ids are short


class Platform:
    """A campaign has `groups` ad groups, each with `ads` ads and `words` keywords: 1000 objects."""

    type = "SEARCH"
    groups, ads, words = 9, 1, 109
    kinds = ()  # of the simulator's store: tables of a campaign rather than of an ad group

    def campaign_body(self):
        body = {"name": "Scale campaign", "type": self.type, "budget": 20}
        return {**body, "platform": self.name}

    def group_body(self, campaign, number):
        return {"campaignId": campaign, "name": "Scale group %d" % number}

    def ad_body(self, group, number):
        headlines = ["Fresh bread %d" % number, "Baked daily", "Order online"]
        return {**SEARCH_AD, "adGroupId": group, "headlines": headlines}

    def keyword_body(self, group, number):
        return {"adGroupId": group, "text": "bread %d" % number, "matchType": "PHRASE"}

    def size(self):
        return 1 + self.groups * (1 + self.ads + self.words)

    def draft(self, api, count, groups=None):
        """A campaign with so many objects below it, itself among them; in so many ad groups, or as
        they come."""

        def batch(path, bodies):
            made = []
            for at in range(0, len(bodies), 1000):
                operations = [{"method": "POST", "body": each} for each in bodies[at : at + 1000]]
                answer = api.post(path + "/batch", {"operations": operations}, expect=200)
                made += answer.data["results"]
            bad = [each for each in made if each["status"] != 201]
            assert not bad, bad[0]
            return [each["data"]["id"] for each in made if each.get("data")]

        campaign = api.post("/campaigns", self.campaign_body()).data["id"]
        each = 1 + self.ads + self.words
        groups = groups or -(-(count - 1) // each)
        ids = batch("/ad-groups", [self.group_body(campaign, n) for n in range(groups)])
        left = count - 1 - groups
        ads = [self.ad_body(one, n) for one in ids for n in range(self.ads)][:left]
        words = [self.keyword_body(one, n) for one in ids for n in range(self.words)]
        batch("/ads", ads)
        batch("/keywords", words[: left - len(ads)])


class Google(Platform):
    name = "google"
    kinds = (0, 1, 2)  # budgets, campaigns, their criteria


class Microsoft(Platform):
    name = "microsoft"
    kinds = (100, 105)  # campaigns, their criteria


class Reddit(Platform):
    name, type = "reddit", "SOCIAL"
    ads, words = 10, 100
    kinds = (0,)

    def ad_body(self, group, number):
        return {
            "adGroupId": group,
            "type": "POST",
            "finalUrl": "https://bakery.example/bread",
            "headlines": ["Fresh bread %d" % number],
            "primaryText": "Baked every morning.",
        }

    def keyword_body(self, group, number):
        """Other objects are in an ad group only once they are enabled."""
        word = super().keyword_body(group, number)
        return {**word, "matchType": "BROAD", "negative": True}


class Meta(Platform):
    name, type = "meta", "SOCIAL"
    groups, ads, words = 27, 36, 0
    kinds = (300, 306)  # campaigns, labels

    def ad_body(self, group, number):
        return {
            "adGroupId": group,
            "type": "IMAGE",
            "finalUrl": "https://shop.example/",
            "headlines": ["Shoes %d" % number],
            "descriptions": ["All sizes"],
            "primaryText": "New shoes",
            "callToAction": "SHOP_NOW",
        }


PLATFORMS = {each.name: each() for each in (Google, Microsoft, Reddit, Meta)}


# --- copies in the simulator ----------------------------------------------------------------------


def moved(own, by):
    """The id of the by-th copy of the object with this id."""
    if not own.startswith("t3_"):
        return str(int(own) + by * STEP)
    number, digits = int(own[3:], 36) + by * POST_STEP, ""
    while number:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return "t3_" + digits


class Template:
    """The rows of an account in the simulator that holds one campaign with one ad group."""

    def __init__(self, db, platform, account):
        self.rows = db.execute(
            "SELECT kind, tail, parent, name, status, value FROM objects WHERE account = ?"
            " ORDER BY number",
            (account,),
        ).fetchall()
        self.account, self.platform = account, platform
        self.campaigns, self.groups = set(), set()
        for kind, tail, *_ in self.rows:
            self.own_id(kind, tail)
        names = ["Scale campaign", "Scale group 0", "scale campaign", "scale group 0"]
        words = sorted(self.campaigns | self.groups, key=len, reverse=True)
        cut = re.compile(r"(\b(?:%s)\b)" % "|".join(words + [account] + names))
        self.cut = [
            (row[0], row[4], [cut.split(text) for text in (row[1], row[2], row[3], row[5])])
            for row in self.rows
        ]

    def own_id(self, kind, tail):
        """Criteria have meaningful numbers: in "parent~criterion" only the parent's id changes."""
        ids = self.campaigns if kind in self.platform.kinds else self.groups
        parts = tail.split("~")
        if len(parts) == 1 and re.fullmatch(r"\d+|t3_[0-9a-z]+", tail):
            ids.add(tail)
        elif self.platform.name == "google" and kind == 4:  # of an ad both
            ids.add(parts[1])

    def words(self, account, ids, number):
        found = {each: moved(each, number) for each in ids}
        return {**found, self.account: account}

    def copies(self, account, campaigns):
        """The rows of so many campaigns in another account."""
        for c in range(campaigns):
            above = self.words(account, self.campaigns, c)
            for name in ("Scale campaign", "scale campaign"):
                above[name] = "%s %d" % (name, c)
            yield from self.copy(account, above, True)
            for g in range(self.platform.groups):
                words = {**above, **self.words(account, self.groups, c * self.platform.groups + g)}
                for name in ("Scale group", "scale group"):
                    words[name + " 0"] = "%s %d" % (name, g)
                yield from self.copy(account, words, False)

    def copy(self, account, words, campaign):
        for kind, status, texts in self.cut:
            if (kind in self.platform.kinds) == campaign:
                tail, parent, name, value = (
                    "".join(words.get(piece, piece) for piece in text) for text in texts
                )
                yield account, kind, tail, parent, name, status, value


def fill(state, platform, template, account, campaigns):
    """So many campaigns into an account of the simulator whose database is `state`."""
    with contextlib.closing(sqlite3.connect(state, timeout=60)) as db, db:
        db.executemany(
            "INSERT INTO objects (account, kind, tail, parent, name, status, value)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            Template(db, platform, template).copies(account, campaigns),
        )
