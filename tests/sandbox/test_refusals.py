"""Every rule of the sandbox, with an example that breaks it and the platform's fault."""

import itertools

import pytest
from sandbox_client import NO_POLITICS, ad_fields, budget_fields, campaign_fields, failure, rsa

NUMBERS = itertools.count(1)


class Scene:
    """The objects that the rows below use: an account with some of every kind."""

    def __init__(self, account):
        self.account = account
        self.n = next(NUMBERS)

    def __getattr__(self, name):
        made = getattr(self, "make_" + name)()
        setattr(self, name, made)
        return made

    def make_campaign(self):
        return self.account.campaign(name="Taken")

    def make_group(self):
        return self.account.ad_group(self.campaign, name="Taken group")

    def make_ad(self):
        return self.account.ad(self.group)

    def make_keyword(self):
        return self.account.keyword(self.group)

    def make_negative(self):
        return self.account.keyword(self.group, text="free", match="BROAD", negative=True)

    def make_budget(self):
        return self.account.budget()

    def make_shared_budget(self):
        return self.account.budget(name="Shared", explicitlyShared=True)

    def name(self, collection, tail):
        return self.account.name(collection, tail)

    def make_criterion(self):
        return self.account.must(
            "campaignCriteria", {"create": {"campaign": self.campaign, **place(2840)}}
        )

    def make_campaign_negative(self):
        return self.account.must(
            "campaignCriteria",
            {
                "create": {
                    "campaign": self.campaign,
                    "negative": True,
                    "keyword": {"text": "jobs", "matchType": "PHRASE"},
                }
            },
        )

    def make_removed_campaign(self):
        campaign = self.account.campaign()
        self.account.must("campaigns", {"remove": campaign})
        return campaign


def place(number):
    return {"location": {"geoTargetConstant": "geoTargetConstants/%d" % number}}


def without(fields, *names):
    return {k: v for k, v in fields.items() if k not in names}


def budget(scene, drop=(), **fields):
    return "campaignBudgets", {"create": {**without(budget_fields(), *drop), **fields}}


def budget_update(scene, mask, **fields):
    return "campaignBudgets", {"update": fields, "updateMask": mask}


def campaign(scene, drop=(), **fields):
    whole = {
        "name": "New",
        "campaignBudget": scene.budget,
        **campaign_fields(),
    }
    if any(name in fields for name in BIDDING):
        del whole["manualCpc"]
    return "campaigns", {"create": {**without(whole, *drop), **fields}}


BIDDING = (
    "targetSpend",
    "maximizeConversions",
    "maximizeConversionValue",
    "targetImpressionShare",
    "targetCpa",
    "targetRoas",
    "manualCpm",
    "targetCpm",
    "biddingStrategy",
)


def networks(google, search, content, partner):
    return {
        "targetGoogleSearch": google,
        "targetSearchNetwork": search,
        "targetContentNetwork": content,
        "targetPartnerSearchNetwork": partner,
    }


def change(collection, resource, mask, **fields):
    return collection, {"update": {"resourceName": resource, **fields}, "updateMask": mask}


def group(scene, drop=(), **fields):
    whole = {"campaign": scene.campaign, "name": "New group", "status": "ENABLED"}
    return "adGroups", {"create": {**without(whole, *drop), **fields}}


def ad(scene, inside=None, rsa_fields=None, drop=(), **fields):
    whole = {"adGroup": scene.group, **ad_fields()}
    whole["ad"]["responsiveSearchAd"].update(rsa_fields or {})
    whole["ad"].update(inside or {})
    return "adGroupAds", {"create": {**without(whole, *drop), **fields}}


def texts(*all_of_them):
    return [{"text": text} for text in all_of_them]


def headlines(count, length=None):
    return texts(*["%02d %s" % (i, "x" * ((length or 10) - 3)) for i in range(count)])


def keyword(scene, text="shoes", match="EXACT", drop=(), **fields):
    whole = {"adGroup": scene.group, "keyword": {"text": text, "matchType": match}}
    return "adGroupCriteria", {"create": {**without(whole, *drop), **fields}}


def target(scene, **fields):
    return "campaignCriteria", {"create": {"campaign": scene.campaign, **fields}}


def asset(scene, **fields):
    return "assets", {"create": fields}


def proximity(**fields):
    near = {
        "geoPoint": {"longitudeInMicroDegrees": 13404954, "latitudeInMicroDegrees": 52520008},
        "radius": 20.0,
        "radiusUnits": "KILOMETERS",
    }
    near.update(fields)
    return {"proximity": {k: v for k, v in near.items() if v is not None}}


def schedule(start, end, day="MONDAY"):
    return {
        "adSchedule": {
            "dayOfWeek": day,
            "startHour": start,
            "startMinute": "ZERO",
            "endHour": end,
            "endMinute": "ZERO",
        }
    }


LINK = "https://shop.example/stores"

