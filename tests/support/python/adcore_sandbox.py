"""The sandbox from outside: its control endpoints, and Google's own search on it."""

import http.client
import json
import re
import time
from urllib.parse import quote, urlencode

QUERIES = {
    "campaign": "SELECT campaign.id, campaign.name, campaign.status, "
    "campaign.advertising_channel_type, campaign.campaign_budget, "
    "campaign_budget.id, campaign_budget.amount_micros FROM campaign",
    "budget": "SELECT campaign_budget.id, campaign_budget.amount_micros, "
    "campaign_budget.status FROM campaign_budget",
    "ad_group": "SELECT ad_group.id, ad_group.name, ad_group.status, ad_group.cpc_bid_micros, "
    "campaign.id FROM ad_group",
    "ad": "SELECT ad_group_ad.ad.id, ad_group_ad.status, ad_group_ad.ad.type, "
    "ad_group_ad.ad.final_urls, ad_group_ad.ad.responsive_search_ad.headlines, "
    "ad_group_ad.ad.responsive_search_ad.descriptions, "
    "ad_group_ad.ad.responsive_search_ad.path1, "
    "ad_group_ad.ad.responsive_search_ad.path2, ad_group.id FROM ad_group_ad",
    "keyword": "SELECT ad_group_criterion.criterion_id, ad_group_criterion.status, "
    "ad_group_criterion.negative, ad_group_criterion.keyword.text, "
    "ad_group_criterion.keyword.match_type, ad_group_criterion.cpc_bid_micros, "
    "ad_group_criterion.final_urls, ad_group.id FROM ad_group_criterion "
    "WHERE ad_group_criterion.type = 'KEYWORD'",
    "campaign_negative": "SELECT campaign_criterion.criterion_id, campaign_criterion.negative, "
    "campaign_criterion.keyword.text, "
    "campaign_criterion.keyword.match_type, campaign.id "
    "FROM campaign_criterion WHERE campaign_criterion.type = 'KEYWORD'",
}
ROW = {
    "campaign": "campaign",
    "budget": "campaignBudget",
    "ad_group": "adGroup",
    "ad": "adGroupAd",
    "keyword": "adGroupCriterion",
    "campaign_negative": "campaignCriterion",
}


