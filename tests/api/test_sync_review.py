"""Reviews of the platforms: findings are read back with their reasons, and disappear once the ad
was corrected. test_reports.py tests the demo of reports."""

import pytest

from adcore_make import Desk, make_ad_group, make_campaign, preview, push
from adcore_matrix_rows import WRONG
from adcore_pulls import pull

SHOP = "https://bread.example/"
SEARCH_AD = {
    "type": "RESPONSIVE_SEARCH",
    "finalUrl": SHOP,
    "headlines": ["Fresh bread", "Baked today", "Order online"],
    "descriptions": ["Sourdough, rye and rolls.", "Open from six."],
}
POST = {"type": "POST", "finalUrl": SHOP, "headlines": ["Bread"], "primaryText": "Every morning."}
# By platform: an ad that its review approves, and adcore's status of an ad that it rejects.
REVIEWS = {
    "google": (SEARCH_AD, "DISAPPROVED"),
    "microsoft": (SEARCH_AD, "DISAPPROVED"),
    "reddit": (POST, "REJECTED"),
    "meta": (dict(POST, type="IMAGE"), "DISAPPROVED"),
}


class Reviewed(Desk):
    """A Space with one pushed ad that its platform's review will reject."""

    def __init__(self, server, platform):
        super().__init__(server)
        self.platform = platform
        self.good, self.word = REVIEWS[platform]
        self.bad = WRONG[platform]
        kind = "SOCIAL" if platform in ("reddit", "meta") else "SEARCH"
        self.campaign = make_campaign(self.api, platform=platform, type=kind)
        group = make_ad_group(self.api, self.campaign["id"])
        body = {"adGroupId": group["id"], **self.good, **self.bad}
        self.path = "/ads/" + self.api.post("/ads", body).data["id"]
        push(self.api)

    def ad(self):
        return self.api.get(self.path).data

    def after_the_review(self):
        """Google finds the unreachable URL in its second review."""
        self.box.control("POST", "clock", {"advanceSeconds": 700})
        pull(self)

    def told(self):
        return self.api.get("/reports/disapprovals").data


@pytest.fixture(params=sorted(REVIEWS))
def reviewed(request, server):
    return Reviewed(server, request.param)


def test_a_refusal_is_told_with_its_reasons(reviewed):
    pull(reviewed)
    assert reviewed.told() == []  # it waits for its review
    waiting = reviewed.ad()["remote"]["reviewStatus"]
    assert waiting not in (None, "APPROVED", reviewed.word)
    reviewed.after_the_review()
    [row] = reviewed.told()
    ad = reviewed.ad()
    assert (row["id"], row["resource"], row["platform"]) == (ad["id"], "ad", reviewed.platform)
    assert row["campaignId"] == reviewed.campaign["id"]
    assert row["reviewStatus"] == ad["remote"]["reviewStatus"] == reviewed.word
    assert row["reasons"] and all(reason["code"] and reason["message"] for reason in row["reasons"])
    # A finding is no drift and leaves nothing to push.
    assert ad["syncState"] == "SYNCED" and preview(reviewed.api)["operations"] == []


def test_what_was_mended_is_reviewed_anew(reviewed):
    reviewed.after_the_review()
    [before] = reviewed.told()
    reviewed.after_the_review()
    assert reviewed.told() == [before]  # the time of the finding does not change
    mended = {field: reviewed.good[field] for field in reviewed.bad}
    reviewed.api.patch(reviewed.path, mended)
    # If the change creates a new post or creative for the ad, the preview warns of the new review.
    anew = ["REVIEW_RESETS"] if reviewed.platform in ("reddit", "meta") else []
    codes = [one["code"] for one in preview(reviewed.api)["warnings"]]
    assert [code for code in codes if code != "NEW_HOST"] == anew
    push(reviewed.api)
    pull(reviewed)
    assert reviewed.told() == [] and reviewed.ad()["remote"]["reviewStatus"] != reviewed.word
    reviewed.after_the_review()
    # For a paused ad Meta and Reddit report only that it is paused.
    approved = "UNKNOWN" if reviewed.platform in ("reddit", "meta") else "APPROVED"
    assert reviewed.told() == [] and reviewed.ad()["remote"]["reviewStatus"] == approved


def test_of_what_was_removed_nothing_is_told(reviewed):
    reviewed.after_the_review()
    assert len(reviewed.told()) == 1
    reviewed.api.delete(reviewed.path)
    push(reviewed.api)
    pull(reviewed)
    assert reviewed.told() == []


def test_a_finding_is_not_told_to_others(reviewed):
    reviewed.after_the_review()
    assert len(reviewed.told()) == 1
    assert reviewed.server.account().client().get("/reports/disapprovals").data == []