# name, what is sent, errorCode key, code, path below the operation
ROWS = [
    # --- operations and names --------------------------------------------------------------
    ("no operation", lambda s: ("campaigns", {}), "requestError", "OPERATION_REQUIRED", ""),
    (
        "update without a mask",
        lambda s: ("campaigns", {"update": {"resourceName": s.campaign, "name": "x"}}),
        "fieldMaskError",
        "FIELD_MASK_MISSING",
        "update_mask",
    ),
    (
        "mask on a create",
        lambda s: ("campaigns", {**campaign(s)[1], "updateMask": "name"}),
        "fieldMaskError",
        "FIELD_MASK_NOT_ALLOWED",
        "update_mask",
    ),
    (
        "mask on a remove",
        lambda s: ("campaigns", {"remove": s.campaign, "updateMask": "name"}),
        "fieldMaskError",
        "FIELD_MASK_NOT_ALLOWED",
        "update_mask",
    ),
    (
        "mask with an unknown path",
        lambda s: change("campaigns", s.campaign, "nmae", name="x"),
        "fieldMaskError",
        "FIELD_NOT_FOUND",
        "update_mask",
    ),
    (
        "mask with an unknown path below a known one",
        lambda s: change("campaigns", s.campaign, "networkSettings.targetNothing"),
        "fieldMaskError",
        "FIELD_NOT_FOUND",
        "update_mask",
    ),
    (
        "mask that names a whole message",
        lambda s: change(
            "campaigns", s.campaign, "networkSettings", networkSettings=networks(1, 0, 0, 0) and {}
        ),
        "fieldMaskError",
        "FIELD_HAS_SUBFIELDS",
        "update_mask",
    ),
    (
        "mask that sets a whole bidding member",
        lambda s: change("campaigns", s.campaign, "targetSpend", targetSpend={}),
        "fieldMaskError",
        "FIELD_HAS_SUBFIELDS",
        "update_mask",
    ),
    (
        "update without a resource name",
        lambda s: ("campaigns", {"update": {"name": "x"}, "updateMask": "name"}),
        "requestError",
        "RESOURCE_NAME_MISSING",
        "update.resource_name",
    ),
    (
        "a malformed resource name",
        lambda s: ("campaigns", {"remove": "campaigns/1"}),
        "requestError",
        "RESOURCE_NAME_MALFORMED",
        "remove",
    ),
    (
        "the name of another collection",
        lambda s: ("campaigns", {"remove": s.name("adGroups", "1")}),
        "requestError",
        "RESOURCE_NAME_MALFORMED",
        "remove",
    ),
    (
        "a letter in the id",
        lambda s: ("campaigns", {"remove": s.name("campaigns", "12a")}),
        "requestError",
        "BAD_RESOURCE_ID",
        "remove",
    ),
    (
        "another customer's resource",
        lambda s: ("campaigns", {"remove": "customers/1112223334/campaigns/1"}),
        "requestError",
        "INVALID_CUSTOMER_ID",
        "remove",
    ),
    (
        "an unknown resource",
        lambda s: ("campaigns", {"remove": s.name("campaigns", "404")}),
        "mutateError",
        "RESOURCE_NOT_FOUND",
        "remove",
    ),
    (
        "a change of what is removed",
        lambda s: change("campaigns", s.removed_campaign, "status", status="ENABLED"),
        "operationAccessDeniedError",
        "OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE",
        "update",
    ),
    (
        "a second remove",
        lambda s: ("campaigns", {"remove": s.removed_campaign}),
        "operationAccessDeniedError",
        "OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE",
        "remove",
    ),
    (
        "a real id on a create",
        lambda s: campaign(s, resourceName=s.name("campaigns", "5")),
        "newResourceCreationError",
        "CANNOT_SET_ID_FOR_CREATE",
        "create.resource_name",
    ),
    (
        "a temporary id where none is allowed",
        lambda s: keyword(s, resourceName=s.name("adGroupCriteria", "1~-5")),
        "newResourceCreationError",
        "CANNOT_SET_ID_FOR_CREATE",
        "create.resource_name",
    ),
    (
        "a reference to a temporary id nobody made",
        lambda s: group(s, campaign=s.name("campaigns", "-9")),
        "mutateError",
        "RESOURCE_NOT_FOUND",
        "create.campaign",
    ),
    (
        "remove by status",
        lambda s: change("campaigns", s.campaign, "status", status="REMOVED"),
        "requestError",
        "INVALID_ENUM_VALUE",
        "update.status",
    ),
    (
        "an output-only field on a create",
        lambda s: campaign(s, id="5"),
        "mutateError",
        "RESOURCE_READ_ONLY",
        "create.id",
    ),
    (
        "an output-only path in a mask",
        lambda s: change("campaigns", s.campaign, "servingStatus", servingStatus="SERVING"),
        "mutateError",
        "RESOURCE_READ_ONLY",
        "update.serving_status",
    ),
    (
        "an immutable path in a mask",
        lambda s: change(
            "campaigns", s.campaign, "advertisingChannelType", advertisingChannelType="DISPLAY"
        ),
        "fieldError",
        "IMMUTABLE_FIELD",
        "update.advertising_channel_type",
    ),
    (
        "an enum's UNKNOWN",
        lambda s: campaign(s, status="UNKNOWN"),
        "requestError",
        "INVALID_ENUM_VALUE",
        "create.status",
    ),
    # --- budgets ----------------------------------------------------------------------------
    (
        "a shared budget without a name",
        lambda s: budget(s, explicitlyShared=True),
        "fieldError",
        "REQUIRED",
        "create.name",
    ),
    (
        "a budget that is shared because nothing was said",
        lambda s: budget(s, drop=["explicitlyShared"]),
        "fieldError",
        "REQUIRED",
        "create.name",
    ),
    (
        "a shared budget's name again",
        lambda s: budget(s, explicitlyShared=True, name=s.shared_budget and "Shared"),
        "campaignBudgetError",
        "DUPLICATE_NAME",
        "create.name",
    ),
    (
        "a budget's name of 256 bytes",
        lambda s: budget(s, explicitlyShared=True, name="x" * 256),
        "stringLengthError",
        "TOO_LONG",
        "create.name",
    ),
    (
        "no amount",
        lambda s: budget(s, drop=["amountMicros"]),
        "fieldError",
        "REQUIRED",
        "create.amount_micros",
    ),
    (
        "an amount of nothing",
        lambda s: budget(s, amountMicros="0"),
        "campaignBudgetError",
        "BUDGET_BELOW_PER_DAY_MINIMUM",
        "create.amount_micros",
    ),
    (
        "a negative amount",
        lambda s: budget(s, amountMicros="-10000"),
        "campaignBudgetError",
        "NEGATIVE_MONEY_AMOUNT",
        "create.amount_micros",
    ),
    (
        "an amount that is no whole cent",
        lambda s: budget(s, amountMicros="50000001"),
        "campaignBudgetError",
        "NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT",
        "create.amount_micros",
    ),
    (
        "an amount above everything",
        lambda s: budget(s, amountMicros="2000000000000000000"),
        "campaignBudgetError",
        "MONEY_AMOUNT_TOO_LARGE",
        "create.amount_micros",
    ),
    (
        "a total for a daily budget",
        lambda s: budget(s, totalAmountMicros="90000000"),
        "campaignBudgetError",
        "TOTAL_BUDGET_AMOUNT_MUST_BE_UNSET_FOR_BUDGET_PERIOD_DAILY",
        "create.total_amount_micros",
    ),
    (
        "a daily amount for a whole flight",
        lambda s: budget(s, period="CUSTOM_PERIOD", totalAmountMicros="90000000"),
        "campaignBudgetError",
        "BUDGET_AMOUNT_MUST_BE_UNSET_FOR_CUSTOM_BUDGET_PERIOD",
        "create.amount_micros",
    ),
    (
        "accelerated delivery",
        lambda s: budget(s, deliveryMethod="ACCELERATED"),
        "campaignBudgetError",
        "CANNOT_USE_ACCELERATED_DELIVERY_MODE",
        "create.delivery_method",
    ),
    (
        "a shared budget made private",
        lambda s: change(
            "campaignBudgets", s.shared_budget, "explicitlyShared", explicitlyShared=False
        ),
        "campaignBudgetError",
        "CANNOT_UPDATE_CAMPAIGN_BUDGET_TO_IMPLICITLY_SHARED",
        "update.explicitly_shared",
    ),
    (
        "a nameless budget made shared",
        lambda s: change("campaignBudgets", s.budget, "explicitlyShared", explicitlyShared=True),
        "campaignBudgetError",
        "CANNOT_UPDATE_CAMPAIGN_BUDGET_TO_EXPLICITLY_SHARED_WITHOUT_NAME",
        "update.explicitly_shared",
    ),
    (
        "another period",
        lambda s: change("campaignBudgets", s.budget, "period", period="CUSTOM_PERIOD"),
        "fieldError",
        "IMMUTABLE_FIELD",
        "update.period",
    ),
    (
        "a budget's amount cleared",
        lambda s: change("campaignBudgets", s.budget, "amountMicros"),
        "fieldError",
        "REQUIRED",
        "update.amount_micros",
    ),
    (
        "a used budget removed",
        lambda s: (
            "campaignBudgets",
            {
                "remove": s.account.search("SELECT campaign.campaign_budget FROM campaign")[0][
                    "campaign"
                ]["campaignBudget"]
            }
            if s.campaign
            else None,
        ),
        "campaignBudgetError",
        "CAMPAIGN_BUDGET_IN_USE",
        "remove",
    ),
    # --- campaigns --------------------------------------------------------------------------
    ("no name", lambda s: campaign(s, drop=["name"]), "fieldError", "REQUIRED", "create.name"),
    ("an empty name", lambda s: campaign(s, name=""), "fieldError", "REQUIRED", "create.name"),
    (
        "no channel",
        lambda s: campaign(s, drop=["advertisingChannelType"]),
        "fieldError",
        "REQUIRED",
        "create.advertising_channel_type",
    ),
    (
        "no budget",
        lambda s: campaign(s, drop=["campaignBudget"]),
        "fieldError",
        "REQUIRED",
        "create.campaign_budget",
    ),
    (
        "no bidding",
        lambda s: campaign(s, drop=["manualCpc"]),
        "fieldError",
        "REQUIRED",
        "create.campaign_bidding_strategy",
    ),
    (
        "no political declaration",
        lambda s: campaign(s, drop=["containsEuPoliticalAdvertising"]),
        "fieldError",
        "REQUIRED",
        "create.contains_eu_political_advertising",
    ),
    (
        "an unspecified political declaration",
        lambda s: campaign(s, containsEuPoliticalAdvertising="UNSPECIFIED"),
        "fieldError",
        "REQUIRED",
        "create.contains_eu_political_advertising",
    ),
    (
        "the political declaration cleared",
        lambda s: change("campaigns", s.campaign, "containsEuPoliticalAdvertising"),
        "fieldError",
        "FIELD_CANNOT_BE_CLEARED",
        "update.contains_eu_political_advertising",
    ),
    (
        "a name that is taken",
        lambda s: campaign(s, name=s.campaign and "Taken"),
        "campaignError",
        "DUPLICATE_CAMPAIGN_NAME",
        "create.name",
    ),
    (
        "a name changed to one that is taken",
        lambda s: change("campaigns", s.account.campaign(), "name", name=s.campaign and "Taken"),
        "campaignError",
        "DUPLICATE_CAMPAIGN_NAME",
        "update.name",
    ),
    (
        "a line break in a name",
        lambda s: campaign(s, name="a\nb"),
        "campaignError",
        "INVALID_CAMPAIGN_NAME",
        "create.name",
    ),
    (
        "a name of 257 characters",
        lambda s: campaign(s, name="é" * 257),
        "stringLengthError",
        "TOO_LONG",
        "create.name",
    ),
    (
        "a name cleared",
        lambda s: change("campaigns", s.campaign, "name"),
        "fieldError",
        "FIELD_CANNOT_BE_CLEARED",
        "update.name",
    ),
    (
        "made as removed",
        lambda s: campaign(s, status="REMOVED"),
        "operationAccessDeniedError",
        "CREATE_AS_REMOVED_NOT_PERMITTED",
        "create.status",
    ),
    (
        "a channel that cannot be made",
        lambda s: campaign(s, advertisingChannelType="VIDEO"),
        "campaignError",
        "ADVERTISING_CHANNEL_TYPE_NOT_AVAILABLE_FOR_ACCOUNT_TYPE",
        "create.advertising_channel_type",
    ),
    (
        "shopping without its setting",
        lambda s: campaign(s, drop=["networkSettings"], advertisingChannelType="SHOPPING"),
        "campaignError",
        "MISSING_SHOPPING_SETTING",
        "create.shopping_setting",
    ),
    (
        "a setting of another channel",
        lambda s: campaign(s, hotelSetting={"hotelCenterId": "1"}),
        "settingError",
        "SETTING_TYPE_IS_NOT_COMPATIBLE_WITH_CAMPAIGN",
        "create.hotel_setting",
    ),
    (
        "no network at all",
        lambda s: campaign(s, networkSettings=networks(False, False, False, False)),
        "campaignError",
        "CAMPAIGN_MUST_TARGET_AT_LEAST_ONE_NETWORK",
        "create.network_settings",
    ),
    (
        "search partners without Google search",
        lambda s: campaign(s, networkSettings=networks(False, True, True, False)),
        "campaignError",
        "CANNOT_TARGET_SEARCH_NETWORK_WITHOUT_GOOGLE_SEARCH",
        "create.network_settings.target_search_network",
    ),
    (
        "the partner search network",
        lambda s: campaign(s, networkSettings=networks(True, True, False, True)),
        "campaignError",
        "CANNOT_TARGET_PARTNER_SEARCH_NETWORK",
        "create.network_settings.target_partner_search_network",
    ),
    (
        "Google search switched off under search partners",
        lambda s: change(
            "campaigns",
            s.campaign,
            "networkSettings.targetGoogleSearch,networkSettings.targetContentNetwork",
            networkSettings={"targetGoogleSearch": False, "targetContentNetwork": True},
        ),
        "campaignError",
        "CANNOT_TARGET_SEARCH_NETWORK_WITHOUT_GOOGLE_SEARCH",
        "update.network_settings.target_search_network",
    ),
    (
        "a date without a time",
        lambda s: campaign(s, startDateTime="2030-01-01"),
        "dateError",
        "INVALID_STRING_DATE_TIME_SECONDS",
        "create.start_date_time",
    ),
    (
        "a date of the other kind",
        lambda s: campaign(s, startDateTime="2030-01-01T00:00:00"),
        "dateError",
        "INVALID_STRING_DATE_TIME_SECONDS",
        "create.start_date_time",
    ),
    (
        "a day that does not exist",
        lambda s: campaign(s, startDateTime="2030-02-30 00:00:00"),
        "dateError",
        "INVALID_FIELD_VALUES_IN_DATE_TIME",
        "create.start_date_time",
    ),
    (
        "a start at noon",
        lambda s: campaign(s, startDateTime="2030-02-01 12:00:00"),
        "dateError",
        "DATE_RANGE_ERROR_START_TIME_MUST_BE_THE_START_OF_A_DAY",
        "create.start_date_time",
    ),
    (
        "an end at midnight",
        lambda s: campaign(s, endDateTime="2030-02-01 00:00:00"),
        "dateError",
        "DATE_RANGE_ERROR_END_TIME_MUST_BE_THE_END_OF_A_DAY",
        "create.end_date_time",
    ),
    (
        "a start in the past",
        lambda s: campaign(s, startDateTime="2020-01-01 00:00:00"),
        "campaignError",
        "CANNOT_SET_DATE_TO_PAST",
        "create.start_date_time",
    ),
    (
        "an end in the past",
        lambda s: campaign(s, endDateTime="2020-01-01 23:59:59"),
        "campaignError",
        "CANNOT_SET_DATE_TO_PAST",
        "create.end_date_time",
    ),
    (
        "an end before the start",
        lambda s: campaign(
            s, startDateTime="2040-01-02 00:00:00", endDateTime="2040-01-01 23:59:59"
        ),
        "dateRangeError",
        "START_DATE_AFTER_END_DATE",
        "create.end_date_time",
    ),
    (
        "a budget of somebody else",
        lambda s: campaign(s, campaignBudget="customers/1112223334/campaignBudgets/1"),
        "requestError",
        "INVALID_CUSTOMER_ID",
        "create.campaign_budget",
    ),
    (
        "a budget that is none",
        lambda s: campaign(s, campaignBudget=s.name("campaigns", "1")),
        "requestError",
        "RESOURCE_NAME_MALFORMED",
        "create.campaign_budget",
    ),
    (
        "an unknown budget",
        lambda s: campaign(s, campaignBudget=s.name("campaignBudgets", "404")),
        "mutateError",
        "RESOURCE_NOT_FOUND",
        "create.campaign_budget",
    ),
    (
        "a removed budget",
        lambda s: campaign(
            s,
            campaignBudget=s.account.must("campaignBudgets", {"remove": s.account.budget()}),
        ),
        "campaignBudgetError",
        "CAMPAIGN_BUDGET_REMOVED",
        "create.campaign_budget",
    ),
    (
        "a private budget for a second campaign",
        lambda s: campaign(
            s, campaignBudget=s.account.campaign(campaignBudget=s.budget) and s.budget
        ),
        "campaignBudgetError",
        "CANNOT_USE_IMPLICITLY_SHARED_CAMPAIGN_BUDGET_WITH_MULTIPLE_CAMPAIGNS",
        "create.campaign_budget",
    ),
    (
        "a total budget without an end",
        lambda s: campaign(
            s,
            campaignBudget=s.account.must(
                "campaignBudgets",
                {
                    "create": {
                        "period": "CUSTOM_PERIOD",
                        "totalAmountMicros": "90000000",
                        "explicitlyShared": False,
                    }
                },
            ),
        ),
        "campaignError",
        "END_DATE_TIME_REQUIRED_FOR_TOTAL_BUDGET",
        "create.end_date_time",
    ),
    # --- bidding ----------------------------------------------------------------------------
    (
        "enhanced manual bidding",
        lambda s: campaign(s, manualCpc={"enhancedCpcEnabled": True}),
        "biddingError",
        "CANNOT_CREATE_CAMPAIGN_WITH_BIDDING_STRATEGY",
        "create.manual_cpc.enhanced_cpc_enabled",
    ),
    (
        "a ceiling that is no whole cent",
        lambda s: campaign(s, targetSpend={"cpcBidCeilingMicros": "2000001"}),
        "currencyError",
        "VALUE_NOT_MULTIPLE_OF_BILLABLE_UNIT",
        "create.target_spend.cpc_bid_ceiling_micros",
    ),
    (
        "the dead target of maximise clicks",
        lambda s: campaign(s, targetSpend={"targetSpendMicros": "2000000"}),
        "fieldError",
        "VALUE_MUST_BE_UNSET",
        "create.target_spend.target_spend_micros",
    ),
    (
        "impression share without a ceiling",
        lambda s: campaign(
            s,
            targetImpressionShare={
                "location": "TOP_OF_PAGE",
                "locationFractionMicros": "650000",
            },
        ),
        "fieldError",
        "REQUIRED",
        "create.target_impression_share.cpc_bid_ceiling_micros",
    ),
    (
        "an impression share above the whole",
        lambda s: campaign(
            s,
            targetImpressionShare={
                "location": "TOP_OF_PAGE",
                "locationFractionMicros": "1000001",
                "cpcBidCeilingMicros": "3000000",
            },
        ),
        "rangeError",
        "TOO_HIGH",
        "create.target_impression_share.location_fraction_micros",
    ),
    (
        "a return below the least",
        lambda s: campaign(s, maximizeConversionValue={"targetRoas": 0.001}),
        "rangeError",
        "TOO_LOW",
        "create.maximize_conversion_value.target_roas",
    ),
    (
        "a return above the most",
        lambda s: campaign(s, targetRoas={"targetRoas": 1001}),
        "rangeError",
        "TOO_HIGH",
        "create.target_roas.target_roas",
    ),
    (
        "a floor above the ceiling",
        lambda s: campaign(
            s, targetCpa={"cpcBidFloorMicros": "2000000", "cpcBidCeilingMicros": "1000000"}
        ),
        "biddingError",
        "CPC_BID_FLOOR_MICROS_GREATER_THAN_CPC_BID_CEILING_MICROS",
        "create.target_cpa.cpc_bid_floor_micros",
    ),
    (
        "display bidding on search",
        lambda s: campaign(s, manualCpm={}),
        "biddingError",
        "BIDDING_STRATEGY_NOT_ALLOWED_FOR_SEARCH_ONLY_CAMPAIGNS",
        "create.manual_cpm",
    ),
    (
        "an unknown portfolio strategy",
        lambda s: campaign(s, biddingStrategy=s.name("biddingStrategies", "1")),
        "mutateError",
        "RESOURCE_NOT_FOUND",
        "create.bidding_strategy",
    ),
    # --- URLs and custom parameters ---------------------------------------------------------
    (
        "a template without a tag",
        lambda s: campaign(s, trackingUrlTemplate="https://t.example/?a=1"),
        "urlFieldError",
        "MISSING_TRACKING_URL_TEMPLATE_TAG",
        "create.tracking_url_template",
    ),
    (
        "a template without a protocol",
        lambda s: campaign(s, trackingUrlTemplate="t.example/?u={lpurl}"),
        "urlFieldError",
        "MISSING_PROTOCOL_IN_TRACKING_URL_TEMPLATE",
        "create.tracking_url_template",
    ),
    (
        "a template with another protocol",
        lambda s: campaign(s, trackingUrlTemplate="ftp://t.example/?u={lpurl}"),
        "urlFieldError",
        "INVALID_PROTOCOL_IN_TRACKING_URL_TEMPLATE",
        "create.tracking_url_template",
    ),
    (
        "a template with a space",
        lambda s: campaign(s, trackingUrlTemplate="{lpurl}? a=1"),
        "urlFieldError",
        "MALFORMED_TRACKING_URL_TEMPLATE",
        "create.tracking_url_template",
    ),
    (
        "a suffix that begins with a question mark",
        lambda s: campaign(s, finalUrlSuffix="?a=1"),
        "urlFieldError",
        "FINAL_URL_SUFFIX_MALFORMED",
        "create.final_url_suffix",
    ),
    (
        "a suffix with the landing page",
        lambda s: campaign(s, finalUrlSuffix="a={lpurl}"),
        "urlFieldError",
        "INVALID_TAG_IN_FINAL_URL_SUFFIX",
        "create.final_url_suffix",
    ),
    (
        "nine custom parameters",
        lambda s: campaign(
            s, urlCustomParameters=[{"key": "k%d" % i, "value": "v"} for i in range(9)]
        ),
        "urlFieldError",
        "URL_CUSTOM_PARAMETERS_COUNT_EXCEEDS_LIMIT",
        "create.url_custom_parameters",
    ),
    (
        "a custom parameter's key with a dash",
        lambda s: campaign(s, urlCustomParameters=[{"key": "a-b", "value": "v"}]),
        "urlFieldError",
        "INVALID_CHARACTERS_IN_URL_CUSTOM_PARAMETER_KEY",
        "create.url_custom_parameters[0].key",
    ),
    (
        "a custom parameter's key of 17 letters",
        lambda s: group(s, urlCustomParameters=[{"key": "k" * 17, "value": "v"}]),
        "stringLengthError",
        "TOO_LONG",
        "create.url_custom_parameters[0].key",
    ),
    (
        "a custom parameter without a value",
        lambda s: group(s, urlCustomParameters=[{"key": "a"}]),
        "urlFieldError",
        "NULL_CUSTOM_PARAMETER_VALUE",
        "create.url_custom_parameters[0].value",
    ),
    (
        "a custom parameter's value with a space",
        lambda s: ad(s, inside={"urlCustomParameters": [{"key": "a", "value": "b c"}]}),
        "urlFieldError",
        "INVALID_CHARACTERS_IN_URL_CUSTOM_PARAMETER_VALUE",
        "create.ad.url_custom_parameters[0].value",
    ),
    (
        "a custom parameter twice",
        lambda s: campaign(s, urlCustomParameters=[{"key": "a", "value": "1"}] * 2),
        "distinctError",
        "DUPLICATE_ELEMENT",
        "create.url_custom_parameters[1]",
    ),
    # --- ad groups --------------------------------------------------------------------------
    (
        "an ad group without a campaign",
        lambda s: group(s, drop=["campaign"]),
        "fieldError",
        "REQUIRED",
        "create.campaign",
    ),
    (
        "an ad group without a name",
        lambda s: group(s, drop=["name"]),
        "fieldError",
        "REQUIRED",
        "create.name",
    ),
    (
        "an ad group's name that is taken",
        lambda s: group(s, name=s.group and "Taken group"),
        "adGroupError",
        "DUPLICATE_ADGROUP_NAME",
        "create.name",
    ),
    (
        "an ad group's name of 255 characters",
        lambda s: group(s, name="x" * 255),
        "stringLengthError",
        "TOO_LONG",
        "create.name",
    ),
    (
        "a display ad group in a search campaign",
        lambda s: group(s, type="DISPLAY_STANDARD"),
        "adGroupError",
        "AD_GROUP_TYPE_NOT_VALID_FOR_ADVERTISING_CHANNEL_TYPE",
        "create.type",
    ),
    (
        "a bid that is no whole cent",
        lambda s: group(s, cpcBidMicros="1234567"),
        "currencyError",
        "VALUE_NOT_MULTIPLE_OF_BILLABLE_UNIT",
        "create.cpc_bid_micros",
    ),
    (
        "a bid of nothing",
        lambda s: group(s, cpcBidMicros="0"),
        "biddingError",
        "BID_TOO_SMALL",
        "create.cpc_bid_micros",
    ),
    (
        "a negative bid",
        lambda s: group(s, cpcBidMicros="-1000000"),
        "biddingError",
        "BID_TOO_SMALL",
        "create.cpc_bid_micros",
    ),
    (
        "a bid of twenty thousand",
        lambda s: group(s, cpcBidMicros="20000000000"),
        "biddingError",
        "BID_TOO_BIG",
        "create.cpc_bid_micros",
    ),
    (
        "an ad group moved to another campaign",
        lambda s: change("adGroups", s.group, "campaign", campaign=s.campaign),
        "fieldError",
        "IMMUTABLE_FIELD",
        "update.campaign",
    ),
    (
        "an ad group in a removed campaign",
        lambda s: group(s, campaign=s.removed_campaign),
        "contextError",
        "OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE",
        "create.campaign",
    ),
    # --- ads --------------------------------------------------------------------------------
    (
        "an ad without an ad group",
        lambda s: ad(s, drop=["adGroup"]),
        "fieldError",
        "REQUIRED",
        "create.ad_group",
    ),
    ("no ad", lambda s: ad(s, drop=["ad"]), "fieldError", "REQUIRED", "create.ad"),
    (
        "two headlines",
        lambda s: ad(s, rsa_fields={"headlines": headlines(2)}),
        "collectionSizeError",
        "TOO_FEW",
        "create.ad.responsive_search_ad.headlines",
    ),
    (
        "sixteen headlines",
        lambda s: ad(s, rsa_fields={"headlines": headlines(16)}),
        "collectionSizeError",
        "TOO_MANY",
        "create.ad.responsive_search_ad.headlines",
    ),
    (
        "one description",
        lambda s: ad(s, rsa_fields={"descriptions": texts("Alone")}),
        "collectionSizeError",
        "TOO_FEW",
        "create.ad.responsive_search_ad.descriptions",
    ),
    (
        "five descriptions",
        lambda s: ad(s, rsa_fields={"descriptions": headlines(5)}),
        "collectionSizeError",
        "TOO_MANY",
        "create.ad.responsive_search_ad.descriptions",
    ),
    (
        "a headline of 31 characters",
        lambda s: ad(s, rsa_fields={"headlines": headlines(2) + texts("x" * 31)}),
        "adError",
        "LINE_TOO_WIDE",
        "create.ad.responsive_search_ad.headlines[2].text",
    ),
    (
        "a headline of 16 wide characters",
        lambda s: ad(s, rsa_fields={"headlines": headlines(2) + texts("靴" * 16)}),
        "adError",
        "LINE_TOO_WIDE",
        "create.ad.responsive_search_ad.headlines[2].text",
    ),
    (
        "a description of 91 characters",
        lambda s: ad(s, rsa_fields={"descriptions": texts("a", "x" * 91)}),
        "adError",
        "LINE_TOO_WIDE",
        "create.ad.responsive_search_ad.descriptions[1].text",
    ),
    (
        "an empty headline",
        lambda s: ad(s, rsa_fields={"headlines": headlines(3) + texts("")}),
        "fieldError",
        "REQUIRED",
        "create.ad.responsive_search_ad.headlines[3].text",
    ),
    (
        "the same headline twice",
        lambda s: ad(s, rsa_fields={"headlines": headlines(3) + headlines(1)}),
        "assetError",
        "DUPLICATE_ASSET",
        "create.ad.responsive_search_ad.headlines[3].text",
    ),
    (
        "a path of 16 characters",
        lambda s: ad(s, rsa_fields={"path1": "x" * 16}),
        "adError",
        "LINE_TOO_WIDE",
        "create.ad.responsive_search_ad.path1",
    ),
    (
        "path2 without path1",
        lambda s: ad(s, rsa_fields={"path1": "", "path2": "sale"}),
        "adError",
        "CANNOT_SET_PATH2_WITHOUT_PATH1",
        "create.ad.responsive_search_ad.path2",
    ),
    (
        "a headline pinned among the descriptions",
        lambda s: ad(
            s,
            rsa_fields={"headlines": headlines(3) + [{"text": "z", "pinnedField": "DESCRIPTION_1"}]},
        ),
        "assetLinkError",
        "INVALID_PINNED_FIELD",
        "create.ad.responsive_search_ad.headlines[3].pinned_field",
    ),
    (
        "a headline pinned simply as a headline",
        lambda s: ad(
            s, rsa_fields={"headlines": headlines(3) + [{"text": "z", "pinnedField": "HEADLINE"}]}
        ),
        "assetLinkError",
        "INVALID_PINNED_FIELD",
        "create.ad.responsive_search_ad.headlines[3].pinned_field",
    ),
    (
        "no final URL",
        lambda s: ad(s, inside={"finalUrls": []}),
        "fieldError",
        "REQUIRED_NONEMPTY_LIST",
        "create.ad.final_urls",
    ),
    (
        "a final URL without a protocol",
        lambda s: ad(s, inside={"finalUrls": ["shop.example/a"]}),
        "urlFieldError",
        "MISSING_PROTOCOL_IN_FINAL_URL",
        "create.ad.final_urls[0]",
    ),
    (
        "a final URL with another protocol",
        lambda s: ad(s, inside={"finalUrls": ["ftp://shop.example/a"]}),
        "urlFieldError",
        "INVALID_PROTOCOL_IN_FINAL_URL",
        "create.ad.final_urls[0]",
    ),
    (
        "a final URL without a host",
        lambda s: ad(s, inside={"finalUrls": ["https:///a"]}),
        "urlFieldError",
        "MISSING_HOST_IN_FINAL_URL",
        "create.ad.final_urls[0]",
    ),
    (
        "a final URL with a host of one part",
        lambda s: ad(s, inside={"finalUrls": ["https://shop/a"]}),
        "urlFieldError",
        "INVALID_TLD_IN_FINAL_URL",
        "create.ad.final_urls[0]",
    ),
    (
        "a final URL with a space",
        lambda s: ad(s, inside={"finalUrls": ["https://shop.example/a b"]}),
        "urlFieldError",
        "MALFORMED_FINAL_URL",
        "create.ad.final_urls[0]",
    ),
    (
        "an ad of no type",
        lambda s: (
            "adGroupAds",
            {"create": {"adGroup": s.group, "ad": {"finalUrls": [LINK]}}},
        ),
        "adError",
        "INVALID_AD_TYPE",
        "create.ad",
    ),
    (
        "an expanded text ad",
        lambda s: (
            "adGroupAds",
            {"create": {"adGroup": s.group, "ad": {"expandedTextAd": {"headlinePart1": "x"}}}},
        ),
        "adGroupAdError",
        "CANNOT_CREATE_DEPRECATED_ADS",
        "create.ad",
    ),
    (
        "a text ad",
        lambda s: (
            "adGroupAds",
            {"create": {"adGroup": s.group, "ad": {"textAd": {"headline": "x"}}}},
        ),
        "adGroupAdError",
        "CANNOT_CREATE_TEXT_ADS",
        "create.ad",
    ),
    (
        "an ad of another kind of ad group",
        lambda s: (
            "adGroupAds",
            {"create": {"adGroup": s.group, "ad": {"shoppingProductAd": {}}}},
        ),
        "operationAccessDeniedError",
        "OPERATION_NOT_PERMITTED_FOR_AD_GROUP_TYPE",
        "create.ad",
    ),
    (
        "content changed on the ad group ad",
        lambda s: change("adGroupAds", s.ad, "ad.finalUrls", ad={"finalUrls": [LINK]}),
        "fieldError",
        "IMMUTABLE_FIELD",
        "update.ad.final_urls",
    ),
    (
        "punctuation against the policy",
        lambda s: ad(s, rsa_fields={"headlines": headlines(3) + texts("Buy now!!!")}),
        "policyFindingError",
        "POLICY_FINDING",
        "create.ad",
    ),
    (
        "an ad's content changed to two headlines",
        lambda s: change(
            "ads",
            s.name("ads", s.ad.split("~")[1]),
            "responsiveSearchAd.headlines",
            responsiveSearchAd={"headlines": headlines(2)},
        ),
        "collectionSizeError",
        "TOO_FEW",
        "update.responsive_search_ad.headlines",
    ),
    (
        "an ad's whole content named in the mask",
        lambda s: change(
            "ads", s.name("ads", s.ad.split("~")[1]), "responsiveSearchAd", responsiveSearchAd=rsa()
        ),
        "fieldMaskError",
        "FIELD_HAS_SUBFIELDS",
        "update_mask",
    ),
    (
        "an ad's last final URL cleared",
        lambda s: change("ads", s.name("ads", s.ad.split("~")[1]), "finalUrls"),
        "fieldError",
        "REQUIRED_NONEMPTY_LIST",
        "update.final_urls",
    ),
    (
        "an unknown ad",
        lambda s: change("ads", s.name("ads", "404"), "finalUrls", finalUrls=[LINK]),
        "mutateError",
        "RESOURCE_NOT_FOUND",
        "update.resource_name",
    ),
    # --- keywords ---------------------------------------------------------------------------
    (
        "a criterion without an ad group",
        lambda s: keyword(s, drop=["adGroup"]),
        "fieldError",
        "REQUIRED",
        "create.ad_group",
    ),
    (
        "a criterion of no type",
        lambda s: keyword(s, drop=["keyword"]),
        "adGroupCriterionError",
        "CONCRETE_TYPE_REQUIRED",
        "create",
    ),
    (
        "a keyword without a text",
        lambda s: keyword(s, text=""),
        "fieldError",
        "REQUIRED",
        "create.keyword.text",
    ),
    (
        "a keyword without a match type",
        lambda s: ("adGroupCriteria", {"create": {"adGroup": s.group, "keyword": {"text": "a"}}}),
        "fieldError",
        "REQUIRED",
        "create.keyword.match_type",
    ),
    (
        "a keyword of blanks",
        lambda s: keyword(s, text="   "),
        "criterionError",
        "INVALID_KEYWORD_TEXT",
        "create.keyword.text",
    ),
    (
        "a keyword of 81 characters",
        lambda s: keyword(s, text="x" * 81),
        "criterionError",
        "KEYWORD_TEXT_TOO_LONG",
        "create.keyword.text",
    ),
    (
        "a keyword of eleven words",
        lambda s: keyword(s, text="a b c d e f g h i j k"),
        "criterionError",
        "KEYWORD_HAS_TOO_MANY_WORDS",
        "create.keyword.text",
    ),
    *[
        (
            "a keyword with " + sign,
            lambda s, sign=sign: keyword(s, text="shoes %s sale" % sign),
            "criterionError",
            "KEYWORD_HAS_INVALID_CHARS",
            "create.keyword.text",
        )
        for sign in "!@%,*"
    ],
    (
        "a broad match modifier",
        lambda s: keyword(s, text="+running +shoes", match="BROAD"),
        "criterionError",
        "BROAD_MATCH_MODIFIER_KEYWORD_NOT_ALLOWED",
        "create.keyword.text",
    ),
    (
        "a keyword's text changed",
        lambda s: change(
            "adGroupCriteria",
            s.keyword,
            "keyword.text",
            keyword={"text": "x", "matchType": "EXACT"},
        ),
        "fieldError",
        "IMMUTABLE_FIELD",
        "update.keyword.text",
    ),
    (
        "a keyword made negative",
        lambda s: change("adGroupCriteria", s.keyword, "negative", negative=True),
        "fieldError",
        "IMMUTABLE_FIELD",
        "update.negative",
    ),
    (
        "a negative keyword changed",
        lambda s: change("adGroupCriteria", s.negative, "status", status="PAUSED"),
        "adGroupCriterionError",
        "CANT_UPDATE_NEGATIVE",
        "update",
    ),
    (
        "a negative keyword with a bid",
        lambda s: keyword(s, negative=True, cpcBidMicros="1000000"),
        "criterionError",
        "FIELD_INCOMPATIBLE_WITH_NEGATIVE_TARGETING",
        "create.cpc_bid_micros",
    ),
    (
        "a negative keyword with a URL",
        lambda s: keyword(s, negative=True, finalUrls=[LINK]),
        "criterionError",
        "FIELD_INCOMPATIBLE_WITH_NEGATIVE_TARGETING",
        "create.final_urls",
    ),
    (
        "a keyword both targeted and excluded",
        lambda s: keyword(s, text=s.keyword and "Running  SHOES", negative=True),
        "adGroupCriterionError",
        "CANNOT_TARGET_AND_EXCLUDE",
        "create.keyword",
    ),
    (
        "a keyword's bid that is no whole cent",
        lambda s: keyword(s, cpcBidMicros="1000001"),
        "currencyError",
        "VALUE_NOT_MULTIPLE_OF_BILLABLE_UNIT",
        "create.cpc_bid_micros",
    ),
    (
        "a keyword against the policy",
        lambda s: keyword(s, text="cheap medication"),
        "policyViolationError",
        "POLICY_ERROR",
        "create.keyword.text",
    ),
    (
        "a place below an ad group",
        lambda s: ("adGroupCriteria", {"create": {"adGroup": s.group, **place(2840)}}),
        "criterionError",
        "CANNOT_ADD_CRITERIA_TYPE",
        "create.location",
    ),
    # --- campaign criteria ------------------------------------------------------------------
    (
        "a campaign criterion of no type",
        lambda s: target(s),
        "campaignCriterionError",
        "CONCRETE_TYPE_REQUIRED",
        "create",
    ),
    (
        "a country that does not exist",
        lambda s: target(s, **place(2999)),
        "criterionError",
        "INVALID_CRITERION_ID",
        "create.location.geo_target_constant",
    ),
    (
        "a place by its bare number",
        lambda s: target(s, location={"geoTargetConstant": "2840"}),
        "requestError",
        "RESOURCE_NAME_MALFORMED",
        "create.location.geo_target_constant",
    ),
    (
        "a language that does not exist",
        lambda s: target(s, language={"languageConstant": "languageConstants/9999"}),
        "criterionError",
        "INVALID_CRITERION_ID",
        "create.language.language_constant",
    ),
    (
        "a language excluded",
        lambda s: target(
            s, negative=True, language={"languageConstant": "languageConstants/1000"}
        ),
        "campaignCriterionError",
        "CANNOT_EXCLUDE_CRITERIA_TYPE",
        "create.language",
    ),
    (
        "a place both targeted and excluded",
        lambda s: target(s, negative=bool(s.criterion), **place(2840)),
        "campaignCriterionError",
        "CANNOT_TARGET_AND_EXCLUDE",
        "create.location",
    ),
    (
        "a keyword targeted by a campaign",
        lambda s: target(s, keyword={"text": "a", "matchType": "EXACT"}),
        "criterionError",
        "CANNOT_ADD_CRITERIA_TYPE",
        "create.keyword",
    ),
    (
        "a bid modifier of eleven",
        lambda s: target(s, device={"type": "MOBILE"}, bidModifier=11),
        "rangeError",
        "TOO_HIGH",
        "create.bid_modifier",
    ),
    (
        "a bid modifier of nothing for a place",
        lambda s: target(s, bidModifier=0, **place(2840)),
        "rangeError",
        "TOO_LOW",
        "create.bid_modifier",
    ),
    (
        "a bid modifier on an exclusion",
        lambda s: target(s, bidModifier=2, negative=True, **place(2276)),
        "criterionError",
        "CANNOT_BID_MODIFY_NEGATIVE_CRITERION",
        "create.bid_modifier",
    ),
    (
        "a bid modifier on a language",
        lambda s: target(
            s, bidModifier=2, language={"languageConstant": "languageConstants/1000"}
        ),
        "criterionError",
        "CANNOT_BID_MODIFY_CRITERION_TYPE",
        "create.bid_modifier",
    ),
    (
        "a schedule that ends before it starts",
        lambda s: target(s, **schedule(20, 8)),
        "criterionError",
        "AD_SCHEDULE_INVALID_TIME_INTERVAL",
        "create.ad_schedule",
    ),
    (
        "a seventh interval of a day",
        lambda s: [
            s.account.must(
                "campaignCriteria",
                {"create": {"campaign": s.campaign, **schedule(n * 2, n * 2 + 1)}},
            )
            for n in range(6)
        ]
        and target(s, **schedule(20, 21)),
        "criterionError",
        "AD_SCHEDULE_EXCEEDED_INTERVALS_PER_DAY_LIMIT",
        "create.ad_schedule",
    ),
    (
        "a schedule that overlaps another",
        lambda s: target(
            s,
            **(
                s.account.must(
                    "campaignCriteria", {"create": {"campaign": s.campaign, **schedule(8, 12)}}
                )
                and schedule(11, 20)
            ),
        ),
        "criterionError",
        "AD_SCHEDULE_TIME_INTERVALS_OVERLAP",
        "create.ad_schedule",
    ),
    (
        "a circle without a centre",
        lambda s: target(s, **proximity(geoPoint=None)),
        "criterionError",
        "PROXIMITY_GEOPOINT_AND_ADDRESS_BOTH_CANNOT_BE_NULL",
        "create.proximity",
    ),
    (
        "a circle without a unit",
        lambda s: target(s, **proximity(radiusUnits=None)),
        "criterionError",
        "INVALID_PROXIMITY_RADIUS_UNITS",
        "create.proximity.radius_units",
    ),
    (
        "a circle around the world",
        lambda s: target(s, **proximity(radius=20000)),
        "criterionError",
        "INVALID_PROXIMITY_RADIUS",
        "create.proximity.radius",
    ),
    (
        "a circle beyond the pole",
        lambda s: target(
            s,
            **proximity(
                geoPoint={"longitudeInMicroDegrees": 0, "latitudeInMicroDegrees": 90000001}
            ),
        ),
        "criterionError",
        "INVALID_LATITUDE",
        "create.proximity.geo_point",
    ),
    (
        "a campaign's negative changed",
        lambda s: change("campaignCriteria", s.campaign_negative, "status", status="PAUSED"),
        "campaignCriterionError",
        "CANNOT_UPDATE_NEGATIVE_CRITERION",
        "update",
    ),
    (
        "a criterion moved to another campaign",
        lambda s: change("campaignCriteria", s.criterion, "campaign", campaign=s.campaign),
        "fieldError",
        "IMMUTABLE_FIELD",
        "update.campaign",
    ),
    # --- assets -----------------------------------------------------------------------------
    (
        "an asset without data",
        lambda s: asset(s, name="x"),
        "assetError",
        "ASSET_DATA_IS_MISSING",
        "create",
    ),
    (
        "an asset of a type this account may not use",
        lambda s: asset(s, dynamicFlightsAsset={}),
        "assetError",
        "CUSTOMER_NOT_ON_ALLOWLIST_FOR_ASSET_TYPE",
        "create.dynamic_flights_asset",
    ),
    (
        "a sitelink's text of 26 characters",
        lambda s: asset(s, finalUrls=[LINK], sitelinkAsset={"linkText": "x" * 26}),
        "stringLengthError",
        "TOO_LONG",
        "create.sitelink_asset.link_text",
    ),
    (
        "a sitelink with one description",
        lambda s: asset(s, finalUrls=[LINK], sitelinkAsset={"linkText": "x", "description1": "y"}),
        "fieldError",
        "REQUIRED",
        "create.sitelink_asset.description2",
    ),
    (
        "a sitelink without a URL",
        lambda s: asset(s, sitelinkAsset={"linkText": "x"}),
        "fieldError",
        "REQUIRED_NONEMPTY_LIST",
        "create.final_urls",
    ),
    (
        "a callout of 26 characters",
        lambda s: asset(s, calloutAsset={"calloutText": "x" * 26}),
        "stringLengthError",
        "TOO_LONG",
        "create.callout_asset.callout_text",
    ),
    (
        "a snippet with a header of its own",
        lambda s: asset(
            s, structuredSnippetAsset={"header": "Things", "values": ["a", "b", "c"]}
        ),
        "fieldError",
        "INVALID_VALUE",
        "create.structured_snippet_asset.header",
    ),
    (
        "a snippet with two values",
        lambda s: asset(s, structuredSnippetAsset={"header": "Brands", "values": ["a", "b"]}),
        "collectionSizeError",
        "TOO_FEW",
        "create.structured_snippet_asset.values",
    ),
    (
        "a call to no number",
        lambda s: asset(s, callAsset={"countryCode": "DE", "phoneNumber": "call me"}),
        "assetError",
        "CALL_INVALID_PHONE_NUMBER",
        "create.call_asset.phone_number",
    ),
    (
        "an image that is none",
        lambda s: asset(s, name="x", imageAsset={"data": "aGVsbG8="}),
        "imageError",
        "INVALID_IMAGE",
        "create.image_asset.data",
    ),
    (
        "a link of the wrong kind",
        lambda s: (
            "campaignAssets",
            {
                "create": {
                    "campaign": s.campaign,
                    "asset": s.account.must(
                        "assets", {"create": {"calloutAsset": {"calloutText": "Free returns"}}}
                    ),
                    "fieldType": "SITELINK",
                }
            },
        ),
        "assetLinkError",
        "FIELD_TYPE_INCOMPATIBLE_WITH_ASSET_TYPE",
        "create.field_type",
    ),
]


