"""
Every body to and from Reddit's API, strictly: a request's or an answer's member that is unknown,
missing or of another type is an error. The members are those of Reddit's own description of the
API; of requests they are in reddit_bodies.json, of answers here.
"""

import json
import re
from pathlib import Path

import jsonschema

BODIES = json.loads((Path(__file__).parent / "reddit_bodies.json").read_text())
TEXT, NUMBER, FLAG = {"type": "string"}, {"type": "number"}, {"type": "boolean"}
TEXTS = {"type": "array", "items": TEXT}
MAYBE = {"type": ["string", "null"]}
ANY = {}


def shape(required, optional=None):
    """An object with exactly these members."""
    members = {**required, **(optional or {})}
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": members,
        "required": sorted(required),
    }


def kept(kind):
    """A created object returns each member as sent. Omitted members may be null."""
    found = {}
    for name, schema in BODIES[kind + "_create"]["properties"].items():
        found[name] = {"anyOf": [schema, {"type": "null"}]}
    return found


READ_ONLY = {
    "id": {"type": "string", "pattern": "^[0-9]{1,19}$"},
    "ad_account_id": TEXT,
    "configured_status": {"enum": ["ACTIVE", "ARCHIVED", "DELETED", "PAUSED"]},
    "effective_status": {
        "enum": [
            "ACTIVE", "AD_GROUP_PAUSED", "ARCHIVED", "CAMPAIGN_PAUSED", "COMPLETED", "DELETED",
            "PAUSED", "PENDING_APPROVAL", "PENDING_BILLING_INFO", "PENDING_ID_VERIFICATION",
            "REJECTED", "PROCESSING",
        ]  # fmt: skip
    },
    "delivery_status": TEXTS,
    "created_at": {"type": "string", "pattern": r"^[0-9-]{10}T[0-9:]{8}(\.[0-9]+)?Z$"},
    "modified_at": {"type": "string", "pattern": r"^[0-9-]{10}T[0-9:]{8}(\.[0-9]+)?Z$"},
}
OBJECTS = {
    "campaigns": shape(
        {**READ_ONLY, "name": TEXT, "objective": TEXT},
        {**kept("campaign"), "type": TEXT, "is_max": FLAG, "skadnetwork_metadata": ANY},
    ),
    "ad_groups": shape(
        {**READ_ONLY, "name": TEXT, "campaign_id": TEXT},
        {
            **kept("ad_group"),
            "type": TEXT,
            "campaign_objective_type": TEXT,
            "is_campaign_budget_optimization": {"type": ["boolean", "null"]},
            "skadnetwork_metadata": ANY,
            "optimization_strategy_type": ANY,
        },
    ),
    "ads": shape(
        {**READ_ONLY, "name": TEXT, "ad_group_id": TEXT, "campaign_id": TEXT},
        {
            **kept("ad"),
            "type": TEXT,
            "campaign_objective_type": TEXT,
            "post_url": MAYBE,
            "preview_url": MAYBE,
            "rejection_reason": MAYBE,
        },
    ),
    "posts": shape(
        {"id": {"type": "string", "pattern": "^t3_[0-9a-z]+$"}, "created_at": TEXT},
        {**kept("post"), "profile_id": TEXT, "post_url": TEXT, "modified_at": TEXT},
    ),
    "ad_account": shape(
        {"id": TEXT, "name": TEXT, "currency": TEXT, "time_zone_id": TEXT, "admin_approval": TEXT},
        {"business_id": TEXT, "type": TEXT},
    ),
    "me": shape({"type": TEXT, "id": TEXT, "email": TEXT, "reddit_username": TEXT}),
    "named": shape({"id": TEXT, "name": TEXT}),
    "funding_instruments": shape(
        {"id": TEXT, "name": TEXT, "currency": TEXT, "is_servable": FLAG,
         "reasons_not_servable": TEXTS}  # fmt: skip
    ),
    "keyword_validations": shape({"keyword": TEXT, "is_brand_safe": FLAG}),
    "reports": shape(
        {
            "metrics": {
                "type": "array",
                "items": shape(
                    {},
                    {
                        **dict.fromkeys(
                            ["date", "campaign_id", "ad_group_id", "ad_id", "keyword"], TEXT
                        ),
                        **dict.fromkeys(
                            ["impressions", "clicks", "spend", "ctr", "cpc",
                             "key_conversion_total_count", "conversion_purchase_total_value", "ecpm",
                             "key_conversion_clicks", "key_conversion_views",
                             "key_conversion_ecpa"],
                            NUMBER,
                        ),  # fmt: skip
                    },
                ),
            },
            "metrics_updated_at": TEXT,
        }
    ),
    "conversion_events": shape({"message": TEXT}),
}
ERROR = shape(
    {
        "error": shape(
            {"message": TEXT},
            {
                "code": {"type": "integer"},
                "fields": {"type": "array", "items": shape({"field": TEXT, "message": TEXT})},
            },
        )
    }
)
PAGES = shape({"next_url": MAYBE, "previous_url": MAYBE})
TOKENS = shape(
    {"access_token": TEXT, "token_type": {"const": "bearer"}, "expires_in": {"type": "integer"},
     "scope": TEXT},  # fmt: skip
    {"refresh_token": TEXT},
)
TOKEN_ERROR = shape({"error": ANY}, {"message": TEXT, "error_description": TEXT})
# Method, path below /api/v3, the request's content, and the answer's: one object, or a list, which
# is complete for some and paged for the others.
CALLS = [
    ("GET", r"me", None, "me", False),
    ("GET", r"me/businesses", None, "named", True),
    ("GET", r"businesses/[^/]+/ad_accounts", None, "ad_account", True),
    ("GET", r"ad_accounts/[^/]+", None, "ad_account", False),
    ("GET", r"ad_accounts/[^/]+/(profiles|pixels)", None, "named", True),
    ("GET", r"ad_accounts/[^/]+/funding_instruments", None, "funding_instruments", True),
    ("POST", r"ad_accounts/[^/]+/reports", "report", "reports", False),
    ("POST", r"targeting/keyword_validations", "keyword_validations", "keyword_validations",
     "whole"),
    ("POST", r"pixels/[^/]+/conversion_events", "conversion_events_create", "conversion_events",
     False),
    ("POST", r"profiles/[^/]+/posts", "post_create", "posts", False),
    ("GET", r"posts/[^/]+", None, "posts", False),
]  # fmt: skip
for plural in ("campaigns", "ad_groups", "ads"):
    one = plural[:-1]
    CALLS += [
        ("POST", r"ad_accounts/[^/]+/" + plural, one + "_create", plural, False),
        ("GET", r"ad_accounts/[^/]+/" + plural, None, plural, True),
        ("GET", plural + r"/[^/]+", None, plural, False),
        ("PATCH", plural + r"/[^/]+", one + "_patch", plural, False),
    ]
