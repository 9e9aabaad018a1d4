"""?fields= of lists: the objects with these fields and their id alone."""

import pytest

from adcore_make import make_business, make_campaign, make_tree


def test_objects_have_the_named_fields_and_their_id_alone(api):
    label = 'a "quoted", {braced} [label] \\'
    made = make_campaign(api, labels=[label, "b"], bidding={"strategy": "TARGET_CPA", "targetCpa": 2})
    [row] = api.get("/campaigns", query={"fields": "name,labels,bidding,remote"}).data
    assert row == {name: made[name] for name in ("id", "name", "labels", "bidding", "remote")}
    [row] = api.get("/campaigns", query={"fields": "id"}).data
    assert row == {"id": made["id"]}
    [row] = api.get("/campaigns", query={"fields": "version,version,endDate"}).data
    assert row == {"id": made["id"], "version": 1, "endDate": None}
    assert api.get("/ads", query={"fields": "name"}).data == []


def test_pages_filters_and_tags_stay_as_they_are(api):
    tree = make_tree(api, keywords=3)
    whole = api.get("/keywords", query={"limit": 2})
    some = api.get("/keywords", query={"limit": 2, "fields": "text,status"})
    assert [row["id"] for row in some.data] == [row["id"] for row in whole.data]
    assert some.meta["total"] == whole.meta["total"] == 3
    more = api.get("/keywords", query={"limit": 2, "fields": "text", "cursor": whole.meta["nextCursor"]})
    assert [sorted(row) for row in more.data] == [["id", "text"]]
    filtered = api.get("/campaigns", query={"status": "PAUSED", "fields": "syncState"})
    assert filtered.data == [{"id": tree["campaign"]["id"], "syncState": "STAGED"}]
    one = api.get("/campaigns/" + tree["campaign"]["id"])
    assert one.headers["etag"] == '"1.0"' and one.data == tree["campaign"]
    api.refuse("GET", "/campaigns/" + tree["campaign"]["id"], query={"fields": "name"}).fault("fields", "UNKNOWN_PARAMETER")


def test_every_list_has_it(api):
    make_business(api)
    for path, field in (("/businesses", "name"), ("/history", "verb"), ("/spaces", "name"), ("/connections", "platform")):
        rows = api.get(path, query={"fields": field}).data
        assert rows and all(sorted(row) == sorted({"id", field}) for row in rows), path
    row = api.get("/reports/performance", query={"fields": "clicks"})
    assert all(set(each) <= {"clicks", "id"} for each in row.data)
    csv = {"Accept": "text/csv"}
    api.refuse("GET", "/reports/performance", query={"fields": "clicks"}, headers=csv).fault("fields", "UNSUPPORTED")


@pytest.mark.parametrize("fields", ["", "colour", "name,", "name,,status", "Name", "foldedText", "name;status", "x" * 300])
def test_unknown_fields_are_refused_and_the_known_ones_named(api, fields):
    path = "/keywords" if fields == "foldedText" else "/campaigns"
    refused = api.refuse("GET", path, query={"fields": fields})
    refused.fault("fields", "UNKNOWN_FIELD")
    assert "status" in refused.details["suggestion"] and "foldedText" not in refused.details["suggestion"]
