"""Reddit for tests of pushes: bodies of drafts, and the objects in the sandbox."""

import adcore_media as media
from adcore_make import Desk, make_asset, serial


class RedditDesk(Desk):
    """An account at work on Reddit."""

    @property
    def customer(self):
        if self._customer is None:
            [found] = [
                each["accountId"]
                for each in self.api.get("/connections").data
                if each["platform"] == "reddit"
            ]
            self._customer = found
        return self._customer

    def fault(self, action, skip=0, times=1, **match):
        body = {
            "platform": "reddit",
            "match": match,
            "skip": skip,
            "times": times,
            "action": action,
        }
        return self.box.control("POST", "faults", body)

    def edit(self, collection, remote_id, changes):
        """An edit by another user of Reddit. None archives the object."""
        self.box.control(
            "POST",
            "edit",
            {
                "platform": "reddit",
                "customerId": self.customer,
                "resourceName": "%s/%s" % (collection, remote_id),
                "set": changes,
            },
        )

    def live(self):
        """The objects that are neither archived nor deleted, by collection."""
        state = self.box.state(self.customer)
        return {
            kind: [
                each
                for each in state.get(kind, [])
                if each.get("configured_status") not in ("ARCHIVED", "DELETED")
            ]
            for kind in ("campaigns", "ad_groups", "ads", "posts")
        }

    # --- drafts ----------------------------------------------------------------------------

    def campaign(self, **fields):
        body = {"name": "Forum %d" % serial(), "type": "SOCIAL", "platform": "reddit", "budget": 20}
        return self.api.post("/campaigns", {**body, **fields}).data

    def group(self, campaign, **fields):
        body = {"campaignId": campaign["id"], "name": "Group %d" % serial()}
        return self.api.post("/ad-groups", {**body, **fields}).data

    def ad(self, group, **fields):
        body = {
            "adGroupId": group["id"],
            "type": "POST",
            "finalUrl": "https://bakery.example/bread",
            "headlines": ["Fresh bread %d" % serial()],
            "primaryText": "Baked every morning.",
        }
        return self.api.post("/ads", {**body, **fields}).data

    def picture(self, **fields):
        number = serial()
        body = {"name": "Loaf %d" % number, **fields}
        return make_asset(self.api, media.png(1200, 628, seed=b"%d" % number), **body)

    def image_ad(self, group, *assets, **fields):
        body = {"type": "IMAGE", "assetIds": [asset["id"] for asset in assets], **fields}
        return self.ad(group, **body)

    def keyword(self, group, **fields):
        body = {"adGroupId": group["id"], "text": "fresh bread %d" % serial(), "matchType": "BROAD"}
        return self.api.post("/keywords", {**body, **fields}).data

    def tree(self, **fields):
        """A campaign with two ad groups, each with an ad and two keywords, one of them negative."""
        tree = {"campaign": self.campaign(**fields), "groups": [], "ads": [], "keywords": []}
        for _ in range(2):
            group = self.group(tree["campaign"])
            tree["groups"].append(group)
            tree["ads"].append(self.ad(group))
            tree["keywords"].append(self.keyword(group))
            tree["keywords"].append(self.keyword(group, negative=True))
        return tree