def test_there_are_many_rows():
    names = [row[0] for row in ROWS]
    assert len(names) == len(set(names))
    assert len(names) >= 150


@pytest.mark.parametrize("send,key,code,path", [r[1:] for r in ROWS], ids=[r[0] for r in ROWS])
def test_refused(account, send, key, code, path):
    """By itself, and inside googleAds:mutate, with the same fault at the same place."""
    collection, operation = send(Scene(account))
    before = account.process.control("GET", "state?customerId=" + account.id)
    status, answer = account.post(collection + ":mutate", {"operations": [operation]})
    assert status == 400, answer
    assert answer["error"]["status"] == "INVALID_ARGUMENT"
    where = "operations[0]" + ("." + path if path else "")
    assert failure(answer) == [(key, code, where)]
    member = KINDS[collection]
    status, answer = account.mutate([{member: operation}])
    assert status == 400
    inside = "mutate_operations[0]." + snake(member) + ("." + path if path else "")
    assert failure(answer) == [(key, code, inside)]
    assert account.process.control("GET", "state?customerId=" + account.id) == before


KINDS = {
    "campaignBudgets": "campaignBudgetOperation",
    "campaigns": "campaignOperation",
    "campaignCriteria": "campaignCriterionOperation",
    "adGroups": "adGroupOperation",
    "adGroupAds": "adGroupAdOperation",
    "ads": "adOperation",
    "adGroupCriteria": "adGroupCriterionOperation",
    "assets": "assetOperation",
    "campaignAssets": "campaignAssetOperation",
}


