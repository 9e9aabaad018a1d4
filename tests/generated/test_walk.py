"""A campaign's life cycle with the generated Python client alone."""

import compileall
from pathlib import Path

import pytest

import adcore as sdk
from adcore.exceptions import ApiException, BadRequestException, NotFoundException
from adcore.models.campaign import Campaign

CLIENT = Path(sdk.__file__).parent


class Desk:
    """The generated calls, by resource, with one token."""

    def __init__(self, base_url, token):
        settings = sdk.Configuration(host=base_url, access_token=token)
        client = sdk.ApiClient(settings)
        self.campaigns = sdk.CampaignsApi(client)
        self.groups = sdk.AdGroupsApi(client)
        self.ads = sdk.AdsApi(client)
        self.keywords = sdk.KeywordsApi(client)
        self.sync = sdk.SyncApi(client)
        self.me = sdk.MeApi(client)

    def push(self, campaign_id):
        plan = self.sync.preview_sync(
            sync_preview=sdk.SyncPreview(campaign_ids=[campaign_id])
        ).data
        assert plan.operations and not plan.violations
        run = self.sync.create_sync_run(
            sdk.SyncRunCreate(mode="PUSH", campaign_ids=[campaign_id], plan_hash=plan.plan_hash)
        ).data
        while run.status in ("QUEUED", "RUNNING"):
            run = self.sync.get_sync_run(run.id, wait=20).data
        assert run.status == "SUCCEEDED", run.operations
        return run


@pytest.fixture(scope="module")
def desk(server):
    client = server.account().client()
    return Desk(server.base_url, client.token)


def draft(desk):
    campaign = desk.campaigns.create_campaign(
        sdk.CampaignCreate(
            name="Bakery by client",
            type="SEARCH",
            budget=20,
            bidding=sdk.CampaignCreateBidding(strategy="MAXIMIZE_CLICKS", max_cpc=2),
        ),
        idempotency_key="walk-1",
    ).data
    group = desk.groups.create_ad_group(
        sdk.AdGroupCreate(campaign_id=campaign.id, name="Bread")
    ).data
    pinned = sdk.AdCreateHeadline(text="Baked at 5 am", pin="HEADLINE_1")
    headlines = ["Fresh bread", pinned, "Order until 8 pm"]
    descriptions = ["Sourdough, rye and rolls.", "Pick up from 6 am."]
    desk.ads.create_ad(
        sdk.AdCreate(
            ad_group_id=group.id,
            type="RESPONSIVE_SEARCH",
            final_url="https://bakery.example/bread",
            headlines=[sdk.AdCreateHeadlinesInner(each) for each in headlines],
            descriptions=[sdk.AdCreateDescriptionsInner(each) for each in descriptions],
        )
    )
    for text in ("fresh bread", "sourdough bread", "bakery near me"):
        desk.keywords.create_keyword(
            sdk.KeywordCreate(ad_group_id=group.id, text=text, match_type="PHRASE")
        )
    return campaign.id


def keyword_pages(desk):
    cursor, found = None, []
    while True:
        page = desk.keywords.list_keywords(limit=2, cursor=cursor)
        assert page.meta.total == 3
        found += page.data
        cursor = page.meta.next_cursor
        if cursor is None:
            return found


def change(desk, campaign_id):
    tag = desk.campaigns.get_campaign_with_http_info(campaign_id).headers["ETag"]
    changed = desk.campaigns.update_campaign(
        campaign_id, sdk.CampaignUpdate(budget=25), if_match=tag
    ).data
    assert (changed.budget, changed.version) == (25, 2)
    with pytest.raises(ApiException) as stale:
        desk.campaigns.update_campaign(
            campaign_id, sdk.CampaignUpdate(budget=26), if_match=tag
        )
    assert isinstance(stale.value.data, sdk.PreconditionFailedErrorResponse)
    assert stale.value.data.error.details.current_version == 2


def test_it_compiles():
    assert compileall.compile_dir(str(CLIENT), quiet=1, force=True)


def test_a_campaigns_whole_life(desk):
    assert desk.me.get_me().data.environment == "test"
    campaign_id = draft(desk)
    assert len(keyword_pages(desk)) == 3
    change(desk, campaign_id)
    desk.push(campaign_id)
    synced = desk.campaigns.get_campaign(campaign_id).data
    assert synced.sync_state == "SYNCED" and synced.remote.id
    removed = desk.campaigns.delete_campaign(campaign_id).data
    assert removed.sync_state == "PENDING_REMOVAL"
    desk.push(campaign_id)
    assert desk.campaigns.get_campaign(campaign_id).data.sync_state == "REMOVED"
    assert desk.campaigns.list_campaigns().meta.total == 0


def test_errors_are_read_by_their_types(desk):
    # values that the client itself would refuse bypass its checks, as under a newer server's limit
    body = sdk.CampaignCreate.model_construct(name="", type="SEARCH", budget=-1)
    with pytest.raises(BadRequestException) as refused:
        desk.campaigns.create_campaign(body)
    error = refused.value.data.error
    assert isinstance(refused.value.data, sdk.ValidationErrorResponse)
    assert error.code == "VALIDATION_ERROR" and error.details.recovery == "correctable"
    assert sorted(each.path for each in error.details.fields) == ["budget", "name"]
    with pytest.raises(NotFoundException) as missing:
        desk.campaigns.get_campaign("cmp_" + 26 * "0")
    assert missing.value.data.error.details.resource == "campaign"


def test_it_refuses_by_itself_what_cannot_be_right():
    with pytest.raises(ValueError):
        sdk.CampaignCreate(name="x", type="SOMETHING", budget=1)
    with pytest.raises(ValueError):
        sdk.CampaignCreate(name="x", type="SEARCH", budget=0)


def test_it_reads_what_it_does_not_know_yet(desk):
    """An unknown value and an unknown field, as a newer server may send."""
    body = {"name": "Bakery", "type": "SEARCH", "budget": 5}
    made = desk.campaigns.create_campaign(sdk.CampaignCreate(**body)).data
    later = dict(made.to_dict(), status="ARCHIVED", syncState="THINKING", mood="sunny")
    assert Campaign.from_dict(later).status == "ARCHIVED"
    desk.campaigns.delete_campaign(made.id)
    with pytest.raises(NotFoundException):
        desk.campaigns.get_campaign(made.id)


@pytest.mark.parametrize(
    "language,file,text",
    [
        ("typescript", "sdk.gen.ts", "export const createCampaign ="),
        ("python", "adcore/api/campaigns_api.py", "def create_campaign("),
        ("go", "api_campaigns.go", ") CreateCampaign("),
        ("java", "src/main/java/com/example/adcore/api/CampaignsApi.java", " createCampaign("),
        ("rust", "src/apis/campaigns_api.rs", "pub async fn create_campaign("),
    ],
)
def test_five_languages_are_generated(language, file, text):
    made = CLIENT.parents[1] / language / file
    assert text in made.read_text(encoding="utf-8")
