"""Places that adcore cannot show, such as a radius: a campaign that has one never looks as if it
showed everywhere, and no update overwrites or widens it."""

import pytest

from adcore_make import Desk, make_campaign, preview, push
from adcore_pulls import MicrosoftPulls, pull, stranger


class Google(Desk):
    platform = "google"

    def account_there(self):
        return self.connection("google")["accountId"]

    def add_radius(self, campaign, kilometers):
        near = {
            "geoPoint": {"longitudeInMicroDegrees": 13404954, "latitudeInMicroDegrees": 52520008},
            "radius": kilometers,
            "radiusUnits": "KILOMETERS",
        }
        name = "customers/%s/campaigns/%s" % (self.customer, campaign)
        self.send({"create": {"campaign": name, "proximity": near}})

    def drop_radii(self, campaign):
        for one in self.criteria():
            if "proximity" in one:
                self.send({"remove": one["resourceName"]})

    def send(self, operation):
        path = "/google/%s/customers/%s/campaignCriteria:mutate"
        status, answer = self.box.call(
            "POST",
            path % (self.box.api_version(), self.customer),
            {"operations": [operation]},
            {"Authorization": "Bearer " + self.box.access_token(self.customer)},
        )
        assert status == 200, answer

    def criteria(self):
        state = self.box.state(self.customer)
        return [one for one in state["campaignCriteria"] if one.get("status") != "REMOVED"]

    def radii(self):
        return [one["proximity"]["radius"] for one in self.criteria() if "proximity" in one]

    def countries(self):
        return sum("location" in one for one in self.criteria())


class Microsoft(MicrosoftPulls):
    def criteria(self):
        state = self.box.state(self.customer)
        return [one for one in state["campaignCriterions"] if one.get("Status") != "Deleted"]

    def add_radius(self, campaign, kilometers):
        """In place of one of its countries."""
        near = {
            "Type": "RadiusCriterion",
            "LocationId": None,
            "LatitudeDegrees": 52.52,
            "LongitudeDegrees": 13.405,
            "Radius": str(kilometers),
            "RadiusUnit": "Kilometers",
        }
        found = [one for one in self.criteria() if one["Criterion"].get("LocationId")]
        self.edit("campaignCriterions", found[0]["Id"], {"Criterion": near})

    def drop_radii(self, campaign):
        for one in self.criteria():
            if one["Criterion"].get("Radius"):
                self.edit("campaignCriterions", one["Id"], None)

    def radii(self):
        return [
            float(one["Criterion"]["Radius"])
            for one in self.criteria()
            if one["Criterion"].get("Radius")
        ]

    def countries(self):
        return sum(bool(one["Criterion"].get("LocationId")) for one in self.criteria())


@pytest.fixture(params=[Google, Microsoft], ids=["google", "microsoft"])
def desk(request, server):
    return request.param(server)


def aimed(desk, locations):
    """The client of another Space that pulled a campaign with a radius of 20 km."""
    made = make_campaign(desk.api, platform=desk.platform, locations=locations)
    push(desk.api)
    there = desk.api.get("/campaigns/" + made["id"]).data["remote"]["id"]
    desk.add_radius(there, 20)
    api = stranger(desk)
    pull(desk, api)
    [campaign] = api.get("/campaigns").data
    return api, campaign, there


def only_radius(desk):
    """Microsoft's simulator turns the one country into the radius; Google's adds it to none."""
    return aimed(desk, [] if desk.platform == "google" else [{"code": "US"}])


def test_a_radius_does_not_read_as_everywhere(desk):
    _, campaign, _ = only_radius(desk)
    [place] = campaign["locations"]
    assert place["code"].startswith("pin:") and place["excluded"] is False


def test_a_change_of_other_fields_leaves_it(desk):
    api, campaign, _ = only_radius(desk)
    api.patch("/campaigns/" + campaign["id"], {"name": "Renamed", "budget": 21})
    [operation] = preview(api)["operations"]
    assert {change["field"] for change in operation["changes"]} == {"name", "budget"}
    push(api)
    assert desk.radii() == [20.0] and desk.countries() == 0


@pytest.mark.parametrize("locations", [[], [{"code": "DE"}]], ids=["none", "a country"])
def test_a_change_of_the_locations_is_refused(desk, locations):
    api, campaign, _ = only_radius(desk)
    api.patch("/campaigns/" + campaign["id"], {"locations": locations})
    [warning] = [
        one for one in preview(api)["warnings"] if one["code"] == "UNSUPPORTED_ON_PLATFORM"
    ]
    assert "cannot show" in warning["message"]
    run = push(api, expect=None)
    [operation] = run["operations"]
    assert operation["status"] == "FAILED"
    assert operation["error"]["code"] == "UNSUPPORTED_ON_PLATFORM"
    assert desk.radii() == [20.0] and desk.countries() == 0


def test_a_radius_that_others_added_is_drift(desk):
    """The draft was read without it: the change of the locations is not sent."""
    made = make_campaign(
        desk.api, platform=desk.platform, locations=[{"code": "US"}, {"code": "FR"}]
    )
    push(desk.api)
    path = "/campaigns/" + made["id"]
    desk.add_radius(desk.api.get(path).data["remote"]["id"], 20)
    before = desk.countries()
    desk.api.patch(path, {"locations": [{"code": "DE"}]})
    run = push(desk.api, expect=None)
    [operation] = run["operations"]
    assert operation["status"] == "FAILED" and operation["error"]["code"] == "DRIFTED"
    assert desk.radii() == [20.0] and desk.countries() == before


def test_another_radius_is_drift(desk):
    api, campaign, there = only_radius(desk)
    desk.drop_radii(there)
    if desk.platform == "google":
        desk.add_radius(there, 30)
        pull(desk, api)
        [again] = api.get("/campaigns").data
        assert len(again["locations"]) == 1
        assert again["locations"][0]["code"] != campaign["locations"][0]["code"]
    else:
        pull(desk, api)
        [again] = api.get("/campaigns").data
        assert again["locations"] == []


def test_a_copy_without_it_is_not_enabled(desk):
    api, campaign, _ = only_radius(desk)
    made = api.post("/campaigns/%s/copy" % campaign["id"], {}, expect=201).data
    assert made["campaign"]["locations"] == [] and made["campaign"]["targetingLost"] is True
    [line] = [one for one in made["report"] if one["path"] == "locations[0].code"]
    assert line["id"] == campaign["id"]