def snake(name):
    return "".join("_" + c.lower() if c.isupper() else c for c in name)


def test_every_fault_of_a_request_is_told(account):
    status, answer = account.mutate(
        [
            {"campaignBudgetOperation": {"create": {**budget_fields(), "amountMicros": "1"}}},
            {"campaignBudgetOperation": {"create": {**budget_fields(), "amountMicros": "-1"}}},
            {
                "campaignOperation": {
                    "create": {
                        **campaign_fields(),
                        "networkSettings": networks(False, True, False, False),
                    }
                }
            },
        ]
    )
    assert status == 400
    assert [f[1] for f in failure(answer)] == [
        "NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT",
        "NEGATIVE_MONEY_AMOUNT",
        "REQUIRED",
        "REQUIRED",
        "CANNOT_TARGET_SEARCH_NETWORK_WITHOUT_GOOGLE_SEARCH",
    ]


def test_an_error_has_its_trigger_and_its_details(account):
    status, answer = account.post(
        "campaignBudgets:mutate", {"operations": [budget(None, amountMicros="0")[1]]}
    )
    (error,) = answer["error"]["details"][0]["errors"]
    details = error["details"]["budgetPerDayMinimumErrorDetails"]
    assert details["currencyCode"] == "USD"
    assert int(details["budgetPerDayMinimumMicros"]) > 0
    group_name = account.ad_group()
    _, answer = account.post(
        "adGroupCriteria:mutate",
        {
            "operations": [
                {
                    "create": {
                        "adGroup": group_name,
                        "keyword": {"text": "medication", "matchType": "EXACT"},
                    }
                }
            ]
        },
    )
    (error,) = answer["error"]["details"][0]["errors"]
    assert error["trigger"] == {"stringValue": "medication"}
    violation = error["details"]["policyViolationDetails"]
    assert violation["isExemptible"] is True
    account.must(
        "adGroupCriteria",
        {
            "create": {
                "adGroup": group_name,
                "keyword": {"text": "medication", "matchType": "EXACT"},
            },
            "exemptPolicyViolationKeys": [violation["key"]],
        },
    )


