"""Ad groups aimed at other places than their campaign: a pull says so, and no push widens them."""

import pytest

from adcore_make import Desk, make_tree, preview, push
from adcore_pulls import MetaPulls, pull, remote, stranger


class Google(Desk):
    platform = "google"

    def account_there(self):
        return self.connection("google")["accountId"]

    def aim(self, group, number, **more):
        """Gives an ad group a place of its own. Google has those only in campaigns of a kind that
        the simulator does not make: a keyword is turned into one."""
        name = "customers/%s/adGroups/%s" % (self.customer, group)
        place = {"geoTargetConstant": "geoTargetConstants/%d" % number}
        word = {"text": "turned into a place", "matchType": "EXACT"}
        path = "/google/%s/customers/%s/adGroupCriteria:mutate"
        status, answer = self.box.call(
            "POST",
            path % (self.box.api_version(), self.customer),
            {"operations": [{"create": {"adGroup": name, "keyword": word}}]},
            {"Authorization": "Bearer " + self.box.access_token(self.customer)},
        )
        assert status == 200, answer
        made = answer["results"][0]["resourceName"]
        changes = {"keyword": None, "type": "LOCATION", "location": place, **more}
        self.box.edit(self.customer, made, changes)
        return made

    def places(self):
        state = self.box.state(self.customer)
        rows = [one for one in state["adGroupCriteria"] if one.get("status") != "REMOVED"]
        return [one["resourceName"] for one in rows if "location" in one]


def warned(pulled, code):
    return [(one["resource"], one["id"]) for one in pulled["warnings"] if one["code"] == code]


@pytest.fixture
def google(server):
    return Google(server)


@pytest.mark.parametrize("more", [{}, {"negative": True}], ids=["included", "excluded"])
def test_google_places_of_an_ad_group_are_kept_and_told(google, more):
    tree = make_tree(google.api, groups=2, locations=[{"code": "US"}])
    push(google.api)
    aimed = remote(google, "/ad-groups", tree["groups"][0])
    place = google.aim(aimed, 2124, **more)
    for api in (google.api, stranger(google)):
        pulled = pull(google, api)
        groups = {one["remote"]["id"]: one for one in api.get("/ad-groups").data}
        assert len(groups) > 1
        [warning] = [one for one in pulled["warnings"] if one["code"] == "OWN_LOCATIONS"]
        assert (warning["resource"], warning["id"]) == ("adGroup", groups[aimed]["id"])
        assert "google" in warning["message"]
        assert preview(api)["operations"] == []
    [campaign] = api.get("/campaigns").data
    assert [one["code"] for one in campaign["locations"]] == ["US"]
    api.patch("/campaigns/" + campaign["id"], {"locations": [{"code": "FR"}]})
    api.patch("/ad-groups/" + groups[aimed]["id"], {"name": "Renamed", "cpcBid": 1.5})
    push(api)
    assert google.places() == [place]


def test_no_place_no_warning(google):
    make_tree(google.api, locations=[{"code": "US"}])
    push(google.api)
    assert pull(google)["warnings"] == []


@pytest.mark.parametrize("field", ["locations", "languages"])
def test_meta_ad_sets_that_differ_are_told(server, field):
    meta = MetaPulls(server)
    tree = meta.tree(locations=[{"code": "US"}])
    push(meta.api)
    node = remote(meta, "/ad-groups", tree["groups"][1])
    aim = {"geo_locations": {"countries": ["JP"]}} if field == "locations" else {"locales": [39]}
    meta.edit(node, {"targeting": aim})
    for api in (meta.api, stranger(meta)):
        pulled = pull(meta, api)
        [campaign] = api.get("/campaigns").data
        assert warned(pulled, "PARTS_DIFFER") == [("campaign", campaign["id"])]
        [warning] = [one for one in pulled["warnings"] if one["code"] == "PARTS_DIFFER"]
        assert field in warning["message"] and "meta" in warning["message"]
    there = [one["targeting"] for one in meta.live()["adsets"] if one["id"] == node]
    assert aim.items() <= there[0].items()


def test_meta_ad_sets_that_agree_are_not_told(server):
    meta = MetaPulls(server)
    meta.tree(locations=[{"code": "US"}])
    push(meta.api)
    assert warned(pull(meta, stranger(meta)), "PARTS_DIFFER") == []
