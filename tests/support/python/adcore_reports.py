"""Reports for tests: the figures of a row, and findings stored as a pull does."""

import json

PERFORMANCE = "/reports/performance"
FIGURES = (
    "impressions",
    "clicks",
    "cost",
    "conversions",
    "conversionValue",
    "ctr",
    "averageCpc",
    "costPerConversion",
    "roas",
)


def reason(evidence, code="X", message="M"):
    return {"code": code, "message": message, "evidence": evidence, "policyUrl": None}


def review_found(server, space, object_id, campaign, *evidence, **row):
    """Stores a finding of an object, with one reason per piece of evidence."""
    row = {"resource": "ad", "platform": "google", "env": "test", "message": "M", **row}
    reasons = json.dumps([reason(each, message=row["message"]) for each in evidence])
    server.sql(
        "INSERT INTO review_findings (space_id, environment, object_id, resource, platform,"
        " campaign_id, review_status, reasons, since, seen_at) VALUES"
        " ('%s', '%s', '%s', '%s', '%s', '%s', 'DISAPPROVED', '%s', 1780000000000000, 1)"
        % (
            space,
            row["env"],
            object_id,
            row["resource"],
            row["platform"],
            campaign,
            reasons.replace("'", "''"),
        )
    )