def test_a_policy_topic_can_be_ignored(account):
    create = ad(Scene(account), rsa_fields={"headlines": headlines(3) + texts("Now!!!")})[1]
    status, answer = account.post("adGroupAds:mutate", {"operations": [create]})
    assert status == 400
    (error,) = answer["error"]["details"][0]["errors"]
    (entry,) = error["details"]["policyFindingDetails"]["policyTopicEntries"]
    assert entry["evidences"] == [{"textList": {"texts": ["Now!!!"]}}]
    create["policyValidationParameter"] = {"ignorablePolicyTopics": [entry["topic"]]}
    account.must("adGroupAds", create)


def test_the_fourth_enabled_search_ad_is_refused(account):
    group_name = account.ad_group()
    for _ in range(3):
        account.ad(group_name, status="ENABLED")
    paused = account.ad(group_name, status="PAUSED")
    create = {"adGroup": group_name, **ad_fields(), "status": "ENABLED"}
    for operation in (
        {"create": create},
        {"update": {"resourceName": paused, "status": "ENABLED"}, "updateMask": "status"},
    ):
        status, answer = account.post("adGroupAds:mutate", {"operations": [operation]})
        assert status == 400
        assert failure(answer)[0][:2] == ("resourceCountLimitExceededError", "ADGROUP_LIMIT")
        details = answer["error"]["details"][0]["errors"][0]["details"]["resourceCountDetails"]
        assert details["limitType"] == "RESPONSIVE_SEARCH_ADS_PER_AD_GROUP"
        assert details["limit"] == 3 and details["existingCount"] == 3