class Sandbox:
    """A handle on one running sandbox; make a new one after the server was restarted."""

    def __init__(self, port, secret):
        self.port = port
        self.secret = secret
        self.access = {}

    def call(self, method, path, body=None, headers=None, form=None):
        conn = http.client.HTTPConnection("127.0.0.1", self.port, timeout=90)
        heads = dict(headers or {})
        payload = None
        if form is not None:
            payload = urlencode(form)
            heads["Content-Type"] = "application/x-www-form-urlencoded"
        elif body is not None:
            payload = json.dumps(body)
            heads["Content-Type"] = "application/json"
        try:
            conn.request(method, path, body=payload, headers=heads)
            answer = conn.getresponse()
            raw = answer.read().decode()
        finally:
            conn.close()
        try:
            return answer.status, json.loads(raw) if raw else None
        except ValueError:
            return answer.status, raw

    def control(self, method, path, body=None):
        status, answer = self.call(
            method, "/_control/" + path, body, {"X-Sandbox-Control": self.secret}
        )
        assert 200 <= status < 300, "control %s %s %r: %d %r" % (method, path, body, status, answer)
        return answer

    # --- control ---------------------------------------------------------------------------

    def fault(
        self,
        action,
        path=None,
        operation=None,
        customer=None,
        skip=0,
        times=1,
        platform="google",
        larger=None,
    ):
        """With `larger`, only requests with a larger body (in bytes) match."""
        wanted = {"path": path, "operation": operation, "customerId": customer, "largerThan": larger}
        match = {name: value for name, value in wanted.items() if value}
        return self.control(
            "POST",
            "faults",
            {"platform": platform, "match": match, "skip": skip, "times": times, "action": action},
        )

    def deny(self, customer, word=None):
        """Denies the token access to the ad account, with one of the platform's errors."""
        body = {"customerId": customer, "denied": True}
        self.control("POST", "access", dict(body, **({"as": word} if word else {})))

    def give_back(self, customer):
        self.control("POST", "access", {"customerId": customer, "denied": False})

    def answer(self, status, body, done=False, at=None, **match):
        """Sets the response to the next request, before the change or, with `done`, after it.
        `at` selects one entry of a batch (Meta)."""
        action = {"type": "answer", "status": status, "body": body, "done": done}
        return self.fault(dict(action, **({} if at is None else {"at": at})), **match)

    def too_large(self, over, status=None, **match):
        """Refuses requests of more than that many bytes as too large."""
        action = dict({"type": "too_large"}, **({"status": status} if status else {}))
        return self.fault(action, larger=over, **match)

    def clear_faults(self):
        self.control("DELETE", "faults")

    def end(self):
        """Ends the process at once; the server starts another."""
        self.fault({"type": "exit_before"}, path="/google-oauth/")
        try:
            self.call("POST", "/google-oauth/token", form={"grant_type": "none"})
        except (http.client.HTTPException, OSError):
            return
        raise AssertionError("the sandbox goes on")

    def log(self, after=0):
        return self.control("GET", "log?after=%d" % after)["entries"]

    def log_end(self):
        entries = self.log()
        return entries[-1]["n"] if entries else 0

    def mutates(self, after=0):
        """The log entries after entry `after` that change something. A report request has an
        operation too, but changes nothing."""
        return [e for e in self.log(after) if set(e.get("operations") or ()) - {"report.submit"}]

    def state(self, customer):
        return self.control("GET", "state?customerId=" + quote(customer))

    def edit(self, customer, resource, changes):
        """An edit by another user of the platform. None removes the object."""
        self.control(
            "POST", "edit", {"customerId": customer, "resourceName": resource, "set": changes}
        )

    def customers_since(self, after):
        return {e["customerId"] for e in self.log(after) if e.get("customerId")}

    # --- Google's endpoints ------------------------------------------------------------------

    def api_version(self):
        for entry in self.log():
            found = re.search(r"/(v\d+)/customers/", entry["path"])
            if found:
                return found.group(1)
        return "v26"

    def access_token(self, customer, currency="USD", timezone="UTC"):
        if customer not in self.access:
            refresh = "1//sandbox.%s.%s.%s" % (customer, currency, timezone.replace("/", "~"))
            status, answer = self.call(
                "POST",
                "/google-oauth/token",
                form={
                    "grant_type": "refresh_token",
                    "refresh_token": refresh,
                    "client_id": "tests",
                    "client_secret": "tests",
                },
            )
            assert status == 200, answer
            self.access[customer] = answer["access_token"]
        return self.access[customer]

    def search(self, customer, query):
        """All rows of a GAQL query, over Google's own search endpoint."""
        rows = []
        token = None
        path = "/google/%s/customers/%s/googleAds:search" % (self.api_version(), customer)
        while True:
            body = {"query": query}
            if token:
                body["pageToken"] = token
            status, answer = self.call(
                "POST", path, body, {"Authorization": "Bearer " + self.access_token(customer)}
            )
            assert status == 200, "%s: %d %r" % (query, status, answer)
            rows += answer.get("results", [])
            token = answer.get("nextPageToken")
            if not token:
                return rows

    def live(self, customer, kind):
        """The rows of one kind that are not removed."""
        rows = self.search(customer, QUERIES[kind])
        return [row for row in rows if row[ROW[kind]].get("status") != "REMOVED"]

    def tree(self, customer):
        return Tree(self, customer)

    def wait_log(self, wanted, seconds=30, after=0):
        """Polls the log until an entry satisfies `wanted`."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for entry in self.log(after):
                if wanted(entry):
                    return entry
            time.sleep(0.01)
        return None


class Tree:
    """All live objects of one customer, as Google's search returns them."""

    def __init__(self, sandbox, customer):
        def rows(kind):
            return sandbox.live(customer, kind)

        self.customer = customer
        self.campaigns = rows("campaign")
        self.budgets = rows("budget")
        self.ad_groups = rows("ad_group")
        self.ads = rows("ad")
        self.keywords = rows("keyword")
        self.campaign_negatives = [
            row for row in rows("campaign_negative") if row["campaignCriterion"].get("negative")
        ]

    def campaign(self, name):
        found = [row for row in self.campaigns if row["campaign"]["name"] == name]
        assert len(found) == 1, "%d campaigns named %r" % (len(found), name)
        return found[0]

    def keys(self):
        """One natural key per live object: a duplicate shows as a repeated key."""
        campaign_names = {r["campaign"]["id"]: r["campaign"]["name"] for r in self.campaigns}
        group_names = {
            r["adGroup"]["id"]: (campaign_names.get(r["campaign"]["id"]), r["adGroup"]["name"])
            for r in self.ad_groups
        }
        keys = [("campaign", name) for name in campaign_names.values()]
        keys += [("adGroup",) + tuple(name) for name in group_names.values()]
        for row in self.ads:
            ad = row["adGroupAd"]["ad"]
            keys.append(
                (
                    "ad",
                    group_names.get(row["adGroup"]["id"]),
                    tuple(h["text"] for h in ad["responsiveSearchAd"]["headlines"]),
                )
            )
        for row in self.keywords:
            word = row["adGroupCriterion"]["keyword"]
            keys.append(
                (
                    "keyword",
                    group_names.get(row["adGroup"]["id"]),
                    word["text"],
                    word["matchType"],
                    bool(row["adGroupCriterion"].get("negative")),
                )
            )
        for row in self.campaign_negatives:
            word = row["campaignCriterion"]["keyword"]
            keys.append(
                (
                    "keyword",
                    campaign_names.get(row["campaign"]["id"]),
                    word["text"],
                    word["matchType"],
                    True,
                )
            )
        return keys


def last_number(remote_id):
    """The platform's own number within a remote id."""
    numbers = re.findall(r"\d+", str(remote_id))
    assert numbers, "no number in the remote id %r" % remote_id
    return numbers[-1]