# Bodies that are not in the file of the adapters' bodies.
SENT = {
    "report": shape(
        {"starts_at": TEXT, "ends_at": TEXT, "fields": TEXTS},
        {"breakdowns": TEXTS, "filter": TEXT, "time_zone_id": TEXT},
    ),
    "keyword_validations": shape({"keywords": TEXTS}),
}


def faults(schema, value):
    found = jsonschema.Draft202012Validator(schema).iter_errors(value)
    return ["%s: %s" % ("/".join(map(str, f.absolute_path)), f.message[:200]) for f in found]


def call_of(method, path):
    for call in CALLS:
        if call[0] == method and re.fullmatch(call[1], path):
            return call
    return None


def request_faults(method, path, body):
    call = call_of(method, path)
    if call is None or call[2] is None:
        return [] if body is None else ["a body where there is none"]
    data = BODIES.get(call[2]) or SENT[call[2]]
    return faults(shape({"data": data}), body)


def answer_faults(method, path, status, body):
    """The parts of an answer that are not as published. An unknown path is only ever refused."""
    call = call_of(method, path)
    if status >= 400 or call is None:
        return faults(ERROR, body)
    data, listed = OBJECTS[call[3]], call[4]
    if listed:
        data = {"type": "array", "items": data}
    paged = listed is True or call[3] == "reports"
    more = {"pagination": PAGES} if paged else {}
    return faults(shape({"data": data, **more}), body)


def header_faults(path, headers):
    """The quota's two headers, which are on all but the conversions."""
    if path.endswith("/conversion_events"):
        return []
    wanted = {
        "RateLimit-Policy": r'"[a-z-]+";q=[0-9]+;w=[0-9]+',
        "RateLimit": r'"[a-z-]+";r=[0-9]+;t=[0-9]+',
    }
    return [n for n, p in wanted.items() if not re.fullmatch(p, headers.get(n, ""))]