def test_the_same_resource_twice_is_refused(account):
    one = account.campaign()
    pause = {"update": {"resourceName": one, "status": "PAUSED"}, "updateMask": "status"}
    status, answer = account.post("campaigns:mutate", {"operations": [pause, {"remove": one}]})
    assert status == 400
    assert failure(answer) == [
        ("mutateError", "ID_EXISTS_IN_MULTIPLE_MUTATES", "operations[1].remove")
    ]
    placed = account.ad()
    pause = {"update": {"resourceName": placed, "status": "PAUSED"}, "updateMask": "status"}
    status, answer = account.post("adGroupAds:mutate", {"operations": [pause, pause]})
    assert failure(answer)[0][:2] == ("adGroupAdError", "RESOURCE_REFERENCED_IN_MULTIPLE_OPS")


def test_a_started_campaign_keeps_its_start(sandbox):
    account = sandbox.account()
    one = account.campaign()
    sandbox.advance(3 * 86400)
    status, answer = account.post(
        "campaigns:mutate",
        {
            "operations": [
                change("campaigns", one, "startDateTime", startDateTime="2040-01-01 00:00:00")[1]
            ]
        },
    )
    assert status == 400
    assert failure(answer)[0][:2] == (
        "campaignError",
        "CANNOT_MODIFY_START_DATE_IF_ALREADY_STARTED",
    )


