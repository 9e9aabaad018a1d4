"""An object that another user removes between two requests of a pull, so that its pages
disagree."""

import pytest

from adcore_make import make_ad, make_keyword, start_push
from adcore_platforms import ALL, GROUPS, Platforms
from adcore_server import wait_for

PARENTS = {"adGroup": "adGroups", "campaign": "campaigns"}
BEFORE_ADS = 3  # requests of a pull on Google: campaigns, their places, ad groups


@pytest.fixture
def desk(server):
    made = Platforms(server)
    yield made
    if server.process.poll() is None:
        server.sandbox().clear_faults()


def stands(desk, platform):
    """A tree with all objects enabled, as pushed."""
    social = platform in ("reddit", "meta")
    campaign = desk.campaign(platform, name="Bread", status="ENABLED")
    group = desk.group(campaign, name="Rye", status="ENABLED")
    fields = {"status": "ENABLED"}
    if social:
        fields.update(type="POST" if platform == "reddit" else "IMAGE", primaryText="Every morning.")
        fields.update(headlines=["Bread"], descriptions=[])
    tree = {"campaign": campaign, "group": group, "ad": make_ad(desk.api, group["id"], **fields)}
    if platform != "meta":
        word = {"matchType": "BROAD"} if platform == "reddit" else {}
        tree["keyword"] = make_keyword(desk.api, group["id"], status="ENABLED", **word)
    desk.push(activate=True)
    return tree


def removal(desk, platform, there, kind):
    body = {"platform": platform, "customerId": desk.account_there(platform), "set": None}
    if platform == "google":
        body["resourceName"] = there["resourceName"]
    elif platform == "microsoft":
        body.update(kind=kind, id=there["Id"])
    elif platform == "reddit":
        body["resourceName"] = "%s/%s" % (kind, there["id"])
    else:
        body.update(kind=kind, id=there["id"])
    return {"type": "edit", "edit": body}


def removed_at(desk, platform, there, kind, skip):
    """Removes the object as another user, before the request that follows `skip` others."""
    account = desk.account_there(platform)
    desk.box.fault(removal(desk, platform, there, kind), customer=account, platform=platform, skip=skip)


def assert_gone(draft):
    assert (draft["syncState"], draft["remote"]["status"]) == ("DRIFTED", "REMOVED"), draft


@pytest.mark.parametrize("parent", PARENTS)
def test_what_went_with_its_parent_is_not_synced(desk, parent):
    """The ad group was listed before the removal, and the ad still reports ENABLED afterwards."""
    tree = stands(desk, "google")
    name = {"adGroup": "Rye", "campaign": "Bread"}[parent]
    there = desk.named("google", name, PARENTS[parent])
    action = removal(desk, "google", there, PARENTS[parent])
    desk.box.fault(action, path="googleAds:search", customer=desk.customer, skip=BEFORE_ADS)
    pulled = desk.pull(platforms=["google"])
    assert desk.read(tree["group"])["syncState"] == "SYNCED", "it was read while it stood"
    assert pulled["removed"] == 2, pulled
    assert_gone(desk.read(tree["ad"]))
    assert_gone(desk.read(tree["keyword"]))
    desk.pull(platforms=["google"])
    assert_gone(desk.read(tree["group"]))
    assert_gone(desk.read(tree["ad"]))


def in_doubt(desk, group):
    """The answer to a push of the ad group is lost, the platform is then down, and the run is
    cancelled."""
    desk.patch(group, name="Rye, renamed")
    desk.fault("google", {"type": "accept_then_cut"}, "adGroup.update")
    end = desk.box.log_end()
    look = {"path": "googleAds:search", "customer": desk.customer}
    # The push reads once before it sends.
    desk.box.fault({"type": "status", "status": 503}, skip=1, times=1000, **look)
    run = start_push(desk.api)
    assert wait_for(lambda: [e for e in desk.box.log(end) if e["status"] == 503], 30)
    desk.api.post("/sync/%s/cancel" % run["id"], expect=(200, 409))
    path = "/sync/" + run["id"]
    assert wait_for(lambda: desk.api.get(path).data["finishedAt"], 60)
    [operation] = desk.api.get(path).data["operations"]
    assert operation["status"] == "UNKNOWN", operation
    desk.box.clear_faults()


def test_an_ad_below_a_removed_group_in_doubt_is_not_synced(desk):
    """A pull leaves out objects in doubt. The ads below are updated from what the pull reads."""
    tree = stands(desk, "google")
    in_doubt(desk, tree["group"])
    there = desk.named("google", "Rye, renamed", "adGroups")
    desk.edit("google", there, None, "adGroups")
    desk.pull(platforms=["google"])
    assert_gone(desk.read(tree["ad"]))
    assert_gone(desk.read(tree["keyword"]))


@pytest.mark.parametrize("skip", range(1, 7))
@pytest.mark.parametrize("platform", ALL)
def test_at_whatever_request_the_next_pull_tells(desk, platform, skip):
    """After each pull, no object is live below an object that counts as removed."""
    tree = stands(desk, platform)
    kind = GROUPS[platform]
    there = desk.named(platform, "Rye", kind)
    removed_at(desk, platform, there, kind, skip)
    below = [tree[name] for name in ("ad", "keyword") if name in tree]
    desk.pull(platforms=[platform])
    if desk.read(tree["group"])["remote"]["status"] == "REMOVED":
        for draft in below:
            assert_gone(desk.read(draft))
    desk.box.clear_faults()
    desk.pull(platforms=[platform])
    assert desk.read(tree["campaign"])["syncState"] == "SYNCED"
    assert [one for one in desk.groups(platform) if one.get("name", one.get("Name")) == "Rye"] == []
    for draft in (tree["group"], *below):
        assert_gone(desk.read(draft))
