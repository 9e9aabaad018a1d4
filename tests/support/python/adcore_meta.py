"""Meta for tests of pushes and pulls: bodies of drafts, and the objects in the sandbox."""


class MetaDesk:
    """An account at work with the simulated Marketing API."""

    def __init__(self, server):
        self.server = server
        self.api = server.account().client()
        self.box = server.sandbox()
        self._customer = None

    @property
    def customer(self):
        if not self._customer:
            [self._customer] = [
                each["accountId"].removeprefix("act_")
                for each in self.api.get("/connections").data
                if each["platform"] == "meta"
            ]
        return self._customer

    def live(self):
        """The objects that are not deleted, by kind."""
        state = self.box.state(self.customer)
        return {
            kind: [o for o in state[kind] if o["status"] != "DELETED"]
            for kind in ("campaigns", "adsets", "ads", "adcreatives")
        }

    def fault(self, action, operation, times=1):
        self.box.control(
            "POST",
            "faults",
            {
                "platform": "meta",
                "match": {"operation": operation},
                "times": times,
                "action": action,
            },
        )

    def edit(self, node, changes):
        wish = {"platform": "meta", "customerId": self.customer, "id": node, "set": changes}
        self.box.control("POST", "edit", wish)

    def reopen(self):
        """A new sandbox process has an empty log."""
        self.box = self.server.sandbox()

    def campaign(self, **fields):
        body = {"name": "Spring", "type": "SOCIAL", "platform": "meta", "budget": 20, **fields}
        return self.api.post("/campaigns", body).data

    def group(self, campaign, **fields):
        body = {"campaignId": campaign["id"], "name": "Everybody", **fields}
        return self.api.post("/ad-groups", body).data

    def ad(self, group, **fields):
        body = {
            "adGroupId": group["id"],
            "type": "IMAGE",
            "finalUrl": "https://shop.example/",
            "headlines": ["Shoes"],
            "descriptions": ["All sizes"],
            "primaryText": "New shoes",
            "callToAction": "SHOP_NOW",
            **fields,
        }
        return self.api.post("/ads", body).data

    def tree(self, groups=2, ads=2, **fields):
        campaign = self.campaign(**fields)
        made = {"campaigns": [campaign], "adsets": [], "ads": []}
        for i in range(groups):
            group = self.group(campaign, name="Group %d" % i)
            made["adsets"].append(group)
            made["ads"] += [self.ad(group, headlines=["Ad %d" % n]) for n in range(ads)]
        return made