def test_currencies_have_units_of_their_own(sandbox):
    yen = sandbox.account(currency="JPY", timezone="Asia/Tokyo")
    status, answer = yen.post(
        "campaignBudgets:mutate", {"operations": [budget(None, amountMicros="500500000")[1]]}
    )
    assert failure(answer)[0][1] == "NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT"
    yen.budget(amountMicros="500000000")


def test_declarations_guard_the_whole_account(account):
    one = account.campaign()
    other = account.campaign()
    status, _ = account.process.control(
        "POST",
        "edit",
        {
            "customerId": account.id,
            "resourceName": one,
            "set": {"containsEuPoliticalAdvertising": None},
        },
    )
    assert status == 200
    rows = account.search(
        "SELECT campaign.id FROM campaign "
        "WHERE campaign.missing_eu_political_advertising_declaration = TRUE"
    )
    assert [r["campaign"]["resourceName"] for r in rows] == [one]
    status, answer = account.post("campaigns:mutate", {"operations": [{"remove": other}]})
    assert status == 400
    assert failure(answer)[0][:2] == (
        "mutateError",
        "EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED",
    )
    account.must(
        "campaigns",
        change(
            "campaigns",
            one,
            "containsEuPoliticalAdvertising",
            containsEuPoliticalAdvertising=NO_POLITICS,
        )[1],
    )
    account.must("campaigns", {"remove": other})


def outside_tree(account, country):
    budget_name = account.name("campaignBudgets", "-1")
    campaign_name = account.name("campaigns", "-2")
    fields = without(campaign_fields(), "containsEuPoliticalAdvertising")
    return [
        {"campaignBudgetOperation": {"create": {"resourceName": budget_name, **budget_fields()}}},
        {
            "campaignOperation": {
                "create": {
                    "resourceName": campaign_name,
                    "name": "Outside",
                    "campaignBudget": budget_name,
                    **fields,
                }
            }
        },
        {"campaignCriterionOperation": {"create": {"campaign": campaign_name, **place(country)}}},
    ]


def test_from_v26_a_campaign_outside_the_eu_needs_no_declaration(account):
    status, answer = account.mutate(outside_tree(account, 2276))
    assert status == 400
    assert failure(answer)[0][1] == "REQUIRED"
    status, answer = account.mutate(outside_tree(account, 2840), version=25)
    assert status == 400
    assert failure(answer)[0][1] == "REQUIRED"
    status, answer = account.mutate(outside_tree(account, 2840))
    assert status == 200, answer
    made = answer["mutateOperationResponses"][1]["campaignResult"]["resourceName"]
    status, answer = account.post(
        "campaignCriteria:mutate", {"operations": [{"create": {"campaign": made, **place(2250)}}]}
    )
    assert failure(answer)[0][:2] == (
        "criterionError",
        "MISSING_EU_POLITICAL_ADVERTISING_SELF_DECLARATION",
    )
